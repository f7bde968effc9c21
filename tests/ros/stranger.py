"""A client that knows nothing of surefleet but its interfaces and how they are sealed (examples/surefleet_seal.py)."""

import threading
import uuid

import rclpy
from action_msgs.msg import GoalStatus
from action_msgs.srv import CancelGoal
from conftest import CLIENT, wait_until
from lifecycle_msgs.srv import ChangeState, GetState
from rclpy.action import ActionClient
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from rclpy.task import Future
from surefleet.action import ExecuteMission
from surefleet.msg import DecisionRecord, Gate, Heartbeat, HelpAnswer, HelpQueue, JointStep, Missions, SubgoalVerdict, Turn
from surefleet.msg import WorldState
from surefleet.srv import AnswerHelp, CancelMission, ClaimHelp, ShowHelp
from surefleet_seal import Roster, Signet, digest, keys_of_running_fleet, question_digest

LATCHED = QoSProfile(depth=1024, reliability=ReliabilityPolicy.RELIABLE, durability=DurabilityPolicy.TRANSIENT_LOCAL)
RING = QoSProfile(depth=64, reliability=ReliabilityPolicy.RELIABLE)
# Whose each message is to say (docs/security.md).
SPEAKERS = {
    Turn: lambda turn: "safety_monitor" if turn.kind == Turn.END or turn.sender == "safety_monitor" else f"planner/{turn.sender}",
    JointStep: lambda joint: joint.seal.signer if joint.verdict == JointStep.PROPOSED else "safety_monitor",
    DecisionRecord: lambda record: f"planner/{record.robot}",
    Heartbeat: lambda beat: f"planner/{beat.robot}",
    SubgoalVerdict: lambda verdict: f"perception/{verdict.robot}",
    HelpQueue: lambda _: "help_desk",
    HelpAnswer: lambda _: "help_desk",
    Gate: lambda _: "safety_monitor",
    Missions: lambda _: "safety_monitor",
    WorldState: lambda _: "world",
}


class Stranger:
    """Watches everything of the fleet in a namespace that its participants say, sends missions, answers help."""

    def __init__(self, namespace="/"):
        self.context = rclpy.Context()
        rclpy.init(context=self.context)
        self.node = rclpy.create_node("stranger", context=self.context, namespace=namespace)
        self.namespace, self.is_found = namespace, False
        self.signets, self.rosters = {}, {}  # by state folder
        self.turns, self.records, self.verdicts, self.requests, self.feedback = [], [], [], {}, []
        self.unproved = []  # what somebody else said where the fleet speaks
        self.lines = {}  # of the help desk's queue, by id; requests holds the whole of each
        self.hear(Turn, "fleet/ring", self.turns.append, RING)
        self.hear(DecisionRecord, "fleet/decisions", self.records.append, LATCHED)
        self.hear(JointStep, "fleet/approved_step", self.verdicts.append, LATCHED)
        self.hear(HelpQueue, "help_desk/queue", self._on_queue, LATCHED)
        self.missions = ActionClient(self.node, ExecuteMission, "fleet/mission")
        self.claims = self.node.create_client(ClaimHelp, "help_desk/claim")
        self.answers = self.node.create_client(AnswerHelp, "help_desk/answer")
        self.shows = self.node.create_client(ShowHelp, "help_desk/show")
        self.executor = SingleThreadedExecutor(context=self.context)
        self.executor.add_node(self.node)
        self.thread = threading.Thread(target=self._spin, daemon=True)
        self.thread.start()

    def _spin(self):
        try:
            while self.context.ok():
                self.executor.spin_once(timeout_sec=0.1)
        except ExternalShutdownException:
            pass  # close() was called during a spin

    def hear(self, kind, topic, believe, qos):
        """Subscribes to what is sealed; what is not proved is kept apart."""

        def judge(message):
            is_proved = self.proves(message, by=SPEAKERS[kind](message))
            believe(message) if is_proved else self.unproved.append(message)

        return self.node.create_subscription(kind, topic, judge, qos)

    def proves(self, message, context=b"", by=None):
        """Whether a participant of the running fleet said this, and is `by`; nobody is while none runs."""
        try:
            folder = keys_of_running_fleet(self.namespace)
        except FileNotFoundError:
            return False
        if folder not in self.rosters:
            self.rosters[folder] = Roster(folder)
        return self.rosters[folder].proves(message, context, by)

    def signet(self, who):
        """The key of a participant of the running fleet; a name alone is an operator's."""
        who = who if "/" in who or who in ("safety_monitor", "help_desk", "world") else f"operator/{who}"

        def folder():
            try:
                return keys_of_running_fleet(self.namespace)
            except FileNotFoundError:
                return None  # it is only being started

        key = wait_until(folder, what="the fleet's word where its keys lie"), who
        if key not in self.signets:
            self.signets[key] = Signet.read(*key)
        return self.signets[key]

    def _on_queue(self, queue):
        for line in queue.requests:
            self.lines[line.id] = line
            # The queue comes again every second, and with it what was not heard is asked for again.
            if line.id not in self.requests:
                shown = self.shows.call_async(ShowHelp.Request(request_id=line.id))
                shown.add_done_callback(lambda shown: self._on_shown(shown.result()))

    def _on_shown(self, shown):
        if shown.found:
            self.requests[shown.request.id] = shown.request

    def send(self, text, horizon=0, by=CLIENT, **goal):
        """Sends a mission; returns its goal handle and a future of its result."""
        assert self.missions.wait_for_server(timeout_sec=30), f"no fleet answers on {self.node.resolve_service_name('fleet/mission')}"
        self._be_found()
        goal = self.signet(by).seal(ExecuteMission.Goal(mission=text, horizon=horizon, **goal))
        handle = send_goal(
            self.executor, self.missions, goal, 15, lambda message: self.feedback.append(message.feedback)
        )
        assert handle.accepted
        return handle, self._result(handle, digest(goal))

    def _be_found(self):
        """Waits until the fleet has found this client: to one that it has not found, a server gives its answer up after 100 ms.

        DDS announces endpoints in the order in which they were made, so who hears an answer on a later one is found on all."""
        if self.is_found:
            return
        cancels = self.node.create_client(CancelGoal, "fleet/mission/_action/cancel_goal")
        nobodys = CancelGoal.Request()
        nobodys.goal_info.goal_id.uuid = list(uuid.uuid4().bytes)
        assert answer_of(cancels, nobodys).return_code == CancelGoal.Response.ERROR_UNKNOWN_GOAL_ID
        self.is_found = True

    def _result(self, handle, asked):
        """Asks for the result until it is there: DDS drops a request that its server meets before it meets its sender."""
        result = Future(executor=self.executor)

        def take(answer):
            # A monitor that was restarted knows nothing of the goal.
            if answer.result().status == GoalStatus.STATUS_UNKNOWN or result.done():
                return
            if self.proves(answer.result().result, asked, "safety_monitor"):
                result.set_result(answer.result())
            else:
                result.set_exception(AssertionError("the safety monitor did not say this result of this goal"))

        def ask():
            if result.done():
                timer.cancel()
            else:
                handle.get_result_async().add_done_callback(take)

        timer = self.node.create_timer(3.0, ask)
        self.executor.create_task(ask)
        return result

    def cancel(self, handle, by=CLIENT):
        """Cancels the mission of a goal."""
        cancels = self.node.create_client(CancelMission, "fleet/cancel")
        answer = answer_of(cancels, CancelMission.Request(mission_id=handle.goal_id.uuid), self.signet(by))
        assert answer.accepted, answer.reason

    def show(self, request_id, by=None):
        """What the help desk shows of a request; whoever looks by name is kept."""
        return answer_of(self.shows, ShowHelp.Request(request_id=request_id), by and self.signet(by))

    def answer(self, request_id, by="tester", **answer):
        """An operator's answer to the question as it was shown."""
        request = self.requests.get(request_id) or self.show(request_id).request
        shown = {"mission_id": request.mission_id, "question_sha256": question_digest(request)}
        return answer_of(self.answers, AnswerHelp.Request(request_id=request_id, **shown | answer), self.signet(by))

    def claim(self, request_id, by, action=ClaimHelp.Request.CLAIM, **claim):
        known = self.requests.get(request_id)
        claim = {"mission_id": known.mission_id if known else [0] * 16} | claim
        return answer_of(self.claims, ClaimHelp.Request(request_id=request_id, action=action, **claim), self.signet(by))

    def close(self):
        rclpy.shutdown(context=self.context)
        self.thread.join()
        self.node.destroy_node()


def send_goal(executor, client, goal, timeout_s, on_feedback=None):
    """Sends a goal from the thread that spins: rclpy drops an answer that comes before it has noted the request."""
    sending = executor.create_task(lambda: client.send_goal_async(goal, feedback_callback=on_feedback))
    return result_of(result_of(sending, timeout_s), timeout_s)


def answer_of(client, request, signet=None):
    """Calls a service that may be asked again: DDS drops the answer to a client that its server has not found yet, and
    a server that is about to die gives none. Each try is sealed anew, or the second would be a replay of the first."""
    assert client.wait_for_service(timeout_sec=20), client.srv_name

    def answered():
        try:
            return result_of(client.call_async(signet.seal(request) if signet else request), 3)
        except AssertionError:
            return None

    return wait_until(answered, what=f"an answer of {client.srv_name}")


def change_state(node, name, transition, state):
    """Takes a node to a lifecycle state; a transition that is asked for again is refused, so what counts is the state."""
    change = ChangeState.Request()
    change.transition.id = transition
    answer_of(node.create_client(ChangeState, f"{name}/change_state"), change)
    told = answer_of(node.create_client(GetState, f"{name}/get_state"), GetState.Request())
    assert told.current_state.label == state


def result_of(future, timeout_s):
    """Waits for an rclpy future that another thread's executor completes."""
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())
    assert done.wait(timeout_s), f"no answer within {timeout_s} s"
    return future.result()
