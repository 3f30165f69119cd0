"""The tables of a report for spreadsheets: a workbook with a sheet for each, or a folder with a CSV file for each."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

import pandas as pd
import xlsxwriter

from stud_audit.model.escaping import inert, visible
from stud_audit.report.document import Cell, Code, Document, Heading, Link, Table, slug
from stud_audit.report.figures import Figures, amount

_SHEET: Final = 31
_MOST_ROWS: Final = 1_048_575
_CELL: Final = 32_767
_DECIMAL: Final = re.compile(r"-?\d+(\.\d+)?")
_FINDINGS: Final = [
    "code", "name", "verdict", "severity", "who", "house", "house_version", "clauses", "file", "hand_id", "line",
    "street", "seat", "player", "message", "expected", "actual", "money_effect", "currency", "stake", "place", "day",
]  # fmt: skip


def tables(document: Document, figures: Figures) -> Iterator[tuple[str, tuple[str, ...], list[list[Any]]]]:
    """Name, heads, and rows of each table of the report, and of all findings."""
    title, used = "", set()
    for block in document.blocks:
        if isinstance(block, Heading):
            title = block.text
        elif isinstance(block, Table) and block.rows:
            name = _name(block.name or title)
            number = next(n for n in range(1, 1000) if (name, n) not in used)
            used.add((name, number))
            rows = [[_cell(cell, place in block.right) for place, cell in enumerate(row)] for row in block.rows]
            yield (name if number == 1 else f"{name}-{number}"), block.heads, rows
    frame = figures.findings[_FINDINGS]
    yield "findings", tuple(_FINDINGS), [[_plain(value) for value in row] for row in frame.itertuples(index=False)]


def _name(title: str) -> str:
    """As many words of a title as a sheet's name and a number hold."""
    name = slug(title)
    most = _SHEET - 3
    return name if len(name) <= most else name[: most + 1].rpartition("-")[0] or name[:most]


def _cell(cell: Cell, is_number: bool) -> str | int | Decimal:
    if isinstance(cell, Code | Link):
        return cell.text
    return Decimal(cell) if is_number and isinstance(cell, str) and _DECIMAL.fullmatch(cell) else cell


def _plain(value: Any) -> str | int | Decimal:
    if isinstance(value, list | tuple) or hasattr(value, "tolist"):
        return ", ".join(map(str, value))
    if pd.isna(value):
        return ""
    if isinstance(value, Decimal):
        return Decimal(amount(value))
    return int(value) if isinstance(value, int) else str(value)


def csv_text(heads: tuple[str, ...], rows: list[list[Any]]) -> str:
    """One table as comma-separated values."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([inert(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return stream.getvalue()


def workbook(document: Document, figures: Figures) -> bytes:
    """All tables as an Excel workbook; text is text in it, whatever it begins with."""
    stream = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    book = xlsxwriter.Workbook(stream, options)
    book.set_properties({"created": datetime(2000, 1, 1)})  # nothing depends on the clock
    bold = book.add_format({"bold": True})
    for name, heads, rows in tables(document, figures):
        for start in range(0, len(rows), _MOST_ROWS) or (0,):
            sheet = book.add_worksheet(f"{name}-{start // _MOST_ROWS + 1}" if start else name)
            sheet.write_row(0, 0, heads, bold)
            sheet.freeze_panes(1, 0)
            for number, row in enumerate(rows[start : start + _MOST_ROWS], 1):
                for column, cell in enumerate(row):
                    if isinstance(cell, str):
                        sheet.write_string(number, column, visible(cell)[:_CELL])
                    else:
                        sheet.write_number(number, column, cell)
            sheet.autofit(400)
    book.close()
    return stream.getvalue()
