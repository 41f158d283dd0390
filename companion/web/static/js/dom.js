/** Typed access to parts of a page. */

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field  A control that holds a value. */

/**
 * Whether a node is a control that holds a value.
 * @param {Node} node
 * @returns {node is Field}
 */
export const isField = (node) =>
  node instanceof HTMLInputElement || node instanceof HTMLSelectElement || node instanceof HTMLTextAreaElement;

/**
 * Whether a field is a checkbox or radio button, and holds no text.
 * @param {Node} node
 * @returns {node is HTMLInputElement}
 */
export const isSwitch = (node) =>
  node instanceof HTMLInputElement && (node.type === "checkbox" || node.type === "radio");

/**
 * The first element of a class that matches a selector; null if there is none.
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
 * The target of an event, or its nearest ancestor that matches a selector.
 * @template {Element} Kind
 * @param {Event} event
 * @param {string} selector
 * @param {new () => Kind} kind
 */
export function around({ target }, selector, kind) {
  const nearest = target instanceof Element ? target.closest(selector) : null;
  return nearest instanceof kind ? nearest : null;
}

/** A page from its HTML, without the parts for browsers without scripts, whose fields would be sent along. */
export const parsed = (/** @type {string} */ html) => scripted(new DOMParser().parseFromString(html, "text/html"));

/** Remove the parts of a page for browsers without scripts. */
export function scripted(/** @type {Document} */ page) {
  for (const instead of page.querySelectorAll("noscript")) instead.remove();
  return page;
}

/** The page's content, with its campaign and the newest entry it knows. */
export const mainOf = (/** @type {Document} */ page) => part(page, "#main", HTMLElement);

const WIDE = matchMedia("(min-width: 62rem)");

/** Whether the page's text is scaled to the window, so that the page never scrolls. */
export const isFitted = () => WIDE.matches && document.querySelector("[data-fits]") !== null;

/** The data that a form sends when it is submitted by one of its buttons, or by none. */
export function sentBy(/** @type {HTMLFormElement} */ form, /** @type {HTMLElement | null} */ submitter) {
  const sent = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) sent.append(name, String(value));
  return sent;
}
