//! Collisions in the plane against exact fractions, worked out in another way.

mod oracle;

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_reach::{Segment, TablePoint};

use oracle::share_a_point;

fn segments([p, q, r, s]: [[i64; 2]; 4]) -> [Segment; 2] {
    let point = |[x, y]: [i64; 2]| TablePoint::from_micrometres(x, y).expect("near");
    [Segment::new(point(p), point(q)), Segment::new(point(r), point(s))]
}

/// Coordinates of four points. Coarse grids bring touching, collinear and degenerate pairs; fine ones near misses.
fn drawn(rng: &mut ChaCha8Rng) -> [[i64; 2]; 4] {
    let step = [1, 1_000, 50_000, 250_000, 250_000][rng.random_range(0..5)];
    let span = 3_000_000 / step;
    let near = rng.random_bool(0.5);
    let mut coordinate = || if near { rng.random_range(0..=4) } else { rng.random_range(0..=span) } * step;
    let mut points: [[i64; 2]; 4] = std::array::from_fn(|_| [coordinate(), coordinate()]);
    if rng.random_bool(0.3) {
        // An end of the second segment on the line of the first one, or a micrometre beside it.
        let [p, q, ..] = points;
        let times = rng.random_range(-1..=2);
        let off = i64::from(rng.random_bool(0.5)) * rng.random_range(-1..=1);
        points[2] = [p[0] + times * (q[0] - p[0]) / 2 + off, p[1] + times * (q[1] - p[1]) / 2];
    }
    points
}

#[test]
fn a_million_random_pairs_touch_exactly_where_fractions_say_so() {
    let mut rng = ChaCha8Rng::seed_from_u64(22);
    let [mut touching, mut degenerate, mut collinear] = [0, 0, 0];
    for _ in 0..1_000_000 {
        let points = drawn(&mut rng);
        let [one, other] = segments(points);
        let expected = share_a_point(points);
        assert_eq!(one.touches(other), expected, "{points:?}");
        assert_eq!(other.touches(one), expected, "{points:?}");
        assert_eq!(one.meeting(other).is_some(), expected, "{points:?}");
        touching += u32::from(expected);
        degenerate += u32::from(one.from == one.to || other.from == other.to);
        let [p, q, r, s] = points;
        let turn = |x: [i64; 2]| (q[0] - p[0]) * (x[1] - p[1]) - (q[1] - p[1]) * (x[0] - p[0]);
        collinear += u32::from(turn(r) == 0 && turn(s) == 0);
    }
    assert!(touching > 100_000 && touching < 900_000, "{touching} touch");
    assert!(degenerate > 10_000, "{degenerate} are points");
    assert!(collinear > 10_000, "{collinear} are collinear");
}

proptest! {
    #[test]
    fn coordinates_at_the_limit_do_not_overflow(signs in proptest::array::uniform8(-1_i64..=1), off in proptest::array::uniform8(0_i64..3)) {
        let at = |index: usize| signs[index] * ((1 << 29) - off[index]);
        let points = [[at(0), at(1)], [at(2), at(3)], [at(4), at(5)], [at(6), at(7)]];
        let [one, other] = segments(points);
        prop_assert_eq!(one.touches(other), share_a_point(points));
    }

    #[test]
    fn a_meeting_lies_within_a_micrometre_of_both(points in proptest::array::uniform4([0_i64..3_000_000, 0_i64..3_000_000])) {
        let [one, other] = segments(points);
        if let Some(place) = one.meeting(other) {
            for segment in [one, other] {
                prop_assert!(distance_um(segment, place) <= 1.0, "{} is off {:?}", place, segment);
            }
        }
    }

    #[test]
    fn points_keep_their_micrometres_through_metres(x in -(1_i64 << 29)..=1 << 29, y in -(1_i64 << 29)..=1 << 29) {
        let point = TablePoint::from_micrometres(x, y).expect("near");
        let [x_m, y_m] = point.metres();
        prop_assert_eq!(TablePoint::from_metres(x_m, y_m), Ok(point));
    }
}

fn distance_um(segment: Segment, point: TablePoint) -> f64 {
    let [a, b, p] = [segment.from, segment.to, point].map(|point| [point.x_um() as f64, point.y_um() as f64]);
    let [along, from] = [[b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]];
    let squared = along[0] * along[0] + along[1] * along[1];
    let part = if squared == 0.0 { 0.0 } else { ((from[0] * along[0] + from[1] * along[1]) / squared).clamp(0.0, 1.0) };
    (from[0] - part * along[0]).hypot(from[1] - part * along[1])
}

#[test]
fn points_that_are_no_numbers_or_far_away_are_refused() {
    for [x, y] in [[f64::NAN, 0.0], [0.0, f64::INFINITY], [537.0, 0.0], [0.0, -537.0]] {
        assert!(TablePoint::from_metres(x, y).is_err(), "{x} {y}");
    }
}

#[test]
fn distances_are_rounded_up() {
    let point = |x, y| TablePoint::from_micrometres(x, y).expect("near");
    assert_eq!(point(0, 0).distance_um(point(3, 4)), 5);
    assert_eq!(point(0, 0).distance_um(point(1, 1)), 2);
    assert_eq!(point(7, 7).distance_um(point(7, 7)), 0);
}
