use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use crate::board::{Board, NEVER, Spot};
use crate::bounds::Bounds;

/// Stands for no arm, and for an object that lies at its target.
const NONE: u16 = u16::MAX;

/// The fewest steps of a task in which only handovers and the arms' time count: a lower bound of the true number.
///
/// It looks at some of the objects. Arms collide only where one comes to an object while another is there; objects never do.
/// An arm is at an object or nowhere, and points that the same arms reach are one place. Each true plan is a plan here as well, once
/// the moves of other objects are left out. So the fewest steps here are no more than the fewest true steps.
pub(crate) struct Relaxed<'a> {
    board: &'a Board<'a>,
    /// By place: the points that it stands for.
    classes: Vec<Vec<Spot>>,
    class_of: Vec<u16>,
    /// By object, place and arm: steps to the target if the arm is at the object and carries it first.
    steps_by: Vec<Vec<Vec<u32>>>,
}

/// By object: its place, and the arm that is there.
type Held = Box<[(u16, u16)]>;

/// One search over some of the objects.
struct Search<'a> {
    relaxed: &'a Relaxed<'a>,
    objects: &'a [usize],
    below: u32,
    known: FxHashMap<Held, u32>,
    open: BinaryHeap<Reverse<(u32, u32, Held)>>,
    effort: &'a mut u64,
}

impl<'a> Relaxed<'a> {
    pub(crate) fn new(board: &'a Board<'a>, bounds: &Bounds) -> Self {
        let mut classes: Vec<Vec<Spot>> = Vec::new();
        let mut numbers: FxHashMap<&[usize], u16> = FxHashMap::default();
        let mut class_of = Vec::new();
        for (spot, arms) in board.reached_by.iter().enumerate() {
            let number = *numbers.entry(arms).or_insert(classes.len() as u16);
            if usize::from(number) == classes.len() {
                classes.push(Vec::new());
            }
            classes[usize::from(number)].push(spot as Spot);
            class_of.push(number);
        }
        let steps = |object: usize, class: &Vec<Spot>, arm: usize| {
            let spot = class.iter().find(|spot| **spot != board.targets[object]);
            let carries = spot.map_or(NEVER, |spot| bounds.carries_by(object, *spot, arm));
            if carries >= NEVER { NEVER } else { 3 * (carries - 1) + 1 }
        };
        let of_class = |object: usize, class| (0..board.arms()).map(|arm| steps(object, class, arm)).collect();
        let of_object = |object: usize| classes.iter().map(|class| of_class(object, class)).collect();
        let steps_by = (0..board.targets.len()).map(of_object).collect();
        Self { board, classes, class_of, steps_by }
    }

    /// A lower bound of steps, at most `below`; better ones take more effort, of which some is used up.
    pub(crate) fn bound(&self, start: &[Spot], mut least: u32, below: u32, effort: &mut u64) -> u32 {
        let count = self.board.targets.len();
        let mut sets: Vec<Vec<usize>> =
            (1_u32..1 << count.min(16)).map(|bits| (0..count).filter(|n| bits >> n & 1 == 1).collect()).collect();
        sets.sort_by_key(Vec::len);
        for objects in sets.iter().filter(|set| set.len() > 1) {
            if least >= below || *effort == 0 {
                break;
            }
            let (known, open) = (FxHashMap::default(), BinaryHeap::new());
            least = least.max(Search { relaxed: self, objects, below, known, open, effort }.run(start));
        }
        least
    }

    fn alone(&self, object: usize, (place, at): (u16, u16)) -> u32 {
        if place == NONE {
            return 0;
        }
        let steps = self.steps_by[object][usize::from(place)].iter().enumerate();
        let approach = |arm: usize| if at == NONE { 1 } else { 2 * u32::from(usize::from(at) != arm) };
        steps.map(|(arm, steps)| steps + approach(arm)).min().unwrap_or(NEVER)
    }
}

impl Search<'_> {
    fn run(mut self, start: &[Spot]) -> u32 {
        let board = self.relaxed.board;
        let held = |object: &usize| {
            let spot = start[board.arms() + object];
            let place = if spot == board.targets[*object] { NONE } else { self.relaxed.class_of[usize::from(spot)] };
            (place, board.arm_at(start, spot).map_or(NONE, |arm| arm as u16))
        };
        let first: Held = self.objects.iter().map(held).collect();
        self.reached(first, 0);
        while let Some(Reverse((bound, _, held))) = self.open.pop() {
            if held.iter().all(|(place, _)| *place == NONE) || *self.effort == 0 {
                return bound;
            }
            let steps = self.known[&held];
            self.choose(&held, 0, &mut held.clone(), &mut Vec::new(), steps + 1);
        }
        self.below
    }

    /// Tries all that can happen to an object and those after it in one step; `used` are the arms that are busy.
    fn choose(&mut self, held: &Held, n: usize, after: &mut Held, used: &mut Vec<u16>, steps: u32) {
        *self.effort = self.effort.saturating_sub(1);
        if *self.effort == 0 {
            return;
        }
        let Some(&(place, at)) = held.get(n) else {
            let next = with_arms_once(held, after);
            self.reached(next, steps);
            return;
        };
        self.choose(held, n + 1, after, used, steps);
        if place == NONE {
            return;
        }
        if at != NONE && !used.contains(&at) {
            used.push(at);
            for next in self.places(n, place, at) {
                after[n] = (next, at);
                self.choose(held, n + 1, after, used, steps);
            }
            after[n] = (place, NONE);
            self.choose(held, n + 1, after, used, steps);
            used.pop();
        }
        if at == NONE {
            for arm in 0..self.relaxed.board.arms() as u16 {
                let is_useful = self.relaxed.steps_by[self.objects[n]][usize::from(place)][usize::from(arm)] < NEVER;
                if is_useful && !used.contains(&arm) {
                    used.push(arm);
                    after[n] = (place, arm);
                    self.choose(held, n + 1, after, used, steps);
                    used.pop();
                }
            }
        }
        after[n] = (place, at);
    }

    /// Where an arm can carry an object: the target, or else each other place.
    fn places(&self, n: usize, place: u16, arm: u16) -> Vec<u16> {
        let board = self.relaxed.board;
        let arm = usize::from(arm);
        if board.reach[arm].contains(&board.targets[self.objects[n]]) {
            return vec![NONE];
        }
        let classes = self.relaxed.classes.iter().enumerate();
        let reached = classes.filter(|(_, spots)| board.reached_by[usize::from(spots[0])].contains(&arm));
        reached.map(|(class, _)| class as u16).filter(|class| *class != place).collect()
    }

    fn reached(&mut self, held: Held, steps: u32) {
        let alone = |(n, held): (usize, &(u16, u16))| self.relaxed.alone(self.objects[n], *held);
        let left = held.iter().enumerate().map(alone);
        let bound = steps + left.clone().max().unwrap_or(0);
        if bound < self.below && self.known.get(&held).is_none_or(|known| steps < *known) {
            let work = left.sum();
            self.known.insert(held.clone(), steps);
            self.open.push(Reverse((bound, work, held)));
        }
    }
}

/// An arm that went to another object is no longer at the one where it was.
fn with_arms_once(before: &Held, after: &Held) -> Held {
    let came = |arm: u16| before.iter().zip(after).any(|(was, is)| was.1 != arm && is.1 == arm);
    let once = |(was, is): (&(u16, u16), &(u16, u16))| {
        if is.1 != NONE && was.1 == is.1 && came(is.1) { (is.0, NONE) } else { *is }
    };
    before.iter().zip(after).map(once).collect()
}
