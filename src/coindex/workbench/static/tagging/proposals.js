// What a resolver proposes for an anaphor; where none can, the nearest mentions.
import { mentionOf } from "../model/wire.js";
import { call } from "../shell/api.js";
import { t } from "../reader/wording.js";

/** @typedef {import("../model/model.js").Model} Model */
/** @typedef {import("../model/model.js").Mention} Mention */
/**
 * @typedef {object} Candidate
 * @property {number | null} key of a mention of the annotation
 * @property {Mention} mention which may be one that only the resolver knows
 * @property {string} rejected the constraint that dropped it
 * @property {string} admitted
 * @property {number | null} score
 * @property {[string, number | null][]} factors
 */
/**
 * @typedef {object} Proposal
 * @property {number} anaphor
 * @property {string} resolver
 * @property {string} note why there are only the nearest mentions
 * @property {Candidate[]} candidates
 * @property {Candidate | null} chosen
 * @property {(number | null)[]} [group] the keys of several antecedents together
 * @property {any} decision as the server tells it, if a resolver decided
 * @property {Record<string, string>} glossary what the names of constraints and factors mean
 */

/** @typedef {{anaphor: number, antecedent: number | null, certainty: number}} Certain Keys of mentions; `certainty` is from 0 to 1. */

/** What can be chosen instead of a resolver. */
export const NEAREST = "nearest";
export const NOBODY = "none";
/** The candidate lists that came with an annotation, as SUPAR's files have them. */
export const FILE = "file";
/** The resolver that was tuned to the project. */
export const TUNED = "tuned";
const LISTED = 9;

/** A component without its options. @param {string} spec */
export const bare = (spec) => spec.split("(")[0];

export class Proposals {
  /** @type {AbortController | null} */
  #running = null;
  /** @type {{version: number, anaphor: number, resolver: string, stages: Record<string, string>, proposal: Proposal} | null} */
  #last = null;
  /** What comes before the resolver: parser and fragmenter. @type {Record<string, string>} */
  stages = {};

  /**
   * @param {Model} model
   * @param {{document: string, source: string, baseline: import("../model/baseline.js").Baseline}} known `document`: its path in the API; whose annotation the model is, and what the server has of it
   */
  constructor(model, { document, source, baseline }) {
    this.model = model;
    this.document = document;
    this.source = source;
    this.baseline = baseline;
  }

  /**
   * @param {number} anaphor
   * @param {string} resolver
   * @returns {Promise<Proposal | null>} `null` if another was asked for meanwhile
   */
  async of(anaphor, resolver) {
    this.#running?.abort();
    if (resolver === NEAREST) return this.nearest(anaphor);
    const { version } = this.model;
    const { stages } = this, last = this.#last;
    if (last && last.anaphor === anaphor && last.resolver === resolver && last.version === version && last.stages === stages) return last.proposal;
    const { asked, order } = this.baseline.question(this.source);
    const running = (this.#running = new AbortController());
    try {
      const answer = await call("POST", `${this.document}/proposals`, { ...asked, ...stages, resolver, anaphor: order.indexOf(anaphor) }, running.signal);
      const proposal = this.#read(anaphor, resolver, answer, order);
      this.#last = { version, anaphor, resolver, stages, proposal };
      return proposal;
    } catch (error) {
      if (running.signal.aborted) return null;
      return this.nearest(anaphor, /** @type {Error} */ (error).message);
    }
  }

  cancel() {
    this.#running?.abort();
  }

  /**
   * Let the server compute what it will be asked for next; it caches that as long as the annotator confirms what it proposes.
   * @param {number | null} anaphor
   * @param {string} resolver
   */
  prepare(anaphor, resolver) {
    if (anaphor === null || [NEAREST, NOBODY, FILE].includes(resolver)) return;
    const { asked, order } = this.baseline.question(this.source);
    call("POST", `${this.document}/proposals`, { ...asked, ...this.stages, resolver, anaphor: order.indexOf(anaphor) }).catch(() => {}); // the question itself says what is wrong
  }

  /** Anaphors with what a resolver proposes for them, the least certain first. @param {string} resolver @returns {Promise<Certain[]>} */
  async certain(resolver) {
    const { asked, order } = this.baseline.question(this.source);
    const answer = await call("POST", `${this.document}/proposals/order`, { ...asked, ...this.stages, resolver });
    return answer.anaphors.map((/** @type {Certain} */ { anaphor, antecedent, certainty }) => ({ anaphor: order[anaphor], antecedent: antecedent === null ? null : order[antecedent], certainty }));
  }

  /** What the lexicon knows about these mentions: `Masc`, `Fem`, `Neut`, or nothing. @param {any[]} mentions as the server keeps them @returns {Promise<string[]>} */
  async genders(mentions) {
    return (await call("POST", `${this.document}/genders`, { mentions })).genders;
  }

  /**
   * @param {number} anaphor
   * @param {string} resolver
   * @param {any} answer
   * @param {number[]} order
   * @returns {Proposal}
   */
  #read(anaphor, resolver, answer, order) {
    const place = order.indexOf(anaphor);
    const decision = (answer.decisions ?? []).find((/** @type {any} */ one) => one.anaphor === place);
    if (!decision) return this.nearest(anaphor, resolver === FILE ? t`the file lists no candidates of it` : t`${resolver} does not treat it as an anaphor`);
    const more = (answer.more ?? []).map(mentionOf);
    /** @param {number} number */
    const found = (number) => (number < order.length ? { key: order[number], mention: this.model.mention(order[number]) } : { key: null, mention: more[number - order.length] });
    const candidates = (decision.candidates ?? []).map((/** @type {any} */ { mention, ...rest }) => ({
      rejected: "", admitted: "", score: null, factors: [], ...rest, ...found(mention),
    }));
    if (!candidates.length) return { ...this.nearest(anaphor, t`${resolver} found no candidates`), decision };
    const at = (decision.candidates ?? []).findIndex((/** @type {any} */ one) => one.mention === decision.antecedent);
    return { anaphor, resolver, note: "", candidates, chosen: candidates[at] ?? null, group: (decision.together ?? []).map((/** @type {number} */ one) => found(one).key), decision, glossary: answer.glossary ?? {} };
  }

  /**
   * The nearest mention of each chain before the anaphor (behind it, for a cataphor).
   * @param {number} anaphor
   * @param {string} [note]
   * @returns {Proposal}
   */
  nearest(anaphor, note = "") {
    const { order } = this.model;
    const place = order.indexOf(anaphor);
    const forward = this.model.mention(anaphor).reference === "cataphoric";
    const around = forward ? order.slice(place + 1) : order.slice(0, place).reverse();
    /** @type {Candidate[]} */
    const candidates = [];
    const seen = new Set();
    for (const key of around) {
      const chain = this.model.entityOf(key)?.id ?? key;
      const mention = this.model.mention(key);
      if (seen.has(chain) || mention.reference === "nonreferential" || contains(mention, this.model.mention(anaphor))) continue;
      seen.add(chain);
      candidates.push({ key, mention, rejected: "", admitted: "", score: null, factors: [] });
      if (candidates.length === LISTED) break;
    }
    return { anaphor, resolver: NEAREST, note, candidates, chosen: candidates[0] ?? null, decision: null, glossary: {} };
  }
}

/** Whether an annotation came with lists of candidates. @param {Model} model */
export function hasLists(model) {
  for (const { attributes } of model.mentions.values()) if (attributes.some(([name]) => name === "antecedents")) return true;
  return false;
}

/** @param {Mention} outer @param {Mention} inner */
function contains(outer, inner) {
  const at = inner.zero ?? inner.parts[0][0];
  return outer.zero === null && outer.parts.some(([start, end]) => start <= at && at < end);
}
