// The blocks of a text on the page, in stretches of a few screens. A stretch is empty until it comes into view or is wanted; the rest is
// filled while nothing else happens, so that the browser's own search finds everything. The browser lays out only what is seen.

/** @typedef {import("./document.js").Text} Text */
/** @typedef {import("./document.js").Block} Block */

/** Tokens after which another stretch begins. */
const LONG = 400;
/** Stretches that are filled before the page goes on. */
const AT_ONCE = 8;
/** Lines that are shorter on average were broken on purpose. */
const SHORT_LINE = 50;
/** Characters in a line, and its height and the room below a block, in ems: what a stretch is likely to need. */
const LINE = { characters: 72, height: 2.05, gap: 1.3 };

export class Stretches {
  /** Those that are in view, or nearly. @type {Set<number>} */
  #seen = new Set();
  /** The stretch of each block. @type {number[]} */
  #of = [];
  /** @type {{first: number, end: number}[]} */
  #extents = [];
  /** @type {HTMLElement[]} */
  #boxes;
  /** @type {(HTMLElement | undefined)[]} */
  #nodes = [];
  #next = 0;

  /**
   * @param {HTMLElement} box
   * @param {Text} text
   * @param {(places: number[]) => void} shown hears which blocks come into view
   */
  constructor(box, text, shown) {
    this.text = text;
    let tokens = 0;
    text.blocks.forEach(({ first, end }, place) => {
      if (!place || tokens >= LONG) {
        this.#extents.push({ first: place, end: place });
        tokens = 0;
      }
      tokens += end - first;
      this.#of[place] = this.#extents.length - 1;
      this.#extents[this.#extents.length - 1].end = place + 1;
    });
    this.#boxes = this.#extents.map((_, number) => this.#empty(number));
    for (let number = 0; number < Math.min(AT_ONCE, this.#boxes.length); number += 1) this.#fill(number);
    box.replaceChildren(...this.#boxes);
    box.addEventListener("contentvisibilityautostatechange", (event) => {
      const { skipped, target } = /** @type {ContentVisibilityAutoStateChangeEvent} */ (event);
      const number = Number(/** @type {HTMLElement} */ (target).dataset.stretch);
      if (skipped) return this.#seen.delete(number);
      this.#seen.add(number);
      this.#fill(number);
      shown(this.#places(number));
    }, true);
  }

  /** @param {number} number */
  #places(number) {
    const { first, end } = this.#extents[number];
    return Array.from({ length: end - first }, (_, step) => first + step);
  }

  /** @param {number} number A stretch without its blocks, about as high as it will be. */
  #empty(number) {
    const { first, end } = this.#extents[number], { blocks } = this.text;
    const box = document.createElement("div");
    box.className = blocks[first].continued ? "stretch continued" : "stretch";
    box.dataset.stretch = String(number);
    let height = 0;
    for (let place = first; place < end; place += 1) height += Math.ceil((blocks[place].to - blocks[place].from) / LINE.characters) * LINE.height + LINE.gap;
    box.style.containIntrinsicSize = `auto ${height.toFixed(1)}em`;
    return box;
  }

  /** @param {number} number */
  #fill(number) {
    const { first, end } = this.#extents[number];
    if (this.#nodes[first]) return;
    for (let place = first; place < end; place += 1) this.#nodes[place] = this.#paragraph(this.text.blocks[place], place);
    this.#boxes[number].append(.../** @type {HTMLElement[]} */ (this.#nodes.slice(first, end)));
  }

  /**
   * @param {Block} block
   * @param {number} place
   */
  #paragraph(block, place) {
    const node = document.createElement(block.heading ? "h2" : "p");
    const said = this.text.text.slice(block.from, block.to), lines = said.split("\n");
    const broken = lines.length > 1 && (block.to - block.from) / lines.length < SHORT_LINE;
    node.className = ["block", block.continued ? "continued" : "", broken ? "verse" : ""].join(" ").trim();
    node.dataset.b = String(place);
    node.dir = "auto"; // each paragraph runs as its own script does
    if (block.speaker) node.dataset.speaker = block.speaker;
    node.textContent = said;
    return node;
  }

  /** The element of a block. @param {number} place @returns {HTMLElement} */
  node(place) {
    if (!this.#nodes[place]) this.#fill(this.#of[place]);
    return /** @type {HTMLElement} */ (this.#nodes[place]);
  }

  /** Whether a block is in view, or nearly. @param {number} place */
  shows(place) {
    return this.#seen.has(this.#of[place]);
  }

  /** Whether the page has told what is in view. */
  get known() {
    return this.#seen.size > 0;
  }

  /** Where a block is on the screen; for one that is far away, where its stretch is: to ask for more would have it laid out. @param {number} place */
  boxOf(place) {
    return (this.shows(place) ? this.node(place) : this.#boxes[this.#of[place]]).getBoundingClientRect();
  }

  /** Fill the next empty stretch. @returns {boolean} whether there was one */
  fillNext() {
    while (this.#next < this.#boxes.length && this.#nodes[this.#extents[this.#next].first]) this.#next += 1;
    if (this.#next === this.#boxes.length) return false;
    this.#fill(this.#next);
    return true;
  }
}
