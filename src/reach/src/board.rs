use std::cell::{Cell, OnceCell};

use rustc_hash::FxHashMap;

use crate::ids::ArmId;
use crate::moves::{ArmMove, ArmStep};
use crate::point::TablePoint;
use crate::segment::Segment;
use crate::task::BoxNetTask;

/// The number of a point of a board.
pub(crate) type Spot = u16;

/// No number of carries leads there.
pub(crate) const NEVER: u32 = u32::MAX / 8;

/// A part of a joint step, in numbers of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Part {
    pub(crate) arm: usize,
    pub(crate) to: Spot,
    pub(crate) carries: bool,
}

/// Where all arms' ends and then all objects are.
pub(crate) type Places = Box<[Spot]>;

/// A task in small numbers: the points that a search considers, and what it asks often.
pub(crate) struct Board<'a> {
    pub(crate) task: &'a BoxNetTask,
    pub(crate) points: Vec<TablePoint>,
    /// By arm: the points that it reaches.
    pub(crate) reach: Vec<Vec<Spot>>,
    /// By point: the arms that reach it.
    pub(crate) reached_by: Vec<Vec<usize>>,
    /// By arm: the arms that it can touch, each with the table of their clashes.
    near: Vec<Vec<(usize, usize)>>,
    /// By arm and point: the number of the point among those that the arm reaches.
    local: Vec<Vec<u16>>,
    clashes: Vec<Clashes>,
    pub(crate) targets: Vec<Spot>,
    /// The distance of two points in micrometres.
    distance_um: Vec<u32>,
}

/// For two arms, by the moves of both: 0 if nobody has looked yet, 1 if they pass, 2 if they clash. A table is made when its arms are first looked
/// at: in most small tasks most arms never move.
struct Clashes {
    sizes: [usize; 2],
    known: OnceCell<Box<[Cell<u8>]>>,
}

impl<'a> Board<'a> {
    /// The board of the points of each cell, and all points that the task names.
    pub(crate) fn new(task: &'a BoxNetTask) -> Self {
        let table = task.table();
        let named = [task.start().arms(), task.start().objects(), task.targets()];
        let mut points: Vec<_> = table.points().chain(named.into_iter().flatten().copied()).collect();
        points.sort_unstable();
        points.dedup();
        let numbers: FxHashMap<TablePoint, Spot> =
            points.iter().enumerate().map(|(n, point)| (*point, n as Spot)).collect();
        let arms = table.bases().len();
        let reach: Vec<Vec<Spot>> = (0..arms)
            .map(|arm| (0..points.len()).filter(|n| table.reaches(ArmId(arm), points[*n])).map(|n| n as Spot).collect())
            .collect();
        let mut reached_by = vec![Vec::new(); points.len()];
        for (arm, spots) in reach.iter().enumerate() {
            spots.iter().for_each(|spot| reached_by[usize::from(*spot)].push(arm));
        }
        let mut local = vec![vec![u16::MAX; points.len()]; arms];
        for (arm, spots) in reach.iter().enumerate() {
            for (n, spot) in spots.iter().enumerate() {
                local[arm][usize::from(*spot)] = n as u16;
            }
        }
        let mut near = vec![Vec::new(); arms];
        let mut clashes = Vec::new();
        for &[ArmId(one), ArmId(other)] in table.neighbours() {
            near[one].push((other, clashes.len()));
            near[other].push((one, clashes.len()));
            let sizes = [reach[one].len(), reach[other].len()];
            clashes.push(Clashes { sizes, known: OnceCell::new() });
        }
        let mut distance_um = vec![0; points.len().pow(2)];
        for (n, one) in points.iter().enumerate() {
            for (m, other) in points[..n].iter().enumerate() {
                let between = u32::try_from(one.distance_um(*other)).unwrap_or(u32::MAX);
                (distance_um[n * points.len() + m], distance_um[m * points.len() + n]) = (between, between);
            }
        }
        let targets = task.targets().iter().map(|target| numbers[target]).collect();
        Self { task, points, reach, reached_by, near, local, clashes, targets, distance_um }
    }

    pub(crate) fn arms(&self) -> usize {
        self.reach.len()
    }

    /// The numbers of the places at the start.
    pub(crate) fn start(&self) -> Places {
        let start = self.task.start();
        let number = |point: &TablePoint| self.points.binary_search(point).unwrap_or(0) as Spot;
        start.arms().iter().chain(start.objects()).map(number).collect()
    }

    pub(crate) fn distance_um(&self, one: Spot, other: Spot) -> u64 {
        u64::from(self.distance_um[usize::from(one) * self.points.len() + usize::from(other)])
    }

    pub(crate) fn is_solved(&self, places: &[Spot]) -> bool {
        places[self.arms()..] == self.targets[..]
    }

    pub(crate) fn object_at(&self, places: &[Spot], spot: Spot) -> Option<usize> {
        places[self.arms()..].iter().position(|object| *object == spot)
    }

    pub(crate) fn arm_at(&self, places: &[Spot], spot: Spot) -> Option<usize> {
        places[..self.arms()].iter().position(|end| *end == spot)
    }

    /// The arms that an arm can touch.
    pub(crate) fn near(&self, arm: usize) -> impl Iterator<Item = usize> {
        self.near[arm].iter().map(|(other, _)| *other)
    }

    /// Whether two arms that may both move clash; `table` is that of the pair.
    fn clash(&self, table: usize, one: (usize, [Spot; 2]), other: (usize, [Spot; 2])) -> bool {
        let [one, other] = if one.0 < other.0 { [one, other] } else { [other, one] };
        let Clashes { sizes: [a, b], known } = &self.clashes[table];
        let local = |(arm, path): (usize, [Spot; 2])| path.map(|spot| usize::from(self.local[arm][usize::from(spot)]));
        let ([p, q], [r, s]) = (local(one), local(other));
        let known = known.get_or_init(|| vec![Cell::new(0); (a * b).pow(2)].into_boxed_slice());
        let cell = &known[((p * a + q) * b + r) * b + s];
        if cell.get() == 0 {
            cell.set(1 + u8::from(self.looked_at(one, other)));
        }
        cell.get() == 2
    }

    fn looked_at(&self, one: (usize, [Spot; 2]), other: (usize, [Spot; 2])) -> bool {
        let path = |(_, [from, to]): (usize, [Spot; 2])| {
            Segment::new(self.points[usize::from(from)], self.points[usize::from(to)])
        };
        !self.task.table().pair_breaches([one.0, other.0].map(ArmId), [path(one), path(other)]).is_empty()
    }

    /// Whether an arm may go to a point while the others do as told; those that are not told stay.
    pub(crate) fn passes(&self, places: &[Spot], part: Part, others: &[Part]) -> bool {
        let path = [places[part.arm], part.to];
        self.near[part.arm].iter().all(|&(other, table)| {
            let to = others.iter().find(|one| one.arm == other).map_or(places[other], |one| one.to);
            !self.clash(table, (part.arm, path), (other, [places[other], to]))
        })
    }

    /// Whether an arm may go to a point while another one goes to a second point.
    pub(crate) fn pass(&self, places: &[Spot], part: Part, other: Part) -> bool {
        let table = self.near[part.arm].iter().find(|(near, _)| *near == other.arm);
        table.is_none_or(|&(_, table)| {
            !self.clash(table, (part.arm, [places[part.arm], part.to]), (other.arm, [places[other.arm], other.to]))
        })
    }

    /// The arms that stay where they are and clash with a move.
    pub(crate) fn blockers(&self, places: &[Spot], part: Part) -> impl Iterator<Item = usize> {
        let path = [places[part.arm], part.to];
        let clashing = self.near[part.arm]
            .iter()
            .filter(move |&&(other, table)| self.clash(table, (part.arm, path), (other, [places[other]; 2])));
        clashing.map(|(other, _)| *other)
    }

    /// The places after moves that were checked.
    pub(crate) fn after(&self, places: &[Spot], parts: &[Part]) -> Places {
        let mut after: Places = places.into();
        for part in parts {
            after[part.arm] = part.to;
            if let Some(object) = self.object_at(places, places[part.arm]).filter(|_| part.carries) {
                after[self.arms() + object] = part.to;
            }
        }
        after
    }

    /// Whether two objects lie at one place.
    pub(crate) fn has_shared_place(&self, places: &[Spot]) -> bool {
        let (objects, point) = (&places[self.arms()..], |spot: &Spot| self.points[usize::from(*spot)]);
        let is_one =
            |one: &Spot, other: &Spot| one == other || self.task.table().is_one_place(point(one), point(other));
        objects.iter().enumerate().any(|(n, spot)| objects[..n].iter().any(|other| is_one(spot, other)))
    }

    pub(crate) fn length_um(&self, places: &[Spot], parts: &[Part]) -> u64 {
        parts.iter().map(|part| self.distance_um(places[part.arm], part.to)).sum()
    }

    /// The joint step of some parts; each arm has one at most.
    pub(crate) fn step(&self, places: &[Spot], parts: &[Part]) -> ArmStep {
        let point = |spot: Spot| self.points[usize::from(spot)];
        let arm_move = |part: &Part| ArmMove {
            arm: ArmId(part.arm),
            from: point(places[part.arm]),
            to: point(part.to),
            carries: part.carries,
        };
        ArmStep::new(parts.iter().map(arm_move).collect()).expect("each arm has one part at most")
    }
}
