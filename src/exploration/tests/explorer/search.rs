use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap},
};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_exploration::{
    AnswerLetter, ConfidenceCheck, ExplorationEnd, Explorer, ExplorerCounts, ExplorerMessage, ExplorerPolicy, Input,
    Output, QuestionId, QuestionStanding, TravelEnd,
};
use surefleet_fleet::Stamp;
use surefleet_mapping::GroundPoint;

use crate::{
    house::{Conditions, House, thing},
    setting::*,
};

/// The result of a fleet in a house.
#[derive(Debug, PartialEq)]
pub struct Outcome {
    pub ends: Vec<ExplorationEnd>,
    /// By question: how far it is answered, and the truth.
    pub standings: Vec<(QuestionStanding, AnswerLetter)>,
    /// By robot: when it said something.
    pub said: Vec<Vec<Stamp>>,
    /// By robot: when all its questions were answered first.
    pub done: Vec<Option<Stamp>>,
    pub reopened: usize,
    pub counts: Vec<ExplorerCounts>,
    /// By question: what models said about it, in order, each with its confidence and whether it is right.
    pub looks: BTreeMap<QuestionId, Vec<(f64, bool)>>,
}

enum Event {
    Message(ExplorerMessage),
    Input(Input),
    /// The arrival of the way to this destination.
    Arrival(u64),
    Look,
}

struct Body {
    explorer: Explorer,
    at: GroundPoint,
    goal: GroundPoint,
    /// The destination where it goes now; `None`: nowhere.
    way: Option<u64>,
    views: u64,
    stood: BTreeSet<usize>,
}

/// Lets a fleet explore a house until all have ended.
pub fn explore(conditions: Conditions, check: ConfidenceCheck, policy: &ExplorerPolicy, seed: u64) -> Outcome {
    let mut house = House::new(conditions, seed);
    let mut bodies: Vec<Body> = (1..=conditions.robots)
        .map(|number| {
            let things: Vec<String> = (1..=conditions.questions).map(|n| thing(&id(number, n))).collect();
            let questions = things.iter().zip(1..).map(|(thing, n)| question(number, n, thing)).collect();
            let random = ChaCha8Rng::seed_from_u64(seed * 100 + u64::from(number));
            let explorer =
                Explorer::new(Stamp::ZERO, robot(number), questions, policy.clone(), rules(check), random).unwrap();
            let at = house.places[house.random.random_range(0..9)];
            Body { explorer, at, goal: at, way: None, views: 0, stood: BTreeSet::new() }
        })
        .collect();
    let mut run = Run { queue: BinaryHeap::new(), events: Vec::new() };
    let count = bodies.len();
    let mut outcome = Outcome {
        ends: Vec::new(),
        standings: Vec::new(),
        said: vec![Vec::new(); count],
        done: vec![None; count],
        reopened: 0,
        counts: Vec::new(),
        looks: BTreeMap::new(),
    };
    for who in 0..count {
        run.at(0.1, who, Event::Look);
        say_and_do(Stamp::ZERO, who, &mut bodies, &mut house, &mut run, &mut outcome);
    }
    for steps in 0.. {
        assert!(steps < 200_000, "seed {seed}: no end");
        let due = bodies.iter().enumerate().filter_map(|(who, body)| Some((body.explorer.next_deadline()?, who))).min();
        let Some((due, ticking)) = due else { break };
        let event = run.next_until(due);
        let (now, who, input) = match event {
            None => (due, ticking, Some(Input::Tick)),
            Some((now, who, event)) => (now, who, happen(event, now, who, &mut bodies, &house, &mut run)),
        };
        if let Some(input) = input {
            bodies[who].explorer.handle(now, input);
        }
        say_and_do(now, who, &mut bodies, &mut house, &mut run, &mut outcome);
    }
    for body in &bodies {
        outcome.counts.push(*body.explorer.counts());
    }
    for (question, (_, truth)) in &house.targets {
        let standing = bodies.iter().find_map(|body| body.explorer.standing(question)).unwrap();
        outcome.standings.push((standing.clone(), *truth));
    }
    outcome
}

/// Turns an event into an input. A look is several inputs; the rest of it follows at once.
fn happen(event: Event, now: Stamp, who: usize, bodies: &mut [Body], house: &House, run: &mut Run) -> Option<Input> {
    let body = &mut bodies[who];
    match event {
        Event::Message(message) => Some(Input::Heard(message)),
        Event::Input(input) => Some(input),
        Event::Arrival(destination) if body.way == Some(destination) => {
            body.at = body.goal;
            run.after(now, 0.0, who, Event::Look);
            Some(Input::Travelled { destination, end: TravelEnd::Reached })
        }
        // The driver gave this way up when it got another destination, and says so late.
        Event::Arrival(destination) => Some(Input::Travelled { destination, end: TravelEnd::Unreachable }),
        Event::Look => {
            body.views += 1;
            let place = house.nearest(body.at);
            body.stood.insert(place);
            let open = house.places.iter().enumerate().filter(|(place, _)| !body.stood.contains(place));
            let open: Vec<(f64, f64)> = open.map(|(_, place)| (place.x, place.y)).collect();
            run.after(now, 0.0, who, Event::Input(Input::Frontiers(frontiers(&open))));
            run.after(now, 2.0, who, Event::Look);
            Some(seen(body.views, house.objects(place)))
        }
    }
}

fn say_and_do(now: Stamp, who: usize, bodies: &mut [Body], house: &mut House, run: &mut Run, outcome: &mut Outcome) {
    while let Some(output) = bodies[who].explorer.poll() {
        carry_out(output, now, who, bodies, house, run, outcome);
    }
}

fn carry_out(
    output: Output,
    now: Stamp,
    who: usize,
    bodies: &mut [Body],
    house: &mut House,
    run: &mut Run,
    outcome: &mut Outcome,
) {
    match output {
        Output::Say(message) => {
            outcome.said[who].push(now);
            for other in (0..bodies.len()).filter(|other| *other != who) {
                let copies = 1 + u32::from(house.random.random::<f64>() < house.conditions.duplicates);
                for _ in 0..copies {
                    if house.random.random::<f64>() >= house.conditions.loss {
                        let delay = house.conditions.longest_delay * house.random.random::<f64>();
                        run.after(now, delay, other, Event::Message(message.clone()));
                    }
                }
            }
        }
        Output::AskRelevance(pair) => {
            let (letter, probability) = House::relevance(&pair.seen, &pair.sought);
            let has_failed = house.random.random::<f64>() < 0.05;
            let scores = (!has_failed).then(|| scores(letter, probability));
            run.after(now, 0.1, who, Event::Input(Input::Relevance { pair, scores }));
        }
        Output::AskAnswers { view, questions } => {
            let place = house.nearest(bodies[who].at);
            for question in questions {
                let (letter, confidence) = house.answer(question.id(), place);
                let is_right = letter == house.targets[question.id()].1;
                outcome.looks.entry(question.id().clone()).or_default().push((confidence, is_right));
                run.after(now, 0.2, who, Event::Input(looked(question.id().clone(), view, letter, confidence)));
            }
        }
        Output::Go(destination) => {
            let body = &mut bodies[who];
            body.way = Some(destination.number);
            body.goal = destination.place;
            run.after(now, body.at.distance(body.goal).get().max(0.1), who, Event::Arrival(destination.number));
        }
        Output::Stop => bodies[who].way = None,
        Output::Settled(_) | Output::AskValues { .. } => {}
        Output::Reopened(_) => outcome.reopened += 1,
        Output::Ended(end) if end.is_time_over => outcome.ends.push(end),
        Output::Ended(_) => {
            outcome.done[who].get_or_insert(now);
        }
    }
}

/// Events in the order of their time, and of their making where that is equal.
struct Run {
    queue: BinaryHeap<Reverse<(Stamp, usize)>>,
    events: Vec<Option<(usize, Event)>>,
}

impl Run {
    fn at(&mut self, seconds: f64, who: usize, event: Event) {
        self.after(Stamp::ZERO, seconds, who, event);
    }

    fn after(&mut self, now: Stamp, seconds: f64, who: usize, event: Event) {
        self.queue.push(Reverse((now + std::time::Duration::from_secs_f64(seconds), self.events.len())));
        self.events.push(Some((who, event)));
    }

    fn next_until(&mut self, due: Stamp) -> Option<(Stamp, usize, Event)> {
        let &Reverse((now, number)) = self.queue.peek()?;
        if now > due {
            return None;
        }
        self.queue.pop();
        let (who, event) = self.events[number].take()?;
        Some((now, who, event))
    }
}
