/** Last time's story: once folded it stays so on this device. */

/** Remember that the story was folded, as its own button does. */
export function recap() {
  const listened = { capture: true }; // for a fold tells nobody above it that it was folded
  document.addEventListener("toggle", ({ target }) => target instanceof HTMLDetailsElement && folded(target), listened);
}

function folded(/** @type {HTMLDetailsElement} */ story) {
  const form = story.matches("#recap") && !story.open ? story.querySelector("form") : null;
  if (form) void fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
}
