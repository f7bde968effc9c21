use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::json;
use surefleet_mapping::{Map, Optical, Point, Transform, Tsdf};

use super::tour::{SETTINGS, Tour};
use crate::python::PythonPeer;

const SCRIPTS: [(&str, &str); 1] = [("peer.py", include_str!("peer.py"))];
const NEEDS: &str = "numpy==2.4.6";

/// Distances in metres and weights may differ by this much.
const TOLERANCE: f64 = 1e-3;
/// In this share of the known voxels they may differ by more.
const DIFFERING: f64 = 1e-3;

/// A Python process that fuses with numpy; it ends with this.
pub struct Peer {
    process: PythonPeer,
    folder: PathBuf,
    version: String,
}

impl Peer {
    /// Starts the process.
    ///
    /// # Errors
    /// A Python that does not start, or that has no numpy.
    pub fn start(python: &Path) -> Result<Self> {
        let mut folder = PathBuf::new();
        let note = |path: &Path| {
            path.clone_into(&mut folder);
            Vec::new()
        };
        let (process, version) = PythonPeer::start(python, "mapping", &SCRIPTS, note, NEEDS)?;
        Ok(Self { process, folder, version })
    }

    /// The version of numpy.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Gives it the pictures and their poses.
    ///
    /// # Errors
    /// A process that ended.
    pub fn show(&mut self, tour: &Tour) -> Result<()> {
        let pictures = self.folder.join("pictures");
        let depths = tour.looks.iter().flat_map(|(_, depths)| depths);
        std::fs::write(&pictures, depths.flat_map(|depth| depth.to_le_bytes()).collect::<Vec<u8>>())?;
        let camera = tour.camera;
        let poses: Vec<_> = tour.looks.iter().map(|(pose, _)| from_map(pose)).collect();
        let ray = camera.ray(0.0, 0.0);
        let principal = [camera.width(), camera.height()].map(|size| (size as f64 - 1.0) / 2.0);
        let (low, shape) = tour.dense();
        let taken: usize = self.process.order(&json!({"tour": {
            "size": [camera.width(), camera.height()], "focal": [-principal[0] / ray.x(), -principal[1] / ray.y()],
            "principal": principal, "voxel": SETTINGS.voxel, "truncation": SETTINGS.truncation, "max_depth": SETTINGS.max_depth,
            "max_weight": SETTINGS.max_weight, "low": low, "shape": shape, "pictures": pictures, "poses": poses,
        }}))?;
        ensure!(taken == poses.len(), "the peer took {taken} of {} pictures", poses.len());
        Ok(())
    }

    /// Has it fuse all pictures into an empty map, then all again: the seconds of both.
    ///
    /// # Errors
    /// A process that ended.
    pub fn round(&mut self) -> Result<[f64; 2]> {
        self.process.order(&json!({"round": null}))
    }

    /// The share of known voxels in which its map differs from ours.
    ///
    /// # Errors
    /// A map that is another one.
    pub fn differing(&mut self, tour: &Tour, map: &Tsdf) -> Result<f64> {
        let path = self.folder.join("map");
        let theirs: usize = self.process.order(&json!({ "write": path }))?;
        let bytes = std::fs::read(&path)?;
        let (numbers, _) = bytes.as_chunks::<4>();
        let (low, shape) = tour.dense();
        let (distances, weights) =
            numbers.split_at_checked(shape.iter().product()).context("the peer's map is short")?;
        ensure!(distances.len() == weights.len(), "the peer's map has {} weights", weights.len());
        let (mut shared, mut differing) = (0, 0);
        for (place, (distance, weight)) in distances.iter().zip(weights).enumerate() {
            let within = [place % shape[0], place / shape[0] % shape[1], place / (shape[0] * shape[1])];
            let ours = map.voxel([0, 1, 2].map(|axis| low[axis] + within[axis] as i32));
            let [distance, weight] = [distance, weight].map(|number| f64::from(f32::from_le_bytes(*number)));
            let Some(ours) = ours else {
                differing += usize::from(weight > TOLERANCE);
                continue;
            };
            shared += 1;
            let is_near = |ours: f64, theirs: f64| (ours - theirs).abs() <= TOLERANCE;
            let is_same =
                is_near(ours.weight.into(), weight) && (weight <= TOLERANCE || is_near(ours.distance.get(), distance));
            differing += usize::from(!is_same);
        }
        // What is outside the dense grid, the peer cannot know.
        let known = map.voxels().count();
        differing += known - shared;
        let share = differing as f64 / known as f64;
        ensure!(
            share <= DIFFERING,
            "the peer makes another map: {differing} of {known} voxels differ, and it knows {theirs}"
        );
        Ok(share)
    }
}

/// The rows of the rotation, and the translation, from the map to a camera.
fn from_map(pose: &Transform<Map, Optical>) -> ([[f64; 3]; 3], [f64; 3]) {
    let from_map = pose.inverse();
    let at = |x: f64, y: f64, z: f64| <[f64; 3]>::from(from_map * Point::new(x, y, z));
    let origin = at(0.0, 0.0, 0.0);
    let axes = [at(1.0, 0.0, 0.0), at(0.0, 1.0, 0.0), at(0.0, 0.0, 1.0)];
    ([0, 1, 2].map(|row| axes.map(|axis| axis[row] - origin[row])), origin)
}
