use serde::{Deserialize, Serialize};
use surefleet_conformal::{Bound, PredictionSet};
use surefleet_fleet::Decision;

use crate::{Choice, Evidence, Permit, Round};

/// The result that follows from the evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conclusion {
    /// The robot does this.
    Decide {
        /// The action.
        decision: Decision,
        /// The source of the decision.
        source: Source,
    },
    /// Team mates are asked: the team decides the step again in a new order.
    Reorder,
    /// A person is asked.
    Ask(Round),
    /// The mission is to halt, for this reason.
    Halt(String),
    /// A person corrects the mission; these are its new words.
    Correct(String),
}

/// The source of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The one allowed member of the prediction set.
    Singleton,
    /// Likewise, and it is the robot's part of the joint step that a planner for the team wrote.
    TeamStep,
    /// A person answered.
    Human,
    /// No usable answer came, so the robot stays where it is.
    SafeDefault,
}

/// A decision's report on its prediction set: whether what the calibration bounds has happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Coverage {
    /// There was no set: the calibration did not cover the decision, or the scorer failed.
    NoSet,
    /// Nobody looked.
    Unseen,
    /// A person chose a member. Under [`Bound::WrongUnasked`] also: several members were allowed, so a person was asked anyway.
    Covered,
    /// A person chose an option outside the set, or none of it. Under [`Bound::WrongUnasked`] the set then had one allowed
    /// member or none.
    Missed,
    /// No member is allowed, so the truth cannot be a member; no person confirmed this.
    Suspected,
}

/// The one way from evidence to a decision, live and in replay (S-ATLAS, Algorithm 1, lines 10 to 19).
///
/// Departures from the paper, each for safety. The monitor's verdicts come before the size of the set. A new order is
/// sought only while the calibration pays for it. An empty set is no singleton: it certifies that the truth is
/// elsewhere. So the best option is never forced in, and the whole of S is put to a person. "None of these" widens the
/// question once; then the robot stays. Where a planner for the team has written a joint step, the robot takes its part, stays, or
/// asks: a lone member that is neither is put to a person. In a mission that was drawn for an audit, a lone member is put to a person
/// together with the whole of S, best first: one question, in which any other option can be right. No answer makes the
/// robot take a decision that the monitor refused.
pub fn conclude(evidence: &Evidence) -> Conclusion {
    let mut round = match alone(evidence) {
        Conclusion::Ask(round) => round,
        concluded => return concluded,
    };
    for answer in evidence.answers() {
        match answer.choice {
            Choice::Halt => return Conclusion::Halt(halted_by(&answer.operator, &answer.text)),
            Choice::Meant => return Conclusion::Correct(answer.text.clone()),
            // An answer to another question than the open one says nothing here.
            _ if answer.round != round => {}
            Choice::Option(decision) | Choice::ForMission(decision)
                if evidence.shown(round).contains(&decision) && evidence.allows(decision) =>
            {
                return Conclusion::Decide { decision, source: Source::Human };
            }
            Choice::Expired => return safe_default(evidence),
            Choice::Option(_) | Choice::ForMission(_) | Choice::NoneOfThese => match round {
                Round::Set => round = Round::All,
                Round::All => return safe_default(evidence),
            },
        }
    }
    Conclusion::Ask(round)
}

/// The evidence's report on its set; the other half of an audit.
///
/// Under [`Bound::WrongUnasked`] a set without the right option is no miss if several of its members are allowed: the robot
/// asks. A lone wrong member is one, and so is an empty set.
pub fn coverage(evidence: &Evidence) -> Coverage {
    let Some(set) = evidence.set() else { return Coverage::NoSet };
    let asks_anyway = || set.indices().filter(|&member| evidence.refusal(member).is_none()).count() > 1;
    match (person_finds(evidence, &set), evidence.permit()) {
        (Coverage::Missed, Permit::On { bound: Bound::WrongUnasked, .. }) if asks_anyway() => Coverage::Covered,
        (found, _) => found,
    }
}

/// Whether a person found the right option in the set.
fn person_finds(evidence: &Evidence, set: &PredictionSet) -> Coverage {
    match conclude(evidence) {
        Conclusion::Decide { source: Source::Singleton | Source::TeamStep, .. } => Coverage::Unseen,
        // The person spoke about an earlier question: nobody looked at this one.
        Conclusion::Decide { source: Source::Human, .. } if evidence.answers().is_empty() => Coverage::Unseen,
        Conclusion::Decide { source: Source::Human, decision } if set.contains(decision.index()) => Coverage::Covered,
        Conclusion::Decide { source: Source::Human, .. } => Coverage::Missed,
        _ if evidence.answers().iter().any(|answer| answer.choice == Choice::NoneOfThese) => Coverage::Missed,
        _ if set.indices().all(|member| evidence.refusal(member).is_some()) => Coverage::Suspected,
        _ => Coverage::Unseen,
    }
}

/// The robot's conclusion before anybody has answered.
fn alone(evidence: &Evidence) -> Conclusion {
    let Some(set) = evidence.set() else { return Conclusion::Ask(Round::All) };
    let mut allowed = evidence.shown(Round::Set);
    allowed.retain(|&member| evidence.allows(member));
    match (allowed.as_slice(), evidence.permit()) {
        // A person said that another thing is meant.
        ([only], _) if evidence.standing().rules_out(*only) => Conclusion::Ask(Round::All),
        ([_], _) if evidence.is_audited() => Conclusion::Ask(Round::All),
        ([only], _) => match evidence.part() {
            Some(part) if part == *only => Conclusion::Decide { decision: *only, source: Source::TeamStep },
            Some(_) if *only != evidence.idle() => Conclusion::Ask(Round::All),
            _ => Conclusion::Decide { decision: *only, source: Source::Singleton },
        },
        ([], _) => Conclusion::Ask(Round::All),
        (members, _) if let Some(decision) = standing(evidence, &set, members) => {
            Conclusion::Decide { decision, source: Source::Human }
        }
        (_, Permit::On { reorders_left: 1.., .. }) => Conclusion::Reorder,
        _ if set.len() == evidence.options() => Conclusion::Ask(Round::All),
        _ => Conclusion::Ask(Round::Set),
    }
}

/// The one allowed member that people's answers for the whole mission leave, if exactly one is left.
fn standing(evidence: &Evidence, set: &PredictionSet, members: &[Decision]) -> Option<Decision> {
    // An audit needs a person to look at this very decision; and where only lone members are bounded, all that are left may be wrong.
    let is_bounded = !matches!(evidence.permit(), Permit::On { bound: Bound::WrongUnasked, .. });
    let counts = set.len() < evidence.options() && !evidence.is_audited() && is_bounded;
    counts.then(|| evidence.standing().pick(members)).flatten()
}

fn safe_default(evidence: &Evidence) -> Conclusion {
    let idle = evidence.idle();
    match evidence.refusal(idle.index()) {
        None => Conclusion::Decide { decision: idle, source: Source::SafeDefault },
        Some(reason) => Conclusion::Halt(format!("no answer, and the robot may not stay where it is: {reason}")),
    }
}

fn halted_by(operator: &str, text: &str) -> String {
    let operator = if operator.is_empty() { "the default of a question that nobody answered" } else { operator };
    if text.is_empty() { format!("halted by {operator}") } else { format!("halted by {operator}: {text}") }
}
