// Toasts: what was just recorded, in its own words, with its Undo; they go away by themselves.

import { part } from "./dom.js";

const STAYS = 8000;
/** So many milliseconds a phone trembles: enough for the hand that holds it. */
const TREMBLES = 12;

/** Show a toast; it stays as long as somebody points at it or is in it. */
export function toast(/** @type {Element} */ told) {
  part(document, "#saved", HTMLElement).replaceChildren(told);
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TREMBLES);
  leave(told);
}

/** Let a toast go after a while. */
function leave(/** @type {Element} */ told) {
  setTimeout(() => {
    if (told.matches(":hover, :focus-within")) leave(told);
    else told.remove();
  }, STAYS);
}

/** The toasts that came with the page go as well. */
export const toasts = () => document.querySelectorAll("#saved .toast").forEach(leave);
