/* A choice of few things, or a text next to them: the last one entered is the answer. */

/** Let a chip replace a text, and a text a chip, in fields marked `data-other`. */
export function others() {
  for (const said of ["input", "change"]) document.addEventListener(said, ({ target }) => {
    const field = target instanceof HTMLInputElement && target.closest("[data-other]");
    if (!field) return;
    const typed = target.type === "text" && target.value !== "";
    for (const one of field.querySelectorAll("input")) {
      if (one.type === "radio" && typed) one.checked = false;
      else if (one.type === "text" && target.type === "radio") one.value = "";
    }
  });
}
