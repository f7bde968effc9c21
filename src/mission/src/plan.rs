use surefleet_fleet::Decision;
use thiserror::Error;

use crate::{Mission, State, Transport, step};

/// The reason why a plan does not carry out the mission; steps and robots are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlanFault {
    /// More steps than the horizon allows.
    #[error("the plan has {steps} steps, but the horizon is {horizon}")]
    TooLong {
        /// The steps of the plan.
        steps: usize,
        /// H.
        horizon: u32,
    },
    /// A joint step with more decisions than the team has robots.
    #[error("step {step} has decisions of {decisions} robots, but the team has {team_size}")]
    TooMany {
        /// The step.
        step: usize,
        /// The decisions in it.
        decisions: usize,
        /// N.
        team_size: usize,
    },
    /// A decision that cannot be carried out.
    #[error("step {step}: {refusal}")]
    Impossible {
        /// The step.
        step: usize,
        /// The robot, the decision and the reason.
        refusal: crate::Refusal,
    },
    /// A decision that a safety requirement forbids.
    #[error("step {step}: robot {robot} is to {decision}, which requirement {rule} forbids")]
    Forbidden {
        /// The step.
        step: usize,
        /// The robot.
        robot: usize,
        /// The decision in words.
        decision: String,
        /// The number of the violated rule in the mission.
        rule: usize,
    },
    /// The plan ends and something is left to do.
    #[error("after the last step, sub-task {subtask} ({words}) is not achieved")]
    Unachieved {
        /// The number of the first unachieved sub-task in the mission.
        subtask: usize,
        /// The sub-task in words.
        words: String,
    },
}

/// Checks that a plan achieves the mission within the horizon and the rules; one row per step, one column per robot.
///
/// # Errors
/// The first [`PlanFault`] in the order of steps and robots.
pub fn check_plan(
    domain: &Transport,
    initial: &State,
    mission: &Mission,
    horizon: u32,
    plan: &[Vec<Option<Decision>>],
) -> Result<(), PlanFault> {
    if plan.len() > horizon as usize {
        return Err(PlanFault::TooLong { steps: plan.len(), horizon });
    }
    let mut state = initial.clone();
    for (step, joint) in (1..).zip(plan) {
        if joint.len() > state.team_size() {
            return Err(PlanFault::TooMany { step, decisions: joint.len(), team_size: state.team_size() });
        }
        let after = step::apply(domain, &state, joint).map_err(|refusal| PlanFault::Impossible { step, refusal })?;
        for (robot, decision) in joint.iter().enumerate() {
            let Some(decision) = *decision else { continue };
            let action = domain.options().action(decision);
            if let Some(rule) = mission.rules.iter().position(|rule| rule.forbids(robot, action)) {
                let decision = domain.options().text(decision).to_owned();
                return Err(PlanFault::Forbidden { step, robot: robot + 1, decision, rule: rule + 1 });
            }
        }
        state = after;
    }
    match mission.subtasks.iter().position(|subtask| !subtask.achieved(&state)) {
        None => Ok(()),
        Some(index) => {
            let words = mission.subtasks[index].words(domain);
            Err(PlanFault::Unachieved { subtask: index + 1, words })
        }
    }
}
