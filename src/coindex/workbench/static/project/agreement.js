// Agreement of two sources or more, and how many differences each document has.
import { fetched } from "../shell/api.js";
import { byId, counted, fixed, h, t, worded } from "../shell/dom.js";
import { ASPECTS } from "../model/aspects.js";

/** @type {Record<string, [string, string]>} */
const MEANING = {
  Mentions: [t`Mentions`, t`F1 of mentions`],
  MUC: [t`Links`, t`F1 of MUC: links within chains`],
  CoNLL: [t`Chains`, t`mean F1 of MUC, B³ and CEAF`],
  Kappa: [t`Kappa`, t`Cohen's kappa on whether two mentions corefer, corrected for chance`],
  Alpha: [t`Alpha`, t`Krippendorff's alpha with Passonneau's distance between chains, corrected for chance`],
};

/** Up to so many sources, all tables are shown at once. */
const FEW = 4;

const form = document.getElementById("agreement");

/** @param {number | null | undefined} value */
const percent = (value) => (value === null || value === undefined ? "–" : fixed(100 * value, 1));

/** @param {[number, number] | null | undefined} interval */
const bounds = (interval) => (interval ? `${percent(interval[0])} – ${percent(interval[1])}` : "–");

/** @param {string} caption @param {string[]} columns @param {any[]} rows */
const tabular = (caption, columns, rows) => h("div", { class: "scroll", tabindex: "0" }, h("table", {}, h("caption", {}, caption),
  h("thead", {}, h("tr", {}, ...columns.map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, ...rows)));

/** @param {any} agreement */
function table({ documents, measures, chains }) {
  if (!documents.length) return h("p", { class: "empty" }, t`No document is annotated by both.`);
  const note = chains ? "" : h("p", { class: "hint" }, t`Nothing is linked yet, so only mentions are compared.`);
  const rows = measures.map((/** @type {any} */ one) => h("tr", {},
    h("th", { scope: "row" }, MEANING[one.measure]?.[0] ?? one.measure, h("i", {}, MEANING[one.measure]?.[1] ?? "")),
    h("td", {}, h("b", {}, percent(one.agreement))), h("td", {}, bounds(one.interval)),
    h("td", {}, percent(one.observed)), h("td", {}, percent(one.expected))));
  return h("div", {}, tabular(t`Agreement on ${counted(documents.length, "document")}, in percent`, [t`Measure`, t`Agreement`, t`95 % interval`, t`Observed`, t`Expected`], rows), note);
}

/** Tables of several sources: all of them, every two, each with the others, and sorts of mentions. @param {any} agreement */
function tables({ documents, measures, sources, chains }) {
  if (!documents.length) return [h("p", { class: "empty" }, t`No document is annotated by two of them.`)];
  const whole = measures.filter((/** @type {any} */ one) => !one.by);
  return [
    table({ documents, measures: whole, chains }),
    h("p", { class: "hint" }, t`Mentions, links, chains and kappa are means over pairs; alpha is of all sources.`),
    h("details", { class: "further", open: sources.length <= FEW }, h("summary", {}, t`Pairs, people, kinds of mentions and types of entities …`),
      split(measures, "pair", t`Every two sources, in percent`, t`Sources`, (pair) => pairOf(pair, sources)),
      split(measures, "annotator", t`Each source with the others: means, in percent`, t`Source`),
      ofAlpha(measures, "without", t`Alpha without one of the ${sources.length}, in percent`, t`Without`),
      ofAlpha(measures, "kind", t`Alpha by kind of mention, in percent`, t`Kind`, worded),
      ofAlpha(measures, "entity", t`Alpha by type of entity, in percent`, t`Type`, worded)),
  ];
}

/** Two sources, which the server names with an English "and". @param {string} pair @param {string[]} sources */
function pairOf(pair, sources) {
  for (const one of sources) for (const other of sources) if (pair === `${one} and ${other}`) return t`${one} and ${other}`;
  return pair;
}

/** What a slice is called as it is. @param {string} slice */
const same = (slice) => slice;

/**
 * A row for each slice and a column for each measure.
 * @param {any[]} measures @param {string} by @param {string} caption @param {string} heading @param {(slice: string) => string} [called]
 */
function split(measures, by, caption, heading, called = same) {
  const parts = measures.filter((one) => one.by === by);
  const names = [...new Set(parts.map((one) => one.measure))], slices = [...new Set(parts.map((one) => one.slice))];
  const rows = slices.map((slice) => {
    const own = parts.filter((one) => one.slice === slice);
    return h("tr", {}, h("th", { scope: "row" }, called(slice)), h("td", {}, String(own[0].documents)),
      ...names.map((name) => h("td", {}, percent(own.find((one) => one.measure === name)?.agreement))));
  });
  return tabular(caption, [heading, t`Documents`, ...names.map((name) => MEANING[name]?.[0] ?? name)], rows);
}

/** @param {any[]} measures @param {string} by @param {string} caption @param {string} heading @param {(slice: string) => string} [called] */
function ofAlpha(measures, by, caption, heading, called = same) {
  const rows = measures.filter((one) => one.by === by).map((one) => h("tr", {}, h("th", { scope: "row" }, called(one.slice)), h("td", {}, String(one.documents)),
    h("td", {}, h("b", {}, percent(one.agreement))), h("td", {}, bounds(one.interval)), h("td", {}, percent(one.observed)), h("td", {}, percent(one.expected))));
  return tabular(caption, [heading, t`Documents`, t`Alpha`, t`95 % interval`, t`Observed`, t`Expected`], rows);
}

/** How many differences there are of each kind. @param {Map<string, number>} kinds */
function kindTable(kinds) {
  const rows = [...kinds].sort((left, right) => right[1] - left[1]).map(([aspect, count]) => h("tr", {}, h("th", { scope: "row" }, ASPECTS[aspect] ?? aspect), h("td", {}, String(count))));
  return rows.length ? tabular(t`Differences by kind`, [t`Kind`, t`Differences`], rows) : h("p", { class: "hint" }, t`No differences.`);
}

/** The query of the form: two sources as a and b, several as source. @param {FormData} data @param {boolean} view */
function asked(data, view) {
  const also = data.getAll("also").map(String).filter((name) => name !== data.get("a") && name !== data.get("b"));
  const names = [String(data.get("a")), String(data.get("b"))];
  const sides = also.length ? [...names, ...also].map((name) => ["source", name]) : [["a", names[0]], ["b", names[1]]];
  return { several: also.length > 0, query: new URLSearchParams(view ? [...sides, ["view", String(data.get("view"))]] : sides) };
}

async function show() {
  if (!(form instanceof HTMLFormElement)) return;
  const box = byId("measures");
  box.setAttribute("aria-busy", "true");
  const data = new FormData(form);
  const { several, query } = asked(data, true);
  try {
    const agreement = await fetched(`${form.dataset.api}${several ? "/several" : ""}?${query}`);
    box.replaceChildren(...(several ? tables(agreement) : [table(agreement)]));
  } catch (error) {
    box.textContent = /** @type {Error} */ (error).message;
  }
  box.removeAttribute("aria-busy");
  await count(asked(data, false), (form.dataset.api ?? "").replace(/\/agreement$/, ""));
}

/** @param {{several: boolean, query: URLSearchParams}} chosen @param {string} project */
async function count({ several, query }, project) {
  const name = several ? "disagreements" : "differences", kinds = new Map();
  for (const row of document.querySelectorAll("tr[data-document]")) {
    const cell = row.querySelector(".count");
    const answer = await fetched(`${project}/documents/${/** @type {HTMLElement} */ (row).dataset.document}/${name}?${query}`).catch(() => null);
    for (const one of answer?.[name] ?? []) kinds.set(one.aspect, (kinds.get(one.aspect) ?? 0) + 1);
    if (cell) cell.textContent = answer ? String(answer[name].length) : "–";
  }
  byId("kinds").replaceChildren(kindTable(kinds));
}

const chosen = new URLSearchParams(location.search).get("view");
const view = form?.querySelector('[name="view"]');
if (chosen && view instanceof HTMLSelectElement) view.value = chosen;
show();
