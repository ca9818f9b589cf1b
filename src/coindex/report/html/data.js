import { Text } from "../reader/document.js";
import { own } from "../reader/wording.js";

// What the page knows: the index at once, each document when it is first looked at.
const read = (id) => JSON.parse(document.getElementById(id).textContent);
export const index = read("index");
// The letters that outcomes are stored by, by their words.
export const OUTCOME = index.letters;
export const outcomeOf = (letter) => index.outcomes[letter] ?? "";
export const word = (number) => index.words[number] ?? "";
// Causes, kinds and the like in the language of the page.
export const shown = (text) => own(index.said, text) ?? text;
const known = new Map();
// Characters shown before and after an anaphor in lists.
const CONTEXT = 60;

export function documentAt(place) {
  if (!known.has(place)) known.set(place, new Reported(read(`document-${place}`)));
  return known.get(place);
}

// A document with what every run made of it. Spans are numbers in a list of stretches of characters.
class Reported {
  #runs = new Map();

  constructor(value) {
    Object.assign(this, value);
    this.chainOfGold = chainOf(this.gold);
  }

  // The document as the reader draws it, and where each span is in it.
  get reader() {
    return (this.cut ??= new Cut(this));
  }

  words(span) {
    const { text, marks } = this.reader, { parts } = marks[span];
    return parts.length ? text.words(parts) : (this.zeros[span] ?? "∅");
  }

  sentence(span) {
    return this.reader.text.sentenceOf(first(this.reader.marks[span])) + 1;
  }

  // Words before and after, for lists.
  around(span) {
    const { parts, zero } = this.reader.marks[span];
    return this.reader.text.around(zero === null ? [parts[0][0], parts[parts.length - 1][1]] : [zero, zero], CONTEXT);
  }

  // The nearest earlier mention of the gold entity of a span, else the next one; null for what is in no chain.
  answer(gold) {
    const chain = this.gold[this.chainOfGold.get(gold)];
    if (!chain) return null;
    const place = chain.indexOf(gold);
    return chain[place > 0 ? place - 1 : 1] ?? null;
  }

  run(number) {
    if (!this.#runs.has(number) && this.runs[number]) this.#runs.set(number, new Run(this, this.runs[number]));
    return this.#runs.get(number);
  }
}

// The reader's text is made of tokens. Here the text is cut wherever a span or a sentence begins or ends.
class Cut {
  constructor({ text, spans, sentences, speakers }) {
    const characters = [...text], edges = [...new Set([0, ...sentences, ...spans.flat(), characters.length])].sort((a, b) => a - b);
    const starts = [], ends = [];
    edges.slice(0, -1).forEach((edge, place) => {
      const words = characters.slice(edge, edges[place + 1]).join("");
      const blank = words.length - words.trimStart().length;
      if (!words.trim() && edges.length > 2) return;
      starts.push(edge + blank);
      ends.push(edge + blank + [...words.trim()].length);
    });
    const at = new Map(), from = (edge) => at.get(edge);
    let token = 0;
    for (const edge of edges) {
      while (token < starts.length && starts[token] < edge) token += 1;
      at.set(edge, token);
    }
    const paragraphs = paragraphsOf(characters, sentences);
    const rows = sentences.map((start, place) => [from(start), from(sentences[place + 1] ?? characters.length), paragraphs[place], speakers[place] ?? "", false]);
    const drawn = rows.filter(([start, end]) => end > start);
    this.text = new Text(text, { starts, ends, forms: {}, empty: [], tags: null, sentences: drawn.length ? drawn : [[0, starts.length, 0, "", false]] });
    this.marks = spans.map((span) => markOf(span, from, starts.length));
  }
}

// A zero pronoun is an empty span; it stands before the word that begins there.
function markOf(span, from, length) {
  if (span.every((edge) => edge === span[0])) return { parts: [], zero: Math.min(from(span[0]), length - 1) };
  return { parts: pairs(span).map(([start, end]) => [from(start), from(end)]).filter(([start, end]) => end > start), zero: null };
}

const first = ({ parts, zero }) => zero ?? parts[0][0];

// A sentence belongs to the paragraph of the one before it unless an empty line lies between them.
function paragraphsOf(characters, sentences) {
  let count = 0;
  return sentences.map((start, place) => {
    if (place && /\n\s*\n\s*$/.test(characters.slice(sentences[place - 1], start).join(""))) count += 1;
    return count;
  });
}

// One run on one document: everything can be looked up by span.
class Run {
  constructor(text, value) {
    this.text = text;
    this.basis = text.bases[value.basis];
    this.chains = value.chains;
    this.pronouns = value.pronouns;
    this.chainOf = chainOf(value.chains);
    this.decisions = new Map(value.decisions.map((row) => [row[0], decision(row)]));
    this.places = new Map(this.basis.spans.map((span, place) => [span, place]));
    this.cells = { antecedent: value.antecedents, anchor: value.anchors };
    this.outcomes = new Map(this.basis.judged.map((place, n) => [this.basis.spans[place], value.outcomes[n]]));
    this.errors = pairs(value.errors).map(([fault, span]) => {
      const [shape, cause] = index.faults[fault];
      return { span, shape: word(shape), cause: word(cause) };
    });
    const links = this.errors.filter((error) => /link|missing/.test(error.shape));
    this.causes = new Map(links.map((error) => [error.span, error.cause || error.shape]));
  }

  gold(span) {
    const place = this.places.get(span);
    const found = place === undefined ? -1 : this.basis.gold[place];
    return found < 0 ? null : found;
  }

  // Right, wrong or left open: as success judges it, else as its immediate antecedent is.
  outcome(span) {
    if (this.outcomes.has(span)) return this.outcomes.get(span);
    const place = this.places.get(span);
    const cell = place === undefined || place >= this.basis.own ? "" : index.cells[this.cells.antecedent[place]];
    return { "++": OUTCOME.right, "+-": OUTCOME.wrong, "+?": OUTCOME.wrong, "?+": OUTCOME.spurious }[cell] ?? "";
  }

  cause(span) {
    const gold = this.gold(span);
    return (gold === null ? "" : this.causes.get(gold)) ?? "";
  }
}

function chainOf(chains) {
  return new Map(chains.flatMap((chain, number) => chain.map((span) => [span, number])));
}

function decision([anaphor, antecedent, rule, considered = 0, agreeing = 0, confidence = null, candidates = [], dropped = [], refused = [], together = [], told = []]) {
  return {
    anaphor, considered, agreeing, confidence, together, rule: word(rule),
    antecedent: antecedent < 0 ? null : antecedent,
    candidates: pairs(candidates).map(([span, fate]) => {
      const [rejected, admitted, score, ...factors] = index.fates[fate];
      return { span, score, rejected: word(rejected), admitted: word(admitted), factors: named(factors) };
    }),
    dropped: named(dropped),
    refused: pairs(refused).map(([span, reason]) => [span, word(reason)]),
    told: told.map(word),
  };
}

// [a, b, a, b ...] in twos; `named` where each a is a word.
const pairs = (flat) => flat.flatMap((item, place) => (place % 2 ? [] : [[item, flat[place + 1]]]));
const named = (flat) => pairs(flat).map(([name, value]) => [word(name), value]);
