"""The inputs of the network of ``auto`` for a block: features of the page, and evidence of its site."""

from __future__ import annotations

from urltree.evidence.pathevidence import PATH_EVIDENCE
from urltree.evidence.treeevidence import EVIDENCE
from urltree.features import FEATURES

#: The network's inputs, in order.
INPUTS = (*FEATURES, *EVIDENCE, *PATH_EVIDENCE)
