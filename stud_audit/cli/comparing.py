"""`houses --diff` and `houses --infer`: houses held against one another, and against a log."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import typer

from stud_audit.cli.options import TextOrJson
from stud_audit.cli.streams import complain, complain_of, print_json, print_json_with

if TYPE_CHECKING:
    from stud_audit.houses.house import House
    from stud_audit.infer.compare import Comparison


def show_differences(a: str, b: str, path: str | None, output_format: TextOrJson) -> None:
    """Two houses ruling by ruling; with a path the hands that they judge differently."""
    from stud_audit.houses.describe import diff
    from stud_audit.houses.loader import load_house
    from stud_audit.infer.compare import Comparison
    from stud_audit.render.differences import comparison_lines, difference_lines, hand_lines
    from stud_audit.render.progress import ProgressBar
    from stud_audit.render.styled import Output

    one, other = load_house(a), load_house(b)
    differences = diff(one, other)
    head = {"a": _named(one), "b": _named(other), "differences": [each.to_dict() for each in differences]}
    as_text = output_format is TextOrJson.text
    output = Output(sys.stdout)
    if as_text:
        output.write(difference_lines(one, other, differences))
    if path is None:
        if not as_text:
            print_json(head)
        return
    with ProgressBar(sys.stderr) as bar:
        comparison = Comparison(path, a, b, on_progress=bar.advance)
        if as_text:
            for hand in comparison:
                bar.hide()
                place = f"{hand.file}:{hand.line}"
                output.write(hand_lines(one, other, place, hand.hand_id, hand.findings))
            counts = (comparison.compared, len(comparison.different), comparison.by_code)
            output.write(comparison_lines(one, other, *counts))
        else:
            print_json_with(head, "hands", map(_hand, comparison), lambda: _counts(comparison))
    complain_of(comparison.problems)
    if comparison.internal_errors:
        complain(f"{comparison.internal_errors} internal error(s), I901: these hands are not fully judged")
    if not comparison.hands or comparison.internal_errors or any(problem.fatal for problem in comparison.problems):
        raise typer.Exit(2)


def show_inference(path: str, house: str | None, output_format: TextOrJson) -> None:
    """Which houses explain a log, and which rulings; `house` is ranked beside the shipped ones."""
    from stud_audit.infer.inference import Inference
    from stud_audit.infer.outcome import outcome, outcome_lines
    from stud_audit.render.progress import ProgressBar
    from stud_audit.render.styled import Output

    with ProgressBar(sys.stderr) as bar:
        inference = Inference(path, () if house is None else (house,), on_progress=bar.advance)
        inference.run()
    if inference.hands:
        if output_format is TextOrJson.json:
            print_json(outcome(inference))
        else:
            Output(sys.stdout).write(outcome_lines(inference))
    complain_of(inference.problems)
    if not inference.hands or any(problem.fatal for problem in inference.problems):
        raise typer.Exit(2)


def _named(house: House) -> dict[str, Any]:
    return {"name": house.name, "version": house.version, "digest": house.digest}


def _hand(hand: Any) -> dict[str, Any]:
    return {
        "file": hand.file,
        "hand_index": hand.hand_index,
        "hand_id": hand.hand_id,
        "line": hand.line,
        "findings": [[finding.to_dict() for finding in alone] for alone in hand.findings],
    }


def _counts(comparison: Comparison) -> dict[str, Any]:
    return {"compared": comparison.compared, "different": len(comparison.different)}
