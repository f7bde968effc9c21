"""RViz with the help desk, and the frame in which the simulated household is drawn."""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node


def generate_launch_description():
    return LaunchDescription(
        [
            DeclareLaunchArgument("namespace", default_value="", description="Namespace of the fleet; empty: none"),
            DeclareLaunchArgument(
                "frame", default_value="true", description="Whether to publish the frame map; false where a localisation does"
            ),
            OpaqueFunction(function=nodes),
        ]
    )


def nodes(context):
    namespace = LaunchConfiguration("namespace").perform(context)
    config = Path(get_package_share_directory("surefleet")) / "rviz" / "fleet.rviz"
    rviz = Node(package="rviz2", executable="rviz2", namespace=namespace, arguments=["-d", str(config)], output="both")
    frame = Node(
        package="tf2_ros",
        executable="static_transform_publisher",
        name="household_frame",
        namespace=namespace,
        arguments=["--frame-id", "map", "--child-frame-id", "household"],
    )
    return [frame, rviz] if LaunchConfiguration("frame").perform(context) == "true" else [rviz]
