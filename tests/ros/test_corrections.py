"""What a person can say at the help desk beside picking an option: what the mission means, and which thing is meant throughout."""

import pytest
import yaml
from conftest import ROOT, wait_until
from stranger import answer_of
from surefleet.msg import HelpAnswer, HelpOption, Turn
from surefleet.srv import ReadMission
from test_help_desk import desk, surefleet  # noqa: F401: a fixture

WORLD = ["On the table: apple 1, apple 2", "robot 1 is at the table and holds nothing"]
BEFORE = "Put the apple away. Robot 2 should never open the fridge."


def ask(desk, key="first", **changes):  # noqa: F811
    options = [
        HelpOption(id=1, decision=4, text="grab apple 1", score=-0.25, in_set=True, allowed=True, lasting=True),
        HelpOption(id=2, decision=7, text="open the fridge", score=-1.5, in_set=True, allowed=False, reason="it is open"),
        HelpOption(id=3, decision=2, text="remain idle", score=float("-inf"), allowed=True, lasting=True),
    ]
    about = {"mission_text": BEFORE, "team": ["robot_1", "robot_2"], "world": WORLD, "threshold": -1.75}
    return desk.ask(key, options=options, **about, **changes)


def read(desk, request_id, text):  # noqa: F811
    client = desk.stranger.node.create_client(ReadMission, "/help_desk/read_mission")
    return answer_of(client, ReadMission.Request(request_id=request_id, text=text))


def answer(desk, request_id, **said):  # noqa: F811
    return desk.stranger.answer(request_id, by="ann", **said)


def test_a_corrected_mission_is_read_before_it_counts_and_survives_a_kill(desk):  # noqa: F811
    request_id = ask(desk)
    unread = read(desk, request_id, "Put the spaceship on the table.")
    assert not unread.read and "spaceship" in unread.reason
    refused = answer(desk, request_id, kind=HelpAnswer.MEANT, text="Put the spaceship on the table.")
    assert not refused.accepted and "spaceship" in refused.reason
    reading = read(desk, request_id, "move apple 1 to the sink")
    assert reading.read, reading.reason
    assert "apple 1" in reading.words and len(reading.dropped) == 1 and "fridge" in reading.dropped[0]
    assert read(desk, request_id, reading.words).words == reading.words, "its own words read the same"
    desk.kill()
    desk.start()
    accepted = answer(desk, request_id, kind=HelpAnswer.MEANT, text=reading.words)
    assert accepted.accepted, accepted.reason
    said = desk.answer_to("first")
    assert (said.kind, said.text, said.operator_name) == (HelpAnswer.MEANT, reading.words, "ann")


def test_a_question_about_an_outcome_takes_no_mission(desk):  # noqa: F811
    # Not even one that names its team.
    request_id = desk.ask_outcome("outcome", mission_text=BEFORE, team=["robot_1", "robot_2"])
    unread = read(desk, request_id, "Move apple 1 to the sink.")
    assert not unread.read and "how an action went" in unread.reason
    refused = answer(desk, request_id, kind=HelpAnswer.MEANT, text="Move apple 1 to the sink.")
    assert not refused.accepted and "how an action went" in refused.reason


def test_an_option_for_the_whole_mission_names_what_it_stands_instead_of(desk):  # noqa: F811
    request_id = ask(desk)
    shown = desk.show(request_id).request
    lasting = [option.id for option in shown.options if option.lasting]
    assert (shown.world, lasting, shown.team) == (WORLD, [1, 3], ["robot_1", "robot_2"])
    assert answer(desk, request_id, kind=HelpAnswer.OPTION, option=1, for_mission=True).accepted
    said = desk.answer_to("first")
    assert (said.option.id, said.option.decision, said.for_mission) == (1, 4, True)
    assert [(option.id, option.decision) for option in said.instead_of] == [(3, 2)]
    plain = desk.ask("second", step=2)
    refused = answer(desk, plain, kind=HelpAnswer.OPTION, option=1, for_mission=True)
    assert not refused.accepted and "whole mission" in refused.reason


def test_the_command_corrects_a_mission_and_names_requests_by_robot_and_step(desk):  # noqa: F811
    ask(desk)
    wait_until(lambda: desk.stranger.lines, what="the queue")
    assert "robot_1/1" in surefleet("list")
    shown = surefleet("show", "robot_1/1")
    assert "world: On the table: apple 1, apple 2" in shown
    assert shown.index("remain idle") < shown.rindex("open the fridge"), "what is an answer comes first"
    meant = ("answer", "robot_1/1", "--i-mean", "Move apple 1 to the sink.", "--operator", "ann")
    assert "nothing was sent" in surefleet(*meant, code=1)
    sent = surefleet(*meant, "--yes")
    assert "the mission is to be: " in sent and "no longer: " in sent
    assert desk.answer_to("first").kind == HelpAnswer.MEANT


def asks_always(fleet):
    """Nobody answers but the test, and no calibration lets a robot act alone."""
    fleet.pop("calibration", None)
    fleet["simulator"].pop("operator", None)


@pytest.mark.timeout(240)
def test_a_running_mission_goes_on_in_the_words_of_a_person_in_the_same_goal(start_fleet, stranger):
    start_fleet(asks_always)
    handle, result = stranger.send("Move apple 1 to the sink. Move bread 1 to the shelf.", horizon=12)
    question = wait_until(lambda: next(iter(stranger.requests.values()), None), 60, "a question")
    assert question.world and question.team
    read_mission = stranger.node.create_client(ReadMission, "/help_desk/read_mission")
    wanted = "Bring apple 1 to the shelf. Bring bread 1 to the sink."
    words = answer_of(read_mission, ReadMission.Request(request_id=question.id, text=wanted)).words
    unread = stranger.answer(question.id, kind=HelpAnswer.MEANT, text=wanted, by="ann")
    assert not unread.accepted and words in unread.reason, "words are confirmed as they were read"
    assert stranger.answer(question.id, kind=HelpAnswer.MEANT, text=words, by="ann").accepted
    first = bytes(handle.goal_id.uuid)
    turn = wait_until(
        lambda: next((t for t in stranger.turns if t.kind == Turn.TURN and bytes(t.brief.mission_id) != first), None),
        30,
        "the corrected mission's first turn",
    )
    assert (turn.brief.text, turn.step, turn.brief.horizon) == (words, 1, 12)
    ends = [t for t in stranger.turns if t.kind == Turn.END and bytes(t.brief.mission_id) == first]
    assert ends and (ends[0].outcome, ends[0].reason) == (Turn.CORRECTED, words)
    # The goal lives on: it ends with the corrected mission, here by a person's halt.
    later = wait_until(
        lambda: next((r for r in stranger.requests.values() if bytes(r.mission_id) != first), None), 30, "its question"
    )
    assert not result.done()
    assert stranger.answer(later.id, kind=HelpAnswer.HALT, by="ann").accepted
    told = wait_until(lambda: result.done() and result.result().result, 30, "the result")
    assert (told.corrected, bytes(told.mission_id)) == (words, bytes(turn.brief.mission_id))


WANTED = "Bring apple 2 to the sink. Move bread 1 to the shelf."
STRANGE = "Would you be so kind as to get apple 2 into the sink and bread 1 onto the shelf?"


def demo_with_people(fleet):
    """The demo's fleet, with people who answer."""
    shipped = yaml.safe_load((ROOT / "config/fleets/household-demo.yaml").read_text())
    fleet.clear()
    fleet.update(shipped | {"audits": 0})
    fleet["simulator"].pop("operator")
    fleet["simulator"].pop("mission")


def says_what_is_meant(stranger, question, wanted):
    """The answer of a person who says the mission in other words, as the desk reads them."""
    read_mission = stranger.node.create_client(ReadMission, "/help_desk/read_mission")
    reading = answer_of(read_mission, ReadMission.Request(request_id=question.id, text=wanted))
    assert reading.read, reading.reason
    said = stranger.answer(question.id, kind=HelpAnswer.MEANT, text=reading.words, by="ann")
    assert said.accepted, said.reason


@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    ("text", "told", "kept", "wanted"),
    [
        # Which of two: the set has an option for either.
        ("Bring the apple to the sink. Move bread 1 to the shelf.", 'can mean: "In the end apple 1 is in the sink.', 5, WANTED),
        # A remark that nobody reads: no set.
        (
            "Bring apple 2 to the sink, the twins are cranky. Move bread 1 to the shelf.",
            'read without "the twins are cranky" as "In the end apple 2 is in the sink.',
            37,
            WANTED,
        ),
        # Words that no mission of the calibration has, but it has those that they were read as.
        (
            STRANGE,
            'read as "In the end apple 2 is in the sink. In the end bread 1 is on the shelf.". Say that it means that',
            37,
            STRANGE,
        ),
    ],
)
def test_what_a_mission_means_is_asked_once(start_fleet, stranger, text, told, kept, wanted):
    start_fleet(demo_with_people)
    _, result = stranger.send(text, horizon=12)
    question = wait_until(lambda: next(iter(stranger.requests.values()), None), 60, "a question")
    assert told in question.question, question.question
    assert not stranger.records, "nobody decided alone"
    assert sum(option.in_set for option in question.options) <= kept, question.options
    says_what_is_meant(stranger, question, wanted)
    told = wait_until(lambda: result.done() and result.result().result, 60, "the result")
    assert (told.error_code, len(stranger.requests)) == (0, 1), list(stranger.requests.values())[1:]
    assert any("grab apple 2" in step for step in told.plan) and not any("apple 1" in step for step in told.plan), told.plan


def test_unread_words_that_may_forbid_are_refused(start_fleet, stranger):
    start_fleet(demo_with_people)
    _, result = stranger.send("Bring apple 2 to the sink, not the zeppelin.", horizon=12)
    refused = wait_until(lambda: result.done() and result.result().result, 60, "the result")
    assert refused.error_code == refused.BAD_MISSION and "zeppelin" in refused.error_msg, refused.error_msg
