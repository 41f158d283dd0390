/** The connection: whether the host can be reached, and whether it takes anything, as far as this page knows. */

const heard = new EventTarget();
let reachable = true;
let why = "";

export const isReachable = () => reachable;

/** Call `then` each time the host was lost, and each time it is back. */
export function onReached(/** @type {(now: boolean) => void} */ then) {
  heard.addEventListener("reached", () => then(reachable));
}

/** The host was heard of, or is gone. */
export function reached(/** @type {boolean} */ now) {
  if (reachable === now) return;
  reachable = now;
  heard.dispatchEvent(new Event("reached"));
}

/** Why the host takes nothing just now, in its own words; empty as long as it does. */
export const heldBy = () => why;

/** The host takes nothing, and said why; or it does again. */
export function held(/** @type {string} */ sentence) {
  why = sentence;
}

/** Find out whether the host is there. */
export async function probe() {
  reached(await fetch("/healthz").then((answer) => answer.ok, () => false));
}
