// Words in context, and what the corpus is like as each source has annotated it.
import { fetched } from "../shell/api.js";
import { byId, counted, fixed, grouped, h, own, pageData, t, worded } from "../shell/dom.js";

const data = pageData();
const form = /** @type {HTMLFormElement} */ (byId("search"));
const SHOWN = 200;
/** Characters on either side. */
const ROOM = 30;

/** @param {string} name */
const field = (name) => /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));

/** Who took part in each comparison that was looked at. @type {Map<string, [string, string][]>} */
const known = new Map();

/** @param {string} run */
async function answersOf(run) {
  const groups = await fetched(`${data.api}/runs/${run}/ranking`);
  return groups.flatMap((/** @type {any} */ { given, rows }) => rows.filter((/** @type {any} */ row) => !row.lacking).map((/** @type {any} */ row) => [row.resolver, given]));
}

/** Fields that are about documents, or about a comparison. */
async function adapt() {
  const run = field("place").value;
  for (const label of form.querySelectorAll("[data-for]")) /** @type {HTMLElement} */ (label).hidden = label.getAttribute("data-for") !== (run ? "run" : "documents");
  if (!run) return;
  if (!known.has(run)) {
    field("answers").replaceChildren(h("option", { value: "" }, "…"));
    known.set(run, await answersOf(run).catch(() => []));
  }
  if (field("place").value !== run) return; // another run was chosen meanwhile
  field("answers").replaceChildren(...(known.get(run) ?? []).map(([resolver, given]) => h("option", { value: JSON.stringify([resolver, given]) }, `${resolver}, ${worded(`${given} mentions`)}`)));
}

/** @returns {string} */
function address() {
  const asked = new URLSearchParams({ limit: String(SHOWN) });
  for (const name of ["form", "type", "outcome"]) if (field(name).value) asked.set(name, field(name).value);
  const run = field("place").value;
  if (!run) {
    for (const name of ["resolver", "key"]) if (field(name).value && field("resolver").value) asked.set(name, field(name).value);
    if (asked.get("key") === asked.get("resolver")) asked.delete("key");
    return `${data.api}/search?${asked}`;
  }
  const [resolver, given] = JSON.parse(field("answers").value);
  asked.set("resolver", resolver);
  if (given === "detected") asked.set("given", given);
  return `${data.api}/runs/${run}/search?${asked}`;
}

/** @param {any} hit */
function line(hit) {
  const found = hit.document == null ? hit.words : h("a", { href: `${data.here}/documents/${hit.document}/read?${place(hit)}` }, hit.words);
  return h("tr", {}, h("td", { class: "before", title: hit.before }, hit.before.length > ROOM ? hit.before.slice(-ROOM).replace(/^\S*/, "…") : hit.before), h("td", { class: "words", title: hit.words }, found), h("td", { class: "after t", title: hit.after }, hit.after.length > ROOM ? hit.after.slice(0, ROOM).replace(/\S*$/, "…") : hit.after),
    h("td", { class: "t" }, hit.type), h("td", { class: `t outcome ${hit.outcome}` }, worded(hit.outcome)), h("td", { class: "t named", title: hit.antecedent }, hit.antecedent), h("td", { class: "t named", title: hit.expected }, hit.expected), h("td", { class: "t" }, hit.name));
}

/** @param {any} hit */
function place({ parts, zero }) {
  const at = String(zero ?? parts[0]?.[0] ?? 0), left = field("resolver").value, key = field("key").value;
  return new URLSearchParams({ at, ...(left ? { left } : {}), ...(key ? { key } : {}) });
}

/** What is missing to search the project's documents; in a comparison nothing is. */
function lacking() {
  if (field("place").value) return field("answers").value ? "" : t`This comparison has no answers to search.`;
  if (field("outcome").value && !(field("resolver").value && field("key").value)) return t`To search by outcome, choose an annotation and the correct one.`;
  if (field("type").value && !field("resolver").value) return t`To search by type, choose an annotation.`;
  return field("form").value.trim() || field("resolver").value ? "" : t`Type a word, or choose an annotation.`;
}

/** How many there are. @param {number} count @param {boolean} more */
const found = (count, more) => (count ? more ? t`The first ${counted(count, "place")}; there are more.` : `${counted(count, "place")}.` : t`Nothing found.`);

/** Searches that were begun: an answer to an earlier one comes too late. */
let searches = 0;

async function search() {
  const box = byId("hits"), mine = (searches += 1);
  box.setAttribute("aria-busy", "true");
  box.replaceChildren(h("p", { class: "hint" }, t`Searching …`));
  try {
    const wrong = lacking();
    if (wrong) throw new Error(wrong);
    const asked = address(), { hits, more } = await fetched(asked);
    if (mine === searches) box.replaceChildren(...concordance(asked, hits, more));
  } catch (error) {
    if (mine === searches) box.replaceChildren(h("p", { class: "problem" }, /** @type {Error} */ (error).message));
  }
  box.removeAttribute("aria-busy");
}

/**
 * The first places, and a button that fetches others.
 * @param {string} asked
 * @param {any[]} hits
 * @param {boolean} more
 */
function concordance(asked, hits, more) {
  const told = h("p", { class: "hint" }, found(hits.length, more));
  if (!hits.length) return [told];
  const heads = [t`before`, t`Words`, t`after`, t`Type`, t`Outcome`, t`Antecedent`, t`Expected`, t`Document`];
  const body = h("tbody", {}, ...hits.map(line));
  const button = /** @type {HTMLButtonElement} */ (h("button", { type: "button", hidden: !more }, t`Show ${SHOWN} more`));
  button.addEventListener("click", async () => {
    button.disabled = true;
    const next = await fetched(`${asked}&offset=${body.children.length}`).catch(() => null);
    button.disabled = false;
    if (!next) return;
    body.append(...next.hits.map(line));
    told.textContent = found(body.children.length, next.more);
    button.hidden = !next.more;
  });
  const table = h("table", { class: "kwic" }, h("thead", {}, h("tr", {}, ...heads.map((name, column) => h("th", { scope: "col", class: column > 1 ? "t" : "before" }, column < 3 ? h("span", { class: "unseen" }, name) : name)))), body);
  return [told, h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t`Concordance` }, table), h("p", {}, button)];
}

/** @type {Record<string, string>} */
const NAMES = {
  words: t`tokens`, characters: t`characters`, intrasentential: t`antecedent in the same sentence`, nontrivial: t`more than one candidate`, critical: t`more than one candidate that agrees`, first_second: t`first and second person`, split_antecedents: t`split antecedents`, sentence_distance: t`sentences back to the antecedent`,
  mention_distance: t`mentions back to the antecedent`, candidates: t`candidates`, intrasentential_share: t`share with the antecedent in the same sentence`, critical_share: t`share with more than one candidate that agrees`,
};

/** @param {string} name @param {string} part @param {any} value */
const told = (name, part, value) => (value == null ? "–" : name.endsWith("_share") ? `${fixed(100 * value, 1)} %` : part === "counts" ? grouped(value) : fixed(value, 2));

/** @param {[string, any][]} found by source */
function table(found) {
  const [, first] = found[0];
  /** @type {[string, string | null][]} */
  const rows = [["documents", null], ...Object.keys(first.counts).filter((name) => name !== "documents").map((name) => /** @type {[string, string]} */ ([name, "counts"])), ...Object.keys(first.averages).map((name) => /** @type {[string, string]} */ ([name, "averages"]))];
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t`Statistics` }, h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "unseen" }, t`Statistics`)), ...found.map(([source]) => h("th", { scope: "col" }, source)))),
    h("tbody", {}, ...rows.map(([name, part]) => h("tr", {}, h("th", { scope: "row" }, own(NAMES, name) ?? worded(name.replaceAll("_", " ")), part === "averages" && !name.endsWith("_share") ? h("i", {}, t`mean per anaphor`) : ""),
      ...found.map(([, one]) => h("td", {}, part === null ? String(one.documents.length) : told(name, part, one[part][name]))))))));
}

async function describe() {
  const box = document.getElementById("statistics");
  if (!box) return;
  /** @type {[string, any][]} */
  const found = [];
  for (const source of data.sources) {
    const answer = await fetched(`${data.api}/statistics?source=${encodeURIComponent(source)}`).catch(() => null);
    if (answer) found.push([source, answer]);
    if (found.length) box.replaceChildren(table(found));
  }
  box.removeAttribute("aria-busy");
}

field("place").addEventListener("change", adapt);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  history.replaceState(null, "", `?${new URLSearchParams(filled())}`);
  search();
});

/** What is filled in, for the address, so that a search can be sent to others. @returns {[string, string][]} */
function filled() {
  const about = field("place").value ? ["answers"] : ["resolver", "key"];
  return ["place", "form", ...about, "type", "outcome"].map((name) => /** @type {[string, string]} */ ([name, field(name).value])).filter(([, value]) => value);
}

/** Fill in what the address says; `run` is how other pages lead here. */
async function followAddress() {
  const asked = new URLSearchParams(location.search), run = asked.get("run");
  if (run) [["place", run], ["outcome", "wrong"]].forEach(([name, value]) => asked.set(name, value));
  if (![...asked.keys()].some((name) => form.elements.namedItem(name))) return;
  const fill = (/** @type {string} */ name) => {
    const place = field(name), value = asked.get(name) ?? "";
    if (place instanceof HTMLSelectElement && ![...place.options].some((one) => one.value === value)) return;
    if (asked.has(name) || name === "key") place.value = value;
  };
  for (const name of ["place", "form", "resolver", "key", "type", "outcome"]) fill(name);
  await adapt();
  fill("answers");
  search();
}
followAddress();
describe();
