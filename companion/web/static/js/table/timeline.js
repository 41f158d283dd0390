/** The timeline: a slider, arrows and Play move through a campaign without navigation. */

import { around, part } from "../dom.js";
import { morph } from "../morph.js";

const REGIONS = ["#chapters", "#replays", "#moment", "#steps"];
/** Milliseconds between two page requests while the slider moves, and in which a hand counts as on it. */
const PAUSE = 60;
const HAND = 1000;
const TYPING = "input:not([type=range]), select, textarea";
const OWN_SPACE = `a, button, summary, ${TYPING}`;

/** Activate the timeline of the page, if it has an inactive one. */
export function timeline() {
  const root = document.getElementById("timeline");
  if (!root || root.dataset.live) return;
  root.dataset.live = "yes";
  const slider = part(root, "#at", HTMLInputElement);
  const walk = walker(root, slider);
  const player = playing(root, walk);
  slider.form?.addEventListener("submit", (event) => {
    event.preventDefault();
    walk(slid(slider));
  });
  const follow = throttled(() => walk(slid(slider)), PAUSE);
  slider.addEventListener("input", () => {
    slider.dataset.moved = String(performance.now());
    player.stop();
    follow();
  });
  root.querySelector("#show")?.setAttribute("hidden", "");
  root.addEventListener("click", (event) => followed(event, walk, player));
  document.addEventListener("keydown", (event) => pressed(event, root, walk, player));
}

/**
 * A function that shows the page of an address in place; the newest call wins.
 * @param {HTMLElement} root
 * @param {HTMLInputElement} slider
 * @returns {(address: string) => Promise<boolean>} whether it is shown now
 */
function walker(root, slider) {
  let latest = new AbortController();
  return async (address) => {
    latest.abort();
    const mine = (latest = new AbortController());
    try {
      const answer = await fetch(address, { signal: mine.signal, headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (mine !== latest || !answer.ok || !page.getElementById("moment")) return false;
      swap(page);
      settle(root, slider, page, address);
      return true;
    } catch {
      return false; // a newer call is in progress, or the host is away: the page stays
    }
  };
}

/** Make the regions of the page equal to another page's; focus and open folds stay. */
function swap(/** @type {Document} */ page) {
  for (const region of REGIONS) {
    const [ours, theirs] = [document.querySelector(region), page.querySelector(region)];
    if (ours && theirs) morph(ours, theirs);
  }
}

/** Update slider, address, heading and screen readers for the shown page. */
function settle(
  /** @type {HTMLElement} */ root,
  /** @type {HTMLInputElement} */ slider,
  /** @type {Document} */ page,
  /** @type {string} */ address,
) {
  const moment = document.getElementById("moment");
  if (performance.now() - Number(slider.dataset.moved ?? -HAND) > HAND) {
    slider.value = moment?.dataset.at ?? slider.value;
  }
  slider.setAttribute("aria-valuetext", textOf(root, "#steps .count"));
  history.replaceState(null, "", address);
  document.title = page.title;
  const heading = document.querySelector("h1");
  if (heading) heading.textContent = page.querySelector("h1")?.textContent ?? "";
  const told = root.querySelector("#told");
  if (told) told.textContent = textOf(root, "#moment .words");
}

/**
 * Play and Pause: one scene after another, at the chosen speed.
 * @param {HTMLElement} root
 * @param {(address: string) => Promise<boolean>} walk
 */
function playing(root, walk) {
  const button = part(root, "#play", HTMLButtonElement);
  const speed = part(root, "#pace", HTMLSelectElement);
  const name = part(button, "span", HTMLElement);
  let timer = 0;
  const isOn = () => button.getAttribute("aria-pressed") === "true";
  const turn = (/** @type {boolean} */ on) => {
    window.clearTimeout(timer);
    button.setAttribute("aria-pressed", String(on));
    name.textContent = (on ? name.dataset.pause : name.dataset.play) ?? "";
    if (on) timer = window.setTimeout(next, Number(speed.value));
  };
  const next = async () => {
    const address = wayTo(root, "forward");
    const shown = address ? await walk(address) : false;
    if (isOn()) turn(shown && wayTo(root, "forward") !== "");
  };
  // Play from the current entry, or from the beginning if it is the last; always as a replay.
  const start = async () => {
    const begin = replays() ? wayTo(root, "forward") ? "" : wayTo(root, "first") : replayFrom(root);
    if (!begin || (await walk(begin))) turn(true);
  };
  for (const hidden of root.querySelectorAll("#play, #speed")) hidden.removeAttribute("hidden");
  button.addEventListener("click", () => (isOn() ? turn(false) : void start()));
  speed.addEventListener("change", () => turn(isOn()));
  return { toggle: () => button.click(), stop: () => turn(false), play: () => turn(true) };
}

/** Follow a link of the timeline in place; a link to a replay also plays it. */
function followed(
  /** @type {MouseEvent} */ event,
  /** @type {(address: string) => Promise<boolean>} */ walk,
  /** @type {{stop: () => void, play: () => void}} */ player,
) {
  const link = around(event, "a[data-go], a[data-replay]", HTMLAnchorElement);
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  player.stop();
  void walk(link.href).then((shown) => {
    if (shown && link.hasAttribute("data-replay")) player.play();
  });
}

/** Arrows step, Home and End go to the ends, Space plays and pauses. */
function pressed(
  /** @type {KeyboardEvent} */ event,
  /** @type {HTMLElement} */ root,
  /** @type {(address: string) => Promise<boolean>} */ walk,
  /** @type {{toggle: () => void, stop: () => void}} */ player,
) {
  const target = event.target instanceof Element ? event.target : document.body;
  if (!root.isConnected) return;
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches(TYPING)) return;
  if (event.key === " " && !target.closest(OWN_SPACE)) {
    event.preventDefault();
    player.toggle();
    return;
  }
  const ways = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  const address = event.key in ways ? wayTo(root, ways[/** @type {keyof ways} */ (event.key)]) : "";
  if (!address || (target.matches("input") && !replays())) return;
  event.preventDefault();
  player.stop();
  void walk(address);
}

/** The target of a button; empty if it has none. */
function wayTo(/** @type {HTMLElement} */ root, /** @type {string} */ name) {
  const link = root.querySelector(`#way-${name}`);
  return link instanceof HTMLAnchorElement ? link.href : "";
}

/** Whether the page shows a replay. */
function replays() {
  return new URL(location.href).searchParams.has("replay");
}

/** The address of the current entry in a replay of its session. */
function replayFrom(/** @type {HTMLElement} */ root) {
  const address = new URL(location.href);
  address.searchParams.set("at", document.getElementById("moment")?.dataset.at ?? "1");
  address.searchParams.set("replay", "session");
  return root.querySelector("[data-replay]") ? address.href : "";
}

/** The address of the slider's position. */
function slid(/** @type {HTMLInputElement} */ slider) {
  const address = new URL(location.href);
  address.searchParams.set("at", slider.value);
  return address.href;
}

/** The text of an element. */
function textOf(/** @type {HTMLElement} */ root, /** @type {string} */ selector) {
  return root.querySelector(selector)?.textContent?.trim() ?? "";
}

/** A function that calls `act` at most once per `pause` milliseconds; the last call is never lost. */
function throttled(/** @type {() => void} */ act, /** @type {number} */ pause) {
  let timer = 0;
  let due = 0;
  return () => {
    window.clearTimeout(timer);
    const wait = Math.max(0, due - performance.now());
    timer = window.setTimeout(() => {
      due = performance.now() + pause;
      act();
    }, wait);
  };
}
