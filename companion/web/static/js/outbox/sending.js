/** Sending: waiting items go to the host in order, each until it is answered. */

import { found, parsed } from "../dom.js";
import { BROKEN, change, differing, fetched, place, refresh, show, token, visit } from "../pages.js";
import { isOpen, reporting, shownAddress } from "../pages.js";
import { toldIn } from "../table/fragments.js";
import { lifted } from "../table/still.js";
import { tell } from "../toast.js";
import { held, isReachable, onReached, reached } from "./connection.js";
import { commandOf, first } from "./item.js";
import { answeredNow, awaitPage, drawn } from "./list.js";
import { done, entrust } from "./safe.js";

/** @typedef {import("./item.js").Item} Item */
/** @typedef {import("../pages.js").Answer} Answer */

const UNFIT = 422;
const CONFLICT = 409;
/** The status of a command that is recorded while the host has no time to draw the page. */
const NOTHING_YET = 204;
let sending = false;
/** @type {Set<string>} Keys of items whose answer this page waits for. */
const watched = new Set();

/** Send items left over, and from now on whenever the host is back. */
export function sendAlways() {
  onReached((now) => {
    if (!now) watched.clear();
    drawn();
    if (now) drain();
  });
  drain();
}

/**
 * Put an item into the outbox and send it; the page waits for its answer. Returns whether the item outlives this page.
 */
export async function send(/** @type {Item} */ item) {
  watched.add(item.key);
  const kept = entrust(item);
  const sent = drain(); // the item is requested right after this, and the list is rendered after that
  drawn();
  const isSafe = await kept;
  await sent;
  if (watched.has(item.key) && isReachable()) await drain(); // it was still being stored, or others were being sent
  return isSafe;
}

/** Send waiting items, the oldest first, until all are sent or the host cannot be reached. */
export async function drain() {
  if (sending) return;
  sending = true;
  try {
    let unseen = false;
    for (let item = await first(); item; item = await first()) {
      const isWatched = watched.delete(item.key);
      if (!(await through(item, isWatched))) break;
      unseen ||= !isWatched;
    }
    if (unseen) await refresh();
  } catch {
    reached(false);
  } finally {
    sending = false;
    await drawn();
  }
}

/**
 * Send one item, watched by the page or not; returns whether the next may follow. Items that the host cannot take now
 * wait, and items that broke it are kept.
 * @param {Item} item
 * @param {boolean} isWatched
 * @throws The host cannot be reached.
 */
async function through(item, isWatched) {
  const from = shownAddress();
  const answer = await posted(item);
  const { status, html } = answer;
  const told = status > BROKEN ? sentence(html) : "";
  if (status > BROKEN && !told) throw new Error("somebody else answers for the host");
  reached(true);
  held(told);
  if (told) return false;
  if (status === NOTHING_YET) awaitPage(item, answer.position ?? 0);
  else answeredNow(item);
  const late = status === CONFLICT ? lateIn(answer) : "";
  if (late) {
    await entrust({ ...item, refused: late, late: true });
    if (isWatched) await visit(`/c/${encodeURIComponent(place().campaign)}/`);
    return true;
  }
  const isThrough = status < 400 || (isWatched && status < BROKEN);
  const noted = isThrough ? done(item.key) : entrust({ ...item, refused: reason(html ?? ""), page: html });
  if (status === NOTHING_YET && isWatched) askLater(item, answer.address, from);
  else await Promise.all([noted, isWatched ? answered(answer) : toldLate(answer)]);
  await noted;
  return true;
}

/** The sentence in a response about a question that was answered differently before; empty if there is none. */
const lateIn = (/** @type {Answer} */ { html, parts }) => said(html ?? parts?.parts.late ?? "", "#late [role='alert']");

/** Show who had answered already, for an item that no page waited for. */
function toldLate(/** @type {Answer} */ { html, parts }) {
  const told = parts ? toldIn(parts) : parsed(html ?? "").querySelector("#saved .toast");
  if (told?.matches(".late")) tell(told);
}

/** Show the response that the page waits for; a page that reports a late answer has no address. */
async function answered(/** @type {Answer} */ { status, address, html, parts }) {
  await lifted();
  if (parts) await change({ address, parts });
  else if (!html) location.assign(address);
  else show({ status, address, html }, { push: status < 400 || status === UNFIT });
}

/**
 * Ask for the page after a command without waiting for it: the next items go first. A visitor who left the page that
 * sent the command stays where they are.
 */
function askLater(/** @type {Item} */ item, /** @type {string} */ address, /** @type {string} */ from) {
  const command = commandOf(item);
  if (isOpen(address)) refresh(command).catch(() => reached(false));
  else if (isOpen(from)) visit(reporting(address, command));
}

/** The response to a command; a page that was open for long gets a new token first. */
async function posted(/** @type {Item} */ item) {
  const answer = await post(item, token());
  if (answer.status !== 403) return answer;
  const page = await fetched("/more");
  const fresh = found(parsed(page.html ?? ""), 'meta[name="csrf"]', HTMLMetaElement);
  return fresh ? post(item, fresh.content) : answer;
}

const post = (/** @type {Item} */ item, /** @type {string} */ signed) =>
  differing(item.address, { method: "POST", body: new URLSearchParams([...item.sent, ["token", signed]]) });

/** The reason for a refusal, from its page. */
const reason = (/** @type {string} */ html) =>
  sentence(html) || said(html, '#main [role="alert"], #main .quote, #main h1');

/** The reason why the host records nothing, from its page; empty if the page is not the host's. */
const sentence = (/** @type {string | null} */ html) => said(html ?? "", '#main > .empty[role="alert"] p');

/** The text of the first of some parts of a page. */
const said = (/** @type {string} */ html, /** @type {string} */ parts) =>
  parsed(html).querySelector(parts)?.textContent.replace(/\s+/g, " ").trim() ?? "";
