// Candidates for an antecedent, in order: which were discarded by what, what each factor gave, which was chosen.
import { h } from "./dom.js";
import { counted, decimal, fixed, t, worded } from "./wording.js";

/**
 * @typedef {object} Listed A candidate as it is listed.
 * @property {string} words
 * @property {string} where
 * @property {string} [badge] the key that chooses it
 * @property {string} rejected
 * @property {string} admitted
 * @property {number | null} score
 * @property {[string, number | null][]} factors
 * @property {string[]} tags `chosen`, `gold` ...
 * @property {boolean} [current] it is looked at; of those that are not, factors are left out
 * @property {() => void} choose
 */

/** A number with three significant digits, without zeros at its end. @param {number} value */
function short(value) {
  const least = fixed(0.001, 3);
  return value && Math.abs(value) < 0.001 ? t`under ${least}` : String(Number(value.toPrecision(3))).replace(".", decimal);
}

/** @param {number} value */
const signed = (value) => (value > 0 ? `+${short(value)}` : `−${short(Math.abs(value))}`);

/**
 * @param {Listed[]} listed
 * @param {Record<string, string>} glossary what constraints and factors mean
 */
export function candidateList(listed, glossary) {
  const values = listed.flatMap(({ factors }) => factors.map(([, value]) => Math.abs(value ?? 0)));
  const largest = Math.max(0, ...values);
  const list = h("ol", { class: "candidates" }, ...listed.map((candidate) => item(candidate, glossary, largest)));
  const meanings = meaningsOf(listed, glossary);
  return meanings ? h("div", {}, list, meanings) : list;
}

/** Whether the meanings of names are shown: each list is drawn repeatedly. */
let explained = false;

/** What the names of factors mean, for those that cannot be pointed at. @param {Listed[]} listed @param {Record<string, string>} glossary */
function meaningsOf(listed, glossary) {
  const names = new Set(listed.filter(({ current }) => current !== false).flatMap(({ factors }) => factors.filter(([, value]) => value).map(([name]) => name)));
  const known = [...names].filter((name) => explanation(glossary, name));
  if (!known.length) return null;
  return h("details", { class: "meanings", open: explained, ontoggle: (/** @type {Event} */ event) => { explained = /** @type {HTMLDetailsElement} */ (event.target).open; } },
    h("summary", {}, t`What the names mean`),
    h("dl", {}, ...known.flatMap((name) => [h("dt", {}, worded(name)), h("dd", {}, explanation(glossary, name))])));
}

/**
 * What a name means; a key with `*` stands for a family of names.
 * @param {Record<string, string>} glossary
 * @param {string} name
 */
function explanation(glossary, name) {
  const key = Object.hasOwn(glossary, name) ? name : Object.keys(glossary).find((one) => one.includes("*") && family(one).test(name));
  return key === undefined ? "" : glossary[key];
}

/** @param {string} key */
const family = (key) => new RegExp(`^${key.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join(".*")}$`, "s");

/** Why a candidate is admitted; the same word can be the name of a preference. @param {string} name */
function admission(name) {
  const key = `admitted: ${name}`, known = worded(key);
  return known === key ? worded(name) : known;
}

/** @param {Listed} candidate @param {Record<string, string>} glossary @param {number} largest */
function item(candidate, glossary, largest) {
  const { rejected, admitted } = candidate;
  const reason = rejected || admitted;
  const meaning = explanation(glossary, reason);
  const fate = reason ? `${rejected ? t`discarded` : t`admitted`}: ${rejected ? worded(reason) : admission(reason)}${meaning ? `, ${meaning}` : ""}` : "";
  return h("li", { class: ["listed", rejected ? "out" : "in", candidate.current ? "current" : ""].join(" ").trim() },
    h("button", { type: "button", class: "pickup", "aria-current": candidate.current ? "true" : null, onclick: candidate.choose },
      candidate.badge ? h("kbd", {}, candidate.badge) : null,
      h("span", { class: "who" }, candidate.words),
      ...candidate.tags.map((tag) => h("span", { class: `tag ${tag}` }, worded(tag))),
      h("small", {}, candidate.where, candidate.score === null || rejected ? "" : t`, score ${short(candidate.score)}`)),
    fate ? h("p", { class: "fate" }, fate) : null,
    candidate.current === false ? null : bars(candidate.factors, glossary, largest));
}

/** @param {[string, number | null][]} factors @param {Record<string, string>} glossary @param {number} largest */
function bars(factors, glossary, largest) {
  const shown = factors.filter(([, value]) => value);
  if (!shown.length) return null;
  return h("div", { class: "factors" }, ...shown.flatMap(([name, value]) => {
    const bar = h("i", { class: (value ?? 0) < 0 ? "minus" : null });
    bar.style.width = `${(100 * Math.abs(value ?? 0)) / (largest || 1)}%`;
    return [h("span", { title: explanation(glossary, name) || null }, worded(name)), bar, h("span", {}, signed(value ?? 0))];
  }));
}

/**
 * How many candidates there were, and what became of those that are not listed.
 * @param {any} decision as the server tells it
 */
export function countsOf(decision) {
  if (!decision?.considered) return "";
  const dropped = (decision.dropped ?? []).map((/** @type {[string, number]} */ [name, count]) => (name === "not listed" ? t`${count} not listed` : t`${count} by ${worded(name)}`));
  return t`Candidates: ${decision.considered}${decision.agreeing ? t`; agreeing in form: ${decision.agreeing}` : ""}.${dropped.length ? t` Dropped: ${dropped.join(", ")}.` : ""}`;
}

/** @param {number} sentences */
export const distance = (sentences) => (sentences === 0 ? t`same sentence` : sentences > 0 ? t`${counted(sentences, "sentence")} back` : t`${counted(-sentences, "sentence")} ahead`);
