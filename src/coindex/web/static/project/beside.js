// Which documents are side by side is in the address, so that it can be bookmarked and shared.
import { byId } from "../shell/dom.js";

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("documents"));
form?.addEventListener("change", () => form.submit());
if (form) byId("left").focus();
