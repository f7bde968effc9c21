"""One robot's perception by itself: what it says of pictures, and that it never says success without one."""

import array
import base64
import re

import numpy
import pytest
from builtin_interfaces.msg import Time
from conftest import wait_until
from diagnostic_msgs.msg import DiagnosticStatus
from robot_eyes import BLIND, FIXED, Camera, Eyes, check, image, later, noise, pixels_of, png, simulated_picture
from robot_eyes import stamp_ns, watching, write_fleet
from sensor_msgs.msg import CompressedImage, Image
from stranger import LATCHED, result_of
from surefleet.msg import SubgoalVerdict
from surefleet.srv import AnswerQuestion

SUCCESS, FAILURE, UNCERTAIN = SubgoalVerdict.SUCCESS, SubgoalVerdict.FAILURE, SubgoalVerdict.UNCERTAIN


@pytest.fixture
def camera(stranger):
    return Camera(stranger)


@pytest.fixture
def open_eyes(tmp_path, stranger):
    """Starts the perception of robot 1."""
    opened = []

    def start(perception, *arguments):
        opened.append(Eyes(write_fleet(tmp_path / "eyes", perception), stranger, *arguments))
        return opened[-1]

    yield start
    for eyes in opened:
        eyes.stop()


def test_a_picture_is_judged_and_shown_with_the_verdict_plain_or_compressed(open_eyes, camera, stranger, tmp_path):
    eyes = open_eyes(watching(checks=FIXED))
    pixels = simulated_picture(tmp_path, tmp_path / "eyes/config/fleets/eyes.yaml", stranger)
    mission = list(range(16))
    for picture in (image(pixels), png(pixels)):
        since = camera.show(picture)
        verdict = eyes.check(mission_id=mission, step=7, not_before=since)
        # Nothing has moved yet: the gripper is empty.
        assert (verdict.verdict, verdict.robot, verdict.step) == (FAILURE, "robot_1", 7), verdict.reason
        assert (list(verdict.mission_id), verdict.subtask) == (mission, "grab apple 1")
        assert verdict.reason and verdict.expected == "the gripper holds apple 1"
        assert stamp_ns(verdict.header.stamp) in camera.sent and verdict.header.frame_id == "robot_1/camera_optical_frame"
        assert stamp_ns(verdict.header.stamp) >= stamp_ns(since)
        assert numpy.array_equal(pixels_of(verdict.picture), pixels), "the picture that was judged"
        [reading] = verdict.readings
        assert (reading.strategy, list(reading.answers)) == ("ssc", ["yes", "no"])
        assert "the gripper holds apple 1" in reading.question
        assert sum(reading.probabilities) == pytest.approx(1.0) and 0 < reading.mass <= 1
        assert reading.p_success == pytest.approx(reading.probabilities[0]) and reading.p_success < 0.5
        assert reading.uncertainty_names[0] == "token_probability"
        assert reading.uncertainties[0] == pytest.approx(1 - max(reading.probabilities), abs=1e-6)
        assert 0 < verdict.elapsed_s < 8
    # A latecomer hears both, and sees the last picture with words in it.
    verdicts, shown = [], []
    stranger.node.create_subscription(SubgoalVerdict, "/robot_1/perception/verdicts", verdicts.append, LATCHED)
    stranger.node.create_subscription(Image, "/robot_1/perception/judged", shown.append, LATCHED)
    wait_until(lambda: len(verdicts) >= 2 and shown, what="what was judged")
    assert eyes.proved(verdicts[-1])
    verdicts[-1].seal = verdict.seal  # the service and the topic each have a seal of their own
    assert verdicts[-1] == verdict
    assert verdicts[-2].readings[0].p_success == pytest.approx(reading.p_success, rel=1e-3), "the same pixels, the same answer"
    assert shown[-1].encoding == "rgb8" and shown[-1].width > 128 and shown[-1].height > 128
    assert len(shown[-1].data) == shown[-1].step * shown[-1].height == 3 * shown[-1].width * shown[-1].height
    assert shown[-1].header == verdict.header


def test_questions_are_answered_from_the_newest_picture(open_eyes, camera):
    eyes = open_eyes(watching(checks=FIXED))
    camera.show(image(noise()))
    chosen = eyes.ask("Is it true that the fridge is open?", answers=["yes", "no"])
    assert chosen.answered and not chosen.reason, chosen.reason
    assert sum(chosen.probabilities) == pytest.approx(1.0) and 0 < chosen.mass <= 1
    assert chosen.answer == ["yes", "no"][int(numpy.argmax(chosen.probabilities))]
    assert stamp_ns(chosen.header.stamp) in camera.sent
    told = eyes.ask("What do you see?", max_tokens=5)
    assert told.answered and told.answer and not told.probabilities, told
    assert len(told.answer.split()) <= 5
    for question in ("", " \n"):
        refused = eyes.ask(question, answers=["yes", "no"])
        assert (refused.answered, refused.answer, refused.reason) == (False, "", "the question has no words")


CUT = image(noise())
CUT.data = CUT.data[:-1]
PNG = bytes(png(noise()).data)
# The second byte of its pixels' check sum.
BROKEN = PNG[:-20] + bytes([PNG[-20] ^ 1]) + PNG[-19:]
NO_PICTURES = {
    "a picture of distances": (image(noise(), "32FC1"), 'encoding "32FC1": have the camera send rgb8'),
    "a picture without pixels": (Image(encoding="rgb8"), "0 x 0 pixels: the camera gives none"),
    "a picture that is cut": (CUT, "do not fit 49151 bytes in rows of 384: the message is cut"),
    "a PNG that is cut": (CompressedImage(data=array.array("B", PNG[:999])), "broken PNG"),
    "a PNG that was changed": (CompressedImage(data=array.array("B", BROKEN)), "broken PNG"),
    "a broken JPEG": (CompressedImage(data=array.array("B", b"\xff\xd8\xff\xe0" + bytes(99))), "broken JPEG"),
    "something else": (CompressedImage(format="png", data=array.array("B", b"GIF89a")), "neither JPEG nor PNG"),
}


def test_without_a_picture_there_is_no_verdict_but_a_reason(open_eyes, camera):
    eyes = open_eyes(BLIND | {"pictures": watching()["pictures"]}, "-p", "picture_timeout_ms:=500")

    def refused(words, **changes):
        verdict = eyes.check(**changes)
        assert verdict.verdict == UNCERTAIN and words in verdict.reason, verdict.reason
        assert not verdict.readings and not verdict.picture.data and verdict.picture.format == verdict.reason
        return verdict

    refused("no picture has come from the camera: check that it runs")
    camera.show(image(noise()), stamp=lambda _: Time())
    eyes_saw = lambda: eyes.ask("What?").reason
    wait_until(lambda: "bear no time" in eyes_saw(), what="pictures without time")
    refused("the camera's pictures bear no time: have its driver stamp them")
    camera.show(image(noise()), stamp=lambda now: later(now, -30))
    wait_until(lambda: " s old" in eyes_saw(), what="old pictures")
    too_old = refused(" s old, and 1.0 s is the limit")
    # As old as the camera said, or somewhat older by the time that it is asked.
    [age] = re.findall(r"the camera's newest picture is (\d+\.\d) s old", too_old.reason)
    assert float(age) >= 30.0
    for name, (picture, words) in NO_PICTURES.items():
        since = camera.show(picture)
        verdict = refused(words, not_before=since)
        assert verdict.subtask == "grab apple 1", name
        told = eyes.ask("What?", answers=["a", "b"])
        assert not told.answered and words in told.reason, name
    # The node has survived them all.
    verdict = eyes.check(not_before=camera.show(image(noise())))
    assert verdict.verdict == UNCERTAIN and verdict.readings[0].p_success == 0.5
    refused("step 2 of a plan of 1 is not", plan=["grab apple 1"], place=2)


def test_a_verdict_without_a_picture_has_the_time_of_none(open_eyes):
    """As SubgoalVerdict says: zero where there was none."""
    verdict = open_eyes(BLIND | {"pictures": watching()["pictures"]}, "-p", "picture_timeout_ms:=50").check()
    assert (stamp_ns(verdict.header.stamp), verdict.header.frame_id) == (0, "")


def test_only_a_picture_from_after_the_action_counts(open_eyes, camera):
    eyes = open_eyes(BLIND | {"pictures": watching()["pictures"]}, "-p", "picture_timeout_ms:=700")
    camera.show(image(noise()))
    eyes.check()
    then = later(camera.now(), 0.4)
    verdict = eyes.check(not_before=then)
    assert verdict.readings and stamp_ns(verdict.header.stamp) >= stamp_ns(then)
    camera.show(None)
    verdict = eyes.check(not_before=later(camera.now(), 0.1))
    assert verdict.verdict == UNCERTAIN and not verdict.readings
    assert verdict.reason == "no picture has come since the action ended"


def test_a_camera_whose_clock_is_ahead_is_not_believed(open_eyes, camera):
    """Its picture would be newer than every action, for ever."""
    eyes = open_eyes(BLIND | {"pictures": watching()["pictures"]}, "-p", "picture_timeout_ms:=500")
    camera.show(image(noise(seed=2)), stamp=lambda now: later(now, 3600))
    wait_until(lambda: eyes.ask("What?").reason.find("no picture") < 0, what="the first picture")
    verdict = eyes.check()
    assert verdict.verdict == UNCERTAIN and not verdict.readings, "a picture of the future"
    assert "3600" in verdict.reason or "ahead" in verdict.reason, verdict.reason
    # Once its clock is right, its pictures count.
    since = camera.show(image(noise(seed=3)))
    verdict = eyes.check(not_before=since)
    assert verdict.readings and numpy.array_equal(pixels_of(verdict.picture), noise(seed=3)), verdict.reason


def test_more_questions_than_may_wait_are_refused_at_once(open_eyes, camera):
    slow = {"eyes": {"kind": "simulated", "delay_ms": 1500}, "checks": FIXED, "pictures": watching()["pictures"]}
    eyes = open_eyes(slow, "-p", "queue:=2", "-p", "answer_timeout_ms:=2000")
    camera.show(image(noise()))
    assert eyes.ask("What?").answered
    asked = [eyes.questions.call_async(AnswerQuestion.Request(question="What?")) for _ in range(3)]
    replies = [result_of(each, 10) for each in asked]
    assert sorted(reply.reason for reply in replies) == [
        "",
        "2 questions wait already; ask again later",
        "the model did not answer within 2.0 s",
    ]
    assert [reply.answer for reply in replies if reply.answered] == ["it is dark"]


def test_a_flood_of_questions_under_a_fast_camera_is_answered_or_refused_each(open_eyes, stranger):
    slow = {"eyes": {"kind": "simulated", "delay_ms": 2000}, "checks": FIXED, "pictures": watching()["pictures"]}
    camera = Camera(stranger, hz=30)
    eyes = open_eyes(slow)
    camera.show(image(noise()))
    wait_until(lambda: eyes.ask("What?").answered, what="a first answer")
    asked = [eyes.checks.call_async(check(step=number + 1)) for number in range(20)]
    verdicts = [result_of(each, 20).verdict for each in asked]
    assert [verdict.step for verdict in verdicts] == list(range(1, 21))
    assert {verdict.verdict for verdict in verdicts} == {UNCERTAIN} and all(verdict.reason for verdict in verdicts)
    looked_at = [verdict for verdict in verdicts if verdict.readings]
    assert 3 <= len(looked_at) <= 4, "8 s at 2 s each"
    assert sum("questions wait already" in verdict.reason for verdict in verdicts) == 12
    assert eyes.check(not_before=camera.now()).readings, "the next one is looked at again"


# 8 x 8 pixels of red 200, green 40 and blue 90, as a camera's driver would send them.
JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/"
    "2wBDAQkJCQwLDBgNDRgyIRwhMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjL/wAARCAAIAAgDASIAAhEBAxEB/8QAFQ"
    "ABAQAAAAAAAAAAAAAAAAAAAAb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgf/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMB"
    "AAIRAxEAPwCdAFRH/9k="
)


def test_a_jpeg_is_looked_at_in_its_colours(open_eyes, camera):
    eyes = open_eyes(BLIND | {"pictures": watching()["pictures"]})
    verdict = eyes.check(not_before=camera.show(CompressedImage(format="jpeg", data=array.array("B", JPEG))))
    seen = pixels_of(verdict.picture).astype(int)
    assert seen.shape == (8, 8, 3) and abs(seen - [200, 40, 90]).max() <= 4, seen


UNFIT = {
    "pictures": ({"pictures": {"source": "a camera on a mast", "width": 128, "height": 128}}, "picture"),
    "least_mass": ({"least_mass": 0.4}, "least"),
    "wording": ({"wording": "paper"}, "prompt_template"),
}


@pytest.mark.parametrize("what", UNFIT)
def test_a_calibration_that_does_not_fit_switches_the_detector_off(open_eyes, camera, what):
    changes, word = UNFIT[what]
    eyes = open_eyes(watching(**changes))
    camera.show(image(noise()))
    told = eyes.diagnosis("detector", DiagnosticStatus.ERROR).message
    assert "a person is asked about every action" in told and "scene-checker-ssc.json" in told and word in told, told
    verdict = eyes.check()
    assert verdict.verdict == UNCERTAIN and word in verdict.reason and "may not judge alone" in verdict.reason
    assert len(verdict.picture.data) > 0, "a person can still look"


def test_the_shipped_calibration_fits_what_runs(open_eyes, camera, stranger, tmp_path):
    eyes = open_eyes(watching())
    pixels = simulated_picture(tmp_path, tmp_path / "eyes/config/fleets/eyes.yaml", stranger)
    assert eyes.diagnosis("detector", DiagnosticStatus.OK).message == "judges as the fleet file says"
    verdict = eyes.check(not_before=camera.show(image(pixels)))
    assert verdict.verdict == FAILURE, verdict.reason
    model = lambda: {value.key: value.value for value in eyes.diagnosis("model", DiagnosticStatus.OK).values}
    wait_until(lambda: model()["answered"] == "1", what="the answer in the diagnostics")
    assert int(model()["picture_tokens"]) > 1 and int(model()["resident_mb"]) > 10
