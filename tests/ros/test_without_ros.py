"""What only reads runs on a machine that has no ROS: with nothing of it in the environment."""

import json
import os
import subprocess

from conftest import PROGRAMS, ROOT
from stranger import result_of

FLEET = ROOT / "config" / "fleets" / "household-simulated.yaml"


def run(*words, cwd=None):
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "SUREFLEET_ONNXRUNTIME") if name in os.environ}
    kept["PATH"] = ":".join(part for part in kept["PATH"].split(":") if ".ros" not in part and "/opt/ros" not in part)
    return subprocess.run([PROGRAMS / "surefleet", *words], env=kept, cwd=cwd, capture_output=True, text=True, timeout=120)


def done(*words, cwd=None):
    ended = run(*words, cwd=cwd)
    assert ended.returncode == 0, f"{words}: {ended.stderr}"
    return ended.stdout


def test_files_are_read_made_and_examined(tmp_path):
    assert len(json.loads(done("domain", FLEET, "--json"))["decisions"]) > 10
    assert "can be read" in done("check", FLEET)
    prepared = json.loads(done("prepare", FLEET, "--state", tmp_path / "prepared", "--json"))
    assert [process["name"] for process in prepared["processes"]][:3] == ["world_simulator", "help_desk", "safety_monitor"]
    assert (tmp_path / "prepared" / "fleet.key").exists()
    missions = done("scenarios", "--count", "3", "--robots", "1").splitlines()
    assert len(missions) == 3 and all(json.loads(line) for line in missions)
    assert json.loads(done("doctor", ROOT / "models" / "mission-parser", "--json"))["positions"] == 4096
    made = tmp_path / "calibration.json"
    small = ("--scenarios", "30", "--tested", "0", "--alpha", "1/5")
    done("calibrate", "--fleet", FLEET, "--out", made, *small)
    assert json.loads(made.read_text())["statistics"]
    done("keygen", tmp_path / "keys", "--fleet", FLEET)
    assert (tmp_path / "keys" / "fleet.roster").exists()


def test_decisions_of_a_fleet_are_made_again_and_reported(start_fleet, stranger):
    def quick(fleet):
        fleet["simulator"]["skill_ms"] = 20
        fleet["simulator"]["operator"]["delay_ms"] = 20

    fleet = start_fleet(quick)
    _, result = stranger.send("Move apple 1 to the sink.", horizon=9)
    assert result_of(result, 60).result.error_code == 0
    fleet.stop()
    replayed = json.loads(done("replay", fleet.state, "--json"))
    assert replayed["faults"] == [] and replayed["records"] > 0
    done("report", fleet.state, cwd=fleet.folder)
    assert any("apple" in page.read_text() for page in fleet.folder.rglob("report.html"))


def test_what_speaks_ros_says_that_it_needs_it():
    texts = {"mission": ["x"], "cancel": ["--all"], "constraint": ["list"], "up": [FLEET], "record-checks": [FLEET, "--out", "x"]}
    handed = "up mission missions follow cancel constraint help-desk explain demo record-checks bench".split()
    for words in ([command, *texts.get(command, [])] for command in handed):
        ended = run(*words)
        assert ended.returncode == 1 and "which is not sourced" in ended.stderr, ended
