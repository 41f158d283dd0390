/**
 * Readings of words on this device, stored with its pages: found again by any of their words while the host is gone.
 */

import { found, parsed } from "../dom.js";
import { get, keepPage } from "../kept.js";
import { fetched, place } from "../pages.js";

/** @typedef {import("../store.js").Line} Line */

const MOST_KEPT = 200;
const MOST_SHOWN = 6;
const HAN = /^\p{Script=Han}/u;
const NUMBER = /^[+-]?\d+$/;
const WORDS = /[+-]?\d+|\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu;

/** The storage key: separate for each campaign, and for each seat whose view they were made for. */
function address() {
  const seats = found(document, "form[data-seats]", HTMLFormElement)?.dataset.seats ?? "";
  return `/c/${encodeURIComponent(place().campaign)}/say/kept?${new URLSearchParams({ seats })}`;
}

const kept = async (at = address()) => (await get("pages", at))?.lines ?? [];

/** Store the readings that are shown, in front of all others. */
export async function learn(/** @type {ParentNode} */ shown) {
  const [at, lines] = [address(), linesOf(shown)];
  if (lines.length) await keep(at, [...lines, ...(await kept(at))]);
}

/** Store likely readings, behind all others: prompts, and recently recorded events. */
export async function foresee(/** @type {string} */ heard) {
  const at = address();
  const { status, html } = await fetched(heard);
  if (status === 200 && html) await keep(at, [...(await kept(at)), ...linesOf(parsed(html))]);
}

/** The recordable readings that are shown, with the words they are found by. */
function linesOf(/** @type {ParentNode} */ shown) {
  return [...shown.querySelectorAll("li[data-words]")].map((line) => ({
    words: line.getAttribute("data-words") ?? "",
    html: line.outerHTML,
  }));
}

/** Store lines, each once, and drop the oldest if there are too many. */
function keep(/** @type {string} */ key, /** @type {Line[]} */ lines) {
  /** @type {Map<string, Line>} */
  const each = new Map();
  for (const line of lines) if (!each.has(line.words)) each.set(line.words, line);
  return keepPage({ key, html: "", at: Date.now(), lines: [...each.values()].slice(0, MOST_KEPT) });
}

/** The stored readings of some words, the newest first. */
export async function recalled(/** @type {string} */ typed) {
  const wanted = wordsIn(typed);
  const meant = (await kept()).filter(({ words }) => wanted.length && fits(wanted, words.split(" ")));
  return meant.slice(0, MOST_SHOWN).map(({ html }, n) => {
    const line = parsed(html.replace(/\bsay-\d+-/g, `say-${n + 1}-`)).body.firstElementChild;
    return /** @type {Element} */ (line);
  });
}

/** Words in the form that is compared: lower case, without accents. */
function wordsIn(/** @type {string} */ typed) {
  const folded = typed.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/−/g, "-");
  return folded.match(WORDS) ?? [];
}

/** Whether every word matches a key, as a whole or in parts. */
function fits(/** @type {string[]} */ words, /** @type {string[]} */ keys) {
  const knows = (/** @type {string} */ word) => keys.some((key) => opens(word, key));
  return words.every((word) => knows(word) || partsOf(word, knows).every(knows));
}

/** Whether a word matches a key: numbers are equal, characters are contained, letters begin its words or syllables. */
function opens(/** @type {string} */ word, /** @type {string} */ key) {
  if (NUMBER.test(word)) return word === key;
  if (HAN.test(word)) return key.includes(word);
  const parts = key.split("'");
  return parts.some((_, start) => reads(word, parts, start));
}

/** Whether letters are matched by consecutive words or syllables, each by all or some of its first letters. */
function reads(/** @type {string} */ letters, /** @type {string[]} */ parts, /** @type {number} */ at) {
  if (!letters) return true;
  const part = parts[at] ?? "";
  for (let size = 1; size <= part.length && letters[size - 1] === part[size - 1]; size += 1) {
    if (reads(letters.slice(size), parts, at + 1)) return true;
  }
  return false;
}

/**
 * The parts of a word: letters and digits apart, characters in the longest known runs; the word itself if it has none.
 */
function partsOf(/** @type {string} */ word, /** @type {(part: string) => boolean} */ knows) {
  if (!HAN.test(word)) return word.match(/\d+|\D+/g) ?? [word];
  const parts = [];
  for (let rest = word; rest;) {
    const run = [...rest].map((_, n) => rest.slice(0, rest.length - n)).find(knows);
    if (!run) return [word];
    parts.push(run);
    rest = rest.slice(run.length);
  }
  return parts;
}
