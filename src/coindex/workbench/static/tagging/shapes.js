// What can be done to the words of mentions: marking, resizing, parts, heads, minimal spans, zero pronouns.
import { mentionOf } from "../model/wire.js";

/** @typedef {import("../model/model.js").Draft} Draft */
/** @typedef {import("../model/model.js").Span} Span */
/** @typedef {import("../reader/document.js").Text} Text */

/**
 * Mark words as a mention; if they are one already, that one is meant.
 * @param {Draft} draft
 * @param {Span[]} parts
 * @param {string} kind
 * @returns {number} its key
 */
export function mark(draft, parts, kind) {
  const { model } = draft;
  for (const [key, mention] of model.mentions) if (mention.zero === null && sameParts(mention.parts, parts)) return key;
  const key = model.newKey();
  draft.set("mentions", key, mentionOf({ parts, kind }));
  return key;
}

/** @param {Span[]} some @param {Span[]} others */
const sameParts = (some, others) => some.length === others.length && some.every(([start, end], place) => start === others[place][0] && end === others[place][1]);

/**
 * A zero pronoun before a token, the verb it is the subject of.
 * @param {Draft} draft
 * @param {Text} text
 * @param {number} token
 */
export function insertZero(draft, text, token) {
  const key = draft.model.newKey();
  draft.set("mentions", key, mentionOf({ ...placeBefore(draft, text, token), kind: "zero" }));
  return key;
}

/** @param {Draft} draft @param {Text} text @param {number} key @param {number} token */
export function moveZero(draft, text, key, token) {
  draft.mention(key, { ...placeBefore(draft, text, token, key), head: null, minimum: null });
  resort(draft, key);
}

/**
 * A zero pronoun is the empty token that the parse has before a word, unless another one is that; else it is put in.
 * @param {Draft} draft
 * @param {Text} text
 * @param {number} token
 * @param {number} [own] the mention that is to go there
 * @returns {{zero: number | null, parts: Span[]}}
 */
function placeBefore({ model }, text, token, own) {
  const host = text.hostOf(token), empty = host - 1;
  const free = text.empty.has(empty) && ![...model.mentions].some(([key, mention]) => key !== own && mention.zero === null && text.zeroOf(mention) === empty);
  return free ? { zero: null, parts: [[empty, host]] } : { zero: host, parts: [] };
}

/**
 * Other words for a mention; head and minimum stay if they are among them.
 * @param {Draft} draft
 * @param {number} key
 * @param {Span[]} parts
 */
export function reshape(draft, key, parts) {
  const { head, minimum } = draft.model.mention(key);
  draft.mention(key, {
    parts,
    head: head !== null && covers(parts, [head, head + 1]) ? head : null,
    minimum: minimum && covers(parts, minimum) ? minimum : null,
  });
  resort(draft, key);
}

/** @param {Draft} draft @param {number} key */
function resort(draft, key) {
  const entity = draft.model.entityOf(key);
  if (entity) draft.entity(entity.id, {});
}

/** @param {Span[]} parts @param {Span} span */
export const covers = (parts, [start, end]) => parts.some((part) => part[0] <= start && end <= part[1]);

/** @param {Span[]} parts @param {Span} more @returns {Span[]} */
export function withPart(parts, more) {
  /** @type {Span[]} */
  const joined = [];
  for (const [start, end] of [...parts, more].sort((a, b) => a[0] - b[0])) {
    const last = joined[joined.length - 1];
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

/** @param {Span[]} parts @param {Span} gone @returns {Span[]} */
export function withoutPart(parts, [start, end]) {
  /** @type {Span[]} */
  const left = parts.flatMap(([from, to]) => [[from, Math.min(to, start)], [Math.max(from, end), to]]);
  return left.filter(([from, to]) => from < to);
}

/**
 * The words from a token on become a mention of their own, about which nothing is decided.
 * @param {Draft} draft
 * @param {number} key
 * @param {number} token
 * @param {string} kind
 * @returns {number} its key
 */
export function divide(draft, key, token, kind) {
  const { parts } = draft.model.mention(key);
  reshape(draft, key, withoutPart(parts, [token, Infinity]));
  return mark(draft, withoutPart(parts, [0, token]), kind);
}

/**
 * Remove a mention, from its chain and from links, too.
 * @param {Draft} draft
 * @param {number} key
 */
export function remove(draft, key) {
  const { model } = draft;
  const entity = model.entityOf(key);
  if (entity) draft.entity(entity.id, { mentions: entity.mentions.filter((other) => other !== key) });
  for (const [number, link] of [...model.links]) {
    if (link.anaphor !== key && !link.antecedents.includes(key)) continue;
    const antecedents = link.antecedents.filter((other) => other !== key);
    draft.set("links", number, link.anaphor === key || !antecedents.length ? undefined : { ...link, antecedents });
  }
  draft.set("mentions", key, undefined);
}
