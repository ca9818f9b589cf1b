// One comparison: how far it is, as long as it is at work.
import { byId, t, worded } from "../shell/dom.js";
import { reload } from "../shell/reload.js";
import "../shell/sorting.js";

const box = document.getElementById("progress");

/** What the worker says at the end. */
const REPORTING = "writing the report";

/** @param {any} run as the server tells it */
function tell({ state, message, done, total, lines }) {
  const bar = /** @type {HTMLProgressElement} */ (byId("bar"));
  bar.max = total || 1;
  if (total) bar.value = done;
  else bar.removeAttribute("value");
  byId("state").textContent = [worded(state), total ? t`${done} of ${total}` : "", message === REPORTING ? t`writing the report` : message].filter(Boolean).join(", ");
  byId("lines").textContent = (lines ?? []).join("\n");
}

if (box?.dataset.events) {
  const events = new EventSource(box.dataset.events);
  events.addEventListener("progress", (event) => tell(JSON.parse(/** @type {MessageEvent} */ (event).data)));
  events.addEventListener("end", () => {
    events.close();
    reload();
  });
}
