//! One turn is lost and nothing else goes wrong.

use surefleet_simulation_tests::{LEASE, LostTurn, Report, Schedule, run};

fn run_with_lost_turn(seed: u64, robots: usize, number: usize, holder_only: bool) -> Report {
    let mut schedule = Schedule::calm(seed, robots, 2, robots as u32 * 2);
    schedule.lost_turn = Some(LostTurn { number, holder_only });
    run(&schedule, false).unwrap_or_else(|violation| panic!("seed {seed}, turn {number}: {}", violation.what))
}

/// The number of published turns beyond those of a run without faults.
fn extra_turns(report: &Report, robots: usize) -> usize {
    // Two steps, and the turn of the third step, in which the mission stops.
    report.published.len() - (2 * robots + 2)
}

#[test]
fn a_fleet_without_faults_publishes_each_turn_once() {
    for robots in [1, 2, 5, 20] {
        let report = run(&Schedule::calm(7, robots, 2, robots as u32 * 2), false).expect("nothing goes wrong");
        assert_eq!(extra_turns(&report, robots), 0, "{robots} robots");
        assert_eq!(report.proposals, 3, "two joint steps and a stop");
        assert_eq!(report.skills, 2 * robots as u64);
        assert!(report.published.iter().all(|(_, _, key)| key.attempt.0 == 0));
    }
}

#[test]
fn one_robot_regenerates_a_lost_turn_within_two_leases() {
    for robots in [2, 3, 5, 8] {
        for number in 0..2 * robots + 2 {
            for holder_only in [false, true] {
                let report = run_with_lost_turn(robots as u64, robots, number, holder_only);
                let (lost, _, key) = report.published[number];
                assert_eq!(Some(lost), report.lost_at);
                if key.position == 0 || key.position == robots as u32 {
                    // The turn's maker holds it itself, or the turn lives on in the monitor's verdict.
                    assert_eq!(extra_turns(&report, robots), 0, "{robots} robots, turn {number} {key:?}");
                    continue;
                }
                let next = report.published.iter().find(|(_, _, later)| *later > key).map(|(time, ..)| *time);
                let gap = next.map(|next| next - lost).expect("the mission goes on");
                assert!(gap < LEASE * 2, "{robots} robots, turn {number} {key:?}: {gap:?}");
                assert_eq!(extra_turns(&report, robots), 1, "{robots} robots, turn {number} {key:?}");
            }
        }
    }
}
