"""Audits of what robots decide alone: what people find in them, the alarm, and what follows it."""

import copy
import subprocess

import pytest
from conftest import PROGRAMS, wait_until
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from stranger import LATCHED, Stranger, result_of
from surefleet.msg import DecisionRecord

ITEMS = ("apple 1", "tomato 1", "potato 1", "bread 1", "kettle 1")
# Each asks for something that is not so yet.
MISSIONS = [f"Move {item} to the {place}." for place in ("sink", "counter", "table") for item in ITEMS]
# What people mean by the same words since yesterday.
SHIFTED = {text: text.replace(" 1 ", " 2 ") for text in MISSIONS}


class Auditor(Stranger):
    """Reads diagnostics; can lie about decisions."""

    def __init__(self):
        super().__init__()
        self.diagnoses = {}
        self.node.create_subscription(DiagnosticArray, "/diagnostics", self._on_diagnostics, 10)
        self.decisions = self.node.create_publisher(DecisionRecord, "/fleet/decisions", LATCHED)

    def _on_diagnostics(self, array):
        self.diagnoses |= {status.name: status for status in array.status}

    def audits(self):
        """The monitor's word, and its figures."""
        status = wait_until(lambda: self.diagnoses.get("safety_monitor: audits"), what="the diagnosis of the audits")
        return status, {value.key: value.value for value in status.values}

    def said_by_all(self, robots, level):
        said = [self.diagnoses.get(f"{robot}/planner: calibration") for robot in robots]
        return all(status and status.level == level for status in said) and said

    def do(self, text, horizon=6):
        """Has a mission done, however it ends; returns its result and all its records."""
        handle, result = self.send(text, horizon=horizon)
        report = result_of(result, 60).result
        mission = bytes(handle.goal_id.uuid)

        def records():
            return [record for record in list(self.records) if bytes(record.mission_id) == mission]

        wait_until(lambda: len(records()) >= report.decisions, what="the record of each decision")
        return report, records()


@pytest.fixture
def auditor():
    auditor = Auditor()
    yield auditor
    auditor.close()


def audited(rate, means=None):
    def changes(fleet):
        fleet["audits"] = rate
        fleet["ring"]["lease_ms"] = 3000
        fleet["simulator"]["skill_ms"] = 20
        fleet["simulator"]["operator"] |= {"delay_ms": 20, "means": means or {}}

    return changes


def altered(message, **changes):
    message = copy.deepcopy(message)
    for name, value in changes.items():
        setattr(message, name, value)
    return message


def replays(fleet):
    """Makes every decision again from the records that the planners kept, by the calibration file."""
    kept = sorted(fleet.folder.rglob("*.records.jsonl"))
    assert len(kept) == len(fleet.robots), kept
    file = fleet.folder / "calibration" / "household-simulated.json"
    command = [PROGRAMS / "surefleet", "replay", kept[0].parent, "--calibration", file]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_people_see_every_decision_of_an_audited_mission_and_nothing_speaks_against_the_calibration(start_fleet, auditor):
    fleet = start_fleet(audited(1.0))
    for text in MISSIONS[:8]:
        report, records = auditor.do(text)
        assert report.error_code == 0, report.error_msg
        assert records and all(record.audited and record.autonomy for record in records)
        assert {record.operator_name for record in records} == {"simulated operator"}
        assert DecisionRecord.SINGLETON not in {record.source for record in records}
        # Asked about a lone member, which is the best of S: no other set was any use to the robot.
        assert [record for record in records if sum(option.in_set for option in record.options) == 1]
        assert {record.coverage for record in records} <= {DecisionRecord.COVERED, DecisionRecord.MISSED}
    wait_until(lambda: auditor.audits()[1]["missions_seen"] == "8", what="eight missions")
    status, figures = auditor.audits()
    assert (status.level, status.message) == (DiagnosticStatus.OK, "nothing speaks against the calibration"), figures
    assert auditor.said_by_all(fleet.robots, DiagnosticStatus.OK)
    replays(fleet)


def test_only_what_was_drawn_is_audited_and_a_mission_is_drawn_as_a_whole(start_fleet, auditor):
    fleet = start_fleet(audited(0.5))
    drawn = []
    for text in MISSIONS:
        _, records = auditor.do(text)
        (is_audited,) = {record.audited for record in records}
        drawn.append(is_audited)
        lone = [record for record in records if sum(option.in_set and option.allowed for option in record.options) == 1]
        assert lone
        expected = DecisionRecord.HUMAN if is_audited else DecisionRecord.SINGLETON
        assert {record.source for record in lone} == {expected}, is_audited
        assert is_audited or {record.coverage for record in lone} == {DecisionRecord.UNSEEN}
    # All alike: a chance of 1 in 16,384.
    assert len(set(drawn)) == 2, drawn
    wait_until(lambda: auditor.audits()[1]["missions_seen"] == str(sum(drawn)), what="the missions that were drawn, and no other")
    replays(fleet)


def test_robots_decide_alone_by_no_other_calibration_than_the_one_that_is_audited(start_fleet, auditor):
    fleet = start_fleet(audited(0.0))

    def restarted():
        """Another monitor's first word on its audits."""
        before = fleet.kill("safety_monitor")
        wait_until(lambda: fleet.members().get("safety_monitor") not in (None, before), what="another monitor")
        auditor.diagnoses.clear()
        return auditor.audits()[0]

    report, records = auditor.do(MISSIONS[0])
    assert report.error_code == 0 and all(record.autonomy for record in records), report.error_msg
    # A file that only the monitor reads, as it was started again: robots go on by the one that they have read.
    path = fleet.folder / "calibration" / "household-simulated.json"
    path.write_text(path.read_text().replace('"commit": "', '"commit": "0'))
    status = restarted()
    assert status.level == DiagnosticStatus.WARN and "every decision asks a person" in status.message
    report, records = auditor.do(MISSIONS[1])
    assert records and report.help_count == report.decisions == len(records)
    assert not any(record.autonomy for record in records)
    assert all("restart both with the same file" in record.autonomy_reason for record in records), records[0].autonomy_reason


def test_a_shift_raises_an_alarm_that_no_restart_and_no_message_clears(start_fleet, auditor):
    fleet = start_fleet(audited(1.0, SHIFTED))
    done = []
    for text in MISSIONS[:6]:
        done += auditor.do(text)[1]
        if not done[-1].autonomy:
            break
    # Without a shift eight missions raised none.
    wait_until(lambda: auditor.audits()[0].level == DiagnosticStatus.ERROR, what="the alarm")
    status, figures = auditor.audits()
    assert "the right decision was missing from a set in" in status.message and "calibrate" in status.message
    assert float(figures["wealth"]) >= float(figures["alarm_at"]) == 20.0, figures
    print(f"alarm after {figures['missions_seen']} missions, of which {figures['missions_missed']} missed: {status.message}")

    def everything_asks(text):
        report, records = auditor.do(text)
        assert records and not any(record.autonomy for record in records)
        assert all(record.autonomy_reason.startswith("audits: the right decision was missing") for record in records)
        assert report.help_count == report.decisions == len(records)
        lost = wait_until(lambda: auditor.said_by_all(fleet.robots, DiagnosticStatus.ERROR), what="the word of each robot")
        assert all("autonomy is off: audits: " in status.message for status in lost)

    everything_asks("Move kettle 1 to the counter.")
    # Whoever dies, the alarm stands; robots that were started again hear of it before they decide.
    for name in ("safety_monitor", f"{fleet.robots[1]}.planner"):
        before = fleet.kill(name)
        wait_until(lambda: fleet.members().get(name) not in (None, before), what=f"another {name}")
    auditor.diagnoses.clear()
    assert auditor.audits()[0].level == DiagnosticStatus.ERROR
    # Lies do not help: neither about missions that were audited nor about others, be it with a planner's key.
    def tell(lie):
        auditor.decisions.publish(lie)
        auditor.decisions.publish(auditor.signet(f"planner/{lie.robot}").seal(lie))

    for told in [record for record in list(auditor.records) if record.coverage == DecisionRecord.MISSED]:
        tell(altered(told, coverage=DecisionRecord.COVERED))
    for number in range(100):
        lie = {"coverage": DecisionRecord.COVERED, "audited": True, "calibration_sha256": done[0].calibration_sha256}
        tell(DecisionRecord(mission_id=[number] * 16, robot=fleet.robots[0], **lie))
    everything_asks("Move apple 1 to the counter.")
    assert auditor.audits()[1]["missions_missed"] == figures["missions_missed"]
    replays(fleet)
