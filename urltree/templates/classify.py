"""Which of some known templates a page was made from, or none (§4.1)."""

from __future__ import annotations

from collections import Counter, defaultdict

from urltree.templates.index import TemplateIndex


class TemplateClassifier:
    """Known templates, given by examples. The time of an answer does not depend on their number."""

    def __init__(self) -> None:
        self._index = TemplateIndex()
        #: Fingerprint -> template -> examples.
        self._examples: defaultdict[bytes, Counter[str]] = defaultdict(Counter)

    def learn(self, fingerprint: bytes, template: str) -> None:
        """Take the fingerprint of a page as an example of a template."""
        if fingerprint not in self._examples:
            self._index.add(fingerprint)
        self._examples[fingerprint][template] += 1

    def classify(self, fingerprint: bytes) -> str | None:
        """Return the template with most examples of this fingerprint, else of similar ones, or None."""
        examples = self._examples.get(fingerprint) or self._similar(fingerprint)
        return min(examples, key=lambda name: (-examples[name], name), default=None)

    def _similar(self, fingerprint: bytes) -> Counter[str]:
        examples: Counter[str] = Counter()
        for similar in self._index.similar(fingerprint):
            examples += self._examples[similar]
        return examples
