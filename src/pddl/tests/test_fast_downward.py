"""Exported worlds against Fast Downward: the same missions are solvable, by plans as short, and its plans are ours.

A task of PDDL is done in a sequence, so that both count the actions of robots that act one at a time.

Fast Downward (https://www.fast-downward.org) is under the GPL and comes from PyPI in the wheel of `up-fast-downward`: this test
is all that runs it.
"""

import importlib.util
import json
import os
import platform
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

INSTALL = "python3 -m pip install up-fast-downward==1.0.0"
ROOT = Path(__file__).resolve().parents[3]
# The crate's example, as scripts/build --bench builds it.
PROGRAM = ROOT / "target/release/examples/instances"
PROBLEMS = Path(__file__).resolve().parent / "problems"

if platform.machine() != "x86_64" or platform.system() != "Linux":
    pytest.skip("up-fast-downward has wheels for Linux on x86-64 only", allow_module_level=True)
# Only its place is asked for: to import it would need all of unified-planning.
PACKAGE = importlib.util.find_spec("up_fast_downward")
if PACKAGE is None:
    raise RuntimeError(f"the planner is missing: run {INSTALL}")
PLANNER = Path(PACKAGE.submodule_search_locations[0]) / "downward" / "fast-downward.py"

# Exit codes of the driver: solved; proved unsolvable by the translator or by a search; out of time in either.
SOLVED, UNSOLVABLE, OUT_OF_TIME = {0}, {10, 11}, {21, 23}
# Four missions for each of the five sites, and twelve in random domains. With more, some are too large for blind search.
USUAL = 4
EACH = int(os.environ.get("SUREFLEET_PDDL_MISSIONS", USUAL))
# Of a processor's time. Of the usual missions none takes more than six.
SECONDS = 120 if EACH <= USUAL else 20


def plan(domain, problem, folder):
    """A shortest plan, "impossible", or None where the time is up. Blind search is exact with derived predicates, too."""
    folder.mkdir(exist_ok=True)
    (folder / "domain.pddl").write_text(domain)
    (folder / "problem.pddl").write_text(problem)
    command = [sys.executable, PLANNER, "--overall-time-limit", f"{SECONDS}s", "--plan-file", "plan", "domain.pddl", "problem.pddl"]
    done = subprocess.run([*command, "--search", "astar(blind())"], capture_output=True, text=True, cwd=folder)
    if done.returncode in OUT_OF_TIME:
        return None
    if done.returncode in UNSOLVABLE:
        return "impossible"
    assert done.returncode in SOLVED, done.stdout[-2000:] + done.stderr[-2000:]
    return [line.strip() for line in (folder / "plan").read_text().splitlines() if line.startswith("(")]


def instances(*arguments, lines=""):
    """What the example prints."""
    done = subprocess.run([PROGRAM, str(EACH), *arguments], input=lines, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.timeout(1800)
def test_exported_missions_have_plans_as_short_for_fast_downward(tmp_path):
    missions = instances()
    with ThreadPoolExecutor(max_workers=2) as pool:
        folders = [tmp_path / str(number) for number in range(len(missions))]
        theirs = pool.map(plan, [one["domain"] for one in missions], [one["problem"] for one in missions], folders)
        answers = list(zip(missions, theirs))
    print("mission | robots | ours, one at a time | Fast Downward | ours, all at once")
    wrong, compared = [], {"shortest": 0, "impossible": 0}
    for one, found in answers:
        length = len(found) if isinstance(found, list) else found
        print(one["name"], one["robots"], one["steps"] or one["answer"], length, one["joint_steps"], sep=" | ")
        if found is None or one["answer"] == "open":
            continue
        ours = one["steps"] if one["answer"] in ("shortest", "found") else one["answer"]
        is_same = length == ours if one["answer"] != "found" else found != "impossible" and length <= ours
        # Robots that can act at once need no more steps.
        if not is_same or (one["joint_steps"] or 0) > (one["steps"] or 60):
            wrong.append((one["name"], ours, found))
        elif one["answer"] in compared:
            compared[one["answer"]] += 1
    print(compared)
    assert wrong == []
    assert EACH > USUAL or sum(compared.values()) == len(missions) >= 30 and compared["impossible"] >= 4, compared
    # Each step of its plans is one that we permit, and they reach the goal.
    plans = [{"name": one["name"], "plan": found} for one, found in answers if isinstance(found, list)]
    faults = instances("--replay", lines="".join(json.dumps(one) + "\n" for one in plans))
    assert len(faults) == len(plans)
    assert [one for one in faults if one["fault"]] == []


def problem_files():
    return sorted(path for path in PROBLEMS.glob("*/*.pddl") if path.name != "domain.pddl")


@pytest.mark.parametrize("path", problem_files(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_shortest_plans_of_the_problems_for_import_are_as_long_as_the_files_say(path, tmp_path):
    problem = path.read_text()
    known = int(re.match(r"; The shortest plan has (\d+) steps\.", problem)[1])
    assert len(plan((path.parent / "domain.pddl").read_text(), problem, tmp_path)) == known
