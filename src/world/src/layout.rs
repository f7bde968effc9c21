//! Reads the YAML of a file, and says in plain words what is wrong with it.

use serde::de::DeserializeOwned;

use crate::{error::DomainError, error::nearest};

/// Reads a file; `file` names it in errors.
///
/// # Errors
/// [`DomainError::Yaml`], with the line, the mistake and the correction to make.
pub(crate) fn read<T: DeserializeOwned>(yaml: &str, file: &str) -> Result<T, DomainError> {
    serde_yaml::from_str(yaml).map_err(|error| {
        let (line, column) = error.location().map_or((1, 1), |at| (at.line(), at.column()));
        let raw = error.to_string().replace(&format!(" at line {line} column {column}"), "");
        let (field, raw) = without_path(&raw);
        let written = yaml.lines().nth(line - 1).unwrap_or_default();
        let (problem, mend) = in_words(field, raw, written);
        DomainError::Yaml { file: file.to_owned(), line, column, problem, mend }
    })
}

/// The innermost field of a path that the YAML library puts before an error, and the rest: `skills[6].takes_s: ...`.
fn without_path(raw: &str) -> (&str, &str) {
    let is_path = |path: &str| path.chars().all(|c| c.is_ascii_alphanumeric() || "_[].".contains(c));
    match raw.split_once(": ") {
        Some((path, rest)) if is_path(path) => {
            let field = path.rsplit('.').next().unwrap_or(path);
            (field.split('[').next().unwrap_or(field), rest)
        }
        _ => ("", raw),
    }
}

/// The mistake and the correction to make.
fn in_words(field: &str, raw: &str, line: &str) -> (String, String) {
    let quoted = |text: &str| text.split('`').nth(1).unwrap_or_default().to_owned();
    if let Some((unknown, known)) = raw.strip_prefix("unknown field ").and_then(|rest| rest.split_once(", ")) {
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
    if let Some((found, expected)) = raw.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected "))
    {
        return of_type(field, found, expected);
    }
    if raw.starts_with("invalid length ") {
        return (format!("{field}: {raw}"), "list as many as expected".to_owned());
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
        "close what is opened there, and put texts that have : , { } [ ] or # in quotation marks"
    } else if raw.starts_with("found character that cannot start") {
        "put the text in quotation marks"
    } else if raw.contains("did not find expected") || raw.contains("could not find expected") {
        "indent the line as those beside it"
    } else {
        "docs/domain-language.md shows what belongs here"
    };
    (raw.to_owned(), mend.to_owned())
}

/// A value of another type than the field has.
fn of_type(field: &str, found: &str, expected: &str) -> (String, String) {
    let found = match found {
        "map" => "a mapping",
        "sequence" => "a list",
        "unit value" => "nothing",
        other => other.split_once(' ').map_or(other, |(_, value)| value.trim_matches('`')),
    };
    let (expected, mend) = match expected {
        "a sequence" => ("a list", "put it in brackets: [...]"),
        "f64" => ("a number", "write the number alone, without its unit"),
        "a string" => ("a text", "write one text, in quotation marks if it has a colon"),
        "a boolean" => ("true or false", "write one of these"),
        other => (other, "docs/domain-language.md shows how it is written"),
    };
    let of = if field.is_empty() { String::new() } else { format!("{field}: ") };
    (format!("{of}{found} stands where {} belongs", expected.trim_end_matches(',')), mend.to_owned())
}
