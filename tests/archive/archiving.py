"""Calls of `urltree archive`, and what they write."""

import json
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from fastwarc.warc import ArchiveIterator, WarcRecordType

from urltree.cli import run


class Run(NamedTuple):
    """A call of the command."""

    out: Path
    code: int
    stderr: str


def archive(file, out, *options):
    with redirect_stderr(StringIO()) as stderr:
        code = run(["archive", str(file), "--out", str(out), *map(str, options)])
    return Run(out, code, stderr.getvalue())


def lines(out):
    return [
        json.loads(line)
        for file in sorted(out.glob("*.ndjson"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]


def texts(out):
    """Give the records of the WARC files in a folder, by URL and time."""
    return {
        (one.headers["WARC-Target-URI"], one.record_date.isoformat()): (one.record_type, one.reader.read())
        for each in out.glob("*.wet.warc.gz")
        for one in ArchiveIterator(str(each), record_types=~WarcRecordType.warcinfo, fsspec_args=False)
    }
