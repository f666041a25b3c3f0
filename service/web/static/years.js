// A range of years on the histogram: drag over the bars, or move one of the two handles with a pointer or with arrow keys.
// The form with two numbers beside it does the same without scripts.

import { say, settled } from "./speaking.js";
import { show, whenShown } from "./results.js";

// Keys move a handle step by step; when they rest so long, the range is searched.
const REST = 700;
// Pixels that a hand moves without meaning it.
const STILL = 3;

function install(box) {
  const { first, last, start, end } = Object.fromEntries(Object.entries(box.dataset).map(([name, value]) => [name, Number(value)]));
  const plot = box.querySelector(".plot");
  const svg = box.querySelector(".bars");
  const span = last - first + 1;
  // Both ends of the range, the way it is now.
  const range = [clamp(box.dataset.start ? start : first), clamp(box.dataset.end ? end : last)];
  const handles = ["start", "end"].map((name, which) => handle(name, which));
  const search = () => submit(box, range, first, last);
  const rested = settled(search, REST);

  function clamp(year) {
    return Math.min(last, Math.max(first, year));
  }

  function handle(name, which) {
    const one = document.createElement("span");
    one.className = "handle";
    one.tabIndex = 0;
    one.dataset.focus = `handle ${name}`;
    for (const [key, value] of [["role", "slider"], ["aria-label", say(name)], ["aria-valuemin", first], ["aria-valuemax", last]]) {
      one.setAttribute(key, value);
    }
    one.addEventListener("keydown", (event) => {
      const to = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -5, PageUp: 5 }[event.key];
      if (event.key === "Enter") return search();
      if (to === undefined && event.key !== "Home" && event.key !== "End") return;
      event.preventDefault();
      move(which, event.key === "Home" ? first : event.key === "End" ? last : range[which] + to);
      rested();
    });
    plot.append(one);
    return one;
  }

  /** Sets an end of the range; it stops at the other one. */
  function move(which, year) {
    const limits = which ? [range[0], last] : [first, range[1]];
    range[which] = Math.min(limits[1], Math.max(limits[0], year));
    draw();
  }

  function draw() {
    handles.forEach((one, which) => {
      one.style.insetInlineStart = `${((range[which] - first + which) / span) * 100}%`;
      one.setAttribute("aria-valuenow", range[which]);
    });
    const isWhole = range[0] === first && range[1] === last;
    for (const bar of svg.querySelectorAll(".bar")) {
      const year = Number(bar.dataset.year);
      bar.classList.toggle("on", !isWhole && year >= range[0] && year <= range[1]);
    }
    box.querySelector("[name='year.from']").value = range[0] === first ? "" : range[0];
    box.querySelector("[name='year.to']").value = range[1] === last ? "" : range[1];
  }

  function yearAt(event) {
    const { left, width } = svg.getBoundingClientRect();
    return clamp(first + Math.floor(((event.clientX - left) / width) * span));
  }

  plot.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const which = handles.indexOf(event.target);
    const from = yearAt(event);
    const before = [...range];
    let moves = which < 0;
    plot.setPointerCapture(event.pointerId);
    handles[which >= 0 ? which : 1].focus({ preventScroll: true });
    const follow = (moved) => {
      const to = yearAt(moved);
      moves ||= Math.abs(moved.clientX - event.clientX) > STILL;
      if (!moves) return;
      if (which >= 0) move(which, to);
      else {
        range[0] = Math.min(from, to);
        range[1] = Math.max(from, to);
        draw();
      }
    };
    const leave = (over) => {
      plot.removeEventListener("pointermove", follow);
      plot.removeEventListener("pointerup", leave);
      plot.removeEventListener("pointercancel", leave);
      if (over.type === "pointercancel") {
        [range[0], range[1]] = before;
        return draw();
      }
      follow(over);
      // A handle that was only clicked stands in the way of a bar.
      if (!moves) [range[0], range[1]] = [from, from];
      draw();
      search();
    };
    plot.addEventListener("pointermove", follow);
    plot.addEventListener("pointerup", leave);
    plot.addEventListener("pointercancel", leave);
  });
  // A bar is a link to its year; here a click on it is a range of one year, which is the same.
  svg.addEventListener("click", (event) => event.preventDefault());
  svg.addEventListener("dragstart", (event) => event.preventDefault());
  if (box.dataset.start || box.dataset.end) draw();
  else handles.forEach((one, which) => {
    one.style.insetInlineStart = `${which * 100}%`;
    one.setAttribute("aria-valuenow", range[which]);
  });
}

function submit(box, [from, to], first, last) {
  const form = box.querySelector("form");
  const pairs = new URLSearchParams([...new FormData(form)].filter(([name, value]) => value && !name.startsWith("year.")));
  const start = from === first ? "" : from;
  const end = to === last ? "" : to;
  if (from === to) pairs.append("year", from);
  else if (start || end) pairs.append("year", `${start}..${end}`);
  const address = `/?${pairs}`;
  if (address !== location.pathname + location.search) show(address);
}

whenShown(() => document.querySelectorAll(".years").forEach(install));
