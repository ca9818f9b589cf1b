// A list to choose one thing from by typing, by number or with the mouse; something that is not in it may be allowed.
import { h, t, worded } from "../shell/dom.js";

/** @typedef {{value: string, label?: string, hint?: string, key?: string}} Option `key` chooses it at once, as the first one that is typed. */

/**
 * @param {string} title
 * @param {Option[]} options
 * @param {{free?: boolean, current?: string}} [more] `free`: other words are allowed, too
 * @returns {Promise<string | null>} `null` if nothing was chosen
 */
export function choose(title, options, { free = false, current = "" } = {}) {
  const list = h("ul", { role: "listbox", id: "choices", "aria-label": title });
  const input = h("input", {
    type: "text", role: "combobox", "aria-controls": "choices", "aria-expanded": "true", "aria-autocomplete": "list", "aria-label": title,
    placeholder: free ? t`type or choose` : t`type to find`, autocomplete: "off", spellcheck: "false",
  });
  const dialog = h("dialog", { class: "choosing", "aria-label": title }, h("h2", {}, title), input, list);
  /** @type {Option[]} */
  let shown = options;
  let at = Math.max(0, options.findIndex((option) => option.value === current));
  const draw = () => {
    const wanted = input.value.toLowerCase();
    shown = options.filter((option) => labelOf(option).toLowerCase().includes(wanted) || (wanted && option.value.toLowerCase() === wanted));
    shown.sort((a, b) => rank(b, wanted) - rank(a, wanted));
    if (free && input.value && !shown.some((option) => option.value === input.value)) shown.push({ value: input.value, hint: t`new` });
    at = Math.min(at, Math.max(0, shown.length - 1));
    list.replaceChildren(...shown.map((option, place) => item(option, place, place === at, option.value === current)));
    input.setAttribute("aria-activedescendant", shown.length ? `choice-${at}` : "");
    list.children[at]?.scrollIntoView({ block: "nearest" });
  };
  document.body.append(dialog);
  draw();
  dialog.showModal();
  input.focus();
  return new Promise((resolve) => {
    /** @param {string | null} value */
    const done = (value) => {
      dialog.close();
      dialog.remove();
      resolve(value);
    };
    input.addEventListener("input", () => { at = 0; draw(); });
    dialog.addEventListener("cancel", () => done(null));
    dialog.addEventListener("click", (event) => {
      const chosen = event.target instanceof Element ? event.target.closest("li") : null;
      if (chosen) done(shown[[...list.children].indexOf(chosen)].value);
      else if (event.target === dialog) done(null);
    });
    input.addEventListener("keydown", (event) => {
      const digit = /^[1-9]$/.test(event.key) && !input.value ? Number(event.key) : 0;
      const direct = input.value || event.ctrlKey || event.metaKey || event.altKey ? undefined : options.find(({ key }) => key === event.key);
      if (direct) done(direct.value);
      else if (digit && shown[digit - 1]) done(shown[digit - 1].value);
      else if (event.key === "Enter") done(shown[at]?.value ?? (free ? input.value : null));
      else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        at = (at + (event.key === "ArrowDown" ? 1 : -1) + shown.length) % Math.max(1, shown.length);
        draw();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
  });
}

/** @param {Option} option */
const labelOf = (option) => option.label ?? worded(option.value);

/** How well an option fits what is typed: its name in the program, or the beginning of its label. @param {Option} option @param {string} wanted */
const rank = (option, wanted) => (option.value.toLowerCase() === wanted ? 2 : Number(labelOf(option).toLowerCase().startsWith(wanted)));

/** @param {Option} option @param {number} place @param {boolean} here @param {boolean} current */
function item(option, place, here, current) {
  return h("li", { role: "option", id: `choice-${place}`, "aria-selected": String(here) },
    option.key ? h("kbd", {}, option.key) : place < 9 ? h("kbd", {}, String(place + 1)) : h("span", {}), h("span", {}, labelOf(option), current ? " ✓" : ""),
    option.hint ? h("small", {}, option.hint) : null);
}
