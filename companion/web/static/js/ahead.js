// Pages and forms that this table may need without the host, fetched ahead while the browser is idle.

import { found } from "./dom.js";
import { get } from "./kept.js";
import { fetched, keep, onShown } from "./pages.js";
import { foresee } from "./table/said.js";

const QUIET = 2000;
const PAUSE = 40;
const FRESH = 20 * 60 * 1000;
const AHEAD = ".places a[href], #prompts form[method='get'], #everything a.event[href]";
let running = false;
let changed = 0;
/** The last readings that were fetched ahead, and when. */
let foreseen = { heard: "", at: 0 };

/** After a quiet moment on the page Play, keep the pages it links to. */
export function keepForms() {
  onShown(() => {
    changed = Date.now();
    setTimeout(ahead, QUIET);
  });
}

/** Whether the browser asks to save network data. */
function isSparing() {
  const { connection } = /** @type {Navigator & {connection?: {saveData?: boolean}}} */ (navigator);
  return connection?.saveData === true;
}

async function ahead() {
  if (running || document.visibilityState !== "visible" || isSparing()) return;
  running = true;
  try {
    const addresses = [...document.querySelectorAll(AHEAD)].map(leadsTo);
    await said();
    for (const address of new Set(addresses)) await kept(address);
  } catch {
    // The host is gone: the pages kept so far must do.
  } finally {
    running = false;
  }
}

/** The address of a link or form. */
function leadsTo(/** @type {Element} */ way) {
  return way instanceof HTMLFormElement ? way.action : /** @type {HTMLAnchorElement} */ (way).href;
}

/** Keep the events that may be said at this table, unless that was done a short while ago. */
async function said() {
  const heard = found(document, "form[data-heard]", HTMLFormElement)?.dataset.heard;
  if (!heard || (foreseen.heard === heard && Date.now() - foreseen.at < FRESH)) return;
  foreseen = { heard, at: Date.now() };
  await foresee(heard);
}

/** Keep a page unless it was kept a short while ago. */
async function kept(/** @type {string} */ address) {
  const { pathname, search } = new URL(address, location.href);
  const known = await get("pages", pathname + search);
  if (known && Date.now() - known.at < FRESH) return;
  const page = await fetched(address);
  if (page.status === 200 && page.html) await keep(address, page.html);
  do {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  } while (Date.now() - changed < QUIET);
}
