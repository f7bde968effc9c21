//! The constraints that are enforced, and where the world stands under each.

mod alphabet;
mod laws;

use std::{cell::RefCell, collections::BTreeMap, ops::Range, sync::Arc};

use surefleet_fleet::{Decision, MissionId, RobotId};
use surefleet_ltl::{
    Axioms, Budget, CheckOutcome, Conflict, Constraint, Cube, Formula, JointCheck, LtlError, Part, Proposition,
    Session, Spec, Valuation, Verdict,
};
use surefleet_world::{State, World};

use self::alphabet::{Alphabet, Eyes};
use crate::{ConstraintId, ConstraintStanding, Policy, rule::Rule, under_way::Rival};

pub use self::laws::{Comparison, compare};
pub(crate) use self::laws::{Substance, exclusions, substance, under};

/// An enforced constraint.
#[derive(Debug, Clone)]
pub(crate) struct Watched {
    pub id: ConstraintId,
    pub words: String,
    pub formula: Formula,
    /// The formulas followed: one automaton for each conjunct, and so one for each robot if a sentence speaks of each.
    conjuncts: Arc<[Formula]>,
}

impl Watched {
    pub fn new(id: ConstraintId, words: String, formula: Formula) -> Self {
        let conjuncts = formula.conjuncts().into();
        Self { id, words, formula, conjuncts }
    }

    /// The number of automata that follow it.
    pub fn conjuncts(&self) -> usize {
        self.conjuncts.len()
    }
}

/// An activity: the robot's place in the fleet, and its decision.
pub(crate) type Doing = (usize, Decision);

/// If a constraint reads more propositions than this, any team is assumed to be able to satisfy it.
const MOST_FREE: usize = 10;

/// All enforced constraints, of the fleet and of running missions, and the world under them.
///
/// Each constraint takes in every world that is seen. `X` speaks of the next change, see
/// [`Formula::of_changes`](surefleet_ltl::Formula::of_changes).
#[derive(Debug, Clone)]
pub(crate) struct Watch {
    world: Arc<World>,
    watched: Vec<Watched>,
    /// For each constraint the numbers of its conjuncts in the session.
    places: Vec<Range<usize>>,
    /// In a cell, since a check adds to the session's knowledge: dead ends, ways, questions of too much work.
    session: RefCell<Session>,
    eyes: Eyes,
    present: Option<State>,
    /// Whether a joint step has begun since the world was last seen.
    has_begun: bool,
    /// The constraints that can no longer be kept together as the world is, and the same in words.
    stuck: Option<(Vec<ConstraintId>, String)>,
}

impl Watch {
    pub fn new(policy: &Policy) -> Self {
        let spec = Spec::compile(Vec::new(), &Default::default(), &Budget::default());
        let spec = Arc::new(spec.expect("nothing is no contradiction"));
        let world = policy.world.clone();
        let session = RefCell::new(Session::new(spec));
        let eyes = Eyes::default();
        let (watched, places) = (Vec::new(), Vec::new());
        Self { world, watched, places, session, eyes, present: None, has_begun: false, stuck: None }
    }

    /// Whether nothing is enforced.
    pub fn is_idle(&self) -> bool {
        self.watched.is_empty()
    }

    /// Whether the watch has seen the world.
    pub fn sees(&self) -> bool {
        self.present.is_some()
    }

    /// The verdict on an enforced constraint, as far as each of its conjuncts tells by itself.
    pub fn verdict(&self, id: ConstraintId) -> Option<Verdict> {
        let number = self.watched.iter().position(|watched| watched.id == id)?;
        let session = self.session.borrow();
        self.places[number].clone().map(|place| session.verdict(place)).reduce(Verdict::and)
    }

    /// What the fleet's constraints demand from now on, as far as formulas that begin now tell it, by constraint. Nothing of what is
    /// satisfied for good, nor of what an earlier event has brought into another state, nor of what somebody owes already.
    pub fn rules(&self) -> Vec<Rule> {
        if !self.watched.iter().any(|watched| watched.id.is_of_fleet()) {
            return Vec::new();
        }
        let session = self.session.borrow();
        let present = self.present.as_ref().map(|state| self.eyes.see(&self.world, state));
        let none = vec![None; session.spec().constraints().len()];
        let Ok(anew) = Session::resume(Arc::new(session.spec().clone()), &none, present) else { return Vec::new() };
        let begins_now = |place: &usize| {
            session.state(*place) == anew.state(*place) && session.verdict(*place) == Verdict::CurrentlySatisfied
        };
        let of_fleet = self.watched.iter().zip(&self.places).filter(|(watched, _)| watched.id.is_of_fleet());
        let rules = of_fleet.map(|(watched, places)| {
            let conjuncts = places.clone().zip(watched.conjuncts.iter());
            let formulas = conjuncts.filter(|(place, _)| begins_now(place)).map(|(_, one)| one.to_string()).collect();
            Rule { id: watched.id, words: watched.words.clone(), formulas }
        });
        rules.collect()
    }

    /// The constraint to which a conjunct of the session belongs.
    fn owner(&self, place: usize) -> &Watched {
        &self.watched[self.places.partition_point(|places| places.end <= place)]
    }

    /// The new standings of constraints whose standing differs from `stood`.
    pub fn moved(&self, stood: &BTreeMap<ConstraintId, ConstraintStanding>) -> Vec<ConstraintStanding> {
        let has_moved = |(watched, states): &(&Watched, Vec<usize>)| {
            stood.get(&watched.id).is_none_or(|standing| standing.states != *states)
        };
        let standing = |(watched, states): (&Watched, Vec<usize>)| ConstraintStanding {
            id: watched.id,
            formula: watched.formula.to_string(),
            of_changes: true,
            states,
        };
        self.watched.iter().zip(self.states()).filter(has_moved).map(standing).collect()
    }

    /// For each constraint the states of its conjuncts.
    fn states(&self) -> impl Iterator<Item = Vec<usize>> {
        let session = self.session.borrow();
        let states = |places: &Range<usize>| places.clone().map(|place| session.state(place).index()).collect();
        self.places.iter().map(states).collect::<Vec<_>>().into_iter()
    }

    fn kept(&self) -> impl Iterator<Item = (Watched, Option<Vec<usize>>)> {
        self.watched.iter().cloned().zip(self.states().map(Some))
    }

    /// The watch with more constraints, whose traces begin now.
    ///
    /// # Errors
    /// In words: a formula is too large, or constraints contradict one another or the present world.
    pub fn with(&self, more: Vec<Watched>) -> Result<Self, String> {
        let more = more.into_iter().map(|watched| (watched, None));
        let watch = self.of(self.kept().chain(more).collect()).map_err(|error| error.to_string())?;
        let refused = {
            let session = watch.session.borrow();
            match &watch.present {
                Some(state) => {
                    let still = session.present();
                    match &still.outcome {
                        CheckOutcome::Allowed { .. } => None,
                        CheckOutcome::Violated(violations) => {
                            // A constraint that is violated from the start would never be enforced.
                            let before = Session::new(Arc::new(session.spec().clone()));
                            let why = before
                                .explain_violation(violations[0].constraint, &watch.eyes.see(&watch.world, state));
                            Some(format!("as the world is, it is violated already: {why}{}", watch.doubts(state)))
                        }
                        _ => Some(match session.conflict(&still) {
                            Some(conflict) => {
                                format!("as the world is, {}", watch.conflict_in_words(&session, &conflict))
                            }
                            None => "whether it can be kept could not be told in time".to_owned(),
                        }),
                    }
                }
                None => {
                    let conflict = session.spec().report().conflicts.first();
                    conflict.map(|conflict| watch.conflict_in_words(&session, conflict))
                }
            }
        };
        refused.map_or(Ok(watch), Err)
    }

    /// Of which facts nobody knows, in words after a reason; empty if all are known.
    fn doubts(&self, state: &State) -> String {
        let session = self.session.borrow();
        let names: Vec<&str> =
            self.eyes.unknown(&self.world, state).map(|id| session.spec().vocabulary().name(id).as_str()).collect();
        match names.is_empty() {
            true => String::new(),
            false => format!("; nobody knows about {}, and so it may be", names.join(", ")),
        }
    }

    /// The watch with constraints of an earlier life, whether they can be kept or not, from the states where their
    /// conjuncts stood.
    ///
    /// # Errors
    /// [`LtlError`] if one has become too large, or has no such state.
    pub fn resumed(&self, earlier: Vec<(Watched, Option<Vec<usize>>)>) -> Result<Self, LtlError> {
        self.of(self.kept().chain(earlier).collect())
    }

    /// Stops enforcing some constraints.
    pub fn drop(&mut self, is_dropped: impl Fn(ConstraintId) -> bool) {
        if !self.watched.iter().any(|watched| is_dropped(watched.id)) {
            return;
        }
        let rest = self.kept().filter(|(watched, _)| !is_dropped(watched.id)).collect();
        *self = self.of(rest).expect("fewer constraints need no more than more did");
    }

    fn of(&self, all: Vec<(Watched, Option<Vec<usize>>)>) -> Result<Self, LtlError> {
        let mut constraints = Vec::new();
        let mut states = Vec::new();
        let mut places = Vec::new();
        for (watched, stood) in &all {
            let first = constraints.len();
            for (number, conjunct) in watched.conjuncts.iter().enumerate() {
                constraints.push(Constraint { words: watched.words.clone(), formula: conjunct.clone() });
                states.push(stood.as_ref().and_then(|stood| stood.get(number)).copied());
            }
            places.push(first..constraints.len());
        }
        let watched: Vec<Watched> = all.into_iter().map(|(watched, _)| watched).collect();
        let mentioned = watched.iter().flat_map(|watched| watched.formula.propositions());
        let alphabet = Alphabet::of(&self.world, mentioned);
        let spec = self.session.borrow().spec().recompile(constraints, &alphabet.axioms, &Budget::default())?;
        let spec = Arc::new(spec);
        let eyes = Eyes::of(&spec, &alphabet, watched.iter().map(|watched| &watched.formula));
        let present = self.present.as_ref().map(|state| eyes.see(&self.world, state));
        let session = RefCell::new(Session::resume(spec, &states, present)?);
        let (world, present, has_begun) = (self.world.clone(), self.present.clone(), self.has_begun);
        let mut watch = Self { world, watched, places, session, eyes, present, has_begun, stuck: None };
        watch.look_ahead();
        Ok(watch)
    }

    /// Takes in that robots begin to do this in one joint step.
    pub fn begin(&mut self, doings: &[Doing]) {
        let session = self.session.get_mut();
        let Some(before) = session.valuation().filter(|_| self.eyes.minds_deeds()) else { return };
        let letter = self.eyes.begin(before, doings);
        session.see(letter);
        self.has_begun = true;
        self.look_ahead();
    }

    /// Takes in a state of the world. Returns the constraints that it violates for good, each
    /// with the reason.
    pub fn see(&mut self, state: &State) -> Vec<(ConstraintId, String)> {
        if self.present.as_ref() == Some(state) && !self.has_begun {
            return Vec::new();
        }
        self.has_begun = false;
        let seen = self.eyes.see(&self.world, state);
        self.present = Some(state.clone());
        let is_lost = |session: &Session, place| session.verdict(place) == Verdict::ViolatedForGood;
        let session = self.session.get_mut();
        let before = session.clone();
        session.see(seen.clone());
        let first_lost = |(watched, places): (&Watched, &Range<usize>)| {
            if places.clone().any(|place| is_lost(&before, place)) {
                return None;
            }
            let place = places.clone().find(|&place| is_lost(session, place))?;
            Some((watched.id, before.explain_violation(place, &seen)))
        };
        let lost = self.watched.iter().zip(&self.places).filter_map(first_lost).collect();
        self.look_ahead();
        lost
    }

    /// Finds out whether and how the constraints can be kept from here. Later checks start from the result.
    fn look_ahead(&mut self) {
        self.stuck = None;
        if self.present.is_none() {
            return;
        }
        let ahead = self.session.get_mut().look_ahead();
        let session = self.session.borrow();
        let ids = |places: &[usize]| {
            let mut ids: Vec<ConstraintId> = places.iter().map(|&place| self.owner(place).id).collect();
            ids.dedup();
            ids
        };
        let stuck = match &ahead.outcome {
            CheckOutcome::Violated(violations) => {
                let lost: Vec<usize> = violations.iter().map(|violation| violation.constraint).collect();
                let words = &self.owner(lost[0]).words;
                Some((ids(&lost), format!("{words:?} is violated for good")))
            }
            _ => session
                .conflict(&ahead)
                .map(|conflict| (ids(&conflict.constraints), self.conflict_in_words(&session, &conflict))),
        };
        drop(session);
        self.stuck = stuck;
    }

    /// The constraints that cannot be kept together, and the laws of the domain that leave no way, in words.
    fn conflict_in_words(&self, session: &Session, conflict: &Conflict) -> String {
        let spec = session.spec();
        let constraint = |&place: &usize| spec.constraints()[place].clone();
        let constraints: Vec<Constraint> = conflict.constraints.iter().map(constraint).collect();
        let states = conflict.constraints.iter().map(|&place| Some(session.state(place).index())).collect::<Vec<_>>();
        let alphabet = Alphabet::of(&self.world, constraints.iter().flat_map(|one| one.formula.propositions()));
        let is_dead_end = |axioms: &Axioms| {
            let Ok(spec) = spec.recompile(constraints.clone(), axioms, &laws::BUDGET).map(Arc::new) else {
                return true;
            };
            let formulas = constraints.iter().map(|one| &one.formula);
            let eyes = || Eyes::of(&spec, &alphabet, formulas);
            let present = self.present.as_ref().map(|state| eyes().see(&self.world, state));
            let states = if present.is_some() { states.clone() } else { vec![None; states.len()] };
            let session = Session::resume(spec, &states, present);
            session.is_ok_and(|session| matches!(session.present().outcome, CheckOutcome::DeadEnd(_)))
        };
        let laws = laws::needed(&alphabet, is_dead_end);
        format!("{}{}", conflict.explain(spec), laws::under(&laws))
    }

    /// The constraints that can no longer be kept, whatever anybody does, and the same in words.
    pub fn stuck(&self) -> Option<&(Vec<ConstraintId>, String)> {
        self.stuck.as_ref()
    }

    /// Judges candidates, each one alone together with the decisions of others for the same joint step and with the
    /// skills `under_way` of earlier ones.
    pub fn check(&self, others: &[Doing], under_way: &[&Rival], candidates: &[Doing]) -> Vec<Result<(), String>> {
        if self.is_idle() {
            return vec![Ok(()); candidates.len()];
        }
        let rest = under_way.iter().map(|rival| self.rest(rival));
        let beside: Vec<Part> = others.iter().map(|doing| self.part(doing)).chain(rest).collect();
        let parts: Vec<Part> = candidates.iter().map(|doing| self.part(doing)).collect();
        if self.eyes.minds_deeds() {
            let each = candidates.iter().zip(parts);
            return each.map(|(candidate, part)| self.check_deeds(others, &beside, *candidate, part)).collect();
        }
        let checks = self.session.borrow().check_beside(&beside, &parts);
        let mut session = self.session.borrow_mut();
        session.learn(checks.iter().map(|together| &together.check));
        checks.iter().for_each(|together| session.learn_conflict(&together.check));
        drop(session);
        checks.iter().map(|together| self.verdict_of(together)).collect()
    }

    /// Judges a candidate where constraints speak of deeds: first the moment in which the joint step begins, with all
    /// deeds of it, then what they bring about.
    fn check_deeds(&self, others: &[Doing], beside: &[Part], candidate: Doing, part: Part) -> Result<(), String> {
        let session = self.session.borrow();
        let Some(before) = session.valuation() else { return Ok(()) };
        let doings: Vec<Doing> = others.iter().copied().chain([candidate]).collect();
        let letter = self.eyes.begin(before, &doings);
        let first = session.check(std::slice::from_ref(&letter));
        if !matches!(first.outcome, CheckOutcome::Allowed { .. }) {
            return Err(session.explain(&first, std::slice::from_ref(&letter)));
        }
        // With the first change, and at the latest when the step is over, nobody begins anything any more.
        let ends: Cube = before
            .true_ids()
            .chain(letter.true_ids())
            .filter_map(|id| (before.holds(id) != letter.holds(id)).then_some((id, before.holds(id))))
            .collect();
        let mut parts: Vec<Part> = beside.iter().cloned().chain([part]).collect();
        for part in &mut parts {
            match part.first_mut() {
                Some(cube) => cube.extend(ends.iter().copied()),
                None => part.push(ends.clone()),
            }
        }
        let mut begun = session.clone();
        begun.see(letter);
        let together = begun.check_together(&parts);
        match together.check.outcome {
            CheckOutcome::Allowed { .. } => Ok(()),
            _ => Err(begun.explain(&together.check, &together.path)),
        }
    }

    /// Whether the skills under way keep the constraints.
    ///
    /// # Errors
    /// The reason, in words.
    pub fn check_under_way(&self, rivals: &[Rival]) -> Result<(), String> {
        let parts: Vec<Part> = rivals.iter().map(|rival| self.rest(rival)).collect();
        if parts.is_empty() || self.is_idle() {
            return Ok(());
        }
        let together = self.session.borrow().check_together(&parts);
        let verdict = self.verdict_of(&together);
        verdict.map_err(|why| format!("what robots are at now does not go with it: {why}"))
    }

    /// The duties still open after the present world: those of the mission's own constraints, and those of the fleet
    /// that its team could fulfil. Until they are fulfilled, the mission may not stop with success.
    pub fn owed(&self, mission: MissionId, team: &[RobotId]) -> Option<String> {
        let session = self.session.borrow();
        let present = session.present();
        let concerns = |&&place: &&usize| match self.owner(place).id {
            ConstraintId::Fleet(_) => self.can_pay(team, place),
            ConstraintId::Mission(other, _) => other == mission,
        };
        let owed = present.pending.iter().find(concerns)?;
        Some(session.owed(&present, *owed))
    }

    /// Whether the constraint could be satisfied if only robots of the team change the world. It looks at the
    /// constraint alone.
    fn can_pay(&self, team: &[RobotId], place: usize) -> bool {
        let session = self.session.borrow();
        let (spec, Some(present)) = (session.spec(), session.valuation()) else { return true };
        let automaton = spec.automaton(place);
        let is_of_others = |proposition: &Proposition| {
            let mut robots =
                proposition.arguments().filter(|name| self.world.robots().iter().any(|robot| robot.as_str() == *name));
            robots.any(|name| team.iter().all(|robot| robot.as_str() != name))
        };
        let formula = &spec.constraints()[place].formula;
        let propositions = formula.propositions().filter(|proposition| !is_of_others(proposition));
        let free: Vec<_> = propositions.filter_map(|name| spec.vocabulary().find(name.as_str())).collect();
        if free.len() > MOST_FREE {
            return true;
        }
        let mut reached = vec![session.state(place)];
        let mut is_reached = vec![false; automaton.size()];
        let mut next = 0;
        while let Some(&state) = reached.get(next) {
            next += 1;
            for values in 0..1_u32 << free.len() {
                let mut then = present.clone();
                free.iter().enumerate().for_each(|(bit, &id)| then.set(id, values >> bit & 1 == 1));
                let state = automaton.step(state, &then);
                if matches!(automaton.verdict(state), Verdict::SatisfiedForGood | Verdict::CurrentlySatisfied) {
                    return true;
                }
                if !std::mem::replace(&mut is_reached[state.index()], true) {
                    reached.push(state);
                }
            }
        }
        false
    }

    fn verdict_of(&self, together: &JointCheck) -> Result<(), String> {
        let is_allowed = matches!(together.check.outcome, CheckOutcome::Allowed { .. });
        if is_allowed { Ok(()) } else { Err(self.explain(together)) }
    }

    fn explain(&self, together: &JointCheck) -> String {
        self.session.borrow().explain(&together.check, &together.path)
    }

    /// The changes that a skill makes, moment by moment.
    fn part(&self, (robot, decision): &Doing) -> Part {
        self.differences(|state| self.world.moments(state, *robot, *decision))
    }

    /// The changes that a skill under way may still make, moment by moment.
    fn rest(&self, rival: &Rival) -> Part {
        self.differences(|state| match &rival.changes {
            Some(changes) => self.world.moments_of(state, changes),
            None => self.world.moments(state, rival.place, rival.decision),
        })
    }

    /// What changes from the present state through moments that follow it.
    fn differences(&self, moments: impl FnOnce(&State) -> Vec<State>) -> Part {
        let Some(state) = &self.present else { return Part::new() };
        let mut before: Valuation = self.eyes.see(&self.world, state);
        let mut part = Part::new();
        for moment in moments(state) {
            let after = self.eyes.see(&self.world, &moment);
            part.push(self.eyes.changes(&before, &after));
            before = after;
        }
        part.retain(|cube| !cube.is_empty());
        part
    }
}
