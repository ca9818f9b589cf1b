import { h } from "../reader/dom.js";
import { OUTCOME, documentAt, index, outcomeOf, shown, word } from "./data.js";
import { grouped, t } from "../reader/wording.js";

const AT_ONCE = 100;
// What is asked for, in words.
const ASKED = {
  by: t`by`, slice: t`slice`, pronoun: t`pronoun`, reason: t`reason`, disclosed: t`disclosed`, said: t`said`, category: t`category`,
  shape: t`shape`, cause: t`cause`, antecedent: t`antecedent`, anchor: t`anchor`, type: t`type`,
};
// Slices that are named by the documents or by their words.
const FROM_TEXTS = ["document", "form", "genre"];

// All anaphors of a run that are as wanted, through all documents that are in the page.
export function* anaphors(wanted) {
  const number = Number(wanted.get("run"));
  for (const [place, { id, genre, runs }] of index.documents.entries()) {
    if (!runs.includes(number) || (wanted.has("document") && Number(wanted.get("document")) !== place)) continue;
    const text = documentAt(place), run = text.run(number);
    for (const span of chosen(text, run, wanted, { id, genre })) yield { place, text, run, number, span };
  }
}

function chosen(text, run, wanted, about) {
  if (["pronoun", "reason", "disclosed"].some((name) => wanted.has(name))) return disclosed(text, run, wanted);
  for (const name of ["shape", "cause"]) {
    if (wanted.has(name)) return run.errors.filter((error) => error[name] === wanted.get(name)).map((error) => error.span);
  }
  for (const name of ["antecedent", "anchor"]) if (wanted.has(name)) return celled(run, name, wanted);
  return judged(run, wanted, about);
}

function celled(run, name, wanted) {
  const types = wanted.get("type").split("+").flatMap((part) => index.groups[part] ?? [part]);
  const { spans, own, types: digits } = run.basis;
  return spans.slice(0, own).filter((span, place) =>
    index.cells[run.cells[name][place]] === wanted.get(name) && types.includes(index.types[parseInt(digits[place], 36)]));
}

function judged(run, wanted, { id, genre }) {
  const by = wanted.get("by"), slice = wanted.get("slice"), letters = wanted.get("outcome") ?? "";
  if (by === "genre" && (genre || "unknown") !== slice) return [];
  if (by === "document" && id !== slice) return [];
  const slices = run.basis.by[by];
  return run.basis.judged.filter((place, n) => !slices || word(slices[n]) === slice)
    .map((place) => run.basis.spans[place])
    .filter((span) => letters.includes(run.outcomes.get(span)));
}

function disclosed(text, run, wanted) {
  const rows = { A: () => true, B: (p) => !p.referential, C: (p) => p.referential, D: (p) => p.referential && p.reason, E: (p) => p.referential && !p.reason };
  const inRow = rows[wanted.get("disclosed") ?? "A"];
  return text.pronouns
    .map(([span, column, reason, referential, , category], place) => ({ span, column: word(column), reason: word(reason), referential, category: word(category), said: run.pronouns[place] }))
    .filter((p) => inRow(p) && (!wanted.has("pronoun") || p.column === wanted.get("pronoun"))
      && (!wanted.has("reason") || p.reason === wanted.get("reason")) && (!wanted.has("said") || p.said === wanted.get("said"))
      && (!wanted.has("category") || p.category === wanted.get("category")))
    .map((p) => p.span);
}

// What is wanted, in words.
function said(wanted) {
  const letters = [...(wanted.get("outcome") ?? "")].map(outcomeOf);
  const rest = [...wanted].filter(([name]) => !["run", "outcome", "document", "words"].includes(name)).map(([name, value]) => `${ASKED[name] ?? name} ${fromText(wanted, name) ? value : shown(value)}`);
  const place = wanted.has("document") ? [index.documents[Number(wanted.get("document"))].id] : [];
  return [...place, letters.join(t` or `), ...rest].filter(Boolean).join(", ");
}

const fromText = (wanted, name) => name === "pronoun" || (name === "slice" && FROM_TEXTS.includes(wanted.get("by")));

export function drawList(wanted) {
  const body = document.querySelector("#anaphors tbody"), more = document.getElementById("more");
  const form = (wanted.get("words") ?? "").trim().toLowerCase();
  const found = [...anaphors(wanted)].filter(({ text, span }) => !form || text.words(span).toLowerCase() === form);
  const show = (from) => {
    body.append(...found.slice(from, from + AT_ONCE).map(line));
    more.hidden = from + AT_ONCE >= found.length;
    more.onclick = () => show(from + AT_ONCE);
  };
  body.replaceChildren();
  const left = index.left_out ? t`, without ${index.left_out} documents that are not in this page` : "";
  document.getElementById("found").textContent =
    t`${grouped(found.length)} of ${index.runs[Number(wanted.get("run"))].label}: ${said(wanted)}${left}`;
  show(0);
}

// The words of a mention, and those that its chain begins with: "she" alone says little.
function called(text, span, chain) {
  if (span === null || span === undefined) return "";
  const own = text.words(span), first = chain ? text.words(chain[0]) : own;
  return own.toLowerCase() === first.toLowerCase() ? own : `${own} (${first})`;
}

function line({ place, text, run, number, span }) {
  const [before, after] = text.around(span);
  const outcome = run.outcome(span), right = outcome === OUTCOME.right;
  const cell = (head, words, css = "") => h("td", { class: `t ${css}`, "data-head": head }, words);
  const answer = text.answer(run.gold(span) ?? span), antecedent = run.decisions.get(span)?.antecedent;
  return h("tr", {},
    h("th", { scope: "row" }, h("a", { href: `#text?document=${place}&run=${number}&at=${span}` }, text.id)),
    h("td", { "data-head": t`sentence` }, String(text.sentence(span))),
    h("td", { class: "t" }, before, h("b", {}, text.words(span)), after),
    cell(t`proposed`, called(text, antecedent, run.chains[run.chainOf.get(antecedent)])), cell(t`gold`, called(text, answer, text.gold[text.chainOfGold.get(answer)])),
    cell(t`outcome`, outcome ? `${right ? "✓" : "✗"} ${outcomeOf(outcome)}` : "", right ? "right" : "wrong"),
    cell(t`cause`, right ? "" : shown(run.cause(span))));
}
