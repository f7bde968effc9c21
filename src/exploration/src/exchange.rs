use surefleet_fleet::RobotId;
use surefleet_mapping::{Confidence, Frontier, GridLayout, GroundPoint, Map, Point};

use crate::{
    AnswerCertainty, AnswerLetter, ExplorationQuestion, ExplorerMessage, QuestionId, RelevanceScores, SoughtPair,
};

/// News for an explorer.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// Time has passed, up to [`Explorer::next_deadline`](crate::Explorer::next_deadline).
    Tick,
    /// The objects in a view of the robot.
    Seen(SeenView),
    /// The scores of a pair that it asked for; `None` if the model failed.
    Relevance {
        /// The pair.
        pair: SoughtPair,
        /// Its scores.
        scores: Option<RelevanceScores>,
    },
    /// The worth of a view for one of the robot's own questions, by a model (SV_no-com of CommCP); see [`Output::AskValues`].
    ViewValue {
        /// The question.
        question: QuestionId,
        /// The probability that something in the view is worth exploring.
        global: f64,
        /// The places that the view shows, each with the model's preference for it.
        local: Vec<(GroundPoint, f64)>,
    },
    /// A model's answer to a question in a view that it was asked about. The order in which answers come has no effect.
    Answered {
        /// The question: an own one, or one of another robot.
        question: QuestionId,
        /// The number of the view.
        view: u64,
        /// The probabilities of the answers, A first.
        probabilities: Vec<f64>,
        /// The probability that the view shows what the question needs.
        relevance: f64,
    },
    /// A model gave no answer to a question in a view. Answers about later views wait for this or for the answer.
    Unanswered {
        /// The question.
        question: QuestionId,
        /// The number of the view.
        view: u64,
    },
    /// A message of another robot. The caller has proved who sent it; it may be late, repeated or out of order.
    Heard(ExplorerMessage),
    /// Where the robot is: tell it before the frontiers, since of two places the nearer one is worth more.
    At(GroundPoint),
    /// The frontiers of the robot's map, on a grid with the layout of the policy. They replace earlier ones.
    Frontiers(Vec<Frontier>),
    /// The robot's map has outgrown its grid, and this is the layout from now on. It must cover the layout so far
    /// ([`GridLayout::joined`]). Values keep their places. The frontiers so far are forgotten: tell those of the new grid next.
    Grown(GridLayout),
    /// How a way ended. It has no effect unless it was the way to the last [`Output::Go`].
    Travelled {
        /// The number of the destination.
        destination: u64,
        /// The end of the way.
        end: TravelEnd,
    },
}

/// An order of an explorer to its driver.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Send this message to all robots.
    Say(ExplorerMessage),
    /// Score this pair, and tell the scores with [`Input::Relevance`].
    AskRelevance(SoughtPair),
    /// Ask a model these questions about a view, and tell for each what it says with [`Input::Answered`] or [`Input::Unanswered`].
    AskAnswers {
        /// The number of the view.
        view: u64,
        /// The questions.
        questions: Vec<ExplorationQuestion>,
    },
    /// Ask a model how much a view is worth exploring for each of these own questions, and tell it with [`Input::ViewValue`].
    ///
    /// Nothing waits for it: a view that is too old, or shows no place to go to, can be left out.
    AskValues {
        /// The number of the view.
        view: u64,
        /// The robot's open questions.
        questions: Vec<QuestionId>,
    },
    /// Go there; this replaces the last destination. Tell with [`Input::Travelled`] how the way ended.
    Go(Destination),
    /// Stop where you are: there is nothing left to look for, or the time is over.
    Stop,
    /// An own question is answered, or has another answer than the last one told.
    Settled(AnsweredQuestion),
    /// An own question is open again: robots disagree about it.
    Reopened(QuestionId),
    /// The search has ended. If all questions were answered, a dispute can open it again; a corrected answer ends it anew.
    Ended(ExplorationEnd),
}

/// The objects of one view.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenView {
    /// The number of the view; a robot numbers its views upwards.
    pub view: u64,
    /// The objects.
    pub objects: Vec<SeenObject>,
}

/// A detected object.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenObject {
    /// The object in a few words, such as `red pillow`.
    pub class: String,
    /// Its position.
    pub position: Point<Map>,
    /// The confidence of the detection.
    pub confidence: Confidence,
}

/// How a way ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TravelEnd {
    /// The robot is there.
    Reached,
    /// There is no way, or the robot could not follow it.
    Unreachable,
}

/// Where to go, and why.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Destination {
    /// The number of the destination, greater than those before. [`Input::Travelled`] returns it.
    pub number: u64,
    /// The place.
    pub place: GroundPoint,
    /// Why there.
    pub reason: DestinationReason,
}

/// Why a robot goes somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DestinationReason {
    /// The frontier with the greatest value.
    BestFrontier,
    /// A frontier drawn at random, since all have the value 0.
    RandomFrontier,
    /// Another robot named this place, and it is worth more than every frontier, or no frontier is left.
    ToldPlace,
}

/// An answered question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnsweredQuestion {
    /// The question.
    pub question: QuestionId,
    /// The answer.
    pub letter: AnswerLetter,
    /// The worth of the answer.
    pub certainty: AnswerCertainty,
    /// The robots that gave it so far.
    pub by: Vec<RobotId>,
}

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplorationEnd {
    /// Whether the time is over, so that nothing follows.
    pub is_time_over: bool,
    /// The answered questions.
    pub answered: Vec<AnsweredQuestion>,
    /// The questions that are open: given up, if the time is over.
    pub open: Vec<QuestionId>,
}
