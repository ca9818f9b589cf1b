// All chains of the annotation, to find them, jump to them and name them.
import { byId, counted, h } from "../shell/dom.js";
import { coloured } from "../text/view.js";
import { attributeOf } from "./model.js";
import { jump } from "./panel.js";

/** @typedef {import("./editor.js").Editor} Editor */

const MOST = 300;

/** @param {Editor} editor */
export function keepChains(editor) {
  const box = byId("chains"), list = h("ol", { class: "chain-list" }), note = h("p", { class: "hint" });
  const search = h("input", { type: "search", placeholder: "words, type or number", "aria-label": "Find a chain", oninput: () => draw() });
  const singletons = h("input", { type: "checkbox", onchange: () => draw() });
  box.replaceChildren(h("div", { class: "chain-search" }, search, h("label", { class: "check" }, singletons, " singletons")), note, list);
  const draw = () => {
    if (box.hidden) return;
    const wanted = search.value.toLowerCase();
    const all = [...editor.model.entities.values()].filter((entity) => singletons.checked || entity.mentions.length > 1);
    const found = all.filter((entity) => !wanted || text(editor, entity).includes(wanted));
    found.sort((a, b) => editor.model.before(a.mentions[0], b.mentions[0]));
    note.textContent = `${counted(found.length, "entity", "entities")}${found.length > MOST ? `, the first ${MOST} shown` : ""}`;
    list.replaceChildren(...found.slice(0, MOST).map((entity) => item(editor, entity)));
  };
  for (const name of ["change", "active", "tab"]) editor.addEventListener(name, () => requestAnimationFrame(draw));
}

/** @param {Editor} editor @param {import("./model.js").Entity} entity */
const text = (editor, entity) =>
  [editor.numberOf(entity.mentions[0]) ?? "", entity.id, entity.type, attributeOf(entity, "name"), ...entity.mentions.map((key) => editor.words(key))].join(" ").toLowerCase();

/** @param {Editor} editor @param {import("./model.js").Entity} entity */
function item(editor, entity) {
  const number = editor.numberOf(entity.mentions[0]);
  const here = editor.active !== null && entity.mentions.includes(editor.active);
  const label = attributeOf(entity, "name") || editor.words(longest(editor, entity));
  return h("li", { class: here ? "here" : null },
    h("details", {},
      h("summary", {}, h("span", { class: `number ${coloured(number).join(" ")}` }, number === null ? "–" : String(number)),
        h("span", { class: "who" }, label), h("small", {}, [entity.type, entity.mentions.length].filter(Boolean).join(" · "))),
      h("ol", { class: "mentions" }, ...entity.mentions.slice(0, MOST).map((key) => h("li", {}, jump(editor, key))))));
}

/** The first of the mentions that say most. @param {Editor} editor @param {import("./model.js").Entity} entity */
function longest(editor, entity) {
  const named = entity.mentions.find((key) => editor.model.mention(key).kind === "name");
  return named ?? entity.mentions.find((key) => !editor.anaphors.isPronominal(key)) ?? entity.mentions[0];
}
