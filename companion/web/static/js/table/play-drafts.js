/**
 * Drafts on Play: the words of the quick entry and the ticks of a question stay on this device until they are sent.
 *
 * A form with `data-kept` says by that name which one it is. Ticks are forgotten with their question.
 */

import { around, found, isField, isSwitch } from "../dom.js";
import { DRAFT } from "../drafts.js";
import { dropPage, keepPage, keptPage, oldest } from "../kept.js";
import { onShown, place } from "../pages.js";

/** @typedef {import("../dom.js").Field} Field */

const FORM = "form[data-kept]";
const TICKS = "ticks ";
const LASTS = 24 * 60 * 60 * 1000;
/** The forms whose drafts were looked for already. @type {WeakSet<HTMLFormElement>} */
const begun = new WeakSet();
/** The keys of the drafts that this device has, once they were read. @type {Set<string> | undefined} */
let kept;

/** Keep what is entered in forms with `data-kept`, and enter it again. */
export function playDrafts() {
  for (const said of ["input", "change"]) {
    document.addEventListener(said, (event) => note(around(event, FORM, HTMLFormElement)));
  }
  document.addEventListener("submit", (event) => forget(around(event, FORM, HTMLFormElement)));
  onShown(offer);
}

/** What begins the keys of the drafts of this campaign. */
const here = () => `${DRAFT}/c/${encodeURIComponent(place().campaign)}/kept/`;

const keyOf = (/** @type {HTMLFormElement} */ form) => here() + form.dataset.kept;

/** The fields of a form that a person fills in. */
const fields = (/** @type {HTMLFormElement} */ form) =>
  [...form.elements].filter(isField).filter((field) => field.type !== "hidden");

/** @returns {import("../store.js").Said} */
const said = (/** @type {HTMLFormElement} */ form) =>
  fields(form).map((field) => [field.name, isSwitch(field) && !field.checked ? "" : field.value]);

/** Whether something is entered in a field; forms with `data-kept` have inputs alone. */
function isTouched(/** @type {Field} */ field) {
  if (!(field instanceof HTMLInputElement)) return false;
  if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** Keep what a form says; nothing of one in which nothing is entered. */
function note(/** @type {HTMLFormElement | null} */ form) {
  if (!form) return;
  if (!fields(form).some(isTouched)) return forget(form);
  const key = keyOf(form);
  kept?.add(key);
  keepPage({ key, html: "", at: Date.now() + LASTS, said: said(form) });
}

/** Forget the draft of a form; the words of the quick entry are forgotten where they are done with. */
function forget(/** @type {HTMLFormElement | null} */ form) {
  if (!form || form.method === "get" && fields(form).some(isTouched)) return;
  kept?.delete(keyOf(form));
  dropPage(keyOf(form));
}

/** Enter the drafts of this page's forms again, and forget those whose questions are gone. */
async function offer() {
  kept ??= new Set((await oldest().catch(() => [])).filter((key) => key.startsWith(DRAFT)));
  const forms = [...document.querySelectorAll(FORM)].filter((form) => form instanceof HTMLFormElement);
  for (const form of forms) if (!begun.has(form) || !fields(form).some(isTouched)) await restore(form);
  if (!found(document, "#prompts", HTMLElement)) return;
  const asked = new Set(forms.map(keyOf));
  for (const key of kept) {
    if (key.startsWith(here() + TICKS) && !asked.has(key)) (kept.delete(key), dropPage(key));
  }
}

/** Enter the draft of a form again, unless something else is entered, or what it asks is another thing now. */
async function restore(/** @type {HTMLFormElement} */ form) {
  begun.add(form);
  const key = keyOf(form);
  const draft = kept?.has(key) ? await keptPage(key) : undefined;
  const all = fields(form);
  if (!draft?.said || draft.at < Date.now() || all.some(isTouched) || draft.said.length !== all.length) return;
  for (const [n, field] of all.entries()) {
    const [name, value] = draft.said[n] ?? [];
    if (name !== field.name || value === undefined) return;
    if (isSwitch(field)) field.checked = value === field.value;
    else field.value = value;
  }
}
