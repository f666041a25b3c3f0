// Search inside a facet: the page of all its values is asked for those that fit, and its list stands in for the short one.

import { ask, whenShown } from "./results.js";
import { announce, say, settled, typed } from "./speaking.js";

const PAUSE = 180;
// So many of the values that fit are listed beside the results.
const SIZE = 20;
// What the results keep that the page of values does not know.
const KEPT = /^(sort|size|facet\..*)$/;

function install(form) {
  const field = form.elements.contains;
  const list = form.parentElement.querySelector(".listed");
  const steps = form.parentElement.querySelector(".steps");
  let found = null;
  let asking = null;

  const look = settled(async () => {
    asking?.abort();
    const contains = field.value.trim();
    if (!contains) return put(null);
    const own = asking = new AbortController();
    const pairs = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
    pairs.set("size", SIZE);
    try {
      const page = await ask(`${form.getAttribute("action")}?${pairs}`, own.signal);
      if (!page || own.signal.aborted) return;
      const shown = new DOMParser().parseFromString(page.text, "text/html");
      put(shown.querySelector("main .listed, main .values-none"));
      announce(shown.querySelector(".distinct").textContent);
    } catch (error) {
      if (error.name !== "AbortError") announce(say("unloaded"));
    }
  }, PAUSE);

  function put(one) {
    found?.remove();
    found = one;
    list.hidden = Boolean(one);
    if (steps) steps.hidden = Boolean(one);
    if (!one) return;
    for (const link of one.querySelectorAll("a.tick")) link.href = carrying(link.getAttribute("href"));
    for (const details of one.querySelectorAll("details")) details.open = true;
    list.after(one);
  }

  typed(field, look);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && field.value && !event.isComposing) {
      event.preventDefault();
      field.value = "";
      look();
    }
  });
}

/** An address of the search with the order and the lengths of lists that are in force. */
function carrying(address) {
  const url = new URL(address, location.href);
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (KEPT.test(name)) url.searchParams.set(name, value);
  }
  return url.pathname + url.search;
}

whenShown(() => document.querySelectorAll("form.within").forEach(install));
