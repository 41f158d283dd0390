/**
 * The device's database, as pages and the service worker open it. The host also inlines these lines into the worker.
 * @typedef {{words: string, html: string}} Line  A reading of words as HTML, and the words it is found by.
 * @typedef {[string, string][]} Said  A form's values: names and values, in order.
 * @typedef {{key: string, html: string, at: number, lines?: Line[], said?: Said, blank?: Said}} Page  A page, and when
 *   it was seen, in milliseconds. A record may instead hold the readings of a campaign, or the draft of a form with its
 *   expiry and the form's blank values.
 */

export const STORE = "companion";
export const STORE_VERSION = 1;
export const PAGES = "pages";
