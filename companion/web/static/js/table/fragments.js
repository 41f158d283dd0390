// Fragments: the host sends the changed parts of an open page, and the rest stays.

import { mainOf, parsed } from "../dom.js";
import { morph } from "../morph.js";
import { keepStill } from "./still.js";

/**
 * @typedef {{has: string, position: number, parts: {[name: string]: string}}} Parts  The changes since the
 *   requested page, by id; the view and stamp of the page with them; the newest entry that it knows.
 */

/** The fragment of the toast, which is no element with its name as id. */
const TOAST = "toast";
/** The page as the host rendered it, without the visitor's entries; null until something was exchanged. */
let whole = /** @type {Document | null} */ (null);
let text = "";

/** Note the page that is shown. */
export function begun(/** @type {string} */ html) {
  [text, whole] = [html, null];
}

/** The view and stamp of the open page. */
const had = () => mainOf(document).dataset.has ?? "";

/** The header with them, so that the host answers with changes, or with a page instead of a redirect. */
export const known = () => ({ "X-Has": had() || "." });

/** Whether an answer is about the open view, and newer. */
export function isNewer(/** @type {Parts} */ { has }) {
  const [[view, stamp], [ours, ourStamp]] = [has.split("."), had().split(".")];
  return view === ours && Number(stamp) > Number(ourStamp);
}

/** The toast in an answer, if any. */
export const toldIn = (/** @type {Parts} */ { parts }) => parsed(parts[TOAST] ?? "").querySelector(".toast");

/** Exchange the changed parts; returns whether each had its place on the page. */
export function exchanged(/** @type {Parts} */ { has, position, parts }) {
  const named = Object.entries(parts).filter(([name]) => name !== TOAST);
  const pairs = named.map(([name, html]) => ({ name, from: document.getElementById(name), to: part(html, name) }));
  if (!pairs.every(({ from, to }) => from && to)) return false;
  whole ??= parsed(text);
  for (const { name, to } of pairs) {
    if (to && !filled(to, whole)) return false;
    if (to) whole.getElementById(name)?.replaceWith(whole.importNode(to, true));
  }
  keepStill(() => pairs.forEach(({ from, to }) => from && to && morph(from, to)));
  for (const page of [document, whole]) Object.assign(mainOf(page).dataset, { has, position: String(position) });
  return true;
}

/** Put unchanged parts of the page into the slots of a new part; returns whether all were there. */
function filled(/** @type {Element} */ part, /** @type {Document} */ page) {
  return [...part.querySelectorAll("slot")].every((slot) => {
    const kept = page.getElementById(slot.name);
    if (kept) slot.replaceWith(kept.cloneNode(true));
    return kept;
  });
}

/** The page with all exchanged parts, for storage. */
export const wholePage = () => whole?.documentElement.outerHTML ?? text;

/** The element of a part; null if there is none now. */
const part = (/** @type {string} */ html, /** @type {string} */ name) => parsed(html).getElementById(name);
