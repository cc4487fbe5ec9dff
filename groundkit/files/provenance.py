"""Where and with what a run was made: versions, platform, and the git state of the folder."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

from groundkit.version import VERSION

GIT_SECONDS = 5.0
"""How long git may take before the run goes on without its answer."""


def provenance(folder: Path, engine_version: str) -> dict[str, Any]:
    """Return the provenance columns of a run made in ``folder``."""
    commit, branch, dirty = git_state(folder)
    return {
        "groundkit_version": VERSION,
        "duckdb_version": engine_version,
        "python_version": platform.python_version(),
        "unicode_version": unicodedata.unidata_version,
        "platform": f"{sys.platform} {os.uname().machine}"
        if hasattr(os, "uname")
        else sys.platform,
        "git_commit": commit,
        "git_branch": branch,
        "git_dirty": dirty,
    }


def git_state(folder: Path) -> tuple[str | None, str | None, bool | None]:
    """Return (commit, branch, dirty) of the checkout that holds ``folder``.

    All None outside a checkout or without git; branch is None when detached, commit is None
    before the first commit. Dirty means that tracked files differ from the commit.
    """
    try:
        result = subprocess.run(
            [
                "git",
                "-c",
                "core.fsmonitor=false",
                "status",
                "--porcelain=v2",
                "--branch",
                "--untracked-files=no",
            ],
            cwd=folder,
            capture_output=True,
            timeout=GIT_SECONDS,
            env={**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None, None, None
    if result.returncode != 0:
        return None, None, None
    commit = branch = None
    dirty = False
    for line in result.stdout.decode("utf-8", "replace").splitlines():
        if line.startswith("# branch.oid "):
            commit = line.removeprefix("# branch.oid ")
        elif line.startswith("# branch.head "):
            branch = line.removeprefix("# branch.head ")
        elif not line.startswith("#"):
            dirty = True
    return (
        None if commit == "(initial)" else commit,
        None if branch == "(detached)" else branch,
        dirty,
    )
