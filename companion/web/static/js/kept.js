// What this device keeps for itself: pages it has seen, and commands on their way. In IndexedDB, which plain http has too.

const STORES = ["pages", "outbox"];
const memory = Object.fromEntries(STORES.map((name) => [name, new Map()]));
let opened;

/** The database; null where the browser keeps nothing, as in some private windows. */
function database() {
  opened ??= new Promise((resolve) => {
    try {
      const asked = indexedDB.open("companion", 1);
      asked.onupgradeneeded = () => {
        const [pages] = STORES.map((name) => asked.result.createObjectStore(name, { keyPath: "key" }));
        pages.createIndex("at", "at");
      };
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  return opened;
}

/** Do one thing with a store, in the database or in memory. */
async function within(name, mode, act, instead) {
  const found = await database();
  if (!found) return instead(memory[name]);
  return new Promise((resolve, reject) => {
    const asked = act(found.transaction(name, mode).objectStore(name));
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/** Keep a record under its `key`. */
export const put = (name, record) =>
  within(name, "readwrite", (store) => store.put(record), (map) => map.set(record.key, record));

/** The record of a key, or undefined. */
export const get = (name, key) =>
  within(name, "readonly", (store) => store.get(key), (map) => map.get(key));

/** All records of a store, by key. */
export const all = (name) =>
  within(name, "readonly", (store) => store.getAll(), (map) => [...map.values()]);

/** Forget the record of a key. */
export const drop = (name, key) =>
  within(name, "readwrite", (store) => store.delete(key), (map) => map.delete(key));

/** How many records a store has. */
export const count = (name) => within(name, "readonly", (store) => store.count(), (map) => map.size);

/** The keys of the pages, the one kept longest first. */
export const oldest = () =>
  within("pages", "readonly", (store) => store.index("at").getAllKeys(), (map) => [...map.keys()]);
