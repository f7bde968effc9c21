//! Tests of the inbox: an operator may rely on this behaviour.

use surefleet_client::QuestionOption;
use surefleet_fleet::SafeDefault;
use surefleet_help::{OptionId, QuestionKind};

use super::*;

pub const MISSION: MissionId = MissionId::new([7; 16]);

pub fn at(seconds: u64) -> Stamp {
    Stamp::ZERO + Duration::from_secs(seconds)
}

/// The time by the desk's clock, which is an hour ahead.
pub fn desk(seconds: u64) -> Stamp {
    at(seconds + 3600)
}

pub fn line(id: &str, robot: &str) -> QueueLine {
    QueueLine {
        id: id.into(),
        robot: robot.into(),
        mission: MISSION,
        step: 2,
        kind: Some(QuestionKind::Decision),
        question: format!("What should {robot} do?"),
        priority: 0,
        state: "open",
        since: desk(0),
        deadline: None,
        default: SafeDefault::Idle,
        escalated: false,
        claimed_by: String::new(),
        claimed_until: None,
        ended: None,
        answer: String::new(),
        operator_name: String::new(),
    }
}

pub fn question(id: &str) -> DeskQuestion {
    let choice = |id, decision, text: &str, probability, refused: Option<&str>| QuestionOption {
        id: OptionId::new(id),
        decision: Some(decision),
        text: text.into(),
        probability,
        in_set: decision == 4,
        refused: refused.map(Into::into),
        lasting: decision == 4,
    };
    DeskQuestion {
        id: id.into(),
        sha256: "f0".repeat(32),
        robot: "robot_1".into(),
        mission: MISSION,
        mission_text: "Put the kettle away.".into(),
        step: 2,
        attempt: 0,
        kind: Some(QuestionKind::Decision),
        question: "What should robot 1 do?".into(),
        prompt: "You are robot 1.".into(),
        world: vec!["On the table: kettle 1".into(), "In the fridge (open): nothing".into()],
        takes_mission: true,
        options: vec![
            choice(1, 4, "go to kettle 1", Some(0.8), None),
            choice(2, 9, "open the fridge", Some(0.15), Some("it is open")),
            choice(3, 2, "remain idle", None, None),
        ],
        has_set: true,
        threshold: Some(-1.0),
        picture: Some(("png".into(), 900)),
        pose: Some(("map".into(), [1.0, -2.0, 0.0])),
    }
}

/// A question whether the robot's action worked.
pub fn outcome(id: &str) -> DeskQuestion {
    let choice = |id, text: &str, probability| QuestionOption {
        id: OptionId::new(id),
        decision: None,
        text: text.into(),
        probability: Some(probability),
        in_set: false,
        refused: None,
        lasting: false,
    };
    DeskQuestion {
        kind: Some(QuestionKind::Outcome),
        question: "robot_1 tried to grab kettle 1. Is it so that kettle 1 is in the gripper?".into(),
        prompt: "ssc: worked with probability 0.600".into(),
        takes_mission: false,
        options: vec![
            choice(1, "it worked: kettle 1 is in the gripper", 0.6),
            choice(2, "it failed: it is not so that kettle 1 is in the gripper", 0.4),
        ],
        has_set: false,
        threshold: None,
        ..question(id)
    }
}

/// A question of a kind that this version does not know.
pub fn later_kind(id: &str) -> DeskQuestion {
    let ways = outcome(id).options.into_iter().zip(["around the table", "under the shelf"]);
    DeskQuestion {
        kind: None,
        question: "Which way should robot_1 carry the tray?".into(),
        options: ways.map(|(choice, way)| QuestionOption { text: way.into(), probability: None, ..choice }).collect(),
        ..outcome(id)
    }
}

/// Ada's inbox with these requests; the first of them is shown.
pub fn inbox(lines: &[QueueLine]) -> Inbox {
    let mut inbox = Inbox::new("ada");
    inbox.hear(at(1), DeskWord::Queue(desk(1), lines.to_vec()));
    if let Some(first) = lines.first() {
        inbox.hear(at(1), DeskWord::Shown(Box::new(question(&first.id))));
    }
    inbox
}

fn calls(inbox: &mut Inbox) -> Vec<(String, DeskCall)> {
    let call = |action| if let Action::Call(id, _, call) = action { Some((id, call)) } else { None };
    std::iter::from_fn(|| inbox.poll()).filter_map(call).collect()
}

fn press(inbox: &mut Inbox, keys: &str) {
    for key in keys.chars() {
        inbox.key(at(2), if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) });
    }
}

fn answer(reply: Reply, text: &str) -> (String, DeskCall) {
    ("a".into(), DeskCall::Answer(reply, text.into()))
}

#[test]
fn no_single_key_answers_anything() {
    for key in (' '..='~').map(KeyCode::Char).chain([KeyCode::Enter, KeyCode::Esc, KeyCode::Left, KeyCode::Right]) {
        let mut inbox = inbox(&[line("a", "robot_1")]);
        inbox.key(at(2), key);
        assert!(!calls(&mut inbox).iter().any(|(_, call)| matches!(call, DeskCall::Answer(..))), "{key:?}");
    }
}

#[test]
fn an_option_is_picked_and_then_sent() {
    let mut inbox = inbox(&[line("a", "robot_1")]);
    calls(&mut inbox);
    press(&mut inbox, "\n");
    assert!(inbox.note(at(2)).contains("pick an option"), "{}", inbox.note(at(2)));
    press(&mut inbox, "2");
    assert_eq!(inbox.note(at(2)), "open the fridge is not allowed: it is open");
    press(&mut inbox, "3\n");
    assert_eq!(calls(&mut inbox), [answer(Reply::Option(OptionId::new(3)), "")]);
}

#[test]
fn what_the_mission_means_is_read_shown_and_confirmed_before_it_is_sent() {
    let mut inbox = inbox(&[line("a", "robot_1")]);
    calls(&mut inbox);
    press(&mut inbox, "m\n");
    assert_eq!(calls(&mut inbox), [("a".into(), DeskCall::Read("Put the kettle away.".into()))], "as it was read");
    press(&mut inbox, "mkettle in sink\n");
    assert_eq!(calls(&mut inbox), [("a".into(), DeskCall::Read("kettle in sink".into()))]);
    let refused = DeskWord::Refused("a".into(), DeskCall::Read("kettle in sink".into()), "what is in?".into());
    inbox.hear(at(2), refused);
    assert_eq!((inbox.note(at(2)), inbox.mode()), ("what is in?".into(), &Mode::Mission("kettle in sink".into())));
    press(&mut inbox, "!\n");
    assert_eq!(calls(&mut inbox), [("a".into(), DeskCall::Read("kettle in sink!".into()))]);
    let reading = MissionReading { words: "Move kettle 1 to the sink.".into(), dropped: Vec::new() };
    let read = DeskWord::Read("a".into(), reading);
    inbox.hear(at(2), read.clone());
    press(&mut inbox, "n");
    assert_eq!(calls(&mut inbox), [], "it was not confirmed");
    inbox.hear(at(2), read);
    press(&mut inbox, "y");
    assert_eq!(calls(&mut inbox), [answer(Reply::Meant, "Move kettle 1 to the sink.")]);
}

#[test]
fn an_option_holds_for_the_whole_mission_where_it_may_and_only_if_that_is_said() {
    let mut inbox = inbox(&[line("a", "robot_1")]);
    calls(&mut inbox);
    press(&mut inbox, "3w");
    assert!(
        inbox.note(at(2)).starts_with("remain idle cannot be chosen for the whole mission"),
        "{}",
        inbox.note(at(2))
    );
    press(&mut inbox, "1w");
    assert_eq!(inbox.note(at(2)), "Enter sends: go to kettle 1, for the whole mission");
    press(&mut inbox, "\n");
    assert_eq!(calls(&mut inbox), [answer(Reply::ForMission(OptionId::new(1)), "")]);
    press(&mut inbox, "1w1\n");
    assert_eq!(calls(&mut inbox), [answer(Reply::Option(OptionId::new(1)), "")], "picked anew, it is for now");
}

#[test]
fn an_outcome_and_what_is_not_known_are_answered_with_an_option_and_take_no_mission() {
    for question in [outcome("a"), later_kind("a")] {
        let mut inbox = inbox(&[QueueLine { kind: question.kind, ..line("a", "robot_1") }]);
        inbox.hear(at(1), DeskWord::Shown(Box::new(question)));
        calls(&mut inbox);
        press(&mut inbox, "m");
        assert_eq!(inbox.mode(), &Mode::Queue);
        assert!(inbox.note(at(2)).contains("not about what the mission means"), "{}", inbox.note(at(2)));
        press(&mut inbox, "2w");
        assert!(inbox.note(at(2)).contains("cannot be chosen for the whole mission"), "{}", inbox.note(at(2)));
        press(&mut inbox, "\n");
        assert_eq!(calls(&mut inbox), [answer(Reply::Option(OptionId::new(2)), "")]);
    }
}

#[test]
fn none_of_these_takes_words_and_halting_a_second_thought() {
    let mut inbox = inbox(&[line("a", "robot_1")]);
    calls(&mut inbox);
    press(&mut inbox, "n\n");
    assert_eq!(inbox.mode(), &Mode::Text(String::new()), "it is not sent without words");
    press(&mut inbox, "quiet, h\n");
    assert_eq!(calls(&mut inbox), [answer(Reply::NoneOfThese, "quiet, h")], "letters are letters there");
    press(&mut inbox, "hn");
    assert_eq!((calls(&mut inbox), inbox.mode()), (vec![], &Mode::Queue));
    press(&mut inbox, "hy");
    assert_eq!(calls(&mut inbox), [answer(Reply::Halt, "")]);
}

#[test]
fn what_another_works_on_is_taken_over_only_after_a_second_thought_and_whoever_loses_a_claim_is_told() {
    let mut inbox = inbox(&[QueueLine { claimed_by: "bob".into(), ..line("a", "robot_1") }]);
    calls(&mut inbox);
    press(&mut inbox, "c");
    assert_eq!((calls(&mut inbox), inbox.mode()), (vec![], &Mode::TakeOver));
    press(&mut inbox, "y");
    assert_eq!(calls(&mut inbox), [("a".into(), DeskCall::TakeOver)]);
    let by = |who: &str| DeskWord::Queue(desk(2), vec![QueueLine { claimed_by: who.into(), ..line("a", "robot_1") }]);
    inbox.hear(at(2), by("ada"));
    assert_eq!(inbox.note(at(2)), "");
    inbox.hear(at(2), by("bob"));
    assert_eq!(inbox.note(at(2)), "bob took this request over");
}

#[test]
fn the_selected_request_stays_selected_and_its_end_is_told() {
    let mut inbox = inbox(&[line("a", "robot_1"), line("b", "robot_2")]);
    inbox.key(at(2), KeyCode::Down);
    inbox.hear(at(2), DeskWord::Shown(Box::new(question("b"))));
    inbox.hear(at(3), DeskWord::Queue(desk(3), vec![line("c", "robot_3"), line("b", "robot_2"), line("a", "robot_1")]));
    assert_eq!(inbox.line().map(|line| line.id.as_str()), Some("b"));
    inbox.hear(at(4), DeskWord::Queue(desk(4), vec![line("c", "robot_3"), line("a", "robot_1")]));
    assert_eq!(inbox.question().map(|question| question.id.as_str()), Some("b"), "it stays in view");
    assert!(inbox.note(at(4)).contains("has ended"), "{}", inbox.note(at(4)));
    calls(&mut inbox);
    press(&mut inbox, "1\nch");
    assert_eq!((calls(&mut inbox), inbox.mode()), (vec![], &Mode::Queue), "nothing can be done about it");
    inbox.key(at(4), KeyCode::Down);
    assert_eq!(calls(&mut inbox), [("c".into(), DeskCall::Show)]);
    inbox.hear(at(4), DeskWord::Shown(Box::new(question("a"))));
    assert_eq!(inbox.question(), None, "a late word about another request");
}

#[test]
fn after_an_answer_comes_the_next_request() {
    let mut inbox = inbox(&[line("a", "robot_1"), line("b", "robot_2")]);
    calls(&mut inbox);
    press(&mut inbox, "1\n");
    let [(_, sent)] = &calls(&mut inbox)[..] else { panic!("one answer") };
    inbox.hear(at(2), DeskWord::Done("a".into(), sent.clone(), None));
    assert_eq!(inbox.note(at(2)), "your answer counts: go to kettle 1");
    assert_eq!(calls(&mut inbox), [("b".into(), DeskCall::Show)]);
    inbox.hear(at(2), DeskWord::Refused("b".into(), DeskCall::Claim, "bob works on it".into()));
    assert_eq!(inbox.note(at(2)), "bob works on it");
}

#[test]
fn a_claim_is_renewed_at_a_third_of_its_span_as_long_as_the_request_is_open() {
    let mut inbox = inbox(&[line("a", "robot_1")]);
    press(&mut inbox, "c");
    calls(&mut inbox);
    inbox.hear(at(2), DeskWord::Done("a".into(), DeskCall::Claim, Some(desk(62))));
    inbox.hear(at(20), DeskWord::Queue(desk(20), vec![line("a", "robot_1")]));
    inbox.tick(at(21));
    assert_eq!(calls(&mut inbox), []);
    inbox.tick(at(22));
    inbox.tick(at(22));
    assert_eq!(calls(&mut inbox), [("a".into(), DeskCall::Claim)], "once, until the desk has answered");
    inbox.hear(at(22), DeskWord::Silent("a".into(), DeskCall::Claim, "no answer".into()));
    inbox.hear(at(23), DeskWord::Queue(desk(23), vec![line("a", "robot_1")]));
    inbox.hear(at(23), DeskWord::Refused("b".into(), DeskCall::Claim, "bob works on b".into()));
    inbox.tick(at(23));
    assert_eq!(calls(&mut inbox), [("a".into(), DeskCall::Claim)], "silence is no refusal, and b is another request");
    inbox.hear(at(23), DeskWord::Done("a".into(), DeskCall::Claim, Some(desk(83))));
    inbox.hear(at(24), DeskWord::Queue(desk(24), vec![]));
    inbox.tick(at(60));
    assert_eq!(calls(&mut inbox), []);
}

#[test]
fn a_claim_of_somebody_who_has_gone_is_left_to_end_and_one_that_has_no_time_left_is_not_renewed_without_pause() {
    let mut inbox = inbox(&[line("a", "robot_1")]);
    press(&mut inbox, "c");
    calls(&mut inbox);
    inbox.hear(at(2), DeskWord::Done("a".into(), DeskCall::Claim, Some(desk(0))));
    inbox.tick(at(2));
    assert_eq!(calls(&mut inbox), []);
    for (seconds, expected) in [(3, 1), (301, 1), (302, 0)] {
        inbox.hear(at(seconds), DeskWord::Queue(desk(seconds), vec![line("a", "robot_1")]));
        inbox.hear(at(seconds - 1), DeskWord::Done("a".into(), DeskCall::Claim, Some(desk(0))));
        inbox.tick(at(seconds));
        assert_eq!(calls(&mut inbox).len(), expected, "at {seconds} s");
    }
}

#[test]
fn what_is_being_said_about_one_request_is_never_said_about_the_next() {
    for keys in ["h", "ntoo late", "c"] {
        let claimed = QueueLine { claimed_by: "bob".into(), ..line("a", "robot_1") };
        let mut inbox = inbox(&[claimed, line("b", "robot_2")]);
        press(&mut inbox, "1\n");
        press(&mut inbox, keys);
        calls(&mut inbox);
        let answered = DeskCall::Answer(Reply::Option(OptionId::new(1)), String::new());
        inbox.hear(at(2), DeskWord::Done("a".into(), answered, None));
        press(&mut inbox, "y\n");
        assert_eq!(calls(&mut inbox), [("b".into(), DeskCall::Show)], "{keys}");
    }
}

#[test]
fn nothing_is_sent_to_a_desk_that_has_fallen_silent() {
    let mut inbox = inbox(&[line("a", "robot_1")]);
    calls(&mut inbox);
    assert_eq!(inbox.note(at(4)), "");
    inbox.key(at(5), KeyCode::Char('1'));
    inbox.key(at(5), KeyCode::Enter);
    assert_eq!(calls(&mut inbox), []);
    assert!(inbox.note(at(5)).contains("no word from the help desk for 4 s"), "{}", inbox.note(at(5)));
}

#[test]
fn only_new_requests_that_nobody_claimed_ring_and_a_filter_shows_one_robot_after_the_other() {
    let rings =
        |inbox: &mut Inbox| std::iter::from_fn(|| inbox.poll()).filter(|action| *action == Action::Ring).count();
    let mut inbox = inbox(&[line("a", "robot_1")]);
    assert_eq!(rings(&mut inbox), 1);
    let claimed = QueueLine { claimed_by: "bob".into(), ..line("b", "robot_2") };
    inbox.hear(at(2), DeskWord::Queue(desk(2), vec![line("a", "robot_1"), claimed.clone()]));
    assert_eq!(rings(&mut inbox), 0);
    inbox.hear(at(2), DeskWord::Queue(desk(2), vec![line("a", "robot_1"), claimed, line("c", "robot_2")]));
    assert_eq!(rings(&mut inbox), 1);
    let shown = |inbox: &Inbox| inbox.lines().map(|line| line.id.clone()).collect::<String>();
    for expected in ["a", "bc", "abc"] {
        press(&mut inbox, "f");
        assert_eq!(shown(&inbox), expected);
    }
}
