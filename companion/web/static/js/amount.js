/* Numbers of a form that are counted by taps: − and + next to the box, which takes any other number as before. */

/** Let the steps of a form count within the bounds of their box; an empty box counts from 0. */
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

/** The number after a step. The first step starts at the form's default for the card, if it knows one. */
function counted(/** @type {HTMLInputElement} */ box, /** @type {number} */ by) {
  return box.value === "" && box.dataset.usual ? Number(box.dataset.usual) : Number(box.value || box.placeholder || 0) + by;
}

/** Put a number into its box, within the box's bounds; 0 empties a box in which that means 0. */
function put(/** @type {HTMLInputElement} */ box, /** @type {number} */ number) {
  const next = Math.min(bound(box.max, Infinity), Math.max(bound(box.min, -Infinity), number));
  box.value = next === Number(box.placeholder || NaN) ? "" : `${next}`;
  for (const name of ["input", "change"]) box.dispatchEvent(new Event(name, { bubbles: true }));
}

const bound = (/** @type {string} */ said, /** @type {number} */ other) => said === "" ? other : Number(said);
