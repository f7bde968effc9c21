//! Turns declared skills into [`Skill`]s.

use crate::{
    declaration::{ConditionalDeclaration, EffectDeclaration, NeedDeclaration, OccupiedDeclaration, SkillDeclaration},
    domain::{Need, Occupied, Skill},
    expression::{Becomes, Change, Expression, Signature, Variable, parse_types},
    formula::{Effect, Formula, Term},
    ids::{SkillId, TypeId},
    names::{Names, Resolved},
    scope::Scope,
};

/// The most effects inside one another.
const MAX_DEPTH: usize = 8;

/// Resolves a skill.
pub(crate) fn skill(names: &Names<'_>, declared: &SkillDeclaration) -> Resolved<Skill> {
    let owner = names.entry("is", &declared.is);
    let nowhere = Scope::new(names, &owner, vec![]);
    let signature = nowhere.parsed(Signature::parse(&declared.is))?;
    names.check_name(&signature.name, &owner)?;
    if signature.value.is_some() {
        return Err(nowhere.fault(&signature.name, format!("skill {:?} has a value", signature.name), "drop it"));
    }
    let by = match &declared.by {
        Some(text) => names.types_of(&nowhere.parsed(parse_types(text))?, &owner)?,
        None => vec![TypeId(1)],
    };
    if let Some(&other) = by.iter().find(|&&kind| !names.is_within(kind, TypeId(1))) {
        let problem = format!("skill {:?} is for a {}", signature.name, names.type_words(&[other]));
        return Err(nowhere.fault("by", problem, "name kinds of robots"));
    }
    let mut parameters = Vec::new();
    for (name, types) in &signature.arguments {
        let Some(name) = name else {
            let problem = format!("a parameter of skill {:?} has no name", signature.name);
            return Err(nowhere.fault(&signature.name, problem, "write name: type"));
        };
        parameters.push((name.clone(), names.types_of(types, &owner)?));
    }
    let variables = std::iter::once(("robot".to_owned(), by.clone())).chain(parameters.iter().cloned()).collect();
    let scope = Scope::new(names, &owner, variables);
    let text = declared.text.as_slice().iter().map(|text| scope.template(text, 1)).collect::<Resolved<Vec<_>>>()?;
    if text.is_empty() {
        return Err(scope.fault(&signature.name, format!("skill {:?} has no text", signature.name), "say it in words"));
    }
    if !(declared.takes_s.is_finite() && declared.takes_s >= 0.0) {
        let problem = format!("skill {:?} takes {} s", signature.name, declared.takes_s);
        return Err(scope.fault("takes_s", problem, "give seconds from 0"));
    }
    Ok(Skill {
        name: signature.name.clone(),
        by,
        parameters,
        text,
        remark: declared.remark.clone(),
        does: declared.does.as_ref().map(|text| scope.template(text, 1)).transpose()?,
        shows: declared.shows.as_ref().map(|text| scope.template(text, 1)).transpose()?,
        needs: declared.needs.iter().map(|one| need(&scope, one)).collect::<Resolved<Vec<_>>>()?,
        first: effects(&scope, &declared.first, 0)?,
        effects: effects(&scope, &declared.effects, 0)?,
        occupies: declared.occupies.iter().map(|one| occupied(&scope, one)).collect::<Resolved<Vec<_>>>()?,
        duration_s: declared.takes_s,
    })
}

/// Checks that skills differ and that exactly one is to stay, which is returned.
pub(crate) fn check_all(names: &Names<'_>, declared: &[SkillDeclaration], skills: &[Skill]) -> Resolved<SkillId> {
    for (place, skill) in skills.iter().enumerate() {
        let owner = names.entry("is", &declared[place].is);
        if skills[..place].iter().any(|earlier| earlier.name == skill.name) {
            let problem = format!("skill {:?} is there twice", skill.name);
            return Err(names.fault_again(&owner, problem, "rename one"));
        }
        let twin = names.find_predicate(&skill.name).map(|id| names.predicate(id));
        let size = |one: &crate::Predicate| one.arguments.len() + usize::from(one.value.is_some());
        if twin.is_some_and(|twin| size(twin) == skill.parameters.len() + 1) {
            let problem = format!("a deed of skill {0:?} would read like a fact of predicate {0:?}", skill.name);
            return Err(names.fault(&owner, &skill.name, problem, "rename one"));
        }
    }
    let stays = |skill: &Skill| {
        skill.parameters.is_empty() && skill.needs.is_empty() && skill.first.is_empty() && skill.effects.is_empty()
    };
    let mut staying = skills.iter().enumerate().filter(|(_, skill)| stays(skill)).map(|(place, _)| place);
    match (staying.next(), staying.next()) {
        (Some(stay), None) => Ok(SkillId(stay as u16)),
        (None, _) => {
            let mend = "add one without parameters, needs and effects: {is: idle, text: remain idle}";
            Err(names.fault("skills", "skills", "no skill is to stay".to_owned(), mend))
        }
        (Some(one), Some(other)) => {
            let problem = format!("{:?} and {:?} both do nothing", skills[one].name, skills[other].name);
            let owner = names.entry("is", &declared[other].is);
            Err(names.fault(&owner, &skills[other].name, problem, "keep one of them"))
        }
    }
}

/// Checks that a symbol can be one of a decision: `dock(charger_1)`. Robots are not known yet, so that any name may be one
/// where a robot can stand.
pub(crate) fn check_symbol(names: &Names<'_>, skills: &[Skill], symbol: &str) -> Resolved<()> {
    let scope = Scope::new(names, "example", vec![]);
    let (name, arguments) = match scope.parsed(Expression::parse(symbol))? {
        Expression::Call(name, arguments) => (name, arguments),
        Expression::Name(name) => (name, Vec::new()),
        _ => return Err(scope.fault(symbol, format!("{symbol:?} is no decision"), "write skill(object)")),
    };
    let known = skills.iter().map(|one| one.name.as_str());
    let skill = skills.iter().find(|one| one.name == name);
    let skill = skill.ok_or_else(|| names.unknown("example", &name, "skill", known))?;
    if skill.parameters.len() != arguments.len() {
        let wanted: Vec<&str> = skill.parameters.iter().map(|(name, _)| name.as_str()).collect();
        let problem = format!("{symbol:?} has {} of the {} objects of the skill", arguments.len(), wanted.len());
        return Err(scope.fault(symbol, problem, format!("write {name}({})", wanted.join(", "))));
    }
    for ((_, types), argument) in skill.parameters.iter().zip(&arguments) {
        if !names.may_meet(types, &[TypeId(1)]) {
            scope.check_type(&name, &scope.term(argument)?, types)?;
        }
    }
    Ok(())
}

fn need(scope: &Scope<'_, '_>, declared: &NeedDeclaration) -> Resolved<Need> {
    let that = scope.formula_text(&declared.that)?;
    let otherwise = match &declared.otherwise {
        Some(text) => scope.template(text, 1)?,
        None => scope.template(&format!("it needs {}", declared.that), 1)?,
    };
    Ok(Need { that, otherwise })
}

fn occupied(scope: &Scope<'_, '_>, declared: &OccupiedDeclaration) -> Resolved<Occupied> {
    Ok(match declared {
        OccupiedDeclaration::Always(what) => Occupied { what: scope.term_text(what)?, when: Formula::Constant(true) },
        OccupiedDeclaration::Sometimes(sometimes) => {
            Occupied { what: scope.term_text(&sometimes.what)?, when: scope.formula_text(&sometimes.condition)? }
        }
    })
}

fn effects(scope: &Scope<'_, '_>, declared: &[EffectDeclaration], depth: usize) -> Resolved<Vec<Effect>> {
    if depth > MAX_DEPTH {
        let problem = format!("effects are more than {MAX_DEPTH} deep in one another");
        return Err(scope.fault(&scope.owner, problem, "flatten them"));
    }
    let effect = |declared: &EffectDeclaration| match declared {
        EffectDeclaration::Plain(text) => change(scope, text),
        EffectDeclaration::Conditional(conditional) => self::conditional(scope, conditional, depth + 1),
    };
    declared.iter().map(effect).collect()
}

fn conditional(scope: &Scope<'_, '_>, declared: &ConditionalDeclaration, depth: usize) -> Resolved<Effect> {
    let inside = |scope: &Scope<'_, '_>| {
        let then = effects(scope, &declared.then, depth)?;
        let otherwise = effects(scope, &declared.otherwise, depth)?;
        Ok(match &declared.condition {
            Some(condition) => vec![Effect::If(scope.formula_text(condition)?, then, otherwise)],
            None if otherwise.is_empty() => then,
            None => {
                return Err(scope.fault("else", "`else` stands without `if`".to_owned(), "say under which condition"));
            }
        })
    };
    let Some(each) = &declared.each else {
        let mut only = inside(scope)?;
        return match only.pop() {
            Some(one) if only.is_empty() => Ok(one),
            last => {
                only.extend(last);
                Ok(Effect::If(Formula::Constant(true), only, Vec::new()))
            }
        };
    };
    let variables = scope.of_text(each).parsed(Variable::parse_all(each))?;
    let mut inner = scope.clone();
    let mut types = Vec::new();
    for variable in &variables {
        let (next, of) = inner.with(variable)?;
        inner = next;
        types.push(of);
    }
    let innermost = inside(&inner)?;
    let nested = types.into_iter().rev().fold(innermost, |effects, of| vec![Effect::Each(of, effects)]);
    Ok(nested.into_iter().next().expect("at least one variable was read"))
}

fn change(scope: &Scope<'_, '_>, text: &str) -> Resolved<Effect> {
    let scope = &scope.of_text(text);
    let Change { what, becomes } = scope.parsed(Change::parse(text))?;
    let (name, mut arguments) = match what {
        Expression::Call(name, arguments) => (name, arguments),
        Expression::Name(name) => (name, Vec::new()),
        _ => return Err(scope.fault(text, format!("{text:?} is no effect"), "name a predicate with its arguments")),
    };
    let id = scope.stored(&name)?;
    let predicate = scope.names.predicate(id);
    let mut becomes = becomes;
    // `located(x, p)` is another way to write `located(x) = p`.
    if predicate.value.is_some() && arguments.len() == predicate.arguments.len() + 1 && becomes == Becomes::True {
        becomes = Becomes::Value(arguments.pop().expect("there is one more than the predicate has"));
    }
    let arguments = scope.arguments(id, &arguments)?;
    match (becomes, &predicate.value) {
        (Becomes::Unknown, _) => Ok(Effect::Forget(id, arguments)),
        (Becomes::True, None) => Ok(Effect::Set(id, arguments, true)),
        (Becomes::False, None) => Ok(Effect::Set(id, arguments, false)),
        (Becomes::Value(value), Some(types)) => {
            let value = scope.term(&value)?;
            if value != Term::Nothing {
                scope.check_type(&name, &value, types)?;
            }
            Ok(Effect::Assign(id, arguments, value))
        }
        (Becomes::Value(_), None) => {
            Err(scope.fault(&name, format!("{name:?} is true or false and has no value"), "write it, or `not` and it"))
        }
        (_, Some(_)) => Err(scope.fault(&name, format!("{name:?} has a value"), "write = and the value, or = nothing")),
    }
}
