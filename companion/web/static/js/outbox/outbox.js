/**
 * The outbox: forms entered here, also offline, are sent to the host in order and recorded once, even if sent
 * repeatedly.
 */

import { around, part } from "../dom.js";
import { busy, isSeen, onShown, place, visit } from "../pages.js";
import { toast } from "../toast.js";
import { heldBy, isReachable, probe, reached } from "./connection.js";
import { decided } from "./decided.js";
import { fieldsOf, itemOf } from "./item.js";
import { drawnAnew, untilShown } from "./list.js";
import { drain, send, sendAlways } from "./sending.js";
import { isSecondTap, lasts, watchFingers } from "./taps.js";

const PATIENCE = 5000;
const RECORDS = 'form[method="post"][action^="/c/"]:not([enctype], [data-native])';

/** Take over the forms that record something. */
export function outbox() {
  watchFingers();
  document.addEventListener("submit", taken);
  document.addEventListener("click", decided);
  addEventListener("online", probe);
  addEventListener("offline", () => reached(false));
  setInterval(() => (isReachable() && navigator.onLine ? drain() : probe()), PATIENCE);
  onShown(drawnAnew);
  sendAlways();
}

/** Put a form's values into the outbox instead of submitting the page. */
function taken(/** @type {SubmitEvent} */ submit) {
  const { submitter } = submit;
  const form = around(submit, RECORDS, HTMLFormElement);
  if (submit.defaultPrevented || !form) return;
  submit.preventDefault();
  const sent = fieldsOf(form, submitter);
  const body = `${form.action} ${sent}`;
  if (form.matches(".tap") && !form.closest("[data-counter]") && isSecondTap(body)) return;
  const item = itemOf(form, submitter, sent);
  lasts(body, busy(() => handed(form, item)).then(() => untilShown(item)));
}

/** Send an item, or show that it waits. */
async function handed(/** @type {HTMLFormElement} */ form, /** @type {import("./item.js").Item} */ item) {
  const isSafe = await send(item);
  if (heldBy() || !isReachable()) await keptHere(form, isSafe);
}

/**
 * Show that an item is kept here until the host takes it, and leave its form. The page stays if only it holds the item,
 * or if the page to return to was never seen.
 */
async function keptHere(/** @type {HTMLFormElement} */ form, /** @type {boolean} */ isSafe) {
  const how = isSafe ? "template.kept" : "template.held";
  const pattern = part(document, `#outbox ${how}`, HTMLTemplateElement).content.cloneNode(true);
  toast(part(/** @type {DocumentFragment} */ (pattern), ".toast", HTMLElement));
  if (form.matches(".tap") && isSafe) return;
  const play = `/c/${encodeURIComponent(place().campaign)}/`;
  if (isSafe && (await isSeen(play))) visit(play);
  else form.reset();
}
