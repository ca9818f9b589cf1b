// Beside the text: the mention that is chosen, why it was resolved as it was, and its chain.
import { antecedentsOf, chainOf } from "../model/chains.js";
import { startOf } from "../model/model.js";
import { wordsFor, wordsOf } from "../model/naming.js";
import { byId, counted, fixed, h, t, worded } from "../shell/dom.js";
import { interfaceLanguage } from "../reader/wording.js";
import { jump } from "../side/jump.js";
import { countsOf, distance } from "../reader/candidates.js";
import { candidateSections, chainSection, context } from "../reader/reasons.js";

/** @typedef {import("./reader.js").Reader} Reader */

/** @type {Record<string, string>} */
const OUTCOMES = { right: t`right`, wrong: t`wrong`, open: t`left unresolved` };

/** @param {Reader} reader */
export function keepWhy(reader) {
  const box = byId("why");
  reader.addEventListener("active", () => box.replaceChildren(...(reader.active === null ? nothing(reader) : panel(reader, reader.active))));
}

/** @param {Reader} reader */
function nothing({ version, text, right }) {
  const chains = [...version.model.entities.values()].filter(({ mentions }) => mentions.length > 1).length;
  const outcomes = version.model.order.map((key) => version.outcome(key, right));
  const count = (/** @type {string} */ which) => outcomes.filter((one) => one === which).length;
  const judged = count("right") + count("wrong") + count("open");
  return [
    h("h2", {}, version.name),
    h("p", {}, `${counted(text.length - text.empty.size, "token")}, ${counted(version.model.mentions.size, "mention")}, ${counted(chains, "chain")}.`),
    judged ? h("p", {}, t`Of ${judged} mentions with an antecedent, ${right?.name} and ${version.name} agree on ${count("right")}; ${count("wrong")} are wrong, ${count("open")} unresolved.`) : null,
    h("p", { class: "hint" }, t`Point at a mention to see its chain; click it to see why. Arrow keys go from mention to mention.`),
  ].filter((node) => node !== null);
}

/** @param {Reader} reader @param {number} key */
function panel(reader, key) {
  const { version, model } = reader;
  const { kind, reference, subtype } = model.mention(key);
  const found = antecedentsOf(model, key), decision = version.decisions.get(key);
  return [
    h("header", {}, h("h2", {}, t`“${reader.words(key)}”`), h("p", { class: "hint" }, [version.name, ...[kind, reference, subtype].map(worded)].filter(Boolean).join(" · "))),
    h("p", { class: found.length ? "state solved" : "state" }, ...(found.length ? [t`refers to `, ...links(reader, found)] : [t`has no antecedent`])),
    judgement(reader, key),
    ...(decision ? reasons(reader, decision) : []),
    chain(reader, key),
  ].filter((node) => node !== null);
}

/** @param {Reader} reader @param {number[]} keys */
const links = (reader, keys) => keys.flatMap((one, place) => [place ? " + " : "", jump(reader, one)]);

/** @param {Reader} reader @param {number} key */
function judgement({ version, right, text }, key) {
  const outcome = version.outcome(key, right);
  if (!outcome || !right) return null;
  const there = /** @type {number} */ (version.counterpart(key, right));
  const expected = antecedentsOf(right.model, there).map((one) => wordsOf(text, right.model, one)).join(" + ");
  return h("p", { class: `judged ${outcome}` }, `${OUTCOMES[outcome]}${outcome === "right" ? "" : `; ${right.name}: ${expected || t`no antecedent`}`}`);
}

/** @param {Reader} reader @param {any} decision */
function reasons(reader, decision) {
  const { version, text, right } = reader, { glossary } = version;
  const anaphor = version.at(decision.anaphor), here = text.sentenceOf(startOf(anaphor.mention));
  const there = right && anaphor.key !== null ? version.counterpart(anaphor.key, right) : null;
  const chain = right && there !== null ? new Set(chainOf(right.model, there)) : new Set();
  const listed = (decision.candidates ?? []).map((/** @type {any} */ candidate) => {
    const { key, mention } = version.at(candidate.mention);
    const fits = right && key !== null && chain.has(version.counterpart(key, right));
    const tags = [candidate.mention === decision.antecedent || decision.together?.includes(candidate.mention) ? "chosen" : "", fits ? right.name : ""].filter(Boolean);
    return {
      rejected: "", admitted: "", score: null, factors: [], ...candidate, tags, words: key === null ? wordsFor(text, mention) : wordsOf(text, version.model, key),
      where: distance(here - text.sentenceOf(startOf(mention))), choose: () => { if (key !== null) reader.activate(key); },
    };
  });
  return [
    ...inWords(reader, decision).map((line) => h("p", { class: "decision" }, line)),
    fragments(decision.fragments ?? []),
    ...candidateSections(listed, glossary, "h3"),
  ].filter((node) => node !== null);
}

/** What the parse of the sentence falls into, if it is not one tree. @param {string[]} lines */
const fragments = (lines) => (lines.length ? h("details", {}, h("summary", {}, t`${lines.length} fragments of the parse`), h("ul", {}, ...lines.map((line) => h("li", {}, line)))) : null);

/** The decision without its candidates, which are listed below, but with those that were given up. @param {Reader} reader @param {any} decision @returns {string[]} */
function inWords(reader, decision) {
  /** @type {string | undefined} */
  const why = interfaceLanguage === "en" ? decision.why ?? "" : decision.translations?.[interfaceLanguage];
  if (why === undefined) return retold(reader, decision);
  const lines = why.split("\n").filter((line) => line && (!/^\s*[-x] /.test(line) || line.includes("given up")));
  return lines.map((line) => line.replace(/^\s*x /, ""));
}

/** The same in the language of the page; the server tells it in English. @param {Reader} reader @param {any} decision */
function retold({ version, text }, { rule, confidence, refused = [], ...decision }) {
  const how = [rule ? t`by the rule “${worded(rule)}”` : "", typeof confidence === "number" ? t`confidence ${fixed(confidence, 2)}` : ""].filter(Boolean).join(", ");
  const given = refused.map((/** @type {[number, string]} */ [place, reason]) => t`${wordsFor(text, version.at(place).mention)}: preferred, but given up: ${worded(reason)}`);
  return [how ? t`Decided ${how}.` : "", countsOf(decision), ...given].filter(Boolean);
}

/** @param {Reader} reader @param {number} key */
function chain(reader, key) {
  const { model, text } = reader, mentions = chainOf(model, key), entity = model.entityOf(key);
  if (mentions.length < 2) return null;
  const title = t`Chain ${reader.numberOf(key)}${entity?.type ? `, ${worded(entity.type)}` : ""}: ${counted(mentions.length, "mention")}`;
  return chainSection(title, mentions, key, (one) => [jump(reader, one), context(text, model.mention(one))], "h3");
}
