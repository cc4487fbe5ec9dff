"""Makes a new warehouse file from the ready-made one of the wheel, where there is one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from groundkit.files.resources import template_file


def copy_template(path: Path) -> None:
    """Put a copy of the template at ``path``, unless there is no template or something is there.

    Nobody sees half a file, and of two processes only one makes it. The copy is not trusted: who
    opens it checks migrations and views as of any other warehouse.
    """
    template = template_file()
    if template is None:
        return
    temporary = path.parent / f".groundkit-{os.urandom(8).hex()}"
    try:
        temporary.write_bytes(template.read_bytes())
        # A file system without links, or a file that is there by now: the caller goes on.
        with suppress(OSError):
            os.link(temporary, path)
    except OSError:
        return
    finally:
        with suppress(OSError):
            temporary.unlink()
