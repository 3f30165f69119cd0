"""How the modules depend on one another, beyond what the contracts of import-linter say."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


def test_no_modules_import_each_other_in_a_circle() -> None:
    """What is imported for the types alone counts as well."""
    graph = grimp.build_graph("stud_audit", exclude_type_checking_imports=False, cache_dir=None)
    imported = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as error:
        pytest.fail(", imported by ".join(error.args[1]))
