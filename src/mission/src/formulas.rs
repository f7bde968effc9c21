//! Missions as temporal formulas over the world and the deeds of robots, and back.

use std::collections::{BTreeMap, BTreeSet};

use surefleet_fleet::{Brief, RobotId};
use surefleet_ltl::{Binary, Formula, Node, Proposition, Unary};

use crate::{
    Mission, Prohibition, Rule, Subtask, Transport,
    objects::{Action, ItemId, PlaceId, Target},
};

impl Mission {
    /// The deliveries and prohibitions that these formulas ask for: that things are somewhere in the end, and that robots never do
    /// something. `None` unless a mission can say all of it; for one thing in two deliveries; and if nothing must be delivered.
    ///
    /// That a container must never be open forbids to open it: it is not open when the mission starts.
    pub fn of_formulas(formulas: &[Formula], domain: &Transport, team: &[RobotId]) -> Option<Self> {
        Found::in_all(formulas, domain, team)?.mission(team)
    }

    /// The deliveries and prohibitions of a brief, as the safety monitor has read it; `None` as in
    /// [`of_formulas`](Self::of_formulas).
    pub fn of_brief(brief: &Brief, domain: &Transport) -> Option<Self> {
        Self::of_formulas(&formulas(brief)?, domain, &brief.team)
    }

    /// Adds what a brief requires beside what is to be done; `None` if prohibitions cannot say it.
    #[must_use]
    pub fn under(mut self, brief: &Brief, domain: &Transport) -> Option<Self> {
        let required: Vec<Formula> =
            formulas(brief)?.into_iter().filter(|formula| !formula.must_come_about()).collect();
        let rules = Found::in_all(&required, domain, &brief.team)?.rules(&brief.team);
        let known: Vec<Rule> = rules.into_iter().filter(|rule| !self.rules.contains(rule)).collect();
        self.rules.extend(known);
        Some(self)
    }

    /// The formulas that ask for the mission, one for each delivery and prohibition.
    pub fn formulas(&self, domain: &Transport, team: &[RobotId]) -> Vec<Formula> {
        let [_, _, located, _] = domain.predicates();
        let deliveries = self.subtasks.iter().filter_map(|subtask| {
            let pairs = subtask.items.iter().flat_map(|&item| subtask.destinations.iter().map(move |&to| (item, to)));
            let there = |(item, to): (ItemId, PlaceId)| {
                atom(format!("{located}({}, {})", domain.item(item).name, domain.place(to).name))
            };
            let somewhere = pairs.map(there).reduce(|one, other| Formula::binary(Binary::Or, &one, &other))?;
            Some(Formula::unary(Unary::Finally, &Formula::unary(Unary::Globally, &somewhere)))
        });
        let prohibitions = self.rules.iter().filter_map(|rule| {
            let who = |place: &usize| rule.robot.is_none_or(|only| only == *place);
            let never = (0..team.len()).filter(who).flat_map(|place| {
                rule.never.actions().into_iter().filter_map(move |action| {
                    let (skill, object) = skill_and_object(action, domain)?;
                    let deed = atom(format!("{skill}({}, {object})", team[place]));
                    Some(Formula::unary(Unary::Globally, &Formula::unary(Unary::Not, &deed)))
                })
            });
            never.reduce(|one, other| Formula::binary(Binary::And, &one, &other))
        });
        deliveries.chain(prohibitions).collect()
    }
}

/// What rules forbid each robot of a team.
pub(crate) fn forbidden(rules: &[Rule], team_size: usize) -> BTreeSet<(usize, Action)> {
    let each = rules.iter().flat_map(|rule| {
        let who = (0..team_size).filter(|robot| rule.robot.is_none_or(|only| only == *robot));
        who.flat_map(|robot| rule.never.actions().into_iter().map(move |action| (robot, action)))
    });
    each.collect()
}

impl Prohibition {
    /// The forbidden actions.
    fn actions(&self) -> Vec<Action> {
        match self {
            Self::Take(items) => items.iter().map(|&item| Action::Take(item)).collect(),
            Self::Approach(items) => {
                items.iter().flat_map(|&item| [Action::Reach(Target::Item(item)), Action::Take(item)]).collect()
            }
            Self::Open(places) => places.iter().map(|&place| Action::Open(place)).collect(),
            Self::Leave(places) => places.iter().map(|&place| Action::Leave(place)).collect(),
        }
    }
}

/// What was found in formulas so far.
#[derive(Default)]
struct Found {
    subtasks: Vec<Subtask>,
    /// What each robot of the team must never do.
    never: BTreeMap<usize, BTreeSet<Action>>,
    /// The things that a robot must never put down at a place.
    unput: BTreeMap<(usize, PlaceId), BTreeSet<ItemId>>,
    /// Whether something that must never be is not a prohibition of a mission.
    leaves_out: bool,
}

impl Found {
    /// What these formulas ask for; `None` unless deliveries and prohibitions say all of it.
    fn in_all(formulas: &[Formula], domain: &Transport, team: &[RobotId]) -> Option<Self> {
        let mut found = Self::default();
        for formula in formulas {
            found.read(Sub::whole(formula, &formula.momentary()), domain, team)?;
        }
        found.is_said(domain, team).then_some(found)
    }

    /// Takes up a formula; `None`: it is more than deliveries and what must never be.
    fn read(&mut self, formula: Sub, domain: &Transport, team: &[RobotId]) -> Option<()> {
        for part in formula.split(Binary::And) {
            match (part.unary(Unary::Globally), part.in_the_end()) {
                (Some(never), _) if never.is_momentary() => self.forbid(part, domain, team),
                (None, Some(end)) => {
                    end.split(Binary::And).into_iter().try_for_each(|end| self.deliver(&[end], domain))?
                }
                _ => {
                    let ends: Option<Vec<Sub>> = part.split(Binary::Or).into_iter().map(Sub::in_the_end).collect();
                    self.deliver(&ends?, domain)?;
                }
            }
        }
        Some(())
    }

    /// One of these must hold in the end. It is a delivery if each thing in it may be at each place in it.
    fn deliver(&mut self, ends: &[Sub], domain: &Transport) -> Option<()> {
        let [_, _, located, _] = domain.predicates();
        let mut pairs = BTreeSet::new();
        for end in ends.iter().flat_map(|end| end.split(Binary::Or)) {
            let there = end.proposition().filter(|there| there.predicate() == located)?;
            let [item, place] = there.arguments().collect::<Vec<_>>()[..] else { return None };
            pairs.insert((domain.find_item(item)?, domain.find_place(place)?));
        }
        let items: BTreeSet<ItemId> = pairs.iter().map(|(item, _)| *item).collect();
        let places: BTreeSet<PlaceId> = pairs.iter().map(|(_, place)| *place).collect();
        (items.len() * places.len() == pairs.len()).then_some(())?;
        let subtask = Subtask { items: items.into_iter().collect(), destinations: places.into_iter().collect() };
        if !self.subtasks.contains(&subtask) {
            self.subtasks.push(subtask);
        }
        Some(())
    }

    /// Takes up the deeds that a formula forbids for good.
    fn forbid(&mut self, formula: Sub, domain: &Transport, team: &[RobotId]) {
        for part in formula.split(Binary::And) {
            let Some(never) = part.never() else {
                self.leaves_out = true;
                continue;
            };
            for part in never.split(Binary::Or) {
                let is_taken_up = match &part.split(Binary::And)[..] {
                    [one] => one.proposition().and_then(|one| self.forbid_one(one, domain, team)),
                    [held, put] => self.forbid_putting(*held, *put, domain, team),
                    _ => None,
                };
                self.leaves_out |= is_taken_up.is_none();
            }
        }
    }

    /// A robot must never do this, or none may open what must never be open.
    fn forbid_one(&mut self, never: &Proposition, domain: &Transport, team: &[RobotId]) -> Option<()> {
        let [.., open] = domain.predicates();
        let container = never.arguments().next().filter(|_| never.predicate() == open);
        if let Some(place) = container.and_then(|name| domain.find_place(name)) {
            for robot in 0..team.len() {
                self.never.entry(robot).or_default().insert(Action::Open(place));
            }
            return Some(());
        }
        let (robot, action) = deed_of(never, domain, team)?;
        self.never.entry(robot).or_default().insert(action);
        Some(())
    }

    /// A robot must never put this thing down there: said of all things, it is a prohibition of the place.
    fn forbid_putting(&mut self, held: Sub, put: Sub, domain: &Transport, team: &[RobotId]) -> Option<()> {
        let [_, holding, ..] = domain.predicates();
        let held = held.proposition().filter(|held| held.predicate() == holding)?;
        let (robot, put) = deed_of(put.proposition()?, domain, team)?;
        let Action::Leave(place) = put else { return None };
        let [holder, item] = held.arguments().collect::<Vec<_>>()[..] else { return None };
        let item = domain.find_item(item).filter(|_| holder == team[robot].as_str())?;
        let unput = self.unput.entry((robot, place)).or_default();
        unput.insert(item);
        if unput.len() == domain.items().len() {
            self.never.entry(robot).or_default().insert(Action::Leave(place));
        }
        Some(())
    }

    /// Whether deliveries and prohibitions say all of it.
    fn is_said(&self, domain: &Transport, team: &[RobotId]) -> bool {
        let never = self.never.iter().flat_map(|(robot, actions)| actions.iter().map(|action| (*robot, *action)));
        !self.leaves_out
            && self.unput.values().all(|items| items.len() == domain.items().len())
            && never.collect::<BTreeSet<_>>() == forbidden(&self.rules(team), team.len())
    }

    /// The mission; `None` if one thing is in two deliveries, or nothing is to be delivered.
    fn mission(&self, team: &[RobotId]) -> Option<Mission> {
        let mut taken = BTreeSet::new();
        let disjoint = self.subtasks.iter().flat_map(|subtask| &subtask.items).all(|&item| taken.insert(item));
        let is_one = disjoint && !self.subtasks.is_empty();
        is_one.then(|| Mission { subtasks: self.subtasks.clone(), rules: self.rules(team) })
    }

    /// The prohibitions: those of all robots of the team first, then those of each robot.
    fn rules(&self, team: &[RobotId]) -> Vec<Rule> {
        let of = |robot: usize| self.never.get(&robot).cloned().unwrap_or_default();
        let common = (1..team.len()).fold(of(0), |common, robot| &common & &of(robot));
        let own = (0..team.len()).flat_map(|robot| prohibitions(&(&of(robot) - &common), &of(robot), Some(robot)));
        prohibitions(&common, &common, None).into_iter().chain(own).collect()
    }
}

/// These actions as prohibitions, of all that are forbidden. To go to a thing is forbidden together with taking it, or not at
/// all.
fn prohibitions(never: &BTreeSet<Action>, all: &BTreeSet<Action>, robot: Option<usize>) -> Vec<Rule> {
    let (mut take, mut approach, mut open, mut put) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for action in never {
        match action {
            Action::Reach(Target::Item(item)) if all.contains(&Action::Take(*item)) => approach.push(*item),
            Action::Take(item) if never.contains(&Action::Reach(Target::Item(*item))) => {}
            Action::Take(item) => take.push(*item),
            Action::Open(place) => open.push(*place),
            Action::Leave(place) => put.push(*place),
            Action::Reach(_) | Action::Idle => {}
        }
    }
    let kinds = [
        (!take.is_empty()).then_some(Prohibition::Take(take)),
        (!approach.is_empty()).then_some(Prohibition::Approach(approach)),
        (!open.is_empty()).then_some(Prohibition::Open(open)),
        (!put.is_empty()).then_some(Prohibition::Leave(put)),
    ];
    kinds.into_iter().flatten().map(|never| Rule { robot, never }).collect()
}

/// The names of an action's skill and of what it is done to; `None`: nobody can do it.
fn skill_and_object(action: Action, domain: &Transport) -> Option<(&str, &str)> {
    domain.options().symbol(domain.options().of(action)?).strip_suffix(')')?.split_once('(')
}

/// The robot and the action of a deed of the team.
fn deed_of(deed: &Proposition, domain: &Transport, team: &[RobotId]) -> Option<(usize, Action)> {
    let mut arguments = deed.arguments();
    let robot = arguments.next()?;
    let robot = team.iter().position(|member| member.as_str() == robot)?;
    let symbol = format!("{}({})", deed.predicate(), arguments.collect::<Vec<_>>().join(", "));
    Some((robot, domain.options().action(domain.options().find(&symbol)?)))
}

/// A part of a formula.
#[derive(Clone, Copy)]
struct Sub<'f>(&'f [Node], &'f [bool], u32);

impl<'f> Sub<'f> {
    /// The whole formula; `momentary` are its parts that speak of one state.
    fn whole(formula: &'f Formula, momentary: &'f [bool]) -> Self {
        Self(formula.nodes(), momentary, formula.nodes().len() as u32 - 1)
    }

    fn node(self) -> &'f Node {
        &self.0[self.2 as usize]
    }

    /// Whether it speaks of only one state.
    fn is_momentary(self) -> bool {
        self.1[self.2 as usize]
    }

    fn proposition(self) -> Option<&'f Proposition> {
        if let Node::Proposition(proposition) = self.node() { Some(proposition) } else { None }
    }

    /// The operand of this operator.
    fn unary(self, operator: Unary) -> Option<Self> {
        match self.node() {
            Node::Unary(found, operand) if *found == operator => Some(Self(self.0, self.1, *operand)),
            _ => None,
        }
    }

    /// What never holds: `G !` of it.
    fn never(self) -> Option<Self> {
        self.unary(Unary::Globally)?.unary(Unary::Not)
    }

    /// What holds in the last state, and no more is said: `F G` of it.
    fn in_the_end(self) -> Option<Self> {
        let end = self.unary(Unary::Finally)?.unary(Unary::Globally)?;
        end.is_momentary().then_some(end)
    }

    /// The operands of this operator and of the same operator in them; itself if it has another one.
    fn split(self, operator: Binary) -> Vec<Self> {
        match self.node() {
            Node::Binary(found, one, other) if *found == operator => {
                [one, other].into_iter().flat_map(|part| Self(self.0, self.1, *part).split(operator)).collect()
            }
            _ => vec![self],
        }
    }
}

fn formulas(brief: &Brief) -> Option<Vec<Formula>> {
    brief.formulas.iter().map(|formula| Formula::parse(formula).ok()).collect()
}

fn atom(name: String) -> Formula {
    Formula::proposition(Proposition::new(&name).expect("the domain's names are plain words"))
}
