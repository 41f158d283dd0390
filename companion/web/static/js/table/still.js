// Nothing moves under a thumb: what somebody touched lately, or looks at, stays where it is while the page changes around it.

import { isFitted, mainOf } from "../dom.js";

/**
 * @typedef {{element: Element, top: number}} Mark  A part of the page, and how far below the edge of the window it stands.
 */

/** Space above and below the page that keeps a part of it in its place where the page is too short to be scrolled there. */
const ABOVE = "--held-above";
const BELOW = "--held-below";
/** Space above is given back after so long without a touch: then nobody is about to tap. */
const IDLE = 6_000;
/** A finger that stays longer than this is no tap: the page need not wait for it to be gone. */
const LONG = 600;

/** So long after a touch a hand is still there; whoever has what comes next in sight sees all of what comes then. */
const LATELY = 20_000;
/** So long after a touch a change may still be what it brought about; a later one is another's. */
const ANSWERED = 2_000;
/** What a touch brought about comes out from below the line that stays on top, if by no more: that moves nobody's aim. */
const CUT = 48;

/** @type {Element | null} */
let touched = null;
let touchedAt = 0;
/** When the last touch changed the page: what was touched may be gone with it, as a field of a map that was tapped. */
let playedAt = 0;
let pressed = 0;
let idle = 0;
/** @type {(() => void)[]} */
let waiting = [];

/** Watch fingers, and give held space back once nobody sees it. */
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

/** The finger is gone; what waited for it goes on after the click that it makes. */
function lift() {
  window.clearTimeout(pressed);
  pressed = 0;
  const ready = waiting;
  waiting = [];
  if (ready.length) window.setTimeout(() => ready.forEach((go) => go()));
}

/**
 * Once no finger is about to tap: what is under it is what it was meant for.
 * @returns {Promise<void>}
 */
export const lifted = () => pressed ? new Promise((go) => waiting.push(go)) : Promise.resolve();

/** What somebody touched lately, as far as it is still on the page. */
export const lastTouched = () => touched?.isConnected && performance.now() - touchedAt < LATELY ? touched : null;

/** Change the page, and leave what somebody touched lately, or looks at, where it is. A fitted page never scrolls. */
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
  root.style.setProperty("overflow-anchor", "none", "important"); // a browser that holds on to something else would undo this
  change();
  for (const space of [ABOVE, BELOW]) mainOf(document).style.removeProperty(space);
  settle(looked);
  const isAnswered = answered && !(answered.isConnected && answered.textContent === asked);
  if (isAnswered || (mayLead && isYours()) || (isNextLooked && !isNextSeen())) showNext();
  else if (since <= ANSWERED) bringOut();
  if (drawer && pulled.length) drawer.scrollTop += moved(pulled);
  requestAnimationFrame(() => requestAnimationFrame(() => root.style.removeProperty("overflow-anchor")));
}

/** Scroll the page so that its marks are where they were; where it cannot be scrolled so far, hold the space. */
function settle(/** @type {Mark[]} */ found) {
  if (!found.length) return;
  scrollBy(0, moved(found));
  const left = moved(found);
  if (!left) return;
  mainOf(document).style.setProperty(left < 0 ? ABOVE : BELOW, `${Math.abs(left)}px`);
  scrollBy(0, moved(found));
  giveBackLater();
}

/** Give held space back once nobody has touched the page for a while. */
function giveBackLater() {
  window.clearTimeout(idle);
  idle = window.setTimeout(() => {
    idle = 0;
    mainOf(document).style.removeProperty(ABOVE);
  }, IDLE);
}

/** How far down the first of some marks that is left has moved, in whole pixels. */
function moved(/** @type {Mark[]} */ found) {
  const mark = found.find(({ element }) => element.isConnected && element.getClientRects().length);
  return mark ? Math.round(mark.element.getBoundingClientRect().top - mark.top) : 0;
}

/**
 * A part and those around it, the nearest first, each with its place: the nearest may be gone afterwards, as what was answered.
 *
 * Of a map that is scrolled, all of it: what may be tapped there lies on other fields afterwards.
 */
function marks(/** @type {Element | null} */ part) {
  const found = [];
  for (let one = part?.closest("[data-pans]") ?? part; one && !["main", "prompts"].includes(one.id); one = one.parentElement) {
    if (one.getClientRects().length) found.push({ element: one, top: one.getBoundingClientRect().top });
  }
  return found;
}

/** What of the page somebody touched lately and still sees, or what they look at; nothing where that is what comes next. */
function inMain() {
  if (isHeld()) return lastTouched();
  return isNextSeen() ? null : middle();
}

/** Whether what somebody touched lately is of the page, and on the screen. */
function isHeld() {
  const held = lastTouched();
  return Boolean(held?.closest("#main") && !held.closest(".reach, .drawer:popover-open") && isOnScreen(held));
}

/** Whether what comes next is one's own. */
const isYours = () => document.querySelector("#prompts .yours") !== null;

/** Whether the beginning of what comes next is on the screen: one's own, or for whom the table waits. */
const isNextSeen = () => ["#prompts *", "#awaited *"].some(isFirstSeen);

/** Whether the first that is drawn of some parts is on the screen, below the line that stays on top. */
function isFirstSeen(/** @type {string} */ parts) {
  const first = [...document.querySelectorAll(parts)].find((one) => one.getClientRects().length);
  return first !== undefined && first.getBoundingClientRect().bottom > topOfPage() && isOnScreen(first);
}

/** Where the page begins below the line that stays on top. */
const topOfPage = () => document.querySelector("#strip")?.getBoundingClientRect().bottom ?? 0;

/** Whoever answered sees what is asked next from its beginning, or for whom the table waits. */
function showNext() {
  const tops = [...document.querySelectorAll("#prompts, #awaited:not([hidden])")].map((one) => one.getBoundingClientRect().top);
  const above = topOfPage() - Math.min(...tops);
  if (above > 0) scrollBy(0, -above);
}

/** What comes next is seen from its beginning, where little of that lies under the line that stays on top. */
function bringOut() {
  const first = [...document.querySelectorAll("#prompts *")].find((one) => one.getClientRects().length);
  const cut = first && isFirstSeen("#prompts *") ? topOfPage() - first.getBoundingClientRect().top : 0;
  if (cut > 0 && cut <= CUT) scrollBy(0, -Math.ceil(cut));
}

/** What somebody touched last in a drawer; nothing where that is elsewhere. */
const inside = (/** @type {Element} */ drawer) => touched && drawer.contains(touched) ? touched : null;

function isOnScreen(/** @type {Element} */ part) {
  const { top, bottom, height } = part.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
}

/** What stands nearest to the middle of the screen, as far as it is of the page and not over it. */
function middle() {
  const across = mainOf(document).getBoundingClientRect();
  for (const part of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2]) {
    const here = document.elementsFromPoint(across.x + across.width / 2, innerHeight * part);
    const found = here.find((one) => one.closest("#main") && one.id !== "main" && !one.closest(".reach, [popover]:popover-open"));
    if (found) return found;
  }
  return null;
}

/** Give held space back where it is off the screen, so that nobody sees it go. */
function giveBack() {
  const { style } = mainOf(document);
  const held = parseFloat(style.getPropertyValue(ABOVE)) || 0;
  if (!held || scrollY < held) return;
  style.removeProperty(ABOVE);
  scrollBy(0, -held);
}
