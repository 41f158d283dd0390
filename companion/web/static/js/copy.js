/** Links that are copied with a tap, where the browser lets a page do that; elsewhere they are links. */

/**
 * Copy the address of a tapped link that has `data-copy`, the words to say then.
 */
export function copying() {
  if (!navigator.clipboard) return;
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-copy]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
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
