"""The command line: parses, calls one function of the API, prints."""

from __future__ import annotations

import sys


def main() -> None:
    """Run ``groundkit-wh`` and exit with the documented code."""
    from groundkit.cli.diagnostics import run
    from groundkit.cli.root import root

    sys.exit(run(root, sys.argv[1:]))
