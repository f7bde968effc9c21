//! The file that says how a world may be at the start.

use serde::{Deserialize, Serialize};
use surefleet_fleet::{Digest, Facts};

use crate::{
    DomainError,
    domain::Domain,
    expression::{Pattern, Variable},
    formula::{Formula, Term},
    ids::{ObjectId, TypeId},
    names::{Names, Resolved},
    scope::Scope,
    start::{Demo, Draw, Outcome, Start},
    yaml,
};

/// The name of the drawn value in `where`.
const VALUE: &str = "value";

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Declaration {
    domain: String,
    #[serde(default)]
    facts: Vec<String>,
    #[serde(default)]
    draws: Vec<DrawDeclaration>,
    #[serde(default, skip_serializing)]
    demo: Option<Demo>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct DrawDeclaration {
    draw: String,
    #[serde(default, rename = "for")]
    about: Option<String>,
    #[serde(default, rename = "if")]
    condition: Option<String>,
    #[serde(default)]
    from: Option<serde_yaml::Mapping>,
    #[serde(default, rename = "where")]
    fitting: Option<String>,
    #[serde(default)]
    different: bool,
    #[serde(default)]
    value: Option<String>,
    #[serde(default = "certain")]
    chance: f64,
    #[serde(default)]
    unknown: f64,
}

fn certain() -> f64 {
    1.0
}

impl Start {
    /// Reads the file of a start in this domain; `file` names it in errors.
    ///
    /// # Errors
    /// [`DomainError`], with the file, the line and the correction to make.
    pub fn parse(yaml: &str, file: &str, domain: &Domain) -> Result<Self, DomainError> {
        let declared: Declaration = yaml::read(yaml, file)?;
        let names = Names::of(domain, yaml, file);
        if declared.domain != domain.name() {
            let problem = format!("this is a start of domain {:?}", declared.domain);
            return Err(names.fault("domain", &declared.domain, problem, format!("name {:?}", domain.name())));
        }
        let draws = declared.draws.iter().map(|one| draw(&names, one)).collect::<Resolved<Vec<_>>>()?;
        let canonical = serde_yaml::to_string(&declared).expect("what was read from YAML is writable as YAML");
        let digest = Digest::of([b"start-1".as_slice(), canonical.as_bytes()]);
        Ok(Self { facts: Facts::new(declared.facts), draws, demo: declared.demo, digest })
    }
}

fn draw(names: &Names<'_>, declared: &DrawDeclaration) -> Resolved<Draw> {
    let owner = declared.draw.as_str();
    let mut scope = Scope::new(names, owner, vec![]);
    let mut about: Vec<Vec<TypeId>> = Vec::new();
    if let Some(text) = &declared.about {
        for variable in &scope.of_text(text).parsed(Variable::parse_all(text))? {
            let (inner, types) = scope.with(variable)?;
            scope = inner;
            about.push(types);
        }
    }
    let Pattern { name, arguments, value: None } = scope.parsed(Pattern::parse(owner))? else {
        return Err(scope.fault(owner, format!("{owner:?} tells the value"), "give the value with `value` or `from`"));
    };
    let predicate = scope.stored(&name)?;
    let no_new = |_| scope.fault(owner, format!("{owner:?} declares a variable"), "declare it under `for`");
    let arguments = arguments.into_iter().map(|one| one.map_or_else(Ok, |new| Err(no_new(new))));
    let arguments = scope.arguments(predicate, &arguments.collect::<Resolved<Vec<_>>>()?)?;
    let types = names.predicate(predicate).value.clone();
    let outcome = match (&types, &declared.from, &declared.value) {
        (None, None, None) => Outcome::Truth { chance: share(&scope, declared.chance)? },
        (Some(types), Some(from), None) => {
            let among = from.iter().map(|(name, weight)| among(&scope, types, name, weight));
            let among = among.collect::<Resolved<Vec<_>>>()?;
            let variable = Variable { name: VALUE.to_owned(), types: vec!["object".to_owned()] };
            let (inner, _) = scope.with(&variable)?;
            let fitting = match &declared.fitting {
                Some(text) => inner.formula_text(text)?,
                None => Formula::Constant(true),
            };
            Outcome::From { among, fitting, different: declared.different }
        }
        (Some(types), None, Some(text)) => {
            let term = scope.term_text(text)?;
            scope.check_type(&name, &term, types)?;
            Outcome::Value(term)
        }
        (None, ..) => return Err(scope.fault(owner, format!("{name:?} has no value"), "give it a chance")),
        (Some(_), ..) => {
            let problem = format!("the value of {name:?} is not told in one way");
            return Err(scope.fault(owner, problem, "give `from` or `value`"));
        }
    };
    let condition = match &declared.condition {
        Some(text) => scope.formula_text(text)?,
        None => Formula::Constant(true),
    };
    let unknown = share(&scope, declared.unknown)?;
    Ok(Draw { about, condition, predicate, arguments, outcome, unknown })
}

/// The objects behind an entry of `from`, and their weight together.
fn among(
    scope: &Scope<'_, '_>,
    types: &[TypeId],
    name: &serde_yaml::Value,
    weight: &serde_yaml::Value,
) -> Resolved<(Result<TypeId, ObjectId>, f64)> {
    let name = name.as_str().unwrap_or_default();
    let known = scope.names.find_type(name).map(Ok).or_else(|| scope.names.find_object(name).map(Err));
    let all = scope.names.types.iter().map(|one| one.name.as_str());
    let all = all.chain(scope.names.objects.iter().map(|one| one.name.as_str()));
    let known = known.ok_or_else(|| scope.names.unknown(&scope.owner, name, "type or object", all))?;
    match known {
        Ok(of) if !scope.names.may_meet(&[of], types) => {
            let problem = format!("no {name} can be the value here");
            return Err(scope.fault(name, problem, format!("name one that is: {}", scope.names.type_words(types))));
        }
        Err(object) => scope.check_type(name, &Term::Constant(object), types)?,
        Ok(_) => {}
    }
    match weight.as_f64() {
        Some(weight) if weight > 0.0 && weight.is_finite() => Ok((known, weight)),
        _ => Err(scope.fault(name, format!("the weight of {name:?} is no number above 0"), "give one, such as 1")),
    }
}

fn share(scope: &Scope<'_, '_>, share: f64) -> Resolved<f64> {
    if (0.0..=1.0).contains(&share) {
        return Ok(share);
    }
    Err(scope.fault(&scope.owner, format!("{share} is no probability"), "give a number from 0 to 1"))
}
