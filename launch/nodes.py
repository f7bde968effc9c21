"""The nodes of a fleet as launch actions: what fleet.launch.py, shared.launch.py and robot.launch.py have in common.

Which nodes there are, `surefleet prepare` says.
"""

import importlib.util
import json
import os
import subprocess
import time
from pathlib import Path

from ament_index_python.packages import get_package_prefix
from launch.actions import (
    DeclareLaunchArgument,
    LogInfo,
    OpaqueFunction,
    PopEnvironment,
    PopLaunchConfigurations,
    PushEnvironment,
    PushLaunchConfigurations,
    TimerAction,
)
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

ARGUMENTS = [
    DeclareLaunchArgument(
        "fleet",
        default_value="household-demo",
        description="Name of a file in config/fleets, or the path of a fleet file",
    ),
    DeclareLaunchArgument(
        "namespace",
        default_value="",
        description="Namespace of the fleet, for several in one ROS domain; empty: that which is pushed, or none",
    ),
    DeclareLaunchArgument(
        "state_dir",
        default_value="",
        description="Folder of journals and of the fleet's keys; empty: ~/.ros/surefleet/<name of the fleet file>, with the "
        "namespace before it",
    ),
    DeclareLaunchArgument(
        "params_file",
        default_value="",
        description="ROS parameter file for the nodes (config/<node>.yaml has examples); empty: none. The arguments here prevail",
    ),
    DeclareLaunchArgument(
        "use_sim_time", default_value="", description="true: the time comes from /clock; empty: as parameters say, or false"
    ),
    DeclareLaunchArgument(
        "autostart",
        default_value="",
        description="false: a lifecycle manager configures and activates the nodes; empty: as parameters say, or true",
    ),
    DeclareLaunchArgument("use_respawn", default_value="true", description="Whether nodes that die are started again"),
    DeclareLaunchArgument("log_level", default_value="info", description="debug, info, warn, error or fatal"),
]

# A node that does not last so long has not come up, and after so many failures in a row it is given up.
SETTLED_S, PATIENCE = 60.0, 5


def started(context, part, robots=None):
    """Actions that start a part of the fleet that the launch arguments name: `fleet`, `shared` or `robots`; these robots, or all."""
    given = {argument.name: LaunchConfiguration(argument.name).perform(context) for argument in ARGUMENTS}
    switches = {name: flag(name, given[name]) for name in ("use_sim_time", "autostart") if given[name]}
    respawns = flag("use_respawn", given["use_respawn"])
    above = [name for name in context.launch_configurations.get("ros_namespace", "").split("/") if name]
    own = [name for name in given["namespace"].split("/") if name]
    environment = onnxruntime()
    words = [given["fleet"], f"--part={part}", f"--namespace=/{'/'.join(above + own)}"]
    words += [f"--state={given['state_dir']}"] if given["state_dir"] else []
    words += [f"--robots={robots}"] if robots is not None else []
    fleet = prepared(words, environment)
    scope = dict(context.launch_configurations), dict(context.environment)

    def node(process):
        parameters = {name: text(value) for name, value in process["parameters"].items()} | switches

        def made(**more):
            return Node(
                package="surefleet",
                executable=process["executable"],
                name=process["executable"],
                namespace=process["namespace"],
                exec_name=".".join([*own, process["name"]]),
                parameters=[*([given["params_file"]] if given["params_file"] else []), parameters],
                arguments=["--ros-args", "--log-level", given["log_level"]],
                additional_env=environment | fleet["environment"],
                output="both",
                **more,
            )

        return Respawned(made, scope).start() if respawns else [made()]

    told = [LogInfo(msg=note) for note in fleet["notes"]]
    return told + [action for process in fleet["processes"] for action in node(process)]


def prepared(words, environment):
    """The answer of `surefleet prepare`: the processes of a fleet whose files have no mistake, and whose keys are there."""
    program = Path(get_package_prefix("surefleet")) / "lib" / "surefleet" / "surefleet"
    try:
        ran = subprocess.run(
            [str(program), "prepare", "--json", *words], capture_output=True, text=True, env=os.environ | environment
        )
    except OSError as error:
        raise RuntimeError(f"cannot run {program}: {error}; install the whole package surefleet") from error
    if ran.returncode != 0:
        # What was logged stands before its complaint, and what clap advises after it.
        reason = ran.stderr.rpartition("surefleet: ")[2].partition("\n\n")[0].removeprefix("error: ").strip()
        raise RuntimeError(reason or f"{program} prepare ended with {ran.returncode}")
    return json.loads(ran.stdout)


class Respawned:
    """A node that is started again when it dies, until it does not come up several times in a row."""

    def __init__(self, made, scope):
        self.made, self.scope, self.failures, self.began = made, scope, 0, 0.0

    def start(self, *_):
        self.began = time.monotonic()
        return [self.made(on_exit=self.ended)]

    def return_to_scope(self, context):
        """What a group set around the launch file, such as a namespace, is forgotten when a node dies."""
        configurations, environment = self.scope
        context.launch_configurations.update(configurations)
        context.environment.update(environment)

    def ended(self, event, context):
        if context.is_shutdown:
            return []
        self.failures = 0 if time.monotonic() - self.began >= SETTLED_S else self.failures + 1
        if self.failures > PATIENCE:
            return [LogInfo(msg=f"{event.process_name} does not stay up and is not started again: what it said last tells why")]
        # The first time at once: a robot that comes back within a lease keeps its turn.
        pause = 0.0 if self.failures <= 1 else 0.1 * 2**self.failures
        again = [OpaqueFunction(function=self.return_to_scope), OpaqueFunction(function=self.start)]
        scoped = [PushEnvironment(), PushLaunchConfigurations(), *again, PopLaunchConfigurations(), PopEnvironment()]
        return [TimerAction(period=pause, actions=scoped)]


def text(value):
    # Without its type, a robot named "1" would become a number.
    return ParameterValue(str(value), value_type=str)


def flag(name, value):
    if value.lower() not in ("true", "false"):
        raise RuntimeError(f"{name}:={value}: write true or false")
    return value.lower() == "true"


def onnxruntime():
    """Where ONNX Runtime is, for models in a node's process: in Python's package of that name, unless somebody said."""
    if os.environ.get("SUREFLEET_ONNXRUNTIME"):
        return {}
    package = importlib.util.find_spec("onnxruntime")
    folders = package.submodule_search_locations if package else []
    found = [library for folder in folders for library in sorted(Path(folder).glob("capi/libonnxruntime.so*"))]
    return {"SUREFLEET_ONNXRUNTIME": str(found[0])} if found else {}
