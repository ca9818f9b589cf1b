// Where one is in the text: a word, or several selected ones, moved by keyboard and mouse alike.
import { rangeOf } from "../text/places.js";
import { inView } from "../text/view.js";

/** @typedef {import("../text/document.js").Span} Span */

/** Browsers that can draw stretches of text without touching the page's tree. */
const canHighlight = "highlights" in CSS;

export class Cursor {
  anchor = 0;
  focus = 0;

  /** @param {import("../text/view.js").TextView} view */
  constructor(view) {
    this.view = view;
    this.text = view.text;
  }

  /** @returns {Span} */
  get span() {
    return [Math.min(this.anchor, this.focus), Math.max(this.anchor, this.focus) + 1];
  }

  get single() {
    return this.anchor === this.focus;
  }

  /** @param {number} token @param {boolean} [extend] */
  to(token, extend = false) {
    this.focus = Math.max(0, Math.min(this.text.length - 1, token));
    if (!extend) this.anchor = this.focus;
    this.draw();
  }

  /** @param {Span} span */
  select([start, end]) {
    this.anchor = start;
    this.focus = end - 1;
    this.draw();
  }

  collapse() {
    this.to(this.span[0]);
  }

  /** @param {number} step @param {boolean} extend */
  bySentence(step, extend) {
    const here = this.text.sentenceOf(this.focus);
    const start = this.text.sentences[here][0];
    const to = step < 0 && this.focus > start ? here : Math.max(0, Math.min(this.text.sentences.length - 1, here + step));
    this.to(this.text.sentences[to][0], extend);
  }

  /** @param {"first" | "last"} which of the sentence's words */
  toEdge(which, extend = false) {
    const [first, end] = this.text.sentences[this.text.sentenceOf(this.focus)];
    this.to(which === "first" ? first : end - 1, extend);
  }

  get words() {
    return this.text.words([this.span]);
  }

  draw() {
    this.view.box.dataset.token = String(this.focus);
    const ranges = this.ranges([this.span]);
    highlight("cursor", this.single ? ranges : []);
    highlight("selection", this.single ? [] : ranges);
  }

  /** @param {Span[]} spans */
  ranges(spans) {
    return spans.flatMap(([start, end]) => {
      const first = this.text.blockOf(start), last = this.text.blockOf(end - 1);
      return Array.from({ length: last - first + 1 }, (_, step) => {
        const block = this.text.blocks[first + step];
        return rangeOf(this.view, [Math.max(start, block.first), Math.min(end, block.end)]);
      });
    });
  }

  /** Bring the word into view. */
  show() {
    const box = () => rangeOf(this.view, [this.focus, this.focus + 1]).getBoundingClientRect();
    if (inView(box())) return;
    this.view.node(this.text.blockOf(this.focus)).scrollIntoView({ block: "nearest" });
    if (!inView(box())) scrollBy({ top: box().top - innerHeight * 0.35 });
  }
}

/** @param {string} name @param {Range[]} ranges */
export function highlight(name, ranges) {
  if (canHighlight) CSS.highlights.set(name, new Highlight(...ranges));
  else if (["cursor", "selection"].includes(name) && ranges.length) {
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(ranges[0]);
  }
}
