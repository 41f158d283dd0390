/** The view of the outbox: the state of the connection on every page, and the list of waiting or refused items. */

import { found, part } from "../dom.js";
import { place } from "../pages.js";
import { heldBy, isReachable } from "./connection.js";
import { waits } from "./item.js";
import { entrusted } from "./safe.js";
import { isOfPage, stand } from "./waiting.js";

/** @typedef {import("./item.js").Item} Item */

/**
 * @typedef {object} Unshown  A recorded item whose page comes later.
 * @property {Item} item
 * @property {number} position  The last entry of its command.
 * @property {() => void} shown  Called when the page has it.
 */

/** @type {Map<string, Item>} Items that waited when the view was rendered, by key. */
let unsent = new Map();
/** @type {Map<string, Unshown>} Items whose changes stay on the numbers until the page has them, by key. */
const unshown = new Map();

/** Note that an item is answered: the page that is shown next has its change. */
export const answeredNow = (/** @type {Item} */ item) => unsent.delete(item.key);

/** Show an item's change until the page has the last entry of its command. */
export function awaitPage(/** @type {Item} */ item, /** @type {number} */ position) {
  unshown.set(item.key, { item, position, shown: () => {} });
  dropShown();
}

/** Wait until the page has a recorded item. */
export const untilShown = (/** @type {Item} */ item) =>
  new Promise((resolve) => {
    const later = unshown.get(item.key);
    if (later) later.shown = () => resolve(null);
    else resolve(null);
  });

/** Drop the items that the page has, and those of other tables. */
function dropShown() {
  for (const [key, { item, position, shown }] of unshown) {
    if (isOfPage(item) && place().position < position) continue;
    unshown.delete(key);
    shown();
  }
}

/** The items whose changes the page does not have. */
function missing() {
  const sent = [...unshown.values()].map(({ item }) => item);
  return [...[...unsent.values()].filter(({ key }) => !unshown.has(key)), ...sent];
}

/** Render both for a page that was just shown; its numbers have their changes at once. */
export function drawnAnew() {
  dropShown();
  stand(missing());
  return drawn();
}

/** Render both again. */
export async function drawn() {
  const items = await entrusted();
  unsent = new Map(items.filter(waits).map((item) => [item.key, item]));
  const waiting = unsent.size;
  stand(missing());
  const why = waiting && isReachable() ? heldBy() : "";
  for (const badge of document.querySelectorAll("[data-connection]")) told(badge, waiting, why);
  explained(why);
  const box = found(document, "#outbox", HTMLElement);
  if (!box) return;
  const listed = items.filter((item) => !waits(item) || why || !isReachable());
  box.hidden = !listed.length;
  part(box, "ol", HTMLElement).replaceChildren(...listed.map((item) => line(box, item)));
}

/** Show in the strip why the host records nothing. */
function explained(/** @type {string} */ why) {
  const place = found(document, "#held", HTMLElement);
  if (!place || place.textContent === why) return;
  place.textContent = why;
  place.hidden = !why;
}

/** Show the state of the connection, and the number of waiting items. */
function told(/** @type {Element} */ badge, /** @type {number} */ waiting, /** @type {string} */ why) {
  if (!(badge instanceof HTMLElement)) return;
  const { alone, held, offline, saved, sending } = badge.dataset;
  const state = isReachable() ? (why ? "held" : waiting ? "sending" : "saved") : "offline";
  const words = { saved, sending, held, offline: waiting ? offline : alone }[state] ?? "";
  const said = words.replace("{n}", String(waiting));
  const shown = badge.lastElementChild;
  badge.dataset.connection = state;
  if (shown && shown.textContent !== said) shown.textContent = said;
}

/** A line of the list, made from the page's template. */
function line(/** @type {HTMLElement} */ box, /** @type {Item} */ item) {
  const kind = waits(item) ? "template.waits" : item.late ? "template.late" : "template.refused";
  const pattern = part(box, kind, HTMLTemplateElement);
  const made = /** @type {DocumentFragment} */ (pattern.content.cloneNode(true));
  part(made, ".said", HTMLElement).textContent = item.said;
  const why = made.querySelector(".why-not");
  if (why) why.textContent = item.refused;
  if (!item.page?.includes('name="bend"')) made.querySelector('[data-do="bend"]')?.remove();
  for (const button of made.querySelectorAll("[data-do]")) button.setAttribute("data-item", item.key);
  return made;
}
