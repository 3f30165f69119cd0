"""The grammar of PHH at work: the text of a hand becomes its settings and its actions."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stud_audit.ingest.dialect import Block
from stud_audit.ingest.grammar.lines import UNKNOWN, Hit, hit_of, nameless_line
from stud_audit.ingest.grammar.sections import Section, section_parser
from stud_audit.ingest.grammar.shapes import Shape, ShapeReader, grammar_path
from stud_audit.ingest.grammar.toml_pieces import Piece, pieces_of

_ACTIONS: Final = ("DEAL", "BOARD", "BRING_IN", "FOLD", "CALL", "WAGER", "SHOW", "REMARK")
_MEMORY: Final = 8192


class PhhGrammar:
    """The grammar, built once per process."""

    def __init__(self) -> None:
        reader = ShapeReader("phh")
        self._parser, used = section_parser(grammar_path("phh"))
        kinds = [kind for kind in reader.terminals if kind in used and kind != UNKNOWN]
        shapes = [shape for kind in kinds for shape in reader.shapes(kind)]
        self._shapes = {
            inside: tuple([shape for shape in shapes if (shape.kind in _ACTIONS) is inside]) for inside in (True, False)
        }
        self._known: dict[tuple[str, bool], Hit | None] = {}

    def parse(self, block: Block) -> tuple[list[Section], bool]:
        """The sections of a hand, the settings first, and whether the text breaks off inside a piece."""
        found = pieces_of(block, "actions")
        lines = [nameless_line(piece.text, piece.line, piece.column, self._hit(piece)) for piece in found.pieces]
        return self._parser.sections(lines), found.cut

    def _hit(self, piece: Piece) -> Hit | None:
        # Most actions were met before: `p3 f`.
        key = piece.text, piece.inside
        if key not in self._known:
            if len(self._known) >= _MEMORY:
                self._known.clear()
            self._known[key] = _fitting(self._shapes[piece.inside], piece.text)
        return self._known[key]


def _fitting(shapes: tuple[Shape, ...], text: str) -> Hit | None:
    for shape in shapes:
        match = shape.tail.fullmatch(text)
        if match is not None:
            return hit_of(shape, match)
    return None


@lru_cache
def phh_grammar() -> PhhGrammar:
    """The grammar, built when first asked for."""
    return PhhGrammar()
