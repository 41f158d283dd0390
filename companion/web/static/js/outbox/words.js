/** What a form would record, in the words that stand on it. */

import { part } from "../dom.js";

const TYPED = 'input:not([type="radio"], [type="checkbox"]), textarea';

/** The title of a form, or the button of one that is a tap, and what stands in its fields. */
export function said(/** @type {HTMLFormElement} */ form, /** @type {HTMLElement | null} */ submitter) {
  const values = [...form.querySelectorAll(".field")].map(filled).filter(Boolean);
  const button = submitter?.getAttribute("aria-label") ?? submitter?.textContent;
  const title = form.matches(".tap")
    ? (button ?? form.textContent)
    : part(document, "#main h1", HTMLElement).textContent;
  return [title.replace(/\s+/g, " ").trim(), ...values].join(" · ");
}

/** What stands in a field, as a person reads it. */
function filled(/** @type {Element} */ field) {
  const chosen = [...field.querySelectorAll("input:checked")].map((box) => box.closest("label")?.textContent.trim());
  const options = [...field.querySelectorAll("select")].map((select) => select.selectedOptions[0]?.textContent.trim());
  const typed = [...field.querySelectorAll(TYPED)].map((box) =>
    /** @type {HTMLInputElement | HTMLTextAreaElement} */ (box).value
  );
  return [...chosen, ...options, ...typed].filter((value) => value && value !== "–").join(", ");
}
