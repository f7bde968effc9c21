"""`surefleet up` when a process keeps failing: the others go on, it is said which one is down and why, and it comes back once that is mended."""

import os
import signal
import subprocess

import pytest
from conftest import wait_until

MISSION = "Move apple 1 to the sink."


def does_a_mission(stranger):
    _, result = stranger.send(MISSION, horizon=9)
    return wait_until(lambda: result.done() and result.result(), 90, "the mission's end").result


def others_than(fleet, one):
    # A child that has only just been started has no name yet.
    return {name: process for name, process in fleet.members().items() if name not in ("", one)}


def terminal(fleet):
    return (fleet.folder / "up.log").read_text()


def start_again(fleet):
    """The same fleet, in the same folder."""
    fleet.stop()
    fleet.log = open(fleet.folder / "up.log", "w")
    fleet.process = subprocess.Popen(
        fleet.process.args, cwd=fleet.folder, stdout=fleet.log, stderr=subprocess.STDOUT
    )


def test_one_corrupt_journal_keeps_one_robot_down_and_nobody_else(start_fleet, stranger):
    fleet = start_fleet()
    assert does_a_mission(stranger).error_code == 0
    fleet.stop()
    journal = fleet.folder / "out/test/state/robot_1.ring.jsonl"
    sound = journal.read_bytes()
    assert sound.count(b"\n") > 2
    journal.write_bytes(sound.replace(b"robot_1", b"robot_7", 1))
    start_again(fleet)
    said = wait_until(lambda: "robot_1.planner is DOWN" in terminal(fleet) and terminal(fleet), 120, "the word that it is down")
    assert "the rest of the fleet goes on" in said and "robot_1.ring.jsonl: line" in said and "Put it back from a copy" in said, said
    others = others_than(fleet, "robot_1.planner")
    assert fleet.process.poll() is None
    assert set(others) >= {"safety_monitor", "help_desk", "world_simulator", "robot_2.planner"}, others

    journal.write_bytes(sound)
    wait_until(lambda: "robot_1.planner" in fleet.members(), 60, "the planner that was down")
    assert does_a_mission(stranger).error_code == 0
    assert others_than(fleet, "robot_1.planner") == others


def test_a_node_that_is_ended_again_and_again_ends_no_other(start_fleet, stranger):
    fleet = start_fleet()
    wait_until(lambda: "help_desk" in stranger.node.get_node_names(), what="the help desk")
    others = others_than(fleet, "help_desk")
    for _ in range(8):
        before = wait_until(lambda: fleet.members().get("help_desk"), 60, "the help desk's process")
        fleet.kill("help_desk", signal.SIGTERM)
        wait_until(lambda: fleet.members().get("help_desk") != before, 60, "its end")
    assert fleet.process.poll() is None
    assert others_than(fleet, "help_desk") == others
    wait_until(lambda: "help_desk" in fleet.members(), 60, "the help desk once more")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes a small disk")
def test_a_full_disk_lets_nothing_move_and_passes_once_there_is_room(start_fleet, stranger, tmp_path):
    state = tmp_path / "fleet0" / "out" / "test" / "state"

    def on_a_small_disk(fleet):
        state.mkdir(parents=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", state], check=True)

    try:
        fleet = start_fleet(on_a_small_disk)
        assert does_a_mission(stranger).error_code == 0
        with open(state / "filler", "wb", buffering=0) as filler, pytest.raises(OSError, match="No space left"):
            while True:
                filler.write(b"x" * 4096)
        approved = len(stranger.verdicts)
        # Its last page may have room for some of them.
        for _ in range(8):
            if "No space left" in terminal(fleet):
                break
            stranger.send(MISSION, horizon=9)
            try:
                wait_until(lambda: "No space left" in terminal(fleet), 10)
            except AssertionError:
                pass
        assert "No space left on device" in terminal(fleet)
        assert fleet.process.poll() is None
        (state / "filler").unlink()
        # One that the monitor wrote down before the disk was full goes on first.
        wait_until(lambda: does_a_mission(stranger).error_code == 0, 90, "a mission")
        assert len(stranger.verdicts) > approved
        fleet.stop()
    finally:
        subprocess.run(["umount", "-l", state], check=False)
