"""Write the golden files anew; run by hand, then read the difference before committing it.

From the root of the checkout: ``python tests/output/regenerate_golden.py``.
"""

from __future__ import annotations

from golden_tables import GOLDEN, golden_files

if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for file in GOLDEN.iterdir():
        file.unlink()
    for name, text in golden_files().items():
        (GOLDEN / name).write_bytes(text().encode())
