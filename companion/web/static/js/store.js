/**
 * The device's own store, as pages and service worker open it: the host puts these lines before the worker too.
 * @typedef {{key: string, html: string, at: number}} Page  A page as it was seen, and when, in milliseconds.
 */

export const STORE = "companion";
export const STORE_VERSION = 1;
export const PAGES = "pages";
