/* Fields of several lines: one more line, or row of a name and what stands beside it, for each tap. */

import { scripted } from "./dom.js";

/** Let a button marked `data-one-more` add a line like the last one, with nothing in it. */
export function rows() {
  scripted(document); // as all pages that come after it, which are made alike
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element && target.closest("[data-one-more]");
    if (!button) return;
    const lines = button.parentElement?.querySelectorAll(":scope > :is(input, .row)") ?? [];
    const copy = [...lines].at(-1)?.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return;
    const boxes = copy instanceof HTMLInputElement ? [copy] : [...copy.querySelectorAll("input")];
    for (const box of boxes) emptied(box);
    button.before(copy);
    boxes[0]?.focus();
  });
}

/** A box of the next line: nothing stands in it, or the least of its number. */
function emptied(/** @type {HTMLInputElement} */ box) {
  box.value = box.min === "1" ? box.min : "";
  box.ariaLabel = (box.ariaLabel ?? "").replace(/\d+(?!.*\d)/, (number) => `${Number(number) + 1}`);
}
