//! Reads the YAML of a file, and says in plain words what is wrong with it.

use serde::de::DeserializeOwned;

use crate::{error::DomainError, error::nearest};

/// What is wrong with a YAML text, in plain words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlMistake {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The mistake, and the field that is wrong or lacks something, such as `skills[6].takes_s`.
    pub problem: String,
    /// The correction to make.
    pub mend: String,
}

/// Reads a YAML text. `guide` is a file that shows how such a text is written.
///
/// # Errors
/// The mistake, and the correction to make.
pub fn read_yaml<T: DeserializeOwned>(yaml: &str, guide: &str) -> Result<T, YamlMistake> {
    serde_yaml::from_str(yaml).map_err(|error| {
        let (line, column) = error.location().map_or((1, 1), |at| (at.line(), at.column()));
        let raw = error.to_string().replace(&format!(" at line {line} column {column}"), "");
        let (path, raw) = without_path(&raw);
        let written = yaml.lines().nth(line - 1).unwrap_or_default();
        let (problem, mend) = in_words(raw, written, guide);
        let of = if path.is_empty() { String::new() } else { format!("{path}: ") };
        YamlMistake { line, column, problem: format!("{of}{problem}"), mend }
    })
}

/// Reads a domain or a start; `file` names it in errors.
///
/// # Errors
/// [`DomainError::Yaml`], with the line, the mistake and the correction to make.
pub(crate) fn read<T: DeserializeOwned>(yaml: &str, file: &str) -> Result<T, DomainError> {
    read_yaml(yaml, "docs/domain-language.md").map_err(|mistake| {
        let YamlMistake { line, column, problem, mend } = mistake;
        DomainError::Yaml { file: file.to_owned(), line, column, problem, mend }
    })
}

/// The path that the YAML library puts before an error, and the rest: `skills[6].takes_s: ...`.
fn without_path(raw: &str) -> (&str, &str) {
    let is_path = |path: &str| path.chars().all(|c| c.is_ascii_alphanumeric() || "_[].".contains(c));
    raw.split_once(": ").filter(|(path, _)| is_path(path)).unwrap_or(("", raw))
}

/// The mistake and the correction to make.
fn in_words(raw: &str, line: &str, guide: &str) -> (String, String) {
    let quoted = |text: &str| text.split('`').nth(1).unwrap_or_default().to_owned();
    let unknown = ["unknown field ", "unknown variant "].into_iter().find_map(|start| raw.strip_prefix(start));
    if let Some((unknown, known)) = unknown.and_then(|rest| rest.split_once(", ")) {
        let name = quoted(unknown);
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        let mend = match nearest(&name, known.iter().copied()) {
            Some(near) => format!("did you mean {near:?}?"),
            None => format!("write one of {}", known.join(", ")),
        };
        return (format!("{name:?} belongs nowhere here"), mend);
    }
    if raw.starts_with("missing field ") {
        return (format!("{:?} is missing", quoted(raw)), "add it".to_owned());
    }
    if raw.starts_with("duplicate ") {
        return (raw.to_owned(), "keep one of them".to_owned());
    }
    let invalid = ["invalid type: ", "invalid value: "].into_iter().find_map(|start| raw.strip_prefix(start));
    if let Some((found, expected)) = invalid.and_then(|rest| rest.split_once(", expected ")) {
        return of_type(found, expected, guide);
    }
    if raw.starts_with("invalid length ") {
        return (raw.to_owned(), "list as many as expected".to_owned());
    }
    if raw.starts_with("mapping values are not allowed") {
        let mend = "put the text in quotation marks, since it has a colon; or indent the line as those beside it";
        return ("a colon stands where none belongs".to_owned(), mend.to_owned());
    }
    if line.trim_start_matches(' ').starts_with('\t') {
        return ("a tab begins the line".to_owned(), "indent with spaces".to_owned());
    }
    let is_open = raw.contains("flow mapping") || raw.contains("flow sequence");
    let mend = if is_open {
        "close what is opened there, and put texts that have : , { } [ ] or # in quotation marks".to_owned()
    } else if raw.starts_with("found character that cannot start") {
        "put the text in quotation marks".to_owned()
    } else if raw.contains("did not find expected") || raw.contains("could not find expected") {
        "indent the line as those beside it".to_owned()
    } else {
        format!("{guide} shows what belongs here")
    };
    (raw.to_owned(), mend)
}

/// A value of another type than the field has.
fn of_type(found: &str, expected: &str, guide: &str) -> (String, String) {
    let found = match found {
        "map" => "a mapping",
        "sequence" => "a list",
        "unit value" => "nothing",
        other => other.split_once(' ').map_or(other, |(_, value)| value.trim_matches('`')),
    };
    let shown = format!("{guide} shows how it is written");
    let (expected, mend) = match expected {
        "a sequence" => ("a list", "put it in brackets: [...]"),
        "u8" | "u16" | "u32" | "u64" | "usize" => ("a whole number", "write the number alone, from 0 on"),
        "f64" => ("a number", "write the number alone, without its unit"),
        "a string" => ("a text", "write one text, in quotation marks if it has a colon"),
        "a boolean" => ("true or false", "write one of these"),
        other => (other, shown.as_str()),
    };
    (format!("{found} stands where {} belongs", expected.trim_end_matches(',')), mend.to_owned())
}
