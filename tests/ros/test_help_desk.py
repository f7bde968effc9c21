"""The help desk by itself, and the two ways to sit down before it that need no RViz."""

import collections
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios

import pytest
from conftest import PROGRAMS, wait_until
from sensor_msgs.msg import CompressedImage
from stranger import LATCHED, answer_of
from surefleet.msg import HelpAnswer, HelpOption, HelpRequest, HelpSummary
from surefleet.srv import AnswerHelp, ClaimHelp, HelpHistory, RequestHelp
from surefleet_seal import digest, question_key
from test_processes import start

MISSION = [5] * 16
ABSENT = 65535  # of RobotDecision: no member of S


class Desk:
    """The node, and a robot that asks it."""

    def __init__(self, folder, stranger):
        self.folder, self.stranger, self.answers, self.escalated = folder, stranger, [], []
        self.requests = stranger.node.create_client(RequestHelp, "/help_desk/request")
        stranger.hear(HelpAnswer, "/help_desk/answers", self.answers.append, LATCHED)
        stranger.node.create_subscription(HelpSummary, "/help_desk/escalations", self.escalated.append, LATCHED)
        self.start()

    def start(self):
        self.process = start("help_desk", self.folder, "-p", "escalate_after_s:=1.5", "-p", "kept_answers:=2")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=5)

    def ask(self, key, **changes):
        options = [
            HelpOption(id=1, decision=4, text="grab apple 1", score=-0.25, in_set=True, allowed=True),
            HelpOption(id=2, decision=7, text="open the fridge", score=-1.5, in_set=True, allowed=False, reason="it is open"),
            HelpOption(id=3, decision=2, text="remain idle", score=float("-inf"), allowed=True),
        ]
        request = HelpRequest(robot="robot_1", mission_id=MISSION, step=1, kind=HelpRequest.DECISION, options=options)
        request.question = f"What about {key}?"
        for name, value in changes.items():
            setattr(request, name, value)
        request.key = question_key(key, request)
        reply = self.send(request)
        assert reply.accepted, reply.reason
        return reply.id

    def send(self, request):
        asked = RequestHelp.Request(request=request)
        reply = answer_of(self.requests, asked, self.stranger.signet(f"planner/{request.robot}"))
        assert self.stranger.proves(reply, digest(asked), "help_desk")
        return reply

    def ask_outcome(self, key, **changes):
        """Whether an action worked."""
        options = [
            HelpOption(id=HelpOption.WORKED, text="it worked", score=-0.5, allowed=True),
            HelpOption(id=HelpOption.FAILED, text="it failed", score=-0.9, allowed=True),
        ]
        return self.ask(key, kind=HelpRequest.OUTCOME, options=options, threshold=float("nan"), **changes)

    def show(self, request_id, by=None):
        return self.stranger.show(request_id, by)

    def answer_to(self, key):
        told = lambda: next((each for each in self.answers if each.key.rpartition("/")[0] == key), None)
        return wait_until(told, what=f"the answer to {key}")


@pytest.fixture
def desk(tmp_path, stranger):
    desk = Desk(tmp_path, stranger)
    yield desk
    desk.process.terminate()
    desk.process.wait(timeout=5)


def test_all_that_a_request_holds_survives_a_kill(desk):
    picture = CompressedImage(format="png", data=bytes(range(256)) * 40)
    request = HelpRequest()
    request.pose.header.frame_id, request.pose.pose.position.x, request.pose.pose.orientation.w = "map", -1.5, 1.0
    request_id = desk.ask(
        "first", picture=picture, pose=request.pose, threshold=-1.75, priority=9, prompt="You are ...", mission_text="Tidy up."
    )
    before = desk.show(request_id, "ann").request
    desk.kill()
    desk.start()
    after = desk.show(request_id, "ann").request
    after.escalated = before.escalated  # nobody claimed it meanwhile
    assert after == before
    assert (bytes(after.picture.data), after.picture.format) == (bytes(picture.data), "png")
    assert (after.pose.header.frame_id, after.pose.pose.position.x, after.threshold, after.priority) == ("map", -1.5, -1.75, 9)
    assert [(o.text, o.score, o.allowed, o.reason) for o in after.options][1:] == [
        ("open the fridge", -1.5, False, "it is open"),
        ("remain idle", float("-inf"), True, ""),
    ]
    large = desk.ask("large", picture=CompressedImage(format="png", data=bytes(1_000_001)), step=2)
    shown = desk.show(large).request.picture
    assert len(shown.data) == 0 and "left out: 1000001 bytes" in shown.format


def test_a_question_says_what_it_asks_and_its_answer_names_an_option_of_it(desk, stranger):
    decision, outcome = desk.ask("what now", step=1), desk.ask_outcome("did it work", robot="robot_2", step=1)
    lines = wait_until(lambda: {decision, outcome} <= stranger.lines.keys() and stranger.lines, what="both lines")
    assert (lines[decision].kind, lines[outcome].kind) == (HelpRequest.DECISION, HelpRequest.OUTCOME)
    assert desk.show(outcome).request.kind == HelpRequest.OUTCOME
    # An index of S is no option of it.
    for strange in (0, 4, 7):
        refused = stranger.answer(decision, kind=HelpAnswer.OPTION, option=strange, by="ann")
        assert not refused.accepted and f"option {strange} is not among the 3" in refused.reason, refused.reason
    assert stranger.answer(decision, kind=HelpAnswer.OPTION, option=3, by="ann").accepted
    assert stranger.answer(outcome, kind=HelpAnswer.OPTION, option=HelpOption.FAILED, by="ann").accepted
    told = desk.answer_to("what now")
    assert (told.question_kind, told.option.id, told.option.decision) == (HelpRequest.DECISION, 3, 2)
    told = desk.answer_to("did it work")
    assert (told.question_kind, told.option.id, told.option.decision) == (HelpRequest.OUTCOME, HelpOption.FAILED, ABSENT)
    assert (list(told.mission_id), told.step, told.attempt, told.option.text) == (MISSION, 1, 0, "it failed")


def test_questions_of_another_kind_and_options_that_fit_no_question_are_refused_with_the_reason(desk):
    go, worked = HelpOption(id=1, decision=4, text="go", allowed=True), HelpOption(id=1, text="it worked", allowed=True)
    failed = HelpOption(id=2, text="it failed", allowed=True)
    decision, outcome = HelpRequest.DECISION, HelpRequest.OUTCOME
    for kind, options, words in (
        (0, [go], "field kind is 0: known are DECISION (1) and OUTCOME (2)"),
        (7, [go], "field kind is 7: known are DECISION (1) and OUTCOME (2)"),
        (decision, [worked], "names no decision"),
        (decision, [go, go], "offered twice"),
        (decision, [HelpOption(decision=4, text="go", allowed=True)], "has no id"),
        (outcome, [go, failed], "names a decision"),
        (outcome, [worked], "WORKED (1) and FAILED (2)"),
        (outcome, [HelpOption(id=3, text="perhaps", allowed=True)], "WORKED (1) and FAILED (2)"),
    ):
        request = HelpRequest(robot="robot_1", mission_id=MISSION, step=1, kind=kind, question="What?", options=options)
        request.key = question_key("strange", request)
        reply = desk.send(request)
        assert not reply.accepted and words in reply.reason, reply.reason


def test_of_two_operators_who_claim_at_once_one_wins_and_the_other_is_told_who(desk, stranger):
    for number in range(5):
        request_id = desk.ask(f"{number}", step=number + 1)
        claim = lambda name: stranger.signet(name).seal(ClaimHelp.Request(request_id=request_id, mission_id=MISSION))
        stranger.claims.wait_for_service(timeout_sec=10)
        calls = {name: stranger.claims.call_async(claim(name)) for name in ("ann", "bob")}
        wait_until(lambda: all(call.done() for call in calls.values()), what="both replies")
        replies = {name: call.result() for name, call in calls.items()}
        [winner] = [name for name, reply in replies.items() if reply.accepted]
        loser = replies["bob" if winner == "ann" else "ann"]
        assert loser.claimed_by == winner and f"{winner} works on" in loser.reason
        assert {reply.claimed_by for reply in replies.values()} == {winner}


def test_a_halt_counts_whatever_was_shown_and_nothing_else_does(desk, stranger):
    for number, digest in enumerate(("", "0" * 64)):
        asked = desk.ask(f"{number}", step=number + 1)
        call = AnswerHelp.Request(request_id=asked, mission_id=MISSION, question_sha256=digest, kind=HelpAnswer.NONE_OF_THESE)
        none = answer_of(stranger.answers, call, stranger.signet("ann"))
        assert not none.accepted and "another question" in none.reason
        call.kind = HelpAnswer.HALT
        assert answer_of(stranger.answers, call, stranger.signet("ann")).accepted
        assert desk.answer_to(f"{number}").kind == HelpAnswer.HALT


def test_no_number_that_a_robot_sends_keeps_its_question_from_being_shown(desk):
    for number, threshold in enumerate((-0.0, float("nan"), float("inf"), 5e-324)):
        asked = desk.ask(f"{number}", step=number + 1, threshold=threshold)
        assert desk.show(asked).found
    assert desk.process.poll() is None


def test_when_nobody_answers_the_default_applies(desk, stranger):
    """Each of its own mission: a robot's later question would end the earlier one."""
    soon = stranger.node.get_clock().now()
    soon = soon + type(soon - soon)(seconds=1)
    ask = lambda number, default: desk.ask(
        f"{number}", mission_id=[number] * 16, deadline=soon.to_msg(), default_action=default
    )
    held, _, _ = ask(1, HelpRequest.HOLD), ask(2, HelpRequest.HALT), ask(3, HelpRequest.IDLE)
    halted = desk.answer_to("2")
    assert (halted.kind, halted.operator_name) == (HelpAnswer.HALT, "") and "nobody answered" in halted.text
    assert desk.answer_to("3").kind == HelpAnswer.EXPIRED
    called = wait_until(lambda: {line.id for line in desk.escalated}, what="the call for another operator")
    assert called == {held}
    assert desk.show(held).request.state == HelpRequest.OPEN
    unclaimed = desk.ask("4", mission_id=[4] * 16)
    wait_until(lambda: unclaimed in {line.id for line in desk.escalated}, what="the second call")


def test_what_was_answered_is_told_in_order_and_never_asked_again(desk, stranger):
    ids = []
    for number in range(1, 5):
        ids.append(desk.ask(f"{number}", step=number))
        desk.show(ids[-1])
        reply = stranger.answer(ids[-1], kind=HelpAnswer.OPTION, option=1, by="ann")
        assert reply.accepted, reply.reason
    # Two are kept in memory; the first one comes back from disk, with its answer.
    desk.answers.clear()
    assert desk.ask("1") == ids[0]
    assert (desk.answer_to("1").option.decision, desk.answer_to("1").operator_name) == (4, "ann")
    again = stranger.answer(ids[1], kind=HelpAnswer.OPTION, option=1, by="bob")
    assert again.accepted, "the same answer is harmless"
    histories = stranger.node.create_client(HelpHistory, "/help_desk/history")
    told = answer_of(histories, HelpHistory.Request())
    assert [line.id for line in told.requests] == [ids[3], ids[2]]
    assert [(line.answer, line.operator_name) for line in told.requests] == [("grab apple 1", "ann")] * 2
    [robot] = told.robots
    assert (robot.robot, robot.asked, robot.answered, robot.agreed) == ("robot_1", 4, 4, 4)


def surefleet(*arguments, code=0):
    run = subprocess.run([PROGRAMS / "surefleet", "help-desk", *arguments], capture_output=True, text=True, timeout=60)
    assert run.returncode == code, run.stderr
    return run.stdout if code == 0 else run.stderr


def test_a_request_is_answered_from_the_command_line(desk):
    assert "nobody needs help" in surefleet("list")
    request_id = desk.ask("first", threshold=-1.75)
    [line] = json.loads(surefleet("list", "--json"))
    assert (line["id"], line["robot"], line["state"], line["default"]) == (request_id, "robot_1", "open", "idle")
    shown = json.loads(surefleet("show", request_id, "--json"))
    assert [option["refused"] for option in shown["options"]] == [None, None, "it is open"]
    assert [(option["id"], option["decision"]) for option in shown["options"]] == [(1, 4), (3, 2), (2, 7)]
    assert (line["kind"], shown["kind"]) == ("decision", "decision")
    assert [option["probability"] for option in shown["options"]] == pytest.approx([0.7788, 0, 0.22313], abs=1e-4)
    assert "0.223  in the set  open the fridge  not allowed: it is open" in surefleet("show", request_id)
    by = ("--operator", "ann")
    assert "is not allowed: it is open" in surefleet("answer", request_id, "--option", "3", *by, code=1)
    assert '"9" is none of the 3 options' in surefleet("answer", request_id, "--option", "9", *by, code=1)
    assert "names no participant" in surefleet("answer", request_id, "--halt", "--operator", " ", code=2)
    assert "operator.mallory.key" in surefleet("answer", request_id, "--halt", "--operator", "mallory", code=1)
    assert "your answer counts" in surefleet("answer", request_id, "--option", "grab apple 1", *by)
    assert "ann answered first: grab apple 1" in surefleet("answer", request_id, "--halt", "--operator", "bob", code=1)
    told = json.loads(surefleet("history", "--json"))
    assert (told["requests"][0]["answer"], told["robots"][0]["answered"]) == ("grab apple 1", 1)
    assert "there is no request none" in surefleet("show", "none", code=1)


class Terminal:
    """`surefleet help-desk` in a terminal of its own."""

    def __init__(self, *arguments):
        self.said = ""
        self.child, self.keyboard = pty.fork()
        if self.child == 0:
            os.execve(PROGRAMS / "surefleet", ["surefleet", "help-desk", *arguments], os.environ | {"TERM": "xterm-256color"})
        fcntl.ioctl(self.keyboard, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 160, 0, 0))

    def press(self, keys):
        self.said = ""
        os.write(self.keyboard, keys.encode())

    def shows(self, words):
        """Waits for words that are drawn; what has not changed since the last key is not drawn again, blanks above all."""

        def drawn():
            while select.select([self.keyboard], [], [], 0)[0]:
                self.said += os.read(self.keyboard, 65536).decode(errors="replace")
            return words in self.said or words.replace(" ", "") in re.sub(r"\x1b\[[^A-Za-z]*[A-Za-z]| ", "", self.said)

        wait_until(drawn, what=f"{words!r} on the screen")

    def leave(self):
        self.press("q")
        self.shows("\x1b[?1049l")
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])


def test_a_request_is_claimed_and_answered_in_a_terminal(desk, stranger):
    first, second = desk.ask("first"), desk.ask("second", robot="robot_2")
    terminal = Terminal("--operator", "ann")
    terminal.shows("grab apple 1")
    terminal.press("c")
    wait_until(lambda: stranger.lines[first].claimed_by == "ann", what="the claim")
    terminal.press("3")
    terminal.shows("open the fridge is not allowed: it is open")
    terminal.press("1\r")
    terminal.shows("your answer counts: grab apple 1")
    answer = desk.answer_to("first")
    assert (answer.kind, answer.option.id, answer.operator_name) == (HelpAnswer.OPTION, 1, "ann")
    # The next request is selected; its options must have come before anything is said about it.
    terminal.shows("What about second?")
    terminal.press("n")
    terminal.shows("none of these, because")
    terminal.press("it is behind you\r")
    answer = desk.answer_to("second")
    assert (answer.kind, answer.text) == (HelpAnswer.NONE_OF_THESE, "it is behind you")
    terminal.press("l")
    terminal.shows("it is behind you")
    terminal.press("x")
    assert terminal.leave() == 0
    looks = collections.Counter(event for event in looked_at(desk.folder))
    assert looks[(first, "ann")] >= 1 and looks[(second, "ann")] >= 1


def looked_at(folder):
    import sqlite3

    with sqlite3.connect(f"file:{folder}/help_desk.sqlite?mode=ro", uri=True) as audit:
        return audit.execute("SELECT request, operator FROM events WHERE kind = 'shown'").fetchall()
