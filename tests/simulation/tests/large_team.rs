//! A hundred robots.

use surefleet_simulation_tests::{Kill, LEASE, LostTurn, Schedule, at, run};

const ROBOTS: usize = 100;

#[test]
fn a_turn_lost_among_a_hundred_robots_is_regenerated_by_one() {
    for (number, holder_only) in [(30, true), (30, false), (70, true), (99, false)] {
        let mut schedule = Schedule::calm(number as u64, ROBOTS, 1, ROBOTS as u32);
        schedule.lost_turn = Some(LostTurn { number, holder_only });
        let report = run(&schedule, false).unwrap_or_else(|violation| panic!("{}", violation.what));
        let (lost, _, key) = report.published[number];
        let later: Vec<_> = report.published.iter().filter(|(_, _, later)| *later > key).collect();
        let gap = later.first().map(|(time, ..)| *time - lost);
        if number + 1 == ROBOTS {
            assert_eq!(report.published.len(), ROBOTS + 1, "the complete turn is not needed once it is proposed");
        } else {
            assert!(gap.is_some_and(|gap| gap < LEASE * 2), "{gap:?}");
            assert_eq!(report.published.len(), ROBOTS + 2, "one robot regenerates it");
        }
    }
}

#[test]
fn ten_deaths_in_a_hundred_cost_no_storm_of_turns_and_proposals() {
    let mut schedule = Schedule::calm(3, ROBOTS, 2, ROBOTS as u32);
    let kill = |robot| Kill { at: at(1.5), robot, outputs_left: 0, down: None, keeps_journal: true };
    schedule.kills = (40..50).map(kill).collect();
    schedule.monitor_kills = vec![(at(3.0), LEASE * 5)];
    schedule.faults_end = at(10.0);
    let report = run(&schedule, false).unwrap_or_else(|violation| panic!("{}", violation.what));
    assert!(report.published.len() < 4 * ROBOTS, "{} turns", report.published.len());
    // The monitor is down for five leases: the robots nearest behind the holder ask often, the others rarely.
    assert!(report.proposals < 3 * ROBOTS as u64, "{} proposals", report.proposals);
}
