"""The files that a language's folder may contain: every word list and table that rules use, and its
purpose.

`check_language` refuses a list or file that is not named here: a misspelled list would be silently
empty.
"""

from __future__ import annotations

from collections.abc import Mapping

LISTS: Mapping[str, Mapping[str, str]] = {
    "identify": {
        "common": "frequent function words, by which a language without a table is recognised",
    },
    "grammar": {
        "definite": "definite articles: *the*",
        "indefinite": "indefinite articles and the like: *a, another*",
        "demonstrative": "demonstratives before a noun: *this, those*",
        "near_demonstrative": "pronouns for what was mentioned last, for `supar`: *éste*",
        "far_demonstrative": "pronouns for the other of two, for `supar`: *aquél*",
        "quantifier": "words that quantify a noun without a determiner: *all, several*",
        "introducing": (
            "first words of phrases that introduce something new, for `rosana`: *a, every, a "
            "number*"
        ),
        "distributive": "determiners after which *it* and *they* are both right: *every*",
        "pluralising": "determiners that make a phrase plural, whatever its noun says: *both, two*",
        "one": "the numeral that is not plural",
        "alternative": "conjunctions of alternatives, which have no certain number: *or, nor*",
        "joining": "conjunctions that join noun phrases to one entity: *and*",
        "range": "marks between the ends of a range: *–, to*",
        "existential": "adverbs that fill the place of a subject and are not mentions: *there*",
        "reciprocal": "reciprocal pronouns of several words: *each other*",
        "possessive_before_noun": (
            "pronouns that are possessive before a noun, else personal: *her*"
        ),
        "neopronoun": "pronouns that no other word is spelled like, and parsers seldom know: *xe*",
        "strong": "stressed third-person pronouns, where others are clitics: *él*",
        "clitic": "unstressed third-person pronouns beside the verb: *lo*",
        "preverbal": (
            "what may stand between a subject that is left out and its verb, beside clitics: *no*"
        ),
        "naming": "participles that give a noun its name: *llamado*",
        "nobody": "words for nobody and nothing, to which no pronoun refers, for `supar`: *nadie*",
        "neuter": "words that are not persons and own nothing, for `supar`: *algo*",
        "neuter_demonstrative": "pronouns that refer to clauses: *eso*",
        "neuter_clitic": "clitics that refer to clauses with certain verbs: *lo*",
        "suffix.feminine": "endings of adjectives that tell a woman or feminine noun: *a*",
        "suffix.masculine": "endings of adjectives that tell a man or masculine noun: *o*",
        "suffix.common": "endings of adjectives with one form for both genders: *ista*",
        "polite": "second persons to whom forms of the third person refer: *usted*",
        "dative": "clitics for indirect objects: *le*",
        "preposition": "prepositions, for the types of pronouns that Palomar et al. count",
        "article_before": "words before a phrase that hold its article: *del*",
        "impersonal": "pronouns that a company may be, for `supar`: *it, they*",
        "thing": "pronouns that do not refer to persons, for `supar`: *this*",
        "report": "verbs of saying and thinking, whose subject is a person",
        "measure": "nouns that measure what follows: *a lot of people*",
        "measure.sort": (
            "those that name a sort, whose noun refers if it has an adjective: *a type of Soviet "
            "analysis*"
        ),
        "partitive": "prepositions between the two: *of*",
        "paradigm": "neopronouns of one person, divided by slashes: *xe/xem/xyr*",
        "stating": "words before the pronouns that a person uses: *goes by* fae and faer",
        "clock": "prepositions before a time of day: *at* four",
        "phasal": "verbs such as *begin*, after which another verb says what is done",
        "former": "words for the first of two: *the former*",
        "latter": "words for the second of two: *the latter*",
        "own": "words that stress a possessive: *their own*",
        "pronoun": "words after the pronouns that a person uses: *they/them pronouns*",
        "greeting": "words before the name in the salutation of a letter: *dear*",
        "of events": "pronouns that refer to what happened: *it, this, that*",
        "do": "the verb whose object is an action: *did it*",
        "organization.head": "nouns that make a name one of an institution: *University, Bank*",
        "organization.suffix": "what ends the name of a company: *Inc.*",
        "stop": "words that do not count when noun phrases are compared",
        "nonword": "what is tagged as a noun or pronoun, but is not a mention: *etc., um*",
        "idiom": "prepositional phrases that do not refer: *for example*",
        "adverbial": "noun phrases that are adverbs: *a lot*",
        "together": "verbs whose subject and object do something together, for groups: *meet*",
        "bond": "nouns for what two people have together: *friendship*",
        "company": "prepositions of company: *with*",
        "couple": "nouns for exactly two: *pair*",
        "both": "determiners for exactly two: *both*",
        "overlapping": "demonyms of people who have another one, too: *European*, *English*",
        "whole": "words for all of something, which that contains: *both of them*",
        "occasion": "verbs whose object is what happened, with a preposition: *apologise+for*",
        "duty": "auxiliaries of what a party of a contract has to do: *shall*",
        "owing": "verbs whose subject is a party of a contract, with such an auxiliary: *notify*",
        "occurring": "verbs whose subject is what happened: *occur*",
        "two": "the numeral for exactly two",
        "light": "verbs with a noun that does not refer: *take place*",
        "sentient": "predicates whose subject is a person or an animal: *hope, tired*",
        "addressing": "verbs whose object is a person: *thank*",
        "receiving": "verbs whose indirect object is a person: *hand*",
    },
    "syntax": {
        "genitive": "prepositions of possessors: *of*",
        "genitive_marker": "markers of possessors that are words of their own: *’s*",
        "dative": "prepositions of indirect objects: *to*",
        "locative": "prepositions of places, for `supar`: *in*",
        "agent": "prepositions of the agent of a passive: *by*",
        "existential": "words that fill the place of a subject: *there is*",
        "infinitive": "markers of infinitives: *to*",
        "subject_control": (
            "verbs with an object whose infinitive has the subject of the verb: *promise*"
        ),
        "surrounding": (
            "prepositions whose pronoun may refer to the subject of the clause: *about him*"
        ),
        "accompanying": "the same, where the verb has an object: *brought them with her*",
        "owning": "verbs beside whose object any preposition is one of these: *have*",
        "relative": "relative pronouns",
        "relative_alone": "relative pronouns that may stand away from their noun: *which*",
        "complementiser": "conjunctions of complement clauses: *that*",
        "negation": "words that negate a clause: *not*",
        "future": "auxiliaries of the future, for graphs: *will*",
        "modal": "auxiliaries that say what can, may or must be, for graphs: *may*",
        "irregular": "forms of irregular verbs that a parser may mistake: `tore=tear`",
        "having": "the verb of possession, for graphs: *have*",
        "being": "the copulas, for graphs; the shortest is in labels: *be*",
        "causing": "verbs whose object does something itself, for graphs: *let him go*",
        "completing": "adverbs that complete a verb, for graphs: *set aside*",
        "share": "nouns for a part of something, for graphs: *a tenth of its value*",
        "middle": "the pronoun of passives, for graphs: *se vende*",
        "currency": "names and signs of currencies, for graphs: *euro, £*",
        "denying": "conjunctions that deny what they join, for graphs: *neither*",
        "attributing": (
            "prepositions of what a clause does not itself say, for graphs: *according to*"
        ),
        "suffix.gerund": "endings of verb forms that make no sentence, for headings: *-ing*",
    },
    "books": {
        "heading.chapter": "first or last words of headings of chapters and scenes: *chapter*",
        "heading.part": "first or last words of headings of what has chapters: *part, act*",
        "heading.closing": "headings without a number, behind the first chapter: *epilogue*",
        "heading.front": "headings before the first chapter: *preface*",
        "heading_number": "numbers in words in headings: *twenty, first*",
        "doubled": (
            "verbs that end in two consonants by themselves, where others double theirs before "
            "*-ed*: *add*"
        ),
        "within": "prepositions before names of places, which are no characters: *in*",
        "nobody": "names that mean nobody in a book: *God*",
    },
    "people": {
        "title.male": "titles and forms of address for men",
        "title.female": "titles and forms of address for women",
        "title.neutral": "titles for anyone: *Dr.*",
        "title.distinctive": "titles that tell people of one surname apart: *Mrs*, *Miss*",
        "title.general": "titles that say no more than a person's sex or marriage: *Mr.*, *Madame*",
        "title.plural": "titles of several people: *Messrs*",
        "title.mr": "ways to write *Mr.*",
        "title.mrs": "ways to write *Mrs.*",
        "title.role.male": "roles of men that stand before a name as titles do: *Brother*",
        "title.role.female": "roles of women that stand before a name as titles do: *Nurse*",
        "title.role.neutral": "roles of anyone that stand before a name as titles do: *Cook*",
        "name.young": "words before a name for the younger of two: *Young*",
        "name.old": "words before a name for the older of two: *Old*",
        "suffix.young": "words after a name for the younger of two: *Jr.*",
        "suffix.old": "words after a name for the older of two: *Sr.*",
        "title.saint": "titles of saints, which churches and places have too: *St.*",
        "title.forces": "ranks in an army or navy, whose holder may also be *Mr.*: *Captain*",
        "title.rank": "titles of rank that go with a first name: *Sir*, *Lady*",
        "title.given": "other titles that go with a first name: *Aunt*, *Don*",
        "title.kin": "titles of relatives and nuns, with a first name: *Aunt*, *Sister*",
        "title.spouse": "titles that go with the surname of a husband or wife: *Mrs*",
        "spouse.female": "nouns for a wife",
        "spouse.male": "nouns for a husband",
        "kin.male": "kinship terms for men",
        "kin.female": "kinship terms for women",
        "kin.neutral": "kinship terms for anyone: *cousin*",
        "person.male": "nouns that mean a man: *boy*; an occupation never does",
        "person.female": "nouns that mean a woman",
        "person.neutral": "nouns for persons, occupations among them",
        "suffix.person": "endings of nouns for persons: *-ist*",
        "suffix.agent": (
            "endings of nouns that may be persons, so that unknown ones are left open: *-er*"
        ),
        "name.before": "words before a person's name that are not part of it: *poor*, *dear*",
        "name.suffix": "what may end a person's name: *Jr.*",
        "name.outside": "words beside a name that are not part of it: *the*",
        "name.particle": "small words in names: *von*",
        "name.inside": "small words in the name of a speaker before a colon: *Duke of York:*",
        "name.behind": "words after which a personal name does not continue: *Ann of the Times*",
        "misleading": "first names that are mostly something else: *Paris*",
        "surname": "first names that are common as surnames, too: *Allen*",
        "nonbinary": "words that say of a person that neither *he* nor *she* is meant",
    },
    "nouns": {
        "of organisations": "what organisations have, for *its* and *their*: *spokesman, shares*",
        "animal": "animals, to which pronouns for persons and things may refer",
        "vessel": "things that may be called *she*",
        "vehicle": "vehicles",
        "place": "places",
        "time": "times and stretches of time",
        "inanimate": "things",
        "abstract": "what cannot be touched",
        "direction": "directions, for `supar`",
        "quantity": "quantities, for `supar`",
        "collective": "groups, which are singular and plural",
        "embodied": "groups that may also be *he* or *she*: *nation, enemy*",
        "plural": "nouns that are plural whatever their form says: *police*",
        "singular": "nouns that are singular whatever their form says: *news*",
        "either": "nouns that may be either: *sheep*",
        "mass": "plurals that may be *it*: *data*",
        "no_agent": "nouns with the ending of persons that are none: *computer*",
        "suffix.inanimate": "endings of nouns for things: *-tion*",
    },
    "descriptions": {
        "complement": "nouns whose clause or *of*-phrase makes them new: *the fact that*",
        "unique": "modifiers that make a description new: *the only*",
        "ordinal": "ordinal numbers",
        "superlative": "adverbs of superlatives: *más*",
        "general": "nouns that need no antecedent: *the sun*",
    },
    "speech": {
        "verb": "verbs of saying",
        "recipient": "verbs of saying whose object is the person spoken to: *tell*",
        "irregular": "forms that endings do not lead to, with their verb: `said=say`",
        "organ": "what speaks in place of a person: *a voice*",
        "relative": "relative pronouns that a speaker may be",
        "thing": "pronouns that do not speak: *it*",
        "subject": "subject pronouns that a speaker may be, for text without a parse",
        "addressee": "prepositions of the person spoken to: *to*",
        "header": "what stands before a colon, and is nobody who speaks: *Subject*",
    },
    "indicators": {
        "verb.1998": "indicating verbs of Mitkov (1998)",
        "verb.mars": "indicating verbs of MARS",
        "joining": "what joins two instructions: *and, then*",
        "reader": "pronouns for the person who is to follow instructions: *you*",
    },
    "census": {
        "definite": "first words of definite descriptions that are counted",
        "demonstrative": "first words of demonstrative noun phrases that are counted",
        "they": "plural pronouns that a single person may have",
        "neopronoun": "further neopronouns that are counted",
    },
    "verbs": {
        "told": "verbs that say what is, and are no command at the head of a sentence: *Pienso*",
        "given": "objects of *dar* that make it no command: *Di un paseo*",
        "existential": "verbs of *there is*: *haber*",
        "existential_form": "forms that are always existential: *hay*",
        "expletive": (
            'the subject pronoun that may refer to nothing, with `nonreferential = "parse"`: *es*'
        ),
        "weather": "verbs of weather",
        "do": "verbs that make weather and time of a noun: *hacer*",
        "done": "the nouns and adverbs they do it with: *frío*",
        "copula": "copulas",
        "passive": "auxiliaries of the passive",
        "late": "words for times of day and year behind a copula: *es tarde*",
        "hour": "numbers of hours",
        "hour_article": "articles before them: *las tres*",
        "concerning": "verbs of *it is about*: *tratar*",
        "concerning_preposition": "their prepositions",
        "conjunction": "conjunctions of subject clauses: *si*",
        "conjunction.that": "the conjunction that is also a relative pronoun: *que*",
        "conjunction.if": "conjunctions of conditions: *si*",
        "relative.free": "relative pronouns for people that need no noun before them: *quien*",
        "clausal": "verbs whose subject is a clause: *conviene salir*",
        "clausal_se": "those that are so with a reflexive clitic: *se sabe que*",
        "pointing": "verbs before a clause, without a subject: *parece que*",
        "enough": "verbs of being enough, without a subject: *basta con*",
        "enough_preposition": "their prepositions",
        "judgement": "predicates of a clause: *posible*",
        "impersonal_se": (
            "verbs that are about people in general with a reflexive clitic: *se vive bien*"
        ),
        "pronominal": "verbs whose reflexive clitic is part of them: *irse*",
        "reflexive": "verbs whose reflexive clitic is an object: *lavarse*",
        "reciprocal": "verbs whose plural with a reflexive clitic means *each other*: *abrazarse*",
        "mutual": "adverbs that mean so",
        "body": "parts of the body, which make a reflexive clitic an object",
        "aspectual": "verbs with a reflexive clitic and another object: *se lo comió*",
        "intransitive": "verbs behind which a bare noun phrase is the subject",
        "arbitrary.verb": (
            "verbs whose third person plural is about people in general: *me robaron*"
        ),
        "arbitrary.with": "those that are so with certain objects: *llaman a la puerta*",
        "arbitrary.object": "these objects",
        "arbitrary.hearer": "those that are so with a hearer as their object: *te buscan*",
        "arbitrary.saying": "verbs of saying that are so without anybody before: *dicen que*",
        "arbitrary.preposition": (
            "prepositions of a place that opens a sentence about people in general"
        ),
        "arbitrary.medium": "nouns behind them, beside names of places: *en la radio*",
        "influence": "verbs that ask a person to do what a subjunctive says: *le rogó que*",
        "other_subject": "words that open a clause with another subject: *para que*",
        "of_events": "verbs whose clitic object may be what a clause says: *lo sabe*",
        "to_persons": "verbs whose dative is a person: *le preguntó*",
        "of_persons": "verbs whose subject is a person, beside verbs of saying: *leyó*",
        "of_things": "verbs whose subject is a thing: *caducó*",
        "worn": "verbs of what one puts on or takes off: *se lo puso*",
        "onto": "prepositions behind them that say on whom or what",
        "never": "words that the bundled parser may take for verbs and that are none: *pobre*",
        "to_places": "verbs that take their object to a place: *la acompaña a Soria*",
        "rare": "verbs that the conjugation table of the bundled parser knows beside frequent ones",
        "doubt": "words before a subjunctive that is not a command: *ojalá*",
        "opening": "words before a command that opens its sentence: *luego*",
        "negation": "words that deny a command: *no*",
        "collective": "nouns in the singular with a verb in the plural: *mayoría*",
        "clitic.reflexive": "clitics that stand for the subject: *se*",
        "clitic.personal": "clitics that do so in their own person: *me*",
        "clitic.accusative": "clitics that are direct objects: *lo*",
    },
    "rewriting": {
        "counted": "determiners that a definite article may replace: *some men, the men*",
        "bound": "determiners after which nothing definite was introduced: *any key*",
        "unidentifying": "modifiers that do not say which one is meant: *other*",
        "vague": "nouns that say too little to stand for something: *thing*",
        "of_events": "verbs whose object *it* is often something said or done: *discuss it*",
        "linking": "what joins a noun to its complement: *of*",
        "deictic": "words after which only a pronoun stands before the verb: *here she is*",
        "alone": "possessives that stand without a noun: *hers*",
        "behind_subject": "what stands between a subject and its verb, beside clitics: *no*",
        "doubled": "clitics that a phrase may double: *le dijo a Ana*",
        "small_title": "titles that have a capital only where a sentence begins: *a don Melchor*",
        "title_part": "words of titles before the noun: *Prime Minister*",
        "naming_nouns": "nouns for names: *his name is Till*",
        "first_section": "headings of first sections, which are not titles: *introduction*",
        "stressed_a": "feminine nouns with a masculine article: *el agua*",
    },
    "pseudonyms": {
        "given.female": "first names of women, for pseudonyms: *eve*",
        "given.male": "first names of men, for pseudonyms: *hugo*",
        "given.neutral": "first names of anyone, for pseudonyms: *robin*",
        "surname": "surnames, for pseudonyms: *moor*",
        "place": "made-up places, for pseudonyms: *wexmere*",
        "organization": "made-up institutions, for pseudonyms: *velanto*",
        "joining": "small words inside names of people and places: *van, do*",
        "linking": "small words inside names of institutions: *of, for*",
        "devotion.del": "given names behind *del*: *María del Carmen*",
        "devotion.de_los": "given names behind *de los*: *María de los Ángeles*",
        "devotion.de_la": "given names behind *de la*: *María de la Luz*",
        "double": "first names that often go with a second one: *José Luis*",
        "twofold": "first names that are usually surnames behind another: *Martín*",
        "creed": "parties, creeds and the like, which pseudonyms spare: *democrat*",
        "closing": "words at either end of a letter that are no names: *saludos*",
        "abbreviation": "abbreviations that are no names: *gp*",
        "naming": "verbs that give a name: *call*",
        "generic.noun": "nouns at the beginning of Spanish names, not behind a name: *Río Deva*",
        "generic": "words in names that say nothing about who is meant: *north, street*",
        "month": "names of months, which may be names of people: *may*",
        "abbreviated": "abbreviations of months, for masks: *sept*",
        "dating": "words before a month in a date: *in*, *late*",
        "of_months": "nouns that have a month behind *of*: *the end of May*",
        "number": "words before the numbers of people and accounts: *iban*",
        "day": "days of the week, which are nobody's names: *tuesday*",
        "calendar": "feasts and languages, no names by themselves: *easter*",
        "head.place": "nouns for places with names of people: *Kennedy Airport*",
        "head.organization": "nouns for institutions with such names: *the bank Morgan Stanley*",
        "saint": "titles of saints, whose names places have: *san*",
        "goods": "nouns behind or before names of companies: *Morgan Stanley shares*",
        "working": "words for work and study at a company: *job*",
        "located": "the word between them and the company: *at*",
        "company": "well-known companies with names of people, by words: *wells_fargo*",
        "street": "words of streets in addresses: *avenue*",
        "unit": "words for a part of a house in addresses: *flat*",
        "floor": "words behind a number of a floor in addresses: *dcha*",
        "box": "words before the number of a box for letters: *po_box*",
        "identity": "numbers of people and accounts, by module of python-stdnum: *gb.nhs*",
        "region": "regions whose telephone numbers are known: *gb*",
    },
}
"""By file (`grammar.txt`) and name; a name with a dot is also part of the list before the dot."""

FREE = ("pleonastic", "kinds", "bridging")
"""Files with lists of their own: the patterns of English *it* (`nonreferential = "patterns"`),
nouns by a more general noun that can take them up, and parts with what they are parts of.
"""

TABLES: Mapping[str, tuple[tuple[str, ...], str]] = {
    "pronouns": (
        ("form", "kind", "person", "number", "gender", "animacy"),
        "every pronoun in lower case; a dash is unknown",
    ),
    "subjects": (
        ("person", "number", "gender", "pronoun"),
        (
            "the pronoun that could stand where a subject is left out, by the features of its verb "
            "(`3`, `Sing`, `Fem`); one row for each gender"
        ),
    ),
    "certainty": (
        ("signal", "weight"),
        (
            "how signals speak for a link where the resolver gives no probability, as log-odds; "
            "rewriting has careful weights for languages without the table"
        ),
    ),
    "first_names": (
        ("share", "names"),
        (
            "share of women among those who bear a name, in per cent, and the names in lower case "
            "with spaces between them"
        ),
    ),
    "nicknames": (("name", "short forms"), "first names with their short and pet forms"),
    "countries": (
        ("country", "adjectives", "other names"),
        "countries, their adjectives and demonyms, other names separated by `;`",
    ),
    "states": (("abbreviations", "state"), "states and provinces with their abbreviations"),
    "spellings": (
        ("letters", "countries"),
        "letters of names, or endings before `$`, and the countries that they point to, by `;`",
    ),
    "synonyms": (
        ("noun", "nouns ..."),
        "synonyms, and more general nouns that can refer to the first",
    ),
    "antonyms": (
        ("adjective", "adjective"),
        "adjectives that cannot be true of one thing at a time",
    ),
}
"""By file (`pronouns.tsv`): the columns, and what the rows are."""

PRONOUN_VALUES: Mapping[str, tuple[str, ...]] = {
    "person": ("1", "2", "3", "-"),
    "number": ("singular", "plural", "they", "epicene", "-"),
    "gender": ("masculine", "feminine", "neuter", "other", "-"),
    "animacy": ("animate", "inanimate", "-"),
}
"""What the columns of `pronouns.tsv` may say, several genders with `/` between
them; kinds are those of `Kind`.
"""

OTHER_FILES = (
    "interface.toml",
    "models",
    "corpora",
    "LICENSES",
    "NOTICE.md",
    "language.toml",
    "SOURCES.md",
    "__init__.py",
    "__pycache__",
)
"""Other files in the folder; `SOURCES.md` states where words come from and under which licence."""
