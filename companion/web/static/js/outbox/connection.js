/** The connection: whether the host can be reached and records, as far as this page knows. */

const heard = new EventTarget();
let reachable = true;
let why = "";

export const isReachable = () => reachable;

/** Call `then` each time the host is lost, and each time it is back. */
export function onReached(/** @type {(now: boolean) => void} */ then) {
  heard.addEventListener("reached", () => then(reachable));
}

/** Note that the host answered, or is gone. */
export function reached(/** @type {boolean} */ now) {
  if (reachable === now) return;
  reachable = now;
  heard.dispatchEvent(new Event("reached"));
}

/** The host's reason why it records nothing now; empty while it records. */
export const heldBy = () => why;

/** Note the reason why the host records nothing; empty once it records again. */
export function held(/** @type {string} */ sentence) {
  why = sentence;
}

const PATIENCE = 4000;
/**
 * As many connections as a browser opens to one host: with this many requests at once, at least one is new, even if
 * others froze.
 */
const CONNECTIONS = 6;
/** @type {Promise<void> | null} */
let probing = null;

/** Find out whether the host can be reached. */
export const probe = () => probing ??= probed();

/**
 * Ask over all connections at once, and close those without an answer when the first one has arrived: they may be
 * frozen.
 */
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

/** Ask the host; throws if it cannot be reached. Uncached requests do not wait for each other. */
async function isThere(/** @type {AbortSignal} */ signal) {
  const { ok } = await fetch("/healthz", { cache: "no-store", signal });
  if (!ok) throw new Error("somebody else answers for the host");
}
