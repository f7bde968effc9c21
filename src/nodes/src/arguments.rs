use crate::NodeError;

/// Looks at the arguments before rcl does: rcl's refusal reaches us as a panic inside r2r.
///
/// Checked: parameter files exist and are YAML of the ROS form, `-p` and `-r` have a `:=`, and flags that take a
/// value have one.
///
/// # Errors
/// [`NodeError::Argument`] with the argument and the mend.
pub fn check_arguments(arguments: impl Iterator<Item = String>) -> Result<(), NodeError> {
    let mut in_ros = false;
    let mut arguments = arguments.peekable();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--ros-args" => in_ros = true,
            "--" if in_ros => in_ros = false,
            "-p" | "--param" | "-r" | "--remap" | "--params-file" | "--log-level" if in_ros => {
                let Some(value) = arguments.next() else {
                    return Err(wrong(&argument, "needs a value after it"));
                };
                check_value(&argument, &value)?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_value(flag: &str, value: &str) -> Result<(), NodeError> {
    match flag {
        "--params-file" => check_file(value),
        "-p" | "--param" => {
            let text = value.split_once(":=").ok_or_else(|| wrong(value, "write it as name:=value"))?.1;
            serde_yaml::from_str::<serde_yaml::Value>(text)
                .map(drop)
                .map_err(|error| wrong(value, &format!("the value is not YAML: {error}")))
        }
        "-r" | "--remap" if !value.contains(":=") => Err(wrong(value, "write it as from:=to")),
        _ => Ok(()),
    }
}

fn check_file(path: &str) -> Result<(), NodeError> {
    let text = std::fs::read_to_string(path).map_err(|error| wrong(path, &format!("cannot be read: {error}")))?;
    let yaml: serde_yaml::Value =
        serde_yaml::from_str(&text).map_err(|error| wrong(path, &format!("is not YAML: {error}")))?;
    let nodes = yaml.as_mapping().ok_or_else(|| wrong(path, "must map node names (or /**) to ros__parameters"))?;
    for (node, body) in nodes {
        if body.get("ros__parameters").is_none_or(|parameters| !parameters.is_mapping()) {
            let node = node.as_str().unwrap_or("?");
            return Err(wrong(path, &format!("{node} has no mapping ros__parameters below it")));
        }
    }
    Ok(())
}

fn wrong(argument: &str, wrong: &str) -> NodeError {
    NodeError::Argument { argument: argument.to_owned(), wrong: wrong.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(arguments: &[&str]) -> Result<(), String> {
        check_arguments(arguments.iter().map(ToString::to_string)).map_err(|error| error.to_string())
    }

    #[test]
    fn arguments_that_make_rcl_panic_are_refused_with_the_mend() {
        assert_eq!(check(&["--ros-args", "-p", "fleet"]), Err("argument \"fleet\": write it as name:=value".into()));
        assert_eq!(check(&["--ros-args", "-r"]), Err("argument \"-r\": needs a value after it".into()));
        let missing = check(&["--ros-args", "--params-file", "no/such.yaml"]).err().unwrap_or_default();
        assert!(missing.contains("no/such.yaml") && missing.contains("cannot be read"), "{missing}");
    }

    #[test]
    fn arguments_outside_ros_args_are_left_alone() {
        assert_eq!(check(&["-p", "fleet", "--ros-args", "-r", "__ns:=/robot_1", "--", "-p"]), Ok(()));
    }
}
