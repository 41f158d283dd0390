// Toasts: what was just recorded, in its own words, with its Undo; they go away by themselves.

import { part } from "./dom.js";

const STAYS = 8000;
/** So many milliseconds a phone trembles: enough for the hand that holds it. */
const TREMBLES = 12;

/** What was pulled out lies over everything but what was raised after it; browsers without popovers pull nothing out. */
const PULLED = CSS.supports("selector(:popover-open)") ? ".drawer:popover-open" : "";

const place = () => part(document, "#saved", HTMLElement);

/** Show a toast; it stays as long as somebody points at it or is in it. */
export function toast(/** @type {Element} */ told) {
  place().replaceChildren(told);
  raise();
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TREMBLES);
  leave(told);
}

/** Let a toast go after a while. */
function leave(/** @type {Element} */ told) {
  setTimeout(() => {
    if (told.matches(":hover, :focus-within")) leave(told);
    else told.remove();
    if (!place().childElementCount) place().removeAttribute("popover");
  }, STAYS);
}

/** A toast stands over what is pulled out. */
function raise() {
  const saved = place();
  if (!PULLED || !saved.childElementCount || !document.querySelector(PULLED)) return;
  saved.removeAttribute("popover");
  saved.popover = "manual";
  saved.showPopover();
}

/** The toasts that came with the page go as well; one that is there stays in sight when something is pulled out. */
export function toasts() {
  document.querySelectorAll("#saved .toast").forEach(leave);
  document.addEventListener("toggle", ({ target }) => target !== place() && raise(), { capture: true });
}
