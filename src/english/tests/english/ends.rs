//! Words for the end of a mission.

use crate::sites;
use crate::sites::same;
use surefleet_english::read;

#[test]
fn the_end_has_many_names() {
    let plain = "In the end, the fridge must be closed.";
    for text in [
        "At the end of the round the fridge must be closed.",
        "When you are through, the fridge must be closed.",
        "At the end of it all, the fridge must be closed.",
        "The fridge must be closed by the time I get back.",
    ] {
        same("household", &[(text, plain)]);
    }
    same("hospital", &[("Once you are through, bed 1 must be made.", "In the end, bed 1 must be made.")]);
    let vocabulary = sites::vocabulary("household");
    for text in [
        "When you are through with the sink, the fridge must be closed.",
        "Never open the fridge when you are through.",
        "When I get back, put apple 1 on the table.",
        "The fridge must be closed until I get back.",
    ] {
        let found = read(text, &vocabulary).map(|reading| reading.words());
        assert!(found.is_err(), "{text}: {found:?}");
    }
}

#[test]
fn what_an_order_for_the_end_brings_about_is_so_then() {
    let open = "In the end, the fridge must be open.";
    for text in ["Open the fridge in the end.", "In the end open the fridge.", "Open the fridge when you are through."]
    {
        same("household", &[(text, open)]);
    }
    let closed = (
        "Put the milk in the fridge and close the fridge at the end.",
        "In the end the milk is in the fridge and the fridge is closed.",
    );
    let both = (
        "At the end, close the fridge and switch off the microwave.",
        "In the end the fridge is closed and the microwave is off.",
    );
    same("flat", &[closed, both, ("Switch off the microwave at the end.", "In the end the microwave is off.")]);
    let there_and_back = sites::formula("flat", "Open the fridge and close it in the end.");
    assert_eq!(there_and_back, "F open(fridge) & F G !open(fridge)");
    sites::refused(&[
        // If it is off at the start, or when it is done?
        ("flat", "Switch on the microwave as long as the washing machine is off."),
        ("flat", "As long as the washing machine is off, switch on the microwave."),
        ("flat", "For as long as the washing machine is off, arm 1 should switch on the microwave."),
        // What is washed is so by more than its end, and a way leaves nothing behind.
        ("hospital", "At the end, close door 1 and wash the sheets in the washing machine."),
        ("flat", "At the end, close the fridge and go to the sofa."),
        // Who is to do it would be lost, and when it is to be done is said twice.
        ("flat", "Arm 1 must close the fridge in the end."),
        ("flat", "Close the fridge in the end, before the milk is on the table."),
    ]);
}

#[test]
fn what_is_made_for_one_order_is_not_unmade_for_another() {
    let bed = "Bed 1 must be made in the end.";
    for text in ["Make all the beds.", "Make the beds and open door 1.", "Make bed 1 and go to the laundry."] {
        let found = sites::formula("hospital", text);
        assert!(
            found.contains(&sites::formula("hospital", bed)) && found.contains("make_bed(assistant_1, bed_1)"),
            "{found}"
        );
    }
    // Whoever is told one thing only may do as they like afterwards.
    assert!(!sites::formula("hospital", "Make bed 1.").contains(" made("));
}

#[test]
fn who_does_something_with_itself_is_who_did_the_other() {
    let by = |robot: &str| sites::formula("hospital", &format!("{robot} must make bed 1 and then disinfect itself."));
    let one = format!("{} | {}", by("Assistant 1"), by("Assistant 2"));
    for text in ["Make bed 1 and disinfect afterwards.", "Make bed 1, then disinfect yourself."] {
        assert_eq!(sites::formula("hospital", text), one, "{text}");
    }
    // Others are not meant where somebody is named, and who brings a thing is told by no deed.
    assert_ne!(sites::formula("hospital", "Make bed 1, then a robot must disinfect itself."), one);
    sites::refused(&[
        ("hospital", "Make bed 1 and bed 2, then disinfect."),
        ("hospital", "Bring towel 1 to the laundry, then disinfect yourself."),
    ]);
}
