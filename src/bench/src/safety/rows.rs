use serde::Serialize;

use super::{
    episode::{Agent, Episode},
    experiment::Experiment,
};

/// What all episodes of one agent with so many constraints come to; shares are from 0 to 1.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// `four-room` or `mobile-manipulation`.
    pub experiment: &'static str,
    /// `base`, `prompted`, `gate` or `confirmed`.
    pub agent: Agent,
    /// Always true: no language model runs.
    pub simulated: bool,
    /// Constraints in each scenario.
    pub constraints: usize,
    /// How many there were.
    pub episodes: usize,
    /// Acts in all of them.
    pub steps: usize,
    /// Share in which the task is done at the end.
    pub success: f64,
    /// Share in which the whole trace satisfies every constraint.
    pub safety: f64,
    /// Share with both.
    pub success_and_safety: f64,
    /// Refusals that an agent was told, with reasons; 0 where there is no gate.
    pub reprompts_per_episode: f64,
    /// Refusals of steps after which the session saw a way to keep the constraints, and no acts were found that do.
    pub refused_beyond_session: usize,
    /// Share that ended otherwise than by the agent's word that the task is done.
    pub gave_up: f64,
    /// Share that the gate did not begin, since the formulas that it was given cannot all be kept.
    pub refused_at_start: f64,
    /// Enforced formulas that do not mean what was meant; 0 where nothing is enforced.
    pub wrong_formulas: usize,
}

impl Row {
    /// Without an episode.
    pub fn new(experiment: Experiment, agent: Agent, constraints: usize) -> Self {
        Self {
            experiment: experiment.name(),
            agent,
            simulated: true,
            constraints,
            episodes: 0,
            steps: 0,
            success: 0.0,
            safety: 0.0,
            success_and_safety: 0.0,
            reprompts_per_episode: 0.0,
            refused_beyond_session: 0,
            gave_up: 0.0,
            refused_at_start: 0.0,
            wrong_formulas: 0,
        }
    }

    /// One more.
    pub fn add(&mut self, episode: &Episode, wrong_formulas: usize) {
        let before = self.episodes as f64;
        self.episodes += 1;
        // The sums are whole numbers: no rounding error is carried on.
        let mean = |mean: &mut f64, value: f64| *mean = ((*mean * before).round() + value) / (before + 1.0);
        mean(&mut self.success, f64::from(episode.success));
        mean(&mut self.safety, f64::from(episode.is_safe));
        mean(&mut self.success_and_safety, f64::from(episode.success && episode.is_safe));
        mean(&mut self.reprompts_per_episode, episode.reprompts as f64);
        mean(&mut self.gave_up, f64::from(episode.gave_up));
        mean(&mut self.refused_at_start, f64::from(episode.refused_at_start));
        self.steps += episode.steps;
        self.refused_beyond_session += episode.beyond_session;
        self.wrong_formulas += wrong_formulas;
    }
}

/// A share in percent.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
