/**
 * Dials: holding a number offers 1 to 12, up or down, in place of many taps.
 *
 * The choice is counted with the steps of that number, as far as they go, so that it is sent and undone like taps.
 */

import { around, found } from "../dom.js";

const HOLD = 450;
const STILL = 10;
const MOST = 12;
const HELD = "[data-counter]:has(form[data-sums]) .number";

/** Let numbers of counters be held. */
export function dials() {
  let timer = 0;
  let [x, y] = [0, 0];
  let opened = false;
  const release = () => clearTimeout(timer);
  document.addEventListener("pointerdown", (press) => {
    const number = around(press, HELD, HTMLElement);
    release();
    opened = false;
    if (!number || press.button !== 0) return;
    [x, y] = [press.clientX, press.clientY];
    timer = setTimeout(() => (opened = open(number)), HOLD);
  });
  document.addEventListener("pointermove", (move) => Math.hypot(move.clientX - x, move.clientY - y) > STILL && release());
  for (const over of ["pointerup", "pointercancel"]) document.addEventListener(over, release);
  document.addEventListener("contextmenu", (menu) => around(menu, HELD, HTMLElement) && menu.preventDefault());
  document.addEventListener("click", (click) => {
    if (opened && around(click, HELD, HTMLElement)) click.preventDefault();
    opened = false;
  }, { capture: true });
}

/** Show the dial of a number; returns whether it has steps to go. */
function open(/** @type {HTMLElement} */ number) {
  const counter = number.closest("[data-counter]");
  if (!(counter instanceof HTMLElement)) return false;
  const name = counter.dataset.counter ?? "";
  const dial = document.createElement("dialog");
  dial.className = "dial";
  dial.setAttribute("aria-label", number.textContent.replace(/\s+/g, " ").trim());
  const ways = [1, -1].map((way) => key(way > 0 ? "+" : "−", () => mark(dial, way)));
  const keys = Array.from({ length: MOST }, (_, n) => key(String(n + 1), () => turned(dial, name, n + 1)));
  dial.append(...ways, ...keys);
  dial.addEventListener("click", ({ target }) => target === dial && dial.close());
  dial.addEventListener("close", () => dial.remove());
  document.body.append(dial);
  mark(dial, stepOf(name, 1) ? 1 : -1);
  dial.showModal();
  return true;
}

function key(/** @type {string} */ said, /** @type {() => void} */ then) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = said;
  button.addEventListener("click", then);
  return button;
}

/** Mark the direction of a dial. */
function mark(/** @type {HTMLDialogElement} */ dial, /** @type {number} */ way) {
  const [up, down] = dial.querySelectorAll("button");
  up?.setAttribute("aria-pressed", String(way > 0));
  down?.setAttribute("aria-pressed", String(way < 0));
}

/** Count that many steps in the marked direction. */
function turned(/** @type {HTMLDialogElement} */ dial, /** @type {string} */ name, /** @type {number} */ count) {
  const way = dial.querySelector("button")?.ariaPressed === "true" ? 1 : -1;
  dial.close();
  for (let n = 0; n < count; n += 1) stepOf(name, way)?.click();
}

/** The step of a counter on the current page. */
const stepOf = (/** @type {string} */ name, /** @type {number} */ way) =>
  found(document, `[data-counter="${CSS.escape(name)}"] button[data-step="${way}"]:enabled`, HTMLButtonElement);
