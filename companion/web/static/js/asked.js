// A device that asked to be somebody's looks every two seconds whether it was answered.

import { onShown } from "./pages.js";

const SOON = 2000;
let looking = 0;

/** Look for the answer for as long as the page that is shown waits for one. */
export function awaitAnswer() {
  onShown((body) => {
    clearTimeout(looking);
    if (body.querySelector("[data-awaits]")) looking = setTimeout(look, SOON);
  });
}

/** Look once: what has become of the request is another page, and until then the next look follows. */
async function look() {
  const page = await fetch(location.href, { redirect: "manual" }).then((answer) => answer.text(), () => null);
  if (page === null || page.includes("data-awaits")) looking = setTimeout(look, SOON);
  else location.reload();
}
