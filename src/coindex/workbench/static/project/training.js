// The training round: who has handed in what, how far it agrees with the key, and every difference.
import { fetched } from "../shell/api.js";
import { byId, counted, fixed, h, t, when, worded } from "../shell/dom.js";
import { ASPECTS } from "../model/aspects.js";

const box = byId("training");
const { api = "", pages = "" } = box.dataset, supervising = box.dataset.supervising !== undefined;

/** @param {any} attempt @param {string} measure */
function percent(attempt, measure) {
  const value = attempt.measures.find((/** @type {any} */ one) => one.measure === measure)?.agreement;
  return value === null || value === undefined ? "–" : fixed(100 * value, 1);
}

const MEASURES = { Mentions: t`Mentions`, CoNLL: t`Chains`, Alpha: t`Alpha` };

/** @param {string[]} columns @param {any[]} rows @param {string} caption @param {number} words columns that hold no numbers */
const table = (columns, rows, caption, words) => h("div", { class: "scroll", tabindex: "0" }, h("table", {}, h("caption", {}, caption),
  h("thead", {}, h("tr", {}, ...columns.map((name, place) => h("th", { scope: "col", class: place < words ? "t" : null }, name)))), h("tbody", {}, ...rows)));

/** @param {any} one an attempt */
function row(one) {
  const done = one.state === "handed in";
  const query = new URLSearchParams([["document", String(one.document)], ["person", one.person]]);
  return h("tr", { "data-state": one.state }, h("th", { scope: "row" }, h("a", { href: `${pages}/documents/${one.document}` }, one.name)),
    h("td", { class: "t" }, one.person), h("td", { class: "t" }, worded(one.state)),
    ...Object.keys(MEASURES).map((name) => h("td", {}, done ? percent(one, name) : "–")),
    h("td", {}, done ? h("a", { href: `?${query}` }, counted(one.differences, "difference")) : "–"));
}

/** The mean of each person over what they have handed in. @param {any[]} attempts */
function means(attempts) {
  const people = [...new Set(attempts.map((one) => one.person))];
  return people.map((person) => {
    const own = attempts.filter((one) => one.person === person), done = own.filter((one) => one.state === "handed in");
    const mean = (/** @type {string} */ name) => {
      const values = done.map((one) => Number(percent(one, name))).filter((value) => !Number.isNaN(value));
      return values.length ? fixed(values.reduce((sum, value) => sum + value, 0) / values.length, 1) : "–";
    };
    return h("tr", {}, h("th", { scope: "row" }, person), h("td", {}, t`${done.length} of ${own.length}`), ...Object.keys(MEASURES).map((name) => h("td", {}, mean(name))));
  });
}

/** @param {any} exercise */
const removal = (exercise) => h("li", {}, t`${exercise.name}, key: ${exercise.key}`, " ",
  h("button", { type: "button", class: "small", "data-send": `DELETE ${api}/documents/${exercise.document}/training`, "aria-label": t`Take ${exercise.name} out of the training round` }, "✕"));

async function show() {
  const { exercises, attempts } = await fetched(`${api}/training`);
  if (!exercises.length) return box.replaceChildren(h("p", { class: "empty" }, supervising ? t`No documents yet. Add some below.` : t`This project has no training round.`));
  const names = Object.values(MEASURES);
  box.replaceChildren(
    ...(supervising ? [h("ul", { class: "plain-list" }, ...exercises.map(removal))] : []),
    attempts.length ? table([t`Document`, t`Annotator`, t`State`, ...names, t`Differences`], attempts.map(row), t`Agreement with the key, in percent`, 3) : h("p", { class: "empty" }, t`Nobody has begun.`),
    ...(supervising && attempts.length ? [table([t`Annotator`, t`Handed in`, ...names], means(attempts), t`Mean of what each annotator has handed in, in percent`, 1)] : []));
}

/** The place of a mention as the tagging tool reads it from an address. @param {any} one a difference */
const place = (one) => (one.zero === null || one.zero === undefined ? one.parts.map((/** @type {number[]} */ part) => part.join("-")).join("+") : `∅${one.zero}`);

/** @param {string} document @param {string} person */
async function compare(document, person) {
  const section = byId("feedback");
  section.hidden = false;
  const { attempt, differences } = await fetched(`${api}/documents/${document}/training?${new URLSearchParams({ person })}`);
  /** @type {Map<string, number>} */
  const kinds = new Map();
  for (const one of differences) kinds.set(one.aspect, (kinds.get(one.aspect) ?? 0) + 1);
  const chosen = h("select", {}, h("option", { value: "" }, t`all kinds`), ...[...kinds].map(([kind, count]) => h("option", { value: kind }, `${ASPECTS[kind] ?? kind} (${count})`)));
  const body = h("tbody", {});
  const fill = () => body.replaceChildren(...differences.filter((/** @type {any} */ one) => !chosen.value || one.aspect === chosen.value).map((/** @type {any} */ one) => h("tr", {},
    h("th", { scope: "row" }, h("a", { href: `${pages}/documents/${document}?${new URLSearchParams({ source: person, place: place(one) })}` }, one.words)),
    h("td", { class: "t" }, ASPECTS[one.aspect] ?? one.aspect), h("td", { class: "t" }, one.a), h("td", { class: "t" }, one.b))));
  chosen.addEventListener("change", fill);
  fill();
  section.replaceChildren(h("h2", {}, t`${attempt.name}: ${attempt.person} and the key`),
    h("p", {}, t`Handed in on ${when(attempt.handed_in)}. Only this version counts; later changes do not.`),
    ...(differences.length ? [h("p", {}, h("label", {}, t`Show`, " ", chosen)), h("div", { class: "scroll", tabindex: "0" }, h("table", {},
      h("thead", {}, h("tr", {}, ...[t`Mention`, t`Kind`, t`Key`, t`Handed in`].map((name) => h("th", { scope: "col", class: "t" }, name)))), body))]
      : [h("p", { class: "empty" }, t`No differences.`)]));
}

/** @param {HTMLElement} where */
const failing = (where) => (/** @type {Error} */ error) => { where.textContent = error.message; };

await show().catch(failing(box));
box.removeAttribute("aria-busy");
const asked = new URLSearchParams(location.search), chosenDocument = asked.get("document"), chosenPerson = asked.get("person");
if (chosenDocument && chosenPerson) await compare(chosenDocument, chosenPerson).catch(failing(byId("feedback")));
