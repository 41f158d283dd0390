// Hints: put away where they stand, with the page as it is.

import { around, mainOf } from "./dom.js";
import { reached } from "./outbox/connection.js";
import { refresh } from "./pages.js";

/** Put hints away without going anywhere, as their own buttons do. */
export const hints = () => document.addEventListener("submit", putAway);

async function putAway(/** @type {SubmitEvent} */ submit) {
  const form = around(submit, ".tip form", HTMLFormElement);
  if (!form) return;
  submit.preventDefault();
  const body = new FormData(form);
  form.closest(".tip")?.remove();
  mainOf(document).focus({ preventScroll: true });
  try {
    await fetch(form.action, { method: "POST", body, redirect: "manual" });
    await refresh();
  } catch {
    reached(false);
  }
}
