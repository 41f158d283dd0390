/** Double taps: a tap that falls where the one before it fell, a moment later, is the same tap. */

const LOCKED = 400;
const NEAR = 24;

/** @typedef {{x: number, y: number, at: number, isReal: boolean}} Touch  Where and when; keys and scripts click too, at no place. */

/** @type {Touch} */
let finger = { x: 0, y: 0, at: 0, isReal: false };
let tapped = finger;
/** @type {Set<string>} */
const underWay = new Set();

/** Note where fingers are. */
export function watchFingers() {
  document.addEventListener("click", touched, { capture: true });
}

function touched(/** @type {MouseEvent} */ { clientX: x, clientY: y, detail }) {
  finger = { x, y, at: Date.now(), isReal: detail > 0 };
}

/** Whether a tap is the second one of a double tap, even if the page has changed under the finger meanwhile. */
export function isSecondTap(/** @type {string} */ body) {
  const before = tapped;
  tapped = finger;
  const isSamePlace = Math.hypot(finger.x - before.x, finger.y - before.y) < NEAR;
  return underWay.has(body) || (before.isReal && finger.isReal && isSamePlace && finger.at - before.at < LOCKED);
}

/** As long as something is under way, a tap that says the same is one tap with it. */
export function lasts(/** @type {string} */ body, /** @type {Promise<unknown>} */ work) {
  underWay.add(body);
  work.finally(() => underWay.delete(body));
}
