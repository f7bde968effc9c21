//! Plans missions of all shipped sites and then carries them out, each robot doing what the oracle prefers in its turn.
//! Prints a line for each: the processor time for compiling, for planning and for the turns, and the steps.
//!
//! ```text
//! cargo run --release -p surefleet-search --example missions [<site> [<number>]]
//! ```

use std::{path::PathBuf, sync::Arc};

use surefleet_fleet::{Decision, RobotId};
use surefleet_ltl::Formula;
use surefleet_search::{Answer, Budget, Oracle, Task, Verdict, check_plan, shortest};
use surefleet_world::{Domain, Robot, Start, State, World};

/// A site, its robots with their kinds, and missions; the first one may be empty: that of the site's demo.
struct Site {
    name: &'static str,
    robots: &'static [(&'static str, &'static str)],
    missions: &'static [&'static str],
}

const SITES: [Site; 5] = [
    Site {
        name: "household",
        robots: &[("robot_1", "manipulator"), ("robot_2", "manipulator"), ("robot_3", "manipulator")],
        missions: &[
            "",
            "F G located(apple_1, table) & F G located(kettle_1, sink)",
            "F (located(apple_1, table) & F located(apple_1, sink))",
        ],
    },
    Site {
        name: "hospital",
        robots: &[("assistant_1", "assistant"), ("assistant_2", "assistant"), ("porter_1", "porter")],
        missions: &[
            "",
            "F G located(antibiotics, bedside_table_4)",
            "F G made(bed_1) & F G !dirty(towel_1)",
            "F G located(linen_trolley, corridor) & F G located(towel_2, bedside_table_3)",
        ],
    },
    Site {
        name: "warehouse",
        robots: &[("picker_1", "picker"), ("picker_2", "picker"), ("carrier_1", "carrier")],
        missions: &[
            "",
            "F G (located(paint, table_2) & labelled(paint))",
            "F G located(pallet_3, high_1) & F G charged(carrier_1)",
            "F G located(pens, section_3) & F G labelled(lamps)",
        ],
    },
    Site {
        name: "laboratory",
        robots: &[("arm_1", "arm"), ("arm_2", "arm"), ("rover_1", "rover")],
        missions: &["", "F G spun(sample_2)", "F G warmed(sample_3) & F G spun(sample_1)"],
    },
    Site {
        name: "flat",
        robots: &[("drone_1", "drone"), ("dog_1", "dog"), ("arm_1", "arm"), ("arm_2", "arm")],
        missions: &[
            "",
            "F G on(cup_1, coffee_table)",
            "F G in(apple, sink)",
            "F G on(novel, sofa)",
            "F G in(teddy, basket_1) & F G landed(drone_1, desk)",
            "F G clean(coffee_table)",
            "F G warm(leftovers)",
            "F G in(milk, plate_1) & F G on(plate_1, coffee_table)",
            "F G in(socks, washing_machine) & F G running(washing_machine)",
            "F (on(cup_1, coffee_table) & F in(cup_1, sink))",
            "F G on(medicine, double_bed) & F G on(glasses, sofa)",
            "F G in(banana, fridge) & F G in(apple, fridge) & F G !open(fridge)",
            "F G on(cookbook, kitchen_counter) & F G on(cup_2, armchair)",
            "F landed(drone_1, bathroom_floor) & F G inside(dog_1, kitchen)",
        ],
    },
];

fn read(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../config").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The world of a site, the state that its demo starts in, and the demo's mission.
fn demo(site: &Site) -> (Arc<World>, State, String) {
    let name = site.name;
    let domain = Domain::parse(&read(&format!("domains/{name}.yaml")), name).expect("a good domain");
    let start = Start::parse(&read(&format!("starts/{name}.yaml")), name, &domain).expect("a good start");
    let domain = Arc::new(domain);
    let kinds = domain.kinds().count();
    let robot = |(robot, kind): &(&str, &str)| Robot {
        id: RobotId::new(robot).expect("a good name"),
        kind: (kinds > 1).then(|| (*kind).to_owned()),
    };
    let robots: Vec<Robot> = site.robots.iter().map(robot).collect();
    let world = Arc::new(World::new(domain, &robots).expect("a good world"));
    let demo = start.demo().expect("a demo").clone();
    let state = start.with_facts(demo.facts).draw(&world, 1).expect("a state").known;
    (world, state, demo.formula.expect("a formula"))
}

/// The work of a plan, and of a turn.
const PLAN: Budget = Budget(2_000_000);
const TURN: Budget = Budget(300_000);
/// H.
const HORIZON: u32 = 24;

/// The time that the process has run on a processor.
fn used() -> std::time::Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|text| text.parse().ok()).unwrap_or(0);
    std::time::Duration::from_nanos(nanoseconds)
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let only = arguments.next();
    let which: Option<usize> = arguments.next().and_then(|text| text.parse().ok());
    for site in SITES.iter().filter(|site| only.as_ref().is_none_or(|only| only == site.name)) {
        let (world, state, first) = demo(site);
        for (number, text) in site.missions.iter().enumerate() {
            if which.is_none_or(|which| which == number) {
                let text = if text.is_empty() { first.as_str() } else { text };
                println!("{:<10} {}  {text}", site.name, measured(&world, &state, text));
            }
        }
    }
}

/// Plans a mission and carries it out, and tells what that took.
fn measured(world: &Arc<World>, state: &State, text: &str) -> String {
    let mission = Formula::parse(text).expect("a formula");
    let team: Vec<usize> = (0..world.team_size()).collect();
    let begin = used();
    let task = Arc::new(Task::new(world, &mission, &[], &team).unwrap_or_else(|error| panic!("{text}: {error}")));
    let compiled = used() - begin;
    let begin = used();
    let answer = shortest(&task, state, &task.begin(state), HORIZON, PLAN);
    let searched = used() - begin;
    let found = match &answer {
        Answer::Found { plan, is_shortest } => {
            check_plan(world, &[mission], &team, state, plan).expect("a good plan");
            format!("{:>2}{}", plan.len(), if *is_shortest { " proved" } else { "" })
        }
        Answer::Impossible => "none".into(),
        Answer::OutOfBudget => "open".into(),
    };
    format!(
        "compile {:>4.0} ms, plan {:>5.0} ms {found:<9} {}",
        compiled.as_secs_f64() * 1e3,
        searched.as_secs_f64() * 1e3,
        carried_out(&task, state)
    )
}

/// Lets the oracle decide in each turn.
fn carried_out(task: &Arc<Task>, state: &State) -> String {
    let mut oracle = Oracle::new(Arc::clone(task));
    let (mut state, mut progress) = (state.clone(), task.begin(state));
    let (mut taken, mut turns, mut counts) = (0, Vec::new(), [0; 3]);
    while !task.is_achieved(&progress) && taken < HORIZON {
        let mut decided: Vec<(usize, Option<Decision>)> = Vec::new();
        for robot in 0..task.world().team_size() {
            let begin = used();
            let judgement = oracle.judge(&state, &progress, HORIZON - taken, &decided, robot, TURN);
            turns.push((used() - begin).as_secs_f64() * 1e3);
            for (_, verdict) in &judgement.verdicts {
                let kind = match verdict {
                    Verdict::Yes { .. } => 0,
                    Verdict::No => 1,
                    Verdict::Open => 2,
                };
                counts[kind] += 1;
            }
            let idle = task.world().options().idle();
            decided.push((robot, Some(judgement.preferred.unwrap_or(idle))));
        }
        let joint: Vec<Option<Decision>> = decided.iter().map(|(_, decision)| *decision).collect();
        (state, progress) = task.advance(&state, &progress, &joint).expect("all were permitted");
        taken += 1;
    }
    let first = turns.first().copied().unwrap_or(0.0);
    turns.sort_by(f64::total_cmp);
    let (middle, most) = (turns.get(turns.len() / 2).copied().unwrap_or(0.0), turns.last().copied().unwrap_or(0.0));
    let [yes, no, open] = counts;
    let end = if task.is_achieved(&progress) { "done" } else { "NOT DONE" };
    format!(
        "{end} in {taken:>2}, turns {first:>4.0} first {middle:>4.0} middle {most:>4.0} ms most, yes {yes} no {no} open {open}"
    )
}
