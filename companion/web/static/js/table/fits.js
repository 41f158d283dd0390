// The page for a large screen: its text is as large as possible while the page fits the window.

import { isFitted } from "../dom.js";
import { onShown } from "../pages.js";

const LEAST = 13;
/** The largest text, as a part of the window's width: larger letters are not read faster. */
const LARGEST = 1 / 44;
/**
 * The factor between two sizes that are tried; as columns change, a smaller size may not fit although a larger one
 * does.
 */
const STEP = 0.93;
/**
 * The factor by which a fitting size is reduced if that fits too, so that one more word next turn does not resize the
 * page.
 */
const SPARE = 0.98;
/** The factor by which the text grows at least: a smaller growth would only move the page. */
const MUCH_LARGER = 1.07;
/** The smallest letters of a plan, as a part of the window's height: 24 pixels of 1080 are readable at three metres. */
const LEAST_OF_PLAN = 1 / 44.9;

/** Fit pages that ask for it: when one is shown, and when the page or the window changes its size. */
export function fits() {
  onShown(fit);
  new ResizeObserver(() => requestAnimationFrame(fit)).observe(document.body);
  document.fonts.ready.then(fit);
}

/** The current text size in pixels, and the window it was fitted to. */
let fitted = 0;
let fittedTo = "";
const windowSize = () => `${innerWidth} ${innerHeight}`;

/** Fit the text, then the letters of plans, which resize nothing. */
function fit() {
  fitText();
  lettersOfPlans();
}

/** Enlarge the letters of plans so that they are readable from afar, even on small plans. */
function lettersOfPlans() {
  const scales = [...document.querySelectorAll("[data-fits] svg.plan")]
    .map((plan) => plan instanceof SVGSVGElement && plan.getScreenCTM()?.a || Infinity);
  const least = Math.min(...scales);
  if (least === Infinity) return;
  document.documentElement.style.setProperty("--letter", `${(innerHeight * LEAST_OF_PLAN / least).toFixed(2)}px`);
}

/**
 * Make the text as large as the page allows; small text only shrinks below the style's size if the page would not fit
 * otherwise.
 */
function fitText() {
  const { style } = document.documentElement;
  if (!document.querySelector("[data-fits]")) return;
  const kept = isFitted() && fittedTo === windowSize() && fitsAt(fitted) ? fitted : 0;
  if (kept && !fitsAt(kept * MUCH_LARGER / SPARE)) {
    fitsAt(kept);
    return;
  }
  style.fontSize = "";
  style.removeProperty("--least");
  if (!isFitted() || enlarge(kept)) return;
  style.setProperty("--least", "0px");
  enlarge(kept);
}

/**
 * Take the largest text size without scrolling, and return whether there is one; otherwise take the smallest. A size
 * that is kept is taken unless the new one is much larger.
 */
function enlarge(/** @type {number} */ kept) {
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
  if (fitted < kept * MUCH_LARGER && fitsAt(kept)) fitted = kept;
  fittedTo = windowSize();
  return fitsAt(fitted);
}

/** Whether the whole page fits the window at a text size. */
function fitsAt(/** @type {number} */ size) {
  const root = document.documentElement;
  root.style.fontSize = `${size}px`;
  return root.scrollHeight <= innerHeight && root.scrollWidth <= innerWidth;
}
