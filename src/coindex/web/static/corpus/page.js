// Words in context, and what the corpus is like as each source has annotated it.
import { fetched } from "../shell/api.js";
import { byId, h, pageData } from "../shell/dom.js";

const data = pageData();
const form = /** @type {HTMLFormElement} */ (byId("search"));
const SHOWN = 200;
/** Characters on either side. */
const ROOM = 32;

/** @param {string} name */
const field = (name) => /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));

/** Fields that are about documents, or about a comparison. */
function adapt() {
  const run = field("place").value;
  for (const label of form.querySelectorAll("[data-for]")) /** @type {HTMLElement} */ (label).hidden = label.getAttribute("data-for") !== (run ? "run" : "documents");
  const answers = data.runs[run] ?? [];
  field("answers").replaceChildren(...answers.map((/** @type {[string, string]} */ [resolver, given]) => h("option", { value: JSON.stringify([resolver, given]) }, `${resolver}, ${given} mentions`)));
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
  return h("tr", {}, h("td", { class: "before" }, hit.before.length > ROOM ? hit.before.slice(-ROOM).replace(/^\S*/, "…") : hit.before), h("td", { class: "words", title: hit.words }, found), h("td", { class: "after t" }, hit.after.length > ROOM ? hit.after.slice(0, ROOM).replace(/\S*$/, "…") : hit.after),
    h("td", { class: "t" }, hit.type), h("td", { class: `t outcome ${hit.outcome}` }, hit.outcome), h("td", { class: "t named", title: hit.antecedent }, hit.antecedent), h("td", { class: "t named", title: hit.expected }, hit.expected), h("td", { class: "t" }, hit.name));
}

/** @param {any} hit */
function place({ parts, zero }) {
  const at = String(zero ?? parts[0]?.[0] ?? 0), left = field("resolver").value, key = field("key").value;
  return new URLSearchParams({ at, ...(left ? { left } : {}), ...(key ? { key } : {}) });
}

async function search() {
  const box = byId("hits");
  box.setAttribute("aria-busy", "true");
  box.replaceChildren(h("p", { class: "hint" }, "Searching …"));
  try {
    const { hits, more } = await fetched(address());
    const heads = ["before", "", "after", "Type", "Outcome", "Antecedent", "Expected", "Document"];
    box.replaceChildren(
      h("p", { class: "hint" }, hits.length ? `${more ? "The first " : ""}${hits.length} ${hits.length === 1 ? "place" : "places"}${more ? "; there are more" : ""}.` : "Nothing found."),
      hits.length ? h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Concordance" }, h("table", { class: "kwic" },
        h("thead", {}, h("tr", {}, ...heads.map((name, column) => h("th", { scope: "col", class: column > 1 ? "t" : "before" }, column < 3 ? "" : name)))),
        h("tbody", {}, ...hits.map(line)))) : "");
  } catch (error) {
    box.replaceChildren(h("p", { class: "problem" }, /** @type {Error} */ (error).message));
  }
  box.removeAttribute("aria-busy");
}

/** @type {Record<string, string>} */
const NAMES = {
  intrasentential: "antecedent in the same sentence", critical: "no help from form", split_antecedents: "split antecedents", sentence_distance: "sentences back to the antecedent",
  mention_distance: "mentions back to the antecedent", candidates: "candidates", intrasentential_share: "share with the antecedent in the same sentence", critical_share: "share without help from form",
};

/** @param {string} name @param {any} value */
const told = (name, value) => (value == null ? "–" : name.endsWith("_share") ? `${(100 * value).toFixed(1)} %` : Number.isInteger(value) ? value.toLocaleString("en") : value.toFixed(2));

/** @param {[string, any][]} found by source */
function table(found) {
  const [, first] = found[0];
  /** @type {[string, string | null][]} */
  const rows = [["documents", null], ...Object.keys(first.counts).filter((name) => name !== "documents").map((name) => /** @type {[string, string]} */ ([name, "counts"])), ...Object.keys(first.averages).map((name) => /** @type {[string, string]} */ ([name, "averages"]))];
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Statistics" }, h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, ""), ...found.map(([source]) => h("th", { scope: "col" }, source)))),
    h("tbody", {}, ...rows.map(([name, part]) => h("tr", {}, h("th", { scope: "row" }, NAMES[name] ?? name.replaceAll("_", " "), part === "averages" && !name.endsWith("_share") ? h("i", {}, "mean per anaphor") : ""),
      ...found.map(([, one]) => h("td", {}, part === null ? String(one.documents.length) : told(name, one[part][name]))))))));
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
  search();
});
const run = new URLSearchParams(location.search).get("run");
if (run && data.runs[run]) {
  field("place").value = run;
  adapt();
  field("outcome").value = "wrong";
  search();
}
describe();
