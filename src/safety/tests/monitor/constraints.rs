//! Constraints over time: proposed, confirmed, enforced, broken, retired, and kept over restarts.

use surefleet_fleet::{Brief, Facts, MissionId, Outcome, StepIndex};
use surefleet_ltl::Verdict;
use surefleet_safety::{
    CheckError, CheckRequest, ConfirmationError, ConstraintId, DecisionRefusal, GateClosed, Inactive, Input, Monitor,
    MonitorEntry, Output, Policy, ProposalError, Stage, StepRefusal, Unjudged,
};

use crate::kitchen::{Kitchen, MISSION, TIMING, brief, ends, household, robot, transport};

pub const FETCH: &str = "Move tomato 1 to the sink.";

/// Proposes a constraint and confirms it; new entries go into the journal.
pub fn enforce(kitchen: &mut Kitchen, words: &str) -> Result<ConstraintId, ConfirmationError> {
    let proposal = kitchen.monitor.propose_constraint(kitchen.now, words, "ann").expect("it is read");
    let confirmed = kitchen.monitor.confirm_constraint(kitchen.now, proposal.id, "bob");
    kitchen.tell(Input::Tick);
    confirmed.map(|()| proposal.id)
}

fn stage(kitchen: &Kitchen, id: ConstraintId) -> Stage {
    let all = kitchen.monitor.constraints();
    all.iter().find(|constraint| constraint.id == id).expect("it is known").stage
}

pub fn allowed(
    kitchen: &Kitchen,
    step: u32,
    who: usize,
    decided: &[(usize, &str)],
    candidate: &str,
) -> Result<(), String> {
    let reply = kitchen.check(step, who, decided, &[candidate]).map_err(|error| error.to_string())?;
    reply.into_iter().next().expect("one verdict a candidate").map_err(|error| error.to_string())
}

#[test]
fn what_is_only_proposed_forbids_nothing_and_what_is_confirmed_does() {
    let mut kitchen = Kitchen::running(FETCH, &[], 2);
    let words = "Never hold a knife before you have been at the fridge.";
    let proposal = kitchen.monitor.propose_constraint(kitchen.now, words, "ann").expect("it is English");
    assert_eq!(proposal.objection, None);
    assert_eq!(stage(&kitchen, proposal.id), Stage::Proposed);
    let again = kitchen.monitor.propose_constraint(kitchen.now, words, "ann").expect("it is English");
    assert_eq!(again.id, proposal.id, "who hears no answer asks again");
    let of_another = kitchen.monitor.propose_constraint(kitchen.now, words, "bob").expect("it is English");
    assert_ne!(of_another.id, proposal.id);
    kitchen.monitor.retire_constraint(kitchen.now, of_another.id, "bob").expect("it is known");
    kitchen.act(1, &["go_to(knife_1)", "idle"]);
    kitchen.finish(1);
    assert_eq!(allowed(&kitchen, 2, 1, &[], "grab(knife_1)"), Ok(()));

    kitchen.monitor.confirm_constraint(kitchen.now, proposal.id, "bob").expect("nothing speaks against it");
    let refused = allowed(&kitchen, 2, 1, &[], "grab(knife_1)").expect_err("robot 1 was not at the fridge");
    assert!(refused.starts_with(&format!("robot_1 may not grab knife 1: it violates {words:?}")), "{refused}");
    assert!(refused.contains("holding(robot_1, knife_1) (changed)"), "{refused}");
    // A robot that was there before may stay.
    kitchen.act(2, &["go_to(fridge)", "idle"]);
    kitchen.finish(2);
    kitchen.act(3, &["go_to(knife_1)", "go_to(knife_2)"]);
    kitchen.finish(3);
    assert_eq!(allowed(&kitchen, 4, 1, &[], "grab(knife_1)"), Ok(()));
    assert!(allowed(&kitchen, 4, 2, &[], "grab(knife_2)").is_err());

    kitchen.monitor.retire_constraint(kitchen.now, proposal.id, "bob").expect("it is active");
    assert_eq!(allowed(&kitchen, 4, 2, &[], "grab(knife_2)"), Ok(()));
    let by: Vec<String> = kitchen.monitor.constraints().into_iter().map(|constraint| constraint.by).collect();
    assert_eq!((stage(&kitchen, proposal.id), by), (Stage::Retired, vec!["bob".to_owned(), "bob".to_owned()]));
}

#[test]
fn what_constraints_bar_before_anybody_decides_is_told_to_who_asks_why_nobody_chose_it() {
    let mut kitchen = Kitchen::running(FETCH, &[], 2);
    assert_eq!(kitchen.monitor.explain(MISSION, None), None);
    enforce(&mut kitchen, "Robot 1 must never be at the fridge.").expect("it is not");
    let refused = allowed(&kitchen, 1, 1, &[], "go_to(fridge)").expect_err("it must not").to_string();
    assert_eq!(allowed(&kitchen, 1, 1, &[], "go_to(drawer_1)"), Ok(()));
    allowed(&kitchen, 1, 1, &[], "grab(tomato_1)").expect_err("it is too far away, which is no constraint's doing");
    allowed(&kitchen, 1, 1, &[], "go_to(fridge)").expect_err("nor the second time");
    for step in [None, Some(1)] {
        let barred = kitchen.monitor.explain(MISSION, step).expect("something was barred");
        assert_eq!((barred.step.get(), barred.decided, barred.reasons), (1, vec![], vec![refused.clone()]));
    }
    assert_eq!(kitchen.monitor.explain(MISSION, Some(2)), None);
}

#[test]
fn a_joint_step_is_judged_in_every_order_of_what_its_robots_do() {
    let mut kitchen = Kitchen::running(FETCH, &[], 2);
    kitchen.act(1, &["go_to(fridge)", "idle"]);
    kitchen.finish(1);
    enforce(&mut kitchen, "ltl: G !(at(robot_1, fridge) & at(robot_2, fridge))").expect("nobody else is there");
    // Robot 1 leaves in the same step, but nobody knows which robot is quicker.
    assert!(allowed(&kitchen, 2, 2, &[(1, "go_to(tomato_1)")], "go_to(fridge)").is_err());
    assert_eq!(allowed(&kitchen, 2, 2, &[(1, "go_to(tomato_1)")], "go_to(drawer_1)"), Ok(()));
    let joint = kitchen.joint(2, 0, &["go_to(tomato_1)", "go_to(fridge)"]);
    let reasons = kitchen.verdict(joint).expect_err("they may meet");
    let StepRefusal::Decision(DecisionRefusal::Violates { robot, instead, .. }) = &reasons[0] else {
        panic!("{reasons:?}")
    };
    assert_eq!(robot.as_str(), "robot_2");
    assert!(instead.contains(&"remain idle".to_owned()) && !instead.contains(&"go to the fridge".to_owned()));
    let told = reasons[0].to_string();
    assert!(told.contains("; it may go to apple 2, ") && told.ends_with(" others"), "{told}");
    // And the refusal is on record.
    let refusal = kitchen.monitor.explain(MISSION, None).expect("one was refused");
    assert_eq!((refusal.step.get(), &refusal.decided[1]), (2, &"robot_2 go to the fridge".to_owned()));
    assert_eq!(refusal.reasons, [told]);
    assert!(kitchen.monitor.explain(MISSION, Some(1)).is_none());
    assert!(kitchen.monitor.explain(MissionId::new([9; 16]), None).is_none());
}

#[test]
fn passing_through_counts() {
    let mut kitchen = Kitchen::running(FETCH, &["ltl: G !(holding(robot_1, tomato_1) & at(robot_1, stove))"], 1);
    kitchen.act(1, &["go_to(tomato_1)"]);
    kitchen.finish(1);
    kitchen.act(2, &["grab(tomato_1)"]);
    kitchen.finish(2);
    // To put it down there, the robot must arrive there with it; only then is it at the stove without it.
    assert!(allowed(&kitchen, 3, 1, &[], "put_down(stove)").is_err());
    assert_eq!(allowed(&kitchen, 3, 1, &[], "put_down(sink)"), Ok(()));
}

#[test]
fn the_next_moment_of_a_constraint_is_the_next_change_of_what_it_speaks_of() {
    let next = "ltl: G(at(robot_2, fridge) -> X at(robot_2, drawer_1))";
    let mut kitchen = Kitchen::running(FETCH, &[next], 2);
    kitchen.act(1, &["idle", "go_to(fridge)"]);
    kitchen.finish(1);
    for (candidate, is_allowed) in [("idle", true), ("go_to(tomato_1)", false), ("go_to(drawer_1)", true)] {
        assert_eq!(allowed(&kitchen, 2, 2, &[], candidate).is_ok(), is_allowed, "{candidate}");
    }
    // A robot that decides earlier owes nothing, and actions of others are not its moments.
    for candidate in ["idle", "go_to(tomato_1)", "go_to(drawer_1)"] {
        assert_eq!(allowed(&kitchen, 2, 1, &[], candidate), Ok(()), "{candidate}");
    }
    kitchen.act(2, &["go_to(tomato_1)", "idle"]);
    kitchen.finish(2);
    kitchen.act(3, &["grab(tomato_1)", "go_to(drawer_1)"]);
    kitchen.finish(3);
    assert_eq!(allowed(&kitchen, 4, 2, &[], "go_to(tomato_2)"), Ok(()));
    assert_eq!(kitchen.monitor.constraints()[0].verdict, Some(Verdict::CurrentlySatisfied));
}

#[test]
fn never_again_after_holds_at_every_moment_too() {
    let words = "ltl: G(at(robot_1, fridge) -> WX G !(holding(robot_1, tomato_1) & at(robot_1, stove)))";
    let mut kitchen = Kitchen::running(FETCH, &[words], 1);
    for (number, symbol) in [(1, "go_to(fridge)"), (2, "go_to(tomato_1)"), (3, "grab(tomato_1)")] {
        kitchen.act(number, &[symbol]);
        kitchen.finish(number);
    }
    assert!(allowed(&kitchen, 4, 1, &[], "put_down(stove)").is_err());
    assert_eq!(allowed(&kitchen, 4, 1, &[], "put_down(sink)"), Ok(()));
}

#[test]
fn a_fleet_that_has_changed_does_not_go_by_constraints_that_were_confirmed_for_another() {
    let mut kitchen = Kitchen::running(FETCH, &[], 3);
    enforce(&mut kitchen, "Never go to the drawer 1.").expect("nobody is there");
    let entries = kitchen.journal.clone();
    let two = Policy::new(household(2), Some(transport()), TIMING, true).expect("sound");
    let mut monitor = Monitor::restore(kitchen.now, two, entries);
    assert_eq!(monitor.constraints()[0].stage, Stage::Broken);
    let ended = ends(&std::iter::from_fn(|| monitor.poll()).collect::<Vec<_>>());
    assert!(matches!(&ended[..], [Outcome::Halted(why)] if why.contains("robot_3 is not of the fleet")), "{ended:?}");
}

#[test]
fn an_inactive_monitor_keeps_what_it_sees() {
    let mut kitchen = Kitchen::running(FETCH, &[], 1);
    enforce(&mut kitchen, "ltl: !at(robot_1, drawer_1) W at(robot_1, fridge)").expect("it is at neither");
    kitchen.tell(Input::Active(false));
    let facts = kitchen.facts().iter().map(str::to_owned).chain(["at(robot_1, fridge)".to_owned()]).collect::<Vec<_>>();
    let facts = surefleet_fleet::Facts::new(facts);
    kitchen.state = kitchen.world.read(&facts).expect("sound");
    let outputs = kitchen.look();
    assert!(matches!(outputs[..], [Output::Journal(MonitorEntry::Stood(_))]), "{outputs:?}");
}

#[test]
fn a_mission_that_contradicts_constraints_does_not_start() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    let id = enforce(&mut kitchen, "Tomato 1 must never be in the sink.").expect("it is not there");
    let outputs = kitchen.tell(Input::Mission(brief(FETCH, &[], 2)));
    let [Output::Refused { reason, .. }] = outputs.as_slice() else { panic!("{outputs:?}") };
    let told = reason.to_string();
    assert!(told.contains("In the end tomato 1 is in the sink.") && told.contains("can never all be kept"), "{told}");
    kitchen.monitor.retire_constraint(kitchen.now, id, "bob").expect("it is active");
    let outputs = kitchen.tell(Input::Mission(brief(FETCH, &[], 2)));
    assert!(outputs.iter().any(|output| matches!(output, Output::Turn(_))), "{outputs:?}");
}

#[test]
fn contradictions_are_found_before_they_are_confirmed() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    // Each one alone can be kept, but a robot is in one place at a time, so the three together cannot.
    let [a, b] = ["at(robot_1, fridge)", "at(robot_1, drawer_1)"];
    enforce(&mut kitchen, &format!("ltl: (!{a} W {b})")).expect("possible");
    enforce(&mut kitchen, &format!("ltl: (!{b} W {a})")).expect("possible: to be at neither");
    let third = format!("ltl: F {a}");
    let proposal = kitchen.monitor.propose_constraint(kitchen.now, &third, "ann").expect("it is read");
    let objection = proposal.objection.expect("it contradicts the others");
    assert_eq!(objection.matches("ltl:").count(), 3, "{objection}");
    assert!(objection.ends_with(", since robot 1 is at one thing at a time"), "{objection}");
    let refused = kitchen.monitor.confirm_constraint(kitchen.now, proposal.id, "bob");
    assert!(matches!(refused, Err(ConfirmationError::Contradiction(_))), "{refused:?}");
    assert_eq!(stage(&kitchen, proposal.id), Stage::Proposed);
    // A constraint that the world violates already cannot be confirmed.
    let late = kitchen.monitor.propose_constraint(kitchen.now, "ltl: G located(apple_1, table)", "ann").expect("read");
    let refused = kitchen.monitor.confirm_constraint(kitchen.now, late.id, "bob").expect_err("it is in the fridge");
    assert!(refused.to_string().contains("violated already"), "{refused}");
    assert!(refused.to_string().contains(": not located(apple_1, table)"), "{refused}");
}

#[test]
fn what_happens_to_violate_a_constraint_stops_everything_until_a_person_has_looked() {
    let mut kitchen = Kitchen::running(FETCH, &[], 2);
    let id = enforce(&mut kitchen, "ltl: G !open(fridge)").expect("it is closed");
    assert_eq!(allowed(&kitchen, 1, 1, &[], "idle"), Ok(()));
    // A person opens it, not a robot.
    somebody_opens(&mut kitchen, "fridge");
    assert_eq!(stage(&kitchen, id), Stage::Broken);
    let reply = kitchen.check(1, 1, &[], &["idle"]).expect_err("nothing moves");
    let CheckError::Unjudged(Unjudged::Gate(GateClosed::Broken { id: broken, .. })) = &reply else { panic!("{reply}") };
    assert_eq!(*broken, id);
    assert!(reply.to_string().contains("open(fridge) (changed)"), "{reply}");
    let before = kitchen.journal.clone();
    kitchen.restart(&before);
    kitchen.look();
    assert_eq!(stage(&kitchen, id), Stage::Broken);
    kitchen.monitor.retire_constraint(kitchen.now, id, "bob").expect("it is known");
    assert_eq!(allowed(&kitchen, 1, 1, &[], "idle"), Ok(()));
}

#[test]
fn where_an_older_monitor_counted_other_moments_a_constraint_is_not_followed_on() {
    let mut kitchen = Kitchen::running(FETCH, &[], 2);
    let next = enforce(&mut kitchen, "ltl: G(at(robot_1, fridge) -> X !at(robot_1, sink))").expect("it is at neither");
    let never = enforce(&mut kitchen, "ltl: G !at(robot_2, sink)").expect("it is not");
    kitchen.act(1, &["go_to(fridge)", "idle"]);
    kitchen.finish(1);
    let journal = kitchen.journal.clone();
    kitchen.restart(&journal);
    assert_eq!([next, never].map(|id| stage(&kitchen, id)), [Stage::Active; 2]);
    let mut old = journal;
    for entry in &mut old {
        if let MonitorEntry::Stood(standings) = entry {
            standings.iter_mut().for_each(|standing| standing.of_changes = false);
        }
    }
    kitchen.restart(&old);
    assert_eq!([next, never].map(|id| stage(&kitchen, id)), [Stage::Broken, Stage::Active]);
}

#[test]
fn where_an_older_monitor_followed_all_conjuncts_as_one_a_constraint_is_not_followed_on() {
    let mut kitchen = Kitchen::running(FETCH, &[], 2);
    let both = enforce(&mut kitchen, "ltl: G !at(robot_1, sink) & G !at(robot_2, sink)").expect("nobody is there");
    let one = enforce(&mut kitchen, "ltl: G !at(robot_2, stove)").expect("it is not");
    let lines = kitchen.journal.iter().map(|entry| serde_json::to_string(entry).expect("plain"));
    let old = |line: String| line.replace("\"states\":[0,0]", "\"state\":0").replace("\"states\":[0]", "\"state\":0");
    let lines: Vec<String> = lines.map(old).collect();
    assert_eq!(lines.iter().filter(|line| line.contains("\"state\":0")).count(), 3, "the goal's, too: {lines:?}");
    let old: Vec<MonitorEntry> =
        lines.iter().map(|line| serde_json::from_str(line).expect("an older line is read")).collect();
    kitchen.restart(&old);
    assert_eq!([both, one].map(|id| stage(&kitchen, id)), [Stage::Broken, Stage::Active]);
}

#[test]
fn the_past_is_kept_over_a_restart_and_stopping_waits_for_what_is_owed() {
    let first = "ltl: !at(robot_1, drawer_1) W at(robot_1, fridge)";
    let mut kitchen = Kitchen::running(FETCH, &[first, "ltl: G(at(robot_1, drawer_1) -> F at(robot_1, fridge))"], 1);
    let ids: Vec<ConstraintId> = kitchen.monitor.constraints().iter().map(|constraint| constraint.id).collect();
    assert_eq!(ids, [ConstraintId::Mission(MISSION, 1), ConstraintId::Mission(MISSION, 2)]);
    assert!(allowed(&kitchen, 1, 1, &[], "go_to(drawer_1)").is_err());
    kitchen.act(1, &["go_to(fridge)"]);
    kitchen.finish(1);
    kitchen.act(2, &["go_to(drawer_1)"]);
    kitchen.finish(2);
    let journal = kitchen.journal.clone();
    kitchen.restart(&journal);
    kitchen.look();
    kitchen.finish(2);
    let verdicts: Vec<_> = kitchen.monitor.constraints().iter().map(|constraint| constraint.verdict).collect();
    assert_eq!(verdicts, [Some(Verdict::SatisfiedForGood), Some(Verdict::CurrentlyViolated)]);
    for (number, symbol) in [(3, "go_to(tomato_1)"), (4, "grab(tomato_1)"), (5, "put_down(sink)")] {
        kitchen.act(number, &[symbol]);
        kitchen.finish(number);
    }
    let stop = |kitchen: &mut Kitchen, number| {
        let outputs = kitchen.stop(number, Outcome::Succeeded);
        let verdict = outputs.into_iter().find_map(|output| match output {
            Output::StopVerdict { verdict, .. } => Some(verdict),
            _ => None,
        });
        verdict.expect("it is judged")
    };
    let owed = stop(&mut kitchen, 6).expect_err("robot 1 has yet to go back to the fridge").to_string();
    assert!(owed.ends_with("still needs at(robot_1, fridge)"), "{owed}");
    kitchen.act(6, &["go_to(fridge)"]);
    kitchen.finish(6);
    assert_eq!(stop(&mut kitchen, 7), Ok(()));
    assert_eq!(kitchen.monitor.constraints(), []);
}

#[test]
fn a_mission_whose_own_constraint_is_broken_ends_and_others_go_on() {
    let mut kitchen = Kitchen::running(FETCH, &["ltl: G !at(robot_1, drawer_1)"], 1);
    let facts: Vec<String> =
        kitchen.facts().iter().map(str::to_owned).chain(["at(robot_1, drawer_1)".to_owned()]).collect();
    let facts = surefleet_fleet::Facts::new(facts);
    kitchen.state = kitchen.world.read(&facts).expect("sound");
    let ended = ends(&kitchen.look());
    let [Outcome::Halted(reason)] = ended.as_slice() else { panic!("{ended:?}") };
    assert!(reason.contains("G !at(robot_1, drawer_1)"), "{reason}");
    assert!(kitchen.monitor.gate(kitchen.now).is_ok() && kitchen.monitor.constraints().is_empty());
}

#[test]
fn what_robots_are_at_must_go_with_a_constraint_that_is_confirmed() {
    let mut kitchen = Kitchen::running(FETCH, &[], 2);
    let joint = kitchen.joint(1, 0, &["go_to(fridge)", "idle"]);
    assert_eq!(kitchen.verdict(joint), Ok(()));
    let refused = enforce(&mut kitchen, "Robot 1 must never be at the fridge.").expect_err("it is on its way");
    assert!(refused.to_string().contains("what robots are at now"), "{refused}");
    enforce(&mut kitchen, "Robot 2 must never be at the fridge.").expect("it stays where it is");
}

#[test]
fn a_mission_ends_though_something_is_owed_that_only_others_can_pay() {
    let owe = |words: &str| {
        let mut kitchen = Kitchen::running(FETCH, &[], 1);
        enforce(&mut kitchen, words).expect("nothing speaks against it");
        for (number, symbol) in (1..).zip(["go_to(drawer_1)", "go_to(tomato_1)", "grab(tomato_1)", "put_down(sink)"]) {
            kitchen.act(number, &[symbol]);
            kitchen.finish(number);
        }
        let outputs = kitchen.stop(5, Outcome::Succeeded);
        let verdict = outputs.into_iter().find_map(|output| match output {
            Output::StopVerdict { verdict, .. } => Some(verdict),
            _ => None,
        });
        verdict.expect("it is judged").map_err(|error| error.to_string())
    };
    assert_eq!(owe("ltl: G(at(robot_1, drawer_1) -> F at(robot_2, fridge))"), Ok(()));
    let own = owe("ltl: G(at(robot_1, drawer_1) -> F at(robot_1, fridge))").expect_err("robot 1 can go there");
    assert!(own.contains("still needs at(robot_1, fridge)"), "{own}");
    owe("ltl: G(at(robot_1, drawer_1) -> F (at(robot_2, fridge) | at(robot_1, fridge)))")
        .expect_err("robot 1 can, too");
    owe("ltl: G(at(robot_1, drawer_1) -> F open(fridge))").expect_err("anybody can");
}

/// Opens the drawer without any robot.
pub fn somebody_opens(kitchen: &mut Kitchen, container: &str) {
    somehow(kitchen, &format!("open({container})"));
}

/// Makes a fact true that no robot brings about.
pub fn somehow(kitchen: &mut Kitchen, fact: &str) {
    let facts: Vec<String> = kitchen.facts().iter().map(str::to_owned).chain([fact.to_owned()]).collect();
    kitchen.state = kitchen.world.read(&Facts::new(facts)).expect("sound");
    kitchen.look();
}

#[test]
fn a_world_that_leaves_no_way_to_keep_the_constraints_closes_the_gate_until_one_is_retired() {
    let mut kitchen = Kitchen::running(FETCH, &[], 2);
    // An open drawer stays open: once drawer 1 is open, drawer 2 must never be, yet it must be at some time.
    enforce(&mut kitchen, "ltl: G(open(drawer_1) -> G !open(drawer_2))").expect("nothing speaks against it");
    let owed = enforce(&mut kitchen, "ltl: F open(drawer_2)").expect("it can be opened first");
    assert_eq!(kitchen.monitor.gate(kitchen.now), Ok(()));
    somebody_opens(&mut kitchen, "drawer_1");
    let why = kitchen.monitor.gate(kitchen.now).expect_err("there is no way").to_string();
    assert!(why.contains("can never all be kept") && why.contains("F open(drawer_2)"), "{why}");
    assert!(kitchen.check(1, 1, &[], &["idle"]).is_err(), "nothing is judged, so that nobody is refused and gives up");
    let journal = kitchen.journal.clone();
    kitchen.restart(&journal);
    kitchen.look();
    assert!(kitchen.monitor.gate(kitchen.now).is_err());
    kitchen.monitor.retire_constraint(kitchen.now, owed, "bob").expect("it is active");
    assert_eq!(kitchen.monitor.gate(kitchen.now), Ok(()));
    assert_eq!(allowed(&kitchen, 1, 1, &[], "idle"), Ok(()));
}

#[test]
fn a_mission_whose_own_constraint_cannot_be_kept_any_more_ends_and_the_gate_stays_open() {
    let mut kitchen = Kitchen::running(FETCH, &["ltl: F open(drawer_2)"], 1);
    enforce(&mut kitchen, "ltl: G(open(drawer_1) -> G !open(drawer_2))").expect("nothing speaks against it");
    somebody_opens(&mut kitchen, "drawer_1");
    assert_eq!(kitchen.monitor.gate(kitchen.now), Ok(()));
    let ended = kitchen.journal.iter().find_map(|entry| match entry {
        MonitorEntry::Ended { outcome: Outcome::Halted(why), .. } => Some(why.clone()),
        _ => None,
    });
    let why = ended.expect("it can do nothing");
    assert!(why.contains("F open(drawer_2)"), "{why}");
}

#[test]
fn a_constraint_holds_across_missions() {
    let mut kitchen = Kitchen::running(FETCH, &[], 1);
    enforce(&mut kitchen, "ltl: G !(at(robot_1, drawer_1) & at(robot_2, drawer_2))")
        .expect("nothing speaks against it");
    let other = MissionId::new([2; 16]);
    kitchen.tell(Input::Mission(Brief {
        id: other,
        team: vec![robot(2)],
        ..brief("Move apple 2 to the shelf.", &[], 1)
    }));
    let may_go = |kitchen: &Kitchen| {
        let request = CheckRequest {
            mission: other,
            step: StepIndex::FIRST,
            robot: robot(2),
            facts: kitchen.facts(),
            decided: Vec::new(),
            candidates: vec![kitchen.decision("go_to(drawer_2)"), kitchen.decision("go_to(apple_2)")],
        };
        let reply = kitchen.monitor.check(kitchen.now, &request).expect("it is its turn");
        reply.iter().map(Result::is_ok).collect::<Vec<bool>>()
    };
    assert_eq!(may_go(&kitchen), [true, true]);
    // On its way it may be there at any moment.
    let joint = kitchen.joint(1, 0, &["go_to(drawer_1)"]);
    assert_eq!(kitchen.verdict(joint), Ok(()));
    assert_eq!(may_go(&kitchen), [false, true]);
    let drawer = [Some(kitchen.decision("go_to(drawer_1)")), None, None];
    kitchen.state = kitchen.world.apply(&kitchen.state, &drawer).expect("it was approved");
    kitchen.look();
    kitchen.finish(1);
    assert_eq!(may_go(&kitchen), [false, true]);
    kitchen.act(2, &["go_to(tomato_1)"]);
    kitchen.finish(2);
    assert_eq!(may_go(&kitchen), [true, true]);
}

#[test]
fn what_cannot_be_read_is_refused_with_what_was_meant() {
    let mut kitchen = Kitchen::new();
    kitchen.look();
    let error = kitchen.monitor.propose_constraint(kitchen.now, "never go to the fredje", "ann").expect_err("no such");
    assert!(error.to_string().contains("did you mean \"fridge\""), "{error}");
    let outputs = kitchen.tell(Input::Mission(brief(FETCH, &["never go to the fredje"], 2)));
    let [Output::Refused { reason, .. }] = outputs.as_slice() else { panic!("{outputs:?}") };
    assert!(reason.to_string().contains("did you mean \"fridge\""), "{reason}");
    let misspelt = kitchen.monitor.propose_constraint(kitchen.now, "neevr go to the frigde", "ann").expect("two slips");
    let read: Vec<(&str, &str)> =
        misspelt.translation.groundings.iter().map(|one| (one.words.as_str(), one.meaning[0].as_str())).collect();
    assert_eq!(read, [("neevr", "never"), ("the frigde", "fridge")]);
    let unknown = kitchen.monitor.confirm_constraint(kitchen.now, ConstraintId::Fleet(7), "bob");
    assert_eq!(unknown, Err(ConfirmationError::Unknown("c7".to_owned())));
    kitchen.tell(Input::Active(false));
    let refused = kitchen.monitor.propose_constraint(kitchen.now, "never go to the fridge", "ann");
    assert_eq!(refused, Err(ProposalError::Inactive(Inactive)));
}

#[test]
fn a_journal_of_constraints_is_read_back_whatever_is_in_it() {
    let mut kitchen = Kitchen::running(FETCH, &[], 2);
    enforce(&mut kitchen, "Robot 2 must not go to the fridge before robot 1 has been at drawer 1.").expect("possible");
    enforce(&mut kitchen, "ltl: G(at(robot_1, fridge) -> X at(robot_1, drawer_1))").expect("possible");
    let text: Vec<String> = kitchen.journal.iter().map(|entry| serde_json::to_string(entry).expect("plain")).collect();
    let read: Vec<MonitorEntry> = text.iter().map(|line| serde_json::from_str(line).expect("it was written")).collect();
    assert_eq!(read, kitchen.journal);
    let before = kitchen.monitor.constraints();
    kitchen.restart(&read);
    kitchen.look();
    assert_eq!(kitchen.monitor.constraints(), before);
    assert!(before.iter().all(|constraint| constraint.stage == Stage::Active));
}
