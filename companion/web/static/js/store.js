/**
 * The device's own store, as pages and service worker open it: the host puts these lines before the worker too.
 * @typedef {{words: string, html: string}} Line  What some words meant, as a page shows it, and the words it is found by.
 * @typedef {[string, string][]} Said  What a form says: names and values, in its order.
 * @typedef {{key: string, html: string, at: number, lines?: Line[], said?: Said, blank?: Said}} Page  A page as it was seen,
 *   and when, in milliseconds; in the place of one, what words meant in a campaign, or the draft of a form, until when it is
 *   kept, and what the form said before.
 */

export const STORE = "companion";
export const STORE_VERSION = 1;
export const PAGES = "pages";
