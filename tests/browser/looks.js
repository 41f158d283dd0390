/** What a page looks like to those who measure it; evaluated in pages by `looks.py`. */
(() => {
  const name = (el) => {
    const said = (el.getAttribute("aria-label") || el.textContent || el.value || "").replace(/\s+/g, " ").trim();
    return `${el.localName}${el.id ? "#" + el.id : ""}.${[...el.classList].join(".")} “${said.slice(0, 40)}”`;
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const seen = (el) => el.checkVisibility({ visibilityProperty: true }) && !el.closest(".hide, .skip");
  const style = (el) => getComputedStyle(el);

  /** Whether an ancestor may be scrolled sideways to see an element. */
  const scrolled = (el) => {
    for (let up = el.parentElement; up && up !== document.body; up = up.parentElement)
      if (["auto", "scroll"].includes(style(up).overflowX)) return true;
    return false;
  };

  /** What stands beyond the edge of the screen, where nobody can scroll to it. */
  const sideways = () => {
    const wide = document.documentElement.clientWidth;
    const beyond = all("body *").filter((el) => {
      const box = el.getBoundingClientRect();
      if (box.width === 0 || (box.right <= wide + 1 && box.left >= -1)) return false;
      return seen(el) && !scrolled(el) && !el.closest("svg svg, svg > *");
    });
    const page = document.documentElement.scrollWidth > wide ? [`page ${document.documentElement.scrollWidth} > ${wide}`] : [];
    return [...page, ...beyond.map(name)];
  };

  /** Text that is cut off. A clamp to some lines is none: the whole of it stands elsewhere. */
  const clipped = () => all("body *").filter((el) => {
    const of = style(el);
    const cut = (overflow) => ["hidden", "clip"].includes(overflow);
    if (!cut(of.overflowX) && !cut(of.overflowY)) return false;
    if (!seen(el) || !el.textContent.trim() || of.webkitLineClamp !== "none") return false;
    return (cut(of.overflowX) && el.scrollWidth > el.clientWidth + 1) || (cut(of.overflowY) && el.scrollHeight > el.clientHeight + 1);
  }).map(name);

  /** A link within a sentence is as high as the sentence. */
  const inSentence = (el) => el.matches("a:not(.button)") && [...el.parentElement.childNodes]
    .some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());

  const TARGETS = "button, summary, nav a, a.button, a.event, .chip, select, textarea, input:not([type=hidden]), a[href]";

  /** What is smaller than a finger. */
  const small = (least) => all(TARGETS).filter((el) => {
    if (!seen(el) || inSentence(el)) return false;
    const box = el.getBoundingClientRect();
    return Math.min(box.width, box.height) < least - 0.5;
  }).map((el) => {
    const box = el.getBoundingClientRect();
    return `${name(el)} ${Math.round(box.width)}x${Math.round(box.height)}`;
  });

  /** What moves, or would. */
  const moving = () => [
    ...document.getAnimations().map((one) => `runs: ${one.animationName || one.transitionProperty}`),
    ...all("body, body *").filter((el) => {
      const of = style(el);
      return of.animationName !== "none" || of.transitionDuration.split(", ").some((time) => parseFloat(time) > 0.001);
    }).map(name),
  ];

  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";

  /** What the key Tab must come to: of radio buttons that belong together one is enough. */
  const controls = () => {
    const groups = new Set();
    return all(CONTROLS).filter((el) => {
      if (el.disabled || !el.checkVisibility({ visibilityProperty: true })) return false;
      if (el.type !== "radio") return true;
      const group = `${[...document.forms].indexOf(el.form)} ${el.name}`;
      return !groups.has(group) && groups.add(group);
    });
  };

  const outlined = (el) => {
    const of = style(el);
    return of.outlineStyle !== "none" && parseFloat(of.outlineWidth) >= 2 && of.opacity !== "0";
  };
  const shows = (el) => outlined(el) || (el.nextElementSibling && outlined(el.nextElementSibling));

  /** Whether a finger or an eye would find it there: nothing lies over its middle. */
  const covered = (el) => {
    const box = el.getBoundingClientRect();
    const over = document.elementFromPoint(box.x + Math.min(box.width / 2, 40), box.y + Math.min(box.height, innerHeight) / 2);
    return !over || !(el.contains(over) || over.contains(el) || el.parentElement.contains(over));
  };

  /** Follow the focus from now on. */
  const follow = () => {
    const been = new Set(), faults = [];
    addEventListener("focusin", ({ target: el }) => {
      if (el === document.body || been.has(el)) return;
      been.add(el);
      if (!shows(el)) faults.push(`no outline: ${name(el)}`);
      if (covered(el)) faults.push(`covered: ${name(el)}`);
    });
    looks.followed = () => {
      const groups = [...been].filter((el) => el.type === "radio").map((el) => el.name);
      const missed = controls().filter((el) => !been.has(el) && !(el.type === "radio" && groups.includes(el.name)));
      return [...missed.map((el) => `not reached: ${name(el)}`), ...faults];
    };
    return controls().length;
  };

  const SOLID = /^rgb\(/;
  const FORM = ["input", "select", "textarea"];

  /**
   * What an element stands on and how it is written, as one text, which says the same on every page. What is out of the
   * flow is like nothing else, for one sees through it; a solid ground hides what it lies on.
   */
  const looksOf = () => {
    const known = new Map();
    const ground = (el) => {
      if (!el) return "";
      if (known.has(el)) return known.get(el);
      const of = style(el), under = ground(el.parentElement), own = [];
      const solid = SOLID.test(of.backgroundColor) && of.backgroundImage === "none" && of.opacity === "1";
      if (of.backgroundColor !== "rgba(0, 0, 0, 0)") own.push(of.backgroundColor);
      if (of.backgroundImage !== "none") own.push(of.backgroundImage);
      if (of.opacity !== "1") own.push(`faded ${of.opacity}`);
      if (!solid && ["absolute", "fixed", "sticky"].includes(of.position)) own.push(`alone ${location} ${known.size}`);
      const whole = solid && !under.includes("faded") ? of.backgroundColor : [under, ...own].join(" ");
      known.set(el, whole);
      return whole;
    };
    return (el) => {
      const of = style(el), off = Boolean(el.closest(":disabled, [aria-disabled]"));
      const name = FORM.includes(el.localName) ? el.localName : "";
      const within = el.localName === "a" ? ["in", style(el.parentElement).color, of.textDecorationLine] : [];
      return [name, off, of.color, of.fontSize, of.fontWeight, of.textShadow, ...within, ground(el)].join(" ");
    };
  };

  /** Whether somebody reads words in an element itself, not in one within it. */
  const worded = (el) => {
    const box = el.getBoundingClientRect();
    const words = el.matches("input, select, textarea")
      || [...el.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    return words && seen(el) && el.checkVisibility({ opacityProperty: true }) && box.width > 1 && box.height > 1;
  };

  const WORDS = /[\p{L}\p{M}\p{N}'’]+/gu;
  const HAN = /\p{Script=Han}/u;
  /** Chinese is written without blanks: no more signs than this in a row are a name, which stays whole where names stand. */
  const NAME = 6;
  const NAMES = ".button:not(.undo), .key, .chip, .handle, h1, h2, h3, .label, strong, dt, th, .thing";
  const CARDS = ".card, .sheet, .box-lid, .event, .handle, .button, .key";
  const SLACK = 1;
  /** So much of its height a word may lie over the line above: letters are less high than their box. */
  const TIGHT = 0.3;

  const common = (one, two) => ({
    left: Math.max(one.left, two.left), right: Math.min(one.right, two.right),
    top: Math.max(one.top, two.top), bottom: Math.min(one.bottom, two.bottom),
  });
  const isSome = ({ left, right, top, bottom }, across = SLACK, down = SLACK) => right - left > across && bottom - top > down;
  const isWithin = (box, edge) => box.left >= edge.left - SLACK && box.right <= edge.right + SLACK
    && box.top >= edge.top - SLACK && box.bottom <= edge.bottom + SLACK;

  /** Ask of each element once: asking is dear, and a page stays as it is while it is measured. */
  const once = (ask) => {
    const known = new Map();
    return (el) => {
      if (!known.has(el)) known.set(el, ask(el));
      return known.get(el);
    };
  };

  /** What a page is made of, to be measured: its words and controls with what is seen of their boxes. */
  const measured = () => {
    const cuts = once((el) => style(el).overflowX !== "visible" || style(el).overflowY !== "visible");
    const everywhere = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
    const window = once((el) => {
      if (!el || el === document.body) return everywhere;
      return cuts(el) ? common(el.getBoundingClientRect(), window(el.parentElement)) : window(el.parentElement);
    });
    /** The part of a box that is seen: the rest is cut off by what it is in. */
    const drawn = (box, within) => common(box, window(within));
    /** What stays in its place while the page is scrolled lies over the rest: it is compared with its like. */
    const layer = once((el) => {
      if (!el) return null;
      return ["fixed", "sticky"].includes(style(el).position) || el.matches(":popover-open, :modal") ? el : layer(el.parentElement);
    });
    /** Whether an element is a box to the eye: with a border or a ground of its own, or an edge that cuts. */
    const isBox = once((el) => {
      const of = style(el);
      const bordered = [of.borderLeftWidth, of.borderRightWidth].every((wide) => wide !== "0px");
      return el.getClientRects().length > 0 && (bordered || of.backgroundColor !== "rgba(0, 0, 0, 0)" || cuts(el));
    });
    const isRead = once((el) => worded(el) && !el.closest("svg > text, option, script, noscript"));
    const words = [], range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const el = node.parentElement;
      if (!node.data.trim() || !isRead(el)) continue;
      for (const { 0: word, index } of node.data.matchAll(WORDS)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const boxes = [...range.getClientRects()].filter((box) => box.width > SLACK && isSome(drawn(box, el)));
        if (boxes.length) words.push({ el, word, boxes });
      }
    }
    return { words, drawn, layer, isBox, cuts };
  };

  /** Words that are broken inside, and those that run out of the box they stand in. */
  const broken = ({ words, isBox, cuts }) => words.flatMap(({ el, word, boxes }) => {
    const [first, last] = [boxes[0], boxes.at(-1)];
    const isWhole = !HAN.test(word) || (word.length <= NAME && el.closest(NAMES));
    const faults = isWhole && last.top - first.top > first.height / 2 ? [`broken: ${word} in ${name(el)}`] : [];
    let box = el;
    while (box !== document.body && !isBox(box)) box = box.parentElement;
    const edge = box.getBoundingClientRect();
    if (cuts(box) || boxes.every(({ left, right }) => left >= edge.left - SLACK && right <= edge.right + SLACK)) return faults;
    return [...faults, `runs out: ${word} of ${name(box)}`];
  });

  /** What reaches beyond the card it is in. */
  const spilled = ({ drawn }) => all(CARDS).filter((card) => seen(card) && card.getClientRects().length).flatMap((card) => {
    const edge = card.getBoundingClientRect();
    return [...card.querySelectorAll("*")].filter((el) => {
      const whole = el.getBoundingClientRect();
      if (!isSome(whole) || isWithin(whole, edge)) return false;
      const box = drawn(whole, el.parentElement);
      if (!isSome(box) || isWithin(box, edge)) return false;
      return seen(el) && !el.closest("svg > *") && !["absolute", "fixed"].includes(style(el).position);
    }).map((el) => `outside ${name(card)}: ${name(el)}`);
  });

  /** Cards that are drawn around nothing. */
  const hollow = () => all(".card, .sheet").filter((el) => seen(el) && el.getClientRects().length && !el.innerText.trim() && !el.querySelector("svg, img, input"))
    .map((el) => `empty: ${name(el)}`);

  /** Controls and words that lie over each other. */
  const overlapping = ({ words, drawn, layer }) => {
    const isFlat = (el) => !el.closest("svg"); // on a map, spaces are side by side and their boxes are not
    const targets = all(TARGETS).filter((el) => seen(el) && isFlat(el) && el.checkVisibility({ opacityProperty: true }));
    const things = [
      ...targets.map((el) => ({ el, said: name(el), box: drawn(el.getBoundingClientRect(), el) })),
      ...words.filter(({ el }) => isFlat(el))
        .flatMap(({ el, word, boxes }) => boxes.map((box) => ({ el, said: word, box: drawn(box, el), isWord: true }))),
    ].filter(({ box }) => isSome(box)).sort((a, b) => a.box.top - b.box.top);
    return things.flatMap((one, n) => {
      const faults = [];
      for (let m = n + 1; m < things.length && things[m].box.top < one.box.bottom; m += 1) {
        const two = things[m];
        if (one.el.contains(two.el) || two.el.contains(one.el) || layer(one.el) !== layer(two.el)) continue;
        const tight = Math.max(SLACK, ...[one, two].map(({ isWord, box }) => isWord ? TIGHT * (box.bottom - box.top) : 0));
        if (isSome(common(one.box, two.box), SLACK, tight)) faults.push(`overlap: ${one.said} and ${two.said}`);
      }
      return faults;
    });
  };

  /** All that is wrong with how a page is laid out. */
  const crowded = () => {
    const found = measured();
    const faults = [...sideways(), ...clipped().map((said) => `cut: ${said}`), ...broken(found), ...spilled(found), ...overlapping(found), ...hollow()];
    return [...new Set(faults)];
  };

  /** Mark one element of each look that words have on this page, besides those known, with `data-look`; the looks. */
  const mark = (known) => {
    const look = looksOf(), been = new Set(known);
    for (const el of all("[data-look]")) delete el.dataset.look;
    for (const el of all("body, body *").filter(worded)) {
      const which = look(el);
      if (been.has(which)) continue;
      been.add(which);
      el.dataset.look = "";
    }
    return [...been].slice(known.length);
  };

  /** Put the page in another light, as for a visitor who chose it; its colours are there at once. */
  const lit = (theme, known) => {
    document.documentElement.dataset.theme = theme;
    for (const fading of document.getAnimations().filter((one) => one instanceof CSSTransition)) fading.finish();
    return mark(known);
  };

  /** The colours and measures the page is drawn with, by name. */
  const given = () => {
    const of = style(document.documentElement);
    return Object.fromEntries([...of].filter((name) => name.startsWith("--") || name === "color-scheme")
      .map((name) => [name, of.getPropertyValue(name)]));
  };

  globalThis.looks = { sideways, clipped, small, moving, follow, mark, lit, given, crowded };
})();
