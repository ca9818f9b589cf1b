// Beside a text: why a mention was resolved as it was, and the chain that it is in.
import { candidateList } from "./candidates.js";
import { h } from "./dom.js";
import { t } from "./wording.js";

/** @typedef {import("./candidates.js").Listed} Listed */
/** @typedef {"h3" | "h4"} Heading */

/** Candidates that are listed at once, and mentions of a chain. */
const SHOWN = 6, MOST = 200;

/** A mention that is gone to when it is pressed. @param {{activate: (key: number) => void}} reader @param {number} key @param {string} label */
export function jump(reader, key, label) {
  return h("button", { type: "button", class: "jump", onclick: () => reader.activate(key) }, label);
}

/**
 * The candidates in order, those that were discarded after the others.
 * @param {Listed[]} listed
 * @param {Record<string, string>} glossary what constraints and factors mean
 * @param {Heading} heading
 */
export function candidateSections(listed, glossary, heading) {
  const fit = listed.filter(({ rejected }) => !rejected), out = listed.filter(({ rejected }) => rejected);
  const more = fit.slice(SHOWN);
  return [
    listed.length ? h(heading, {}, t`Candidates, in order`) : null,
    fit.length ? candidateList(fit.slice(0, SHOWN), glossary) : null,
    more.length ? h("details", {}, h("summary", {}, t`${more.length} more`), candidateList(more, glossary)) : null,
    out.length ? h("details", { open: out.length <= SHOWN }, h("summary", {}, t`${out.length} discarded`), candidateList(out, glossary)) : null,
  ].filter((node) => node !== null);
}

/**
 * The mentions of a chain around one of them.
 * @param {string} title
 * @param {number[]} mentions
 * @param {number} key
 * @param {(key: number) => import("./dom.js").Child[]} row
 * @param {Heading} heading
 */
export function chainSection(title, mentions, key, row, heading) {
  const place = mentions.indexOf(key), first = Math.max(0, place - MOST / 2), shown = mentions.slice(first, first + MOST);
  return h("section", { class: "its-chain" }, h(heading, {}, title),
    h("ol", { class: "mentions", start: String(first + 1) }, ...shown.map((one) => h("li", { class: one === key ? "here" : null }, ...row(one)))));
}

/** The words after a mention, for lists. @param {import("./document.js").Text} text @param {{parts: import("./document.js").Span[], zero: number | null}} mention */
export function context(text, { parts, zero }) {
  const [, after] = text.around(zero === null ? parts[parts.length - 1] : [zero, zero], 28);
  return h("small", {}, after);
}
