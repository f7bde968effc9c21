//! When a place is empty, or has what goes there.

use crate::sites::{refused, same_at};

#[test]
fn everything_off_it_is_nothing_on_it() {
    same_at(&[
        (
            "flat",
            "Wipe the dining table once everything's been cleared off it.",
            "Wipe the dining table once nothing is on it.",
        ),
        (
            "laboratory",
            "Wipe the storage bench as soon as there is no waste left on it.",
            "Wipe the storage bench as soon as there is no waste on it.",
        ),
        (
            "laboratory",
            "Wipe bench 3 once there is no waste on it any more.",
            "Wipe bench 3 once there is no waste on it.",
        ),
        (
            "warehouse",
            "Stack the tiles, the paint and the tools on pallet 4, wrap it once they're all on there.",
            "Stack the tiles, the paint and the tools on pallet 4, wrap it once they are on it.",
        ),
        (
            "household",
            "Open the top drawer once everything is out of the fridge.",
            "Open the top drawer once nothing is in the fridge.",
        ),
    ]);
}

#[test]
fn what_is_left_or_off_in_other_ways_is_not_so_read() {
    refused(&[
        ("flat", "Wipe the dining table once everything on it is off."),
        ("household", "Open the top drawer once not everything is out of the fridge."),
        ("household", "Open the fridge once nothing is left."),
        ("household", "Open the fridge once everything has been cleared off the counter and the stove."),
    ]);
}
