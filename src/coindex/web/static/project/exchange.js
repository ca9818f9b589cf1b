// What an export would lose, told before it is made; what an import brought.
import { fetched } from "../shell/api.js";
import { byId, counted, h } from "../shell/dom.js";

const form = document.getElementById("export");

async function tellLosses() {
  if (!(form instanceof HTMLFormElement)) return;
  const box = byId("losses");
  box.className = "losses";
  box.textContent = "…";
  const asked = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== "").map(([name, value]) => [name, String(value)]));
  try {
    const { documents, losses } = await fetched(`${form.dataset.losses}?${asked}`);
    const lost = Object.entries(losses);
    box.className = `losses ${lost.length ? "some" : "none"}`;
    box.replaceChildren(
      lost.length ? `${counted(documents, "document")}; the format cannot carry:` : `${counted(documents, "document")}; nothing is lost.`,
      lost.length ? h("ul", {}, ...lost.map(([what, count]) => h("li", {}, `${what}: ${count}`))) : "");
  } catch (error) {
    box.textContent = /** @type {Error} */ (error).message;
  }
}

form?.addEventListener("change", tellLosses);
form?.addEventListener("formdata", (event) => {
  const { formData } = /** @type {FormDataEvent} */ (event);
  if (formData.get("documents") === "") formData.delete("documents");
});
tellLosses();

document.getElementById("import")?.addEventListener("sent", (event) => {
  event.preventDefault();
  const { source, revisions, unknown, inexact, lost, problems } = /** @type {CustomEvent} */ (event).detail;
  const said = [`${counted(revisions.length, "document")} imported as ${source}.`];
  if (unknown?.length) said.push(`Not in the project: ${unknown.join(", ")}.`);
  if (inexact) said.push(`${counted(inexact, "mention")} began or ended inside a word and cover the whole word now.`);
  if (lost) said.push(`${counted(lost, "mention")} had no counterpart and are lost.`);
  for (const [what, count] of Object.entries(problems ?? {})) said.push(`${what}: ${count}.`);
  byId("imported").replaceChildren(...said.map((line) => h("p", {}, line)));
});
