// Loading a page again when what it shows is finished.

/** Milliseconds after following a link during which the page is not reloaded: a reload would cancel the navigation. */
const GRACE = 10_000;
let followed = -GRACE;
addEventListener("beforeunload", () => { followed = performance.now(); });

/** Reload the page; if the user has just followed a link, only if the page is still there some seconds later. */
export function reload() {
  const wait = followed + GRACE - performance.now();
  if (wait > 0) setTimeout(reload, wait);
  else location.reload();
}
