//! Missions of a site that is not one of deliveries, and a calibration on them.

use std::sync::Arc;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use surefleet_calibration::{
    CalibrateError, CalibrationRequest, Made, Missions, SiteMissions, Split, Workers, calibrate, running, spot_check,
    survey, team_named,
};
use surefleet_conformal::{Bound, Certainty, Mode, Team};
use surefleet_english::{Vocabulary, readings};
use surefleet_fleet::RobotId;
use surefleet_grounded::FormalScorer;
use surefleet_language::OptionScorer;
use surefleet_search::Budget;
use surefleet_world::{Domain, Robot, Start, World};
use tokio::runtime::Runtime;

const DOMAIN: &str = include_str!("../../../config/domains/hospital.yaml");
const START: &str = include_str!("../../../config/starts/hospital.yaml");
const NOW: u64 = 1_800_000_000;

fn missions() -> SiteMissions {
    let domain = Arc::new(Domain::parse(DOMAIN, "hospital.yaml").expect("a domain"));
    let start = Start::parse(START, "hospital.yaml", &domain).expect("a start");
    let robot = |(name, kind): (&str, &str)| Robot { id: RobotId::new(name).expect("a name"), kind: Some(kind.into()) };
    let robots = [("assistant_1", "assistant"), ("assistant_2", "assistant"), ("porter_1", "porter")].map(robot);
    SiteMissions::new(Arc::new(World::new(domain, &robots).expect("a world")), start).expect("few teams")
}

/// Little work a turn keeps the test quick.
fn scorer(missions: &SiteMissions) -> FormalScorer {
    FormalScorer::with_budget(Arc::clone(missions.world()), Budget(20_000))
}

fn workers(runtime: &Runtime, threads: usize) -> Workers<'_> {
    Workers { threads, runtime: runtime.handle(), on_more: &|_| {}, on_episode: &|| {}, on_learnt: &|_| {} }
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().expect("a runtime")
}

#[test]
fn missions_are_drawn_for_every_team_that_the_fleet_can_form() {
    let missions = missions();
    let teams: Vec<String> = missions.teams().into_iter().map(|(_, team)| team.to_string()).collect();
    assert_eq!(teams, ["assistant", "porter", "assistant x2", "assistant, porter", "assistant x2, porter"]);
    assert_eq!(team_named("porter, assistant", &missions).map(|team| team.to_string()), Ok(teams[3].clone()));
    for unknown in ["porter x2", "3", "nurse"] {
        let error = team_named(unknown, &missions).expect_err("the fleet has no such team");
        assert!(matches!(&error, CalibrateError::UnknownTeam { team, .. } if team == unknown), "{error}");
    }
}

#[test]
fn a_mission_is_read_as_its_formulas_and_is_the_same_wherever_it_is_drawn() {
    let (missions, others) = (missions(), self::missions());
    assert_eq!(missions.digest(), others.digest());
    let vocabulary = Vocabulary::of(missions.world());
    let mut texts = std::collections::BTreeSet::new();
    let mut vague = 0;
    for (number, team) in missions.teams() {
        for index in 0..4 {
            let seed = Split::Test.seed_of(number, index);
            let course = missions.begin(&team, seed).expect("a mission");
            let again = others.begin(&team, seed).expect("a mission");
            assert_eq!(course.content(), again.content());
            let brief = &course.turn().expect("it is not achieved at its start").brief;
            assert_eq!(brief.team.len(), team.size());
            let said = readings(&brief.text, &vocabulary).expect("a few readings");
            match said.as_slice() {
                [said] => {
                    let formulas: Vec<String> = said.statements.iter().map(|asked| asked.formula.to_string()).collect();
                    assert_eq!((&formulas, brief.meanings.len()), (&brief.formulas, 0), "{}", brief.text);
                    assert!(said.has_goal(), "something is to come about: {}", brief.text);
                }
                several => {
                    let meanings: Vec<String> = several.iter().map(|said| said.formula().to_string()).collect();
                    assert_eq!((&meanings, brief.formulas.len()), (&brief.meanings, 0), "{}", brief.text);
                    vague += 1;
                }
            }
            texts.insert(brief.text.clone());
        }
    }
    assert!(texts.len() > 15, "they differ: {texts:?}");
    assert!((5..=15).contains(&vague), "about half of 20 leave something open, {vague} do");
}

#[test]
fn walks_end_with_the_mission_achieved_whatever_the_threads() {
    let missions = missions();
    let runtime = runtime();
    for (_, team) in missions.teams().into_iter().skip(2) {
        let walked = |threads| {
            let workers = workers(&runtime, threads);
            survey(&missions, None, &scorer(&missions), &team, Split::Test, 0..4, workers).expect("missions")
        };
        let one = walked(1);
        assert_eq!(one, walked(3));
        for episode in &one {
            match episode.vague_parts {
                // The scorer knows the one meaning and finds a plan for it, so its first choice is right throughout.
                0 => {
                    assert!(episode.score > -0.7, "{episode:?}");
                    assert!(episode.choices.iter().all(|choice| choice.truth() == Some(0)));
                    assert_eq!(Certainty::of(episode.understood), Certainty::Sure);
                }
                // What is right has the share of its meaning, of at most four.
                _ => {
                    assert!(episode.score > -2.1, "{episode:?}");
                    assert_eq!(Certainty::of(episode.understood), Certainty::Unsure);
                }
            }
        }
    }
}

#[test]
fn a_file_has_classes_of_clear_missions_and_of_vague_ones_for_each_team_and_covers_what_looks_like_its_missions() {
    let missions = missions();
    let (runtime, scorer) = (runtime(), scorer(&missions));
    let teams: Vec<Team> =
        ["porter", "assistant, porter"].map(|team| team_named(team, &missions).expect("a team")).into();
    let request = CalibrationRequest {
        bound: Bound::Coverage,
        alpha: "1/5".parse().expect("a fraction"),
        mode: Mode::Marginal,
        reorders: 0,
        teams: teams.clone(),
        scenarios: 6,
        forms: 150,
        most_draws: 40,
        tested: 4,
        created_unix_s: NOW,
        expires_unix_s: NOW + 1000,
        commit: "test".into(),
    };
    let Made { file, drawn } = calibrate(&missions, &scorer, &request, workers(&runtime, 2)).expect("enough missions");
    let kinds: Vec<String> =
        file.statistics.classes.iter().filter_map(|of| of.key.kinds().map(ToString::to_string)).collect();
    assert_eq!(kinds, ["porter", "porter", "assistant, porter", "assistant, porter"]);
    assert!(file.statistics.classes.iter().all(|of| !of.tested.is_empty()));
    assert!(drawn.iter().all(|drawn| drawn.uncovered < drawn.draws), "{drawn:?}");
    for team in &teams {
        let running = running(&missions, &scorer.identity(), 0, team);
        file.verify(&running, NOW + 1).expect("it is what runs");
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let checked = runtime.block_on(spot_check(&missions, &scorer, &file, team, &mut random));
        assert_eq!(checked, Ok(()));
    }
    let other = running(&missions, &scorer.identity(), 0, team_named("assistant x2", &missions).expect("a team"));
    let error = file.verify(&other, NOW + 1).expect_err("a team of no class").to_string();
    assert!(error.contains("team assistant x2"), "{error}");
}

#[test]
fn missions_are_asked_for_in_many_ways() {
    let forms = missions().forms(400, &|_| {}).expect("forms");
    let runs: Vec<&str> = forms.runs().collect();
    for said in [
        "could you",
        "I'd like",
        "should be",
        "to it that",
        "needs to be",
        "all the",
        "one of the",
        "if <",
        "nobody may",
    ] {
        let said = said.to_lowercase();
        assert!(runs.iter().any(|run| run.contains(&said)), "nobody says {said:?} in {} forms", runs.len());
    }
}
