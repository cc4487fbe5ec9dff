"""Programs as stages: what they answer is stored, and whatever else they do is handled."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from programs import is_running, outcomes_of, program, starts
from small_collection import (
    JUDGMENTS,
    NUM_QUERIES,
    TEXTS,
    Collection,
    environment,
    hits,
    judgment,
    rows,
)

from groundkit import Warehouse
from groundkit.errors import UsageError
from groundkit.retrieve.line_program import LONGEST_LINE, MOST_SAID
from groundkit.retrieve.program import MOST_RESTARTS, ProgramStage

FINE = ("ok", 1, None, 0, 0)
"""The outcome of a query that was answered with one hit."""
QUERY_IDS = [str(entry["query_id"]) for entry in JUDGMENTS]

GOOD = """
for number, asked in queries():
    give(asked)
"""


def failed(found: dict[str, tuple[Any, ...]]) -> dict[str, str]:
    """Return the errors of the failed queries; the others must have been answered."""
    assert list(found) == QUERY_IDS
    assert {outcome for outcome in found.values() if outcome[0] == "ok"} <= {FINE}
    assert {outcome[0] for outcome in found.values()} <= {"ok", "failed"}
    return {query_id: outcome[2] for query_id, outcome in found.items() if outcome[0] != "ok"}


def test_a_program_is_started_once_and_asked_every_query_in_file_order(
    opened: Warehouse, evaluated: Collection
) -> None:
    body = """
with open(os.path.join(HERE, "asked"), "a") as log:
    for number, asked in queries():
        log.write(json.dumps(asked) + "\\n")
        give(asked)
"""
    assert set(outcomes_of(opened, evaluated, body, top_k=4).values()) == {FINE}
    asked = (evaluated.folder / "asked").read_text().splitlines()
    assert [json.loads(line) for line in asked] == [
        {"query_id": entry["query_id"], "query": entry["query"], "top_k": 4} for entry in JUDGMENTS
    ]
    assert len(starts(evaluated.folder)) == 1


def test_its_command_and_timeout_are_stored_with_the_stage(
    opened: Warehouse, evaluated: Collection
) -> None:
    outcomes_of(opened, evaluated, GOOD, timeout=7)
    ((retriever, depth, batch_size, chunking_id, params),) = rows(
        opened,
        "select retriever, depth, batch_size, chunking_id, params from core.stage "
        "where stage = 'mine'",
    )
    assert (retriever, depth, batch_size, chunking_id) == ("exec", 10, 1, None)
    assert json.loads(params) == {
        "command": [sys.executable, str(evaluated.folder / "program.py")],
        "timeout_s": 7.0,
    }


def test_hits_that_are_chunks_of_the_run_are_measured_as_chunks(
    opened: Warehouse, evaluated: Collection
) -> None:
    # Each document is one chunk, and the whole text is its place.
    body = f"""
TEXTS = {dict(TEXTS)!r}
for number, asked in queries():
    give(asked, [{{"doc": doc, "text": text}} for doc, text in sorted(TEXTS.items())])
"""
    found = outcomes_of(opened, evaluated, body)
    assert set(found.values()) == {("ok", 5, None, 0, 0)}
    mine = opened.run().tables()["stages"].as_dicts()[1]
    # Their answers stand at ranks 5 (attack), 1 (both), 4 (retries) and 2 (ttl).
    assert mine["mrr"] == pytest.approx((1 / 5 + 1 + 1 / 4 + 1 / 2) / 4, abs=1e-12)
    assert mine["num_failed"] == 0


def test_hits_without_scores_are_stored_without(opened: Warehouse, evaluated: Collection) -> None:
    body = """
for number, asked in queries():
    give(asked, [{"doc": "cache.md", "text": "ten minutes"}, {"doc": "cache.md", "score": 3}])
"""
    outcomes_of(opened, evaluated, body)
    start = TEXTS["cache.md"].index("ten minutes")
    assert hits(opened, opened.run().run_id)["mine", "ttl"] == [
        ("cache.md", start, start + len("ten minutes"), None),
        ("cache.md", None, None, 3.0),
    ]


def test_a_passage_found_nowhere_or_twice_is_stored_as_not_located(
    opened: Warehouse, evaluated: Collection
) -> None:
    body = """
for number, asked in queries():
    give(asked, [
        {"doc": "cache.md", "text": "twenty minutes"},
        {"doc": "cache.md", "text": "entry"},
        {"doc": "cache.md", "text": "Ten  MINUTES."},
    ])
"""
    assert set(outcomes_of(opened, evaluated, body).values()) == {("ok", 3, None, 0, 0)}
    stored = rows(
        opened,
        "select start_offset, located from core.hit "
        "where stage = 'mine' and query_id = 'ttl' order by rank",
    )
    # A full stop does not count among letters and digits.
    assert stored == [(None, False), (None, False), (TEXTS["cache.md"].index("ten min"), True)]
    offences = rows(
        opened, "select query_id, rank, problem from quality.unlocated_hit order by all"
    )
    assert len(offences) == 2 * NUM_QUERIES


def test_what_the_program_measured_itself_is_the_latency(
    opened: Warehouse, evaluated: Collection
) -> None:
    body = """
for number, asked in queries():
    give(asked, latency_ms=number + 0.5) if number < 3 else give(asked)
"""
    outcomes_of(opened, evaluated, body)
    latencies = rows(
        opened, "select latency_ms from core.query_outcome where stage = 'mine' order by query_id"
    )
    assert latencies[:2] == [(1.5,), (2.5,)]
    assert all(0 < latency < 5000 for (latency,) in latencies[2:])


def test_a_program_can_say_itself_that_a_query_failed_or_is_missing(
    opened: Warehouse, evaluated: Collection
) -> None:
    body = """
for number, asked in queries():
    says = [{"error": "out of memory"}, {"status": "failed"}, {"status": "missing"}, {"hits": []}]
    print(json.dumps({"query_id": asked["query_id"], **says[number % 4]}), flush=True)
"""
    found = outcomes_of(opened, evaluated, body)
    assert [found[query_id][:3] for query_id in QUERY_IDS[:4]] == [
        ("failed", 0, "the program gave no reason"),
        ("missing", 0, None),
        ("ok", 0, None),
        ("failed", 0, "out of memory"),
    ]
    mine = opened.run().tables()["stages"].as_dicts()[1]
    assert mine["num_failed"] == sum(outcome[0] != "ok" for outcome in found.values())
    assert len(starts(evaluated.folder)) == 1


def test_a_program_that_raises_on_every_7th_query_is_started_again(
    collection: Collection,
) -> None:
    collection.write(
        judgments=[
            judgment(f"q{number:02}", f"cache {number}", "normal", ("cache.md", "ten minutes"))
            for number in range(1, 22)
        ]
    )
    body = """
for number, asked in queries():
    if int(asked["query"].split()[1]) % 7 == 0:
        raise LookupError("query " + asked["query_id"] + " is out of reach")
    give(asked, [{"doc": "cache.md", "text": "ten minutes", "score": 1.0}])
"""
    with collection.open() as wh:
        found = outcomes_of(wh, collection, body)
        mine = wh.run().tables()["stages"].as_dicts()[1]
    wrong = {query_id: outcome[2] for query_id, outcome in found.items() if outcome != FINE}
    assert list(wrong) == ["q07", "q14", "q21"]
    assert "it ended with exit status 1 before it answered" in wrong["q14"]
    assert "LookupError: query q14 is out of reach" in wrong["q14"]
    assert (mine["num_failed"], mine["is_lower_bound"]) == (3, True)
    # Once at first, and after queries 7 and 14.
    assert len(starts(collection.folder)) == 3


def test_a_program_that_hangs_on_a_query_is_killed_with_all_that_it_started(
    opened: Warehouse, evaluated: Collection
) -> None:
    body = """
import subprocess
for number, asked in queries():
    if asked["query_id"] == "none":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        with open(os.path.join(HERE, "starts"), "a") as started:
            started.write(f"{child.pid}\\n")
        time.sleep(600)
    give(asked)
"""
    before = time.monotonic()
    errors = failed(outcomes_of(opened, evaluated, body, timeout=1.0))
    assert errors == {"none": "no answer within 1 s"}
    assert time.monotonic() - before < 30
    assert len(starts(evaluated.folder)) == 3


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('[dict(GOOD[0], score=float("nan"))]', "NaN is not valid JSON"),
        ('[dict(GOOD[0], score=float("inf"))]', "Infinity is not valid JSON"),
        ('[dict(GOOD[0], score=float("-inf"))]', "-Infinity is not valid JSON"),
        ('[dict(GOOD[0], score="2")]', "hits[0].score must be a number, not a string"),
        (
            '[*GOOD, {"doc": "cahce.md"}]',
            'hits[1]: document "cahce.md" is not in the corpus; did you mean "cache.md"?',
        ),
        ('[{"doc": "cache.md", "start": 0, "end": 9999}]', "hits[0]: [0, 9999) is not inside"),
        ('[{"doc": "cache.md", "start": 5, "end": 5}]', "hits[0]: [5, 5) is not inside"),
        ('[{"doc": "cache.md", "start": 0}]', "hits[0]: start and end go together; give both"),
        (
            '[{"doc": "cache.md", "start": 0, "end": 5, "text": "queue"}]',
            'hits[0]: at [0, 5) of "cache.md" stands',
        ),
        ('[{"document": "cache.md"}]', 'hits[0]: unknown key "document"'),
        ('["cache.md"]', "hits[0] must be an object, not a string"),
        ("None", "hits must be a list, not null"),
    ],
)
def test_an_answer_that_cannot_be_stored_fails_its_query_and_the_program_goes_on(
    opened: Warehouse, evaluated: Collection, written: str, said: str
) -> None:
    body = f"""
for number, asked in queries():
    give(asked, {written} if asked["query_id"] == "none" else GOOD)
"""
    errors = failed(outcomes_of(opened, evaluated, body))
    assert list(errors) == ["none"]
    assert said in errors["none"]
    assert len(starts(evaluated.folder)) == 1


def test_repeated_hits_and_those_beyond_the_depth_are_dropped_and_counted(
    opened: Warehouse, evaluated: Collection
) -> None:
    body = """
for number, asked in queries():
    give(asked, [
        *GOOD, *GOOD, {"doc": "cache.md", "text": "# Cac"},
        {"doc": "cache.md"}, {"doc": "cache.md"},
        {"doc": "cache.md", "text": "none"}, {"doc": "cache.md", "text": "none"},
        {"doc": "leases.md"}, {"doc": "queues.txt"},
    ])
"""
    found = outcomes_of(opened, evaluated, body, top_k=3)
    # Five different hits; the text of the third is the span of the first.
    assert set(found.values()) == {("ok", 3, None, 4, 2)}


def test_fewer_hits_than_asked_for_and_none_at_all_are_answers(
    opened: Warehouse, evaluated: Collection
) -> None:
    body = """
for number, asked in queries():
    give(asked, [] if asked["query_id"] in ("none", "near") else GOOD)
"""
    found = outcomes_of(opened, evaluated, body)
    assert found.pop("none") == found.pop("near") == ("ok", 0, None, 0, 0)
    assert set(found.values()) == {FINE}
    mine = opened.run().tables()["stages"].as_dicts()[1]
    assert (mine["no_answer_abstained"], mine["near_miss_abstained"]) == (1, 1)


OUT_OF_STEP = {
    "another query": (
        'print(json.dumps({"query_id": "ttl", "hits": []}), flush=True)',
        'it answered query "ttl" instead',
    ),
    "a query that is not there": (
        'print(json.dumps({"query_id": "x", "hits": []}), flush=True)',
        'it answered query "x" instead',
    ),
    "an answer before the one": (
        'give({"query_id": "near"}); give(asked)',
        'it answered query "near" instead',
    ),
    "ill-formed JSON": (
        'print(\'{"query_id": "none", "hits": [\', flush=True)',
        "its answer cannot be read: not valid JSON",
    ),
    "no query_id": (
        "print('{\"hits\": []}', flush=True)",
        "its answer cannot be read: query_id is missing",
    ),
    "a number for a query_id": (
        'print(\'{"query_id": 1, "hits": []}\', flush=True)',
        "its answer cannot be read: query_id must be a string, not a number",
    ),
    "invalid UTF-8": (
        'sys.stdout.buffer.write(b\'{"query_id": "none\\xff", "hits": []}\\n\'); '
        "sys.stdout.flush()",
        "its answer cannot be read: not UTF-8: byte 0xff at offset 18",
    ),
    "UTF-16": (
        "sys.stdout.buffer.write('{\"query_id\": \"none\"}\\n'.encode('utf-16')); "
        "sys.stdout.flush()",
        "its answer cannot be read: the line starts with a byte order mark",
    ),
    "an exit": ("sys.exit(3)", "it ended with exit status 3 before it answered"),
    "an exit without an error": ("sys.exit()", "it ended with exit status 0 before it answered"),
    "an answer without a line feed": (
        "sys.stdout.write(json.dumps({'query_id': 'none', 'hits': []})); sys.exit()",
        "it ended with exit status 0 before it answered; its last line had no line feed",
    ),
    "a signal": ("os.kill(os.getpid(), 9)", "it was ended by signal 9 before it answered"),
    "a closed output": (
        "os.close(1); time.sleep(600)",
        "it closed its standard output before it answered",
    ),
    "an exit with a child that keeps the output": (
        "import subprocess; subprocess.Popen(['sleep', '600']); os._exit(4)",
        "it ended with exit status 4 before it answered",
    ),
    "a line of 50 MB": (
        "give(asked, [{'doc': 'x' * 50_000_000}])",
        f"a line of its output is longer than {LONGEST_LINE >> 20} MiB",
    ),
    "50 MB without a line feed": (
        "sys.stdout.write('x' * 50_000_000); sys.stdout.flush(); time.sleep(600)",
        f"a line of its output is longer than {LONGEST_LINE >> 20} MiB",
    ),
}
"""What a program does when it is asked query ``none``, and what is said of that."""


@pytest.mark.parametrize("does", OUT_OF_STEP)
def test_a_program_that_is_out_of_step_fails_the_query_and_is_started_again(
    opened: Warehouse, evaluated: Collection, does: str
) -> None:
    statement, said = OUT_OF_STEP[does]
    body = f"""
for number, asked in queries():
    if asked["query_id"] == "none":
        {statement}
    else:
        give(asked)
"""
    errors = failed(outcomes_of(opened, evaluated, body))
    assert list(errors) == ["none"]
    assert errors["none"].startswith(said)
    assert len(starts(evaluated.folder)) == 2


BROKEN = {
    "exits at once": ("sys.exit(7)", "it ended with exit status 7 before it answered"),
    "cannot be imported": ("import no_such_module", "No module named 'no_such_module'"),
    "closes its output early": (
        "os.close(1)\nfor line in sys.stdin: pass",
        "it closed its standard output before it answered",
    ),
    "closes its input early": ("os.close(0); time.sleep(600)", "no answer within 0.5 s"),
    "says nothing": ("for line in sys.stdin: pass", "no answer within 0.5 s"),
    "prints nothing but noise": (
        "while True:\n    print('[INFO] still loading', flush=True); time.sleep(0.01)",
        'no answer within 0.5 s; it printed what is no answer: "[INFO] still loading"',
    ),
    "writes to standard error for ever": (
        "while True: sys.stderr.write('no ' * 1000 + '\\n')",
        'no answer within 0.5 s; its last words: "…',
    ),
    "writes to standard error without a line feed": (
        "while True: sys.stderr.write('no ' * 1000)",
        'no answer within 0.5 s; its last words: "',
    ),
}
"""Programs that never answer, and what is said of them."""


@pytest.mark.parametrize("does", BROKEN)
def test_a_program_that_never_answers_is_given_up_after_some_restarts(
    opened: Warehouse, evaluated: Collection, does: str
) -> None:
    body, said = BROKEN[does]
    timeout = 0.5 if "0.5 s" in said else 20.0
    errors = failed(outcomes_of(opened, evaluated, body, timeout=timeout))
    assert list(errors) == QUERY_IDS
    assert len(starts(evaluated.folder)) == 1 + MOST_RESTARTS
    asked, unasked = QUERY_IDS[: 1 + MOST_RESTARTS], QUERY_IDS[1 + MOST_RESTARTS :]
    assert all(said in error for error in errors.values())
    assert not any(errors[query_id].startswith("not asked") for query_id in asked)
    assert all(
        errors[query_id].startswith(f"not asked: {MOST_RESTARTS} restarts in a row did not help")
        for query_id in unasked
    )
    mine = opened.run().tables()["stages"].as_dicts()[1]
    assert (mine["mrr"], mine["num_failed"], mine["is_lower_bound"]) == (0.0, NUM_QUERIES, True)


def test_an_answer_in_between_lets_a_program_be_started_again_any_number_of_times(
    opened: Warehouse, evaluated: Collection
) -> None:
    body = """
for number, asked in queries():
    if number == 2:
        sys.exit(1)
    give(asked)
"""
    errors = failed(outcomes_of(opened, evaluated, body))
    assert list(errors) == QUERY_IDS[1::2]
    assert len(starts(evaluated.folder)) == 4


NOISY: Sequence[str] = (
    # Before any query was read.
    "print('Loading the model ...')\nprint()\nprint('[INFO] done')" + GOOD,
    # Beside every answer.
    "for number, asked in queries():\n    print('query', number)\n    give(asked)\n    print('.')",
    # Much more than a pipe holds, before the input is read, on both.
    "for n in range(40_000):\n    print('x' * 80)\n    sys.stderr.write('y' * 80 + '\\n')" + GOOD,
    "sys.stderr.write('y' * 5_000_000)" + GOOD,
    "for number, asked in queries():\n    sys.stderr.write('y' * 500_000)\n    give(asked)",
    # Threads that never stop to write to standard error.
    """
import threading
def shout():
    while True:
        sys.stderr.write("no " * 1000 + "\\n")
threading.Thread(target=shout, daemon=True).start()
"""
    + GOOD,
)


@pytest.mark.parametrize("body", NOISY, ids=range(len(NOISY)))
def test_noise_on_either_output_does_not_keep_answers_from_being_read(
    opened: Warehouse, evaluated: Collection, body: str
) -> None:
    assert set(outcomes_of(opened, evaluated, body).values()) == {FINE}
    assert len(starts(evaluated.folder)) == 1


def test_a_query_that_is_longer_than_a_pipe_reaches_a_program_that_writes_first(
    collection: Collection,
) -> None:
    text = "größe" * 50_000
    collection.write(judgments=[judgment("long", text, "unlabelled")])
    body = """
print("x" * 1_000_000)
for number, asked in queries():
    assert asked["query"] == "größe" * 50_000
    give(asked)
"""
    with collection.open() as wh:
        assert outcomes_of(wh, collection, body) == {"long": FINE}


def test_a_program_that_reads_only_part_of_a_long_query_can_answer_it(
    collection: Collection,
) -> None:
    collection.write(
        judgments=[judgment(f"q{number}", "x" * 500_000, "unlabelled") for number in range(3)]
    )
    body = """
for number in range(3):
    os.read(0, 10)
    give({"query_id": f"q{number}"})
os.close(0)
"""
    with collection.open() as wh:
        assert set(outcomes_of(wh, collection, body).values()) == {FINE}


def test_a_program_that_ends_when_its_input_does_has_time_to_do_so(
    opened: Warehouse, evaluated: Collection
) -> None:
    body = (
        GOOD
        + """
time.sleep(0.3)
with open(os.path.join(HERE, "ended"), "w") as ended:
    ended.write("well")
"""
    )
    outcomes_of(opened, evaluated, body)
    assert (evaluated.folder / "ended").read_text() == "well"


def test_the_environment_and_the_working_folder_are_those_of_the_evaluation(
    opened: Warehouse, evaluated: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_INDEX", "größe 1")
    monkeypatch.chdir(evaluated.folder)
    body = """
for number, asked in queries():
    give(asked, error=os.environ["MY_INDEX"] + " " + os.getcwd(), hits=[])
"""
    found = outcomes_of(opened, evaluated, body)
    assert {outcome[2] for outcome in found.values()} == {f"größe 1 {evaluated.folder}"}


def test_a_program_beside_the_working_folder_is_run_by_its_path_and_no_shell_is(
    opened: Warehouse, evaluated: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = evaluated.folder / "my search"
    script.write_text(
        f"#!{sys.executable}\n"
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        '    print(json.dumps({"query_id": asked["query_id"], "error": str(sys.argv[1:])}))\n'
    )
    script.chmod(0o755)
    monkeypatch.chdir(evaluated.folder)
    stage = ProgramStage("'./my search' $HOME '*' | cat > out")
    opened.evaluate(inputs=evaluated.inputs(), stages={"mine": stage})
    assert rows(opened, "select distinct error from core.query_outcome where stage = 'mine'") == [
        ("['$HOME', '*', '|', 'cat', '>', 'out']",)
    ]
    assert not (evaluated.folder / "out").exists()


def test_a_shell_that_the_user_names_is_run(opened: Warehouse, evaluated: Collection) -> None:
    (evaluated.folder / "answer.sh").write_text(
        "while read -r line; do\n"
        '  id=$(printf %s "$line" | sed \'s/.*"query_id": "\\([^"]*\\)".*/\\1/\')\n'
        '  echo "{\\"query_id\\": \\"$id\\", \\"hits\\": [{\\"doc\\": \\"cache.md\\"}]}"\n'
        "done\n"
    )
    stage = ProgramStage(f"sh {evaluated.folder / 'answer.sh'}")
    opened.evaluate(inputs=evaluated.inputs(), stages={"mine": stage})
    assert rows(
        opened, "select status, count(*) from core.query_outcome where stage = 'mine' group by all"
    ) == [("ok", NUM_QUERIES)]


def test_what_it_writes_to_standard_error_is_passed_on_up_to_a_limit(
    opened: Warehouse, evaluated: Collection
) -> None:
    body = (
        """
for n in range(3000):
    sys.stderr.write(f"line {n}\\n")
"""
        + GOOD
    )
    said: list[str] = []
    stage = ProgramStage(program(evaluated.folder, body), say=said.append)
    opened.evaluate(inputs=evaluated.inputs(), stages={"mine": stage})
    assert said[:MOST_SAID] == [f"line {n}" for n in range(MOST_SAID)]
    assert said[MOST_SAID:] == ["... what else it writes is not shown"]


def test_two_programs_run_one_after_the_other(opened: Warehouse, evaluated: Collection) -> None:
    first, second = evaluated.folder / "first", evaluated.folder / "second"
    first.mkdir()
    second.mkdir()
    body = (
        f"""
for line in open({str(first / "starts")!r}):
    if {str(second)!r} == HERE and os.path.exists("/proc/" + line.strip()):
        sys.exit(9)
"""
        + GOOD
    )
    opened.evaluate(
        inputs=evaluated.inputs(),
        stages={name.name: ProgramStage(program(name, body)) for name in (first, second)},
    )
    assert rows(
        opened,
        "select stage, status, count(*) from core.query_outcome where stage != 'bm25' "
        "and run_id = (select max(run_id) from core.run) group by all order by all",
    ) == [("first", "ok", NUM_QUERIES), ("second", "ok", NUM_QUERIES)]


def test_a_stage_can_be_evaluated_twice(opened: Warehouse, evaluated: Collection) -> None:
    stage = ProgramStage(program(evaluated.folder, GOOD))
    for _ in range(2):
        run = opened.evaluate(inputs=evaluated.inputs(), stages={"mine": stage})
    assert run.evaluated is not None
    assert run.evaluated.earlier_run is not None
    assert len(starts(evaluated.folder)) == 2


@pytest.mark.parametrize("signal_number", [signal.SIGINT])
def test_an_interrupted_evaluation_leaves_no_process_and_stores_nothing(
    evaluated: Collection, signal_number: int
) -> None:
    body = """
import signal, subprocess
signal.signal(signal.SIGINT, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
with open(os.path.join(HERE, "starts"), "a") as started:
    started.write(f"{child.pid}\\n")
time.sleep(600)
"""
    before = evaluated.warehouse.read_bytes()
    command = program(evaluated.folder, body)
    # A shell that runs tests in the background has told its children to ignore the signal.
    with subprocess.Popen(
        [
            *(sys.executable, "-c"),
            "import signal, runpy; signal.signal(signal.SIGINT, signal.default_int_handler); "
            "runpy.run_module('groundkit', run_name='__main__', alter_sys=True)",
            *("eval", "--corpus", "docs", "--judgments", "labels.jsonl", "-w", "w.duckdb"),
            *("--stage", f"mine=exec:{command}"),
        ],
        cwd=evaluated.folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as evaluation:
        for _ in range(500):
            if len(starts(evaluated.folder)) == 2:
                break
            time.sleep(0.02)
        evaluation.send_signal(signal_number)
        out, err = evaluation.communicate(timeout=30)
    assert (evaluation.returncode, out) == (130, "")
    assert "interrupted; nothing was stored" in err
    assert len(starts(evaluated.folder)) == 2
    assert not any(map(is_running, starts(evaluated.folder)))
    with Warehouse.open(evaluated.warehouse, read_only=True) as wh:
        assert rows(wh, "select name from core.run") == [("first",)]
    assert len(before) > 0


@pytest.mark.parametrize(
    ("command", "timeout", "said"),
    [
        ("", 60, "a program as a stage needs a command, as in exec:./my-search"),
        ("no-such-program --x", 60, 'there is no program "no-such-program" that can be run'),
        ("./docs", 60, 'there is no program "./docs" that can be run'),
        ("cat 'unclosed", 60, "cannot be split: No closing quotation"),
        ("cat", 0, "the timeout of a stage must be above 0 seconds, not 0"),
        ("cat", -1, "the timeout of a stage must be above 0 seconds, not -1"),
        ("cat", float("nan"), "the timeout of a stage must be above 0 seconds, not nan"),
        ("cat", float("inf"), "the timeout of a stage must be above 0 seconds, not inf"),
        ("cat", True, "the timeout of a stage must be a number of seconds, not True"),
        ("cat", "60", "the timeout of a stage must be a number of seconds, not '60'"),
    ],
)
def test_a_command_that_cannot_be_run_is_refused_before_any_work(
    collection: Collection, monkeypatch: pytest.MonkeyPatch, command: str, timeout: Any, said: str
) -> None:
    monkeypatch.chdir(collection.folder)
    with pytest.raises(UsageError) as caught:
        ProgramStage(command, timeout=timeout)
    assert said in str(caught.value)


def test_a_program_that_the_system_cannot_start_fails_every_query(
    opened: Warehouse, evaluated: Collection
) -> None:
    script = evaluated.folder / "broken"
    script.write_bytes(b"\x7fELF no program")
    script.chmod(0o755)
    opened.evaluate(inputs=evaluated.inputs(), stages={"mine": ProgramStage(str(script))})
    errors = rows(opened, "select distinct error from core.query_outcome where stage = 'mine'")
    assert len(errors) == 2
    assert all("Exec format error" in error for (error,) in errors)


def test_an_echo_of_the_query_is_no_answer(opened: Warehouse, evaluated: Collection) -> None:
    opened.evaluate(inputs=evaluated.inputs(), stages={"mine": ProgramStage("cat")})
    errors = rows(opened, "select distinct error from core.query_outcome where stage = 'mine'")
    assert [error[:19] for (error,) in errors] == ['unknown key "query"']


def test_no_descriptor_and_no_zombie_is_left(opened: Warehouse, evaluated: Collection) -> None:
    outcomes_of(opened, evaluated, GOOD)
    before = len(list(Path("/proc/self/fd").iterdir()))
    outcomes_of(opened, evaluated, "sys.exit(1)")
    assert len(list(Path("/proc/self/fd").iterdir())) == before
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    assert not set(map(int, children)) & set(starts(evaluated.folder))
