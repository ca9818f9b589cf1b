// Work in a project: locking documents, and how agreement develops.
import { call, fetched } from "../shell/api.js";
import { h, notice, t } from "../shell/dom.js";

for (const button of document.querySelectorAll("button[data-lock]")) {
  const { path, lock } = /** @type {HTMLElement} */ (button).dataset;
  button.addEventListener("click", async () => {
    try {
      await call("PUT", path ?? "", { locked: lock === "true" });
      location.reload();
    } catch (error) {
      notice(/** @type {Error} */ (error).message, { bad: true });
    }
  });
}

/** When each document was last changed. */
function moments() {
  /** @type {Map<string, string>} */
  const last = new Map();
  for (const row of document.querySelectorAll("#moments tr")) {
    const { name = "", changed = "" } = /** @type {HTMLElement} */ (row).dataset;
    if (changed > (last.get(name) ?? "")) last.set(name, changed);
  }
  return last;
}

/** Alpha of each document, the one that was changed last at the end. @param {HTMLElement} box */
async function overTime(box) {
  const people = JSON.parse(box.dataset.people ?? "[]"), times = moments();
  const { measures } = await fetched(`${box.dataset.api}?${new URLSearchParams(people.map((/** @type {string} */ name) => ["source", name]))}`);
  const parts = measures.filter((/** @type {any} */ one) => one.by === "document" && one.agreement !== null);
  parts.sort((/** @type {any} */ a, /** @type {any} */ b) => ((times.get(a.slice) ?? "") < (times.get(b.slice) ?? "") ? -1 : 1));
  if (!parts.length) return box.replaceChildren(h("p", { class: "empty" }, t`No document is annotated by two people yet.`));
  const rows = parts.map((/** @type {any} */ one) => h("tr", {}, h("th", { scope: "row" }, one.slice), h("td", {}, (100 * one.agreement).toFixed(1)),
    h("td", {}, h("meter", { min: "0", max: "1", value: String(Math.max(0, one.agreement)), "aria-label": one.slice }))));
  box.replaceChildren(h("div", { class: "scroll" }, h("table", {}, h("caption", {}, t`Krippendorff's alpha of each document, in percent`),
    h("thead", {}, h("tr", {}, ...[t`Document`, t`Alpha`, ""].map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, ...rows))));
}

const box = document.getElementById("over-time");
if (box) overTime(box).catch((error) => { box.textContent = error.message; });
