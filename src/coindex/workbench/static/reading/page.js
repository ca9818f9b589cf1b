// A document of a project, read in the versions of its sources and of resolvers.
import { call, fetched, send } from "../shell/api.js";
import { byId, framing, h, notice, pageData, t } from "../shell/dom.js";
import { stagesIn } from "../shell/options.js";
import { Stopped, Work } from "../shell/work.js";
import { keepChains } from "../side/chainlist.js";
import { keepTabs } from "../side/tabs.js";
import { Text } from "../reader/document.js";
import { keepControls, offer } from "./controls.js";
import { Reader } from "./reader.js";
import { Version } from "./version.js";
import { keepWhy } from "./why.js";

/** @typedef {{names: string[], resolvers: string[], api: string, left: string, right: string, key: string, at: number | null}} Data */

async function open() {
  const data = /** @type {Data} */ (pageData());
  const [text, tokens] = await Promise.all([send("GET", `${data.api}/text`).then((answer) => answer.text()), fetched(`${data.api}/tokens`)]);
  const reader = new Reader({ left: byId("text-left"), right: byId("text-right") }, new Text(text, tokens));
  keepWhy(reader);
  keepChains(reader);
  keepTabs(reader);
  const show = keepControls(reader, { shown: () => remember(), fetch: async (name) => { reader.versions.set(name, await version(data, name)); } });
  listenToResolving(data, reader, show);
  if (!data.names.length) return showUnannotated();
  offer(data.names, data);
  await show();
  if (data.at !== null) reader.activate(reader.near(data.at));
  document.documentElement.dataset.ready = "true";
}

/** The text stays on the page: a resolver's chains are drawn into it later. */
function showUnannotated() {
  byId("text-left").before(h("p", { id: "unannotated", class: "empty" }, t`There is no annotation of this document yet. Resolve or annotate it first.`));
  document.documentElement.dataset.ready = "true";
}

/** @param {Data} data @param {string} name */
async function version({ api, resolvers }, name) {
  const source = encodeURIComponent(name);
  return new Version(name, await fetched(resolvers.includes(name) ? `${api}/decisions/${source}` : `${api}/annotations/${source}`));
}

/** Put what is shown into the address, so that it can be bookmarked and shared. */
function remember() {
  const chosen = ["left", "right", "key"].map((id) => /** @type {[string, string]} */ ([id, /** @type {HTMLSelectElement} */ (byId(id)).value]));
  history.replaceState(null, "", `?${new URLSearchParams([...chosen, ...framing()])}`);
}

/** @param {Data} data @param {Reader} reader @param {() => Promise<void>} show */
function listenToResolving(data, reader, show) {
  const form = /** @type {HTMLFormElement} */ (byId("resolve"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = new FormData(form), chosen = values.getAll("resolvers").map(String), mentions = values.get("mentions") || null;
    if (!chosen.length) return notice(t`Choose a resolver.`, { bad: true });
    if (form.getAttribute("aria-busy") === "true") return;
    form.setAttribute("aria-busy", "true");
    const made = await resolved(data, reader, form, chosen, { mentions, ...stagesIn(/** @type {HTMLElement} */ (form.querySelector("[data-stages]"))) });
    form.removeAttribute("aria-busy");
    form.closest("details")?.removeAttribute("open");
    if (!made.length) return;
    document.getElementById("unannotated")?.remove();
    data.names = [...new Set([...data.names, ...made])];
    data.resolvers = [...new Set([...data.resolvers, ...made])];
    offer(data.names, { left: made[0], ...(made[1] ? { right: made[1] } : {}) });
    await show();
    document.documentElement.dataset.ready = "true";
  });
}

/**
 * @param {Data} data @param {Reader} reader @param {HTMLFormElement} form @param {string[]} resolvers
 * @param {Record<string, any>} rest whose `mentions` are resolved, and the stages before the resolver
 * @returns {Promise<string[]>} names of the versions there are now; those of resolvers after one that was stopped are missing
 */
async function resolved({ api }, reader, form, resolvers, rest) {
  const work = new Work(form), made = /** @type {string[]} */ ([]);
  for (const resolver of resolvers) {
    try {
      const answer = await work.run(({ signal, ticket }) => call("POST", `${api}/resolve`, { resolver, ...rest }, signal, ticket));
      reader.versions.set(answer.source, new Version(answer.source, answer));
      made.push(answer.source);
    } catch (error) {
      if (error instanceof Stopped) break;
      notice(`${resolver}: ${/** @type {Error} */ (error).message}`, { bad: true });
    }
  }
  return made;
}

open().catch((error) => {
  byId("text-left").textContent = t`The document could not be opened: ${error.message}`;
  document.documentElement.dataset.failed = "true";
});
