// The editor: the annotation, the text it is drawn into, the mention that is worked on, and what a resolver proposes for it.
import { Anaphors, REFERENCES } from "../model/anaphors.js";
import { antecedentsOf, chainOf } from "../model/chains.js";
import { startOf } from "../model/model.js";
import { notesOf } from "../model/notes.js";
import { describedZero, signOf, signsOf, wordsFor, wordsOf } from "../model/naming.js";
import { take } from "../model/wire.js";
import { announce, t, worded } from "../shell/dom.js";
import { TextView, coloured } from "../reader/view.js";
import { Cursor, highlight } from "./cursor.js";
import { History } from "./history.js";
import { Pins } from "./pins.js";
import { FILE, NEAREST, NOBODY, TUNED, bare } from "./proposals.js";

/** @typedef {import("../model/model.js").Model} Model */
/** @typedef {import("../model/model.js").Draft} Draft */
/** @typedef {import("./proposals.js").Proposal} Proposal */
/** @typedef {import("./proposals.js").Proposals} Proposals */
/** @typedef {import("./proposals.js").Candidate} Candidate */
/** @typedef {{purpose: string, hints: number[], at: number | null, typed: string, choose: (key: number) => void}} Pick */

/** Milliseconds between two questions to the server, as while a key is held. */
const PATIENCE = 120;

/** What a mark has been drawn from, to see whether it has to be drawn again. @param {import("../reader/pieces.js").Mark} mark */
const wordsIn = ({ parts, zero }) => JSON.stringify([parts, zero]);
/** @param {import("../reader/pieces.js").Mark} mark */
const looksOf = ({ number, notes, classes, sign }) => `${number}${notes} ${classes.join(" ")} ${sign}`;

export class Editor extends EventTarget {
  /** The mention that is worked on. @type {number | null} */
  active = null;
  /** @type {Proposal | null} */
  proposal = null;
  asking = false;
  /** The candidate that is looked at: its place among the proposal's. */
  look = -1;
  resolver = "";
  /** What people call the resolvers. @type {Map<string, string>} */
  #titles;
  /** Another mention is being chosen. @type {Pick | null} */
  pick = null;
  /** Mentions that the next command is for, if there are any; else it is for the active one. @type {Set<number>} */
  selected = new Set();
  /** @type {Map<string, number>} */
  #numbers = new Map();
  /** @type {Map<number, string>} */
  #drawn = new Map();
  /** Anaphors nobody has decided about. @type {Set<number>} */
  #open = new Set();
  /** @type {HTMLElement | null} */
  #focused = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #asked = -PATIENCE;
  #steps = Promise.resolve();

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.box
   * @param {import("../reader/document.js").Text} parts.text
   * @param {Model} parts.model
   * @param {import("../model/anaphors.js").Lexicon} parts.lexicon
   * @param {Proposals} parts.proposals
   * @param {boolean} parts.readonly
   * @param {string} parts.resolver
   * @param {[string, string][]} parts.resolvers with what people call them
   * @param {boolean} [parts.listed] whether the annotation came with lists of candidates
   * @param {string} [parts.pins] the name under which the browser keeps the pinned entities
   */
  constructor({ box, text, model, lexicon, proposals, readonly, resolver, resolvers, listed = false, pins = "" }) {
    super();
    this.box = box;
    this.text = text;
    this.model = model;
    this.readonly = readonly;
    this.resolver = resolver;
    /** Who may propose candidates, and what they are called. @type {[string, string][]} */
    this.resolvers = [...(listed ? [/** @type {[string, string]} */ ([FILE, t`lists of the file`])] : []), ...resolvers.map(([name, title]) => /** @type {[string, string]} */ ([name, name === TUNED ? t`tuned to this project` : title])), [NEAREST, t`nearest mentions`], [NOBODY, t`nobody`]];
    this.#titles = new Map(this.resolvers);
    this.#offer(resolver);
    this.view = new TextView(box, text, (key) => this.#looks(key));
    this.anaphors = new Anaphors(text, model, lexicon);
    this.history = new History(model);
    this.proposals = proposals;
    this.cursor = new Cursor(this.view);
    this.pins = new Pins(model, pins);
    this.pins.addEventListener("pins", () => { // the numbers of candidates are others now
      this.#sign();
      this.dispatchEvent(new Event("proposal"));
    });
    this.drawAll();
  }

  /** Draws everything again, for example when what counts as an anaphor has changed. */
  drawAll() {
    const { model, anaphors } = this;
    this.#drawn.clear();
    const chains = [...model.entities.values()].filter(({ mentions }) => mentions.length > 1);
    chains.sort((a, b) => model.before(a.mentions[0], b.mentions[0]));
    for (const { mentions } of chains) this.numberOf(mentions[0]);
    this.#open.clear();
    for (const key of model.mentions.keys()) if (anaphors.isOpen(key)) this.#open.add(key);
    this.view.place(model.mentions);
    this.view.refresh();
  }

  /** How many anaphors are unsolved. */
  get open() {
    return this.#open.size;
  }

  /** @param {number} key Number of its chain as people see it: it stays the same as long as the page is open. */
  numberOf(key) {
    const entity = this.model.entityOf(key);
    if (!entity || entity.mentions.length < 2) return null;
    if (!this.#numbers.has(entity.id)) this.#numbers.set(entity.id, this.#numbers.size + 1);
    return /** @type {number} */ (this.#numbers.get(entity.id));
  }

  /** @param {number} key A mention as it is drawn. */
  #mark(key) {
    const { parts, zero, reference } = this.model.mention(key);
    const number = this.numberOf(key);
    const classes = coloured(number);
    if (this.anaphors.isAnaphor(key)) classes.push("anaphor");
    if (this.anaphors.isOpen(key)) classes.push("open");
    if (reference) classes.push(reference);
    const sign = signOf(this.text, this.model, key), notes = notesOf(this.model, key);
    return { key, parts, zero, number, notes, classes, sign, signs: signsOf(this.text, this.model, key) };
  }

  /** The view draws a mention for the first time. @param {number} key */
  #looks(key) {
    const mark = this.#mark(key);
    this.#drawn.set(key, wordsIn(mark) + looksOf(mark));
    return mark;
  }

  /** A mention may look different now. @param {number} key */
  #draw(key) {
    const mark = this.#mark(key), words = wordsIn(mark), drawn = this.#drawn.get(key);
    if (mark.classes.includes("open")) this.#open.add(key);
    else this.#open.delete(key);
    const now = words + looksOf(mark);
    if (drawn === now) return;
    if (!drawn?.startsWith(words)) this.view.put(mark);
    else this.view.recolour(mark);
    this.#drawn.set(key, now);
  }

  /** @param {import("../model/model.js").Change} change */
  #redraw(change) {
    /** @type {Set<number>} */
    const touched = new Set();
    for (const { table, key, before, after } of change) {
      if (table === "mentions") touched.add(key);
      if (table === "entities") for (const one of [...(before?.mentions ?? []), ...(after?.mentions ?? [])]) touched.add(one);
      if (table === "links") for (const link of [before, after]) if (link) touched.add(link.anaphor);
    }
    for (const key of touched) {
      if (this.model.mentions.has(key)) this.#draw(key);
      else {
        this.view.drop(key);
        this.#drawn.delete(key);
        this.#open.delete(key);
      }
    }
    const inside = this.box.contains(document.activeElement) || document.activeElement === document.body;
    this.view.refresh();
    this.cursor.draw();
    if (this.active !== null && !this.model.mentions.has(this.active)) this.active = null;
    if ([...this.selected].some((key) => !this.model.mentions.has(key))) this.select([...this.selected]);
    this.#sign();
    if (inside) this.focus();
  }

  /**
   * Do something that can be undone.
   * @param {string} label what undo says it takes back
   * @param {(draft: Draft) => number | void} edit returns the mention to be worked on next, if it is another
   */
  act(label, edit) {
    if (this.readonly) return announce(t`This annotation is read-only.`);
    const active = this.active;
    /** @type {number | void | undefined} */
    let next = undefined;
    const change = this.model.change((draft) => { next = edit(draft); });
    if (change.length) {
      this.history.add({ label, change, active });
      this.#redraw(change);
      this.#changed("save");
    }
    if (typeof next === "number" && next !== this.active) this.activate(next);
    else if (change.length) this.#ask();
    announce(label);
  }

  /** Replace everything with the state that work begins with: no change of the annotator's, so undo cannot take it back. @param {import("../model/wire.js").State} state */
  start(state) {
    this.#redraw(this.model.change((draft) => take(draft, state)));
    this.dispatchEvent(new CustomEvent("change", { detail: null }));
  }

  /** @param {"undo" | "redo"} direction Steps that are waiting for the server come one after the other. */
  step(direction) {
    this.#steps = this.#steps.then(async () => {
      try {
        this.#stepped(direction, this.history[direction]() ?? (await this.history.reach(direction)));
      } catch (error) {
        announce(/** @type {Error} */ (error).message);
      }
    });
  }

  /** @param {"undo" | "redo"} direction @param {import("./history.js").Deed | null} deed */
  #stepped(direction, deed) {
    if (!deed) {
      if (!this.history.next[direction]) announce(direction === "redo" ? t`Nothing to redo.` : this.history.trail?.end || t`Nothing to undo.`);
      this.dispatchEvent(new CustomEvent("change", { detail: null }));
      return;
    }
    this.#redraw(deed.change);
    this.#changed(direction);
    if (deed.active !== null && this.model.mentions.has(deed.active)) this.activate(deed.active);
    else this.#ask();
    announce(direction === "undo" ? t`Undone: ${deed.label}` : t`Redone: ${deed.label}`);
  }

  /** @param {string} kind */
  #changed(kind) {
    this.dispatchEvent(new CustomEvent("change", { detail: kind }));
  }

  /**
   * Work on a mention; on none with `null`.
   * @param {number | null} key
   * @param {{keepCursor?: boolean, quiet?: boolean, still?: boolean}} [options] `still`: the page is not scrolled, as under a pointer
   */
  activate(key, { keepCursor = false, quiet = false, still = false } = {}) {
    this.active = key;
    if (key !== null && !keepCursor) this.cursor.to(startOf(this.model.mention(key)));
    this.#ask();
    if (key !== null && !still) this.view.scrollTo(key);
    if (!quiet) this.focus();
  }

  /** Select these mentions instead of others; none: an empty list. @param {Iterable<number>} keys */
  select(keys) {
    this.selected = new Set([...keys].filter((key) => this.model.mentions.has(key)));
    this.view.unsign("selected");
    for (const key of this.selected) this.view.sign(key, "selected");
    this.dispatchEvent(new Event("selected"));
  }

  /** What a command is for: the selected mentions in textual order, else the active one. @returns {number[]} */
  get targets() {
    if (this.selected.size) return [...this.selected].sort(this.model.before);
    return this.active === null ? [] : [this.active];
  }

  /** The keyboard goes to the active mention, or to the text. */
  focus() {
    const node = this.active === null ? null : this.view.elements(this.active)[0];
    if (this.#focused !== node) for (const name of ["tabindex", "role", "aria-label"]) this.#focused?.removeAttribute(name);
    this.#focused = node ?? null;
    this.box.tabIndex = node ? -1 : 0;
    if (node) Object.assign(node, { tabIndex: 0 });
    node?.setAttribute("role", "group");
    node?.setAttribute("aria-label", this.describe(/** @type {number} */ (this.active)));
    (node ?? this.box).focus({ preventScroll: true });
  }

  /** Signs on the active mention, its chain, its solution; candidates come when they are known. */
  #sign() {
    this.view.unsign("active", "chain", "solution", "candidate", "discarded", "looked", ...(this.pick ? [] : ["pickable", "aim"]));
    highlight("head", []);
    highlight("minimum", []);
    if (this.active === null) return;
    const { head, minimum } = this.model.mention(this.active);
    for (const key of chainOf(this.model, this.active)) this.view.sign(key, "chain");
    for (const key of antecedentsOf(this.model, this.active)) this.view.sign(key, "solution", { title: t`its antecedent` });
    this.view.sign(this.active, "active");
    if (head !== null) highlight("head", this.cursor.ranges([[head, head + 1]]));
    if (minimum) highlight("minimum", this.cursor.ranges([minimum]));
    if (!this.pick && this.proposal?.anaphor === this.active && this.#needsOne(this.proposal)) this.#signCandidates(this.proposal);
  }

  /** @param {Proposal} proposal */
  #signCandidates(proposal) {
    const keys = this.candidateKeys(proposal);
    proposal.candidates.forEach((candidate, place) => {
      if (candidate.key === null || !this.model.mentions.has(candidate.key)) return;
      const title = candidate.rejected ? t`discarded: ${candidate.rejected}` : t`candidate ${keys[place]}`.trim();
      this.view.sign(candidate.key, candidate.rejected ? "discarded" : "candidate", { badge: candidate.rejected ? "✕" : keys[place], title });
      if (place === this.look) this.view.sign(candidate.key, "looked");
    });
  }

  /** The number key that chooses each candidate: those that no pinned entity has. Empty: it has none. @param {Proposal} proposal @returns {string[]} */
  candidateKeys({ candidates }) {
    const { free } = this.pins;
    let count = 0;
    return candidates.map(({ rejected }) => (rejected ? "" : String(free[count++] ?? "")));
  }

  #ask() {
    clearTimeout(this.#timer);
    this.proposals.cancel();
    this.proposal = null;
    this.look = -1;
    this.asking = this.active !== null && (!this.readonly || this.resolver === FILE) && this.resolver !== NOBODY;
    this.#sign();
    this.dispatchEvent(new Event("active"));
    const anaphor = this.active;
    if (anaphor === null || !this.asking) return;
    this.#timer = setTimeout(async () => {
      this.#asked = performance.now();
      const proposal = await this.proposals.of(anaphor, this.resolver);
      if (!proposal || this.active !== anaphor) return;
      this.asking = false;
      this.proposal = proposal;
      this.look = this.#first(proposal);
      this.#sign();
      this.dispatchEvent(new Event("proposal"));
      this.prepare();
    }, performance.now() - this.#asked < PATIENCE ? PATIENCE : 0);
  }

  /** The proposal for the next unsolved anaphor is computed while this one is looked at. */
  prepare() {
    if (!this.readonly) this.proposals.prepare(this.anaphors.next(this.active, 1), this.resolver);
  }

  /** Ask again, as after a switch of the resolver. @param {string} resolver */
  useResolver(resolver) {
    this.resolver = resolver;
    this.#offer(resolver);
    this.dispatchEvent(new Event("resolver"));
    this.#ask();
  }

  /** What comes before the resolver. @param {Record<string, string>} stages */
  useStages(stages) {
    this.proposals.stages = stages;
    this.#ask();
  }

  /** A resolver with options takes the place of the one without. @param {string} resolver */
  #offer(resolver) {
    this.resolvers = this.resolvers.map(([name, label]) => (bare(name) === bare(resolver) && name !== resolver ? [resolver, this.called(resolver)] : [name, label]));
  }

  /** What people call a resolver, with its options: `ROSANA, Stuckardt 2001 (window=1)`. @param {string} resolver */
  called(resolver) {
    const name = bare(resolver), title = this.#titles.get(name) ?? name;
    return name === resolver ? title : `${title} ${resolver.slice(name.length)}`;
  }

  /** The candidate to begin with: the solution there is, else the resolver's. @param {Proposal} proposal */
  #first(proposal) {
    if (!this.#needsOne(proposal)) return -1;
    const solution = this.active === null ? [] : antecedentsOf(this.model, this.active);
    const solved = proposal.candidates.findIndex(({ key }) => key !== null && solution.includes(key));
    const chosen = proposal.chosen ? proposal.candidates.indexOf(proposal.chosen) : -1;
    return [solved, chosen, proposal.candidates.findIndex(({ rejected }) => !rejected)].find((place) => place >= 0) ?? -1;
  }

  /** Whether it is likely to have an antecedent at all. @param {Proposal} proposal */
  #needsOne(proposal) {
    return proposal.decision !== null || this.anaphors.isAnaphor(proposal.anaphor);
  }

  /** @param {number} place Look at another candidate. */
  lookAt(place) {
    const candidate = this.proposal?.candidates[place];
    if (!candidate) return;
    this.look = place;
    this.#sign();
    this.dispatchEvent(new Event("proposal"));
    announce(`${this.wordsFor(candidate)}${candidate.rejected ? t`, discarded: ${candidate.rejected}` : ""}`, { routine: true });
  }

  /** @param {number} key A mention in words, as screen readers tell it. */
  describe(key) {
    const mention = this.model.mention(key), zero = this.text.zeroOf(mention);
    const { kind, parts, reference, subtype } = mention;
    const words = zero !== null ? describedZero(this.text, this.model, key, zero) : this.text.words(parts);
    const chain = chainOf(this.model, key), number = this.numberOf(key);
    const told = [words, worded(kind), reference && `${worded(/** @type {Record<string, string>} */ (REFERENCES)[reference])} ${worded(subtype)}`];
    told.push(number === null ? "" : t`chain ${number}, mention ${chain.indexOf(key) + 1} of ${chain.length}`, this.anaphors.isOpen(key) ? t`unsolved` : "");
    return told.filter(Boolean).join(", ");
  }

  /** @param {number} key Its words, short. */
  words(key) {
    const told = wordsOf(this.text, this.model, key);
    return told.length > 60 ? `${told.slice(0, 57)}…` : told;
  }
  /** @param {Candidate} candidate */
  wordsFor({ key, mention }) {
    return key === null ? wordsFor(this.text, mention) : wordsOf(this.text, this.model, key);
  }
}
