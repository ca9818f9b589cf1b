// Renaming a document: its new name, and the names it had before.
import { fetched } from "../shell/api.js";
import { h, t, when } from "../shell/dom.js";

/** @typedef {{name: string, since: string, author: string}} Naming */

/** @param {Naming} naming */
const line = ({ name, since, author }) => h("li", {}, author ? t`${name}, since ${when(since)}, by ${author}` : t`${name}, since ${when(since)}`);

/** @param {HTMLElement} button */
async function rename(button) {
  const { rename: path = "", name = "" } = button.dataset;
  const field = h("input", { name: "name", value: name, required: "", maxlength: "200", autocomplete: "off" });
  const earlier = h("div", {});
  const dialog = h("dialog", { "aria-labelledby": "rename-title" }, h("h2", { id: "rename-title" }, t`Rename document`),
    h("form", { "data-send": `PUT ${path}`, "data-said": t`Renamed to “[name]”.`, class: "stack" }, h("label", {}, t`Name`, field), earlier, h("p", { class: "problem", role: "alert" }),
      h("div", { class: "row" }, h("button", { type: "button", onclick: () => dialog.close() }, t`Cancel`), h("button", { class: "primary" }, t`Rename`))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  field.select();
  /** @type {Naming[]} */
  const names = await fetched(`${path}/names`);
  if (names.length > 1) earlier.replaceChildren(h("p", { class: "hint" }, t`Names so far`), h("ul", { class: "plain-list" }, ...names.map(line)));
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button[data-rename]") : null;
  if (button instanceof HTMLElement) rename(button);
});
