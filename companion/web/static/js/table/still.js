// Nothing moves under a thumb: the element that was touched last, or is being read, stays in place while the page
// changes.

import { isFitted, mainOf } from "../dom.js";

/** @typedef {{element: Element, top: number}} Mark  An element, and its distance from the top of the window. */

/** Space above and below the page that keeps an element in place if the page is too short to be scrolled there. */
const ABOVE = "--held-above";
const BELOW = "--held-below";
/** Milliseconds without a touch after which the space above is removed; then no tap is near. */
const IDLE = 6_000;
/** Milliseconds after which a resting finger is no tap, so that the page need not wait for it. */
const LONG = 600;

/** Milliseconds after a touch in which the hand is near; a visible prompt is then kept in full view. */
const LATELY = 20_000;
/** Milliseconds after a touch in which a change may be its result; a later change is another player's. */
const ANSWERED = 2_000;
/** The most pixels by which a result is scrolled out from below the sticky line; that moves no target. */
const CUT = 48;

/** @type {Element | null} */
let touched = null;
let touchedAt = 0;
/** The time when the last touch changed the page: the touched element may be gone, such as a field of a map. */
let playedAt = 0;
let pressed = 0;
let idle = 0;
/** @type {(() => void)[]} */
let waiting = [];

/** Watch fingers, and remove held space once it is off the screen. */
export function still() {
  document.addEventListener("pointerdown", down, { capture: true });
  for (const gone of ["pointerup", "pointercancel"]) window.addEventListener(gone, lift, { capture: true });
  window.addEventListener("scroll", giveBack, { passive: true });
}

function down(/** @type {PointerEvent} */ { target }) {
  touched = target instanceof Element ? target : null;
  touchedAt = performance.now();
  if (idle) giveBackLater();
  window.clearTimeout(pressed);
  pressed = window.setTimeout(lift, LONG);
}

/** A finger was lifted; waiting changes continue after the click that it makes. */
function lift() {
  window.clearTimeout(pressed);
  pressed = 0;
  const ready = waiting;
  waiting = [];
  if (ready.length) window.setTimeout(() => ready.forEach((go) => go()));
}

/**
 * Resolves once no finger is about to tap, so that a tap hits the element it was meant for.
 * @returns {Promise<void>}
 */
export const lifted = () => pressed ? new Promise((go) => waiting.push(go)) : Promise.resolve();

/** The element that was touched lately, if it is still on the page. */
export const lastTouched = () => touched?.isConnected && performance.now() - touchedAt < LATELY ? touched : null;

/**
 * Change the page, and keep the element that was touched lately, or is being read, in place. A fitted page never
 * scrolls.
 */
export function keepStill(/** @type {() => void} */ change) {
  if (isFitted()) {
    change();
    return;
  }
  const drawer = document.querySelector(".drawer:popover-open");
  const answered = lastTouched()?.closest("#prompts form");
  const asked = answered?.textContent;
  const [looked, pulled] = [marks(inMain()), marks(drawer && inside(drawer))];
  const isNextLooked = !isHeld() && isNextSeen();
  const since = performance.now() - touchedAt;
  const mayLead = !isYours() && since > ANSWERED && since < LATELY && (isHeld() || playedAt > touchedAt);
  if (since <= ANSWERED && touched?.closest("#main button")) playedAt = performance.now();
  const root = document.documentElement;
  root.style.setProperty("overflow-anchor", "none", "important"); // else the browser's scroll anchoring would undo this
  change();
  for (const space of [ABOVE, BELOW]) mainOf(document).style.removeProperty(space);
  settle(looked);
  const isAnswered = answered && !(answered.isConnected && answered.textContent === asked);
  if (isAnswered || (mayLead && isYours()) || (isNextLooked && !isNextSeen())) showNext();
  else if (since <= ANSWERED) bringOut();
  if (drawer && pulled.length) drawer.scrollTop += moved(pulled);
  requestAnimationFrame(() => requestAnimationFrame(() => root.style.removeProperty("overflow-anchor")));
}

/** Scroll the page so that its marks are in place; if it cannot be scrolled so far, hold the space. */
function settle(/** @type {Mark[]} */ found) {
  if (!found.length) return;
  scrollBy(0, moved(found));
  const left = moved(found);
  if (!left) return;
  mainOf(document).style.setProperty(left < 0 ? ABOVE : BELOW, `${Math.abs(left)}px`);
  scrollBy(0, moved(found));
  giveBackLater();
}

/** Remove held space after a while without a touch. */
function giveBackLater() {
  window.clearTimeout(idle);
  idle = window.setTimeout(() => {
    idle = 0;
    mainOf(document).style.removeProperty(ABOVE);
  }, IDLE);
}

/** The distance by which the first remaining mark has moved, in whole pixels. */
function moved(/** @type {Mark[]} */ found) {
  const mark = found.find(({ element }) => element.isConnected && element.getClientRects().length);
  return mark ? Math.round(mark.element.getBoundingClientRect().top - mark.top) : 0;
}

/**
 * An element and its ancestors, the nearest first, each with its place: the nearest may be gone afterwards, such as an
 * answered prompt.
 *
 * For a scrolled map, only the whole map, since its tappable spaces change.
 */
function marks(/** @type {Element | null} */ part) {
  const found = [];
  for (let one = part?.closest("[data-pans]") ?? part; one && !["main", "prompts"].includes(one.id); one = one.parentElement) {
    if (one.getClientRects().length) found.push({ element: one, top: one.getBoundingClientRect().top });
  }
  return found;
}

/**
 * The element of the page that was touched lately and is visible, or that is being read; null if it is the next prompt.
 */
function inMain() {
  if (isHeld()) return lastTouched();
  return isNextSeen() ? null : middle();
}

/** Whether the element that was touched lately is within the page and visible. */
function isHeld() {
  const held = lastTouched();
  return Boolean(held?.closest("#main") && !held.closest(".reach, .drawer:popover-open") && isOnScreen(held));
}

/** Whether the next prompt is the visitor's own. */
const isYours = () => document.querySelector("#prompts .yours") !== null;

/** Whether the beginning of the next prompts, or of the awaited players, is visible. */
const isNextSeen = () => ["#prompts *", "#awaited *"].some(isFirstSeen);

/** Whether the first rendered element of a selector is visible, below the sticky line. */
function isFirstSeen(/** @type {string} */ parts) {
  const first = [...document.querySelectorAll(parts)].find((one) => one.getClientRects().length);
  return first !== undefined && first.getBoundingClientRect().bottom > topOfPage() && isOnScreen(first);
}

/** The top of the page below the sticky line. */
const topOfPage = () => document.querySelector("#strip")?.getBoundingClientRect().bottom ?? 0;

/** After an answer, scroll to the beginning of the next prompt, or of the awaited players. */
function showNext() {
  const tops = [...document.querySelectorAll("#prompts, #awaited:not([hidden])")].map((one) => one.getBoundingClientRect().top);
  const above = topOfPage() - Math.min(...tops);
  if (above > 0) scrollBy(0, -above);
}

/** Scroll the next prompt out from below the sticky line if little of it is covered. */
function bringOut() {
  const first = [...document.querySelectorAll("#prompts *")].find((one) => one.getClientRects().length);
  const cut = first && isFirstSeen("#prompts *") ? topOfPage() - first.getBoundingClientRect().top : 0;
  if (cut > 0 && cut <= CUT) scrollBy(0, -Math.ceil(cut));
}

/** The element that was touched last, if it is in a drawer; else null. */
const inside = (/** @type {Element} */ drawer) => touched && drawer.contains(touched) ? touched : null;

function isOnScreen(/** @type {Element} */ part) {
  const { top, bottom, height } = part.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
}

/** The page's element nearest to the middle of the screen, without overlays. */
function middle() {
  const across = mainOf(document).getBoundingClientRect();
  for (const part of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2]) {
    const here = document.elementsFromPoint(across.x + across.width / 2, innerHeight * part);
    const found = here.find((one) => one.closest("#main") && one.id !== "main" && !one.closest(".reach, [popover]:popover-open"));
    if (found) return found;
  }
  return null;
}

/** Remove held space that is off the screen, so that its removal is invisible. */
function giveBack() {
  const { style } = mainOf(document);
  const held = parseFloat(style.getPropertyValue(ABOVE)) || 0;
  if (!held || scrollY < held) return;
  style.removeProperty(ABOVE);
  scrollBy(0, -held);
}
