//! One of a few things, and the other one.

use crate::sites;
use crate::sites::{formula, refused, same_at};
use surefleet_english::read;

#[test]
fn which_one_is_picked_decides_what_the_other_one_is() {
    for (site, text, expected) in [
        (
            "household",
            "Put one of the two potatoes, it does not matter which, on the stove, and keep the other one off it.",
            "(F G located(potato_1, stove) & G !located(potato_2, stove)) | (F G located(potato_2, stove) & G !located(potato_1, stove))",
        ),
        (
            "household",
            "Put one of the kettles on the stove. The other kettle goes on the shelf.",
            "(F G located(kettle_1, stove) & F G located(kettle_2, shelf)) | (F G located(kettle_2, stove) & F G located(kettle_1, shelf))",
        ),
        (
            "hospital",
            "One of the assistants goes to the laundry, the other one to the linen room.",
            "(F at(assistant_1, laundry) & F at(assistant_2, linen_store)) | (F at(assistant_2, laundry) & F at(assistant_1, linen_store))",
        ),
        // The table stands in the kitchen.
        (
            "flat",
            "Put one of the plates in the kitchen and the other one on the dining table.",
            "(F G in_room(plate_1, kitchen) & F G on(plate_2, dining_table)) | (F G in_room(plate_2, kitchen) & F G on(plate_1, dining_table))",
        ),
    ] {
        assert_eq!(formula(site, text), expected, "{text}");
        let words = read(text, &sites::vocabulary(site)).expect("it is read").words();
        assert_eq!(formula(site, &words), expected, "its words mean the same: {words}");
    }
    same_at(&[(
        "household",
        "Put one knife on the shelf and the other one on the shelf.",
        "Put knife 1 on the shelf and knife 2 on the shelf.",
    )]);
}

#[test]
fn a_pick_that_others_make_or_that_may_change_is_not_read() {
    refused(&[
        ("household", "If one of the kettles is in the fridge, put the other one on the stove."),
        ("household", "Whenever one of the kettles is on the stove, the other one must be on the shelf."),
        ("household", "Never put one of the kettles on the stove and the other one on the shelf."),
        (
            "household",
            "Put one of the kettles on the stove, one of the apples on the table and the other one on the shelf.",
        ),
        ("warehouse", "Put one of the pallets in bay 1 and the other one in bay 2."),
        ("household", "Put one of the kettles that is in the sink on the shelf and the other one on the table."),
        ("household", "Take one of the kettles off the stove and put the other one on it."),
        ("household", "Robot 1 puts one of the kettles on the stove, the others go to the sink."),
        (
            "household",
            "Put one of the kettles on the stove and the red apple on the table. Put the other one on the shelf.",
        ),
        ("household", "One of the three kettles goes on the stove, the other two on the shelf."),
        ("laboratory", "As long as one of the pipettes is in stand 1, the other one must be in stand 2."),
        ("laboratory", "Before one of the pipettes is put in stand 1, the other one must be in stand 2."),
        ("laboratory", "In case one of the pipettes is in stand 1, put the other one in stand 2."),
    ]);
}

#[test]
fn what_is_asked_for_beside_a_pick_stays_as_it_is() {
    let household = sites::vocabulary("household");
    let text = "One of the apples goes on the table. The other one goes on the shelf. Never open the fridge.";
    let reading = read(text, &household).expect("it is read");
    assert_eq!(reading.statements.iter().filter(|asked| !asked.is_goal).count(), 1, "{}", reading.words());
    // A misspelt ban is refused by whoever cannot show it.
    let misspelt = read(&text.replace("fridge", "frigde"), &household).expect("it is read");
    assert!(misspelt.bans_spelt().is_err());
    let within = "Put one of the tomatoes in the sink and keep the other one out of the frigde.";
    assert!(read(within, &household).is_err());
}
