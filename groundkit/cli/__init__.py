"""The command line: parses, calls one function of the API, prints."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Run ``groundkit-wh`` and exit with the documented code."""
    from groundkit.cli.diagnostics import run
    from groundkit.cli.root import root

    code = run(root, sys.argv[1:])
    # Everything is written and closed. Without this the interpreter looks through all loaded
    # modules for garbage before it ends, which takes longer than most commands.
    gc.freeze()
    sys.exit(code)
