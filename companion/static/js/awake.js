// @ts-check
/* Keeping the screen awake, for who asked for it: while a session is on and the page is seen. */

/** Whether this browser can; over plain HTTP from another device none can. */
export const able = () => "wakeLock" in navigator;

/** Hold the screen awake if the page says so, and say where it cannot be done. */
export function awake() {
  for (const sentence of document.querySelectorAll("[data-awake-none]")) {
    /** @type {HTMLElement} */ (sentence).hidden = able();
  }
  if (!able()) return;
  document.addEventListener("visibilitychange", hold);
  hold();
}

/** Ask for the lock anew: the browser lets go of it whenever the page is out of sight. */
async function hold() {
  if (document.visibilityState !== "visible" || !("awake" in document.documentElement.dataset)) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // A low battery is a good reason to refuse; nothing at the table depends on it.
  }
}
