"""Runs one of the two commands of README's first screen, as it is printed there.

Usage: readme_command.py 1|2   (in the root of a checkout)
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
    """Run the command and end with its exit code."""
    found = commands(Path("README.md").read_text(encoding="utf-8"))
    if len(found) != 2:
        sys.exit(f"README.md: expected two commands on the first screen, found {len(found)}")
    command = found[int(sys.argv[1]) - 1]
    sys.stdout.write(f"$ {command}\n")
    sys.stdout.flush()
    sys.exit(subprocess.run(["bash", "-euc", command], check=False).returncode)


if __name__ == "__main__":
    main()
