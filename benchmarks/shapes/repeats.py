"""Shapes of sites whose articles repeat text of their own: greetings, questions, formulas, sign-offs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.shapes.pages import DAYS, MONTHS, PAGES
from benchmarks.shapes.sections import Wanted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.shapes.pages import Page, Site


def control(site: Site) -> Iterator[Page]:
    """Articles, as most sites have them."""
    for _ in range(PAGES):
        yield site.article(site.writer.paragraphs(3, 9))


def newsletter(site: Site) -> Iterator[Page]:
    """Each issue greets, and signs off."""
    write = site.writer
    farewell = [write.sentence(), f"Until next week, {site.name}"]
    for _ in range(PAGES):
        page = site.page("letters")
        page.body.paragraph("Hello friends, and welcome to another issue of our letter!", Wanted.EITHER)
        page.body.paragraphs(write.paragraphs(2, 6))
        page.body.paragraphs(farewell, Wanted.EITHER)
        yield page


def podcast(site: Site) -> Iterator[Page]:
    """Episodes: a short text and chapters, then a sponsor, the hosts and how to subscribe."""
    write = site.writer
    about, sponsors = write.paragraphs(3), write.paragraphs(3)
    for _ in range(PAGES):
        page = site.page("episodes")
        page.body.paragraphs(write.paragraphs(1, 2))
        page.body.items(f"{7 * part:02}:{write.number(10, 59)} {write.words(4)}" for part in range(5))
        page.body.paragraph(write.one(sponsors), Wanted.EITHER)
        page.body.paragraphs(about, Wanted.EITHER)
        yield page


def press(site: Site) -> Iterator[Page]:
    """Each release tells of its company at the end, and whom to ask."""
    write = site.writer
    about, contact = write.paragraphs(2), [write.name(), f"press@{site.host}", "+49 30 1234567"]
    for _ in range(PAGES):
        page = site.page("press")
        page.body.paragraphs(write.paragraphs(3, 6))
        page.body.heading(f"About {site.name}", Wanted.EITHER)
        page.body.paragraphs(about, Wanted.EITHER)
        page.body.heading("Contact", Wanted.EITHER)
        page.body.paragraphs(contact, Wanted.EITHER)
        yield page


def interview(site: Site) -> Iterator[Page]:
    """Guests who are all asked the same nine questions."""
    write = site.writer
    questions = [write.question() for _ in range(9)]
    for _ in range(PAGES):
        page = site.page("interviews")
        page.body.paragraph(write.paragraph())
        for question in questions:
            page.body.heading(question)
            page.body.paragraph(write.remark())
        yield page


def obituaries(site: Site) -> Iterator[Page]:
    """Sentences that are the same but for names and dates, and one that is the same."""
    write = site.writer
    homes = [f"{write.name()} Funeral Home" for _ in range(5)]
    for _ in range(PAGES):
        page = site.page("obituaries", write.name())
        page.body.paragraphs(
            [
                f"{page.title}, {write.number(60, 99)}, of {write.words(1)}, passed away on {page.date}.",
                write.paragraph(),
                f"Survived by {write.name()}, {write.name()} and {write.number(2, 9)} grandchildren.",
                f"The funeral is on {write.one(DAYS)} at {write.number(9, 12)} a.m. at {write.one(homes)}.",
                "In lieu of flowers, the family asks that donations be made to a charity of your choice.",
            ]
        )
        asked = ["Please sign the guest book and share a memory with the family."]
        page.after.box("guest-book", "Guest Book", asked, Wanted.NO)
        yield page


def lyrics(site: Site) -> Iterator[Page]:
    """Four verses, and after each the same refrain."""
    write = site.writer
    for _ in range(PAGES):
        page = site.page("lyrics", write.words(3).title())
        refrain = [write.words(4, 7) for _ in range(4)]
        for _ in range(4):
            for name, lines in (("verse", [write.words(4, 7) for _ in range(4)]), ("refrain", refrain)):
                with page.body.element("div", name):
                    page.body.paragraphs(lines)
        yield page


def legal_terms(site: Site) -> Iterator[Page]:
    """Decisions of a court: half of the text is settled formulas, each in most decisions."""
    write = site.writer
    formulas = write.paragraphs(5)
    for _ in range(PAGES):
        page = site.page("decisions", f"{write.name()} v. {write.name()}")
        page.body.paragraphs(write.paragraphs(2))
        page.body.paragraphs(formula for formula in formulas if write.happens(0.85))
        page.body.paragraph(write.paragraph())
        yield page


def advisories(site: Site) -> Iterator[Page]:
    """Stock sentences on software of other names."""
    write = site.writer
    harms = ("execute arbitrary code", "cause a denial of service", "read sensitive data")
    for number in range(PAGES):
        product = write.words(2).title()
        page = site.page("advisories", f"SA-2024-{number:03} {product}")
        for heading, text in {
            "Summary": f"A vulnerability in {product} could allow a remote attacker to {write.one(harms)}.",
            "Affected": f"Versions before {write.number(1, 9)}.{write.number(0, 9)} are affected.",
            "Solution": "Upgrade to the latest version. No workaround addresses this vulnerability.",
            "Exploitation": "We are not aware of any malicious use of this vulnerability.",
            "Severity": write.one(("High", "Medium", "Critical")),
        }.items():
            page.body.heading(heading, level=2)
            page.body.paragraph(text)
        yield page


def minutes(site: Site) -> Iterator[Page]:
    """Of each meeting half of the sentences are those of all others."""
    write = site.writer
    members = [write.name() for _ in range(7)]
    for _ in range(PAGES):
        page = site.page("minutes", f"Minutes of the council, {site.date()}")
        page.body.paragraphs(
            [
                f"Present: {', '.join(write.some(members, 5))}",
                f"The meeting was called to order at {write.number(5, 6)} p.m.",
                "Roll call was taken and a quorum was present.",
                "The minutes of the previous meeting were approved as written.",
                *write.sentences(1, 4),
                "There was no public comment.",
                f"There being no further business, the meeting was adjourned at {write.number(7, 9)} p.m.",
            ]
        )
        yield page


def faq(site: Site) -> Iterator[Page]:
    """Short answers, in steps that other answers have too."""
    write = site.writer
    steps, farewell = write.sentences(15), write.sentence()
    for _ in range(PAGES):
        page = site.page("help", f"How do I {write.words(4).lower()}?")
        page.body.paragraph(write.sentence())
        page.body.items(write.some(steps, 3, 5), tag="ol")
        page.body.paragraph(farewell, Wanted.EITHER)
        yield page


def microblog(site: Site) -> Iterator[Page]:
    """One sentence a page, without a headline."""
    for _ in range(PAGES):
        page = site.page("status", f"{site.name} on {site.date()}", headline=False)
        page.body.paragraph(site.writer.sentence())
        yield page


def captions(site: Site) -> Iterator[Page]:
    """Galleries: pictures, each with a sentence and who took it."""
    write = site.writer
    for _ in range(PAGES):
        page = site.page("galleries")
        for _ in range(write.number(5, 10)):
            with page.body.element("figure"):
                page.body.text("figcaption", f"{write.sentence()} Photo: {write.name()}")
        yield page


def changelog(site: Site) -> Iterator[Page]:
    """Releases: what changed, some of it in stock sentences."""
    write = site.writer
    stock = (
        "Bug fixes and performance improvements.",
        "Updated dependencies.",
        "Fixed a crash on start-up.",
        "Improved translations.",
        "Fixed typos in the documentation.",
    )
    for number in range(PAGES):
        page = site.page("releases", f"Version 1.{number}.0", author=write.one(("Anna", "Bert")))
        page.body.paragraph(f"We are happy to announce the release of version 1.{number}.0.")
        page.body.items(write.shuffled([*write.some(stock, 1, 3), *write.sentences(1, 4)]))
        yield page


def status(site: Site) -> Iterator[Page]:
    """Incidents of a service, the latest step first, most told in stock sentences."""
    write = site.writer
    troubles = ("Elevated errors on", "Degraded performance of", "Outage of")
    services = ("API", "Dashboard", "Webhooks", "Login", "Billing", "Search")
    steps = {
        "Resolved": "This incident has been resolved.",
        "Monitoring": "A fix has been implemented and we are monitoring the results.",
        "Identified": "The issue has been identified and a fix is being implemented.",
        "Investigating": "We are currently investigating this issue.",
    }
    for _ in range(PAGES):
        page = site.page("incidents", f"{write.one(troubles)} {write.one(services)}", author=site.name)
        month, day, hour = write.one(MONTHS)[:3], write.number(1, 28), write.number(4, 23)
        for step, stock in steps.items():
            if step != "Identified" or write.happens(0.6):
                with page.body.element("div", "update"):
                    page.body.text("div", step)
                    page.body.text("div", stock if write.happens(0.7) else write.sentence())
                    page.body.text("div", f"{month} {day}, {hour}:{write.number(10, 59)} UTC")
            hour -= 1
        yield page
