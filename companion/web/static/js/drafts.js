/**
 * Drafts: the entries of a form stay on this device until they are recorded, and are restored when the form is opened
 * again.
 *
 * They are stored with the pages, so that they are deleted with them for another visitor.
 */

import { around, found, isField, isSwitch, mainOf, parsed, sentBy } from "./dom.js";
import { dropPage, keepPage, keptPage, oldest } from "./kept.js";
import { fetched, onShown, token } from "./pages.js";

/** @typedef {import("./store.js").Said} Said */
/**
 * @typedef {{key: string, blank: HTMLFormElement | null}} Begun  The key of its draft, and the form as the host
 * rendered it.
 */

const FORM = "form[data-draft]";
/** What begins the key of each draft. */
export const DRAFT = "draft ";
const LASTS = 30 * 24 * 60 * 60 * 1000;
/** Fields that a form sends again each time, or only once. */
const PASSING = ["token", "command", "seen", "act", "sure"];
/** Buttons that ask the host to render a form again, and record nothing. */
const ASKING = ["narrow", "look"];
/** @type {WeakMap<HTMLFormElement, Begun>} */
const begun = new WeakMap();

/** Store the entries of forms with `data-draft`, and restore them. */
export function drafts() {
  for (const said of ["input", "change"]) {
    document.addEventListener(said, (event) => note(around(event, FORM, HTMLFormElement)));
  }
  document.addEventListener("submit", sent);
  document.addEventListener("click", startOver);
  onShown(offer);
  expire();
}

/** The key of this page's draft. */
const here = () => DRAFT + location.pathname + location.search;

/** @returns {Said} */
const said = (/** @type {HTMLFormElement} */ form) => [...sentBy(form, null)].filter(([name]) => !PASSING.includes(name));

/** Whether a form has the values with which the host rendered it. */
const isBlank = (/** @type {HTMLFormElement} */ form, /** @type {HTMLFormElement | null | undefined} */ blank) =>
  Boolean(blank) && String(said(form)) === String(said(/** @type {HTMLFormElement} */ (blank)));

/** Store a form's values, unless nothing is entered in it. */
function note(/** @type {HTMLFormElement | null} */ form) {
  const { key, blank } = (form && begun.get(form)) ?? {};
  if (!form || !key) return;
  if (isBlank(form, blank)) dropPage(key);
  else keepPage({ key, html: "", at: Date.now() + LASTS, said: said(form), blank: blank ? said(blank) : [] });
}

/** A submitted form needs no draft: the outbox has it. */
function sent(/** @type {SubmitEvent} */ { target, submitter }) {
  const isAsking = submitter instanceof HTMLButtonElement && ASKING.includes(submitter.value);
  const isHere = target instanceof HTMLFormElement && new URL(target.action).pathname === location.pathname;
  if (!isHere || target.method !== "post" || isAsking) return;
  dropPage(here());
  say(false);
}

/** Show or hide the note that a form contains earlier entries. */
function say(/** @type {boolean} */ now) {
  const line = found(document, "#draft", HTMLElement);
  if (line) line.hidden = !now;
}

/** Restore the draft of this page's form; a refused form is a draft, too. */
async function offer() {
  const form = found(document, FORM, HTMLFormElement);
  const key = here();
  if (!form || begun.get(form)?.key === key) return;
  const isAnswer = mainOf(document).hasAttribute("data-answer");
  const blank = isAnswer ? null : copied(form);
  begun.set(form, { key, blank });
  if (isAnswer) return note(form);
  const draft = await keptPage(key);
  const kept = draft?.said && fitting(form, draft.said, draft.blank ?? []);
  if (kept && isBlank(form, blank) && String(kept) !== String(said(form))) await restore(form, kept);
}

/**
 * A form's values with its draft merged in. A row is found by its blank values, because other players may have answered
 * some of the rows since.
 */
function fitting(/** @type {HTMLFormElement} */ form, /** @type {Said} */ kept, /** @type {Said} */ blank) {
  const [now, left] = [said(form), rowsIn(blank)];
  return rowsIn(now).flatMap((row) => {
    const was = left.find((one) => String(inRow(now, row)) === String(inRow(blank, one)));
    if (row && was) left.splice(left.indexOf(was), 1);
    const fits = row && !was ? inRow(now, row) : inRow(kept, row && was);
    return fits.map(/** @returns {[string, string]} */ ([name, value]) => [row + name, value]);
  });
}

/** The prefix of the row that a name belongs to: `r0.`, or none. */
const rowOf = (/** @type {string} */ name) => /^r\d+\./.exec(name)?.[0] ?? "";

const rowsIn = (/** @type {Said} */ all) => [...new Set(["", ...all.map(([name]) => rowOf(name))])];

/** The values of a row, without its prefix. */
const inRow = (/** @type {Said} */ all, row = "") =>
  all.filter(([name]) => rowOf(name) === row).map(/** @returns {[string, string]} */ ([name, value]) => [name.slice(row.length), value]);

/** Have the host render a form with its draft, or fill it here while the host is gone. */
async function restore(/** @type {HTMLFormElement} */ form, /** @type {Said} */ kept) {
  const before = /** @type {Begun} */ (begun.get(form));
  const seen = found(form, '[name="seen"]', HTMLInputElement)?.value ?? "";
  const body = new URLSearchParams([...kept, ["act", "narrow"], ["seen", seen], ["token", token()]]);
  const answer = await fetched(form.action, { method: "POST", body }).catch(() => undefined);
  if (!form.isConnected || !isBlank(form, before.blank)) return;
  const drawn = answer?.status === 200 && answer.html ? found(parsed(answer.html), FORM, HTMLFormElement) : null;
  if (drawn) {
    begun.set(drawn, before);
    form.replaceWith(drawn);
    mainOf(document).setAttribute("data-answer", ""); // else a refresh would empty it
  } else fill(form, kept);
  say(true);
}

/** Fill a form field by field in its order, after adding as many rows as it had. */
function fill(/** @type {HTMLFormElement} */ form, /** @type {Said} */ kept) {
  /** @type {Map<string, string[]>} */
  const left = new Map(kept.map(([name]) => [name, kept.filter(([one]) => one === name).map(([, value]) => value)]));
  for (const more of form.querySelectorAll("button[data-one-more]")) {
    const lines = [...(more.parentElement?.querySelectorAll(":scope > input, :scope > .row > :first-child") ?? [])];
    const wanted = left.get(lines[0]?.getAttribute("name") ?? "") ?? [];
    for (const _ of wanted.slice(lines.length)) /** @type {HTMLElement} */ (more).click();
  }
  for (const field of form.elements) {
    if (!isField(field) || field.type === "hidden") continue;
    const values = left.get(field.name) ?? [];
    if (!isSwitch(field)) field.value = values.shift() ?? "";
    else if (field.checked = values[0] === field.value) values.shift();
  }
  for (const list of form.querySelectorAll("fieldset.order")) list.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Delete the draft, and show the form as the host rendered it. */
function startOver(/** @type {MouseEvent} */ click) {
  const form = around(click, "[data-start-over]", HTMLButtonElement)?.form;
  const { key, blank } = (form && begun.get(form)) ?? {};
  if (!form || !key || !blank) return;
  const empty = copied(blank);
  begun.set(empty, { key, blank });
  form.replaceWith(empty);
  mainOf(document).removeAttribute("data-answer");
  dropPage(key);
  [...empty.elements].filter(isField).find((field) => field.checkVisibility())?.focus();
}

const copied = (/** @type {HTMLFormElement} */ form) => /** @type {HTMLFormElement} */ (form.cloneNode(true));

/** Delete expired drafts. */
async function expire() {
  const keys = await oldest().catch(() => []);
  for (const key of keys.filter((one) => one.startsWith(DRAFT))) {
    const draft = await keptPage(key);
    if (draft && draft.at < Date.now()) dropPage(key);
  }
}
