// References: the dialog that shows a paper in a format of one's choice, and buttons that copy.

import { announce, say } from "./speaking.js";

const texts = new Map();
let paper = "";

function dialog() {
  return document.getElementById("citing");
}

async function fill() {
  const box = dialog();
  const format = box.querySelector("input:checked").value;
  const address = `${paper}?format=${format}`;
  const code = box.querySelector("code");
  box.querySelector(".download").href = address;
  if (!texts.has(address)) {
    code.textContent = say("loading");
    try {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(answer.status);
      texts.set(address, (await answer.text()).trim());
    } catch {
      code.textContent = say("unloaded");
      return;
    }
  }
  // Another format or paper may have been chosen meanwhile.
  if (address === `${paper}?format=${box.querySelector("input:checked").value}`) code.textContent = texts.get(address);
}

async function copy(button) {
  const code = button.closest("dialog, details").querySelector("code");
  const done = await copied(code);
  const before = button.textContent;
  button.textContent = say(done ? "copied" : "uncopied");
  announce(button.textContent);
  setTimeout(() => { button.textContent = before; }, 2000);
}

/** Copies a text; where the clipboard is closed (no https), by selecting it. */
async function copied(code) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(code);
    return document.execCommand("copy");
  }
}

document.addEventListener("click", (event) => {
  const cite = event.target.closest("a.cite");
  if (cite && dialog() && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    paper = cite.dataset.cite;
    dialog().showModal();
    fill();
  }
  const button = event.target.closest("button.copy");
  if (button) copy(button);
  // A click on what is behind the dialog closes it, like its button.
  if (event.target.closest("dialog .close") || event.target === dialog()) dialog().close();
});
document.addEventListener("change", (event) => { if (event.target.name === "citing") fill(); });
for (const button of document.querySelectorAll("button.copy[hidden]")) button.hidden = false;
