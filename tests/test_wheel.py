"""The wheel: what is in it, and that it works from any folder of a fresh environment."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest
from small_collection import ROOT

from groundkit import __version__


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel, built without network by the backend of this environment."""
    pytest.importorskip("hatchling", reason="hatchling is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"),
            *("--no-deps", "--no-build-isolation", "--no-index", "-w", str(folder), str(ROOT)),
        ],
        check=True,
        capture_output=True,
        cwd=folder,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def names(wheel: Path) -> set[str]:
    """Return the names of all files in the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def tree(folder: str, under: str) -> set[str]:
    """Return the files of a folder of the checkout as they should be called in the wheel."""
    return {
        f"{under}/{path.relative_to(ROOT / folder).as_posix()}"
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".duckdb"
    }


def test_it_has_the_name_and_version_of_the_package(wheel: Path) -> None:
    assert wheel.name == f"groundkit_warehouse-{__version__}-py3-none-any.whl"


def test_the_sql_and_the_example_collection_are_in_it(names: set[str]) -> None:
    assert tree("sql", "groundkit/_data/sql") <= names
    assert tree("evals", "groundkit/_data/evals") <= names


def test_all_of_the_package_is_in_it_and_it_is_typed(names: set[str]) -> None:
    sources = {name for name in tree("groundkit", "groundkit") if name.endswith(".py")}
    assert sources <= names
    assert "groundkit/py.typed" in names


def test_nothing_else_is_in_it(names: set[str]) -> None:
    info = f"groundkit_warehouse-{__version__}.dist-info/"
    assert {name for name in names if not name.startswith(("groundkit/", info))} == set()
    for name in names:
        assert not name.startswith("groundkit/_data/tests")
        assert "test_" not in name
        assert "__pycache__" not in name
    assert f"{info}licenses/LICENSE" in names


def test_it_offers_the_command_and_the_chunkers(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        info = f"groundkit_warehouse-{__version__}.dist-info"
        entries = archive.read(f"{info}/entry_points.txt").decode()
        metadata = archive.read(f"{info}/METADATA").decode()
    assert "groundkit-wh = groundkit.cli:main" in entries
    assert "[groundkit.chunkers]" in entries
    assert "Requires-Dist: duckdb<3,>=1.5.5" in metadata
    assert "Requires-Python: >=3.11" in metadata


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the ``groundkit-wh`` of a fresh environment with the wheel in it.

    Its dependencies are those of the environment at hand, so that no network is needed.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    own = Path(
        sysconfig.get_path("purelib", "venv", vars={"base": str(folder), "platbase": str(folder)})
    )
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--python", str(scripts / "python"), "install"),
            *("--quiet", "--disable-pip-version-check", "--no-deps", "--no-index", str(wheel)),
        ],
        check=True,
        capture_output=True,
    )
    # Dependencies come from here; the checkout, should it be installed here, comes after the wheel.
    (own / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return scripts / "groundkit-wh"


def run(command: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run the installed command without anything of the checkout in sight."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("GROUNDKIT_", "PYTHON"))
    }
    return subprocess.run(
        [str(command), *arguments], cwd=cwd, capture_output=True, text=True, env=kept, check=False
    )


def test_the_installed_command_evaluates_the_bundled_collection_anywhere(
    installed: Path, tmp_path: Path
) -> None:
    done = run(installed, "demo", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "corpus          groundkit-example" in done.stdout
    assert (tmp_path / "runs" / "warehouse.duckdb").is_file()
    listed = run(installed, "runs", "-f", "csv", cwd=tmp_path)
    assert listed.returncode == 0, listed.stderr
    assert listed.stdout.count("\n") == 2
    verified = run(installed, "db", "verify", cwd=tmp_path)
    assert (verified.returncode, verified.stderr) == (0, "")


def test_the_installed_command_is_the_wheels_and_not_the_checkouts(
    installed: Path, tmp_path: Path
) -> None:
    code = "import groundkit; print(groundkit.__file__)"
    done = run(installed.with_name("python"), "-c", code, cwd=tmp_path)
    assert Path(done.stdout.strip()).is_relative_to(installed.parent.parent)
