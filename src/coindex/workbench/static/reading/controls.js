// Which versions are shown, what is taken for right, arrows; all of it is in the page's address.
import { byId, h, t } from "../shell/dom.js";

/** @typedef {import("./reader.js").Reader} Reader */

/** @param {string} id */
const select = (id) => /** @type {HTMLSelectElement} */ (byId(id));

/**
 * @param {Reader} reader
 * @param {{shown?: () => void, fetch?: (name: string) => Promise<void>}} [options] `fetch` brings a version that is not here yet
 */
export function keepControls(reader, { shown = () => {}, fetch = async () => {} } = {}) {
  const show = async () => {
    const left = select("left").value, right = select("right").value, key = select("key").value;
    for (const name of [left, right, key]) if (name && !reader.versions.has(name)) await fetch(name);
    reader.key = key;
    byId("pane-right").hidden = !right;
    byId("desk").classList.toggle("split", Boolean(right));
    reader.show(left, right);
    shown();
  };
  for (const id of ["left", "right", "key"]) select(id).onchange = show;
  select("arrows").onchange = () => reader.drawArrows(/** @type {import("./arrows.js").Which} */ (select("arrows").value));
  reader.drawArrows(/** @type {import("./arrows.js").Which} */ (select("arrows").value));
  return show;
}

/**
 * Offer versions by name; what was chosen stays chosen.
 * @param {string[]} names
 * @param {{left?: string, right?: string, key?: string}} [chosen]
 */
export function offer(names, chosen = {}) {
  const blank = { left: null, right: t`nothing`, key: t`no one` };
  for (const [id, none] of Object.entries(blank)) {
    const box = select(id), wanted = chosen[/** @type {"left"} */ (id)] ?? box.value;
    box.replaceChildren(...(none === null ? [] : [h("option", { value: "" }, none)]), ...names.map((name) => h("option", { value: name }, name)));
    box.value = names.includes(wanted) ? wanted : none === null ? names[0] ?? "" : "";
  }
}
