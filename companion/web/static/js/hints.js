// Hints: dismissed in place, without loading another page.

import { around, mainOf } from "./dom.js";
import { reached } from "./outbox/connection.js";
import { refresh } from "./pages.js";

/** Dismiss hints without navigation, as their buttons would. */
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
