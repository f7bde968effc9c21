//! Measures how the oracle grows with robots and things, and prints JSON.
//!
//! `cargo run --release -p surefleet-search --example growth [robots things places constraints]`

use std::{sync::Arc, time::Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{Decision, Facts, RobotId};
use surefleet_ltl::Formula;
use surefleet_search::{Answer, Budget, Oracle, Task, Verdict, shortest};
use surefleet_world::{Domain, Robot, State, World};

#[derive(Debug, Clone, Copy)]
struct Size {
    robots: usize,
    things: usize,
    places: usize,
    constraints: usize,
    goals: usize,
}

const BUDGET: Budget = Budget(30_000);

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let target = Size { robots: 15, things: 100, places: 30, constraints: 50, goals: 10 };
    if let [robots, things, places, constraints, goals] = numbers[..] {
        println!("{}", measure("given", Size { robots, things, places, constraints, goals }, 1));
        return;
    }
    let mut rows = vec![measure("target", target, 4)];
    rows.extend([1, 2, 5, 10, 15, 20].map(|robots| measure("robots", Size { robots, ..target }, 2)));
    rows.extend([10, 20, 50, 100, 200].map(|things| measure("things", Size { things, ..target }, 2)));
    rows.extend([2, 5, 10, 20].map(|goals| measure("goals", Size { goals, ..target }, 2)));
    println!("[\n{}\n]", rows.join(",\n"));
}

fn measure(curve: &str, size: Size, rounds: u64) -> String {
    let (mut turns, mut compile_ms, mut plan_ms, mut steps) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut yes, mut least, mut no, mut open, mut most_work, mut relevant) = (0, 0, 0, 0, 0, 0);
    let mut proved = 0;
    for seed in 0..rounds {
        let (world, state, mission, constraints) = sample(size, seed);
        let team: Vec<usize> = (0..size.robots).collect();
        let begin = Instant::now();
        let task = Arc::new(Task::new(&world, &mission, &constraints, &team).expect("a good task"));
        compile_ms.push(begin.elapsed().as_secs_f64() * 1e3);
        relevant = task.relevant();
        let begin = Instant::now();
        let answer = shortest(&task, &state, &task.begin(&state), 60, Budget(1_000_000));
        plan_ms.push(begin.elapsed().as_secs_f64() * 1e3);
        let Answer::Found { plan, is_shortest } = answer else {
            eprintln!("{size:?} seed {seed}: {answer:?}");
            continue;
        };
        proved += usize::from(is_shortest);
        let horizon = plan.len() as u32 + 3;
        let mut oracle = Oracle::new(Arc::clone(&task));
        let (mut state, mut progress) = (state.clone(), task.begin(&state));
        let mut taken = 0;
        while !task.is_achieved(&progress) && taken < horizon {
            let mut decided: Vec<(usize, Option<Decision>)> = Vec::new();
            for robot in 0..size.robots {
                let begin = Instant::now();
                let judgement = oracle.judge(&state, &progress, horizon - taken, &decided, robot, BUDGET);
                turns.push(begin.elapsed().as_secs_f64() * 1e3);
                most_work = most_work.max(judgement.work);
                for (_, verdict) in &judgement.verdicts {
                    match verdict {
                        Verdict::Yes { is_least, .. } => {
                            yes += 1;
                            least += usize::from(*is_least);
                        }
                        Verdict::No => no += 1,
                        Verdict::Open => open += 1,
                    }
                }
                decided.push((robot, Some(judgement.preferred.unwrap_or(world.options().idle()))));
            }
            let joint: Vec<Option<Decision>> = decided.iter().map(|(_, decision)| *decision).collect();
            (state, progress) = task.advance(&state, &progress, &joint).expect("all were permitted");
            taken += 1;
        }
        if !task.is_achieved(&progress) {
            eprintln!("{size:?} seed {seed}: not achieved in {horizon} steps");
        }
        steps.push(taken);
    }
    turns.sort_by(f64::total_cmp);
    let at =
        |share: f64| turns.get(((turns.len() as f64 * share) as usize).min(turns.len().saturating_sub(1))).copied();
    let row = serde_json::json!({
        "curve": curve, "robots": size.robots, "things": size.things, "places": size.places,
        "constraints": size.constraints, "goals": size.goals, "relevant_operators": relevant,
        "compile_ms": compile_ms, "plan_ms": plan_ms, "proved_shortest": proved, "steps": steps, "turns": turns.len(),
        "turn_ms": {"p50": at(0.5), "p90": at(0.9), "p99": at(0.99), "max": turns.last()},
        "verdicts": {"yes": yes, "yes_least": least, "no": no, "open": open}, "most_work": most_work,
        "peak_mb": peak_mb(),
    });
    row.to_string()
}

/// The most memory that the process has had, in megabytes.
fn peak_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().split(' ').next()?.parse::<f64>().ok().map(|kilobytes| kilobytes / 1024.0)
}

fn sample(size: Size, seed: u64) -> (Arc<World>, State, Formula, Vec<Formula>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let boxes = size.places / 5;
    let list = |name: &str, count: usize| {
        (1..=count).map(|at| format!("{{name: {name}_{at}}}")).collect::<Vec<_>>().join(", ")
    };
    let text = format!(
        r#"
domain: store
types:
  - {{name: thing}}
  - {{name: place}}
  - {{name: crate_box, is: place}}
  - {{name: walker, is: robot}}
  - {{name: roller, is: robot}}
  - {{name: flyer, is: robot}}
objects:
  - {{type: thing, each: [{}]}}
  - {{type: place, each: [{}]}}
  - {{type: crate_box, each: [{}]}}
predicates:
  - {{is: "at(robot) = place"}}
  - {{is: "holding(robot) = thing"}}
  - {{is: "located(thing) = place"}}
  - {{is: open(crate_box)}}
skills:
  - {{is: "go(to: place)", text: "go to {{to}}", needs: [{{that: at(robot) != to}}], effects: [at(robot) = to]}}
  - is: "take(what: thing)"
    text: take {{what}}
    needs:
      - {{that: holding(robot) = nothing}}
      - {{that: at(robot) = located(what)}}
      - {{that: not crate_box(located(what)) or open(located(what))}}
    effects: [holding(robot) = what, located(what) = nothing]
    occupies: [what]
  - is: put
    text: put it down
    needs:
      - {{that: holding(robot) != nothing}}
      - {{that: at(robot) != nothing}}
      - {{that: not crate_box(at(robot)) or open(at(robot))}}
    effects: [located(holding(robot)) = at(robot), holding(robot) = nothing]
  - is: "lift(what: crate_box)"
    by: walker | flyer
    text: open {{what}}
    needs: [{{that: at(robot) = what}}, {{that: not open(what)}}, {{that: holding(robot) = nothing}}]
    effects: [open(what)]
    occupies: [what]
  - {{is: idle, text: idle}}
laws:
  - {{one_of: ["located(i)", "holding(r: robot) = i"], about: "i: thing", says: "{{i}} is in one place"}}
"#,
        list("thing", size.things),
        list("place", size.places - boxes),
        list("box", boxes)
    );
    let domain = Domain::parse(&text, "store.yaml").expect("a good domain");
    let kinds = ["walker", "roller", "flyer"];
    let robots: Vec<Robot> = (0..size.robots)
        .map(|at| Robot {
            id: RobotId::new(&format!("robot_{}", at + 1)).expect("a good name"),
            kind: Some(kinds[at % 3].to_owned()),
        })
        .collect();
    let world = Arc::new(World::new(Arc::new(domain), &robots).expect("a good world"));
    let place = |rng: &mut ChaCha8Rng| match rng.random_range(0..size.places) {
        at if at < boxes => format!("box_{}", at + 1),
        at => format!("place_{}", at - boxes + 1),
    };
    let mut facts: Vec<String> = Vec::new();
    facts.extend(
        (1..=size.robots)
            .map(|robot| format!("at(robot_{robot}, place_{})", rng.random_range(1..=size.places - boxes))),
    );
    for thing in 1..=size.things {
        facts.push(format!("located(thing_{thing}, {})", place(&mut rng)));
    }
    let state = world.read(&Facts::new(facts)).expect("a good state");
    let goals: Vec<(usize, String)> = (1..=size.goals).map(|thing| (thing, place(&mut rng))).collect();
    let goal = |(thing, to): &(usize, String)| format!("F G located(thing_{thing}, {to})");
    let mut mission: Vec<String> = goals.iter().map(goal).collect();
    if let [(one, first), (other, then), ..] = &goals[..] {
        mission.push(format!("(!located(thing_{other}, {then})) W located(thing_{one}, {first})"));
    }
    let constraints = (0..size.constraints).map(|number| {
        let robot = rng.random_range(1..=size.robots);
        let thing = rng.random_range(1..=size.things);
        let spare = rng.random_range(size.goals.min(size.things - 1) + 1..=size.things);
        let (one, other) = (place(&mut rng), place(&mut rng));
        match number % 5 {
            0 | 1 => format!("G !take(robot_{robot}, thing_{thing})"),
            2 => format!("G !(located(thing_{spare}, {one}) & located(thing_{thing}, {one}) & at(robot_{robot}, {other}))"),
            3 => format!("G(holding(robot_{robot}, thing_{thing}) -> !at(robot_{robot}, {other}) | located(thing_{spare}, {one}))"),
            _ => format!("G(located(thing_{thing}, {one}) -> F G !holding(robot_{robot}, thing_{thing}))"),
        }
    });
    let parse = |text: String| Formula::parse(&text).expect("a good formula");
    let constraints = constraints.map(parse).collect();
    (world, state, parse(mission.join(" & ")), constraints)
}
