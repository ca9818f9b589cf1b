// Switching on a tuned resolver.
import { call } from "../shell/api.js";
import { notice } from "../shell/dom.js";

for (const button of document.querySelectorAll("button[data-run]")) {
  const { run, path = "" } = /** @type {HTMLElement} */ (button).dataset;
  button.addEventListener("click", async () => {
    try {
      await call("PUT", path, { run: Number(run) });
      location.reload();
    } catch (error) {
      notice(/** @type {Error} */ (error).message, { bad: true });
    }
  });
}
