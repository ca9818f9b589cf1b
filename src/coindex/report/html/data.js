// What the page knows: the index at once, each document when it is first looked at.
const read = (id) => JSON.parse(document.getElementById(id).textContent);
export const index = read("index");
// The letters that outcomes are stored by, by their words.
export const OUTCOME = index.letters;
export const word = (number) => index.words[number] ?? "";
const known = new Map();

// `h("p", {class: "x"}, "text", node)`: an element; strings become text, never markup.
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
}

export function documentAt(place) {
  if (!known.has(place)) known.set(place, new Text(read(`document-${place}`)));
  return known.get(place);
}

class Text {
  #runs = new Map();

  constructor(value) {
    Object.assign(this, value);
    this.chainOfGold = chainOf(this.gold);
  }

  words(span) {
    const edges = this.spans[span], parts = [];
    for (let i = 0; i < edges.length; i += 2) parts.push(this.text.slice(edges[i], edges[i + 1]));
    return parts.join(" … ").replace(/\s+/g, " ") || (this.zeros[span] ?? "∅");
  }

  sentence(span) {
    const start = this.spans[span][0];
    let found = 0;
    while (found + 1 < this.sentences.length && this.sentences[found + 1] <= start) found += 1;
    return found + 1;
  }

  // Words before and after, for lists.
  around(span, room = 60) {
    const edges = this.spans[span], start = edges[0], end = edges[edges.length - 1];
    const before = this.text.slice(Math.max(0, start - room), start).replace(/\s+/g, " ");
    const after = this.text.slice(end, end + room).replace(/\s+/g, " ");
    return [start > room ? before.replace(/^\S*/, "…") : before, end + room < this.text.length ? after.replace(/\S*$/, "…") : after];
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

function decision([anaphor, antecedent, rule, considered = 0, agreeing = 0, confidence = null, candidates = [], dropped = [], refused = []]) {
  return {
    anaphor, considered, agreeing, confidence, rule: word(rule),
    antecedent: antecedent < 0 ? null : antecedent,
    candidates: pairs(candidates).map(([span, fate]) => {
      const [rejected, admitted, score, ...factors] = index.fates[fate];
      return { span, score, rejected: word(rejected), admitted: word(admitted), factors: named(factors) };
    }),
    dropped: named(dropped),
    refused: pairs(refused).map(([span, reason]) => [span, word(reason)]),
  };
}

// [a, b, a, b ...] in twos; `named` where each a is a word.
const pairs = (flat) => flat.flatMap((item, place) => (place % 2 ? [] : [[item, flat[place + 1]]]));
const named = (flat) => pairs(flat).map(([name, value]) => [word(name), value]);
