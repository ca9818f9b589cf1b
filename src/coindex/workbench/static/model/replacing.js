// One state in place of another, row by row: what both have stays as it is, so that little is changed, drawn and saved.
import { bySignature, signature } from "./comparing.js";
import { mentionOf } from "./wire.js";

/** @typedef {import("./model.js").Draft} Draft */

/**
 * @param {Draft} draft
 * @param {import("./wire.js").State} state
 */
export function replace(draft, state) {
  const { model } = draft;
  const known = bySignature(model), mentions = (state.mentions ?? []).map(mentionOf);
  const keys = mentions.map((mention) => {
    const name = signature(mention), key = known.get(name) ?? model.newKey();
    known.delete(name);
    draft.set("mentions", key, mention);
    return key;
  });
  replaceLinks(draft, keys, state.links ?? []);
  const ids = new Set((state.entities ?? []).map(({ id }) => id));
  for (const id of [...model.entities.keys()]) if (!ids.has(id)) draft.set("entities", id, undefined);
  for (const said of state.entities ?? []) draft.entity(said.id, { type: "", attributes: [], ...said, mentions: said.mentions.map((/** @type {number} */ place) => keys[place]) });
  const left = new Set(keys);
  for (const key of [...model.mentions.keys()]) if (!left.has(key)) draft.set("mentions", key, undefined);
  draft.set("attributes", 0, state.attributes?.length ? state.attributes : undefined);
}

/** @param {Draft} draft @param {number[]} keys of the state's mentions @param {any[]} links */
function replaceLinks(draft, keys, links) {
  const { model } = draft;
  const wanted = links.map((said) => ({
    anaphor: keys[said.anaphor], antecedents: said.antecedents.map((/** @type {number} */ place) => keys[place]),
    relation: said.relation ?? "identity", subtype: said.subtype ?? "", optional: said.optional ?? false, attributes: said.attributes ?? [],
  }));
  const names = wanted.map(told);
  for (const [number, link] of [...model.links]) {
    const same = names.indexOf(told(link));
    if (same < 0) draft.set("links", number, undefined);
    else names[same] = ""; // there already
  }
  wanted.forEach((link, place) => { if (names[place]) draft.set("links", model.newKey(), link); });
}

/** @param {import("./model.js").Link} link */
const told = ({ anaphor, antecedents, relation, subtype, optional, attributes }) => JSON.stringify([anaphor, antecedents, relation, subtype, optional, attributes]);
