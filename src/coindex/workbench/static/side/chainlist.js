// All chains of the annotation, to find them, jump to them, and select their mentions.
import { attributeOf } from "../model/model.js";
import { nameOf } from "../model/naming.js";
import { byId, counted, h, t, worded } from "../shell/dom.js";
import { coloured } from "../reader/view.js";
import { row, selectable } from "./jump.js";

/** @typedef {import("./jump.js").Shown} Shown */
/** @typedef {import("../model/model.js").Entity} Entity */

const MOST = 300;

/** @param {Shown & EventTarget} shown */
export function keepChains(shown) {
  const box = byId("chains"), list = h("ol", { class: "chain-list" }), note = h("p", { class: "hint" });
  const search = h("input", { type: "search", placeholder: t`words, type or number`, "aria-label": t`Find a chain`, oninput: () => draw() });
  const singletons = h("input", { type: "checkbox", onchange: () => draw() });
  const order = h("select", { "aria-label": t`Order of chains`, onchange: () => draw() }, h("option", { value: "text" }, t`as in the text`), h("option", { value: "size" }, t`longest first`));
  /** Entities whose mentions are shown. @type {Set<string>} */
  const open = new Set();
  box.replaceChildren(h("div", { class: "chain-search" }, search, order), h("label", { class: "check" }, singletons, t` singletons`), note, list);
  const draw = () => {
    if (box.hidden) return;
    const wanted = search.value.toLowerCase();
    const all = [...shown.model.entities.values()].filter((entity) => singletons.checked || entity.mentions.length > 1);
    const matching = all.filter((entity) => !wanted || text(shown, entity).includes(wanted));
    matching.sort((a, b) => (order.value === "size" ? b.mentions.length - a.mentions.length : 0) || shown.model.before(a.mentions[0], b.mentions[0]));
    note.textContent = all.length ? `${counted(matching.length, "entity", "entities")}${matching.length > MOST ? t`, the first ${MOST} shown` : ""}` : t`No chain yet: mark mentions and link them.`;
    list.replaceChildren(...matching.slice(0, MOST).map((entity) => item(shown, entity, open)));
  };
  for (const name of ["change", "active", "tab"]) shown.addEventListener(name, () => requestAnimationFrame(draw));
}

/** @param {Shown} shown @param {Entity} entity */
const text = (shown, entity) =>
  [shown.numberOf(entity.mentions[0]) ?? "", entity.id, entity.type, attributeOf(entity, "name"), ...entity.mentions.map((key) => shown.words(key))].join(" ").toLowerCase();

/** @param {Shown} shown @param {Entity} entity @param {Set<string>} open */
function item(shown, entity, open) {
  const number = shown.numberOf(entity.mentions[0]), label = nameOf(shown, entity);
  const here = shown.active !== null && entity.mentions.includes(shown.active);
  const members = h("ol", { class: "mentions" });
  const fill = () => members.replaceChildren(...entity.mentions.slice(0, MOST).map((key) => row(shown, key, { here: key === shown.active })));
  const details = h("details", { open: open.has(entity.id), ontoggle: () => {
    if (details.open) open.add(entity.id);
    else open.delete(entity.id);
    if (details.open && !members.children.length) fill();
  } },
    h("summary", {}, h("span", { class: `number ${coloured(number).join(" ")}` }, number === null ? "–" : String(number)),
      h("span", { class: "who" }, label), h("small", {}, [worded(entity.type), entity.mentions.length].filter(Boolean).join(" · "))),
    members);
  if (details.open) fill();
  return h("li", { class: here ? "here" : null, "data-entity": entity.id }, selectable(shown) ? selector(shown, entity, label) : null, details);
}

/** A box that selects all mentions of an entity. @param {Shown} shown @param {Entity} entity @param {string} label */
function selector({ selected }, entity, label) {
  const box = h("input", { type: "checkbox", "aria-label": t`Select all mentions of “${label}”`, "data-select-entity": entity.id });
  const count = selected?.size ? entity.mentions.filter((key) => selected.has(key)).length : 0;
  box.checked = count === entity.mentions.length;
  box.indeterminate = count > 0 && !box.checked;
  return box;
}
