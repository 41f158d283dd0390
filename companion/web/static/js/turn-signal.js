/* A line in sight, and a short buzz and a sound where that is wanted, when it comes to be up to whoever holds this device. */

import { tell } from "./toast.js";

/** Seconds and hertz of the sound: low, and over before anybody stops talking. */
const LENGTH = 0.18;
const PITCH = 660;

/** Look at each change of the page whether it is up to them by now, and was not. */
export function signalTurns() {
  let before = isYours();
  new MutationObserver(() => {
    const now = isYours();
    const begins = now && !before;
    before = now;
    if (!begins) return;
    signal();
    say();
  }).observe(document.body, { childList: true, subtree: true });
}

const isYours = () => document.querySelector("[data-yours]") !== null;

/** Say so, as far as this device was told to. */
function signal() {
  const wanted = document.documentElement.dataset.signal;
  if (!wanted) return;
  navigator.vibrate?.(120);
  if (wanted === "sound") sound();
}

/** Where the line that says so is out of sight, a toast says it, and leads there. */
function say() {
  const line = document.querySelector("#prompts .yours");
  if (!line || isSeen(line)) return;
  const told = document.createElement("button");
  told.className = "toast";
  told.append(line.textContent);
  told.addEventListener("click", () => {
    told.remove();
    document.querySelector("#prompts")?.scrollIntoView();
  });
  tell(told);
}

/** Whether a line stands below what stays on top of the page, and on the screen. */
function isSeen(/** @type {Element} */ line) {
  const { top, bottom } = line.getBoundingClientRect();
  return top < innerHeight && bottom > (document.querySelector("#strip")?.getBoundingClientRect().bottom ?? 0);
}

/** One soft tone. A browser that was not touched yet makes none, and nothing depends on it. */
function sound() {
  const context = new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = PITCH;
  volume.gain.setValueAtTime(0.15, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + LENGTH);
  tone.connect(volume).connect(context.destination);
  tone.addEventListener("ended", () => void context.close());
  tone.start();
  tone.stop(context.currentTime + LENGTH);
}
