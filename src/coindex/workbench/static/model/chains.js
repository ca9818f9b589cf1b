// What can be done to chains: linking, merging, splitting and removing them; links that say more than a chain does.
import { withAttribute } from "./model.js";

/** @typedef {import("./model.js").Draft} Draft */
/** @typedef {import("./model.js").Model} Model */

/** Whatever refers to nothing cannot be in a chain. */
const OUTSIDE = "nonreferential";

/** @param {Model} model @param {number} key @returns {number[]} The mention's chain, with itself; alone if it is in none. */
export const chainOf = (model, key) => model.entityOf(key)?.mentions ?? [key];

/**
 * What a mention refers to: the antecedents of its identity link, else the nearest earlier mention of its chain; for a
 * cataphor the next one.
 * @param {Model} model
 * @param {number} key
 * @returns {number[]}
 */
export function antecedentsOf(model, key) {
  const split = model.linksFrom(key).find(([, link]) => link.relation === "identity");
  if (split) return split[1].antecedents;
  const chain = chainOf(model, key), place = chain.indexOf(key);
  const forward = model.mention(key).reference === "cataphoric";
  const found = forward ? chain.slice(place + 1).find((other) => model.mention(other).reference !== "cataphoric") : chain[place - 1];
  return found === undefined ? [] : [found];
}

/** @param {Draft} draft @param {number} key Put a mention into an entity of its own, unless it is in one. */
export function own(draft, key) {
  const found = draft.model.entityOf(key);
  if (found) return found;
  const id = draft.model.newEntityId();
  draft.entity(id, { mentions: [key] });
  return /** @type {import("./model.js").Entity} */ (draft.model.entities.get(id));
}

/**
 * Choose the antecedent of a mention. It goes over to the antecedent's chain: with the rest of its own chain if it
 * begins that, because the others were linked through it; else alone.
 * @param {Draft} draft
 * @param {number} key
 * @param {number} antecedent
 * @returns {"same" | "merged" | "moved"}
 */
export function link(draft, key, antecedent) {
  const { model } = draft;
  const from = chainOf(model, key);
  dropIdentityLinks(draft, key);
  refers(draft, key);
  refers(draft, antecedent);
  if (from.includes(antecedent)) return "same";
  if (from[0] === key) {
    merge(draft, antecedent, key);
    return "merged";
  }
  leave(draft, key);
  join(draft, own(draft, antecedent).id, [key]);
  return "moved";
}

/** @param {Draft} draft @param {string} id @param {number[]} keys */
function join(draft, id, keys) {
  draft.entity(id, { mentions: [...(draft.model.entities.get(id)?.mentions ?? []), ...keys] });
}

/**
 * Two chains become one, which keeps the properties of the first.
 * @param {Draft} draft
 * @param {number} key a mention of the first
 * @param {number} other a mention of the second
 */
export function merge(draft, key, other) {
  const kept = own(draft, key), gone = draft.model.entityOf(other);
  refers(draft, other);
  if (kept.id === gone?.id) return;
  const more = gone?.mentions ?? [other];
  if (gone) draft.set("entities", gone.id, undefined);
  join(draft, kept.id, more);
  if (!kept.type && gone?.type) draft.entity(kept.id, { type: gone.type });
}

/** @param {Draft} draft @param {number} key Take a mention out of its chain: nothing is decided about it any more. */
export function leave(draft, key) {
  const entity = draft.model.entityOf(key);
  if (entity) draft.entity(entity.id, { mentions: entity.mentions.filter((other) => other !== key) });
}

/** @param {Draft} draft @param {number} key */
export function undecide(draft, key) {
  leave(draft, key);
  dropIdentityLinks(draft, key);
  draft.mention(key, { reference: "", subtype: "" });
}

/** @param {Draft} draft @param {number} key A mention and those after it in its chain become a chain of their own. */
export function breakAt(draft, key) {
  const entity = draft.model.entityOf(key);
  const place = entity?.mentions.indexOf(key) ?? 0;
  if (!entity || place === 0) return;
  const id = draft.model.newEntityId();
  draft.entity(entity.id, { mentions: entity.mentions.slice(0, place) });
  draft.entity(id, { mentions: entity.mentions.slice(place), type: entity.type });
}

/** @param {Draft} draft @param {string} id The chain goes, its mentions stay. */
export function dissolve(draft, id) {
  draft.set("entities", id, undefined);
}

/**
 * @param {Draft} draft
 * @param {number} key
 * @param {string} reference
 * @param {string} [subtype]
 */
export function setReference(draft, key, reference, subtype = "") {
  if (reference === OUTSIDE) {
    leave(draft, key);
    dropIdentityLinks(draft, key);
  }
  draft.mention(key, { reference, subtype });
}

/** @param {Draft} draft @param {number} key What has an antecedent does refer; a cataphor stays one. */
export function refers(draft, key) {
  if (!["", "cataphoric", "anaphoric"].includes(draft.model.mention(key).reference)) draft.mention(key, { reference: "", subtype: "" });
}

/** @param {Draft} draft @param {number} key */
export function dropIdentityLinks(draft, key) {
  for (const [number, link] of draft.model.linksFrom(key)) if (link.relation === "identity") draft.set("links", number, undefined);
}

/**
 * One antecedent more of several, or one less; the mention stays in its chain, whose other mentions refer to the same.
 * @param {Draft} draft
 * @param {number} key
 * @param {number} antecedent
 */
export function toggleAntecedent(draft, key, antecedent) {
  const { model } = draft;
  own(draft, antecedent); // formats that name entities rather than mentions can carry the link only then
  const found = model.linksFrom(key).find(([, link]) => link.relation === "identity" && (link.subtype === "split" || link.antecedents.length > 1));
  if (!found) {
    dropIdentityLinks(draft, key);
    own(draft, key);
    addLink(draft, key, [antecedent], { subtype: "split" });
    return;
  }
  const [number, link] = found;
  const rest = link.antecedents.filter((other) => other !== antecedent);
  const antecedents = rest.length < link.antecedents.length ? rest : [...rest, antecedent].sort(model.before);
  draft.set("links", number, antecedents.length ? { ...link, antecedents } : undefined);
}

/**
 * @param {Draft} draft
 * @param {number} anaphor
 * @param {number[]} antecedents
 * @param {Partial<import("./model.js").Link>} [more]
 */
export function addLink(draft, anaphor, antecedents, more = {}) {
  draft.set("links", draft.model.newKey(), { anaphor, antecedents, relation: "identity", subtype: "", optional: false, attributes: [], ...more });
}

/**
 * The link that can be optional: that of identity, else, for a mention without an antecedent, its first one.
 * @param {Model} model
 * @param {number} key
 */
export function doubtfulLink(model, key) {
  const links = model.linksFrom(key);
  return links.find(([, { relation }]) => relation === "identity") ?? (antecedentsOf(model, key).length ? undefined : links[0]);
}

/** @param {Draft} draft @param {number} key Whether a careful reader could take the mention for something else. */
export function toggleOptional(draft, key) {
  const { model } = draft;
  const antecedents = antecedentsOf(model, key), [number, link] = doubtfulLink(model, key) ?? [];
  if (number !== undefined && link) {
    const plain = link.relation === "identity" && !link.subtype && !link.attributes.length;
    draft.set("links", number, link.optional && plain ? undefined : { ...link, optional: !link.optional });
  } else if (antecedents.length) addLink(draft, key, antecedents, { optional: true });
}

/** @param {Draft} draft @param {number} key @param {string} type */
export function setType(draft, key, type) {
  draft.entity(own(draft, key).id, { type });
}

/** @param {Draft} draft @param {number} key @param {string} name @param {string} value */
export function describe(draft, key, name, value) {
  const entity = own(draft, key);
  draft.entity(entity.id, { attributes: withAttribute(entity.attributes, name, value) });
}

/** @param {Draft} draft @param {number} key @param {string} name @param {string} value */
export function note(draft, key, name, value) {
  draft.mention(key, { attributes: withAttribute(draft.model.mention(key).attributes, name, value) });
}
