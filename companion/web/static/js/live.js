// Live: the page follows the table. The host says that it moved; what changed comes from the page itself.

import { onReached, probe, reached } from "./outbox/connection.js";
import { done, onShown, place, refresh } from "./pages.js";

const LATER = 3000;
/** @type {EventSource | null} */
let source = null;
let followed = "";
let busy = false;
/** The entry that the log has got to, where this page does not show it yet. */
let wanted = 0;

/** Listen while the page can be seen, so that a tab in the background holds nothing. */
export function live() {
  document.addEventListener("visibilitychange", listen);
  onShown(listen);
  onReached((now) => now && moved(wanted));
}

/** Listen to the campaign of the page, or to none. */
function listen() {
  const { campaign, position } = place();
  const wish = document.visibilityState === "visible" ? campaign : "";
  if (wish === followed && source?.readyState !== EventSource.CLOSED) return;
  source?.close();
  source = null;
  if (wish !== followed) wanted = 0;
  followed = wish;
  if (!wish) return;
  source = new EventSource(`/c/${encodeURIComponent(wish)}/live?after=${position}`);
  source.onopen = () => reached(true);
  source.addEventListener("gone", () => location.assign("/join"));
  source.addEventListener("people", seated);
  source.onmessage = (told) => moved(Number(told.data));
  source.onerror = lost;
}

/** Somebody came, went or took another seat: whose moment it is, and who is waited for, may be another's. */
async function seated() {
  if (busy) {
    setTimeout(seated, LATER);
    return;
  }
  busy = true;
  try {
    await done();
    await refresh();
  } catch {
    reached(false);
  } finally {
    busy = false;
  }
  if (place().position < wanted) moved(wanted);
}

/** The stream ended: by the host, or with it. The browser comes back by itself unless it gave up. */
async function lost() {
  if (source?.readyState === EventSource.CLOSED) setTimeout(listen, LATER);
  await probe();
}

/** The log has got to an entry: show it, one page at a time, the newest wish last; later, where the host cannot just now. */
async function moved(/** @type {number} */ position) {
  wanted = Math.max(wanted, position);
  if (busy) return;
  busy = true;
  try {
    for (await done(); place().position < wanted; await done()) {
      const before = place().position;
      if (!(await refresh())) {
        setTimeout(() => moved(wanted), LATER);
        return;
      }
      if (place().position === before) break;
    }
    wanted = 0;
  } catch (error) {
    if (error instanceof DOMException && error.name === "TimeoutError") setTimeout(() => moved(wanted), LATER);
    else reached(false);
  } finally {
    busy = false;
  }
}
