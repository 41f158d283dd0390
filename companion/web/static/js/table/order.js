/** Ordered lists: things are tapped in order, and fill the places of the form. */

import { around, found } from "../dom.js";

/** Let buttons with `data-next` add their thing to the list; an empty one removes the last. */
export function ordering() {
  document.addEventListener("click", (click) => {
    const button = around(click, "[data-next]", HTMLButtonElement);
    const list = button?.closest("fieldset");
    if (button && list) tapped(list, button.dataset.next ?? "");
  });
  document.addEventListener("change", (change) => {
    const list = around(change, "fieldset.order", HTMLFieldSetElement);
    if (list) tell(list);
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
}

/** Show the list in words. */
function tell(/** @type {HTMLFieldSetElement} */ list) {
  const places = [...list.querySelectorAll("select")].filter((place) => place.value);
  found(list, "ol", HTMLOListElement)?.replaceChildren(...places.map(line));
}

/** The thing in a place, in words. */
function line(/** @type {HTMLSelectElement} */ place) {
  const said = document.createElement("li");
  said.textContent = place.selectedOptions[0]?.textContent.trim() ?? "";
  return said;
}
