//! Records for tests, decided by the planner's own rule.

use std::{path::Path, sync::Arc};

use surefleet_conformal::{Bound, Certainty, Fraction, Sha256, Threshold};
use surefleet_fleet::{Attempt, Decision, DecisionKey, Digest, MissionId, RobotId, Stamp, StepIndex};
use surefleet_identity::{Participant, Roster, SecretKey, Signet};
use surefleet_language::{ScorerIdentity, Usage};
use surefleet_planner::{
    Choice, Conclusion, DecisionRecord, Evidence, Head, Link, Permit, PersonAnswer, RECORD_SCHEMA, Round, conclude,
    coverage,
};
use surefleet_site::{RecordSeals, seal_record};

/// The decision set S of these records; idle is the last.
pub const OPTIONS: [&str; 4] = ["go to the <fridge>", "grab apple 1", "open drawer 1", "remain idle"];

/// A decision at threshold p = 0.2; a person who is asked chooses `picked`.
pub fn record(step: u32, attempt: u32, robot: &str, probabilities: [f64; 4], picked: Option<u16>) -> DecisionRecord {
    decided(
        (step, attempt, robot),
        probabilities,
        picked,
        (Sha256::of("a calibration"), Threshold::Finite(0.2f64.ln())),
    )
}

/// A decision with a calibration file, at alpha 1/10.
pub fn decided(
    (step, attempt, robot): (u32, u32, &str),
    probabilities: [f64; 4],
    picked: Option<u16>,
    (calibration, threshold): (Sha256, Threshold),
) -> DecisionRecord {
    let permit = Permit::On {
        calibration,
        bound: Bound::Coverage,
        alpha: Fraction::new(1, 10).expect("in range"),
        certainty: Certainty::Any,
        most_unexplained: None,
        threshold,
        reorders_left: 0,
    };
    let refused = Err(format!("{robot} cannot open drawer 1: it is not at drawer 1"));
    let verdicts = vec![Ok(()), Ok(()), refused, Ok(())];
    let scores = Ok(probabilities.map(f64::ln).to_vec());
    let mut evidence = Evidence::new(Decision::new(3), permit, scores, None, verdicts).expect("idle has a verdict");
    let (decision, source) = loop {
        match conclude(&evidence) {
            Conclusion::Decide { decision, source } => break (decision, source),
            Conclusion::Ask(round) => evidence.push(answer(round, picked)),
            other => panic!("W = 0 and nobody halts: {other:?}"),
        }
    };
    let options: Arc<[Arc<str>]> = OPTIONS.iter().map(|text| Arc::from(*text)).collect();
    let set = evidence.set().map(|set| set.indices().map(|option| Decision::new(option as u16)).collect());
    DecisionRecord {
        schema: RECORD_SCHEMA,
        link: Link::first(),
        key: DecisionKey {
            mission: MissionId::new([7; 16]),
            step: StepIndex::new(step).expect("steps count from 1"),
            attempt: Attempt(attempt),
            robot: RobotId::new(robot).expect("a good name"),
        },
        team_size: 3,
        team_kinds: None,
        decided_at: Stamp::from_nanos(1_760_000_000_000_000_000 + u64::from(step) * 1_000_000_000),
        elapsed_ns: 5_000_000,
        turn_sha256: Digest::of([]),
        prompt_sha256: Digest::of([]),
        template_sha256: Digest::of([]),
        domain_sha256: Digest::of([]),
        text: options[decision.index()].clone(),
        options,
        scorer: scorer(),
        usage: Usage::default(),
        meanings: Vec::new(),
        failures: Vec::new(),
        team_step: None,
        set,
        coverage: coverage(&evidence),
        evidence,
        decision,
        source,
        seal: None,
    }
}

/// Chains these records of one robot, and seals them.
pub fn chained(records: impl IntoIterator<Item = DecisionRecord>) -> Vec<DecisionRecord> {
    let mut link = Link::first();
    let place = |mut record: DecisionRecord| {
        record.link = link;
        link = Link::after(&record);
        seal(record)
    };
    records.into_iter().map(place).collect()
}

/// Seals a record with its robot's key.
pub fn seal(record: DecisionRecord) -> DecisionRecord {
    let planner = Participant::planner(&record.key.robot);
    let signet = Signet::new(planner, key_of(&record.key.robot), roster().fleet());
    let seal = seal_record(&signet, &Head::of(&record)).expect("a hash can be sealed");
    DecisionRecord { seal: Some(seal), ..record }
}

/// Checks whether a robot sealed it.
pub fn sealed(head: &Head) -> Result<(), String> {
    RecordSeals::of(roster()).check(head).map_err(|error| error.to_string())
}

/// Writes the fleet's public keys into a folder.
pub fn write_keys(folder: &Path) {
    std::fs::create_dir_all(folder).expect("a writable folder");
    std::fs::write(folder.join("fleet.pub"), roster().fleet().to_text()).expect("a writable folder");
    std::fs::write(folder.join("fleet.roster"), roster().to_text()).expect("a writable folder");
}

fn roster() -> Roster {
    let robots = ["robot_1", "robot_2", "robot_3"].map(|name| RobotId::new(name).expect("a good name"));
    let members = robots.map(|robot| (Participant::planner(&robot), key_of(&robot).public()));
    Roster::new(members).signed(&SecretKey::from_seed(&[1; 32]))
}

fn key_of(robot: &RobotId) -> SecretKey {
    SecretKey::from_seed(Digest::of([robot.as_str().as_bytes()]).as_bytes())
}

fn answer(round: Round, picked: Option<u16>) -> PersonAnswer {
    let choice = picked.map_or(Choice::Expired, |option| Choice::Option(Decision::new(option)));
    let operator = if picked.is_some() { "operator <one>" } else { "" };
    PersonAnswer { round, choice, text: String::new(), operator: operator.into(), request_id: "1".into() }
}

fn scorer() -> ScorerIdentity {
    ScorerIdentity {
        kind: "simulated".into(),
        id: "simulated(quality=4, seed=1)".into(),
        weights: Digest::of([]),
        tokenizer: Digest::of([]),
        quantisation: "none".into(),
        backend: "surefleet-simulator".into(),
        backend_version: "0".into(),
        dtype: "f64".into(),
        batch_mode: "one call".into(),
        score_definition: "log-softmax".into(),
        temperature: 1.0,
        normalisation: "over S".into(),
        option_labels: "none".into(),
    }
}
