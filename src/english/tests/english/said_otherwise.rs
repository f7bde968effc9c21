//! Deeds and their things in other words: by a noun, by a state's adjective, by "itself", by several at once.

use crate::sites;
use crate::sites::{refused, same_at};
use surefleet_english::read;

#[test]
fn a_noun_that_is_spelt_as_a_verb_of_the_site_names_its_deed() {
    same_at(&[
        ("laboratory", "Give bench 1 a quick wipe.", "Wipe bench 1."),
        ("laboratory", "If bench 1 is dirty, give it a wipe.", "If bench 1 is dirty, wipe it."),
        ("laboratory", "Bench 1 needs a good wipe.", "Bench 1 needs wiping."),
        (
            "warehouse",
            "Every box on pallet 1 gets a label, except the vases.",
            "Label every box on pallet 1, except the vases.",
        ),
        ("warehouse", "The lamps and the shoes want labels.", "The lamps and the shoes need labelling."),
        ("warehouse", "The toys should get a label.", "The toys should be labeled."),
        ("warehouse", "Give the toys a label and put them on pallet 1.", "Label the toys and put them on pallet 1."),
        ("warehouse", "Do not give the toys a label.", "Do not label the toys."),
        ("warehouse", "Pallet 1 could do with a wrap.", "Pallet 1 needs wrapping."),
    ]);
}

#[test]
fn a_noun_that_names_a_thing_or_is_denied_or_a_condition_asks_for_no_deed() {
    refused(&[
        ("warehouse", "Picker 1 gets a label."),
        ("warehouse", "Get a label."),
        ("warehouse", "I need a label."),
        ("warehouse", "The toys do not need a label."),
        ("warehouse", "No box gets a label."),
        ("warehouse", "If the toys get a label, wrap pallet 1."),
        ("warehouse", "The box that gets a label goes to table 1."),
        ("warehouse", "Pallet 1 gets a wrap once the toys are on it."),
        ("warehouse", "Pallet 1 gets a wrap, once the toys are on it."),
        ("warehouse", "Whenever a pallet is in shipping, it gets a wrap."),
        ("warehouse", "Give the toys to picker 1 and the shoes a label."),
        ("warehouse", "Gate 1 needs a lock."),
        ("hospital", "Door 1 needs a lock."),
        ("hospital", "Give towel 2 a wash."),
        ("hospital", "Porter 1 needs a load."),
    ]);
}

#[test]
fn a_verb_made_of_a_states_adjective_brings_the_state_about() {
    same_at(&[
        ("laboratory", "Sterilise both pipettes.", "Get both pipettes sterile."),
        ("laboratory", "Sterilize pipette 1 and uncap sample 4.", "Get pipette 1 sterile and uncap sample 4."),
        ("laboratory", "Both pipettes need sterilising.", "Both pipettes need to be sterile."),
        ("laboratory", "Both pipettes need to be sterilised.", "Both pipettes need to be sterile."),
        (
            "laboratory",
            "Sterilise the tweezers, then uncap sample 4.",
            "The tweezers must be sterile, then uncap sample 4.",
        ),
        (
            "laboratory",
            "Once pipette 1 has been sterilised, open the centrifuge.",
            "Once pipette 1 is sterile, open the centrifuge.",
        ),
        ("hospital", "Freshen towel 2.", "Get towel 2 fresh."),
    ]);
}

#[test]
fn what_a_state_cannot_tell_is_refused() {
    refused(&[
        ("laboratory", "Arm 1, sterilise pipette 1."),
        ("laboratory", "Arm 1 must sterilise pipette 1."),
        ("laboratory", "Do not sterilise the spatula."),
        ("laboratory", "Never open the freezer and sterilise the spatula."),
        ("laboratory", "The spatula must not be sterilised."),
        ("laboratory", "The spatula must be sterilised before anyone touches sample 1."),
        ("laboratory", "Sterilise pipette 1 in the autoclave."),
        ("laboratory", "Sterilise sample 1."),
        ("laboratory", "Sterilise."),
        ("household", "Sterilise the kettle."),
    ]);
}

#[test]
fn robots_do_things_to_themselves() {
    same_at(&[
        ("hospital", "Assistant 1, disinfect yourself.", "Assistant 1, disinfect."),
        ("hospital", "Both assistants need to disinfect themselves.", "Both assistants need to disinfect."),
        ("hospital", "Porter, go and charge yourself.", "Porter, charge."),
        (
            "hospital",
            "Send assistant 2 to the anteroom to disinfect itself.",
            "Let assistant 2 go to the anteroom and disinfect.",
        ),
        (
            "warehouse",
            "Send picker 1 to receiving to label the toys.",
            "Let picker 1 go to receiving and label the toys.",
        ),
    ]);
    // What is done to things is not done to oneself.
    refused(&[
        ("warehouse", "Picker 1, label yourself."),
        ("hospital", "Porter, load yourself."),
        ("hospital", "Open the door itself."),
        ("household", "Robot 1, open yourself."),
        ("hospital", "Send the oxygen to room 1 to disinfect itself."),
    ]);
}

#[test]
fn what_belongs_to_several_is_each_of_it() {
    let doors = "Close the door of room 1, the door of room 2 and the door of room 3.";
    same_at(&[
        ("hospital", "Close the doors of rooms 1, 2 and 3.", doors),
        ("hospital", "Close the doors to rooms 1, 2, and 3.", doors),
        ("hospital", "Close the doors of rooms 1 to 3.", doors),
        ("hospital", "Open the doors of room 1 and room 2.", "Open door 1 and door 2."),
        (
            "flat",
            "Close the doors of the bedroom and the bathroom.",
            "Close the door of the bedroom and the door of the bathroom.",
        ),
        ("laboratory", "Put the lids back on all the reagents.", "Put the lid on all the reagents."),
        ("laboratory", "Put the lid back on the dye.", "Put the lid on the dye."),
        ("laboratory", "Put sample 1 back in rack 2.", "Put sample 1 in rack 2."),
    ]);
    refused(&[
        ("hospital", "Close the doors of rooms 1 and 4."),
        ("hospital", "Close the doors of rooms 1 or 2."),
        ("hospital", "Close the doors of rooms 1 to 7."),
        ("hospital", "The doors of rooms 1 and 2 must never be open."),
        ("hospital", "Close the doors of room 1 and the pharmacy door."),
        ("hospital", "Shut the door to that room."),
    ]);
}

#[test]
fn a_part_about_things_of_which_there_can_be_none_is_not_dropped() {
    refused(&[
        ("laboratory", "Take the tubes out of the centrifuge and put the dirty tubes in the blue rack."),
        ("laboratory", "Take the tubes out of the centrifuge and put the tubes that are dirty in the blue rack."),
        ("laboratory", "Take the tubes out of the centrifuge and cap the dirty tubes."),
        ("laboratory", "Take the cloth off bench 1 and put the dirty pipettes in the autoclave."),
    ]);
    let text = "Take the samples out of the centrifuge and put the spun samples in the blue rack.";
    let reading = read(text, &sites::vocabulary("laboratory")).expect("some may be spun");
    assert!(reading.formula().to_string().contains("(spun(sample_1) -> F G located(sample_1, rack_2))"));
}

#[test]
fn what_goes_somewhere_once_something_is_so_is_ordered() {
    same_at(&[
        (
            "laboratory",
            "The buffer goes in the freezer as soon as sample 2 is warmed.",
            "Put the buffer in the freezer as soon as sample 2 is warmed.",
        ),
        (
            "laboratory",
            "Sample 1 goes to the freezer as soon as it is spun.",
            "Put sample 1 in the freezer as soon as it is spun.",
        ),
        (
            "warehouse",
            "Once gate 1 is open, the lamps go on pallet 5.",
            "Put the lamps on pallet 5 once gate 1 is open.",
        ),
        (
            "household",
            "The red apple goes to the counter as soon as the fridge is open.",
            "Put the red apple on the counter as soon as the fridge is open.",
        ),
        (
            "household",
            "The red apple belongs on the counter once the fridge is open.",
            "Put the red apple on the counter once the fridge is open.",
        ),
        (
            "warehouse",
            "I want the lamps on pallet 5 once gate 1 is open.",
            "Put the lamps on pallet 5 once gate 1 is open.",
        ),
    ]);
}

#[test]
fn what_goes_somewhere_each_time_is_a_rule() {
    for text in [
        "Every box belongs on pallet 5 once gate 1 is open.",
        "Every box goes on pallet 5 as soon as gate 1 is open.",
        "Whenever gate 1 is open, the lamps go on pallet 5.",
    ] {
        let reading = read(text, &sites::vocabulary("warehouse")).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(!reading.has_goal(), "{text}: {}", reading.words());
    }
}

#[test]
fn when_everything_is_off_or_there_may_be_said_in_many_ways() {
    same_at(&[
        (
            "flat",
            "Wipe the dining table once everything's been cleared off it.",
            "Wipe the dining table once nothing is on it.",
        ),
        ("flat", "Open the fridge once everything is cleared out of it.", "Open the fridge once nothing is in it."),
        (
            "warehouse",
            "Put the paint and the tools on pallet 4 and wrap it once they're all on there.",
            "Put the paint and the tools on pallet 4 and wrap it once they are there.",
        ),
        (
            "hospital",
            "Put towels 1 and 2 in the washing machine and run it once they're all inside.",
            "Put towels 1 and 2 in the washing machine and run it once they are there.",
        ),
    ]);
    refused(&[
        ("flat", "Never open the fridge once everything has been cleared out of it."),
        ("flat", "Wipe the coffee table once everything has been moved."),
        ("flat", "The washing machine must be off once they are all inside."),
    ]);
}

#[test]
fn what_comes_afterwards_or_when_it_has_been_done_is_done_then() {
    same_at(&[
        (
            "laboratory",
            "Sample 3 into the centrifuge, and close the centrifuge afterwards.",
            "Put sample 3 in the centrifuge, then close the centrifuge.",
        ),
        (
            "laboratory",
            "All the waste in the bin, and wipe bench 1 afterwards.",
            "Put all the waste in the bin and then wipe bench 1.",
        ),
        (
            "flat",
            "First open the fridge, then put the milk in the fridge, and close it again afterwards.",
            "First open the fridge, then put the milk in the fridge, and then close it again.",
        ),
        (
            "warehouse",
            "Label the pens, and when they have been labelled, put them on pallet 2.",
            "Label the pens, and once they have been labelled, put them on pallet 2.",
        ),
    ]);
    refused(&[("warehouse", "Do not wrap pallet 2, and close gate 1 afterwards.")]);
    // What nothing before it orders may be so again and again.
    for text in ["Wrap pallet 2 when it has been in loading bay 1.", "Open gate 1 when it has been closed."] {
        let found = read(text, &sites::vocabulary("warehouse"));
        assert!(found.is_err() || found.is_ok_and(|reading| !reading.has_goal()), "{text}");
    }
}

#[test]
fn what_is_waited_for_where_it_was_brought_is_there_in_the_end() {
    let text = "Put the paint and the tools on pallet 4 and wrap it once they are there.";
    let found = sites::formula("warehouse", text);
    assert!(found.ends_with("F G located(paint, pallet_4) & F G located(tools, pallet_4)"), "{found}");
    let text = "Put the paint on pallet 4, and once the paint is on table 1, wrap pallet 4.";
    let found = sites::formula("warehouse", text);
    assert!(!found.contains("F G"), "{found}");
}

#[test]
fn what_is_put_somewhere_only_after_something_is_there_in_the_end() {
    let warehouse = sites::vocabulary("warehouse");
    for text in [
        "Put the paint on pallet 1, but only after gate 1 has been opened.",
        "Picker 1, put the paint on pallet 1, but only after gate 1 has been opened.",
    ] {
        let formula = read(text, &warehouse).unwrap_or_else(|error| panic!("{text}: {error}")).formula().to_string();
        assert!(formula.contains("F G located(paint, pallet_1)"), "{text}: {formula}");
        assert!(formula.contains("W "), "{text}: {formula}");
    }
}
