// A device that asked to join as a guest checks every two seconds whether the request was answered.

import { onShown } from "./pages.js";

const SOON = 2000;
let looking = 0;

/** Check for the answer while the page that waits for one is shown. */
export function awaitAnswer() {
  onShown((body) => {
    clearTimeout(looking);
    if (body.querySelector("[data-awaits]")) looking = setTimeout(look, SOON);
  });
}

/** Check once; an answered request redirects to another page, otherwise the next check follows. */
async function look() {
  const page = await fetch(location.href, { redirect: "manual" }).then((answer) => answer.text(), () => null);
  if (page === null || page.includes("data-awaits")) looking = setTimeout(look, SOON);
  else location.reload();
}
