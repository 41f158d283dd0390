// @ts-check
/** Last time's story: once folded it stays so on this device. */

/**
 * Remember that the story was folded, as its own button does.
 * @param {HTMLDetailsElement} story
 */
export function recap(story) {
  const form = story.querySelector("form");
  story.addEventListener("toggle", () => {
    if (story.open || !form) return;
    void fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
  });
}

const story = document.getElementById("recap");
if (story instanceof HTMLDetailsElement) recap(story);
