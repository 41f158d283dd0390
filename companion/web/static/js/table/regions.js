// Regions: of a page that is open the host sends what differs, and the rest stays as it is.

import { mainOf, parsed } from "../dom.js";
import { morph } from "../morph.js";
import { keepStill } from "./still.js";

/**
 * @typedef {{regions: string, position: number, parts: {[name: string]: string}}} Parts  What differs, by the ids of its
 *   parts; all regions with their digests, as the page says them from then on; the newest entry that it knows of.
 */

const TOAST = "toast";
/** The page as the host has it, without what a person did in it; null until something of it was exchanged. */
let whole = /** @type {Document | null} */ (null);
let text = "";

/** The page that is shown is this one. */
export function begun(/** @type {string} */ html) {
  [text, whole] = [html, null];
}

/** What a request says of the page that is open, so that it is answered with what differs from it. */
export const known = () => ({ "X-Regions": mainOf(document).dataset.regions ?? "" });

/** What was recorded, if an answer tells it. */
export const toldIn = (/** @type {Parts} */ { parts }) => parsed(parts[TOAST] ?? "").querySelector(".toast");

/** Exchange what differs; whether all of it has its place on the page. */
export function exchanged(/** @type {Parts} */ { regions, position, parts }) {
  const named = Object.entries(parts).filter(([name]) => name !== TOAST);
  const pairs = named.map(([name, html]) => ({ name, from: document.getElementById(name), to: part(html, name) }));
  if (!pairs.every(({ from, to }) => Boolean(from) === Boolean(to))) return false;
  whole ??= parsed(text);
  for (const { name, to } of pairs) if (to) whole.getElementById(name)?.replaceWith(whole.importNode(to, true));
  keepStill(() => pairs.forEach(({ from, to }) => from && to && morph(from, to)));
  for (const page of [document, whole]) Object.assign(mainOf(page).dataset, { regions, position: String(position) });
  return true;
}

/** The page with all that was exchanged, to be kept. */
export const wholePage = () => whole?.documentElement.outerHTML ?? text;

/** The element of a part; null where there is none now. */
const part = (/** @type {string} */ html, /** @type {string} */ name) => parsed(html).getElementById(name);
