/** Files that are made in parts: their link shows how far they are. Without scripts, it is a plain link. */

import { around } from "./dom.js";

/** Milliseconds between two questions about the progress. */
const AGAIN = 400;
/** Milliseconds after which a browser has saved a file. */
const SAVED = 60_000;

/** Fetch the file of a tapped link with `data-file`, its name, and show its progress from `data-progress`. */
export function makingFiles() {
  document.addEventListener("click", (click) => {
    const link = around(click, "a[data-file]", HTMLAnchorElement);
    if (!link || click.ctrlKey || click.metaKey || click.shiftKey) return;
    click.preventDefault();
    if (!link.querySelector("progress")) fetchFile(link).catch(() => location.assign(link.href)); // it says why
  });
}

async function fetchFile(/** @type {HTMLAnchorElement} */ link) {
  const { file = "", progress = "" } = link.dataset;
  const [making, bar] = [String(crypto.getRandomValues(new Uint32Array(1))[0]), showBar(link)];
  const asking = setInterval(() => ask(address(progress, making), bar).catch(() => {}), AGAIN); // the file is awaited
  try {
    const answer = await fetch(address(link.href, making));
    if (!answer.ok) throw new Error(answer.statusText);
    save(await answer.blob(), file);
  } finally {
    clearInterval(asking);
    bar.remove();
  }
}

/** An address with the number by which the host knows the file that it makes. */
function address(/** @type {string} */ of, /** @type {string} */ making) {
  const found = new URL(of, location.href);
  found.searchParams.set("making", making);
  return found;
}

/** A progress bar on a link, which has room for it; refreshing the page leaves it alone. */
function showBar(/** @type {HTMLAnchorElement} */ link) {
  const bar = document.createElement("progress");
  bar.id = `making-${link.dataset.file}`;
  bar.setAttribute("data-own", "");
  bar.setAttribute("aria-label", link.getAttribute("aria-label") ?? link.innerText.trim());
  link.append(bar);
  return bar;
}

async function ask(/** @type {URL} */ of, /** @type {HTMLProgressElement} */ bar) {
  const { done, total } = await (await fetch(of)).json();
  if (!total) return;
  bar.max = total;
  bar.value = Math.max(bar.position < 0 ? 0 : bar.value, done);
}

function save(/** @type {Blob} */ made, /** @type {string} */ name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(made);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED);
}
