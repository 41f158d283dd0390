/**
 * Fields with more options than a page can hold: matching options are fetched while the player types, and the likely
 * ones before that.
 */

import { around, found, parsed, part, sentBy } from "./dom.js";
import { fetched } from "./pages.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Query  The box that a name is typed in. */

const PAUSE = 150;
let awaited = 0;

/** Search for the typed text in fields marked `data-seek`, the address to search at. */
export function seeking() {
  document.addEventListener("input", typed);
  document.addEventListener("focusin", typed);
  document.addEventListener("keydown", pressed);
  document.addEventListener("pointerdown", (press) => around(press, ".found [data-id]", HTMLElement) && press.preventDefault());
  document.addEventListener("click", tapped);
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    const field = fieldOf(target);
    if (field && fieldOf(relatedTarget) !== field) shut(field);
  });
}

/** The field around a target, if it is one to search in. */
function fieldOf(/** @type {EventTarget | null} */ target) {
  const field = target instanceof Element ? target.closest("[data-seek]") : null;
  return field instanceof HTMLElement ? field : null;
}

/** The box of a field that a name is typed in. */
const queryOf = (/** @type {HTMLElement} */ field) =>
  found(field, "textarea", HTMLTextAreaElement) ?? part(field, 'input[type="text"]', HTMLInputElement);

/** The element for the matching options. */
const placeOf = (/** @type {HTMLElement} */ field) => part(field, ".found", HTMLElement);

/** The name that is being typed: all of it, or the last line. */
const nameIn = (/** @type {Query} */ query) => query.value.replace(/^[^]*\n/, "").replace(/=.*$/, "").trim();

function typed(/** @type {Event} */ event) {
  const field = fieldOf(event.target);
  if (!field || event.target !== queryOf(field)) return;
  const turn = ++awaited;
  setTimeout(() => turn === awaited && look(field, turn), PAUSE);
}

/** Show the options that match the typed text. */
async function look(/** @type {HTMLElement} */ field, /** @type {number} */ turn) {
  const query = queryOf(field);
  const answer = await fetched(addressOf(field, query, nameIn(query))).catch(() => undefined);
  if (turn !== awaited || answer?.status !== 200 || !answer.html) return;
  placeOf(field).replaceChildren(...parsed(answer.html).body.childNodes);
  const list = found(field, '[role="listbox"]', HTMLElement);
  query.setAttribute("aria-autocomplete", "list");
  if (query instanceof HTMLInputElement) query.setAttribute("role", "combobox");
  expand(query, list !== null);
  if (list) query.setAttribute("aria-controls", list.id);
}

/** Set whether the list below a one-line box is expanded, for screen readers. */
function expand(/** @type {Query} */ query, /** @type {boolean} */ seen) {
  if (query.role === "combobox") query.setAttribute("aria-expanded", String(seen));
}

/** The address of the search, with the form's values of the fields that it depends on. */
function addressOf(/** @type {HTMLElement} */ field, /** @type {Query} */ query, /** @type {string} */ name) {
  const { seek = "", given = "" } = field.dataset;
  const wanted = new URLSearchParams({ typed: name });
  for (const [key, value] of query.form ? sentBy(query.form, null) : []) {
    if (given.split(" ").some((one) => key === one || key.startsWith(`${one}.`))) wanted.append(key, value);
  }
  return `${seek}?${wanted}`;
}

/** Close the list of options. */
function shut(/** @type {HTMLElement} */ field) {
  awaited += 1;
  placeOf(field).replaceChildren();
  const query = queryOf(field);
  query.removeAttribute("aria-activedescendant");
  query.removeAttribute("aria-controls");
  expand(query, false);
}

/** The arrows move through the options, Enter takes one, Escape closes the list. */
function pressed(/** @type {KeyboardEvent} */ press) {
  const field = fieldOf(press.target);
  const options = field ? [...field.querySelectorAll(".found [data-id]")] : [];
  if (!field || !options.length || press.isComposing) return;
  const at = options.findIndex((one) => one.ariaSelected === "true");
  const chosen = options[at];
  if (press.key === "ArrowDown") mark(field, options, options[at + 1] ?? options[0]);
  else if (press.key === "ArrowUp") mark(field, options, options[at - 1] ?? options.at(-1));
  else if (press.key === "Enter" && chosen) take(field, chosen);
  else if (press.key === "Escape") shut(field);
  else return;
  press.preventDefault();
}

/** Mark the option that Enter takes. */
function mark(
  /** @type {HTMLElement} */ field,
  /** @type {Element[]} */ options,
  /** @type {Element | undefined} */ next,
) {
  for (const one of options) one.setAttribute("aria-selected", String(one === next));
  next?.scrollIntoView({ block: "nearest" });
  queryOf(field).setAttribute("aria-activedescendant", next?.id ?? "");
}

function tapped(/** @type {MouseEvent} */ tap) {
  const option = around(tap, ".found [data-id]", HTMLElement);
  const field = option && fieldOf(option);
  if (option && field) take(field, option);
}

/** Choose an option: fill in its name, or add it to the chosen ones. */
function take(/** @type {HTMLElement} */ field, /** @type {Element} */ option) {
  const query = queryOf(field);
  const pattern = found(field, "template", HTMLTemplateElement);
  if (pattern) add(field, pattern, option);
  query.value = pattern ? query.value.split("\n").slice(0, -1).join("\n") : option.textContent.trim();
  shut(field);
  query.focus();
  query.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Add a chosen thing, or a number for it. */
function add(/** @type {HTMLElement} */ field, /** @type {HTMLTemplateElement} */ pattern, /** @type {Element} */ option) {
  const copy = /** @type {DocumentFragment} */ (pattern.content.cloneNode(true));
  const [box, words] = [part(copy, "input", HTMLInputElement), part(copy, "span", HTMLElement)];
  const id = option.getAttribute("data-id") ?? "";
  if (box.type === "checkbox") box.value = id;
  else {
    box.name += id;
    box.id += id;
    part(copy, "label", HTMLLabelElement).htmlFor = box.id;
  }
  words.textContent = option.textContent.trim();
  if (box.type === "checkbox" || !field.querySelector(`[name="${CSS.escape(box.name)}"]`)) {
    part(field, "[data-own]", HTMLElement).append(copy);
  }
}
