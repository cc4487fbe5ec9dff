"""Runs the two commands of README's first screen in a clone, as they are printed.

Usage: readme_commands.py README CLONE
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FIRST_SCREEN_LINES = 40


def commands(readme: str) -> list[str]:
    """Return the shell lines of the first screen: those of its ``sh`` block."""
    lines = readme.splitlines()[:FIRST_SCREEN_LINES]
    start = lines.index("```sh") + 1
    return [line for line in lines[start : lines.index("```", start)] if line.strip()]


def main() -> None:
    """Run each command; stop at the first that fails."""
    readme, clone = sys.argv[1:]
    found = commands(Path(readme).read_text(encoding="utf-8"))
    if len(found) != 2:
        sys.exit(f"{readme}: expected two commands on the first screen, found {len(found)}")
    for command in found:
        sys.stdout.write(f"$ {command}\n")
        sys.stdout.flush()
        subprocess.run(["bash", "-euc", command], cwd=clone, check=True)


if __name__ == "__main__":
    main()
