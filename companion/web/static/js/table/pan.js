/**
 * Maps that are larger than their frame: two fingers, the wheel with Ctrl, or buttons zoom them.
 *
 * The browser scrolls them. The zoom factor is on the root element, so that a refresh does not remove it.
 */

import { around, found } from "../dom.js";
import { onShown } from "../pages.js";

const LEAST = 1;
const MOST = 6;
/** The zoom factor of a button, and the wheel units for the same factor. */
const STEP = 1.4;
const WHEEL = 300;

/** The fingers, by pointer. @type {Map<number, PointerEvent>} */
const fingers = new Map();

/** Let maps be zoomed. */
export function panning() {
  onShown(centred);
  document.addEventListener("toggle", centred, true);
  document.addEventListener("click", tapped);
  document.addEventListener("wheel", turned, { passive: false });
  document.addEventListener("pointerdown", put);
  document.addEventListener("pointermove", moved);
  for (const gone of ["pointerup", "pointercancel"]) document.addEventListener(gone, lifted, true);
  document.addEventListener("touchmove", (touch) => {
    if (touch.touches.length > 1 && around(touch, "[data-pans]", HTMLElement)) touch.preventDefault();
  }, { passive: false });
}

/** The scroll positions set here: a map elsewhere was scrolled by hand. @type {WeakMap<Element, string>} */
const placed = new WeakMap();

/**
 * Scroll each map that was not scrolled by hand and shows none of its tappable spaces: to the middle of those, or, if
 * it has none, to its own middle.
 */
function centred() {
  for (const pane of document.querySelectorAll("[data-pans]")) {
    const frame = pane.getBoundingClientRect();
    const boxes = [...pane.querySelectorAll(".space.open")].map((space) => space.getBoundingClientRect());
    const isNew = !pane.scrollLeft && !pane.scrollTop;
    if (!isNew && (placed.get(pane) !== spot(pane) || !boxes.length || boxes.some((box) => isIn(box, frame)))) continue;
    const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
    const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
    if (!boxes.length) pane.scrollLeft = (pane.scrollWidth - pane.clientWidth) / 2;
    else pane.scrollBy({
      left: (left + right - frame.left - frame.right) / 2,
      top: (top + bottom - frame.top - frame.bottom) / 2,
      behavior: "instant",
    });
    placed.set(pane, spot(pane));
  }
}

const spot = (/** @type {Element} */ pane) => `${pane.scrollLeft} ${pane.scrollTop}`;

/** Whether a box is entirely within a frame. */
function isIn(/** @type {DOMRect} */ box, /** @type {DOMRect} */ frame) {
  return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
}

/** Zoom a map by a factor; the point of the window at `x` and `y` stays in place. */
function zoom(/** @type {HTMLElement} */ pane, /** @type {number} */ by, /** @type {number} */ x, /** @type {number} */ y) {
  const drawing = found(pane, "svg", SVGSVGElement);
  if (!drawing) return;
  const box = pane.getBoundingClientRect();
  const now = drawing.getBoundingClientRect().width / pane.clientWidth;
  const next = Math.min(MOST, Math.max(LEAST, now * by));
  const [across, down] = [x - box.left, y - box.top];
  const [left, top] = [(pane.scrollLeft + across) * next / now, (pane.scrollTop + down) * next / now];
  document.documentElement.style.setProperty("--zoom", String(next));
  pane.scrollTo({ left: left - across, top: top - down, behavior: "instant" });
}

/** Zoom a map around its middle. */
function tapped(/** @type {MouseEvent} */ tap) {
  const button = around(tap, "[data-zoom]", HTMLElement);
  const pane = button?.closest(".framed")?.querySelector("[data-pans]");
  if (!button || !(pane instanceof HTMLElement)) return;
  const box = pane.getBoundingClientRect();
  const by = Number(button.dataset.zoom) > 0 ? STEP : 1 / STEP;
  zoom(pane, by, box.left + box.width / 2, box.top + box.height / 2);
}

function turned(/** @type {WheelEvent} */ wheel) {
  const pane = wheel.ctrlKey ? around(wheel, "[data-pans]", HTMLElement) : null;
  if (!pane) return;
  wheel.preventDefault();
  zoom(pane, Math.exp(-wheel.deltaY / WHEEL), wheel.clientX, wheel.clientY);
}

function put(/** @type {PointerEvent} */ press) {
  if (press.pointerType === "touch" && around(press, "[data-pans]", HTMLElement)) fingers.set(press.pointerId, press);
}

function moved(/** @type {PointerEvent} */ move) {
  const before = [...fingers.values()];
  if (!fingers.has(move.pointerId)) return;
  fingers.set(move.pointerId, move);
  const after = [...fingers.values()];
  const pane = around(move, "[data-pans]", HTMLElement);
  const [was, is] = [spread(before), spread(after)];
  if (!pane || !was || !is) return;
  zoom(pane, is.wide / was.wide, is.x, is.y);
  pane.scrollBy({ left: was.x - is.x, top: was.y - is.y, behavior: "instant" });
}

function lifted(/** @type {Event} */ lift) {
  if (lift instanceof PointerEvent) fingers.delete(lift.pointerId);
}

/** The distance between two fingers and their middle; null for any other number of them. */
function spread(/** @type {PointerEvent[]} */ at) {
  const [one, other] = at;
  if (!one || !other || at.length > 2) return null;
  const wide = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  return wide ? { wide, x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 } : null;
}
