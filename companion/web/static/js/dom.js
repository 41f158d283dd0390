/** Finding parts of a page as what they are. */

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field  What somebody types or chooses in. */

/**
 * Whether something is typed or chosen in a part of a page.
 * @param {Node} node
 * @returns {node is Field}
 */
export const isField = (node) =>
  node instanceof HTMLInputElement || node instanceof HTMLSelectElement || node instanceof HTMLTextAreaElement;

/**
 * Whether a field is switched on or off, and holds no text.
 * @param {Node} node
 * @returns {node is HTMLInputElement}
 */
export const isSwitch = (node) =>
  node instanceof HTMLInputElement && (node.type === "checkbox" || node.type === "radio");

/**
 * The first part of a kind that a selector names; null where there is none.
 * @template {Element} Kind
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => Kind} kind
 */
export function found(root, selector, kind) {
  const first = root.querySelector(selector);
  return first instanceof kind ? first : null;
}

/**
 * A part that every page has.
 * @template {Element} Kind
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => Kind} kind
 * @throws {TypeError} This page has none.
 */
export function part(root, selector, kind) {
  const first = found(root, selector, kind);
  if (!first) throw new TypeError(`no ${selector} on this page`);
  return first;
}

/**
 * What an event happened to, or the nearest thing around it that a selector names.
 * @template {Element} Kind
 * @param {Event} event
 * @param {string} selector
 * @param {new () => Kind} kind
 */
export function around({ target }, selector, kind) {
  const nearest = target instanceof Element ? target.closest(selector) : null;
  return nearest instanceof kind ? nearest : null;
}

/** A page from its text, without what it has for browsers that run no scripts: its fields would be sent along. */
export const parsed = (/** @type {string} */ html) => scripted(new DOMParser().parseFromString(html, "text/html"));

/** A page without what it has for browsers that run no scripts. */
export function scripted(/** @type {Document} */ page) {
  for (const instead of page.querySelectorAll("noscript")) instead.remove();
  return page;
}

/** The page's content: it says which campaign it is about, and which entry it knows of. */
export const mainOf = (/** @type {Document} */ page) => part(page, "#main", HTMLElement);

const WIDE = matchMedia("(min-width: 62rem)");

/** Whether the text of the page is scaled to the window, so that the page never scrolls. */
export const isFitted = () => WIDE.matches && document.querySelector("[data-fits]") !== null;

/** What a form sends when it is submitted by one of its buttons, or by none. */
export function sentBy(/** @type {HTMLFormElement} */ form, /** @type {HTMLElement | null} */ submitter) {
  const sent = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) sent.append(name, String(value));
  return sent;
}
