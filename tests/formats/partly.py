"""Layers that a format carries, but not whole: losses of the rich documents that are known and measured."""

from coindex.core.layers import Layer

PARTLY: dict[str, frozenset[Layer]] = {
    "booknlp": frozenset({Layer.KINDS, Layer.LANGUAGE, Layer.SPACING, Layer.TYPES}),
    "brat": frozenset({Layer.MARKS, Layer.TOKENS}),
    "conll": frozenset({Layer.MISC}),
    "conllu": frozenset(
        {
            Layer.ATTRIBUTES,
            Layer.BRIDGING,
            Layer.SPLIT,
            Layer.LANGUAGE,
            Layer.LINK_SUBTYPES,
            Layer.MARKS,
            Layer.SPACING,
        }
    ),
    "coref_annotator": frozenset({Layer.ENTITY_ATTRIBUTES}),
    "corefi": frozenset({Layer.SPACING}),
    "doccano": frozenset({Layer.TOKENS}),
    "gate": frozenset({Layer.TOKENS}),
    "glozz": frozenset({Layer.TOKENS}),
    "label_studio": frozenset({Layer.TOKENS}),
    "mate": frozenset({Layer.MARKS}),
    "muc": frozenset({Layer.BLOCKS, Layer.ENTITY_NAMES}),
    "naf": frozenset({Layer.TOKENS}),
    "paula": frozenset({Layer.TOKENS}),
    "prodigy": frozenset({Layer.TOKENS}),
    "sacr": frozenset({Layer.ENTITY_ATTRIBUTES, Layer.SENTENCES, Layer.TOKENS}),
    "semeval": frozenset({Layer.MISC}),
    "supar": frozenset(
        {
            Layer.ATTRIBUTES,
            Layer.HEADS,
            Layer.KINDS,
            Layer.MENTIONS,
            Layer.MISC,
            Layer.REFERENCE,
            Layer.SENTENCE_NAMES,
        }
    ),
    "tcf": frozenset({Layer.TOKENS}),
    "webanno": frozenset(
        {Layer.MARKS, Layer.MENTION_NAMES, Layer.MISC, Layer.SPACING, Layer.TOKENS}
    ),
    "workbench": frozenset({Layer.ENTITY_NAMES}),
    "conll(minimal=True)": frozenset({Layer.LEMMAS, Layer.MISC, Layer.SPEAKERS, Layer.XPOS}),
    "mate(inline=True)": frozenset({Layer.MARKS}),
    "muc(words=False)": frozenset({Layer.BLOCKS, Layer.ENTITY_NAMES, Layer.TOKENS}),
    "supar(facts=False)": frozenset(
        {
            Layer.ATTRIBUTES,
            Layer.HEADS,
            Layer.KINDS,
            Layer.LEMMAS,
            Layer.MENTIONS,
            Layer.MISC,
            Layer.REFERENCE,
            Layer.SENTENCE_NAMES,
            Layer.XPOS,
        }
    ),
    "webanno(chains=True)": frozenset(
        {
            Layer.ATTRIBUTES,
            Layer.LINKS,
            Layer.DISCONTINUOUS,
            Layer.MARKS,
            Layer.MENTIONS,
            Layer.MENTION_NAMES,
            Layer.MISC,
            Layer.SPACING,
            Layer.TOKENS,
        }
    ),
}
"""A word of a multiword token cannot always be cut again where it was (TOKENS); the others have
places for marks, names or features of certain kinds only."""
