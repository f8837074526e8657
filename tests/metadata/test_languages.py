"""Tags of languages."""

import pytest

from urltree.metadata.languages import language_tag


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("EN", "en"),
        ("pt_br", "pt-BR"),
        ("zh-hant-tw", "zh-Hant-TW"),
        ("es-419", "es-419"),
        ("iw", "he"),
        ("in_ID", "id-ID"),
        ("sl-rozaj-biske", "sl-rozaj-biske"),
        ("de, en", "de"),
        (" de ", "de"),
        ("en_US.UTF-8", "en-US"),
        ("ar-EG-u-nu-latn", "ar-EG"),
        ("en-US-u-hc-h12-x-twain", "en-US"),
        ("de-x", None),
        (f"en{'-a' * 60}!", None),
        ("", None),
        ("English", None),
        ("e", None),
        ("{{lang}}", None),
        ("und", None),
        ("zxx-Latn", None),
    ],
)
def test_a_language_tag_is_normalised_to_bcp_47(text, tag):
    assert language_tag(text) == tag
