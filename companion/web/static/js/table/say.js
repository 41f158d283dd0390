/**
 * Quick entry: the readings of typed words are shown below their field, and Enter records the first one.
 *
 * Without this module the field leads to a page with the same readings. A number alone is for the counter touched last.
 */

import { around, found, parsed, part, sentBy } from "../dom.js";
import { isReachable } from "../outbox/connection.js";
import { fetched, onShown } from "../pages.js";
import { counted } from "./counter.js";
import { learn, recalled } from "./said.js";

const PAUSE = 60;
/** Milliseconds to wait for the host. */
const PATIENCE = 2500;
const NUMBER = /^[+＋−－-]?\d{1,3}$/;
let awaited = 0;
/** The words that the shown readings are of. */
let heard = "";
/** The name of the counter that was touched last. */
let touched = "";

/** Listen to the field, before links and forms are followed. */
export function saying() {
  document.addEventListener("input", ({ target }) => target === field() && typed());
  document.addEventListener("submit", sent);
  document.addEventListener("keydown", pressed);
  for (const touch of ["pointerdown", "focusin"]) document.addEventListener(touch, touches);
  onShown(again);
}

const field = () => found(document, "#say", HTMLInputElement);
const place = () => part(document, "#heard", HTMLElement);
const words = () => field()?.value.trim() ?? "";
/** The readings, the likeliest first: buttons, links and folds; then the other search results. */
const readings = () => /** @type {HTMLElement[]} */ ([...place().querySelectorAll(".event, .finds a")]);

/** Search soon for the typed words. */
function typed() {
  const turn = ++awaited;
  setTimeout(() => turn === awaited && look(), PAUSE);
}

/** Read the words again, since the table has changed. */
function again() {
  if (words() && !answering()) look();
}

/** Show the readings. */
async function look() {
  const turn = ++awaited;
  const wanted = words();
  const counter = number(wanted);
  if (!wanted || counter) return show(wanted, counter ? [counter] : []);
  const answer = await asked(new URLSearchParams({ words: wanted }));
  const meant = answer ? learned(answer) : await remembered(wanted);
  if (turn === awaited && meant && !answering()) show(wanted, meant);
}

/** Whether the focus is within the readings. */
const answering = () => place().contains(document.activeElement);

/** The host's readings of words, or its next question; undefined if it cannot be reached. */
function asked(/** @type {URLSearchParams} */ wanted) {
  if (!isReachable()) return undefined;
  return fetched(`${field()?.form?.dataset.heard}?${wanted}`, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined);
}

/** Store the host's readings for when it is gone. */
function learned(/** @type {import("../pages.js").Answer} */ { status, html }) {
  if (status !== 200 || !html) return undefined;
  const { body } = parsed(html);
  learn(body);
  return [...body.childNodes];
}

/** The stored readings. */
async function remembered(/** @type {string} */ wanted) {
  const lines = await recalled(wanted);
  if (!lines.length) return [unkept()];
  const copy = pattern("#say-kept");
  part(copy, "ol", HTMLElement).append(...lines);
  return [...copy.childNodes];
}

/** The note that nothing is stored for these words. */
const unkept = () => pattern("#say-unkept");

/** A copy of one of the page's templates. */
function pattern(/** @type {string} */ selector) {
  const { content } = part(document, selector, HTMLTemplateElement);
  return /** @type {DocumentFragment} */ (content.cloneNode(true));
}

function show(/** @type {string} */ about, /** @type {Node[]} */ shown) {
  heard = about;
  place().replaceChildren(...shown);
}

/** The reading of a number alone, for the counter touched last; null if there is none, or it is impossible. */
function number(/** @type {string} */ wanted) {
  const counter = found(document, `[data-counter="${CSS.escape(touched)}"]`, HTMLElement);
  if (!counter || !NUMBER.test(wanted)) return null;
  const run = counted(counter, Number(wanted.replace(/[−－]/, "-").replace("＋", "+")));
  if (!run) return null;
  const copy = pattern("#say-counted");
  const line = part(copy, "button", HTMLButtonElement);
  part(line, "strong", HTMLElement).textContent = run.said;
  line.addEventListener("click", () => (run.send(), done()));
  return copy;
}

/** Enter takes the first reading once it is shown; a form that was sent is removed, unless it asks another question. */
function sent(/** @type {SubmitEvent} */ submit) {
  const form = around(submit, "#heard form", HTMLFormElement);
  if (form?.method === "get") {
    submit.preventDefault();
    ask(form);
  } else if (form) {
    setTimeout(done);
  } else if (around(submit, "#say-it form", HTMLFormElement)) {
    submit.preventDefault();
    if (words() !== heard) look();
    else take(readings()[0]);
  }
}

/** Show the next question in place of the last one. */
async function ask(/** @type {HTMLFormElement} */ form) {
  const turn = ++awaited;
  const next = await asked(sentBy(form, null));
  const meant = next ? learned(next) : [unkept()];
  if (turn !== awaited || !meant) return;
  place().focus(); // the focused element is removed, and without focus the field would close
  show(words(), meant);
  const first = readings()[0];
  if (first?.matches("summary")) take(first);
  else first?.focus();
}

/** Record it, ask for a missing field, or open the form with the reason against it. */
function take(/** @type {HTMLElement | undefined} */ first) {
  const fold = first?.parentElement;
  if (!(fold instanceof HTMLDetailsElement)) return first?.click();
  fold.open = true;
  found(fold, "input:not([type=hidden]), select, textarea", HTMLElement)?.focus();
}

/** The arrows move through the readings, Escape closes them. */
function pressed(/** @type {KeyboardEvent} */ press) {
  if (!around(press, "#say-it", HTMLElement) || press.isComposing || press.defaultPrevented) return;
  const all = [field(), ...readings()];
  const at = all.findIndex((one) => one === document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[press.key] ?? 0;
  if (press.key === "Escape") done();
  else if (step && at >= 0) all[(at + step + all.length) % all.length]?.focus();
  else return;
  press.preventDefault();
}

/** Close drawers; browsers without popovers have none. */
function put() {
  if (!CSS.supports("selector(:popover-open)")) return;
  for (const drawer of document.querySelectorAll(":popover-open")) {
    if (drawer instanceof HTMLElement) drawer.hidePopover();
  }
}

/** Empty the field. */
function done() {
  const say = field();
  if (!say) return;
  awaited += 1;
  say.value = "";
  say.dispatchEvent(new Event("change", { bubbles: true })); // its draft goes with it
  show("", []);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Note the touched counter; drawers close for the field. */
function touches(/** @type {Event} */ touch) {
  if (touch.type === "focusin" && touch.target === field()) {
    put();
    if (words() !== heard) look(); // words of before, that nothing is shown about yet
  }
  touched = around(touch, "[data-counter]", HTMLElement)?.dataset.counter ?? touched;
}
