/* A line on the page, and if wanted a short buzz and a sound, when it becomes the visitor's turn to act. */

import { tell } from "./toast.js";

/** Seconds and hertz of the sound: low and short, so that it does not interrupt a conversation. */
const LENGTH = 0.18;
const PITCH = 660;

/** Check at each change of the page whether it has become the visitor's turn. */
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

/** Signal the turn as chosen on this device. */
function signal() {
  const wanted = document.documentElement.dataset.signal;
  if (!wanted) return;
  navigator.vibrate?.(120);
  if (wanted === "sound") sound();
}

/** If the line is out of view, show a toast that links to it. */
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

/** Whether a line is visible below the sticky line. */
function isSeen(/** @type {Element} */ line) {
  const { top, bottom } = line.getBoundingClientRect();
  return top < innerHeight && bottom > (document.querySelector("#strip")?.getBoundingClientRect().bottom ?? 0);
}

/** One soft tone. A browser without a touch before plays none, and nothing depends on it. */
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
