# The environment of the checkout, for cargo, the built nodes and rclpy. Source it in bash: source scripts/env.bash
# It sources .ros/setup.bash unless another ROS 2 is sourced; `make build` fills build/prefix.
_surefleet_env() {
  local root dir
  root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  source "$root/scripts/ros.bash"
  if ! ros_is_sourced; then
    if [[ ! -f $root/.ros/setup.bash ]]; then
      echo "env: ROS 2 is not installed here; mend it with: make setup" >&2
      return 1
    fi
    source "$root/.ros/setup.bash"
  fi
  use_interfaces "$root/build/prefix"
  for dir in "$root"/build/prefix/lib/python3*/site-packages "$root"/build/prefix/local/lib/python3*/dist-packages; do
    if [[ -d $dir && ":${PYTHONPATH:-}:" != *":$dir:"* ]]; then
      export PYTHONPATH=$dir${PYTHONPATH:+:$PYTHONPATH}
    fi
  done
  if [[ -z ${SUREFLEET_ONNXRUNTIME:-} && -e $root/.ros/onnxruntime/libonnxruntime.so ]]; then
    export SUREFLEET_ONNXRUNTIME=$root/.ros/onnxruntime/libonnxruntime.so
  fi
  case ":$PATH:" in *":$HOME/.cargo/bin:"*) ;; *) export PATH=$PATH:$HOME/.cargo/bin ;; esac
}
_surefleet_env
