use std::{collections::VecDeque, time::Duration};

use surefleet_fleet::{MissionId, SkillOutcome, Stamp, StepIndex};

use crate::{GoalTicket, Notice, Output, SkillGoal};

/// A goal that no server has accepted is sent again after this time: it was lost while the two were finding each other.
const ASK_AGAIN: Duration = Duration::from_secs(2);
/// An accepted goal is sent again after this time: the server may have lost it. A repeat gets the first result.
const MAKE_SURE: Duration = Duration::from_secs(10);
/// A cancel is repeated at this interval until the server says how the skill ended.
const CANCEL_AGAIN: Duration = Duration::from_secs(1);
/// A message that the gate is open is valid for at most this long, no matter which process sends it.
const LONGEST_OPEN: Duration = Duration::from_secs(60);
/// A new robot process waits this long for a gate message before it cancels goals of an earlier life.
const FIRST_WORD: Duration = Duration::from_secs(2);

/// The life of this robot's skill: one goal at a time, then its outcome.
///
/// While the safety monitor does not say that the gate is open, no goal is sent. All goals at the robot's server are
/// cancelled until the server proves how the last one ended, because an acceptance, a rejection and a cancel have no
/// seal. Once the gate is open again, that last goal is sent again and is still to be cancelled. A server that was
/// restarted in between does not know the first goal, and only its answer to the repeat tells how the skill ended.
#[derive(Debug)]
pub(crate) struct Skill {
    open_until: Stamp,
    first_word: FirstWord,
    is_closed: bool,
    /// No skill was begun yet in this life of the robot's process.
    is_new: bool,
    goal: Option<Goal>,
    /// The ticket of the next sent goal.
    next: GoalTicket,
    outputs: VecDeque<Output>,
}

/// Whether a message about the gate came in this life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FirstWord {
    /// Nobody listens yet.
    Ahead,
    /// It may still come until this time.
    Awaited(Stamp),
    Came,
}

/// A skill under way.
#[derive(Debug)]
struct Goal {
    goal: SkillGoal,
    /// The ticket of its first sending.
    first: GoalTicket,
    /// The ticket of its last sending.
    sent: Option<GoalTicket>,
    /// Set until a server answers or is asked again.
    asking: Option<Asking>,
    /// When to send it again; `None`: nobody wants it done any more.
    ask_again: Option<Stamp>,
    /// When to repeat the cancel; set once the goal must be cancelled.
    cancel_again: Option<Stamp>,
    /// The last sending that a server accepted.
    running: Option<GoalTicket>,
    /// A server may execute it, whatever an unproved message says: it was sent, in this life or an earlier one.
    may_run: bool,
}

/// The state of the request to a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asking {
    Looking(GoalTicket),
    Sent(GoalTicket),
}

impl Skill {
    /// A skill without a goal.
    pub fn new() -> Self {
        Self {
            open_until: Stamp::ZERO,
            first_word: FirstWord::Ahead,
            is_closed: true,
            is_new: true,
            goal: None,
            next: GoalTicket(0),
            outputs: VecDeque::new(),
        }
    }

    pub fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// The safety monitor says whether the gate is open, and how long its message is valid.
    pub fn see_gate(&mut self, now: Stamp, is_open: bool, lasts: Duration) {
        self.first_word = FirstWord::Came;
        self.open_until = if is_open { now + lasts.min(LONGEST_OPEN) } else { now };
        self.run_due(now);
    }

    /// Starts the robot's part of an approved step; a repeat for the current step changes nothing.
    pub fn execute(&mut self, now: Stamp, goal: SkillGoal) {
        if self.goal.as_ref().is_some_and(|known| known.goal.is_of(goal.mission, goal.step)) {
            return;
        }
        // A restarted process begins with the skill of its earlier life.
        let may_run = self.goal.as_ref().map_or(self.is_new, |known| known.may_run);
        self.is_new = false;
        self.goal = Some(Goal {
            goal,
            first: self.next,
            sent: None,
            asking: None,
            ask_again: Some(now),
            cancel_again: None,
            running: None,
            may_run,
        });
        self.run_due(now);
    }

    /// The mission is over, and the skill server hears this too. A goal that was never sent is dropped; the outcome of
    /// an accepted goal is still reported.
    pub fn forget(&mut self, mission: MissionId) {
        self.goal.take_if(|known| known.goal.mission == mission && !known.may_run);
        if let Some(known) = self.goal.as_mut().filter(|known| known.goal.mission == mission) {
            known.ask_again = None;
        }
    }

    /// A server is there, or the reason why none can be found.
    pub fn server_found(&mut self, now: Stamp, ticket: GoalTicket, found: Result<(), String>) {
        self.run_due(now);
        let Some(goal) = self.goal.as_mut().filter(|goal| goal.asking == Some(Asking::Looking(ticket))) else { return };
        match found {
            Ok(()) => {
                (goal.may_run, goal.asking) = (true, Some(Asking::Sent(ticket)));
                goal.sent = Some(ticket);
                self.outputs.push_back(Output::SendGoal { ticket, goal: goal.goal });
            }
            Err(reason) => self.not_taken(reason),
        }
    }

    /// A server has accepted the goal or refused it.
    pub fn answered(&mut self, now: Stamp, ticket: GoalTicket, taken: Result<(), String>) {
        let Some(goal) = self.goal.as_mut().filter(|goal| goal.asking == Some(Asking::Sent(ticket))) else { return };
        match taken {
            Ok(()) => {
                goal.asking = None;
                goal.running = Some(ticket);
                goal.ask_again = goal.ask_again.map(|_| now + MAKE_SURE);
                // A goal that must be cancelled does not begin anew.
                goal.cancel_again = goal.cancel_again.map(|_| now);
            }
            // The server is not active, or a message was lost: ask again.
            Err(reason) => self.not_taken(reason),
        }
        self.run_due(now);
    }

    /// The goal ended; the robot's own server proved how. `None`: there is no proof, so the server is asked again.
    pub fn ended(
        &mut self,
        now: Stamp,
        ticket: GoalTicket,
        outcome: Option<SkillOutcome>,
    ) -> Option<(MissionId, StepIndex, SkillOutcome)> {
        self.run_due(now);
        let goal = self.goal.as_mut().filter(|goal| goal.first <= ticket && ticket < self.next)?;
        let Some(outcome) = outcome else {
            if goal.running == Some(ticket) {
                (goal.running, goal.ask_again) = (None, goal.ask_again.map(|_| now + ASK_AGAIN));
            }
            return None;
        };
        // A later sending of the goal may still begin, if its approval comes late: only the end of the last one tells.
        if outcome != SkillOutcome::Done && goal.sent != Some(ticket) {
            return None;
        }
        let SkillGoal { mission, step, .. } = goal.goal;
        self.goal = None;
        Some((mission, step, outcome))
    }

    /// Sends, repeats and cancels everything that is due.
    pub fn run_due(&mut self, now: Stamp) {
        self.is_closed = now >= self.open_until;
        if self.first_word == FirstWord::Ahead {
            self.first_word = FirstWord::Awaited(now + FIRST_WORD);
        }
        let is_silent = self.is_closed && self.first_word.is_over(now);
        let Some(goal) = &mut self.goal else { return };
        if is_silent && goal.may_run && goal.cancel_again.is_none() {
            self.outputs.push_back(Output::Notice(Notice::CancelsSkill));
            (goal.ask_again, goal.cancel_again) = (goal.ask_again.map(|_| now), Some(now));
        }
        if self.is_closed {
            goal.asking.take_if(|asking| matches!(asking, Asking::Looking(_)));
        } else if goal.ask_again.is_some_and(|due| now >= due) {
            let ticket = self.next;
            self.next = GoalTicket(ticket.0 + 1);
            goal.ask_again = Some(now + ASK_AGAIN);
            goal.asking = Some(Asking::Looking(ticket));
            self.outputs.push_back(Output::FindServer { ticket });
        }
        if goal.cancel_again.is_some_and(|due| now >= due) {
            goal.cancel_again = Some(now + CANCEL_AGAIN);
            self.outputs.push_back(Output::CancelGoals);
        }
    }

    /// When the goal is sent, repeated, or cancelled because the gate is not open.
    pub fn next_deadline(&self) -> Option<Stamp> {
        let goal = self.goal.as_ref()?;
        // If the gate is closed, the next message about it wakes the robot.
        let closes = goal.may_run.then_some(self.open_until);
        let while_open = goal.ask_again.into_iter().chain(closes).filter(|_| !self.is_closed);
        let first_word = self.first_word.until().filter(|_| goal.may_run && goal.cancel_again.is_none());
        while_open.chain(first_word).chain(goal.cancel_again).min()
    }

    fn not_taken(&mut self, reason: String) {
        if let Some(goal) = &mut self.goal {
            goal.asking = None;
        }
        self.outputs.push_back(Output::Notice(Notice::GoalNotTaken(reason)));
    }
}

impl FirstWord {
    fn until(self) -> Option<Stamp> {
        match self {
            Self::Awaited(until) => Some(until),
            Self::Ahead | Self::Came => None,
        }
    }

    /// Whether the wait is over; silence then means that nobody guards the gate.
    fn is_over(self, now: Stamp) -> bool {
        self.until().is_none_or(|until| now >= until)
    }
}

#[cfg(test)]
mod tests {
    use surefleet_fleet::{Attempt, Decision};

    use super::*;

    const OPEN: Duration = Duration::from_secs(1);

    fn at(millis: u64) -> Stamp {
        Stamp::ZERO + Duration::from_millis(1_000_000 + millis)
    }

    fn goal(step: u32) -> SkillGoal {
        let step = StepIndex::new(step).expect("from 1");
        SkillGoal { mission: MissionId::new([1; 16]), step, attempt: Attempt::FIRST, decision: Decision::new(0) }
    }

    fn said(skill: &mut Skill) -> Vec<Output> {
        std::iter::from_fn(|| skill.poll()).filter(|output| !matches!(output, Output::Notice(_))).collect()
    }

    /// A skill begun in this life; a server accepted it at 0 ms.
    fn taken() -> (Skill, GoalTicket) {
        let mut skill = Skill::new();
        skill.see_gate(at(0), true, OPEN);
        skill.execute(at(0), goal(1));
        assert_eq!(said(&mut skill), [Output::FindServer { ticket: GoalTicket(0) }]);
        skill.server_found(at(0), GoalTicket(0), Ok(()));
        assert_eq!(said(&mut skill), [Output::SendGoal { ticket: GoalTicket(0), goal: goal(1) }]);
        skill.answered(at(0), GoalTicket(0), Ok(()));
        assert_eq!(said(&mut skill), []);
        (skill, GoalTicket(0))
    }

    #[test]
    fn nothing_is_sent_through_a_closed_gate() {
        let mut skill = Skill::new();
        skill.see_gate(at(0), true, OPEN);
        skill.execute(at(0), goal(1));
        said(&mut skill);
        // The server answers after the gate's message has expired: too late.
        skill.server_found(at(1000), GoalTicket(0), Ok(()));
        assert!(!said(&mut skill).iter().any(|output| matches!(output, Output::SendGoal { .. })));
        // A new message opens it, and the goal is requested again under a new ticket.
        skill.see_gate(at(3000), true, OPEN);
        assert!(said(&mut skill).contains(&Output::FindServer { ticket: GoalTicket(1) }));
    }

    #[test]
    fn silence_cancels_until_the_server_proves_how_it_ended() {
        let (mut skill, ticket) = taken();
        assert_eq!(skill.next_deadline(), Some(at(1000)), "then the word about the gate has run out");
        skill.run_due(at(1000));
        assert_eq!(said(&mut skill), [Output::CancelGoals]);
        skill.run_due(at(1999));
        assert_eq!(said(&mut skill), []);
        skill.run_due(at(2000));
        assert_eq!(said(&mut skill), [Output::CancelGoals]);
        // A stranger says that it ended: nobody believes it.
        assert_eq!(skill.ended(at(2100), ticket, None), None);
        skill.run_due(at(3000));
        assert_eq!(said(&mut skill), [Output::CancelGoals]);
        // The gate opens: the goal is sent again to learn its outcome, and cancelled again once it is accepted.
        skill.see_gate(at(3500), true, Duration::from_secs(60));
        skill.run_due(at(4100));
        let asked = said(&mut skill);
        let Some(Output::FindServer { ticket }) =
            asked.iter().find(|output| matches!(output, Output::FindServer { .. }))
        else {
            panic!("{asked:?}");
        };
        skill.server_found(at(4200), *ticket, Ok(()));
        said(&mut skill);
        skill.answered(at(4200), *ticket, Ok(()));
        assert_eq!(said(&mut skill), [Output::CancelGoals]);
        let failed = SkillOutcome::Failed("cancelled".to_owned());
        let (mission, step) = (goal(1).mission, goal(1).step);
        assert_eq!(skill.ended(at(4300), *ticket, Some(failed.clone())), Some((mission, step, failed)));
        assert_eq!(skill.next_deadline(), None);
    }

    #[test]
    fn a_new_life_cancels_what_an_earlier_one_may_have_sent_once_nobody_spoke_of_the_gate() {
        let mut skill = Skill::new();
        skill.run_due(at(0));
        skill.execute(at(100), goal(4));
        assert_eq!(skill.next_deadline(), Some(at(2000)));
        skill.run_due(at(2000));
        assert_eq!(said(&mut skill), [Output::CancelGoals]);
        // A goal of an ended mission is not sent again, but its outcome is still wanted.
        skill.forget(goal(4).mission);
        skill.see_gate(at(2500), true, OPEN);
        assert!(!said(&mut skill).iter().any(|output| matches!(output, Output::FindServer { .. })));
    }

    #[test]
    fn a_goal_has_failed_only_once_its_last_sending_has() {
        let (mut skill, first) = taken();
        skill.see_gate(at(0), true, LONGEST_OPEN);
        skill.run_due(at(10_000));
        let second = GoalTicket(1);
        assert_eq!(said(&mut skill), [Output::FindServer { ticket: second }]);
        skill.server_found(at(10_000), second, Ok(()));
        let failed = || Some(SkillOutcome::Failed("it was not approved in time".to_owned()));
        assert_eq!(skill.ended(at(10_001), first, failed()), None, "the second may still begin");
        assert!(skill.ended(at(12_000), second, failed()).is_some());
    }

    #[test]
    fn no_word_keeps_the_gate_open_for_longer_than_a_minute() {
        let (mut skill, _) = taken();
        skill.see_gate(at(0), true, Duration::from_secs(36_000));
        skill.run_due(at(59_999));
        assert!(!said(&mut skill).contains(&Output::CancelGoals));
        skill.run_due(at(60_000));
        assert!(said(&mut skill).contains(&Output::CancelGoals));
    }

    #[test]
    fn a_repeat_changes_nothing_and_the_outcome_of_an_earlier_goal_is_none_of_the_next() {
        let (mut skill, first) = taken();
        skill.execute(at(10), goal(1));
        assert_eq!(said(&mut skill), []);
        assert!(skill.ended(at(20), first, Some(SkillOutcome::Done)).is_some());
        skill.execute(at(30), goal(2));
        assert_eq!(said(&mut skill), [Output::FindServer { ticket: GoalTicket(1) }]);
        assert_eq!(skill.ended(at(40), first, Some(SkillOutcome::Done)), None);
        assert_eq!(skill.ended(at(40), GoalTicket(2), Some(SkillOutcome::Done)), None, "it was never sent");
    }

    #[test]
    fn a_goal_that_no_server_takes_is_sent_again_and_one_that_was_taken_is_made_sure_of() {
        let mut skill = Skill::new();
        skill.see_gate(at(0), true, LONGEST_OPEN);
        skill.execute(at(0), goal(1));
        skill.server_found(at(0), GoalTicket(0), Ok(()));
        skill.answered(at(0), GoalTicket(0), Err("not active".to_owned()));
        said(&mut skill);
        assert_eq!(skill.next_deadline(), Some(at(2000)));
        skill.run_due(at(2000));
        assert_eq!(said(&mut skill), [Output::FindServer { ticket: GoalTicket(1) }]);
        skill.server_found(at(2000), GoalTicket(1), Ok(()));
        skill.answered(at(2000), GoalTicket(1), Ok(()));
        said(&mut skill);
        assert_eq!(skill.next_deadline(), Some(at(12_000)));
    }
}
