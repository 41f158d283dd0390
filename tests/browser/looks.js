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
      if (!seen(el) || scrolled(el) || el.closest("svg svg, svg > *")) return false;
      const box = el.getBoundingClientRect();
      return box.width > 0 && (box.right > wide + 1 || box.left < -1);
    });
    const page = document.documentElement.scrollWidth > wide ? [`page ${document.documentElement.scrollWidth} > ${wide}`] : [];
    return [...page, ...beyond.map(name)];
  };

  /** Text that is cut off. A clamp to some lines is none: the whole of it stands elsewhere. */
  const clipped = () => all("body *").filter((el) => {
    const of = style(el);
    const cut = (overflow) => ["hidden", "clip"].includes(overflow);
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

  /** Put the page in another light, as the server gives it to who asked for that; its colours are there at once. */
  const lit = (theme, known) => {
    document.documentElement.dataset.theme = theme;
    document.querySelector("link[href*='light.css']").sheet.disabled = theme !== "light";
    for (const fading of document.getAnimations().filter((one) => one instanceof CSSTransition)) fading.finish();
    return mark(known);
  };

  /** The colours and measures the page is drawn with, by name. */
  const given = () => {
    const of = style(document.documentElement);
    return Object.fromEntries([...of].filter((name) => name.startsWith("--") || name === "color-scheme")
      .map((name) => [name, of.getPropertyValue(name)]));
  };

  globalThis.looks = { sideways, clipped, small, moving, follow, mark, lit, given };
})();
