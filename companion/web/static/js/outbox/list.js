/** The view of the outbox: the state of the connection on every page, and the list of waiting or refused items. */

import { found, part } from "../dom.js";
import { heldBy, isReachable } from "./connection.js";
import { waits } from "./item.js";
import { entrusted } from "./safe.js";
import { stand } from "./waiting.js";

/** @typedef {import("./item.js").Item} Item */

/** @type {Item[]} Recorded items that the page does not show yet; their changes stay on the numbers until it does. */
const unshown = [];

/** Show an item's change until the page has it. */
export const awaitPage = (/** @type {Item} */ item) => unshown.push(item);

/** Render both for a page that was just shown. */
export function drawnAnew() {
  unshown.length = 0;
  return drawn();
}

/** Render both again. */
export async function drawn() {
  const items = await entrusted();
  const waiting = items.filter(waits).length;
  stand([...items.filter(waits), ...unshown]);
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
