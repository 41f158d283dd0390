/** Forms in which one field depends on another: rendered again with their values when that field changes. */

import { found, isField, mainOf, parsed, sentBy } from "./dom.js";
import { morph } from "./morph.js";
import { fetched } from "./pages.js";

let awaited = 0;

/** Narrow forms that have a button with `data-narrows`, the names of the fields that others depend on. */
export function narrowing() {
  document.addEventListener("change", ({ target }) => {
    const form = target instanceof Node && isField(target) ? target.form : null;
    const button = form && found(form, "button[data-narrows]", HTMLButtonElement);
    if (form && button && dependsOn(button, /** @type {HTMLInputElement} */ (target).name)) narrow(form, button);
  });
  document.addEventListener("submit", (submit) => {
    const { target: form, submitter } = submit;
    if (!(form instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return;
    if (!submitter.hasAttribute("data-narrows")) return;
    submit.preventDefault();
    narrow(form, submitter);
  });
}

/** Whether other fields depend on a field of this name. */
function dependsOn(/** @type {HTMLButtonElement} */ button, /** @type {string} */ name) {
  return (button.dataset.narrows ?? "").split(" ").some((one) => name === one || name.startsWith(`${one}.`));
}

/** Replace the form by the host's rendering with its current values; it is not refreshed from then on. */
async function narrow(/** @type {HTMLFormElement} */ form, /** @type {HTMLButtonElement} */ button) {
  const turn = ++awaited;
  const body = sentBy(form, button);
  const answer = await fetched(form.action, { method: "POST", body }).catch(() => undefined);
  if (turn !== awaited || !form.isConnected || answer?.status !== 200 || !answer.html) return;
  const main = mainOf(parsed(answer.html));
  main.setAttribute("data-answer", "");
  morph(mainOf(document), main);
}
