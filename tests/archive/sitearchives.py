"""A site with a menu on all pages, articles that stay, and teasers that change."""

from warcs import response

MENU = "<ul>" + "".join(f"<li><a href='/{n}'>Section number {n}</a></li>" for n in range(12)) + "</ul>"
TOPICS = ["Bridges over wide rivers", "Gardens on flat roofs", "Trams through old towns"]
ARTICLES = [
    "Where a river is wide its bridge needs piers, and each pier must stand on rock or on long piles.",
    "Soil weighs much when it rains, so whoever plants upon houses first asks an engineer about beams.",
    "Rails that were torn out sixty years ago are being laid again, often along the very same streets.",
]
HOST = "http://news.example.com"


def article(topic):
    return ARTICLES[topic]


def page(topic, day):
    teaser = f"Only on day {day} you can read this teaser about the weather"
    return (
        f"<html><head><title>{TOPICS[topic]}</title></head><body>{MENU}"
        f"<main><p>{article(topic)}</p></main><div><p>{teaser}</p></div></body></html>"
    )


def url(topic):
    return f"{HOST}/articles/{topic}"


def records(topics=(0, 1, 2), days=(0, 10, 20)):
    return [response(url(topic), page(topic, day), day) for day in days for topic in topics]
