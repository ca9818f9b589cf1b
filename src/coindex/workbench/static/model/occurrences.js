// Where words or a pattern occur in a text, and marking all these places as one entity.
import { gather, moveAll } from "./several.js";
import { mentionOf } from "./wire.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Draft} Draft */
/** @typedef {import("./model.js").Span} Span */
/** @typedef {import("../reader/document.js").Text} Text */
/** @typedef {{span: Span, key: number | null}} Occurrence `key`: the mention that has exactly these words. */
/** @typedef {{pattern: boolean, whole: boolean, exact: boolean}} Options a regular expression; whole words only; upper and lower case differ */

/** More are not looked for: nobody looks through them. */
export const MOST_OCCURRENCES = 5_000;

/**
 * @param {Text} text
 * @param {Model} model
 * @param {string} wanted
 * @param {Options} options
 * @returns {Occurrence[]} In textual order. An invalid pattern throws a `SyntaxError`.
 */
export function occurrencesOf(text, model, wanted, { pattern, whole, exact }) {
  if (!wanted.trim()) return [];
  const source = pattern ? wanted : wanted.trim().replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&").replace(/\s+/g, "\\s+");
  const search = new RegExp(source, exact ? "gu" : "giu");
  /** @type {Occurrence[]} */
  const places = [];
  const marked = new Map([...model.mentions].flatMap(([key, { parts, zero }]) => (zero === null && parts.length === 1 ? [[parts[0].join(), key]] : [])));
  for (const match of text.text.matchAll(search)) {
    const from = match.index, to = from + match[0].length;
    const span = tokensIn(text, from, to);
    if (!span || (whole && (text.starts[span[0]] !== from || text.ends[span[1] - 1] !== to))) continue;
    if (places.length && places[places.length - 1].span.join() === span.join()) continue; // two matches in one word
    places.push({ span, key: marked.get(span.join()) ?? null });
    if (places.length === MOST_OCCURRENCES) break;
  }
  return places;
}

/** The tokens that have some of these characters. @param {Text} text @param {number} from @param {number} to @returns {Span | null} */
function tokensIn(text, from, to) {
  let start = text.tokenAt(from), end = text.tokenAt(Math.max(from, to - 1)) + 1;
  while (start < end && (text.empty.has(start) || text.ends[start] <= from)) start += 1;
  while (end > start && (text.empty.has(end - 1) || text.starts[end - 1] >= to)) end -= 1;
  return start < end && text.blockOf(start) === text.blockOf(end - 1) ? [start, end] : null;
}

/**
 * Mark the places that are not mentions yet, and make all of them one entity.
 * @param {Draft} draft
 * @param {Occurrence[]} places
 * @param {string | null} entity `null`: a new one
 * @param {(span: Span) => string} kindOf
 * @returns {number[]} the mentions
 */
export function markAll(draft, places, entity, kindOf) {
  const keys = places.map(({ span, key }) => {
    if (key !== null) return key;
    const made = draft.model.newKey();
    draft.set("mentions", made, mentionOf({ parts: [span], kind: kindOf(span) }));
    return made;
  });
  if (keys.length) entity === null ? gather(draft, keys) : moveAll(draft, keys, entity);
  return keys;
}
