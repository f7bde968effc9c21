//! Fusion of a depth picture: finds the blocks that it touches and updates each.

use std::ops::RangeInclusive;

use nalgebra::{Isometry3, Point3, Vector3};
use pulp::{Arch, NullaryFnOnce};

use crate::{
    DepthFrame, Map, MappingError, Optical, Transform, Tsdf,
    block::{Block, Law, Look, SIDE},
    picture::{Picture, Window},
};

/// Nearer to the camera's plane than this, in metres, a block's outline in the picture is not computed.
const NEAR_M: f32 = 0.05;
/// Slack for rounding, in pixels and in metres.
const SLACK_PIXELS: f32 = 0.1;
const SLACK_M: f32 = 1.0e-3;
/// Farther from the map's origin than this, in metres, numbers of voxels lose their meaning.
const FARTHEST_M: f64 = 1.0e5;

/// Counts the blocks that one picture changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fused {
    /// Blocks with a voxel that was seen, also those without room.
    pub seen: usize,
    /// Blocks that were added.
    pub added: usize,
    /// Blocks that were seen but not added, because all blocks of the map are used.
    pub left_out: usize,
}

impl Tsdf {
    /// Fuses a depth picture that a camera took at `pose`.
    ///
    /// Each voxel takes the depth of the pixel that its centre falls on. Voxels before a surface change as well as those near it, so
    /// that the map also knows which space is free (B. Curless & M. Levoy, "A
    /// volumetric method for building complex models from range images", 1996; R. Newcombe et al., "KinectFusion", 2011,
    /// Section 3.3). The distance is that along the ray. A depth above [`crate::TsdfSettings::max_depth`] makes the space before it free, up to
    /// that depth less the truncation.
    ///
    /// # Errors
    /// [`MappingError::TooFar`] if the camera is more than 100 km from the map's origin, or its pose is not finite.
    pub fn fuse(&mut self, pose: &Transform<Map, Optical>, frame: &DepthFrame<'_>) -> Result<Fused, MappingError> {
        let origin = pose.origin();
        if !<[f64; 3]>::from(origin).iter().all(|coordinate| coordinate.abs() <= FARTHEST_M) {
            return Err(MappingError::TooFar { position: origin.into() });
        }
        let mut picture = std::mem::take(&mut self.picture);
        picture.load(frame, self.settings.max_depth.get() as f32);
        let fused = self.fuse_picture(pose.isometry(), frame, &picture);
        self.picture = picture;
        Ok(fused)
    }

    fn fuse_picture(&mut self, pose: &Isometry3<f64>, frame: &DepthFrame<'_>, picture: &Picture) -> Fused {
        let mut fused = Fused::default();
        let view = View::new(pose, frame, picture, self.settings.voxel.get());
        let Some([low, high]) = view.blocks(pose, picture, self.settings.truncation.get()) else {
            return fused;
        };
        let law = self.law;
        // Vectors of eight where the processor has them (AVX2): the numbers are the same without.
        let arch = Arch::new();
        self.revise();
        let revision = self.revision();
        for z in low[2]..=high[2] {
            for y in low[1]..=high[1] {
                for x in view.row([low[0], y, z], high[0]) {
                    let key = [x, y, z];
                    let first = view.first(key);
                    if view.is_hidden(first, picture, law.truncation) {
                        continue;
                    }
                    if let Some((block, changed)) = self.block_and_change_mut(key) {
                        if arch.dispatch(Update { block, first, look: &view.look, law: &law }) {
                            fused.seen += 1;
                            *changed = revision;
                        }
                        continue;
                    }
                    let mut block = Block::EMPTY;
                    if arch.dispatch(Update { block: &mut block, first, look: &view.look, law: &law }) {
                        let is_room = self.add(key, block);
                        fused.seen += 1;
                        fused.added += usize::from(is_room);
                        fused.left_out += usize::from(!is_room);
                    }
                }
            }
        }
        fused
    }
}

/// The fusion of a picture into one block, which is compiled once for each set of vector instructions.
struct Update<'a> {
    block: &'a mut Block,
    first: [f32; 3],
    look: &'a Look<'a>,
    law: &'a Law,
}

impl NullaryFnOnce for Update<'_> {
    type Output = bool;

    #[inline(always)]
    fn call(self) -> bool {
        self.block.fuse(self.first, self.look, self.law)
    }
}

/// A camera in numbers.
struct View<'a> {
    from_map: Isometry3<f64>,
    voxel: f64,
    look: Look<'a>,
    /// Normals of the four planes that bound what is seen; they point inwards.
    sides: [[f32; 3]; 4],
    /// From the first to the last voxel of a block along each axis.
    edges: [[f32; 3]; 3],
    /// By plane: metres from a block's middle to the centre of the voxel that is farthest inwards.
    reaches: [f32; 4],
    /// Along the optical axis: metres from a block's middle to the centre of its farthest voxel.
    ahead: f32,
}

impl<'a> View<'a> {
    fn new(pose: &Isometry3<f64>, frame: &DepthFrame<'_>, picture: &'a Picture, voxel: f64) -> Self {
        let camera = frame.intrinsics;
        let from_map = pose.inverse();
        let steps = [Vector3::x(), Vector3::y(), Vector3::z()].map(|axis| from_map.rotation * axis * voxel);
        // Pixel 0 is number 1 behind the border.
        let principal = [camera.cx + 1.0, camera.cy + 1.0];
        let side = |focal: f64, at: f64, size: usize, axis: usize| {
            let [mut low, mut high] = [Vector3::zeros(); 2];
            (low[axis], low.z) = (focal, at + 0.5);
            (high[axis], high.z) = (-focal, size as f64 - 0.5 - at);
            [low, high].map(|normal| single(normal.normalize()))
        };
        let [left, right] = side(camera.fx, camera.cx, camera.width, 0);
        let [top, bottom] = side(camera.fy, camera.cy, camera.height, 1);
        let edges = steps.map(|step| single(step * (SIDE - 1) as f64));
        let reach = |normal: [f32; 3]| 0.5 * edges.iter().map(|edge| dot(&normal, edge).abs()).sum::<f32>();
        let sides = [left, right, top, bottom];
        Self {
            from_map,
            voxel,
            look: Look {
                depth: &picture.depth,
                stride: picture.width,
                focal: [camera.fx as f32, camera.fy as f32],
                principal: principal.map(|pixels| pixels as f32),
                last: [picture.width, picture.height].map(|size| (size - 1) as f32),
                steps: steps.map(single),
            },
            sides,
            edges,
            reaches: sides.map(reach),
            ahead: reach([0.0, 0.0, 1.0]),
        }
    }

    /// The first and the last block of a box around everything that the picture can change.
    fn blocks(&self, pose: &Isometry3<f64>, picture: &Picture, truncation: f64) -> Option<[[i32; 3]; 2]> {
        let position = pose.translation.vector;
        let (mut low, mut high) = (position, position);
        let mut is_any = false;
        let ray =
            |pixel: f64, axis: usize| (pixel - f64::from(self.look.principal[axis])) / f64::from(self.look.focal[axis]);
        for (window, depth) in picture.tiles() {
            is_any = true;
            let depth = f64::from(depth) + truncation;
            for u in [window.left as f64 - 0.6, window.right as f64 + 0.6] {
                for v in [window.top as f64 - 0.6, window.bottom as f64 + 0.6] {
                    let corner = pose * Point3::new(ray(u, 0) * depth, ray(v, 1) * depth, depth);
                    (low, high) = (low.inf(&corner.coords), high.sup(&corner.coords));
                }
            }
        }
        let block = self.voxel * SIDE as f64;
        is_any.then(|| [low, high].map(|corner| [0, 1, 2].map(|axis| (corner[axis] / block).floor() as i32)))
    }

    /// The centre of a block's first voxel, in the camera's frame.
    fn first(&self, key: [i32; 3]) -> [f32; 3] {
        let centre = key.map(|number| (f64::from(number) * SIDE as f64 + 0.5) * self.voxel);
        single((self.from_map * Point3::from(centre)).coords)
    }

    /// The blocks of a row along x, from `key` on, that are not beside the picture or behind the camera.
    fn row(&self, key: [i32; 3], last: i32) -> RangeInclusive<i32> {
        let middle = self.middle(self.first(key));
        let step = self.look.steps[0].map(|metres| metres * SIDE as f32);
        let count = (last - key[0]) as f32;
        let (mut from, mut to) = (0.0_f32, count);
        let planes = self.sides.iter().zip(&self.reaches).chain([(&[0.0, 0.0, 1.0], &self.ahead)]);
        for (normal, reach) in planes {
            // Metres that the first block is on the inner side of the plane, and what each further block adds.
            let (inside, more) = (dot(normal, &middle) + reach + SLACK_M, dot(normal, &step));
            if more > 0.0 {
                from = from.max(-inside / more);
            } else if more < 0.0 {
                to = to.min(inside / -more);
            } else if inside < 0.0 {
                to = -1.0;
            }
        }
        // One that the rounding takes off is within the slack.
        let [from, to] = [from.ceil().min(count + 1.0), to.floor().max(-1.0)];
        key[0] + from as i32..=key[0] + to as i32
    }

    /// Whether a block is behind what the picture shows, by more than the truncation.
    fn is_hidden(&self, first: [f32; 3], picture: &Picture, truncation: f32) -> bool {
        let nearest = self.middle(first)[2] - self.ahead;
        nearest >= NEAR_M && nearest >= picture.farthest(self.outline(first)) + truncation + SLACK_M
    }

    fn middle(&self, first: [f32; 3]) -> [f32; 3] {
        let [along_x, along_y, along_z] = self.edges;
        [0, 1, 2].map(|axis| first[axis] + 0.5 * (along_x[axis] + along_y[axis] + along_z[axis]))
    }

    /// The pixels that voxels fall on, when all of them are before the camera.
    fn outline(&self, first: [f32; 3]) -> Window {
        let (mut low, mut high) = ([f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
        for corner in 0..SIDE {
            let mut at = first;
            for (axis, edge) in self.edges.iter().enumerate() {
                if corner >> axis & 1 == 1 {
                    at = [at[0] + edge[0], at[1] + edge[1], at[2] + edge[2]];
                }
            }
            let inverse = 1.0 / at[2];
            for axis in 0..2 {
                let pixel = self.look.focal[axis] * at[axis] * inverse + self.look.principal[axis];
                (low[axis], high[axis]) = (low[axis].min(pixel), high[axis].max(pixel));
            }
        }
        let pixel = |at: f32, axis: usize| (at + 0.5).clamp(0.0, self.look.last[axis]) as usize;
        Window {
            left: pixel(low[0] - SLACK_PIXELS, 0),
            right: pixel(high[0] + SLACK_PIXELS, 0),
            top: pixel(low[1] - SLACK_PIXELS, 1),
            bottom: pixel(high[1] + SLACK_PIXELS, 1),
        }
    }
}

fn dot(one: &[f32; 3], other: &[f32; 3]) -> f32 {
    one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}

fn single(vector: Vector3<f64>) -> [f32; 3] {
    [vector.x as f32, vector.y as f32, vector.z as f32]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Intrinsics;

    #[test]
    fn a_row_leaves_out_the_blocks_that_are_beside_the_picture_and_no_others() {
        let camera = Intrinsics::with_fov(64, 48, 1.2).unwrap();
        let depths = vec![4.0; 64 * 48];
        let frame = DepthFrame::new(camera, &depths).unwrap();
        let mut picture = Picture::default();
        picture.load(&frame, 5.0);
        let (mut kept, mut left_out) = (0, 0);
        for turn in 0..40 {
            let turn = f64::from(turn);
            let pose =
                Isometry3::new(Vector3::new(0.3 * turn, 0.1, 1.0), Vector3::new(-1.9 + 0.01 * turn, 0.17 * turn, 0.3));
            let view = View::new(&pose, &frame, &picture, 0.1);
            for (y, z) in (-5..8).flat_map(|y| (-4..6).map(move |z| (y, z))) {
                let row = view.row([-6, y, z], 20);
                for x in -6..=20 {
                    let middle = view.middle(view.first([x, y, z]));
                    let planes = || view.sides.iter().zip(&view.reaches).chain([(&[0.0, 0.0, 1.0], &view.ahead)]);
                    let beyond =
                        planes().map(|(normal, reach)| dot(normal, &middle) + reach).fold(f32::INFINITY, f32::min);
                    assert!(row.contains(&x) || beyond < 0.0, "{x} {y} {z} of turn {turn}: {beyond}");
                    assert!(!row.contains(&x) || beyond > -2.0 * SLACK_M, "{x} {y} {z} of turn {turn}: {beyond}");
                    *(if row.contains(&x) { &mut kept } else { &mut left_out }) += 1;
                }
            }
        }
        assert!(kept > 5_000 && left_out > 5_000, "{kept} kept, {left_out} left out");
    }

    #[test]
    fn vectors_of_any_width_give_the_same_numbers() {
        let camera = Intrinsics::with_fov(64, 64, 1.4).unwrap();
        let depths: Vec<f32> = (0..64 * 64).map(|at| 0.5 + (at % 97) as f32 * 0.06).collect();
        let frame = DepthFrame::new(camera, &depths).unwrap();
        let mut picture = Picture::default();
        picture.load(&frame, 5.0);
        let view = View::new(&Isometry3::rotation(Vector3::new(0.3, -0.2, 0.1)), &frame, &picture, 0.1);
        let law = Law { truncation: 0.3, ramp: 5.0, most: 8.0, farthest: 5.0 };
        let keys = (-3..3).flat_map(|x| (-3..3).flat_map(move |y| (-1..5).map(move |z| [x, y, z])));
        let mut seen = 0;
        for key in keys {
            let [mut narrow, mut wide] = [Block::EMPTY; 2];
            let first = view.first(key);
            let is_seen = Update { block: &mut narrow, first, look: &view.look, law: &law }.call();
            let update = Update { block: &mut wide, first, look: &view.look, law: &law };
            assert_eq!(Arch::new().dispatch(update), is_seen, "{key:?}");
            assert_eq!(narrow, wide, "{key:?}");
            seen += usize::from(is_seen);
        }
        assert!(seen > 10, "{seen} blocks are seen");
    }
}
