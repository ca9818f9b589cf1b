// Elements, and messages to the people who use the page.

import { h } from "../reader/dom.js";
import { interfaceLanguage } from "../reader/wording.js";

export { h } from "../reader/dom.js";
export { counted, fixed, grouped, own, t, worded } from "../reader/wording.js";

/**
 * The element with this id, which the page is known to have.
 * @param {string} id
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * What the server wrote into the page for its script.
 * @returns {any}
 */
export const pageData = () => JSON.parse(byId("page").textContent ?? "{}");

/** What the address of a page in a frame says about that, for other addresses of the same page. @returns {[string, string][]} */
export const framing = () => [...new URLSearchParams(location.search)].filter(([name]) => name === "framed");

/** Milliseconds for which an announcement is shown; screen readers find it longer. */
const SHOWN = 7000, ROUTINE = 3000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let fading;

/**
 * What happened, or why nothing did: shown at the edge of the page and read out by screen readers, without moving the focus.
 * @param {string} message
 * @param {{routine?: boolean}} [options] `routine`: it only says where one is, and is shown less prominently
 */
export function announce(message, { routine = false } = {}) {
  const region = byId("live");
  region.textContent = region.textContent === message ? `${message}\u00a0` : message;
  region.className = routine ? "routine" : "";
  clearTimeout(fading);
  fading = setTimeout(() => region.classList.add("past"), routine ? ROUTINE : SHOWN);
}

/**
 * A notice at the edge of the page that goes by itself.
 * @param {string} message
 * @param {{bad?: boolean}} [options]
 */
export function notice(message, { bad = false } = {}) {
  const made = h("div", { class: bad ? "notice bad" : "notice", role: bad ? "alert" : "status" }, message);
  byId("notices").append(made);
  setTimeout(() => made.remove(), bad ? 9000 : 4500);
}

/** @param {string} iso A time as the server tells it. */
export const when = (iso) => times().format(new Date(iso));

/** From one time to another, without saying twice what both have in common. @param {string} first @param {string} last */
export const period = (first, last) => times().formatRange(new Date(first), new Date(last));

/** @type {Intl.DateTimeFormat | undefined} */
let format;

/** When it is needed: to load the names of months takes longer than all other scripts of a page. */
const times = () => (format ??= new Intl.DateTimeFormat(interfaceLanguage, { dateStyle: "medium", timeStyle: "short" }));
