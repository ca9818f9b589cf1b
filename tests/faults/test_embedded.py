"""The embedded corpus has as many cases of each phenomenon as its data sheet says."""

from __future__ import annotations

from collections import Counter

from coindex.measures.census import census
from coindex.pipeline.pipeline import with_parse
from tests.corpora.test_embedded import read

AT_LEAST = {
    "third-person anaphors": 600,
    "pleonastic it": 60,
    "pleonastic: ambient": 15,
    "pleonastic: cleft": 15,
    "pleonastic: extraposition": 15,
    "pleonastic: idiom": 15,
    "pleonastic there": 15,
    "kind: reflexive": 15,
    "kind: reciprocal": 15,
    "kind: relative": 15,
    "kind: demonstrative": 15,
    "demonstrative noun phrases": 15,
    "cataphoric": 15,
    "split antecedents": 15,
    "event anaphors": 15,
    "entities with name variants": 15,
    "anaphoric definite descriptions": 15,
    "singular they": 15,
    "neopronouns": 15,
    "persons of open gender": 15,
    "long-distance links": 15,
    "quotations": 15,
    "attribute: bound": 15,
    "ambiguous (optional) links": 15,
}


def test_phenomena() -> None:
    found = sum((census(*with_parse(item)) for item in read("").values()), Counter[str]())
    assert not {name: found[name] for name, wanted in AT_LEAST.items() if found[name] < wanted}
