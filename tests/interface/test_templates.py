"""Templates in another language: text and attributes change, everything else stays."""

from __future__ import annotations

import pytest

from coindex.interface.templates import same_fields, sentences, translated

WORDS = {
    "Save": "Guardar",
    "Add to a <a>project</a>.": "Añadir a un <a>proyecto</a>.",
    "{1} of {2} finished": "{2}: {1} terminados",
    "right": "correcta",
    "Delete “{1}”?": "¿Eliminar «{1}»?",
    "Home": "Inicio",
    "Help": "Ayuda",
}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<button>Save</button>", "<button>Guardar</button>"),
        ("<p>\n  Save\n</p>", "<p>\n  Guardar\n</p>"),
        (
            '<p>Add to a <a href="/x?a=1&amp;b">project</a>.</p>',
            '<p>Añadir a un <a href="/x?a=1&amp;b">proyecto</a>.</p>',
        ),
        (
            "<i>{{ a[b] }} of {{ rows|length }} finished</i>",
            "<i>{{ rows|length }}: {{ a[b] }} terminados</i>",
        ),
        ("<option>right</option>", '<option value="right">correcta</option>'),
        ('<option value="r">right</option>', '<option value="r">correcta</option>'),
        (
            '<b data-ask="Delete “{{ "x" if y else z }}”?" class="Save">{{ x }}</b>',
            '<b data-ask="¿Eliminar «{{ "x" if y else z }}»?" class="Save">{{ x }}</b>',
        ),
        (
            '<nav><a href="/"{% if a > b %} class="x"{% endif %}>Home</a> <a>Help</a></nav>',
            '<nav><a href="/"{% if a > b %} class="x"{% endif %}>Inicio</a> <a>Ayuda</a></nav>',
        ),
        ("{% if x %}Save{% else %}Other{% endif %}", "{% if x %}Guardar{% else %}Other{% endif %}"),
        ("<script>Save</script><style>Save</style>", "<script>Save</script><style>Save</style>"),
        ("{% block page %}Save{% endblock %}", "{% block page %}Save{% endblock %}"),
    ],
)
def test_text_is_looked_up_as_it_stands(source: str, expected: str) -> None:
    assert translated(source, WORDS.get) == expected


def test_what_is_not_known_stays_as_it_is() -> None:
    source = '<p>Some  <a title="Other">text</a> &amp; {{ more }}</p>\n{# note #}<pre> x </pre>'
    assert translated(source, lambda _: None) == source


@pytest.mark.parametrize("other", ["{{ secret }} {1}", "{1} <script>", "no field", "{1} {% x %}"])
def test_a_translation_brings_no_code_and_loses_no_field(other: str) -> None:
    assert not same_fields("{1} text", other)
    assert translated("<p>{{ a }} text</p>", {"{1} text": other}.get) == "<p>{{ a }} text</p>"


def test_keys_are_collected_in_order() -> None:
    assert sentences('<p title="Tip">Some <b>bold</b> text, {{ x }}</p><p>{{ y }}</p>') == [
        "Tip",
        "Some <b>bold</b> text, {1}",
    ]
