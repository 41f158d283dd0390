/** The words for what a form would record, taken from the form. */

import { part } from "../dom.js";
import { signed } from "../table/counter.js";
import { moveOf } from "./waiting.js";

const TYPED = 'input:not([type="radio"], [type="checkbox"]), textarea';

/**
 * The title of a form, or the button of a one-tap form, and the values of its fields; for a step of a counter, its
 * owner, its label and the change.
 */
export function said(/** @type {HTMLFormElement} */ form, /** @type {HTMLElement | null} */ submitter) {
  const move = moveOf(form);
  if (move) return counted(form, move.by);
  const values = [...form.querySelectorAll(".field")].map(filled).filter(Boolean);
  const button = submitter?.getAttribute("aria-label") ?? submitter?.textContent;
  const title = form.matches(".tap")
    ? (button ?? form.textContent)
    : part(document, "#main h1", HTMLElement).textContent;
  return [title.replace(/\s+/g, " ").trim(), ...values].join(" · ");
}

/** The words for a step of a counter: “Venia: stars +1”. */
function counted(/** @type {HTMLFormElement} */ form, /** @type {number} */ by) {
  const whose = form.closest("[data-whose]")?.getAttribute("data-whose") ?? "";
  const what = form.closest("[data-counter]")?.querySelector(".number .hide")?.textContent.trim().replace(/[:：]$/, "");
  return [whose, `${what ?? ""} ${signed(by)}`.trim()].filter(Boolean).join(": ");
}

/** The value of a field in words. */
function filled(/** @type {Element} */ field) {
  const chosen = [...field.querySelectorAll("input:checked")].map((box) => box.closest("label")?.textContent.trim());
  const options = [...field.querySelectorAll("select")].map((select) => select.selectedOptions[0]?.textContent.trim());
  const typed = [...field.querySelectorAll(TYPED)].map((box) =>
    /** @type {HTMLInputElement | HTMLTextAreaElement} */ (box).value
  );
  return [...chosen, ...options, ...typed].filter((value) => value && value !== "–").join(", ");
}
