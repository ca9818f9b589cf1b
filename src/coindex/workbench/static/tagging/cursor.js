// Where one is in the text: a word, or several selected ones, moved by keyboard and mouse alike.
import { h, t } from "../shell/dom.js";
import { rangeOf } from "./places.js";
import { inView } from "../reader/view.js";

/** @typedef {import("../reader/document.js").Span} Span */

/** Browsers that can draw stretches of text without touching the page's tree. */
const canHighlight = "highlights" in CSS;

export class Cursor {
  anchor = 0;
  focus = 0;

  /** @param {import("../reader/view.js").TextView} view */
  constructor(view) {
    this.view = view;
    this.text = view.text;
    /** What is seen where the cursor is at an empty token, which has no letters to underline. */
    this.caret = h("span", { class: "caret", "aria-hidden": "true", hidden: true });
    document.body.append(this.caret);
    new ResizeObserver(() => this.#placeCaret()).observe(view.box);
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

  /** What is under it, for screen readers. */
  get told() {
    const empty = this.single && this.text.empty.has(this.focus);
    return empty ? t`empty token before ${this.text.form(this.text.hostOf(this.focus))}` : this.words;
  }

  draw() {
    this.view.box.dataset.token = String(this.focus);
    const ranges = this.ranges([this.span]);
    highlight("cursor", this.single ? ranges : []);
    highlight("selection", this.single ? [] : ranges);
    this.#placeCaret();
  }

  /** Around the sign of a zero pronoun, or before the word where one could be marked. */
  #placeCaret() {
    const token = this.focus;
    this.caret.hidden = !this.single || !this.text.empty.has(token);
    if (this.caret.hidden) return;
    const zero = this.view.mentionsAt(token).find((key) => this.view.zeroAt(key) === token);
    const node = zero === undefined ? undefined : this.view.elements(zero)[0];
    const place = this.text.placeOf(token);
    const box = node?.getBoundingClientRect() ?? rangeOf(this.view, [place, place + 1]).getClientRects()[0];
    this.caret.classList.toggle("bare", !node);
    if (!box) return;
    Object.assign(this.caret.style, { left: `${scrollX + box.left}px`, top: `${scrollY + box.top}px`, width: node ? `${box.width}px` : "", height: `${box.height}px` });
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
    const word = this.text.hostOf(this.focus);
    const box = () => rangeOf(this.view, [word, word + 1]).getBoundingClientRect();
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
