// Agreement of two sources, and how many differences each document has.
import { fetched } from "../shell/api.js";
import { byId, counted, h } from "../shell/dom.js";

/** @type {Record<string, [string, string]>} */
const MEANING = {
  Mentions: ["Mentions", "F1 of mentions"],
  MUC: ["Links", "F1 of MUC: links within chains"],
  CoNLL: ["Chains", "mean F1 of MUC, B³ and CEAF"],
  Kappa: ["Kappa", "Cohen's kappa on whether two mentions corefer, corrected for chance"],
  Alpha: ["Alpha", "Krippendorff's alpha with Passonneau's distance between chains, corrected for chance"],
};

const form = document.getElementById("agreement");

/** @param {number | null | undefined} value */
const percent = (value) => (value === null || value === undefined ? "–" : (100 * value).toFixed(1));

/** @param {any} agreement */
function table({ documents, measures }) {
  if (!documents.length) return h("p", { class: "empty" }, "No document is annotated by both.");
  const rows = measures.map((/** @type {any} */ one) => h("tr", {},
    h("th", { scope: "row" }, MEANING[one.measure]?.[0] ?? one.measure, h("i", {}, MEANING[one.measure]?.[1] ?? "")),
    h("td", {}, h("b", {}, percent(one.agreement))), h("td", {}, one.interval ? `${percent(one.interval[0])} – ${percent(one.interval[1])}` : "–"),
    h("td", {}, percent(one.observed)), h("td", {}, percent(one.expected))));
  return h("div", { class: "scroll" }, h("table", {}, h("caption", {}, `Agreement on ${counted(documents.length, "document")}, in percent`),
    h("thead", {}, h("tr", {}, ...["Measure", "Agreement", "95 % interval", "Observed", "Expected"].map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, ...rows)));
}

async function show() {
  if (!(form instanceof HTMLFormElement)) return;
  const box = byId("measures");
  box.setAttribute("aria-busy", "true");
  const data = new FormData(form);
  const asked = new URLSearchParams([...data].map(([name, value]) => [name, String(value)]));
  try {
    box.replaceChildren(table(await fetched(`${form.dataset.api}?${asked}`)));
  } catch (error) {
    box.textContent = /** @type {Error} */ (error).message;
  }
  box.removeAttribute("aria-busy");
  const project = (form.dataset.api ?? "").replace(/\/agreement$/, "");
  for (const row of document.querySelectorAll("tr[data-document]")) {
    const cell = row.querySelector(".count");
    const pair = new URLSearchParams([["a", String(data.get("a"))], ["b", String(data.get("b"))]]);
    const found = await fetched(`${project}/documents/${/** @type {HTMLElement} */ (row).dataset.document}/differences?${pair}`).catch(() => null);
    if (cell) cell.textContent = found ? String(found.differences.length) : "–";
  }
}

const chosen = new URLSearchParams(location.search).get("view");
const view = form?.querySelector('[name="view"]');
if (chosen && view instanceof HTMLSelectElement) view.value = chosen;
show();
