use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use surefleet_exploration::{
    Explorer, ExplorerMessage, ExplorerPolicy, ExplorerRules, Input, MessageBudget, Output, Relevance, RelevantFinding,
    SoughtPair,
};
use surefleet_fleet::Stamp;
use surefleet_mapping::GroundPoint;

use crate::setting::*;

fn finding(outputs: &[Output]) -> Option<&RelevantFinding> {
    let findings: Vec<&RelevantFinding> = said(outputs)
        .into_iter()
        .filter_map(|message| match message {
            ExplorerMessage::Finding(finding) => Some(finding),
            _ => None,
        })
        .collect();
    assert!(findings.len() <= 1, "{findings:?}");
    findings.first().copied()
}

fn asked(outputs: &[Output]) -> Vec<SoughtPair> {
    let pair = |output: &Output| match output {
        Output::AskRelevance(pair) => Some(pair.clone()),
        _ => None,
    };
    outputs.iter().filter_map(pair).collect()
}

#[test]
fn nothing_is_asked_or_said_before_somebody_looks_for_something() {
    let mut explorer = explorer(1, &["kettle"]);
    outputs(&mut explorer);
    let out = handle(&mut explorer, 1.0, seen(1, vec![object("sofa", 1.0, 1.0)]));
    assert_eq!((asked(&out), finding(&out)), (vec![], None));
    // What it saw before counts once somebody looks.
    let out = handle(&mut explorer, 2.0, Input::Heard(request(2, 1, &["cushion"])));
    assert_eq!(asked(&out), [SoughtPair::new("sofa", "cushion")]);
    let out = handle(&mut explorer, 3.0, relevance("sofa", "cushion", Relevance::Near, 0.8));
    let finding = finding(&out).unwrap();
    assert_eq!((&finding.question, finding.view, finding.objects.len()), (&id(2, 1), 1, 1));
    assert!(finding.objects[0].set.near && !finding.objects[0].set.same);
    let words = ExplorerMessage::Finding(finding.clone()).to_string();
    assert_eq!(words, "robot_1 sees a sofa at (1.0, 1.0) that may be near the cushion of question 1 of robot_2");
}

#[test]
fn what_the_calibration_excludes_is_not_said() {
    let mut explorer = explorer(1, &[]);
    handle(&mut explorer, 1.0, Input::Heard(request(2, 1, &["cushion"])));
    handle(&mut explorer, 2.0, seen(1, vec![object("sofa", 1.0, 1.0), object("wall", 2.0, 1.0)]));
    handle(&mut explorer, 2.0, relevance("sofa", "cushion", Relevance::Near, 0.499));
    let out = handle(&mut explorer, 2.0, relevance("wall", "cushion", Relevance::Common, 0.9));
    assert_eq!(finding(&out), None);
    assert_eq!(explorer.counts().findings, 0);
}

#[test]
fn without_a_calibration_nothing_is_said_to_be_relevant() {
    let random = ChaCha8Rng::seed_from_u64(1);
    let rules = ExplorerRules { relevance: None, answers: check() };
    let mut explorer = Explorer::new(Stamp::ZERO, robot(1), vec![], policy(), rules, random).unwrap();
    handle(&mut explorer, 1.0, Input::Heard(request(2, 1, &["cushion"])));
    let mut out = handle(&mut explorer, 2.0, seen(1, vec![object("sofa", 1.0, 1.0)]));
    out.extend(handle(&mut explorer, 2.0, relevance("sofa", "cushion", Relevance::Near, 0.9)));
    assert_eq!((asked(&out), finding(&out)), (vec![], None));
}

#[test]
fn an_object_is_said_once_unless_it_moves_or_turns_out_to_be_the_target() {
    let mut explorer = explorer(1, &[]);
    handle(&mut explorer, 1.0, Input::Heard(request(2, 1, &["cushion"])));
    handle(&mut explorer, 1.0, seen(1, vec![object("pillow", 1.0, 1.0)]));
    let out = handle(&mut explorer, 1.0, relevance("pillow", "cushion", Relevance::Near, 0.8));
    assert!(finding(&out).is_some());
    // The same one, a little elsewhere; and one far away.
    let out = handle(&mut explorer, 2.0, seen(2, vec![object("pillow", 1.2, 1.1)]));
    assert_eq!((asked(&out), finding(&out)), (vec![], None));
    let out = handle(&mut explorer, 3.0, seen(3, vec![object("pillow", 4.0, 1.0)]));
    assert_eq!(finding(&out).map(|it| it.objects[0].position.x()), Some(4.0));
    // A second opinion of the model.
    handle(&mut explorer, 4.0, relevance("pillow", "cushion", Relevance::Same, 0.8));
    let out = handle(&mut explorer, 4.0, seen(4, vec![object("pillow", 1.0, 1.0)]));
    assert!(finding(&out).is_some_and(|it| it.objects[0].set.same));
    let out = handle(&mut explorer, 5.0, seen(5, vec![object("pillow", 1.0, 1.0)]));
    assert_eq!(finding(&out), None);
    // A repeated view is no new one, and neither is a repeated request.
    handle(&mut explorer, 6.0, Input::Heard(request(2, 1, &["cushion"])));
    let out = handle(&mut explorer, 6.0, seen(3, vec![object("pillow", 9.0, 9.0)]));
    assert_eq!(out, []);
}

#[test]
fn a_pair_that_the_model_failed_at_is_asked_about_again_at_the_next_view() {
    let mut explorer = explorer(1, &[]);
    handle(&mut explorer, 1.0, Input::Heard(request(2, 1, &["cushion"])));
    let sofa = || vec![object("sofa", 1.0, 1.0)];
    assert_eq!(asked(&handle(&mut explorer, 1.0, seen(1, sofa()))).len(), 1);
    let failed = Input::Relevance { pair: SoughtPair::new("sofa", "cushion"), scores: None };
    assert_eq!(asked(&handle(&mut explorer, 2.0, failed)), []);
    assert_eq!(asked(&handle(&mut explorer, 3.0, Input::Tick)), []);
    assert_eq!(asked(&handle(&mut explorer, 4.0, seen(2, sofa()))).len(), 1);
    assert_eq!(explorer.counts().relevance_failures, 1);
    let out = handle(&mut explorer, 5.0, relevance("sofa", "cushion", Relevance::Near, 0.9));
    assert_eq!(finding(&out).map(|it| it.view), Some(1));
}

#[test]
fn a_pair_that_the_model_keeps_failing_at_is_given_up_and_the_rest_of_its_view_is_said() {
    let mut explorer = explorer(1, &[]);
    handle(&mut explorer, 1.0, Input::Heard(request(2, 1, &["cushion"])));
    handle(&mut explorer, 1.0, relevance("pillow", "cushion", Relevance::Same, 0.9));
    let both = || vec![object("sofa", 1.0, 1.0), object("pillow", 2.0, 1.0)];
    let failed = || Input::Relevance { pair: SoughtPair::new("sofa", "cushion"), scores: None };
    let (mut questions, mut findings) = (0, Vec::new());
    for view in 1..10 {
        let mut out = handle(&mut explorer, view as f64, seen(view, both()));
        for _ in asked(&out) {
            questions += 1;
            out.extend(handle(&mut explorer, view as f64, failed()));
        }
        findings.extend(finding(&out).map(|it| (it.view, it.objects[0].class.clone(), it.objects.len())));
    }
    assert_eq!((questions, findings), (3, vec![(1, "pillow".to_owned(), 1)]));
}

#[test]
fn the_model_has_few_pairs_at_a_time_and_gets_all_of_them_in_the_end() {
    let mut explorer = explorer(1, &[]);
    handle(&mut explorer, 1.0, Input::Heard(request(2, 1, &["cushion", "kettle"])));
    let things = (0..100).map(|number| object(&format!("thing {number}"), f64::from(number), 1.0)).collect();
    let mut open: Vec<SoughtPair> = asked(&handle(&mut explorer, 2.0, seen(1, things)));
    let (mut scored, mut said_objects) = (std::collections::BTreeSet::new(), 0);
    while let Some(pair) = open.pop() {
        assert!(open.len() < 16, "{}", open.len() + 1);
        let out = handle(&mut explorer, 3.0, relevance(&pair.seen, &pair.sought, Relevance::Near, 0.9));
        assert!(scored.insert(pair), "no pair is asked about twice");
        open.extend(asked(&out));
        said_objects += said(&out).iter().filter(|it| matches!(it, ExplorerMessage::Finding(_))).count();
    }
    assert_eq!(scored.len(), 200);
    assert_eq!(said_objects, 4, "for each question two messages of at most 64 objects");
}

#[test]
fn a_finding_raises_the_value_of_its_place_for_its_question_alone() {
    let mut seeker = explorer(2, &["cushion", "kettle"]);
    let mut finder = explorer(1, &[]);
    handle(&mut finder, 1.0, Input::Heard(request(2, 1, &["cushion", "kettle"])));
    handle(&mut finder, 1.0, relevance("sofa", "kettle", Relevance::Unrelated, 0.9));
    handle(&mut finder, 1.0, seen(1, vec![object("sofa", 3.0, 3.0)]));
    let out = handle(&mut finder, 1.0, relevance("sofa", "cushion", Relevance::Near, 0.9));
    handle(&mut seeker, 2.0, Input::Heard(ExplorerMessage::Finding(finding(&out).unwrap().clone())));
    let cell = layout().cell_at(GroundPoint::new(3.0, 3.0)).unwrap();
    assert_eq!(seeker.values(&id(2, 1)).unwrap().value(cell), 2.0_f64.ln());
    assert_eq!(seeker.values(&id(2, 2)).unwrap().value(cell), 0.0);
    // One about an unknown class, or with an empty set, is not believed.
    let mut odd = finding(&out).unwrap().clone();
    odd.objects[0].sought = "piano".into();
    handle(&mut seeker, 2.0, Input::Heard(ExplorerMessage::Finding(odd.clone())));
    odd.objects.clear();
    handle(&mut seeker, 2.0, Input::Heard(ExplorerMessage::Finding(odd)));
    assert_eq!(seeker.counts().unusable_messages, 2);
}

fn slow(longest_wait: u64) -> ExplorerPolicy {
    let (budget, longest_wait) = (MessageBudget::new(1, 1).unwrap(), Duration::from_secs(longest_wait));
    ExplorerPolicy { budget, longest_wait, ..policy() }
}

#[test]
fn of_what_waits_for_the_budget_the_most_valuable_goes_first() {
    let mut explorer = explorer_with(1, &[], slow(20), 1);
    // The first token goes to the request with no question.
    assert_eq!(said(&outputs(&mut explorer)).len(), 1);
    handle(&mut explorer, 0.1, Input::Heard(request(2, 1, &["cushion", "kettle"])));
    for (class, letter) in [("sofa", Relevance::Near), ("pillow", Relevance::Same)] {
        handle(&mut explorer, 0.2, relevance(class, "cushion", letter, 0.8));
        handle(&mut explorer, 0.2, relevance(class, "kettle", Relevance::Unrelated, 0.8));
    }
    handle(&mut explorer, 0.3, seen(1, vec![object("sofa", 1.0, 1.0)]));
    handle(&mut explorer, 0.4, seen(2, vec![object("pillow", 5.0, 1.0)]));
    handle(&mut explorer, 0.5, Input::Unanswered { question: id(2, 2), view: 1 });
    handle(&mut explorer, 0.5, looked(id(2, 2), 2, surefleet_exploration::AnswerLetter::B, 0.9));
    let mut order = Vec::new();
    while let Some(due) = explorer.next_deadline().filter(|due| *due < at(4.0)) {
        explorer.handle(due, Input::Tick);
        order.extend(said(&outputs(&mut explorer)).iter().map(|message| (due, message.to_string())));
    }
    let words: Vec<&str> = order.iter().map(|(_, words)| words.as_str()).collect();
    assert!(words[0].starts_with("robot_1 answers question 2 of robot_2 with B"), "{words:?}");
    assert!(words[1].contains("a pillow") && words[2].contains("a sofa") && words.len() == 3, "{words:?}");
    assert_eq!(order.iter().map(|(due, _)| *due).collect::<Vec<_>>(), [at(1.0), at(2.0), at(3.0)]);
}

#[test]
fn what_waits_too_long_is_dropped_and_counted_and_said_when_it_is_seen_again() {
    let mut explorer = explorer_with(1, &[], slow(2), 1);
    outputs(&mut explorer);
    handle(&mut explorer, 0.1, Input::Heard(request(2, 1, &["cushion"])));
    for number in 0..4 {
        handle(&mut explorer, 0.1, relevance(&format!("sofa {number}"), "cushion", Relevance::Near, 0.8));
    }
    for number in 0..4 {
        handle(&mut explorer, 0.2, seen(number, vec![object(&format!("sofa {number}"), 1.0, 1.0)]));
    }
    let mut spoken = Vec::new();
    while let Some(due) = explorer.next_deadline().filter(|due| *due < at(8.0)) {
        explorer.handle(due, Input::Tick);
        spoken.extend(said(&outputs(&mut explorer)).iter().map(|message| message.to_string()));
    }
    assert_eq!((spoken.len(), explorer.counts().dropped), (2, 2), "{spoken:?}");
    handle(&mut explorer, 8.0, Input::Heard(request(2, 2, &["cushion"])));
    let out = handle(&mut explorer, 8.0, seen(9, vec![object("sofa 3", 1.0, 1.0), object("sofa 0", 1.0, 1.0)]));
    let objects: Vec<&str> = finding(&out).unwrap().objects.iter().map(|object| object.class.as_str()).collect();
    assert_eq!(objects, ["sofa 3"]);
}

#[test]
fn a_request_is_repeated_while_something_is_open_and_a_silent_robot_is_forgotten() {
    let mut explorer = explorer(1, &["kettle"]);
    handle(&mut explorer, 1.0, Input::Heard(request(2, 1, &["cushion"])));
    let mut requests = Vec::new();
    while let Some(due) = explorer.next_deadline().filter(|due| *due < at(14.0)) {
        explorer.handle(due, Input::Tick);
        requests.extend(said(&outputs(&mut explorer)).iter().map(|message| (due, message.to_string())));
        assert_eq!(explorer.sought_by_others().count(), usize::from(due < at(13.0)));
    }
    let words = |seconds| (at(seconds), "robot_1 looks for kettle".to_owned());
    assert_eq!(requests, [words(5.0), words(10.0)]);
    // An old request that comes late does not bring it back, a new one does.
    handle(&mut explorer, 14.0, Input::Heard(request(2, 1, &["cushion"])));
    assert_eq!(explorer.sought_by_others().count(), 0);
    handle(&mut explorer, 14.0, Input::Heard(request(2, 2, &["cushion"])));
    assert_eq!(explorer.sought_by_others().count(), 1);
}

#[test]
fn a_robot_cannot_look_in_the_name_of_another() {
    let mut explorer = explorer(1, &[]);
    let ExplorerMessage::Request(mut forged) = request(2, 1, &["cushion"]) else { panic!("a request") };
    forged.from = robot(3);
    handle(&mut explorer, 1.0, Input::Heard(ExplorerMessage::Request(forged)));
    assert_eq!((explorer.sought_by_others().count(), explorer.counts().unusable_messages), (0, 1));
}

/// A robot whose finding of a sofa waits for the budget, which lets a message through in so many seconds.
fn with_a_finding_that_waits(pause: u64) -> Explorer {
    let budget = MessageBudget::one_in(Duration::from_secs(pause)).unwrap();
    let mut explorer = explorer_with(1, &[], ExplorerPolicy { budget, ..slow(60) }, 1);
    outputs(&mut explorer);
    handle(&mut explorer, 0.1, Input::Heard(request(2, 1, &["cushion"])));
    handle(&mut explorer, 0.2, relevance("sofa", "cushion", Relevance::Near, 0.8));
    handle(&mut explorer, 0.3, seen(1, vec![object("sofa", 1.0, 1.0)]));
    explorer
}

#[test]
fn a_withdrawn_finding_is_said_when_its_question_is_disputed() {
    let mut explorer = with_a_finding_that_waits(1);
    handle(&mut explorer, 0.4, Input::Heard(request(2, 2, &[])));
    assert_eq!((finding(&handle(&mut explorer, 2.0, Input::Tick)), explorer.counts().withdrawn), (None, 1));
    let ExplorerMessage::Request(mut disputed) = request(2, 3, &["cushion"]) else { panic!("a request") };
    disputed.questions[0].is_disputed = true;
    let out = handle(&mut explorer, 3.0, Input::Heard(ExplorerMessage::Request(disputed)));
    assert_eq!(finding(&out).map(|it| it.objects[0].class.as_str()), Some("sofa"));
}

#[test]
fn a_withdrawn_finding_is_said_when_a_silent_robot_comes_back() {
    // The robot is forgotten before the next message.
    let mut explorer = with_a_finding_that_waits(20);
    handle(&mut explorer, 13.0, Input::Tick);
    assert_eq!((explorer.counts().withdrawn, explorer.counts().findings), (1, 0));
    let out = handle(&mut explorer, 21.0, Input::Heard(request(2, 2, &["cushion"])));
    assert_eq!(finding(&out).map(|it| it.objects[0].class.as_str()), Some("sofa"));
    // Once.
    let out = handle(&mut explorer, 50.0, Input::Heard(request(2, 3, &["cushion"])));
    assert_eq!(finding(&out), None);
}

#[test]
fn more_objects_than_a_message_has_room_for_are_said_in_several() {
    let mut explorer = explorer(1, &[]);
    handle(&mut explorer, 1.0, Input::Heard(request(2, 1, &["cushion"])));
    handle(&mut explorer, 1.0, relevance("pillow", "cushion", Relevance::Near, 0.8));
    let pillows = (0..150).map(|number| object("pillow", f64::from(number), 1.0)).collect();
    let out = handle(&mut explorer, 2.0, seen(1, pillows));
    let size = |message: &&ExplorerMessage| match message {
        ExplorerMessage::Finding(finding) => finding.objects.len(),
        _ => 0,
    };
    assert_eq!(said(&out).iter().map(size).collect::<Vec<_>>(), [64, 64, 22]);
}
