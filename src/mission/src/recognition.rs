//! Recognition of a transport in a domain, from the structure of its predicates and skills.

use std::sync::LazyLock;

use surefleet_world::{Domain, Law, Need, Origin, Predicate, PredicateId, Rule, Skill, TypeId};

use crate::{
    NoTransport,
    classes::{BOXES, Classes, ROBOTS, THINGS, TOPS},
    likeness::{Likeness, are_paired},
};

/// What a skill of a transport is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Go,
    Take,
    Put,
    Open,
    Stay,
}

/// The parts of a domain by which it is a transport.
#[derive(Debug)]
pub(crate) struct Recognition {
    pub stored: Stored,
    /// For each skill of the domain its role.
    pub roles: Vec<Role>,
    /// Places in the file of the items, the containers and the surfaces.
    pub items: Vec<usize>,
    pub containers: Vec<usize>,
    pub surfaces: Vec<usize>,
}

/// The predicates that say all about a transport's state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stored {
    /// Where a robot is.
    pub at: PredicateId,
    /// What it holds.
    pub holding: PredicateId,
    /// Where an item is.
    pub located: PredicateId,
    /// Whether a container is open.
    pub open: PredicateId,
}

/// The domain whose structure a transport has; its skills stand in the order of the roles.
static MODEL: LazyLock<Model> = LazyLock::new(Model::read);

struct Model {
    domain: Domain,
    stored: Stored,
    classes: Classes,
}

impl Model {
    fn read() -> Self {
        let domain = Domain::parse(include_str!("transport.yaml"), "transport.yaml").expect("all tests read it");
        let [stored, _] = Stored::candidates(&domain).expect("the model changes what a transport changes");
        let classes = stored.classes(&domain);
        Self { domain, stored, classes }
    }
}

impl Role {
    const ALL: [Self; 5] = [Self::Go, Self::Take, Self::Put, Self::Open, Self::Stay];

    fn model(self) -> &'static Skill {
        &MODEL.domain.skills()[self as usize]
    }

    fn words(self) -> &'static str {
        match self {
            Self::Go => "go to things and containers",
            Self::Take => "take things",
            Self::Put => "put down what it holds",
            Self::Open => "open containers",
            Self::Stay => "stay",
        }
    }
}

impl Recognition {
    /// Finds the parts of a transport in a domain.
    pub fn of(domain: &Domain) -> Result<Self, NoTransport> {
        let readings = Stored::candidates(domain)?.map(|stored| Reading::of(domain, stored));
        let [one, other] = readings;
        let best = if other.matches() > one.matches() { other } else { one };
        best.recognition()
    }
}

impl Stored {
    /// The two ways to read the predicates of a domain: which of two tells where a robot is, and which what it holds?
    fn candidates(domain: &Domain) -> Result<[Self; 2], NoTransport> {
        let stored = domain.predicates().iter().filter(|one| one.origin == Origin::State);
        let is_robot = |types: &Vec<TypeId>| types.iter().all(|&one| domain.is_within(one, Domain::ROBOT));
        let (mut of_robots, mut of_things, mut plain) = (Vec::new(), Vec::new(), Vec::new());
        let unfit =
            |what: &Predicate| NoTransport::Predicate { domain: domain.name().to_owned(), what: what.name.clone() };
        for one in stored {
            let list = match (one.arguments.as_slice(), &one.value) {
                ([of], Some(value)) if is_robot(of) && !is_robot(value) => &mut of_robots,
                ([of], Some(value)) if !is_robot(of) && !is_robot(value) => &mut of_things,
                ([of], None) if !is_robot(of) => &mut plain,
                _ => return Err(unfit(one)),
            };
            list.push(one);
        }
        let id = |one: &Predicate| domain.find_predicate(&one.name).expect("it is of the domain");
        let missing = |what| NoTransport::NoPredicate { domain: domain.name().to_owned(), what };
        match (of_robots.as_slice(), of_things.as_slice(), plain.as_slice()) {
            (&[one, other], &[located], &[open]) => Ok([(one, other), (other, one)].map(|(at, holding)| Self {
                at: id(at),
                holding: id(holding),
                located: id(located),
                open: id(open),
            })),
            (&[_, _, more, ..], ..) | (_, &[_, more, ..], _) | (.., &[_, more, ..]) => Err(unfit(more)),
            (&[] | &[_], ..) => Err(missing("where a robot is, and one that says what it holds")),
            (_, &[], _) => Err(missing("where an item is")),
            (.., &[]) => Err(missing("what is open")),
        }
    }

    fn classes(&self, domain: &Domain) -> Classes {
        let [located, open] = [self.located, self.open].map(|id| domain.predicate(id));
        let spots = located.value.as_deref().unwrap_or_default();
        Classes::of(domain, &located.arguments[0], &open.arguments[0], spots)
    }

    fn pairs(&self) -> [(PredicateId, PredicateId); 4] {
        let Self { at, holding, located, open } = MODEL.stored;
        [(at, self.at), (holding, self.holding), (located, self.located), (open, self.open)]
    }
}

/// A domain read as a transport, with what fits.
struct Reading<'d> {
    domain: &'d Domain,
    stored: Stored,
    classes: Classes,
    /// For each skill its role, if it has one.
    roles: Vec<Option<Role>>,
}

impl<'d> Reading<'d> {
    fn of(domain: &'d Domain, stored: Stored) -> Self {
        let classes = stored.classes(domain);
        let mut reading = Self { domain, stored, classes, roles: Vec::new() };
        for skill in domain.skills() {
            let mut free = Role::ALL.into_iter().filter(|role| !reading.roles.contains(&Some(*role)));
            let role = free.find(|role| reading.deviations(*role, skill).is_empty());
            reading.roles.push(role);
        }
        reading
    }

    fn matches(&self) -> usize {
        self.roles.iter().flatten().count()
    }

    fn like<R>(&self, compare: impl FnOnce(&Likeness<'_>) -> R) -> R {
        let same = self.stored.pairs();
        let model = (&MODEL.domain, &MODEL.classes);
        compare(&Likeness { model, other: (self.domain, &self.classes), same: &same })
    }

    /// The parts of a skill that are not those of its role.
    fn deviations(&self, role: Role, skill: &Skill) -> Vec<&'static str> {
        let model = role.model();
        let of_parameters = |these: &(String, Vec<TypeId>), those: &(String, Vec<TypeId>)| {
            let meant = MODEL.classes.touched(&these.1);
            match role {
                Role::Go => self.classes.is_exactly(&those.1, meant),
                _ => self.classes.is_within(&those.1, meant),
            }
        };
        let parameters = model.parameters.len() == skill.parameters.len()
            && model.parameters.iter().zip(&skill.parameters).all(|(these, those)| of_parameters(these, those));
        let needs = |skill: &Skill| skill.needs.iter().map(|Need { that, .. }| that.clone()).collect::<Vec<_>>();
        let effects = |skill: &Skill| [skill.first.as_slice(), skill.effects.as_slice()].concat();
        let (robots, needs, effects, occupies) = self.like(|like| {
            let occupies = are_paired(&model.occupies, &skill.occupies, &|this, that| {
                like.term(&this.what, &that.what) && like.conditions([&this.when], [&that.when])
            });
            (
                like.types(&model.by, &skill.by),
                like.conditions(&needs(model), &needs(skill)),
                like.effects(&effects(model), &effects(skill)),
                occupies,
            )
        });
        let parts = [
            (robots, "robots"),
            (parameters, "parameters"),
            (needs, "needs"),
            (effects, "effects"),
            (occupies, "occupied objects"),
        ];
        parts.into_iter().filter(|(is_same, _)| !is_same).map(|(_, part)| part).collect()
    }

    fn recognition(self) -> Result<Recognition, NoTransport> {
        self.check_objects()?;
        let name = || self.domain.name().to_owned();
        let missing = || Role::ALL.into_iter().filter(|role| !self.roles.contains(&Some(*role)));
        let unread = self.domain.skills().iter().zip(&self.roles).find(|(_, role)| role.is_none());
        if let Some((skill, _)) = unread {
            let skill_name = skill.name.clone();
            let nearest = missing().map(|role| (self.deviations(role, skill), role));
            return Err(match nearest.min_by_key(|(parts, _)| parts.len()) {
                Some((parts, role)) => NoTransport::Skill {
                    domain: name(),
                    skill: skill_name,
                    parts: parts.join(", "),
                    role: role.words(),
                },
                None => NoTransport::MoreSkills { domain: name(), skill: skill_name },
            });
        }
        if let Some(role) = missing().next() {
            return Err(NoTransport::NoSkill { domain: name(), role: role.words() });
        }
        if let Some(law) = self.domain.laws().iter().find(|law| !self.is_usual(law)) {
            let law = law.says.0.iter().map(|piece| match piece {
                surefleet_world::Piece::Words(words) => words.as_str(),
                _ => "…",
            });
            return Err(NoTransport::Law { domain: name(), law: law.collect() });
        }
        let members = |class| self.classes.members(class).collect();
        Ok(Recognition {
            stored: self.stored,
            roles: self.roles.iter().copied().flatten().collect(),
            items: members(THINGS),
            containers: members(BOXES),
            surfaces: members(TOPS),
        })
    }

    /// Checks that items, containers and surfaces are different objects, and that predicates are about all of them.
    fn check_objects(&self) -> Result<(), NoTransport> {
        let [at, holding, located, open] = [self.stored.at, self.stored.holding, self.stored.located, self.stored.open]
            .map(|id| self.domain.predicate(id));
        let unfit = |what: &Predicate| NoTransport::Predicate {
            domain: self.domain.name().to_owned(),
            what: what.name.clone(),
        };
        let value = |of: &Predicate, classes| of.value.as_ref().is_none_or(|types| self.classes.covers(types, classes));
        let about = |of: &Predicate, classes| self.classes.is_exactly(&of.arguments[0], classes);
        let spots = located.value.as_ref().is_none_or(|types| self.classes.is_exactly(types, BOXES | TOPS));
        let checks = [
            (at, about(at, ROBOTS) && value(at, THINGS | BOXES | TOPS)),
            (holding, about(holding, ROBOTS) && value(holding, THINGS)),
            (located, about(located, THINGS) && spots),
            (open, about(open, BOXES)),
        ];
        checks.into_iter().find(|(_, fits)| !fits).map_or(Ok(()), |(of, _)| Err(unfit(of)))
    }

    /// Whether a law follows from what a transport's state can hold.
    fn is_usual(&self, law: &Law) -> bool {
        let Law { about, rule: Rule::OneOf { atoms, .. }, .. } = law else { return false };
        let [Law { about: usual_about, rule: Rule::OneOf { atoms: usual, .. }, .. }] = MODEL.domain.laws() else {
            return false;
        };
        self.like(|like| {
            about.len() == usual_about.len()
                && usual_about.iter().zip(about).all(|(these, those)| like.types(these, those))
                && are_paired(usual, atoms, &|this, that| {
                    this.over.len() == that.over.len()
                        && this.over.iter().zip(&that.over).all(|(these, those)| like.types(these, those))
                        && like.predicates(this.predicate, that.predicate)
                        && like.terms(&this.arguments, &that.arguments)
                        && match (&this.value, &that.value) {
                            (Some(this), Some(that)) => like.term(this, that),
                            (this, that) => this.is_none() && that.is_none(),
                        }
                })
        })
    }
}
