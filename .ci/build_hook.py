"""What a wheel holds beside the packages: the examples of config/ as `controller/examples`, and the tree's revision.

An environment that uses the checkout in place has both there already.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildHook(BuildHookInterface):
    """Called by hatchling, which finds it in pyproject.toml."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before a wheel is made; `version` is `standard` or `editable`."""
        if version != "standard":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root))
        from controller.release import revision_of  # noqa: PLC0415 - where it is, is known only now

        self._folder = TemporaryDirectory()
        revision = Path(self._folder.name) / "REVISION"
        revision.write_text(revision_of(root) + "\n", encoding="ascii")
        build_data["force_include"] |= {
            str(root / "config"): "controller/examples",
            str(revision): "controller/REVISION",
        }

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """After it."""
        del build_data, artifact_path
        if version == "standard":
            self._folder.cleanup()
