// Buttons for commands, with their keys.
import { h, t } from "../shell/dom.js";
import { command, run } from "./commands.js";

/** @typedef {import("./editor.js").Editor} Editor */

/** @param {string} key */
export const keyLabel = (key) =>
  key.replace("Arrow", "").replace("Right", "→").replace("Left", "←").replace("Up", "↑").replace("Down", "↓").replace("Delete", t`Del`).replace("Space", t`Space`).replace("Shift", t`Shift`).replace("Home", t`Home`).replace("End", t`End`).replace("Backspace", t`Backspace`).replace("Enter", "⏎").replace(/(^|\+)([a-z])$/, (_, before, letter) => before + letter.toUpperCase());

/**
 * @param {string} id of the command
 * @param {{pressed?: boolean | null, disabled?: boolean, label?: string, look?: string}} [options] `look`: `primary`, `quiet`, `danger`
 * @returns {HTMLButtonElement}
 */
export function button(id, { pressed = null, disabled = false, label, look = "" } = {}) {
  const found = command(id);
  return h("button", {
    type: "button", class: `command ${look}`.trim(), "data-command": id, title: found.label, disabled,
    "aria-keyshortcuts": found.keys[0].replace("Ctrl", "Control"), "aria-pressed": pressed === null ? null : String(pressed),
  }, h("span", {}, label ?? found.short ?? found.label), h("kbd", { "aria-hidden": "true" }, keyLabel(found.keys[0])));
}

/** Every button of the page that names a command does it, and the keyboard goes back to the text. @param {Editor} editor */
export function listenToButtons(editor) {
  document.addEventListener("click", (event) => {
    const pressed = event.target instanceof Element ? event.target.closest("[data-command]") : null;
    if (!(pressed instanceof HTMLElement)) return;
    event.preventDefault();
    run(editor, command(pressed.dataset.command ?? ""));
    if (!document.querySelector("dialog[open]") && pressed.dataset.command !== "comment") editor.focus();
  });
}
