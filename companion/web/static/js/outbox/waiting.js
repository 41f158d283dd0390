/** Waiting changes are shown on the numbers they will change, so that players do not tap again. */

import { place } from "../pages.js";

/**
 * @typedef {import("./item.js").Item} Item
 * @typedef {{name: string, by: number}} Move  A number by the name of its counter, and the signed change.
 */

const STEP = "button[data-step]";
const LINKED = 'a[href*="/why?path="]:not([data-counter] *)';

/**
 * The change by a step of a counter; null for all other forms.
 * @returns {Move | null}
 */
export function moveOf(/** @type {HTMLFormElement} */ form) {
  const counter = form.closest("[data-counter]");
  const step = form.querySelector(STEP)?.getAttribute("data-step");
  if (!(counter instanceof HTMLElement) || !step) return null;
  const field = form.elements.namedItem(form.dataset.sums ?? "");
  const many = field instanceof HTMLInputElement ? Number(field.value) : 1;
  return { name: counter.dataset.counter ?? "", by: Number(step) * many };
}

/** Show waiting changes on the numbers of this page, and remove those that wait no more. */
export function stand(/** @type {Item[]} */ waiting) {
  const sums = summed(waiting);
  const marked = document.querySelectorAll("[data-waiting]");
  const numbers = sums.size ? document.querySelectorAll(`[data-counter], ${LINKED}`) : [];
  for (const number of new Set([...marked, ...numbers])) {
    const by = sums.get(nameOf(number)) ?? 0;
    if (number instanceof HTMLElement && (by || number.dataset.waiting !== undefined)) mark(number, by);
  }
}

/** The total change of each number of this campaign, by name. */
function summed(/** @type {Item[]} */ waiting) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { moved } of waiting.filter(isOfPage)) {
    if (moved) sums.set(moved.name, (sums.get(moved.name) ?? 0) + moved.by);
  }
  return sums;
}

/** Whether an item belongs to the campaign of the page. */
export const isOfPage = (/** @type {Item} */ { address }) =>
  new URL(address).pathname.startsWith(`/c/${encodeURIComponent(place().campaign)}/`);

/** The name of a number: that of its counter, or the address of its history. */
function nameOf(/** @type {Element} */ number) {
  if (number instanceof HTMLAnchorElement) return new URL(number.href).searchParams.get("path") ?? "";
  return number.getAttribute("data-counter") ?? "";
}

/** Show a number with its change; the page's own number is kept in an attribute. A running count is left alone. */
function mark(/** @type {HTMLElement} */ number, /** @type {number} */ by) {
  const value = number.querySelector(".value");
  const kept = Number(number.dataset.value ?? value?.textContent);
  if (!value || number.dataset.pending !== undefined || Number.isNaN(kept)) return;
  number.dataset.value = String(kept);
  value.textContent = String(kept + by);
  number.classList.toggle("unsaved", by !== 0);
  if (by) number.dataset.waiting = String(by);
  else delete number.dataset.waiting;
}
