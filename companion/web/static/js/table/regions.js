// Regions: of a page that is open the host sends what differs, and the rest stays as it is.

import { mainOf, parsed } from "../dom.js";
import { morph } from "../morph.js";
import { keepStill } from "./still.js";

/**
 * @typedef {{regions: string, position: number, parts: {[name: string]: string}}} Parts  What differs, by the ids of its
 *   parts; the digests of all regions in these, as the page says them from then on; the newest entry that it knows of.
 */

const TOAST = "toast";
/** Regions that are no element with their name as its id. */
const ELSEWHERE = [TOAST, "around"];
/** The page as the host has it, without what a person did in it; null until something of it was exchanged. */
let whole = /** @type {Document | null} */ (null);
let text = "";

/** The page that is shown is this one. */
export function begun(/** @type {string} */ html) {
  [text, whole] = [html, null];
}

/** What the page that is open has: its regions, each with its digest. */
export const had = () => mainOf(document).dataset.regions ?? "";

/** What a request says of such a page, so that it is answered with what differs from it: the digests alone. */
export const known = (/** @type {string} */ regions) => ({ "X-Regions": regions.replace(/\S+=/g, "") });

/** What was recorded, if an answer tells it. */
export const toldIn = (/** @type {Parts} */ { parts }) => parsed(parts[TOAST] ?? "").querySelector(".toast");

/** Exchange what differs; whether all of it has its place on the page. */
export function exchanged(/** @type {Parts} */ { regions, position, parts }) {
  const named = Object.entries(parts).filter(([name]) => name !== TOAST);
  const pairs = named.map(([name, html]) => ({ name, from: document.getElementById(name), to: part(html, name) }));
  if (!pairs.every(({ from, to }) => Boolean(from) === Boolean(to))) return false;
  whole ??= parsed(text);
  for (const { name, to } of pairs) {
    if (to && !filled(to, whole)) return false;
    if (to) whole.getElementById(name)?.replaceWith(whole.importNode(to, true));
  }
  keepStill(() => pairs.forEach(({ from, to }) => from && to && morph(from, to)));
  const has = listed(`${had()} ${regions}`);
  for (const page of [document, whole]) Object.assign(mainOf(page).dataset, { regions: has, position: String(position) });
  return true;
}

/** Put what was not sent again, for the page has it, into the slots of a part; whether all of it was there. */
function filled(/** @type {Element} */ part, /** @type {Document} */ page) {
  return [...part.querySelectorAll("slot")].every((slot) => {
    const kept = page.getElementById(slot.name);
    if (kept) slot.replaceWith(kept.cloneNode(true));
    return kept;
  });
}

/** The regions that the page has now, as it says them; the last word on each is what counts. */
function listed(/** @type {string} */ regions) {
  const digests = new Map(regions.split(" ").map((pair) => [pair.replace(/=.*/, ""), pair]));
  const isHere = (/** @type {string} */ name) => ELSEWHERE.includes(name) || document.getElementById(name);
  return [...digests].filter(([name]) => isHere(name)).map(([, pair]) => pair).join(" ");
}

/** The page with all that was exchanged, to be kept. */
export const wholePage = () => whole?.documentElement.outerHTML ?? text;

/** The element of a part; null where there is none now. */
const part = (/** @type {string} */ html, /** @type {string} */ name) => parsed(html).getElementById(name);
