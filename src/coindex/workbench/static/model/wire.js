// Annotations as the server keeps them: mentions in a list, named by their place there; defaults are left out.
import { Model } from "./model.js";

/** @typedef {import("./model.js").Mention} Mention */
/** @typedef {{mentions?: any[], entities?: any[], links?: any[], attributes?: [string, string][]}} State */

/** @type {Mention} */
const PLAIN = { id: "", parts: [], zero: null, head: null, kind: "", minimum: null, reference: "", subtype: "", attributes: [] };

/** @param {any} said @returns {Mention} */
export const mentionOf = (said) => ({ ...PLAIN, ...said });

/** @param {any} row @returns {any} */
export function withoutDefaults(row) {
  const isDefault = (/** @type {any} */ value) => value === null || value === "" || value === false || (Array.isArray(value) && !value.length);
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => !isDefault(value) && !(name === "relation" && value === "identity")));
}

/**
 * @param {Model} model
 * @returns {{state: State, order: number[]}} `order` has the key of each mention of the state's list.
 */
export function told(model) {
  const order = model.order;
  const place = new Map(order.map((key, number) => [key, number]));
  const numbers = (/** @type {number[]} */ keys) => keys.map((key) => /** @type {number} */ (place.get(key)));
  const state = {
    mentions: order.map((key) => withoutDefaults(model.mention(key))),
    entities: [...model.entities.values()].map((entity) => withoutDefaults({ ...entity, mentions: numbers(entity.mentions) })),
    links: [...model.links.values()].map((link) => ({
      ...withoutDefaults(link), anaphor: place.get(link.anaphor), antecedents: numbers(link.antecedents),
    })),
    attributes: model.attributes.get(0) ?? [],
  };
  return { state: withoutDefaults(state), order };
}

/**
 * Put a state in place of what is there.
 * @param {{model: Model, set: (table: any, key: any, value: any) => void}} draft
 * @param {State} state
 */
export function take(draft, state) {
  const { model } = draft;
  for (const key of [...model.links.keys()]) draft.set("links", key, undefined);
  for (const id of [...model.entities.keys()]) draft.set("entities", id, undefined);
  for (const key of [...model.mentions.keys()]) draft.set("mentions", key, undefined);
  const keys = (state.mentions ?? []).map((said) => {
    const key = model.newKey();
    draft.set("mentions", key, mentionOf(said));
    return key;
  });
  for (const said of state.entities ?? []) {
    const mentions = said.mentions.map((/** @type {number} */ place) => keys[place]);
    draft.set("entities", said.id, entityOf(said, mentions.sort(model.before)));
  }
  takeRest(draft, state, (place) => keys[place]);
}

/** @param {any} said @param {number[]} mentions @returns {import("./model.js").Entity} */
const entityOf = (said, mentions) => ({ type: "", attributes: [], ...said, mentions });

/**
 * Links, and the attributes of the annotation.
 * @param {{model: Model, set: (table: any, key: any, value: any) => void}} draft
 * @param {State} state
 * @param {(place: number) => number} keyOf
 */
function takeRest(draft, state, keyOf) {
  for (const said of state.links ?? []) {
    const link = { relation: "identity", subtype: "", optional: false, attributes: [], ...said, anaphor: keyOf(said.anaphor), antecedents: said.antecedents.map(keyOf) };
    draft.set("links", draft.model.newKey(), link);
  }
  draft.set("attributes", 0, state.attributes?.length ? state.attributes : undefined);
}

/** @param {State} state */
export function modelOf(state) {
  const model = new Model(), keyOf = (/** @type {number} */ place) => place + 1;
  const order = (/** @type {boolean} */ inText) => (inText ? (/** @type {number} */ a, /** @type {number} */ b) => a - b : model.before);
  model.fill((state.mentions ?? []).map(mentionOf), (inText) => (state.entities ?? []).map((said) => entityOf(said, said.mentions.map(keyOf).sort(order(inText)))));
  takeRest({ model, set: (table, key, value) => model.set(table, key, value) }, state, keyOf);
  return model;
}

/**
 * Another source's state as a starting point, without links that only repeat the entities.
 * @param {State} state
 * @param {{chains: boolean}} options without chains: mentions alone
 * @returns {State}
 */
export function beginning(state, { chains }) {
  const mentions = (state.mentions ?? []).map(({ id, ...rest }) => rest);
  if (!chains) return { mentions: mentions.map(({ reference, subtype, ...rest }) => rest) };
  const entity = new Map((state.entities ?? []).flatMap(({ id, mentions: own }) => own.map((/** @type {number} */ place) => [place, id])));
  const links = (state.links ?? []).filter(({ anaphor, antecedents, relation, optional }) =>
    relation || optional || antecedents.length > 1 || entity.get(anaphor) !== entity.get(antecedents[0]));
  return { ...state, mentions, links };
}
