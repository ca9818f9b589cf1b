// Signs behind a mention for what its chain does not show: other relations, several antecedents, doubt, a comment.
import { attributeOf } from "./model.js";

/** @typedef {import("./model.js").Model} Model */

export const NOTES = { relation: "⤳", split: "+", optional: "?", comment: "✎" };

/** @param {Model} model @param {number} key */
export function notesOf(model, key) {
  let notes = "";
  if (model.hasLinks(key)) {
    const links = model.linksFrom(key).map(([, link]) => link);
    if (links.some(({ relation }) => relation !== "identity")) notes += NOTES.relation;
    if (links.some(({ relation, antecedents, subtype }) => relation === "identity" && (antecedents.length > 1 || subtype === "split"))) notes += NOTES.split;
    if (links.some(({ optional }) => optional)) notes += NOTES.optional;
  }
  return attributeOf(model.mention(key), "comment") ? notes + NOTES.comment : notes;
}
