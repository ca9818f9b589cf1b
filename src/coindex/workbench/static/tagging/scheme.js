// The scheme of the project: which types, attributes and relations there are, and the guidelines beside the text.
import { TYPES } from "../model/anaphors.js";
import { note } from "../model/chains.js";
import { attributeOf } from "../model/model.js";
import { h, own, pageData, t } from "../shell/dom.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./choosing.js").Option} Option */

/** @type {any} */
let known;
/** The scheme, or one that allows everything. @returns {any} */
export const scheme = () => (known ??= pageData().scheme ?? {});

/** The types to choose from; those of the scheme alone, if it has some. @param {Editor} editor @returns {{options: Option[], free: boolean}} */
export function typeOptions(editor) {
  const { types } = scheme();
  if (types) return { free: false, options: types.map((/** @type {any} */ one) => ({ value: one.name, label: one.label ? `${one.name} – ${one.label}` : one.name, key: one.key })) };
  const used = [...editor.model.entities.values()].map((entity) => entity.type);
  return { free: true, options: [...new Set([...TYPES, ...used])].filter(Boolean).map((value) => ({ value })) };
}

/** The relations to choose from; a value is the relation and, behind a space, its subtype. @returns {Option[]} */
export function relationOptions() {
  const named = (/** @type {any} */ one) => [one.relation, one.subtype].filter(Boolean).join(" ");
  return scheme().relations?.map((/** @type {any} */ one) => ({ value: named(one), label: one.label || named(one), key: one.key }))
    ?? ["bridging", "apposition", "predication", "discourse"].map((value) => ({ value }));
}

/** Fields for the attributes that the scheme gives to a mention. @param {Editor} editor @param {number} key */
export function attributeFields(editor, key) {
  const mention = editor.model.mention(key);
  return (scheme().attributes ?? []).filter((/** @type {any} */ one) => !one.kinds || one.kinds.includes(mention.kind)).map((/** @type {any} */ one) => {
    const value = attributeOf(mention, one.name);
    const change = (/** @type {Event} */ event) => {
      const chosen = /** @type {HTMLInputElement} */ (event.target).value.trim();
      editor.act(`${one.name}: ${chosen || "—"}`, (draft) => note(draft, key, one.name, chosen));
      editor.focus();
    };
    const input = one.values
      ? h("select", { onchange: change }, ...["", ...one.values].map((said) => h("option", { value: said, selected: said === value }, said || "—")))
      : h("input", { type: "text", maxlength: "1000", value, onchange: change });
    return h("label", { class: one.required && !value ? "required" : null }, one.name, one.required ? " *" : "", input, sectionLink(one.section));
  });
}

/** A link to a section of the guidelines, which opens their tab. @param {string | undefined} section */
export function sectionLink(section) {
  const id = section ? own(scheme().sections, section) : undefined;
  if (!id) return null;
  return h("button", { type: "button", class: "small", onclick: () => openSection(id) }, t`Guidelines`);
}

/** The link for the type of the mention's entity. @param {Editor} editor @param {number} key */
export function typeGuideline(editor, key) {
  const type = editor.model.entityOf(key)?.type;
  return sectionLink(scheme().types?.find((/** @type {any} */ one) => one.name === type)?.section);
}

/** @param {string} id */
function openSection(id) {
  document.getElementById("tab-guidelines")?.click();
  const heading = document.getElementById(id);
  heading?.setAttribute("tabindex", "-1");
  heading?.focus();
  heading?.scrollIntoView({ block: "start" });
}
