//! Turns a declared domain into a [`Domain`].

use surefleet_fleet::Digest;

use crate::{
    DomainError,
    declaration::{Declaration, MemberDeclaration, ObjectDeclaration, PredicateDeclaration, TypeDeclaration},
    dependencies,
    domain::{Case, Domain, Example, Ground, Object, Origin, Pose, Predicate, Type},
    expression::{Expression, Signature, Variable, parse_types},
    formula::Term,
    ids::TypeId,
    names::{Names, Resolved},
    resolve_law, resolve_skill,
    scope::Scope,
    yaml,
};

/// The preposition where no type says another.
const USUAL_PREPOSITION: &str = "at";

impl Domain {
    /// Reads a domain file; `file` names it in errors.
    ///
    /// # Errors
    /// [`DomainError`], with the file, the line and the correction to make.
    pub fn parse(yaml: &str, file: &str) -> Result<Self, DomainError> {
        let declared: Declaration = yaml::read(yaml, file)?;
        let mut names = Names::new(yaml, file);
        types(&mut names, &declared.types)?;
        for object in &declared.objects {
            objects(&mut names, object)?;
        }
        predicates(&mut names, &declared.predicates)?;
        dependencies::check(&names)?;
        let mut always: Vec<Ground> = Vec::new();
        for text in &declared.always {
            let fact = ground(&names, text)?;
            let is_same = |other: &&Ground| other.predicate == fact.predicate && other.arguments == fact.arguments;
            if always.iter().find(is_same).is_some_and(|other| other.value != fact.value) {
                let problem = format!("{text:?} has another value before");
                return Err(names.fault("always", text, problem, "leave one of the two out"));
            }
            always.push(fact);
        }
        let skills =
            declared.skills.iter().map(|skill| resolve_skill::skill(&names, skill)).collect::<Resolved<Vec<_>>>()?;
        let stay = resolve_skill::check_all(&names, &declared.skills, &skills)?;
        for symbol in declared.example.iter().flat_map(|example| &example.plan) {
            resolve_skill::check_symbol(&names, &skills, symbol)?;
        }
        let laws = declared.laws.iter().map(|law| resolve_law::law(&names, law)).collect::<Resolved<Vec<_>>>()?;
        let canonical = serde_yaml::to_string(&declared).expect("what was read from YAML is writable as YAML");
        let Names { types, objects, predicates, .. } = names;
        let digest = Digest::of([b"domain-2".as_slice(), canonical.as_bytes()]);
        let example = declared.example.map(|example| Example { mission: example.mission, plan: example.plan });
        let notes = declared.notes;
        Ok(Self {
            name: declared.domain,
            digest,
            types,
            objects,
            predicates,
            always,
            skills,
            laws,
            stay,
            notes,
            example,
        })
    }
}

/// Declares the types.
fn types(names: &mut Names<'_>, declared: &[TypeDeclaration]) -> Resolved<()> {
    for one in declared {
        let owner = format!("name: {}", one.name);
        let parents = match &one.is {
            Some(text) => {
                let parents = Scope::new(names, &owner, vec![]).parsed(parse_types(text))?;
                let is_later = |parent: &&String| {
                    names.find_type(parent).is_none() && declared.iter().any(|one| one.name == **parent)
                };
                if let Some(later) = parents.iter().find(is_later) {
                    let problem = format!("type {later:?} is declared after {:?}, which is below it", one.name);
                    return Err(names.fault(&owner, later, problem, "declare it before, and not below itself"));
                }
                names.types_of(&parents, &owner)?
            }
            None => vec![TypeId(0)],
        };
        if !one.plurals.is_empty() && one.plurals.len() != one.words.len() {
            let problem =
                format!("type {:?} has {} words and {} plurals", one.name, one.words.len(), one.plurals.len());
            return Err(names.fault(&owner, "plurals", problem, "give each word its plural, in the same order"));
        }
        let plurals = if one.plurals.is_empty() {
            one.words.iter().map(|word| plural(word)).collect()
        } else {
            one.plurals.clone()
        };
        check_preposition(names, one.at.as_ref(), &owner)?;
        let inherited = parents.iter().find_map(|parent| names.types[parent.index()].preposition.clone());
        let preposition = one.at.clone().or(inherited);
        let declared = Type { name: one.name.clone(), parents, words: one.words.clone(), plurals, preposition };
        names.declare_type(declared, &owner)?;
    }
    Ok(())
}

/// Checks the word before a place where something is.
fn check_preposition(names: &Names<'_>, at: Option<&String>, owner: &str) -> Resolved<()> {
    match at {
        Some(at) if !["in", "on", "at"].contains(&at.as_str()) => {
            Err(names.fault(owner, at, format!("{at:?} is no word for where something is"), "write in, on or at"))
        }
        _ => Ok(()),
    }
}

/// The regular plural of a word.
fn plural(word: &str) -> String {
    match word {
        _ if word.ends_with(['s', 'x', 'z']) || word.ends_with("ch") || word.ends_with("sh") => format!("{word}es"),
        _ => match word.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
            _ => format!("{word}s"),
        },
    }
}

fn objects(names: &mut Names<'_>, declared: &ObjectDeclaration) -> Resolved<()> {
    let owner = match (&declared.name, declared.each.first()) {
        (Some(name), _) => format!("name: {name}"),
        (None, Some(first)) => format!("name: {}", first.name),
        (None, None) => {
            let owner = format!("type: {}", declared.kind);
            let problem = format!("an object of type {:?} has no name", declared.kind);
            return Err(names.fault(&owner, &declared.kind, problem, "give it a name, or list objects under `each`"));
        }
    };
    let written = Scope::new(names, &owner, vec![]).parsed(parse_types(&declared.kind))?;
    let types = names.types_of(&written, &owner)?;
    if let Some(&robot) = types.iter().find(|&&one| names.is_within(one, TypeId(1))) {
        let problem = format!("an object is a {}", names.type_words(&[robot]));
        return Err(names.fault(&owner, &declared.kind, problem, "robots stand in the fleet file"));
    }
    check_preposition(names, declared.at.as_ref(), &owner)?;
    let usual = types.iter().find_map(|one| names.types[one.index()].preposition.clone());
    let preposition = declared.at.clone().or(usual).unwrap_or_else(|| USUAL_PREPOSITION.to_owned());
    let mut declare = |name: &str, label: Option<&String>, words: &[String], pose: Option<&Pose>| {
        let object = Object {
            name: name.to_owned(),
            types: types.clone(),
            phrase: phrase(name, label),
            words: words.to_vec(),
            preposition: preposition.clone(),
            pose: pose.cloned(),
        };
        names.declare_object(object, &format!("name: {name}")).map(|_| ())
    };
    match &declared.name {
        Some(name) => declare(name, declared.label.as_ref(), &declared.words, declared.pose.as_ref()),
        None => declared.each.iter().try_for_each(|MemberDeclaration { name, label, words, pose }| {
            declare(name, label.as_ref(), words, pose.as_ref())
        }),
    }
}

/// Whether words are a proper name: "Bella", "Moby Dick", but not "TV" or "Bunsen burner".
fn is_proper(words: &str) -> bool {
    words.split(' ').all(|word| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase)
    })
}

/// The phrase for an object: its label, or its name in words, with an article unless it is numbered or a proper name.
pub(crate) fn phrase(name: &str, label: Option<&String>) -> String {
    let words = label.cloned().unwrap_or_else(|| name.replace('_', " "));
    if is_proper(&words) || words.ends_with(|c: char| c.is_ascii_digit()) || words.starts_with("the ") {
        words
    } else {
        format!("the {words}")
    }
}

/// Declares all predicates by their heads, then reads what derived ones follow from and how sentences speak of them.
fn predicates(names: &mut Names<'_>, declared: &[PredicateDeclaration]) -> Resolved<()> {
    let mut heads = Vec::new();
    for one in declared {
        let owner = names.entry("is", &one.is);
        let signature = Scope::new(names, &owner, vec![]).parsed(Signature::parse(&one.is))?;
        let arguments = signature.arguments.iter().map(|(_, types)| names.types_of(types, &owner));
        let arguments = arguments.collect::<Resolved<Vec<_>>>()?;
        let value = signature.value.as_ref().map(|types| names.types_of(types, &owner)).transpose()?;
        let origin = if one.fixed { Origin::Fixed } else { Origin::State };
        let name = signature.name.clone();
        let head = Predicate { name, arguments, value, origin, says: vec![], denies: vec![] };
        let id = names.declare_predicate(head, &owner)?;
        heads.push((id, signature, owner));
    }
    for ((id, signature, owner), one) in heads.into_iter().zip(declared) {
        let head = names.predicate(id).clone();
        let variable = |(place, (name, _)): (usize, &(Option<String>, Vec<String>))| {
            (name.clone().unwrap_or_else(|| format!("{}", place + 1)), head.arguments[place].clone())
        };
        let mut variables: Vec<(String, Vec<TypeId>)> = signature.arguments.iter().enumerate().map(variable).collect();
        let scope = Scope::new(names, &owner, variables.clone());
        let origin = origin(&scope, one, &head)?;
        variables.extend(head.value.clone().map(|types| ("value".to_owned(), types)));
        let said = Scope::new(names, &owner, variables);
        let templates =
            |texts: &[String]| texts.iter().map(|text| said.template(text, 0)).collect::<Resolved<Vec<_>>>();
        let (says, denies) = (templates(one.says.as_slice())?, templates(one.denies.as_slice())?);
        names.predicates[id.index()] = Predicate { origin, says, denies, ..head };
    }
    Ok(())
}

fn origin(scope: &Scope<'_, '_>, declared: &PredicateDeclaration, head: &Predicate) -> Resolved<Origin> {
    match (&declared.when, declared.cases.as_slice(), &head.value) {
        (None, [], _) => Ok(head.origin.clone()),
        _ if declared.fixed => {
            let problem = format!("{:?} is fixed and follows from others", head.name);
            Err(scope.fault("fixed", problem, "drop `fixed`"))
        }
        (Some(when), [], None) => Ok(Origin::Derived(scope.formula_text(when)?)),
        (None, cases, Some(types)) => {
            let case = |case: &crate::declaration::CaseDeclaration| {
                let (mut inner, mut some) = (scope.clone(), Vec::new());
                for variable in case.some.iter().map(|text| scope.of_text(text).parsed(Variable::parse_all(text))) {
                    for variable in variable? {
                        let (next, of) = inner.with(&variable)?;
                        inner = next;
                        some.push(of);
                    }
                }
                let value = inner.term_text(&case.value)?;
                inner.check_type(&head.name, &value, types)?;
                Ok(Case { some, when: inner.formula_text(&case.when)?, value })
            };
            Ok(Origin::Cases(cases.iter().map(case).collect::<Resolved<Vec<_>>>()?))
        }
        (_, _, Some(_)) => {
            let problem = format!("{:?} has a value, which `when` cannot give", head.name);
            Err(scope.fault("when", problem, "give `cases`"))
        }
        (_, _, None) => {
            let problem = format!("{:?} has no value, which `cases` would give", head.name);
            Err(scope.fault("cases", problem, "give `when`"))
        }
    }
}

/// Reads a fact of a fixed predicate.
fn ground(names: &Names<'_>, text: &str) -> Resolved<Ground> {
    let scope = Scope::new(names, text, vec![]);
    let (name, mut arguments) = match scope.parsed(Expression::parse(text))? {
        Expression::Call(name, arguments) => (name, arguments),
        Expression::Name(name) => (name, Vec::new()),
        Expression::Equal(left, right) => match *left {
            Expression::Call(name, mut arguments) => {
                arguments.push(*right);
                (name, arguments)
            }
            _ => return Err(scope.fault(text, format!("{text:?} is no fact"), "write predicate(object, object)")),
        },
        _ => return Err(scope.fault(text, format!("{text:?} is no fact"), "write predicate(object, object)")),
    };
    let known = names.predicates.iter().map(|one| one.name.as_str());
    let predicate = names.find_predicate(&name).ok_or_else(|| names.unknown(text, &name, "predicate", known))?;
    let Predicate { origin, value: types, .. } = names.predicate(predicate);
    if *origin != Origin::Fixed {
        let problem = format!("{name:?} is not fixed, so it does not hold for ever");
        return Err(scope.fault(text, problem, "declare it with `fixed: true`"));
    }
    let value = match (types, arguments.pop()) {
        (Some(types), Some(last)) => {
            let value = scope.term(&last)?;
            scope.check_type(&name, &value, types)?;
            Some(value)
        }
        (_, last) => {
            arguments.extend(last);
            None
        }
    };
    let object = |term: Term| match term {
        Term::Constant(object) => Ok(object),
        _ => Err(scope.fault(text, format!("{text:?} is about no object"), "name objects that the file declares")),
    };
    let arguments = scope.arguments(predicate, &arguments)?.into_iter().map(object).collect::<Resolved<Vec<_>>>()?;
    Ok(Ground { predicate, arguments, value: value.map(object).transpose()? })
}
