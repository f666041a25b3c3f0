// What scripts say, in the language of the page, and how it is told to people who can't see it.

const words = JSON.parse(document.getElementById("words").textContent);
const spoken = document.getElementById("spoken");

/** The text of a key with its blanks filled. */
export function say(key, values = {}) {
  return words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** Tells a text to screen readers; the same text twice is told twice. */
export function announce(text) {
  spoken.textContent = "";
  requestAnimationFrame(() => { spoken.textContent = text; });
}

/** Calls `act` once `delay` ms have passed without another call. */
export function settled(act, delay) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(act, delay, ...values);
  };
}

/** Calls `act` for what is typed into `field`, but not for letters that an input method is still making characters of. */
export function typed(field, act) {
  field.addEventListener("input", (event) => { if (!event.isComposing) act(event); });
  field.addEventListener("compositionend", act);
}
