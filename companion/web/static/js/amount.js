/* Numbers of a form that are counted by taps: − and + beside the box, which takes any other number as before. */

/** Let the steps of a form count; a box in which nothing stands counts from nought, within what it may hold. */
export function amounts() {
  document.addEventListener("click", (event) => {
    const tapped = event.target instanceof Element ? event.target : null;
    const step = tapped?.closest("[data-by]");
    const box = step?.parentElement?.querySelector("input");
    if (step instanceof HTMLElement && box) put(box, counted(box, Number(step.dataset.by)));
    const every = tapped?.closest("[data-every]")?.parentElement?.querySelectorAll("input");
    for (const one of every ?? []) if (one.checkVisibility()) put(one, bound(one.max, Number(one.value || 0)));
  });
}

/** The number after a step: from what the card says, or, the first one, what cards usually say, if the form knows that. */
function counted(/** @type {HTMLInputElement} */ box, /** @type {number} */ by) {
  return box.value === "" && box.dataset.usual ? Number(box.dataset.usual) : Number(box.value || box.placeholder || 0) + by;
}

/** A number in its box, within what that may hold; nought is nothing where that is what an empty box says. */
function put(/** @type {HTMLInputElement} */ box, /** @type {number} */ number) {
  const next = Math.min(bound(box.max, Infinity), Math.max(bound(box.min, -Infinity), number));
  box.value = next === Number(box.placeholder || NaN) ? "" : `${next}`;
  for (const name of ["input", "change"]) box.dispatchEvent(new Event(name, { bubbles: true }));
}

const bound = (/** @type {string} */ said, /** @type {number} */ other) => said === "" ? other : Number(said);
