//! Approvals that are forged, altered, late or repeated by somebody else.

use std::time::Duration;

use proptest::{collection::vec, prelude::*, sample::Index};
use surefleet_fleet::{Attempt, Decided, Decision, JointStep, MissionId, RobotId, Stamp, StepIndex};
use surefleet_safety::{
    Admitted, Approval, ApprovalError, ApprovalGuard, ApprovalKey, FleetKey, LONGEST_VALIDITY, Nonce, SignedApproval,
    UsedStep,
};

const NOW: Stamp = Stamp::from_nanos(1_700_000_000_250_000_000);
const VALIDITY: Duration = Duration::from_secs(5);

fn seed() -> [u8; 32] {
    std::array::from_fn(|place| place as u8)
}

fn key() -> FleetKey {
    FleetKey::from_seed(&seed())
}

fn guard() -> ApprovalGuard {
    ApprovalGuard::new(key().public(), [])
}

fn mission(number: u8) -> MissionId {
    MissionId::new([number; 16])
}

fn step(number: u32) -> StepIndex {
    StepIndex::new(number).expect("tests count from 1")
}

fn joint(number: u32) -> JointStep {
    let attempt = Attempt(4);
    let robot = |name| RobotId::new(name).expect("a robot's name");
    let decided = vec![
        Decided { robot: robot("robot_1"), decision: Some(Decision::new(7)), attempt },
        Decided { robot: robot("robot_2"), decision: None, attempt: Attempt(2) },
    ];
    JointStep { mission: mission(1), step: step(number), attempt, decided }
}

fn approval(joint: JointStep, nonce: u8) -> Approval {
    Approval { joint, nonce: Nonce::new([nonce; 16]), expires: NOW + VALIDITY }
}

fn signed(number: u32, nonce: u8) -> SignedApproval {
    key().sign(approval(joint(number), nonce))
}

#[test]
fn what_the_fleet_key_signed_is_let_through_and_its_replay_is_not() {
    let mut guard = guard();
    assert_eq!(guard.admit(NOW, &signed(1, 1)), Ok(Admitted::New));
    let replayed = ApprovalError::Replayed { mission: mission(1), step: step(1) };
    assert_eq!(guard.admit(NOW, &signed(1, 1)), Err(replayed));
}

#[test]
fn step_that_the_monitor_says_again_is_the_same_step() {
    let mut guard = guard();
    assert_eq!(guard.admit(NOW, &signed(1, 1)), Ok(Admitted::New));
    assert_eq!(guard.admit(NOW, &signed(1, 2)), Ok(Admitted::Again));
}

#[test]
fn approval_holds_until_it_expires_and_not_a_nanosecond_longer() {
    let last = NOW + (VALIDITY - Duration::from_nanos(1));
    assert_eq!(guard().admit(last, &signed(1, 1)), Ok(Admitted::New));
    let late = Duration::ZERO;
    let expired = ApprovalError::Expired { mission: mission(1), step: step(1), late };
    assert_eq!(guard().admit(NOW + VALIDITY, &signed(1, 1)), Err(expired));
}

#[test]
fn replay_is_refused_after_its_nonce_is_forgotten_because_it_has_expired() {
    let mut guard = guard();
    assert_eq!(guard.admit(NOW, &signed(1, 1)), Ok(Admitted::New));
    // Makes the guard forget nonces that have expired.
    let later = NOW + VALIDITY;
    let next = Approval { expires: later + VALIDITY, ..approval(joint(2), 2) };
    assert_eq!(guard.admit(later, &key().sign(next)), Ok(Admitted::New));
    assert!(matches!(guard.admit(later, &signed(1, 1)), Err(ApprovalError::Expired { .. })));
}

#[test]
fn approval_for_longer_than_any_monitor_gives_is_refused() {
    let mut guard = guard();
    let ahead = LONGEST_VALIDITY * 3;
    let far = key().sign(Approval { expires: NOW + ahead, ..approval(joint(1), 1) });
    let refused = Err(ApprovalError::TooFarAhead { mission: mission(1), step: step(1), ahead });
    assert_eq!(guard.admit(NOW, &far), refused);
}

#[test]
fn earlier_step_is_refused_once_a_later_one_was_approved() {
    let mut guard = guard();
    assert_eq!(guard.admit(NOW, &signed(3, 1)), Ok(Admitted::New));
    let superseded = ApprovalError::Superseded { mission: mission(1), step: step(2), later: step(3) };
    assert_eq!(guard.admit(NOW, &signed(2, 2)), Err(superseded));
    let other = JointStep { mission: mission(2), ..joint(2) };
    assert_eq!(
        guard.admit(NOW, &key().sign(approval(other, 3))),
        Ok(Admitted::New),
        "another mission's steps are its own"
    );
}

#[test]
fn second_joint_step_for_one_mission_and_step_is_refused_though_it_is_signed() {
    let mut guard = guard();
    assert_eq!(guard.admit(NOW, &signed(1, 1)), Ok(Admitted::New));
    let other = JointStep { attempt: Attempt(5), ..joint(1) };
    let contradicts = ApprovalError::Contradicts { mission: mission(1), step: step(1) };
    assert_eq!(guard.admit(NOW, &key().sign(approval(other, 2))), Err(contradicts));
}

#[test]
fn step_that_an_earlier_life_let_through_is_refused_and_the_next_one_is_not() {
    let used = [2, 1].map(|number| UsedStep { mission: mission(1), step: step(number) });
    let mut guard = ApprovalGuard::new(key().public(), used);
    let used_before = ApprovalError::UsedBefore { mission: mission(1), step: step(2) };
    assert_eq!(guard.admit(NOW, &signed(2, 1)), Err(used_before));
    assert!(matches!(guard.admit(NOW, &signed(1, 2)), Err(ApprovalError::Superseded { .. })));
    assert_eq!(guard.admit(NOW, &signed(3, 3)), Ok(Admitted::New));
}

#[test]
fn refused_forgery_neither_uses_up_its_step_nor_its_nonce() {
    let mut guard = guard();
    let stranger = FleetKey::from_seed(&[9; 32]);
    let forged = stranger.sign(approval(joint(1), 1));
    assert!(matches!(guard.admit(NOW, &forged), Err(ApprovalError::Forged { .. })));
    assert_eq!(guard.admit(NOW, &signed(1, 1)), Ok(Admitted::New));
}

#[test]
fn missing_or_short_signature_is_named() {
    let parse = |nonce: &[u8], signature: &[u8]| SignedApproval::parse(joint(1), nonce, NOW, signature);
    assert_eq!(parse(&[0; 16], &[]), Err(ApprovalError::Unsigned { mission: mission(1), step: step(1) }));
    let short = |field, found, expected| Err(ApprovalError::Length { field, found, expected });
    assert_eq!(parse(&[0; 16], &[0; 63]), short("signature", 63, 64));
    assert_eq!(parse(&[0; 17], &[0; 64]), short("nonce", 17, 16));
}

#[test]
fn keys_round_trip_as_text_and_one_is_not_taken_for_the_other() {
    let secret = key().to_text();
    let public = key().public().to_text();
    assert_eq!(FleetKey::parse(&secret).map(|key| key.to_text()), Ok(secret.clone()));
    assert_eq!(ApprovalKey::parse(&public), Ok(key().public()));
    let refusal = FleetKey::parse(&public).expect_err("a public key is no secret").to_string();
    assert!(refusal.contains("ed25519-secret") && refusal.contains("surefleet keygen"), "{refusal}");
    let refusal = ApprovalKey::parse(&secret).expect_err("a secret is no public key").to_string();
    assert!(refusal.contains("fleet.pub"), "{refusal}");
    assert!(!refusal.contains("000102"), "the secret itself is never told: {refusal}");
    // The neutral element of the curve, for which one signature fits every text.
    assert!(ApprovalKey::parse(&format!("ed25519-public 01{}", "00".repeat(31))).is_err());
    assert!(!format!("{:?}", key()).contains("000102"));
}

/// The example in docs/integration.md for readers in other languages; tests/ros checks it in Python.
#[test]
fn test_vector_of_the_documentation_is_what_this_code_makes() {
    let hex = |bytes: &[u8]| -> String { bytes.iter().map(|byte| format!("{byte:02x}")).collect() };
    let nonce = std::array::from_fn(|place| 0xf0 + place as u8);
    let approval = Approval { joint: joint(3), nonce: Nonce::new(nonce), expires: NOW + VALIDITY };
    let signed = key().sign(approval);
    let vector = serde_json::json!({
        "fleet.key": key().to_text().trim(),
        "fleet.pub": key().public().to_text().trim(),
        "mission_id": hex(mission(1).as_bytes()),
        "step": 3,
        "attempt": 4,
        "decided": [
            { "robot": "robot_1", "decision": 7, "attempt": 4 },
            { "robot": "robot_2", "decision": 65535, "attempt": 2 },
        ],
        "nonce": hex(&nonce),
        "expires": { "sec": 1_700_000_005, "nanosec": 250_000_000 },
        "signed_bytes": hex(&signed.approval.signed_bytes()),
        "signature": hex(&signed.signature),
    });
    let made = serde_json::to_string_pretty(&vector).expect("JSON");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/approval-vector.json");
    let documented = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(documented.trim(), made, "docs/approval-vector.json must read:\n{made}");
}

fn some_joint() -> impl Strategy<Value = JointStep> {
    let decided = ("[a-z][a-z0-9_]{0,9}", proptest::option::of(0..u16::MAX), 0..99_u32);
    let decided = decided.prop_map(|(robot, decision, attempt)| Decided {
        robot: RobotId::new(&robot).expect("a robot's name"),
        decision: decision.map(Decision::new),
        attempt: Attempt(attempt),
    });
    (any::<[u8; 16]>(), 1..u32::MAX, any::<u32>(), vec(decided, 0..6)).prop_map(
        |(mission, number, attempt, decided)| JointStep {
            mission: MissionId::new(mission),
            step: step(number),
            attempt: Attempt(attempt),
            decided,
        },
    )
}

fn some_approval() -> impl Strategy<Value = Approval> {
    (some_joint(), any::<[u8; 16]>(), 1..VALIDITY.as_nanos() as u64).prop_map(|(joint, nonce, left)| Approval {
        joint,
        nonce: Nonce::new(nonce),
        expires: NOW + Duration::from_nanos(left),
    })
}

/// Flips one bit of one signed field or of the signature; `None` if the result would not be a well-formed message.
fn flipped(signed: &SignedApproval, field: usize, place: Index, bit: u32) -> Option<SignedApproval> {
    let mut altered = signed.clone();
    let joint = &mut altered.approval.joint;
    let flip = |bytes: &[u8; 16]| {
        let mut bytes = *bytes;
        bytes[place.index(16)] ^= 1 << (bit % 8);
        bytes
    };
    match field {
        0 => joint.mission = MissionId::new(flip(joint.mission.as_bytes())),
        1 => joint.step = StepIndex::new(joint.step.get() ^ (1 << bit))?,
        2 => joint.attempt.0 ^= 1 << bit,
        3 => altered.approval.nonce = Nonce::new(flip(altered.approval.nonce.as_bytes())),
        4 => altered.approval.expires = Stamp::from_nanos(altered.approval.expires.as_nanos() ^ (1 << place.index(64))),
        5 => altered.signature[place.index(64)] ^= 1 << (bit % 8),
        _ if joint.decided.is_empty() => return None,
        _ => {
            let entry = place.index(joint.decided.len());
            let decided = &mut joint.decided[entry];
            match field {
                6 => decided.attempt.0 ^= 1 << bit,
                7 => {
                    let code = decided.decision.map_or(u16::MAX, Decision::get) ^ (1 << (bit % 16));
                    decided.decision = (code != u16::MAX).then(|| Decision::new(code));
                }
                8 => {
                    let mut name = decided.robot.as_str().as_bytes().to_vec();
                    let letter = bit as usize % name.len();
                    name[letter] ^= 1 << (bit % 7);
                    decided.robot = RobotId::new(std::str::from_utf8(&name).ok()?).ok()?;
                }
                9 => joint.decided.truncate(entry),
                _ => joint.decided.push(joint.decided[entry].clone()),
            }
        }
    }
    Some(altered)
}

proptest! {
    #[test]
    fn any_flipped_bit_is_refused_and_the_original_is_not(
        approval in some_approval(),
        field in 0..11_usize,
        place: Index,
        bit in 0..32_u32,
    ) {
        let signed = key().sign(approval);
        let mut guard = guard();
        if let Some(altered) = flipped(&signed, field, place, bit) {
            prop_assert_ne!(&altered, &signed);
            let forged = matches!(guard.admit(NOW, &altered), Err(ApprovalError::Forged { .. }));
            prop_assert!(forged, "field {field}: {altered:?}");
        }
        prop_assert_eq!(guard.admit(NOW, &signed), Ok(Admitted::New));
    }

    #[test]
    fn approval_by_another_key_is_refused(approval in some_approval(), other: [u8; 32]) {
        prop_assume!(other != seed());
        let forged = FleetKey::from_seed(&other).sign(approval);
        let refused = matches!(guard().admit(NOW, &forged), Err(ApprovalError::Forged { .. }));
        prop_assert!(refused);
    }

    #[test]
    fn different_approvals_have_different_bytes(one in some_approval(), two in some_approval()) {
        prop_assert_eq!(one == two, one.signed_bytes() == two.signed_bytes());
    }

    #[test]
    fn whatever_is_heard_in_whatever_order_no_step_is_new_twice_nor_after_a_later_one(
        heard in vec((1..3_u8, 1..5_u32, 0..2_u32, 0..6_u8, 0..8_u64), 0..40),
    ) {
        let mut guard = guard();
        let mut begun: Vec<(MissionId, StepIndex)> = Vec::new();
        for (number, step, attempt, nonce, second) in heard {
            let joint = JointStep { mission: mission(number), attempt: Attempt(attempt), ..joint(step) };
            let key_of_step = (joint.mission, joint.step);
            let signed = key().sign(approval(joint, nonce));
            let now = NOW + Duration::from_secs(second);
            if guard.admit(now, &signed) == Ok(Admitted::New) {
                prop_assert!(signed.approval.expires > now);
                prop_assert!(begun.iter().all(|earlier| earlier.0 != key_of_step.0 || earlier.1 < key_of_step.1));
                begun.push(key_of_step);
            }
        }
    }
}

#[test]
fn the_lots_of_missions_are_even_their_own_and_another_under_another_key() {
    let mission = |number: u32| {
        let mut bytes = [0; 16];
        bytes[..4].copy_from_slice(&number.to_le_bytes());
        MissionId::new(bytes)
    };
    let stranger = FleetKey::from_seed(&[9; 32]);
    let (lots, others): (Vec<f64>, Vec<f64>) =
        (0..2_000).map(|number| (key().lot(mission(number)), stranger.lot(mission(number)))).unzip();
    assert_eq!(lots[7], key().lot(mission(7)));
    assert!(lots.iter().zip(&others).all(|(ours, theirs)| ours != theirs && (0.0..1.0).contains(ours)));
    // Missions with neighbouring names: the count below each tenth is within 5 standard deviations of the expected one,
    // and one key's lots tell nothing of another's.
    for tenth in 1..10 {
        let bound = f64::from(tenth) / 10.0;
        let expected = 200.0 * f64::from(tenth);
        let spread = 5.0 * (expected * (1.0 - bound)).sqrt();
        let below = lots.iter().filter(|lot| **lot < bound).count() as f64;
        assert!((below - expected).abs() < spread, "{below} of 2000 lots are below {bound}");
    }
    let both = lots.iter().zip(&others).filter(|(ours, theirs)| **ours < 0.5 && **theirs < 0.5).count();
    assert!((400..600).contains(&both), "{both} of 2000");
}
