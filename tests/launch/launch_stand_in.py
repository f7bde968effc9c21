"""Stand-in for the packages launch and launch_ros, which PyPI does not have: resolves a description to its nodes."""

import importlib.util
import sys
import types
from dataclasses import dataclass, field


class LaunchContext:
    def __init__(self, configurations):
        self.launch_configurations, self.environment = dict(configurations), {}
        self.is_shutdown = False
        self.told, self.pushed = [], []


@dataclass
class LaunchConfiguration:
    name: str

    def perform(self, context):
        return context.launch_configurations[self.name]


@dataclass
class DeclareLaunchArgument:
    name: str
    default_value: str | None = None
    description: str = ""


@dataclass
class OpaqueFunction:
    function: object


class PushEnvironment:
    pass


class PopEnvironment:
    pass


class PushLaunchConfigurations:
    pass


class PopLaunchConfigurations:
    pass


@dataclass
class LogInfo:
    msg: str


@dataclass
class TimerAction:
    period: float
    actions: list


@dataclass
class LaunchDescription:
    entities: list


@dataclass
class ParameterValue:
    value: object
    value_type: type


@dataclass
class Node:
    package: str
    executable: str
    name: str = ""
    parameters: list = field(default_factory=list)
    namespace: object = None
    exec_name: str = ""
    arguments: list = field(default_factory=list)
    additional_env: dict | None = None
    output: str = "log"
    on_exit: object = None


@dataclass
class ProcessExited:
    process_name: str
    returncode: int


@dataclass
class StartedNode:
    """What the real launch would start."""

    executable: str
    name: str
    namespace: str
    label: str
    files: list = field(default_factory=list)
    parameters: dict = field(default_factory=dict)
    arguments: list = field(default_factory=list)
    environment: dict = field(default_factory=dict)
    action: Node = None


def modules(share):
    """The modules that launch files import, by name; `share` is the package's share folder."""

    def module(name, **contents):
        made = types.ModuleType(name)
        vars(made).update(contents)
        return name, made

    return dict(
        [
            module("launch", LaunchDescription=LaunchDescription),
            module(
                "launch.actions",
                DeclareLaunchArgument=DeclareLaunchArgument,
                LogInfo=LogInfo,
                OpaqueFunction=OpaqueFunction,
                PopEnvironment=PopEnvironment,
                PopLaunchConfigurations=PopLaunchConfigurations,
                PushEnvironment=PushEnvironment,
                PushLaunchConfigurations=PushLaunchConfigurations,
                TimerAction=TimerAction,
            ),
            module("launch.substitutions", LaunchConfiguration=LaunchConfiguration),
            module("launch_ros"),
            module("launch_ros.actions", Node=Node),
            module("launch_ros.parameter_descriptions", ParameterValue=ParameterValue),
            module("ament_index_python"),
            module(
                "ament_index_python.packages",
                get_package_share_directory=lambda package: str(share),
                get_package_prefix=lambda package: str(share.parents[1]),
            ),
        ]
    )


def launched(path, arguments):
    """The context that `ros2 launch <path> name:=value...` ends up with, and the nodes that it starts; the modules must be in place."""
    context = LaunchContext(arguments)
    return context, list(resolved(_load(path), context))


def _load(path):
    spec = importlib.util.spec_from_file_location(f"launch_file_{abs(hash(str(path)))}", path)
    module = importlib.util.module_from_spec(spec)
    was, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = was
    return module.generate_launch_description()


def resolved(entity, context):
    """The nodes that an action of a launch file starts, timers run out."""
    match entity:
        case LaunchDescription():
            for each in entity.entities:
                yield from resolved(each, context)
        case DeclareLaunchArgument():
            if entity.name not in context.launch_configurations:
                if entity.default_value is None:
                    raise RuntimeError(f"launch argument {entity.name} is required")
                context.launch_configurations[entity.name] = entity.default_value
        case OpaqueFunction():
            for each in entity.function(context) or []:
                yield from resolved(each, context)
        case TimerAction():
            for each in entity.actions:
                yield from resolved(each, context)
        case PushLaunchConfigurations() | PushEnvironment():
            context.pushed.append((dict(context.launch_configurations), dict(context.environment)))
        case PopLaunchConfigurations():
            context.launch_configurations = context.pushed.pop()[0]
        case PopEnvironment():
            context.environment = context.pushed.pop()[1]
        case LogInfo():
            context.told.append(entity.msg)
        case Node():
            yield _started(entity, context)
        case _:
            raise TypeError(f"the stand-in does not know {entity!r}")


def _started(node, context):
    given, pushed = node.namespace or "", context.launch_configurations.get("ros_namespace", "")
    started = StartedNode(
        node.executable,
        node.name,
        # What is full already stays as it is.
        (given if given.startswith("/") else f"{pushed}/{given}").strip("/"),
        node.exec_name,
        arguments=node.arguments,
        environment=context.environment | (node.additional_env or {}),
        action=node,
    )
    for given in node.parameters:
        if isinstance(given, dict):
            started.parameters |= {
                name: value.value_type(value.value) if isinstance(value, ParameterValue) else value
                for name, value in given.items()
            }
        else:
            started.files.append(given)
    return started
