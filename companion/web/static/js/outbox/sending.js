/** Sending: what waits goes to the host in order, each until it was answered. */

import { found, parsed } from "../dom.js";
import { BROKEN, change, differing, fetched, place, refresh, show, token, visit } from "../pages.js";
import { toldIn } from "../table/fragments.js";
import { lifted } from "../table/still.js";
import { tell } from "../toast.js";
import { held, isReachable, onReached, reached } from "./connection.js";
import { first } from "./item.js";
import { drawn } from "./list.js";
import { done, entrust } from "./safe.js";

/** @typedef {import("./item.js").Item} Item */
/** @typedef {import("../pages.js").Answer} Answer */

const UNFIT = 422;
const CONFLICT = 409;
let sending = false;
/** @type {Set<string>} Keys of what somebody waits for, on this page. */
const watched = new Set();

/** Send what was left, and from now on whenever the host is back. */
export function sendAlways() {
  onReached((now) => {
    if (!now) watched.clear();
    drawn();
    if (now) drain();
  });
  drain();
}

/** Put an item into the outbox and send what is in it; whoever entered it waits. Tells whether it outlives this page. */
export async function send(/** @type {Item} */ item) {
  watched.add(item.key);
  const kept = entrust(item);
  const sent = drain(); // what is first is asked for right behind it, and what is drawn of it after that
  drawn();
  const isSafe = await kept;
  await sent;
  if (watched.has(item.key) && isReachable()) await drain(); // it was on its way into the store, or others were sent
  return isSafe;
}

/** Send what waits, the oldest first, until all is through or the host cannot be reached. */
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
 * Send one that somebody waits for, or not; whether the next may follow. What the host cannot take now waits, and what it
 * broke on is kept.
 * @param {Item} item
 * @param {boolean} isWatched
 * @throws The host cannot be reached.
 */
async function through(item, isWatched) {
  const answer = await posted(item);
  const { status, html } = answer;
  const told = status > BROKEN ? sentence(html) : "";
  if (status > BROKEN && !told) throw new Error("somebody else answers for the host");
  reached(true);
  held(told);
  if (told) return false;
  const late = status === CONFLICT ? lateIn(answer) : "";
  if (late) {
    await entrust({ ...item, refused: late, late: true });
    if (isWatched) await visit(`/c/${encodeURIComponent(place().campaign)}/`);
    return true;
  }
  const isThrough = status < 400 || (isWatched && status < BROKEN);
  const noted = isThrough ? done(item.key) : entrust({ ...item, refused: reason(html ?? ""), page: html });
  await Promise.all([noted, isWatched ? answered(answer) : toldLate(answer)]);
  return true;
}

/** What the answer says of a question that somebody else has answered otherwise; empty where it says nothing of that. */
const lateIn = (/** @type {Answer} */ { html, parts }) => said(html ?? parts?.parts.late ?? "", "#late [role='alert']");

/** Tell who had answered already what nobody waited for here. */
function toldLate(/** @type {Answer} */ { html, parts }) {
  const told = parts ? toldIn(parts) : parsed(html ?? "").querySelector("#saved .toast");
  if (told?.matches(".late")) tell(told);
}

/** Show the answer that somebody waits for; a page that says that it is done already has no address of its own. */
async function answered(/** @type {Answer} */ { status, address, html, parts }) {
  await lifted();
  if (parts) await change({ address, parts });
  else if (!html) location.assign(address);
  else show({ status, address, html }, { push: status < 400 || status === UNFIT });
}

/** The answer to a command; a page that was open for long gets a new token first. */
async function posted(/** @type {Item} */ item) {
  const answer = await post(item, token());
  if (answer.status !== 403) return answer;
  const page = await fetched("/more");
  const fresh = found(parsed(page.html ?? ""), 'meta[name="csrf"]', HTMLMetaElement);
  return fresh ? post(item, fresh.content) : answer;
}

const post = (/** @type {Item} */ item, /** @type {string} */ signed) =>
  differing(item.address, { method: "POST", body: new URLSearchParams([...item.sent, ["token", signed]]) });

/** Why a command was refused, as its page says. */
const reason = (/** @type {string} */ html) =>
  sentence(html) || said(html, '#main [role="alert"], #main .quote, #main h1');

/** Why the host takes nothing, as its page says; empty where that is no page of its. */
const sentence = (/** @type {string | null} */ html) => said(html ?? "", '#main > .empty[role="alert"] p');

/** What the first of some parts of a page says. */
const said = (/** @type {string} */ html, /** @type {string} */ parts) =>
  parsed(html).querySelector(parts)?.textContent.replace(/\s+/g, " ").trim() ?? "";
