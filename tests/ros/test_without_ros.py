"""What only reads runs on a machine that has no ROS: with nothing of it in the environment."""

import json
import os
import subprocess

from conftest import PROGRAMS, ROOT
from stranger import result_of

FLEET = ROOT / "config" / "fleets" / "household-simulated.yaml"


def without_ros():
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "SUREFLEET_ONNXRUNTIME") if name in os.environ}
    kept["PATH"] = ":".join(part for part in kept["PATH"].split(":") if ".ros" not in part and "/opt/ros" not in part)
    return kept


def run(*words, cwd=None):
    command = [PROGRAMS / "surefleet", *words]
    return subprocess.run(command, env=without_ros(), cwd=cwd, capture_output=True, text=True, timeout=120)


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
    assert json.loads(done("doctor", ROOT / "models" / "decision-maker", "--json"))["positions"] == 4096
    made = tmp_path / "calibration.json"
    small = ("--scenarios", "30", "--tested", "0", "--alpha", "1/5")
    done("calibrate", "--fleet", FLEET, "--out", made, *small)
    assert json.loads(made.read_text())["statistics"]
    done("keygen", tmp_path / "keys", "--fleet", FLEET)
    assert (tmp_path / "keys" / "fleet.roster").exists()


def test_a_new_site_is_planned_for_and_watched_while_it_is_written(tmp_path):
    done("new-site", "lab", cwd=tmp_path)
    plan = json.loads(done("plan", "--fleet", "lab/fleet.yaml", "--json", cwd=tmp_path))
    assert plan["outcome"] == "found" and plan["is_shortest"] and len(plan["plan"]) == 5, plan
    assert "can be read" in done("check", "lab/fleet.yaml", cwd=tmp_path)
    domain, start = tmp_path / "lab" / "domain.yaml", tmp_path / "lab" / "start.yaml"

    def save(path, text):
        # As a whole: a file that is read half written has other mistakes.
        (tmp_path / "saved").write_text(text)
        (tmp_path / "saved").replace(path)

    command = [PROGRAMS / "surefleet", "domain", "lab/fleet.yaml", "--watch"]
    watch = subprocess.Popen(command, env=without_ros(), cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    try:
        assert watch.stdout.readline().startswith("sound: 13 objects, 14 decisions")
        sound = domain.read_text()
        save(domain, sound.replace("at(robot) != target", "at(robot) != targt"))
        line = sound[: sound.index("at(robot) != target")].count("\n") + 1
        said = watch.stdout.readline()
        assert f"domain.yaml:{line}: " in said and "did you mean \"target\"?" in said, said
        save(domain, sound)
        assert watch.stdout.readline().startswith("sound")
        save(start, start.read_text().replace("Bring the red box", "Bring the red bix"))
        assert "the mission of the start is not read" in watch.stdout.readline()
    finally:
        watch.kill()
        watch.wait()


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
