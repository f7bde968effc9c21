//! What the camera sees, against rays that are followed step by step, and against maps made of it.

use surefleet_houses::{Hit, House, HouseSplit, SizeClass, Solid, SolidForm, look, look_without_colour};
use surefleet_mapping::{
    Body, GridLayout, GroundPoint, Intrinsics, Map, Metres, Occupancy, OccupancyGrid, Optical, Point, Slab, Transform,
    Tsdf, TsdfSettings,
};

const FARTHEST: Metres = Metres::new(6.0);
const EYE_M: f64 = 1.3;

fn pose(at: GroundPoint, yaw_rad: f64, pitch_rad: f64) -> Transform<Map, Optical> {
    let mounting = Transform::<Body, Optical>::facing_forward(Point::new(0.0, 0.0, EYE_M), pitch_rad);
    Transform::<Map, Body>::planar(at.x, at.y, yaw_rad) * mounting
}

/// Whether a point is inside a solid.
fn is_inside(solid: &Solid, point: [f64; 3]) -> bool {
    let half = |axis: usize| f64::from(solid.high[axis] - solid.low[axis]) / 2.0;
    let at: [f64; 3] = std::array::from_fn(|axis| (point[axis] - f64::from(solid.low[axis])) / half(axis) - 1.0);
    let is_in_box = at.iter().all(|part| part.abs() <= 1.0);
    is_in_box
        && match solid.form {
            SolidForm::Block => true,
            SolidForm::Ball => at.iter().map(|part| part * part).sum::<f64>() <= 1.0,
            SolidForm::Round { axis, radii: [low, high] } => {
                let radius = f64::from(low) + f64::from(high - low) * (at[axis] + 1.0) / 2.0;
                let others = (0..3).filter(|&other| other != axis);
                others.map(|other| at[other] * at[other]).sum::<f64>() <= radius * radius
            }
        }
}

/// The depth at which a ray first enters any solid, floor or ceiling, by sampling the stretch inside each solid's box.
fn depth_by_steps(solids: &[Solid], start: [f64; 3], along: [f64; 3]) -> f64 {
    let at = |depth: f64| -> [f64; 3] { std::array::from_fn(|axis| start[axis] + depth * along[axis]) };
    let level = if along[2] < 0.0 { 0.0 } else { 2.5 };
    let mut nearest = (level - start[2]) / along[2];
    for solid in solids {
        let (mut from, mut to) = (0.0f64, nearest);
        for axis in 0..3 {
            let [one, other] =
                [solid.low[axis], solid.high[axis]].map(|edge| (f64::from(edge) - start[axis]) / along[axis]);
            (from, to) = (from.max(one.min(other)), to.min(one.max(other)));
        }
        if from >= to {
            continue;
        }
        let steps = 400;
        let step = (to - from) / f64::from(steps);
        // From within a hair of the edges, where a box would be missed by rounding.
        let depths = (0..=steps).map(|number| (from + 1e-9 + f64::from(number) * step * (1.0 - 1e-6), number));
        if let Some((mut inside, number)) = depths.into_iter().find(|&(depth, _)| is_inside(solid, at(depth))) {
            let mut outside = if number == 0 { inside } else { inside - step };
            for _ in 0..30 {
                let middle = (inside + outside) / 2.0;
                if is_inside(solid, at(middle)) { inside = middle } else { outside = middle }
            }
            nearest = nearest.min(inside);
        }
    }
    nearest
}

#[test]
fn a_view_without_colour_has_the_depths_of_one_with_colour_and_shows_the_same() {
    // No multiple of the side of a beam.
    let camera = Intrinsics::with_fov(45, 31, 1.4).unwrap();
    let (mut other, mut all) = (0, 0);
    for (seed, size) in [(5, SizeClass::Small), (6, SizeClass::Medium), (8, SizeClass::Large)] {
        let house = House::draw(seed, size, HouseSplit::Test);
        for room in house.room_ids() {
            let yaw_rad = 0.7 * (all as f64);
            let pose = pose(house.places(room)[0], yaw_rad, 0.3);
            let coloured = look(&house, pose, &camera, FARTHEST);
            let plain = look_without_colour(&house, pose, &camera, FARTHEST);
            assert_eq!(plain.depth_m, coloured.depth_m, "seed {seed}, {room:?}");
            assert!(plain.rgb.is_empty());
            // Where two solids touch, either may be named.
            other += plain.hits.iter().zip(&coloured.hits).filter(|(one, other)| one != other).count();
            all += plain.hits.len();
        }
    }
    assert!(other * 200 < all, "{other} of {all}");
}

#[test]
fn depths_are_those_of_rays_followed_step_by_step() {
    let camera = Intrinsics::with_fov(40, 30, 1.4).unwrap();
    let (mut wrong, mut all) = (0, 0);
    for (seed, split) in [(5, HouseSplit::Training), (6, HouseSplit::Test), (8, HouseSplit::Test)] {
        let house = House::draw(seed, SizeClass::Small, split);
        for room in house.room_ids() {
            let places = house.places(room);
            let place = places[places.len() / 3];
            for turn in 0..4 {
                let pose = pose(place, 0.4 + f64::from(turn) * 1.6, 0.3);
                let view = look(&house, pose, &camera, Metres::new(100.0));
                let start: [f64; 3] = pose.origin().into();
                for (number, &depth) in view.depth_m.iter().enumerate() {
                    let end: [f64; 3] = (pose * camera.ray((number % 40) as f64, (number / 40) as f64)).into();
                    let along = std::array::from_fn(|axis| end[axis] - start[axis]);
                    let expected = depth_by_steps(house.solids().all(), start, along);
                    all += 1;
                    wrong += usize::from((f64::from(depth) - expected).abs() > 2e-3);
                }
            }
        }
    }
    println!("{wrong} of {all} depths differ by more than 2 mm");
    // Rays that graze an edge may pass it on either side.
    assert!(all > 40_000 && wrong * 1000 < all, "{wrong} of {all}");
}

#[test]
fn a_pixel_shows_the_thing_that_its_point_is_on() {
    let camera = Intrinsics::with_fov(96, 72, 1.5).unwrap();
    let house = House::draw(9, SizeClass::Medium, HouseSplit::Training);
    let (mut shown, mut of_things) = (0, 0);
    for room in house.room_ids() {
        for (number, &place) in house.places(room).iter().enumerate().step_by(97) {
            let pose = pose(place, number as f64, 0.2);
            let view = look(&house, pose, &camera, FARTHEST);
            for (pixel, (&hit, &depth)) in view.hits.iter().zip(&view.depth_m).enumerate() {
                let ray = camera.ray((pixel % 96) as f64, (pixel / 96) as f64);
                let depth = f64::from(depth);
                let point = pose * Point::new(ray.x() * depth, ray.y() * depth, depth);
                if depth == 0.0 {
                    continue;
                }
                shown += 1;
                match hit {
                    Hit::Thing(thing) => {
                        of_things += 1;
                        let cuboid = house.thing(thing).cuboid;
                        let at: [f64; 3] = point.into();
                        let is_on = (0..3).all(|axis| {
                            let slack = 0.3 * f64::from(cuboid.high_mm[axis] - cuboid.low_mm[axis]) / 1000.0 + 0.06;
                            at[axis] >= f64::from(cuboid.low_mm[axis]) / 1000.0 - slack
                                && at[axis] <= f64::from(cuboid.high_mm[axis]) / 1000.0 + slack
                        });
                        assert!(is_on, "{point:?} is not on {cuboid:?}");
                    }
                    Hit::Floor(room) => {
                        let is_there = house.room(room).floor.distance(point.ground()).get() < 2e-3;
                        assert!(is_there && point.z().abs() < 1e-3);
                    }
                    Hit::Ceiling => assert!((point.z() - 2.5).abs() < 1e-3),
                    Hit::Wall => {
                        assert!(house.walls().iter().any(|wall| wall.footprint().distance(point.ground()).get() < 2e-3))
                    }
                    Hit::Sill | Hit::Outside => {}
                }
            }
        }
    }
    assert!(of_things * 20 > shown, "things are seen: {of_things} of {shown} pixels");
}

#[test]
fn depths_beyond_the_farthest_are_not_measured_but_coloured() {
    let camera = Intrinsics::with_fov(32, 32, 1.2).unwrap();
    let house = House::draw(2, SizeClass::Large, HouseSplit::Test);
    let place = house.entrance();
    let (near, far) = (
        look(&house, pose(place, 1.0, 0.0), &camera, Metres::new(1.0)),
        look(&house, pose(place, 1.0, 0.0), &camera, Metres::new(50.0)),
    );
    assert_eq!(near.rgb, far.rgb);
    assert_eq!(near.hits, far.hits);
    for (one, other) in near.depth_m.iter().zip(&far.depth_m) {
        assert!(*other > 0.0 && *one == if *other <= 1.0 { *other } else { 0.0 });
    }
}

const VOXEL_M: f64 = 0.1;
const SLAB: Slab = Slab { low: Metres::new(0.2), high: Metres::new(1.5), least_weight: 1.0, least_known: 0.5 };

/// Whether the columns at some places of a cell, between the heights of the slab, have a point of a solid.
fn is_truly_occupied(solids: &[Solid], centre: GroundPoint, samples: &[f64]) -> bool {
    let is_near = |solid: &&Solid| {
        let is_beside =
            |axis: usize, at: f64| f64::from(solid.low[axis]) < at + 0.05 && f64::from(solid.high[axis]) > at - 0.05;
        is_beside(0, centre.x)
            && is_beside(1, centre.y)
            && f64::from(solid.low[2]) < 1.5
            && f64::from(solid.high[2]) > 0.2
    };
    solids.iter().filter(is_near).any(|solid| {
        samples.iter().any(|x| {
            samples
                .iter()
                .any(|y| (0..=65).any(|z| is_inside(solid, [centre.x + x, centre.y + y, 0.2 + 0.02 * f64::from(z)])))
        })
    })
}

#[test]
fn a_map_of_the_pictures_is_the_floor_plan() {
    let settings = TsdfSettings {
        voxel: Metres::new(VOXEL_M),
        truncation: Metres::new(0.3),
        max_depth: FARTHEST,
        max_weight: 64.0,
        max_blocks: 8192,
    };
    let camera = Intrinsics::with_fov(128, 128, std::f64::consts::FRAC_PI_2).unwrap();
    let mut counts = [0usize; 4];
    for (seed, split) in [(1, HouseSplit::Training), (2, HouseSplit::Test)] {
        let house = House::draw(seed, SizeClass::Medium, split);
        let mut map = Tsdf::new(settings).unwrap();
        for room in house.room_ids() {
            let places = house.places(room);
            for place in places.iter().step_by(places.len() / 8) {
                for turn in 0..8 {
                    let pose = pose(*place, f64::from(turn) * std::f64::consts::FRAC_PI_4, 0.3);
                    map.fuse(&pose, &look(&house, pose, &camera, FARTHEST).depth_frame()).unwrap();
                }
            }
        }
        let grid = OccupancyGrid::of(&map, GridLayout::of(&map).unwrap(), &SLAB).unwrap();
        let layout = *grid.layout();
        let anywhere =
            |centre: GroundPoint| is_truly_occupied(house.solids().all(), centre, &[-0.04, -0.02, 0.0, 0.02, 0.04]);
        let in_the_middle = |centre: GroundPoint| is_truly_occupied(house.solids().all(), centre, &[0.0]);
        for y in 0..layout.height() as u32 {
            for x in 0..layout.width() as u32 {
                let cell = surefleet_mapping::GridCell::new(x, y);
                let centre = layout.centre(cell);
                let is_in_room = house.room_at(centre).is_some();
                let beside = || {
                    let steps = [-VOXEL_M, 0.0, VOXEL_M];
                    steps.iter().any(|east| {
                        steps.iter().any(|north| anywhere(GroundPoint::new(centre.x + east, centre.y + north)))
                    })
                };
                match grid.get(cell) {
                    Occupancy::Free => {
                        counts[0] += 1;
                        counts[1] += usize::from(!in_the_middle(centre));
                    }
                    Occupancy::Occupied => {
                        counts[2] += 1;
                        counts[3] += usize::from(beside());
                    }
                    Occupancy::Unknown => {
                        // What a robot drives over must be known.
                        let is_free = is_in_room && house.clearance(centre).get() > 0.3;
                        assert!(
                            !is_free
                                || !house
                                    .places(house.room_at(centre).unwrap())
                                    .iter()
                                    .any(|place| place.distance(centre).get() < 0.05),
                            "{centre:?}"
                        );
                    }
                }
            }
        }
    }
    let [free, truly_free, occupied, truly_occupied] = counts.map(|count| count as f64);
    println!(
        "of {free} free cells the middles of {:.4} are free, of {occupied} occupied ones {:.4} are within a cell of something",
        truly_free / free,
        truly_occupied / occupied
    );
    // Doors, table tops and poles are thinner than a voxel, and seen from both sides.
    assert!(truly_free / free > 0.98 && truly_occupied / occupied > 0.99);
}
