"""A whole fleet: the robots that its fleet file names, and the nodes that it shares."""

import os
import runpy
import subprocess
from pathlib import Path

import yaml
from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, GroupAction, IncludeLaunchDescription, OpaqueFunction
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue


def generate_launch_description():
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "fleet",
                default_value="household-demo",
                description="Name of a file in config/fleets, or the absolute path of a fleet file",
            ),
            DeclareLaunchArgument(
                "state_dir",
                default_value="",
                description="Folder of journals and of the fleet's keys; empty: ~/.ros/surefleet/<name of the fleet file>",
            ),
            OpaqueFunction(function=fleet_nodes),
        ]
    )


def fleet_nodes(context):
    share = Path(get_package_share_directory("surefleet"))
    fleet = LaunchConfiguration("fleet").perform(context)
    fleet_file = Path(fleet) if os.path.isabs(fleet) else share / "config" / "fleets" / f"{fleet}.yaml"
    if not fleet_file.is_file():
        raise RuntimeError(f"no fleet file {fleet_file}: pass fleet:=<name in config/fleets, or absolute path>")
    content = yaml.safe_load(fleet_file.read_text())
    state_dir = Path(LaunchConfiguration("state_dir").perform(context) or state_home() / fleet_file.stem)
    keys = fleet_keys(share, state_dir)
    without_shared_memory = runpy.run_path(str(share / "launch" / "robot.launch.py"))["without_shared_memory"]

    def node(name):
        return Node(
            package="surefleet",
            executable=name,
            name=name,
            parameters=[
                str(share / "config" / f"{name}.yaml"),
                {
                    "fleet": ParameterValue(str(fleet_file), value_type=str),
                    "state_dir": ParameterValue(str(state_dir), value_type=str),
                    **keys.get(name, {}),
                },
            ],
            additional_env=without_shared_memory(share),
            output="both",
            respawn=True,
            respawn_delay=1.0,
        )

    def robot(name):
        # The group keeps the arguments of one robot from the next.
        return GroupAction(
            [
                IncludeLaunchDescription(
                    PythonLaunchDescriptionSource(str(share / "launch" / "robot.launch.py")),
                    launch_arguments={
                        "robot": str(name),
                        "fleet": str(fleet_file),
                        "state_dir": str(state_dir),
                    }.items(),
                )
            ]
        )

    # Robots that are real have skill servers of their own: a simulated world would answer in their place.
    shared = ["help_desk", "safety_monitor"] + ["world_simulator"] * (content.get("simulator") is not None)
    return [*map(node, shared), *map(robot, content["order"])]


def fleet_keys(share, folder):
    """The parameters of the nodes that sign and check approvals; makes the keys where there are none."""
    secret, public = folder / "fleet.key", folder / "fleet.pub"
    command = [str(share.parents[1] / "lib" / "surefleet" / "surefleet"), "keygen", str(folder)]
    if not (secret.exists() or public.exists()):
        try:
            subprocess.run(command, check=True, capture_output=True, text=True)
        except (OSError, subprocess.CalledProcessError) as error:
            reason = getattr(error, "stderr", None) or error
            raise RuntimeError(f"no fleet key in {folder}: make it with: {' '.join(command)} ({reason})") from error
    return {
        "safety_monitor": {"signing_key": ParameterValue(str(secret), value_type=str)},
        "world_simulator": {"approval_key": ParameterValue(str(public), value_type=str)},
    }


def state_home():
    return Path(os.environ.get("ROS_HOME") or Path.home() / ".ros") / "surefleet"
