// Puts what was resolved and not kept into a project after all.
import { call } from "../shell/api.js";
import { byId } from "../shell/dom.js";

/** @typedef {{text: string, language: string} | {files: File[], format: string}} Material */

/** @param {() => Material} current what is on the page */
export function offerKeeping(current) {
  const form = document.getElementById("keep");
  if (!(form instanceof HTMLFormElement)) return () => {};
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = new FormData(form), project = String(values.get("project"));
    try {
      await keep(project, current(), String(values.get("name")));
      location.assign(`/projects/${project}`);
    } catch (error) {
      /** @type {HTMLElement} */ (form.querySelector(".problem")).textContent = /** @type {Error} */ (error).message;
    }
  });
  return () => { // documents in files have names
    const named = "files" in current(), name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
    byId("keep-name").hidden = name.disabled = named;
  };
}

/** @param {string} project @param {Material} material @param {string} name */
function keep(project, material, name) {
  const documents = `/api/v1/projects/${project}/documents`;
  if ("text" in material) return call("POST", documents, { name, ...material });
  const body = new FormData();
  for (const file of material.files) body.append("files", file);
  body.append("format", material.format);
  return call("POST", `${documents}/upload`, body);
}
