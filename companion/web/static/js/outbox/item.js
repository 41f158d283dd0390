/** What is in the outbox: one command each, as its form would send it, under an id of its own. */

import { sentBy } from "../dom.js";
import { place } from "../pages.js";
import { entrusted } from "./safe.js";
import { moveOf } from "./waiting.js";
import { said } from "./words.js";

/**
 * @typedef {object} Item  A command on its way.
 * @property {string} key  When it was entered, and its id: by key they are in order.
 * @property {string} address  Where it goes.
 * @property {[string, string][]} sent  What its form says, but for the token.
 * @property {string} said  What it would record, in words.
 * @property {import("./waiting.js").Move | null} [moved]  The number that it moves, if it is a step of a counter.
 * @property {string | null} refused  Why the host refused it; null as long as it waits.
 * @property {string | null} [page]  The page that refused it.
 * @property {boolean} [late]  Whether somebody had answered the question before, and this says something else.
 */

/** The field that says which entry the page knew of as it was tapped; a form has it from when it was opened. */
const SEEN = "seen";
/** @returns {[string, string]} */
const seenNow = () => [SEEN, String(place().position)];
const WIDTH = 15;
let latest = 0;

/** When the next one is entered: after every other one that is kept, even where the clock was set back. */
const soon = () => latest = Math.max(Date.now(), latest + 1);

/** What a form says that records something, without what is its own each time. */
export function fieldsOf(/** @type {HTMLFormElement} */ form, /** @type {HTMLElement | null} */ submitter) {
  const sent = sentBy(form, submitter);
  sent.delete("token");
  sent.delete("command");
  return sent;
}

/**
 * A form as it is kept until the host answers.
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

/** An id for a command, from chance that plain http has too. */
function id() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A late answer as it is sent once more, to be recorded all the same.
 * @param {Item} item
 * @returns {Item}
 */
export const allTheSame = (item) => ({
  ...item,
  sent: item.sent.filter(([name]) => name !== SEEN),
  refused: null,
  late: false,
});

/** Whether it waits to be sent, and was not refused. */
export const waits = (/** @type {Item} */ item) => item.refused === null;

/** The oldest that waits. */
export async function first() {
  const items = await entrusted();
  latest = Math.max(latest, ...items.map(({ key }) => Number(key.slice(0, WIDTH))));
  return items.find(waits);
}
