// The service worker: without the host, files and pages seen before are read from this device. The host defines the
// names in `host.d.ts` above this code.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/**
 * @typedef {ExtendableEvent & {addRoutes?: (rule: object) => Promise<void>}} Installing  Newer browsers support routes.
 */

worker.addEventListener("install", (/** @type {Installing} */ event) => {
  // Other requests need not wake this worker, if the browser supports routes.
  const ours = { or: [{ requestMode: "navigate" }, { urlPattern: "/static/*" }] };
  event.addRoutes?.({ condition: { not: ours }, source: "network" });
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(forgotten().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => seen(request.url)));
  else if (pathname.startsWith("/static/")) event.respondWith(fetch(request).catch(() => file(request.url)));
});

/** Delete the files of former versions. */
async function forgotten() {
  const former = (await caches.keys()).filter((name) => name !== VERSION);
  await Promise.all(former.map((name) => caches.delete(name)));
}

/** A static file from storage; a page stored before an update names it by its former address. */
async function file(/** @type {string} */ address) {
  const { pathname } = new URL(address, worker.location.origin);
  return (await caches.match(pathname.replace(/^\/static\/[^/]+\//, STATIC))) ?? Response.error();
}

/** A page from storage, or the page that says that there is no connection. */
async function seen(/** @type {string} */ address) {
  const { pathname, search } = new URL(address);
  const found = (await kept(pathname + search)) ?? (await kept(pathname));
  if (!found) return file("/offline");
  return new Response(found.html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/**
 * A page that `kept.js` stored.
 * @param {string} key
 * @returns {Promise<import("../static/js/store.js").Page | undefined>}
 */
function kept(key) {
  return new Promise((resolve) => {
    const opened = indexedDB.open(STORE, STORE_VERSION);
    opened.onerror = () => resolve(undefined);
    opened.onupgradeneeded = () => opened.transaction?.abort();
    opened.onsuccess = () => {
      const asked = opened.result.transaction(PAGES).objectStore(PAGES).get(key);
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => resolve(undefined);
    };
  });
}
