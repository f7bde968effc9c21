//! What a vision-language model is asked about a robot's picture, and what is made of its answers.

use surefleet_fleet::Digest;
use surefleet_language::{MultipleChoice, Picture, ScoreError, Usage, VisionLanguageModel};
use surefleet_mapping::{Confidence, DepthFrame, GroundPoint, Map, Metres, Optical, Point, Transform};

use crate::{ExplorationQuestion, SeenObject, short_words::are_short};

/// The most tokens of a list of things, and the most things that are taken from one.
const LIST_TOKENS: u32 = 120;
const MOST_LISTED: usize = 12;
/// Pixels whose depths differ by less from that of a thing are of its surface.
const SURFACE_M: f32 = 0.3;
/// The height above the floor at which the place of a frontier is looked for in a picture.
pub const FRONTIER_HEIGHT: Metres = Metres::new(0.8);

const LIST: &str = "List the things in the picture, the largest first, as name, row and column, with ; between them. Rows and columns go from 1 to 8.";

/// The questions that are put to a vision-language model about a picture, in words.
///
/// The questions of exploring robots themselves ([`ExplorationQuestion::text`]) are asked as they are.
#[derive(Debug, Clone, Copy)]
pub struct ViewWording;

impl ViewWording {
    /// The answers to [`Self::is_there`], [`Self::shows`] and [`Self::is_worth`].
    pub const YES_OR_NO: [&str; 2] = ["yes", "no"];
    /// The answers to [`Self::way`].
    pub const PARTS: [&str; 3] = ["left", "middle", "right"];

    /// Which things are in view, and where in the picture.
    pub const fn list() -> &'static str {
        LIST
    }

    /// Whether a listed thing is really there. Answered with yes or no.
    pub fn is_there(name: &str, place: PictureCell) -> String {
        format!("Is this at row {}, column {}: {name}?", place.row, place.column)
    }

    /// Whether the picture answers a question. Answered with yes or no.
    pub fn shows(question: &str) -> String {
        format!("Does the picture show the answer? {question}")
    }

    /// Whether one should go on looking where the picture was taken. Answered with yes or no.
    pub fn is_worth(question: &str) -> String {
        format!("Would you search here? {question}")
    }

    /// Which part of the picture one should go on to. Answered with left, middle or right.
    pub fn way(question: &str) -> String {
        format!("Left, middle or right: where would you search? {question}")
    }

    /// Hash of all questions and of the answers to choose from, for calibration files.
    pub fn digest() -> Digest {
        let place = PictureCell { row: 1, column: 2 };
        let asked = [Self::shows, Self::is_worth, Self::way].map(|words: fn(&str) -> String| words("{question}"));
        let is_there = Self::is_there("{name}", place);
        let words = [LIST, &is_there].into_iter().chain(asked.iter().map(String::as_str));
        Digest::of(words.chain(Self::YES_OR_NO).chain(Self::PARTS).map(str::as_bytes))
    }
}

/// A cell of the grid of 8 rows and 8 columns that a picture is divided into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PictureCell {
    row: u8,
    column: u8,
}

impl PictureCell {
    /// Rows and columns.
    pub const SIDE: usize = 8;

    /// The cell of a row, from 1 at the top to 8, and a column, from 1 at the left to 8; `None` for others.
    pub fn new(row: u8, column: u8) -> Option<Self> {
        let is_inside = |number: u8| (1..=Self::SIDE as u8).contains(&number);
        (is_inside(row) && is_inside(column)).then_some(Self { row, column })
    }

    /// Its row, from 1 at the top to 8.
    pub fn row(self) -> u8 {
        self.row
    }

    /// Its column, from 1 at the left to 8.
    pub fn column(self) -> u8 {
        self.column
    }

    /// Where in the map the nearest surface of some size in this cell is: `None` where no depth was measured.
    ///
    /// A thing stands before what is behind it. So the depth that a quarter of the cell's pixels are nearer than counts, and the surface is what is
    /// about as far away.
    fn surface(self, frame: &DepthFrame<'_>, camera: Transform<Map, Optical>) -> Option<Point<Map>> {
        let intrinsics = frame.intrinsics();
        let range = |number: u8, pixels: usize| {
            let number = usize::from(number);
            (number - 1) * pixels / Self::SIDE..number * pixels / Self::SIDE
        };
        let columns = range(self.column, intrinsics.width());
        let pixels = range(self.row, intrinsics.height()).flat_map(|v| columns.clone().map(move |u| (u, v)));
        let mut measured: Vec<(f32, [usize; 2])> = pixels
            .filter_map(|(u, v)| {
                let depth = frame.depths()[v * intrinsics.width() + u];
                (depth.is_finite() && depth > 0.0).then_some((depth, [u, v]))
            })
            .collect();
        measured.sort_by(|one, other| one.0.total_cmp(&other.0));
        let near = measured.get(measured.len() / 4)?.0;
        let (mut sum, mut count) = ([0.0; 3], 0.0);
        for &(depth, [u, v]) in measured.iter().filter(|one| (one.0 - near).abs() < SURFACE_M) {
            let ray = intrinsics.ray(u as f64, v as f64);
            let depth = f64::from(depth);
            for (part, along) in sum.iter_mut().zip([ray.x(), ray.y(), ray.z()]) {
                *part += along * depth;
            }
            count += 1.0;
        }
        let [x, y, z] = sum.map(|part: f64| part / count);
        Some(camera * Point::new(x, y, z))
    }
}

/// A thing that a model names in a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedThing {
    /// Its name in the model's words.
    pub name: String,
    /// Where in the picture it is.
    pub place: PictureCell,
    /// The model's probability that it is there, asked for by itself.
    pub confidence: f64,
}

/// A model's opinion on a question in a view.
#[derive(Debug, Clone, PartialEq)]
pub struct ViewOpinion {
    /// Of the answers, A first.
    pub probabilities: Vec<f64>,
    /// The probability that the view shows what the question needs.
    pub relevance: f64,
}

/// How much a view is worth exploring for a question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ViewWorth {
    /// The probability that one should go on looking here.
    pub here: f64,
    /// The preference for the left, the middle and the right third of the picture.
    pub parts: [f64; 3],
}

impl ViewWorth {
    /// The preference for each of these places of the ground, by the third of the picture in which it is seen: they sum to one, unless none is seen.
    pub fn of_places(
        &self,
        frame: &DepthFrame<'_>,
        camera: Transform<Map, Optical>,
        places: &[GroundPoint],
    ) -> Vec<f64> {
        let (intrinsics, back) = (frame.intrinsics(), camera.inverse());
        let weight = |place: &GroundPoint| {
            let seen = intrinsics.project(back * Point::new(place.x, place.y, FRONTIER_HEIGHT.get()));
            let third = |u: f64| ((u + 0.5) / intrinsics.width() as f64 * 3.0).clamp(0.0, 2.0) as usize;
            seen.map_or(0.0, |[u, _]| self.parts[third(u)])
        };
        let weights: Vec<f64> = places.iter().map(weight).collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| if sum > 0.0 { weight / sum } else { 0.0 }).collect()
    }
}

/// A vision-language model that looks at what a robot sees.
#[derive(Debug)]
pub struct Viewer<M> {
    model: M,
    usage: Usage,
}

impl<M: VisionLanguageModel> Viewer<M> {
    /// A viewer that has seen nothing yet.
    pub fn new(model: M) -> Self {
        Self { model, usage: Usage::default() }
    }

    /// The model.
    pub fn model(&self) -> &M {
        &self.model
    }

    /// The cost of all questions so far.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// Turns to the next picture.
    ///
    /// # Errors
    /// As [`VisionLanguageModel::look`].
    pub fn look(&mut self, picture: &Picture) -> Result<(), ScoreError> {
        self.usage += self.model.look(picture)?;
        Ok(())
    }

    /// The things in the picture. Each that the model lists is asked about once more, since a model that writes freely also imagines.
    ///
    /// # Errors
    /// As [`VisionLanguageModel::describe`].
    pub fn things(&mut self) -> Result<Vec<NamedThing>, ScoreError> {
        let (text, usage) = self.model.describe(&[], LIST, LIST_TOKENS)?;
        self.usage += usage;
        let named = |(name, place): (String, PictureCell)| {
            let confidence = self.yes(&ViewWording::is_there(&name, place))?;
            Ok(NamedThing { name, place, confidence })
        };
        read_list(&text).into_iter().map(named).collect()
    }

    /// What the picture says about a question.
    ///
    /// # Errors
    /// As [`VisionLanguageModel::choose`].
    pub fn answer(&mut self, question: &ExplorationQuestion) -> Result<ViewOpinion, ScoreError> {
        let answers: Vec<&str> = question.answers().iter().map(String::as_str).collect();
        let probabilities = self.choose(question.text(), &answers)?.probabilities;
        let relevance = self.yes(&ViewWording::shows(question.text()))?;
        Ok(ViewOpinion { probabilities, relevance })
    }

    /// How much the picture is worth exploring for a question.
    ///
    /// # Errors
    /// As [`VisionLanguageModel::choose`].
    pub fn worth(&mut self, question: &ExplorationQuestion) -> Result<ViewWorth, ScoreError> {
        let here = self.yes(&ViewWording::is_worth(question.text()))?;
        let parts = self.choose(&ViewWording::way(question.text()), &ViewWording::PARTS)?.probabilities;
        let parts =
            parts.try_into().map_err(|_| ScoreError::Model("it gave no probability for each part".to_owned()))?;
        Ok(ViewWorth { here, parts })
    }

    fn yes(&mut self, question: &str) -> Result<f64, ScoreError> {
        let choice = self.choose(question, &ViewWording::YES_OR_NO)?;
        choice.probabilities.first().copied().ok_or_else(|| ScoreError::Model("it gave no probability".to_owned()))
    }

    fn choose(&mut self, question: &str, answers: &[&str]) -> Result<MultipleChoice, ScoreError> {
        let choice = self.model.choose(&[], question, answers)?;
        self.usage += choice.usage;
        Ok(choice)
    }
}

/// Where things in a picture are in the map. Those without a measured depth are left out.
pub fn placed(things: &[NamedThing], frame: &DepthFrame<'_>, camera: Transform<Map, Optical>) -> Vec<SeenObject> {
    let placed = |thing: &NamedThing| {
        let position = thing.place.surface(frame, camera)?;
        let confidence = Confidence::new(thing.confidence.max(0.01)).ok()?;
        Some(SeenObject { class: thing.name.clone(), position, confidence })
    };
    things.iter().filter_map(placed).collect()
}

/// The things of a list that a model wrote. What is no name with a row and a column is left out.
fn read_list(text: &str) -> Vec<(String, PictureCell)> {
    let mut things: Vec<(String, PictureCell)> = Vec::new();
    for part in text.split([';', '\n']) {
        if things.len() < MOST_LISTED
            && let Some(thing) = read_thing(part)
            && !things.contains(&thing)
        {
            things.push(thing);
        }
    }
    things
}

fn read_thing(part: &str) -> Option<(String, PictureCell)> {
    let words: Vec<&str> = part
        .split(|letter: char| letter.is_whitespace() || matches!(letter, ',' | ':' | '(' | ')' | '*' | '"'))
        .filter(|word| !word.is_empty() && !matches!(word.to_lowercase().as_str(), "row" | "column" | "-"))
        .collect();
    let (&[row, column], name) = (words.last_chunk::<2>()?, &words[..words.len().saturating_sub(2)]);
    let number = |word: &str| word.trim_end_matches('.').parse::<u8>().ok();
    let place = PictureCell::new(number(row)?, number(column)?)?;
    // A list may be numbered, and its things have articles.
    let is_before = |word: &&&str| {
        matches!(word.to_lowercase().as_str(), "a" | "an" | "the") || word.trim_end_matches('.').parse::<u32>().is_ok()
    };
    let name = name.iter().skip_while(is_before).copied().collect::<Vec<_>>().join(" ").to_lowercase();
    are_short(&name).then_some((name, place))
}

#[cfg(test)]
mod tests;
