// Comforts for browsers that run scripts. Searching, filtering, paging and reading work without any of them.

import "./completions.js";
import "./forward.js";
import "./facets.js";
import "./years.js";
import "./citing.js";
import { isSearch, show, whenShown } from "./results.js";

const form = document.getElementById("search");

/** The address that a form asks for; what was left empty is no part of it. */
function asked(sent) {
  const pairs = new URLSearchParams([...new FormData(sent)].filter(([, value]) => value.trim()));
  return `${sent.getAttribute("action")}${pairs.size ? `?${pairs}` : ""}`;
}

document.addEventListener("submit", (event) => {
  const sent = event.target;
  if (!sent.matches("#search, .years form, form.within")) return;
  if (sent.matches("form.within")) return event.preventDefault();
  const address = asked(sent);
  if (!isSearch(address)) return;
  event.preventDefault();
  show(address, sent === form ? { focus: "#results" } : {});
});
// Elsewhere the browser sends the form: without what was left empty.
form.addEventListener("formdata", (event) => {
  for (const [name, value] of [...event.formData]) if (!value.trim()) event.formData.delete(name);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("main a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const address = link.getAttribute("href");
  if (link.matches("a[href='#results']")) closeFilters();
  if (link.hasAttribute("download") || !address.startsWith("/") || !isSearch(address)) return;
  event.preventDefault();
  const turnsPage = link.closest(".paging") !== null;
  show(address.split("#")[0], turnsPage ? { focus: "#results" } : {});
});

// A new order or page size that was pointed at is applied at once. By keyboard a select changes while one looks through its
// choices: there it waits for the button, which comes into sight with the focus.
let byKeyboard = false;
document.addEventListener("keydown", (event) => { if (event.target.matches?.("select[form=search]")) byKeyboard = true; });
document.addEventListener("pointerdown", () => { byKeyboard = false; });
document.addEventListener("change", (event) => {
  if (event.target.matches("select[form=search]") && !byKeyboard) form.requestSubmit();
});

// Menus close by Escape and by a click elsewhere.
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
  if (menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});

function closeFilters() {
  const filters = document.getElementById("filters");
  if (matchMedia("(max-width: 59.99rem)").matches) filters.open = false;
}

// Filters stand open beside the results where there is room. The style sheet shows them there anyway; this tells it to those
// who do not see it.
whenShown(() => {
  const filters = document.getElementById("filters");
  if (filters && matchMedia("(min-width: 60rem)").matches) filters.open = true;
});

// From here on everything acts; a page that was left before this worked without.
document.documentElement.dataset.live = "";
