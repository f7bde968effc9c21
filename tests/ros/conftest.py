"""Real processes over real DDS, with rclpy as the stranger: no code of ours but the interfaces, and the example of how they are sealed."""

import contextlib
import fcntl
import itertools
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import pytest
import yaml
from model_server import ModelServer

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(os.environ.get("SUREFLEET_PROGRAMS", ROOT / "target" / "release"))
# People, and a program, that have keys in every fleet of the tests.
OPERATORS, CLIENT = ("ann", "bob", "tester"), "client/tester"
# Those whose ports Linux gives to nobody else, in an order of this run's own; no two workers of a run share one.
_workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
_worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % _workers
_own = range(1 + _worker, 101, _workers)
_domains = itertools.cycle(random.sample(_own, len(_own)))

os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "SYSTEM_DEFAULT"
os.environ["FASTRTPS_DEFAULT_PROFILES_FILE"] = str(ROOT / "config/dds/one_machine.xml")
sys.path.insert(0, str(ROOT / "examples"))

from surefleet_seal import keys_of_running_fleet  # noqa: E402: found on the path only now


@pytest.fixture(autouse=True)
def ros_domain(monkeypatch, tmp_path_factory):
    """A ROS domain for each test: what an earlier one latched, or left behind by a kill, is not heard; nor is another run.

    And a home for what fleets say of themselves on this machine, such as where their keys lie."""
    home = str(tmp_path_factory.mktemp("ros_home"))
    monkeypatch.setenv("ROS_HOME", home)
    for given in ("SUREFLEET_KEYS", "SUREFLEET_OPERATOR", "SUREFLEET_NAMESPACE"):
        monkeypatch.delenv(given, raising=False)
    for domain in itertools.islice(_domains, len(_own)):
        with open(pathlib.Path(tempfile.gettempdir()) / f"surefleet-domain-{domain}.lock", "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            monkeypatch.setenv("ROS_DOMAIN_ID", str(domain))
            yield
            end_all(home)
            return
    raise AssertionError("every ROS domain is in use by other tests")


def processes_of(home):
    """Command lines by process id, of those that run with this home."""
    found, mark = {}, f"ROS_HOME={home}".encode()
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
    return found


def end_all(home):
    """Whoever a test leaves behind would be heard by a later one in the same domain: that is the test's fault, not the later one's."""

    def are_gone():
        return not processes_of(home)

    with contextlib.suppress(AssertionError):
        wait_until(are_gone, timeout_s=10)
    left = processes_of(home)
    for process in left:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    wait_until(are_gone, timeout_s=10, what="the end of what the test left behind")
    assert not left, f"the test left processes behind: {left}"


def wait_until(condition, timeout_s=60.0, what="the condition"):
    """Polls; tests never wait for a time, only for a fact. `what`: its name, or a function that tells what is there instead."""
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"{what() if callable(what) else what} did not come true within {timeout_s} s")


def make_keys(state, fleet, *members):
    """Keys for the nodes of a fleet, and for those who speak to it in the tests."""
    command = [PROGRAMS / "surefleet", "keygen", state, "--fleet", fleet]
    made = subprocess.run(command + [f"--for={who}" for who in (*OPERATORS, CLIENT, *members)], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr


class Fleet:
    """A fleet started with `surefleet up`, in a folder of its own."""

    def __init__(self, folder, changes, *arguments):
        self.folder = folder
        for part in ("domains", "starts"):
            shutil.copytree(ROOT / "config" / part, folder / "config" / part)
        shutil.copytree(ROOT / "calibration", folder / "calibration")
        fleet = yaml.safe_load((ROOT / "config/fleets/household-simulated.yaml").read_text())
        changes(fleet)
        self.path = folder / "config" / "fleets" / "test.yaml"
        self.path.parent.mkdir()
        self.path.write_text(yaml.safe_dump(fleet))
        self.robots = fleet["order"]
        self.namespace = arguments[arguments.index("--namespace") + 1] if "--namespace" in arguments else ""
        self.state = folder / "out" / ".".join([part for part in self.namespace.split("/") if part] + ["test"]) / "state"
        make_keys(self.state, self.path)
        self.log = open(folder / "up.log", "w")
        self.process = subprocess.Popen(
            [PROGRAMS / "surefleet", "up", str(self.path), *arguments], cwd=folder, stdout=self.log, stderr=subprocess.STDOUT
        )
        wait_until(self.is_announced, what="the fleet's word where its keys lie")

    def is_announced(self):
        try:
            return keys_of_running_fleet(self.namespace) == self.state.resolve()
        except FileNotFoundError:
            return False

    def members(self):
        """Process ids by name, of this fleet only."""
        found = {}
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for child in children:
            try:
                words = pathlib.Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")
            except FileNotFoundError:
                continue
            name = os.path.basename(words[0].decode())
            robot = next((w.decode().split(":=")[1] for w in words if w.startswith(b"robot:=")), "")
            found[f"{robot}.{name}" if robot else name] = int(child)
        return found

    def kill(self, name, number=signal.SIGKILL):
        """kill -9, or another signal, of one process of this fleet."""
        process = self.members().get(name)
        if process:
            os.kill(process, number)
        return process

    def log_of(self, name):
        found = list(self.folder.glob(f"out/*test/logs/{name}.log"))
        return found[0].read_text() if found else ""

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(timeout=10)
        finally:
            if self.process.poll() is None:
                self.process.kill()
            self.log.close()


@pytest.fixture
def stranger():
    # Imported late: other tests do without the interfaces.
    from stranger import Stranger

    stranger = Stranger()
    yield stranger
    stranger.close()


@pytest.fixture
def model():
    """A language model behind a server."""
    server = ModelServer()
    yield server
    server.close()


@pytest.fixture
def start_fleet(tmp_path):
    fleets = []

    def start(changes=lambda fleet: None, *arguments):
        fleets.append(Fleet(tmp_path / f"fleet{len(fleets)}", changes, *arguments))
        return fleets[-1]

    yield start
    for fleet in fleets:
        fleet.stop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """A test that fails shows the last words of every process of its fleets."""
    report = yield
    if report.failed and "tmp_path" in item.funcargs:
        for log in sorted(item.funcargs["tmp_path"].glob("fleet*/out/*test/logs/*.log")):
            lines = log.read_text(errors="replace").splitlines()
            report.sections.append((f"{log.parents[3].name}: {log.stem}", "\n".join(lines[-25:])))
    # After the test its home is gone from the environment.
    if report.failed and report.when == "call":
        told = [f"{command.strip()}: {threads_of(process)}" for process, command in processes_of(os.environ["ROS_HOME"]).items()]
        report.sections.append(("processes, and what each of their threads waits for", "\n".join(told)))
    return report


def threads_of(process):
    """Each thread's name, its state (R: it runs, S: it waits), where in the kernel it waits, and its processor time in ticks: to tell a node that hangs."""
    told = []
    for thread in pathlib.Path(f"/proc/{process}/task").glob("*"):
        with contextlib.suppress(OSError):
            state, *numbers = (thread / "stat").read_text().rpartition(")")[2].split()
            name, waits = (thread / "comm").read_text().strip(), (thread / "wchan").read_text()
            told.append(f"{name} {state} {waits} {sum(map(int, numbers[10:12]))}")
    return ", ".join(told)
