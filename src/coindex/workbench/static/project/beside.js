// Which documents are side by side is in the address, so that it can be bookmarked and shared. Until its document is shown, a pane says that it
// is being loaded, and then, if need be, that it could not be.
import { byId } from "../shell/dom.js";

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("documents"));
form?.addEventListener("change", () => form.submit());
if (form) byId("left").focus();
for (const pane of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".framed"))) watch(pane);

/** @param {HTMLElement} pane */
function watch(pane) {
  const frame = /** @type {HTMLIFrameElement} */ (pane.querySelector("iframe"));
  const [loading, failed] = /** @type {HTMLElement[]} */ ([pane.querySelector(".hint"), pane.querySelector(".failed")]);
  /** @param {"loading" | "failed" | "shown"} state */
  const become = (state) => {
    pane.setAttribute("aria-busy", String(state === "loading"));
    loading.hidden = state !== "loading";
    failed.hidden = state !== "failed";
    /** @type {HTMLElement} */ (pane.querySelector(".standing")).hidden = state === "shown";
  };
  const look = () => {
    const page = frame.contentDocument;
    if (!page) return become("failed"); // the browser's own page about an error, which is not ours to read
    if (settled(page)) return become("shown");
    const observer = new MutationObserver(() => {
      if (!settled(page)) return;
      observer.disconnect();
      become("shown");
    });
    observer.observe(page.documentElement, { attributes: true });
  };
  frame.addEventListener("load", look);
  if (!frame.contentDocument || (frame.contentDocument.URL !== "about:blank" && frame.contentDocument.readyState === "complete")) look(); // it was quicker than this script
  /** @type {HTMLElement} */ (pane.querySelector(".again")).addEventListener("click", () => {
    become("loading");
    frame.src = String(frame.getAttribute("src"));
    frame.focus();
  });
}

/** Whether a page shows its document, or says why it does not; pages about errors have nothing else to show. @param {Document} page */
function settled({ body, documentElement }) {
  return !["tagging", "reading"].includes(body.dataset.page ?? "") || documentElement.dataset.ready === "true" || documentElement.dataset.failed === "true";
}
