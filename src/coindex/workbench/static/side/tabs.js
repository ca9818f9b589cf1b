// Tabs of the panel: one stop of the tabulator, arrows go from one to the next.
import { byId } from "../shell/dom.js";

/** @param {EventTarget} told hears `tab` when another one is opened */
export function keepTabs(told) {
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[role="tab"]')]);
  /** @param {HTMLElement} chosen */
  const open = (chosen) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      byId(tab.getAttribute("aria-controls") ?? "").hidden = tab !== chosen;
    }
    told.dispatchEvent(new Event("tab"));
  };
  for (const tab of tabs) {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
      next.focus();
      open(next);
    });
  }
}
