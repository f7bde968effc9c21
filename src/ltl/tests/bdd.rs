//! Joint satisfaction against backward fixpoints on decision diagrams, for products too large to build explicitly.

mod fixpoint;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use fixpoint::{At, Live, Pattern, Roads};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_ltl::{
    Axioms, Budget, CheckOutcome, Constraint, Formula, Group, Proposition, PropositionId, Session, Spec, Valuation,
};

const PLACES: usize = 20;

/// The number of checked continuations, of all specifications together.
const CHECKS: usize = 60_000;
/// The most checks of one walk.
const LONGEST: usize = 60;

/// A kind of specification, and the number of draws from it.
#[derive(Debug)]
struct Kind {
    robots: usize,
    /// Constraints speak of the first `named` places of each robot.
    named: usize,
    precedences: usize,
    responses: usize,
    budgets: usize,
    has_map: bool,
    draws: usize,
}

const KINDS: [Kind; 7] = [
    Kind { robots: 1, named: 20, precedences: 20, responses: 10, budgets: 0, has_map: false, draws: 10 },
    Kind { robots: 1, named: 20, precedences: 20, responses: 20, budgets: 0, has_map: false, draws: 10 },
    Kind { robots: 1, named: 20, precedences: 20, responses: 10, budgets: 0, has_map: true, draws: 10 },
    Kind { robots: 1, named: 20, precedences: 20, responses: 10, budgets: 4, has_map: false, draws: 10 },
    Kind { robots: 1, named: 20, precedences: 20, responses: 10, budgets: 4, has_map: true, draws: 4 },
    Kind { robots: 2, named: 8, precedences: 20, responses: 10, budgets: 0, has_map: false, draws: 12 },
    Kind { robots: 2, named: 10, precedences: 20, responses: 10, budgets: 0, has_map: true, draws: 10 },
];

/// A drawn specification: for the crate and for the oracle.
struct Case {
    spec: Arc<Spec>,
    patterns: Vec<Pattern>,
    roads: Roads,
    live: Live,
    /// By robot, by place.
    at: Vec<Vec<PropositionId>>,
}

/// A trace so far: the places of the robots, and the state of each pattern; `None`: violated for good.
#[derive(Clone)]
struct Trace {
    places: Option<Vec<usize>>,
    states: Vec<Option<usize>>,
}

/// Counts of the checks of one kind.
#[derive(Debug, Default)]
struct Counts {
    live: usize,
    dead: usize,
    violated: usize,
    undetermined: usize,
    /// Those of them that the fixpoint takes for live.
    undetermined_live: usize,
}

impl Case {
    fn draw(kind: &Kind, rng: &mut ChaCha8Rng) -> Self {
        let place =
            |rng: &mut ChaCha8Rng| -> At { (rng.random_range(0..kind.robots), rng.random_range(0..kind.named)) };
        let mut pair = || loop {
            let one = place(rng);
            let other = place(rng);
            if one != other {
                return (one, other);
            }
        };
        let mut patterns: Vec<Pattern> = Vec::new();
        patterns
            .extend((0..kind.precedences).map(|_| pair()).map(|(earlier, later)| Pattern::Precedence(earlier, later)));
        patterns.extend((0..kind.responses).map(|_| pair()).map(|(cause, effect)| Pattern::Response(cause, effect)));
        patterns.extend((0..kind.budgets).map(|_| Pattern::Budget(pair().0)));
        let moves = kind.has_map.then(|| moves(rng));
        let roads = Roads::new(kind.robots, PLACES, moves.as_deref());

        let name = |robot, place| Proposition::new(&format!("at(robot_{robot}, place_{place})")).expect("a name");
        let group = |robot| {
            let group = Group::exactly_one((0..PLACES).map(|place| name(robot, place)));
            moves.iter().fold(group, |group, moves| group.with_moves(moves.iter().copied()))
        };
        let axioms = Axioms { groups: (0..kind.robots).map(group).collect(), ..Axioms::default() };
        let constraint = |pattern: &Pattern| {
            let words = pattern.text();
            Constraint { formula: Formula::parse(&words).expect("a formula"), words }
        };
        let constraints = patterns.iter().map(constraint).collect();
        let spec = Spec::compile(constraints, &axioms, &Budget::default()).expect("small");
        let id = |robot, place| spec.vocabulary().find(name(robot, place).as_str()).expect("it is in a group");
        let at = (0..kind.robots).map(|robot| (0..PLACES).map(|place| id(robot, place)).collect()).collect();
        let live = Live::new(&patterns, &roads);
        Self { spec: Arc::new(spec), patterns, roads, live, at }
    }

    fn begin(&self) -> Trace {
        Trace { places: None, states: vec![Some(0); self.patterns.len()] }
    }

    /// The next places of the robots: each stays where it is about as often as it moves.
    fn next_places(&self, places: Option<&Vec<usize>>, rng: &mut impl Rng) -> Vec<usize> {
        let next = |robot: usize| match places.map(|places| places[robot]) {
            None => rng.random_range(0..PLACES),
            Some(place) if rng.random_ratio(2, 5) => place,
            Some(place) => self.roads.next(place)[rng.random_range(0..self.roads.next(place).len())],
        };
        (0..self.at.len()).map(next).collect()
    }

    fn valuation(&self, places: &[usize]) -> Valuation {
        let mut valuation = self.spec.vocabulary().valuation([]);
        self.at.iter().zip(places).for_each(|(at, &place)| valuation.set(at[place], true));
        valuation
    }

    fn advance(&self, trace: &mut Trace, places: Vec<usize>) {
        for (pattern, state) in self.patterns.iter().zip(&mut trace.states) {
            *state = state.and_then(|state| pattern.step(state, &places));
        }
        trace.places = Some(places);
    }

    fn is_live(&self, trace: &Trace) -> bool {
        let states: Option<Vec<usize>> = trace.states.iter().copied().collect();
        states.zip(trace.places.as_ref()).is_some_and(|(states, places)| self.live.contains(&states, places))
    }

    /// Whether the trace can go on from some first state.
    fn is_satisfiable(&self) -> bool {
        (0..PLACES * PLACES).any(|first| {
            let mut trace = self.begin();
            self.advance(&mut trace, vec![first % PLACES, first / PLACES]);
            self.is_live(&trace)
        })
    }

    /// A session at the end of another's trace, without its other knowledge.
    fn resumed(&self, session: &Session) -> Session {
        let states: Vec<Option<usize>> = (0..self.patterns.len()).map(|c| Some(session.state(c).index())).collect();
        Session::resume(self.spec.clone(), &states, session.valuation().cloned()).expect("its own states")
    }

    /// Whether a check's answer agrees with the oracle for a trace that ends here.
    fn is_right(&self, outcome: &CheckOutcome, after: &Trace) -> bool {
        let mut lost = (0..after.states.len()).filter(|&c| after.states[c].is_none());
        match outcome {
            CheckOutcome::Allowed { relies_on } => self.is_live(after) && relies_on.is_empty(),
            CheckOutcome::DeadEnd(_) => !self.is_live(after) && lost.next().is_none(),
            CheckOutcome::Violated(violations) => {
                let mut violated: Vec<usize> = violations.iter().map(|violation| violation.constraint).collect();
                violated.sort_unstable();
                !violated.is_empty() && lost.eq(violated)
            }
            CheckOutcome::Undetermined => lost.next().is_none(),
            CheckOutcome::Impossible { .. } => false,
        }
    }

    /// Checks continuations along random walks, which go on if that is allowed, and rarely if it is not.
    fn walk(&self, checks: usize, rng: &mut ChaCha8Rng, counts: &mut Counts) {
        let mut session = Session::new(self.spec.clone());
        let mut trace = self.begin();
        let mut steps = 0;
        for _ in 0..checks {
            let mut path = Vec::new();
            let mut after = trace.clone();
            for _ in 0..rng.random_range(1..=2) {
                let places = self.next_places(after.places.as_ref(), rng);
                path.push(self.valuation(&places));
                self.advance(&mut after, places);
            }
            let knows_past = rng.random_ratio(3, 4);
            let check = if knows_past { session.check(&path) } else { self.resumed(&session).check(&path) };
            let is_live = self.is_live(&after);
            let context = || {
                let formulas: Vec<String> = self.patterns.iter().map(|pattern| pattern.text()).collect();
                let from = (&trace.places, &trace.states);
                let to = (&after.places, &after.states);
                format!("{formulas:?}, {:?}: from {from:?} to {to:?}, {:?} ({is_live})", self.roads, check.outcome)
            };
            assert!(self.is_right(&check.outcome, &after), "{}", context());
            let is_owed = |c: &usize| after.states[*c].is_none_or(|state| !self.patterns[*c].accepts(state));
            assert!((0..after.states.len()).filter(is_owed).eq(check.pending.iter().copied()), "{}", context());
            match check.outcome {
                CheckOutcome::Allowed { .. } => counts.live += 1,
                CheckOutcome::DeadEnd(_) => counts.dead += 1,
                CheckOutcome::Undetermined => {
                    counts.undetermined += 1;
                    counts.undetermined_live += usize::from(is_live);
                }
                _ => counts.violated += 1,
            }
            steps += 1;
            if matches!(check.outcome, CheckOutcome::Allowed { .. }) || rng.random_ratio(1, 50) {
                session.observe(&path);
                (trace, steps) = (after, if is_live { steps } else { LONGEST });
            }
            // A lost trace stays lost: make a few more checks, then start another walk.
            if steps > LONGEST && rng.random_ratio(1, 3) {
                (session, trace, steps) = (Session::new(self.spec.clone()), self.begin(), 0);
            }
        }
    }
}

/// A ring, on which few ways lead around a forbidden place; some doors open from one side only.
fn moves(rng: &mut impl Rng) -> Vec<(usize, usize)> {
    let doors = (0..PLACES).flat_map(|place| [1, PLACES - 1].map(|by| (place, (place + by) % PLACES)));
    doors.filter(|_| rng.random_ratio(5, 6)).collect()
}

#[test]
fn a_step_is_allowed_exactly_where_the_fixpoint_has_a_way_on() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let draws: usize = KINDS.iter().map(|kind| kind.draws).sum();
    let mut checks = 0;
    let mut undetermined = 0;
    for kind in &KINDS {
        let begin = Instant::now();
        let mut compiling = Duration::ZERO;
        let mut counts = Counts::default();
        for _ in 0..kind.draws {
            let begin = Instant::now();
            let case = Case::draw(kind, &mut rng);
            compiling += begin.elapsed();
            let report = case.spec.report();
            assert!(report.is_undetermined || report.conflicts.is_empty() == case.is_satisfiable());
            case.walk(CHECKS.div_ceil(draws), &mut rng, &mut counts);
        }
        println!("{kind:?}: {counts:?} in {:?}, of which compiling {compiling:?}", begin.elapsed());
        let Counts { live, dead, violated, .. } = counts;
        assert!(live > 1_000 && dead > 50 && violated > 500, "it tells nothing of {kind:?}: {counts:?}");
        checks += live + dead + violated + counts.undetermined;
        undetermined += counts.undetermined;
    }
    assert!(checks >= CHECKS && undetermined * 100 < checks, "{undetermined} of {checks} took too much work to tell");
}
