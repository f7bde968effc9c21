//! Laws of seals: a seal passes only for exactly these words, signer, time, fleet and context.

use std::time::Duration;

use proptest::prelude::*;
use surefleet_fleet::{RobotId, Stamp};
use surefleet_identity::{Freshness, IdentityError, Participant, PublicKey, Roster, Seal, SecretKey, Signet, WINDOW};

fn fleet() -> SecretKey {
    SecretKey::from_seed(&[1; 32])
}

fn planner() -> Participant {
    Participant::planner(&RobotId::new("robot_1").expect("a name"))
}

fn robot_key() -> SecretKey {
    SecretKey::from_seed(&[2; 32])
}

fn roster() -> Roster {
    let ada = Participant::operator("ada").expect("a name");
    Roster::new([(planner(), robot_key().public()), (ada, SecretKey::from_seed(&[3; 32]).public())]).signed(&fleet())
}

fn sealed(words: &[String], context: &[u8]) -> Seal {
    let signet = Signet::new(planner(), robot_key(), fleet().public());
    signet.seal(Stamp::from_nanos(5_000_000_000), "a/msg/B", context, words).expect("strings can be sealed")
}

#[test]
fn seal_names_its_signer_and_every_change_breaks_it() {
    let said = ["left".to_owned(), "right".to_owned()];
    let seal = sealed(&said, b"asked");
    let roster = roster();
    let verify = |seal: &Seal, kind: &str, context: &[u8], said: &[&str]| roster.verify(seal, kind, context, said);
    assert_eq!(verify(&seal, "a/msg/B", b"asked", &["left", "right"]), Ok(planner()));
    let forged = Err(IdentityError::Forged(planner()));
    assert_eq!(verify(&seal, "a/msg/B", b"asked", &["leftright", ""]), forged);
    assert_eq!(verify(&seal, "a/msg/C", b"asked", &["left", "right"]), forged);
    assert_eq!(verify(&seal, "a/msg/B", b"", &["left", "right"]), forged);
    let later = Seal { stamp: seal.stamp + Duration::from_nanos(1), ..seal.clone() };
    assert_eq!(verify(&later, "a/msg/B", b"asked", &["left", "right"]), forged);
    let other = Seal { signer: "operator/ada".into(), ..seal.clone() };
    let ada = Participant::operator("ada").expect("a name");
    assert_eq!(verify(&other, "a/msg/B", b"asked", &["left", "right"]), Err(IdentityError::Forged(ada)));
    let unknown = Seal { signer: "planner/robot_2".into(), ..seal.clone() };
    assert!(matches!(verify(&unknown, "a/msg/B", b"asked", &["left", "right"]), Err(IdentityError::Unknown(_))));
    let none = Seal { signature: Vec::new(), ..seal.clone() };
    assert_eq!(verify(&none, "a/msg/B", b"asked", &["left", "right"]), Err(IdentityError::Unsealed));
    // The same key in another fleet proves nothing in this one.
    let elsewhere = Roster::new([(planner(), robot_key().public())]).signed(&SecretKey::from_seed(&[9; 32]));
    assert_eq!(elsewhere.verify(&seal, "a/msg/B", b"asked", ["left", "right"].as_slice()), forged);
}

#[test]
fn roster_reads_what_it_wrote_and_nothing_that_was_altered() {
    let text = roster().to_text();
    assert_eq!(Roster::parse(&text, fleet().public()), Ok(roster()));
    assert_eq!(Roster::parse(&text, robot_key().public()), Err(IdentityError::ForgedRoster));
    let without_ada: String =
        text.lines().filter(|line| !line.contains("ada")).map(|line| format!("{line}\n")).collect();
    assert_eq!(Roster::parse(&without_ada, fleet().public()), Err(IdentityError::ForgedRoster));
    let renamed = text.replace("operator/ada", "operator/eve");
    assert_eq!(Roster::parse(&renamed, fleet().public()), Err(IdentityError::ForgedRoster));
    let more = format!("{text}operator/eve {}\n", robot_key().public());
    assert_eq!(Roster::parse(&more, fleet().public()), Err(IdentityError::ForgedRoster));
    assert!(matches!(Roster::parse("surefleet roster 1\n", fleet().public()), Err(IdentityError::Roster { .. })));
}

#[test]
fn passphrase_gives_the_same_key_to_one_person_of_one_fleet_only() {
    let fleet = fleet().public();
    let key = |passphrase, name, fleet: PublicKey| SecretKey::of_passphrase(passphrase, name, fleet).public();
    let ada = key("three random words", "ada", fleet);
    assert_eq!(ada, key("three random words", "ada", fleet));
    assert_ne!(ada, key("three random words", "bob", fleet));
    assert_ne!(ada, key("three random word", "ada", fleet));
    assert_ne!(ada, key("three random words", "ada", robot_key().public()));
}

#[test]
fn participants_are_read_as_they_are_written_and_nothing_else_is_one() {
    for text in ["safety_monitor", "help_desk", "world", "planner/robot_1", "operator/ada", "client/dispatcher-2"] {
        assert_eq!(text.parse::<Participant>().map(|who| who.to_string()), Ok(text.to_owned()));
    }
    for text in [
        "",
        "operator",
        "operator/",
        "operator/a b",
        "operator/../x",
        "help_desk/x",
        "planner/Robot 1",
        "king",
        "operator/.x",
    ] {
        assert!(text.parse::<Participant>().is_err(), "{text}");
    }
}

#[test]
fn what_was_heard_before_is_refused_for_as_long_as_it_is_fresh_and_later_it_is_stale() {
    let mut freshness = Freshness::default();
    let at = Stamp::from_nanos(5_000_000_000);
    let seal = sealed(&["go".to_owned()], b"");
    assert_eq!(freshness.admit(at, &planner(), &seal), Ok(()));
    assert_eq!(freshness.admit(at + WINDOW, &planner(), &seal), Err(IdentityError::Replayed(planner())));
    let late = at + WINDOW + Duration::from_nanos(1);
    assert!(matches!(freshness.admit(late, &planner(), &seal), Err(IdentityError::Stale { is_ahead: false, .. })));
}

proptest! {
    #[test]
    fn no_message_passes_twice_on_a_clock_that_is_set_back_by_a_window_at_most(
        steps in prop::collection::vec((-20_i64..20, 0_usize..6), 1..80),
    ) {
        // Six messages, each sealed when it is first heard, arrive again and again while the clock jumps.
        let mut freshness = Freshness::default();
        let window = WINDOW.as_secs() as i64;
        let (mut now, mut newest) = (1_000_i64, 1_000_i64);
        let mut seals: [Option<Seal>; 6] = Default::default();
        let mut passed = [0; 6];
        for (jump, message) in steps {
            now = (now + jump).max(newest - window);
            newest = newest.max(now);
            let stamp = Stamp::from_nanos(now as u64 * 1_000_000_000);
            let seal = seals[message].get_or_insert_with(|| Seal {
                signer: planner().to_string(),
                stamp,
                signature: vec![message as u8; 64],
            });
            passed[message] += u32::from(freshness.admit(stamp, &planner(), seal).is_ok());
            prop_assert_eq!(passed[message], 1);
        }
    }
}

proptest! {
    #[test]
    fn no_roster_but_the_signed_one_is_read_whatever_is_done_to_it(place in 0_usize..400, byte in any::<u8>(), cut in any::<bool>()) {
        let text = roster().to_text();
        let mut bytes = text.clone().into_bytes();
        let place = place % bytes.len();
        if cut {
            bytes.truncate(place);
        } else {
            bytes[place] = byte;
        }
        let changed = String::from_utf8_lossy(&bytes).into_owned();
        let read = Roster::parse(&changed, fleet().public());
        // A last line without its line feed is the same line.
        prop_assert_eq!(read.is_ok(), changed.trim_end_matches('\n') == text.trim_end_matches('\n'), "{}", changed);
    }

    #[test]
    fn nothing_that_is_no_roster_or_participant_ends_the_program(text in "\\PC{0,200}") {
        prop_assert!(Roster::parse(&text, fleet().public()).is_err());
        prop_assert!(SecretKey::parse(&text).is_err() && PublicKey::parse(&text).is_err());
        if let Ok(who) = text.parse::<Participant>() {
            prop_assert_eq!(who.to_string(), text);
        }
    }
}
