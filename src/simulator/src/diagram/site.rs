//! A site of any domain as a diagram: what stands still as cubes with their things in words, and the robots before it.

use surefleet_fleet::Decision;
use surefleet_world::{
    Atom, Domain, Object, ObjectId, Origin, Predicate, PredicateId, State, Term, Truth, Value, World,
};

use super::{Form, PLACE_M, ROBOT_M, Shape, labels};

/// Between the middles of two places that have no pose, in metres.
const SPACING_M: f64 = 1.8;
/// From the middle of a place to the first robot that is there, and between two robots, in metres.
const BESIDE_M: f64 = 0.6;
/// The frame that the diagram lies in: poses in other frames are not drawn.
const FRAME: &str = "map";
/// Nobody carries a thing on more things than this.
const DEEPEST: usize = 16;

/// What stands still, then robots with what they are about to do, by `goals`, then an arrow for each of them that is about
/// to do something somewhere.
///
/// An object stands still if the state does not say where it is. It is drawn at its pose, or else in a grid. What is
/// there stands in its label, and what a robot carries in the robot's.
pub fn site_diagram(world: &World, state: &State, goals: &[Option<Decision>]) -> Vec<Shape> {
    let plan = Plan::of(world, state);
    let mut shapes: Vec<Shape> = plan.places.iter().map(|place| plan.place(place)).collect();
    let lost: Vec<ObjectId> = plan.things().filter(|&thing| plan.root(thing).is_none()).collect();
    if !lost.is_empty() {
        let [x, y] = plan.aside;
        let label = format!("nobody knows: {}", plan.phrases(&lost));
        shapes.push(Shape::new(Form::Tray(PLACE_M), [x, y, PLACE_M / 2.0], [0.4, 0.4, 0.4], label));
    }
    for robot in 0..world.team_size() {
        let goal = goals.get(robot).copied().flatten();
        let carried: Vec<ObjectId> =
            plan.things().filter(|&thing| plan.root(thing) == Some(world.robot(robot))).collect();
        let carrying = if carried.is_empty() { String::new() } else { format!(" ({})", plan.phrases(&carried)) };
        let doing = goal.map_or_else(String::new, |goal| format!(": {}", world.text(goal)));
        let [x, y] = plan.robot_at(robot);
        let label = format!("{}{carrying}{doing}", world.robots()[robot]);
        shapes.push(Shape::new(Form::Post(ROBOT_M), [x, y, ROBOT_M / 2.0], [0.2, 0.6, 0.35], label));
    }
    let arrows = goals.iter().enumerate().filter_map(|(robot, goal)| {
        let [x, y] = plan.robot_at(robot);
        let to = plan.at(*world.options().arguments((*goal)?).first()?)?;
        Some(Shape::new(Form::Arrow(to), [x, y, ROBOT_M / 2.0], [0.9, 0.6, 0.1], String::new()))
    });
    shapes.extend(arrows);
    labels::spread(&mut shapes);
    shapes
}

/// A state, laid out.
struct Plan<'w> {
    world: &'w World,
    state: &'w State,
    places: Vec<Place>,
    /// A place for what is nowhere.
    aside: [f64; 2],
}

/// Something that stands still.
struct Place {
    object: ObjectId,
    at_m: [f64; 3],
}

impl<'w> Plan<'w> {
    fn of(world: &'w World, state: &'w State) -> Self {
        let mut plan = Self { world, state, places: Vec::new(), aside: [0.0; 2] };
        let all = plan.objects().filter(|&object| world.place_of(object).is_none());
        let still: Vec<ObjectId> = all.filter(|&object| !plan.moves(object) && plan.matters(object)).collect();
        let pose =
            |object: &Object| object.pose.as_ref().filter(|pose| pose.frame == FRAME).map(|pose| pose.position_m);
        let posed = still.iter().filter_map(|&object| pose(world.object(object)));
        // The grid lies beside what has a pose.
        let right = posed.map(|[x, ..]| x + SPACING_M).reduce(f64::max);
        let count = still.iter().filter(|&&object| pose(world.object(object)).is_none()).count() + 1;
        let columns = (count as f64).sqrt().ceil() as usize;
        let middle = (columns as f64 - 1.0) / 2.0 * SPACING_M;
        let cell = |number: usize| {
            let [column, row] = [number % columns, number / columns].map(|place| place as f64 * SPACING_M);
            [right.unwrap_or(-middle) + column, middle - row]
        };
        let mut cells = (0..count).map(cell);
        for object in still {
            let at_m = pose(world.object(object)).or_else(|| cells.next().map(|[x, y]| [x, y, PLACE_M / 2.0]));
            plan.places.extend(at_m.map(|at_m| Place { object, at_m }));
        }
        plan.aside = cells.next().unwrap_or_default();
        plan
    }

    fn objects(&self) -> impl Iterator<Item = ObjectId> {
        self.world.members_of(Domain::OBJECT).iter().copied()
    }

    /// What is neither a robot nor stands still.
    fn things(&self) -> impl Iterator<Item = ObjectId> {
        self.objects().filter(|&object| self.world.place_of(object).is_none() && self.moves(object))
    }

    /// The functional predicates that say where something is, by structure: stored, of one object.
    fn whereabouts(&self) -> impl Iterator<Item = (PredicateId, &'w Predicate)> {
        self.of_one().filter(|(_, one)| one.value.is_some())
    }

    fn moves(&self, object: ObjectId) -> bool {
        self.whereabouts().any(|(_, one)| self.world.is_of(object, &one.arguments[0]))
    }

    /// Whether something can be at it, or the state says something of it alone.
    fn matters(&self, object: ObjectId) -> bool {
        let is_value = |one: &Predicate| one.value.as_ref().is_some_and(|types| self.world.is_of(object, types));
        self.whereabouts().any(|(_, one)| is_value(one))
            || self.plain().any(|(_, one)| self.world.is_of(object, &one.arguments[0]))
    }

    fn plain(&self) -> impl Iterator<Item = (PredicateId, &'w Predicate)> {
        self.of_one().filter(|(_, one)| one.value.is_none())
    }

    /// The stored predicates of one object.
    fn of_one(&self) -> impl Iterator<Item = (PredicateId, &'w Predicate)> {
        let domain = self.world.domain();
        let all = domain.predicates().iter().filter(|one| one.origin == Origin::State && one.arguments.len() == 1);
        all.filter_map(|one| Some((domain.find_predicate(&one.name)?, one)))
    }

    /// What the state says that an object is at, first to last: of a robot also what it holds.
    fn values(&self, object: ObjectId) -> impl Iterator<Item = ObjectId> {
        let own = self.whereabouts().filter(move |(_, one)| self.world.is_of(object, &one.arguments[0]));
        own.filter_map(move |(id, _)| {
            let term = Term::Value(id, vec![Term::Variable(0)]);
            match self.world.value(self.state, &term, &[object]) {
                Value::Object(value) => Some(value),
                Value::Nothing | Value::Unknown => None,
            }
        })
    }

    /// What a thing or a robot is directly at, on, in or with.
    fn parent(&self, object: ObjectId) -> Option<ObjectId> {
        if self.world.place_of(object).is_some() {
            // What a robot holds is itself nowhere.
            return self.values(object).find(|&value| !self.moves(value) || self.values(value).next().is_some());
        }
        let robots = || (0..self.world.team_size()).map(|robot| self.world.robot(robot));
        let holder = || robots().find(|&robot| self.values(robot).any(|value| value == object));
        self.values(object).next().or_else(holder)
    }

    /// What it is at in the end: something that stands still, or a robot.
    fn root(&self, object: ObjectId) -> Option<ObjectId> {
        let mut root = self.parent(object)?;
        for _ in 0..DEEPEST {
            if self.world.place_of(root).is_some() || !self.moves(root) {
                return Some(root);
            }
            root = self.parent(root)?;
        }
        None
    }

    fn at(&self, object: ObjectId) -> Option<[f64; 3]> {
        let at = |object: ObjectId| Some(self.places.iter().find(|place| place.object == object)?.at_m);
        let of_robot = |object: ObjectId| {
            let [x, y] = self.robot_at(self.world.place_of(object)?);
            Some([x, y, ROBOT_M / 2.0])
        };
        at(object)
            .or_else(|| of_robot(object))
            .or_else(|| self.root(object).and_then(|root| at(root).or_else(|| of_robot(root))))
    }

    /// Before the place where the robot is, beside others that are there; those that are nowhere stand aside.
    fn robot_at(&self, robot: usize) -> [f64; 2] {
        let place_of = |robot: usize| {
            let mut root = self.root(self.world.robot(robot));
            for _ in 0..DEEPEST {
                match root {
                    Some(one) if self.world.place_of(one).is_some() => root = self.root(one),
                    _ => break,
                }
            }
            root.and_then(|root| self.places.iter().find(|place| place.object == root))
        };
        let here = place_of(robot).map(|place| place.object);
        let before = (0..robot).filter(|&other| place_of(other).map(|place| place.object) == here).count();
        let [x, y] = place_of(robot).map_or(self.aside, |place| [place.at_m[0], place.at_m[1]]);
        [x + BESIDE_M * (0.5 + before as f64), y - BESIDE_M]
    }

    fn phrases(&self, objects: &[ObjectId]) -> String {
        objects.iter().map(|&object| self.described(object)).collect::<Vec<_>>().join(", ")
    }

    /// The phrase of an object, and what is so of it alone: "the front door [open?]".
    fn described(&self, object: ObjectId) -> String {
        let of_it = self.plain().filter(|(_, one)| self.world.is_of(object, &one.arguments[0]));
        let said = of_it.filter_map(|(predicate, one)| {
            let atom = Atom { predicate, arguments: [object].into_iter().collect(), value: None };
            let name = one.name.replace('_', " ");
            match self.world.truth_of(self.state, &atom) {
                Truth::True => Some(name),
                Truth::Unknown => Some(format!("{name}?")),
                Truth::False => None,
            }
        });
        let said: Vec<String> = said.collect();
        let phrase = &self.world.object(object).phrase;
        if said.is_empty() { phrase.clone() } else { format!("{phrase} [{}]", said.join(", ")) }
    }

    fn place(&self, place: &Place) -> Shape {
        let there: Vec<ObjectId> = self.things().filter(|&thing| self.root(thing) == Some(place.object)).collect();
        let label = match there.is_empty() {
            true => self.described(place.object),
            false => format!("{}: {}", self.described(place.object), self.phrases(&there)),
        };
        Shape::new(Form::Cube(PLACE_M), place.at_m, [0.72, 0.6, 0.45], label)
    }
}
