/* Keyboard shortcuts, from the list in the page: a row for each shortcut, with its keys and targets. */

const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";
const PAUSE = 1500;

/** @type {string} */
let before = "";
let pressedAt = 0;

/** Listen for the keys in the page's list; a page without one has no shortcuts. */
export function keys() {
  document.addEventListener("keydown", press);
}

/** @param {KeyboardEvent} event */
function press(event) {
  const list = document.querySelector("dialog#keys");
  if (!list || event.defaultPrevented || event.repeat || event.isComposing || busy(event)) return;
  const key = named(event);
  const soon = event.timeStamp - pressedAt < PAUSE;
  const row = shortcut(list, soon && before ? `${before}>${key}` : key, key);
  before = row ? "" : key;
  pressedAt = event.timeStamp;
  const reached = row && target(row, key);
  if (!reached) return;
  event.preventDefault();
  reach(reached);
}

/**
 * Whether the key belongs to something else: a field, an open dialog, a focused button for Space and Enter.
 * @param {KeyboardEvent} event
 */
function busy(event) {
  const at = event.target instanceof Element ? event.target : document.body;
  const pressing = (event.key === " " || event.key === "Enter") && at !== document.body && !at.matches("#main");
  return pressing || at.closest(TYPING) !== null || document.querySelector("dialog[open]") !== null;
}

/**
 * A key in the list's spelling. Cmd counts as Ctrl, and Shift counts only with Ctrl, since `?` needs it.
 * @param {KeyboardEvent} event
 */
function named(event) {
  if (event.altKey) return "";
  const held = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return (held ? "Ctrl+" : "") + (held && event.shiftKey ? "Shift+" : "") + key;
}

/**
 * The row of a key, or of the previous key and this one.
 * @param {Element} list @param {string} pair @param {string} key
 */
function shortcut(list, pair, key) {
  const rows = [...list.querySelectorAll("[data-keys]")];
  return rows.find((row) => lines(row, "data-keys").some((known) => known === pair || known === key));
}

/**
 * The target of a row: the first of its selectors that matches; a digit takes the nth match.
 * @param {Element} row @param {string} key @returns {HTMLElement | undefined}
 */
function target(row, key) {
  const nth = /^[1-9]$/.test(key) ? Number(key) - 1 : 0;
  const found = lines(row, "data-targets").map((selector) => document.querySelectorAll(selector));
  return /** @type {HTMLElement | undefined} */ (found.find((all) => all.length)?.[nth]);
}

/** @param {Element} row @param {string} name */
function lines(row, name) {
  return (row.getAttribute(name) ?? "").split("\n");
}

/**
 * Open a dialog, press a button, follow a link, focus anything else.
 * @param {HTMLElement} element
 */
function reach(element) {
  if (element instanceof HTMLDialogElement) {
    element.showModal();
  } else if (element.matches("a, button, summary")) {
    element.click();
  } else {
    if (!element.matches("input, [tabindex]")) element.tabIndex = -1;
    element.closest("details")?.setAttribute("open", "");
    element.focus();
    element.scrollIntoView({ block: "nearest" });
  }
}
