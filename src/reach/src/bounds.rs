use std::collections::VecDeque;

use crate::board::{Board, NEVER, Places, Spot};

/// Lower bounds of what is left to do, which make the search for plans admissible.
///
/// An object that lies at a point from which k arms in turn must carry it needs 3 (k - 1) + 1 steps at least. A handover takes three:
/// the arm that brought the object leaves it, the next one comes, and carries it. They cannot be shorter, since the path of who
/// leaves and the path of who comes meet at the object. One step more is needed where no arm is at the object, two where one is that does not
/// begin. An arm without which n objects cannot reach their targets must carry each of them, and move to all of them but one that it
/// may be at: 2 n - 1 or 2 n steps. The bound of steps is the largest of these numbers.
///
/// Whatever is carried goes at least the shortest way over points that the arms between them can take, and no move carries two objects.
/// The bound of length is the sum of these ways.
pub(crate) struct Bounds {
    /// By object and point: the fewest carries to the target.
    carries: Vec<Vec<u32>>,
    /// By object, point and arm: the fewest carries to the target of which the arm makes the first.
    carries_by: Vec<Vec<Vec<u32>>>,
    /// By object and point: the arms without which the target is out of reach, as bits.
    needed: Vec<Vec<u64>>,
    /// By object and point: the shortest way to the target in micrometres.
    way_um: Vec<Vec<u64>>,
}

impl Bounds {
    pub(crate) fn new(board: &Board) -> Self {
        let carries: Vec<_> = board.targets.iter().map(|target| carries_to(board, *target, None)).collect();
        let carries_by = carries.iter().zip(&board.targets).map(|(to, target)| by_arm(board, to, *target)).collect();
        let needed = board.targets.iter().zip(&carries).map(|(target, to)| needed_for(board, *target, to)).collect();
        let way_um = board.targets.iter().map(|target| ways_to(board, *target)).collect();
        Self { carries, carries_by, needed, way_um }
    }

    /// The fewest carries that bring an object from a point to its target.
    pub(crate) fn carries(&self, object: usize, spot: Spot) -> u32 {
        self.carries[object][usize::from(spot)]
    }

    /// Likewise, of which the first one is an arm's.
    pub(crate) fn carries_by(&self, object: usize, spot: Spot, arm: usize) -> u32 {
        self.carries_by[object][usize::from(spot)][arm]
    }

    /// The shortest way of an object to its target, in micrometres.
    pub(crate) fn way_um(&self, object: usize, spot: Spot) -> u64 {
        self.way_um[object][usize::from(spot)]
    }

    /// The fewest steps in which one object can reach its target, were it alone.
    pub(crate) fn alone(&self, board: &Board, places: &[Spot], object: usize) -> u32 {
        let spot = places[board.arms() + object];
        if spot == board.targets[object] {
            return 0;
        }
        let there = board.arm_at(places, spot);
        let steps = board.reached_by[usize::from(spot)].iter().map(|&arm| {
            let approach = match there {
                Some(other) if other == arm => 0,
                Some(_) => 2,
                None => 1,
            };
            let carries = self.carries_by(object, spot, arm);
            if carries >= NEVER { NEVER } else { 3 * (carries - 1) + 1 + approach }
        });
        steps.min().unwrap_or(NEVER)
    }

    /// The fewest steps that the needed carries of any one arm take.
    fn load(&self, board: &Board, places: &[Spot]) -> u32 {
        let mut loads = [0_u32; 64];
        let mut is_there = 0_u64;
        for (object, spot) in places[board.arms()..].iter().enumerate() {
            let needed = self.needed[object][usize::from(*spot)];
            let mut rest = needed;
            while rest != 0 {
                loads[rest.trailing_zeros() as usize] += 2;
                rest &= rest - 1;
            }
            if let Some(arm) = board.arm_at(places, *spot) {
                is_there |= needed & bit(arm);
            }
        }
        let load = |(arm, load): (usize, &u32)| load - u32::from(is_there & bit(arm) != 0);
        loads.iter().enumerate().map(load).max().unwrap_or(0)
    }

    /// The fewest steps to the goal.
    pub(crate) fn steps(&self, board: &Board, places: &[Spot]) -> u32 {
        let alone = (0..board.targets.len()).map(|object| self.alone(board, places, object)).max().unwrap_or(0);
        alone.max(self.load(board, places))
    }

    /// The steps of all objects, were each alone, together: what is left to do.
    pub(crate) fn work(&self, board: &Board, places: &[Spot]) -> u32 {
        (0..board.targets.len()).map(|object| self.alone(board, places, object)).sum()
    }

    /// The least length of all paths to the goal, in micrometres.
    pub(crate) fn length_um(&self, board: &Board, places: &[Spot]) -> u64 {
        self.carried_um(board, places) + self.approach_um(board, places)
    }

    /// The part of it that objects are carried.
    pub(crate) fn carried_um(&self, board: &Board, places: &[Spot]) -> u64 {
        let objects = places[board.arms()..].iter().enumerate();
        objects.map(|(object, spot)| self.way_um[object][usize::from(*spot)]).sum()
    }

    /// How far the nearest arm is from the only object that is left to move. With several, arms come near by carrying the others.
    fn approach_um(&self, board: &Board, places: &[Spot]) -> u64 {
        let left = places[board.arms()..].iter().zip(&board.targets).filter(|(spot, target)| spot != target);
        let [(spot, _)] = left.collect::<Vec<_>>()[..] else { return 0 };
        let arms = board.reached_by[usize::from(*spot)].iter();
        arms.map(|arm| board.distance_um(places[*arm], *spot)).min().unwrap_or(0)
    }
}

/// An arm as a bit; arms from the 64th on have none, and are never counted as needed.
fn bit(arm: usize) -> u64 {
    if arm < 64 { 1 << arm } else { 0 }
}

/// By point: the fewest carries to a target, with all arms but one.
fn carries_to(board: &Board, target: Spot, without: Option<usize>) -> Vec<u32> {
    let mut carries = vec![NEVER; board.points.len()];
    carries[usize::from(target)] = 0;
    let mut used = vec![false; board.arms()];
    let mut open = VecDeque::from([target]);
    while let Some(spot) = open.pop_front() {
        for &arm in board.reached_by[usize::from(spot)].iter().filter(|arm| Some(**arm) != without) {
            if std::mem::replace(&mut used[arm], true) {
                continue;
            }
            for &from in &board.reach[arm] {
                if carries[usize::from(from)] == NEVER {
                    carries[usize::from(from)] = carries[usize::from(spot)] + 1;
                    open.push_back(from);
                }
            }
        }
    }
    carries
}

/// By point and arm: the fewest carries of which the arm makes the first.
fn by_arm(board: &Board, carries: &[u32], target: Spot) -> Vec<Vec<u32>> {
    let after = |arm: usize| {
        let rest = board.reach[arm].iter().map(|spot| carries[usize::from(*spot)]).min().unwrap_or(NEVER);
        if rest >= NEVER { NEVER } else { rest + 1 }
    };
    let first: Vec<u32> = (0..board.arms()).map(after).collect();
    let at = |spot: usize| {
        let reaches = |arm: usize| board.reached_by[spot].contains(&arm) && spot != usize::from(target);
        (0..board.arms()).map(|arm| if reaches(arm) { first[arm] } else { NEVER }).collect()
    };
    (0..board.points.len()).map(at).collect()
}

/// By point: the arms without which a target is out of reach.
fn needed_for(board: &Board, target: Spot, carries: &[u32]) -> Vec<u64> {
    let mut needed = vec![0; board.points.len()];
    for arm in 0..board.arms() {
        let without = carries_to(board, target, Some(arm));
        for (spot, needed) in needed.iter_mut().enumerate() {
            if without[spot] >= NEVER && carries[spot] < NEVER {
                *needed |= bit(arm);
            }
        }
    }
    needed
}

/// By point: the shortest way to a target of which each part is in reach of an arm.
fn ways_to(board: &Board, target: Spot) -> Vec<u64> {
    let mut way = vec![u64::MAX / 8; board.points.len()];
    way[usize::from(target)] = 0;
    let mut is_done = vec![false; board.points.len()];
    while let Some(spot) = (0..way.len()).filter(|spot| !is_done[*spot]).min_by_key(|spot| way[*spot]) {
        is_done[spot] = true;
        for &arm in &board.reached_by[spot] {
            for &from in &board.reach[arm] {
                let longer = way[spot] + board.distance_um(from, spot as Spot);
                way[usize::from(from)] = way[usize::from(from)].min(longer);
            }
        }
    }
    way
}

/// Whether some object cannot reach its target at all.
pub(crate) fn is_hopeless(board: &Board, bounds: &Bounds, start: &Places) -> bool {
    start[board.arms()..].iter().enumerate().any(|(object, spot)| bounds.carries(object, *spot) >= NEVER)
}
