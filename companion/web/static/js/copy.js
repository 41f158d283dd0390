/** Links that are copied with a tap, where the browser lets a page do that; elsewhere they are links. */

import { around } from "./dom.js";

/**
 * Copy the address of a tapped link that has `data-copy`, the words to say then.
 */
export function copying() {
  if (!navigator.clipboard) return;
  document.addEventListener("click", (event) => {
    const link = around(event, "a[data-copy]", HTMLAnchorElement);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigator.clipboard.writeText(link.href).then(
      () => said(link),
      () => location.assign(link.href),
    );
  });
}

/** Say on the link that it was copied. */
function said(/** @type {HTMLAnchorElement} */ link) {
  link.setAttribute("role", "status");
  link.textContent = link.dataset.copy ?? "";
}
