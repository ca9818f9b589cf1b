"""A small key with one error of each kind that needs a parse, and the parts of it."""

from __future__ import annotations

HEADER = "# global.Entity = eid-etype-head-other\n# newdoc id = talk\n"
_PRON = "Person=3|PronType=Prs"


def sentence(name: str, *rows: str) -> str:
    """A sentence of CoNLL-U: `form lemma UPOS feats head deprel misc`, words separated by blanks."""
    lines = [f"# sent_id = {name}"]
    for number, row in enumerate(rows, 1):
        form, lemma, upos, feats, head, deprel, misc = row.split()
        lines.append(f"{number}\t{form}\t{lemma}\t{upos}\t_\t{feats}\t{head}\t{deprel}\t_\t{misc}")
    return "\n".join(lines) + "\n\n"


def key(*sentences: str) -> str:
    """A file with one document."""
    return HEADER + "".join(sentences)


ANN = sentence(
    "talk-1",
    "Ann Ann PROPN Number=Sing 3 nsubj Entity=(e1-person-1-",
    "Smith Smith PROPN Number=Sing 1 flat Entity=e1)",
    "met meet VERB Mood=Ind 0 root _",
    "Bob Bob PROPN Number=Sing 3 obj Entity=(e2-person-1-)",
    ". . PUNCT _ 3 punct _",
)
SOUND = sentence(
    "talk-2",
    f"She she PRON Gender=Fem|Number=Sing|{_PRON} 2 nsubj Entity=(e1-person-1-)",
    "greeted greet VERB Mood=Ind 0 root _",
    f"him he PRON Gender=Masc|Number=Sing|{_PRON} 2 obj Entity=(e2-person-1-)",
    ". . PUNCT _ 2 punct _",
)
