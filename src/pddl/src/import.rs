//! PDDL tasks as domain files.
//!
//! An action of PDDL does not say who acts. Where the caller names a type that acts, the first parameter of that type is
//! the robot; otherwise one robot of a kind of its own does everything.

mod effects;
mod file;
mod formulas;
mod goal;
mod model;
mod names;
mod skills;
mod used_up;

use surefleet_fleet::Facts;
use surefleet_world::Domain as WorldDomain;

use crate::{
    error::PddlError,
    read,
    syntax::{Axiom, Domain, Problem},
};
use file::{File, ObjectsEntry, PredicateEntry, SkillEntry, TypeEntry};
use formulas::Task;
use model::{Model, OBJECT, TypeIndex, Variable};
use names::Names;

/// The kind of the robot that does everything where the task does not say who acts.
const AGENT: &str = "agent";

/// A task of PDDL in surefleet's terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// The domain file, with comments. [`surefleet_world::Domain::parse`] reads it.
    pub domain_yaml: String,
    /// The robots, each with its kind: those of the problem, or one that does everything.
    pub robots: Vec<(String, String)>,
    /// What holds at the start, but for what the domain file says of all times. Empty without a problem.
    pub facts: Facts,
    /// The goal as a formula of missions: `F G (on(a, b) & on(b, c))`. Empty without a problem.
    pub goal: String,
    /// What is called otherwise than before, other than with underscores for hyphens: the sort of thing, its name in
    /// PDDL, and its name in the domain file.
    pub renamed: Vec<(&'static str, String, String)>,
    /// What could not be carried over, a sentence for each thing.
    pub left_out: Vec<String>,
}

/// Reads a domain file of PDDL, and a problem file if there is one.
///
/// `actor` names the type of PDDL whose objects are the robots, such as `truck`; its sub-types become kinds of robots.
///
/// # Errors
/// [`PddlError`], with the place in the file and the correction to make.
pub fn import(domain: &str, problem: Option<&str>, actor: Option<&str>) -> Result<Imported, PddlError> {
    let domain = read::domain(domain)?;
    let problem = problem.map(read::problem).transpose()?;
    let model = Model::of(&domain, problem.as_ref(), actor)?;
    let mut task = Task::of(model, problem.as_ref())?;
    let (always, facts) = problem.as_ref().map_or(Ok(Default::default()), |problem| task.facts(problem))?;
    let goal = problem.as_ref().map_or(Ok(String::new()), |problem| task.mission(&problem.goal))?;

    let mut left_out = domain.dropped.clone();
    let of_problem = problem.iter().flat_map(|problem| &problem.dropped);
    left_out.extend(of_problem.filter(|what| !domain.dropped.contains(what)).cloned());
    if let Some(problem) = problem.as_ref().filter(|problem| problem.domain != domain.name) {
        left_out.push(format!(
            "the problem {} is of the domain {:?}, not of {:?}",
            problem.name, problem.domain, domain.name
        ));
    }
    let (types, root, kind) = task.type_entries(&domain, problem.as_ref());
    task.types[OBJECT] = root;
    let predicates = task.predicate_entries(&domain.axioms)?;
    let mut skills: Vec<SkillEntry> = Vec::new();
    for action in &domain.actions {
        if skills.iter().any(|skill| skill.action == action.name) {
            return Err(PddlError::Twice { at: action.at, what: "action", name: action.name.clone() });
        }
        let skill = task.skill(action, &skills)?;
        // A domain file has one way to do nothing.
        let changes_nothing = skill.first.is_empty() && skill.effects.is_empty();
        if skill.parameters.is_empty() && skill.needs.is_empty() && changes_nothing {
            left_out.push(format!("the action {}: it does nothing, which the skill to stay does", action.name));
            continue;
        }
        if task.model.actor.is_some() && task.acting(action)?.is_none() {
            left_out.push(format!("who does {}: no parameter is of the type that acts, so any robot can", action.name));
        }
        if task.model.actor.is_some() && !skill.unguarded.is_empty() {
            let facts = skill.unguarded.join(", ");
            left_out.push(format!(
                "that one robot alone uses up {facts} in a step, in {}: nothing is occupied",
                action.name
            ));
        }
        skills.push(skill);
    }
    let is_open = |skill: &&SkillEntry| skill.occupies.is_empty() && !skill.parameters.is_empty();
    let open: Vec<&str> = skills.iter().filter(is_open).map(|skill| skill.name.as_str()).collect();
    if task.model.actor.is_some() && !open.is_empty() {
        left_out.push(format!(
            "that one action comes after another, in {}: robots act at once, and nothing keeps two of them from one thing; add `occupies` \
             where it must, and `laws`",
            open.join(", ")
        ));
    }
    let robots = match task.model.actor {
        Some(_) => task.robots(&kind),
        None => vec![(task.names.reserve("agent_1"), kind)],
    };
    if task.model.actor.is_none() {
        left_out.push(
            "who acts: PDDL does not say, so one robot does everything; name the type that acts (--actor) to have more"
                .to_owned(),
        );
    }
    let idle = task.names.give_skill("idle", |name| skills.iter().any(|skill| skill.name == name));

    let file = File {
        name: task.names.give("domain", &domain.name),
        comment: comment(&domain, &task.names, &left_out, problem.is_none()),
        types,
        objects: task.object_entries(),
        predicates,
        always,
        skills,
        idle,
    };
    let domain_yaml = file.text();
    WorldDomain::parse(&domain_yaml, "the domain file")
        .map_err(|error| PddlError::Refused { problem: error.to_string() })?;
    Ok(Imported { domain_yaml, robots, facts: Facts::new(facts), goal, renamed: task.names.changed, left_out })
}

fn comment(domain: &Domain, names: &Names, left_out: &[String], is_alone: bool) -> Vec<String> {
    let mut lines =
        vec![format!("From the PDDL domain {}. docs/domain-language.md describes this language.", domain.name)];
    if is_alone {
        lines.push(
            "No problem file came with it: add the objects of the site, and mark what never changes as `fixed: true`."
                .to_owned(),
        );
    }
    if names.has_hyphens {
        lines.push("Hyphens in names became underscores.".to_owned());
    }
    lines.extend(
        names.changed.iter().map(|(what, before, after)| format!("The {what} {before} is called {after} here.")),
    );
    if !left_out.is_empty() {
        lines.push("Not carried over:".to_owned());
        lines.extend(left_out.iter().map(|what| format!("- {what}")));
    }
    lines
}

impl Task {
    /// Names everything but variables and actions.
    fn of(model: Model, problem: Option<&Problem>) -> Result<Self, PddlError> {
        let mut names = Names::default();
        // The type that acts may keep the name that the language has for it.
        let is_robot = |one: &model::Type, place: TypeIndex| {
            one.name == "robot" && model.actor == Some(place) && one.parents.is_empty()
        };
        let name_type = |(place, one): (TypeIndex, &model::Type)| match place {
            OBJECT => "object".to_owned(),
            place if is_robot(one, place) => "robot".to_owned(),
            _ => names.give("type", &one.name),
        };
        let types = model.types.iter().enumerate().map(name_type).collect();
        let predicates = model.predicates.iter().map(|one| names.give("predicate", &one.name)).collect();
        let objects = model.objects.iter().map(|one| names.give("object", &one.name)).collect();
        let mut is_fixed: Vec<bool> =
            model.predicates.iter().map(|one| problem.is_some() && !one.is_derived && !one.is_changed).collect();
        for fact in problem.into_iter().flat_map(|problem| &problem.facts) {
            let predicate = model.predicate(fact.at, &fact.predicate)?;
            for term in &fact.arguments {
                // A domain file does not know the robots.
                if let crate::syntax::Term::Object(name) = term
                    && model.is_robot(model.object(fact.at, name)?)
                {
                    is_fixed[predicate] = false;
                }
            }
        }
        Ok(Self { model, names, types, objects, predicates, is_fixed })
    }

    /// The types of the file, what everything is called there, and the kind of robots that are of no other.
    fn type_entries(&mut self, domain: &Domain, problem: Option<&Problem>) -> (Vec<TypeEntry>, String, String) {
        let mut entries = Vec::new();
        // With robots of its own, PDDL's `object` has them too; the robot that does everything is none of its objects.
        let root = match self.model.actor {
            Some(_) => "object".to_owned(),
            None if self.model.speaks_of_everything(domain, problem) => {
                let root = self.names.reserve("thing");
                entries.push(TypeEntry { name: root.clone(), parents: String::new() });
                root
            }
            None => String::new(),
        };
        let mut kind = String::new();
        for (place, one) in self.model.types.iter().enumerate().skip(1) {
            let mut parents: Vec<&str> = one.parents.iter().map(|&parent| self.types[parent].as_str()).collect();
            if self.model.actor == Some(place) {
                parents.insert(0, "robot");
                kind.clone_from(&self.types[place]);
                if self.types[place] == "robot" {
                    continue;
                }
            } else if parents.is_empty() && self.model.actor.is_none() && !root.is_empty() {
                parents.push(&root);
            }
            entries.push(TypeEntry { name: self.types[place].clone(), parents: parents.join(" | ") });
        }
        let has_kinds = |actor| (1..self.model.types.len()).any(|one| one != actor && self.model.is_within(one, actor));
        if self.model.actor.is_none_or(|actor| self.types[actor] == "robot" && !has_kinds(actor)) {
            kind = self.names.reserve(AGENT);
            entries.push(TypeEntry { name: kind.clone(), parents: "robot".to_owned() });
        }
        (entries, root, kind)
    }

    fn robots(&self, kind: &str) -> Vec<(String, String)> {
        let of = |object: usize| match self.model.objects[object].types.first() {
            Some(&own) if Some(own) != self.model.actor => self.types[own].clone(),
            _ => kind.to_owned(),
        };
        let all = (0..self.model.objects.len()).filter(|&object| self.model.is_robot(object));
        all.map(|object| (self.objects[object].clone(), of(object))).collect()
    }

    fn object_entries(&self) -> Vec<ObjectsEntry> {
        let mut entries: Vec<ObjectsEntry> = Vec::new();
        for (place, object) in self.model.objects.iter().enumerate().filter(|(place, _)| !self.model.is_robot(*place)) {
            let types = self.type_text(&object.types);
            let name = self.objects[place].clone();
            match entries.iter_mut().find(|entry| entry.types == types) {
                Some(entry) => entry.names.push(name),
                None => entries.push(ObjectsEntry { types, names: vec![name] }),
            }
        }
        entries
    }

    fn predicate_entries(&self, axioms: &[Axiom]) -> Result<Vec<PredicateEntry>, PddlError> {
        let mut entries = Vec::new();
        for (place, one) in self.model.predicates.iter().enumerate() {
            let own: Vec<&Axiom> = axioms.iter().filter(|axiom| axiom.head.name == one.name).collect();
            let mut scope: Vec<Variable> = Vec::new();
            for (argument, types) in &one.arguments {
                let called = self.names.variable(argument, &scope);
                scope.push((argument.clone(), called, types.clone()));
            }
            let type_of = |variable: &Variable| match own.is_empty() {
                true => self.type_text(&variable.2),
                false => format!("{}: {}", variable.1, self.type_text(&variable.2)),
            };
            let mut bodies = Vec::new();
            for axiom in &own {
                bodies.push(self.definition(axiom, &scope)?);
            }
            let when = match bodies.as_slice() {
                [] => None,
                [one] => Some(one.clone()),
                several => Some(several.iter().map(|body| format!("({body})")).collect::<Vec<_>>().join(" or ")),
            };
            entries.push(PredicateEntry {
                name: self.predicates[place].clone(),
                arguments: scope.iter().map(type_of).collect(),
                is_fixed: self.is_fixed[place],
                when,
            });
        }
        Ok(entries)
    }

    /// The formula that an axiom gives for its predicate, whose arguments are called as in `scope`.
    fn definition(&self, axiom: &Axiom, scope: &[Variable]) -> Result<String, PddlError> {
        let mut own = Vec::new();
        let mut parts = Vec::new();
        for (argument, (_, called, declared)) in axiom.head.arguments.iter().zip(scope) {
            let types = self.model.types_of(argument)?;
            if !argument.types.is_empty() && !self.model.are_all(declared, &types) {
                let is_of: Vec<String> = types.iter().map(|&one| format!("{}({called})", self.types[one])).collect();
                parts.push(format!("({})", is_of.join(" or ")));
            }
            own.push((argument.name.clone(), called.clone(), declared.clone()));
        }
        if parts.is_empty() {
            return self.formula(&axiom.body, &own);
        }
        parts.push(self.operand(&axiom.body, &own)?);
        Ok(parts.join(" and "))
    }
}
