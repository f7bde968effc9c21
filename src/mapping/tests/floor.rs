//! Free ground, frontiers, inflation and paths, against what is so and against brute force.

mod house;

use std::collections::{BTreeMap, BTreeSet};

use house::{house, tour};
use proptest::prelude::*;
use surefleet_mapping::{
    DepthFrame, GridCell, GridLayout, GroundPoint, Intrinsics, MappingError, Metres, Obstacles, Occupancy,
    OccupancyGrid, PassableGrid, Slab, Tsdf, TsdfSettings,
};

const SETTINGS: TsdfSettings = TsdfSettings {
    voxel: Metres::new(0.1),
    truncation: Metres::new(0.3),
    max_depth: Metres::new(6.0),
    max_weight: 64.0,
    max_blocks: 4096,
};
const SLAB: Slab = Slab { low: Metres::new(0.2), high: Metres::new(1.5), least_weight: 1.0, least_known: 0.5 };

fn layout(width: usize, height: usize) -> GridLayout {
    let corner = GroundPoint::new(width as f64, height as f64);
    GridLayout::covering(GroundPoint::new(0.0, 0.0), corner, Metres::new(1.0)).expect("a small grid")
}

fn grid(width: usize, height: usize, cells: &[u8]) -> OccupancyGrid {
    let kinds = [Occupancy::Unknown, Occupancy::Free, Occupancy::Free, Occupancy::Occupied];
    let cells = cells[..width * height].iter().map(|&kind| kinds[usize::from(kind)]).collect();
    OccupancyGrid::new(layout(width, height), cells).expect("all cells")
}

fn all(layout: &GridLayout) -> impl Iterator<Item = GridCell> + use<> {
    let (width, height) = (layout.width() as u32, layout.height() as u32);
    (0..height).flat_map(move |y| (0..width).map(move |x| GridCell::new(x, y)))
}

/// The house after a look all around in some of its rooms.
fn fused(rooms: usize, looks: usize) -> (house::Scene, Tsdf) {
    let scene = house(rooms, 4.0);
    let camera = Intrinsics::with_fov(128, 128, 1.4).expect("a camera");
    let mut map = Tsdf::new(SETTINGS).expect("good settings");
    for pose in tour(rooms, 4.0, 12).iter().take(looks) {
        let depths = scene.depths(&camera, pose);
        map.fuse(pose, &DepthFrame::new(camera, &depths).expect("all pixels")).expect("a near pose");
    }
    (scene, map)
}

#[test]
fn a_house_is_free_where_nothing_stands_and_occupied_where_something_does() {
    let (scene, map) = fused(2, usize::MAX);
    let layout =
        GridLayout::covering(GroundPoint::new(-1.0, -1.0), GroundPoint::new(9.0, 9.0), SETTINGS.voxel).unwrap();
    let grid = OccupancyGrid::of(&map, layout, &SLAB).unwrap();
    let (mut free, mut missed, mut occupied, mut phantom) = (0, 0, 0, 0);
    for cell in all(&layout) {
        let centre = layout.centre(cell);
        let is_inside = (0.0..8.0).contains(&centre.x) && (0.0..8.0).contains(&centre.y);
        match grid.get(cell) {
            Occupancy::Occupied => {
                assert!(!scene.is_free(centre, 0.25, 0.1, 1.6), "nothing stands near {centre:?}");
                occupied += 1;
                phantom += usize::from(scene.is_free(centre, 0.11, 0.1, 1.6));
            }
            Occupancy::Free => {
                let is_filled = scene.is_filled(centre, 0.06, 0.25, 1.45);
                assert!(
                    is_inside && !is_filled,
                    "{centre:?} is free, but inside: {is_inside}, something there: {is_filled}"
                );
                free += 1;
            }
            Occupancy::Unknown => missed += usize::from(is_inside && scene.is_free(centre, 0.2, 0.1, 1.6)),
        }
    }
    println!("{free} free, {missed} missed, {occupied} occupied, {phantom} of them beside something");
    // 64 m2 less cupboards, tables and walls: about 52 m2 are clear.
    assert!(free > 4800 && missed * 50 < free, "{free} free, {missed} missed");
    assert!(occupied > 600 && phantom * 50 < occupied, "{occupied} occupied, {phantom} of them beside something");
    assert!(grid.frontiers(1).iter().all(|frontier| frontier.size() < 30), "what is seen has no large frontier");
}

#[test]
fn a_cell_is_what_the_voxels_above_it_say() {
    let (_, map) = fused(2, 14);
    // Beyond the blocks on one side, and less than them on the other.
    let layout = GridLayout::covering(GroundPoint::new(-3.0, 1.0), GroundPoint::new(5.0, 6.0), SETTINGS.voxel).unwrap();
    for (low, high, least_known, least_weight) in [(0.2, 1.5, 0.5, 1.0), (0.45, 0.95, 1.0, 3.0), (0.0, 2.4, 0.1, 0.5)] {
        let slab = Slab { low: Metres::new(low), high: Metres::new(high), least_weight, least_known };
        let grid = OccupancyGrid::of(&map, layout, &slab).unwrap();
        let heights: Vec<i32> = (-9..40).filter(|&z| (low..high).contains(&((f64::from(z) + 0.5) * 0.1))).collect();
        let mut kinds = BTreeSet::new();
        for cell in all(&layout) {
            let column = |z: i32| map.voxel([cell.x as i32 - 30, cell.y as i32 + 10, z]);
            let known: Vec<_> =
                heights.iter().filter_map(|&z| column(z)).filter(|voxel| voxel.weight >= least_weight).collect();
            let expected = if known.iter().any(|voxel| voxel.distance.get() < 0.05) {
                Occupancy::Occupied
            } else if known.len() as f64 >= least_known * heights.len() as f64 {
                Occupancy::Free
            } else {
                Occupancy::Unknown
            };
            assert_eq!(grid.get(cell), expected, "{cell:?} with {} of {} known", known.len(), heights.len());
            kinds.insert(format!("{expected:?}"));
        }
        assert_eq!(kinds.len(), 3, "a slab from {low} to {high} m has only {kinds:?}");
    }
}

#[test]
fn a_grid_that_is_renewed_after_each_picture_is_the_one_of_the_whole_map() {
    let scene = house(2, 4.0);
    let mut map = Tsdf::new(SETTINGS).unwrap();
    let camera = Intrinsics::with_fov(64, 64, 1.4).unwrap();
    let layout =
        GridLayout::covering(GroundPoint::new(-1.0, -1.0), GroundPoint::new(6.0, 9.0), SETTINGS.voxel).unwrap();
    let mut grid = OccupancyGrid::of(&map, layout, &SLAB).unwrap();
    let (mut seen, mut changes) = (map.revision(), 0);
    for (number, pose) in tour(2, 4.0, 6).into_iter().enumerate() {
        let before = grid.clone();
        map.fuse(&pose, &DepthFrame::new(camera, &scene.depths(&camera, &pose)).unwrap()).unwrap();
        // Every second look is taken up later, with the next.
        if number % 2 == 1 {
            grid.renew(&map, &SLAB, seen).unwrap();
            seen = map.revision();
            assert_eq!(grid, OccupancyGrid::of(&map, layout, &SLAB).unwrap(), "after look {number}");
            changes += usize::from(grid != before);
        }
    }
    // A map from elsewhere counts as a change too.
    let mut other = Tsdf::new(SETTINGS).unwrap();
    let pose = house::standing(5.0, 7.0, 1.2, 0.3, 0.2);
    other.fuse(&pose, &DepthFrame::new(camera, &scene.depths(&camera, &pose)).unwrap()).unwrap();
    map.merge(&other).unwrap();
    grid.renew(&map, &SLAB, seen).unwrap();
    assert_eq!(grid, OccupancyGrid::of(&map, layout, &SLAB).unwrap());
    assert!(changes > 3, "{changes}");
}

#[test]
fn frontiers_of_a_half_seen_house_are_in_its_doors() {
    // Only the first room was seen.
    let (_, map) = fused(2, 12);
    let grid = OccupancyGrid::of(&map, GridLayout::of(&map).unwrap(), &SLAB).unwrap();
    let near_door = |place: GroundPoint| {
        let door = [GroundPoint::new(4.0, 2.0), GroundPoint::new(2.0, 4.0)];
        door.into_iter().any(|door| place.distance(door).get() < 3.0)
    };
    let frontiers = grid.frontiers(5);
    assert!(frontiers.len() >= 2, "{frontiers:?}");
    for frontier in &frontiers[..2] {
        assert!(near_door(frontier.centroid()), "{:?}", frontier.centroid());
    }
}

#[test]
fn grids_and_slabs_that_do_not_fit_are_refused() {
    let (_, map) = fused(1, 1);
    let fitting = GridLayout::of(&map).unwrap();
    let coarse =
        GridLayout::covering(GroundPoint::new(0.0, 0.0), GroundPoint::new(1.0, 1.0), Metres::new(0.2)).unwrap();
    let refused = |layout, slab| matches!(OccupancyGrid::of(&map, layout, &slab), Err(MappingError::Setting { .. }));
    assert!(!refused(fitting, SLAB));
    assert!(refused(coarse, SLAB));
    assert!(refused(fitting, Slab { high: SLAB.low, ..SLAB }));
    assert!(refused(fitting, Slab { least_known: 0.0, ..SLAB }));
    let short = OccupancyGrid::new(fitting, vec![Occupancy::Free; 3]);
    assert!(matches!(short, Err(MappingError::CellCount { found: 3, .. })));
}

fn neighbours(cell: GridCell) -> impl Iterator<Item = (GridCell, bool)> {
    let steps = (-1i64..=1).flat_map(|y| (-1i64..=1).map(move |x| (x, y))).filter(|&step| step != (0, 0));
    steps.filter_map(move |(x, y)| {
        let near = (i64::from(cell.x) + x, i64::from(cell.y) + y);
        Some((GridCell::new(u32::try_from(near.0).ok()?, u32::try_from(near.1).ok()?), x != 0 && y != 0))
    })
}

/// Frontiers by the definition: label the cells apart, then join what touches until nothing changes.
fn frontiers_by_definition(grid: &OccupancyGrid) -> BTreeSet<BTreeSet<GridCell>> {
    let layout = grid.layout();
    let is_frontier = |&cell: &GridCell| {
        let unknown = |(near, is_corner): (GridCell, bool)| {
            !is_corner && layout.index(near).is_some() && grid.get(near) == Occupancy::Unknown
        };
        grid.get(cell) == Occupancy::Free && neighbours(cell).any(unknown)
    };
    let mut labels: BTreeMap<GridCell, usize> =
        all(layout).filter(is_frontier).enumerate().map(|(n, cell)| (cell, n)).collect();
    loop {
        let before = labels.clone();
        for (&cell, label) in &mut labels {
            let least = neighbours(cell).filter_map(|(near, _)| before.get(&near)).min();
            *label = (*label).min(least.copied().unwrap_or(usize::MAX));
        }
        if labels == before {
            break;
        }
    }
    let mut groups: BTreeMap<usize, BTreeSet<GridCell>> = BTreeMap::new();
    for (cell, label) in labels {
        groups.entry(label).or_default().insert(cell);
    }
    groups.into_values().collect()
}

/// Lengths of shortest ways from a cell to all others, by going over all steps until nothing changes.
fn lengths_by_definition(grid: &PassableGrid, from: GridCell) -> BTreeMap<GridCell, f64> {
    let mut lengths = BTreeMap::from([(from, 0.0)]);
    loop {
        let before = lengths.clone();
        for (&cell, &length) in &before {
            for (near, is_corner) in neighbours(cell) {
                let beside = [GridCell::new(cell.x, near.y), GridCell::new(near.x, cell.y)];
                if !grid.is_passable(near) || (is_corner && !beside.into_iter().all(|side| grid.is_passable(side))) {
                    continue;
                }
                let through = length + if is_corner { 2f64.sqrt() } else { 1.0 };
                let known = lengths.entry(near).or_insert(f64::INFINITY);
                *known = known.min(through);
            }
        }
        if lengths == before {
            return lengths;
        }
    }
}

proptest! {
    #[test]
    fn frontiers_are_those_of_the_definition(width in 1usize..14, height in 1usize..14, cells in prop::collection::vec(0u8..4, 196)) {
        let grid = grid(width, height, &cells);
        let frontiers = grid.frontiers(1);
        let found: BTreeSet<BTreeSet<GridCell>> = frontiers.iter().map(|one| one.cells().iter().copied().collect()).collect();
        prop_assert_eq!(&found, &frontiers_by_definition(&grid));
        prop_assert_eq!(found.len(), frontiers.len());
        for pair in frontiers.windows(2) {
            let first = |at: usize| (pair[at].cells()[0].y, pair[at].cells()[0].x);
            prop_assert!(pair[0].size() > pair[1].size() || (pair[0].size() == pair[1].size() && first(0) < first(1)));
        }
        for frontier in &frontiers {
            let centres = frontier.cells().iter().map(|&cell| grid.layout().centre(cell));
            let sum = centres.clone().fold((0.0, 0.0), |sum, centre| (sum.0 + centre.x, sum.1 + centre.y));
            let mean = GroundPoint::new(sum.0 / frontier.size() as f64, sum.1 / frontier.size() as f64);
            prop_assert!(mean.distance(frontier.centroid()).get() < 1e-9);
            let least = centres.map(|centre| centre.distance(frontier.centroid()).get()).fold(f64::INFINITY, f64::min);
            prop_assert!(frontier.cells().contains(&frontier.middle()));
            prop_assert_eq!(grid.layout().centre(frontier.middle()).distance(frontier.centroid()).get(), least);
        }
        prop_assert_eq!(grid.frontiers(4).len(), found.iter().filter(|one| one.len() >= 4).count());
    }

    #[test]
    fn a_cell_is_passable_where_a_disc_touches_nothing(
        width in 1usize..14, height in 1usize..14, cells in prop::collection::vec(0u8..4, 196), radius in 0.0..4.0f64, sparse in 0usize..8,
        is_wary in any::<bool>(),
    ) {
        let mut cells = cells;
        cells.iter_mut().enumerate().filter(|(index, _)| index % 8 > sparse).for_each(|(_, kind)| *kind = (*kind).min(2));
        let grid = grid(width, height, &cells);
        let inflated = grid.inflate(Metres::new(radius), if is_wary { Obstacles::NotFree } else { Obstacles::Occupied }).unwrap();
        for cell in all(grid.layout()) {
            let centre = grid.layout().centre(cell);
            let is_obstacle = |other: &GridCell| {
                let kind = grid.get(*other);
                kind == Occupancy::Occupied || (is_wary && kind == Occupancy::Unknown)
            };
            let is_clear = all(grid.layout()).filter(is_obstacle).all(|other| {
                let other = grid.layout().centre(other);
                let gap = |a: f64, b: f64| ((a - b).abs() - 0.5).max(0.0);
                gap(centre.x, other.x).hypot(gap(centre.y, other.y)) >= radius
            });
            prop_assert_eq!(inflated.is_passable(cell), grid.get(cell) == Occupancy::Free && is_clear, "{:?}", cell);
        }
    }

    #[test]
    fn paths_are_as_short_as_any(
        width in 1usize..12, height in 1usize..12, cells in prop::collection::vec(prop::bool::weighted(0.7), 144), ends in prop::array::uniform2(0usize..144),
    ) {
        let layout = layout(width, height);
        let grid = PassableGrid::new(layout, cells[..width * height].to_vec()).unwrap();
        let [from, to] = ends.map(|end| all(&layout).nth(end % layout.count()).unwrap());
        let found = grid.path(from, to);
        if !grid.is_passable(from) || !grid.is_passable(to) {
            prop_assert_eq!(found, None);
            let is_any = all(&layout).any(|cell| grid.reachable(from).is_passable(cell));
            prop_assert_eq!(is_any, grid.is_passable(from));
            return Ok(());
        }
        let lengths = lengths_by_definition(&grid, from);
        let reachable = grid.reachable(from);
        prop_assert!(all(&layout).all(|cell| reachable.is_passable(cell) == lengths.contains_key(&cell)));
        let shortest = lengths.get(&to).copied();
        prop_assert_eq!(found.is_some(), shortest.is_some());
        let (Some(path), Some(shortest)) = (found, shortest) else { return Ok(()) };
        prop_assert!((path.length().get() - shortest).abs() < 1e-9, "{} and not {shortest}", path.length());
        prop_assert_eq!((path.cells()[0], *path.cells().last().unwrap()), (from, to));
        let mut walked = 0.0;
        for pair in path.cells().windows(2) {
            let step = neighbours(pair[0]).find(|&(near, _)| near == pair[1]);
            let (_, is_corner) = step.expect("a step to a neighbour");
            walked += if is_corner { 2f64.sqrt() } else { 1.0 };
            prop_assert!(path.cells().iter().all(|&cell| grid.is_passable(cell)));
            let beside = [GridCell::new(pair[0].x, pair[1].y), GridCell::new(pair[1].x, pair[0].y)];
            prop_assert!(beside.into_iter().all(|cell| grid.is_passable(cell)), "a corner is cut at {:?}", pair);
        }
        prop_assert!((walked - shortest).abs() < 1e-9);
        prop_assert_eq!(grid.path(from, to), Some(path));
    }

    #[test]
    fn the_nearest_passable_cell_is_nearest(
        width in 1usize..12, height in 1usize..12, cells in prop::collection::vec(prop::bool::weighted(0.1), 144), at in (0u32..14, 0u32..14), farthest in 0u32..9,
    ) {
        let layout = layout(width, height);
        let grid = PassableGrid::new(layout, cells[..width * height].to_vec()).unwrap();
        let square = |cell: GridCell| cell.x.abs_diff(at.0).pow(2) + cell.y.abs_diff(at.1).pow(2);
        let near = all(&layout).filter(|&cell| grid.is_passable(cell) && square(cell) <= farthest.pow(2));
        let nearest = near.min_by_key(|&cell| (square(cell), cell.y, cell.x));
        prop_assert_eq!(grid.nearest(GridCell::new(at.0, at.1), Metres::new(f64::from(farthest))), nearest);
    }
}

#[test]
fn where_a_robot_stood_is_free_unless_something_was_seen_there() {
    let mut grid = grid(3, 1, &[0, 1, 3]);
    grid.stand(GroundPoint::new(1.4, 0.5), Metres::new(1.2));
    assert_eq!(grid.cells(), [Occupancy::Free, Occupancy::Free, Occupancy::Occupied]);
    let mut unseen = self::grid(5, 5, &[0; 25]);
    unseen.stand(GroundPoint::new(2.5, 2.5), Metres::new(1.0));
    let free = all(unseen.layout()).filter(|&cell| unseen.get(cell) == Occupancy::Free);
    assert_eq!(free.map(|cell| (cell.x, cell.y)).collect::<Vec<_>>(), [(2, 1), (1, 2), (2, 2), (3, 2), (2, 3)]);
    unseen.stand(GroundPoint::new(f64::NAN, 9.0), Metres::new(1.0));
    assert_eq!(unseen.cells().iter().filter(|&&cell| cell == Occupancy::Free).count(), 5);
}

#[test]
fn of_equal_ways_the_same_is_found_every_time() {
    let grid = PassableGrid::new(layout(5, 4), vec![true; 20]).unwrap();
    let cells = |from, to| grid.path(from, to).unwrap().cells().iter().map(|cell| (cell.x, cell.y)).collect::<Vec<_>>();
    let way = cells(GridCell::new(0, 0), GridCell::new(4, 2));
    assert_eq!(way, cells(GridCell::new(0, 0), GridCell::new(4, 2)));
    assert_eq!(way, [(0, 0), (1, 1), (2, 2), (3, 2), (4, 2)]);
}
