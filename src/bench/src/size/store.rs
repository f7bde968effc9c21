//! A store of any size: robots of three kinds that carry things between places, some of which are boxes that only two of
//! the kinds open.

use std::sync::Arc;

use anyhow::Result;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{Facts, RobotId};
use surefleet_world::{Domain, Robot, State, World};

/// How large a store is, and what is asked of it.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    pub robots: usize,
    pub items: usize,
    /// A fifth of them are boxes.
    pub places: usize,
    pub constraints: usize,
    /// Things that must be brought somewhere.
    pub goals: usize,
}

/// A store, and what is asked of it.
pub struct Store {
    pub world: Arc<World>,
    pub state: State,
    /// One formula.
    pub mission: String,
    /// One formula each.
    pub constraints: Vec<String>,
}

const KINDS: [&str; 3] = ["walker", "roller", "flyer"];

const SKILLS: &str = r#"
predicates:
  - {is: "at(robot) = place"}
  - {is: "holding(robot) = thing"}
  - {is: "located(thing) = place"}
  - {is: open(crate_box)}
skills:
  - {is: "go(to: place)", text: "go to {to}", needs: [{that: at(robot) != to}], effects: [at(robot) = to]}
  - is: "take(what: thing)"
    text: take {what}
    needs:
      - {that: holding(robot) = nothing}
      - {that: at(robot) = located(what)}
      - {that: not crate_box(located(what)) or open(located(what))}
    effects: [holding(robot) = what, located(what) = nothing]
    occupies: [what]
  - is: put
    text: put it down
    needs:
      - {that: holding(robot) != nothing}
      - {that: at(robot) != nothing}
      - {that: not crate_box(at(robot)) or open(at(robot))}
    effects: [located(holding(robot)) = at(robot), holding(robot) = nothing]
  - is: "lift(what: crate_box)"
    by: walker | flyer
    text: open {what}
    needs: [{that: at(robot) = what}, {that: not open(what)}, {that: holding(robot) = nothing}]
    effects: [open(what)]
    occupies: [what]
  - {is: idle, text: idle}
laws:
  - {one_of: ["located(i)", "holding(r: robot) = i"], about: "i: thing", says: "{i} is in one place"}
"#;

impl Store {
    /// Draws a store.
    ///
    /// # Errors
    /// A size that no world has.
    pub fn draw(size: Size, seed: u64) -> Result<Self> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let boxes = size.places / 5;
        let list = |name: &str, count: usize| {
            (1..=count).map(|at| format!("{{name: {name}_{at}}}")).collect::<Vec<_>>().join(", ")
        };
        let kinds: String = KINDS.map(|kind| format!("  - {{name: {kind}, is: robot}}\n")).concat();
        let text = format!(
            "domain: store\ntypes:\n  - {{name: thing}}\n  - {{name: place}}\n  - {{name: crate_box, is: place}}\n{kinds}objects:\n  \
             - {{type: thing, each: [{}]}}\n  - {{type: place, each: [{}]}}\n  - {{type: crate_box, each: [{}]}}{SKILLS}",
            list("thing", size.items),
            list("place", size.places - boxes),
            list("box", boxes)
        );
        let domain = Domain::parse(&text, "store.yaml")?;
        let robots: Result<Vec<Robot>, _> = (0..size.robots)
            .map(|at| {
                let kind = Some(KINDS[at % KINDS.len()].to_owned());
                Ok::<_, surefleet_fleet::FleetError>(Robot { id: RobotId::new(&format!("robot_{}", at + 1))?, kind })
            })
            .collect();
        let world = Arc::new(World::new(Arc::new(domain), &robots?)?);
        let place = |rng: &mut ChaCha8Rng| match rng.random_range(0..size.places) {
            at if at < boxes => format!("box_{}", at + 1),
            at => format!("place_{}", at - boxes + 1),
        };
        let mut facts: Vec<String> = Vec::new();
        for robot in 1..=size.robots {
            facts.push(format!("at(robot_{robot}, place_{})", rng.random_range(1..=size.places - boxes)));
        }
        for thing in 1..=size.items {
            facts.push(format!("located(thing_{thing}, {})", place(&mut rng)));
        }
        let state = world.read(&Facts::new(facts))?;
        let goals: Vec<(usize, String)> = (1..=size.goals).map(|thing| (thing, place(&mut rng))).collect();
        let goal = |(thing, to): &(usize, String)| format!("F G located(thing_{thing}, {to})");
        let mut mission: Vec<String> = goals.iter().map(goal).collect();
        if let [(one, first), (other, then), ..] = &goals[..] {
            mission.push(format!("((!located(thing_{other}, {then})) W located(thing_{one}, {first}))"));
        }
        let constraints = (0..size.constraints).map(|number| constraint(number, size, &mut rng, place)).collect();
        Ok(Self { world, state, mission: mission.join(" & "), constraints })
    }
}

/// A constraint, by turns of five forms: on deeds, on states, and on what must become so.
fn constraint(number: usize, size: Size, rng: &mut ChaCha8Rng, place: impl Fn(&mut ChaCha8Rng) -> String) -> String {
    let robot = rng.random_range(1..=size.robots);
    let thing = rng.random_range(1..=size.items);
    let spare = rng.random_range(size.goals.min(size.items - 1) + 1..=size.items);
    let (one, other) = (place(rng), place(rng));
    match number % 5 {
        0 | 1 => format!("G !take(robot_{robot}, thing_{thing})"),
        2 => format!("G !(located(thing_{spare}, {one}) & located(thing_{thing}, {one}) & at(robot_{robot}, {other}))"),
        3 => format!(
            "G(holding(robot_{robot}, thing_{thing}) -> !at(robot_{robot}, {other}) | located(thing_{spare}, {one}))"
        ),
        _ => format!("G(located(thing_{thing}, {one}) -> F G !holding(robot_{robot}, thing_{thing}))"),
    }
}
