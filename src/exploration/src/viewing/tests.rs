use std::collections::BTreeMap;

use surefleet_language::{Exchange, ModelFingerprint};
use surefleet_mapping::{Body, Intrinsics};

use super::*;
use crate::{QuestionId, SeenObject};

/// Says what it was given to say.
struct Parrot {
    list: &'static str,
    /// The probability of the first answer, by a word of the question.
    first: BTreeMap<&'static str, f64>,
}

impl VisionLanguageModel for Parrot {
    fn fingerprint(&self) -> ModelFingerprint {
        unreachable!("nobody asks")
    }

    fn look(&mut self, _: &Picture) -> Result<Usage, ScoreError> {
        Ok(Usage { model_calls: 1, ..Usage::default() })
    }

    fn choose(&mut self, _: &[Exchange], question: &str, answers: &[&str]) -> Result<MultipleChoice, ScoreError> {
        let (_, first) =
            self.first.iter().find(|(word, _)| question.contains(**word)).expect("a word of each question");
        let rest = (1.0 - first) / (answers.len() - 1) as f64;
        let probabilities = (0..answers.len()).map(|place| if place == 0 { *first } else { rest }).collect();
        Ok(MultipleChoice { probabilities, mass: 1.0, usage: Usage { model_calls: 1, ..Usage::default() } })
    }

    fn describe(&mut self, _: &[Exchange], question: &str, _: u32) -> Result<(String, Usage), ScoreError> {
        assert_eq!(question, LIST);
        Ok((self.list.to_owned(), Usage { model_calls: 1, ..Usage::default() }))
    }
}

fn place(row: u8, column: u8) -> PictureCell {
    PictureCell::new(row, column).unwrap()
}

fn seen_by(list: &'static str, first: &[(&'static str, f64)]) -> Viewer<Parrot> {
    Viewer::new(Parrot { list, first: first.iter().copied().collect() })
}

#[test]
fn lists_are_read_in_the_words_in_which_models_write_them() {
    let read = |text: &str| read_list(text);
    let sofa = |row, column| ("sofa".to_owned(), place(row, column));
    assert_eq!(read("sofa 5 3; wall clock 1 8"), [sofa(5, 3), ("wall clock".to_owned(), place(1, 8))]);
    assert_eq!(read("1. A sofa, row 5, column 3.\n2. The Wall Clock (1, 8)"), read("sofa 5 3; wall clock 1 8"));
    assert_eq!(read("- sofa: 5 3\n- sofa: 5 3\n- sofa: 5 4"), [sofa(5, 3), sofa(5, 4)], "once each");
}

#[test]
fn what_names_no_thing_and_no_field_is_left_out() {
    for text in
        ["", "nothing", "sofa", "sofa 5", "sofa 0 3", "sofa 5 9", "5 3", "sofa 5 300", "the 5 3", "sofa five three"]
    {
        assert_eq!(read_list(text), [], "{text}");
    }
    let long = (0..40).map(|number| format!("thing {}x {} {}", number, number % 8 + 1, number / 8 + 1));
    assert_eq!(read_list(&long.collect::<Vec<_>>().join("; ")).len(), MOST_LISTED);
}

#[test]
fn each_listed_thing_is_asked_about_once_more() {
    let mut viewer = seen_by("sofa 5 3; cup 4 4", &[("sofa", 0.9), ("cup", 0.2)]);
    viewer.look(&Picture::new(1, 1, vec![0; 3]).unwrap()).unwrap();
    let confidences: Vec<f64> = viewer.things().unwrap().iter().map(|thing| thing.confidence).collect();
    assert_eq!(confidences, [0.9, 0.2]);
    assert_eq!(viewer.usage().model_calls, 4, "one look, one list, two questions");
}

#[test]
fn a_question_is_asked_as_it_is_and_whether_the_picture_shows_it() {
    // Words are tried in the order of the alphabet: `Does the picture show the answer?` comes before the question that it is about.
    let mut viewer = seen_by("", &[("Does the", 0.7), ("What colour", 0.4)]);
    let id = QuestionId { owner: surefleet_fleet::RobotId::new("robot_1").unwrap(), number: 1 };
    let question = ExplorationQuestion::new(id, "What colour is it?", &["red", "blue", "grey"], &["cup"]).unwrap();
    let opinion = viewer.answer(&question).unwrap();
    assert_eq!(opinion.relevance, 0.7);
    assert_eq!(opinion.probabilities, [0.4, 0.3, 0.3]);
}

#[test]
fn a_thing_is_where_the_near_surface_of_its_field_is() {
    // 8 x 8 fields of 4 x 4 pixels; in one of them a box 2 m away stands before a wall at 5 m.
    let camera = Intrinsics::with_fov(32, 32, std::f64::consts::FRAC_PI_2).unwrap();
    let mut depths = vec![5.0; 32 * 32];
    for (row, column) in [(8, 20), (8, 21), (9, 20), (9, 21), (10, 20), (10, 21)] {
        depths[row * 32 + column] = 2.0;
    }
    let frame = DepthFrame::new(camera, &depths).unwrap();
    let thing = NamedThing { name: "box".into(), place: place(3, 6), confidence: 0.8 };
    let seen = placed(std::slice::from_ref(&thing), &frame, at_origin());
    let [SeenObject { class, position, confidence }] = &seen[..] else { panic!("{seen:?}") };
    assert_eq!((class.as_str(), confidence.get()), ("box", 0.8));
    // The middle of its pixels is column 20.5 and row 9: 5 right of the middle of 15.5, 6.5 above it, with a focal length of 16.
    let expected = [2.0 * 5.0 / 16.0, -2.0 * 6.5 / 16.0, 2.0];
    for (part, expected) in [position.x(), position.y(), position.z()].into_iter().zip(expected) {
        assert!((part - expected).abs() < 1e-9, "{position:?}");
    }
    // Nothing was measured in its field.
    let nowhere = vec![0.0; 32 * 32];
    assert_eq!(placed(&[thing], &DepthFrame::new(camera, &nowhere).unwrap(), at_origin()), []);
}

#[test]
fn places_are_preferred_by_the_third_of_the_picture_that_they_are_in() {
    let camera = Intrinsics::with_fov(30, 30, std::f64::consts::FRAC_PI_2).unwrap();
    let depths = vec![5.0; 900];
    let frame = DepthFrame::new(camera, &depths).unwrap();
    let worth = ViewWorth { here: 0.5, parts: [0.6, 0.3, 0.1] };
    // The camera is at the origin, 0.8 m above the floor, and looks along x.
    let pose = Transform::<Map, Body>::planar(0.0, 0.0, 0.0)
        * Transform::<Body, Optical>::facing_forward(Point::new(0.0, 0.0, 0.8), 0.0);
    let left_to_right = [1.8, 0.0, -1.8].map(|y| GroundPoint::new(2.0, y));
    let shares = worth.of_places(&frame, pose, &left_to_right);
    assert!(shares.iter().zip([0.6, 0.3, 0.1]).all(|(share, expected)| (share - expected).abs() < 1e-12), "{shares:?}");
    let with_one_behind = [left_to_right[0], left_to_right[1], GroundPoint::new(-2.0, 0.0)];
    let shares = worth.of_places(&frame, pose, &with_one_behind);
    let expected = [2.0 / 3.0, 1.0 / 3.0, 0.0];
    assert!(shares.iter().zip(expected).all(|(share, expected)| (share - expected).abs() < 1e-12), "{shares:?}");
    assert_eq!(worth.of_places(&frame, pose, &[]), Vec::<f64>::new());
}

#[test]
fn the_words_are_those_that_the_shipped_model_was_trained_with() {
    // A change of the words needs a new training, and new calibrations.
    assert_eq!(ViewWording::is_there("wall clock", place(1, 8)), "Is this at row 1, column 8: wall clock?");
    assert_eq!(ViewWording::digest().to_string(), "9396181cc517ecb91d200fc01ce15ae1c1f9a0c4db47c28db2d026c90a6cec67");
}

/// A camera at the origin, whose axes are those of the map.
fn at_origin() -> Transform<Map, Optical> {
    Transform::new([0.0; 3], [0.0, 0.0, 0.0, 1.0]).unwrap()
}
