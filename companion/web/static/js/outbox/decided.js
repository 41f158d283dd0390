/** What a person decides about a line of the outbox: to drop it, to change it, or to record it all the same. */

import { around, found } from "../dom.js";
import { show, visit } from "../pages.js";
import { allTheSame } from "./item.js";
import { drawn } from "./list.js";
import { done, one } from "./safe.js";
import { send } from "./sending.js";

const REFUSED = 422;

/** Drop what waits or was refused, or open its form again, with everything still in its place. */
export async function decided(/** @type {MouseEvent} */ click) {
  const button = around(click, "#outbox [data-do]", HTMLElement);
  const item = button && (await one(button.dataset.item ?? ""));
  if (!item) return;
  if (button.dataset.do === "drop") await done(item.key);
  else if (button.dataset.do === "again") await send(allTheSame(item));
  else await reopened(item, button.dataset.do === "bend" ? "#bend" : "#main form input:not([type=hidden])");
  await drawn();
}

/**
 * The page that refused, to change what was typed or to say why it holds all the same.
 * @param {import("./item.js").Item} item
 * @param {string} aim  What has the focus then.
 */
async function reopened(item, aim) {
  if (item.page) show({ address: item.address, html: item.page, status: REFUSED }, { push: true });
  if (!item.page || !document.querySelector("#main form")) await visit(item.address);
  await done(item.key);
  found(document, aim, HTMLElement)?.focus();
}
