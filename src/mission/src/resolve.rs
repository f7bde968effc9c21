//! Turns a declared domain into a [`Transport`].

use surefleet_fleet::Digest;

use crate::{
    MissionError, Options, Transport, declaration::Declaration, resolve_skill, resolver::Resolver,
    vocabulary::Vocabulary,
};

const HOUSEHOLD: &str = include_str!("../../../config/domains/household.yaml");

impl Transport {
    /// Reads a domain file; `file` names it in errors.
    ///
    /// # Errors
    /// [`MissionError::Yaml`] and [`MissionError::Domain`], both with the file, the line and the correction to make.
    pub fn parse(yaml: &str, file: &str) -> Result<Self, MissionError> {
        let declared: Declaration = serde_yaml::from_str(yaml).map_err(|error| {
            let (line, column) = error.location().map_or((1, 1), |at| (at.line(), at.column()));
            let place = format!(" at line {line} column {column}");
            MissionError::Yaml { file: file.to_owned(), line, column, problem: error.to_string().replace(&place, "") }
        })?;
        resolve(Resolver::new(yaml, file), &declared)
    }

    /// The household that comes with surefleet: `config/domains/household.yaml`.
    pub fn household() -> Self {
        Self::parse(HOUSEHOLD, "config/domains/household.yaml").expect("the tests read this very text")
    }
}

/// Resolves the declarations.
fn resolve(mut resolver: Resolver, declared: &Declaration) -> Result<Transport, MissionError> {
    resolve_skill::signatures(&resolver, declared)?;
    let (items, places, groups) = resolver.objects(declared)?;
    let containers = declared.containers.len();
    let vocabulary = Vocabulary::new(&items, &places, &groups).map_err(|(phrase, why)| {
        resolver.fault("items", &phrase, format!("{phrase:?} {why}"), "every phrase means one thing")
    })?;
    let canonical = serde_yaml::to_string(declared).expect("what was read from YAML is writable as YAML");
    let mut domain = Transport {
        name: declared.domain.clone(),
        digest: Digest::of([b"domain-1".as_slice(), canonical.as_bytes()]),
        items,
        places,
        containers,
        groups,
        skills: Vec::new(),
        options: Options::none(),
        vocabulary,
    };
    for skill in &declared.skills {
        domain.skills.push(resolve_skill::skill(&resolver, skill)?);
    }
    let mut choices = Vec::new();
    for (index, skill) in declared.skills.iter().enumerate() {
        choices.extend(resolve_skill::choices(&resolver, &domain, index, skill)?);
    }
    domain.options = Options::new(choices)
        .map_err(|problem| resolver.fault("skills", "skills", problem, "declare each action once, and idle"))?;
    Ok(domain)
}
