"""ROSANA: robust syntax-based resolution of anaphors, on whole parses and on fragments.

R. Stuckardt, "Design and Enhanced Evaluation of a Robust Anaphor Resolution Algorithm",
Computational Linguistics 27(4), 2001, 479-506.

In the paper, and here:

    step 1a, congruence                 congruence.congruence; parameter `gender`
    step 1b, binding, i-within-i        admission.Syntax.admission; parameter `pro_control`;
                                        `object_control`, `strict_i_within_i` of the profile
    step 1c, cataphora                  admission.Syntax.admission, "indefinite ahead"
    rule patterns F1 ... IEb            language.fragments.Fragments.pattern (figure 1); parameter
                                        `description`
    patterns of footnote 13             the same; parameters `a1`, `b1`
    step 2, salience factors            factors.FactorTotals.contributions, profiles/; parameters
                                        `weights`, `without`
    step 2c, order of the anaphors      invocation.RosanaResolution.promise;
                                        `relatives_first` of the profile
    step 3a, features still compatible  invocation.RosanaResolution.refusal; parameter `gender`
    step 3b, interdependence            invocation.RosanaResolution.disjoint
    recency filter                      parameter `window`
    classes of occurrences              occurrences.Occurrence
    not in the paper                    names of a whole book (cast); parameter `names`
                                        evidence.Evidence; factors NEAR ROLE FORM TOPIC MATCH VOICE
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar, Literal

from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.glossary import Glossary
from coindex.core.parameters import Lines, component, profile_lines, ranged
from coindex.core.protocols import Correct
from coindex.language.discourse.discourse import Discourse, discourse
from coindex.language.languages import get_language
from coindex.language.syntax.shallow import readable, shallow
from coindex.language.syntax.structure import StructureOptions
from coindex.language.syntax.tree import forest
from coindex.resolvers.constraints import AGREEMENT_TERMS
from coindex.resolvers.groups import GROUP_TERMS, with_groups
from coindex.resolvers.rosana.admission import ADMISSION_TERMS, Syntax
from coindex.resolvers.rosana.anaphors import RosanaOptions
from coindex.resolvers.rosana.evidence import EVIDENCE, EVIDENCE_TERMS, fitted_to
from coindex.resolvers.rosana.factors import FACTOR_TERMS, UNIT, FactorTable, table
from coindex.resolvers.rosana.forms import FORM_TERMS, with_forms
from coindex.resolvers.rosana.invocation import RESOLUTION_TERMS, RosanaResolution
from coindex.resolvers.rosana.relatives import joined, silent_relatives
from coindex.resolvers.rosana.speech import SPEECH_TERMS

MOST = 400
"""As in other resolvers, but the window is wider: eleven sentences of 120 words have fewer."""


@component
class Rosana:
    """Filter candidates by congruence and syntax, score them, and select antecedents that
    are compatible with each other.

    Where the paper leaves a choice open, there is a parameter.
    """

    languages: ClassVar[tuple[str, ...]] = ("en", "de", "es")
    without: tuple[str, ...] = ()
    """Salience factors to switch off: `'SYR'`, or `('SYR', 'SUP')`."""
    weights: tuple[tuple[str, float], ...] = ()
    """Weights that replace those of the profile, by name: `{'SUP': 60}`."""
    profile: str = "default"
    """The table of weights and the options below that are not given: *default*, *2001* for the
    algorithm as printed, or a TOML file with one of your own.
    """
    description: Literal["deficient", "hybrid", "shallow"] = "deficient"
    """What syntax is taken from: *deficient* uses the parse as far as it is complete, *shallow*
    only what parts of speech suggest, *hybrid* the parse, and the shallow view where the parse has
    a gap.
    """
    window: int = ranged(10, least=0)
    """How many sentences back a personal or possessive pronoun looks."""
    wdm_unit: int = ranged(UNIT, least=1)
    """How many words make one unit of the word distance malus."""
    gender: Literal["ignore", "prefer", "require"] = "prefer"
    """Candidates of the wrong gender come last (*prefer*), are excluded (*require*), or are
    treated like the others (*ignore*).
    """
    link_predicate_nominals: bool = False
    """Whether a predicate nominal is linked to its subject."""
    argument_pp_transparent: bool = False
    """Whether the noun in a dative or argument PP c-commands out of the PP."""
    quoted_speech: bool = True
    """Whether *I* and *you* in a quotation go to its speaker and addressee."""
    pro_control: bool = True
    """Whether the controller of a covert subject takes part in binding."""
    a1: bool = False
    """Whether the pattern for a satisfied principle A applies (footnote 13): a reflexive is bound
    wherever its fragment attaches.
    """
    b1: bool = False
    """Whether the pattern for a violated principle B applies (footnote 13): a pronoun is bound in
    its own clause wherever its fragment attaches.
    """
    groups: bool | None = None
    """Whether plural pronouns may refer to several entities together, *Ann met Bob. They left*.
    Not given: yes by default, no in *2001*.
    """
    reasons: bool = False
    """Whether decisions also list the candidates that do not agree."""
    most: int = ranged(MOST, least=1)
    """How many candidates are considered at most, nearest first; those of the
    anaphor's own sentence always are.
    """
    names: Literal["text", "book"] = "text"
    """Whether names are linked as they come (*text*), as the paper has it, or all names of a
    document are first grouped by the people who bear them (*book*).
    """
    lines: Lines = profile_lines(
        "certain",
        "singular_they",
        "attempt_indefinites",
        "object_control",
        "strict_i_within_i",
        "relatives_first",
    )
    """Lines of the profile that are replaced, as the name of a parameter in former versions."""
    glossary: ClassVar[Glossary] = {
        **AGREEMENT_TERMS,
        **FACTOR_TERMS,
        **EVIDENCE_TERMS,
        **ADMISSION_TERMS,
        **SPEECH_TERMS,
        **FORM_TERMS,
        **RESOLUTION_TERMS,
        **GROUP_TERMS,
    }

    def __post_init__(self) -> None:
        if isinstance(self.without, str):
            object.__setattr__(self, "without", (self.without,))
        if isinstance(self.weights, dict):
            object.__setattr__(self, "weights", tuple(sorted(self.weights.items())))
        given = tuple(sorted((name, value) for name, value in self.lines if value is not None))
        object.__setattr__(self, "lines", given)
        self._table()

    @property
    def published(self) -> dict[str, float]:
        """The weights of the profile, without the factors that are switched off."""
        return {
            name: value
            for name, value in table(self.profile).weights.items()
            if name not in self.without
        }

    def fingerprints(self, language: str) -> tuple[Path, ...]:
        """Of what the evidence was fitted to, and of what a profile of one's own was tuned to."""
        from coindex.models.fingerprints import beside

        english = get_language(language).nonreferential == "patterns"
        used = english and any(self._table().weights[factor] for factor in EVIDENCE)
        own = (beside(Path(self.profile)),) if self.profile.endswith(".toml") else ()
        return (*own, *((fitted_to(),) if used else ()))

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        seen = shallow(document) if self.description == "shallow" else readable(document)
        silent = silent_relatives(forest(seen), mentions)
        whole = self._discourse(seen, joined(mentions, silent) if silent else mentions)
        other = (
            self._discourse(shallow(document), whole.mentions)
            if self.description == "hybrid"
            else None
        )
        syntax = Syntax(
            whole,
            self.pro_control,
            self.a1,
            self.b1,
            bool(self._table().options["strict_i_within_i"]),
            other,
        )
        options = self._table().options
        settings = RosanaOptions(
            self.window,
            self.most,
            self.gender,
            options["certain"],
            bool(options["attempt_indefinites"]),
            self.link_predicate_nominals,
            self.quoted_speech,
            bool(options["relatives_first"]),
            self.reasons,
            self.names,
            bool(options["surnames_suffice"]),
            bool(options["collectives"]),
            bool(options["prefers_plurals"]),
        )
        taken = RosanaResolution(settings, self._table(), syntax, silent, correct).decisions()
        if options["forms"]:
            taken = with_forms(taken, whole)
        groups = options["groups"] if self.groups is None else self.groups
        return with_groups(taken, whole.expressions) if groups else taken

    def _discourse(self, document: Document, mentions: Annotation) -> Discourse:
        lines = self._table().options
        options = StructureOptions(
            argument_pp_transparent=self.argument_pp_transparent,
            adjunct_control="object" if lines["object_control"] else "subject",
        )
        they = bool(lines["singular_they"])
        return discourse(document, mentions, singular_they=they, options=options)

    def _table(self) -> FactorTable:
        return table(self.profile, self.without, self.weights, self.wdm_unit, self.lines)
