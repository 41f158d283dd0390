/** What is seen of the outbox: the state of the connection on every page, and the list of what waits or was refused. */

import { found, part } from "../dom.js";
import { all } from "../kept.js";
import { isReachable } from "./connection.js";
import { waits } from "./item.js";
import { stand } from "./waiting.js";

/** @typedef {import("./item.js").Item} Item */

/** Draw both anew. */
export async function drawn() {
  const items = await all("outbox");
  const waiting = items.filter(waits).length;
  stand(items.filter(waits));
  for (const badge of document.querySelectorAll("[data-connection]")) told(badge, waiting);
  const box = found(document, "#outbox", HTMLElement);
  if (!box) return;
  const listed = items.filter((item) => !waits(item) || !isReachable());
  box.hidden = !listed.length;
  part(box, "ol", HTMLElement).replaceChildren(...listed.map((item) => line(box, item)));
}

/** The state of the connection, and how many wait for it. */
function told(/** @type {Element} */ badge, /** @type {number} */ waiting) {
  if (!(badge instanceof HTMLElement)) return;
  const { alone, offline, saved, sending } = badge.dataset;
  const state = isReachable() ? (waiting ? "sending" : "saved") : "offline";
  const words = { saved, sending, offline: waiting ? offline : alone }[state] ?? "";
  const said = words.replace("{n}", String(waiting));
  const shown = badge.lastElementChild;
  badge.dataset.connection = state;
  if (shown && shown.textContent !== said) shown.textContent = said;
}

/** A line of the list, made from the page's own pattern. */
function line(/** @type {HTMLElement} */ box, /** @type {Item} */ item) {
  const pattern = part(box, waits(item) ? "template.waits" : "template.refused", HTMLTemplateElement);
  const made = /** @type {DocumentFragment} */ (pattern.content.cloneNode(true));
  part(made, ".said", HTMLElement).textContent = item.said;
  const why = made.querySelector(".why-not");
  if (why) why.textContent = item.refused;
  if (!item.page?.includes('name="bend"')) made.querySelector('[data-do="bend"]')?.remove();
  for (const button of made.querySelectorAll("[data-do]")) button.setAttribute("data-item", item.key);
  return made;
}
