// Pages without navigation: fetched, shown, refreshed in place, and read from storage when the host is gone.

import { around, isField, isSwitch, mainOf, parsed, part, sentBy } from "./dom.js";
import { count, drop, get, keepPage, oldest, ownedBy } from "./kept.js";
import { morph } from "./morph.js";
import { begun, exchanged, isNewer, known, toldIn, wholePage } from "./table/fragments.js";
import { keepStill, lifted } from "./table/still.js";
import { toast } from "./toast.js";

/**
 * @typedef {import("./table/fragments.js").Parts} Parts
 * @typedef {{status: number, address: string, html: string | null, parts?: Parts, kept?: boolean, position?: number}}
 *   Answer  A page, or its changes; neither if the address leads to something else, or if the page comes later; `kept`
 *   if it is from this device's storage; the last entry of a command whose page comes later.
 * @typedef {{address: string, html: string, status?: number, kept?: boolean}} Sight  A page to show.
 */

const MOST_KEPT = 300;
/** Milliseconds to wait for an answer; a request over a frozen connection is then repeated over another. */
const PATIENCE = 15_000;
const SOON = 100;
/** The status of an error of the host; above it, the host cannot answer now. */
export const BROKEN = 500;
const heard = new EventTarget();
let awaited = 0;
let working = 0;
let keeping = 0;
let shown = plain(location.href);

/** Call `then` with each page that is shown, including the first. */
export function onShown(/** @type {(body: HTMLElement) => void} */ then) {
  heard.addEventListener("shown", () => then(document.body));
  then(document.body);
}

/** The campaign of the page and the newest entry it knows; other pages have no campaign. */
export function place(page = document) {
  const { campaign = "", position = "0" } = mainOf(page).dataset;
  return { campaign, position: Number(position) };
}

/**
 * Delete the pages that this device stored for another owner than this page's; a page stored for offline use has no
 * owner.
 */
export function owning() {
  onShown(() => {
    const { owner } = mainOf(document).dataset;
    if (owner !== undefined) ownedBy(owner);
  });
}

/** The element with the token that signs the page's forms. */
const signature = (/** @type {Document} */ page) => part(page, 'meta[name="csrf"]', HTMLMetaElement);

/** The element with the colour that a browser or device draws around a page. */
const frame = (/** @type {Document} */ page) => part(page, 'meta[name="theme-color"]', HTMLMetaElement);

/** The token that signs forms, from the newest page. */
export const token = () => signature(document).content;

/**
 * Fetch a page; throws if the host cannot be reached. The answer to a command may be the page that it leads to.
 * @param {string} address
 * @param {RequestInit} options
 * @returns {Promise<Answer>}
 */
export async function fetched(address, options = {}) {
  const answer = await fetch(address, { credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE), ...options });
  const [status, type] = [answer.status, answer.headers.get("Content-Type") ?? ""];
  const at = plain(answer.headers.get("Content-Location") ?? answer.url);
  if (type.startsWith("application/json")) return { status, address: at, html: null, parts: await answer.json() };
  const position = Number(answer.headers.get("X-Position") ?? 0);
  return { status, address: at, html: type.startsWith("text/html") ? await answer.text() : null, position };
}

/** Fetch an address for the open page: for the same page, the changes since its stamp are enough. */
export const differing = (/** @type {string} */ address, /** @type {RequestInit} */ options = {}) =>
  fetched(address, { ...options, headers: known() });

/**
 * Mark the page as busy while work is in progress.
 * @template Told
 * @param {() => Promise<Told>} work
 */
export async function busy(work) {
  working += 1;
  mainOf(document).setAttribute("aria-busy", "true");
  try {
    return await work();
  } finally {
    working -= 1;
    if (!working) mainOf(document).removeAttribute("aria-busy");
    if (!working) heard.dispatchEvent(new Event("done"));
  }
}

/** Wait until no work is in progress. */
export const done = () =>
  working ? new Promise((resolve) => heard.addEventListener("done", resolve, { once: true })) : Promise.resolve();

/** Go to an address of these pages; without the host, pages seen before are read from storage. */
export const visit = (/** @type {string} */ address, { push = true } = {}) => busy(() => visited(address, push));

async function visited(/** @type {string} */ address, /** @type {boolean} */ push) {
  const turn = ++awaited;
  const page = await fetched(address).catch(() => {
    heard.dispatchEvent(new Event("unreachable"));
    return seen(address);
  });
  if (turn !== awaited) return;
  if (!page?.html) return location.assign(address);
  const { hash, searchParams } = new URL(address, location.href);
  show({ ...page, html: page.html, address: page.address + hash }, { push });
  if (page.kept) prefill(searchParams);
}

/** Fill a form that was stored empty with the values in its address. */
function prefill(/** @type {URLSearchParams} */ values) {
  for (const [name, value] of values) {
    for (const field of document.querySelectorAll(`#main [name="f.${CSS.escape(name)}"]`)) filled(field, value);
  }
}

/** Set a field to a value, or choose the option with that value. */
function filled(/** @type {Element} */ field, /** @type {string} */ value) {
  if (isSwitch(field)) field.checked ||= field.value === value;
  else if (isField(field)) field.value = value;
}

/**
 * Refresh the page in place, and report a command; the answer to a form is left alone, and so is a page about the past.
 * @returns {Promise<boolean>} false if the host could not answer; the same address may be answered later
 */
export async function refresh(command = "") {
  const main = mainOf(document);
  if (main.hasAttribute("data-answer") || main.hasAttribute("data-still")) return true;
  const [turn, here] = [awaited, shown];
  const { status, address, html, parts } = await differing(reporting(here, command));
  await lifted();
  if (turn !== awaited || here !== shown) return true;
  if (status !== 200) return false;
  if (parts) await change({ address, parts });
  else if (html) show({ address, html }, { push: false });
  return true;
}

/**
 * Apply changes to the open page, unless it is as new or another page. The changes since a stamp include those since a
 * later stamp, so an overtaken answer is still right.
 * @param {{address: string, parts: Parts}} answer
 */
export async function change({ address, parts }) {
  const isNew = path(address) === path(shown) && isNewer(parts);
  const isWhole = !isNew || exchanged(parts);
  const told = toldIn(parts); // after the exchange, whose measuring would lay out the page twice
  if (told) toast(told);
  if (!isWhole) return visited(shown, false);
  if (!isNew) return;
  keepSoon();
  heard.dispatchEvent(new Event("shown"));
}

/** Store the open page with its changes once it is rendered, since storing is not urgent. */
function keepSoon() {
  clearTimeout(keeping);
  keeping = setTimeout(keepNow, SOON);
}

/** Store the page now, if it was to be stored soon; its place among the pages dates from when it was shown. */
function keepNow() {
  if (!keeping) return;
  clearTimeout(keeping);
  keeping = 0;
  stored(shown, wholePage());
}

/**
 * Show a page: as a change of this one if it has the same address, otherwise as a new one.
 * @param {Sight} sight
 * @param {{push?: boolean}} how
 */
export function show({ address, html, status = 200, kept = false }, { push = false } = {}) {
  const page = parsed(html);
  const told = page.querySelector("#saved .toast");
  if (told && !kept) toast(told);
  const bare = told ? page.documentElement.outerHTML : html;
  const [now, then] = [place(), place(page)];
  const same = path(address) === path(shown);
  const again = same && search(plain(address)) === search(plain(shown));
  if (same && now.campaign === then.campaign && then.position < now.position) return;
  if (!document.querySelector(".places") !== !page.querySelector(".places")) return location.assign(address);
  if (push && address !== location.href) history.pushState(null, "", address);
  keepNow();
  shown = address;
  document.title = page.title;
  signature(document).content = signature(page).content;
  dress(page.documentElement);
  frame(document).content = frame(page).content;
  const main = mainOf(page);
  if (status >= 400) main.setAttribute("data-answer", "");
  const focused = document.activeElement;
  const previews = page.querySelector("#outlook") && !document.querySelector("#outlook");
  if (again && status < 400) keepStill(() => morph(document.body, page.body));
  else if (same && status < 400) morph(document.body, page.body);
  else replace(page, main);
  if (focused?.isConnected && document.activeElement !== focused) focus(focused);
  if (previews) scrollTo(0, 0); // a preview replaces the form, whose button is at its end
  begun(bare);
  if (status === 200 && !kept) keep(address, bare);
  heard.dispatchEvent(new Event("shown"));
}

/** Focus an element without scrolling. */
function focus(/** @type {Element} */ aim) {
  if (aim instanceof HTMLElement || aim instanceof SVGElement) aim.focus({ preventScroll: true });
}

/** Copy a page's preferences: its language, colours and sizes, and whether the screen stays awake. */
function dress(/** @type {HTMLElement} */ root) {
  const ours = document.documentElement;
  for (const { name } of [...ours.attributes]) if (!root.hasAttribute(name)) ours.removeAttribute(name);
  for (const { name, value } of root.attributes) ours.setAttribute(name, value);
}

/** Replace this page's content by another's, scrolled to the top. */
function replace(/** @type {Document} */ page, /** @type {HTMLElement} */ main) {
  const old = mainOf(document);
  for (const piece of [".places", "#strip"]) morphed(piece, page);
  document.body.className = page.body.className;
  old.replaceWith(main);
  const aim = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (aim) aim.scrollIntoView();
  else scrollTo(0, 0);
  focus(main.querySelector('[role="alert"]') ?? main);
}

/** Make one part of the frame equal to another page's, if both have it. */
function morphed(/** @type {string} */ selector, /** @type {Document} */ page) {
  const [from, to] = [document.querySelector(selector), page.querySelector(selector)];
  if (from && to) morph(from, to);
}

/** An address without the command that it reports, which only the first page should show. */
function plain(/** @type {string} */ address) {
  const found = new URL(address, location.href);
  if (found.searchParams.has("saved")) found.searchParams.delete("saved");
  return found.href;
}

/** An address with a command that its page reports. */
export function reporting(/** @type {string} */ address, /** @type {string} */ command) {
  const found = new URL(address, location.href);
  if (command) found.searchParams.set("saved", command);
  return found.href;
}

const path = (/** @type {string} */ address) => new URL(address, location.href).pathname;

/** The address of the open page. */
export const shownAddress = () => shown;

/** Whether an address is that of the open page. */
export const isOpen = (/** @type {string} */ address) => path(address) === path(shown);
const search = (/** @type {string} */ address) => new URL(address, location.href).search;

const stored = (/** @type {string} */ address, /** @type {string} */ html) =>
  keepPage({ key: path(address) + search(address), html, at: Date.now() });

/** Store a page for when the host is gone; the oldest pages make room. */
export async function keep(/** @type {string} */ address, /** @type {string} */ html) {
  await stored(address, html);
  const surplus = (await count("pages")) - MOST_KEPT;
  const leave = surplus > 0 ? (await oldest()).slice(0, surplus) : [];
  for (const key of leave) await drop("pages", key);
}

/**
 * A page from storage; a form is also found under its address without values.
 * @param {string} address
 * @returns {Promise<Answer | undefined>}
 */
async function seen(address) {
  const page = (await get("pages", path(address) + search(address))) ?? (await get("pages", path(address)));
  return page && { address: new URL(address, location.href).href, html: page.html, status: 200, kept: true };
}

/** Whether this device can show a page while the host is gone. */
export const isSeen = async (/** @type {string} */ address) => (await seen(address)) !== undefined;

/** Call `then` each time a page could not be fetched. */
export const onUnreachable = (/** @type {() => void} */ then) => heard.addEventListener("unreachable", then);

/** Follow links and search forms without navigation; files, other sites and new tabs open normally. */
export function follow() {
  document.addEventListener("click", (click) => {
    const link = around(click, "a[href]", HTMLAnchorElement);
    if (!link || click.defaultPrevented || click.button || click.metaKey || click.ctrlKey || click.shiftKey) return;
    if (!ours(link.href) || link.target || link.hasAttribute("download")) return;
    if (path(link.href) === path(location.href) && link.hash) return;
    click.preventDefault();
    visit(link.href);
  });
  document.addEventListener("submit", (submit) => {
    const form = around(submit, "form", HTMLFormElement);
    if (!form || submit.defaultPrevented || form.method !== "get" || !ours(form.action)) return;
    submit.preventDefault();
    const address = new URL(form.action);
    address.search = sentBy(form, submit.submitter).toString();
    visit(address.href);
  });
  addEventListener("popstate", () => visit(location.href, { push: false }));
  if (shown !== location.href) history.replaceState(null, "", shown);
  const page = /** @type {Element} */ (document.documentElement.cloneNode(true));
  page.querySelector("#saved .toast")?.remove();
  for (const one of [page, ...page.querySelectorAll("[style]")]) one.removeAttribute("style"); // scripts set it
  begun(page.outerHTML);
  keep(shown, page.outerHTML);
}

/** Whether an address is a page of a campaign, and not a file. */
function ours(/** @type {string} */ address) {
  const { origin, pathname } = new URL(address, location.href);
  return origin === location.origin && !/^\/(static|healthz)\b|\/export\b|\/take\b/.test(pathname);
}
