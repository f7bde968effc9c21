//! What a named robot puts somewhere, in the words of a site's skill, is there in the end, as where anybody may put it.

use crate::sites::{formula, refused};

fn is(site: &str, text: &str, meaning: &str) {
    assert_eq!(formula(site, text), meaning, "{text}");
}

#[test]
fn what_a_named_robot_puts_somewhere_is_there_in_the_end() {
    for text in ["Arm 1, put sample 1 in the centrifuge.", "Sample 1 must be put in the centrifuge by arm 1."] {
        let meaning = "F(holding(arm_1, sample_1) & put(arm_1, spinner)) & F G located(sample_1, spinner)";
        is("laboratory", text, meaning);
    }
    is(
        "warehouse",
        "Picker 2, take the eggs off pallet 5 and put them on table 2.",
        "F(located(eggs, pallet_5) & pick(picker_2, eggs) & X(F(holding(picker_2, eggs) & place(picker_2, table_2)) & F G located(eggs, table_2)))",
    );
    is(
        "flat",
        "The dog must drop the socks into the laundry hamper.",
        "F(holding(dog_1, socks) & put_in(dog_1, laundry_basket)) & F G in(socks, laundry_basket)",
    );
    is(
        "household",
        "The paring knife should be placed on the counter by robot 2.",
        "F(holding(robot_2, knife_1) & put_down(robot_2, counter)) & F G located(knife_1, counter)",
    );
}

#[test]
fn what_is_taken_away_again_is_not() {
    let taken =
        formula("laboratory", "Arm 1 puts sample 1 in the centrifuge, then arm 2 takes it out of the centrifuge.");
    assert!(!taken.contains("F G"), "{taken}");
    let moved =
        formula("laboratory", "First arm 1 puts sample 1 in the centrifuge, then arm 2 puts it in the red rack.");
    assert!(
        moved.ends_with("F G located(sample_1, rack_1)))") && !moved.contains("F G located(sample_1, spinner)"),
        "{moved}"
    );
    for text in ["Arm 1 must not put sample 1 in the centrifuge.", "Only arm 1 may put sample 1 in the centrifuge."] {
        assert!(!formula("laboratory", text).contains("located"), "{text}");
    }
    refused(&[("laboratory", "Arm 1 must put the blue rack on bench 2 and arm 2 must put the blue rack on bench 1.")]);
}
