/** Maps beside a control of a form: a tap on a space chooses it, as if it had been chosen there. */

import { around, isField } from "../dom.js";

/** Let what is tapped on a map be chosen in its control. */
export function picking() {
  document.addEventListener("click", picked);
}

function picked(/** @type {MouseEvent} */ tap) {
  const space = around(tap, "[data-pick]", HTMLElement);
  const map = space?.closest("[data-picks]");
  if (!space || !(map instanceof HTMLElement)) return;
  const field = controlOf(map, space.dataset.pick ?? "");
  if (!field) return;
  for (const other of map.querySelectorAll("[data-pick]")) other.setAttribute("aria-pressed", String(other === space));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** The control in which something is chosen now; null where there is none for it. */
function controlOf(/** @type {HTMLElement} */ map, /** @type {string} */ id) {
  const field = document.getElementById(map.dataset.picks ?? "");
  if (field && isField(field)) {
    field.value = id;
    return field;
  }
  const chip = map.parentElement?.querySelector(`input[type="radio"][value="${CSS.escape(id)}"]`);
  if (!(chip instanceof HTMLInputElement)) return null;
  chip.checked = true;
  return chip;
}
