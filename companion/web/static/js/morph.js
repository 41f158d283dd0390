// Makes one element of a page equal to another while the visitor's state stays: focus, typing, open folds, scroll.

import { isField, isSwitch } from "./dom.js";

/** @typedef {import("./dom.js").Field} Field */

/**
 * Make `from` equal to `to`, keeping every node that can be kept. Elements with `data-own` belong to scripts, and have
 * an id.
 */
export function morph(/** @type {ChildNode} */ from, /** @type {ChildNode} */ to) {
  if (!alike(from, to)) from.replaceWith(to);
  else if (from instanceof Element && to instanceof Element) become(from, to);
  else if (from instanceof CharacterData && to instanceof CharacterData && from.data !== to.data) from.data = to.data;
}

/** Make an element equal to a similar one. */
function become(/** @type {Element} */ from, /** @type {Element} */ to) {
  if (from.hasAttribute("data-own") || from.isEqualNode(to)) return;
  const untouched = isField(from) && !touched(from);
  attributes(from, to);
  children(from, to);
  if (untouched) settle(from);
}

/** Whether two nodes can be the same node before and after. */
function alike(/** @type {Node} */ a, /** @type {Node} */ b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && key(a) === key(b);
}

/** The key that identifies a node among its siblings, if it has one. */
function key(/** @type {Node} */ node) {
  return node instanceof Element ? node.id : "";
}

/** Copy the attributes of `to`; a fold stays as the visitor left it. */
function attributes(/** @type {Element} */ from, /** @type {Element} */ to) {
  const kept = from.nodeName === "DETAILS" ? ["open"] : [];
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !kept.includes(name)) from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (!kept.includes(name) && from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
}

/** Whether the visitor changed a field, or has it focused. */
function touched(/** @type {Field} */ field) {
  if (field.type === "hidden") return false;
  if (field === document.activeElement) return true;
  if (field instanceof HTMLSelectElement) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  if (isSwitch(field)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** Give an untouched field the value of its page. */
function settle(/** @type {Field} */ field) {
  if (field instanceof HTMLSelectElement) [...field.options].forEach((one) => one.selected = one.defaultSelected);
  else if (isSwitch(field)) field.checked = field.defaultChecked;
  else if (field.type !== "hidden" && field.type !== "file") field.value = field.defaultValue;
}

/** Copy the children of `to`, keeping those of `from` that are similar: by key, or in order. */
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

/** Whether a node is a filled line that the visitor added to a field of several lines, unknown to the host. */
function isAdded(/** @type {Element} */ list, /** @type {ChildNode} */ node, /** @type {Node} */ wanted) {
  if (!list.classList.contains("rows") || !(node instanceof Element) || alike(node, wanted)) return false;
  return [node, ...node.querySelectorAll("input")].some((one) => isField(one) && touched(one));
}

/**
 * Keep the focused node in place, since moving it would lose the focus: move the nodes from a place up to it behind it.
 */
function left(/** @type {ChildNode} */ found, /** @type {ChildNode} */ place) {
  const before = [];
  for (let node = place; node !== found && node.nextSibling; node = node.nextSibling) before.push(node);
  found.after(...before);
  return found.nextSibling;
}

/** The first node from a place on that is similar to a wanted one and has no key. */
function plain(/** @type {ChildNode | null} */ place, /** @type {Node} */ wanted) {
  for (let node = place; node; node = node.nextSibling) if (!key(node) && alike(node, wanted)) return node;
  return null;
}
