//! Words for the end of a mission.

mod sites;

use sites::same;
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
        "Open the fridge when you are through.",
        "Never open the fridge when you are through.",
        "When I get back, put apple 1 on the table.",
        "The fridge must be closed until I get back.",
    ] {
        let found = read(text, &vocabulary).map(|reading| reading.words());
        assert!(found.is_err(), "{text}: {found:?}");
    }
}
