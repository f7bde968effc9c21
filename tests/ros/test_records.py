"""Records of a real fleet: what its planners wrote is accepted, and whatever is done to the files afterwards is named."""

import json
import shutil
import subprocess

from conftest import PROGRAMS, ROOT, wait_until
from stranger import result_of

CALIBRATION = ROOT / "calibration" / "household-simulated.json"
MISSIONS = ["Move apple 1 to the sink. Move tomato 1 to the shelf.", "Move potato 1 to the sink. Move bread 2 to the counter."]


def quick(fleet):
    fleet["ring"]["lease_ms"] = 1000
    fleet["simulator"]["skill_ms"] = 20
    fleet["simulator"]["operator"]["delay_ms"] = 20


def replay(records, *arguments):
    """Whether the records are accepted, what is wrong as (robot, number, field), and what was said."""
    command = [PROGRAMS / "surefleet", "replay", records, "--calibration", CALIBRATION, "--json", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    faults = json.loads(done.stdout)["faults"] if done.stdout else []
    return done.returncode == 0, {(fault["robot"], fault["number"], fault["field"]) for fault in faults}, done.stderr


def lines_of(state, name):
    path = state / name
    return path.read_text().splitlines() if path.exists() else []


def test_records_are_a_chain_across_restarts_and_whatever_is_done_to_them_is_named(start_fleet, stranger, tmp_path):
    fleet = start_fleet(quick)
    for text in MISSIONS:
        _, result = stranger.send(text, horizon=9)
        assert result_of(result, 60).result.error_code == 0
        # The next life of the planner goes on with the chain.
        killed = fleet.kill("robot_1.planner")
        wait_until(lambda: fleet.members().get("robot_1.planner") not in (None, killed), what="the planner's next life")
    state = fleet.state
    names = [f"{robot}.records.jsonl" for robot in fleet.robots]
    count = sum(len(lines_of(state, name)) for name in names)
    assert count > 0
    wait_until(lambda: len(lines_of(state, "safety_monitor.heads.jsonl")) == count, what="all records, heard by the monitor")
    assert replay(state) == (True, set(), "")

    def forged(change):
        """What is wrong once `change` has made other lines of the first robot's."""
        copy = tmp_path / "forged"
        shutil.copytree(state, copy)
        lines = change(lines_of(copy, names[0]))
        (copy / names[0]).write_text("".join(line + "\n" for line in lines))
        accepted, faults, said = replay(copy)
        report = subprocess.run([PROGRAMS / "surefleet", "report", copy], capture_output=True, text=True)
        shutil.rmtree(copy)
        assert not accepted and said
        return faults, report

    robot = fleet.robots[0]
    own = len(lines_of(state, names[0]))
    assert own >= 3

    def second(**fields):
        def change(lines):
            return [lines[0], json.dumps(json.loads(lines[1]) | fields), *lines[2:]]

        return change

    faults, report = forged(second(prompt_sha256="0" * 64))
    assert faults == {(robot, 2, "seal")}
    assert report.returncode != 0 and "record 2 of" in report.stderr
    assert (robot, 2, "template_sha256") in forged(second(template_sha256="0" * 64))[0]
    assert forged(lambda lines: [*lines[:1], *lines[2:]])[0] == {(robot, 3, "link.number")}
    assert forged(lambda lines: [*lines[:2], lines[0], *lines[2:]])[0] == {(robot, 1, "link.number")}
    assert forged(lambda lines: lines[:-1])[0] == {(robot, own, "link.number")}
    made_up = json.dumps(json.loads(lines_of(state, names[0])[0]) | {"elapsed_ns": 1})
    faults, report = forged(lambda lines: [*lines, *[made_up] * 500])
    assert faults == {(robot, 1, "seal")}
    assert report.returncode != 0 and "decisions:" not in report.stdout

    # An auditor's own copy of the keys counts, not those that lie beside the records.
    keys = tmp_path / "keys"
    keys.mkdir()
    accepted, _, said = replay(state, "--keys", keys)
    assert not accepted and "nothing tells who made these records" in said
