use std::collections::BTreeSet;

use surefleet_exploration::{
    AnswerLetter, Destination, DestinationReason, Explorer, ExplorerMessage, FoundObject, Input, Output, Relevance,
    RelevanceSet, RelevantFinding, TravelEnd,
};
use surefleet_mapping::{Confidence, GridLayout, GroundPoint, Metres, Point};

use crate::setting::*;

fn went(outputs: &[Output]) -> Option<Destination> {
    let go = |output: &Output| match output {
        Output::Go(destination) => Some(*destination),
        _ => None,
    };
    outputs.iter().filter_map(go).next_back()
}

fn finding(x: f64, y: f64, is_target: bool) -> Input {
    let letter = if is_target { Relevance::Same } else { Relevance::Near };
    let object = FoundObject {
        class: "pillow".into(),
        position: Point::new(x, y, 0.5),
        confidence: Confidence::new(0.9).unwrap(),
        sought: "cushion".into(),
        set: RelevanceSet { same: is_target, near: !is_target },
        scores: scores(letter, 0.9),
    };
    let finding = RelevantFinding { from: robot(2), number: 1, question: id(1, 1), view: 1, objects: vec![object] };
    Input::Heard(ExplorerMessage::Finding(finding))
}

/// The end of the way to the n-th destination of a robot, from 1.
fn travelled(destination: u64, end: TravelEnd) -> Input {
    Input::Travelled { destination, end }
}

fn place(explorer: &mut Explorer, seconds: f64, input: Input) -> Option<(f64, f64, DestinationReason)> {
    went(&handle(explorer, seconds, input)).map(|it| (it.place.x, it.place.y, it.reason))
}

#[test]
fn a_robot_goes_to_the_frontier_of_most_value_and_turns_to_a_better_one() {
    use DestinationReason::{BestFrontier, RandomFrontier};
    let mut explorer = explorer(1, &["cushion"]);
    let all = [(1.125, 1.125), (4.125, 4.125), (8.125, 8.125)];
    let only = place(&mut explorer, 1.0, Input::Frontiers(frontiers(&all[..1])));
    assert_eq!(only, Some((1.125, 1.125, RandomFrontier)));
    assert_eq!(place(&mut explorer, 1.0, Input::Frontiers(frontiers(&all))), None);
    assert_eq!(place(&mut explorer, 2.0, finding(4.0, 4.0, false)), Some((4.125, 4.125, BestFrontier)));
    assert_eq!(place(&mut explorer, 2.0, finding(4.0, 4.0, false)), None, "a repeated message changes nothing");
    assert_eq!(place(&mut explorer, 3.0, finding(8.0, 8.0, true)), Some((8.125, 8.125, BestFrontier)));
    assert_eq!(place(&mut explorer, 4.0, finding(1.0, 1.0, false)), None, "a target is worth more");
    let next = place(&mut explorer, 5.0, travelled(3, TravelEnd::Unreachable));
    assert!(matches!(next, Some((x, _, BestFrontier)) if x < 5.0), "{next:?}");
}

#[test]
fn of_two_places_of_one_value_a_robot_goes_to_the_nearer_and_to_a_farther_one_only_for_more() {
    let at = |x: f64| Input::At(GroundPoint::new(x, x));
    let all = [(1.125, 1.125), (8.125, 8.125)];
    for (stands, goes) in [(3.0, 1.125), (7.0, 8.125)] {
        let mut explorer = explorer(1, &["cushion"]);
        let told = [1.0, 8.0].map(|place| finding(place, place, false));
        let inputs = [at(stands), Input::Frontiers(frontiers(&all))].into_iter().chain(told);
        let last = inputs.filter_map(|input| place(&mut explorer, 1.0, input)).last();
        assert_eq!(last.map(|(x, ..)| x), Some(goes), "from {stands}");
        // What was nearer is no less worth a visit after the robot has gone some way towards it, around something perhaps.
        handle(&mut explorer, 1.5, at(9.0 - stands));
        assert_eq!(place(&mut explorer, 1.5, Input::Frontiers(frontiers(&all))), None, "from {stands}");
        // A possible target is worth 3.5 times as much; that it is farther makes 1.6 and 2.0 of that.
        let other = 9.0 - goes.round();
        let next = place(&mut explorer, 2.0, finding(other, other, true)).map(|(x, ..)| x);
        assert_eq!(next, Some(9.25 - goes), "from {stands}");
    }
}

#[test]
fn views_of_the_robot_itself_give_value_to_places() {
    let mut explorer = explorer(1, &["cushion"]);
    let local = vec![(GroundPoint::new(4.0, 4.0), 0.9), (GroundPoint::new(8.0, 8.0), 0.1)];
    handle(&mut explorer, 1.0, Input::ViewValue { question: id(1, 1), global: 0.8, local });
    let goal = place(&mut explorer, 1.0, Input::Frontiers(frontiers(&[(8.125, 8.125), (4.125, 4.125)])));
    assert_eq!(goal, Some((4.125, 4.125, DestinationReason::BestFrontier)));
    handle(
        &mut explorer,
        1.0,
        Input::ViewValue { question: id(1, 1), global: 1.8, local: vec![(GroundPoint::new(1.0, 1.0), 0.5)] },
    );
    assert_eq!(explorer.counts().unusable_inputs, 1);
}

#[test]
fn each_new_view_is_to_be_valued_for_the_questions_of_the_robot_that_are_open() {
    let mut explorer = explorer(1, &["cushion", "kettle"]);
    handle(&mut explorer, 1.0, Input::Heard(request(2, 1, &["piano"])));
    let valued = |out: &[Output]| {
        let questions = |output: &Output| match output {
            Output::AskValues { view, questions } => Some((*view, questions.clone())),
            _ => None,
        };
        out.iter().filter_map(questions).collect::<Vec<_>>()
    };
    assert_eq!(valued(&handle(&mut explorer, 1.0, seen(1, vec![]))), [(1, vec![id(1, 1), id(1, 2)])]);
    assert_eq!(valued(&handle(&mut explorer, 2.0, seen(1, vec![]))), []);
    handle(&mut explorer, 3.0, Input::Unanswered { question: id(1, 1), view: 1 });
    handle(&mut explorer, 3.0, looked(id(1, 1), 2, AnswerLetter::A, 0.9));
    assert_eq!(valued(&handle(&mut explorer, 4.0, seen(3, vec![]))), [(3, vec![id(1, 2)])]);
    let standings: Vec<(u32, bool)> =
        explorer.own_questions().map(|(question, standing)| (question.id().number, standing.is_open())).collect();
    assert_eq!(standings, [(1, false), (2, true)]);
}

#[test]
fn when_the_map_outgrows_its_grid_values_keep_their_places_and_frontiers_of_the_new_grid_count() {
    let mut explorer = explorer(1, &["cushion"]);
    assert!(place(&mut explorer, 1.0, Input::Frontiers(frontiers(&[(1.125, 1.125), (8.125, 8.125)]))).is_some());
    handle(&mut explorer, 1.0, finding(8.0, 8.0, true));
    let wider = |low: f64| {
        GridLayout::covering(GroundPoint::new(low, low), GroundPoint::new(12.0, 12.0), Metres::new(0.25)).unwrap()
    };
    // One that does not cover the map so far is refused.
    handle(&mut explorer, 2.0, Input::Grown(wider(5.0)));
    assert_eq!(explorer.counts().unusable_inputs, 1);
    let grown = wider(-3.0);
    handle(&mut explorer, 2.0, Input::Grown(grown));
    let value = |explorer: &Explorer, x, y| {
        explorer.values(&id(1, 1)).unwrap().value(grown.cell_at(GroundPoint::new(x, y)).unwrap())
    };
    assert!(value(&explorer, 8.0, 8.0) > 2.0 && value(&explorer, -2.0, -2.0) == 0.0);
    assert_eq!(place(&mut explorer, 3.0, finding(-2.0, -2.0, true)), None, "it chooses when it has the new frontiers");
    assert!(value(&explorer, -2.0, -2.0) > 2.0, "a place that the old grid did not have");
    let next = place(&mut explorer, 4.0, Input::Frontiers(frontiers_on(grown, &[(-2.125, -2.125), (1.125, 1.125)])));
    assert_eq!(next, Some((-2.125, -2.125, DestinationReason::BestFrontier)));
}

#[test]
fn where_nothing_is_worth_more_the_given_generator_draws_and_the_choice_is_kept() {
    let all: Vec<(f64, f64)> = (0..8).map(|number| (f64::from(number) + 0.625, 3.125)).collect();
    let drawn = |seed: u64| {
        let mut explorer = explorer_with(1, &["cushion"], policy(), seed);
        let first = place(&mut explorer, 1.0, Input::Frontiers(frontiers(&all))).unwrap();
        assert_eq!(first.2, DestinationReason::RandomFrontier);
        assert_eq!(place(&mut explorer, 2.0, Input::Frontiers(frontiers(&all))), None);
        (first.0 * 8.0) as i64
    };
    assert_eq!(drawn(5), drawn(5));
    assert!((0..60).map(drawn).collect::<BTreeSet<i64>>().len() == 8);
}

#[test]
fn a_frontier_that_was_stood_on_or_cannot_be_reached_is_left_alone() {
    let mut explorer = explorer(1, &["cushion"]);
    let both = frontiers(&[(1.125, 1.125), (4.125, 4.125)]);
    let first = place(&mut explorer, 1.0, Input::Frontiers(both.clone())).unwrap();
    let second = place(&mut explorer, 2.0, travelled(1, TravelEnd::Reached)).unwrap();
    assert_ne!(first.0, second.0);
    assert_eq!(place(&mut explorer, 3.0, travelled(2, TravelEnd::Unreachable)), None);
    assert_eq!(place(&mut explorer, 4.0, Input::Frontiers(both)), None);
}

#[test]
fn a_frontier_that_moved_a_little_after_the_robot_stood_on_it_is_left_alone_and_one_farther_away_is_not() {
    let mut explorer = explorer(1, &["cushion"]);
    assert!(place(&mut explorer, 1.0, Input::Frontiers(frontiers(&[(4.125, 4.125)]))).is_some());
    assert_eq!(place(&mut explorer, 2.0, travelled(1, TravelEnd::Reached)), None);
    assert_eq!(place(&mut explorer, 3.0, Input::Frontiers(frontiers(&[(4.375, 4.125)]))), None);
    let next = place(&mut explorer, 4.0, Input::Frontiers(frontiers(&[(4.875, 4.125)]))).unwrap();
    assert_eq!(next.0, 4.875);
}

#[test]
fn a_place_that_could_not_be_reached_is_tried_again_after_a_minute_without_being_told_anything() {
    let mut explorer = explorer(1, &["cushion"]);
    let only = frontiers(&[(4.125, 4.125)]);
    assert!(place(&mut explorer, 1.0, Input::Frontiers(only)).is_some());
    assert_eq!(place(&mut explorer, 2.0, travelled(1, TravelEnd::Unreachable)), None);
    let mut went_again = Vec::new();
    while let Some(due) = explorer.next_deadline().filter(|due| *due < at(90.0)) {
        explorer.handle(due, Input::Tick);
        went_again.extend(went(&outputs(&mut explorer)).map(|it| (due, it.number, it.place.x)));
    }
    assert_eq!(went_again, [(at(62.0), 2, 4.125)]);
}

#[test]
fn the_end_of_an_earlier_way_says_nothing_of_the_new_destination() {
    let mut explorer = explorer(1, &["cushion"]);
    let both = frontiers(&[(1.125, 1.125), (4.125, 4.125)]);
    handle(&mut explorer, 1.0, Input::Frontiers(both[..1].to_vec()));
    handle(&mut explorer, 1.0, Input::Frontiers(both));
    let better = went(&handle(&mut explorer, 2.0, finding(4.0, 4.0, true))).unwrap();
    assert_eq!((better.number, better.place.x), (2, 4.125));
    // The driver says late how the first way ended.
    for end in [TravelEnd::Reached, TravelEnd::Unreachable] {
        assert_eq!(place(&mut explorer, 3.0, travelled(1, end)), None);
    }
    let next = went(&handle(&mut explorer, 4.0, travelled(2, TravelEnd::Unreachable))).unwrap();
    assert_eq!((next.number, next.place.x), (3, 1.125));
}

#[test]
fn places_that_others_named_are_visited_before_frontiers_of_less_value_the_best_first_and_once() {
    use DestinationReason::{BestFrontier, RandomFrontier, ToldPlace};
    let mut explorer = explorer(1, &["cushion"]);
    let only = frontiers(&[(1.125, 1.125)]);
    let goal = place(&mut explorer, 1.0, Input::Frontiers(only.clone()));
    assert_eq!(goal, Some((1.125, 1.125, RandomFrontier)));
    // Behind unknown ground, far from every frontier.
    assert_eq!(place(&mut explorer, 1.0, finding(4.0, 4.0, false)), Some((4.0, 4.0, ToldPlace)));
    assert_eq!(place(&mut explorer, 1.0, finding(8.0, 8.0, true)), Some((8.0, 8.0, ToldPlace)));
    assert_eq!(place(&mut explorer, 1.0, finding(8.0, 2.0, false)), None, "a target is worth more");
    // Nobody can go where no map is.
    assert_eq!(place(&mut explorer, 1.0, finding(1e9, 8.0, true)), None);
    assert_eq!(place(&mut explorer, 3.0, Input::Frontiers(only.clone())), None);
    let next = place(&mut explorer, 4.0, travelled(3, TravelEnd::Reached));
    assert!(matches!(next, Some((_, _, ToldPlace))), "{next:?}");
    let last = place(&mut explorer, 5.0, travelled(4, TravelEnd::Reached));
    assert!(matches!(last, Some((_, _, ToldPlace))) && last != next, "{last:?}");
    let frontier = place(&mut explorer, 6.0, travelled(5, TravelEnd::Reached));
    assert!(matches!(frontier, Some((1.125, 1.125, BestFrontier | RandomFrontier))), "{frontier:?}");
}

#[test]
fn a_robot_turns_back_from_a_named_place_when_its_question_is_answered() {
    let mut explorer = explorer(1, &["cushion", "kettle"]);
    let only = frontiers(&[(1.125, 1.125)]);
    handle(&mut explorer, 1.0, Input::Frontiers(only.clone()));
    let goal = place(&mut explorer, 1.0, finding(8.0, 8.0, true));
    assert_eq!(goal, Some((8.0, 8.0, DestinationReason::ToldPlace)));
    handle(&mut explorer, 2.0, Input::Heard(answer(2, 9, id(1, 1), AnswerLetter::B, check().name())));
    let next = place(&mut explorer, 3.0, Input::Frontiers(only));
    assert_eq!(next, Some((1.125, 1.125, DestinationReason::RandomFrontier)));
}

#[test]
fn it_stops_when_nothing_is_left_to_look_for_and_goes_on_when_robots_disagree() {
    let mut explorer = explorer(1, &["cushion"]);
    let both = [(1.125, 1.125), (4.125, 4.125)];
    assert!(place(&mut explorer, 1.0, Input::Frontiers(frontiers(&both))).is_some());
    let out = handle(&mut explorer, 2.0, looked(id(1, 1), 1, AnswerLetter::A, 0.9));
    assert!(out.contains(&Output::Stop), "{out:?}");
    assert_eq!(place(&mut explorer, 3.0, Input::Frontiers(frontiers(&both))), None);
    let disagrees = Input::Heard(answer(2, 9, id(1, 1), AnswerLetter::B, check().name()));
    assert!(place(&mut explorer, 4.0, disagrees).is_some());
}

#[test]
fn a_robot_on_its_way_stops_when_the_time_is_over() {
    let mut explorer = explorer(1, &["cushion"]);
    assert!(place(&mut explorer, 1.0, Input::Frontiers(frontiers(&[(1.125, 1.125)]))).is_some());
    let out = handle(&mut explorer, 100.0, Input::Tick);
    assert!(matches!(out[..], [Output::Stop, Output::Ended(_)]), "{out:?}");
}
