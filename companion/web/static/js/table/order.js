/** Lists in which the order counts: things are tapped one after the other, and stand in the places of the form. */

import { around, part } from "../dom.js";

/** Take what is tapped on buttons with `data-next` as the next thing of their list; an empty one takes the last back. */
export function ordering() {
  document.addEventListener("click", (click) => {
    const button = around(click, "[data-next]", HTMLButtonElement);
    const list = button?.closest("fieldset");
    if (button && list) tapped(list, button.dataset.next ?? "");
  });
}

function tapped(/** @type {HTMLFieldSetElement} */ list, /** @type {string} */ value) {
  const places = [...list.querySelectorAll("select")];
  const free = places.findIndex((place) => !place.value);
  const last = free < 0 ? places.length - 1 : free - 1;
  const at = places[value ? free : last];
  if (!at) return;
  at.value = value;
  at.dispatchEvent(new Event("change", { bubbles: true }));
  part(list, "ol", HTMLOListElement).replaceChildren(...places.filter((place) => place.value).map(line));
}

/** What stands in a place, in words. */
function line(/** @type {HTMLSelectElement} */ place) {
  const said = document.createElement("li");
  said.textContent = place.selectedOptions[0]?.textContent.trim() ?? "";
  return said;
}
