"""The record that a WARC file begins with (WARC 1.1, section 6.2)."""

from __future__ import annotations

from importlib.metadata import version

from fastwarc.warc import WarcRecord, WarcRecordType


def warcinfo() -> WarcRecord:
    """Return a record that names the software."""
    record = WarcRecord()
    record.init_headers(record_type=WarcRecordType.warcinfo)
    record.headers["Content-Type"] = "application/warc-fields"
    fields = {"software": f"urltree/{version('urltree')}", "format": "WARC File Format 1.1"}
    record.set_bytes_content("".join(f"{name}: {value}\r\n" for name, value in fields.items()).encode())
    return record
