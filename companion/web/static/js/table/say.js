/**
 * Saying what happened: what typed words may mean stands below their field, and Enter records what stands first there.
 *
 * Without this module the field leads to a page that says the same. Digits alone are for the counter touched last.
 */

import { around, found, parsed, part, sentBy } from "../dom.js";
import { isReachable } from "../outbox/connection.js";
import { fetched, onShown } from "../pages.js";
import { counted } from "./counter.js";
import { learn, recalled } from "./said.js";

const PAUSE = 60;
/** Milliseconds after which a host that says nothing is not waited for. */
const PATIENCE = 2500;
const NUMBER = /^[+＋−－-]?\d{1,3}$/;
let awaited = 0;
/** What is shown is about these words. */
let heard = "";
/** The name of the counter that was touched last. */
let touched = "";

/** Listen to the field; before links and forms are followed. */
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
/** What may be meant, the likeliest first: buttons, links and folds; then what else the words lead to. */
const readings = () => /** @type {HTMLElement[]} */ ([...place().querySelectorAll(".event, .finds a")]);

/** Look soon for what is typed. */
function typed() {
  const turn = ++awaited;
  setTimeout(() => turn === awaited && look(), PAUSE);
}

/** The table has moved on: what was understood may be something else now. */
function again() {
  if (words() && !answering()) look();
}

/** Show what is meant. */
async function look() {
  const turn = ++awaited;
  const wanted = words();
  const counter = number(wanted);
  if (!wanted || counter) return show(wanted, counter ? [counter] : []);
  const answer = await asked(new URLSearchParams({ words: wanted }));
  const meant = answer ? learned(answer) : await remembered(wanted);
  if (turn === awaited && meant && !answering()) show(wanted, meant);
}

/** Whether somebody is at what is shown already. */
const answering = () => place().contains(document.activeElement);

/** What the host says that words mean, or asks next; undefined where it cannot be reached. */
function asked(/** @type {URLSearchParams} */ wanted) {
  if (!isReachable()) return undefined;
  return fetched(`${field()?.form?.dataset.heard}?${wanted}`, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined);
}

/** What it said, kept for when it is gone. */
function learned(/** @type {import("../pages.js").Answer} */ { status, html }) {
  if (status !== 200 || !html) return undefined;
  const { body } = parsed(html);
  learn(body);
  return [...body.childNodes];
}

/** The same as this device remembers it. */
async function remembered(/** @type {string} */ wanted) {
  const lines = await recalled(wanted);
  if (!lines.length) return [unkept()];
  const copy = pattern("#say-kept");
  part(copy, "ol", HTMLElement).append(...lines);
  return [...copy.childNodes];
}

/** That nothing is known without the host. */
const unkept = () => pattern("#say-unkept");

/** A copy of one of the page's own patterns. */
function pattern(/** @type {string} */ selector) {
  const { content } = part(document, selector, HTMLTemplateElement);
  return /** @type {DocumentFragment} */ (content.cloneNode(true));
}

function show(/** @type {string} */ about, /** @type {Node[]} */ shown) {
  heard = about;
  place().replaceChildren(...shown);
}

/** A number alone, as what the counter touched last would say; null where there is none, or it cannot be. */
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

/** Enter: what stands first is taken once it is seen; a form below that was sent is done with, unless it asks on. */
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

/** Show what is asked next, in the place of what was asked. */
async function ask(/** @type {HTMLFormElement} */ form) {
  const turn = ++awaited;
  const next = await asked(sentBy(form, null));
  const meant = next ? learned(next) : [unkept()];
  if (turn !== awaited || !meant) return;
  place().focus(); // what had the focus goes, and without it all of this would be put away
  show(words(), meant);
  const first = readings()[0];
  if (first?.matches("summary")) take(first);
  else first?.focus();
}

/** Record it, or ask for what is missing, or go where it says why not. */
function take(/** @type {HTMLElement | undefined} */ first) {
  const fold = first?.parentElement;
  if (!(fold instanceof HTMLDetailsElement)) return first?.click();
  fold.open = true;
  found(fold, "input:not([type=hidden]), select, textarea", HTMLElement)?.focus();
}

/** The arrows go through what may be meant, Escape lets go of it. */
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

/** Put away what was pulled out; browsers without popovers pull nothing out. */
function put() {
  if (!CSS.supports("selector(:popover-open)")) return;
  for (const drawer of document.querySelectorAll(":popover-open")) {
    if (drawer instanceof HTMLElement) drawer.hidePopover();
  }
}

/** Nothing is said any more. */
function done() {
  const say = field();
  if (!say) return;
  awaited += 1;
  say.value = "";
  show("", []);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Note the counter that is touched; what lies over the page goes away for the field. */
function touches(/** @type {Event} */ touch) {
  if (touch.type === "focusin" && touch.target === field()) put();
  touched = around(touch, "[data-counter]", HTMLElement)?.dataset.counter ?? touched;
}
