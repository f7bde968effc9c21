#!/usr/bin/env bash
# Runs a command with ROS 2 and surefleet sourced.
set -eo pipefail
source /opt/ros/jazzy/setup.bash
source /opt/surefleet/setup.bash
exec "$@"
