// What can be done at a part of the board is asked for when a tap opens that part, and again whenever the table changes.

import { found, parsed } from "../dom.js";
import { fetched, onShown } from "../pages.js";

const LATER = "[data-opened]";

/** Fill in what can be done where a tap opens it; where the host is gone there is the way to it. */
export function opening() {
  document.addEventListener("toggle", ({ target }) => target instanceof HTMLElement && fill(target), { capture: true });
  onShown(() => document.querySelectorAll(":popover-open").forEach((part) => fill(part)));
}

async function fill(/** @type {Element} */ opened) {
  const place = found(opened, LATER, HTMLElement);
  if (!place || !opened.matches(":popover-open")) return;
  const { html } = await fetched(String(place.dataset.opened)).catch(() => ({ html: null }));
  const deeds = html && found(parsed(html), "#opened .asks", HTMLElement);
  if (deeds && place.isConnected) place.replaceChildren(...deeds.children);
}
