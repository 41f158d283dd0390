/* A short buzz, and a sound where that is wanted, when it comes to be up to whoever holds this device. */

/** Seconds and hertz of the sound: low, and over before anybody stops talking. */
const LENGTH = 0.18;
const PITCH = 660;

/** Look at each change of the page whether it is up to them by now, and was not. */
export function signalTurns() {
  let before = isYours();
  new MutationObserver(() => {
    const now = isYours();
    if (now && !before) signal();
    before = now;
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
