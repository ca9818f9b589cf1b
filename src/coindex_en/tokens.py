"""Tokenisation rules of English: abbreviations, hyphenating affixes, contractions and clitics.

The conventions are those of the UD treebanks EWT and GUM: a hyphenated word is split at its hyphens
unless one side is an affix, and a contraction is one unit of several words.
"""

import re
from string import ascii_uppercase

from coindex.parsers.word_rules import ReadingCondition, TokenRules, WordRules, scan
from coindex_en.corrections import corrected

_ABBREVIATIONS = """
    abt adm ald approx appt apt arr arrv assoc assn attn ave bldg blvd bros ca capt cf cllr cmdr co
    col conf corp cpl dept div dr eds eg esp esq ext ft gov govt hon hwy inc intl jr lb lbs ln lt
    ltd maj messrs mfg mgr mlle mme mr mrs ms msgr mt mtg pfc phd pkg pkwy prof pty pvt qty rec
    reps sgt sr st ste supt tel univ viz vs wt yr yrs ass't nat'l int'l gov't dep't
"""

_CAPITALISED_ABBREVIATIONS = """
    Jan Feb Mar Apr Aug Sept Sep Oct Nov Dec Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun Ala Ariz
    Calif Colo Conn Fla Ga Kan Ky La Mass Md Mich Minn Mont Neb Nev Okla Penn Tenn Tex Va Vt Wis Wyo
    Que Ont Gen Sen Rep Rev Pres Eng
"""

_NUMBERED = """
    No Nos no nos Vol vol vols p pp Fig fig figs Eq eq Sec sec Ch ch chap Art art Para para pt Sc Ph
    Fax Mob c b d m r v
"""


def _abbreviations() -> dict[str, ReadingCondition]:
    bindings = dict.fromkeys(_NUMBERED.split(), ReadingCondition.BEFORE_NUMBER)
    # Not capitalised: Al and Oz are names.
    bindings |= {
        "etc": ReadingCondition.INSIDE_SENTENCE,
        "al": ReadingCondition.ALWAYS,
        "oz": ReadingCondition.ALWAYS,
    }
    for letter in ascii_uppercase.replace("I", ""):
        bindings[letter] = ReadingCondition.BEFORE_NAME
    for word in _CAPITALISED_ABBREVIATIONS.split():
        bindings[word] = bindings[word.upper()] = ReadingCondition.ALWAYS
    for word in _ABBREVIATIONS.split():
        bindings[word] = bindings[word.capitalize()] = bindings[word.upper()] = (
            ReadingCondition.ALWAYS
        )
    return bindings


_OPENERS = """
    A After All Also An And Any Are As At Be But By Can Do For From He Her Here His How However I If
    In Is It Its My No Not Now Of On Or Our Please See She So Some Thanks That The Their Then There
    These They This Those To Was We What When Where Which While Who Why With Would You Your
"""

_PREFIXES = """
    e re non anti co pre pro mid post cross over multi ex sub counter semi mini neo micro macro mega
    meta inter intra infra un ultra trans super socio psycho proto pseudo poly arch ante bi tri uni
    bio electro extra geo hyper hypo mono nano omni para peri retro tele thermo de dis uh hm
"""

_SUFFIXES = "esque wise ish fold gate less rama itis"

_NEGATED = "do did does is was are ar were has have had could would should wo ca ai"

_FUSED = """
    i+ve he+s she+s that+s what+s where+s who+s how+s there+s here+s else+s you+re they+re you+ve
    they+ve you+ll they+ll it+ll you+d they+d can+not gon+na wan+na wan+a got+ta out+ta lot+ta
    lem+me gim+me du+n+no could+a should+a would+a c'm+on y'+all d'+you 't+is 't+was 't+were 't+will
    't+would
"""


def _contractions() -> dict[str, tuple[int, ...]]:
    # "IM" in capitals is instant messaging.
    lengths: dict[str, tuple[int, ...]] = {"im": (1, 1), "Im": (1, 1)}
    for fused in [*_FUSED.split(), *(f"{stem}+nt" for stem in _NEGATED.split())]:
        parts = tuple(len(word) for word in fused.split("+"))
        form = fused.replace("+", "")
        letter = next(character for character in form if character.isalpha())
        for variant in (form, form.replace(letter, letter.upper(), 1), form.upper()):
            lengths[variant] = parts
    return lengths


_ELIDED = "em cause cuz til till n bout round neath gainst tis twas twere twill twould"

_NEVER_POSSESSED = """
    a an the not been being in on at by with for from to as about because i we they he she it this
    that these those my his our what where who when how why going gonna getting gotta supposed
    always never probably really definitely just also still too so
"""

_CUES = {
    "it+s": _NEVER_POSSESSED + "you your like all no simply now called ok okay worth",
    "you+r": _NEVER_POSSESSED + "welcome looking",
    "let+s": (
        "all be call do face get go have hope just keep look make meet not say see start take "
        "talk try"
    ),
}


def _cued() -> dict[str, tuple[tuple[int, ...], frozenset[str]]]:
    return {
        fused.replace("+", ""): (
            tuple(len(word) for word in fused.split("+")),
            frozenset(cues.split()),
        )
        for fused, cues in _CUES.items()
    }


ENGLISH = TokenRules(
    scan=scan(),
    abbreviations=_abbreviations(),
    openers=frozenset(_OPENERS.split()),
    prefixes=frozenset(_PREFIXES.split()),
    suffixes=frozenset(_SUFFIXES.split()),
    contractions=_contractions(),
    cued=_cued(),
    elided=frozenset(_ELIDED.split()),
    clitic=re.compile(r"(?<=\w)n't$|'(?:s|m|d|re|ve|ll|nt)$|(?<=n't|i'm)a$", re.IGNORECASE),
    plural_possessive=re.compile(r"[^\W\d_][sxz]'$", re.IGNORECASE),
    shortened=re.compile(r"[^\W\d_]{2,}in'$|^[a-z]'$", re.IGNORECASE),
    broken_off=re.compile(r"[a-z]|[b-df-hj-np-tv-xz]{2}", re.IGNORECASE),
)
"""Rules for English."""
WORDS = WordRules(ENGLISH, corrected=corrected)
