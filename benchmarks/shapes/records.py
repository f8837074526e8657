"""Shapes of sites whose pages are records: lists and tables of few words, some of them on many pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.shapes.pages import DAYS, PAGES
from benchmarks.shapes.sections import Wanted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.shapes.material import Writer
    from benchmarks.shapes.pages import Page, Site


def recipes(site: Site) -> Iterator[Page]:
    """Ingredients, steps, and a table of nutrition."""
    write = site.writer
    staples = (
        "flour",
        "sugar",
        "salt",
        "butter",
        "olive oil",
        "eggs",
        "milk",
        "chopped onion",
        "garlic",
        "pepper",
    )
    larder = [*staples, *(write.words(1, 3).lower() for _ in range(40))]
    for _ in range(PAGES):
        page = site.page("recipes", write.words(3).title())
        page.body.paragraphs(write.paragraphs(1, 3))
        page.body.heading("Ingredients", level=2)
        amounts = [f"{write.number(1, 500)} {write.one(('g', 'cups', 'tbsp', 'ml'))}" for _ in range(12)]
        ingredients = zip(amounts, write.some(larder, 6, 12), strict=False)
        page.body.items((" ".join(amount) for amount in ingredients), name="ingredients")
        page.body.heading("Method", level=2)
        page.body.items(_steps(write), tag="ol", name="method")
        page.body.heading("Nutrition per serving", Wanted.EITHER, level=2)
        parts = (("Energy", "kcal"), ("Fat", "g"), ("Carbohydrates", "g"), ("Protein", "g"), ("Salt", "g"))
        page.body.table(([part, f"{write.number(1, 600)} {unit}"] for part, unit in parts), Wanted.EITHER)
        yield page


def _steps(write: Writer) -> list[str]:
    stock = (
        f"Preheat the oven to {5 * write.number(30, 50)} degrees.",
        "Season with salt and pepper to taste.",
        f"Bake for {5 * write.number(2, 12)} minutes or until golden brown.",
        f"Let it rest for {5 * write.number(1, 6)} minutes before you serve it.",
        "Bring a large pot of salted water to the boil.",
    )
    return write.shuffled([*write.some(stock, 1, 3), *write.sentences(2, 5)])


def jobs(site: Site) -> Iterator[Page]:
    """Tasks, and a profile of stock sentences; the company and what it offers are on each page."""
    write = site.writer
    about, equality = write.paragraphs(2), write.paragraph()
    offered, profiles = write.sentences(6), write.sentences(40)
    for _ in range(PAGES):
        page = site.page("jobs", f"{write.words(2).title()} (m/f/d)")
        page.body.paragraphs(about, Wanted.EITHER)
        page.body.heading("Your tasks", level=2)
        page.body.items(write.sentences(3, 6))
        page.body.heading("Your profile", level=2)
        page.body.items(write.some(profiles, 3, 6))
        page.body.heading("What we offer", Wanted.EITHER, level=2)
        page.body.items(offered, Wanted.EITHER)
        page.body.paragraph(equality, Wanted.EITHER)
        yield page


def events(site: Site) -> Iterator[Page]:
    """When, where and for how much, then a text."""
    write = site.writer
    venues = [f"{write.name()} Hall, {write.number(1, 99)} {write.words(1)} Street" for _ in range(6)]
    for _ in range(PAGES):
        page = site.page("events")
        with page.body.element("dl"):
            for term, fact in {
                "When": f"{write.one(DAYS)}, {page.date}, {write.number(6, 9)} pm",
                "Where": write.one(venues),
                "Tickets": f"${write.number(5, 50)}",
            }.items():
                page.body.text("dt", term)
                page.body.text("dd", fact)
        page.body.paragraphs(write.paragraphs(1, 3))
        yield page


def sports(site: Site) -> Iterator[Page]:
    """One report a page, and the table of the league."""
    write = site.writer
    teams = [write.words(2).title() for _ in range(12)]
    for _ in range(PAGES):
        home, away = write.some(teams, 2)
        page = site.page("matches", f"{home} {write.number(0, 5)}-{write.number(0, 5)} {away}")
        page.body.paragraph(write.paragraph())
        page.body.heading("Table", level=2)
        rows = ([team, str(write.number(1, 30)), str(write.number(1, 60))] for team in write.shuffled(teams))
        page.body.table([["Team", "Played", "Points"], *rows])
        yield page


def api(site: Site) -> Iterator[Page]:
    """One call a page, with parameters and errors that others have too."""
    write = site.writer
    kinds = ("string", "integer", "boolean")
    parameters = {
        name: [name, write.one(kinds), write.sentence()] for name in write.words(14).lower().split()
    }
    errors = [[code, write.sentence()] for code in ("400", "401", "403", "404", "429", "500")]
    for _ in range(PAGES):
        page = site.page("api", f"{write.one(('Get', 'List', 'Create', 'Delete'))} {write.words(2).lower()}")
        page.body.paragraphs(write.sentences(2))
        page.body.heading("Parameters", level=2)
        taken = write.some(list(parameters), 4, 8)
        page.body.table([["Name", "Type", "Description"], *(parameters[name] for name in taken)])
        page.body.heading("Errors", Wanted.EITHER, level=2)
        page.body.table(errors, Wanted.EITHER)
        page.body.heading("Example", level=2)
        with page.body.element("pre"):
            page.body.text("code", f"curl https://{site.host}/{'/'.join(write.words(5).lower().split())}")
        yield page


def products(site: Site) -> Iterator[Page]:
    """Descriptions, facts and reviews; shipping is the same for all."""
    write = site.writer
    shipping, colours = write.paragraphs(2), write.words(10).split()
    materials = [write.words(2) for _ in range(8)]
    for _ in range(PAGES):
        page = site.page("products", write.words(4).title())
        page.body.paragraph(f"€ {write.number(9, 99)}.99", Wanted.EITHER)
        page.body.paragraphs(write.paragraphs(1, 2))
        facts = {
            "Colour": write.one(colours),
            "Material": write.one(materials),
            "Weight": f"{write.number(1, 900)} g",
            "Size": f"{write.number(1, 90)} cm",
        }
        page.body.table(facts.items(), Wanted.EITHER)
        page.after.box("shipping", "Shipping and returns", shipping, Wanted.NO)
        reviews = [*write.sentences(1, 3), "Great product, works as expected."]
        page.after.box("reviews", "Reviews", reviews, Wanted.EITHER)
        yield page


def menu_of_the_day(site: Site) -> Iterator[Page]:
    """Lunch: four of forty dishes."""
    write = site.writer
    dishes = [write.words(3, 6) for _ in range(40)]
    for number in range(PAGES):
        page = site.page("lunch", f"Lunch on {DAYS[number % 5]}, {site.date()}")
        for course in ("Soup", "Main course", "Vegetarian", "Dessert"):
            page.body.heading(course)
            page.body.paragraph(f"{write.one(dishes)} ({write.number(3, 12)}.50 €)")
        yield page


def playlist(site: Site) -> Iterator[Page]:
    """Radio: tables of what was played, of eighty songs."""
    write = site.writer
    songs = {write.name(): write.words(3).title() for _ in range(80)}
    for _ in range(PAGES):
        page = site.page("playlists", f"Playlist of {site.date()}")
        played = enumerate(write.some(list(songs), 15))
        rows = ([f"{7 + place // 3}:{place % 3 * 20:02}", artist, songs[artist]] for place, artist in played)
        page.body.table([["Time", "Artist", "Title"], *rows])
        yield page
