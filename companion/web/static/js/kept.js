// What this device keeps for itself: pages it has seen, and commands on their way. In IndexedDB, which plain http has too.

import { PAGES, STORE, STORE_VERSION } from "./store.js";

/**
 * @typedef {import("./outbox/item.js").Item} Item
 * @typedef {{pages: import("./store.js").Page, outbox: Item}} Records  What each part of the store keeps, by its key.
 */

/** @type {{[Name in keyof Records]: Map<string, Records[Name]>}} Instead, where the browser keeps nothing. */
const memory = { pages: new Map(), outbox: new Map() };
/** @type {Promise<IDBDatabase | null> | undefined} */
let opened;

/** The database; null where the browser keeps nothing, as in some private windows. */
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

/** A database that the browser may throw away while a page is open: whoever comes next then opens a new one. */
function watched(/** @type {IDBDatabase} */ kept) {
  kept.onclose = () => opened = undefined;
  return kept;
}

/** Whether what is kept outlives this page. */
export const isLasting = async () => (await database()) !== null;

/** A store each for pages and for commands, in a database that is new. */
function made(/** @type {IDBDatabase} */ empty) {
  empty.createObjectStore(PAGES, { keyPath: "key" }).createIndex("at", "at");
  empty.createObjectStore("outbox", { keyPath: "key" });
}

/**
 * Do one thing with a store, in the database or in memory; it is done once the database has taken all of it in. Throws
 * where it takes in nothing, for it is full or was thrown away.
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
 * Keep a record under its `key`.
 * @template {keyof Records} Name
 * @param {Name} name
 * @param {Records[Name]} record
 * @returns {Promise<unknown>}
 */
export const put = (name, record) =>
  within(name, "readwrite", (store) => written(store, record), (map) => (map.set(record.key, record), record.key));

/** Write a record so that it outlives a page that is left right away: it is not waited for what else the page may ask. */
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
 * Forget the record of a key.
 * @param {keyof Records} name
 * @param {string} key
 * @returns {Promise<unknown>}
 */
export const drop = (name, key) =>
  within(name, "readwrite", (store) => store.delete(key), (map) => void map.delete(key));

/**
 * Keep a command where only the older half of the pages makes room for it; where that is not enough, they are left. The
 * page that its campaign is played on stays, however many were fetched ahead since: that is where people come back to.
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
/** Once it is known whose pages are kept. */
let owned = Promise.resolve();

/**
 * Keep the pages of one owner: what was kept of another one, on this very device, is forgotten first. A guest owns the pages
 * of each table apart, by a line for each: those of a table stay while its line does.
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

/** Whose the pages of each table are, by its key. */
const linesOf = (/** @type {string} */ owner) =>
  new Map(owner.split("\n").filter((line) => line.includes(" ")).map((line) => [line.split(" ")[0], line]));

/** The key of the table that a kept page is of; empty for a page about none. */
function tableOf(/** @type {string} */ key) {
  const [, kind, table = ""] = new URL(key, location.origin).pathname.split("/");
  return kind === "c" ? decodeURIComponent(table) : "";
}

/** Keep a page, once no other owner's are left; where there is no room for it, it is not kept. */
export const keepPage = (/** @type {import("./store.js").Page} */ page) =>
  owned.then(() => put(PAGES, page)).catch(ignored);

/** A page that was kept for its owner, if it was. */
export const keptPage = (/** @type {string} */ key) => owned.then(() => get(PAGES, key)).catch(ignored);

/** Forget one. */
export const dropPage = (/** @type {string} */ key) => owned.then(() => drop(PAGES, key)).catch(ignored);

/** A page is fetched anew when it is wanted: that it could not be kept is no trouble yet. */
function ignored() {}

/** How many records a store has. */
export const count = (/** @type {keyof Records} */ name) =>
  within(name, "readonly", (store) => store.count(), (map) => map.size);

/**
 * The keys of the pages, the one kept longest first.
 * @returns {Promise<string[]>}
 */
export const oldest = () => within(PAGES, "readonly", byAge, (map) => [...map.keys()]);

function byAge(/** @type {IDBObjectStore} */ store) {
  return /** @type {IDBRequest<string[]>} */ (store.index("at").getAllKeys());
}
