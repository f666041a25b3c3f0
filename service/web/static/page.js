// Comforts for browsers that run scripts. Everything on the page works without this file.
"use strict";

const form = document.getElementById("search");

// What was left empty is no part of the address.
form.addEventListener("formdata", (event) => {
  for (const [name, value] of [...event.formData]) {
    if (!value.trim()) event.formData.delete(name);
  }
});

// A new order or page size that was pointed at is applied at once. By keyboard a select changes while one
// looks through its choices: there it waits for the button.
for (const select of document.querySelectorAll("select[form=search]")) {
  let byKeyboard = false;
  select.addEventListener("keydown", () => { byKeyboard = true; });
  select.addEventListener("pointerdown", () => { byKeyboard = false; });
  select.addEventListener("change", () => { if (!byKeyboard) form.requestSubmit(); });
}

// Filters stand open beside the results where there is room; page.css does this alone where it can.
const filters = document.getElementById("filters");
if (filters && !CSS.supports("selector(::details-content)") && matchMedia("(min-width: 60rem)").matches) {
  filters.open = true;
}
