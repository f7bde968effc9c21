//! A tree of boxes, by which a ray meets a few of many solids.

use crate::{
    beam::{Beam, RAYS},
    shape::SolidForm,
    solid::{Meeting, Ray, Solid, Vector},
};

/// The most solids of a leaf.
const LEAF: usize = 3;
/// The work of a box against that of a solid, for the choice of where to divide.
const BOX_COST: f32 = 0.7;

/// A node: its box, and either solids or two children, of which the first follows it.
#[derive(Debug, Clone, Copy)]
struct Node {
    low: Vector,
    high: Vector,
    /// The first solid of a leaf, or the second child.
    next: u32,
    /// Solids of a leaf; 0 for others.
    count: u32,
    /// The axis that parts the children.
    axis: u32,
}

/// Solids, sorted into a tree by the heuristic of J. Goldsmith & J. Salmon, "Automatic creation of object hierarchies", 1987.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    solids: Vec<Solid>,
}

impl Tree {
    pub fn new(mut solids: Vec<Solid>) -> Self {
        let mut nodes = Vec::with_capacity(solids.len());
        if !solids.is_empty() {
            let end = solids.len();
            divide(&mut solids, 0, end, &mut nodes);
        }
        Self { nodes, solids }
    }

    pub fn solids(&self) -> &[Solid] {
        &self.solids
    }

    /// The first solid that a ray meets before `until`.
    pub fn meet(&self, ray: &Ray, mut until: f32) -> Option<(&Solid, Meeting)> {
        let mut found = None;
        let mut stack = [0u32; 64];
        let mut depth = usize::from(!self.nodes.is_empty());
        while depth > 0 {
            depth -= 1;
            let number = stack[depth];
            let node = &self.nodes[number as usize];
            let [from, to] = ray.span(&node.low, &node.high);
            if from > to || to <= 0.0 || from >= until {
                continue;
            }
            if node.count > 0 {
                for solid in &self.solids[node.next as usize..][..node.count as usize] {
                    if let Some(meeting) = solid.meet(ray, until) {
                        until = meeting.at;
                        found = Some((solid, meeting));
                    }
                }
            } else {
                // The nearer child is taken first.
                let (near, far) = (number + 1, node.next);
                let is_forward = ray.along[node.axis as usize] >= 0.0;
                (stack[depth], stack[depth + 1]) = if is_forward { (far, near) } else { (near, far) };
                depth += 2;
            }
        }
        found
    }
}

impl Tree {
    /// The first solid that each ray of a beam meets before its `until`, which becomes the place.
    pub fn meet_all(&self, beam: &mut Beam) {
        let mut stack = [0u32; 64];
        let mut depth = usize::from(!self.nodes.is_empty());
        while depth > 0 {
            depth -= 1;
            let number = stack[depth];
            let node = &self.nodes[number as usize];
            if beam.enter(&node.low, &node.high).is_none() {
                continue;
            }
            if node.count > 0 {
                for number in node.next..node.next + node.count {
                    meet_solid(beam, number, &self.solids[number as usize]);
                }
            } else {
                let (near, far) = (number + 1, node.next);
                (stack[depth], stack[depth + 1]) =
                    if beam.is_forward(node.axis as usize) { (far, near) } else { (near, far) };
                depth += 2;
            }
        }
    }
}

fn meet_solid(beam: &mut Beam, number: u32, solid: &Solid) {
    let Some((from, is_met)) = beam.enter(&solid.low, &solid.high) else { return };
    for lane in (0..RAYS).filter(|&lane| is_met[lane]) {
        let at = match solid.form {
            SolidForm::Block => Some(from[lane]).filter(|&at| at > 0.0),
            _ => solid.meet(&beam.ray(lane), beam.until[lane]).map(|meeting| meeting.at),
        };
        if let Some(at) = at {
            (beam.until[lane], beam.met[lane]) = (at, number);
        }
    }
}

fn bounds(solids: &[Solid]) -> (Vector, Vector) {
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for solid in solids {
        for axis in 0..3 {
            low[axis] = low[axis].min(solid.low[axis]);
            high[axis] = high[axis].max(solid.high[axis]);
        }
    }
    (low, high)
}

fn area((low, high): (Vector, Vector)) -> f32 {
    let [x, y, z]: Vector = std::array::from_fn(|axis| high[axis] - low[axis]);
    x * y + y * z + z * x
}

fn sort(solids: &mut [Solid], axis: usize) {
    solids.sort_by(|one, other| (one.low[axis] + one.high[axis]).total_cmp(&(other.low[axis] + other.high[axis])));
}

fn divide(all: &mut [Solid], start: usize, end: usize, nodes: &mut Vec<Node>) {
    let solids = &mut all[start..end];
    let (low, high) = bounds(solids);
    let place = nodes.len();
    nodes.push(Node { low, high, next: start as u32, count: solids.len() as u32, axis: 0 });
    if solids.len() <= LEAF {
        return;
    }
    let mut best = (f32::INFINITY, 0, 0);
    for axis in 0..3 {
        sort(solids, axis);
        let areas_after = areas_from_the_end(solids);
        let mut so_far = (solids[0].low, solids[0].high);
        for split in 1..solids.len() {
            let cost = area(so_far) * split as f32 + areas_after[split] * (solids.len() - split) as f32;
            if cost < best.0 {
                best = (cost, axis, split);
            }
            for axis in 0..3 {
                so_far.0[axis] = so_far.0[axis].min(solids[split].low[axis]);
                so_far.1[axis] = so_far.1[axis].max(solids[split].high[axis]);
            }
        }
    }
    let (cost, axis, split) = best;
    let undivided = area((low, high)) * solids.len() as f32;
    if cost + BOX_COST * area((low, high)) >= undivided && solids.len() <= 2 * LEAF {
        return;
    }
    sort(solids, axis);
    divide(all, start, start + split, nodes);
    let second = nodes.len() as u32;
    divide(all, start + split, end, nodes);
    nodes[place] = Node { low, high, next: second, count: 0, axis: axis as u32 };
}

/// By index: the area of the box around this solid and all after it.
fn areas_from_the_end(solids: &[Solid]) -> Vec<f32> {
    let mut areas = vec![0.0; solids.len()];
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for (number, solid) in solids.iter().enumerate().rev() {
        for axis in 0..3 {
            low[axis] = low[axis].min(solid.low[axis]);
            high[axis] = high[axis].max(solid.high[axis]);
        }
        areas[number] = area((low, high));
    }
    areas
}
