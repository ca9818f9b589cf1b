// The text on the page, with mentions in it. A block is plain text until it comes into view or is wanted; the rest is
// drawn while nothing else happens.
import { drawn, labelOf, piecesIn } from "./pieces.js";
import { Stretches } from "./stretches.js";

/** @typedef {import("./pieces.js").Mark} Mark */
/** @typedef {import("./document.js").Text} Text */
/** @typedef {import("./document.js").Span} Span */
/** @typedef {{parts: Span[], zero: number | null}} Place Where a mention is. */
/** @typedef {{badge?: string, title?: string}} Words Beside a mention, and when it is pointed at. */

/** Blocks that are drawn before the page goes on, and milliseconds spent on others at a time. */
const AT_ONCE = 40;
const SLICE = 8;
/** With more mentions, a block is drawn only when it comes into view: tens of thousands of elements slow down every layout of the page. */
const ALL_DRAWN = 20_000;

/** Classes of mentions that have a sign behind them, with or without a number. */
const SIGNED = ["exophoric", "cataphoric", "other"];

/** Colours of chains, and lines with which they repeat. */
const COLOURS = 8, LINES = 3;

/** @param {number | null} number of a chain @returns {string[]} its colour and its line */
export function coloured(number) {
  if (number === null) return ["alone"];
  const line = Math.floor((number - 1) / COLOURS) % LINES;
  return [`c${((number - 1) % COLOURS) + 1}`, ...(line ? [`l${line + 1}`] : [])];
}

export class TextView {
  /** Mentions by their keys; those that were never drawn may have no looks yet. @type {Map<number, Mark | Place>} */
  #marks = new Map();
  /** @type {Set<number>[]} */
  #inBlock;
  /** @type {Set<number>} */
  #stale = new Set();
  /** @type {Map<number, Map<string, Words>>} */
  #signs = new Map();
  #stretches;
  /** Elements of each drawn block, by mention. @type {Map<number, HTMLElement[]>[]} */
  #elements = [];
  /** Elements of each drawn block that begin together, from the outermost inwards, or end together, from the innermost outwards. @type {{starts: HTMLElement[][], ends: HTMLElement[][]}[]} */
  #together = [];
  #pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {HTMLElement} box
   * @param {Text} text
   * @param {(key: number) => Mark} [looks] of mentions that were placed without them
   */
  constructor(box, text, looks) {
    this.box = box;
    this.text = text;
    this.looks = looks;
    this.#inBlock = text.blocks.map(() => new Set());
    this.#stretches = new Stretches(box, text, (places) => places.forEach((place) => this.#drawStale(place)));
    this.#later();
  }

  /**
   * Mentions in place of all that were there. Their looks are asked for when they are drawn: those of all the mentions of a novel take a
   * third of a second, and most are never seen.
   * @param {Iterable<[number, Place]>} mentions
   */
  place(mentions) {
    this.#marks = new Map(mentions);
    this.#inBlock.forEach((keys, place) => {
      if (keys.size) this.#stale.add(place);
      keys.clear();
    });
    for (const [key, mention] of this.#marks) {
      for (const place of this.#blocksOf(mention)) {
        this.#inBlock[place].add(key);
        this.#stale.add(place);
      }
    }
  }

  /** @param {number} key @returns {Mark} */
  #markOf(key) {
    const found = /** @type {Mark | Place} */ (this.#marks.get(key));
    if ("classes" in found || !this.looks) return /** @type {Mark} */ (found);
    const mark = this.looks(key);
    this.#marks.set(key, mark);
    return mark;
  }

  /** @param {Mark} mark Add a mention, or draw it again. */
  put(mark) {
    this.drop(mark.key);
    this.#marks.set(mark.key, mark);
    for (const place of this.#blocksOf(mark)) {
      this.#inBlock[place].add(mark.key);
      this.#stale.add(place);
    }
  }

  /** @param {number} key */
  drop(key) {
    const mark = this.#marks.get(key);
    if (!mark) return;
    for (const place of this.#blocksOf(mark)) {
      this.#inBlock[place].delete(key);
      this.#stale.add(place);
    }
    this.#marks.delete(key);
  }

  /** Other colours, numbers and signs for a mention whose words are the same. @param {Mark} mark */
  recolour(mark) {
    this.#marks.set(mark.key, mark);
    const nodes = this.#present(mark.key);
    nodes.forEach((node, place) => {
      const kept = [...node.classList].filter((name) => /^(d\d|zero)$/.test(name));
      node.className = [this.#classes(mark), ...kept].join(" ");
      if (place === nodes.length - 1 && labelOf(mark)) node.dataset.n = labelOf(mark);
      else delete node.dataset.n;
      if (mark.sign) node.dataset.zero = mark.sign;
      this.#reserve(mark, node);
    });
    if (nodes.length) for (const place of this.#blocksOf(mark)) this.#spread(place);
  }

  /** @param {Mark} mark */
  #classes = (mark) => {
    const signs = this.#signs.get(mark.key);
    return ["m", ...mark.classes, ...(signs ? signs.keys() : [])].join(" ");
  };

  /** @param {Place} mark */
  #blocksOf(mark) {
    if (mark.zero !== null) return [this.text.blockOf(mark.zero)];
    if (mark.parts.length === 1) { // nearly all of them
      const [[start, end]] = mark.parts, place = this.text.blockOf(start);
      if (end <= this.text.blocks[place].end) return [place];
    }
    const found = new Set(mark.parts.flatMap(([start, end]) => [this.text.blockOf(start), this.text.blockOf(end - 1)]));
    const first = Math.min(...found), last = Math.max(...found);
    return last - first < 2 ? [...found] : Array.from({ length: last - first + 1 }, (_, step) => first + step);
  }

  /** Draw what has changed: at once if it is little, else what is seen first. */
  refresh() {
    if (this.#stale.size <= AT_ONCE) for (const place of this.#stale) this.#drawStale(place);
    else if (this.#stretches.known) for (const place of [...this.#stale].filter((one) => this.#stretches.shows(one))) this.#drawStale(place);
    else for (const place of [...this.#stale].sort((a, b) => a - b).slice(0, AT_ONCE)) this.#drawStale(place);
    this.#later();
  }

  /** Fill and draw what is not in view, a little at a time. */
  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const until = performance.now() + SLICE;
      while (this.#stretches.fillNext()) if (performance.now() > until) return this.#later();
      if (this.#marks.size > ALL_DRAWN) return;
      for (const place of this.#stale) {
        if (performance.now() > until) return this.#later();
        this.#drawStale(place);
      }
    }, SLICE);
  }

  /** @param {number} place */
  #drawStale(place) {
    if (this.#stale.delete(place)) this.#draw(place);
  }

  /** @param {number} place */
  #draw(place) {
    const block = this.text.blocks[place];
    const pieces = [...this.#inBlock[place]].flatMap((key) => piecesIn(this.text, this.#markOf(key), block));
    const { box, starts, ends } = drawn(this.text.text, block, pieces, this.#classes);
    const found = (this.#elements[place] = new Map());
    this.#together[place] = { starts, ends };
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll("[data-m]"))) {
      const key = Number(node.dataset.m);
      if (found.has(key)) found.get(key).push(node);
      else found.set(key, [node]);
      this.#reserve(this.#markOf(key), node);
    }
    this.node(place).replaceChildren(box);
    for (const key of this.#inBlock[place]) if (this.#signs.has(key)) this.#tell(key);
    this.#spread(place);
  }

  /** The text stays where it is when another pronoun stands for a zero. @param {Mark} mark @param {HTMLElement} node */
  #reserve({ sign, signs = [] }, node) {
    const spare = Math.max(0, ...signs.map((other) => this.#width(other))) - this.#width(sign);
    if (spare > 0) node.style.setProperty("--spare", `${spare}px`);
    else node.style.removeProperty("--spare");
  }

  /** In pixels. @param {string} sign */
  #width(sign) {
    if (!sign) return 0;
    const { fontSize, fontFamily } = getComputedStyle(this.node(0));
    this.#pen.font = `${fontSize} ${fontFamily}`;
    return this.#pen.measureText(sign).width;
  }

  /** Numbers of mentions that end together stand side by side, and so do badges of mentions that begin together. @param {number} place */
  #spread(place) {
    const { starts = [], ends = [] } = this.#together[place] ?? {};
    for (const nodes of ends) {
      let room = 0;
      for (const node of nodes) {
        shift(node, "--after", room);
        const number = node.dataset.n ?? "";
        if (number || SIGNED.some((name) => node.classList.contains(name))) room += number.length + 1;
      }
    }
    for (const nodes of starts) {
      let room = 0;
      for (const node of nodes) {
        shift(node, "--before", room);
        if (node.dataset.badge) room += 1;
      }
    }
  }

  /**
   * Signs lie over mentions for a while: each is a class, and may have words to be shown.
   * @param {number} key
   * @param {string} sign
   * @param {Words} [words]
   */
  sign(key, sign, words = {}) {
    const own = this.#signs.get(key) ?? new Map();
    this.#signs.set(key, own.set(sign, words));
    for (const node of this.#present(key)) node.classList.add(sign);
    this.#tell(key);
  }

  /** @param {...string} signs Take these signs off all mentions. */
  unsign(...signs) {
    for (const [key, own] of this.#signs) {
      const gone = signs.filter((sign) => own.delete(sign));
      if (!gone.length) continue;
      if (!own.size) this.#signs.delete(key);
      for (const node of this.#present(key)) node.classList.remove(...gone);
      this.#tell(key);
    }
  }

  /** @param {number} key */
  #tell(key) {
    const words = [...(this.#signs.get(key)?.values() ?? [])];
    const badge = words.find((said) => said.badge)?.badge, title = words.find((said) => said.title)?.title;
    let moved = false;
    this.#present(key).forEach((node, place) => {
      const wanted = place === 0 ? badge : undefined;
      moved ||= node.dataset.badge !== wanted;
      if (wanted) node.dataset.badge = wanted;
      else if (node.dataset.badge) delete node.dataset.badge;
      if (title) node.title = title;
      else if (node.title) node.removeAttribute("title");
    });
    const mark = this.#marks.get(key);
    if (mark && moved) this.#spread(this.#blocksOf(mark)[0]);
  }

  /** @param {number} key @returns {HTMLElement[]} In textual order. */
  elements(key) {
    const mark = this.#marks.get(key);
    if (mark) this.#blocksOf(mark).forEach((place) => this.#drawStale(place));
    return this.#present(key);
  }

  /** Those that are drawn already. @param {number} key @returns {HTMLElement[]} */
  #present(key) {
    const mark = this.#marks.get(key);
    if (!mark) return [];
    return this.#blocksOf(mark).flatMap((place) => this.#elements[place]?.get(key) ?? []);
  }

  /** @param {EventTarget | null} target @returns {number | null} The innermost mention something is in. */
  mentionOf(target) {
    const found = target instanceof Element ? target.closest("[data-m]") : null;
    return found instanceof HTMLElement && this.box.contains(found) ? Number(found.dataset.m) : null;
  }

  /** @param {number} token @returns {number[]} Mentions with this token, innermost first. */
  mentionsAt(token) {
    const found = [...this.#inBlock[this.text.blockOf(token)]].map((key) => ({ key, mark: /** @type {Mark | Place} */ (this.#marks.get(key)) }));
    const here = found.filter(({ mark }) => mark.zero === token || mark.parts.some(([start, end]) => start <= token && token < end));
    return here.sort((a, b) => lengthOf(a.mark) - lengthOf(b.mark)).map(({ key }) => key);
  }

  /** The empty token that a mention is, or `null`. @param {number} key */
  zeroAt(key) {
    const mark = this.#marks.get(key);
    return mark && mark.zero === null ? this.text.zeroOf(mark) : null;
  }

  /** @param {number} key */
  scrollTo(key) {
    const node = this.elements(key)[0];
    if (node) reveal(node);
  }

  /** Whether the text runs from right to left where a token is. @param {number} token */
  runsLeft(token) {
    return getComputedStyle(this.node(this.text.blockOf(token))).direction === "rtl";
  }

  /** @param {number} place */
  node(place) {
    return this.#stretches.node(place);
  }

  /** Where a block is on the screen, or about where. @param {number} place */
  boxOf(place) {
    return this.#stretches.boxOf(place);
  }
}

/** @param {HTMLElement} node @param {string} name @param {number} value */
function shift(node, name, value) {
  if (value) node.style.setProperty(name, String(value));
  else if (node.style.length) node.style.removeProperty(name);
}

/** @param {Place} mark */
const lengthOf = (mark) => mark.parts.reduce((sum, [start, end]) => sum + end - start, 0);

/** Whether something can be seen beside bars and panels. @param {DOMRect} box */
export function inView({ top, bottom }) {
  const narrow = matchMedia("(max-width: 60rem)").matches;
  return top >= 90 && bottom <= innerHeight * (narrow ? 0.5 : 0.9);
}

/** Brings something to where it is read well, unless it is in view. @param {Element} node */
export function reveal(node) {
  if (inView(node.getBoundingClientRect())) return;
  node.scrollIntoView({ block: "center" });
  const { top } = node.getBoundingClientRect();
  if (!inView(node.getBoundingClientRect())) scrollBy({ top: top - innerHeight * 0.25 });
}
