// Toasts: what was just recorded, in its own words, with its Undo; they go away by themselves.

const STAYS = 8000;

/** Show a toast; it stays as long as somebody points at it or is in it. */
export function toast(told) {
  const shelf = document.getElementById("saved");
  shelf.replaceChildren(told);
  leave(told);
}

/** Let a toast go after a while. */
function leave(told) {
  setTimeout(() => {
    if (told.matches(":hover, :focus-within")) leave(told);
    else told.remove();
  }, STAYS);
}

/** The toasts that came with the page go as well. */
export const toasts = () => document.querySelectorAll("#saved .toast").forEach(leave);
