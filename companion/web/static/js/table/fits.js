// The screen for the room: its text is as large as all of the page fits the window.

import { isFitted } from "../dom.js";
import { onShown } from "../pages.js";

const LEAST = 13;
/** The largest text, as a part of the window's width: nobody reads faster for larger letters. */
const LARGEST = 1 / 44;
/** So much smaller is each text that is tried after one that is too large; as columns come and go, a smaller one may not fit. */
const STEP = 0.93;
/** What fits is made so much smaller where that fits too: a word more in the next turn does not move all of the page. */
const SPARE = 0.98;
/** The least letters of a plan, as a part of the window's height: 24 pixels of 1080 are read at three metres. */
const LEAST_OF_PLAN = 1 / 44.9;

/** Fit pages that ask for it: when one is shown, and when the page or the window changes its size. */
export function fits() {
  onShown(fit);
  new ResizeObserver(() => requestAnimationFrame(fit)).observe(document.body);
  document.fonts.ready.then(fit);
}

/** The size that the text has, in pixels, and the window that it was fitted to. */
let fitted = 0;
let fittedTo = "";
const windowSize = () => `${innerWidth} ${innerHeight}`;

/** Fit the text, then the letters of plans, which change the size of nothing. */
function fit() {
  fitText();
  lettersOfPlans();
}

/** Give plans letters that can be read from afar, however small they are drawn. */
function lettersOfPlans() {
  const scales = [...document.querySelectorAll("[data-fits] svg.plan")]
    .map((plan) => plan instanceof SVGSVGElement && plan.getScreenCTM()?.a || Infinity);
  const least = Math.min(...scales);
  if (least === Infinity) return;
  document.documentElement.style.setProperty("--letter", `${(innerHeight * LEAST_OF_PLAN / least).toFixed(2)}px`);
}

/** Make the text as large as all of the page fits; only where it would not, small text is smaller than the style wants it. */
function fitText() {
  const { style } = document.documentElement;
  if (!document.querySelector("[data-fits]")) return;
  if (isFitted() && fittedTo === windowSize() && fitsAt(fitted) && !fitsAt(fitted / STEP)) {
    fitsAt(fitted); // a little more would only move all of the page
    return;
  }
  style.fontSize = "";
  style.removeProperty("--least");
  if (!isFitted() || enlarge()) return;
  style.setProperty("--least", "0px");
  enlarge();
}

/** Take the largest text with which nothing need be scrolled, and say whether there is one; else the least. */
function enlarge() {
  let [least, most] = [LEAST, Math.max(LEAST, innerWidth * LARGEST)];
  for (let size = most; size > least; size *= STEP) {
    if (fitsAt(size)) least = size;
    else most = size;
  }
  while (most - least > 0.25) {
    const middle = (least + most) / 2;
    if (fitsAt(middle)) least = middle;
    else most = middle;
  }
  const spared = Math.max(LEAST, least * SPARE);
  fitted = fitsAt(spared) ? spared : least;
  fittedTo = windowSize();
  return fitsAt(fitted);
}

/** Whether the whole page is in the window with text of a size. */
function fitsAt(/** @type {number} */ size) {
  const root = document.documentElement;
  root.style.fontSize = `${size}px`;
  return root.scrollHeight <= innerHeight && root.scrollWidth <= innerWidth;
}
