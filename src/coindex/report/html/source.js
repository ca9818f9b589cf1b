// What one source says about a document, the gold or a run, as it is drawn.
import { coloured } from "../reader/view.js";
import { t } from "../reader/wording.js";
import { OUTCOME, index, outcomeOf } from "./data.js";

export const GOLD = "gold";
const SIGNS = { [OUTCOME.wrong]: "is-wrong", [OUTCOME.spurious]: "is-wrong", [OUTCOME.open]: "is-open", [OUTCOME.undetected]: "is-open" };

export class Source {
  #chains;
  #numbers;

  // With `alone`, mentions outside chains are drawn even if nothing was to be decided about them.
  constructor(text, name, alone) {
    this.text = text;
    this.number = name === GOLD ? null : Number(name);
    this.run = name === GOLD ? null : text.run(this.number);
    this.name = name === GOLD ? t`gold` : index.runs[this.number].label;
    this.#chains = this.run?.chains ?? text.gold;
    this.#numbers = this.run?.chainOf ?? text.chainOfGold;
    const single = [...(this.run?.places.keys() ?? [])].filter((span) => !this.#numbers.has(span) && (alone || this.run.outcomes.has(span)));
    this.order = [...this.#numbers.keys(), ...single].sort((a, b) => before(text.spans[a], text.spans[b]));
  }

  chainOf(span) {
    return this.#chains[this.#numbers.get(span)] ?? [span];
  }

  antecedentsOf(span) {
    if (!this.run) return [this.text.answer(span)].filter((to) => to !== null);
    const decision = this.run.decisions.get(span);
    return [decision?.antecedent ?? null, ...(decision?.together ?? [])].filter((to) => to !== null);
  }

  candidatesOf(span) {
    return (this.run?.decisions.get(span)?.candidates ?? []).map(({ span: key, rejected }) => ({ key, rejected }));
  }

  // Spans are numbered once for all sources of a document.
  counterpart(span) {
    return span;
  }

  titleOf(span) {
    return this.run ? outcomeOf(this.run.outcome(span)) : "";
  }

  markOf(span) {
    const place = this.#numbers.get(span), number = place === undefined ? null : place + 1;
    const mark = this.text.reader.marks[span], sign = this.run && SIGNS[this.run.outcome(span)];
    return { key: span, ...mark, number, classes: [...coloured(number), ...(sign ? [sign] : [])], sign: mark.zero === null ? "" : this.text.words(span) };
  }
}

const before = (a, b) => a[0] - b[0] || b[b.length - 1] - a[a.length - 1];
