"""Hands, houses, and findings out of a dataset again, as they were when it was written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from stud_audit.houses.house import House
from stud_audit.houses.loader import house_names, house_versions, load_house
from stud_audit.ingest.blocks import parse_block
from stud_audit.ingest.input.found import Located
from stud_audit.ingest.input.layout import block_again
from stud_audit.model.errors import HouseError, InputError
from stud_audit.model.findings import Finding, Payment, Readings, Related
from stud_audit.model.hand import Hand


def restored_house(entry: Mapping[str, Any]) -> House:
    """The house of this entry of the manifest, out of the copies of its files.

    Raises `InputError` where this version of the program makes other rules of them.
    """
    if entry["name"] in house_names():
        for version in house_versions(entry["name"]):
            if version.digest == entry["digest"]:
                return version
    label = f"house {entry['name']}, version {entry['version']}"
    files = dict(entry.get("files") or {})
    if not files:
        raise InputError(f"{label}: the dataset has no copy of its file")
    with TemporaryDirectory(prefix="stud_audit-") as folder:
        for name, text in files.items():
            (Path(folder) / Path(name).name).write_bytes(text.encode())
        try:
            house = load_house(Path(folder) / Path(next(iter(files))).name)
        except HouseError as error:
            raise InputError(f"{label}: {str(error).replace(folder, '')}") from None
    if house.digest != entry["digest"]:
        raise InputError(
            f"{label}: this version of the program has other rules of that name than those it was judged by"
        )
    return house


def restored_hand(row: Mapping[str, Any]) -> Hand:
    """The hand of this row of the hands table, parsed again from its text."""
    place = (row["first_line"], row["column"], row["preamble"] or "")
    block = block_again(row["text"], *place)
    located = Located(0, row["file"], row["hand_index"], row["dialect"], block, row["last_line"], "", 0)
    return parse_block(located)


def restored_finding(row: Mapping[str, Any]) -> Finding:
    """The finding of this row of the findings table; amounts are decimal strings without idle zeros."""
    fields = dict(row)
    readings = fields.pop("readings")
    fields["readings"] = Readings(
        tuple(readings["pass"]), tuple(readings["fail"]), readings["silent"], readings["fallback"]
    )
    payments = fields.pop("settlement")
    fields["settlement"] = payments and tuple(
        Payment(pay["seat"], pay["player"], decimal_text(pay["paid"]), decimal_text(pay["due"])) for pay in payments
    )
    fields["related"] = tuple(Related(**place) for place in fields["related"])
    fields["clauses"] = tuple(fields["clauses"])
    money = fields["money_effect"]
    fields["money_effect"] = None if money is None else decimal_text(money)
    return Finding(**fields)


def decimal_text(value: Any) -> str:
    """`2.5`, `80`."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
