/* Fields of several lines: each tap adds a line, or a row of a name and its value. */

import { scripted } from "./dom.js";

/** Let a button marked `data-one-more` add an empty line like the last one. */
export function rows() {
  scripted(document); // as for all later pages, which are processed the same way
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

/** A box of the next line: empty, or with its smallest number. */
function emptied(/** @type {HTMLInputElement} */ box) {
  box.value = box.min === "1" ? box.min : "";
  box.ariaLabel = (box.ariaLabel ?? "").replace(/\d+(?!.*\d)/, (number) => `${Number(number) + 1}`);
}
