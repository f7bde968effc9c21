"""The nodes of a fleet as launch actions: what fleet.launch.py, shared.launch.py and robot.launch.py have in common."""

import importlib.util
import os
import subprocess
import time
from pathlib import Path

import yaml
from ament_index_python.packages import get_package_share_directory
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


class Fleet:
    """A fleet as the launch arguments name it; reads its file, and looks for mistakes in what that names."""

    def __init__(self, context):
        given = {argument.name: LaunchConfiguration(argument.name).perform(context) for argument in ARGUMENTS}
        self.share = Path(get_package_share_directory("surefleet"))
        self.file = fleet_file(self.share, given["fleet"])
        self.content = yaml.safe_load(self.file.read_text())
        self.namespace = given["namespace"].strip("/")
        pushed = context.launch_configurations.get("ros_namespace", "").strip("/")
        parts = [part for part in (f"{pushed}/{self.namespace}").split("/") if part]
        folder = ".".join([*parts, self.file.stem])
        self.state_dir = Path(given["state_dir"] or state_home() / folder).absolute()
        self.params_file = given["params_file"]
        switches = {name: flag(name, given[name]) for name in ("use_sim_time", "autostart") if given[name]}
        self.parameters = {"fleet": text(self.file), "state_dir": text(self.state_dir), **switches}
        self.respawns = flag("use_respawn", given["use_respawn"])
        self.log_level = given["log_level"]
        self.environment = without_shared_memory(self.share) | onnxruntime()
        self.scope = dict(context.launch_configurations), dict(context.environment)

    def checked(self):
        """What is wrong in the files that the fleet file names ends the launch; what people will be asked about is told."""
        told = self.run("check", str(self.file), mend="mend the fleet's files")
        return [LogInfo(msg=line) for line in told.splitlines()]

    def shared(self):
        """The nodes that a fleet has once."""
        secret, public = self.keys()
        yield from self.node("help_desk")
        yield from self.node("safety_monitor", signing_key=text(secret))
        # Robots that are real have skill servers of their own: a simulated world would answer in their place.
        if self.content.get("simulator") is not None:
            yield from self.node("world_simulator", approval_key=text(public))

    def robot(self, name):
        """The nodes of one robot, in its namespace."""
        order = [str(robot) for robot in self.content["order"]]
        if name not in order:
            raise RuntimeError(f"{name!r} is no robot of {self.file}: it has {', '.join(order)}")
        watches = ["perception"] if self.content.get("perception") else []
        for node in ["planner", *watches]:
            yield from self.node(node, robot=name)

    def node(self, name, robot="", **parameters):
        given = {**self.parameters, **({"robot": text(robot)} if robot else {}), **parameters}
        namespace = "/".join(part for part in (self.namespace, robot) if part)

        def made(**more):
            return Node(
                package="surefleet",
                executable=name,
                name=name,
                namespace=namespace or None,
                exec_name=f"{namespace}/{name}".strip("/").replace("/", "."),
                parameters=[*([self.params_file] if self.params_file else []), given],
                arguments=["--ros-args", "--log-level", self.log_level],
                additional_env=self.environment,
                output="both",
                **more,
            )

        return Respawned(made, self.scope).start() if self.respawns else [made()]

    def keys(self):
        """What approvals are signed and checked with; keys are made for whoever of the fleet has none."""
        self.run("keygen", str(self.state_dir), "--fleet", str(self.file), mend=f"no fleet key in {self.state_dir}")
        return self.state_dir / "fleet.key", self.state_dir / "fleet.pub"

    def run(self, *words, mend):
        """What the command `surefleet` says; raises with its complaint."""
        command = [str(self.share.parents[1] / "lib" / "surefleet" / "surefleet"), *words]
        # It speaks to nobody, so it does without the middleware that the nodes are to use.
        environment = {name: value for name, value in os.environ.items() if name != "RMW_IMPLEMENTATION"}
        try:
            ran = subprocess.run(
                command, check=True, capture_output=True, text=True, env={**environment, **self.environment}
            )
        except (OSError, subprocess.CalledProcessError) as error:
            reason = (getattr(error, "stderr", None) or str(error)).strip()
            raise RuntimeError(f"{mend}; this failed: {' '.join(command)} ({reason})") from error
        return ran.stdout


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


def fleet_file(share, name_or_path):
    if name_or_path.endswith(".yaml") or "/" in name_or_path:
        path = Path(name_or_path).absolute()
    else:
        path = share / "config" / "fleets" / f"{name_or_path}.yaml"
    if not path.is_file():
        known = ", ".join(sorted(known.stem for known in (share / "config" / "fleets").glob("*.yaml")))
        raise RuntimeError(f"no fleet file {path}: pass fleet:=<path>, or fleet:=<name> ({known})")
    return path


def text(value):
    # Without its type, a robot named "1" would become a number.
    return ParameterValue(str(value), value_type=str)


def flag(name, value):
    if value.lower() not in ("true", "false"):
        raise RuntimeError(f"{name}:={value}: write true or false")
    return value.lower() == "true"


def state_home():
    return Path(os.environ.get("ROS_HOME") or Path.home() / ".ros") / "surefleet"


def onnxruntime():
    """Where ONNX Runtime is, for models in a node's process: in Python's package of that name, unless somebody said."""
    if os.environ.get("SUREFLEET_ONNXRUNTIME"):
        return {}
    package = importlib.util.find_spec("onnxruntime")
    folders = package.submodule_search_locations if package else []
    found = [library for folder in folders for library in sorted(Path(folder).glob("capi/libonnxruntime.so*"))]
    return {"SUREFLEET_ONNXRUNTIME": str(found[0])} if found else {}


def without_shared_memory(share):
    """What has Fast DDS use the network only, unless somebody chose: config/dds/network.xml says why."""
    profiles, reach = "FASTRTPS_DEFAULT_PROFILES_FILE", "ROS_AUTOMATIC_DISCOVERY_RANGE"
    is_other = "fastrtps" not in os.environ.get("RMW_IMPLEMENTATION", "rmw_fastrtps_cpp")
    if is_other or {profiles, "FASTDDS_BUILTIN_TRANSPORTS"} & os.environ.keys():
        return {}
    if os.environ.get(reach) == "LOCALHOST":
        # In that range rmw_fastrtps has shared memory whatever the profile says; this profile sees this machine alone.
        return {profiles: str(share / "config" / "dds" / "one_machine.xml"), reach: "SYSTEM_DEFAULT"}
    return {profiles: str(share / "config" / "dds" / "network.xml")}
