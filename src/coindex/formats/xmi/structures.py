"""The feature structures of a CAS, whatever file they come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from coindex.core.annotation import Attributes
from coindex.core.remedies import Remedy
from coindex.formats.markup import Xml, content, local

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_XMI_ID = "{http://www.omg.org/XMI}id"


class Structure(NamedTuple):
    """A feature structure. Values are strings, those of references the ids of other structures,
    separated by spaces where there are several.
    """

    id: str
    type: str
    """Its name without that of the package."""
    package: str
    """The package of its type, with slashes."""
    values: dict[str, str]
    lists: Attributes = ()
    """Values of features that have several strings."""
    place: int = 0
    """Its number in the file."""

    def get(self, name: str, default: str = "") -> str:
        return self.values.get(name, default)


class CasFile(Protocol):
    """A file with feature structures."""

    @property
    def structures(self) -> Sequence[Structure]: ...

    @property
    def label(self) -> str:
        """The file, for messages."""
        ...

    @property
    def sofa(self) -> str:
        """What a structure with a text is called in such files."""
        ...

    @property
    def called(self) -> str:
        """The name that programs have for such files."""
        ...

    def report(
        self, message: str, element: Structure, *, detail: str = "", remedy: Remedy | str = ""
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class XmlCas:
    """The elements of a file of XMI."""

    source: Xml
    structures: Sequence[Structure]
    elements: Sequence[Element]
    sofa: str = "cas:Sofa"
    called: str = "UIMA CAS XMI"

    @property
    def label(self) -> str:
        return self.source.file.label

    def report(
        self, message: str, element: Structure, *, detail: str = "", remedy: Remedy | str = ""
    ) -> None:
        self.source.report(message, self.elements[element.place], detail=detail, remedy=remedy)


def cas_of(source: Xml) -> XmlCas:
    """The feature structures of XMI, one for each element below the root."""
    elements = list(source.root)
    structures = []
    for place, element in enumerate(elements):
        values = {str(name): str(value) for name, value in element.attrib.items()}
        package = str(element.tag).rpartition("}")[0]
        lists = tuple((local(child), content(child)) for child in element)
        id = values.pop(_XMI_ID, "")
        structures.append(Structure(id, local(element), package, values, lists, place))
    return XmlCas(source, structures, elements)
