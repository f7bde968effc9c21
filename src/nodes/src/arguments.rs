use serde_yaml::Value;

use crate::{
    NodeError,
    parameters::{ParameterKind, ParameterSpec},
};

/// Looks at the arguments before rcl does: rcl's refusal reaches us as a panic inside r2r.
///
/// Checked: parameter files exist and are YAML of the ROS form, `-p` and `-r` have a `:=`, and flags that take a
/// value have one. An override of another type than the parameter is refused as well: rcl drops it without a word
/// where a parameter file gives the parameter too.
///
/// # Errors
/// [`NodeError::Argument`] with the argument and the mend.
pub(crate) fn check_arguments(
    arguments: impl Iterator<Item = String>,
    specs: &[ParameterSpec],
) -> Result<(), NodeError> {
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
                check_value(&argument, &value, specs)?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_value(flag: &str, value: &str, specs: &[ParameterSpec]) -> Result<(), NodeError> {
    match flag {
        "--params-file" => check_file(value),
        "-p" | "--param" => check_override(value, specs),
        "-r" | "--remap" if !value.contains(":=") => Err(wrong(value, "write it as from:=to")),
        _ => Ok(()),
    }
}

fn check_override(argument: &str, specs: &[ParameterSpec]) -> Result<(), NodeError> {
    let (name, text) = argument.split_once(":=").ok_or_else(|| wrong(argument, "write it as name:=value"))?;
    let value: Value =
        serde_yaml::from_str(text).map_err(|error| wrong(argument, &format!("the value is not YAML: {error}")))?;
    // A name may say which node it is meant for: node:name.
    let name = name.rsplit(':').next().unwrap_or(name);
    match specs.iter().find(|spec| spec.name == name) {
        Some(spec) if !is_of_kind(&value, spec.kind) => {
            let (kind, example) = spec.kind.described();
            Err(wrong(argument, &format!("{name} is of type {kind}; write it like {name}:={example}")))
        }
        _ => Ok(()),
    }
}

/// As rcl reads YAML: a whole number is no double, and more words than true and false are boolean.
fn is_of_kind(value: &Value, kind: ParameterKind) -> bool {
    const FLAGS: [&str; 8] = ["y", "yes", "on", "true", "n", "no", "off", "false"];
    let is_flag = |text: &str| FLAGS.contains(&text.to_ascii_lowercase().as_str());
    match (kind, value) {
        (ParameterKind::Flag(_), Value::Bool(_)) => true,
        (ParameterKind::Flag(_), Value::String(text)) => is_flag(text),
        (ParameterKind::Text(_), Value::String(text)) => !is_flag(text),
        (ParameterKind::Number { .. }, Value::Number(number)) => number.is_f64(),
        (ParameterKind::Whole { .. }, Value::Number(number)) => !number.is_f64(),
        _ => false,
    }
}

fn check_file(path: &str) -> Result<(), NodeError> {
    let text = std::fs::read_to_string(path).map_err(|error| wrong(path, &format!("cannot be read: {error}")))?;
    let yaml: Value = serde_yaml::from_str(&text).map_err(|error| wrong(path, &format!("is not YAML: {error}")))?;
    let nodes = yaml.as_mapping().ok_or_else(|| wrong(path, "must map node names (or /**) to ros__parameters"))?;
    match nodes.iter().find(|(_, body)| !names_parameters(body)) {
        None => Ok(()),
        Some((node, _)) => {
            let node = node.as_str().unwrap_or("?");
            Err(wrong(path, &format!("{node} has no mapping ros__parameters below it")))
        }
    }
}

/// Whether there are parameters below a node's name, or below each of the nodes in a namespace.
fn names_parameters(body: &Value) -> bool {
    match body.get("ros__parameters") {
        Some(parameters) => parameters.is_mapping(),
        None => body.as_mapping().is_some_and(|nodes| !nodes.is_empty() && nodes.values().all(names_parameters)),
    }
}

fn wrong(argument: &str, wrong: &str) -> NodeError {
    NodeError::Argument { argument: argument.to_owned(), wrong: wrong.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(arguments: &[&str]) -> Result<(), String> {
        let spec = |name, kind| ParameterSpec { name, kind, description: "" };
        let specs = [
            spec("fleet", ParameterKind::Text(None)),
            spec("autostart", ParameterKind::Flag(true)),
            spec("period_ms", ParameterKind::Whole { default: None, least: 1, most: 9 }),
            spec("deadline_s", ParameterKind::Number { default: None, least: 0.0, most: 9.0 }),
        ];
        check_arguments(arguments.iter().map(ToString::to_string), &specs).map_err(|error| error.to_string())
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

    #[test]
    fn parameter_files_name_nodes_and_nodes_in_namespaces() -> std::io::Result<()> {
        let path = std::env::temp_dir().join(format!("surefleet-arguments-{}.yaml", std::process::id()));
        let given = |text: &str| -> std::io::Result<bool> {
            std::fs::write(&path, text)?;
            Ok(check(&["--ros-args", "--params-file", &path.display().to_string()]).is_ok())
        };
        assert!(given("/**: {ros__parameters: {fleet: a.yaml}}")?);
        assert!(given("/robot_1: {planner: {ros__parameters: {fleet: a.yaml}}}")?);
        assert!(
            !given("planner: {fleet: a.yaml}")? && !given("planner: {}")? && !given("planner: {ros__parameters: 3}")?
        );
        std::fs::remove_file(&path)
    }

    #[test]
    fn overrides_of_another_type_are_refused_since_rcl_would_drop_them() {
        let given = |argument: &str| check(&["--ros-args", "-p", argument]);
        assert_eq!(
            given("period_ms:=5.0"),
            Err("argument \"period_ms:=5.0\": period_ms is of type integer; write it like period_ms:=1".into())
        );
        assert_eq!(
            given("monitor:deadline_s:=5"),
            Err("argument \"monitor:deadline_s:=5\": deadline_s is of type double; write it like deadline_s:=1.0"
                .into())
        );
        for wrong in ["fleet:=3", "fleet:=true", "fleet:=off", "autostart:=1", "period_ms:=five", "deadline_s:=[1.0]"] {
            assert!(given(wrong).is_err(), "{wrong}");
        }
        for right in
            ["fleet:=a.yaml", "autostart:=Off", "autostart:=true", "period_ms:=-5", "deadline_s:=1e-1", "other:=3"]
        {
            assert_eq!(given(right), Ok(()), "{right}");
        }
    }
}
