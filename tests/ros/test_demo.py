"""The demo as a new user starts it: its mission leaves something open, a robot asks, and the report opens on that question."""

import re
import subprocess

from conftest import PROGRAMS


def test_the_demo_asks_and_its_report_opens_on_the_question(tmp_path):
    demo = subprocess.run([PROGRAMS / "surefleet", "demo"], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert demo.returncode == 0, demo.stdout + demo.stderr
    assert re.search(r"put it down on the shelf +\(of \d+: .*\)  asked a person", demo.stdout), demo.stdout
    page = (tmp_path / "out" / "demo" / "report.html").read_text()
    head = page[: page.index("</article>")]
    assert "A robot asks" in head and "simulated operator" in head
    options = int(re.search(r"could not tell which of (\d+)\s+allowed options", head)[1])
    assert options >= 2 and head.count("<article") == 1
