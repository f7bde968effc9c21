//! Small random domains, states and formulas.

use rand::{Rng, RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use surefleet_fleet::{Facts, RobotId};
use surefleet_ltl::Formula;
use surefleet_world::{Domain, Robot, State, World};

/// A small task.
pub struct Sample {
    pub text: String,
    pub world: Arc<World>,
    pub state: State,
    pub mission: Formula,
    pub constraints: Vec<Formula>,
    pub team: Vec<usize>,
}

struct Names {
    robots: Vec<String>,
    items: Vec<String>,
    places: Vec<String>,
}

/// A variable and its type.
type Scope = Vec<(String, &'static str)>;

pub struct Generator {
    pub rng: ChaCha8Rng,
    names: Names,
    has_path: bool,
}

impl Generator {
    pub fn new(seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let list = |of: &str, count: usize| (1..=count).map(|number| format!("{of}{number}")).collect();
        let names = Names {
            robots: list("robot_", *[1, 2, 2, 2, 3].choose(&mut rng).expect("some")),
            items: list("item_", rng.random_range(1..=2)),
            places: list("place_", rng.random_range(2..=3)),
        };
        let has_path = rng.random_bool(0.4);
        Self { rng, names, has_path }
    }

    fn chance(&mut self, probability: f64) -> bool {
        self.rng.random_bool(probability)
    }

    fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of.choose(&mut self.rng).expect("not empty").clone()
    }

    fn objects(&self, of: &str) -> Vec<String> {
        match of {
            "item" => self.names.items.clone(),
            "place" => self.names.places.clone(),
            _ => self.names.robots.clone(),
        }
    }

    /// A term of a type. Robots have no names in a domain, so there may be none.
    fn term(&mut self, of: &'static str, scope: &Scope, depth: u32) -> Option<String> {
        let variables: Vec<String> = scope.iter().filter(|(_, own)| *own == of).map(|(name, _)| name.clone()).collect();
        if !variables.is_empty() && self.chance(0.65) {
            return Some(self.pick(&variables));
        }
        if depth > 0 && self.chance(0.5) {
            let value = match of {
                "item" => self.term("robot", scope, depth - 1).map(|robot| format!("holding({robot})")),
                "place" => match self.rng.random_range(0..3) {
                    0 => self.term("robot", scope, depth - 1).map(|robot| format!("at({robot})")),
                    1 => self.term("item", scope, depth - 1).map(|item| format!("located({item})")),
                    _ => self.term("item", scope, depth - 1).map(|item| format!("spot({item})")),
                },
                _ => None,
            };
            if value.is_some() {
                return value;
            }
        }
        if of == "robot" {
            return variables.first().cloned();
        }
        let objects = self.objects(of);
        Some(self.pick(&objects))
    }

    fn literal(&mut self, scope: &Scope) -> Option<String> {
        let choice = self.rng.random_range(0..10);
        Some(match choice {
            0 => format!("flag({})", self.term("item", scope, 1)?),
            1 => format!("open({})", self.term("place", scope, 1)?),
            2 | 3 => format!("at({}) = {}", self.term("robot", scope, 0)?, self.term("place", scope, 1)?),
            4 => format!("holding({}) = {}", self.term("robot", scope, 0)?, self.term("item", scope, 0)?),
            5 => format!("holding({}) = nothing", self.term("robot", scope, 0)?),
            6 => format!("located({}) = {}", self.term("item", scope, 0)?, self.term("place", scope, 1)?),
            7 => format!("near({}, {})", self.term("robot", scope, 0)?, self.term("place", scope, 1)?),
            8 if self.has_path => format!("path({}, {})", self.term("place", scope, 1)?, self.term("place", scope, 0)?),
            8 => format!("located({}) != nothing", self.term("item", scope, 1)?),
            _ => format!("link({}, {})", self.term("place", scope, 1)?, self.term("place", scope, 1)?),
        })
    }

    fn formula(&mut self, scope: &Scope, depth: u32) -> String {
        let choice = self.rng.random_range(0..12);
        if depth == 0 || choice < 6 {
            let literal = (0..20).find_map(|_| self.literal(scope)).unwrap_or_else(|| "true".into());
            return if self.chance(0.25) { format!("not ({literal})") } else { literal };
        }
        match choice {
            6 | 7 => format!("({} and {})", self.formula(scope, depth - 1), self.formula(scope, depth - 1)),
            8 | 9 => format!("({} or {})", self.formula(scope, depth - 1), self.formula(scope, depth - 1)),
            _ => {
                let of = self.pick(&["item", "place", "robot"]);
                let name = format!("v{}", scope.len());
                let mut inner = scope.clone();
                inner.push((name.clone(), of));
                let quantifier = if choice == 10 { "exists" } else { "forall" };
                let body = self.formula(&inner, depth - 1);
                format!("({quantifier} {name}: {of}. {body})")
            }
        }
    }

    fn effect(&mut self, scope: &Scope, depth: u32) -> Option<String> {
        let choice = self.rng.random_range(0..12);
        let plain = |text: String| format!("\"{text}\"");
        Some(match choice {
            0 => plain(format!("flag({})", self.term("item", scope, 1)?)),
            1 => plain(format!("not flag({})", self.term("item", scope, 0)?)),
            2 => plain(format!("open({})", self.term("place", scope, 1)?)),
            3 => plain(format!("at({}) = {}", self.term("robot", scope, 0)?, self.term("place", scope, 1)?)),
            4 => plain(format!("located({}) = {}", self.term("item", scope, 1)?, self.term("place", scope, 1)?)),
            5 => plain(format!("holding({}) = {}", self.term("robot", scope, 0)?, self.term("item", scope, 0)?)),
            6 => plain(format!("holding({}) = nothing", self.term("robot", scope, 0)?)),
            7 => plain(format!("located({}) = nothing", self.term("item", scope, 1)?)),
            8 if self.chance(0.5) => plain(format!("open({}) = unknown", self.term("place", scope, 0)?)),
            9 if self.chance(0.5) => plain(format!("located({}) = unknown", self.term("item", scope, 0)?)),
            10 if depth > 0 => {
                let condition = self.formula(scope, 1);
                let then = self.effect(scope, depth - 1)?;
                let otherwise = if self.chance(0.4) {
                    format!(", else: [{}]", self.effect(scope, depth - 1)?)
                } else {
                    String::new()
                };
                format!("{{if: \"{condition}\", then: [{then}]{otherwise}}}")
            }
            11 if depth > 0 => {
                let of = self.pick(&["item", "robot", "place"]);
                let name = format!("w{}", scope.len());
                let mut inner = scope.clone();
                inner.push((name.clone(), of));
                let condition = self.formula(&inner, 1);
                format!("{{each: \"{name}: {of}\", if: \"{condition}\", then: [{}]}}", self.effect(&inner, depth - 1)?)
            }
            _ => plain(format!("at(robot) = {}", self.term("place", scope, 1)?)),
        })
    }

    fn effects(&mut self, scope: &Scope, count: usize) -> String {
        let effects: Vec<String> = (0..count * 3).filter_map(|_| self.effect(scope, 1)).take(count).collect();
        effects.join(", ")
    }

    fn skill(&mut self, number: usize) -> String {
        let mut scope: Scope = vec![("robot".into(), "robot")];
        let parameters = self.rng.random_range(0..=2_usize).min(1 + usize::from(self.rng.random_bool(0.2)));
        let mut declared = Vec::new();
        for place in 0..parameters {
            let of = self.pick(&["item", "place", "place", "item", "robot"]);
            let name = format!("x{place}");
            declared.push(format!("{name}: {of}"));
            scope.push((name, of));
        }
        let needs: Vec<String> = (0..self.rng.random_range(0..=2)).map(|_| self.formula(&scope, 2)).collect();
        let needs: Vec<String> = needs.iter().map(|need| format!("{{that: \"{need}\"}}")).collect();
        let count = self.rng.random_range(1..=3);
        let effects = self.effects(&scope, count);
        let first =
            if self.chance(0.2) { format!("    first: [{}]\n", self.effects(&scope, 1)) } else { String::new() };
        let of = self.pick(&["item", "place"]);
        let occupies = match self.term(of, &scope, 1) {
            Some(term) if self.chance(0.3) => format!("    occupies: [\"{term}\"]\n"),
            _ => String::new(),
        };
        let by =
            if self.chance(0.3) { format!("    by: {}\n", self.pick(&["walker", "flyer"])) } else { String::new() };
        let is = if declared.is_empty() {
            format!("skill_{number}")
        } else {
            format!("skill_{number}({})", declared.join(", "))
        };
        let text: Vec<String> = scope[1..].iter().map(|(name, _)| format!("{{{name}}}")).collect();
        format!(
            "  - is: \"{is}\"\n    text: \"do {number} {}\"\n{by}    needs: [{}]\n{first}    effects: [{effects}]\n{occupies}",
            text.join(" "),
            needs.join(", ")
        )
    }

    /// The basic skills, so that most tasks can be solved.
    fn usual_skills(&mut self) -> String {
        let go = if self.chance(0.5) { "{that: \"link(at(robot), to)\"}" } else { "" };
        let each =
            if self.chance(0.3) { ", {each: \"r: robot\", if: \"at(r) = to\", then: [at(r) = nothing]}" } else { "" };
        let by = if self.chance(0.4) { "    by: walker\n" } else { "" };
        format!(
            "  - is: \"go(to: place)\"\n    text: \"go {{to}}\"\n    needs: [{go}]\n    effects: [at(robot) = to{each}]\n\
             \x20 - is: \"take(what: item)\"\n    text: \"take {{what}}\"\n{by}    needs: [{{that: \"holding(robot) = nothing\"}}, {{that: \"at(robot) = located(what)\"}}]\n    \
             effects: [holding(robot) = what, located(what) = nothing]\n    occupies: [what]\n\
             \x20 - is: \"drop\"\n    text: \"drop\"\n    needs: [{{that: \"holding(robot) != nothing\"}}]\n    \
             effects: [located(holding(robot)) = at(robot), holding(robot) = nothing]\n"
        )
    }

    fn domain(&mut self) -> String {
        let list = |names: &[String], of: &str| {
            let names: Vec<String> = names.iter().map(|name| format!("{{name: {name}}}")).collect();
            format!("  - {{type: {of}, each: [{}]}}\n", names.join(", "))
        };
        let mut text = String::from(
            "domain: sample\ntypes:\n  - {name: item}\n  - {name: place}\n  - {name: walker, is: robot}\n  - {name: flyer, is: robot}\nobjects:\n",
        );
        text += &list(&self.names.items, "item");
        text += &list(&self.names.places, "place");
        text += "predicates:\n  - {is: \"at(robot) = place\"}\n  - {is: \"holding(robot) = item\"}\n  - {is: \"located(item) = place\"}\n  - {is: open(place)}\n  - {is: flag(item)}\n  - {is: \"link(place, place)\", fixed: true}\n";
        let scope: Scope = vec![("r".into(), "robot"), ("p".into(), "place")];
        let has_path = std::mem::take(&mut self.has_path);
        let near = match self.rng.random_range(0..3) {
            0 => "at(r) = p".to_owned(),
            1 => "at(r) = p and open(p)".to_owned(),
            _ => format!(
                "at(r) = p or open(p) and link(at(r), p) {}",
                if self.chance(0.5) { "and not (holding(r) = nothing)" } else { "" }
            ),
        };
        let _ = scope;
        text += &format!("  - {{is: \"near(r: robot, p: place)\", when: \"{near}\"}}\n");
        let spot = match self.rng.random_range(0..3) {
            0 => "{when: \"located(i) != nothing\", value: located(i)}".to_owned(),
            1 => "{when: \"flag(i)\", value: located(i)}, {when: \"open(place_1)\", value: place_2}".to_owned(),
            _ => "{some: \"r: robot\", when: \"holding(r) = i\", value: at(r)}, {when: \"true\", value: located(i)}"
                .to_owned(),
        };
        text += &format!("  - {{is: \"spot(i: item) = place\", cases: [{spot}]}}\n");
        self.has_path = has_path;
        if has_path {
            text += "  - {is: \"path(p: place, q: place)\", when: \"link(p, q) and open(q) or exists m: place. path(p, m) and link(m, q)\"}\n";
        }
        text += "always:\n  - link(place_1, place_2)\n";
        let places = self.names.places.clone();
        for from in &places {
            for to in &places {
                if self.chance(0.5) && (from, to) != (&places[0], &places[1]) {
                    text += &format!("  - link({from}, {to})\n");
                }
            }
        }
        text += "skills:\n";
        if self.chance(0.8) {
            text += &self.usual_skills();
        }
        for number in 0..self.rng.random_range(0..=2) {
            text += &self.skill(number);
        }
        text += "  - {is: idle, text: idle}\n";
        let mut laws = String::new();
        if self.chance(0.3) {
            laws += "  - {at_most_one_of: [\"at(r: robot) = d\"], about: \"d: place\", says: one}\n";
        }
        if self.chance(0.3) {
            laws += "  - {one_of: [\"located(i)\", \"holding(r: robot) = i\"], about: \"i: item\", says: once}\n";
        }
        if self.chance(0.2) {
            let body = self.formula(&vec![("a".into(), "place"), ("b".into(), "item")], 1);
            laws += &format!("  - {{never: \"{body}\", about: \"a: place, b: item\", says: never}}\n");
        }
        if !laws.is_empty() {
            text += "laws:\n";
            text += &laws;
        }
        text
    }

    fn fact(&mut self) -> String {
        let robots = self.names.robots.clone();
        let (items, places) = (self.names.items.clone(), self.names.places.clone());
        match self.rng.random_range(0..10) {
            0 => format!("flag({})", self.pick(&items)),
            1 => format!("open({})", self.pick(&places)),
            2 => format!("at({}, {})", self.pick(&robots), self.pick(&places)),
            3 => format!("holding({}, {})", self.pick(&robots), self.pick(&items)),
            4 | 5 | 8 | 9 => format!("located({}, {})", self.pick(&items), self.pick(&places)),
            6 => format!("near({}, {})", self.pick(&robots), self.pick(&places)),
            _ => format!("spot({}, {})", self.pick(&items), self.pick(&places)),
        }
    }

    fn proposition(&mut self, world: &World) -> String {
        if self.chance(0.3) {
            let robot = self.rng.random_range(0..world.team_size());
            let all: Vec<_> = world.options().iter().filter(|&decision| world.has(robot, decision)).collect();
            let decision = self.pick(&all);
            return world.deed(robot, decision);
        }
        self.fact()
    }

    /// A temporal formula that often can be satisfied.
    fn temporal(&mut self, world: &World) -> String {
        let mut p = || self.proposition(world);
        let (a, b) = (p(), p());
        match self.rng.random_range(0..14) {
            0..=1 => format!("F G {a}"),
            2 => format!("F G {a} & F G {b}"),
            3 => format!("F ({a} & F {b})"),
            4 => format!("F {a}"),
            5 => format!("F ({a} & F {b})"),
            6 => format!("F ({a} & X F {b})"),
            7 => format!("(!{a}) U {b}"),
            8 => format!("F G ({a} | !{b})"),
            9 => format!("F ({a} & !{b})"),
            10 => format!("F {a} & G({a} -> F !{a})"),
            11 => format!("F (step & WX (!step W (step & WX (!step W (step & {a})))))"),
            12 => format!("F {a} & F {b}"),
            _ => format!("(F {a}) xor (G !{b})"),
        }
    }

    fn constraint(&mut self, world: &World) -> String {
        let mut p = || self.proposition(world);
        let (a, b) = (p(), p());
        match self.rng.random_range(0..8) {
            0 | 1 => format!("G !{a}"),
            2 => format!("G({a} -> F {b})"),
            3 => format!("(!{a}) W {b}"),
            4 => format!("G({a} -> X {b})"),
            5 => format!("G !({a} & {b})"),
            6 => format!("G(step -> !({a}))"),
            _ => format!("!F({a} & X F ({a} & X F {a}))"),
        }
    }

    /// A lawful state; `None` if none was found.
    fn state(&mut self, world: &World) -> Option<State> {
        for _ in 0..20 {
            let mut facts: Vec<String> = Vec::new();
            let (robots, items, places) =
                (self.names.robots.clone(), self.names.items.clone(), self.names.places.clone());
            for robot in &robots {
                match self.rng.random_range(0..8) {
                    0 => {}
                    1 => facts.push(format!("?at({robot})")),
                    _ => facts.push(format!("at({robot}, {})", self.pick(&places))),
                }
            }
            for item in &items {
                match self.rng.random_range(0..10) {
                    0 => {}
                    1 => facts.push(format!("?located({item})")),
                    2 => facts.push(format!("holding({}, {item})", robots[0])),
                    _ => facts.push(format!("located({item}, {})", self.pick(&places))),
                }
                match self.rng.random_range(0..6) {
                    0 => facts.push(format!("flag({item})")),
                    1 => facts.push(format!("?flag({item})")),
                    _ => {}
                }
            }
            for place in &places {
                match self.rng.random_range(0..5) {
                    0 | 1 => facts.push(format!("open({place})")),
                    2 => facts.push(format!("?open({place})")),
                    _ => {}
                }
            }
            let mut seen = std::collections::HashSet::new();
            facts.retain(|fact| !fact.starts_with("holding") || seen.insert(fact[..15].to_owned()));
            if let Ok(state) = world.read(&Facts::new(facts)) {
                return Some(state);
            }
        }
        None
    }

    /// A task, or the reason why there is none.
    pub fn sample(mut self) -> Result<Sample, String> {
        let text = self.domain();
        let domain = Domain::parse(&text, "sample.yaml").map_err(|error| error.to_string())?;
        let robots = self.names.robots.clone();
        let kinds = ["walker", "flyer"];
        let all_one_kind = self.chance(0.5);
        let robots: Vec<Robot> = robots
            .iter()
            .map(|name| Robot {
                id: RobotId::new(name).expect("a good name"),
                kind: Some(kinds[if all_one_kind { 0 } else { self.rng.random_range(0..2) }].to_owned()),
            })
            .collect();
        let world = Arc::new(World::new(Arc::new(domain), &robots).map_err(|error| error.to_string())?);
        let state = self.state(&world).ok_or("no lawful state")?;
        let mission = self.temporal(&world);
        let constraints: Vec<String> = (0..self.rng.random_range(0..=2)).map(|_| self.constraint(&world)).collect();
        let mut team: Vec<usize> = (0..world.team_size()).collect();
        if team.len() > 1 && self.chance(0.15) {
            team.remove(0);
        }
        let read = |text: &String| Formula::parse(text).map_err(|error| format!("{text}: {error}"));
        let text = format!(
            "{text}mission: {mission}\nconstraints: {constraints:?}\nfacts: {:?}\nteam: {team:?}",
            world.facts(&state)
        );
        Ok(Sample {
            mission: read(&mission)?,
            constraints: constraints.iter().map(read).collect::<Result<_, _>>()?,
            world,
            state,
            text,
            team,
        })
    }
}

/// A random number below `end`, so that tests need no trait.
#[allow(dead_code)]
pub fn below(rng: &mut impl Rng, end: usize) -> usize {
    rng.random_range(0..end)
}
