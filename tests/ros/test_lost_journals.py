"""What a fleet keeps on disk, lost or changed between two starts: nothing is dropped in silence."""

import shutil
import signal
import stat

import pytest
from conftest import wait_until
from surefleet.msg import Constraint
from test_constraints import WORDS, Chip
from test_processes import start


def lines_of(journal):
    return journal.read_bytes().splitlines(keepends=True)


def flip(journal):
    """One bit of a confirmed constraint."""
    text = bytearray(journal.read_bytes())
    text[text.index(b"holding")] ^= 1
    journal.write_bytes(text)


def files_of(journal):
    """All that lies beside it; the participants' keys have a folder of their own."""
    return [path for path in journal.parent.iterdir() if path.is_file()]


HARMS = {
    "deleted": (lambda journal: journal.unlink(), "has gone: it keeps the confirmed constraints"),
    "emptied": (lambda journal: journal.write_bytes(b""), "was emptied; it keeps the confirmed constraints"),
    "flipped": (flip, "line 2 does not follow from the lines before it"),
    "removed": (lambda journal: journal.write_bytes(b"".join(lines_of(journal)[:1] + lines_of(journal)[2:])), "line 2 does not follow"),
    "repeated": (lambda journal: journal.write_bytes(b"".join(lines_of(journal)[:2] + lines_of(journal)[1:])), "line 3 does not follow"),
    "everything but the keys": (lambda journal: [file.unlink() for file in files_of(journal) if not file.name.startswith("fleet.")], "has gone"),
    "the list as well": (lambda journal: [file.unlink() for file in files_of(journal) if file.suffix not in (".key", ".pub", ".roster")], "fleet.journals: has gone"),
}


def refusal(node, folder):
    process = start(node, folder)
    _, stderr = process.communicate(timeout=15)
    assert process.returncode != 0, stderr
    return stderr


def test_a_monitor_does_not_start_without_the_constraints_that_were_confirmed(tmp_path, stranger, monkeypatch):
    state, copy = tmp_path / "state", tmp_path / "copy"
    monkeypatch.setenv("SUREFLEET_KEYS", str(state))
    chip = Chip(stranger)
    monitor = start("safety_monitor", state)
    assert chip.confirm(chip.call("translate_constraint", "ann", text=WORDS), "bob").accepted
    monitor.send_signal(signal.SIGKILL)
    monitor.wait()
    assert stat.S_IMODE(state.stat().st_mode) == 0o700
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in state.iterdir()}
    assert (modes.pop("fleet.pub"), modes.pop("fleet.roster"), modes.pop("keys")) == (0o644, 0o644, 0o700)
    assert set(modes.values()) == {0o600}, modes

    shutil.copytree(state, copy)
    for name, (harm, words) in HARMS.items():
        shutil.rmtree(state)
        shutil.copytree(copy, state)
        harm(state / "safety_monitor.jsonl")
        said = refusal("safety_monitor", state)
        assert words in said and str(state) in said, (name, said)

    # A kill in the middle of a write leaves half a line, which was never promised.
    shutil.rmtree(state)
    shutil.copytree(copy, state)
    with open(state / "safety_monitor.jsonl", "ab") as journal:
        journal.write(b'["0123')
    monitor = start("safety_monitor", state)
    try:
        wait_until(lambda: chip.stages() == {"c1": Constraint.ACTIVE}, what="the constraint that was confirmed")
    finally:
        monitor.kill()
        monitor.wait()

    # The way out that the refusal names: knowingly, and for this journal alone.
    (state / "safety_monitor.jsonl").unlink()
    listed = (state / "fleet.journals").read_text().splitlines()
    (state / "fleet.journals").write_text("\n".join(line for line in listed if line != "safety_monitor.jsonl") + "\n")
    monitor = start("safety_monitor", state)
    try:
        wait_until(lambda: chip.stages() == {}, what="a monitor that begins anew")
    finally:
        monitor.kill()
        monitor.wait()


@pytest.mark.parametrize(
    "node, file", [("help_desk", "help_desk.sqlite"), ("planner", "robot_1.ring.jsonl"), ("world_simulator", "used_approvals.jsonl")]
)
def test_no_node_starts_without_what_it_kept(node, file, tmp_path, stranger):
    process = start(node, tmp_path)
    wait_until(lambda: node in stranger.node.get_node_names(), what=f"{node} in the graph")
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=10) == 0
    (tmp_path / file).unlink()
    said = refusal(node, tmp_path)
    assert f"{file}: has gone: it keeps" in said and "fleet.journals" in said, said
