/** Where commands are until they were answered: in the device's store; where it takes nothing more, on this page. */

import { all, drop, get, isLasting, put, putInstead } from "../kept.js";

/** @typedef {import("./item.js").Item} Item */

/** @type {Map<string, Item>} What the store would not take: there as long as this page is open. */
const held = new Map();

/** Whoever leaves this page is asked first, as long as something is held by it alone. */
addEventListener("beforeunload", (leaving) => held.size && leaving.preventDefault());

/** Keep a command, in the place of pages if need be, for those are fetched anew. Whether it outlives this page. */
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

/** All that are kept, in order. */
export async function entrusted() {
  const items = await all("outbox").catch(() => []);
  const each = new Map([...items, ...held.values()].map((item) => [item.key, item]));
  return [...each.values()].sort((one, other) => one.key < other.key ? -1 : 1);
}

/** The one of a key. */
export const one = async (/** @type {string} */ key) => held.get(key) ?? (await get("outbox", key));

/** Let go of one that was answered, or dropped. */
export async function done(/** @type {string} */ key) {
  const isHeld = held.delete(key);
  await drop("outbox", key).catch((error) => {
    if (!isHeld) throw error;
  });
}
