// A document as the server sends it: its text, where its tokens are in it, its sentences, and the blocks it is drawn in.

/** @typedef {[number, number]} Span Tokens, half-open. */
/** @typedef {[number, number, number, string, boolean]} Sentence First token, end, paragraph, speaker, whether a heading. */
/**
 * @typedef {object} Tokens
 * @property {number[]} starts
 * @property {number[]} ends
 * @property {Record<string, string>} forms
 * @property {number[]} empty
 * @property {{pronouns: Record<string, [string, string]>, Masc: number[], Fem: number[], places?: Record<string, number>} | null} [zeros] masculine and feminine pronouns, and the tokens before which they are shown
 * @property {{names: string[], codes: number[]} | null} tags
 * @property {Sentence[]} sentences
 */
/**
 * @typedef {object} Block What is drawn as one paragraph: tokens, characters.
 * @property {number} first
 * @property {number} end
 * @property {number} from
 * @property {number} to
 * @property {string} speaker
 * @property {boolean} heading
 * @property {boolean} continued it does not begin a paragraph
 */

const LARGEST_BLOCK = 400;
export const ZERO = "∅";

export class Text {
  /**
   * @param {string} text
   * @param {Tokens} tokens
   */
  constructor(text, tokens) {
    const place = unitsOf(text);
    this.text = text;
    this.starts = place ? tokens.starts.map(place) : tokens.starts;
    this.ends = place ? tokens.ends.map(place) : tokens.ends;
    this.forms = tokens.forms;
    this.tags = tokens.tags;
    this.empty = new Set(tokens.empty);
    this.sentences = tokens.sentences;
    /** What could stand before these tokens, or instead of empty ones. */
    this.pronouns = tokens.zeros?.pronouns ?? {};
    this.zeroPlaces = tokens.zeros?.places ?? {};
    /** @type {Map<number, "Masc" | "Fem">} */
    this.genders = new Map(/** @type {const} */ (["Masc", "Fem"]).flatMap((gender) => (tokens.zeros?.[gender] ?? []).map((token) => [token, gender])));
    /** @type {Block[]} */
    this.blocks = blocksOf(this);
  }

  get length() {
    return this.starts.length;
  }

  /** @param {number} token */
  form(token) {
    return this.forms[token] ?? this.text.slice(this.starts[token], this.ends[token]);
  }

  /** @param {number} token */
  tag(token) {
    return this.tags ? this.tags.names[this.tags.codes[token]] : "";
  }

  /** @param {Span[]} parts */
  words(parts) {
    const told = parts.map(([start, end]) => this.text.slice(this.starts[start], this.ends[end - 1]).replace(/\s+/g, " "));
    return told.join(" … ") || ZERO;
  }

  /**
   * The token a zero pronoun is known by: the empty one it is, or the one it was put before; `null` for words.
   * @param {{parts: Span[], zero: number | null}} mention
   */
  zeroOf({ parts, zero }) {
    if (zero !== null) return zero;
    const [start, end] = parts[0];
    return parts.length === 1 && end === start + 1 && this.empty.has(start) ? start : null;
  }

  /** The word a zero pronoun stands before. @param {number} zero */
  hostOf(zero) {
    let token = zero;
    while (this.empty.has(token) && token + 1 < this.length) token += 1;
    return token;
  }

  /** The word a zero pronoun is shown before: the first clitic of its verb, as in *∅ se lo dio*. @param {number} zero */
  placeOf(zero) {
    return this.zeroPlaces[zero] ?? this.hostOf(zero);
  }

  /** @param {number} token */
  sentenceOf(token) {
    return lastNotAfter(this.sentences.length, (place) => this.sentences[place][0], token);
  }

  /** @param {number} token */
  blockOf(token) {
    return lastNotAfter(this.blocks.length, (place) => this.blocks[place].first, token);
  }

  /**
   * The token at a character, or the next one after it.
   * @param {number} character
   */
  tokenAt(character) {
    let low = 0, high = this.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ends[middle] > character) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /**
   * Words around a place, for lists; a zero pronoun is apart from the word after it.
   * @param {Span} span
   * @param {number} [room] characters
   * @returns {[string, string]}
   */
  around([start, end], room = 45) {
    const from = this.starts[start], to = end > start ? this.ends[end - 1] : from;
    const before = this.text.slice(Math.max(0, from - room), from).replace(/\s+/g, " ");
    const after = `${end > start ? "" : " "}${this.text.slice(to, to + room).replace(/\s+/g, " ")}`;
    return [from > room ? before.replace(/^\S*/, "…") : before, to + room < this.text.length ? after.replace(/\S*$/, "…") : after];
  }
}

/**
 * The server counts characters, JavaScript counts UTF-16 units: how to get from one to the other, where they differ.
 * @param {string} text
 */
function unitsOf(text) {
  if (!/[\ud800-\udbff]/.test(text)) return null;
  /** @type {number[]} */
  const places = [];
  let unit = 0;
  for (const character of text) {
    places.push(unit);
    unit += character.length;
  }
  places.push(unit);
  return (/** @type {number} */ character) => places[character];
}

/** @param {Text} text */
function blocksOf(text) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {Sentence | null} */
  let last = null;
  for (const sentence of text.sentences) {
    const [first, end, paragraph, speaker, heading] = sentence;
    const open = blocks[blocks.length - 1];
    const fresh = !last || !open || paragraph !== last[2] || speaker !== last[3] || heading !== last[4];
    if (fresh || open.end - open.first >= LARGEST_BLOCK) {
      blocks.push({ first, end, from: text.starts[first], to: text.ends[end - 1], speaker: fresh ? speaker : "", heading, continued: !fresh });
    } else {
      open.end = end;
      open.to = text.ends[end - 1];
    }
    last = sentence;
  }
  return blocks;
}

/**
 * The last of some sorted values that is not after another; the first if all are.
 * @param {number} count
 * @param {(place: number) => number} value
 * @param {number} limit
 */
function lastNotAfter(count, value, limit) {
  let low = 0, high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (value(middle) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
