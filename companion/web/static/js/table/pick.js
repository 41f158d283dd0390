/**
 * Maps next to a control of a form: a tap on a space chooses it in the control; if several may be chosen, another tap
 * removes it. A piece to be placed is drawn on the space.
 */

import { around, isField } from "../dom.js";

/**
 * @typedef {{ field: HTMLElement, on: boolean, alone: boolean }} Chosen  Whether a space is chosen now, and whether it
 * is the only one.
 */

/** Let taps on a map choose in its control. */
export function picking() {
  document.addEventListener("click", picked);
  for (const near of ["pointerover", "focusin"]) document.addEventListener(near, (event) => shown(event, true));
  for (const gone of ["pointerout", "focusout"]) document.addEventListener(gone, (event) => shown(event, false));
}

function picked(/** @type {MouseEvent} */ tap) {
  const [space, map] = spaceOf(tap);
  const chosen = map && space && choose(map, space);
  if (!chosen) return;
  const others = chosen.alone ? map.querySelectorAll("[data-pick]") : [];
  for (const other of others) other.setAttribute("aria-pressed", "false");
  space.setAttribute("aria-pressed", String(chosen.on));
  lay(map, space);
  chosen.field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** The space of an event, and its map. @returns {[HTMLElement, HTMLElement] | [null, null]} */
function spaceOf(/** @type {Event} */ event) {
  const space = around(event, "[data-pick]", HTMLElement);
  const map = space?.closest("[data-picks]");
  return space && map instanceof HTMLElement ? [space, map] : [null, null];
}

/**
 * Choose a space in the control of its map, or remove it; null if the control has no place for it. @returns {Chosen |
 * null}
 */
function choose(/** @type {HTMLElement} */ map, /** @type {HTMLElement} */ space) {
  const id = space.dataset.pick ?? "";
  const field = document.getElementById(map.dataset.picks ?? "");
  if (field instanceof HTMLTextAreaElement) return inLines(field, id, space.querySelector("strong")?.textContent ?? id);
  if (field && isField(field)) {
    field.value = id;
    return { field, on: true, alone: true };
  }
  const places = [...(map.parentElement?.querySelectorAll("select") ?? [])];
  return places.length ? inOrder(places, id) : onChip(map, id);
}

/** Choose by a name on a separate line. @returns {Chosen} */
function inLines(/** @type {HTMLTextAreaElement} */ field, /** @type {string} */ id, /** @type {string} */ name) {
  const lines = field.value.split("\n").map((line) => line.trim()).filter((line) => line);
  const others = lines.filter((line) => line !== id && line !== name);
  const on = others.length === lines.length;
  field.value = (on ? [...others, name] : others).join("\n");
  return { field, on, alone: false };
}

/** Choose the next of several places, or clear one and move up those behind it. @returns {Chosen | null} */
function inOrder(/** @type {HTMLSelectElement[]} */ places, /** @type {string} */ id) {
  const values = places.map((place) => place.value).filter((value) => value);
  const on = !values.includes(id);
  const kept = on ? [...values, id] : values.filter((value) => value !== id);
  const [field] = places;
  if (!field || kept.length > places.length) return null;
  places.forEach((place, n) => (place.value = kept[n] ?? ""));
  return { field, on, alone: false };
}

/** Choose a chip, alone or one of several. @returns {Chosen | null} */
function onChip(/** @type {HTMLElement} */ map, /** @type {string} */ id) {
  const field = map.parentElement?.querySelector(`.chip > input[value="${CSS.escape(id)}"]`);
  if (!(field instanceof HTMLInputElement)) return null;
  field.checked = field.type === "radio" || !field.checked;
  return { field, on: field.checked, alone: field.type === "radio" };
}

/** Draw the piece to be placed on the space under the finger or keyboard focus, else on the chosen one. */
function shown(/** @type {Event} */ event, /** @type {boolean} */ here) {
  const [space, map] = spaceOf(event);
  if (map) lay(map, here ? space : null);
}

/** Draw the piece to be placed on a space, or on the chosen one. */
function lay(/** @type {HTMLElement} */ map, /** @type {Element | null} */ space) {
  const laid = map.querySelector("[data-covers]");
  const box = (space ?? map.querySelector("[data-pick][aria-pressed='true']"))?.parentElement;
  if (!laid) return;
  if (!box) return laid.removeAttribute("transform");
  const [x = 0, y = 0, width = 0, height = 0] = ["x", "y", "width", "height"].map((name) => Number(box.getAttribute(name)));
  laid.setAttribute("transform", `translate(${x + width / 2} ${y + height / 2})`);
}
