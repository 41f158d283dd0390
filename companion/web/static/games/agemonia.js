/* Agemonia's order of turns: whoever is at turn stands in sight, however long the row. */

import { onShown } from "../js/pages.js";

onShown(turns);

/** Move the row, and nothing else, to the one at turn. */
function turns() {
  for (const row of document.querySelectorAll(".initiative")) {
    const active = row.querySelector("[aria-current]");
    if (active instanceof HTMLElement) row.scrollLeft = active.offsetLeft - (row.clientWidth - active.offsetWidth) / 2;
  }
}
