// The page on which the scheme of a project is entered: rows of types, attributes and relations.
import { call } from "../shell/api.js";
import { byId, h, notice, pageData, t, worded } from "../shell/dom.js";

/** @typedef {{name: string, label: string, kind?: "list" | "check" | "key" | "choice", options?: string[]}} Column */

const data = pageData();
const form = document.getElementById("scheme");

/** @type {Record<string, Column[]>} */
const COLUMNS = {
  types: [{ name: "name", label: t`Type` }, { name: "label", label: t`Label` }, { name: "key", label: t`Key`, kind: "key" }, { name: "section", label: t`Section of the guidelines`, options: data.sections }],
  attributes: [
    { name: "name", label: t`Attribute` }, { name: "values", label: t`Values, separated by commas`, kind: "list" }, { name: "required", label: t`Required`, kind: "check" },
    { name: "kinds", label: t`Only of these kinds`, kind: "list", options: data.kinds }, { name: "section", label: t`Section of the guidelines`, options: data.sections },
  ],
  relations: [
    { name: "relation", label: t`Relation`, kind: "choice", options: data.relations }, { name: "subtype", label: t`Subtype` }, { name: "label", label: t`Label` },
    { name: "key", label: t`Key`, kind: "key" }, { name: "section", label: t`Section of the guidelines`, options: data.sections },
  ],
};

/** @param {Column} column @param {any} value @returns {HTMLElement} */
function field({ name, label, kind, options }, value) {
  const about = { name, "aria-label": label };
  if (kind === "check") return h("input", { ...about, type: "checkbox", checked: Boolean(value) });
  if (kind === "choice") return h("select", about, ...(options ?? []).map((one) => h("option", { value: one, selected: one === value }, worded(one))));
  const text = Array.isArray(value) ? value.join(", ") : value ?? "";
  return h("input", { ...about, type: "text", value: text, maxlength: kind === "key" ? "1" : "1000", size: kind === "key" ? "2" : "14", ...(options && kind !== "list" ? { list: `${name}-options` } : {}) });
}

/** @param {string} list @param {any} values */
function row(list, values) {
  const made = h("tr", {}, ...COLUMNS[list].map((column) => h("td", {}, field(column, values[column.name]))),
    h("td", {}, h("button", { type: "button", class: "small", "aria-label": t`Remove row`, onclick: () => made.remove() }, "✕")));
  return made;
}

/** @param {string} list */
function table(list) {
  const body = h("tbody", {}, ...(data.scheme[list] ?? []).map((/** @type {any} */ one) => row(list, one)));
  const add = () => {
    const fresh = row(list, {});
    body.append(fresh);
    /** @type {HTMLElement | null} */ (fresh.querySelector("input, select"))?.focus();
  };
  const heading = (/** @type {Column} */ column) => h("th", { scope: "col", class: "t" }, column.label);
  return [
    h("div", { class: "scroll", tabindex: "0" }, h("table", {}, h("thead", {}, h("tr", {}, ...COLUMNS[list].map(heading), h("td", {}))), body)),
    h("button", { type: "button", class: "small", onclick: add }, { types: t`Add type`, attributes: t`Add attribute`, relations: t`Add relation` }[list] ?? ""),
  ];
}

/** The rows that are filled in. @param {string} list */
function rows(list) {
  return [...byId(list).querySelectorAll("tbody tr")].map((one) => Object.fromEntries(COLUMNS[list].map(({ name, kind }) => {
    const input = /** @type {HTMLInputElement} */ (one.querySelector(`[name="${name}"]`));
    if (kind === "check") return [name, input.checked];
    return [name, kind === "list" ? input.value.split(",").map((value) => value.trim()).filter(Boolean) : input.value.trim()];
  }))).filter((values) => values[COLUMNS[list][0].name]);
}

/** @param {HTMLFormElement} filled */
async function save(filled) {
  const problem = /** @type {HTMLElement} */ (filled.querySelector(".problem"));
  const named = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (filled.elements.namedItem(name));
  const body = {
    name: named("scheme-name").value.trim(), note: named("note").value, guidelines: named("guidelines").value,
    type_required: named("type_required").checked, kind_required: named("kind_required").checked,
    types: rows("types"), attributes: rows("attributes"), relations: rows("relations"),
  };
  try {
    await call("PUT", filled.dataset.api ?? "", body);
    location.reload();
  } catch (error) {
    problem.textContent = /** @type {Error} */ (error).message;
    notice(problem.textContent, { bad: true });
  }
}

if (form instanceof HTMLFormElement) {
  for (const list of Object.keys(COLUMNS)) byId(list).replaceChildren(...table(list));
  form.append(h("datalist", { id: "section-options" }, ...data.sections.map((/** @type {string} */ one) => h("option", { value: one }))));
  for (const name of ["scheme-name", "note", "guidelines"]) /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value = data.scheme[name.replace("scheme-", "")] ?? "";
  for (const name of ["type_required", "kind_required"]) /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).checked = data.scheme[name] ?? false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save(form);
  });
}
