/** Shares the recap through the phone: as text, and as a picture. Elsewhere both are files. */

import { around } from "../dom.js";

const WIDE = 1080;
const MARGIN = 64;
const LINE = 46;
const SHOWN = 8;
const PAPER = "rgb(251 247 238)";
const INK = "rgb(32 28 20)";

/** Share the target of a tapped link with `data-share`. */
export function sharing() {
  document.addEventListener("click", (click) => {
    const link = around(click, "a[data-share]", HTMLAnchorElement);
    if (!link || click.ctrlKey || click.metaKey || click.shiftKey) return;
    click.preventDefault();
    shared(link).catch(() => location.assign(link.href));
  });
}

async function shared(/** @type {HTMLAnchorElement} */ link) {
  const text = await (await fetch(link.href)).text();
  const picture = document.querySelector("img[data-shared]");
  const card = await drawn(text.split("\n"), picture instanceof HTMLImageElement ? picture : null);
  const title = link.dataset.share ?? "";
  const files = card ? [new File([card], "recap", { type: "image/png" })] : [];
  const both = { title, text, files };
  if (navigator.canShare?.(both)) await passed(both);
  else if ("share" in navigator) await passed({ title, text });
  else {
    location.assign(link.href);
    if (card) saved(card);
  }
}

/** Open the phone's share dialog; cancelling is no error. */
async function passed(/** @type {ShareData} */ what) {
  try {
    await navigator.share(what);
  } catch (wrong) {
    if (!(wrong instanceof DOMException && wrong.name === "AbortError")) throw wrong;
  }
}

/** Save the picture as a file. */
function saved(/** @type {Blob} */ card) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(card);
  link.download = "recap";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LINE * 1000);
}

/**
 * The recap as a picture: its head, the photo if there is one, and its last lines.
 * @param {string[]} lines
 * @param {HTMLImageElement | null} picture
 * @returns {Promise<Blob | null>}
 */
async function drawn(lines, picture) {
  await picture?.decode();
  const blank = lines.indexOf("");
  const [title = "", ...about] = lines.slice(0, blank);
  const told = lines.slice(blank + 1).filter(Boolean).slice(-SHOWN);
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  const wide = WIDE - 2 * MARGIN;
  pen.font = `32px serif`;
  const body = [...about, "", ...told].flatMap((line) => wrapped(pen, line, wide));
  const high = picture ? Math.round((wide * picture.naturalHeight) / picture.naturalWidth) + LINE : 0;
  canvas.width = WIDE;
  canvas.height = 2 * MARGIN + 2 * LINE + high + body.length * LINE;
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = INK;
  pen.font = "bold 44px serif";
  pen.fillText(title, MARGIN, MARGIN + LINE, wide);
  if (picture) pen.drawImage(picture, MARGIN, MARGIN + 2 * LINE, wide, high - LINE);
  pen.font = "32px serif";
  body.forEach((line, n) => pen.fillText(line, MARGIN, MARGIN + 3 * LINE + high + n * LINE));
  return await new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Break a line to fit; without blanks, as in Chinese, it may break between any two characters. */
function wrapped(
  /** @type {CanvasRenderingContext2D} */ pen,
  /** @type {string} */ line,
  /** @type {number} */ wide,
) {
  const made = [""];
  for (const piece of line.match(/[\u2e80-\u9fff]|[^\s\u2e80-\u9fff]+\s*|\s+/gu) ?? []) {
    const longer = `${made.at(-1)}${piece}`;
    if (pen.measureText(longer.trimEnd()).width <= wide) made[made.length - 1] = longer;
    else made.push(piece);
  }
  return made;
}
