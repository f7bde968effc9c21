//! Classes by how sure the scorer is of a mission: what is drawn, what is calibrated, and what is asked about.

use std::sync::Arc;

use surefleet_calibration::{
    CalibrateError, CalibrationRequest, Draw, Made, Method, MissionTrial, Split, Workers, calibrate, episode, forms_of,
    running, survey, survey_by_certainty,
};
use surefleet_conformal::{Bound, Certainty, Fraction, Mode};
use surefleet_fleet::Digest;
use surefleet_language::{OptionScorer, Question, ScoreError, ScorerIdentity, Scores, Understanding};
use surefleet_mission::{Distribution, TeamClass, Transport};
use surefleet_simulator::SimulatedScorer;
use tokio::runtime::Runtime;

const NOW: u64 = 1_760_000_000;

/// The simulated scorer, which says of about a fifth of the missions that it is not sure.
struct Telling {
    scorer: SimulatedScorer,
    /// Whether what it says changes from step to step.
    is_fickle: bool,
    /// Of 256 missions so many it takes for something else, and is as sure of them.
    misread: u16,
}

impl OptionScorer for Telling {
    fn identity(&self) -> ScorerIdentity {
        self.scorer.identity()
    }

    async fn score(&self, question: &Question) -> Result<Scores, ScoreError> {
        let scores = self.scorer.score(question).await?;
        let drawn = Digest::of([question.turn.brief.text.as_bytes()]).as_bytes()[0];
        let top = if drawn < 51 { 0.5 } else { 0.95 };
        let scores = if u16::from(drawn.wrapping_mul(7)) < self.misread { upside_down(scores) } else { scores };
        let top = if self.is_fickle && question.turn.step.get() > 1 { top - 0.1 } else { top };
        Ok(scores.understood(Understanding { top, unexplained: f64::from(drawn) / 2560.0 }))
    }
}

fn scorer() -> Telling {
    let scorer = SimulatedScorer::new(Arc::new(Transport::household()), 4.0, 1).expect("a good quality");
    Telling { scorer, is_fickle: false, misread: 0 }
}

/// Reverses the scores: the least likely option becomes the likeliest.
fn upside_down(scores: Scores) -> Scores {
    let least = scores.log_probabilities.iter().copied().fold(0.0, f64::min).max(-700.0);
    let logits: Vec<f64> = scores.log_probabilities.iter().map(|score| least - score.max(least)).collect();
    Scores::from_logits(&logits, scores.usage).expect("finite logits")
}

fn distribution() -> Distribution {
    Distribution::household(Arc::new(Transport::household())).expect("the household is large enough")
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime")
}

fn workers(runtime: &Runtime, threads: usize) -> Workers<'_> {
    Workers { threads, runtime: runtime.handle(), on_more: &|_| {}, on_episode: &|| {}, on_learnt: &|_| {} }
}

fn fraction(text: &str) -> Fraction {
    text.parse().expect("a fraction")
}

fn request(most_draws: u32) -> CalibrationRequest {
    CalibrationRequest {
        bound: Bound::Coverage,
        alpha: fraction("1/10"),
        mode: Mode::Marginal,
        reorders: 0,
        teams: vec![1.into()],
        scenarios: 12,
        most_draws,
        forms: 300,
        tested: 40,
        created_unix_s: NOW,
        expires_unix_s: NOW + 1000,
        commit: "test".into(),
    }
}

fn make(request: &CalibrationRequest) -> Result<Made, CalibrateError> {
    let runtime = runtime();
    calibrate(&distribution(), &scorer(), request, workers(&runtime, 2))
}

#[test]
fn the_first_missions_of_each_certainty_are_taken_in_the_order_of_their_seeds() {
    let (runtime, draw) = (runtime(), Draw { each: 12, most: 1000 });
    let forms = distribution().forms(300);
    let sorted = |threads| {
        let workers = workers(&runtime, threads);
        survey_by_certainty(&distribution(), &forms, &scorer(), &1.into(), Split::Calibration, draw, workers)
            .expect("feasible scenarios")
    };
    let once = sorted(1);
    assert_eq!(once, sorted(3));
    let all =
        survey(&distribution(), Some(&forms), &scorer(), 1, Split::Calibration, 0..once.draws, workers(&runtime, 2))
            .expect("feasible scenarios");
    for certainty in [Certainty::Sure, Certainty::Unsure] {
        let of = all.iter().filter(|it| it.uncovered.is_none() && Certainty::of(it.understood) == certainty);
        let first: Vec<_> = of.take(12).cloned().collect();
        assert_eq!((once.episodes[&certainty].len(), &once.episodes[&certainty]), (12, &first));
    }
    assert_eq!(once.episodes.len(), 2);
    // Of so few missions not all forms are learnt, and what looks strange is in no class.
    assert_eq!(once.uncovered as usize, all.iter().filter(|episode| episode.uncovered.is_some()).count());
    assert!(once.uncovered > 0);
}

#[test]
fn a_file_has_a_threshold_and_a_test_for_each_certainty() {
    let Made { file, drawn } = make(&request(1000)).expect("enough missions");
    assert_eq!(drawn[0].found, [(Certainty::Sure, 12), (Certainty::Unsure, 12)]);
    let told: Vec<_> = file.statistics.classes.iter().map(|class| (class.key.certainty(), class.m)).collect();
    assert_eq!(told, [(Certainty::Sure, 12), (Certainty::Unsure, 12)]);
    assert_ne!(file.statistics.classes[0].t, file.statistics.classes[1].t);
    let missions: usize = file.statistics.classes.iter().flat_map(|class| &class.tested).map(|of| of.missions).sum();
    assert_eq!(missions, 40);
    let scorer = scorer();
    let running = running(&distribution(), &scorer.identity(), 0, 1);
    let calibration = file.verify(&running, NOW).expect("it is about what runs");

    // The counts that it records for tested missions match a recount.
    let (runtime, forms) = (runtime(), forms_of(&calibration));
    let pool = survey(&distribution(), Some(&forms), &scorer, 1, Split::Test, 0..40, workers(&runtime, 2));
    let pool = pool.expect("feasible scenarios");
    for class in &file.statistics.classes {
        let [tested] = &class.tested[..] else { panic!("no mission is vague: {:?}", class.tested) };
        let own = pool.iter().filter(|episode| Certainty::of(episode.understood) == class.key.certainty());
        let trials: Vec<MissionTrial> = own
            .map(|episode| {
                MissionTrial::of(
                    episode,
                    Method::calibrated(episode, &calibration, fraction("1/10"), (1, running.options)),
                )
            })
            .collect();
        let count = |is: fn(&MissionTrial) -> bool| trials.iter().filter(|trial| is(trial)).count();
        assert_eq!((trials.len(), tested.vague_parts), (tested.missions, 0));
        assert_eq!(count(|trial| trial.covered), tested.covered);
        assert_eq!(count(|trial| trial.wrong_unasked), tested.wrong_unasked);
    }
}

/// With so few draws no class of unsure missions can be made: they are asked about, and the sure ones are not.
#[test]
fn missions_of_a_certainty_that_was_too_rare_are_asked_about() {
    let Made { file, drawn } = make(&request(20)).expect("enough sure missions");
    assert!(drawn[0].draws == 20 && drawn[0].found[1].1 < 9, "{drawn:?}");
    assert_eq!(file.statistics.classes.len(), 1);
    let scorer = scorer();
    let running = running(&distribution(), &scorer.identity(), 0, 1);
    let calibration = file.verify(&running, NOW).expect("it is about what runs");
    let (runtime, forms) = (runtime(), forms_of(&calibration));
    let pool = survey(&distribution(), Some(&forms), &scorer, 1, Split::Test, 0..40, workers(&runtime, 2));
    let most = file.statistics.classes[0].most_unexplained.expect("the scorer says").get();
    let mut asked = 0;
    for episode in pool.expect("feasible scenarios") {
        let method = Method::calibrated(&episode, &calibration, fraction("1/10"), (1, running.options));
        let understood = episode.understood.expect("the scorer says");
        let is_strange = episode.uncovered.is_some();
        let is_unsure = Certainty::of(Some(understood)) == Certainty::Unsure;
        assert_eq!(method == Method::Asking, is_strange || is_unsure || understood.unexplained() > most);
        let trial = MissionTrial::of(&episode, method);
        asked += u32::from(method == Method::Asking && trial.asked == trial.decisions);
    }
    assert!(asked > 2, "{asked}");
    let error = make(&CalibrationRequest { scenarios: 12, most_draws: 0, alpha: fraction("1/13"), ..request(0) });
    let error = error.expect_err("12 draws give no 12 of a kind").to_string();
    assert!(error.contains("12 missions were drawn, and no certainty has the 12"), "{error}");
}

#[test]
fn a_scorer_whose_word_on_the_mission_changes_is_an_error() {
    let fickle = Telling { is_fickle: true, ..scorer() };
    let scenario = distribution().sample(TeamClass::One, Split::Test.seed(TeamClass::One, 0));
    let error = runtime().block_on(episode(&distribution(), &scenario, &fickle)).expect_err("it changed");
    assert_eq!(error, CalibrateError::Understanding { seed: scenario.seed, step: error_step(&error) });
    assert_eq!(error_step(&error).get(), 2);
}

fn error_step(error: &CalibrateError) -> surefleet_fleet::StepIndex {
    match error {
        CalibrateError::Understanding { step, .. } => *step,
        other => panic!("{other}"),
    }
}

#[test]
fn a_scorer_that_reads_no_mission_is_given_up_soon_and_one_that_reads_some_is_told_the_share() {
    let runtime = runtime();
    let make = |misread| {
        let request = CalibrationRequest { scenarios: 400, most_draws: 4000, tested: 0, ..request(4000) };
        calibrate(&distribution(), &Telling { misread, ..scorer() }, &request, workers(&runtime, 2))
    };
    let blind = make(256).expect_err("it reads nothing");
    assert_eq!(blind, CalibrateError::Unread { class: "1".to_owned(), draws: 256 });
    assert!(blind.to_string().contains("of 256 missions the scorer read 0 %"), "{blind}");
    let share = |misread| {
        let (read, walked) = make(misread).expect("it reads some").drawn[0].read.expect("it says how it understands");
        read as f64 / walked as f64
    };
    let (good, poor) = (share(0), share(160));
    assert!(good > 0.5 && (0.2..0.6).contains(&(poor / good)), "{good} and {poor}");
}
