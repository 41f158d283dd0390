/* Keeps the screen awake if the visitor chose so, while a session is open and the page is visible. */

/** Whether this browser can do it; over plain HTTP from another device none can. */
const able = () => "wakeLock" in navigator;

/** @type {WakeLockSentinel | null} */
let lock = null;

/** Keep the screen awake as long as the page asks for it, and show a sentence if that is impossible. */
export function awake() {
  for (const sentence of document.querySelectorAll("[data-awake-none]")) {
    /** @type {HTMLElement} */ (sentence).hidden = able();
  }
  if (!able()) return;
  document.addEventListener("visibilitychange", hold);
  void hold();
}

/** Request the lock again: the browser releases it whenever the page is hidden. */
async function hold() {
  const wanted = document.visibilityState === "visible" && document.documentElement.hasAttribute("data-awake");
  if (!wanted) return lock?.release();
  if (lock && !lock.released) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    // A low battery is a good reason to refuse; nothing at the table depends on the lock.
  }
}
