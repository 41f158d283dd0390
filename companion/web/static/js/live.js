// Live: the page follows the table. The host says that it moved; what changed comes from the page itself.

import { onReached, probe, reached } from "./outbox/connection.js";
import { done, onShown, place, refresh } from "./pages.js";

const LATER = 3000;
/** The host says at least this often that it is there: `BEAT` in `live.py`. */
const BEAT = 8000;
/** A beat may be a little late, and is looked for this often. */
const TICK = 1000;
/** @type {EventSource | null} */
let source = null;
let followed = "";
/** When the stream was heard of last, and how long it may be silent: at its beginning it speaks at once. */
let heard = { at: 0, silence: 0 };
let busy = false;
/** The newest entry that this device has heard of; a page that was kept may be older. */
let wanted = 0;

/** Listen while the page can be seen, so that a tab in the background holds nothing. */
export function live() {
  document.addEventListener("visibilitychange", () => isSeen() ? probe().then(listen) : listen());
  onShown(listen);
  onReached((now) => now && back());
  setInterval(watch, TICK);
}

/** The host is there again. */
function back() {
  listen();
  moved(wanted);
}

/**
 * Where the stream is silent for too long, or the clock jumped as it does when a computer slept: end it, say so, and ask by
 * another connection.
 */
function watch() {
  if (!source || Math.abs(Date.now() - heard.at) < heard.silence) return;
  source.close();
  source = null;
  reached(false);
  probe();
}

/** The stream said something. */
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
  } catch {
    reached(false);
  } finally {
    busy = false;
  }
}
