//! Worlds as PDDL tasks.
//!
//! A functional predicate becomes a relation that has the value as its last argument; laws become a derived predicate
//! that no action and no goal may find true; derived predicates become axioms. A task of PDDL is done in a sequence: one
//! robot acts at a time.

mod changes;
mod conditions;
mod laws;
mod sorts;
mod values;

use std::collections::BTreeSet;

use surefleet_fleet::Decision;
use surefleet_world::{Effect, Formula, ObjectId, Skill, State, World};

use crate::{
    print,
    syntax::{Action, Atom, Axiom, Condition, Domain, Problem, Signature, Term},
};
use conditions::{Scope, Writer};
use sorts::{NOWHERE, pddl_name};

/// The predicate that holds where a law is broken. No predicate of a domain has a hyphen.
const UNLAWFUL: &str = "law-is-broken";

/// A world in PDDL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// The domain file: types, the domain's objects, predicates and actions. The robot that acts is the first parameter.
    pub domain: String,
    /// The problem file: robots, the state and the goal.
    pub problem: String,
    /// What the two files do not say, a sentence for each thing.
    pub left_out: Vec<String>,
}

/// Writes a world, one of its states, and a goal as PDDL. The goal is about named objects; it has no free variables.
pub fn export(world: &World, state: &State, goal: &Formula) -> Exported {
    let mut left_out = LeftOut::default();
    let mut writer = Writer::new(world);
    let domain = world.domain();
    let mut task = Domain { name: file_name(domain.name()), ..Domain::default() };

    for one in domain.predicates() {
        let id = domain.find_predicate(&one.name).expect("the domain lists its predicates");
        let (head, scope, guard) = writer.signature(id);
        if let Some(body) = writer.definition(id, &scope, guard) {
            task.axioms.push(Axiom { head: head.clone(), body });
        }
        task.predicates.push(head);
    }
    let has_laws = !domain.laws().is_empty();
    if has_laws {
        let head = Signature { at: NOWHERE, name: UNLAWFUL.to_owned(), arguments: Vec::new() };
        for law in domain.laws() {
            writer.begin();
            let body = writer.broken(law);
            task.axioms.push(Axiom { head: head.clone(), body });
        }
        task.predicates.push(head);
    }
    let unlawful = Atom { at: NOWHERE, predicate: UNLAWFUL.to_owned(), arguments: Vec::new() };
    let lawful = if has_laws { Condition::Holds(unlawful).negated() } else { Condition::TRUE };
    for skill in domain.skills() {
        left_out.of(skill);
        // To stay changes nothing, and in a sequence nobody waits for others.
        if domain.find_skill(&skill.name) != Some(domain.stay()) {
            task.actions.push(action(&mut writer, skill, &lawful));
        }
    }
    for axiom in std::mem::take(&mut writer.axioms) {
        task.predicates.push(axiom.head.clone());
        task.axioms.push(axiom);
    }
    writer.begin();
    let goal = Condition::all([writer.condition(goal, &Scope::default()), lawful]);

    task.types = writer.sorts.declarations();
    task.predicates.extend(writer.sorts.extra_predicates());
    let all = world.members(&[surefleet_world::Domain::OBJECT]);
    let (robots, objects): (Vec<_>, Vec<_>) = all.into_iter().partition(|&object| world.place_of(object).is_some());
    let declare = |objects: Vec<ObjectId>| {
        let mut declared: Vec<_> = objects.into_iter().map(|object| writer.sorts.object(object)).collect();
        // A name of PDDL is declared once, with its type: those of one type stand together.
        declared.sort_by(|one, other| one.types.cmp(&other.types));
        declared
    };
    task.constants = declare(objects);
    let mut facts = facts(world, state, &mut left_out);
    facts.extend(writer.sorts.extra_facts());
    let problem = Problem {
        name: format!("{}-mission", task.name),
        domain: task.name.clone(),
        objects: declare(robots),
        facts,
        goal,
        dropped: Vec::new(),
    };
    let left_out = left_out.sentences();
    let comment = comment(domain.name(), &left_out);
    Exported { domain: print::domain(&task, &comment), problem: print::problem(&problem), left_out }
}

/// The deed that an action of a plan means, such as `(grab robot_1 apple_1 table)`: the robot's place in the fleet and
/// its decision. `None` if it is no deed of this world.
///
/// After the parameters of the skill an action may have more, for values that the skill needs.
pub fn deed(world: &World, action: &str) -> Option<(usize, Decision)> {
    let action = action.trim().trim_start_matches('(').trim_end_matches(')').to_lowercase();
    let mut words = action.split_whitespace();
    let name = words.next()?;
    let skill = world.domain().skills().iter().find(|skill| pddl_name(&skill.name) == name)?;
    let objects = world.members(&[surefleet_world::Domain::OBJECT]);
    let find = |name: &str| objects.iter().copied().find(|&object| pddl_name(&world.object(object).name) == name);
    let robot = world.place_of(find(words.next()?)?).filter(|&robot| robot < world.team_size())?;
    let arguments = words.by_ref().take(skill.parameters.len()).map(find).collect::<Option<Vec<_>>>()?;
    let decision = world.options().of_skill(world.domain().find_skill(&skill.name)?, &arguments)?;
    world.has(robot, decision).then_some((robot, decision))
}

fn comment(name: &str, left_out: &[String]) -> String {
    let mut comment = format!("The surefleet domain {name}. The first parameter of an action is the robot that acts.");
    if !left_out.is_empty() {
        comment += "\nNot carried over:";
    }
    for sentence in left_out {
        comment += "\n- ";
        comment += sentence;
    }
    comment
}

/// A domain's name may be any text.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c.to_ascii_lowercase() } else { '-' };
    let name: String = name.chars().map(plain).collect();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { pddl_name(&name) } else { format!("domain-{name}") }
}

fn action(writer: &mut Writer<'_>, skill: &Skill, lawful: &Condition) -> Action {
    writer.begin();
    let mut scope = Scope::default();
    let mut parameters = Vec::new();
    let mut guards = Vec::new();
    let robot = ("robot".to_owned(), skill.by.clone());
    for (name, types) in [robot].iter().chain(&skill.parameters) {
        let name = pddl_name(name);
        let (variable, guard) = writer.sorts.variable(&name, types);
        scope = scope.with(&name, types);
        parameters.push(variable);
        guards.push(guard);
    }
    let needs = Formula::And(skill.needs.iter().map(|need| need.that.clone()).collect());
    let (settled, conditions) = writer.settle(&needs, true, &mut scope);
    parameters.extend(settled);
    let needs = writer.condition(&needs, &scope);
    let effect = writer.change(skill, &parameters, &scope);
    let precondition = Condition::all(guards.into_iter().chain(conditions).chain([needs, lawful.clone()]));
    Action { parameters, precondition, effect, ..Action::named(NOWHERE, pddl_name(&skill.name)) }
}

/// The true facts of stored and fixed predicates.
fn facts(world: &World, state: &State, left_out: &mut LeftOut) -> Vec<Atom> {
    let domain = world.domain();
    let name = |object: ObjectId| Term::Object(pddl_name(&world.object(object).name));
    let fact = |predicate: &str, objects: &mut dyn Iterator<Item = ObjectId>| Atom {
        at: NOWHERE,
        predicate: pddl_name(predicate),
        arguments: objects.map(name).collect(),
    };
    let mut facts = Vec::new();
    for one in domain.always() {
        let predicate = domain.predicates()[one.predicate.index()].name.as_str();
        facts.push(fact(predicate, &mut one.arguments.iter().copied().chain(one.value)));
    }
    for text in world.facts(state).iter() {
        if text.starts_with('?') {
            left_out.unknown.push(text.trim_start_matches('?').to_owned());
            continue;
        }
        let atom = world.atom(text).expect("a world reads the facts that it tells");
        let predicate = domain.predicates()[atom.predicate.index()].name.as_str();
        facts.push(fact(predicate, &mut atom.arguments.iter().copied().chain(atom.value)));
    }
    facts
}

/// What PDDL does not say, by sort.
#[derive(Default)]
struct LeftOut {
    unknown: Vec<String>,
    forgets: BTreeSet<String>,
    occupies: BTreeSet<String>,
    first: BTreeSet<String>,
    has_durations: bool,
}

impl LeftOut {
    fn of(&mut self, skill: &Skill) {
        if skill.first.iter().chain(&skill.effects).any(forgets) {
            self.forgets.insert(skill.name.clone());
        }
        if !skill.occupies.is_empty() {
            self.occupies.insert(skill.name.clone());
        }
        if !skill.first.is_empty() {
            self.first.insert(skill.name.clone());
        }
        self.has_durations = true;
    }

    fn sentences(self) -> Vec<String> {
        let list = |names: BTreeSet<String>| names.into_iter().collect::<Vec<_>>().join(", ");
        let mut all = vec!["joint steps: one robot acts at a time".to_owned()];
        if self.has_durations {
            all.push("durations: every action is done at once".to_owned());
        }
        if !self.unknown.is_empty() {
            all.push(format!("what nobody knows counts as false: {}", self.unknown.join(", ")));
        }
        if !self.forgets.is_empty() {
            all.push(format!("what becomes unknown counts as false, in the effects of {}", list(self.forgets)));
        }
        if !self.occupies.is_empty() {
            all.push(format!("what a robot occupies, in {}", list(self.occupies)));
        }
        if !self.first.is_empty() {
            all.push(format!("the moment on the way of {}: all effects come about together", list(self.first)));
        }
        all
    }
}

fn forgets(effect: &Effect) -> bool {
    match effect {
        Effect::Forget(..) => true,
        Effect::Set(..) | Effect::Assign(..) => false,
        Effect::If(_, then, otherwise) => then.iter().chain(otherwise).any(forgets),
        Effect::Each(_, effects) => effects.iter().any(forgets),
    }
}
