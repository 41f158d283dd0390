/** Links that are copied with a tap, if the browser allows it; otherwise they are plain links. */

import { around } from "./dom.js";

/** Copy the address of a tapped link with `data-copy`, which holds the words to show then. */
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

/** Show on the link that it was copied. */
function said(/** @type {HTMLAnchorElement} */ link) {
  link.setAttribute("role", "status");
  link.textContent = link.dataset.copy ?? "";
}
