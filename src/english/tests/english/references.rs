//! What was named before, summed up or pointed to: "both of them", "all of it", "wait there".

use crate::sites::{formula, refused, same_at};

#[test]
fn both_or_all_of_them_are_what_was_just_named() {
    same_at(&[
        (
            "household",
            "Take the whistling kettle and the rye bread, and put both of them on the table.",
            "Take the whistling kettle and the rye bread, and put the whistling kettle and the rye bread on the table.",
        ),
        ("household", "Get the breads onto the table, both of them.", "Get the breads onto the table."),
        ("household", "Put the apples on the table, all of them, please.", "Put the apples on the table, please."),
        (
            "household",
            "I want the apples in the sink. Both of them should end up there.",
            "I want the apples in the sink. All the apples should end up there.",
        ),
        (
            "household",
            "The red apple and the butter knife: both of them on the shelf.",
            "The red apple and the butter knife on the shelf.",
        ),
        ("flat", "Dishes in the kitchen sink. All of them.", "All the dishes in the kitchen sink."),
        (
            "laboratory",
            "Sterilise the tweezers as well as the spatula. Put both of them on bench 1.",
            "Sterilise the tweezers as well as the spatula. Put the tweezers and the spatula on bench 1.",
        ),
        (
            "laboratory",
            "Cap samples 1 and 2 and put both in the red rack.",
            "Cap samples 1 and 2 and put them in the red rack.",
        ),
        ("household", "Clear the counter, all of it.", "Clear the counter."),
        (
            "household",
            "Open the top drawer and the bottom drawer, and leave both of them open.",
            "Open the top drawer and the bottom drawer, and leave them open.",
        ),
    ]);
}

#[test]
fn a_sum_that_may_mean_others_or_is_forbidden_is_not_resolved() {
    refused(&[
        // Of the drawers, or of the apples?
        (
            "household",
            "Open the drawers and put the red apple in the sink and the green apple on the table, then grab both of them.",
        ),
        // There are not just two of them.
        ("household", "Take the apples and the tomatoes to the sink and open both of them."),
        ("laboratory", "Measure the samples and put both of them in the red rack."),
        ("household", "Take two of the apples and put both of them in the sink."),
        // Together, or one of them?
        ("household", "Open the top drawer and the bottom drawer, but never leave both of them open."),
        ("household", "Take the red apple or the rye bread and put both of them on the table."),
        ("household", "Robot 1 and robot 2 should open the drawers, both of them."),
        // Of the plural or the list alone, or of the single thing, too?
        ("household", "Open the fridge and the drawers. All of them must stay open."),
        ("warehouse", "Label the heavy boxes and the shoes and put all of them on pallet 1."),
        ("warehouse", "Wrap pallets 1 and 2 and pallet 3 and bring all of them to shipping."),
        ("warehouse", "Label the shoes and books and label the pens. Put all of them on pallet 1."),
        ("warehouse", "Label the lamps and label the shoes and books. Put all of them on pallet 1."),
        ("household", "Put both of them on the table."),
    ]);
}

#[test]
fn who_goes_somewhere_and_waits_there_is_there_in_the_end() {
    same_at(&[
        ("household", "Robot 2 go to the fridge and wait there.", "In the end robot 2 is at the fridge."),
        ("household", "Robot 2 should go to the fridge and just wait there.", "In the end robot 2 is at the fridge."),
        ("household", "Robot 2: go to the fridge and wait there.", "In the end robot 2 is at the fridge."),
        ("household", "Go to the fridge and stay there.", "In the end some robot is at the fridge."),
        (
            "laboratory",
            "Rover 1, drive over to the storage bench and stay there.",
            "In the end rover 1 is at the storage bench.",
        ),
        (
            "hospital",
            "Assistant 2 goes to the basement hall and waits there.",
            "In the end assistant 2 is in the basement hall.",
        ),
        (
            "warehouse",
            "All pickers come to packing and stay there, please.",
            "In the end all pickers are in the packing zone.",
        ),
    ]);
}

#[test]
fn waiting_for_something_or_for_a_while_is_not_for_the_end() {
    refused(&[
        ("household", "Robot 2 goes to the fridge and stays there until the red apple is on the table."),
        ("household", "Robot 2 should go to the fridge and wait there, then go to the sink."),
        ("household", "Robot 2 must not go to the fridge and wait there."),
        ("household", "Robot 1 or robot 2 should go to the fridge and wait there."),
        ("hospital", "Assistant 2 goes to the laundry and waits there for the porter."),
    ]);
}

#[test]
fn what_bears_the_name_of_a_thing_or_is_there_alone_is_found_by_it() {
    same_at(&[
        (
            "hospital",
            "Get the sleeping pills out of the pharmacy and lock its door afterwards.",
            "Get the sleeping pills out of the pharmacy and lock the pharmacy door afterwards.",
        ),
        (
            "flat",
            "The drone must not take off while there is a plate in its basket.",
            "The drone must not take off while there is a plate in the drone's basket.",
        ),
        (
            "hospital",
            "Go to room 2 and put the insulin on the bedside table there.",
            "Go to room 2 and put the insulin on bedside table 2.",
        ),
        (
            "hospital",
            "Room 3 needs the painkillers, put them on the bedside table there.",
            "Room 3 needs the painkillers, put them on bedside table 3.",
        ),
    ]);
    refused(&[
        ("hospital", "Make the bed there."),
        ("hospital", "Take the insulin from room 1 to room 2 and put it on the bedside table there."),
        ("household", "Open the fridge and lock its door."),
        ("laboratory", "Cap sample 1 and put its lid on bench 1."),
    ]);
}

#[test]
fn the_rest_are_those_of_the_sort_that_were_not_named() {
    same_at(&[
        (
            "laboratory",
            "Samples 1 and 2 go in the red rack, the rest in the blue rack.",
            "Samples 1 and 2 go in the red rack, samples 3 and 4 in the blue rack.",
        ),
        (
            "laboratory",
            "All four samples go in the red rack; the rest of the tubes in the blue rack.",
            "All four samples go in the red rack; the buffer, the dye and the enzyme in the blue rack.",
        ),
        (
            "household",
            "Put the kettles on the stove and the rest of the utensils in the sink.",
            "Put the kettles on the stove and knife 1 and knife 2 in the sink.",
        ),
    ]);
    refused(&[
        // The rest of what?
        ("household", "The red apple goes on the table, the rest on the shelf."),
        ("household", "Put the rest of the food on the counter."),
        ("household", "Put one of the apples on the table and the rest of the apples on the counter."),
        ("household", "Put two apples on the table and the rest of the food on the counter."),
        ("hospital", "Put the dirty towels in the washing machine and the rest of the towels on the linen shelf."),
        ("household", "Put the red apple on the table, but not the rest of the food."),
        // Those that are elsewhere are of the rest, too.
        ("household", "Put the apples that are in the fridge on the table and the rest of the food on the counter."),
        ("household", "Put the apples in the fridge on the table and the rest of the food on the counter."),
        ("household", "The knives in the sink go on the table, the rest of the utensils on the counter."),
        (
            "hospital",
            "Put the towels that are dirty in the washing machine and the rest of the linen on the linen shelf.",
        ),
        ("warehouse", "Put the fragile boxes that are on pallet 1 on table 1 and the rest of the boxes on pallet 2."),
    ]);
}

#[test]
fn another_thing_that_stays_there_may_stay_at_either_place() {
    same_at(&[
        (
            "household",
            "Take the red apple out of the fridge and leave the green apple there.",
            "Take the red apple out of the fridge and leave the green apple in the fridge.",
        ),
        (
            "household",
            "If the red apple is in the fridge, the green apple must stay there.",
            "If the red apple is in the fridge, the green apple must stay in the fridge.",
        ),
        ("household", "Robot 2 go to the fridge and stay there.", "In the end robot 2 is at the fridge."),
        (
            "household",
            "Put the red apple in the sink and leave it there.",
            "Put the red apple in the sink and leave it in the sink.",
        ),
    ]);
    refused(&[
        ("warehouse", "Everything on pallet 1 goes to table 1, but the shoes stay there."),
        ("household", "Put everything that is on the table in the sink but leave the apples there."),
        ("household", "Take the red apple from the fridge to the table and leave the green apple there."),
        ("household", "Put the red apple in the sink and leave the green apple there."),
        ("household", "Put the red apple in the sink. The other apples stay there."),
        ("warehouse", "Picker 1 goes to packing and picker 2 stays there."),
    ]);
}

#[test]
fn it_is_not_whatever_is_at_hand_where_things_were_named() {
    same_at(&[
        ("warehouse", "Label the shoes and put them on table 1.", "Label the shoes and put the shoes on table 1."),
        ("warehouse", "Label the box of shoes and put it on table 1.", "Label the shoes and put the shoes on table 1."),
        (
            "warehouse",
            "Wrap every pallet that has something fragile on it.",
            "Wrap every pallet that has a fragile box on it.",
        ),
    ]);
    refused(&[
        ("warehouse", "Label any box that is on pallet 1 and put it on table 1."),
        ("warehouse", "Label every box. Put it on table 1."),
        ("warehouse", "Label no box and put it on table 1."),
        ("warehouse", "Open every gate and put it on table 1."),
        ("hospital", "Take all the linen and put it in the washing machine."),
    ]);
}

#[test]
fn everything_from_a_place_is_not_all_there_is() {
    refused(&[
        ("hospital", "Take everything from the desk."),
        ("hospital", "Clear the desk. Everything goes on the linen shelf."),
        ("warehouse", "Pick up everything from pallet 1, then open gate 1."),
    ]);
    same_at(&[
        (
            "hospital",
            "Take every towel from the desk and put it on the linen shelf.",
            "Put every towel that is on the desk on the linen shelf.",
        ),
        (
            "hospital",
            "Take everything from the desk and put it on the linen shelf.",
            "Put everything that is on the desk on the linen shelf.",
        ),
        (
            "hospital",
            "Clear the desk. Please put it all on the linen shelf.",
            "Put everything that is on the desk on the linen shelf.",
        ),
        (
            "household",
            "Empty the fridge and put the things on the table.",
            "Put everything that is in the fridge on the table.",
        ),
        (
            "household",
            "Take everything from the table and put it on the shelf.",
            "Put everything that is on the table on the shelf.",
        ),
    ]);
}

#[test]
fn the_same_with_another_thing_is_said_of_it() {
    same_at(&[
        (
            "household",
            "Put the red apple in the sink, and do the same with the ripe tomato.",
            "Put the red apple in the sink, and put the ripe tomato in the sink.",
        ),
        ("laboratory", "Spin sample 1. Do the same with sample 2, please.", "Spin sample 1. Spin sample 2, please."),
        (
            "laboratory",
            "Switch off the centrifuge; the same for the incubator.",
            "Switch off the centrifuge; switch off the incubator.",
        ),
    ]);
    refused(&[
        ("household", "Never put the red apple in the sink, and do the same with the ripe tomato."),
        ("household", "Open the fridge and put the red apple in it, and do the same with the top drawer."),
        ("household", "If the fridge is open, close it, and do the same with the top drawer."),
        ("household", "Put the red apple in the sink, but do not do the same with the ripe tomato."),
        ("household", "Do the same with the red apple."),
    ]);
}

#[test]
fn all_who_are_sent_somewhere_go_there() {
    same_at(&[
        ("household", "Everyone to the sink!", "All robots must go to the sink."),
        ("hospital", "Both assistants to the laundry, please.", "Both assistants must go to the laundry."),
        ("household", "You two, go to the fridge.", "Both robots must go to the fridge."),
    ]);
    refused(&[
        ("household", "No robots to the sink."),
        ("hospital", "You two, go to the laundry."),
        ("household", "All robots go to the sink, then to the fridge."),
    ]);
}

#[test]
fn everything_else_is_what_was_not_named_before() {
    let without = |said: &str, thing: &str| {
        let told = formula("household", said);
        assert!(!told.contains(&format!("located({thing}, sink)")), "{said}: {told}");
        assert!(told.contains("located(potato_2, sink)"), "{said}: {told}");
    };
    for said in [
        "Put the red apple on the table. Everything else goes in the sink.",
        "The red apple must stay on the table. Bring everything else to the sink.",
        "Bring the red apple to the table and everything else to the sink.",
        "Put the apples on the table and everything else in the sink.",
        "Put the apples and kettle 1 on the table. All the other things go in the sink.",
    ] {
        without(said, "apple_1");
    }
    without("Put the apples on the table and everything else in the sink.", "apple_2");
    without("Put the apples and kettle 1 on the table. All the other things go in the sink.", "kettle_1");
    let told = formula("household", "Put the red apple on the table. Nothing else may be on the table.");
    assert!(told.contains("G !located(apple_2, table)") && !told.contains("!located(apple_1"), "{told}");
    refused(&[
        // Of which sentence?
        ("household", "Robot 1 takes the red apple. Robot 2 opens the fridge. Nobody else may open the fridge."),
        (
            "household",
            "Robot 3 must never hold a knife. Robot 1 takes the red apple. Nobody else may hold the red apple.",
        ),
        (
            "household",
            "Put the red apple on the table. Put the white bread in the sink. Nothing else goes in the sink.",
        ),
        // One of them is not known.
        (
            "household",
            "Put the red apple on the table and one of the knives in the sink. Everything else goes on the shelf.",
        ),
        ("household", "Put the red apple on the table. Put a knife in the sink and touch nothing else."),
        ("household", "Put the red apple on the table. Take an apple and leave all the other apples in the fridge."),
        ("household", "Put the red apple or the green apple on the table and everything else in the sink."),
        // Else than what?
        ("household", "Bring everything else to the sink."),
        ("household", "Put nothing else on the table."),
        ("household", "In the end everything else must be in the sink."),
    ]);
}
