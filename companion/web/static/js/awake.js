/* Keeping the screen awake, for who asked for it: while a session is on and the page is seen. */

/** Whether this browser can; over plain HTTP from another device none can. */
const able = () => "wakeLock" in navigator;

/** @type {WakeLockSentinel | null} */
let lock = null;

/** Hold the screen awake as long as the page says so, and say where it cannot be done. */
export function awake() {
  for (const sentence of document.querySelectorAll("[data-awake-none]")) {
    /** @type {HTMLElement} */ (sentence).hidden = able();
  }
  if (!able()) return;
  document.addEventListener("visibilitychange", hold);
  void hold();
}

/** Ask for the lock anew: the browser lets go of it whenever the page is out of sight. */
async function hold() {
  const wanted = document.visibilityState === "visible" && document.documentElement.hasAttribute("data-awake");
  if (!wanted) return lock?.release();
  if (lock && !lock.released) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    // A low battery is a good reason to refuse; nothing at the table depends on it.
  }
}
