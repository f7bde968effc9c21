use std::sync::Arc;

use surefleet_fleet::Decision;

use crate::{
    Mission, MissionError, State, Transport,
    objects::{Action, ItemId, Target},
    state::Whereabouts,
    step,
};

mod licence;
mod limits;
mod matching;
mod outlook;
mod problem;
mod schedule;

use licence::Licence;
use outlook::View;
use problem::Problem;
use schedule::Scheduler;

/// The exact oracle of acceptable decisions: those that keep the mission feasible in the steps that are left.
///
/// It answers for every [`Transport`], whatever its names, items and places. It looks at states, not at prompts, and does not use probabilities.
///
/// Feasibility is decided, not estimated: the search of openings and the matching of fetches in `schedule` are exact.
/// Tests compare them with breadth-first search over [`crate::apply`].
#[derive(Debug)]
pub struct Oracle {
    domain: Arc<Transport>,
    mission: Mission,
    licence: Licence,
}

/// The oracle's answer for every decision of S, in canonical order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// Whether the robot may decide so, by preconditions, decisions of others and rules.
    pub permitted: Vec<bool>,
    /// Whether it may, and the mission can still be finished in the steps left: the set Y of the calibration.
    pub acceptable: Vec<bool>,
    /// For acceptable decisions the least number of steps, this one included, in which the mission can be finished.
    pub cost_to_go: Vec<Option<u32>>,
    /// For acceptable decisions, how much worse than the best they are: 0 for the best.
    ///
    /// It adds [`Judgement::STEP`] for each further step that the mission takes, and the change in the work that is
    /// left: 2 for each further action, 1 for a useless action. So among decisions that cost no time, a useful action
    /// comes before idling, and idling before a useless action.
    pub regret: Vec<Option<u32>>,
    /// The canonical choice: among the decisions without regret, one for the first sub-task that any of them serves. A
    /// robot goes to an item in a container by going to the container. Robots that follow it achieve the mission in
    /// `cost_to_go` steps.
    pub preferred: Option<Decision>,
}

impl Judgement {
    /// The regret of one step.
    pub const STEP: u32 = 1000;
    /// The regret of one more action.
    const ACTION: u32 = 2;

    /// The judgement for a mission in free words. Only the team can tell that such a mission is achieved: all robots
    /// stay idle in the same step. The team's actions show how it understands the words.
    ///
    /// Once the mission is achieved, only `idle` is acceptable. Before that, actions that make work are not acceptable,
    /// such as putting an item where it is not wanted, even if there is time to carry it on. (This is judged by
    /// `regret`, whose count of actions can be one too high where items are alternatives.) Idling is not acceptable if
    /// it `would_end` the mission. The best of the remaining decisions may then have some regret.
    #[must_use]
    pub fn of_free_text(mut self, idle: Decision, is_achieved: bool, would_end: bool) -> Self {
        let idle = idle.index();
        // Neither one more step nor one more action.
        let makes_no_work: Vec<bool> =
            self.regret.iter().map(|regret| regret.is_some_and(|regret| regret < Self::ACTION)).collect();
        let is_right = |option: usize| match (is_achieved, option == idle) {
            (true, is_idle) => is_idle,
            (false, is_idle) => makes_no_work[option] && !(is_idle && would_end),
        };
        if (0..self.acceptable.len()).any(|option| self.acceptable[option] && is_right(option)) {
            for option in (0..self.acceptable.len()).filter(|&option| !is_right(option)) {
                self.acceptable[option] = false;
                self.cost_to_go[option] = None;
                self.regret[option] = None;
            }
            self.preferred = self.preferred.filter(|preferred| is_right(preferred.index()));
        }
        self
    }
}

impl Oracle {
    /// Creates the oracle for one mission of a team.
    ///
    /// # Errors
    /// [`MissionError::BeyondOracle`] if no robot may take an item of the mission, or if the mission has more than 64
    /// sub-tasks or an empty one. [`MissionError::SharedItem`] if two sub-tasks have an
    /// item in common. [`MissionError::UnknownRobot`] if a rule is about a robot outside the team.
    pub fn new(domain: &Arc<Transport>, mission: &Mission, team_size: usize) -> Result<Self, MissionError> {
        limits::check(domain, mission, team_size)?;
        let licence = Licence::new(domain, mission, team_size);
        Ok(Self { domain: Arc::clone(domain), mission: mission.clone(), licence })
    }

    /// Judges every decision of `robot`, if the robots in `decided` do as decided and all others do their best.
    ///
    /// Decisions in `decided` are taken as they are, even if a rule forbids them. A robot with `None` stays where it is
    /// for this step. A robot also stays if preconditions, or decisions before its own, do not permit its decision.
    /// Entries of `robot` itself are ignored.
    ///
    /// # Panics
    /// If the state, an entry of `decided` or `robot` does not belong to the oracle's team, or if the state or a
    /// decision belongs to another domain.
    pub fn judge(
        &self,
        state: &State,
        steps_left: u32,
        decided: &[(usize, Option<Decision>)],
        robot: usize,
    ) -> Judgement {
        self.check_team(state);
        let options = self.domain.options();
        let mut acts = vec![None; self.team_size()];
        let mut joint = Vec::with_capacity(decided.len());
        for &(other, decision) in decided.iter().filter(|(other, _)| *other != robot) {
            let done = decision.filter(|&decision| step::is_permitted(&self.domain, state, &joint, other, decision));
            acts[other] = Some(done.map_or(Action::Idle, |decision| options.action(decision)));
            joint.extend(decision.map(|decision| (other, decision)));
        }
        let mut verdicts = Verdicts::default();
        let outcomes: Vec<Option<Outcome>> = options
            .iter()
            .map(|decision| {
                let action = options.action(decision);
                let permitted = step::is_permitted(&self.domain, state, &joint, robot, decision)
                    && !self.mission.forbids(robot, action);
                permitted.then(|| {
                    acts[robot] = Some(action);
                    let (problem, burdens) = self.view(state, &acts).outlook();
                    let (cost, work) = verdicts.of(problem, steps_left);
                    let effort = 2 * (work + burdens) + u32::from(action != Action::Idle);
                    Outcome { cost, effort }
                })
            })
            .collect();
        self.judgement(state, &outcomes)
    }

    /// Whether the mission is achieved in this state.
    pub fn is_achieved(&self, state: &State) -> bool {
        self.mission.achieved(state)
    }

    /// Whether the mission can be finished from this state in this many steps.
    ///
    /// # Panics
    /// If the state does not belong to the oracle's team and domain.
    pub fn feasible(&self, state: &State, steps: u32) -> bool {
        self.min_steps(state, steps).is_some()
    }

    /// The least number of steps in which the mission can be finished, if that is at most `at_most`; 0 when achieved.
    ///
    /// # Panics
    /// If the state does not belong to the oracle's team and domain.
    pub fn min_steps(&self, state: &State, at_most: u32) -> Option<u32> {
        self.check_team(state);
        if self.mission.achieved(state) {
            return Some(0);
        }
        let (problem, _) = self.view(state, &vec![None; self.team_size()]).outlook();
        Scheduler::default().least(&problem, at_most)
    }

    fn team_size(&self) -> usize {
        self.licence.kind.len()
    }

    fn check_team(&self, state: &State) {
        assert_eq!(state.team_size(), self.team_size(), "the state is of the oracle's team");
    }

    fn view<'a>(&'a self, state: &'a State, acts: &'a [Option<Action>]) -> View<'a> {
        View { domain: &self.domain, mission: &self.mission, licence: &self.licence, state, acts }
    }

    fn judgement(&self, state: &State, outcomes: &[Option<Outcome>]) -> Judgement {
        let rank = |outcome: &Outcome| outcome.cost.map(|cost| (cost, outcome.effort));
        let best = outcomes.iter().flatten().filter_map(rank).min();
        let regret = |outcome: &Outcome| {
            let ((cost, effort), (least_cost, least_effort)) = (rank(outcome)?, best?);
            Some((cost - least_cost) * Judgement::STEP + effort.saturating_sub(least_effort))
        };
        let cost_to_go: Vec<Option<u32>> = outcomes.iter().map(|outcome| outcome.as_ref()?.cost).collect();
        let regret: Vec<Option<u32>> = outcomes.iter().map(|outcome| regret(outcome.as_ref()?)).collect();
        let options = self.domain.options();
        let without_regret = options.iter().filter(|decision| regret[decision.index()] == Some(0));
        Judgement {
            permitted: outcomes.iter().map(Option::is_some).collect(),
            acceptable: cost_to_go.iter().map(Option::is_some).collect(),
            preferred: without_regret.min_by_key(|&decision| self.precedence(state, options.action(decision))),
            cost_to_go,
            regret,
        }
    }

    /// The order among equals: first by sub-task, then a container before its contents.
    fn precedence(&self, state: &State, action: Action) -> (usize, bool) {
        let of_item = |item: ItemId| self.licence.subtask_of[item.index()];
        let is_in = |item: &ItemId, place| state.whereabouts(*item) == Whereabouts::Place(place);
        let (subtask, is_roundabout) = match action {
            Action::Reach(Target::Item(item)) => {
                let is_inside = match state.whereabouts(item) {
                    Whereabouts::Place(place) => self.domain.place(place).is_container,
                    Whereabouts::Robot(_) => false,
                };
                (of_item(item), is_inside)
            }
            Action::Take(item) => (of_item(item), false),
            Action::Reach(Target::Place(place)) | Action::Open(place) => {
                let inside = self.domain.items().filter(|item| is_in(item, place));
                (inside.filter_map(of_item).filter(|&index| !self.mission.subtasks[index].achieved(state)).min(), false)
            }
            Action::Leave(_) | Action::Idle => (None, false),
        };
        (subtask.unwrap_or(usize::MAX), is_roundabout)
    }
}

/// The consequences of a decision.
struct Outcome {
    cost: Option<u32>,
    effort: u32,
}

/// Answers so far. Decisions fall into few classes that leave the same problem.
#[derive(Default)]
struct Verdicts {
    scheduler: Scheduler,
    known: Vec<(Problem, (Option<u32>, u32))>,
}

impl Verdicts {
    /// The least number of steps for a problem, if that is at most `at_most`, and the least work.
    fn of(&mut self, problem: Problem, at_most: u32) -> (Option<u32>, u32) {
        if let Some((_, verdict)) = self.known.iter().find(|(known, _)| *known == problem) {
            return *verdict;
        }
        let verdict = (self.scheduler.least(&problem, at_most), problem.work());
        self.known.push((problem, verdict));
        verdict
    }
}
