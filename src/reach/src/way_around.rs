use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::sweep::{JointPath, PlacedArm, SweepVerdict};
use crate::ur_arm::{JointAngles, UrArm};

/// How many parts of two paths are looked at before it counts as not clear, and so not as free.
const EFFORT: u32 = 2_000;

/// Beyond the two ends a joint may turn by this much, in radians.
const BEYOND_RAD: f64 = std::f64::consts::PI;

/// An arm among arms that stand still, and a table.
#[derive(Debug, Clone)]
pub struct StandingScene {
    /// The arm that is to move.
    pub arm: PlacedArm,
    /// The others, each with the angles at which it stands.
    pub others: Vec<(PlacedArm, JointAngles)>,
    /// The height of a table in the frame of the bases, in metres, which no link but the base and the shoulder may reach; `None`: there is none.
    pub table_m: Option<f64>,
    /// How far the arm stays from the others, in metres.
    pub margin_m: f64,
}

/// How long a way is looked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WaySearch {
    /// How far a tree grows at once: the turns of all joints together (Euclidean), in radians.
    pub step_rad: f64,
    /// How many random postures the trees grow towards.
    pub samples: u32,
    /// How often it tries to leave out a part of the way that was found.
    pub shortcuts: u32,
    /// Of the random numbers: the same seed gives the same way.
    pub seed: u64,
}

impl Default for WaySearch {
    fn default() -> Self {
        Self { step_rad: 0.5, samples: 2_000, shortcuts: 100, seed: 1 }
    }
}

/// What keeps an arm from going a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WayBlock {
    /// A joint would turn farther than it can, or its angle is no number.
    #[error("a joint is beyond its limits")]
    Limits,
    /// A link would reach the table.
    #[error("a link reaches the table; name a lower one, or end above it")]
    Table,
    /// It would come within the margin of this one of the others, or it is not clear whether it would.
    #[error("it comes within the margin of another arm (number {0} of the others, from 0)")]
    Arm(usize),
}

/// Why there is no way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoWay {
    /// The arm cannot stand where the way begins.
    #[error("the arm cannot stand where the way begins: {0}")]
    Begin(WayBlock),
    /// The arm cannot stand where the way ends.
    #[error("the arm cannot stand where the way ends: {0}")]
    End(WayBlock),
    /// Two of the others, by their numbers from 0, stand within the margin of one another.
    #[error("two of the other arms (numbers {0} and {1}, from 0) stand within the margin of one another")]
    Others(usize, usize),
    /// None was found. There may be one.
    #[error("no way was found: allow more samples, or move the other arms away")]
    NotFound,
}

impl StandingScene {
    /// Whether the arm may go a path, at any speed. What is not clear is not free.
    #[must_use]
    pub fn is_free(&self, path: &JointPath) -> bool {
        self.block(path).is_none()
    }

    /// What keeps the arm from going a path; `None`: it may, at any speed.
    #[must_use]
    pub fn block(&self, path: &JointPath) -> Option<WayBlock> {
        // Limits are a box, so a path keeps them if its ends do.
        if !(UrArm::is_within_limits(&path.from) && UrArm::is_within_limits(&path.to)) {
            return Some(WayBlock::Limits);
        }
        if self.table_m.is_some_and(|table_m| !self.arm.stays_above(path, table_m, EFFORT)) {
            return Some(WayBlock::Table);
        }
        self.others.iter().position(|other| self.is_near(&self.arm, path, other)).map(WayBlock::Arm)
    }

    /// Two of the others, by their numbers from 0, that stand within the margin of one another; `None`: there are no such two.
    #[must_use]
    pub fn clash(&self) -> Option<(usize, usize)> {
        self.others.iter().enumerate().find_map(|(second, (arm, stands))| {
            let near = |other| self.is_near(arm, &JointPath::still(*stands), other);
            Some((self.others[..second].iter().position(near)?, second))
        })
    }

    fn is_near(&self, arm: &PlacedArm, path: &JointPath, (other, stands): &(PlacedArm, JointAngles)) -> bool {
        let verdict = arm.stays_apart(path, other, &JointPath::still(*stands), self.margin_m, EFFORT);
        verdict != SweepVerdict::Apart
    }

    /// The postures of a way from one to another, both included: straight in the joints' angles between each two, and every such path is free.
    ///
    /// It is RRT-Connect (Kuffner and LaValle, ICRA 2000): two trees grow from the two ends, each towards random postures and towards the other one.
    /// Every branch is a path that was checked whole, as the gate for real arms checks it, so no distance between samples has to be chosen. Random shortcuts then
    /// make the way shorter. It is not the shortest way, and where none is found there may be one.
    ///
    /// # Errors
    /// [`NoWay`].
    pub fn way(&self, from: JointAngles, to: JointAngles, search: &WaySearch) -> Result<Vec<JointAngles>, NoWay> {
        if let Some((first, second)) = self.clash() {
            return Err(NoWay::Others(first, second));
        }
        self.block(&JointPath::still(from)).map_or(Ok(()), |block| Err(NoWay::Begin(block)))?;
        self.block(&JointPath::still(to)).map_or(Ok(()), |block| Err(NoWay::End(block)))?;
        if self.is_free(&JointPath { from, to }) {
            return Ok(vec![from, to]);
        }
        let mut rng = ChaCha8Rng::seed_from_u64(search.seed);
        let (mut near, mut far) = (Tree::at(from), Tree::at(to));
        for sample in 0..search.samples {
            let target = std::array::from_fn(|joint| {
                let (low, high) = (from[joint].min(to[joint]), from[joint].max(to[joint]));
                rng.random_range(low - BEYOND_RAD..=high + BEYOND_RAD)
            });
            let target = within_limits(target);
            if let Some(grown) = near.extend(self, &target, search.step_rad)
                && let Some(met) = far.connect(self, &near.nodes[grown].0, search.step_rad)
            {
                let mut way = near.way_to(grown);
                let rest = far.way_to(met);
                // Both trees have the posture where they meet.
                way.extend(rest.into_iter().rev().skip(1));
                if sample % 2 == 1 {
                    way.reverse();
                }
                self.shorten(&mut way, search.shortcuts, &mut rng);
                return Ok(way);
            }
            std::mem::swap(&mut near, &mut far);
        }
        Err(NoWay::NotFound)
    }

    /// Leaves out parts of a way between two of its postures where the straight path is free.
    fn shorten(&self, way: &mut Vec<JointAngles>, tries: u32, rng: &mut ChaCha8Rng) {
        for _ in 0..tries {
            if way.len() < 3 {
                return;
            }
            let from = rng.random_range(0..way.len() - 2);
            let to = rng.random_range(from + 2..way.len());
            if self.is_free(&JointPath { from: way[from], to: way[to] }) {
                way.drain(from + 1..to);
            }
        }
    }
}

/// Postures that are reached from one of them, each with the place of the one before.
struct Tree {
    nodes: Vec<(JointAngles, usize)>,
}

impl Tree {
    fn at(root: JointAngles) -> Self {
        Self { nodes: vec![(root, 0)] }
    }

    /// Grows by one step from the nearest posture; the place of the new one, `None` if the step is not free.
    fn extend(&mut self, scene: &StandingScene, target: &JointAngles, step_rad: f64) -> Option<usize> {
        let distance = |node: &(JointAngles, usize)| distance_rad(&node.0, target);
        let nearest =
            (0..self.nodes.len()).min_by(|a, b| distance(&self.nodes[*a]).total_cmp(&distance(&self.nodes[*b])))?;
        self.step(scene, nearest, target, step_rad)
    }

    /// Grows towards a posture until it is there; its place, `None` if something is in the way.
    fn connect(&mut self, scene: &StandingScene, target: &JointAngles, step_rad: f64) -> Option<usize> {
        let mut reached = self.extend(scene, target, step_rad)?;
        while self.nodes[reached].0 != *target {
            reached = self.step(scene, reached, target, step_rad)?;
        }
        Some(reached)
    }

    fn step(&mut self, scene: &StandingScene, from: usize, target: &JointAngles, step_rad: f64) -> Option<usize> {
        let begin = self.nodes[from].0;
        let far = distance_rad(&begin, target);
        let whole = JointPath { from: begin, to: *target };
        let to = if far <= step_rad { *target } else { whole.at(step_rad / far) };
        if !scene.is_free(&JointPath { from: begin, to }) {
            return None;
        }
        self.nodes.push((to, from));
        Some(self.nodes.len() - 1)
    }

    /// The postures from the root to a node.
    fn way_to(&self, node: usize) -> Vec<JointAngles> {
        let mut way = vec![self.nodes[node].0];
        let mut at = node;
        while at != 0 {
            at = self.nodes[at].1;
            way.push(self.nodes[at].0);
        }
        way.reverse();
        way
    }
}

fn distance_rad(one: &JointAngles, other: &JointAngles) -> f64 {
    one.iter().zip(other).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
}

fn within_limits(joints: JointAngles) -> JointAngles {
    let most = UrArm::MOST_TURN_RAD;
    joints.map(|angle| angle.clamp(-most, most))
}
