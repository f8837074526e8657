"""`python -m urltree`: the same as `urltree`."""
# ruff: noqa: PLC0415 -- Ctrl-C must end quietly even while the command line is being imported

import sys


def main() -> None:
    """Run the command line and end the process with its exit code."""
    try:
        from urltree import cli

        cli.main()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
