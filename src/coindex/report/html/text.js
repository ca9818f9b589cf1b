import { h } from "../reader/dom.js";
import { TextView, coloured } from "../reader/view.js";
import { OUTCOME, index } from "./data.js";

const SIGNS = { [OUTCOME.wrong]: "is-wrong", [OUTCOME.spurious]: "is-wrong", [OUTCOME.open]: "is-open", [OUTCOME.undetected]: "is-open" };
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

// The text of a document with the chains of one source drawn into it.
export class Pane {
  #view = null;
  #chainOf = new Map();
  #chains = [];
  #order = [];
  #active = null;

  constructor(node) {
    this.node = node;
  }

  get shown() {
    return !this.node.hidden;
  }

  // `source` has chains, spans outside chains, and an outcome and a title for each span.
  show(text, source, choose) {
    const box = h("div", { class: "text", role: "group", tabindex: "0", "aria-label": `${text.id}: ${source.name}` });
    this.node.replaceChildren(h("h3", {}, source.name), box);
    this.#view = new TextView(box, text.reader.text);
    this.#chains = source.chains;
    this.#chainOf = new Map(source.chains.flatMap((chain, number) => chain.map((span) => [span, number])));
    this.#active = null;
    for (const [span, chain] of this.#chainOf) this.#put(text, source, span, chain + 1);
    for (const span of source.alone) this.#put(text, source, span, null);
    this.#order = [...this.#chainOf.keys(), ...source.alone].sort((a, b) => before(text.spans[a], text.spans[b]));
    this.#view.refresh();
    box.addEventListener("click", (event) => this.#choose(this.#view.mentionOf(event.target), choose));
    box.addEventListener("keydown", (event) => this.#step(event, choose));
  }

  #put(text, source, span, number) {
    const mark = text.reader.marks[span], sign = SIGNS[source.outcome(span)];
    this.#view.put({ key: span, ...mark, number, classes: [...coloured(number), ...(sign ? [sign] : [])], sign: mark.zero === null ? "" : text.words(span) });
    const title = source.title(span);
    if (title) this.#view.sign(span, "titled", { title });
  }

  #choose(span, choose) {
    if (span !== null) choose(span);
  }

  // The arrow keys go from mention to mention.
  #step(event, choose) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const place = this.#active === null ? (step > 0 ? 0 : this.#order.length - 1) : this.#order.indexOf(this.#active) + step;
    this.#choose(this.#order[place] ?? null, choose);
  }

  // Marks a mention and its chain; returns whether this source has the mention.
  activate(span) {
    this.#view.unsign("active", "chain");
    this.#active = span;
    const chain = this.#chains[this.#chainOf.get(span)] ?? [span];
    for (const one of chain) this.#view.sign(one, "chain");
    this.#view.sign(span, "active");
    return this.#view.elements(span).length > 0;
  }

  scrollTo(span) {
    this.#view.scrollTo(span);
  }
}

const before = (a, b) => a[0] - b[0] || b[b.length - 1] - a[a.length - 1];

export const outcomeOf = (letter) => index.outcomes[letter] ?? "";
