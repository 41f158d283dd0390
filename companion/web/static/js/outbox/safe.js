/** Storage of commands until they are answered: on the device or, if that is full, in this page. */

import { all, drop, get, isLasting, put, putInstead } from "../kept.js";

/** @typedef {import("./item.js").Item} Item */

/** @type {Map<string, Item>} Items that the device could not store; they last as long as this page is open. */
const held = new Map();

/** Warn before leaving the page while only the page holds an item. */
addEventListener("beforeunload", (leaving) => held.size && leaving.preventDefault());

/**
 * Store a command, in place of pages if needed, since those can be fetched again. Returns whether it outlives this
 * page.
 */
export async function entrust(/** @type {Item} */ item) {
  try {
    await put("outbox", item).catch(() => putInstead(item));
    held.delete(item.key);
    return await isLasting();
  } catch {
    held.set(item.key, item);
    return false;
  }
}

/** All stored items, in order. */
export async function entrusted() {
  const items = await all("outbox").catch(() => []);
  const each = new Map([...items, ...held.values()].map((item) => [item.key, item]));
  return [...each.values()].sort((one, other) => one.key < other.key ? -1 : 1);
}

/** The item of a key. */
export const one = async (/** @type {string} */ key) => held.get(key) ?? (await get("outbox", key));

/** Delete an item that was answered or dropped. */
export async function done(/** @type {string} */ key) {
  const isHeld = held.delete(key);
  await drop("outbox", key).catch((error) => {
    if (!isHeld) throw error;
  });
}
