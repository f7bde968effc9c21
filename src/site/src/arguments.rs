use std::{collections::BTreeMap, path::Path};

use serde_yaml::Value;
use tracing::level_filters::LevelFilter;

use crate::{
    error::SiteError,
    namespace::FleetNamespace,
    parameters::{NODES, ParameterKind, ParameterSpec, ParameterValue},
};

/// A node's settings from the arguments that ROS defines.
#[derive(Debug, Clone, Default)]
pub struct Arguments {
    /// The log level (`--log-level`).
    pub log_level: Option<LevelFilter>,
    /// The given parameters by name. If one is given several times, the last value counts.
    pub given: BTreeMap<&'static str, ParameterValue>,
    /// Given parameters that the node does not have; others may have them. One sentence for each.
    pub unknown: Vec<String>,
}

/// The full name of the node that reads the arguments.
struct Named {
    namespace: String,
    name: String,
}

/// Reads the arguments before rcl does, for three reasons. If rcl refuses an argument, r2r panics. A value of another
/// type disappears in both without a message. And `/**` is the only wildcard that r2r knows.
///
/// Refuses unknown arguments, parameter files that cannot be read or lack the ROS format, values of another type than
/// the parameter (in every file), and parameters that are given by the node's name but that the node does not have.
///
/// # Errors
/// [`SiteError::Argument`] with the argument and the remedy.
pub fn read_arguments(
    arguments: impl Iterator<Item = String>,
    node: &str,
    specs: &'static [ParameterSpec],
) -> Result<Arguments, SiteError> {
    let ros = pairs(arguments)?;
    let node = Named::of(node, &ros)?;
    let mut read = Arguments::default();
    for (flag, value) in &ros {
        match flag.as_str() {
            "--params-file" => read.file(value, &node, specs)?,
            "-p" | "--param" => read.parameter(value, &node, specs)?,
            "--log-level" => read.log_level = log_level(value, &node)?.or(read.log_level),
            _ => {}
        }
    }
    Ok(read)
}

/// Checks that every node of the suite accepts this parameter file.
///
/// # Errors
/// The error of the first node that refuses it.
pub fn check_parameters(file: &Path) -> Result<(), SiteError> {
    NODES.into_iter().try_for_each(|(node, specs)| {
        let arguments = ["--ros-args", "--params-file", &file.to_string_lossy()].map(str::to_owned);
        read_arguments(arguments.into_iter(), node, specs).map(drop)
    })
}

/// The arguments for ROS, each flag with its value; empty if the flag takes none.
fn pairs(arguments: impl Iterator<Item = String>) -> Result<Vec<(String, String)>, SiteError> {
    const WITH_VALUE: [&str; 10] = [
        "-p",
        "--param",
        "-r",
        "--remap",
        "--params-file",
        "--log-level",
        "--log-config-file",
        "--log-file-name",
        "-e",
        "--enclave",
    ];
    const LOGS: [&str; 3] = ["rosout-logs", "stdout-logs", "external-lib-logs"];
    let mut in_ros = false;
    let mut found = Vec::new();
    let mut arguments = arguments;
    while let Some(argument) = arguments.next() {
        let is_switch = ["--enable-", "--disable-"]
            .iter()
            .any(|verb| argument.strip_prefix(verb).is_some_and(|what| LOGS.contains(&what)));
        match argument.as_str() {
            "--ros-args" => in_ros = true,
            _ if !in_ros => {}
            "--" => in_ros = false,
            flag if WITH_VALUE.contains(&flag) => {
                let Some(value) = arguments.next() else {
                    return Err(wrong(&argument, "needs a value after it"));
                };
                if matches!(flag, "-r" | "--remap") && !value.contains(":=") {
                    return Err(wrong(&value, "write it as from:=to"));
                }
                found.push((argument, value));
            }
            _ if is_switch => found.push((argument, String::new())),
            _ => return Err(wrong(&argument, "is no argument of ROS; what is not for ROS stands before --ros-args")),
        }
    }
    Ok(found)
}

impl Named {
    /// Applies the remapping rules (`__ns`, `__node`).
    fn of(node: &str, ros: &[(String, String)]) -> Result<Self, SiteError> {
        let mut named = Self { namespace: String::new(), name: node.to_owned() };
        let rules = ros.iter().filter(|(flag, _)| matches!(flag.as_str(), "-r" | "--remap"));
        for (from, to) in rules.filter_map(|(_, rule)| rule.split_once(":=")) {
            match from.rsplit(':').next().unwrap_or(from) {
                "__ns" if !to.starts_with('/') => {
                    return Err(wrong(to, "is no namespace: it begins with a /, such as /robot_1"));
                }
                "__ns" => named.namespace = to.parse::<FleetNamespace>()?.name("").trim_end_matches('/').to_owned(),
                "__node" | "__name"
                    if to.is_empty() || !to.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') =>
                {
                    return Err(wrong(to, "is no name of a node: use letters, digits and _"));
                }
                "__node" | "__name" => named.name = to.to_owned(),
                _ => {}
            }
        }
        Ok(named)
    }

    fn full(&self) -> String {
        format!("{}/{}", self.namespace, self.name)
    }

    /// Whether the section of a parameter file applies to the node.
    fn section(&self, section: &str) -> Section {
        if matches!(section, "/**" | "**") {
            Section::Everybody
        } else if section == self.name || matches(&parts(section), &parts(&self.full())) {
            Section::Own
        } else {
            Section::Others
        }
    }
}

/// The nodes that a section of a parameter file applies to.
#[derive(Debug, PartialEq)]
enum Section {
    Everybody,
    Own,
    Others,
}

fn parts(name: &str) -> Vec<&str> {
    name.split('/').filter(|part| !part.is_empty()).collect()
}

/// Whether a name matches a pattern with `*` (any part) and `**` (any number of parts).
fn matches(pattern: &[&str], name: &[&str]) -> bool {
    match (pattern, name) {
        (["**", rest @ ..], _) => (0..=name.len()).any(|skipped| matches(rest, &name[skipped..])),
        ([part, rest @ ..], [first, others @ ..]) => (*part == "*" || part == first) && matches(rest, others),
        _ => pattern.is_empty() && name.is_empty(),
    }
}

/// Reads a level, or a logger's level, which counts only if the logger is the node's.
fn log_level(value: &str, node: &Named) -> Result<Option<LevelFilter>, SiteError> {
    let (logger, level) = value.split_once(":=").map_or((None, value), |(logger, level)| (Some(logger), level));
    let level = match level.to_ascii_lowercase().as_str() {
        "debug" => LevelFilter::DEBUG,
        "info" => LevelFilter::INFO,
        "warn" => LevelFilter::WARN,
        "error" | "fatal" => LevelFilter::ERROR,
        "unset" => return Ok(None),
        _ => return Err(wrong(value, "is no log level: write debug, info, warn, error or fatal")),
    };
    let own = parts(&node.full()).join(".");
    Ok((logger.is_none_or(|logger| logger == node.name || logger == own)).then_some(level))
}

impl Arguments {
    /// Reads a `-p` argument.
    fn parameter(&mut self, argument: &str, node: &Named, specs: &'static [ParameterSpec]) -> Result<(), SiteError> {
        let (name, text) = argument.split_once(":=").ok_or_else(|| wrong(argument, "write it as name:=value"))?;
        let value: Value =
            serde_yaml::from_str(text).map_err(|error| wrong(argument, &format!("the value is not YAML: {error}")))?;
        // The name may contain the node that it is meant for: node:name.
        let (section, name) =
            name.rsplit_once(':').map_or((Section::Everybody, name), |(of, name)| (node.section(of), name));
        self.value(argument, &section, (name, &value), specs)
    }

    /// Reads a parameter file.
    fn file(&mut self, path: &str, node: &Named, specs: &'static [ParameterSpec]) -> Result<(), SiteError> {
        let text = std::fs::read_to_string(path).map_err(|error| wrong(path, &format!("cannot be read: {error}")))?;
        let yaml: Value = serde_yaml::from_str(&text).map_err(|error| wrong(path, &format!("is not YAML: {error}")))?;
        if !yaml.is_mapping() {
            return Err(wrong(path, "must map node names (or /**) to ros__parameters"));
        }
        let mut sections = Vec::new();
        collect(path, "", &yaml, &mut sections)?;
        for (name, values) in sections {
            let (section, place) = (node.section(&name), format!("{path}, section {name}"));
            for (name, value) in flat("", values) {
                self.value(&place, &section, (&name, value), specs)?;
            }
        }
        Ok(())
    }

    /// Takes one value given in a section.
    fn value(
        &mut self,
        place: &str,
        section: &Section,
        (name, value): (&str, &Value),
        specs: &'static [ParameterSpec],
    ) -> Result<(), SiteError> {
        match (specs.iter().find(|spec| spec.name == name), section) {
            (_, Section::Others) => {}
            (Some(spec), _) => {
                let (kind, example) = spec.kind.described();
                let value = read_as(value, spec.kind).ok_or_else(|| {
                    let mend = format!("write it like {name}: {example} (-p {name}:={example})");
                    wrong(place, &format!("{name} is of type {kind}; {mend}"))
                })?;
                self.given.insert(spec.name, value);
            }
            (None, Section::Own) => {
                let known: Vec<&str> = specs.iter().map(|spec| spec.name).collect();
                return Err(wrong(place, &format!("this node has no parameter {name}; it has {}", known.join(", "))));
            }
            (None, Section::Everybody) => {
                self.unknown.push(format!("{place} gives {name}, which is no parameter of this node"));
            }
        }
        Ok(())
    }
}

/// A value of this kind, read like rcl reads YAML: a whole number is not a double, and words like yes are boolean too.
fn read_as(value: &Value, kind: ParameterKind) -> Option<ParameterValue> {
    let flag = |text: &str| match text.to_ascii_lowercase().as_str() {
        "y" | "yes" | "on" | "true" => Some(true),
        "n" | "no" | "off" | "false" => Some(false),
        _ => None,
    };
    match (kind, value) {
        (ParameterKind::Flag(_), Value::Bool(value)) => Some(ParameterValue::Flag(*value)),
        (ParameterKind::Flag(_), Value::String(text)) => flag(text).map(ParameterValue::Flag),
        (ParameterKind::Text(_), Value::String(text)) if flag(text).is_none() => {
            Some(ParameterValue::Text(text.clone()))
        }
        (ParameterKind::Number { .. }, Value::Number(number)) if number.is_f64() => {
            number.as_f64().map(ParameterValue::Number)
        }
        (ParameterKind::Whole { .. }, Value::Number(number)) => number.as_i64().map(ParameterValue::Whole),
        _ => None,
    }
}

/// Collects the sections of a parameter file by the names of their nodes, which may be nested in namespaces.
fn collect<'a>(path: &str, above: &str, body: &'a Value, into: &mut Vec<(String, &'a Value)>) -> Result<(), SiteError> {
    for (key, below) in body.as_mapping().into_iter().flatten() {
        let key = key.as_str().unwrap_or("?");
        let name = if above.is_empty() { key.to_owned() } else { format!("{above}/{}", key.trim_start_matches('/')) };
        match below.get("ros__parameters") {
            Some(values) if values.is_mapping() => into.push((name, values)),
            None if below.as_mapping().is_some_and(|nodes| !nodes.is_empty()) => collect(path, &name, below, into)?,
            _ => return Err(wrong(path, &format!("{name} has no mapping ros__parameters below it"))),
        }
    }
    Ok(())
}

/// The values of a section. Values of a nested mapping get the mapping's name and a dot as prefix.
fn flat<'a>(above: &str, values: &'a Value) -> Vec<(String, &'a Value)> {
    let named = values.as_mapping().into_iter().flatten().map(|(key, value)| {
        let key = key.as_str().unwrap_or("?");
        (if above.is_empty() { key.to_owned() } else { format!("{above}.{key}") }, value)
    });
    named.flat_map(|(name, value)| if value.is_mapping() { flat(&name, value) } else { vec![(name, value)] }).collect()
}

fn wrong(argument: &str, wrong: &str) -> SiteError {
    SiteError::Argument { argument: argument.to_owned(), wrong: wrong.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &[&str]) -> Result<Arguments, String> {
        const fn spec(name: &'static str, kind: ParameterKind) -> ParameterSpec {
            ParameterSpec { name, kind, description: "" }
        }
        const SPECS: &[ParameterSpec] = &[
            spec("fleet", ParameterKind::Text(None)),
            spec("autostart", ParameterKind::Flag(true)),
            spec("period_ms", ParameterKind::Whole { default: None, least: 1, most: 9 }),
            spec("deadline_s", ParameterKind::Number { default: None, least: 0.0, most: 9.0 }),
        ];
        read_arguments(arguments.iter().map(ToString::to_string), "planner", SPECS).map_err(|error| error.to_string())
    }

    fn check(arguments: &[&str]) -> Result<(), String> {
        read(arguments).map(drop)
    }

    /// Reads parameter files for the node planner of robot_1: the given values, and the notes on others' parameters.
    fn with_files(texts: &[&str]) -> Result<(String, Vec<String>), String> {
        use std::sync::atomic::{AtomicU32, Ordering};
        static FILES: AtomicU32 = AtomicU32::new(0);
        let mut names = Vec::new();
        for text in texts {
            let number = FILES.fetch_add(1, Ordering::Relaxed);
            let name = format!("surefleet-arguments-{}-{number}.yaml", std::process::id());
            let path = std::env::temp_dir().join(name).display().to_string();
            std::fs::write(&path, text).map_err(|error| error.to_string())?;
            names.push(path);
        }
        let mut arguments = vec!["--ros-args", "-r", "__ns:=/robot_1"];
        arguments.extend(names.iter().flat_map(|name| ["--params-file", name]));
        let read = read(&arguments);
        names.iter().try_for_each(std::fs::remove_file).map_err(|error| error.to_string())?;
        let cut = |text: String| names.iter().fold(text, |text, name| text.replace(name, "FILE"));
        let given = |read: &Arguments| {
            let pairs = read.given.iter().map(|(name, value)| format!("{name}={value:?}"));
            pairs.collect::<Vec<_>>().join(" ")
        };
        read.map(|read| (given(&read), read.unknown.into_iter().map(cut).collect())).map_err(cut)
    }

    fn with_file(text: &str) -> Result<(String, Vec<String>), String> {
        with_files(&[text])
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
    fn parameter_files_name_nodes_and_nodes_in_namespaces() {
        let is_read = |text: &str| with_file(text).is_ok();
        assert!(is_read("/**: {ros__parameters: {fleet: a.yaml}}"));
        assert!(is_read("/robot_1: {planner: {ros__parameters: {fleet: a.yaml}}}"));
        assert!(!is_read("planner: {fleet: a.yaml}") && !is_read("planner: {}"));
        assert!(!is_read("planner: {ros__parameters: 3}"));
    }

    #[test]
    fn what_a_file_gives_the_node_in_another_type_or_by_another_name_is_refused() {
        assert_eq!(
            with_file("/robot_1/planner: {ros__parameters: {period_ms: 5.0}}"),
            Err("argument \"FILE, section /robot_1/planner\": period_ms is of type integer; write it like period_ms: 1 \
                 (-p period_ms:=1)"
                .into())
        );
        let unknown = with_file("planner: {ros__parameters: {periodms: 5}}").err().unwrap_or_default();
        assert!(unknown.contains("no parameter periodms; it has fleet, autostart, period_ms"), "{unknown}");
        assert!(with_file("/**: {ros__parameters: {period_ms: five}}").is_err());
    }

    #[test]
    fn sections_name_the_node_with_wildcards_and_the_last_one_counts() {
        for own in ["planner", "/robot_1/planner", "robot_1/planner", "/*/planner", "/**/planner", "/robot_1/*", "/**"]
        {
            let given = with_file(&format!("{own}: {{ros__parameters: {{period_ms: 5}}}}"));
            assert_eq!(given, Ok(("period_ms=Whole(5)".into(), vec![])), "{own}");
        }
        let (first, second) = ("planner: {ros__parameters: {period_ms: 5}}", "/**: {ros__parameters: {period_ms: 6}}");
        assert_eq!(with_files(&[first, second]).map(|read| read.0), Ok("period_ms=Whole(6)".into()));
        assert_eq!(with_files(&[second, first]).map(|read| read.0), Ok("period_ms=Whole(5)".into()));
    }

    #[test]
    fn what_is_for_others_is_left_alone_and_what_may_be_is_told() {
        let others = "/robot_2/planner: {ros__parameters: {period_ms: 5.0, a: 1}}\n/*/other: {ros__parameters: {a: 1}}";
        assert_eq!(with_file(others), Ok((String::new(), vec![])));
        assert_eq!(
            with_file("/**: {ros__parameters: {period_ms: 5, camera: {rate: 3}}}"),
            Ok((
                "period_ms=Whole(5)".into(),
                vec!["FILE, section /** gives camera.rate, which is no parameter of this node".into()]
            ))
        );
        assert_eq!(read(&["--ros-args", "-p", "other:=3"]).map(|read| read.unknown.len()), Ok(1));
        let others = read(&["--ros-args", "-p", "monitor:fleet:=3"]).map(|read| (read.given.len(), read.unknown.len()));
        assert_eq!(others, Ok((0, 0)), "it is another node's");
        assert!(read(&["--ros-args", "-p", "planner:other:=3"]).is_err());
    }

    #[test]
    fn the_log_level_is_that_of_the_node_or_of_all() {
        let level = |value: &str| read(&["--ros-args", "--log-level", value]).map(|read| read.log_level);
        assert_eq!(level("DEBUG"), Ok(Some(LevelFilter::DEBUG)));
        assert_eq!(level("planner:=warn"), Ok(Some(LevelFilter::WARN)));
        assert_eq!(level("rcl:=debug"), Ok(None));
        assert!(level("loud").is_err() && level("planner:=loud").is_err());
        let own = ["--ros-args", "-r", "__ns:=/north/robot_1", "--log-level", "north.robot_1.planner:=error"];
        assert_eq!(read(&own).map(|read| read.log_level), Ok(Some(LevelFilter::ERROR)));
    }

    #[test]
    fn what_rcl_would_pass_over_or_panic_at_is_refused() {
        for wrong in ["--no-such", "robot_1", "--disable-no-logs"] {
            assert!(check(&["--ros-args", wrong]).is_err(), "{wrong}");
        }
        assert_eq!(check(&["--ros-args", "--disable-rosout-logs", "-e", "/here", "--log-file-name", "x"]), Ok(()));
        assert!(check(&["--ros-args", "-r", "__ns:=robot_1"]).is_err());
    }

    #[test]
    fn overrides_of_another_type_are_refused_since_rcl_would_drop_them() {
        let given = |argument: &str| check(&["--ros-args", "-p", argument]);
        assert_eq!(
            given("period_ms:=5.0"),
            Err("argument \"period_ms:=5.0\": period_ms is of type integer; write it like period_ms: 1 (-p period_ms:=1)"
                .into())
        );
        assert_eq!(
            given("planner:deadline_s:=5"),
            Err("argument \"planner:deadline_s:=5\": deadline_s is of type double; write it like deadline_s: 1.0 \
                 (-p deadline_s:=1.0)"
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
