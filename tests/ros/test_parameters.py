"""Parameters as people give them: defaults, files, and what is wrong in them."""

import pytest
import yaml
from conftest import ROOT
from rcl_interfaces.srv import GetParameters, ListParameters
from rclpy.parameter import parameter_value_to_python
from stranger import answer_of
from test_processes import start

GIVEN = {"fleet", "state_dir", "robot", "signing_key", "approval_key"}


def ended(node, tmp_path, *arguments):
    process = start(node, tmp_path, *arguments)
    _, stderr = process.communicate(timeout=20)
    assert process.returncode != 0 and "panicked" not in stderr, stderr
    return stderr


@pytest.mark.parametrize("node", ["planner", "safety_monitor", "help_desk", "world_simulator"])
def test_each_nodes_file_lists_its_parameters_with_their_defaults_and_can_be_given_to_it(node, tmp_path, stranger):
    text = (ROOT / "config" / f"{node}.yaml").read_text()
    head, _, body = text.partition("ros__parameters:\n")
    listed = yaml.safe_load(body.replace("\n    # ", "\n    "))
    given = tmp_path / "given.yaml"
    given.write_text(text)
    process = start(node, tmp_path, "--params-file", str(given))
    try:
        call = lambda kind, name, request: answer_of(stranger.node.create_client(kind, f"/{node}/{name}"), request)
        names = call(ListParameters, "list_parameters", ListParameters.Request()).result.names
        assert set(names) - GIVEN == set(listed)
        values = call(GetParameters, "get_parameters", GetParameters.Request(names=list(listed))).values
        assert dict(zip(listed, map(parameter_value_to_python, values))) == listed
    finally:
        process.terminate()
        process.communicate(timeout=10)


@pytest.mark.parametrize(
    "section, words",
    [
        ("/**: {ros__parameters: {check_timeout_ms: 5.0}}", ["check_timeout_ms is of type integer", "second.yaml"]),
        ("planner: {ros__parameters: {check_timeout: 5}}", ["no parameter check_timeout", "check_timeout_ms"]),
        ("/**/planner: {ros__parameters: {help_deadline_s: never}}", ["help_deadline_s is of type double"]),
        ("/**: {ros__parameters: {check_timeout_ms: 0}}", ["check_timeout_ms", "between 1 and"]),
    ],
)
def test_a_second_parameter_file_is_read_as_strictly_as_the_first(tmp_path, section, words):
    second = tmp_path / "second.yaml"
    second.write_text(section)
    said = ended("planner", tmp_path, "--params-file", str(ROOT / "config/planner.yaml"), "--params-file", str(second))
    assert all(word in said for word in words), said


@pytest.mark.parametrize(
    "arguments, word",
    [
        (["-r", "__ns:=robot_1"], "begins with a /"),
        (["-r", "__ns:=/a//b"], "/a//b"),
        (["-r", "__node:=two words"], "two words"),
        (["-r", "a:=b:=c"], "a:=b:=c"),
        (["--log-level", "loud"], "loud"),
        (["--no-such"], "--no-such"),
        (["-e", "not absolute"], "not absolute"),
    ],
)
def test_bad_arguments_end_a_node_with_a_line(tmp_path, arguments, word):
    assert word in ended("planner", tmp_path, *arguments)
