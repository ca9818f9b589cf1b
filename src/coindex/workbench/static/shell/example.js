// An example for those who have no text at hand.
import { byId } from "./dom.js";

/** What stands in the empty field as an example becomes its text, on demand or if the address says so. @param {HTMLFormElement} form */
export function offerExample(form) {
  const field = /** @type {HTMLTextAreaElement} */ (form.querySelector("[name=text]"));
  const use = () => {
    field.value = field.placeholder;
    field.focus();
  };
  byId("example").addEventListener("click", use);
  if (new URLSearchParams(location.search).has("example")) use();
}
