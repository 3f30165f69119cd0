"""Compiles modules into the wheel by mypyc. Which, and when, is said in `pyproject.toml`.

Everything is made outside of the source tree: a compiled module beside its source would go on being imported after
the source has changed.
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledModules(BuildHookInterface[Any]):
    """The build hook."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and put what comes of it beside the sources in the wheel."""
        if version == "editable":
            raise ValueError("an editable install runs from its sources: install it without the hook, or build a wheel")
        root = Path(self.root)
        modules = sorted({str(path.relative_to(root)) for each in self.config["modules"] for path in root.glob(each)})
        self._folder = TemporaryDirectory()
        built = Path(self._folder.name, "lib")
        self._compile(modules, Path(self._folder.name), built)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in built.rglob("*"):
            if path.is_file():
                build_data["force_include"][str(path)] = path.relative_to(built).as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clear away."""
        self._folder.cleanup()

    def _compile(self, modules: list[str], scratch: Path, built: Path) -> None:
        from mypyc.build import mypycify
        from setuptools import Distribution  # before mypyc, which looks for it

        os.chdir(self.root)
        extensions = mypycify(
            ["--follow-imports=silent", f"--cache-dir={scratch / 'mypy'}", *modules],
            group_name="stud_audit",
            debug_level="0",
            target_dir=str(scratch / "c"),
        )
        build = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
        build.build_lib, build.build_temp = str(built), str(scratch / "objects")
        build.ensure_finalized()
        build.run()
