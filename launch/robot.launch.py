"""One robot of a fleet: its planner, and its perception where the fleet file has it, in the namespace of its name."""

import os
from pathlib import Path

import yaml
from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue


def generate_launch_description():
    return LaunchDescription(
        [
            DeclareLaunchArgument("robot", description="Name of the robot; its namespace, and a name in the fleet file"),
            DeclareLaunchArgument("fleet", description="Absolute path of the fleet file"),
            DeclareLaunchArgument("state_dir", description="Absolute path of the folder of the nodes' journals"),
            OpaqueFunction(function=robot_nodes),
        ]
    )


def robot_nodes(context):
    share = Path(get_package_share_directory("surefleet"))
    fleet = yaml.safe_load(Path(LaunchConfiguration("fleet").perform(context)).read_text())

    def text(name):
        # Without its type, a robot named "1" would become a number.
        return ParameterValue(LaunchConfiguration(name), value_type=str)

    def node(name):
        return Node(
            package="surefleet",
            executable=name,
            name=name,
            namespace=LaunchConfiguration("robot"),
            parameters=[
                str(share / "config" / f"{name}.yaml"),
                {"fleet": text("fleet"), "robot": text("robot"), "state_dir": text("state_dir")},
            ],
            additional_env=without_shared_memory(share),
            output="both",
            respawn=True,
            respawn_delay=1.0,
        )

    return [node("planner")] + ([node("perception")] if fleet.get("perception") else [])


def without_shared_memory(share):
    """What has Fast DDS use the network only, unless somebody chose: config/dds/network.xml says why. fleet.launch.py has it from here."""
    profiles, reach = "FASTRTPS_DEFAULT_PROFILES_FILE", "ROS_AUTOMATIC_DISCOVERY_RANGE"
    is_other = "fastrtps" not in os.environ.get("RMW_IMPLEMENTATION", "rmw_fastrtps_cpp")
    if is_other or {profiles, "FASTDDS_BUILTIN_TRANSPORTS"} & os.environ.keys():
        return {}
    if os.environ.get(reach) == "LOCALHOST":
        # In that range rmw_fastrtps has shared memory whatever the profile says; this profile sees this machine alone.
        return {profiles: str(share / "config" / "dds" / "one_machine.xml"), reach: "SYSTEM_DEFAULT"}
    return {profiles: str(share / "config" / "dds" / "network.xml")}
