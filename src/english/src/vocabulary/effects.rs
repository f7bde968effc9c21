//! What comes of deeds: what is so after them, what they change, where they lead.

use std::collections::HashSet;

use super::{Place, Vocabulary};
use crate::{
    logic::{self, Atom, Ltl, Object, Sort},
    moving::{Carried, Mover},
    reach,
};

impl Vocabulary {
    /// What is so once a deed is done, whoever does it: "the door has been opened" of a door that is open. `None`: it is
    /// told of one robot, or nothing is so of the things alone.
    pub(crate) fn result(&self, event: &Ltl) -> Option<Ltl> {
        let parts = if let Ltl::Or(parts) = event { parts.as_slice() } else { std::slice::from_ref(event) };
        let atoms = parts.iter().map(|part| if let Ltl::Atom(atom) = part { Some(atom) } else { None });
        let deeds: Vec<&Atom> = atoms.collect::<Option<_>>()?;
        let first = *deeds.first()?;
        let (by, things) = (deeds.iter().map(|deed| deed.arguments[0]), &first.arguments[1..]);
        let doers: HashSet<Object> = by.collect();
        let is_one =
            |deed: &&Atom| deed.sort == Sort::Deed && deed.name == first.name && deed.arguments[1..] == *things;
        let skill = &self.skills.get(usize::from(first.name))?;
        let able = skill.members.first()?.iter().filter(|robot| self.robots.contains(robot)).count();
        if !deeds.iter().all(is_one) || doers.len() != able {
            return None;
        }
        self.state_after(first)
    }

    /// What is so of its things once a deed is done.
    pub(crate) fn state_after(&self, deed: &Atom) -> Option<Ltl> {
        let state = |(predicate, of, holds): &(usize, usize, bool)| {
            let name = u16::try_from(*predicate).expect("a domain has fewer names");
            let fact =
                self.fact(Atom { sort: Sort::Fact, name, arguments: [deed.arguments[*of]].into_iter().collect() });
            if *holds { fact } else { logic::not(fact) }
        };
        let results = &self.results[usize::from(deed.name)];
        (!results.is_empty()).then(|| logic::all(results.iter().map(state)))
    }

    /// Whether an order to use a skill asks for what [`Self::result`] tells: nothing else comes of it, or it cannot be used where
    /// that is so.
    pub(crate) fn asks_for_result(&self, skill: usize) -> bool {
        self.brings_about_states(skill) && (self.need_contrary[skill] || self.changes_results_only(skill))
    }

    /// Whether more may come of a skill than the state that an order to use it asks for.
    pub(crate) fn brings_about_more(&self, skill: usize) -> bool {
        self.asks_for_result(skill) && !self.changes_results_only(skill)
    }

    fn changes_results_only(&self, skill: usize) -> bool {
        let told = |predicate: &usize| self.results[skill].iter().any(|(result, ..)| result == predicate);
        self.changed[skill].iter().all(told)
    }

    /// Whether an order to use a skill asks for more than what [`Self::result`] tells, but only with its robot and what that holds.
    pub(crate) fn asks_for_result_and_deed(&self, skill: usize) -> bool {
        self.brings_about_states(skill) && self.change_robot_beside[skill] && !self.asks_for_result(skill)
    }

    fn brings_about_states(&self, skill: usize) -> bool {
        !self.results[skill].is_empty() && self.are_of_states[skill]
    }

    /// Whether what is done may change whether this is so.
    pub(crate) fn may_change(&self, deed: &Atom, fact: &Atom) -> bool {
        let predicate = usize::from(fact.name);
        deed.sort == Sort::Deed
            && fact.sort == Sort::Fact
            && self.grounds[predicate].iter().any(|ground| self.changed[usize::from(deed.name)].contains(ground))
    }

    /// The place of the parameter where a skill puts what its robot holds, as the predicate tells it.
    pub(crate) fn puts(&self, skill: usize, held: usize) -> Option<usize> {
        let is_put = |mover: &&Mover| mover.skill == skill && mover.thing == Carried::Held { predicate: held };
        let mut puts = self.movers.iter().filter(is_put).filter_map(Mover::to);
        puts.next().filter(|_| puts.next().is_none())
    }

    /// Whether a skill changes where its robot is, and nothing else.
    pub(crate) fn only_moves_robot(&self, skill: usize) -> bool {
        let changed = &self.changed[skill];
        !changed.is_empty() && changed.iter().all(|predicate| self.tells_where_robot_is(*predicate))
    }

    /// Whether a skill changes where its robot is.
    pub(crate) fn moves_robot(&self, skill: usize) -> bool {
        self.changed[skill].iter().any(|predicate| self.tells_where_robot_is(*predicate))
    }

    fn tells_where_robot_is(&self, predicate: usize) -> bool {
        let fits = |place: &Place| place.thing == 0 && place.predicate == predicate;
        let are_robots = self.robots.iter().any(|robot| self.predicates[predicate].fits(0, *robot));
        are_robots && self.places.iter().any(fits)
    }

    /// Whether the deed itself may change the fact about a thing that it is done to.
    pub(crate) fn changes(&self, deed: &Atom, fact: &Atom) -> bool {
        deed.sort == Sort::Deed
            && fact.sort == Sort::Fact
            && self.changed[usize::from(deed.name)].contains(&usize::from(fact.name))
            && deed.arguments.iter().any(|object| fact.arguments.contains(object))
    }

    /// Whether some skill can make the condition true where it is not.
    pub(crate) fn can_become(&self, formula: &Ltl) -> bool {
        let is_known = |atom: &Atom| atom.sort == Sort::Fact && !self.predicates[usize::from(atom.name)].is_derived;
        reach::can_become(formula, &self.outcomes, &is_known)
    }

    /// Whether some robot can get there by a skill that is none of going there: to go there then means to come to be there, for every
    /// robot alike, since "nobody may go there" is said of all.
    pub(crate) fn is_where(&self, robot: Object, place: Object) -> bool {
        let leads_there = |predicate: usize| {
            self.settable.iter().any(|settable| {
                let is_it = settable.is_roundabout && settable.predicate == predicate;
                is_it && self.predicates[predicate].fits(0, robot) && settable.values[usize::from(place)]
            })
        };
        self.places.iter().any(|one| one.thing == 0 && leads_there(one.predicate))
    }
}
