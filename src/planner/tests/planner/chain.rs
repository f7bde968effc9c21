//! The records of a robot are one chain: every later change breaks it, and the test names the break.

use surefleet_fleet::{Decision, StepIndex};
use surefleet_planner::{ChainBreak, Chains, DecisionRecord, Head, Link};

use crate::{
    calibrated::at_threshold,
    house::{first_turn, robot},
    table::Table,
};

/// Stands for a signature: only a robot that knows the word can make it.
fn seal(record: &DecisionRecord) -> String {
    word(&Head::of(record))
}

fn word(head: &Head) -> String {
    format!("{} by {}, who knows the word", head.digest, head.robot)
}

fn sealed(head: &Head) -> Result<(), String> {
    if head.seal.as_deref() == Some(&word(head)) { Ok(()) } else { Err("it is not sealed".to_owned()) }
}

fn made_here() -> DecisionRecord {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = first_turn(&table.world, 3, 9);
    table.play(&turn, &[("go_to(fridge)", -0.1)], &[]);
    table.decided().clone()
}

fn chain(name: &str, count: u32) -> Vec<DecisionRecord> {
    let mut record = made_here();
    let mut link = Link::first();
    record.key.robot = robot(name);
    let next = |step: u32| {
        record.key.step = StepIndex::new(step).expect("from 1");
        record.link = link;
        record.seal = None;
        record.seal = Some(seal(&record));
        link = Link::after(&record);
        record.clone()
    };
    (1..=count).map(next).collect()
}

/// The breaks, each with its place from 0.
fn breaks<'a>(records: impl IntoIterator<Item = &'a DecisionRecord>) -> Vec<(usize, &'static str, String)> {
    let mut chains = Chains::default();
    let followed = records.into_iter().enumerate().map(|(place, record)| (place, chains.follow(record, sealed)));
    let broken = followed.filter_map(|(place, result)| result.err().map(|it| (place, it.field(), it.to_string())));
    broken.collect()
}

#[test]
fn each_decision_of_a_planner_follows_on_the_one_before_and_a_new_life_goes_on() {
    let mut table = Table::new(at_threshold(-1.0, 0));
    let turn = first_turn(&table.world, 3, 9);
    table.play(&turn, &[("go_to(fridge)", -0.1)], &[]);
    let first = table.decided().clone();
    assert_eq!((first.link, first.team_size), (Link::first(), 3));
    let again = surefleet_fleet::Turn { attempt: turn.attempt.next(), ..turn };
    table.play(&again, &[("go_to(fridge)", -0.1)], &[]);
    let second = table.decided().clone();
    assert_eq!(second.link, Link { number: 2, before: first.digest() });
    let mut chains = Chains::default();
    for record in [&first, &second] {
        chains.follow(record, |_| Ok(())).expect("one follows on the other");
    }
    assert_eq!(chains.newest(&robot("robot_1")), 2);
    assert_eq!(chains.newest(&robot("robot_2")), 0);
}

#[test]
fn chains_of_several_robots_may_stand_among_one_another() {
    let one = chain("robot_1", 3);
    let two = chain("robot_2", 3);
    assert_eq!(breaks([&one[0], &two[0], &two[1], &one[1], &one[2], &two[2]]), []);
}

#[test]
fn whatever_is_done_to_a_chain_is_named_once_with_its_field() {
    let good = chain("robot_1", 6);
    assert_eq!(breaks(&good), []);
    let changed = |change: &dyn Fn(&mut Vec<DecisionRecord>)| {
        let mut records = good.clone();
        change(&mut records);
        breaks(&records)
    };
    let told = |found: Vec<(usize, &'static str, String)>, place: usize, field: &str, words: &str| {
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].0, found[0].1), (place, field), "{found:?}");
        assert!(found[0].2.contains(words), "{found:?}");
    };
    told(changed(&|records| records[2].prompt_sha256 = records[2].link.before), 2, "seal", "changed after it was made");
    told(changed(&|records| records[5].seal = None), 5, "seal", "not sealed");
    told(changed(&|records| drop(records.remove(0))), 0, "link.number", "record 2 of robot_1 follows record 0");
    told(changed(&|records| drop(records.drain(2..4))), 2, "link.number", "2 records between them were taken out");
    let twice = |records: &mut Vec<DecisionRecord>| records.insert(4, records[1].clone());
    told(changed(&twice), 4, "link.number", "record 2 of robot_1 follows record 4");
    let forged = |records: &mut Vec<DecisionRecord>| {
        let record =
            DecisionRecord { decision: Decision::new(3), seal: Some("by me".to_owned()), ..records[2].clone() };
        records.insert(3, record);
    };
    told(changed(&forged), 3, "seal", "somebody else made it");
    // A thief of the key can seal another record in its place; the next record shows it.
    let exchanged = |records: &mut Vec<DecisionRecord>| {
        records[3].elapsed_ns += 1;
        records[3].seal = Some(seal(&records[3]));
    };
    told(changed(&exchanged), 4, "link.before", "one of the two was exchanged");
    let swapped = changed(&|records| records.swap(1, 2));
    assert_eq!(swapped.iter().map(|(place, ..)| *place).collect::<Vec<_>>(), [1, 2], "{swapped:?}");
}

#[test]
fn what_is_cut_off_at_the_end_is_known_only_to_whoever_heard_it() {
    let good = chain("robot_1", 6);
    assert_eq!(breaks(&good[..4]), [], "the chain itself tells nothing");
    let follow = |records: &[DecisionRecord], heard: &[DecisionRecord]| {
        let mut chains = Chains::default().heard(heard.iter().map(Head::of));
        let mut broken: Vec<ChainBreak> =
            records.iter().filter_map(|record| chains.follow(record, sealed).err()).collect();
        broken.extend(chains.cut_off());
        broken
    };
    assert_eq!(follow(&good, &good), []);
    // The last record was kept but not heard: its robot died.
    assert_eq!(follow(&good, &good[..5]), []);
    let cut = follow(&good[..4], &good[2..]);
    assert_eq!(cut, [ChainBreak::CutOff { robot: robot("robot_1"), newest: 4, heard: 6 }]);
    assert!(cut[0].to_string().contains("2 records cut off"), "{}", cut[0]);
    assert_eq!(follow(&[], &good).len(), 1);
    // A robot that seals its whole history again.
    let mut anew = chain("robot_1", 6);
    anew.iter_mut().for_each(|record| record.elapsed_ns += 1);
    let mut link = Link::first();
    for record in &mut anew {
        (record.link, record.seal) = (link, None);
        record.seal = Some(seal(record));
        link = Link::after(record);
    }
    assert_eq!(breaks(&anew), []);
    let found = follow(&anew, &good[3..4]);
    assert!(matches!(found[..], [ChainBreak::Heard { number: 4, .. }]), "{found:?}");
}

#[test]
fn seal_and_link_survive_json_and_the_digest_covers_all_but_the_seal() {
    let record = chain("robot_1", 2).remove(1);
    let read = DecisionRecord::from_json(&record.to_json(), 1).expect("just written");
    assert_eq!((&read, sealed(&Head::of(&read))), (&record, Ok(())));
    let other = DecisionRecord { seal: None, ..record.clone() };
    assert_eq!(other.digest(), record.digest());
    let json = serde_json::to_value(&other).expect("a record is JSON");
    let fields = json.as_object().expect("an object").keys().count();
    let digests: std::collections::BTreeSet<_> = [
        DecisionRecord { team_size: 4, ..other.clone() },
        DecisionRecord { elapsed_ns: 1, ..other.clone() },
        DecisionRecord { failures: vec!["x".into()], ..other.clone() },
        DecisionRecord { text: "x".into(), ..other.clone() },
        DecisionRecord { link: Link::first(), ..other.clone() },
        other,
    ]
    .iter()
    .map(|record| record.digest().to_string())
    .collect();
    assert_eq!((digests.len(), fields > 15), (6, true));
}
