import { OUTCOME, h, index } from "./data.js";
import { outcomeOf } from "./text.js";

const CANDIDATES = 12;
// What the names in the decisions of the run that is explained mean.
let glossary = {};

// Why a mention was resolved as it was: the decision in words, candidates in order, what the gold says, what others did.
export function explain(panel, text, number, span, choose) {
  const run = text.run(number);
  const decision = run?.decisions.get(span);
  const jump = (to) => h("button", { type: "button", class: "jump", onclick: () => choose(to) }, `“${text.words(to)}”`);
  const place = (to) => [jump(to), ` (sentence ${text.sentence(to)})`];
  glossary = index.glossaries[index.runs[number]?.name] ?? {};
  const parts = [h("h3", {}, `“${text.words(span)}”, sentence ${text.sentence(span)}`)];
  if (run) parts.push(...verdict(text, run, number, span, decision, place));
  else parts.push(...ofGold(text, span, place));
  if (decision) parts.push(...reasons(text, run, span, decision, place));
  parts.push(...chain(text, run ? run.chains[run.chainOf.get(span)] : text.gold[text.chainOfGold.get(span)], jump));
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
  const by = decision?.rule ? [` by the rule “${decision.rule}”`, told(decision.rule)] : [];
  const sure = (decision?.confidence ?? null) === null ? "" : ` (confidence ${decision.confidence})`;
  const who = index.runs[number].name;
  if (decision && decision.antecedent !== null) parts.push(h("p", {}, `${who} chose `, ...place(decision.antecedent), ...by, `${sure}.`));
  else if (decision) parts.push(h("p", {}, `${who} left it open`, ...by, `${sure}.`));
  else if (!run.places.has(span) || run.places.get(span) >= run.basis.own) parts.push(h("p", {}, `${who} did not have this mention.`));
  else parts.push(h("p", {}, `${who} did not decide on it.`));
  parts.push(...answer(text, gold, place));
  const cause = right ? "" : run.cause(span);
  if (cause) parts.push(h("p", {}, "Cause: ", h("b", {}, cause), told(cause.split(" by ")[1] ?? ""), "."));
  return parts;
}

function answer(text, gold, place) {
  if (gold === null) return [h("p", {}, "The gold does not have this mention.")];
  const to = text.answer(gold);
  return [to === null ? h("p", {}, "In the gold, it refers to nothing else.") : h("p", {}, "Gold: ", ...place(to), ".")];
}

function ofGold(text, span, place) {
  return answer(text, text.chainOfGold.has(span) ? span : null, place);
}

function reasons(text, run, span, decision, place) {
  const parts = [];
  if (decision.considered) {
    const left = decision.candidates.filter((candidate) => !candidate.rejected).length;
    let said = `Candidates: ${decision.considered}; agreeing in form: ${decision.agreeing}; of those listed passing every constraint: ${left}.`;
    if (decision.dropped.length) said += ` Dropped: ${decision.dropped.map(([name, count]) => (name === "not listed" ? `${count} ${name}` : `${count} by ${name}`)).join(", ")}.`;
    parts.push(h("p", {}, said));
  }
  const answers = new Set(text.gold[text.chainOfGold.get(run.gold(span))] ?? []);
  const item = (candidate) => candidateItem(candidate, decision, answers.has(run.gold(candidate.span)), place, largest);
  const largest = Math.max(...decision.candidates.flatMap((candidate) => candidate.factors.map(([, value]) => Math.abs(value))), 0);
  const kept = decision.candidates.slice(0, CANDIDATES), more = decision.candidates.slice(CANDIDATES);
  if (kept.length) parts.push(h("h4", {}, "Candidates, in order"), h("ol", {}, ...kept.map(item)));
  if (more.length) parts.push(h("details", {}, h("summary", {}, `${more.length} more`), h("ol", { start: CANDIDATES + 1 }, ...more.map(item))));
  for (const [to, reason] of decision.refused) parts.push(h("p", {}, "Given up: ", ...place(to), `, because of ${reason}.`));
  return parts;
}

function candidateItem(candidate, decision, isAnswer, place, largest) {
  const chosen = candidate.span === decision.antecedent;
  const fate = candidate.rejected ? [`dropped by ${candidate.rejected}`, told(candidate.rejected)]
    : candidate.admitted ? [`admitted: ${candidate.admitted}`, told(candidate.admitted)] : [];
  const bars = candidate.factors.flatMap(([name, value]) => {
    const bar = h("i", { class: value < 0 ? "minus" : null });
    bar.style.width = `${(100 * Math.abs(value)) / (largest || 1)}%`;
    return [h("span", { title: glossary[name] ?? null }, name === name.toUpperCase() ? name + told(name) : name), bar, h("span", {}, signedNumber(value))];
  });
  return h("li", { class: candidate.rejected ? "out" : null }, ...place(candidate.span),
    chosen ? h("span", { class: "tag" }, "chosen") : null, isAnswer ? h("span", { class: "tag right" }, "gold") : null,
    candidate.score === null ? null : ` score ${candidate.score}`,
    fate.length ? h("div", {}, ...fate) : null, bars.length ? h("div", { class: "factors" }, ...bars) : null);
}

function chain(text, spans, jump) {
  if (!spans) return [];
  const mentions = spans.flatMap((span, place) => (place ? [" · ", jump(span)] : [jump(span)]));
  return [h("h4", {}, `Its chain, ${spans.length} mentions`), h("p", {}, ...mentions)];
}

// The same anaphor in the hands of the other runs of the group.
function others(text, number, span) {
  const group = index.runs[number]?.group;
  const found = Object.keys(text.runs).map(Number).filter((other) => index.runs[other].group === group && text.run(other).outcome(span));
  if (group === undefined || found.length < 2) return [];
  const tags = found.map((other) => {
    const right = text.run(other).outcome(span) === OUTCOME.right;
    const to = text.run(other).decisions.get(span)?.antecedent;
    const title = to === null || to === undefined ? "left open" : `“${text.words(to)}”`;
    return h("span", { class: `tag ${right ? "right" : "wrong"}`, title }, `${right ? "✓" : "✗"} ${index.runs[other].name}`);
  });
  const right = found.filter((other) => text.run(other).outcome(span) === OUTCOME.right).length;
  return [h("h4", {}, `${right} of ${found.length} resolvers have it right`), h("div", { class: "others" }, ...tags)];
}

const told = (name) => (glossary[name] ? ` (${glossary[name]})` : "");
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const signedNumber = (value) => (value > 0 ? `+${value}` : `−${Math.abs(value)}`);
