// Live updates: the stream notifies the page that the table changed, and the page then fetches the changes.

import { onReached, probe, reached } from "./outbox/connection.js";
import { done, onShown, place, refresh } from "./pages.js";

const LATER = 3000;
/** How often the wait is doubled at most while the host cannot answer: with longer waits, the host would stand idle. */
const DOUBLINGS = 1;
/** The longest silence of a working stream: `BEAT` in `live.py`. */
const BEAT = 8000;
/** A beat may be a little late; this is the time between checks. */
const TICK = 1000;
/** @type {EventSource | null} */
let source = null;
let followed = "";
/** When the stream last sent something, and how long it may be silent; a new stream must send at once. */
let heard = { at: 0, silence: 0 };
let busy = false;
/** How often in a row the host could not answer. */
let refusals = 0;
/** The newest entry that this device knows of; a page from storage may be older. */
let wanted = 0;

/** Listen while the page is visible, so that a tab in the background holds no connection. */
export function live() {
  document.addEventListener("visibilitychange", () => isSeen() ? probe().then(listen) : listen());
  onShown(listen);
  onReached((now) => now && back());
  setInterval(watch, TICK);
}

/** Reconnect when the host is back. */
function back() {
  listen();
  moved(wanted);
}

/**
 * If the stream is silent for too long, or the clock jumped because the computer slept: close it, report it, and open
 * another connection.
 */
function watch() {
  if (!source || Math.abs(Date.now() - heard.at) < heard.silence) return;
  source.close();
  source = null;
  reached(false);
  probe();
}

/** Note that the stream sent something. */
function hears() {
  heard = { at: Date.now(), silence: 2 * BEAT + TICK };
}

const isSeen = () => document.visibilityState === "visible";

/** Listen to the campaign of the page, or to none. */
function listen() {
  const { campaign, position } = place();
  const wish = isSeen() ? campaign : "";
  wanted = Math.max(wish === followed ? wanted : 0, position);
  if (wish === followed && source && source.readyState !== EventSource.CLOSED) return;
  source?.close();
  source = null;
  followed = wish;
  if (!wish) return;
  source = new EventSource(`/c/${encodeURIComponent(wish)}/live?after=${position}`);
  heard = { at: Date.now(), silence: BEAT };
  for (const said of ["beat", "message", "people", "present"]) source.addEventListener(said, hears);
  source.onopen = () => reached(true);
  source.addEventListener("gone", () => location.assign("/join"));
  source.addEventListener("people", seated);
  source.addEventListener("present", () => document.querySelector("[data-presence]") && seated());
  source.onmessage = (told) => moved(Number(told.data));
  source.onerror = lost;
}

/** Refresh after a guest came, left or changed seats, since it may be another player's turn. */
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

/** Handle the end of the stream. The browser reconnects automatically unless it gave up. */
async function lost() {
  if (source?.readyState === EventSource.CLOSED) setTimeout(listen, LATER);
  await probe();
}

/**
 * Show the page at an entry, one refresh at a time, the newest entry last; retry later if the host cannot answer now.
 */
async function moved(/** @type {number} */ position) {
  wanted = Math.max(wanted, position);
  if (busy) return;
  busy = true;
  try {
    for (await done(); place().position < wanted; await done()) {
      const before = place().position;
      if (!(await refresh())) {
        setTimeout(() => moved(wanted), LATER * 2 ** Math.min(refusals++, DOUBLINGS));
        return;
      }
      refusals = 0;
      if (place().position === before) break;
    }
  } catch {
    reached(false);
  } finally {
    busy = false;
  }
}
