// A state added to what is there: mentions that are new, in the chains of those that are not.
import { bySignature, signature } from "./comparing.js";
import { mentionOf } from "./wire.js";

/** @typedef {import("./model.js").Draft} Draft */

/**
 * Nothing that is there changes, except that chains get longer.
 * @param {Draft} draft
 * @param {import("./wire.js").State} state
 * @returns {number} of mentions that are new
 */
export function add(draft, state) {
  const { model } = draft, known = bySignature(model), fresh = new Set();
  const keys = (state.mentions ?? []).map((said) => {
    const mention = mentionOf(said), key = known.get(signature(mention));
    if (key !== undefined) return key;
    const made = model.newKey();
    draft.set("mentions", made, mention);
    fresh.add(made);
    return made;
  });
  for (const said of state.entities ?? []) addEntity(draft, said, said.mentions.map((/** @type {number} */ place) => keys[place]), fresh);
  for (const said of state.links ?? []) {
    const anaphor = keys[said.anaphor], antecedents = said.antecedents.map((/** @type {number} */ place) => keys[place]);
    if (fresh.has(anaphor)) draft.set("links", model.newKey(), { relation: "identity", subtype: "", optional: false, attributes: [], ...said, anaphor, antecedents });
  }
  return fresh.size;
}

/**
 * New mentions join the chain of the first mention that was there before.
 * @param {Draft} draft
 * @param {any} said
 * @param {number[]} members
 * @param {Set<number>} fresh
 */
function addEntity(draft, said, members, fresh) {
  const { model } = draft, joining = members.filter((key) => fresh.has(key));
  if (!joining.length) return;
  const there = members.map((key) => model.entityOf(key)).find(Boolean);
  if (there) return draft.entity(there.id, { mentions: [...there.mentions, ...joining] });
  draft.entity(model.newEntityId(), { type: said.type ?? "", attributes: said.attributes ?? [], mentions: joining });
}
