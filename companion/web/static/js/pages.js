// Pages without leaving the page: fetched, shown, made anew in place, and read again when the host is gone.

import { count, drop, get, oldest, put } from "./kept.js";
import { morph } from "./morph.js";
import { toast } from "./toast.js";

const MOST_KEPT = 300;
const heard = new EventTarget();
let awaited = 0;
let working = 0;
let shown = plain(location.href);

/** Call `then` with each page that is shown, the first one included. */
export function onShown(then) {
  heard.addEventListener("shown", () => then(document.body));
  then(document.body);
}

/** The campaign of the page and the entry it knows of; a page about none has no campaign. */
export function place(page = document) {
  const { campaign = "", position = "0" } = page.getElementById("main").dataset;
  return { campaign, position: Number(position) };
}

/** The token that forms are signed with, as the newest page knows it. */
export const token = () => document.querySelector('meta[name="csrf"]').content;

/** Fetch a page; throws where the host cannot be reached. */
export async function fetched(address, options = {}) {
  const answer = await fetch(address, { credentials: "same-origin", ...options });
  const isPage = answer.headers.get("Content-Type")?.startsWith("text/html");
  return { status: answer.status, address: plain(answer.url), html: isPage ? await answer.text() : null };
}

/** Say of the page that it is about to change, for as long as something is under way. */
export async function busy(work) {
  working += 1;
  document.getElementById("main").setAttribute("aria-busy", "true");
  try {
    return await work();
  } finally {
    working -= 1;
    if (!working) document.getElementById("main").removeAttribute("aria-busy");
    if (!working) heard.dispatchEvent(new Event("done"));
  }
}

/** Once nothing is under way any more. */
export const done = () =>
  working ? new Promise((resolve) => heard.addEventListener("done", resolve, { once: true })) : Promise.resolve();

/** Go to an address of these pages; what was seen before is read again when the host is gone. */
export const visit = (address, { push = true } = {}) => busy(() => visited(address, push));

async function visited(address, push) {
  const turn = ++awaited;
  let page;
  try {
    page = await fetched(address);
  } catch {
    heard.dispatchEvent(new Event("unreachable"));
    page = await seen(address);
  }
  if (turn !== awaited) return;
  if (!page?.html) return location.assign(address);
  const { hash, searchParams } = new URL(address, location.href);
  show({ ...page, address: page.address + hash }, { push });
  if (page.kept) prefill(searchParams);
}

/** Fill a form that was kept empty with what its address says. */
function prefill(values) {
  for (const [name, value] of values) {
    for (const field of document.querySelectorAll(`#main [name="f.${CSS.escape(name)}"]`)) {
      if (field.type === "radio" || field.type === "checkbox") field.checked ||= field.value === value;
      else field.value = value;
    }
  }
}

/** The page as it is now, in place; one that answers a form is left alone, and so is one about the past. */
export async function refresh() {
  const main = document.getElementById("main");
  if (main.hasAttribute("data-answer") || main.hasAttribute("data-still")) return;
  const [turn, here] = [awaited, shown];
  const page = await fetched(here);
  if (turn === awaited && here === shown && page.status === 200 && page.html) show(page, { push: false });
}

/** Show a page: as a change of this one if it has the same address, otherwise as a new one. */
export function show({ address, html, status = 200, kept = false }, { push = false } = {}) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const told = page.querySelector("#saved .toast");
  if (told && !kept) toast(told);
  const bare = told ? page.documentElement.outerHTML : html;
  const [now, then] = [place(), place(page)];
  const same = path(address) === path(shown);
  if (same && now.campaign === then.campaign && then.position < now.position) return;
  if (!document.querySelector(".places") !== !page.querySelector(".places")) return location.assign(address);
  if (push && address !== location.href) history.pushState(null, "", address);
  shown = address;
  document.title = page.title;
  document.querySelector('meta[name="csrf"]').content = page.querySelector('meta[name="csrf"]').content;
  dress(page.documentElement);
  const main = page.getElementById("main");
  if (status >= 400) main.setAttribute("data-answer", "");
  const focused = document.activeElement;
  if (same && status < 400) morph(document.body, page.body);
  else replace(page, main);
  if (focused?.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
  if (status === 200 && !kept) keep(address, bare);
  heard.dispatchEvent(new Event("shown"));
}

/** How a page is to be looked at: its language, colours and sizes, and whether the screen stays awake. */
function dress(root) {
  const ours = document.documentElement;
  for (const { name } of [...ours.attributes]) if (!root.hasAttribute(name)) ours.removeAttribute(name);
  for (const { name, value } of root.attributes) ours.setAttribute(name, value);
}

/** Put another page's content in the place of this one's, at its beginning. */
function replace(page, main) {
  const old = document.getElementById("main");
  morph(document.querySelector(".places"), page.querySelector(".places"));
  morphed("strip", page);
  document.body.className = page.body.className;
  old.replaceWith(main);
  const aim = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (aim) aim.scrollIntoView();
  else scrollTo(0, 0);
  (main.querySelector('[role="alert"]') ?? main).focus({ preventScroll: true });
}

/** One part of the frame as another page has it. */
function morphed(id, page) {
  const [from, to] = [document.getElementById(id), page.getElementById(id)];
  if (from && to) morph(from, to);
}

/** An address without the command that it tells of: that is for the page that answers it, once. */
function plain(address) {
  const found = new URL(address, location.href);
  if (found.searchParams.has("saved")) found.searchParams.delete("saved");
  return found.href;
}

const path = (address) => new URL(address, location.href).pathname;
const search = (address) => new URL(address, location.href).search;

/** Keep a page for when the host is gone; the oldest make room. */
export async function keep(address, html) {
  await put("pages", { key: path(address) + search(address), html, at: Date.now() });
  const surplus = (await count("pages")) - MOST_KEPT;
  if (surplus > 0) for (const key of (await oldest()).slice(0, surplus)) await drop("pages", key);
}

/** A page as this device saw it last; a form is found under its own address too, whatever it was to be filled with. */
async function seen(address) {
  const found = (await get("pages", path(address) + search(address))) ?? (await get("pages", path(address)));
  return found && { address: new URL(address, location.href).href, html: found.html, status: 200, kept: true };
}

/** Call `then` each time a page could not be fetched. */
export const onUnreachable = (then) => heard.addEventListener("unreachable", then);

/** Follow links and search forms without leaving the page; files, other places and new tabs go their own way. */
export function follow() {
  document.addEventListener("click", (click) => {
    const link = click.target.closest("a[href]");
    if (!link || click.defaultPrevented || click.button || click.metaKey || click.ctrlKey || click.shiftKey) return;
    if (!ours(link.href) || link.target || link.hasAttribute("download")) return;
    if (path(link.href) === path(location.href) && link.hash) return;
    click.preventDefault();
    visit(link.href);
  });
  document.addEventListener("submit", (submit) => {
    const form = submit.target;
    if (submit.defaultPrevented || form.method !== "get" || !ours(form.action)) return;
    submit.preventDefault();
    const address = new URL(form.action);
    address.search = new URLSearchParams(new FormData(form, submit.submitter)).toString();
    visit(address.href);
  });
  addEventListener("popstate", () => visit(location.href, { push: false }));
  if (shown !== location.href) history.replaceState(null, "", shown);
  const page = document.documentElement.cloneNode(true);
  page.querySelector("#saved .toast")?.remove();
  keep(shown, page.outerHTML);
}

/** Whether an address is one of the pages of a campaign, and no file. */
function ours(address) {
  const { origin, pathname } = new URL(address, location.href);
  return origin === location.origin && !/^\/(static|healthz)\b|\/export\b|\/take\b/.test(pathname);
}
