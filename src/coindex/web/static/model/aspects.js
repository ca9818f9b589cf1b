// The kinds of differences between annotations, in words.

export const ASPECTS = /** @type {Record<string, string>} */ ({
  mention: "marked by some only", span: "bounds", core: "minimal span", kind: "kind", reference: "how it refers",
  entity: "what it refers to", link: "links", description: "type of the entity",
});
