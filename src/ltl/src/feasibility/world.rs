//! [`Axioms`] in numbers: the possible valuations and their possible successors.

use std::collections::VecDeque;

use super::axioms::Group;
use crate::{
    Axioms, LtlError, PropositionId, Valuation, Vocabulary,
    automaton::{Literal, Mask},
};

/// A group in numbers.
#[derive(Debug, Clone)]
pub(crate) struct Exclusion {
    pub members: Vec<PropositionId>,
    mask: Mask,
    pub is_exact: bool,
    /// By member: the members that may follow it, itself included. `None`: all.
    pub next: Option<Vec<Vec<PropositionId>>>,
    /// By member, if `next` is given: the fewest steps from each member; `None` if there is no way.
    steps: Vec<Vec<Option<usize>>>,
}

/// The axioms over a vocabulary.
#[derive(Debug, Clone, Default)]
pub(crate) struct World {
    pub exclusions: Vec<Exclusion>,
    /// By proposition: the groups that it is in. Propositions beyond the end are in none.
    memberships: Vec<Vec<usize>>,
    /// By proposition: its places in these groups. Propositions beyond the end are in none.
    places: Vec<Vec<usize>>,
    pub fixed: Vec<PropositionId>,
    pub uncontrollable: Vec<PropositionId>,
}

impl World {
    pub fn new(axioms: &Axioms, vocabulary: &mut Vocabulary) -> Result<Self, LtlError> {
        let mut world = Self::default();
        for group in &axioms.groups {
            validate(group)?;
            let members: Vec<PropositionId> = group.members.iter().map(|name| vocabulary.intern(name)).collect();
            let next = group.moves.as_ref().map(|moves| {
                let follows = |from: usize| {
                    let reached = moves.iter().filter(|(start, _)| *start == from).map(|&(_, to)| members[to]);
                    reached.chain([members[from]]).collect()
                };
                (0..members.len()).map(follows).collect()
            });
            let steps = group.moves.as_ref().map_or_else(Vec::new, |moves| steps(moves, members.len()));
            let mask = Mask::of(&members);
            world.exclusions.push(Exclusion { members, mask, is_exact: group.is_exact, next, steps });
        }
        world.memberships = vec![Vec::new(); vocabulary.len()];
        world.places = world.memberships.clone();
        for (number, exclusion) in world.exclusions.iter().enumerate() {
            for (place, member) in exclusion.members.iter().enumerate() {
                world.memberships[member.index()].push(number);
                world.places[member.index()].push(place);
            }
        }
        world.fixed = axioms.fixed.iter().map(|name| vocabulary.intern(name)).collect();
        world.uncontrollable = axioms.uncontrollable.iter().map(|name| vocabulary.intern(name)).collect();
        Ok(world)
    }

    /// The groups that a proposition is in.
    pub fn groups_of(&self, id: PropositionId) -> &[usize] {
        self.memberships.get(id.index()).map_or(&[], Vec::as_slice)
    }

    /// Whether some group has both, so that they cannot hold at the same time.
    pub fn shares_group(&self, one: PropositionId, other: PropositionId) -> bool {
        self.groups_of(one).iter().any(|group| self.groups_of(other).contains(group))
    }

    /// Makes a proposition true, and the ones it excludes false.
    pub fn raise(&self, valuation: &mut Valuation, id: PropositionId) {
        for &group in self.groups_of(id) {
            self.exclusions[group].lower(valuation);
        }
        valuation.set(id, true);
    }

    /// The valuation in which a proposition has this value; `None` if another member of a group must take its place.
    pub fn with(&self, before: &Valuation, (id, value): Literal) -> Option<Valuation> {
        let mut after = before.clone();
        if value {
            self.raise(&mut after, id);
        } else if self.groups_of(id).iter().any(|&group| self.exclusions[group].is_exact) {
            return None;
        } else {
            after.set(id, false);
        }
        Some(after)
    }

    /// The place of a proposition among the members of a group.
    pub fn place_in(&self, id: PropositionId, group: usize) -> Option<usize> {
        let at = self.groups_of(id).iter().position(|&own| own == group)?;
        Some(self.places[id.index()][at])
    }

    /// The first group that the valuation contradicts.
    pub fn contradiction(&self, valuation: &Valuation) -> Option<&Exclusion> {
        self.exclusions.iter().find(|exclusion| exclusion.is_contradicted(valuation))
    }

    /// The groups that some propositions are in, each once.
    pub fn groups_of_any(&self, ids: &[PropositionId]) -> Vec<usize> {
        let mut groups: Vec<usize> = ids.iter().flat_map(|&id| self.groups_of(id)).copied().collect();
        groups.sort_unstable();
        groups.dedup();
        groups
    }

    /// Whether a valuation contradicts none of these groups.
    pub fn is_sound_in(&self, groups: &[usize], valuation: &Valuation) -> bool {
        groups.iter().all(|&group| !self.exclusions[group].is_contradicted(valuation))
    }

    /// Whether these groups let one valuation, which contradicts nothing, follow another in one step.
    pub fn may_follow_in(&self, groups: &[usize], before: &Valuation, after: &Valuation) -> bool {
        groups.iter().all(|&group| self.exclusions[group].may_follow(before, after))
    }

    /// The fewest steps in which a proposition can become true; `None` if there is no way.
    pub fn steps_to(&self, id: PropositionId, now: &Valuation) -> Option<usize> {
        if now.holds(id) {
            return Some(0);
        }
        self.groups_of(id).iter().try_fold(1, |most, &group| Some(self.exclusions[group].steps_to(id, now)?.max(most)))
    }
}

impl Exclusion {
    /// The true member; the first one if there are several, though only one can be true.
    pub fn member(&self, valuation: &Valuation) -> Option<PropositionId> {
        valuation.first(&self.mask)
    }

    /// The true member's place among the members.
    pub fn place(&self, valuation: &Valuation) -> Option<usize> {
        let member = self.member(valuation)?;
        self.members.iter().position(|&own| own == member)
    }

    /// Makes all members false.
    pub fn lower(&self, valuation: &mut Valuation) {
        valuation.lower(&self.mask);
    }

    fn is_contradicted(&self, valuation: &Valuation) -> bool {
        let count = valuation.count(&self.mask);
        count > 1 || (self.is_exact && count == 0)
    }

    /// Whether the moves allow one valuation, which contradicts nothing, to follow another.
    pub fn may_follow(&self, before: &Valuation, after: &Valuation) -> bool {
        self.next_after(before).is_none_or(|next| self.member(after).is_none_or(|to| next.contains(&to)))
    }

    fn steps_to(&self, id: PropositionId, now: &Valuation) -> Option<usize> {
        let to = self.members.iter().position(|&member| member == id);
        let (Some(to), Some(from)) = (to, self.place(now)) else { return Some(1) };
        self.steps.get(to).map_or(Some(1), |steps| steps[from])
    }

    /// The members that may be the true one in the state after `before`; `None`: all.
    pub fn next_after(&self, before: &Valuation) -> Option<&[PropositionId]> {
        let next = self.next.as_ref()?;
        Some(&next[self.place(before)?])
    }
}

/// By destination, by origin: the fewest steps.
fn steps(moves: &[(usize, usize)], members: usize) -> Vec<Vec<Option<usize>>> {
    let mut origins = vec![Vec::new(); members];
    moves.iter().for_each(|&(from, to)| origins[to].push(from));
    let to = |to: usize| {
        let mut steps = vec![None; members];
        steps[to] = Some(0);
        let mut open = VecDeque::from([(to, 0)]);
        while let Some((place, count)) = open.pop_front() {
            for &from in &origins[place] {
                if steps[from].is_none() {
                    steps[from] = Some(count + 1);
                    open.push_back((from, count + 1));
                }
            }
        }
        steps
    };
    (0..members).map(to).collect()
}

fn validate(group: &Group) -> Result<(), LtlError> {
    let first = group.members.first().map_or_else(|| "no proposition".to_owned(), ToString::to_string);
    let refuse = |why| Err(LtlError::Group { first, why });
    if group.members.is_empty() {
        return refuse("is empty: leave it out");
    }
    if group.members.iter().enumerate().any(|(index, member)| group.members[..index].contains(member)) {
        return refuse("names a member twice: name each once");
    }
    let count = group.members.len();
    if group.moves.iter().flatten().any(|&(from, to)| from >= count || to >= count) {
        return refuse("has a move beyond its members: number them from 0");
    }
    Ok(())
}
