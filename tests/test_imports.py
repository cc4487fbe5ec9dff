"""Imports: light where they should be, in one direction, and without effects."""

from __future__ import annotations

import json
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest
from small_collection import ROOT, environment

import groundkit

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(groundkit.__path__, "groundkit.")
    if not module.name.endswith("__main__")
)

LOADED = """
import json, sys
{code}
json.dump(sorted(name.partition(".")[0] for name in sys.modules), sys.stdout)
"""

HELP = """
import contextlib, io
from groundkit.cli.diagnostics import run
from groundkit.cli.root import root
with contextlib.redirect_stdout(io.StringIO()) as shown:
    assert run(root, {arguments}) == 0
assert "Usage: groundkit-wh" in shown.getvalue() or "groundkit-wh " in shown.getvalue()
"""


def loaded_by(code: str, cwd: Path) -> set[str]:
    """Return the top-level modules that a process has loaded after running some code."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(code=code)],
        cwd=cwd,
        capture_output=True,
        text=True,
        env=environment(),
        check=True,
    )
    assert done.stderr == ""
    return set(json.loads(done.stdout))


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], ["eval", "--help"], ["db", "schema", "--help"]],
    ids=" ".join,
)
def test_help_loads_neither_the_engine_nor_arrow(arguments: list[str], tmp_path: Path) -> None:
    loaded = loaded_by(HELP.format(arguments=arguments), tmp_path)
    assert "click" in loaded
    heavy = {"duckdb", "_duckdb", "pyarrow", "numpy", "pandas", "rapidfuzz", "scipy"}
    assert loaded & heavy == set()


def test_importing_the_package_loads_only_itself_and_the_standard_library(tmp_path: Path) -> None:
    without = loaded_by("", tmp_path)
    loaded = loaded_by("import groundkit\ngroundkit.__version__", tmp_path)
    assert loaded - without - sys.stdlib_module_names == {"groundkit"}
    assert loaded & {"json", "sqlite3", "asyncio", "subprocess"} <= without


def test_the_public_names_are_loaded_when_they_are_used(tmp_path: Path) -> None:
    assert "duckdb" in loaded_by("from groundkit import Warehouse", tmp_path)
    for name in groundkit.__all__:
        assert getattr(groundkit, name) is not None
    assert {"Warehouse", "Run", "CallableStage", "GroundkitError"} <= set(groundkit.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'Warehose'"):
        _ = groundkit.Warehose


def test_public_names_are_listed() -> None:
    assert set(groundkit.__all__) <= set(dir(groundkit))


def test_every_module_can_be_imported_first_and_leaves_the_disk_alone(tmp_path: Path) -> None:
    code = (
        "import importlib, sys\n"
        f"for name in {MODULES!r}:\n"
        "    for loaded in [n for n in sys.modules if n.startswith('groundkit')]:\n"
        "        del sys.modules[loaded]\n"
        "    importlib.import_module(name)\n"
    )
    loaded = loaded_by(code, tmp_path)
    assert "groundkit" in loaded
    assert list(tmp_path.iterdir()) == []
    assert len(MODULES) > 40


def test_every_module_says_what_it_is() -> None:
    for module in MODULES:
        path = ROOT.joinpath(*module.split("."))
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        assert file.read_text(encoding="utf-8").startswith(('"""', 'r"""')), module


def test_only_the_engine_package_names_the_engine() -> None:
    offenders = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "groundkit").rglob("*.py")
        if path.parent.name != "engine"
        and any(
            line.strip().startswith(("import duckdb", "from duckdb"))
            for line in path.read_text(encoding="utf-8").splitlines()
        )
    ]
    assert offenders == []


def test_imports_point_in_one_direction(tmp_path: Path) -> None:
    pytest.importorskip("importlinter", reason="import-linter is not installed")
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from importlinter.cli import lint_imports_command as lint; lint()",
            *("--config", str(ROOT / ".importlinter"), "--no-cache"),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout
