//! [`Axioms`] in numbers: which valuations there are, and which may follow which.

use crate::{Axioms, LtlError, PropositionId, Valuation, Vocabulary, axioms::Group};

/// A group in numbers.
#[derive(Debug, Clone)]
pub(crate) struct Exclusion {
    pub members: Vec<PropositionId>,
    pub is_exact: bool,
    /// By member: those that may follow it, itself included. `None`: all.
    pub next: Option<Vec<Vec<PropositionId>>>,
}

/// The axioms over a vocabulary.
#[derive(Debug, Clone, Default)]
pub(crate) struct World {
    pub exclusions: Vec<Exclusion>,
    /// By proposition: the groups that it is in. Propositions beyond the end are in none.
    memberships: Vec<Vec<usize>>,
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
            world.exclusions.push(Exclusion { members, is_exact: group.is_exact, next });
        }
        world.memberships = vec![Vec::new(); vocabulary.len()];
        for (number, exclusion) in world.exclusions.iter().enumerate() {
            for member in &exclusion.members {
                world.memberships[member.index()].push(number);
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

    /// The first group that the valuation contradicts.
    pub fn contradiction(&self, valuation: &Valuation) -> Option<&Exclusion> {
        let contradicts = |exclusion: &&Exclusion| {
            let count = exclusion.members.iter().filter(|&&member| valuation.holds(member)).count();
            count > 1 || (exclusion.is_exact && count == 0)
        };
        self.exclusions.iter().find(contradicts)
    }

    /// Whether one valuation, which contradicts nothing, may follow another in one step.
    pub fn may_follow(&self, before: &Valuation, after: &Valuation) -> bool {
        self.fixed.iter().all(|&id| before.holds(id) == after.holds(id))
            && self.exclusions.iter().all(|exclusion| {
                let to = exclusion.members.iter().find(|&&member| after.holds(member));
                to.is_none_or(|to| exclusion.next_after(before).is_none_or(|next| next.contains(to)))
            })
    }
}

impl Exclusion {
    /// The members that may be the true one in the state after `before`; `None`: all.
    pub fn next_after(&self, before: &Valuation) -> Option<&[PropositionId]> {
        let from = self.next.as_ref().and_then(|_| self.members.iter().position(|&member| before.holds(member)));
        Some(&self.next.as_ref()?[from?])
    }
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
