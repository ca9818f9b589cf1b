"""The Spanish model learns from other languages: their corpora are read without a parser, and the
commands that make the model run from prepared texts to scored folds.
"""

from __future__ import annotations

import io
import tarfile
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra coindex[train]")
pytest.importorskip("onnx", reason="training needs the extra coindex[train]")

from coindex.core.annotation import Kind
from coindex.models.session import available
from coindex.resolvers.neural.features import CLASSES, KINDS, MARKS, PRONOUNS
from coindex.training.antecedents.model import AntecedentNetwork, ModelShape
from coindex.training.antecedents.prepare import gather
from coindex.training.antecedents.readings import DocumentArrays
from training.resolver import spanish
from training.resolver.__main__ import parser, trained
from training.resolver.answers import PARTS
from training.resolver.folds import documents, tallied
from training.resolver.foreign import foreign_items, foreign_texts
from training.resolver.plain import PlainItem, Words, plain_view
from training.stored import shrink

pytestmark = pytest.mark.filterwarnings("ignore")
FRENCH = "Marie regarde la maison . Elle la trouve belle . Le chien de Marie dort dans la maison ."
CLASS = {name: place for place, name in enumerate(CLASSES)}
MARK = {name: place for place, name in enumerate(MARKS)}


def french() -> Words:
    forms = FRENCH.split()
    ends = np.cumsum([0, *(form == "." for form in forms[:-1])]).tolist()
    chains = [[(0, 1), (5, 6), (13, 14)], [(2, 4), (6, 7), (16, 18)]]
    return Words("maison", "fr", forms, ends, [0] * len(forms), chains=chains)


def archive(path: Path, name: str, content: str) -> None:
    path.parent.mkdir(parents=True)
    with tarfile.open(path, "w:xz") as opened:
        member = tarfile.TarInfo(name)
        member.size = len(content.encode())
        opened.addfile(member, io.BytesIO(content.encode()))


def test_features_come_from_the_words() -> None:
    rows = plain_view(french(), "given").rows
    kinds = [KINDS[kind] for kind in rows.classes[:, CLASS["kind"]]]
    assert kinds == [
        Kind.NOMINAL,  # at the start of a sentence a capital says nothing
        Kind.NOMINAL,
        Kind.PERSONAL,
        Kind.PERSONAL,
        Kind.NAME,
        Kind.NOMINAL,
    ]
    pronouns = [PRONOUNS[place] for place in rows.classes[:, CLASS["pronoun"]]]
    assert pronouns == ["", "", "she", "her", "", ""]
    assert rows.marks[1, MARK["core"]] == rows.marks[5, MARK["core"]] >= 0
    assert rows.marks[5, MARK["chain"]] == 1


def test_other_phrases_stand_among_the_mentions() -> None:
    view = plain_view(french(), "own")
    words = [
        " ".join(view.rows.forms[row[MARK["start"]] : row[MARK["end"]]]) for row in view.rows.marks
    ]
    unknown = [
        text for text, entity in zip(words, view.labels[0].entity, strict=True) if entity < 0
    ]
    assert unknown == ["Le chien"]


def test_tags_need_not_be_nested(tmp_path: Path) -> None:
    """The annotated part of a play is read; a mention of two entities is in neither."""
    said = 'Die <rs ref="#a">Gräfin</rs> <p>kommt, <rs ref="#b">der Graf</p> auch</rs>. '
    more = '<rs ref="#a">Sie</rs> sieht <rs ref="#b">ihn</rs>; <rs ref="#a"><rs ref="#b">beide</rs></rs> gehen. '
    scene = f'<sp who="#a"><speaker>GRÄFIN</speaker>{(said + more) * 20}</sp>'
    silent = "<sp>" + "Niemand spricht hier . " * 200 + "</sp>"
    archive(
        tmp_path / "de_gerdracor/tei.tar.xz", "x.xml", f"<TEI><body>{scene}{silent}</body></TEI>"
    )
    (text,) = foreign_texts("german", tmp_path)
    assert len(text.forms) < 600
    mentions = {" ".join(text.forms[start:end]) for chain in text.chains for start, end in chain}
    assert mentions == {"Gräfin", "Sie", "der Graf auch", "ihn"}
    assert set(text.voices) == {"#a", ""}


def test_a_part_is_not_the_whole(tmp_path: Path) -> None:
    rows = [
        ("1", "A", "a", "DET", "_", "_"),
        ("2", "lány", "lány", "NOUN", "_", "_"),
        ("3", "keze", "kéz", "NOUN", "1:2", "holo"),
        ("4", "ő", "ő", "PRON", "1:2", "prs"),
        ("5", "fiú", "fiú", "NOUN", "_", "_"),
        ("6", "aki", "aki", "PRON", "1:5", "rel"),
    ]
    lines = [
        "\t".join((n, form, lemma, "x", tag, "_", "SUBJ", "0", to, sort, "_", "_", "_"))
        for n, form, lemma, tag, to, sort in rows
    ]
    archive(tmp_path / "hu_korkor/train.tar.xz", "a.conllup", "\n".join(["# sent_id = 1", *lines]))
    archive_dev = tmp_path / "hu_korkor/dev.tar.xz"
    with tarfile.open(archive_dev, "w:xz"):
        pass
    (text,) = foreign_texts("hungarian", tmp_path)
    assert [[text.forms[start] for start, _ in chain] for chain in text.chains] == [
        ["lány", "ő"],
        ["fiú", "aki"],
    ]
    (item,) = foreign_items("hungarian", tmp_path)
    assert [view.sort for view in item.views] == ["own", "given"]


@pytest.mark.skipif(not available("es"), reason="needs the Spanish model")
def test_commands_make_a_spanish_model(tmp_path: Path) -> None:
    """Texts of two languages, two steps, and the answers on the documents held out."""
    tokenizer = Path(spanish.__file__).parents[2] / "src/coindex_es/models/tokenizer.json"
    data, model = tmp_path / "data", tmp_path / "model"
    gather(islice(spanish.items(), 3), tokenizer, data, "spanish-train-0")
    views = [plain_view(french(), sort) for sort in ("own", "given")]
    gather([PlainItem("maison", "french", "train", views)], tokenizer, data, "french-train-0")
    first = AntecedentNetwork(ModelShape(24_000, layers=1)).encoder.state_dict()
    encoder = {f"encoder.{name}": tensor.numpy() for name, tensor in first.items()}
    shrink(encoder, tmp_path / "encoder.npz")
    small = "--layers 1 --mention 16 --coarse 8 --hidden 16 --batch 600 --workers 0 --device cpu"
    command = (
        f"train {data} -o {model} --encoder {tmp_path}/encoder.npz --fold 0/3 --steps 2 {small}"
    )
    trained(parser().parse_args(f"{command} --seconds 0 --zeros .5 --frozen 1 --craft 1".split()))
    answers = tmp_path / "answers.npz"
    asked = f"answer {data} --model {model} --fold 0/3 --device cpu -o {answers}"
    arguments = parser().parse_args(asked.split())
    from training.resolver.__main__ import COMMANDS

    COMMANDS["answer"](arguments)
    with np.load(answers) as stored:
        arrays = {name: stored[name] for name in stored.files}
    held = {name.split("/")[0] for name in arrays}
    assert len(held) == 1
    assert len(arrays) == 2 * len(PARTS)
    cases = [one for one in islice(documents(), 6) if one.case.item.document.id in held]
    tally = tallied(cases, arrays, 1.5)
    assert sum(tally.all.values()) > 10
    assert DocumentArrays(data).corpus(0) == "french"
