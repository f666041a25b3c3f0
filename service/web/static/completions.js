// Completions of what is typed into the search box: a combobox with a list of papers, authors, keywords, categories and venues.
// Nothing is asked while an input method is at work: its letters are not yet what a person means.

import { announce, say, settled, typed } from "./speaking.js";
import { isSearch, show } from "./results.js";

const PAUSE = 120;
const MOST = 8;
const field = document.getElementById("q");
const form = document.getElementById("search");
const list = document.createElement("ul");
let asking = null;
let active = -1;

list.id = "completions";
list.className = "completions";
list.hidden = true;
list.setAttribute("role", "listbox");
list.setAttribute("aria-label", say("suggestions"));
form.querySelector(".box").append(list);
for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-controls", list.id], ["aria-expanded", "false"]]) {
  field.setAttribute(name, value);
}

const ask = settled(async () => {
  const q = field.value.trim();
  asking?.abort();
  if (!q || document.activeElement !== field) return close();
  const own = asking = new AbortController();
  try {
    const answer = await fetch(`/api/v1/suggest?size=${MOST}&q=${encodeURIComponent(q)}`, { signal: own.signal });
    if (answer.ok) open((await answer.json()).suggestions, q);
  } catch {
    // Without completions one can still search.
  }
}, PAUSE);

function open(suggestions, q) {
  if (document.activeElement !== field) return;
  list.replaceChildren(...suggestions.map((one, place) => option(one, place, q)));
  choose(-1);
  list.hidden = !suggestions.length;
  field.setAttribute("aria-expanded", String(!list.hidden));
  if (!list.hidden) announce(say("suggested", { n: suggestions.length }));
}

function close() {
  asking?.abort();
  list.hidden = true;
  field.setAttribute("aria-expanded", "false");
  choose(-1);
}

function option(one, place, q) {
  const item = document.createElement("li");
  item.id = `completion-${place}`;
  item.setAttribute("role", "option");
  item.dataset.address = address(one);
  const text = document.createElement("span");
  text.className = "text";
  text.append(...marked(one.text, q));
  const kind = document.createElement("span");
  kind.className = "kind";
  kind.textContent = one.type === "title" ? say(one.type) : `${say(one.type)} · ${one.count.toLocaleString("en")}`;
  item.append(text, kind);
  return item;
}

/** The text with what was typed set apart, where it stands in it as it was typed. */
function marked(text, q) {
  const at = text.toLowerCase().indexOf(q.toLowerCase());
  if (at < 0) return [text];
  const bold = document.createElement("b");
  bold.textContent = text.slice(at, at + q.length);
  return [text.slice(0, at), bold, text.slice(at + q.length)];
}

/** Where a completion leads: a paper to its page, everything else to its papers under the filters that are on. */
function address(one) {
  const language = new URLSearchParams(location.search).get("lang");
  if (one.type === "title") return `/papers/${encodeURIComponent(one.key)}${language ? `?lang=${language}` : ""}`;
  const pairs = new URLSearchParams([...new FormData(form)].filter(([name, value]) => value && name !== "q"));
  pairs.delete(one.type);
  pairs.append(one.type, one.key);
  return `/?${pairs}`;
}

function choose(place) {
  active = place;
  for (const [n, item] of [...list.children].entries()) item.setAttribute("aria-selected", String(n === place));
  if (place < 0) field.removeAttribute("aria-activedescendant");
  else {
    field.setAttribute("aria-activedescendant", list.children[place].id);
    list.children[place].scrollIntoView({ block: "nearest" });
  }
}

function follow(item) {
  close();
  if (isSearch(item.dataset.address)) {
    field.value = "";
    show(item.dataset.address, { focus: "#results" });
  } else location.assign(item.dataset.address);
}

typed(field, ask);
field.addEventListener("compositionstart", close);
field.addEventListener("keydown", (event) => {
  // Keys of an input method are its own: Enter takes its characters, arrows choose among them.
  if (event.isComposing || event.keyCode === 229) return;
  const count = list.hidden ? 0 : list.children.length;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    if (!count) return ask();
    const step = event.key === "ArrowDown" ? 1 : -1;
    // Beside the options, the text itself can be chosen: that is -1.
    choose((active + 1 + step + count + 1) % (count + 1) - 1);
  } else if (event.key === "Enter" && count && active >= 0) {
    event.preventDefault();
    follow(list.children[active]);
  } else if (event.key === "Escape" && count) {
    event.preventDefault();
    close();
  }
});
field.addEventListener("blur", close);
// The field keeps the focus while one points at an option.
list.addEventListener("pointerdown", (event) => event.preventDefault());
list.addEventListener("click", (event) => {
  const item = event.target.closest("[role=option]");
  if (item) follow(item);
});
form.addEventListener("submit", close);
