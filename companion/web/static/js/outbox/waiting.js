/** What waits stands on the numbers that it will move, so that nobody taps again. */

import { place } from "../pages.js";

/**
 * @typedef {import("./item.js").Item} Item
 * @typedef {{name: string, by: number}} Move  A number by the name of its counter, and by how much it goes up or down.
 */

const STEP = "button[data-step]";
const LINKED = 'a[href*="/why?path="]:not([data-counter] *)';

/**
 * What a step of a counter would move; null of all other forms.
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

/** Draw what waits on the numbers of this page; what waits no more is taken off them. */
export function stand(/** @type {Item[]} */ waiting) {
  const sums = summed(waiting);
  const marked = document.querySelectorAll("[data-waiting]");
  const numbers = sums.size ? document.querySelectorAll(`[data-counter], ${LINKED}`) : [];
  for (const number of new Set([...marked, ...numbers])) {
    const by = sums.get(nameOf(number)) ?? 0;
    if (number instanceof HTMLElement && (by || number.dataset.waiting !== undefined)) mark(number, by);
  }
}

/** By how much each number of this campaign moves, by its name. */
function summed(/** @type {Item[]} */ waiting) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  const here = `/c/${encodeURIComponent(place().campaign)}/`;
  for (const { address, moved } of waiting) {
    if (moved && new URL(address).pathname.startsWith(here)) {
      sums.set(moved.name, (sums.get(moved.name) ?? 0) + moved.by);
    }
  }
  return sums;
}

/** What a number is called: by its counter, or by where its why leads. */
function nameOf(/** @type {Element} */ number) {
  if (number instanceof HTMLAnchorElement) return new URL(number.href).searchParams.get("path") ?? "";
  return number.getAttribute("data-counter") ?? "";
}

/** Show a number as it would be; the one that the page came with is kept beside it. A run that is counted is let be. */
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
