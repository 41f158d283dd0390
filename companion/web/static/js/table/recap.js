/** The recap: once folded it stays folded on this device. */

/** Remember that the recap was folded, as its button would. */
export function recap() {
  const listened = { capture: true }; // the toggle event of a fold does not bubble
  document.addEventListener("toggle", ({ target }) => target instanceof HTMLDetailsElement && folded(target), listened);
}

function folded(/** @type {HTMLDetailsElement} */ story) {
  const form = story.matches("#recap") && !story.open ? story.querySelector("form") : null;
  if (form) void fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
}
