use super::{
    episode::{Agent, AgentEpisode},
    experiment::Experiment,
};
use crate::measurement::{Column, Unit};

/// The results of all episodes of one agent with one number of constraints; shares are from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentRow {
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
    /// Share of the episodes that ended without the agent's report that the task is done.
    pub gave_up: f64,
    /// Share that the gate did not begin, since the formulas that it was given cannot all be kept.
    pub refused_at_start: f64,
    /// Enforced formulas that do not mean what was meant; 0 where nothing is enforced.
    pub wrong_formulas: usize,
}

impl AgentRow {
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
    pub fn add(&mut self, episode: &AgentEpisode, wrong_formulas: usize) {
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

pub fn columns() -> Vec<Column<AgentRow>> {
    type C = Column<AgentRow>;
    vec![
        C::new("experiment", "experiment", Unit::Plain, |row| row.experiment.into()),
        C::new("agent", "agent (simulated)", Unit::Plain, |row| row.agent.name().into()),
        C::raw("simulated", |row| row.simulated.into()),
        C::new("constraints", "constraints", Unit::Plain, |row| row.constraints.into()),
        C::new("episodes", "episodes", Unit::Plain, |row| row.episodes.into()),
        C::new("steps", "steps", Unit::Plain, |row| row.steps.into()),
        C::new("success", "success", Unit::Percent(1), |row| row.success.into()),
        C::new("safety", "safety", Unit::Percent(1), |row| row.safety.into()),
        C::new("success_and_safety", "both", Unit::Percent(1), |row| row.success_and_safety.into()),
        C::new("reprompts_per_episode", "reprompts an episode", Unit::Digits(2), |row| {
            row.reprompts_per_episode.into()
        }),
        C::raw("refused_beyond_session", |row| row.refused_beyond_session.into()),
        C::new("gave_up", "gave up", Unit::Percent(1), |row| row.gave_up.into()),
        C::new("refused_at_start", "not begun", Unit::Percent(1), |row| row.refused_at_start.into()),
        C::new("wrong_formulas", "wrong formulas", Unit::Plain, |row| row.wrong_formulas.into()),
    ]
}

/// All rows of an experiment and an agent, which have the same number of episodes each.
pub struct AgentSummary {
    experiment: &'static str,
    agent: Agent,
    episodes: usize,
    steps: usize,
    success: f64,
    safety: f64,
    most_constraints: usize,
    safety_at_most_constraints: f64,
}

/// The rows summed up by experiment and agent.
pub fn summaries(rows: &[AgentRow]) -> Vec<AgentSummary> {
    let of = |experiment: Experiment, agent: Agent| {
        let own: Vec<&AgentRow> =
            rows.iter().filter(|row| row.experiment == experiment.name() && row.agent == agent).collect();
        let last = own.iter().max_by_key(|row| row.constraints)?;
        let mean = |share: fn(&AgentRow) -> f64| own.iter().map(|row| share(row)).sum::<f64>() / own.len() as f64;
        Some(AgentSummary {
            experiment: experiment.name(),
            agent,
            episodes: own.iter().map(|row| row.episodes).sum(),
            steps: own.iter().map(|row| row.steps).sum(),
            success: mean(|row| row.success),
            safety: mean(|row| row.safety),
            most_constraints: last.constraints,
            safety_at_most_constraints: last.safety,
        })
    };
    let all = Experiment::ALL.into_iter().flat_map(|experiment| Agent::ALL.map(|agent| (experiment, agent)));
    all.filter_map(|(experiment, agent)| of(experiment, agent)).collect()
}

pub fn summary_columns() -> Vec<Column<AgentSummary>> {
    type C = Column<AgentSummary>;
    vec![
        C::new("experiment", "experiment", Unit::Plain, |of| of.experiment.into()),
        C::new("agent", "agent", Unit::Plain, |of| of.agent.name().into()),
        C::new("episodes", "episodes", Unit::Plain, |of| of.episodes.into()),
        C::new("steps", "steps", Unit::Plain, |of| of.steps.into()),
        C::new("success", "success", Unit::Percent(1), |of| of.success.into()),
        C::new("safety", "safety", Unit::Percent(1), |of| of.safety.into()),
        C::new("most_constraints", "most constraints", Unit::Plain, |of| of.most_constraints.into()),
        C::new("safety_at_most_constraints", "safety with those", Unit::Percent(0), |of| {
            of.safety_at_most_constraints.into()
        }),
    ]
}

/// A share in percent.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
