// Make one piece of a page like another while what a person does in it stays: focus, typing, open folds, scroll.

import { isField, isSwitch } from "./dom.js";

/** @typedef {import("./dom.js").Field} Field */

/** Make `from` like `to`, keeping every node that can be kept. What is marked `data-own` belongs to scripts, and has an id. */
export function morph(/** @type {ChildNode} */ from, /** @type {ChildNode} */ to) {
  if (!alike(from, to)) from.replaceWith(to);
  else if (from instanceof Element && to instanceof Element) become(from, to);
  else if (from instanceof CharacterData && to instanceof CharacterData && from.data !== to.data) from.data = to.data;
}

/** Make an element like one that is alike. */
function become(/** @type {Element} */ from, /** @type {Element} */ to) {
  if (from.hasAttribute("data-own") || from.isEqualNode(to)) return;
  const untouched = isField(from) && !touched(from);
  attributes(from, to);
  children(from, to);
  if (untouched) settle(from);
}

/** Whether two nodes can be one and the same, before and after. */
function alike(/** @type {Node} */ a, /** @type {Node} */ b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && key(a) === key(b);
}

/** What tells a node from its neighbours, if anything does. */
function key(/** @type {Node} */ node) {
  return node instanceof Element ? node.id : "";
}

/** The attributes of `to`; a fold stays as the person left it. */
function attributes(/** @type {Element} */ from, /** @type {Element} */ to) {
  const kept = from.nodeName === "DETAILS" ? ["open"] : [];
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !kept.includes(name)) from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (!kept.includes(name) && from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
}

/** Whether somebody typed or chose in a field, or is about to. */
function touched(/** @type {Field} */ field) {
  if (field.type === "hidden") return false;
  if (field === document.activeElement) return true;
  if (field instanceof HTMLSelectElement) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  if (isSwitch(field)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** What a field holds that nobody touched is what its page says. */
function settle(/** @type {Field} */ field) {
  if (field instanceof HTMLSelectElement) [...field.options].forEach((one) => one.selected = one.defaultSelected);
  else if (isSwitch(field)) field.checked = field.defaultChecked;
  else if (field.type !== "hidden" && field.type !== "file") field.value = field.defaultValue;
}

/** The children of `to`, with those of `from` that are alike kept: by key, or in order. */
function children(/** @type {Element} */ from, /** @type {Element} */ to) {
  const keyed = new Map([...from.childNodes].filter(key).map((node) => [key(node), node]));
  let place = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    while (place && isAdded(from, place, wanted)) place = place.nextSibling;
    const found = key(wanted) ? keyed.get(key(wanted)) : plain(place, wanted);
    if (found && alike(found, wanted)) {
      if (place && found.contains(document.activeElement)) place = left(found, place);
      else if (found === place) place = place.nextSibling;
      else from.insertBefore(found, place);
      morph(found, wanted);
    } else {
      from.insertBefore(wanted, place);
    }
  }
  while (place) {
    const next = place.nextSibling;
    if (!(place instanceof Element && place.hasAttribute("data-own"))) place.remove();
    place = next;
  }
}

/** Whether a node is a line that somebody added to a field of several, in which something is entered: the host knows none of it. */
function isAdded(/** @type {Element} */ list, /** @type {ChildNode} */ node, /** @type {Node} */ wanted) {
  if (!list.classList.contains("rows") || !(node instanceof Element) || alike(node, wanted)) return false;
  return [node, ...node.querySelectorAll("input")].some((one) => isField(one) && touched(one));
}

/** What has the focus would lose it where it is moved: it is left, and all from a place up to it goes behind it. */
function left(/** @type {ChildNode} */ found, /** @type {ChildNode} */ place) {
  const before = [];
  for (let node = place; node !== found && node.nextSibling; node = node.nextSibling) before.push(node);
  found.after(...before);
  return found.nextSibling;
}

/** The first node from a place on that is like a wanted one and has no key of its own. */
function plain(/** @type {ChildNode | null} */ place, /** @type {Node} */ wanted) {
  for (let node = place; node; node = node.nextSibling) if (!key(node) && alike(node, wanted)) return node;
  return null;
}
