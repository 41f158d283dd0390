// The page for a large screen: a new turn and headlines are shown large for a moment.

/** Milliseconds that each is shown. */
const TURN = 2600;
const HEADLINE = 4000;

/** @typedef {{turn: string, lines: Set<string>}} Known  The ids of the turn and of the headlines that were shown. */

/** Announce live changes; the state of a page when it is opened is no news. */
export function heralds() {
  /** @type {Known | undefined} */
  let known = seen();
  new MutationObserver(() => {
    const now = seen();
    if (now && known) report(now, known);
    known = now && { turn: now.turn, lines: new Set([...(known?.lines ?? []), ...now.lines]) };
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ["id"] });
}

const herald = () => document.getElementById("herald");
const turnShown = () => document.querySelector("#strip .turn");
const headlines = () => [...document.querySelectorAll("#newest [data-headline]")];

/** The turn and headlines on the page; undefined on other pages. */
const seen = () =>
  herald() ? { turn: turnShown()?.id ?? "", lines: new Set(headlines().map(({ id }) => id)) } : undefined;

function report(/** @type {Known} */ now, /** @type {Known} */ known) {
  const news = headlines().find(({ id }) => !known.lines.has(id));
  if (news) announce([document.querySelector("#strip .crest"), news.querySelector("p")], HEADLINE);
  else if (now.turn && now.turn !== known.turn) announce([...(turnShown()?.children ?? [])], TURN);
}

let hiding = 0;

/** Show copies of parts of the page, and hide them again. */
function announce(/** @type {(Element | null)[]} */ parts, /** @type {number} */ length) {
  const board = herald();
  if (!board) return;
  board.classList.toggle("turns", length === TURN);
  board.replaceChildren(...parts.flatMap((one) => (one ? [one.cloneNode(true)] : [])));
  board.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (board.hidden = true), length);
}
