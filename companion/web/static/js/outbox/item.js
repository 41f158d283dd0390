/** Items of the outbox: each is one command as its form would send it, with a command id. */

import { sentBy } from "../dom.js";
import { place } from "../pages.js";
import { entrusted } from "./safe.js";
import { moveOf } from "./waiting.js";
import { said } from "./words.js";

/**
 * @typedef {object} Item  A command on its way.
 * @property {string} key  The time of its entry and its id; items are ordered by key.
 * @property {string} address  The address to post to.
 * @property {[string, string][]} sent  The values of its form without the token.
 * @property {string} said  The words for what it would record.
 * @property {import("./waiting.js").Move | null} [moved]  The number that it changes, if it is a step of a counter.
 * @property {string | null} refused  The host's reason for refusing it; null while it waits.
 * @property {string | null} [page]  The page with the refusal.
 * @property {boolean} [late]  Whether the question was answered differently before.
 */

/** The field with the newest entry that the page knew when it was tapped; a form keeps the one from its opening. */
const SEEN = "seen";
/** @returns {[string, string]} */
const seenNow = () => [SEEN, String(place().position)];
const WIDTH = 15;
let latest = 0;

/** The time of the next item: after every stored one, even if the clock was set back. */
const soon = () => latest = Math.max(Date.now(), latest + 1);

/** The fields of a form that records something, without those that change each time. */
export function fieldsOf(/** @type {HTMLFormElement} */ form, /** @type {HTMLElement | null} */ submitter) {
  const sent = sentBy(form, submitter);
  sent.delete("token");
  sent.delete("command");
  return sent;
}

/**
 * A form as an item.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 * @param {URLSearchParams} sent
 * @returns {Item}
 */
export function itemOf(form, submitter, sent) {
  const command = id();
  const key = `${soon().toString().padStart(WIDTH, "0")} ${command}`;
  return {
    key,
    address: form.action,
    sent: [...sent, ...(sent.has(SEEN) ? [] : [seenNow()]), ["command", command]],
    said: said(form, submitter),
    moved: moveOf(form),
    refused: null,
  };
}

/** A random command id; it works over plain HTTP, too. */
function id() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A late answer as a new item, to be recorded all the same.
 * @param {Item} item
 * @returns {Item}
 */
export const allTheSame = (item) => ({
  ...item,
  sent: item.sent.filter(([name]) => name !== SEEN),
  refused: null,
  late: false,
});

/** The id of an item's command. */
export const commandOf = (/** @type {Item} */ { key }) => key.slice(WIDTH + 1);

/** Whether an item waits to be sent, and was not refused. */
export const waits = (/** @type {Item} */ item) => item.refused === null;

/** The oldest waiting item. */
export async function first() {
  const items = await entrusted();
  latest = Math.max(latest, ...items.map(({ key }) => Number(key.slice(0, WIDTH))));
  return items.find(waits);
}
