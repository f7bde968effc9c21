use std::collections::{BTreeMap, VecDeque};

use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{RobotId, Stamp};
use surefleet_mapping::{GridLayout, GroundPoint, ValueMap};

use crate::{
    ConfidenceCheck, ExplorationEnd, ExplorationError, ExplorationQuestion, ExplorerCounts, ExplorerPolicy,
    ExplorerRules, Input, Output, QuestionId, QuestionStanding, RelevanceCriterion, SharedAnswer, SoughtQuestion,
    asked_views::AskedViews,
    belief::Belief,
    budget::Bucket,
    outbox::Outbox,
    sightings::Sightings,
    travel::{PlaceKey, Travel},
};

mod answering;
mod ending;
mod hearing;
mod sharing;

/// One robot that explores a house to answer its questions, with the help of others (sans-io).
///
/// Call [`Self::handle`], and then [`Self::poll`] until it is empty. Call `handle` with [`Input::Tick`] at [`Self::next_deadline`].
#[derive(Debug)]
pub struct Explorer {
    me: RobotId,
    policy: ExplorerPolicy,
    /// `None`: relevance is not calibrated, so nothing is said about it.
    criterion: Option<RelevanceCriterion>,
    check: ConfidenceCheck,
    random: ChaCha8Rng,
    now: Stamp,
    until: Stamp,
    own: BTreeMap<QuestionId, OwnQuestion>,
    seekers: BTreeMap<RobotId, Seeker>,
    /// The robot's answers to questions of others.
    given: BTreeMap<QuestionId, GivenAnswer>,
    asked: BTreeMap<QuestionId, AskedViews>,
    sightings: Sightings,
    /// Whether something was seen, scored or asked for since it was last decided what to share.
    is_news: bool,
    travel: Travel,
    outbox: Outbox,
    outputs: VecDeque<Output>,
    last_number: u64,
    next_request: Option<Stamp>,
    end: Option<ExplorationEnd>,
    counts: ExplorerCounts,
}

/// A question of the robot itself.
#[derive(Debug)]
struct OwnQuestion {
    question: ExplorationQuestion,
    values: ValueMap,
    belief: Belief,
    /// The standing that was last told.
    standing: QuestionStanding,
    /// Places where others saw something relevant.
    told: BTreeMap<PlaceKey, GroundPoint>,
}

/// Another robot and what it looks for.
#[derive(Debug)]
struct Seeker {
    number: u64,
    /// When it is forgotten.
    until: Stamp,
    questions: Vec<SoughtQuestion>,
    /// The numbers of this robot's answers that it has heard and counts.
    heard: BTreeMap<QuestionId, u64>,
}

impl Seeker {
    fn seeks(&self, question: &QuestionId) -> bool {
        self.questions.iter().any(|sought| sought.question.id() == question)
    }

    /// Whether it waits for this robot's answer with this number: it believes an older one, or none and looks for one.
    fn awaits(&self, question: &QuestionId, number: u64) -> bool {
        self.heard.get(question).map_or_else(|| self.seeks(question), |heard| *heard < number)
    }
}

#[derive(Debug)]
struct GivenAnswer {
    answer: SharedAnswer,
    /// The newest request of the owner when it was last said.
    said_after: u64,
    /// How often it was said.
    times: u32,
}

impl Explorer {
    /// An explorer with its own questions at the start of a search.
    ///
    /// `random` draws frontiers.
    ///
    /// # Errors
    /// [`ExplorationError::Setting`] or [`ExplorationError::Mapping`] for a policy that cannot be used, [`ExplorationError::Question`] for
    /// a question that is another robot's or has the number of another one.
    pub fn new(
        now: Stamp,
        me: RobotId,
        questions: Vec<ExplorationQuestion>,
        policy: ExplorerPolicy,
        rules: ExplorerRules,
        random: ChaCha8Rng,
    ) -> Result<Self, ExplorationError> {
        policy.check()?;
        let mut own = BTreeMap::new();
        for question in questions {
            let id = question.id().clone();
            let refuse = |why: &str| Err(ExplorationError::Question { id: id.clone(), why: why.to_owned() });
            if *question.owner() != me {
                return refuse(&format!("is not one of {me}: give it to its owner"));
            }
            let values = ValueMap::new(policy.layout, policy.values)?;
            let (belief, told) = (Belief::default(), BTreeMap::new());
            let question = OwnQuestion { question, values, belief, standing: QuestionStanding::Open, told };
            if own.insert(id.clone(), question).is_some() {
                return refuse("is given twice: number each question anew");
            }
        }
        let mut explorer = Self {
            me,
            criterion: rules.relevance,
            check: rules.answers,
            random,
            now,
            until: now + policy.time_limit,
            own,
            seekers: BTreeMap::new(),
            given: BTreeMap::new(),
            asked: BTreeMap::new(),
            sightings: Sightings::new(policy.views, policy.gate),
            is_news: false,
            travel: Travel::default(),
            outbox: Outbox::new(Bucket::new(now, policy.budget), policy.longest_wait),
            outputs: VecDeque::new(),
            last_number: 0,
            next_request: Some(now),
            end: None,
            counts: ExplorerCounts::default(),
            policy,
        };
        explorer.settle();
        Ok(explorer)
    }

    /// Tells others no further findings: the calibration does not hold any more.
    pub fn end_findings(&mut self) {
        self.criterion = None;
    }

    /// Takes in what happened. Time does not go back: an earlier `now` counts as the last one.
    ///
    /// Once the time is over, nothing has an effect.
    pub fn handle(&mut self, now: Stamp, input: Input) {
        if self.is_over() {
            return;
        }
        self.now = self.now.max(now);
        if self.now < self.until {
            self.take(input);
        }
        self.settle();
    }

    /// The next thing to do.
    pub fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// When to call [`Self::handle`] at the latest; `None` once the time is over.
    pub fn next_deadline(&self) -> Option<Stamp> {
        if self.is_over() {
            return None;
        }
        let leases = self.seekers.values().filter(|seeker| !seeker.questions.is_empty()).map(|seeker| seeker.until);
        let others = self.next_request.into_iter().chain(self.outbox.next_deadline()).chain(leases);
        let others = others.chain(self.travel.next_deadline());
        Some(others.fold(self.until, Stamp::min))
    }

    /// The questions of this robot, by number, each with how far it is answered.
    pub fn own_questions(&self) -> impl Iterator<Item = (&ExplorationQuestion, &QuestionStanding)> {
        self.own.values().map(|own| (&own.question, &own.standing))
    }

    /// How far a question of this robot is answered; `None` for one of another.
    pub fn standing(&self, question: &QuestionId) -> Option<&QuestionStanding> {
        self.own.get(question).map(|own| &own.standing)
    }

    /// The value of places for a question of this robot.
    pub fn values(&self, question: &QuestionId) -> Option<&ValueMap> {
        self.own.get(question).map(|own| &own.values)
    }

    /// The open questions of other robots, as far as they were heard.
    pub fn sought_by_others(&self) -> impl Iterator<Item = &SoughtQuestion> {
        self.seekers.values().flat_map(|seeker| &seeker.questions)
    }

    /// The counts so far.
    pub fn counts(&self) -> &ExplorerCounts {
        &self.counts
    }

    fn is_over(&self) -> bool {
        self.end.as_ref().is_some_and(|end| end.is_time_over)
    }

    fn take(&mut self, input: Input) {
        match input {
            Input::Tick => {}
            Input::Seen(seen) => self.see(seen),
            Input::Relevance { pair, scores } => {
                self.counts.relevance_failures += u64::from(scores.is_none());
                self.sightings.score(pair, scores);
                self.is_news = true;
            }
            Input::ViewValue { question, global, local } => {
                let taken = self.own.get_mut(&question).map(|own| own.values.view(global, &local));
                self.counts.unusable_inputs += u64::from(!matches!(taken, Some(Ok(()))));
            }
            Input::Answered { question, view, probabilities, relevance } => {
                self.answer(&question, view, &probabilities, relevance);
            }
            Input::Unanswered { question, view } => self.unanswered(&question, view),
            Input::Heard(message) => self.hear(message),
            Input::At(place) => self.travel.at(place),
            Input::Frontiers(frontiers) => {
                self.travel.see(frontiers);
                self.go();
            }
            Input::Grown(layout) => self.grow(layout),
            Input::Travelled { destination, end } => {
                self.travel.ended(self.now, destination, end);
                self.go();
            }
        }
    }

    /// Carries the values over to a larger grid.
    fn grow(&mut self, layout: GridLayout) {
        if self.policy.layout.joined(&layout) != Ok(layout) {
            self.counts.unusable_inputs += 1;
            return;
        }
        for own in self.own.values_mut() {
            own.values = own.values.grown(layout).expect("it covers the layout so far");
        }
        self.policy.layout = layout;
        self.travel.outgrow();
    }

    /// A number above all that this robot has given, in this life or an earlier one: time does not go back.
    fn next_number(&mut self) -> u64 {
        self.last_number = self.now.as_nanos().max(self.last_number + 1);
        self.last_number
    }
}
