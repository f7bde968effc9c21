"""A fleet whose actions go wrong without its robots feeling it, and that looks after each whether it worked."""

import json
import math
import re
import signal
import subprocess

import pytest
import yaml
from action_msgs.msg import GoalStatus, GoalStatusArray
from conftest import PROGRAMS, ROOT, wait_until
from diagnostic_msgs.msg import DiagnosticStatus
from robot_eyes import BLIND, FIXED, WATCH, Eyes, watching, write_fleet
from stranger import LATCHED, result_of
from surefleet.action import ExecuteMission
from surefleet.msg import HelpAnswer, HelpOption, HelpRequest, JointStep, RobotDecision, SubgoalVerdict, Turn

SUCCESS, UNCERTAIN = SubgoalVerdict.SUCCESS, SubgoalVerdict.UNCERTAIN
WORKED, FAILED = HelpOption.WORKED, HelpOption.FAILED
ROBOTS = WATCH["order"]


@pytest.fixture
def watch(start_fleet, stranger):
    """Starts the shipped fleet that watches, with another perception and simulator; people answer, unless there is an operator."""

    def start(perception=None, lease_ms=2000, **simulator):
        def changes(fleet):
            fleet.clear()
            fleet.update(yaml.safe_load(yaml.safe_dump(WATCH)))
            fleet["perception"] = perception or watching()
            fleet["ring"]["lease_ms"] = lease_ms
            fleet["audits"] = 0.0
            del fleet["simulator"]["operator"]
            fleet["simulator"] |= {"skill_ms": 60} | simulator

        fleet = Watch(start_fleet(changes), stranger)
        wait_until(lambda: all(is_serving(stranger, robot) for robot in ROBOTS), what="every robot's eyes")
        return fleet

    return start


class Watch:
    """The fleet, and what its robots saw."""

    def __init__(self, fleet, stranger):
        self.fleet, self.stranger, self.seen, self.skills = fleet, stranger, [], {}
        for robot in ROBOTS:
            status = lambda goals, robot=robot: self.skills.update({robot: goals.status_list})
            stranger.node.create_subscription(GoalStatusArray, f"/{robot}/skill/_action/status", status, LATCHED)
            topic = f"/{robot}/perception/verdicts"
            stranger.hear(SubgoalVerdict, topic, self.seen.append, LATCHED)

    def outcomes(self):
        """What robots that acted said of it, by step and robot: whether it worked."""
        idle = {(record.step, record.robot) for record in self.stranger.records if record.text == "remain idle"}
        said = [turn for turn in self.stranger.turns if turn.kind == Turn.OUTCOME]
        return {(turn.step, turn.sender): turn.skill_done for turn in said if (turn.step, turn.sender) not in idle}

    def actor(self):
        """The step and the robot of the first action, once its skill server carries that out: an approval that is not taken up in time
        expires, and then nothing was done that could be looked at."""
        wait_until(lambda: any(each.verdict == JointStep.APPROVED for each in self.stranger.verdicts), 60, "an approved step")
        is_act = lambda record: record.step == 1 and record.text != "remain idle"
        record = wait_until(lambda: next(filter(is_act, self.stranger.records), None), what="the record of an action")
        runs = lambda: any(goal.status == GoalStatus.STATUS_EXECUTING for goal in self.skills.get(record.robot, []))
        wait_until(runs, what=f"the action of {record.robot}")
        return record.step, record.robot

    def verdicts(self):
        return {(verdict.step, verdict.robot): verdict for verdict in self.seen}

    def questions(self):
        """Questions about outcomes, oldest first."""
        asked = list(self.stranger.requests.values())
        return sorted((each for each in asked if each.kind == HelpRequest.OUTCOME), key=lambda each: (each.step, each.robot))

    def question(self, number):
        return wait_until(lambda: len(self.questions()) > number and self.questions()[number], 60, f"question {number}")

    def answer(self, question, **answer):
        reply = self.stranger.answer(question.id, by="ann", **answer)
        assert reply.accepted, reply.reason

    def turn_after(self, step):
        is_next = lambda turn: turn.kind == Turn.TURN and turn.step > step
        return wait_until(lambda: next(filter(is_next, self.stranger.turns), None), what=f"a turn after step {step}")


def actions(report):
    """What each robot did in each step, but for those who stayed idle."""
    lines = [re.match(r"(\d+): (.*)", line).groups() for line in report.plan]
    parts = [(int(step), *part.split(" ", 1)) for step, line in lines for part in line.split("; ")]
    return {(step, robot): words for step, robot, words in parts if words not in ("idle", "remain idle")}


def test_deliveries_succeed_though_every_third_action_goes_wrong(watch, stranger):
    fleet = watch(mishap_rate=0.3, operator={"error_rate": 0.0, "delay_ms": 100})
    _, result = stranger.send("Move apple 1 to the sink, bread 1 to the shelf and tomato 2 to the table.", horizon=40)
    report = result_of(result, 120).result
    assert report.error_code == ExecuteMission.Result.NONE, report.error_msg
    done, outcomes = actions(report), fleet.outcomes()
    # An action that its robot felt fail is not looked at; a picture that does not come in time has a person asked.
    tried = {place for place in done if outcomes.get(place, True)}
    judged = lambda: fleet.verdicts().keys() | {(each.step, each.robot) for each in fleet.questions()}
    wait_until(lambda: tried <= judged(), what="somebody's word on every action that may have worked")
    verdicts = fleet.verdicts()
    for place in tried & outcomes.keys() & verdicts.keys():
        # A robot says of its action what it saw; where it was not sure, what an operator said who knows.
        assert verdicts[place].verdict in (SUCCESS, UNCERTAIN), verdicts[place].reason
    for item in ("apple 1", "bread 1", "tomato 2"):
        [*_, last] = [place for place in sorted(verdicts) if verdicts[place].subtask.startswith(f"put {item} down")]
        assert outcomes[last], f"{item} was put down last, and that worked"


def test_where_nothing_is_certain_every_action_is_asked_about_with_its_picture(watch, stranger):
    unsure = [check | {"tau": 0.0} for check in FIXED]
    fleet = watch(watching(checks=unsure), operator={"error_rate": 0.0, "delay_ms": 400}, mishap_rate=0.3)
    _, result = stranger.send("Move apple 1 to the sink.", horizon=40)
    report = result_of(result, 120).result
    assert report.error_code == ExecuteMission.Result.NONE, report.error_msg
    done = actions(report)
    wait_until(lambda: {(each.step, each.robot) for each in fleet.questions()} == set(done), what="a question on every action")
    for question in fleet.questions():
        verdict = fleet.verdicts().get((question.step, question.robot))
        assert verdict, question.question
        assert verdict.verdict == UNCERTAIN and "its uncertainty" in verdict.reason
        assert bytes(question.picture.data) == bytes(verdict.picture.data) and bytes(question.picture.data[:4]) == b"\x89PNG"
        assert question.question.startswith(f"{question.robot} tried to {verdict.subtask}. Is it so that {verdict.expected}?")
        worked, failed = sorted(question.options, key=lambda option: option.id)
        assert {option.decision for option in question.options} == {RobotDecision.ABSENT}, "no member of S"
        assert (worked.id, worked.text) == (WORKED, f"it worked: {verdict.expected}")
        assert (failed.id, failed.text) == (FAILED, f"it failed: it is not so that {verdict.expected}")
        [reading] = verdict.readings
        assert question.prompt == f"ssc: worked with probability {reading.p_success:.3f}"
        assert worked.score == pytest.approx(math.log(reading.p_success), abs=1e-4)
        assert question.mission_text.rstrip(".") == "Move apple 1 to the sink" and question.default_action == HelpRequest.HOLD
        assert list(question.options) == [worked, failed], "always in this order"
    assert fleet.outcomes().keys() >= set(done) - {max(done)}


def test_what_a_person_calls_failed_is_in_the_next_turn_and_done_again_until_a_person_halts(watch, stranger):
    fleet = watch(watching(**BLIND), mishap_rate=1.0)
    # Apple 2 lies open: whoever drives astray has the same to do again.
    _, result = stranger.send("Move apple 2 to the shelf.", horizon=40)
    first = fleet.question(0)
    assert not fleet.outcomes(), "nothing counts before a person has looked"
    fleet.answer(first, kind=HelpAnswer.OPTION, option=FAILED)
    turn = fleet.turn_after(first.step)
    [failure] = turn.failures
    assert failure.startswith(f"{first.robot}: "), failure
    assert fleet.outcomes() == {(first.step, first.robot): False}
    second = fleet.question(1)
    assert (second.robot, second.question) == (first.robot, first.question), "the same again"
    fleet.answer(second, kind=HelpAnswer.NONE_OF_THESE, text="the door is stuck")
    assert "the door is stuck" in fleet.turn_after(second.step).failures[0]
    third = fleet.question(2)
    fleet.answer(third, kind=HelpAnswer.HALT, text="leave it")
    report = result_of(result, 30).result
    assert report.error_code == ExecuteMission.Result.HALTED and "ann" in report.error_msg and "leave it" in report.error_msg
    assert not any(fleet.outcomes().values())


def test_a_robot_that_fails_too_often_gives_its_mission_up(watch, stranger):
    watch(watching(**BLIND, retries=1), mishap_rate=1.0, operator={"error_rate": 0.0, "delay_ms": 20})
    _, result = stranger.send("Move apple 2 to the shelf.", horizon=40)
    report = result_of(result, 60).result
    assert report.error_code == ExecuteMission.Result.IMPOSSIBLE, report.error_msg
    assert "failed too often" in report.error_msg and len(actions(report)) == 2


def test_when_perception_is_killed_a_person_is_asked_and_nothing_succeeds_unseen(watch, stranger):
    slow = {"eyes": {"kind": "simulated", "delay_ms": 1500}, "checks": FIXED, "verdict_ms": 9000}
    fleet = watch(watching(**slow))
    _, result = stranger.send("Move apple 1 to the sink.", horizon=40)
    fleet.actor()
    eyes = [f"{robot}.perception" for robot in ROBOTS]
    killed = {name: fleet.fleet.kill(name) for name in eyes}
    # Those that are started anew are held back, or they might still look in time.
    for name in eyes:
        wait_until(lambda: fleet.fleet.members().get(name, killed[name]) != killed[name], what=f"{name} anew")
        assert fleet.fleet.kill(name, signal.SIGSTOP)
    question = fleet.question(0)
    for name in eyes:
        assert fleet.fleet.kill(name, signal.SIGCONT)
    assert "perception" in question.question and "did not answer" in question.question, question.question
    assert len(question.picture.data) == 0 and question.prompt == ""
    assert not fleet.outcomes() and not result.done()
    fleet.answer(question, kind=HelpAnswer.OPTION, option=WORKED)
    # The next action is looked at again, by the perception that was started anew.
    again = fleet.question(1)
    assert fleet.outcomes() == {(question.step, question.robot): True}
    assert bytes(again.picture.data[:4]) == b"\x89PNG"


def test_a_planner_that_is_killed_while_its_robot_acts_still_looks(watch, stranger):
    fleet = watch(watching(**BLIND), lease_ms=8000, skill_ms=2500, mishap_rate=1.0)
    _, _ = stranger.send("Move apple 1 to the sink.", horizon=40)
    step, robot = fleet.actor()
    assert fleet.fleet.kill(f"{robot}.planner")
    wait_until(lambda: fleet.questions() or fleet.outcomes(), 60, "what became of it")
    assert [(each.step, each.robot) for each in fleet.questions()] == [(step, robot)], fleet.outcomes()
    assert not fleet.outcomes(), "nothing counts before a person has looked"


def test_a_planner_that_is_killed_while_a_person_looks_gets_the_answer(watch, stranger):
    # Its mates would go on without it after two leases.
    fleet = watch(watching(**BLIND), lease_ms=8000, mishap_rate=1.0)
    _, _ = stranger.send("Move apple 1 to the sink.", horizon=40)
    question = fleet.question(0)
    assert fleet.fleet.kill(f"{question.robot}.planner")
    fleet.answer(question, kind=HelpAnswer.OPTION, option=FAILED)
    turn = fleet.turn_after(question.step)
    assert question.robot in turn.failures[0] and fleet.outcomes() == {(question.step, question.robot): False}


def test_what_robots_saw_and_people_said_makes_a_calibration_that_a_fleet_runs_with(watch, stranger, tmp_path):
    camera = {"source": "a camera of a test", "width": 128, "height": 128}
    unsure = [check | {"tau": 0.0} for check in FIXED]
    asks = watching(checks=unsure, pictures=camera)
    fleet = watch(asks, operator={"error_rate": 0.0, "delay_ms": 100}, mishap_rate=0.5)
    out = tmp_path / "checks"
    command = [PROGRAMS / "surefleet", "record-checks", fleet.fleet.path, "--out", out]
    recorder = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    try:
        _, result = stranger.send("Move apple 1 to the sink. Move tomato 1 to the shelf.", horizon=40)
        report = result_of(result, 120).result
        assert report.error_code == ExecuteMission.Result.NONE, report.error_msg
        lines = out / "checks.jsonl"
        of_file = lambda: [json.loads(line) for line in lines.read_text().splitlines()] if lines.exists() else []
        # Whatever was looked at with a picture; the last actions' verdicts may come after the mission's end.
        seen = lambda: {place for place, verdict in fleet.verdicts().items() if verdict.picture.data}
        told = lambda: {place_of(check["picture"]) for check in of_file() if check["worked"] is not None}
        # An action that its robot felt fail is not looked at.
        tried = lambda: {place for place in actions(report) if fleet.outcomes().get(place, True)}
        wait_until(lambda: tried() <= fleet.verdicts().keys() and told() == seen(), what="a word on every action that was seen")
        recorder.send_signal(signal.SIGINT)
        said, _ = recorder.communicate(timeout=10)
    finally:
        recorder.kill()
    assert recorder.returncode == 0, said
    verdicts, outcomes = fleet.verdicts(), fleet.outcomes()
    checks = {place_of(check["picture"]): check for check in of_file()}
    for place, check in checks.items():
        assert check["robot"] == place[1] and check["subtask"] == verdicts[place].subtask and check["said_by"]
        assert (out / check["picture"]).read_bytes() == bytes(verdicts[place].picture.data)
        assert check["expected"] == verdicts[place].expected and check["source"] == camera["source"]
        assert check["task"] == verdicts[place].task == "Move apple 1 to the sink. Move tomato 1 to the shelf"
        if place in outcomes:
            assert check["worked"] == outcomes[place], check
    assert {check["worked"] for check in checks.values()} == {True, False}

    file = fleet.fleet.folder / "calibration" / "recorded.json"
    calibrate = [PROGRAMS / "surefleet", "calibrate-detector", "--fleet", fleet.fleet.path, "--recorded", out, "--json"]
    calibrate += ["--alpha-failure", "1/2", "--alpha-success", "1/2", "--mode", "marginal", "--out", file]
    made = subprocess.run(calibrate, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert made.returncode == 0, made.stderr
    scenes = {((out / check["picture"]).read_bytes(), check["subtask"], check["expected"]) for check in checks.values()}
    summary = json.loads(made.stdout)
    assert summary["checks"] == len(scenes) and summary["missions"] == {"failed": 1, "worked": 1}
    assert json.loads(file.read_text())["detector"]["picture_source"] == camera["source"]
    # It holds for that camera and time, and for no other.
    for folder, source, settle_ms, differs in [
        ("same", camera["source"], 100, None),
        ("camera", "another camera", 100, "picture_source"),
        ("later", camera["source"], 300, "distribution"),
    ]:
        levels = {"rule": "conformal", "alpha_failure": "1/2", "alpha_success": "1/2", "mode": "marginal"}
        by_file = [{"strategy": "ssc", "uncertainty": "token_probability", "calibration": str(file), "levels": levels}]
        home = tmp_path / folder
        home.mkdir()
        pictures = camera | {"source": source}
        changed = asks | {"checks": by_file, "pictures": pictures, "settle_ms": settle_ms}
        eyes = Eyes(write_fleet(home, changed, robots=["robot_9"]), stranger, robot="robot_9")
        try:
            status = eyes.diagnosis("detector", DiagnosticStatus.ERROR if differs else DiagnosticStatus.OK)
            assert differs is None or f"detector.{differs}" in status.message, status.message
        finally:
            eyes.stop()


def test_the_demos_report_shows_what_its_robots_saw(tmp_path):
    command = [PROGRAMS / "surefleet", "demo", "--fleet", "household-watch", "--horizon", "40"]
    demo = subprocess.run(command + ["--mission", "Move apple 1 to the sink."], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert demo.returncode == 0, demo.stdout + demo.stderr
    [(looks, *parts)] = re.findall(r"(\d+) looks at what was done: (\d+) saw that it worked, (\d+) that it failed, (\d+) were", demo.stdout)
    page = (tmp_path / "out" / "demo" / "report.html").read_text()
    figures = [page.count(f'<figure class="look {of}">') for of in ("alone", "stayed", "asked")]
    assert figures == [int(part) for part in parts] and sum(figures) == int(looks) >= 3
    assert page.count("<img src=\"data:image/png;base64,") + page.count('<div class="nothing">no picture</div>') == int(looks)


def place_of(picture):
    _, step, robot = picture.removesuffix(".png").split("-")
    return int(step), robot


def is_serving(stranger, robot):
    return f"/{robot}/perception/check_subgoal" in {name for name, _ in stranger.node.get_service_names_and_types()}
