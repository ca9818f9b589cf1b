// What an action did, said on the page that comes after it.
import { notice } from "./dom.js";

const SAID = "coindex said";

/** @param {string} message is shown as a notice when the next page of this tab is there */
export function sayNext(message) {
  try {
    sessionStorage.setItem(SAID, message);
  } catch {
    // Not allowed here: the page shows what has changed.
  }
}

/** Shows what the page before wanted to be said. */
export function sayNow() {
  try {
    const message = sessionStorage.getItem(SAID);
    sessionStorage.removeItem(SAID);
    if (message) notice(message);
  } catch {
    // Nothing was kept.
  }
}
