//! When a robot acts alone, when it asks team mates, and when it asks a person.

use std::sync::Arc;

use surefleet_conformal::{Autonomy, CalibrationError, Threshold};
use surefleet_fleet::{Brief, Stamp, Turn};
use surefleet_language::ScorerIdentity;
use surefleet_planner::{Choice, Coverage, HelpTerms, Input, Output, Permit, Round, Scored, Source, new_order};

use crate::{
    calibrated::{EXPIRES_S, at_threshold, autonomy},
    house::{first_turn, robot, worded},
    table::{Table, scorer},
};

fn turn(table: &Table) -> Turn {
    first_turn(&table.world, 3, 9)
}

fn with_alpha(turn: Turn, alpha: &str) -> Turn {
    Turn { brief: Brief { alpha: alpha.to_owned(), ..(*turn.brief).clone() }.into(), ..turn }
}

#[test]
fn the_one_member_of_the_set_is_taken() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = turn(&table);
    table.play(&turn, &[("go_to(fridge)", -0.2), ("go_to(apple_1)", -1.5)], &[]);
    let record = table.decided();
    assert_eq!(record.decision, table.option("go_to(fridge)"));
    assert_eq!((record.source, record.coverage), (Source::Singleton, Coverage::Unseen));
    assert_eq!(record.set, Some(vec![record.decision]));
    assert_eq!((record.threshold(), &*record.text), (-1.0, "go to the fridge"));
    assert!(table.asked().is_empty());
}

#[test]
fn scores_and_verdicts_are_asked_for_at_once_and_may_come_in_either_order() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = turn(&table);
    table.hold(&turn);
    let [Output::Check { candidates, turn: checked, .. }, Output::Score { question, .. }] = &table.said[..] else {
        panic!("{:?}", table.said)
    };
    assert_eq!((candidates.len(), question.options.len()), (37, 37));
    assert_eq!((&**checked, &question.turn, &question.robot), (&turn, &turn, &robot("robot_1")));
    table.judge(table.refusing(&[]));
    table.score(table.scores(&[("go_to(fridge)", -0.2)]));
    assert_eq!(table.decided().decision, table.option("go_to(fridge)"));
}

#[test]
fn a_score_at_the_threshold_is_a_member_and_one_bit_below_is_not() {
    let below = f64::from_bits((-1.0_f64).to_bits() + 1);
    for (second, members) in [(-1.0, 2), (below, 1)] {
        let mut table = Table::new(at_threshold(-1.0, 0));
        let turn = turn(&table);
        table.play(&turn, &[("go_to(fridge)", -0.2), ("go_to(apple_1)", second)], &[]);
        assert_eq!(table.asked().len(), members - 1, "{second}");
    }
}

#[test]
fn of_several_members_the_only_allowed_one_is_taken() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = turn(&table);
    table.play(&turn, &[("go_to(fridge)", -0.2), ("go_to(apple_1)", -0.5)], &["go_to(fridge)"]);
    let record = table.decided();
    assert_eq!((record.decision, record.source), (table.option("go_to(apple_1)"), Source::Singleton));
    assert_eq!(record.set.as_ref().map(Vec::len), Some(2), "the record keeps the whole set");
}

#[test]
fn several_allowed_members_are_put_to_a_person_best_first() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = turn(&table);
    let scores = [("go_to(apple_1)", -0.9), ("go_to(fridge)", -0.2), ("grab(apple_1)", -0.4)];
    table.play(&turn, &scores, &["grab(apple_1)"]);
    let question = table.question();
    let shown: Vec<(&str, bool)> = question.options.iter().map(|o| (&*o.text, o.refusal.is_none())).collect();
    assert_eq!(shown, [("go to the fridge", true), ("grab apple 1", false), ("go to apple 1", true)]);
    assert_eq!(question.key.round, Round::Set);
    assert!(question.options.iter().all(|option| option.in_set));
    assert_eq!(question.deadline, Some(table.now + std::time::Duration::from_secs(600)));
    table.answer(&question.key, Choice::Option(table.option("go_to(apple_1)")));
    let record = table.decided();
    assert_eq!((record.source, record.coverage), (Source::Human, Coverage::Covered));
    assert_eq!(record.evidence.answers()[0].operator, "ada");
}

#[test]
fn an_empty_set_asks_with_the_whole_of_s_and_never_forces_the_best_option() {
    let mut table = Table::new(at_threshold(-0.1, 0));
    let turn = turn(&table);
    table.play(&turn, &[("go_to(fridge)", -0.2)], &[]);
    let question = table.question();
    assert_eq!((question.key.round, question.options.len()), (Round::All, 37));
    assert_eq!(&*question.options[0].text, "go to the fridge");
    assert!(question.options.iter().all(|option| !option.in_set));
    table.answer(&question.key, Choice::Option(table.option("go_to(fridge)")));
    assert_eq!(table.decided().coverage, Coverage::Missed);
}

#[test]
fn an_unanswered_empty_set_leaves_the_suspicion_of_a_miss() {
    let mut table = Table::new(at_threshold(-0.1, 0));
    let turn = turn(&table);
    table.play(&turn, &[("go_to(fridge)", -0.2)], &[]);
    table.answer(&table.question().key, Choice::Expired);
    let record = table.decided();
    assert_eq!((record.source, record.coverage), (Source::SafeDefault, Coverage::Suspected));
    assert_eq!(record.decision, table.option("idle"));
}

#[test]
fn a_set_that_the_monitor_refuses_altogether_asks_with_the_whole_of_s() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = turn(&table);
    table.play(&turn, &[("go_to(fridge)", -0.2), ("idle", -0.4)], &["go_to(fridge)", "idle"]);
    let question = table.question();
    assert_eq!((question.key.round, question.options.len()), (Round::All, 37));
    assert!(question.question.contains("safety monitor refuses"), "{}", question.question);
    let refusals: Vec<&str> = question.options.iter().filter_map(|option| option.refusal.as_deref()).collect();
    assert_eq!(refusals, ["go_to(fridge) is unsafe", "idle is unsafe"]);
}

#[test]
fn without_autonomy_every_decision_asks_with_the_whole_of_s_and_its_scores() {
    let off = CalibrationError::Expired { expires_unix_s: 5, now_unix_s: 9 };
    let mut table = Table::new(Autonomy::Off(off.clone()));
    let turn = turn(&table);
    table.play(&turn, &[("go_to(fridge)", 0.0)], &[]);
    let question = table.question();
    assert_eq!((question.key.round, question.options.len()), (Round::All, 37));
    assert_eq!((question.options[0].score, question.options[1].score), (Some(0.0), Some(-9.0)));
    assert!(question.options.iter().all(|option| option.in_set), "nothing is excluded");
    assert!(question.question.contains(&off.to_string()), "{}", question.question);
    table.answer(&question.key, Choice::Option(table.option("go_to(fridge)")));
    let record = table.decided();
    assert_eq!((record.coverage, record.set.is_none()), (Coverage::NoSet, true));
    assert_eq!(record.threshold(), f64::NEG_INFINITY);
}

#[test]
fn scores_that_cannot_be_used_are_named_and_ask() {
    let mut named = vec![-1.0; 37];
    named[4] = f64::NAN;
    let cases = [
        (Ok(vec![-1.0; 36]), "36 scores for 37 options"),
        (Ok(named), "score of option 4 is NaN"),
        (Ok(vec![f64::INFINITY; 37]), "score of option 0 is inf"),
        (Err("no answer from localhost".to_owned()), "no answer from localhost"),
    ];
    for (scores, words) in cases {
        let mut table = Table::new(at_threshold(-1.0, 0));
        let turn = turn(&table);
        table.hold(&turn);
        table.judge(table.refusing(&[]));
        let (ticket, _) = table.tickets();
        let result = scores.map(|log_probabilities| surefleet_language::Scores {
            log_probabilities,
            usage: Default::default(),
            understanding: None,
            meanings: Default::default(),
            team_step: None,
        });
        table.tell(Input::Scores { ticket, result }).expect("a bad scorer is no bad input");
        let question = table.question();
        assert!(question.question.contains(words), "{}", question.question);
        assert!(question.options.len() == 37 && question.options.iter().all(|option| option.score.is_none()));
        table.answer(&question.key, Choice::Option(table.option("idle")));
        assert!(matches!(table.decided().evidence.scores(), Scored::Failed(why) if why.contains(words)));
    }
}

#[test]
fn impossible_options_have_a_score_that_excludes_them() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = turn(&table);
    table.hold(&turn);
    let mut scores = vec![f64::NEG_INFINITY; 37];
    scores[table.option("idle").index()] = 0.0;
    table.score(scores);
    table.judge(table.refusing(&[]));
    assert_eq!(table.decided().decision, table.option("idle"));
}

#[test]
fn team_mates_are_asked_before_a_person_while_the_calibration_pays_for_it() {
    let mut table = Table::new(at_threshold(-1.0, 1));
    let turn = turn(&table);
    let unsure = [("go_to(fridge)", -0.2), ("go_to(apple_1)", -0.3)];
    table.play(&turn, &unsure, &[]);
    let Output::Reorder { turn: key, order } = table.last() else { panic!("{:?}", table.last()) };
    assert_eq!((key.step, key.attempt, &key.robot), (turn.step, turn.attempt, &robot("robot_1")));
    assert_ne!(order, &turn.order);
    let mut names: Vec<_> = order.to_vec();
    names.sort();
    assert_eq!(names, turn.brief.team);

    let again = Turn { attempt: turn.attempt.next(), reorders: 1, ..turn };
    table.play(&again, &unsure, &[]);
    assert_eq!(table.question().key.round, Round::Set, "W is used up");
}

#[test]
fn the_same_turn_always_asks_for_the_same_order() {
    let orders: Vec<_> = (0..2)
        .map(|_| {
            let mut table = Table::new(at_threshold(-1.0, 1));
            let turn = turn(&table);
            table.play(&turn, &[("go_to(fridge)", -0.2), ("idle", -0.3)], &[]);
            let Output::Reorder { order, .. } = table.last() else { panic!("{:?}", table.last()) };
            order.clone()
        })
        .collect();
    assert_eq!(orders[0], orders[1]);
}

#[test]
fn a_new_order_is_never_the_old_one() {
    let world = crate::house::household();
    for horizon in 1..50 {
        let turn = first_turn(&world, 2, horizon);
        assert_eq!(new_order(&turn), Some([robot("robot_2"), robot("robot_1")].into()));
    }
    assert_eq!(new_order(&first_turn(&world, 1, 9)), None);
}

#[test]
fn a_team_of_one_has_no_other_order_and_asks_a_person() {
    let mut table = Table::new(at_threshold(-1.0, 3));
    let turn = first_turn(&table.world, 1, 9);
    table.play(&turn, &[("go_to(fridge)", -0.2), ("idle", -0.3)], &[]);
    assert_eq!(table.question().key.round, Round::Set);
}

#[test]
fn a_step_reordered_more_often_than_calibrated_is_not_covered() {
    let mut table = Table::new(at_threshold(-1.0, 1));
    let turn = Turn { reorders: 2, ..turn(&table) };
    table.play(&turn, &[("go_to(fridge)", -0.2)], &[]);
    let question = table.question();
    assert_eq!(question.key.round, Round::All);
    assert!(question.question.contains("reordered 2 times, but the calibration pays for 1"), "{}", question.question);
}

#[test]
fn the_missions_own_level_picks_the_threshold() {
    // 39 scores -1, -2, ..., -39. At 1/10, rank 36; at 1/20, rank 38; each the k-th largest.
    let scores: Vec<f64> = (1..40).map(|score| -f64::from(score)).collect();
    for (alpha, expected) in [("", -36.0), ("1/10", -36.0), ("0.05", -38.0)] {
        let mut table = Table::new(autonomy(&scores, 0));
        let turn = with_alpha(turn(&table), alpha);
        table.hold(&turn);
        let mut scores = vec![-50.0; 37];
        scores[2] = -3.0;
        table.score(scores);
        table.judge(table.refusing(&[]));
        let record = table.decided();
        assert_eq!(record.threshold(), expected, "alpha {alpha:?}");
        let Permit::On { threshold, alpha: level, .. } = record.evidence.permit() else { panic!("autonomy is on") };
        assert_eq!(*threshold, Threshold::Finite(expected));
        assert_eq!(level.to_string(), if alpha == "0.05" { "1/20" } else { "1/10" });
    }
}

#[test]
fn a_level_that_the_calibration_does_not_cover_asks() {
    for (alpha, words) in [
        ("0.001", "at least 999 sequences"),
        ("much", "cannot read \"much\" as a fraction"),
        ("1/4", "alpha 1/4 is above 1/10, at which the fleet is calibrated: ask for 1/10 or less"),
    ] {
        let mut table = Table::new(at_threshold(-1.0, 0));
        let turn = with_alpha(turn(&table), alpha);
        table.play(&turn, &[("go_to(fridge)", -0.2)], &[]);
        let question = table.question();
        assert!(question.question.contains(words), "{}", question.question);
    }
}

#[test]
fn another_missions_level_is_not_carried_over() {
    let scores: Vec<f64> = (1..40).map(|score| -f64::from(score)).collect();
    let mut table = Table::new(autonomy(&scores, 0));
    let usual = turn(&table);
    table.play(&usual, &[("idle", -0.1)], &[]);
    let strict = with_alpha(turn(&table), "1/20");
    let brief = Brief { id: surefleet_fleet::MissionId::new([8; 16]), ..(*strict.brief).clone() };
    let strict = Turn { brief: brief.into(), ..strict };
    table.hold(&strict);
    let mut scores = vec![-50.0; 37];
    scores[0] = -0.1;
    table.score(scores);
    table.judge(table.refusing(&[]));
    assert_eq!(table.decided().threshold(), -38.0);
}

#[test]
fn an_expired_calibration_asks() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    table.now = Stamp::from_nanos(EXPIRES_S * 1_000_000_000);
    let turn = turn(&table);
    table.play(&turn, &[("go_to(fridge)", -0.2)], &[]);
    assert!(table.question().question.contains("expired"), "{}", table.question().question);
    assert!(matches!(table.planner.autonomy(), Autonomy::Off(_)), "diagnostics see it");
}

#[test]
fn autonomy_lost_while_scoring_counts_for_the_turn_at_hand() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = turn(&table);
    table.hold(&turn);
    table.judge(table.refusing(&[]));
    table.tell(Input::AutonomyOff(Box::new(CalibrationError::NoClasses))).expect("no bad input");
    table.score(table.scores(&[("go_to(fridge)", -0.2)]));
    assert_eq!(table.question().key.round, Round::All);
}

#[test]
fn sure_scores_count_only_for_missions_that_look_like_those_of_the_calibration() {
    for (text, named) in [
        ("Put the kettle away.", None),
        ("Deliver any apple to the sink. Robot 2 must never open the fridge.", None),
        ("Put the spuds away.", Some("no mission that it was calibrated on says \"Put the spuds\"")),
        ("Take the kettle that is in the fridge to the table.", Some("says \"Take the kettle that\"")),
        ("Bring apple 3 to the sink.", Some("there is no \"apple 3\": there are apple 1, apple 2")),
        ("Robot 9 must never open the fridge. Put apple 1 in the sink.", Some("robot \"Robot 9\" is not of the team")),
        ("Put apple 1 there.", Some("no place is named before its \"there\"")),
        ("Put the kettle away. Put the apple away.", Some("2 parts of it leave something open")),
    ] {
        let mut table = Table::new(at_threshold(-1.0, 0));
        let turn = worded(turn(&table), text);
        table.play(&turn, &[("go_to(fridge)", -0.2)], &[]);
        match named {
            None => assert_eq!(table.decided().source, Source::Singleton),
            Some(reason) => {
                let request = table.question();
                assert_eq!((request.key.round, request.options.len()), (Round::All, table.world.options().len()));
                assert!(request.question.contains(reason), "{}", request.question);
            }
        }
    }
}

#[test]
fn what_reads_prompts_decides_alone_only_on_such_as_it_was_calibrated_on() {
    let words = || -> Arc<[String]> { ["robot_2: it slipped".to_owned()].into() };
    let constrained = |turn: Turn| {
        let brief = Brief { constraints: vec!["Robot 2 must stay.".to_owned()], ..(*turn.brief).clone() };
        Turn { brief: brief.into(), ..turn }
    };
    type Change = Box<dyn Fn(Turn) -> Turn>;
    let changes: [(Change, Option<&str>); 5] = [
        (Box::new(|turn| turn), None),
        (Box::new(move |turn| Turn { failures: words(), ..turn }), Some("a failed action")),
        (Box::new(move |turn| Turn { refusals: words(), ..turn }), Some("a refused joint step")),
        (Box::new(constrained), Some("requirements beside the mission")),
        (
            Box::new(|turn| Turn { step: turn.step.next(), history: [vec![None; 3]].into(), ..turn }),
            Some("a robot that was absent"),
        ),
    ];
    for (change, told) in changes {
        for kind in ["table", "choice", "openai", "grounded", "simulated"] {
            let scorer = ScorerIdentity { kind: kind.to_owned(), ..scorer() };
            let mut table = Table::with(at_threshold(-1.0, 0), HelpTerms::default(), scorer);
            let turn = change(turn(&table));
            table.play(&turn, &[("go_to(fridge)", -0.2)], &[]);
            match told.filter(|_| !["grounded", "simulated"].contains(&kind)) {
                None => assert_eq!(table.decided().source, Source::Singleton, "{kind}, {told:?}"),
                Some(told) => {
                    let request = table.question();
                    assert_eq!((request.key.round, request.options.len()), (Round::All, table.world.options().len()));
                    let reason = format!("the prompt tells of {told}");
                    assert!(request.question.contains(&reason), "{kind}: {}", request.question);
                }
            }
        }
    }
}

#[test]
fn after_a_failure_what_reads_prompts_asks_to_the_end_of_the_mission() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let first = turn(&table);
    let failed = Turn { failures: ["robot_2: it slipped".to_owned()].into(), ..first.clone() };
    table.play(&failed, &[("go_to(fridge)", -0.2)], &[]);
    assert!(table.question().question.contains("a failed action"));
    let idle = Some(table.option("idle"));
    let later = Turn { step: first.step.next(), history: [vec![idle; 3]].into(), ..first };
    table.said.clear();
    table.play(&later, &[("go_to(fridge)", -0.2)], &[]);
    assert!(table.question().question.contains("a failed action"));
}
