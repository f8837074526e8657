"""Markup of all kinds, even broken, to check properties of pages with."""

from hypothesis import strategies as st

_TAGS = [
    "div",
    "p",
    "b",
    "a",
    "a href=/x",
    "span",
    "li",
    "td",
    "title",
    "svg",
    "script",
    "noscript",
    "x-y",
    "ul class=m",
]
MARKUP = st.lists(
    st.one_of(
        st.sampled_from([f"<{tag}>" for tag in _TAGS]),
        st.sampled_from([f"</{tag.split()[0]}>" for tag in _TAGS]),
        st.sampled_from(
            ["<br>", "<!-- c -->", "&amp;", "&#xD800;", " ", "\n", "\x00", "\xa0", "<", "long " * 200]
        ),
        st.text(max_size=8),
    ),
    min_size=10,
    max_size=40,
).map("".join)
