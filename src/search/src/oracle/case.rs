//! One option of a robot, and what is known of it.

use surefleet_fleet::Decision;

use super::{Turn, Verdict, opening::Leaf, variants};
use crate::{descent, expansion::Work};

/// What is known of an option.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// `None`: there is no plan.
    pub lower: Option<u32>,
    pub upper: Option<u32>,
}

impl Bounds {
    pub fn verdict(self, most: u32) -> Verdict {
        match (self.lower, self.upper) {
            (lower, Some(steps)) if steps <= most => {
                Verdict::Yes { steps, is_least: lower.is_none_or(|lower| lower >= steps) }
            }
            (None, _) => Verdict::No,
            (Some(lower), _) if lower > most => Verdict::No,
            _ => Verdict::Open,
        }
    }

    pub fn is_settled(self, most: u32) -> bool {
        match self.verdict(most) {
            Verdict::Yes { is_least, .. } => is_least,
            Verdict::No => true,
            Verdict::Open => false,
        }
    }
}

/// One option that stands for all that are alike, and what is known of it.
pub(super) struct Case {
    pub option: Decision,
    /// The step in which the others do as the known plan wishes; `None` if that violates a formula for good.
    pub leaf: Option<Leaf>,
    pub number: Option<u32>,
    pub bounds: Bounds,
}

impl Case {
    /// The longest plan that would be news, after the first step.
    fn most(&self, turn: &Turn<'_>) -> Option<u32> {
        let most = self.bounds.upper.map_or(turn.most, |upper| upper - 1).min(turn.most);
        let is_possible = self.bounds.lower.is_some_and(|lower| lower <= most);
        most.checked_sub(1).filter(|_| is_possible)
    }

    /// Tries small changes of the known plan.
    pub fn certify(&mut self, turn: &mut Turn<'_>, work: &mut Work) {
        let (Some(leaf), Some(number), Some(most)) = (&self.leaf, self.number, self.most(turn)) else { return };
        let Some(known) = turn.known.as_ref() else { return };
        let found = variants::adapted(turn.task, turn.memory, &leaf.compact, known, turn.place(), most, work);
        turn.accept(leaf, found, number, &mut self.bounds);
        if let (Some(place), None, Some(known)) = (turn.place(), self.bounds.upper, turn.known.as_ref()) {
            let alone = turn.opening.alone(self.option);
            let undone = variants::undone(turn.task, turn.memory, &leaf.compact, known, place, &alone, most, work);
            turn.accept(leaf, undone, number, &mut self.bounds);
        }
    }

    /// Looks for any answer, where there is none yet: a plan that takes too many steps is none.
    pub fn search(&mut self, turn: &mut Turn<'_>, work: &mut Work) {
        if self.bounds.upper.is_some_and(|steps| steps <= turn.most) {
            return;
        }
        if self.leaf.is_none() && turn.opening.is_doomed(self.option) {
            self.bounds.lower = None;
            return;
        }
        self.bound(turn, work);
        if self.bounds.is_settled(turn.most) {
            return;
        }
        if self.descend(turn, work) {
            return;
        }
        turn.settle(self, work);
    }

    /// Looks for a better plan, or a proof that there is none.
    pub fn tighten(&mut self, turn: &mut Turn<'_>, work: &mut Work) {
        self.bound(turn, work);
        if !self.bounds.is_settled(turn.most) && !self.descend(turn, work) {
            turn.settle(self, work);
        }
    }

    /// Raises the lower bound by relaxation.
    fn bound(&mut self, turn: &mut Turn<'_>, work: &mut Work) {
        let relaxed = turn.opening.lower(turn.memory, self.option, work);
        self.bounds.lower = self.bounds.lower.zip(relaxed).map(|(one, other)| one.max(other));
        if let Some(number) = self.number
            && !self.bounds.is_settled(turn.most)
        {
            turn.memory.estimate(turn.task, number, work);
            if turn.opening.is_last() {
                let own = turn.memory.lower(number);
                self.bounds.lower = self.bounds.lower.zip(own).map(|(one, other)| one.max(other + 1));
            }
        }
    }

    /// Follows relaxed plans; gives whether that settles the option.
    fn descend(&mut self, turn: &mut Turn<'_>, work: &mut Work) -> bool {
        let (Some(leaf), Some(number), Some(most)) = (&self.leaf, self.number, self.most(turn)) else { return false };
        if turn.memory.lower(number).is_some_and(|lower| lower <= most) {
            let found =
                work.part(work.left / 2, |work| descent::descend(turn.task, turn.memory, &leaf.compact, most, work));
            turn.accept(leaf, found, number, &mut self.bounds);
        }
        self.bounds.is_settled(turn.most)
    }
}
