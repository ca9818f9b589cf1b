// All chains of the annotation, to find them, jump to them and name them.
import { isPronominal } from "../model/anaphors.js";
import { attributeOf } from "../model/model.js";
import { byId, counted, h } from "../shell/dom.js";
import { coloured } from "../reader/view.js";
import { jump } from "./jump.js";

/** @typedef {import("./jump.js").Shown} Shown */

const MOST = 300;

/** @param {Shown & EventTarget} shown */
export function keepChains(shown) {
  const box = byId("chains"), list = h("ol", { class: "chain-list" }), note = h("p", { class: "hint" });
  const search = h("input", { type: "search", placeholder: "words, type or number", "aria-label": "Find a chain", oninput: () => draw() });
  const singletons = h("input", { type: "checkbox", onchange: () => draw() });
  box.replaceChildren(h("div", { class: "chain-search" }, search, h("label", { class: "check" }, singletons, " singletons")), note, list);
  const draw = () => {
    if (box.hidden) return;
    const wanted = search.value.toLowerCase();
    const all = [...shown.model.entities.values()].filter((entity) => singletons.checked || entity.mentions.length > 1);
    const found = all.filter((entity) => !wanted || text(shown, entity).includes(wanted));
    found.sort((a, b) => shown.model.before(a.mentions[0], b.mentions[0]));
    note.textContent = `${counted(found.length, "entity", "entities")}${found.length > MOST ? `, the first ${MOST} shown` : ""}`;
    list.replaceChildren(...found.slice(0, MOST).map((entity) => item(shown, entity)));
  };
  for (const name of ["change", "active", "tab"]) shown.addEventListener(name, () => requestAnimationFrame(draw));
}

/** @param {Shown} shown @param {import("../model/model.js").Entity} entity */
const text = (shown, entity) =>
  [shown.numberOf(entity.mentions[0]) ?? "", entity.id, entity.type, attributeOf(entity, "name"), ...entity.mentions.map((key) => shown.words(key))].join(" ").toLowerCase();

/** @param {Shown} shown @param {import("../model/model.js").Entity} entity */
function item(shown, entity) {
  const number = shown.numberOf(entity.mentions[0]);
  const here = shown.active !== null && entity.mentions.includes(shown.active);
  const label = attributeOf(entity, "name") || shown.words(longest(shown, entity));
  return h("li", { class: here ? "here" : null },
    h("details", {},
      h("summary", {}, h("span", { class: `number ${coloured(number).join(" ")}` }, number === null ? "–" : String(number)),
        h("span", { class: "who" }, label), h("small", {}, [entity.type, entity.mentions.length].filter(Boolean).join(" · "))),
      h("ol", { class: "mentions" }, ...entity.mentions.slice(0, MOST).map((key) => h("li", {}, jump(shown, key))))));
}

/** The first of the mentions that say most. @param {Shown} shown @param {import("../model/model.js").Entity} entity */
function longest(shown, entity) {
  const named = entity.mentions.find((key) => shown.model.mention(key).kind === "name");
  return named ?? entity.mentions.find((key) => !isPronominal(shown.model.mention(key))) ?? entity.mentions[0];
}
