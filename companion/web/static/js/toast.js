// Toasts: what was just recorded, in its own words, with its Undo; they go away by themselves, and cover no question.

import { part } from "./dom.js";
import { lastTouched } from "./table/still.js";

/** @typedef {{at: string, top: number, bottom: number}} Spot  A place for a toast on a phone. */

const STAYS = 8000;
/** So many milliseconds a phone trembles: enough for the hand that holds it. */
const TREMBLES = 12;

/** What was pulled out lies over everything but what was raised after it; browsers without popovers pull nothing out. */
const PULLED = CSS.supports("selector(:popover-open)") ? ".drawer:popover-open" : "";

/** A window without room beside the page. */
const NARROW = matchMedia("(max-width: 61.99rem)");
/** What is asked, and what is tapped for it. */
const ASKED =
  ":is(#prompts, .drawer:popover-open, main:has(> .form)) :is(h1, h2, .yours, legend, label, button, a, summary, input, select, textarea)";

const place = () => part(document, "#saved", HTMLElement);

/** Show a toast for what was saved, and let the hand that saved it feel so. */
export function toast(/** @type {Element} */ told) {
  tell(told);
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TREMBLES);
}

/** Show a toast; it stays as long as somebody points at it or is in it. */
export function tell(/** @type {Element} */ told) {
  place().replaceChildren(told);
  raise();
  requestAnimationFrame(lay); // the page that it tells of is drawn with it
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

/**
 * Lay the toast of a phone where it covers no question and nothing that is tapped on and on: above what is in reach, below
 * the line on top, or over that line where both are taken.
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

/** Where what stays in reach at the bottom of the window begins. */
function topOfReach() {
  const parts = [...document.querySelectorAll(".places, #bar")].filter((one) => getComputedStyle(one).position === "sticky");
  return Math.min(innerHeight, ...parts.map((one) => one.getBoundingClientRect().top));
}

/** Whether something that is asked lies in a place. */
const isAsked = (/** @type {Spot} */ spot) => [...document.querySelectorAll(ASKED)].some((one) => isIn(one, spot));

/** Whether a part of the page lies in a place, or reaches into it. */
function isIn(/** @type {Element} */ part, /** @type {Spot} */ { top, bottom }) {
  const box = part.getBoundingClientRect();
  return part.checkVisibility() && box.top < bottom && top < box.bottom;
}

/** The toasts that came with the page go as well; one that is there stays in sight when something is pulled out. */
export function toasts() {
  document.querySelectorAll("#saved .toast").forEach(leave);
  lay();
  addEventListener("scroll", lay, { passive: true });
  document.addEventListener("toggle", ({ target }) => target !== place() && raise(), { capture: true });
}
