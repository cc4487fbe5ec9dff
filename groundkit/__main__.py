"""``python -m groundkit`` is ``groundkit-wh``."""

from groundkit.cli import main

if __name__ == "__main__":
    main()
