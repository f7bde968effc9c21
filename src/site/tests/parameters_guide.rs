//! Checks that `docs/parameters.md` agrees with the parameter tables. This command writes the file:
//! `UPDATE_DOCS=1 cargo test -p surefleet-site --test parameters_guide`.

use std::path::Path;

use surefleet_site::{
    ParameterKind, ParameterSpec,
    parameters::{NODES, PLANNER},
};

const HEAD: &str = "# Parameters

Every parameter of every node, with its default and its range. They are read once, when the node starts; `ros2 param set` is refused. Give
them with `-p name:=value`, with a parameter file (`config/<node>.yaml` has the defaults), or with `surefleet up --params-file`.

This page is generated from the code (`src/site/src/parameters.rs`). A test fails where it is out of date; mend it with
`UPDATE_DOCS=1 cargo test -p surefleet-site --test parameters_guide`.
";

fn is_shared(spec: &ParameterSpec) -> bool {
    NODES.iter().all(|(_, specs)| specs.iter().any(|other| other.name == spec.name))
}

fn table(specs: &[&ParameterSpec]) -> String {
    let mut text = "| parameter | type | default | range | meaning |\n|---|---|---|---|---|\n".to_owned();
    for spec in specs {
        let shown = |value: Option<String>| value.map_or("must be given".to_owned(), |value| format!("`{value}`"));
        let (kind, default, range) = match spec.kind {
            ParameterKind::Flag(default) => ("boolean", shown(Some(default.to_string())), String::new()),
            ParameterKind::Text(Some("")) => ("string", "empty".to_owned(), String::new()),
            ParameterKind::Text(default) => ("string", shown(default.map(str::to_owned)), String::new()),
            ParameterKind::Number { default, least, most } => {
                ("double", shown(default.map(|value| format!("{value:?}"))), format!("{least} to {most}"))
            }
            ParameterKind::Whole { default, least, most } => {
                ("integer", shown(default.map(|value| value.to_string())), format!("{least} to {most}"))
            }
        };
        let meaning = spec.description.replace('|', "\\|").replace('<', "&lt;");
        text += &format!("| `{}` | {kind} | {default} | {range} | {meaning} |\n", spec.name);
    }
    text
}

fn guide() -> String {
    let shared: Vec<&ParameterSpec> = PLANNER.iter().filter(|spec| is_shared(spec)).collect();
    let mut text = format!("{HEAD}\n## All nodes\n\n{}", table(&shared));
    for (node, specs) in NODES {
        let own: Vec<&ParameterSpec> = specs.iter().filter(|spec| !is_shared(spec)).collect();
        text += &format!("\n## {node}\n\n{}", table(&own));
    }
    text
}

#[test]
fn the_guide_says_what_the_tables_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/parameters.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, guide()).expect("docs can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, guide(), "docs/parameters.md is out of date: UPDATE_DOCS=1 writes it");
}
