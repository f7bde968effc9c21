"""Stand-in for the packages launch and launch_ros, which PyPI does not have: resolves a description to its nodes."""

import importlib.util
import sys
import types
from dataclasses import dataclass, field


@dataclass
class LaunchConfiguration:
    name: str

    def perform(self, context):
        return context[self.name]


@dataclass
class DeclareLaunchArgument:
    name: str
    default_value: str | None = None
    description: str = ""


@dataclass
class OpaqueFunction:
    function: object


@dataclass
class LaunchDescription:
    entities: list


@dataclass
class GroupAction:
    entities: list


@dataclass
class PythonLaunchDescriptionSource:
    path: str


@dataclass
class IncludeLaunchDescription:
    source: PythonLaunchDescriptionSource
    launch_arguments: object = ()


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
    arguments: list = field(default_factory=list)
    namespace: object = ""
    additional_env: dict | None = None
    output: str = "log"
    respawn: bool = False
    respawn_delay: float | None = None


@dataclass
class StartedNode:
    """What the real launch would start."""

    executable: str
    name: str
    namespace: str
    files: list = field(default_factory=list)
    parameters: dict = field(default_factory=dict)
    environment: dict = field(default_factory=dict)
    respawn: bool = False
    arguments: list = field(default_factory=list)


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
                GroupAction=GroupAction,
                IncludeLaunchDescription=IncludeLaunchDescription,
                OpaqueFunction=OpaqueFunction,
            ),
            module(
                "launch.launch_description_sources", PythonLaunchDescriptionSource=PythonLaunchDescriptionSource
            ),
            module("launch.substitutions", LaunchConfiguration=LaunchConfiguration),
            module("launch_ros"),
            module("launch_ros.actions", Node=Node),
            module("launch_ros.parameter_descriptions", ParameterValue=ParameterValue),
            module("ament_index_python"),
            module("ament_index_python.packages", get_package_share_directory=lambda package: str(share)),
        ]
    )


def started_nodes(path, arguments):
    """The nodes that `ros2 launch <path> name:=value...` would start; the modules must be in place."""
    return list(_resolve(_load(path), dict(arguments)))


def _load(path):
    spec = importlib.util.spec_from_file_location(f"launch_file_{abs(hash(str(path)))}", path)
    module = importlib.util.module_from_spec(spec)
    was, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = was
    return module.generate_launch_description()


def _resolve(entity, context):
    match entity:
        case LaunchDescription():
            for each in entity.entities:
                yield from _resolve(each, context)
        case GroupAction():
            scope = dict(context)
            for each in entity.entities:
                yield from _resolve(each, scope)
        case DeclareLaunchArgument():
            if entity.name not in context:
                if entity.default_value is None:
                    raise RuntimeError(f"launch argument {entity.name} is required")
                context[entity.name] = entity.default_value
        case OpaqueFunction():
            for each in entity.function(context):
                yield from _resolve(each, context)
        case IncludeLaunchDescription():
            context.update(entity.launch_arguments)
            yield from _resolve(_load(entity.source.path), context)
        case Node():
            yield _started(entity, context)
        case _:
            raise TypeError(f"the stand-in does not know {entity!r}")


def _started(node, context):
    environment = node.additional_env or {}
    started = StartedNode(
        node.executable, node.name, _text(node.namespace, context), environment=environment, respawn=node.respawn,
        arguments=node.arguments,
    )
    for given in node.parameters:
        if isinstance(given, dict):
            started.parameters |= {name: _text(value, context) for name, value in given.items()}
        else:
            started.files.append(_text(given, context))
    return started


def _text(value, context):
    if isinstance(value, ParameterValue):
        return value.value_type(_text(value.value, context))
    return value.perform(context) if isinstance(value, LaunchConfiguration) else value
