/** Double taps: a tap in the same place a moment after another is the same tap. */

const LOCKED = 400;
const NEAR = 24;

/**
 * @typedef {{x: number, y: number, at: number, isReal: boolean}} Touch  A place and time; clicks by keys and scripts
 * have no place.
 */

/** @type {Touch} */
let finger = { x: 0, y: 0, at: 0, isReal: false };
let tapped = finger;
/** @type {Set<string>} */
const underWay = new Set();

/** Note the place of fingers. */
export function watchFingers() {
  document.addEventListener("click", touched, { capture: true });
}

function touched(/** @type {MouseEvent} */ { clientX: x, clientY: y, detail }) {
  finger = { x, y, at: Date.now(), isReal: detail > 0 };
}

/** Whether a tap is the second of a double tap, even if the page has changed under the finger since. */
export function isSecondTap(/** @type {string} */ body) {
  const before = tapped;
  tapped = finger;
  const isSamePlace = Math.hypot(finger.x - before.x, finger.y - before.y) < NEAR;
  return underWay.has(body) || (before.isReal && finger.isReal && isSamePlace && finger.at - before.at < LOCKED);
}

/** While work is in progress, a tap with the same content counts as the same tap. */
export function lasts(/** @type {string} */ body, /** @type {Promise<unknown>} */ work) {
  underWay.add(body);
  work.finally(() => underWay.delete(body));
}
