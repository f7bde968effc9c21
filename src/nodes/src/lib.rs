//! The ROS 2 nodes: the only crate that links r2r.
