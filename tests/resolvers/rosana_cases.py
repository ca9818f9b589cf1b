"""Hand-built sentences for ROSANA, with their fragments, and how they are resolved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from coindex.core import registry
from coindex.core.annotation import Annotation
from coindex.core.decision import Candidate, Decision
from coindex.core.document import Fragment
from coindex.language.discourse.discourse import discourse
from coindex.resolvers.rosana.admission import Admission, Syntax
from tests.language.conftest import tree
from tests.resolvers.worked import Worked

HE = "Gender=Masc|Number=Sing|Person=3|PronType=Prs"
IT = "Number=Sing|Person=3|PronType=Prs"
ONE = "Number=Sing"

GERMAN = (
    f"Der/DET/2/det Mann/NOUN/6/nsubj/{ONE} hat/AUX/6/aux den/DET/5/det "
    f"Präsidenten/NOUN/6/obj/{ONE} besucht/VERB/0/root ,/PUNCT/12/punct "
    f"der/PRON/12/nsubj/Number=Sing|PronType=Rel ihn/PRON/12/obj/{HE} von/ADP/11/case "
    "sich/PRON/12/obl/Person=3|PronType=Prs|Reflex=Yes überzeugte/VERB/_/acl:relcl"
)
MANN, PRESIDENT, DER, IHN, SICH = 1, 4, 7, 8, 10
GERMAN_FRAGMENTS = (Fragment(5), Fragment(11, 0, (1, 4)))

TIRED = (
    f"The/DET/2/det president/NOUN/3/nsubj/{ONE} left/VERB/0/root after/SCONJ/7/mark "
    f"he/PRON/7/nsubj/{HE} had/AUX/7/aux spoken/VERB/_/advcl because/SCONJ/11/mark "
    f"he/PRON/11/nsubj/{HE} was/AUX/11/cop tired/ADJ/_/advcl"
)
TIRED_FRAGMENTS = (Fragment(2), Fragment(6, 0, (2,)), Fragment(10, 0, (2, 6)))
SPOKEN = (
    f"He/PRON/2/nsubj/{HE} left/VERB/0/root after/SCONJ/7/mark the/DET/5/det "
    f"president/NOUN/7/nsubj/{ONE} had/AUX/7/aux spoken/VERB/_/advcl"
)
ARRIVED = (
    f"When/SCONJ/3/mark he/PRON/3/nsubj/{HE} arrived/VERB/_/advcl "
    f"we/PRON/5/nsubj/Person=1|PronType=Prs told/VERB/0/root him/PRON/5/obj/{HE}"
)
HURT = (
    "Peter/PROPN/2/nsubj hurt/VERB/0/root himself/PRON/2/obj/PronType=Prs|Reflex=Yes "
    f"after/SCONJ/8/mark the/DET/6/det boy/NOUN/8/nsubj/{ONE} had/AUX/8/aux left/VERB/_/advcl"
)
OWNER = (
    f"the/DET/2/det owner/NOUN/0/root/{ONE} of/ADP/5/case the/DET/5/det "
    f"telescope/NOUN/2/nmod/{ONE} with/ADP/7/case it/PRON/_/nmod/{IT}"
)
OBSERVED = (
    f"Peter/PROPN/2/nsubj/{ONE} observed/VERB/0/root the/DET/4/det owner/NOUN/2/obj/{ONE} "
    f"of/ADP/7/case the/DET/7/det telescope/NOUN/4/nmod/{ONE} with/ADP/9/case "
    f"it/PRON/{{}}/{{}}/{IT}"
)
SEVILLE = (
    f"On/ADP/4/case a/DET/4/det dark/ADJ/4/amod night/NOUN/10/obl/{ONE} in/ADP/6/case "
    f"Seville/PROPN/4/nmod/{ONE} ,/PUNCT/4/punct Leporello/PROPN/10/nsubj/{ONE} is/AUX/10/aux "
    f"keeping/VERB/0/root watch/NOUN/10/obj/{ONE} ,/PUNCT/13/punct grumbling/VERB/10/advcl "
    f",/PUNCT/13/punct outside/ADP/17/case a/DET/17/det house/NOUN/10/obl/{ONE} in/ADP/19/case "
    f"which/PRON/25/obl/PronType=Rel his/PRON/22/nmod:poss/{HE}|Poss=Yes "
    f"master/NOUN/22/nmod:desc/{ONE} Don/PROPN/25/nsubj/{ONE} Giovanni/PROPN/22/flat/{ONE} "
    "is/AUX/25/aux:pass engaged/VERB/17/acl:relcl in/ADP/30/case "
    f"his/PRON/30/nmod:poss/{HE}|Poss=Yes latest/ADJ/30/amod amorous/ADJ/30/amod "
    f"pursuit/NOUN/25/obl/{ONE} ./PUNCT/10/punct"
)
HIS1, HIS2, LEPORELLO, DON = 19, 26, 7, 21


class Text(Worked):
    """As `Worked`, but a word names the expression it heads; `his` is not *his hat*."""

    def of(self, form: str, occurrence: int = 1) -> Decision:
        places = [index for index, token in enumerate(self.document.tokens) if token.form == form]
        return next(one for one in self.decisions if one.anaphor.head == places[occurrence - 1])


class Case:
    """One hand-built sentence or more, resolved; expressions are
    named by the token that heads them.
    """

    def __init__(
        self,
        *sentences: str,
        fragments: tuple[Fragment, ...] = (),
        resolver: str = "rosana",
        language: str = "en",
    ) -> None:
        document = tree(*sentences, language=language)
        first = document.sentences[0]._replace(fragments=fragments)
        self.document = replace(document, sentences=(first, *document.sentences[1:]))
        self.mentions: Annotation = registry.build("detectors", "nominals(relatives=True)").detect(
            self.document
        )
        component = registry.build("resolvers", resolver)
        self.decisions: Mapping[int, Decision] = {
            decision.anaphor.head or 0: decision
            for decision in component.resolve(self.document, self.mentions)
        }

    def antecedent(self, token: int) -> int | None:
        found = self.decisions[token].antecedent
        return None if found is None else found.head

    def candidate(self, anaphor: int, candidate: int) -> Candidate:
        return next(
            one for one in self.decisions[anaphor].candidates if one.mention.head == candidate
        )

    def fate(self, anaphor: int, candidate: int) -> str:
        found = self.candidate(anaphor, candidate)
        return found.rejected or found.admitted

    def admission(
        self, anaphor: int, candidate: int, *, a1: bool = False, b1: bool = False
    ) -> Admission:
        """As in step 1, for pairs whose words do not agree as well."""
        view = discourse(self.document, self.mentions)
        return Syntax(view, a1=a1, b1=b1).admission(view.by_head[anaphor], view.by_head[candidate])
