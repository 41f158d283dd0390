/* Numbers of a form that are counted by taps: − and + beside the box, which takes any other number as before. */

/** Let the steps of a form count; a box in which nothing stands counts from nought, within what it may hold. */
export function amounts() {
  document.addEventListener("click", (event) => {
    const step = event.target instanceof Element && event.target.closest("[data-by]");
    const box = step && step.parentElement?.querySelector("input");
    if (!(step instanceof HTMLElement) || !box) return;
    const [least, most] = [bound(box.min, -Infinity), bound(box.max, Infinity)];
    const next = Math.min(most, Math.max(least, Number(box.value || 0) + Number(step.dataset.by)));
    box.value = `${next}`;
    for (const name of ["input", "change"]) box.dispatchEvent(new Event(name, { bubbles: true }));
  });
}

const bound = (/** @type {string} */ said, /** @type {number} */ other) => said === "" ? other : Number(said);
