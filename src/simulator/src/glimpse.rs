use surefleet_exploration::{
    ExplorationError, ExplorationQuestion, Quarters, RelevanceScores, SeenObject, SoughtPair, ViewOpinion,
};
use surefleet_houses::{Catalogue, House, HouseAnswer, HouseQuestion, Inquiry, Letter, QuestionType, View};
use surefleet_language::ScoreError;
use surefleet_mapping::{GroundPoint, Map, Optical, Transform};

/// A question with its truth, and as robots know it.
#[derive(Debug, Clone)]
pub struct AskedQuestion {
    /// The truth, for simulated models only.
    pub truth: HouseQuestion,
    /// The question as robots know it.
    pub asked: ExplorationQuestion,
}

impl AskedQuestion {
    /// The question in which quarter of a site the thing is that a robot looks for, with its truth; `None` if the house has no such
    /// thing, or the question has other answers.
    pub fn of_quarter(house: &House, asked: &ExplorationQuestion, middle: GroundPoint) -> Option<Self> {
        let class = Catalogue::shipped().named(asked.sought().first()?)?;
        let thing = house.things().iter().find(|thing| thing.class == class)?;
        let place = thing.middle().ground();
        let quarter = usize::from(place.x >= middle.x) + 2 * usize::from(place.y >= middle.y);
        if !Quarters::are_asked_by(asked) {
            return None;
        }
        let truth = HouseQuestion {
            kind: QuestionType::Location,
            text: asked.text().to_owned(),
            options: Quarters::NAMES.map(str::to_owned),
            answer: Letter::ALL[quarter],
            targets: vec![class],
            room: thing.room,
            inquiry: Inquiry::WhichRoom { class, colour: None },
            meanings: [HouseAnswer::Elsewhere; 4],
        };
        Some(Self { truth, asked: asked.clone() })
    }
}

/// One look of a robot: the picture, and the poses of its camera.
#[derive(Debug, Clone, Copy)]
pub struct Glimpse<'a> {
    /// The house that the robot is in.
    pub house: &'a House,
    /// The robot's place in the team.
    pub robot: usize,
    /// The number of the look among those of the robot.
    pub number: u64,
    /// The picture, with what each pixel truly shows.
    pub view: &'a View,
    /// Where the camera is.
    pub pose: Transform<Map, Optical>,
    /// Where the robot believes it to be.
    pub believed: Transform<Map, Optical>,
}

/// A model that sees: the vision-language model of the paper.
pub trait ViewReader {
    /// The objects of a view, in the believed map.
    ///
    /// # Errors
    /// What keeps the model from seeing them; a simulated one always sees.
    fn objects(&self, glimpse: &Glimpse<'_>) -> Result<Vec<SeenObject>, ScoreError>;

    /// Its answer to a question.
    ///
    /// # Errors
    /// As [`Self::objects`].
    fn answer(&self, glimpse: &Glimpse<'_>, question: &AskedQuestion) -> Result<ViewOpinion, ScoreError>;

    /// How much the view is worth exploring for a question, and its preference for each of these places of the view.
    ///
    /// # Errors
    /// As [`Self::objects`].
    fn worth(
        &self,
        glimpse: &Glimpse<'_>,
        question: &AskedQuestion,
        places: &[GroundPoint],
    ) -> Result<(f64, Vec<f64>), ScoreError>;
}

/// A model that judges words: the language model of the paper.
pub trait RelevanceJudge {
    /// The probabilities of the four relations of a pair.
    ///
    /// # Errors
    /// What keeps the model from judging; a simulated one always judges.
    fn scores(&self, pair: &SoughtPair) -> Result<RelevanceScores, ExplorationError>;
}
