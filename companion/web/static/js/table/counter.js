/**
 * Counters: − and + count on the screen, and a run of taps is sent as one.
 *
 * Without this module each tap is a form that is sent at once. With it, taps on a number add up next to it. When they
 * pause, one form is sent with the sum: that of + for a positive sum, that of − for a negative one. Listeners to
 * `submit` see an ordinary form. Steps that an event cannot sum (`data-sums` is missing) are sent one by one, as
 * without the module.
 *
 * @typedef {{delta: number, timer: number}} Run  The sum that is not sent yet.
 * @typedef {{button: HTMLButtonElement, name: string, timer: number, wait: number, counted: boolean}} Hold  A step that
 *   is held down: the step, the name of its counter, the time of its next count.
 */

/** Milliseconds until a single tap is sent, and until a run of taps is sent. */
const SINGLE = 350;
const PAUSE = 700;
/**
 * Milliseconds until a held step counts, and until it counts again, so that one can let go at two; the interval then
 * shrinks to a minimum by a factor.
 */
const HOLD = 450;
const SLOW = 400;
const FAST = 55;
const FASTER = 0.7;

/** Let the counters below a root count, including later ones. Returns a function that stops it. */
export function counters(/** @type {HTMLElement | Document} */ root) {
  const counting = new Counting(root);
  counting.begin();
  return () => counting.end();
}

/** Runs of taps below a root, each sent when it pauses. */
class Counting {
  /** @type {Map<string, Run>} */
  #runs = new Map();
  /** @type {Hold | null} */
  #hold = null;
  /** @type {EventTarget | null} A step that was held: the click at its end is no tap. */
  #spent = null;
  #root;
  #stop = new AbortController();
  #swapped = new MutationObserver(() => this.#again());

  constructor(/** @type {HTMLElement | Document} */ root) {
    this.#root = root;
  }

  /** Start listening. */
  begin() {
    const until = { signal: this.#stop.signal };
    this.#swapped.observe(this.#root, { childList: true, subtree: true });
    this.#root.addEventListener("pointerdown", (event) => this.#press(event), until);
    this.#root.addEventListener("click", (event) => this.#click(event), until);
    this.#root.addEventListener("contextmenu", (event) => this.#hold && event.preventDefault(), until);
    window.addEventListener("pointerup", (event) => this.#lift(event), until);
    for (const lost of ["pointercancel", "blur"]) window.addEventListener(lost, () => this.#release(), until);
    document.addEventListener("visibilitychange", () => document.hidden && this.#sendAll(), until);
    window.addEventListener("pagehide", () => this.#sendAll(), until);
  }

  /** Send the runs, and stop listening. */
  end() {
    this.#sendAll();
    this.#swapped.disconnect();
    this.#stop.abort();
  }

  /** Count one step; returns whether it was possible. */
  #count(/** @type {HTMLButtonElement} */ button) {
    const counter = counterOf(button);
    const name = counter?.dataset.counter;
    if (!counter || !name) return false;
    const run = this.#runs.get(name);
    const delta = within(counter, run?.delta ?? 0, Number(button.dataset.step));
    if (delta === null) return false;
    window.clearTimeout(run?.timer);
    this.#runs.set(name, { delta, timer: window.setTimeout(() => this.#send(name), run ? PAUSE : SINGLE) });
    show(counter, delta);
    tell(this.#root, counter, delta);
    return true;
  }

  /** Send a run, or keep waiting while one of its steps is held. */
  #send(/** @type {string} */ name) {
    const run = this.#runs.get(name);
    if (!run) return;
    window.clearTimeout(run.timer);
    if (this.#hold?.name === name) {
      run.timer = window.setTimeout(() => this.#send(name), PAUSE);
      return;
    }
    this.#runs.delete(name);
    const counter = find(this.#root, name);
    if (counter) deliver(counter, run.delta);
  }

  #sendAll() {
    this.#release();
    for (const name of [...this.#runs.keys()]) this.#send(name);
  }

  #press(/** @type {Event} */ event) {
    const button = stepOf(event.target);
    this.#release();
    this.#spent = null;
    if (!button || !(event instanceof PointerEvent) || event.button !== 0) return;
    const name = counterOf(button)?.dataset.counter ?? "";
    this.#hold = { button, name, wait: SLOW, counted: false, timer: window.setTimeout(() => this.#repeat(), HOLD) };
  }

  #repeat() {
    const hold = this.#hold;
    const button = hold && current(this.#root, hold);
    if (!hold || !button || !this.#count(button)) return;
    button.classList.add("held");
    hold.counted = true;
    hold.timer = window.setTimeout(() => this.#repeat(), hold.wait);
    hold.wait = Math.max(FAST, hold.wait * FASTER);
  }

  /** A finger was lifted; a tap on an element that was replaced under it counts, although it makes no click. */
  #lift(/** @type {Event} */ event) {
    const hold = this.#hold;
    const button = hold && !hold.counted && !hold.button.isConnected ? current(this.#root, hold) : null;
    if (button && stepOf(event.target) === button) {
      this.#count(button);
      this.#spent = button;
    }
    this.#release();
  }

  #release() {
    const hold = this.#hold;
    if (!hold) return;
    window.clearTimeout(hold.timer);
    const button = current(this.#root, hold);
    button?.classList.remove("held");
    if (hold.counted) this.#spent = button;
    this.#hold = null;
  }

  #click(/** @type {Event} */ event) {
    const button = stepOf(event.target);
    if (!button) return;
    event.preventDefault();
    if (this.#spent !== button || (event instanceof MouseEvent && event.detail === 0)) this.#count(button);
    this.#spent = null;
  }

  /** Show the runs on parts of the page that were replaced. */
  #again() {
    for (const [name, run] of this.#runs) {
      const counter = find(this.#root, name);
      if (counter && counter.dataset.pending !== String(run.delta)) show(counter, run.delta);
    }
  }
}

/** The step that was touched, if its taps add up. */
function stepOf(/** @type {EventTarget | null} */ target) {
  const button = target instanceof Element ? target.closest("button[data-step]") : null;
  if (!(button instanceof HTMLButtonElement)) return null;
  return counterOf(button)?.querySelector("form[data-sums]") ? button : null;
}

/** The counter around an element. */
function counterOf(/** @type {Element} */ part) {
  const counter = part.closest("[data-counter]");
  return counter instanceof HTMLElement ? counter : null;
}

/** The counter with a name on the current page. */
function find(/** @type {ParentNode} */ root, /** @type {string} */ name) {
  const found = root.querySelector(`[data-counter="${CSS.escape(name)}"]`);
  return found instanceof HTMLElement ? found : null;
}

/** The held step on the current page, even after its part was replaced. */
function current(/** @type {ParentNode} */ root, /** @type {Hold} */ hold) {
  if (hold.button.isConnected) return hold.button;
  const found = find(root, hold.name)?.querySelector(`button[data-step="${hold.button.dataset.step}"]`);
  return found instanceof HTMLButtonElement ? found : null;
}

/** The page's own number, which is kept while a run is shown in its place. */
function base(/** @type {HTMLElement} */ counter) {
  return Number(counter.dataset.base ?? counter.querySelector(".value")?.textContent);
}

/** The sum of a run after one more step; null if that exceeds the limits. */
function within(/** @type {HTMLElement} */ counter, /** @type {number} */ delta, /** @type {number} */ step) {
  const next = delta + step;
  const value = base(counter) + next;
  const back = Math.abs(next) < Math.abs(delta);
  const form = formOf(counter, next);
  if (!back && next !== 0 && (!form || Math.abs(next) > Number(form.dataset.run))) return null;
  if (!back && (value < Number(counter.dataset.least ?? 0) || value > Number(counter.dataset.most ?? Infinity))) {
    return null;
  }
  return next;
}

/** The form that sends a sum: that of + for a positive sum, that of − for a negative one. */
function formOf(/** @type {HTMLElement} */ counter, /** @type {number} */ delta) {
  const button = counter.querySelector(`form[data-sums] button[data-step="${Math.sign(delta)}"]`);
  return button instanceof HTMLButtonElement ? button.form : null;
}

/** Show a run: the new number and the change; the opposite step is enabled while it can undo a count. */
function show(/** @type {HTMLElement} */ counter, /** @type {number} */ delta) {
  counter.dataset.base = String(base(counter));
  counter.dataset.pending = String(delta);
  const value = counter.querySelector(".value");
  if (value) value.textContent = String(base(counter) + delta);
  const badge = counter.querySelector(".delta") ?? counter.appendChild(document.createElement("span"));
  badge.className = "delta";
  badge.setAttribute("aria-hidden", "true");
  badge.textContent = signed(delta);
  for (const button of counter.querySelectorAll("button[data-step]")) {
    if (!(button instanceof HTMLButtonElement) || button.form) continue;
    button.disabled = within(counter, delta, Number(button.dataset.step)) === null;
  }
}

/** Remove the badge; the number that is being sent stays, marked as not saved yet. */
function settle(/** @type {HTMLElement} */ counter, /** @type {number} */ delta) {
  counter.querySelector(".delta")?.remove();
  counter.classList.toggle("unsaved", delta !== 0);
  delete counter.dataset.base;
  delete counter.dataset.pending;
  for (const button of counter.querySelectorAll("button[data-step]")) {
    if (button instanceof HTMLButtonElement && !button.form) button.disabled = true;
  }
}

/** Send a run as one form; nothing is sent for a sum of zero. */
function deliver(/** @type {HTMLElement} */ counter, /** @type {number} */ delta) {
  const form = delta ? formOf(counter, delta) : null;
  settle(counter, delta);
  const field = form?.elements.namedItem(form.dataset.sums ?? "");
  if (!form || !(field instanceof HTMLInputElement)) return;
  field.value = String(Math.abs(delta));
  form.requestSubmit();
  field.value = field.defaultValue;
}

/** Dispatch an event with the count. */
function tell(/** @type {ParentNode} */ root, /** @type {HTMLElement} */ counter, /** @type {number} */ delta) {
  const listener = root.querySelector("[data-counting]");
  if (listener) listener.textContent = words(counter, delta);
}

/** A new number in words: its owner, its label, its value, its change. */
function words(/** @type {HTMLElement} */ counter, /** @type {number} */ delta) {
  const whose = counter.closest("[data-whose]")?.getAttribute("data-whose");
  const what = counter.querySelector(".number .hide")?.textContent?.trim();
  const now = `${what} ${base(counter) + delta} (${signed(delta)})`;
  return whose ? `${whose}, ${now}` : now;
}

/** The words for several steps of a counter at once, and a function that makes them; null if they are impossible. */
export function counted(/** @type {HTMLElement} */ counter, /** @type {number} */ delta) {
  if (!delta || within(counter, 0, delta) === null) return null;
  return { said: words(counter, delta), send: () => deliver(counter, delta) };
}

/** A number with its sign, as it is shown. */
export function signed(/** @type {number} */ delta) {
  return delta > 0 ? `+${delta}` : delta < 0 ? `−${-delta}` : "±0";
}
