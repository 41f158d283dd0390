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

const PATIENCE = 4000;
/** As many as a browser has to one host: asked at once, at least one is a new one, however many froze. */
const CONNECTIONS = 6;
/** @type {Promise<void> | null} */
let probing = null;

/** Find out whether the host is there. */
export const probe = () => probing ??= probed();

/** Ask over all connections at once, and close those that have no answer when the first one has: they may be frozen. */
async function probed() {
  const over = new AbortController();
  const late = setTimeout(() => over.abort(), PATIENCE);
  const asked = Array.from({ length: CONNECTIONS }, () => isThere(over.signal));
  const isAnswered = await Promise.any(asked).then(() => true, () => false);
  clearTimeout(late);
  over.abort();
  probing = null;
  reached(isAnswered);
}

/** Ask the host whether it is there; throws where it is not. What is not to be stored waits for no other of its kind. */
async function isThere(/** @type {AbortSignal} */ signal) {
  const { ok } = await fetch("/healthz", { cache: "no-store", signal });
  if (!ok) throw new Error("somebody else answers for the host");
}
