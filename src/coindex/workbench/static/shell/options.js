// Options of components: forms made from the descriptions of their parameters, beside every choice of a component.
import { fetched } from "./api.js";
import { h, notice, t } from "./dom.js";

/** @typedef {{name: string, type: string, default: string | null, description: string, choices: string[]}} Parameter */
/** @typedef {{name: string, summary: string, parameters: Parameter[], usual: boolean, installed: boolean, informed: boolean}} Component */
/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

/** Parameters about the machine that runs the server: requests may not set them. */
const OF_THE_SERVER = new Set(["device", "folder", "threads"]);
/** What comes before a resolver: name of the field, family, label. */
const STAGES = [["parser", "parsers", t`Parser`], ["fragmenter", "fragmenters", t`Fragmenter`], ["detector", "detectors", t`Detector`]];
/** @type {Map<string, Promise<Component[]>>} */
const families = new Map();

/** The components of a family, asked for until there is an answer. @param {string} family @returns {Promise<Component[]>} */
function components(family) {
  const known = families.get(family) ?? fetched(`/api/v1/components/${family}`);
  families.set(family, known);
  known.catch(() => families.delete(family));
  return known;
}

/** @param {string} family */
export const optionsButton = (family) => h("button", { type: "button", class: "plain small", "data-options": family }, t`Options`);

/**
 * Fields for parser, fragmenter and detector.
 * @param {HTMLElement} box
 * @param {string} [own] what it is called that a document keeps its parse; without it, the usual parser is chosen
 * @param {string[]} [names] which fields there are
 */
export async function addStages(box, own = box.dataset.own, names = STAGES.map(([name]) => name)) {
  for (const [name, family, label] of STAGES.filter(([one]) => names.includes(one))) {
    const usable = (await components(family)).filter((one) => one.installed && !one.informed);
    const keeping = name === "parser" && own;
    const select = h("select", { name }, keeping ? h("option", { value: "" }, own) : null,
      ...usable.map((one) => h("option", { value: one.name, title: one.summary, selected: one.usual && !keeping }, one.name)));
    box.append(h("span", { class: "stage" }, h("label", {}, label, select), optionsButton(family)));
  }
}

/** The stages that are chosen in a box. @param {HTMLElement} box @returns {Record<string, string>} */
export const stagesIn = (box) => Object.fromEntries([...box.querySelectorAll("select")].map((select) => [select.name, select.value]));

/** Text with *words* and `code`. @param {string} text */
const hint = (text) => text.split(/(\*[^*]+\*|`[^`]+`)/).map((part) => (/^\*[^*]+\*$/.test(part) ? h("em", {}, part.slice(1, -1)) : /^`[^`]+`$/.test(part) ? h("code", {}, part.slice(1, -1)) : part));

/** A Python string as text; other literals as they are. @param {string} literal */
const unquoted = (literal) => (/^(['"]).*\1$/.test(literal) ? literal.slice(1, -1) : literal);

/** What a parameter can be, if that is a list. @param {Parameter} parameter @returns {string[]} */
const listed = ({ type, choices }) => (type === "bool | None" ? ["None", "True", "False"] : choices);

/** @param {Parameter} parameter @param {string} value a literal @returns {Control} */
function control(parameter, value) {
  const { name, type, default: usual } = parameter, choices = listed(parameter);
  if (choices.length) return h("select", { name }, ...choices.map((one) => h("option", { value: one, selected: one === value }, unquoted(one) || "(empty)")));
  if (type === "bool") return h("input", { name, type: "checkbox", checked: value === "True" });
  if (type === "int" || type === "float") return h("input", { name, type: "number", step: type === "int" ? "1" : "any", value });
  return h("input", { name, type: "text", maxlength: "400", value: type === "str" ? unquoted(value) : value, placeholder: type === "str" ? unquoted(usual ?? "") : usual ?? "" });
}

/** What a field says, as a literal. @param {Parameter} parameter @param {Control} field */
function literal(parameter, field) {
  const { type, default: usual } = parameter;
  if (listed(parameter).length) return field.value;
  if (type === "bool") return /** @type {HTMLInputElement} */ (field).checked ? "True" : "False";
  if (type === "str") return field.value === unquoted(usual ?? "") ? usual : JSON.stringify(field.value);
  return field.value.trim() || usual;
}

/** @param {string} name @param {Record<string, string>} chosen */
const spelled = (name, chosen) => (Object.keys(chosen).length ? `${name}(${Object.entries(chosen).map(([key, value]) => `${key}=${value}`).join(", ")})` : name);

/** The choice with its options. @param {HTMLInputElement | HTMLOptionElement} holder @param {Record<string, string>} chosen */
function choose(holder, chosen) {
  const spec = spelled(holder.dataset.component ?? "", chosen);
  holder.dataset.chosen = JSON.stringify(chosen);
  holder.value = `${holder.dataset.prefix ?? ""}${spec}`;
  if (holder instanceof HTMLOptionElement) {
    holder.dataset.title ??= holder.textContent ?? "";
    holder.textContent = Object.keys(chosen).length ? `${holder.dataset.title} ${spec.slice(holder.dataset.component?.length)}` : holder.dataset.title;
    holder.closest("select")?.dispatchEvent(new Event("change", { bubbles: true }));
  } else {
    holder.checked = true;
    holder.dispatchEvent(new Event("change", { bubbles: true }));
    const label = holder.parentElement?.querySelector("b");
    if (!label) return;
    label.dataset.title ??= label.textContent ?? "";
    label.textContent = Object.keys(chosen).length ? spec : label.dataset.title;
  }
}

/** @param {HTMLElement} button one beside the choice */
async function edit(button) {
  const place = button.parentElement?.querySelector("input, select");
  const holder = place instanceof HTMLSelectElement ? place.selectedOptions[0] : place;
  if (!(holder instanceof HTMLInputElement || holder instanceof HTMLOptionElement)) return;
  holder.dataset.component ??= holder.value;
  const name = holder.dataset.component, family = button.dataset.options ?? "";
  const component = (await components(family)).find((one) => one.name === name);
  const parameters = (component?.parameters ?? []).filter((one) => !OF_THE_SERVER.has(one.name) && !(one.name === "model" && family === "resolvers"));
  if (!component || !parameters.length) return notice(name ? t`${name} has no options.` : t`Choose a component first.`);
  show(component, parameters, holder);
}

/** @param {Component} component @param {Parameter[]} parameters @param {HTMLInputElement | HTMLOptionElement} holder */
function show(component, parameters, holder) {
  /** @type {Record<string, string>} */
  const known = JSON.parse(holder.dataset.chosen ?? "{}");
  const rows = parameters.map((parameter) => /** @type {const} */ ([parameter, control(parameter, known[parameter.name] ?? parameter.default ?? "")]));
  const apply = () => choose(holder, Object.fromEntries(rows.map(([parameter, field]) => [parameter.name, literal(parameter, field) ?? ""]).filter(([key, value]) => value !== (parameters.find((one) => one.name === key)?.default ?? ""))));
  const form = h("form", { method: "dialog", onsubmit: apply },
    ...rows.map(([parameter, field], place) => {
      field.setAttribute("aria-describedby", `option-${place}`);
      const check = field instanceof HTMLInputElement && field.type === "checkbox";
      return h("div", { class: "option" }, h("label", { class: check ? "check" : null }, ...(check ? [field, ` ${parameter.name}`] : [parameter.name, field])), h("p", { class: "hint", id: `option-${place}` }, ...hint(parameter.description)));
    }),
    h("div", { class: "row" }, h("button", { type: "button", onclick: () => { choose(holder, {}); dialog.close(); } }, t`Reset`),
      h("button", { type: "button", onclick: () => dialog.close() }, t`Cancel`), h("button", { class: "primary" }, t`Apply`)));
  const dialog = h("dialog", { class: "options", "aria-labelledby": "options-title" }, h("h2", { id: "options-title" }, t`Options of ${component.name}`), h("p", { class: "hint" }, component.summary), form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button[data-options]") : null;
  if (button instanceof HTMLElement) edit(button);
});
for (const box of document.querySelectorAll("[data-stages]")) if (box instanceof HTMLElement) addStages(box);
