use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use surefleet_exploration::{
    AnswerCertainty, AnswerLetter, AnswerReceipt, CheckName, ConfidenceCheck, Explorer, ExplorerMessage,
    ExplorerPolicy, ExplorerRules, Input, Output, QuestionStanding, SharedAnswer,
};
use surefleet_fleet::Stamp;

use crate::setting::*;
use AnswerLetter::{A, B};

fn shared(outputs: &[Output]) -> Vec<SharedAnswer> {
    let answer = |message: &&ExplorerMessage| match message {
        ExplorerMessage::Answer(answer) => Some(answer.clone()),
        _ => None,
    };
    said(outputs).iter().filter_map(answer).collect()
}

fn ends(outputs: &[Output]) -> Vec<(bool, usize, usize)> {
    let end = |output: &Output| match output {
        Output::Ended(end) => Some((end.is_time_over, end.answered.len(), end.open.len())),
        _ => None,
    };
    outputs.iter().filter_map(end).collect()
}

#[test]
fn a_robot_ends_when_all_its_questions_are_answered_by_itself_or_by_others() {
    let mut explorer = explorer(1, &["kettle", "cushion"]);
    outputs(&mut explorer);
    let out = handle(&mut explorer, 1.0, seen(1, vec![]));
    let asked = |output: &Output| matches!(output, Output::AskAnswers { view: 1, questions } if questions.len() == 2);
    assert!(out.iter().any(asked), "{out:?}");
    let out = handle(&mut explorer, 2.0, looked(id(1, 1), 1, B, 0.69));
    assert_eq!(out, [], "not sure enough");
    let out = handle(&mut explorer, 3.0, looked(id(1, 1), 2, B, 0.9));
    assert!(out.iter().any(|output| matches!(output, Output::Settled(it) if it.letter == B && it.by == [robot(1)])));
    assert_eq!(ends(&out), []);
    let out = handle(&mut explorer, 4.0, Input::Heard(answer(2, 7, id(1, 2), A, check().name())));
    assert_eq!(ends(&out), [(false, 2, 0)]);
    let words: Vec<String> = said(&out).iter().map(ToString::to_string).collect();
    assert_eq!(words, ["robot_1 has no open question"]);
    // It says no more by itself, and the last thing is the end of the time.
    assert_eq!(explorer.next_deadline(), Some(at(100.0)));
    let out = handle(&mut explorer, 100.0, Input::Tick);
    assert_eq!(ends(&out), [(true, 2, 0)]);
}

#[test]
fn what_is_open_when_the_time_is_over_is_given_up_and_nothing_follows() {
    let mut explorer = explorer(1, &["kettle", "cushion"]);
    handle(&mut explorer, 3.0, looked(id(1, 2), 1, B, 0.9));
    let out = handle(&mut explorer, 100.0, looked(id(1, 1), 2, B, 0.9));
    assert_eq!(ends(&out), [(true, 1, 1)]);
    assert_eq!(explorer.next_deadline(), None);
    assert_eq!(handle(&mut explorer, 101.0, looked(id(1, 1), 3, B, 0.9)), []);
    assert_eq!(explorer.standing(&id(1, 1)), Some(&QuestionStanding::Open));
}

#[test]
fn answers_to_others_are_said_again_until_their_request_no_longer_lists_the_question() {
    let mut explorer = explorer(1, &[]);
    handle(&mut explorer, 1.0, Input::Heard(request(2, 10, &["kettle", "cushion"])));
    assert_eq!(shared(&handle(&mut explorer, 2.0, looked(id(2, 1), 1, B, 0.6))), []);
    let first = shared(&handle(&mut explorer, 2.0, looked(id(2, 1), 2, B, 0.8)));
    assert_eq!((first.len(), first[0].letter, first[0].check), (1, B, check().name()));
    // Views from now on are for the other question.
    let out = handle(&mut explorer, 2.5, seen(3, vec![]));
    let is_other = |output: &Output| matches!(output, Output::AskAnswers { questions, .. } if questions.len() == 1 && *questions[0].id() == id(2, 2));
    assert!(out.iter().any(is_other), "{out:?}");
    assert_eq!(shared(&handle(&mut explorer, 3.0, Input::Heard(request(2, 10, &["kettle"])))), []);
    for number in 11..20 {
        let again = shared(&handle(&mut explorer, 4.0, Input::Heard(request(2, number, &["kettle"]))));
        // Whoever does not listen after five times counts by another check.
        assert_eq!(again, if number < 15 { first.clone() } else { vec![] }, "request {number}");
    }
    assert_eq!(explorer.counts().answers, 5);
}

#[test]
fn an_answer_that_nobody_waits_for_any_more_is_withdrawn() {
    let budget = surefleet_exploration::MessageBudget::new(1, 1).unwrap();
    let policy = ExplorerPolicy { budget, forget_after: Duration::from_secs(60), ..policy() };
    let mut explorer = explorer_with(1, &[], policy, 1);
    handle(&mut explorer, 0.1, Input::Heard(request(2, 10, &["kettle"])));
    handle(&mut explorer, 0.2, looked(id(2, 1), 1, B, 0.8));
    handle(&mut explorer, 0.3, Input::Heard(request(2, 11, &[])));
    let out = handle(&mut explorer, 1.0, Input::Tick);
    assert_eq!((shared(&out), explorer.counts().withdrawn), (vec![], 1));
}

#[test]
fn an_answer_of_another_counts_only_by_this_robot_s_own_check() {
    let mut explorer = explorer(1, &["kettle"]);
    let fixed = ConfidenceCheck::fixed(0.5).unwrap().name();
    let foreign = CheckName::Calibrated(surefleet_conformal::Sha256::of("another file"));
    for name in [fixed, foreign] {
        handle(&mut explorer, 1.0, Input::Heard(answer(2, 1, id(1, 1), A, name)));
    }
    // It claims to have passed, but its number did not.
    let ExplorerMessage::Answer(mut unsure) = answer(2, 2, id(1, 1), A, check().name()) else { panic!("an answer") };
    for confidence in [0.5, f64::NAN, 7.0] {
        unsure.confidence = confidence;
        handle(&mut explorer, 1.0, Input::Heard(ExplorerMessage::Answer(unsure.clone())));
    }
    assert_eq!(explorer.counts().uncounted_answers, 5);
    // The question has three answers.
    handle(&mut explorer, 1.0, Input::Heard(answer(2, 3, id(1, 1), AnswerLetter::D, check().name())));
    assert_eq!(explorer.counts().unusable_messages, 1);
    assert_eq!(explorer.standing(&id(1, 1)), Some(&QuestionStanding::Open));
    handle(&mut explorer, 1.0, Input::Heard(answer(2, 4, id(1, 1), A, check().name())));
    let expected = QuestionStanding::Answered { letter: A, certainty: AnswerCertainty::Certain, by: vec![robot(2)] };
    assert_eq!(explorer.standing(&id(1, 1)), Some(&expected));
}

#[test]
fn the_paper_s_fixed_threshold_ends_a_search_but_makes_nothing_certain() {
    let fixed = ConfidenceCheck::fixed(0.5).unwrap();
    let random = ChaCha8Rng::seed_from_u64(1);
    let mut explorer =
        Explorer::new(Stamp::ZERO, robot(1), vec![question(1, 1, "kettle")], policy(), rules(fixed), random).unwrap();
    let out = handle(&mut explorer, 1.0, looked(id(1, 1), 1, A, 0.51));
    assert_eq!(ends(&out), [(false, 1, 0)]);
    let expected = QuestionStanding::Answered { letter: A, certainty: AnswerCertainty::Assumed, by: vec![robot(1)] };
    assert_eq!(explorer.standing(&id(1, 1)), Some(&expected));
}

#[test]
fn robots_that_disagree_open_a_question_again_and_a_new_look_settles_it() {
    let mut owner = explorer(1, &["kettle"]);
    let mut other = explorer(2, &[]);
    handle(&mut owner, 1.0, looked(id(1, 1), 1, A, 0.9));
    let out = handle(&mut owner, 2.0, Input::Heard(answer(2, 5, id(1, 1), B, check().name())));
    assert!(out.contains(&Output::Reopened(id(1, 1))), "{out:?}");
    let disputed = said(&out).into_iter().next().unwrap().clone();
    let ExplorerMessage::Request(request) = &disputed else { panic!("{disputed:?}") };
    assert!(request.questions[0].is_disputed);
    // The other robot had answered; now it looks again, and so does the owner.
    handle(&mut other, 1.5, looked(id(1, 1), 1, B, 0.9));
    handle(&mut other, 2.0, Input::Heard(disputed));
    let looks = |out: &[Output]| out.iter().any(|output| matches!(output, Output::AskAnswers { .. }));
    assert!(looks(&handle(&mut other, 3.0, seen(2, vec![]))));
    assert!(looks(&handle(&mut owner, 3.0, seen(2, vec![]))));
    let out = handle(&mut other, 4.0, looked(id(1, 1), 2, A, 0.95));
    let corrected = said(&out).into_iter().next().unwrap().clone();
    let out = handle(&mut owner, 5.0, Input::Heard(corrected));
    assert_eq!(ends(&out), [(false, 1, 0)]);
    let by = vec![robot(1), robot(2)];
    let expected = QuestionStanding::Answered { letter: A, certainty: AnswerCertainty::Certain, by };
    assert_eq!(owner.standing(&id(1, 1)), Some(&expected));
}

/// The request among these outputs.
fn request_of(outputs: &[Output]) -> ExplorerMessage {
    let is_request = |message: &&&ExplorerMessage| matches!(message, ExplorerMessage::Request(_));
    (*said(outputs).iter().find(is_request).unwrap()).clone()
}

#[test]
fn a_corrected_answer_that_is_lost_is_said_again_until_the_owner_names_it() {
    let mut owner = explorer(1, &["kettle"]);
    let mut other = explorer(2, &[]);
    let first = request_of(&outputs(&mut owner));
    handle(&mut other, 0.5, Input::Heard(first));
    let wrong = shared(&handle(&mut other, 1.0, looked(id(1, 1), 1, B, 0.9))).remove(0);
    handle(&mut owner, 1.0, looked(id(1, 1), 1, A, 0.9));
    let out = handle(&mut owner, 2.0, Input::Heard(ExplorerMessage::Answer(wrong.clone())));
    // The owner has the answer and waits for another look: it is not said again.
    let out = handle(&mut other, 2.0, Input::Heard(request_of(&out)));
    assert_eq!(shared(&out), []);
    // The correction is lost.
    let corrected = shared(&handle(&mut other, 4.0, looked(id(1, 1), 2, A, 0.95))).remove(0);
    assert!(corrected.number > wrong.number);
    let again = request_of(&handle(&mut owner, 7.0, Input::Tick));
    let out = handle(&mut other, 7.0, Input::Heard(again));
    assert_eq!(shared(&out), std::slice::from_ref(&corrected));
    let out = handle(&mut owner, 8.0, Input::Heard(ExplorerMessage::Answer(corrected)));
    assert_eq!(ends(&out), [(false, 1, 0)]);
    assert_eq!(shared(&handle(&mut other, 8.0, Input::Heard(request_of(&out)))), []);
}

#[test]
fn an_owner_that_believes_a_retracted_answer_hears_the_correction_though_it_looks_no_more() {
    let mut other = explorer(2, &[]);
    let disputed = |number: u64, heard: Option<u64>, is_open: bool| {
        let ExplorerMessage::Request(mut it) = request(1, number, if is_open { &["kettle"] } else { &[] }) else {
            panic!("a request")
        };
        it.questions.iter_mut().for_each(|sought| sought.is_disputed = true);
        it.receipts =
            heard.map(|number| AnswerReceipt { question: id(1, 1), from: robot(2), number }).into_iter().collect();
        Input::Heard(ExplorerMessage::Request(it))
    };
    handle(&mut other, 1.0, disputed(1, None, true));
    let old = shared(&handle(&mut other, 1.0, looked(id(1, 1), 1, B, 0.9))).remove(0).number;
    handle(&mut other, 2.0, disputed(2, Some(old), true));
    let corrected = shared(&handle(&mut other, 3.0, looked(id(1, 1), 2, A, 0.9))).remove(0);
    // The owner has come to believe B as well, and so ends its search.
    assert_eq!(shared(&handle(&mut other, 4.0, disputed(3, Some(old), false))), std::slice::from_ref(&corrected));
    assert_eq!(shared(&handle(&mut other, 5.0, disputed(4, Some(corrected.number), false))), []);
}

#[test]
fn a_robot_that_corrects_itself_ends_the_search_anew_with_the_new_answer() {
    let mut explorer = explorer(1, &["kettle"]);
    let says = |number, letter| Input::Heard(answer(2, number, id(1, 1), letter, check().name()));
    let out = handle(&mut explorer, 1.0, says(5, A));
    assert_eq!(ends(&out), [(false, 1, 0)]);
    let out = handle(&mut explorer, 2.0, says(6, B));
    let letters: Vec<AnswerLetter> = out
        .iter()
        .filter_map(|output| match output {
            Output::Settled(answered) => Some(answered.letter),
            Output::Ended(end) => Some(end.answered[0].letter),
            _ => None,
        })
        .collect();
    assert_eq!(letters, [B, B], "{out:?}");
}

#[test]
fn another_robot_that_agrees_costs_no_message() {
    let mut explorer = explorer(1, &["kettle"]);
    handle(&mut explorer, 1.0, Input::Heard(answer(2, 5, id(1, 1), A, check().name())));
    let requests = explorer.counts().requests;
    assert_eq!(handle(&mut explorer, 2.0, Input::Heard(answer(3, 5, id(1, 1), A, check().name()))), []);
    assert_eq!(explorer.counts().requests, requests);
    let Some(QuestionStanding::Answered { by, .. }) = explorer.standing(&id(1, 1)) else { panic!("answered") };
    assert_eq!(*by, [robot(2), robot(3)]);
}

#[test]
fn of_several_views_the_first_that_passes_counts() {
    let mut explorer = explorer(1, &["kettle"]);
    handle(&mut explorer, 1.0, Input::Heard(request(2, 10, &["cup"])));
    let both = || [id(1, 1), id(2, 1)];
    let mut answers = Vec::new();
    for (view, letter, confidence) in [(1, B, 0.6), (2, A, 0.8), (3, B, 0.99)] {
        for question in both() {
            answers.extend(shared(&handle(&mut explorer, 2.0, looked(question, view, letter, confidence))));
        }
    }
    assert_eq!(answers.iter().map(|answer| (answer.letter, answer.view)).collect::<Vec<_>>(), [(A, 2)]);
    let Some(QuestionStanding::Answered { letter, .. }) = explorer.standing(&id(1, 1)) else { panic!("answered") };
    assert_eq!(*letter, A);
}

#[test]
fn answers_that_come_out_of_order_count_in_the_order_of_the_views() {
    let mut explorer = explorer(1, &["kettle"]);
    for view in 1..5 {
        handle(&mut explorer, 1.0, seen(view, vec![]));
    }
    assert_eq!(handle(&mut explorer, 2.0, looked(id(1, 1), 3, B, 0.99)), []);
    handle(&mut explorer, 2.0, Input::Unanswered { question: id(1, 1), view: 2 });
    assert_eq!(explorer.standing(&id(1, 1)), Some(&QuestionStanding::Open), "view 1 may pass");
    handle(&mut explorer, 2.0, looked(id(1, 1), 1, A, 0.9));
    let Some(QuestionStanding::Answered { letter, .. }) = explorer.standing(&id(1, 1)) else { panic!("answered") };
    assert_eq!((*letter, explorer.counts().unasked_answers), (A, 0));
    handle(&mut explorer, 3.0, looked(id(1, 1), 4, B, 0.99));
    assert_eq!(explorer.counts().unasked_answers, 1);
}

#[test]
fn answers_wait_for_no_view_at_which_the_model_failed() {
    let mut explorer = explorer(1, &["kettle"]);
    handle(&mut explorer, 1.0, seen(1, vec![]));
    handle(&mut explorer, 1.0, looked(id(1, 1), 2, B, 0.9));
    let out = handle(&mut explorer, 2.0, Input::Unanswered { question: id(1, 1), view: 1 });
    assert_eq!(ends(&out), [(false, 1, 0)]);
}

#[test]
fn a_view_from_before_a_dispute_does_not_settle_it() {
    let (mut owner, mut other) = (explorer(1, &["kettle"]), explorer(2, &[]));
    handle(&mut owner, 1.0, looked(id(1, 1), 1, A, 0.9));
    handle(&mut other, 1.0, Input::Heard(request(1, 1, &["kettle"])));
    // The owner's view 2 is not asked about, since it is answered; the other robot's is.
    handle(&mut owner, 1.5, seen(2, vec![]));
    handle(&mut other, 1.5, seen(2, vec![]));
    let out = handle(&mut owner, 2.0, Input::Heard(answer(3, 5, id(1, 1), B, check().name())));
    handle(&mut other, 2.0, Input::Heard(request_of(&out)));
    for robot in [&mut owner, &mut other] {
        handle(robot, 3.0, looked(id(1, 1), 2, B, 0.95));
        assert_eq!((robot.counts().unasked_answers, robot.counts().answers), (1, 0));
    }
    assert_eq!(owner.standing(&id(1, 1)), Some(&QuestionStanding::Disputed));
    handle(&mut owner, 4.0, looked(id(1, 1), 3, B, 0.95));
    assert!(!owner.standing(&id(1, 1)).unwrap().is_open());
}

#[test]
fn a_model_that_answers_nonsense_is_counted_and_believed_in_nothing() {
    let mut explorer = explorer(1, &["kettle"]);
    let nonsense = [
        (vec![1.0, 0.0], 1.0),
        (vec![0.9, 0.9, 0.0], 1.0),
        (vec![f64::NAN, 0.0, 1.0], 1.0),
        (vec![1.0, 0.0, 0.0], 2.0),
    ];
    for ((probabilities, relevance), view) in nonsense.into_iter().zip(1..) {
        handle(&mut explorer, 1.0, Input::Answered { question: id(1, 1), view, probabilities, relevance });
    }
    assert_eq!(explorer.counts().unusable_inputs, 4);
    assert_eq!(explorer.standing(&id(1, 1)), Some(&QuestionStanding::Open));
    let refused = Explorer::new(
        Stamp::ZERO,
        robot(1),
        vec![question(2, 1, "kettle")],
        policy(),
        ExplorerRules { relevance: None, answers: check() },
        ChaCha8Rng::seed_from_u64(1),
    );
    assert!(refused.unwrap_err().to_string().contains("question 1 of robot_2 is not one of robot_1"));
}
