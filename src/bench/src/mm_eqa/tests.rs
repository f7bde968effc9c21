use surefleet_exploration::ConfidenceCheck;
use surefleet_simulator::{Assumptions, SimulatedRelevance, SimulatedSight};

use super::{
    calibration::{Levels, relevance_rules},
    episode::{EpisodeEnd, run},
    method::Method,
    robot::{Models, Said, Talk},
    scene::Scene,
    sight::simulated,
};

/// A small house, with answers by a chosen threshold.
fn explored(method: Method) -> EpisodeEnd {
    explored_in(&Scene::draw(5001, 2, 3).unwrap(), method)
}

fn explored_in(scene: &Scene, method: Method) -> EpisodeEnd {
    let (sight, judge) = (SimulatedSight::new(Assumptions::DEFAULT), SimulatedRelevance::new(Assumptions::DEFAULT));
    let asked = simulated(&Assumptions::DEFAULT);
    let models = Models { sight: &sight, judge: &judge, asked: &asked, pixels: 64, is_coloured: false };
    let rules = relevance_rules(&Levels::relevance(), &judge, ConfidenceCheck::fixed(0.35).unwrap()).unwrap();
    run(scene, method, Talk { per_second: 1.0, kept: 1.0 }, &rules, models).unwrap()
}

#[test]
fn equal_seeds_give_equal_episodes_in_which_robots_talk_and_answer() {
    let end = explored(Method::Ours);
    assert_eq!(end, explored(Method::Ours));
    assert!(end.said.requests >= 2 && end.right_by(1.0) > 0 && end.driven_m > 10.0, "{end:?}");
}

#[test]
fn another_visit_has_the_house_and_questions_but_other_starts_and_another_course() {
    let [first, second] = [0, 1].map(|visit| Scene::visit(5001, visit, 2, 3).unwrap());
    assert_eq!(first.house.digest(), second.house.digest());
    let texts = |scene: &Scene| scene.questions.iter().map(|it| it.asked.text().to_owned()).collect::<Vec<_>>();
    assert_eq!(texts(&first), texts(&second));
    assert_ne!(first.starts, second.starts);
    assert_eq!(first.starts, Scene::draw(5001, 2, 3).unwrap().starts);
    assert_ne!(explored_in(&first, Method::Ours), explored_in(&second, Method::Ours));
}

#[test]
fn independent_robots_say_nothing_and_those_without_answer_sharing_no_answer() {
    let end = explored(Method::Independent);
    assert_eq!(end.said, Said::default());
    assert!(end.right_by(1.0) > 0, "they answer for themselves: {end:?}");
    let end = explored(Method::NoAnswerSharing);
    assert!(end.said.answers == 0 && end.said.requests > 0, "{end:?}");
}

#[test]
fn success_never_falls_with_time() {
    for method in [Method::NoCp, Method::PlainFrontiers] {
        let end = explored(method);
        let right: Vec<usize> = (0..=50).map(|step| end.right_by(f64::from(step) / 50.0)).collect();
        assert!(right.is_sorted() && right[0] == 0 && right[50] > 0, "{method:?} {right:?}");
    }
}
