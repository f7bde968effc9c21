//! Laws of every turn, for any inputs in any order.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use proptest::prelude::*;
use surefleet_conformal::{Bound, Certainty, Sha256, Threshold};
use surefleet_fleet::{Attempt, Decision, Turn};
use surefleet_language::Scores;
use surefleet_planner::{
    Choice, Conclusion, Coverage, DecisionRecord, Evidence, Input, Output, Permit, PersonAnswer, Round, Source, Ticket,
    Verdicts, conclude, coverage, replay,
};

use crate::{calibrated::at_threshold, house::first_turn, table::Table};

const OPTIONS: usize = 5;

/// Evidence before it is put together, for an oracle that does not use the crate's types.
#[derive(Debug, Clone)]
struct Raw {
    bound: Bound,
    scores: Option<Vec<f64>>,
    threshold: Option<f64>,
    reorders_left: u32,
    refused: Vec<bool>,
    audited: bool,
    part: Option<u16>,
    idle: u16,
    answers: Vec<(Round, Choice)>,
}

impl Raw {
    fn evidence(&self) -> Evidence {
        let permit = match self.threshold {
            Some(t) => Permit::On {
                calibration: Sha256::of("file"),
                bound: self.bound,
                alpha: "1/10".parse().expect("a fraction"),
                certainty: Certainty::Any,
                most_unexplained: None,
                threshold: if t == f64::NEG_INFINITY { Threshold::Infinite } else { Threshold::Finite(t) },
                reorders_left: self.reorders_left,
            },
            None => Permit::Off { reason: "no file".into() },
        };
        let verdicts = self.refused.iter().map(|refused| if *refused { Err("no".into()) } else { Ok(()) }).collect();
        let scores = self.scores.clone().ok_or_else(|| "broken".to_owned());
        let evidence = Evidence::new(Decision::new(self.idle), permit, scores, None, verdicts).expect("idle is of S");
        let mut evidence = evidence.with_audit(self.audited).with_part(self.part.map(Decision::new));
        for (round, choice) in &self.answers {
            let text = String::new();
            let operator = "ada".to_owned();
            let request_id = "1".to_owned();
            evidence.push(PersonAnswer { round: *round, choice: choice.clone(), text, operator, request_id });
        }
        evidence
    }

    /// The decision, computed independently: its source and the action.
    fn decision(&self) -> Option<(u16, Source)> {
        let all: Vec<u16> = (0..OPTIONS as u16).collect();
        let allowed = |option: &u16| !self.refused[*option as usize];
        let mut offered = all.clone();
        let mut whole = true;
        if let (Some(scores), Some(t)) = (&self.scores, self.threshold) {
            let set: Vec<u16> = all.iter().copied().filter(|option| scores[*option as usize] >= t).collect();
            let good: Vec<u16> = set.iter().copied().filter(allowed).collect();
            let departs = |lone: u16| lone != self.idle && self.part.is_some_and(|part| part != lone);
            if good.len() == 1 && !self.audited && !departs(good[0]) {
                let takes_part = self.part == Some(good[0]);
                return Some((good[0], if takes_part { Source::TeamStep } else { Source::Singleton }));
            }
            if good.len() > 1 {
                if self.reorders_left > 0 {
                    return None;
                }
                if set.len() < OPTIONS {
                    (offered, whole) = (set, false);
                }
            }
        }
        let stay = allowed(&self.idle).then_some((self.idle, Source::SafeDefault));
        for (round, choice) in &self.answers {
            if *choice == Choice::Halt {
                return None;
            }
            if (*round == Round::All) != whole {
                continue;
            }
            match choice {
                Choice::Option(decision) if offered.contains(&decision.get()) && allowed(&decision.get()) => {
                    return Some((decision.get(), Source::Human));
                }
                Choice::Expired => return stay,
                _ if whole => return stay,
                _ => (offered, whole) = (all.clone(), true),
            }
        }
        None
    }
}

prop_compose! {
    fn raw()(
        scores in prop::option::weighted(0.9, prop::collection::vec(prop_oneof![-4_i32..0, Just(i32::MIN)], OPTIONS)),
        threshold in prop::option::weighted(0.9, prop_oneof![-4_i32..1, Just(i32::MIN)]),
        reorders_left in prop_oneof![3 => Just(0), 1 => 1_u32..3],
        refused in prop::collection::vec(prop::bool::weighted(0.3), OPTIONS),
        audited in prop::bool::weighted(0.3),
        part in prop::option::weighted(0.5, 0..OPTIONS as u16),
        idle in 0..OPTIONS as u16,
        answers in prop::collection::vec((any::<bool>(), choice()), 0..4),
    ) -> Raw {
        // Few values, so that ties with one another and with the threshold are common.
        let score = |number: i32| if number == i32::MIN { f64::NEG_INFINITY } else { f64::from(number) / 4.0 };
        let round = |all| if all { Round::All } else { Round::Set };
        Raw {
            bound: Bound::Coverage,
            scores: scores.map(|scores| scores.into_iter().map(score).collect()),
            threshold: threshold.map(score),
            reorders_left,
            refused,
            audited,
            part,
            idle,
            answers: answers.into_iter().map(|(all, choice)| (round(all), choice)).collect(),
        }
    }
}

fn choice() -> impl Strategy<Value = Choice> {
    prop_oneof![
        4 => (0..OPTIONS as u16 + 1).prop_map(|option| Choice::Option(Decision::new(option))),
        3 => Just(Choice::NoneOfThese),
        1 => Just(Choice::Halt),
        1 => Just(Choice::Expired),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn a_decision_is_made_as_an_independent_reading_of_the_rules_makes_it(raw in raw()) {
        let evidence = raw.evidence();
        let concluded = match conclude(&evidence) {
            Conclusion::Decide { decision, source } => Some((decision.get(), source)),
            _ => None,
        };
        prop_assert_eq!(concluded, raw.decision());
        if let Some((decision, _)) = concluded {
            prop_assert!(!raw.refused[decision as usize], "what the monitor refused is never decided");
        }
    }

    #[test]
    fn an_audit_only_ever_turns_a_lone_decision_into_one_question(raw in raw()) {
        let plain = Raw { audited: false, ..raw.clone() }.evidence();
        let audited = Raw { audited: true, ..raw.clone() }.evidence();
        match conclude(&plain) {
            Conclusion::Decide { source: Source::Singleton | Source::TeamStep, .. } => {
                let first = Raw { audited: true, answers: vec![], ..raw }.evidence();
                prop_assert_eq!(conclude(&first), Conclusion::Ask(Round::All));
                prop_assert_eq!(coverage(&plain), Coverage::Unseen, "nobody looked");
                let alone = matches!(conclude(&audited), Conclusion::Decide { source: Source::Singleton | Source::TeamStep, .. });
                prop_assert!(!alone, "an audited mission decides nothing alone");
            }
            concluded => prop_assert_eq!(conclude(&audited), concluded),
        }
    }

    #[test]
    fn a_team_step_only_ever_makes_a_robot_with_the_same_scores_ask_more(raw in raw()) {
        let free = conclude(&Raw { part: None, ..raw.clone() }.evidence());
        let answers = raw.answers.clone();
        match (conclude(&raw.evidence()), &free) {
            (Conclusion::Decide { decision, source: Source::TeamStep }, Conclusion::Decide { decision: alone, source: Source::Singleton }) => {
                prop_assert_eq!(decision, *alone);
                prop_assert_eq!(Some(decision.get()), raw.part);
            }
            (concluded, free) if concluded == *free => {}
            (concluded, Conclusion::Decide { decision, source: Source::Singleton }) => {
                let first = conclude(&Raw { answers: vec![], ..raw.clone() }.evidence());
                prop_assert_eq!(first, Conclusion::Ask(Round::All));
                prop_assert!(decision.get() != raw.idle && raw.part.is_some(), "{:?}, {:?}", concluded, answers);
            }
            (concluded, free) => prop_assert!(false, "{:?} without the team step, {:?} with it", free, concluded),
        }
    }

    #[test]
    fn a_bound_changes_no_decision_and_forgives_only_sets_about_which_a_robot_asks(raw in raw()) {
        let members = raw.scores.iter().flatten().zip(&raw.refused);
        let allowed = members.filter(|(score, refused)| raw.threshold.is_some_and(|t| **score >= t) && !**refused).count();
        let [of_coverage, of_wrong_unasked] =
            [Bound::Coverage, Bound::WrongUnasked].map(|bound| Raw { bound, ..raw.clone() }.evidence());
        prop_assert_eq!(conclude(&of_coverage), conclude(&of_wrong_unasked));
        match (coverage(&of_coverage), coverage(&of_wrong_unasked)) {
            (Coverage::Missed, Coverage::Covered) => prop_assert!(allowed > 1),
            (Coverage::Missed, found) => prop_assert!(found == Coverage::Missed && allowed < 2),
            (found, other) => prop_assert_eq!(found, other),
        }
    }

    #[test]
    fn evidence_survives_json_and_concludes_the_same(raw in raw(), unasked in any::<bool>()) {
        let bound = if unasked { Bound::WrongUnasked } else { Bound::Coverage };
        let evidence = Raw { bound, ..raw }.evidence();
        let json = serde_json::to_string(&evidence).expect("evidence is JSON");
        let read: Evidence = serde_json::from_str(&json).expect("just written");
        prop_assert_eq!(&read, &evidence);
        prop_assert_eq!(conclude(&read), conclude(&evidence));
    }
}

/// The next event for a planner.
#[derive(Debug, Clone)]
enum Event {
    Hold(u32),
    Withdraw(u32),
    Scores { late: bool, likely: Vec<usize>, broken: bool },
    Verdicts { late: bool, refused: Vec<usize>, unable: bool, audited: bool },
    Desk(bool),
    Answer(Choice),
    Wait(u64),
}

fn event() -> impl Strategy<Value = Event> {
    let some = || prop::collection::vec(0..37_usize, 0..4);
    let pick = (0..38_u16).prop_map(|option| Choice::Option(Decision::new(option)));
    prop_oneof![
        4 => (0..4_u32).prop_map(Event::Hold),
        1 => (0..4_u32).prop_map(Event::Withdraw),
        5 => (prop::bool::weighted(0.2), some(), prop::bool::weighted(0.1))
            .prop_map(|(late, likely, broken)| Event::Scores { late, likely, broken }),
        5 => (prop::bool::weighted(0.2), some(), prop::bool::weighted(0.2), prop::bool::weighted(0.3))
            .prop_map(|(late, refused, unable, audited)| Event::Verdicts { late, refused, unable, audited }),
        1 => any::<bool>().prop_map(Event::Desk),
        3 => prop_oneof![3 => pick, 2 => Just(Choice::NoneOfThese), 1 => Just(Choice::Expired), 1 => Just(Choice::Halt)]
            .prop_map(Event::Answer),
        2 => (0..20_000_u64).prop_map(Event::Wait),
    ]
}

/// Plays one event; replies go to the newest request, late ones to the one before.
fn play(table: &mut Table, first: &Turn, event: Event) {
    let stale = |ticket: Ticket, late: bool| if late { Ticket(ticket.0.saturating_sub(2)) } else { ticket };
    let has_asked = table.said.iter().any(|said| matches!(said, Output::Score { .. }));
    let fate = match event {
        Event::Hold(attempt) => table.tell(Input::Hold(Arc::new(Turn { attempt: Attempt(attempt), ..first.clone() }))),
        Event::Withdraw(attempt) => {
            let mission = first.mission();
            let step = first.step;
            table.tell(Input::Withdraw { mission, step, attempt: Attempt(attempt) })
        }
        Event::Scores { late, likely, broken } if has_asked => {
            let mut log_probabilities = vec![-9.0; 37];
            likely.iter().for_each(|option| log_probabilities[*option] = -0.5);
            let scores = Scores {
                log_probabilities,
                usage: Default::default(),
                understanding: None,
                meanings: Default::default(),
                team_step: None,
            };
            let result = if broken { Err("broken".to_owned()) } else { Ok(scores) };
            let ticket = stale(table.tickets().0, late);
            table.tell(Input::Scores { ticket, result })
        }
        Event::Verdicts { late, refused, unable, audited } if has_asked => {
            let mut candidates = vec![Ok(()); 37];
            refused.iter().for_each(|option| candidates[*option] = Err("unsafe".to_owned()));
            let result = if unable { Err("blind".to_owned()) } else { Ok(Verdicts { candidates, audited }) };
            let ticket = stale(table.tickets().1, late);
            table.tell(Input::Verdicts { ticket, result })
        }
        Event::Desk(accepted) if !table.asked().is_empty() => {
            let accepted = if accepted { Ok(()) } else { Err("full".to_owned()) };
            let key = table.question().key;
            table.tell(Input::Help { key, accepted })
        }
        Event::Answer(choice) if !table.asked().is_empty() => {
            table.answer(&table.question().key, choice);
            Ok(())
        }
        Event::Wait(millis) => {
            table.wait(Duration::from_millis(millis));
            Ok(())
        }
        _ => Ok(()),
    };
    fate.expect("all turns of these schedules are good");
}

fn records(table: &Table) -> Vec<&DecisionRecord> {
    let decided = table.said.iter().filter_map(|said| match said {
        Output::Decided { record, .. } => Some(&**record),
        _ => None,
    });
    decided.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_schedule_makes_a_robot_guess_or_decide_twice(events in prop::collection::vec(event(), 1..60)) {
        let mut table = Table::new(at_threshold(-1.0, 1));
        let first = first_turn(&table.world, 3, 9);
        let mut ended = BTreeSet::new();
        let mut heard = 0;
        let mut newest = None;
        let mut open = None;
        for event in events {
            let picks = matches!(event, Event::Answer(Choice::Option(_)));
            match event {
                Event::Hold(attempt) if newest < Some(attempt) => (newest, open) = (Some(attempt), Some(attempt)),
                Event::Withdraw(attempt) => open = open.filter(|held| *held != attempt),
                _ => {}
            }
            play(&mut table, &first, event);
            for said in &table.said[heard..] {
                let end = match said {
                    Output::Decided { key, .. } => key,
                    Output::Reorder { turn, .. } | Output::Stop { turn, .. } => turn,
                    _ => continue,
                };
                prop_assert!(ended.insert(end.clone()), "{end:?} ended twice");
                open = None;
                if let Output::Decided { record, .. } = said {
                    prop_assert!(record.evidence.allows(record.decision), "refused, and yet decided");
                    let allowed = record.set.iter().flatten().filter(|member| record.evidence.allows(**member)).count();
                    match record.source {
                        Source::Singleton | Source::TeamStep => prop_assert!(allowed == 1 && !record.evidence.is_audited()),
                        Source::Human => prop_assert!(picks),
                        Source::SafeDefault => prop_assert_eq!(record.decision, table.option("idle")),
                    }
                }
            }
            heard = table.said.len();
            prop_assert!(table.planner.next_deadline().is_none_or(|due| due > table.now), "woken without end");
            prop_assert_eq!(table.planner.next_deadline().is_some(), open.is_some(),
                "a turn is held, and nothing is waited for");
        }
        for record in records(&table) {
            prop_assert_eq!(replay(record), Ok(()));
            let read = DecisionRecord::from_json(&record.to_json(), 1).expect("just written");
            prop_assert_eq!(&read, record);
        }
    }

    #[test]
    fn tampering_that_changes_the_outcome_is_found(
        likely in prop::collection::vec(0..37_usize, 1..3),
        what in 0..4,
        place in 0..37_usize,
    ) {
        let mut table = Table::new(at_threshold(-1.0, 0));
        let turn = first_turn(&table.world, 3, 9);
        table.hold(&turn);
        let mut scores = vec![-9.0; 37];
        likely.iter().for_each(|option| scores[*option] = -0.5);
        table.score(scores);
        table.judge(table.refusing(&[]));
        if let Output::AskHelp(_) = table.last() {
            table.answer(&table.question().key, Choice::Option(Decision::new(likely[0] as u16)));
        }
        let record = table.decided().clone();
        let mut json = serde_json::to_value(&record).expect("a record is JSON");
        let is_member = likely.contains(&place);
        let (changed, is_found) = match what {
            0 => (json["evidence"]["scores"]["given"][place] = "-0x1p-1".into(), !is_member),
            1 => (json["evidence"]["scores"]["given"][place] = "-0x1p+5".into(), is_member),
            2 => (json["evidence"]["refused"][place] = "no".into(), place == record.decision.index()),
            _ => (json["decision"] = place.into(), place != record.decision.index()),
        };
        let () = changed;
        let tampered = DecisionRecord::from_json(&json.to_string(), 1).expect("still a record");
        // Refusing a member that was not chosen turns an answer into a singleton, or leaves the choice as it was.
        let is_found = is_found || (what == 2 && is_member && record.source == Source::Human);
        prop_assert_eq!(replay(&tampered).is_err(), is_found, "{:?}", replay(&tampered));
    }
}
