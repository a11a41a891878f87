"""The package: its version, its syntax, and no dependencies."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
import typing
import unittest
from pathlib import Path

import piecework
from piecework import types

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))


class Package(unittest.TestCase):
    def test_every_file_has_the_syntax_of_python_3_9(self) -> None:
        self.assertGreater(len(SOURCES), 50)
        for path in [*SOURCES, *(ROOT / "tests").rglob("*.py")]:
            with self.subTest(path):
                ast.parse(path.read_text(encoding="utf-8"), str(path), feature_version=(3, 9))

    def test_every_import_is_of_the_standard_library(self) -> None:
        imported = {name.partition(".")[0] for path in SOURCES for name in _imports(path)}
        for name in imported:
            origin = importlib.util.find_spec(name).origin  # type: ignore[union-attr]
            self.assertNotIn("site-packages", origin or "", name)

    def test_pyproject_has_the_version_and_no_dependencies(self) -> None:
        text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        self.assertIn(f'version = "{piecework.VERSION}"', text)
        self.assertIn("dependencies = []", text)
        self.assertIn('requires-python = ">=3.9"', text)

    def test_types_of_bodies_and_answers_are_valid(self) -> None:
        dictionaries = [one for one in vars(types).values() if hasattr(one, "__total__")]
        self.assertGreater(len(dictionaries), 200)
        for one in dictionaries:
            typing.get_type_hints(one)

    def test_an_import_starts_no_thread_and_loads_no_types(self) -> None:
        program = (
            "import sys, threading, piecework; "
            "assert threading.active_count() == 1; assert 'piecework.types' not in sys.modules"
        )
        environment = {"PYTHONPATH": str(ROOT / "src")}
        subprocess.run([sys.executable, "-W", "error", "-c", program], check=True, env=environment)


def _imports(path: Path) -> typing.Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module or ""


if __name__ == "__main__":
    unittest.main()
