//! A robot explores a house that it does not know, by all that this crate has.

mod house;

use std::collections::HashSet;

use house::{house, standing};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use surefleet_mapping::{
    DepthFrame, FinalValues, GridCell, GridLayout, GroundPoint, Intrinsics, Metres, Obstacles, Occupancy,
    OccupancyGrid, PassableGrid, Slab, Tsdf, TsdfSettings, ValueMap, ValueRule,
};

const RADIUS: Metres = Metres::new(0.2);
const START: GroundPoint = GroundPoint::new(2.0, 2.0);
/// Around the start there is nothing so far.
const CLEAR: Metres = Metres::new(0.6);
const SLAB: Slab = Slab { low: Metres::new(0.2), high: Metres::new(1.5), least_weight: 1.0, least_known: 0.5 };

struct Explorer {
    scene: house::Scene,
    map: Tsdf,
    layout: GridLayout,
    at: GroundPoint,
}

impl Explorer {
    /// In the middle of the first of four rooms.
    fn new() -> Self {
        let settings = TsdfSettings {
            voxel: Metres::new(0.1),
            truncation: Metres::new(0.3),
            // Shorter than the views through doors, which still prove free space.
            max_depth: Metres::new(4.0),
            max_weight: 64.0,
            max_blocks: 4096,
        };
        let corner = |at: f64| GroundPoint::new(at, at);
        let layout = GridLayout::covering(corner(-0.5), corner(8.5), settings.voxel).expect("a small grid");
        Self { scene: house(2, 4.0), map: Tsdf::new(settings).expect("good settings"), layout, at: START }
    }

    fn look_around(&mut self) {
        let camera = Intrinsics::with_fov(96, 96, 1.4).expect("a camera");
        for turn in 0..8 {
            let yaw = f64::from(turn) * std::f64::consts::FRAC_PI_4;
            let pose = standing(self.at.x, self.at.y, 1.2, yaw, 0.2);
            let depths = self.scene.depths(&camera, &pose);
            let frame = DepthFrame::new(camera, &depths).expect("a depth for each pixel");
            self.map.fuse(&pose, &frame).expect("a near pose");
        }
    }

    fn grids(&self) -> (OccupancyGrid, PassableGrid) {
        let mut grid = OccupancyGrid::of(&self.map, self.layout, &SLAB).expect("cells of voxels");
        grid.stand(START, CLEAR);
        let passable = grid.inflate(RADIUS, Obstacles::NotFree).expect("a small radius");
        (grid, passable)
    }

    /// Looks around and drives to the frontier of most value, until none is left that can be reached and was not. Returns the lengths of the
    /// drives in metres.
    fn explore(&mut self, question: &ValueMap, seed: u64) -> Vec<f64> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (mut drives, mut reached) = (Vec::new(), HashSet::new());
        loop {
            self.look_around();
            let (grid, passable) = self.grids();
            let start = self.layout.cell_at(self.at).and_then(|cell| passable.nearest(cell, Metres::new(0.3)));
            let start = start.expect("the robot stands on passable ground");
            let mut frontiers = grid.frontiers(4);
            let reachable = passable.reachable(start);
            let goal = |middle: GridCell| reachable.nearest(middle, Metres::new(1.0));
            frontiers.retain(|frontier| goal(frontier.middle()).is_some_and(|goal| !reached.contains(&goal)));
            let values = FinalValues::new(self.layout, &[question]).expect("one layout");
            let Some(choice) = values.choose(&frontiers, &mut random) else { return drives };
            let path =
                goal(frontiers[choice].middle()).and_then(|goal| passable.path(start, goal)).expect("it was retained");
            reached.extend(path.cells().last().copied());
            for point in path.points() {
                assert!(
                    self.scene.is_free(point, RADIUS.get() - 0.1, 0.1, 1.5),
                    "seed {seed}: the robot hits something at {point:?}"
                );
                self.at = point;
            }
            drives.push(path.length().get());
            assert!(drives.len() < 60, "seed {seed}: the robot does not come to an end");
        }
    }
}

#[test]
fn a_house_is_explored_to_its_last_room_without_a_collision() {
    for seed in 0..12 {
        let mut explorer = Explorer::new();
        let question = ValueMap::new(explorer.layout, ValueRule::DEFAULT).unwrap();
        let drives = explorer.explore(&question, seed);
        let (grid, _) = explorer.grids();
        let layout = explorer.layout;
        let all =
            (0..layout.height() as u32).flat_map(|y| (0..layout.width() as u32).map(move |x| GridCell::new(x, y)));
        let is_clear = |cell: &GridCell| {
            let centre = layout.centre(*cell);
            let is_inside = (0.0..8.0).contains(&centre.x) && (0.0..8.0).contains(&centre.y);
            is_inside && explorer.scene.is_free(centre, 0.2, 0.1, 1.6)
        };
        let clear: Vec<GridCell> = all.filter(is_clear).collect();
        let found = clear.iter().filter(|&&cell| grid.get(cell) == Occupancy::Free).count();
        println!(
            "seed {seed}: {} drives, {:.1} m, {found} of {} clear cells",
            drives.len(),
            drives.iter().sum::<f64>(),
            clear.len()
        );
        assert!(found * 100 >= clear.len() * 97, "seed {seed}: {found} of {} clear cells are known", clear.len());
    }
}

#[test]
fn a_message_decides_which_room_is_explored_first() {
    for (at, x, y) in
        [(GroundPoint::new(5.0, 2.0), 4.0..8.0, 0.0..4.0), (GroundPoint::new(2.0, 5.0), 0.0..4.0, 4.0..8.0)]
    {
        let mut explorer = Explorer::new();
        let mut question = ValueMap::new(explorer.layout, ValueRule::DEFAULT).unwrap();
        question.message(at, 1, 0);
        explorer.look_around();
        let (grid, _) = explorer.grids();
        let frontiers = grid.frontiers(4);
        let values = FinalValues::new(explorer.layout, &[&question]).unwrap();
        let choice = values.choose(&frontiers, &mut ChaCha8Rng::seed_from_u64(0)).unwrap();
        let centroid = frontiers[choice].centroid();
        assert!(x.contains(&centroid.x) && y.contains(&centroid.y), "{centroid:?} is not in the room around {at:?}");
    }
}
