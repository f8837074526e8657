"""`python -m urltree`: the same as `urltree`."""

from urltree.cli import main

if __name__ == "__main__":
    main()
