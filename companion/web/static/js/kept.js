// This device's storage: pages it has seen, and commands on their way. IndexedDB works over plain HTTP, too.

import { PAGES, STORE, STORE_VERSION } from "./store.js";

/**
 * @typedef {import("./outbox/item.js").Item} Item
 * @typedef {{pages: import("./store.js").Page, outbox: Item}} Records  The records of each store, by key.
 */

/** @type {{[Name in keyof Records]: Map<string, Records[Name]>}} The fallback for browsers without a database. */
const memory = { pages: new Map(), outbox: new Map() };
/** @type {Promise<IDBDatabase | null> | undefined} */
let opened;

/** The database; null if the browser stores nothing, as in some private windows. */
function database() {
  opened ??= new Promise((resolve) => {
    try {
      const asked = indexedDB.open(STORE, STORE_VERSION);
      asked.onupgradeneeded = () => made(asked.result);
      asked.onsuccess = () => resolve(watched(asked.result));
      asked.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  return opened;
}

/** Watch a database that the browser may delete while a page is open; the next access then opens a new one. */
function watched(/** @type {IDBDatabase} */ kept) {
  kept.onclose = () => opened = undefined;
  return kept;
}

/** Whether the storage outlives this page. */
export const isLasting = async () => (await database()) !== null;

/** Create the stores for pages and for commands in a new database. */
function made(/** @type {IDBDatabase} */ empty) {
  empty.createObjectStore(PAGES, { keyPath: "key" }).createIndex("at", "at");
  empty.createObjectStore("outbox", { keyPath: "key" });
}

/**
 * Perform one operation on a store, in the database or in memory; resolves once the transaction is complete. Throws if
 * the database takes nothing, because it is full or was deleted.
 * @template {keyof Records} Name
 * @template Told
 * @param {Name} name
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<Told>} act
 * @param {(map: Map<string, Records[Name]>) => Told} instead
 * @returns {Promise<Told>}
 */
async function within(name, mode, act, instead) {
  const kept = await database();
  if (!kept) return instead(memory[name]);
  return new Promise((resolve, reject) => {
    const doing = kept.transaction(name, mode);
    const asked = act(doing.objectStore(name));
    doing.oncomplete = () => resolve(asked.result);
    doing.onabort = () => reject(doing.error);
  });
}

/**
 * Store a record under its `key`.
 * @template {keyof Records} Name
 * @param {Name} name
 * @param {Records[Name]} record
 * @returns {Promise<unknown>}
 */
export const put = (name, record) =>
  within(name, "readwrite", (store) => written(store, record), (map) => (map.set(record.key, record), record.key));

/** Write a record and commit at once, so that it outlives a page that is left right away. */
function written(/** @type {IDBObjectStore} */ store, /** @type {object} */ record) {
  const asked = store.put(record);
  store.transaction.commit();
  return asked;
}

/**
 * The record of a key, if there is one.
 * @template {keyof Records} Name
 * @param {Name} name
 * @param {string} key
 * @returns {Promise<Records[Name] | undefined>}
 */
export const get = (name, key) => within(name, "readonly", (store) => store.get(key), (map) => map.get(key));

/**
 * All records of a store, by key.
 * @template {keyof Records} Name
 * @param {Name} name
 * @returns {Promise<Records[Name][]>}
 */
export const all = (name) => within(name, "readonly", (store) => store.getAll(), (map) => [...map.values()]);

/**
 * Delete the record of a key.
 * @param {keyof Records} name
 * @param {string} key
 * @returns {Promise<unknown>}
 */
export const drop = (name, key) =>
  within(name, "readwrite", (store) => store.delete(key), (map) => void map.delete(key));

/**
 * Store a command when the device is full, by deleting the older half of the pages; if that is not enough, it throws
 * and deletes nothing. The page Play of the command's campaign stays even if it is old, since people return to it.
 */
export async function putInstead(/** @type {Item} */ item) {
  const [kept, aged] = [await database(), await oldest()];
  if (!kept) return;
  const [, , campaign] = new URL(item.address).pathname.split("/");
  const keys = aged.filter((key) => key !== `/c/${campaign}/`);
  await new Promise((resolve, reject) => {
    const doing = kept.transaction([PAGES, "outbox"], "readwrite");
    for (const key of keys.slice(0, Math.ceil(keys.length / 2))) doing.objectStore(PAGES).delete(key);
    doing.objectStore("outbox").put(item);
    doing.oncomplete = resolve;
    doing.onabort = () => reject(doing.error);
  });
}

const OWNER = "owner";
/** Resolved once the owner of the stored pages is known. */
let owned = Promise.resolve();

/**
 * Keep only the pages of one owner, and first delete those of another on this device. For a guest the owner has a line
 * per table, and the pages of a table stay while its line does.
 */
export function ownedBy(/** @type {string} */ owner) {
  owned = owned.catch(ignored).then(async () => {
    const before = await get(PAGES, OWNER);
    if (before?.html === owner) return;
    const [former, now] = [linesOf(before?.html ?? ""), linesOf(owner)];
    const stays = (/** @type {string} */ table) => former.has(table) && former.get(table) === now.get(table);
    for (const key of await oldest()) if (!stays(tableOf(key))) await drop(PAGES, key);
    await put(PAGES, { key: OWNER, html: owner, at: Infinity });
  });
  owned.catch(ignored);
  return owned;
}

/** The owner's line for each table, by the table's key. */
const linesOf = (/** @type {string} */ owner) =>
  new Map(owner.split("\n").filter((line) => line.includes(" ")).map((line) => [line.split(" ")[0], line]));

/** The key of the table that a stored page belongs to; empty if none. */
function tableOf(/** @type {string} */ key) {
  const [, kind, table = ""] = new URL(key, location.origin).pathname.split("/");
  return kind === "c" ? decodeURIComponent(table) : "";
}

/** Store a page once other owners' pages are deleted; it is skipped if there is no room. */
export const keepPage = (/** @type {import("./store.js").Page} */ page) =>
  owned.then(() => put(PAGES, page)).catch(ignored);

/** A page that was stored for its owner, if any. */
export const keptPage = (/** @type {string} */ key) => owned.then(() => get(PAGES, key)).catch(ignored);

/** Delete a stored page. */
export const dropPage = (/** @type {string} */ key) => owned.then(() => drop(PAGES, key)).catch(ignored);

/** Ignore a failure: a page that could not be stored is fetched again when it is needed. */
function ignored() {}

/** The number of records in a store. */
export const count = (/** @type {keyof Records} */ name) =>
  within(name, "readonly", (store) => store.count(), (map) => map.size);

/**
 * The keys of the pages, the oldest first.
 * @returns {Promise<string[]>}
 */
export const oldest = () => within(PAGES, "readonly", byAge, (map) => [...map.keys()]);

function byAge(/** @type {IDBObjectStore} */ store) {
  return /** @type {IDBRequest<string[]>} */ (store.index("at").getAllKeys());
}
