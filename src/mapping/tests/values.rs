//! Values of places against Eqs. 3 to 5 of CommCP, and the choice of a frontier.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use surefleet_mapping::{
    FinalValues, GridCell, GridLayout, GroundPoint, MappingError, MessageValue, Metres, Occupancy, OccupancyGrid,
    ValueMap, ValueRule,
};

const RULE: ValueRule = ValueRule::DEFAULT;

fn layout() -> GridLayout {
    GridLayout::covering(GroundPoint::new(-2.0, -1.0), GroundPoint::new(6.0, 5.0), Metres::new(0.25))
        .expect("a small grid")
}

fn cells() -> impl Iterator<Item = GridCell> {
    (0..24).flat_map(|y| (0..32).map(move |x| GridCell::new(x, y)))
}

fn map() -> ValueMap {
    ValueMap::new(layout(), RULE).expect("the rule of the paper")
}

#[test]
fn a_message_is_worth_what_equation_3_says() {
    let printed = ValueRule { message: MessageValue::AsPrinted, ..RULE };
    assert_eq!([printed.of_message(0, 0), printed.of_message(1, 0)], [0.0, 0.0]);
    assert_eq!([printed.of_message(0, 1), printed.of_message(3, 1)], [10f64.ln(), 13f64.ln()]);
    for (relevant, targets, expected) in [(0, 0, 0.0), (1, 0, 2f64.ln()), (3, 1, 14f64.ln())] {
        assert!((RULE.of_message(relevant, targets) - expected).abs() < 1e-12);
    }
    let faint = ValueRule { tau_relevant: 0.1, ..printed };
    assert_eq!(faint.of_message(1, 0), 0.0, "a logarithm below 0 is worth no less than silence");
}

#[test]
fn rules_and_views_outside_their_range_are_refused() {
    let refused = |rule| matches!(ValueMap::new(layout(), rule), Err(MappingError::Setting { .. }));
    assert!(refused(ValueRule { global_temperature: 0.0, ..RULE }));
    assert!(refused(ValueRule { sigma: Metres::new(f64::NAN), ..RULE }));
    assert!(refused(ValueRule { radius: Metres::new(1e6), ..RULE }));
    assert!(refused(ValueRule { tau_target: -1.0, ..RULE }));
    let mut map = map();
    let before = map.clone();
    assert!(map.view(1.2, &[]).is_err());
    assert!(map.view(0.5, &[(GroundPoint::new(0.0, 0.0), 0.4), (GroundPoint::new(1.0, 0.0), f64::NAN)]).is_err());
    assert_eq!(map, before, "a refused view changes nothing");
    map.message(GroundPoint::new(f64::NAN, 0.0), 1, 1);
    map.message(GroundPoint::new(90.0, 90.0), 1, 1);
    assert_eq!(map, before, "a place outside changes nothing");
    let other =
        GridLayout::covering(GroundPoint::new(0.0, 0.0), GroundPoint::new(1.0, 1.0), Metres::new(0.25)).unwrap();
    assert_eq!(FinalValues::new(other, &[&map]), Err(MappingError::Layouts));
}

/// A place on the grid or a little beside it.
fn place() -> impl Strategy<Value = GroundPoint> {
    (-3.0..7.0f64, -2.0..6.0f64).prop_map(|(x, y)| GroundPoint::new(x, y))
}

/// Whether a place is on a grid, by its corner and its size.
fn covered(layout: &GridLayout, place: GroundPoint) -> bool {
    let (corner, cell) = (layout.origin(), layout.cell().get());
    let is_within = |at: f64, low: f64, cells: usize| at >= low && at < low + cells as f64 * cell;
    is_within(place.x, corner.x, layout.width()) && is_within(place.y, corner.y, layout.height())
}

fn covers(place: GroundPoint, cell: GridCell) -> bool {
    layout().centre(cell).distance(place).get() <= 1.0
}

proptest! {
    #[test]
    fn cells_hold_the_mean_of_views_and_the_greatest_message(
        views in prop::collection::vec((0.0..1.0f64, prop::collection::vec((place(), 0.0..1.0f64), 0..4)), 0..5),
        messages in prop::collection::vec((place(), 0u32..4, 0u32..3), 0..4),
    ) {
        let mut map = map();
        for (global, local) in &views {
            map.view(*global, local).unwrap();
        }
        for &(at, relevant, targets) in &messages {
            map.message(at, relevant, targets);
        }
        for cell in cells() {
            let seen: Vec<f64> = views.iter().flat_map(|(global, local)| {
                let here = local.iter().filter(|(place, _)| covers(*place, cell));
                here.map(|(_, share)| share * local.len() as f64 / 3.0 * (global / 0.5).exp() / 3.0).collect::<Vec<_>>()
            }).collect();
            let own = if seen.is_empty() { 0.0 } else { seen.iter().sum::<f64>() / seen.len() as f64 };
            let told = messages.iter().filter(|message| covers(message.0, cell));
            let told = told.map(|&(_, relevant, targets)| (1.0 + f64::from(relevant) + 10.0 * f64::from(targets)).ln());
            let expected = told.fold(own, f64::max);
            prop_assert!((map.value(cell) - expected).abs() < 1e-9, "{:?}: {} and not {expected}", cell, map.value(cell));
        }
    }

    #[test]
    fn messages_may_come_twice_and_in_any_order(messages in prop::collection::vec((place(), 0u32..4, 0u32..3), 1..6), shift in 0usize..6) {
        let (mut once, mut again) = (map(), map());
        messages.iter().for_each(|&(at, relevant, targets)| once.message(at, relevant, targets));
        let turned = messages.iter().cycle().skip(shift).take(messages.len() * 2);
        turned.for_each(|&(at, relevant, targets)| again.message(at, relevant, targets));
        prop_assert_eq!(once, again);
    }

    #[test]
    fn a_grown_grid_keeps_every_place_as_it_was(
        view in (0.0..1.0f64, prop::collection::vec((place(), 0.0..1.0f64), 1..4)), message in (place(), 0u32..4, 0u32..3),
        seen in (-9.0..9.0f64, -9.0..9.0f64), size in (0.0..9.0f64, 0.0..9.0f64), kinds in prop::collection::vec(0usize..3, 768),
        at in prop::collection::vec((-10.0..20.0f64, -10.0..20.0f64), 50),
    ) {
        let mut map = map();
        map.view(view.0, &view.1).unwrap();
        map.message(message.0, message.1, message.2);
        let kinds = kinds.iter().map(|&kind| [Occupancy::Unknown, Occupancy::Free, Occupancy::Occupied][kind]);
        let grid = OccupancyGrid::new(layout(), kinds.collect()).unwrap();
        let (low, high) = (GroundPoint::new(seen.0, seen.1), GroundPoint::new(seen.0 + size.0, seen.1 + size.1));
        let explored = GridLayout::covering(low, high, Metres::new(0.25)).unwrap();
        let larger = layout().joined(&explored).unwrap();
        prop_assert_eq!(larger, explored.joined(&layout()).unwrap());
        let (values, ground) = (map.grown(larger).unwrap(), grid.grown(larger).unwrap());
        let middles = cells().map(|cell| layout().centre(cell));
        for place in middles.chain(at.iter().map(|&(x, y)| GroundPoint::new(x, y))) {
            let (before, after) = (layout().cell_at(place), larger.cell_at(place));
            prop_assert_eq!(after.is_some(), before.is_some() || covered(&larger, place), "{:?}", place);
            let Some(cell) = after else { continue };
            prop_assert_eq!(values.value(cell), before.map_or(0.0, |cell| map.value(cell)), "{:?}", place);
            prop_assert_eq!(ground.get(cell), before.map_or(Occupancy::Unknown, |cell| grid.get(cell)), "{:?}", place);
        }
        // Both go on alike: the mean over views counts those before.
        let (mut once, mut again) = (map.clone(), values);
        once.view(view.0, &view.1[..1]).unwrap();
        again.view(view.0, &view.1[..1]).unwrap();
        for cell in cells() {
            let moved = larger.cell_at(layout().centre(cell)).unwrap();
            prop_assert_eq!(again.value(moved), once.value(cell));
        }
        prop_assert_eq!(map.grown(explored).is_ok(), explored == larger);
    }

    #[test]
    fn final_values_are_the_mean_over_open_questions(
        messages in prop::collection::vec((place(), 0u32..4, 0u32..3), 1..4),
    ) {
        let maps: Vec<ValueMap> = messages.iter().map(|&(at, relevant, targets)| {
            let mut map = map();
            map.message(at, relevant, targets);
            map
        }).collect();
        let together = FinalValues::new(layout(), &maps.iter().collect::<Vec<_>>()).unwrap();
        let alone: Vec<FinalValues> = maps.iter().map(|map| FinalValues::new(layout(), &[map]).unwrap()).collect();
        for (index, value) in together.values().iter().enumerate() {
            let mean = alone.iter().map(|values| values.values()[index]).sum::<f64>() / alone.len() as f64;
            prop_assert!((value - mean).abs() < 1e-9);
        }
    }
}

#[test]
fn a_place_is_worth_e_times_less_where_it_is_farther_by_the_scale() {
    let mut map = map();
    map.message(GroundPoint::new(1.0, 1.0), 3, 1);
    map.message(GroundPoint::new(5.0, 4.0), 1, 0);
    let values = FinalValues::new(layout(), &[&map]).unwrap();
    let mut discounted = values.clone();
    let from = layout().centre(GridCell::new(1, 2));
    discounted.discount(from, Metres::new(2.0));
    for cell in cells() {
        let place = layout().centre(cell);
        let farther = (place.x - from.x).hypot(place.y - from.y);
        let (before, after) = (values.at(place), discounted.at(place));
        assert!(before >= 0.0 && (after - before / (farther / 2.0).exp()).abs() <= 1e-12 * before, "{cell:?}");
    }
    assert!(values.values().iter().filter(|value| **value > 0.1).count() > 50);
    assert_eq!(discounted.at(GroundPoint::new(-9.0, 0.0)), 0.0, "nothing is worth anything outside");
}

/// Free cells in the south, unknown ones north of them but for a few columns, so that there are three frontiers.
fn three_frontiers() -> OccupancyGrid {
    let kind = |cell: GridCell| match (cell.y, cell.x) {
        (0..12, _) => Occupancy::Free,
        (_, 10 | 11 | 20 | 21) => Occupancy::Occupied,
        (12, 5..10 | 12..16 | 22..32) => Occupancy::Unknown,
        (12, _) => Occupancy::Occupied,
        _ => Occupancy::Unknown,
    };
    OccupancyGrid::new(layout(), cells().map(kind).collect()).expect("all cells")
}

#[test]
fn a_message_draws_the_robot_to_the_frontier_near_it() {
    let frontiers = three_frontiers().frontiers(1);
    assert_eq!(frontiers.len(), 3);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for (number, frontier) in frontiers.iter().enumerate() {
        let mut map = map();
        map.view(0.2, &[(GroundPoint::new(-1.0, 0.0), 0.3)]).unwrap();
        map.message(frontier.centroid(), 1, 0);
        let quiet = self::map();
        let values = FinalValues::new(layout(), &[&map, &quiet]).unwrap();
        assert_eq!(values.choose(&frontiers, &mut random), Some(number));
        let most = frontier.cells().iter().map(|&cell| values.at(layout().centre(cell))).fold(0.0, f64::max);
        assert_eq!(values.of(frontier), most);
    }
}

#[test]
fn without_values_a_frontier_is_drawn() {
    let frontiers = three_frontiers().frontiers(1);
    let nothing = FinalValues::new(layout(), &[]).unwrap();
    let drawn = |seed| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        (0..300).map(|_| nothing.choose(&frontiers, &mut random).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(drawn(7), drawn(7), "the seed decides");
    let counts = [0, 1, 2].map(|number| drawn(7).iter().filter(|&&drawn| drawn == number).count());
    assert!(counts.iter().all(|count| (70..130).contains(count)), "100 each expected: {counts:?}");
    assert_ne!(drawn(7), drawn(8));
    let mut random = ChaCha8Rng::seed_from_u64(1);
    assert_eq!(nothing.choose(&[], &mut random), None);
    // As printed, one relevant object is worth nothing, so it draws nobody.
    let mut printed = ValueMap::new(layout(), ValueRule { message: MessageValue::AsPrinted, ..RULE }).unwrap();
    printed.message(frontiers[1].centroid(), 1, 0);
    let values = FinalValues::new(layout(), &[&printed]).unwrap();
    let drawn: BTreeSet<_> = (0..50).map(|_| values.choose(&frontiers, &mut random)).collect();
    assert_eq!(drawn.len(), 3);
}
