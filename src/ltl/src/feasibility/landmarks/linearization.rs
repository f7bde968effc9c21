//! Turns the partial order of landmarks into a plan: one after another, or at the same time if possible.

use std::collections::VecDeque;

use super::orders::{Event, Landmarks, event};
use crate::{
    PropositionId, Valuation,
    automaton::Literal,
    feasibility::{
        demands::End,
        problem::Problem,
        product::Scope,
        projection::{Effect, ProductState, Projection},
    },
};

/// Goes from landmark to landmark. A mover that is not needed steps aside, to a member that no constraint reads.
pub(super) struct Linearization<'a> {
    problem: &'a Problem<'a>,
    scope: &'a Scope,
    landmarks: &'a Landmarks<'a>,
    projection: Projection<'a>,
    must_stay: bool,
    /// By event: the events that are not after it, as a set.
    earlier: Vec<u128>,
}

/// The progress of the plan.
struct Progress {
    here: ProductState,
    plan: Vec<Valuation>,
    /// Events that have happened, as a set.
    placed: u128,
}

/// The members of a group that must become true, one after another.
struct Route {
    members: Vec<PropositionId>,
    /// Whether the last is wanted; then it comes true at the same time as others.
    is_wanted: bool,
}

/// The members of a set.
fn ones(mut set: u128) -> impl Iterator<Item = Event> {
    std::iter::from_fn(move || {
        let member = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(member)
    })
}

impl<'a> Linearization<'a> {
    pub fn new(problem: &'a Problem<'a>, scope: &'a Scope, landmarks: &'a Landmarks<'a>, must_stay: bool) -> Self {
        let projection = Projection::new(problem.product, &scope.constraints);
        let mut earlier = vec![0; landmarks.later.len()];
        for (event, &later) in landmarks.later.iter().enumerate() {
            ones(later).for_each(|other| earlier[other] |= 1 << event);
        }
        Self { problem, scope, landmarks, projection, must_stay, earlier }
    }

    /// A plan, if this linearization is one.
    pub fn plan(&self) -> Option<Vec<Valuation>> {
        let valuation = self.problem.valuation?;
        if !self.problem.product.world.is_sound_in(&self.scope.groups, valuation) {
            return None;
        }
        // A mover that is not needed may be harmless where it is.
        [false, true].into_iter().find_map(|all_leave| self.carry_out(valuation, all_leave))
    }

    fn carry_out(&self, valuation: &Valuation, all_leave: bool) -> Option<Vec<Valuation>> {
        let here = self.projection.state(self.problem.states, valuation);
        let mut progress = Progress { here, plan: Vec::new(), placed: 0 };
        self.place_what_holds(&mut progress);
        while let Some(next) = self.next(&progress) {
            let wanted: Vec<Literal> = self.literals(next);
            self.go(&mut progress, &wanted, next, all_leave)?;
            if progress.here.is_done(self.must_stay) {
                return Some(progress.plan);
            }
            progress.placed |= next;
            self.place_what_holds(&mut progress);
        }
        self.go(&mut progress, &[], 0, true)?;
        progress.here.is_done(self.must_stay).then_some(progress.plan)
    }

    /// The events at the same time as this one: each of them is before the others.
    fn class(&self, event: Event) -> u128 {
        self.earlier[event] & self.landmarks.later[event]
    }

    fn is_free(&self, class: u128, event: Event, placed: u128) -> bool {
        self.earlier[event] & !class & !placed == 0
    }

    /// The next events: those that leave the fewest landmarks open. Events that leave none open and can come at the
    /// same time are taken together.
    fn next(&self, progress: &Progress) -> Option<u128> {
        let placed = progress.placed;
        let mut best: Option<(usize, u128)> = None;
        let mut together = 0;
        for event in (0..self.earlier.len()).filter(|event| placed >> event & 1 == 0) {
            let class = self.class(event);
            let is_first = class.trailing_zeros() as usize == event;
            if !is_first || !self.is_free(class, event, placed) || self.clashes(class, placed) {
                continue;
            }
            let open = self.opened(class, placed);
            if open == 0 && !self.are_apart(class, together) {
                together |= class;
            }
            if best.is_none_or(|(least, _)| open < least) {
                best = Some((open, class));
            }
        }
        best.map(|(open, class)| if open == 0 { together } else { class })
    }

    /// The number of landmarks that begin to hold and cannot yet cease.
    fn opened(&self, class: u128, placed: u128) -> usize {
        let begins = |own: usize| class >> event(own, End::First) & 1 == 1;
        let stays_open = |&own: &usize| {
            let last = event(own, End::Last);
            begins(own) && class >> last & 1 == 0 && !self.is_free(self.class(last), last, placed | class)
        };
        (0..self.landmarks.all.len()).filter(stays_open).count()
    }

    /// Whether it would end a landmark for good that must go on.
    fn clashes(&self, class: u128, placed: u128) -> bool {
        let lasts = |&own: &usize| self.landmarks.all[own].once.is_some() && self.is_open(own, placed);
        (0..self.landmarks.all.len()).filter(lasts).any(|own| self.are_apart(class, 3 << (2 * own)))
    }

    /// Whether a landmark of one and a landmark of the other cannot hold at the same time.
    fn are_apart(&self, class: u128, other: u128) -> bool {
        let members = |class: u128| (0..self.landmarks.all.len()).filter(move |own| class >> (2 * own) & 3 != 0);
        members(class).any(|own| members(other).any(|other| self.landmarks.is_apart(own, other)))
    }

    fn is_open(&self, own: usize, placed: u128) -> bool {
        placed >> event(own, End::First) & 1 == 1 && placed >> event(own, End::Last) & 1 == 0
    }

    fn literals(&self, class: u128) -> Vec<Literal> {
        let comes = |own: &usize| class >> (2 * own) & 3 != 0;
        (0..self.landmarks.all.len()).filter(comes).map(|own| self.landmarks.all[own].literal).collect()
    }

    /// Places the events that need no step, since their landmarks hold already.
    fn place_what_holds(&self, progress: &mut Progress) {
        loop {
            let known = progress.placed;
            for event in (0..self.earlier.len()).filter(|event| known >> event & 1 == 0) {
                let (id, value) = self.landmarks.all[event / 2].literal;
                let class = self.class(event);
                let is_alone = class == 1 << event;
                if is_alone && progress.here.valuation.holds(id) == value && self.is_free(class, event, known) {
                    progress.placed |= class;
                }
            }
            if progress.placed == known {
                return;
            }
        }
    }

    /// Makes all wanted literals true at the same time.
    fn go(&self, progress: &mut Progress, wanted: &[Literal], class: u128, all_leave: bool) -> Option<()> {
        let world = &self.problem.product.world;
        let before = progress.here.valuation.clone();
        let is_open = |id: PropositionId| {
            let number = self.landmarks.number((id, true));
            number.is_some_and(|own| self.is_open(own, progress.placed | class & !(2 << (2 * own))))
        };
        let is_bound = |id: PropositionId| world.fixed.contains(&id) || world.uncontrollable.contains(&id);
        let must_leave = |id: PropositionId| wanted.contains(&(id, false));
        let has_been = |id: PropositionId| self.landmarks.number((id, true)).is_some();
        let mut routes = Vec::new();
        for &group in &self.scope.groups {
            let from = world.exclusions[group].member(&before);
            let mut to = wanted.iter().filter(|(_, value)| *value).map(|&(id, _)| id);
            let to = to.find(|&id| world.groups_of(id).contains(&group));
            match (from, to) {
                (from, Some(to)) if from != Some(to) => {
                    routes.push(Route { members: self.route(group, from, &|id| id == to)?, is_wanted: true });
                }
                (Some(from), None)
                    if must_leave(from)
                        || !is_open(from) && !is_bound(from) && self.is_read(from) && (all_leave || has_been(from)) =>
                {
                    let is_aside = |id: PropositionId| !self.is_read(id);
                    if let Some(members) = self.route(group, Some(from), &is_aside) {
                        routes.push(Route { members, is_wanted: must_leave(from) });
                    } else if must_leave(from) && world.exclusions[group].is_exact {
                        return None;
                    }
                }
                _ => {}
            }
        }
        let wanted_routes = routes.iter().filter(|route| route.is_wanted);
        let steps = wanted_routes.map(|route| route.members.len()).max().unwrap_or(1);
        for step in 1..=steps {
            let mut next = progress.here.valuation.clone();
            for route in &routes {
                let arrives = route.members.len();
                let at = if !route.is_wanted {
                    step.min(arrives)
                } else if step == steps {
                    arrives
                } else {
                    step.min(arrives - 1)
                };
                if let Some(&member) = at.checked_sub(1).and_then(|at| route.members.get(at)) {
                    world.raise(&mut next, member);
                }
            }
            if step == steps {
                wanted.iter().filter(|(_, value)| !value).for_each(|&(id, _)| next.set(id, false));
                wanted.iter().filter(|(_, value)| *value).for_each(|&(id, _)| world.raise(&mut next, id));
            }
            self.fill(&mut next)?;
            self.take(progress, next)?;
        }
        Some(())
    }

    fn is_read(&self, id: PropositionId) -> bool {
        !self.problem.product.readers[id.index()].is_empty()
    }

    /// The route from a member to one of a kind, through members that no constraint reads.
    fn route(
        &self,
        group: usize,
        from: Option<PropositionId>,
        is_end: &dyn Fn(PropositionId) -> bool,
    ) -> Option<Vec<PropositionId>> {
        let exclusion = &self.problem.product.world.exclusions[group];
        let (Some(next), Some(from)) = (&exclusion.next, from) else {
            return exclusion.members.iter().copied().find(|&id| is_end(id)).map(|id| vec![id]);
        };
        let place = |id: PropositionId| self.problem.product.world.place_in(id, group);
        let mut parents: Vec<Option<usize>> = vec![None; exclusion.members.len()];
        let start = place(from)?;
        parents[start] = Some(start);
        let mut open = VecDeque::from([start]);
        while let Some(at) = open.pop_front() {
            for &id in &next[at] {
                let to = place(id)?;
                if parents[to].is_some() {
                    continue;
                }
                parents[to] = Some(at);
                if is_end(id) {
                    let mut route = vec![id];
                    let mut back = at;
                    while back != start {
                        route.push(exclusion.members[back]);
                        back = parents[back]?;
                    }
                    route.reverse();
                    return Some(route);
                }
                if !self.is_read(id) {
                    open.push_back(to);
                }
            }
        }
        None
    }

    /// Gives each group that lost its true member, and needs one, a member that no constraint reads.
    fn fill(&self, valuation: &mut Valuation) -> Option<()> {
        let world = &self.problem.product.world;
        for &group in &self.scope.groups {
            let exclusion = &world.exclusions[group];
            if exclusion.is_exact && exclusion.member(valuation).is_none() {
                let is_free = |id: PropositionId| {
                    world.groups_of(id).iter().all(|&group| world.exclusions[group].member(valuation).is_none())
                };
                let id = exclusion.members.iter().copied().find(|&id| !self.is_read(id) && is_free(id))?;
                valuation.set(id, true);
            }
        }
        Some(())
    }

    /// Takes one step, if it is possible and violates nothing.
    fn take(&self, progress: &mut Progress, next: Valuation) -> Option<()> {
        let product = self.problem.product;
        let world = &self.problem.product.world;
        let before = &progress.here.valuation;
        let changed: Vec<PropositionId> = before.differences(&next).collect();
        let is_possible = changed.iter().all(|&id| self.problem.may_change(id))
            && world.is_sound_in(&self.scope.groups, &next)
            && product.may_change(self.scope, &changed, before, &next);
        if !is_possible || self.projection.step(&mut progress.here, &next, &changed) == Effect::Violation {
            return None;
        }
        progress.plan.push(next);
        Some(())
    }
}
