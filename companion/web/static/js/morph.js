// Make one piece of a page like another while what a person does in it stays: focus, typing, open folds, scroll.

const FIELDS = "input, textarea, select";

/** Make `from` like `to`, keeping every node that can be kept. What is marked `data-own` belongs to scripts, and has an id. */
export function morph(from, to) {
  if (!alike(from, to)) {
    from.replaceWith(to);
    return;
  }
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  if (from.hasAttribute("data-own") || from.isEqualNode(to)) return;
  const stays = !from.matches(FIELDS) || touched(from);
  attributes(from, to);
  children(from, to);
  if (!stays) settle(from);
}

/** Whether two nodes can be one and the same, before and after. */
function alike(a, b) {
  if (a.nodeType !== b.nodeType || a.nodeName !== b.nodeName) return false;
  return a.nodeType !== Node.ELEMENT_NODE || key(a) === key(b);
}

/** What tells a node from its neighbours, if anything does. */
function key(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset?.key || "" : "";
}

/** The attributes of `to`; a fold stays as the person left it. */
function attributes(from, to) {
  const kept = from.nodeName === "DETAILS" ? ["open"] : [];
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !kept.includes(name)) from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (!kept.includes(name) && from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
}

/** Whether somebody typed or chose in a field, or is about to. */
function touched(field) {
  if (field.type === "hidden") return false;
  if (field === document.activeElement) return true;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.nodeName === "SELECT") return [...field.options].some((option) => option.selected !== option.defaultSelected);
  return field.value !== field.defaultValue;
}

/** What a field holds that nobody touched is what its page says. */
function settle(field) {
  if (field.nodeName === "SELECT") for (const option of field.options) option.selected = option.defaultSelected;
  else if (field.type === "checkbox" || field.type === "radio") field.checked = field.defaultChecked;
  else if (field.type !== "hidden" && field.type !== "file") field.value = field.defaultValue;
}

/** The children of `to`, with those of `from` that are alike kept: by key, or in order. */
function children(from, to) {
  const keyed = new Map([...from.childNodes].filter(key).map((node) => [key(node), node]));
  let place = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const found = key(wanted) ? keyed.get(key(wanted)) : plain(place, wanted);
    if (found && alike(found, wanted)) {
      if (found === place) place = place.nextSibling;
      else from.insertBefore(found, place);
      morph(found, wanted);
    } else {
      from.insertBefore(wanted, place);
    }
  }
  while (place) {
    const next = place.nextSibling;
    if (!(place.nodeType === Node.ELEMENT_NODE && place.hasAttribute("data-own"))) place.remove();
    place = next;
  }
}

/** The first node from a place on that is like a wanted one and has no key of its own. */
function plain(place, wanted) {
  for (let node = place; node; node = node.nextSibling) if (!key(node) && alike(node, wanted)) return node;
  return null;
}
