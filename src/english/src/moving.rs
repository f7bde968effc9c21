//! What skills can bring about, found by their effects: who puts what where, and what "it" is in their words.

use surefleet_world::{Effect, Formula, Skill, Term, TypeId, World};

/// A skill of which one effect is that a functional predicate of `thing` takes the value `place`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mover {
    pub skill: usize,
    pub predicate: usize,
    pub thing: Carried,
    pub place: Place,
    /// Whether the skill does nothing but move the robot.
    pub is_motion: bool,
    /// Whether nothing else comes of it but that something ends.
    pub is_plain: bool,
}

impl Mover {
    /// Whether the robot is somewhere else afterwards, and that is all.
    pub fn only_leads_somewhere(&self) -> bool {
        self.is_motion && self.is_plain && self.thing == Carried::Place(0)
    }

    /// The parameter that is the place, counted with the robot as 0.
    pub fn to(&self) -> Option<usize> {
        if let Place::Parameter(place) = self.place { Some(place) } else { None }
    }
}

/// Where a skill moves something to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The object in this place; 0 is the robot.
    Parameter(usize),
    /// The value of this functional predicate for the robot: where it is.
    OfRobot { predicate: usize },
}

/// What a skill moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Carried {
    /// The object in this place; 0 is the robot.
    Place(usize),
    /// The value of this functional predicate for the robot: what it holds.
    Held { predicate: usize },
}

/// A functional predicate that some effect can give one of these things one of these values.
#[derive(Debug, Clone)]
pub(crate) struct Settable {
    pub predicate: usize,
    /// By object, whether it can be the thing.
    pub things: Vec<bool>,
    /// By object, whether it can be the value.
    pub values: Vec<bool>,
    /// Whether the skill that does so is none of going there or of putting down there what the robot holds: the state
    /// decides on the value, or the robot gets there while it does something else.
    pub is_roundabout: bool,
}

/// A skill by which a robot gets hold of what stands in one of its parameters, counted with the robot as 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Taker {
    pub skill: usize,
    pub thing: usize,
}

/// The skills after which a functional predicate of the robot has a parameter as its value, and the parameter's own
/// predicate, which told where it was, has none.
pub(crate) fn takers(world: &World) -> Vec<Taker> {
    let skills = world.domain().skills().iter().enumerate();
    let of = |(place, skill): (usize, &Skill)| {
        let effects: Vec<&Effect> = skill.first.iter().chain(&skill.effects).collect();
        let ends = |thing: usize| {
            effects.iter().any(|effect| {
                matches!(effect, Effect::Assign(_, arguments, Term::Nothing | Term::Variable(0))
                    if arguments.as_slice() == [Term::Variable(thing)])
            })
        };
        (1..=skill.parameters.len()).filter(|thing| ends(*thing)).map(|thing| Taker { skill: place, thing }).collect()
    };
    skills.flat_map(|skill| -> Vec<Taker> { of(skill) }).collect()
}

/// For each skill what is so of its parameters after it, whatever was before: the predicate, the parameter, counted with the
/// robot as 0, and whether it holds.
pub(crate) fn results(world: &World) -> Vec<Vec<(usize, usize, bool)>> {
    let result = |effect: &Effect| match effect {
        Effect::Set(predicate, arguments, holds) => match arguments.as_slice() {
            [Term::Variable(of)] if *of > 0 => Some((predicate.index(), *of, *holds)),
            _ => None,
        },
        _ => None,
    };
    let of = |skill: &Skill| skill.first.iter().chain(&skill.effects).filter_map(result).collect();
    world.domain().skills().iter().map(of).collect()
}

/// For each skill whether an order to use it asks for a state: what it brings about can come to an end, or it cannot be used where
/// that is so already. A picture that was taken stays taken, and another one can be taken: such an order asks for the deed.
pub(crate) fn are_of_states(world: &World) -> Vec<bool> {
    fn sets(effect: &Effect, found: &mut Vec<(usize, bool)>) {
        match effect {
            Effect::Set(predicate, _, holds) => found.push((predicate.index(), *holds)),
            Effect::If(_, then, otherwise) => then.iter().chain(otherwise).for_each(|effect| sets(effect, found)),
            Effect::Each(_, effects) => effects.iter().for_each(|effect| sets(effect, found)),
            Effect::Assign(..) | Effect::Forget(..) => {}
        }
    }
    let skills = world.domain().skills();
    let mut all = Vec::new();
    skills.iter().flat_map(|skill| skill.first.iter().chain(&skill.effects)).for_each(|effect| sets(effect, &mut all));
    let is_of_state = |(skill, results): (&Skill, Vec<(usize, usize, bool)>)| {
        results.iter().all(|&result| all.contains(&(result.0, !result.2)) || needs_contrary(skill, result))
    };
    skills.iter().zip(results(world)).map(is_of_state).collect()
}

/// For each skill whether it cannot be used where something that it brings about is so already: who is told to switch a machine
/// off that is off has nothing to do, though more comes of switching it off.
pub(crate) fn need_contrary(world: &World) -> Vec<bool> {
    let skills = world.domain().skills().iter().zip(results(world));
    skills.map(|(skill, results)| results.iter().any(|&result| needs_contrary(skill, result))).collect()
}

fn needs_contrary(skill: &Skill, (predicate, of, holds): (usize, usize, bool)) -> bool {
    let is_it = |formula: &Formula| {
        matches!(formula, Formula::Holds(one, terms)
            if one.index() == predicate && terms.as_slice() == [Term::Variable(of)])
    };
    skill.needs.iter().any(|need| match &need.that {
        Formula::Not(inner) => holds && is_it(inner),
        other => !holds && is_it(other),
    })
}

/// For each skill whether all that it changes beside its results is of its robot, or of what that robot holds: who wraps a parcel
/// lets go of the paper. Who switches a machine on changes what is in it, too, and may be asked for that.
pub(crate) fn change_robot_beside(world: &World) -> Vec<bool> {
    fn is_of_robot(effect: &Effect) -> bool {
        let is_robots = |arguments: &[Term]| match arguments.first() {
            Some(Term::Variable(0)) => true,
            Some(Term::Value(_, of)) => of.as_slice() == [Term::Variable(0)],
            _ => false,
        };
        match effect {
            Effect::Set(_, arguments, _) => arguments.len() == 1 || is_robots(arguments),
            Effect::Assign(_, arguments, _) | Effect::Forget(_, arguments) => is_robots(arguments),
            Effect::If(_, then, otherwise) => then.iter().chain(otherwise).all(is_of_robot),
            Effect::Each(..) => false,
        }
    }
    let skills = world.domain().skills().iter();
    skills.map(|skill| skill.first.iter().chain(&skill.effects).all(is_of_robot)).collect()
}

/// For each skill the predicates that it may change.
pub(crate) fn changed(world: &World) -> Vec<Vec<usize>> {
    fn of(effect: &Effect, found: &mut Vec<usize>) {
        match effect {
            Effect::Set(predicate, ..) | Effect::Assign(predicate, ..) | Effect::Forget(predicate, ..) => {
                found.push(predicate.index());
            }
            Effect::If(_, then, otherwise) => then.iter().chain(otherwise).for_each(|effect| of(effect, found)),
            Effect::Each(_, effects) => effects.iter().for_each(|effect| of(effect, found)),
        }
    }
    let all = |skill: &Skill| {
        let mut found = Vec::new();
        skill.first.iter().chain(&skill.effects).for_each(|effect| of(effect, &mut found));
        found
    };
    world.domain().skills().iter().map(all).collect()
}

/// For each predicate those of the state that it follows from; itself, if it is one.
pub(crate) fn grounds(world: &World) -> Vec<Vec<usize>> {
    let domain = world.domain();
    let of = |name: &str| domain.find_predicate(name).map_or_else(Vec::new, |predicate| domain.grounds(predicate));
    let all = domain.predicates().iter();
    all.map(|one| of(&one.name).into_iter().map(|ground| ground.index()).collect()).collect()
}

/// The skills that put something somewhere, whatever the state.
pub(crate) fn movers(world: &World) -> Vec<Mover> {
    let skills = world.domain().skills().iter().enumerate();
    skills.flat_map(|(place, skill)| of(place, skill)).collect()
}

fn of(place: usize, skill: &Skill) -> Vec<Mover> {
    let effects = || skill.first.iter().chain(&skill.effects);
    let begins = |effect: &&Effect| match effect {
        Effect::Set(..) | Effect::Forget(..) => true,
        Effect::Assign(.., value) => *value != Term::Nothing,
        Effect::If(..) | Effect::Each(..) => false,
    };
    let (is_motion, is_plain) = (is_motion(skill), effects().filter(begins).count() == 1);
    let mover = |effect: &Effect| {
        let Effect::Assign(predicate, arguments, to) = effect else { return None };
        let to = match to {
            Term::Variable(to) => Place::Parameter(*to),
            Term::Value(own, of) if of.as_slice() == [Term::Variable(0)] => Place::OfRobot { predicate: own.index() },
            _ => return None,
        };
        let thing = match arguments.as_slice() {
            [Term::Variable(thing)] => Carried::Place(*thing),
            [Term::Value(held, of)] if of.as_slice() == [Term::Variable(0)] => {
                Carried::Held { predicate: held.index() }
            }
            _ => return None,
        };
        Some(Mover { skill: place, predicate: predicate.index(), thing, place: to, is_motion, is_plain })
    };
    effects().filter_map(mover).collect()
}

/// Whether a skill changes nothing but its robot, as far as it always changes something.
fn is_motion(skill: &Skill) -> bool {
    let is_own = |effect: &Effect| match effect {
        Effect::Set(_, arguments, _) | Effect::Assign(_, arguments, _) | Effect::Forget(_, arguments) => {
            arguments.first() == Some(&Term::Variable(0))
        }
        Effect::If(..) | Effect::Each(..) => true,
    };
    skill.first.iter().chain(&skill.effects).all(is_own)
}

/// The functional predicate of the robot whose value a skill's "it" is: what it holds. `None`: there is none, or several.
pub(crate) fn held(skill: &Skill) -> Option<usize> {
    fn of(term: &Term, found: &mut Vec<usize>) {
        if let Term::Value(predicate, arguments) = term {
            if arguments.as_slice() == [Term::Variable(0)] && !found.contains(&predicate.index()) {
                found.push(predicate.index());
            }
            arguments.iter().for_each(|argument| of(argument, found));
        }
    }
    let mut found = Vec::new();
    for effect in skill.first.iter().chain(&skill.effects) {
        if let Effect::Assign(_, arguments, value) = effect {
            arguments.iter().for_each(|argument| of(argument, &mut found));
            if arguments.as_slice() != [Term::Variable(0)] {
                of(value, &mut found);
            }
        }
    }
    if let [one] = found.as_slice() { Some(*one) } else { None }
}

/// All that effects can set, as far as types tell.
pub(crate) fn settable(world: &World) -> Vec<Settable> {
    let mut found = Vec::new();
    for skill in world.domain().skills() {
        let mut types: Vec<Vec<TypeId>> = vec![skill.by.clone()];
        types.extend(skill.parameters.iter().map(|(_, types)| types.clone()));
        let effects: Vec<&Effect> = skill.first.iter().chain(&skill.effects).collect();
        let is_held = |term: &Term| matches!(term, Term::Value(_, of) if of.as_slice() == [Term::Variable(0)]);
        let is_put = |place: &Term| {
            effects.iter().any(|effect| match effect {
                Effect::Assign(_, thing, to) => to == place && thing.first().is_some_and(is_held),
                _ => false,
            })
        };
        let is_motion = is_motion(skill);
        for effect in &effects {
            let tells = |place: &Term| match effect {
                Effect::Assign(..) => matches!(place, Term::Variable(_)) && (is_motion || is_put(place)),
                _ => false,
            };
            collect(world, effect, &tells, &mut types.clone(), &mut found);
        }
    }
    found
}

/// `tells`: whether the skill's words tell that its robot gets to the place.
fn collect(
    world: &World,
    effect: &Effect,
    tells: &dyn Fn(&Term) -> bool,
    types: &mut Vec<Vec<TypeId>>,
    found: &mut Vec<Settable>,
) {
    match effect {
        Effect::Assign(predicate, arguments, value) => {
            if let [thing] = arguments.as_slice() {
                let things = range(world, thing, types);
                let values = range(world, value, types);
                found.push(Settable { predicate: predicate.index(), things, values, is_roundabout: !tells(value) });
            }
        }
        Effect::Set(..) | Effect::Forget(..) => {}
        Effect::If(_, then, otherwise) => {
            then.iter().chain(otherwise).for_each(|effect| collect(world, effect, tells, types, found));
        }
        Effect::Each(of, effects) => {
            types.push(of.clone());
            effects.iter().for_each(|effect| collect(world, effect, tells, types, found));
            types.pop();
        }
    }
}

/// By object, whether a term can stand for it.
pub(crate) fn range(world: &World, term: &Term, types: &[Vec<TypeId>]) -> Vec<bool> {
    let mut is_in = vec![false; world.objects().len()];
    let mut add = |types: &[TypeId]| world.members(types).into_iter().for_each(|member| is_in[member.index()] = true);
    match term {
        Term::Nothing => {}
        Term::Variable(variable) => types.get(*variable).into_iter().for_each(|types| add(types)),
        Term::Constant(object) => is_in[object.index()] = true,
        Term::Value(predicate, _) => {
            let value = &world.domain().predicates()[predicate.index()].value;
            value.iter().for_each(|types| add(types));
        }
    }
    is_in
}
