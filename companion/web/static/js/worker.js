// The service worker: with the host gone, its files and the pages seen before are read from this device.
// `VERSION` and `FILES` are set by the host, above.

self.addEventListener("install", (event) => {
  // What is neither a page nor a file of ours need not wake this worker, where a browser can be told so.
  const ours = { or: [{ requestMode: "navigate" }, { urlPattern: "/static/*" }] };
  event.addRoutes?.({ condition: { not: ours }, source: "network" });
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const former = caches.keys().then((names) => names.filter((name) => name !== VERSION));
  event.waitUntil(former.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => seen(request.url)));
  else if (pathname.startsWith("/static/")) event.respondWith(fetch(request).catch(() => caches.match(request, { ignoreSearch: true })));
});

/** A page as this device saw it last, or the page that says that there is no connection. */
async function seen(address) {
  const { pathname, search } = new URL(address);
  const found = (await kept(pathname + search)) ?? (await kept(pathname));
  if (!found) return caches.match("/offline");
  return new Response(found.html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** A page that `kept.js` keeps. */
function kept(key) {
  return new Promise((resolve) => {
    const opened = indexedDB.open("companion", 1);
    opened.onerror = () => resolve(undefined);
    opened.onupgradeneeded = () => opened.transaction.abort();
    opened.onsuccess = () => {
      const asked = opened.result.transaction("pages").objectStore("pages").get(key);
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => resolve(undefined);
    };
  });
}
