/// What is done after a failed action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AfterFailure {
    /// Go on from where the world is now: the failed step again, or whatever a planner makes of it.
    #[default]
    Continue,
    /// Do the plan from its beginning, as KnowLoop does.
    Restart,
}

/// A fixed plan that is done step by step, each judged before the next (KnowLoop, Algorithm 2).
///
/// As printed, the algorithm ends at the k-th failure, so that "maximum number of retrying" k = 1 tries nothing again. Here so
/// many retries are made as are allowed: its k is `max_retries` + 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedLoop {
    steps: usize,
    index: usize,
    retries: u32,
    max_retries: u32,
    after_failure: AfterFailure,
}

/// What is to be done next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// The step at this place of the plan, from 0.
    Do(usize),
    /// Nothing: every step has worked.
    Done,
    /// Nothing: a step failed, and there are no retries left.
    GaveUp,
}

impl ClosedLoop {
    /// At the beginning of a plan of so many steps.
    pub fn new(steps: usize, after_failure: AfterFailure, max_retries: u32) -> Self {
        Self { steps, index: 0, retries: 0, max_retries, after_failure }
    }

    /// What is to be done now.
    pub fn next(&self) -> Next {
        match () {
            () if self.retries > self.max_retries => Next::GaveUp,
            () if self.index < self.steps => Next::Do(self.index),
            () => Next::Done,
        }
    }

    /// Failures that were followed by another try.
    pub fn retries(&self) -> u32 {
        self.retries.min(self.max_retries)
    }

    /// The step that was to be done has been judged; once nothing is to be done, this changes nothing.
    pub fn step(&mut self, has_worked: bool) -> Next {
        if let Next::Do(_) = self.next() {
            if has_worked {
                self.index += 1;
            } else {
                self.retries += 1;
                if self.after_failure == AfterFailure::Restart {
                    self.index = 0;
                }
            }
        }
        self.next()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn walk(after_failure: AfterFailure, max_retries: u32, results: &str) -> Vec<Next> {
        let mut closed = ClosedLoop::new(3, after_failure, max_retries);
        results.chars().map(|result| closed.step(result == '+')).collect()
    }

    #[test]
    fn a_failure_is_tried_again_or_the_plan_begun_anew() {
        use Next::{Do, Done, GaveUp};
        assert_eq!(walk(AfterFailure::Continue, 1, "+-++"), [Do(1), Do(1), Do(2), Done]);
        assert_eq!(walk(AfterFailure::Restart, 1, "+-+++"), [Do(1), Do(0), Do(1), Do(2), Done]);
        assert_eq!(walk(AfterFailure::Restart, 1, "+-+-+"), [Do(1), Do(0), Do(1), GaveUp, GaveUp]);
        assert_eq!(walk(AfterFailure::Continue, 0, "-+"), [GaveUp, GaveUp]);
        assert_eq!(ClosedLoop::new(0, AfterFailure::Continue, 0).next(), Done);
    }

    proptest! {
        /// The printed loop, word by word, with k one more than our retries.
        #[test]
        fn restarting_is_the_printed_algorithm(
            results in prop::collection::vec(any::<bool>(), 200), steps in 0usize..6, max_retries in 0u32..5,
        ) {
            let mut executed = Vec::new();
            let (mut index, mut retry, k) = (0, 0, max_retries + 1);
            let mut robot = results.iter();
            while index < steps && retry < k {
                let Some(success) = robot.next() else { break };
                executed.push(index);
                if *success { index += 1 } else { index = 0; retry += 1 }
            }
            let mut ours = ClosedLoop::new(steps, AfterFailure::Restart, max_retries);
            let mut done = Vec::new();
            let mut robot = results.iter();
            while let (Next::Do(place), Some(success)) = (ours.next(), robot.next()) {
                done.push(place);
                ours.step(*success);
            }
            prop_assert_eq!(done, executed);
            prop_assert_eq!(ours.next() == Next::Done, index >= steps && retry < k);
        }
    }
}
