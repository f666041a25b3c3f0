// Endless forward: the next page of results is put below those that are there. The page numbers stay for whoever wants them.

import { ask, reach, whenShown } from "./results.js";
import { announce, say } from "./speaking.js";

// Pixels before the end at which the next page is asked for, once a person has asked for one.
const AHEAD = 600;
let goesOn = false;
let isAsking = false;

const nearEnd = new IntersectionObserver(
  (seen) => { if (goesOn && seen.some((one) => one.isIntersecting)) forward(false); },
  { rootMargin: `0px 0px ${AHEAD}px` },
);

async function forward(byHand) {
  const paging = document.querySelector(".paging[data-next]");
  if (!paging || isAsking) return;
  const button = paging.querySelector(".forward");
  const list = document.querySelector(".papers");
  isAsking = true;
  button.textContent = say("loading");
  try {
    const page = await ask(paging.dataset.next);
    // The results may have become others meanwhile.
    if (page && paging.isConnected) append(new DOMParser().parseFromString(page.text, "text/html"), page.address, list, byHand);
  } catch {
    goesOn = false;
    button.textContent = say("unloaded");
  } finally {
    isAsking = false;
  }
}

function append(page, address, list, byHand) {
  const known = new Set([...list.children].map((one) => one.dataset.paper));
  // While papers are loaded into the index, one may have moved to the next page.
  const added = [...page.querySelectorAll(".papers > li")].filter((one) => !known.has(one.dataset.paper));
  list.append(...added);
  const paging = page.querySelector(".paging");
  document.querySelector(".paging").replaceWith(paging);
  reach(address);
  announce(say("page", { page: paging.dataset.page }));
  goesOn = true;
  ready();
  if (byHand) added[0]?.querySelector(".title a")?.focus({ preventScroll: true });
}

function ready() {
  nearEnd.disconnect();
  const button = document.querySelector(".paging[data-next] .forward");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => forward(true));
  nearEnd.observe(button);
}

whenShown(() => {
  goesOn = false;
  ready();
});
