// The actions at a part of the board are fetched when a tap opens it, and again whenever the table changes.

import { found, parsed } from "../dom.js";
import { fetched, onShown } from "../pages.js";

const LATER = "[data-opened]";

/** Fill in the actions when a tap opens a part; without the host, the link to them stays. */
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
