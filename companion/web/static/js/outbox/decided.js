/** A player's decisions about an item of the outbox: drop it, change it, or record it all the same. */

import { around, found } from "../dom.js";
import { show, visit } from "../pages.js";
import { allTheSame } from "./item.js";
import { drawn } from "./list.js";
import { done, one } from "./safe.js";
import { send } from "./sending.js";

const REFUSED = 422;

/** Drop a waiting or refused item, or open its form again with its values. */
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
 * The page with the refusal, to change the values or to give a reason for recording them.
 * @param {import("./item.js").Item} item
 * @param {string} aim  The selector of the element to focus.
 */
async function reopened(item, aim) {
  if (item.page) show({ address: item.address, html: item.page, status: REFUSED }, { push: true });
  if (!item.page || !document.querySelector("#main form")) await visit(item.address);
  await done(item.key);
  found(document, aim, HTMLElement)?.focus();
}
