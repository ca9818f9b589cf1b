"""The rules of a language that the bundled parser needs in addition to its model: where words end,
and which consist of several; with the patterns of tokens that all languages share.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache, cached_property
from importlib.metadata import EntryPoint

from coindex.core.document import Document
from coindex.core.errors import CoindexError, UnknownComponent, suggestion
from coindex.core.messages import Message
from coindex.language.languages import get_language, known_languages


class ReadingCondition(Enum):
    """When the preferred reading of a chunk holds, depending on what follows or
    precedes the chunk.
    """

    ALWAYS = auto()
    BEFORE_NUMBER = auto()
    BEFORE_NAME = auto()
    INSIDE_SENTENCE = auto()
    AT_LINE_START = auto()
    OUTSIDE_QUOTES = auto()
    BEFORE_CUE = auto()


@dataclass(frozen=True)
class Scan:
    """Splits text without spaces into pieces; the name of the group that matched is the kind of the
    piece.

    Links are searched for only if there is a sign of one: searching everywhere would take most of
    the time. The pattern with links is compiled when it is needed: the first
    answer comes 1 % sooner.
    """

    pieces: str

    @cached_property
    def plain(self) -> re.Pattern[str]:
        return re.compile(self.pieces, re.VERBOSE | re.DOTALL)

    @cached_property
    def with_links(self) -> re.Pattern[str]:
        return re.compile(rf"(?P<link> {_LINK} ) | {self.pieces}", re.VERBOSE | re.DOTALL)


_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class TokenRules:
    """The rules that one language adds to the shared patterns; apostrophes are written ' here,
    whatever the text has.
    """

    scan: Scan
    abbreviations: Mapping[str, ReadingCondition]
    """Forms that include the full stop after them, and when."""
    openers: frozenset[str]
    """Words that begin a sentence after an initial (`vitamin C. The ...`) instead of continuing a
    name.
    """
    prefixes: frozenset[str] = frozenset()
    """Joined with what follows their hyphen."""
    suffixes: frozenset[str] = frozenset()
    """Joined with what precedes their hyphen."""
    contractions: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Lengths of the words fused in a form."""
    cued: Mapping[str, tuple[tuple[int, ...], frozenset[str]]] = field(default_factory=dict)
    """Lower-case forms that are contractions only before certain words (`its
    been`), with lengths and cues.
    """
    elided: frozenset[str] = frozenset()
    """Words whose beginning may be replaced by an apostrophe."""
    clitic: re.Pattern[str] = _NEVER
    """A word of its own at the end of a form; several may follow each other."""
    plural_possessive: re.Pattern[str] = _NEVER
    """Forms whose final apostrophe is a word of its own, unless it closes a quotation."""
    shortened: re.Pattern[str] = _NEVER
    """Forms whose final apostrophe stands for lost letters."""
    broken_off: re.Pattern[str] = _NEVER
    """Beginnings of words, in transcribed speech, that keep their hyphen."""


def _combining_marks() -> str:
    r"""The marks that `\w` does not include."""
    blocks = (
        range(0x300, 0x1E00),
        range(0x20D0, 0x2100),
        range(0x3099, 0x309B),
        range(0xA66F, 0xAC00),
    )
    return "".join(
        chr(code) for block in blocks for code in block if unicodedata.category(chr(code))[0] == "M"
    )


_INVISIBLE = "\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff"
_MARKS = _combining_marks()
_LETTERS = rf"(?> (?: [^\W_]++ | [{_MARKS}{_INVISIBLE}]++ )+ )"
_URL_REST = r"""[^\s<>"“”]* [^\s<>"“”.,;:!?'’)\]}*]"""
_PICTURES = r"\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
_PICTURE = f"[{_PICTURES}]"
_TOUCH = r"[\ufe0e\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]*+"
_FILE_TYPE = "docx?|xlsx?|pptx?|pdf|txt|html?|jpe?g|png|gif|mp[34]|zip|exe|py|csv|xml|json|url"

# Groups are repeated as (?>(?:...)*): before 3.11.5, Python matches possessive repetitions wrongly.
# Lengths are bounded wherever a pattern could be tried again from the next place, so that scanning
# stays linear.
_LINK = rf"""
    (?: https?:// | ftp:// | mailto: | www\. ) {_URL_REST}
  | [\w.%+\-]{{1,64}}+ @ [A-Za-z0-9_] (?: [\w.\-]{{0,80}} \w )?
  | (?: [A-Za-z0-9\-]{{1,63}}+ \. ){{1,6}}
    (?: (?: com|org|net|edu|gov|mil|info|biz ) (?> (?: \.[a-z]{{2}} )? ) | (?: co|ac|govt|gob ) \.[a-z]{{2}} )
    (?![\w@]) (?: / (?: {_URL_REST} )? )?
  | (?: alt|comp|misc|sci|soc|talk ) (?: \.[a-z\-]{{2,30}}+ ){{1,8}}
  | [\w\#~!\-]{{0,60}}+ \. (?i: {_FILE_TYPE} ) (?!\w)
"""

_EMOTICON = r"""
    (?: >?[:;=]['’]?[\-^o]? (?: [)(\]\[}{|\\*]++ | /(?!/) ) | [:;=]-?[DPpO3] | \(-?[:;] ) (?!\w)
  | <3 | \^_*\^ | -_+-
"""

_FACE = r"['’\-^o)(\]\[}{|\\*/DPpO3]"

_PHONE = r"""
    (?: \+?\d{1,2}[\-./] )? (?: \(\d{3}\) | \d{3} ) [\-./] \d{3} [\-.] \d{4} (?!\w)
  | (?: \d{3} | \d{5} | x?\d ) - \d{4} (?![\w\-])
  | \d{1,2}-\d{1,2}-(?: \d{4} | \d{2} ) (?![\w\-])
"""

_AMOUNT = r"""
    (?: \d{1,2}/\d{1,2} (?: /\d{2,4} )? (?![/\d]) | \d{4}/\d\d/\d\d (?!\d)
      | (?: \d{1,3} (?: ,\d{2,3} )*? ,\d{3} (?!\d) | \d++ ) (?> (?: [.:] \d++ )* ) )
"""
_NUMBER = rf"""
    (?: (?<!\w)\+ )? {_AMOUNT} (?: (?i: st|nd|rd|th ) | (?<=0)'?s )? (?!\w)
  | (?<![\w.]) \.\d++ (?!\w)
  | (?<!\w) '\d\d (?: '?s )? (?!\w)
  | (?<=[$£€]) {_AMOUNT} | \d++\.\d++ (?=[^\W\d])
  | {_AMOUNT} (?= (?: [kKmMxpFC] | MM | AM | PM | [kMG]?Hz | [KMGT]B | [a-z]{{2,12}}+ | [ap]\.m | ° ) (?!\w) )
"""

# Most pieces are of these two kinds, and what follows shows it: to try every other kind first would
# be slow.
_LONE_MARKS = rf"""
    (?> (?: [^\w:;=><(^.!?…\-+'@\#*%~{_MARKS}{_INVISIBLE}{_PICTURES}]++
      | : (?! {_FACE} ) | ; (?! {_FACE} ) | = (?! {_FACE} | = ) | \( (?! [\-:;] ) | > (?! [:;=>] ) | < (?! [3<] )
      | \? (?! [!?] ) | @ (?! [^\W\d_] ) | \* (?! [*\ufe0f\u20e3] ) | \^ (?! [_^] ) )+ )
  | \. (?! [\d.…!?] ) | ' (?! ['\d] ) | - (?! [_\-] ) | % | ! (?! [!?] ) | \+ (?! [+\d] ) | _ (?! _ ) | ~ (?! ~ )
  | \# (?! [^\W\d_] | [\#\ufe0f\u20e3] )
"""
_LONE_LETTERS = rf"[^\W\d_]++ (?! [\w.'$&*/{_MARKS}{_INVISIBLE}] | [@inside@] \w )"

_PIECES = rf"""
    (?P<mark> {_LONE_MARKS} )
  | (?P<letters> {_LONE_LETTERS} )
  | (?P<emoji> [\U0001f1e6-\U0001f1ff]{{2}} | [0-9\#*]\ufe0f?\u20e3
             | {_PICTURE}{_TOUCH} (?> (?: \u200d{_PICTURE}{_TOUCH} )* ) )
  | (?P<emoticon> {_EMOTICON} )
  | (?P<phone> {_PHONE} )
  | (?P<number> @number@ )
  | (?P<acronym> (?> (?: [^\W\d_]\. ){{1,20}} ) [^\W\d_] (?!\w) | (?> (?: [^\W\d_]\. | [A-Z][a-z]\. ){{2,20}} )
               | @acronym@ )
  | (?P<money> [A-Z]{{1,3}}\$ )
  | (?P<joint> (?: [A-Za-z]{{1,3}} (?: &[A-Za-z]{{1,2}} | \*++[A-Za-z]{{1,4}} ) | [A-Za-z]/[A-Za-z]
                 | w/(?:out|o)? | s/he ) (?!\w) | w/(?=[a-z]) )
  | (?P<tag> [@\#] [^\W\d_] \w*+ )
  | (?P<word> {_LETTERS} (?> (?: (?: _++ | [@inside@] ) {_LETTERS} )* ) )
  | (?P<run> \.*+… [.…]*+ | \.{{2,}}+ | [!?]{{2,}}+ | \.[!?]++ | '' | << | (?P<same> [\-=*_~+\#>] ) (?> (?P=same)+ ) )
  | (?P<other> . )
"""

KINDS = {"letters": "word", "other": "mark"}
"""Kinds of pieces that are found under another name; a piece of kind `mark` is one or more marks,
each a word of its own.
"""
LINK_SIGN = re.compile(r"[@/]|\.\w|mailto:")
"""A chunk without this contains no link."""


def scan(*, number: str = _NUMBER, inside: str = "'", acronym: str = "(?!)") -> Scan:
    """The scan for a language with such numbers; the characters `inside` join letters to one word.

    `acronym` adds to the abbreviations with full stops inside.
    """
    return Scan(
        _PIECES.replace("@number@", number)
        .replace("@inside@", inside)
        .replace("@acronym@", acronym)
    )


@dataclass(frozen=True, slots=True)
class Enclitics:
    """Pronouns that are written as one word with their verb: *dárselo*."""

    contracted: frozenset[str]
    """First words of units that are not verbs: *de* in *del*."""
    features: Mapping[str, str]
    """The features of the pronouns that look like articles."""
    lemma: str
    """The lemma of these pronouns."""
    as_command: Callable[[str], str]
    """Maps the features of a verb to those it has with attached pronouns."""
    verb_lemma: Callable[[str, str, str], str]
    """Maps the form, the model's lemma and the features of a verb to its lemma."""


@dataclass(frozen=True, slots=True)
class WordRules:
    """`fused` splits a form, given the first character of the next word; it is empty for a single
    word.
    """

    tokens: TokenRules
    fused: Callable[[str, str], tuple[str, ...]] | None = None
    enclitics: Enclitics | None = None
    corrected: Callable[[Document], Document] | None = None
    """Maps a parse to one that is corrected by rules of the language."""


@cache
def word_rules(code: str) -> WordRules:
    """The rules that a language names in its field `tokeniser`."""
    named = get_language(code).tokeniser
    if not named:
        known = [other for other in known_languages() if get_language(other).tokeniser]
        raise UnknownComponent(
            Message(
                "no tokenisation rules for language {code!r}; {suggestion}",
                code=code,
                suggestion=suggestion(code, known),
            )
        )
    try:
        rules = EntryPoint(code, named, "coindex.languages").load()
    except (ImportError, AttributeError) as error:
        raise CoindexError(
            Message(
                "tokeniser {named!r} of language {code!r} cannot be loaded: {error}",
                named=named,
                code=code,
                error=error,
            )
        ) from error
    if not isinstance(rules, WordRules):
        raise CoindexError(
            Message(
                "tokeniser {named!r} of language {code!r} is not a WordRules",
                named=named,
                code=code,
            )
        )
    return rules
