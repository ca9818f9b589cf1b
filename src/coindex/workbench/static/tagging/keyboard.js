// Keys pressed in the text.
import { commandOn, keyName, run } from "./commands.js";
import { pickKey } from "./picking.js";

/** @param {import("./editor.js").Editor} editor */
export function listenToKeys(editor) {
  editor.box.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const key = keyName(event);
    if (editor.pick && pickKey(editor, key)) return event.preventDefault();
    const found = commandOn(key);
    if (!found) return;
    event.preventDefault();
    run(editor, found, key);
  });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented) return; // the text has had it
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (editor.box.contains(target) || target.closest("input, textarea, select, dialog")) return;
    const key = keyName(event);
    if (key === "Escape" && target !== document.body) return editor.focus();
    if (!["?", "Ctrl+z", "Ctrl+y", "Ctrl+Shift+z"].includes(key) && target !== document.body) return;
    const found = commandOn(key);
    if (!found) return;
    event.preventDefault();
    run(editor, found, key);
  });
}
