// The entities that are pinned to number keys, above the panel: press one, or drop mentions onto it.
import { nameOf } from "../model/naming.js";
import { coloured } from "../reader/view.js";
import { byId, h, t } from "../shell/dom.js";
import { moveTo } from "./assigning.js";

/** @param {import("./editor.js").Editor} editor */
export function keepPinned(editor) {
  const list = byId("pinned");
  const draw = () => {
    const pins = editor.readonly ? [] : editor.pins.all;
    list.hidden = !pins.length;
    list.replaceChildren(...pins.map(([number, id]) => pinned(editor, number, id)));
  };
  editor.addEventListener("change", () => requestAnimationFrame(draw));
  editor.pins.addEventListener("pins", draw);
  draw();
}

/** @param {import("./editor.js").Editor} editor @param {number} number @param {string} id */
function pinned(editor, number, id) {
  const entity = /** @type {import("../model/model.js").Entity} */ (editor.model.entities.get(id)), name = nameOf(editor, entity);
  return h("li", { "data-entity": id },
    h("button", { type: "button", class: "small", title: t`Move the mention to “${name}”`, "aria-keyshortcuts": number, onclick: () => { moveTo(editor, id); editor.focus(); } },
      h("kbd", { "aria-hidden": "true" }, String(number)), h("span", { class: `who ${coloured(editor.numberOf(entity.mentions[0])).join(" ")}` }, name)));
}
