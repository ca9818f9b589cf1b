import { countsOf, distance } from "../reader/candidates.js";
import { h } from "../reader/dom.js";
import { candidateSections, chainSection, context, jump } from "../reader/reasons.js";
import { counted, t, worded } from "../reader/wording.js";
import { OUTCOME, index, outcomeOf, shown } from "./data.js";

// What the names in the decisions of the run that is explained mean.
let glossary = {};

// Why a mention was resolved as it was: the decision in words, candidates in order, what the gold says, what others did.
export function explain(panel, text, number, span, reader) {
  const run = text.run(number);
  const decision = run?.decisions.get(span);
  const link = (to) => jump(reader, to, t`“${text.words(to)}”`);
  const place = (to) => [link(to), t` (sentence ${text.sentence(to)})`];
  glossary = index.glossaries[index.runs[number]?.name] ?? {};
  const parts = [h("h3", {}, t`“${text.words(span)}”, sentence ${text.sentence(span)}`)];
  if (run) parts.push(...verdict(text, run, number, span, decision, place));
  else parts.push(...ofGold(text, span, place));
  if (decision) parts.push(...reasons(text, run, span, decision, place, (to) => reader.activate(to)));
  parts.push(...chain(text, run ? run.chains[run.chainOf.get(span)] : text.gold[text.chainOfGold.get(span)], span, link));
  parts.push(...others(text, number, span));
  panel.replaceChildren(...parts);
}

function verdict(text, run, number, span, decision, place) {
  const outcome = run.outcome(span), gold = run.gold(span);
  const right = outcome === OUTCOME.right;
  const parts = [];
  if (outcome) {
    const sign = right ? "✓" : "✗";
    parts.push(h("p", { class: `verdict ${right ? "right" : "wrong"}` }, `${sign} ${capital(outcomeOf(outcome))}`));
  }
  const by = decision?.rule ? [t` by the rule “${worded(decision.rule)}”`, told(decision.rule)] : [];
  const sure = (decision?.confidence ?? null) === null ? "" : t` (confidence ${decision.confidence})`;
  const who = index.runs[number].title;
  if (decision && decision.antecedent !== null) parts.push(h("p", {}, t`${who} chose `, ...place(decision.antecedent), ...by, `${sure}.`));
  else if (decision?.together.length) {
    const members = decision.together.flatMap((to, number) => [number ? t` and ` : "", ...place(to)]);
    parts.push(h("p", {}, t`${who} chose `, ...members, t` together`, ...by, `${sure}.`));
  } else if (decision) parts.push(h("p", {}, t`${who} left it open`, ...by, `${sure}.`));
  else if (!run.places.has(span) || run.places.get(span) >= run.basis.own) parts.push(h("p", {}, t`${who} did not have this mention.`));
  else parts.push(h("p", {}, t`${who} did not decide on it.`));
  parts.push(...answer(text, gold, place));
  const cause = right ? "" : run.cause(span);
  if (cause) parts.push(h("p", {}, t`Cause: `, h("b", {}, shown(cause)), told(cause.split(" by ")[1] ?? ""), "."));
  return parts;
}

function answer(text, gold, place) {
  if (gold === null) return [h("p", {}, t`The gold does not have this mention.`)];
  const to = text.answer(gold);
  return [to === null ? h("p", {}, t`In the gold, it refers to nothing else.`) : h("p", {}, t`Gold: `, ...place(to), ".")];
}

function ofGold(text, span, place) {
  return answer(text, text.chainOfGold.has(span) ? span : null, place);
}

function reasons(text, run, span, decision, place, choose) {
  const answers = new Set(text.gold[text.chainOfGold.get(run.gold(span))] ?? []), sentence = text.sentence(span);
  const listed = decision.candidates.map((candidate) => ({
    ...candidate,
    words: text.words(candidate.span),
    where: distance(sentence - text.sentence(candidate.span)),
    tags: [candidate.span === decision.antecedent || decision.together.includes(candidate.span) ? "chosen" : "", answers.has(run.gold(candidate.span)) ? "gold" : ""].filter(Boolean),
    choose: () => choose(candidate.span),
  }));
  const counts = countsOf(decision);
  return [
    ...decision.told.map((line) => h("p", {}, line)),
    counts ? h("p", {}, counts) : null,
    ...candidateSections(listed, glossary, "h4"),
    ...decision.refused.map(([to, reason]) => h("p", {}, t`Given up: `, ...place(to), t`, because of ${worded(reason)}.`)),
  ].filter((node) => node !== null);
}

function chain(text, spans, span, link) {
  if (!spans) return [];
  const { text: words, marks } = text.reader;
  return [chainSection(t`Its chain, ${counted(spans.length, "mention")}`, spans, span, (one) => [link(one), context(words, marks[one])], "h4")];
}

// The same anaphor in the hands of the other runs of the group.
function others(text, number, span) {
  const group = index.runs[number]?.group;
  const found = Object.keys(text.runs).map(Number).filter((other) => index.runs[other].group === group && text.run(other).outcome(span));
  if (group === undefined || found.length < 2) return [];
  const tags = found.map((other) => {
    const right = text.run(other).outcome(span) === OUTCOME.right;
    const to = text.run(other).decisions.get(span)?.antecedent;
    const title = to === null || to === undefined ? t`left open` : t`“${text.words(to)}”`;
    return h("span", { class: `tag ${right ? "right" : "wrong"}`, title }, `${right ? "✓" : "✗"} ${index.runs[other].title}`);
  });
  const right = found.filter((other) => text.run(other).outcome(span) === OUTCOME.right).length;
  return [h("h4", {}, t`${right} of ${found.length} resolvers have it right`), h("div", { class: "others" }, ...tags)];
}

const told = (name) => (glossary[name] ? ` (${glossary[name]})` : "");
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
