"""README's first screen: one sentence, two commands that are complete, and what they print."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from generate.python_blocks import blocks

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FIRST_SCREEN = README.splitlines()[:40]


def test_the_first_screen_has_one_shell_block_with_two_commands() -> None:
    starts = [number for number, line in enumerate(FIRST_SCREEN) if line == "```sh"]
    assert len(starts) == 1
    end = FIRST_SCREEN.index("```", starts[0])
    assert len(FIRST_SCREEN[starts[0] + 1 : end]) == 2


def test_each_command_makes_its_environment_installs_and_works() -> None:
    first, second = _commands()
    environment = "python3 -m venv .venv && .venv/bin/pip install -q "
    assert first.startswith(environment)
    assert second.startswith(environment)
    assert first.endswith(" && .venv/bin/groundkit-wh eval")
    assert " && .venv/bin/pytest" in second


def test_the_first_screen_shows_what_the_main_job_prints() -> None:
    assert any(line.startswith("stage ") and "recall@1" in line for line in FIRST_SCREEN)


def test_the_python_example_has_at_most_eight_lines() -> None:
    (example,) = blocks("README.md")
    assert len(example.splitlines()) <= 8


def test_every_folder_of_the_checkout_is_led_to() -> None:
    missing = [
        folder.name
        for folder in ROOT.iterdir()
        if folder.is_dir()
        and (folder.name in {"docs", "evals", "groundkit", "runs", "sql", "tests", "benchmarks"})
        and f"| `{folder.name}/` |" not in README
    ]
    assert missing == []


def _commands() -> list[str]:
    """Return the commands as the script finds them that runs them in a fresh clone."""
    spec = importlib.util.spec_from_file_location(
        "readme_command", ROOT / ".ci" / "readme_command.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: list[str] = module.commands(README)
    return found
