"""The documentation site: pages written by hand, and pages made of the project itself.

sphinx-build -W docs build/docs
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import generated

from stud_audit.model.version import __version__

project = "stud_audit"
version = release = __version__
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["README.md"]
html_theme = "furo"
html_title = f"stud_audit {__version__}"
html_show_copyright = False
html_show_sourcelink = False
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
nitpicky = True
suppress_warnings = ["misc.highlighting_failure"]


def setup(app: object) -> None:
    """Make the pages of checks, houses, dialects, and tables before anything is read."""
    generated.write(Path(__file__).parent / "reference")
