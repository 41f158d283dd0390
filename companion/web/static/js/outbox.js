// The outbox: what was entered here goes to the host in order, each once, however often it has to be sent.

import { all, drop, get, put } from "./kept.js";
import { busy, fetched, onShown, place, refresh, show, token, visit } from "./pages.js";
import { toast } from "./toast.js";

const LOCKED = 400;
const NEAR = 24;
const PATIENCE = 5000;
const BUSY = 503;
const UNFIT = 422;
let sending = false;
let reachable = true;
let finger = { x: 0, y: 0, at: 0, isReal: false };
let tapped = finger;
const watched = new Set();
const underWay = new Set();

/** Take over the forms that record something. */
export function outbox() {
  document.addEventListener("click", touched, { capture: true });
  document.addEventListener("submit", taken);
  document.addEventListener("click", decided);
  addEventListener("online", probe);
  addEventListener("offline", () => reached(false));
  setInterval(() => (reachable ? drain() : probe()), PATIENCE);
  onShown(drawn);
  drain();
}

/** The host was heard of, or is gone. */
export function reached(now) {
  if (reachable === now) return;
  reachable = now;
  if (!now) watched.clear();
  drawn();
  if (now) drain();
}

/** Find out whether the host is there. */
export async function probe() {
  reached(await fetch("/healthz").then((answer) => answer.ok, () => false));
}

/** Put what a form says into the outbox instead of sending it away with the page. */
function taken(submit) {
  const { target: form, submitter } = submit;
  if (submit.defaultPrevented || !form.matches('[method="post"][action^="/c/"]') || form.matches("[enctype], [data-native]")) return;
  submit.preventDefault();
  const sent = new URLSearchParams(new FormData(form, submitter));
  sent.delete("token");
  sent.delete("command");
  const body = `${form.action} ${sent}`;
  if (form.matches(".tap") && !form.closest("[data-counter]") && isSecondTap(body)) return;
  sent.set("command", id());
  const key = `${Date.now().toString().padStart(15, "0")} ${sent.get("command")}`;
  const item = { key, address: form.action, sent: [...sent], said: said(form, submitter), refused: null };
  underWay.add(body);
  busy(() => handed(form, item)).finally(() => underWay.delete(body));
}

/** Where a finger was last; keys and scripts click too, at no place. */
function touched({ clientX: x, clientY: y, detail }) {
  finger = { x, y, at: Date.now(), isReal: detail > 0 };
}

/** Whether a tap is the second one of a double tap, even if the page has changed under the finger meanwhile. */
function isSecondTap(body) {
  const before = tapped;
  tapped = finger;
  const isSamePlace = Math.hypot(finger.x - before.x, finger.y - before.y) < NEAR;
  return underWay.has(body) || (before.isReal && finger.isReal && isSamePlace && finger.at - before.at < LOCKED);
}

/** Put an item into the outbox and send what is in it. */
async function handed(form, item) {
  await put("outbox", item);
  watched.add(item.key);
  drawn();
  await drain();
  if (!reachable) waits(form);
}

/** Say that something is kept here until the host is back; a form is done with. */
function waits(form) {
  toast(document.querySelector("#outbox template.kept").content.firstElementChild.cloneNode(true));
  if (!form.matches(".tap")) visit(`/c/${encodeURIComponent(place().campaign)}/`);
}

/** An id for a command, from chance that plain http has too. */
function id() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What a form would record, in the words that stand on it. */
function said(form, submitter) {
  const values = [...form.querySelectorAll(".field")].map(filled).filter(Boolean);
  const button = submitter?.getAttribute("aria-label") ?? submitter?.textContent;
  const title = form.matches(".tap") ? (button ?? form.textContent) : document.querySelector("#main h1").textContent;
  return [title.replace(/\s+/g, " ").trim(), ...values].join(" · ");
}

/** What stands in a field, as a person reads it. */
function filled(field) {
  const chosen = [...field.querySelectorAll("input:checked")].map((box) => box.closest("label")?.textContent.trim());
  const options = [...field.querySelectorAll("select")].map((select) => select.selectedOptions[0]?.textContent.trim());
  const typed = [...field.querySelectorAll('input:not([type="radio"], [type="checkbox"]), textarea')].map((box) => box.value);
  return [...chosen, ...options, ...typed].filter((value) => value && value !== "–").join(", ");
}

/** Send what waits, the oldest first, until all is through or the host cannot be reached. */
async function drain() {
  if (sending) return;
  sending = true;
  try {
    let unseen = false;
    for (let item = await first(); item; item = await first()) {
      const isWatched = watched.delete(item.key);
      if (!(await through(item, isWatched))) break;
      unseen ||= !isWatched;
    }
    if (unseen) await refresh();
  } catch {
    reached(false);
  } finally {
    sending = false;
    await drawn();
  }
}

/** The oldest that waits. */
const first = async () => (await all("outbox")).find((item) => item.refused === null);

/** Send one that somebody waits for, or not; whether the next may follow. A host that cannot be reached throws. */
async function through(item, isWatched) {
  const answer = await posted(item);
  reached(true);
  if (answer.status === BUSY || (answer.status > BUSY && !isWatched)) return false;
  if (answer.status < 400 || isWatched) {
    await drop("outbox", item.key);
    if (isWatched) answered(answer);
  } else {
    await put("outbox", { ...item, refused: reason(answer.html), page: answer.html });
  }
  return true;
}

/** Show the answer that somebody waits for; a page that says that it is done already has no address of its own. */
function answered(answer) {
  if (!answer.html) location.assign(answer.address);
  else show(answer, { push: answer.status < 400 || answer.status === UNFIT });
}

/** The answer to a command; a page that was open for long gets a new token first. */
async function posted(item) {
  const answer = await post(item, token());
  if (answer.status !== 403) return answer;
  const page = await fetched("/more");
  const fresh = new DOMParser().parseFromString(page.html ?? "", "text/html").querySelector('meta[name="csrf"]');
  return fresh ? post(item, fresh.content) : answer;
}

const post = (item, signed) =>
  fetched(item.address, { method: "POST", body: new URLSearchParams([...item.sent, ["token", signed]]) });

/** Why a command was refused, as its page says. */
function reason(html) {
  const page = new DOMParser().parseFromString(html ?? "", "text/html");
  const told = page.querySelector('#refused ul, [role="alert"], #main .quote, #main h1');
  return told?.textContent.replace(/\s+/g, " ").trim() ?? "";
}

// --- what is shown of it -----------------------------------------------------------------

/** The state of the connection, and what waits or was refused. */
async function drawn() {
  const items = await all("outbox");
  const waiting = items.filter((item) => item.refused === null).length;
  const state = reachable ? (waiting ? "sending" : "saved") : "offline";
  for (const badge of document.querySelectorAll("[data-connection]")) {
    badge.dataset.connection = state;
    const said = (badge.dataset[state === "offline" && !waiting ? "alone" : state] ?? "").replace("{n}", waiting);
    if (badge.lastElementChild.textContent !== said) badge.lastElementChild.textContent = said;
  }
  const box = document.getElementById("outbox");
  if (!box) return;
  const listed = items.filter((item) => item.refused !== null || !reachable);
  box.hidden = !listed.length;
  box.querySelector("ol").replaceChildren(...listed.map((item) => line(box, item)));
}

/** A line of the outbox, made from the page's own pattern. */
function line(box, item) {
  const made = box.querySelector(item.refused === null ? "template.waits" : "template.refused").content.cloneNode(true);
  made.querySelector(".said").textContent = item.said;
  const why = made.querySelector(".why-not");
  if (why) why.textContent = item.refused;
  if (!item.page?.includes('name="bend"')) made.querySelector('[data-do="bend"]')?.remove();
  made.querySelectorAll("[data-do]").forEach((button) => (button.dataset.item = item.key));
  return made;
}

/** Drop what waits or was refused, or open its form again, with everything still in its place. */
async function decided(click) {
  const button = click.target.closest("#outbox [data-do]");
  if (!button) return;
  const item = await get("outbox", button.dataset.item);
  if (!item) return;
  if (button.dataset.do === "drop") await drop("outbox", item.key);
  else await reopened(item, button.dataset.do);
  await drawn();
}

/** The page that refused, to change what was typed or to say why it holds all the same. */
async function reopened(item, wish) {
  show({ address: item.address, html: item.page, status: 422 }, { push: true });
  if (!document.querySelector("#main form")) await visit(item.address);
  await drop("outbox", item.key);
  document.querySelector(wish === "bend" ? "#bend" : "#main form input:not([type=hidden])")?.focus();
}
