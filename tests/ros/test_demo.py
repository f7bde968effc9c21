"""Demos as a new user starts them: the mission leaves something open, and a robot asks."""

import re
import subprocess

from conftest import PROGRAMS, ROOT


def demo_of(folder, *arguments):
    demo = subprocess.run([PROGRAMS / "surefleet", "demo", *arguments], cwd=folder, capture_output=True, text=True, timeout=120)
    assert demo.returncode == 0, demo.stdout + demo.stderr
    return demo


def test_the_demo_asks_once_what_its_mission_means(tmp_path):
    demo = demo_of(tmp_path)
    meant = "In the end apple 1 is in the sink. In the end kettle 1 is on the shelf. Robot 2 must never open the fridge."
    assert demo.stdout.count(f"a person said what the mission means: {meant}\n") == 1, demo.stdout
    # Only an audit, which one mission in twenty is drawn for, has anything decided by people after that.
    asked = [line for line in demo.stdout.splitlines() if "asked a person" in line]
    assert all(line.endswith("this mission is audited") for line in asked), demo.stdout
    assert f"decisions, {len(asked)} of them answered by a person" in demo.stdout, demo.stdout
    assert "what the mission means" in demo.stdout
    page = (tmp_path / "out" / "demo" / "report.html").read_text()
    assert "In the end kettle 1 is on the shelf" in page


def test_a_report_opens_on_the_question_which_option_is_right(tmp_path):
    demo = demo_of(tmp_path, "--fleet", "household-simulated")
    assert re.search(r"\(of \d+: .*\)  asked a person", demo.stdout), demo.stdout
    page = (tmp_path / "out" / "demo" / "report.html").read_text()
    head = page[: page.index("</article>")]
    assert "A robot asks" in head and "simulated operator" in head
    options = int(re.search(r"could not tell which of (\d+)\s+allowed options", head)[1])
    assert options >= 2 and head.count("<article") == 1


def test_four_arms_hand_boxes_on_and_a_page_shows_how_they_moved(tmp_path):
    demo = demo_of(tmp_path, "--fleet", str(ROOT / "examples" / "boxnet" / "fleet.yaml"))
    # No arm reaches both points of a box: another one has to take it over.
    plan = re.findall(r"^\d+: (.*)$", demo.stdout, re.MULTILINE)
    puts = [part.split(" ")[0] for step in plan for part in step.split("; ") if "put it at" in part]
    assert len(puts) >= 6 and len(set(puts)) >= 3, demo.stdout
    page = (tmp_path / "out" / "demo" / "arms.html").read_text()
    moving = [len(re.search(r'values="([^"]*)"', line)[1].split(";")) for line in page.split("<animate ")[1:]]
    assert len(moving) > 40 and min(moving[:-1]) > 40, "links and boxes move, in many frames"
    assert page.count('attributeName="cx"') == 3, "three boxes"
