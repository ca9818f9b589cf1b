// What can be done to several mentions at once. Each function is one change: one undo takes all of it back.
import { dropIdentityLinks, refers } from "./chains.js";

/** @typedef {import("./model.js").Draft} Draft */
/** @typedef {import("./model.js").Model} Model */

/** @param {Model} model @param {Iterable<number>} keys @returns {string[]} Entities of the mentions, in textual order of these. */
export const entitiesOf = (model, keys) => [...new Set([...keys].flatMap((key) => model.entityOf(key)?.id ?? []))];

/** @param {Draft} draft @param {number[]} keys Take the mentions out of their chains. */
export function leaveAll(draft, keys) {
  const { model } = draft, gone = new Set(keys);
  for (const id of entitiesOf(model, keys)) {
    draft.entity(id, { mentions: (model.entities.get(id)?.mentions ?? []).filter((key) => !gone.has(key)) });
  }
}

/**
 * Move the mentions to an entity; whatever else was in their chains stays there.
 * @param {Draft} draft
 * @param {number[]} keys
 * @param {string} id
 */
export function moveAll(draft, keys, id) {
  const { model } = draft;
  const moving = keys.filter((key) => model.entityOf(key)?.id !== id);
  const { type = "" } = model.entities.get(id) ?? {};
  const known = type || typeOf(model, moving);
  leaveAll(draft, moving);
  for (const key of moving) {
    dropIdentityLinks(draft, key);
    refers(draft, key);
  }
  draft.entity(id, { mentions: [...(model.entities.get(id)?.mentions ?? []), ...moving], type: known });
  dropCrossing(draft, moving);
}

/**
 * The mentions become an entity of their own, of the type that they had.
 * @param {Draft} draft
 * @param {number[]} keys
 * @returns {string} the entity
 */
export function gather(draft, keys) {
  const id = draft.model.newEntityId();
  moveAll(draft, keys, id);
  return id;
}

/** @param {Model} model @param {number[]} keys The first type that is known of them. */
const typeOf = (model, keys) => keys.map((key) => model.entityOf(key)?.type ?? "").find(Boolean) ?? "";

/**
 * The chains of all these mentions become one, which keeps the properties of the first that has a name, else of the first.
 * @param {Draft} draft
 * @param {number[]} keys in textual order
 * @returns {string} the entity
 */
export function mergeAll(draft, keys) {
  const { model } = draft, ids = entitiesOf(model, keys);
  const kept = ids.find((id) => model.entities.get(id)?.attributes.some(([name]) => name === "name")) ?? ids[0] ?? model.newEntityId();
  const members = new Set(keys);
  for (const id of ids) for (const key of model.entities.get(id)?.mentions ?? []) members.add(key);
  const type = model.entities.get(kept)?.type || typeOf(model, keys);
  for (const id of ids) if (id !== kept) draft.set("entities", id, undefined);
  for (const key of keys) refers(draft, key);
  draft.entity(kept, { mentions: [...members], type });
  return kept;
}

/** @param {Draft} draft @param {number[]} keys Nothing is decided about the mentions any more. */
export function undecideAll(draft, keys) {
  leaveAll(draft, keys);
  for (const key of keys) {
    dropIdentityLinks(draft, key);
    draft.mention(key, { reference: "", subtype: "" });
  }
}

/** @param {Draft} draft @param {number[]} keys Remove the mentions, from their chains and from links, too. */
export function removeAll(draft, keys) {
  const { model } = draft, gone = new Set(keys);
  leaveAll(draft, keys);
  for (const [number, link] of [...model.links]) {
    const antecedents = link.antecedents.filter((key) => !gone.has(key));
    if (gone.has(link.anaphor) || !antecedents.length) draft.set("links", number, undefined);
    else if (antecedents.length < link.antecedents.length) draft.set("links", number, { ...link, antecedents });
  }
  for (const key of gone) draft.set("mentions", key, undefined);
}

/** @param {Draft} draft @param {number[]} keys @param {string} type of their entities; a mention without one gets its own */
export function retypeAll(draft, keys, type) {
  const { model } = draft;
  for (const key of keys) if (!model.entityOf(key)) draft.entity(model.newEntityId(), { mentions: [key] });
  for (const id of entitiesOf(model, keys)) draft.entity(id, { type });
}

/**
 * Separate a chain: the group with the chain's first mention keeps the entity, each other one becomes an entity of the same type.
 * @param {Draft} draft
 * @param {string} id
 * @param {Map<number, number>} groups the group of each mention
 * @returns {string[]} the entities
 */
export function separate(draft, id, groups) {
  const { model } = draft, { mentions, type } = /** @type {import("./model.js").Entity} */ (model.entities.get(id));
  /** @type {Map<number | undefined, number[]>} */
  const parts = new Map();
  for (const key of mentions) {
    const group = groups.get(key);
    parts.set(group, [...(parts.get(group) ?? []), key]);
  }
  const [first, ...others] = parts.values();
  draft.entity(id, { mentions: first });
  const made = others.map((keys) => {
    const fresh = model.newEntityId();
    draft.entity(fresh, { mentions: keys, type });
    return fresh;
  });
  dropCrossing(draft, mentions);
  return [id, ...made];
}

/** Links of identity to a mention that is now in another chain go; split antecedents are meant to be elsewhere. @param {Draft} draft @param {number[]} keys */
function dropCrossing(draft, keys) {
  const { model } = draft, moved = new Set(keys);
  for (const [number, { anaphor, antecedents, relation, subtype }] of [...model.links]) {
    if (relation !== "identity" || subtype === "split" || antecedents.length > 1) continue;
    if (!moved.has(anaphor) && !moved.has(antecedents[0])) continue;
    if (model.entityOf(anaphor)?.id !== model.entityOf(antecedents[0])?.id) draft.set("links", number, undefined);
  }
}
