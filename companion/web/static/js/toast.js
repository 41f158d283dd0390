// Toasts: the sentences of a recorded command with its Undo. They disappear automatically, and cover no question.

import { part } from "./dom.js";
import { lastTouched } from "./table/still.js";

/** @typedef {{at: string, top: number, bottom: number}} Spot  A place for a toast on a phone. */

const STAYS = 8000;
/** Milliseconds that a phone vibrates: enough for the hand that holds it. */
const TREMBLES = 12;

/** An open drawer covers everything except popovers opened later; browsers without popovers have no drawers. */
const PULLED = CSS.supports("selector(:popover-open)") ? ".drawer:popover-open" : "";

/** A window without room next to the page. */
const NARROW = matchMedia("(max-width: 61.99rem)");
/** The questions of the page, and the controls that answer them. */
const ASKED =
  ":is(#prompts, .drawer:popover-open, main:has(> .form)) :is(h1, h2, .yours, legend, label, button, a, summary, input, select, textarea)";

const place = () => part(document, "#saved", HTMLElement);

/** Show a toast for a saved command, and vibrate. */
export function toast(/** @type {Element} */ told) {
  tell(told);
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TREMBLES);
}

/** Show a toast; it stays while it is hovered or focused. */
export function tell(/** @type {Element} */ told) {
  place().replaceChildren(told);
  raise();
  requestAnimationFrame(lay); // the page it is about is rendered with it
  leave(told);
}

/** Remove a toast after a while. */
function leave(/** @type {Element} */ told) {
  setTimeout(() => {
    if (told.matches(":hover, :focus-within")) leave(told);
    else told.remove();
    if (!place().childElementCount) place().removeAttribute("popover");
  }, STAYS);
}

/** Raise the toast above open drawers. */
function raise() {
  const saved = place();
  if (!PULLED || !saved.childElementCount || !document.querySelector(PULLED)) return;
  saved.removeAttribute("popover");
  saved.popover = "manual";
  saved.showPopover();
}

/**
 * Place a phone's toast where it covers no question and no repeated tap target: above the bottom bar, below the sticky
 * line, or over that line if both are taken.
 */
export function lay() {
  const saved = place();
  const told = saved.firstElementChild;
  if (!told || !NARROW.matches) return;
  const high = told.getBoundingClientRect().height;
  const [foot, head] = [topOfReach(), part(document, "#strip", HTMLElement).getBoundingClientRect().bottom];
  const spots = [{ at: "foot", top: foot - high, bottom: foot }, { at: "head", top: head, bottom: head + high }];
  const touched = lastTouched();
  const best = spots.find((spot) => !isAsked(spot) && !(touched && isIn(touched, spot)));
  saved.style.setProperty("--foot", `${innerHeight - foot}px`);
  saved.style.setProperty("--head", `${head}px`);
  saved.dataset.lies = best?.at ?? "top";
}

/** The top of the bar at the bottom of the window. */
function topOfReach() {
  const parts = [...document.querySelectorAll(".places, #bar")].filter((one) => getComputedStyle(one).position === "sticky");
  return Math.min(innerHeight, ...parts.map((one) => one.getBoundingClientRect().top));
}

/** Whether a question overlaps a place. */
const isAsked = (/** @type {Spot} */ spot) => [...document.querySelectorAll(ASKED)].some((one) => isIn(one, spot));

/** Whether an element overlaps a place. */
function isIn(/** @type {Element} */ part, /** @type {Spot} */ { top, bottom }) {
  const box = part.getBoundingClientRect();
  return part.checkVisibility() && box.top < bottom && top < box.bottom;
}

/** Remove toasts that came with the page, too; keep a visible toast above a drawer that opens. */
export function toasts() {
  document.querySelectorAll("#saved .toast").forEach(leave);
  lay();
  addEventListener("scroll", lay, { passive: true });
  document.addEventListener("toggle", ({ target }) => target !== place() && raise(), { capture: true });
}
