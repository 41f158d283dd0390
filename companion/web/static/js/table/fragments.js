// Fragments: of a page that is open the host sends what changed, and the rest stays as it is.

import { mainOf, parsed } from "../dom.js";
import { morph } from "../morph.js";
import { keepStill } from "./still.js";

/**
 * @typedef {{has: string, position: number, parts: {[name: string]: string}}} Parts  What changed since the page that was
 *   asked for, by ids; the view and the stamp that the page has with it; the newest entry that it knows of.
 */

/** The fragment that tells what was recorded; it is no element with its name as its id. */
const TOAST = "toast";
/** The page as the host has it, without what a person did in it; null until something of it was exchanged. */
let whole = /** @type {Document | null} */ (null);
let text = "";

/** The page that is shown is this one. */
export function begun(/** @type {string} */ html) {
  [text, whole] = [html, null];
}

/** What the page that is open has: its view, and the stamp up to which it knows it. */
const had = () => mainOf(document).dataset.has ?? "";

/** What a request says of it, so that it is answered with what changed since, or with a page and not the way to one. */
export const known = () => ({ "X-Has": had() || "." });

/** Whether an answer is about the view that is shown, and knows more of it. */
export function isNewer(/** @type {Parts} */ { has }) {
  const [[view, stamp], [ours, ourStamp]] = [has.split("."), had().split(".")];
  return view === ours && Number(stamp) > Number(ourStamp);
}

/** What was recorded, if an answer tells it. */
export const toldIn = (/** @type {Parts} */ { parts }) => parsed(parts[TOAST] ?? "").querySelector(".toast");

/** Exchange what changed; whether all of it has its place on the page. */
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

/** Put what was not sent again, for the page has it, into the slots of a part; whether all of it was there. */
function filled(/** @type {Element} */ part, /** @type {Document} */ page) {
  return [...part.querySelectorAll("slot")].every((slot) => {
    const kept = page.getElementById(slot.name);
    if (kept) slot.replaceWith(kept.cloneNode(true));
    return kept;
  });
}

/** The page with all that was exchanged, to be kept. */
export const wholePage = () => whole?.documentElement.outerHTML ?? text;

/** The element of a part; null where there is none now. */
const part = (/** @type {string} */ html, /** @type {string} */ name) => parsed(html).getElementById(name);
