"""What a batch of hands came to, in bytes: to be sent to the run, and kept for one that goes on from there.

The same hands give the same bytes, whoever works on them. What `Located` tells of a hand is not in them, nor are its
events, its seats, and its house, which is chosen again, nor whether it was certified, which goes by the hands that a
process has met before. Nothing is made of them but what this module knows, so that a dataset from elsewhere can be gone
on from.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import count
from operator import or_
from typing import Any, Final, get_type_hints

import msgspec
from msgspec import Raw, Struct, msgpack

from stud_audit.checks import catalogue
from stud_audit.checks.sittings import Sitting
from stud_audit.houses.loader import house_names, house_versions
from stud_audit.ingest.input.found import Located
from stud_audit.model.findings import Finding
from stud_audit.model.hand import Hand, Header, Status
from stud_audit.model.spans import Span
from stud_audit.model.version import __version__
from stud_audit.pipeline.chosen_house import choose_house
from stud_audit.pipeline.one_hand import HandResult
from stud_audit.pipeline.outcomes import OF_CODE, CoverageKey, Outcomes, keys_of, mask_of
from stud_audit.report.stored import Rows

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_FORMAT: Final = "4"
"""To be changed with what is kept, and with what the same version of the program finds."""
_NUMBER: Final = "H"
"""Of which there can be more than there are things said of a batch."""


class Sayings(Struct, frozen=True, array_like=True):
    """What the checks said of the hands of a batch, findings not among it.

    In `said` each thing that the checks of one family said of a hand stands once, packed, since a run meets the same
    ones in batch after batch; `of_hands` has of every hand the numbers of those that were said of it.
    """

    said: tuple[bytes, ...]
    of_hands: tuple[bytes, ...]

    def outcomes(self) -> Iterator[Outcomes]:
        """Of each hand, as `HandResult.outcomes` has it."""
        masks = [_mask_of(said) for said in self.said]
        for of_hand in self.of_hands:
            yield reduce(or_, map(masks.__getitem__, array(_NUMBER, of_hand)), 0)


def sayings(results: Iterable[HandResult]) -> Sayings:
    """What was said of these hands."""
    numbers: defaultdict[Outcomes, int] = defaultdict(count().__next__)
    families = _families()
    of_hands = []
    for result in results:
        said = filter(None, map(result.outcomes.__and__, families))
        of_hands.append(array(_NUMBER, map(numbers.__getitem__, said)).tobytes())
    return Sayings(tuple(map(_said, numbers)), tuple(of_hands))


def _families() -> list[Outcomes]:
    """All that was met of each family of checks, those with one letter."""
    families: dict[str, Outcomes] = {}
    for code, of_code in sorted(OF_CODE.items()):
        families[code[0]] = families.get(code[0], 0) | of_code
    return [*families.values()]


@lru_cache(maxsize=1 << 14)
def _mask_of(said: bytes) -> Outcomes:
    return mask_of(_SAID.decode(said))


@lru_cache(maxsize=1 << 14)
def _said(said: Outcomes) -> bytes:
    return _ENCODER.encode(sorted(keys_of(said)))


class _Hand(Struct, frozen=True, array_like=True):
    header: Header
    key: str
    status: Status
    problem: str | None
    unsupported: str | None
    truncated: bool
    header_span: Span
    missing: tuple[str, ...]
    text: str | None
    """Where it has to be quoted, and is not that of the block."""
    findings: tuple[Finding, ...]
    sitting: Sitting | None
    facts: bytes
    """Code to what its check took, packed; empty where there is nothing."""


class _Memo(Struct, frozen=True, array_like=True):
    hands: tuple[_Hand, ...]
    sayings: Sayings
    rows: Rows


_ENCODER: Final = msgpack.Encoder()
_DECODER: Final = msgpack.Decoder(_Memo)
_SENT: Final = msgpack.Decoder(tuple[tuple[_Hand, ...], Sayings])
_FACTS: Final = msgpack.Decoder(dict[str, Raw])
_SAID: Final = msgpack.Decoder(tuple[CoverageKey, ...])


def memo_of(hands: Sequence[Located], results: Sequence[HandResult], rows: Rows) -> bytes | None:
    """What is kept; None where it holds a text that no encoding has."""
    try:
        memo = _Memo(_kept(hands, results), sayings(results), msgspec.structs.replace(rows, name=""))
        return zstd.compress(_ENCODER.encode(memo), 1)
    except (UnicodeEncodeError, OverflowError):
        return None


def remembered(hands: Sequence[Located], house: str | None, memo: bytes) -> tuple[list[HandResult], Rows]:
    """The hands of a memo as they were, without events and seats; `ValueError` where it is none of these hands."""
    try:
        kept = _DECODER.decode(zstd.decompress(memo))
        results = _results(hands, house, kept.hands, kept.sayings.outcomes())
    except (zstd.ZstdError, msgspec.MsgspecError, LookupError) as error:
        raise ValueError(str(error)) from None
    return results, kept.rows


def sent(hands: Sequence[Located], results: Sequence[HandResult]) -> bytes | None:
    """What is kept, without the rows, for the process that began this one: it reads that at once."""
    try:
        return _ENCODER.encode((_kept(hands, results), sayings(results)))
    except (UnicodeEncodeError, OverflowError):
        return None


def received(hands: Sequence[Located], house: str | None, data: bytes) -> list[HandResult]:
    """What was `sent` of these hands."""
    kept, said = _SENT.decode(data)
    return _results(hands, house, kept, said.outcomes())


def _kept(hands: Sequence[Located], results: Sequence[HandResult]) -> tuple[_Hand, ...]:
    kept = []
    packed: dict[int, bytes] = {}
    """Facts by their identity: most hands have the same."""
    for located, result in zip(hands, results, strict=True):
        hand = result.hand
        quoted = result.findings and hand.text != located.block.text
        facts = packed.get(id(result.facts))
        if facts is None:
            facts = packed[id(result.facts)] = _ENCODER.encode(result.facts) if result.facts else b""
        kept.append(
            _Hand(
                hand.header, hand.key, hand.status, hand.problem, hand.unsupported, hand.truncated,
                hand.header_span, hand.missing, hand.text if quoted else None, tuple(result.findings),
                result.sitting, facts,
            )
        )  # fmt: skip
    return tuple(kept)


def _results(
    hands: Sequence[Located], house: str | None, kept: tuple[_Hand, ...], said: Iterable[Outcomes]
) -> list[HandResult]:
    facts = {packed: _facts(packed) for packed in {hand.facts for hand in kept}}
    return [
        _result(located, of_hand, house, outcomes, facts[of_hand.facts])
        for located, of_hand, outcomes in zip(hands, kept, said, strict=True)
    ]


def _facts(packed: bytes) -> dict[str, Any]:
    decoders = _fact_decoders()
    return {code: decoders[code].decode(fact) for code, fact in _FACTS.decode(packed).items()} if packed else {}


def _result(located: Located, kept: _Hand, house: str | None, outcomes: Outcomes, facts: dict[str, Any]) -> HandResult:
    block = located.block
    if kept.sitting is not None and not kept.sitting.players.even:
        raise ValueError("of some players less is told than of others")
    hand = Hand(
        file=located.file,
        index=located.index,
        dialect=located.dialect,
        header=kept.header,
        events=(),
        text="" if not kept.findings else block.text if kept.text is None else kept.text,
        first_line=block.line,
        last_line=located.last_line,
        key=kept.key,
        digest=located.digest,
        status=kept.status,
        problem=kept.problem,
        unsupported=kept.unsupported,
        truncated=kept.truncated,
        header_span=kept.header_span,
        missing=kept.missing,
        preamble=block.preamble,
        column=block.column,
    )
    return HandResult(
        hand,
        choose_house(hand, house),
        list(kept.findings),
        outcomes=outcomes,
        sitting=kept.sitting,
        facts=facts,
    )


@lru_cache(maxsize=1)
def _fact_decoders() -> dict[str, msgpack.Decoder[Any]]:
    return {
        entry.check.code: msgpack.Decoder(get_type_hints(entry.check.gather)["return"])
        for entry in catalogue()
        if entry.check.gather
    }


def digest_of_settings(house: str | None, codes: Iterable[str]) -> str:
    """What decides, besides their text, what is found in hands: tool, house files, and the checks."""
    names = house_names() if house is None else (house,)
    houses = [version.digest for name in names for version in house_versions(name)]
    return hashlib.sha256("\0".join([_FORMAT, __version__, *houses, house or "", *sorted(codes)]).encode()).hexdigest()


def digest_of_batch(hands: Iterable[Located], settings: str) -> str:
    """What tells hands, at their places, apart from all others under other settings: 32 hex digits."""
    whole = hashlib.sha256(settings.encode())
    for hand in hands:
        block = hand.block
        places = (hand.file, hand.index, hand.dialect, block.line, block.column, hand.last_line, hand.occurrence)
        told = repr((*places, hand.digest, hand.oversized, block.preamble, block.places))
        whole.update(told.encode("utf-8", "surrogatepass"))
    return whole.hexdigest()[:32]
