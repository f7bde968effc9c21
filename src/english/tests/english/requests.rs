//! Requests in the form of questions, and questions that only ask.

use crate::sites;
use surefleet_english::read;

#[test]
fn a_request_means_the_order() {
    for (site, said, plain) in [
        (
            "hospital",
            "Can one of the assistants get the eye drops onto the desk?",
            "Let one of the assistants get the eye drops onto the desk.",
        ),
        ("warehouse", "Could one of the pickers please label the toys?", "Let one of the pickers label the toys."),
        ("household", "Can the robots put the red apple on the table?", "Put the red apple on the table."),
        ("household", "Could you two open the fridge?", "Open the fridge."),
        ("household", "Could the fridge be opened?", "I want the fridge to be opened."),
        ("household", "Can somebody get the fridge open for me?", "Get the fridge open."),
        ("hospital", "Could the eye drops be put on the desk, please?", "I want the eye drops to be put on the desk."),
        ("hospital", "Would assistant 1 please open door 1?", "Let assistant 1 open door 1."),
    ] {
        let vocabulary = sites::vocabulary(site);
        let formula = |text: &str| read(text, &vocabulary).unwrap_or_else(|error| panic!("{text}: {error}")).formula();
        assert_eq!(formula(said), formula(plain), "{said}");
    }
}

#[test]
fn a_question_that_may_only_ask_is_no_order() {
    for (site, text) in [
        ("household", "Is the red apple in the sink?"),
        ("household", "Can the fridge be opened?"),
        ("household", "Could the fridge be open?"),
        ("household", "Could the fridge be opened while drawer 1 is open?"),
        ("hospital", "Could the pharmacy door be closed?"),
        ("hospital", "Could the pharmacy door be opened or closed?"),
        ("hospital", "Could the eye drops be found on the desk?"),
        ("hospital", "Can one of the assistants reach the desk?"),
        ("hospital", "Can porter 1 carry the oxygen?"),
        // Each of them, or some?
        ("hospital", "Can the robots go to room 1?"),
        ("hospital", "Can the robots enter room 1?"),
        ("hospital", "Could you all take the lift to the basement?"),
        ("hospital", "Can the robots disinfect?"),
        ("household", "Could you two go to the sink?"),
        ("household", "Can the robots grab an apple?"),
        // Of three, two are meant.
        ("hospital", "Could you two make bed 1?"),
    ] {
        let found = read(text, &sites::vocabulary(site));
        assert!(found.is_err(), "{text}: {}", found.expect("it is read").words());
    }
}
