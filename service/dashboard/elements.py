"""The few elements that all pages are made of; text in them is shown as text, never as HTML."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from nicegui import ui
from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement
from redis import RedisError

from service.dashboard.permission import is_admin
from service.dashboard.words import NOTHING
from urltree.errors import UrlTreeError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sized

    from nicegui.events import ClickEventArguments


#: Shown where feeds could be added with another key.
NEEDS_ADMIN = "A key with the scope admin can add feeds."


class Text(TextElement):
    """An HTML element with a text in it."""

    def __init__(self, tag: str, text: str = "", classes: str = "") -> None:
        super().__init__(tag=tag, text=text)
        self.classes(classes)


def box(tag: str, classes: str = "", **attributes: str) -> Element:
    """Make an HTML element that holds others. Attributes are written with ``_`` for ``-``."""
    element = Element(tag).classes(classes)
    element.props.update({name.replace("_", "-"): value for name, value in attributes.items()})
    return element


@contextmanager
def section(title: str) -> Iterator[Element]:
    """Make a part of a page, with its heading."""
    with box("section", "panel", aria_label=title) as element:
        Text("h2", title)
        yield element


def button(
    text: str, on_click: Callable[[ClickEventArguments], Awaitable[None] | None] | None, classes: str = ""
) -> ui.button:
    """Make a button; without `on_click` the browser alone acts on clicks."""
    return (
        ui.button(text, on_click=on_click, color=None).props("no-caps unelevated").classes(f"act {classes}")
    )


@contextmanager
def busy(pressed: ui.button) -> Iterator[None]:
    """Show a button as loading within the context. It keeps the focus, which a disabled one would lose."""
    pressed.props["loading"] = True
    try:
        yield
    finally:
        pressed.props["loading"] = False


def is_busy(pressed: ui.button) -> bool:
    """Return whether a button's work goes on."""
    return bool(pressed.props.get("loading"))


def copy_button(text: str, what: str) -> None:
    """Make a button that copies a text."""

    async def copy() -> None:
        if await ui.run_javascript("isSecureContext"):
            ui.clipboard.write(text)
            ui.notify(f"{what} copied")
        else:
            ui.notify("Browsers copy only over HTTPS and on localhost; select it and copy by hand")

    button(f"Copy {what.lower()}", lambda _: copy())


class Figure:
    """A figure with its name, which leads to `place` if that is given."""

    def __init__(self, name: str, hint: str = "", place: str = "") -> None:
        with box("div", "figure"):
            with box("dt"):
                ui.link(name, place) if place else Text("span", name)
            with box("dd"):
                self._value = Text("span", NOTHING, "value")
                self._note = Text("span", hint, "note")

    def show(self, value: str, note: str | None = None) -> None:
        """Show a value, and a note below it."""
        self._value.text = value
        if note is not None:
            self._note.text = note


def figures() -> Element:
    """Make the element that holds a row of figures."""
    return box("dl", "figures")


class Empty:
    """Shown where there is nothing else to show; hidden until that is known."""

    def __init__(self, title: str, advice: str) -> None:
        self._box = box("div", "empty")
        with self._box:
            Text("p", title, "title")
            Text("p", advice)
        self.show(is_shown=False)

    def show(self, *, is_shown: bool) -> None:
        """Show or hide it."""
        self._box.set_visibility(is_shown)

    def show_if_empty(self, element: Element, content: Sized) -> None:
        """Show `element` if there is any content, else this in its place."""
        self.show(is_shown=not content)
        element.set_visibility(bool(content))


class NoFeeds(Empty):
    """Says how to subscribe to a feed, before there is anything to see."""

    def __init__(self, title: str, url: str = "https://example.com/") -> None:
        if not is_admin():
            super().__init__(title, NEEDS_ADMIN)
            return
        super().__init__(title, "Subscribe to a feed, and its documents will appear within a minute:")
        with self._box, box("div", "line"):
            ui.link("Add a feed", "/feeds").classes("act")
            Text("span", "or")
            Text("code", f"urltree feeds add {url}")


async def confirm(question: str, verb: str) -> bool:
    """Ask before something is lost."""
    with ui.dialog() as dialog, box("div", "dialog"):
        Text("p", question)
        with box("div", "line end"):
            button("Cancel", lambda _: dialog.submit(False))
            button(verb, lambda _: dialog.submit(True), "danger")
    return bool(await answer_to(dialog, question))


async def answer_to(dialog: ui.dialog, name: str) -> object:
    """Show a dialog until it is closed, and return the answer; None at once if another dialog is open."""
    if any(isinstance(each, ui.dialog) and each.value for each in dialog.client.layout):
        dialog.delete()  # the button that opens it was pressed twice
        return None
    dialog.props["aria-label"] = name
    dialog.on("hide", dialog.delete)  # only then: while it hides, it gives the focus back
    answer: object = await dialog
    return answer


@contextmanager
def errors_shown() -> Iterator[None]:
    """Show errors raised in the context to the person at the page."""
    try:
        yield
    except UrlTreeError as error:
        ui.notify(str(error), type="negative", multi_line=True, close_button="Close", timeout=10_000)
    except RedisError:
        # No icon: it is a glyph of a font that is not served now either, so its name would be shown.
        ui.notify("The store does not answer; nothing was changed.", type="negative", icon="")
