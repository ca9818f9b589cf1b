"""Tokenisation rules of Spanish: abbreviations, numbers, and characters that may join letters to
one word.

The conventions are those of the UD treebanks AnCora and GSD; where they differ, a hyphenated word
stays whole, as in AnCora. A per cent sign belongs to a number that it touches, as in AnCora;
after a space it is a word of its own, as in GSD.
"""

from string import ascii_uppercase

from coindex.parsers.word_rules import ReadingCondition, TokenRules, scan

_ABBREVIATIONS = """
    admón aprox arz atte av avda bibl blvd cap caps cdte cf cfr cía cíe cmdte cnel coord depto dpto
    dr dra dres dña excma excmo fdo gob gral hno hnos ibíd ilma ilmo ing lic licda licdo ltda mons
    mr mrs ms máx mín ntra ntro obs ob pbro pdte pol prof profa profs prov rev rte sdad sgto sra
    sras sres srta srtas sr sta sto supl tel teléf tfno trad ud uds univ vd vds vra vro vs
"""

_NUMBERED = (
    "art arts ed fig figs fol n no nro núm núms nº p pág págs párr pp s ss t tít v vol vols km kms"
)

_OPENERS = """
    A Al Algunos Allí Ante Aquel Aquella Aquí Así Aunque Cada Como Con Cuando De Del Desde Después
    Durante El Ella Ellas Ellos En Entonces Entre Es Esa Ese Eso Esta Estas Este Esto Estos Fue Ha
    Hay Hoy La Las Le Les Lo Los Luego Me Mientras Muchos Muy Más Nada Ni No Nos Nosotros O Para
    Pero Por Porque Pues Que Quien Se Según Si Sin Sobre Su Sus También Tampoco Tras Un Una Unas
    Unos Y Ya Yo Él
"""

_NUMBER = r"""
    (?: (?<!\w)\+ )? \d++ (?> (?: [.,:/\-–'] \d++ ){0,12} ) (?: \.?[ºª]s? | % )?
    (?! \w | [\-–][^\W\d] )
  | (?<!\w) '\d\d (?!\w)
  | [nN]\.?º (?!\w)
  | \d++[.,]\d++ (?=[^\W\d])
"""


def _abbreviations() -> dict[str, ReadingCondition]:
    bindings = dict.fromkeys(_NUMBERED.split(), ReadingCondition.BEFORE_NUMBER)
    bindings |= {
        word.capitalize(): ReadingCondition.BEFORE_NUMBER
        for word in _NUMBERED.split()
        if len(word) > 1
    }
    bindings |= dict.fromkeys(("etc", "ej", "EE", "UU", "St", "Bros"), ReadingCondition.ALWAYS)
    for letter in ascii_uppercase + "Á":
        bindings[letter] = ReadingCondition.BEFORE_NAME
    for word in _ABBREVIATIONS.split():
        bindings[word] = bindings[word.capitalize()] = bindings[word.upper()] = (
            ReadingCondition.ALWAYS
        )
    return bindings


_UNBROKEN = r"""
    (?: [A-Z]{2}\. ){2}
  | (?i: col | excel | il | intel | metal | novel | paral | sil | vil ) \.l [^\W\d_]++
"""
"""Abbreviations of plurals (EE.UU.) and the Catalan l.l."""

SPANISH = TokenRules(
    scan=scan(number=_NUMBER, inside=r"'\-‐‑·", acronym=_UNBROKEN),
    abbreviations=_abbreviations(),
    openers=frozenset(_OPENERS.split()),
)
"""Rules for Spanish. `spanish_words` splits words that contain several."""
