// Shows another search without loading the page anew: the server's page of the new address is asked for, and its main part
// takes the place of the old one. What a person held (focus, open lists, the place in the filters) is held again.

import { announce, say } from "./speaking.js";

// Answers of the last addresses, for the back button.
const KEPT = 20;
const SLOW = 4000;
const kept = new Map();
// How far down a person was in the results of an address.
const places = new Map();
const shownThen = [];
let asking = null;
let here = location.pathname + location.search;

/** Calls `act` for each search shown, the first one at once. */
export function whenShown(act) {
  shownThen.push(act);
  act();
}

/** Whether an address is one of the search, and this page shows searches. */
export function isSearch(address) {
  const url = new URL(address, location.href);
  return Boolean(document.querySelector("main[data-search]")) && url.origin === location.origin && url.pathname === "/";
}

/**
 * Shows the search at an address. `how`: "push" adds it to the history, "stay" is for what is in the history already.
 * `focus`: a selector of what gets the focus, else what has it keeps it. `top`: whether the list is shown from its beginning.
 */
export async function show(address, { how = "push", focus = "", top = true, place = null } = {}) {
  asking?.abort();
  const own = asking = new AbortController();
  const ended = waiting();
  try {
    const page = (how === "stay" && kept.get(address)) || await ask(address, own.signal);
    if (own.signal.aborted) return;
    if (page === null) return location.assign(address);
    remember(address, page);
    if (how === "push") {
      places.set(here, scrollY);
      history.pushState({}, "", page.address);
    }
    here = page.address;
    exchange(new DOMParser().parseFromString(page.text, "text/html"), focus, top, place);
  } catch (error) {
    if (error.name !== "AbortError") fail(address);
  } finally {
    ended();
  }
}

/** Says in the address how far the list goes; what is shown stays. */
export function reach(address) {
  here = address;
  history.replaceState(history.state, "", address);
}

/** The page at an address: {text, address}; null for one that the browser should load by itself. Throws where nobody answers. */
export async function ask(address, signal) {
  const answer = await fetch(address, { headers: { Accept: "text/html" }, signal });
  if (answer.status === 503) throw new Error("the engine does not answer");
  if (!answer.ok) return null;
  const url = new URL(answer.url);
  return { text: await answer.text(), address: url.pathname + url.search };
}

function remember(address, page) {
  kept.delete(address);
  kept.set(address, page);
  kept.set(page.address, page);
  while (kept.size > KEPT) kept.delete(kept.keys().next().value);
}

function exchange(page, focus, top, place) {
  const held = hold();
  document.title = page.title;
  for (const part of ["main", "#carried", ".sections", ".bottom"]) {
    document.querySelector(part).replaceWith(page.querySelector(part));
  }
  const field = document.getElementById("q");
  if (document.activeElement !== field || field.value === field.defaultValue) field.value = page.getElementById("q").value;
  field.defaultValue = page.getElementById("q").defaultValue;
  for (const link of document.querySelectorAll("head link[rel=alternate]")) link.remove();
  document.head.append(...page.querySelectorAll("head link[rel=alternate]"));
  for (const act of shownThen) act();
  release(held, focus, top, place);
  announce(document.querySelector(".count")?.textContent ?? document.title);
}

/** What a person holds: the focus, lists that stand open, how far the filters are scrolled. */
function hold() {
  const main = document.getElementById("main");
  return {
    focused: main.contains(document.activeElement) ? document.activeElement.dataset.focus ?? "" : null,
    open: [...main.querySelectorAll("details[data-keep]")].map((one) => [one.dataset.keep, one.open]),
    filters: document.getElementById("filters")?.open,
    scrolled: document.querySelector(".filters")?.scrollTop ?? 0,
  };
}

function release(held, focus, top, place) {
  const main = document.getElementById("main");
  const lists = new Map([...main.querySelectorAll("details[data-keep]")].map((one) => [one.dataset.keep, one]));
  for (const [name, open] of held.open) {
    // A menu has done its work; a list of sub-areas that now holds a choice opens in any case.
    if (lists.has(name) && open && name !== "export") lists.get(name).open = true;
  }
  const filters = document.getElementById("filters");
  if (filters && held.filters) filters.open = true;
  const aside = document.querySelector(".filters");
  if (aside) aside.scrollTop = held.scrolled;
  if (place !== null) scrollTo(0, place);
  else if (top) {
    const above = main.getBoundingClientRect().top + scrollY;
    if (scrollY > above && !filters?.contains(document.activeElement)) scrollTo(0, above);
  }
  const wanted = focus ? main.querySelector(focus) : find(held.focused);
  if (wanted) wanted.focus({ preventScroll: true });
  else if (held.focused !== null) document.getElementById("results")?.focus({ preventScroll: true });
}

function find(name) {
  return name ? document.querySelector(`[data-focus="${CSS.escape(name)}"]`) : null;
}

/** Shows that something is under way; the function that it gives ends that. */
function waiting() {
  const main = document.getElementById("main");
  main.setAttribute("aria-busy", "true");
  document.querySelector(".failed")?.remove();
  const slow = setTimeout(() => announce(say("slow")), SLOW);
  return () => {
    clearTimeout(slow);
    main.removeAttribute("aria-busy");
  };
}

function fail(address) {
  const told = document.createElement("p");
  told.className = "notice failed";
  told.setAttribute("role", "alert");
  const again = document.createElement("a");
  again.href = address;
  again.textContent = say("retry");
  told.append(say("failed"), " ", again);
  document.querySelector(".heading")?.prepend(told);
  told.scrollIntoView({ block: "nearest" });
}

// Addresses that were shown here; one with a part of the page in it (#results) is the browser's.
addEventListener("popstate", () => {
  const address = location.pathname + location.search;
  if (address !== here && isSearch(address)) show(address, { how: "stay", place: places.get(address) ?? 0 });
});
