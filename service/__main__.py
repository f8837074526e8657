"""`python -m service`: the same as `urltree serve`."""

import sys

from urltree.cli import run

if __name__ == "__main__":
    sys.exit(run(["serve", *sys.argv[1:]]))
