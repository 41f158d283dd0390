/* Agemonia's row of turns: scrolls the current turn into view. */

import { onShown } from "../js/pages.js";

onShown(turns);

/** Scroll the row, and nothing else, to the current turn. */
function turns() {
  for (const row of document.querySelectorAll(".initiative")) {
    const active = row.querySelector("[aria-current]");
    if (active instanceof HTMLElement) row.scrollLeft = active.offsetLeft - (row.clientWidth - active.offsetWidth) / 2;
  }
}
