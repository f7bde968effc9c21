use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use surefleet_conformal::{Fraction, Golden, GoldenPrompt, GoldenReplay, HexFloat, Mode, Sha256};
use surefleet_exploration::{
    AnswerCalibration, AnswerCourse, AnswerLevels, AnswerStatistics, AskedModel, CalibrationOrigin, CalibrationScene,
    CheckName, ConfidenceCheck, ExplorationQuestion, Explorer, ExplorerMessage, ExplorerPolicy, ExplorerRules, Input,
    LabelledAnswer, LabelledPair, MessageBudget, Output, QuestionId, Relevance, RelevanceCriterion, RelevanceLevels,
    RelevanceRule, RelevanceScores, SearchRequest, SeenObject, SeenView, SharedAnswer, SoughtPair, SoughtQuestion,
};
use surefleet_fleet::{Digest, RobotId, Stamp};
use surefleet_language::ModelFingerprint;
use surefleet_mapping::{
    Confidence, Frontier, GridLayout, GroundPoint, Metres, Occupancy, OccupancyGrid, Point, ValueRule,
};

pub fn robot(number: u32) -> RobotId {
    RobotId::new(&format!("robot_{number}")).unwrap()
}

pub fn at(seconds: f64) -> Stamp {
    Stamp::ZERO + Duration::from_secs_f64(seconds)
}

pub fn id(owner: u32, number: u32) -> QuestionId {
    QuestionId { owner: robot(owner), number }
}

pub fn question(owner: u32, number: u32, sought: &str) -> ExplorationQuestion {
    let answers = ["in the kitchen", "in the hall", "in the bath"];
    ExplorationQuestion::new(id(owner, number), &format!("where is the {sought}?"), &answers, &[sought]).unwrap()
}

pub fn layout() -> GridLayout {
    let corner = |at| GroundPoint::new(at, at);
    GridLayout::covering(corner(0.0), corner(10.0), Metres::new(0.25)).unwrap()
}

pub fn policy() -> ExplorerPolicy {
    ExplorerPolicy {
        time_limit: Duration::from_secs(100),
        request_every: Duration::from_secs(5),
        forget_after: Duration::from_secs(12),
        budget: MessageBudget::new(20, 20).unwrap(),
        longest_wait: Duration::from_secs(4),
        gate: Metres::new(0.5),
        views: 50,
        layout: layout(),
        values: ValueRule::DEFAULT,
    }
}

/// Keeps a letter whose probability is at least 0.5.
pub fn criterion() -> RelevanceCriterion {
    let epsilon: Fraction = "1/20".parse().unwrap();
    let rule = RelevanceRule::Coverage { mode: Mode::Marginal };
    let levels = RelevanceLevels { rule, epsilon_same: epsilon, epsilon_near: epsilon, false_messages: None };
    let true_pair =
        |truth: Relevance| LabelledPair { pair: SoughtPair::new("a", "b"), truth, scores: scores(truth, 0.5) };
    let pairs = vec![true_pair(Relevance::Same), true_pair(Relevance::Near)];
    let scene = |seed: u64| CalibrationScene { scene_sha256: Sha256::of(seed.to_string()), seed, pairs: pairs.clone() };
    RelevanceCriterion::calibrate(&levels, &(0..20).map(scene).collect::<Vec<_>>()).unwrap()
}

pub fn scores(letter: Relevance, probability: f64) -> RelevanceScores {
    let rest = if letter == Relevance::Common { Relevance::Unrelated } else { Relevance::Common };
    let mut four = [0.0; 4];
    four[letter.place()] = probability;
    four[rest.place()] = 1.0 - probability;
    RelevanceScores::new(&four).unwrap()
}

/// The check of a calibration on courses in which answers below 0.7 are wrong, and no other.
pub fn check() -> ConfidenceCheck {
    let answer = |seed: u64| {
        let confidence = 0.5 + (seed % 50) as f64 / 100.0;
        vec![(confidence, confidence >= 0.7)]
    };
    // Without a mistake 299 answers are enough, with one of them they are not: so no wrong answer passes.
    let check = calibrated_check("1/100", &(0..510).map(answer).collect::<Vec<_>>());
    assert!((0.69..0.71).contains(&check.above()), "{}", check.above());
    check
}

/// The check of a calibration on these courses: what a model said, view by view, with its confidence and whether it is right.
pub fn calibrated_check(epsilon: &str, courses: &[Vec<(f64, bool)>]) -> ConfidenceCheck {
    let labelled = |&(confidence, is_right): &(f64, bool)| {
        let confidence = HexFloat::new(confidence).unwrap();
        LabelledAnswer { confidence, is_right }
    };
    let courses = courses.iter().zip(0..).map(|(answers, seed): (_, u64)| {
        let answers = answers.iter().map(labelled).collect();
        AnswerCourse { scene_sha256: Sha256::of(seed.to_string()), seed, answers }
    });
    let [epsilon, delta] = [epsilon, "1/20"].map(|text| text.parse().unwrap());
    let levels = AnswerLevels { epsilon, delta, steps: 100 };
    let statistics = AnswerStatistics::calibrate(levels, courses.collect()).unwrap();
    let digest = Digest::of([b"model".as_slice()]);
    let model = ModelFingerprint {
        name: "model".into(),
        weights: digest,
        tokenizer: digest,
        quantisation: "none".into(),
        backend: "test".into(),
        backend_version: "1".into(),
        dtype: "f32".into(),
    };
    let running = AskedModel::of_answers(&model, Sha256::of("words"), ("houses", Sha256::of("generator")));
    let options = || vec!["yes".to_owned(), "no".to_owned()];
    let prompt = |number: u32| GoldenPrompt::new(number.to_string(), options(), &[-0.1, -2.4], None).unwrap();
    let prompts: Vec<GoldenPrompt> = (0..8).map(prompt).collect();
    let replay = |prompt: &GoldenPrompt| GoldenReplay {
        prompt_sha256: prompt.prompt_sha256,
        scores: vec![-0.1, -2.4],
        understood: None,
    };
    let replays: Vec<GoldenReplay> = prompts.iter().map(replay).collect();
    let origin = CalibrationOrigin { created_unix_s: 0, expires_unix_s: 9, commit: "abc".into(), seeds: [0, 9999] };
    let file = AnswerCalibration::new(origin, running.clone(), statistics, Golden { tolerance: 0.001, prompts });
    file.verify(&running, 1, &replays).unwrap()
}

/// The rules with our criterion.
pub fn rules(answers: ConfidenceCheck) -> ExplorerRules {
    ExplorerRules { relevance: Some(criterion()), answers }
}

pub fn explorer_with(me: u32, sought: &[&str], policy: ExplorerPolicy, seed: u64) -> Explorer {
    let questions = sought.iter().zip(1..).map(|(sought, number)| question(me, number, sought)).collect();
    let random = ChaCha8Rng::seed_from_u64(seed);
    Explorer::new(Stamp::ZERO, robot(me), questions, policy, rules(check()), random).unwrap()
}

pub fn explorer(me: u32, sought: &[&str]) -> Explorer {
    explorer_with(me, sought, policy(), 1)
}

pub fn outputs(explorer: &mut Explorer) -> Vec<Output> {
    std::iter::from_fn(|| explorer.poll()).collect()
}

/// Hands in an input. If it is an answer about a view, the robot sees that view first; what it asks about it is left out.
pub fn handle(explorer: &mut Explorer, seconds: f64, input: Input) -> Vec<Output> {
    let mut seen_before = Vec::new();
    if let Input::Answered { view, .. } = &input {
        explorer.handle(at(seconds), seen(*view, vec![]));
        seen_before = outputs(explorer);
        seen_before.retain(|output| !matches!(output, Output::AskAnswers { .. } | Output::AskValues { .. }));
    }
    explorer.handle(at(seconds), input);
    seen_before.into_iter().chain(outputs(explorer)).collect()
}

pub fn said(outputs: &[Output]) -> Vec<&ExplorerMessage> {
    let message = |output: &'_ Output| matches!(output, Output::Say(_));
    outputs
        .iter()
        .filter(|output| message(output))
        .map(|output| match output {
            Output::Say(message) => message,
            _ => unreachable!("only messages are left"),
        })
        .collect()
}

pub fn request(from: u32, number: u64, sought: &[&str]) -> ExplorerMessage {
    let questions = sought
        .iter()
        .zip(1..)
        .map(|(sought, n)| SoughtQuestion { question: question(from, n, sought), is_disputed: false });
    ExplorerMessage::Request(SearchRequest {
        from: robot(from),
        number,
        questions: questions.collect(),
        receipts: vec![],
    })
}

pub fn answer(
    from: u32,
    number: u64,
    of: QuestionId,
    letter: surefleet_exploration::AnswerLetter,
    check: CheckName,
) -> ExplorerMessage {
    let (from, confidence) = (robot(from), 0.9);
    ExplorerMessage::Answer(SharedAnswer { from, number, question: of, letter, confidence, check, view: 1 })
}

pub fn object(class: &str, x: f64, y: f64) -> SeenObject {
    SeenObject { class: class.to_owned(), position: Point::new(x, y, 0.8), confidence: Confidence::new(0.9).unwrap() }
}

pub fn seen(view: u64, objects: Vec<SeenObject>) -> Input {
    Input::Seen(SeenView { view, objects })
}

pub fn relevance(seen: &str, sought: &str, letter: Relevance, probability: f64) -> Input {
    Input::Relevance { pair: SoughtPair::new(seen, sought), scores: Some(scores(letter, probability)) }
}

/// A model that gives this confidence to the first answer.
pub fn looked(of: QuestionId, view: u64, letter: surefleet_exploration::AnswerLetter, confidence: f64) -> Input {
    let mut probabilities = vec![(1.0 - confidence) / 2.0; 3];
    probabilities[letter.place()] = confidence;
    Input::Answered { question: of, view, probabilities, relevance: 1.0 }
}

/// Frontiers of one cell each, at these places.
pub fn frontiers(at: &[(f64, f64)]) -> Vec<Frontier> {
    frontiers_on(layout(), at)
}

pub fn frontiers_on(layout: GridLayout, at: &[(f64, f64)]) -> Vec<Frontier> {
    let mut cells = vec![Occupancy::Occupied; layout.count()];
    for &(x, y) in at {
        let index = |x: f64, y: f64| layout.index(layout.cell_at(GroundPoint::new(x, y)).unwrap()).unwrap();
        cells[index(x, y)] = Occupancy::Free;
        cells[index(x, y + 0.25)] = Occupancy::Unknown;
    }
    let found = OccupancyGrid::new(layout, cells).unwrap().frontiers(1);
    assert_eq!(found.len(), at.len());
    found
}
