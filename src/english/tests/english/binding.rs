//! What binds in a text that only a language model reads as a whole: it is read, or the text is refused.

use crate::sites;
use surefleet_english::read_binding;

#[test]
fn what_forbids_is_read_and_the_rest_is_left_to_the_model() {
    let vocabulary = sites::vocabulary("household");
    let (fridge, knife) = ("G !open(robot_2, fridge)", "G !grab(robot_1, knife_1)");
    for (text, expected) in [
        ("Put the fruit away.", vec![]),
        ("Tidy up! Robot 2 must never open the fridge.", vec![fridge]),
        (
            "- put the fruit away\n- robot 1 must never grab knife 1\n- robot 2 must never open the fridge",
            vec![knife, fridge],
        ),
        // What is read of it is to be done: the model reads it too.
        ("Put the fruit away. Bring apple 1 to the sink.", vec![]),
        // "Knot" and "nothing's" are other words.
        ("Untie the knot in the kitchen; put the other apple away", vec![]),
    ] {
        let read = read_binding(text, &vocabulary);
        let read: Vec<String> = read.expect(text).iter().map(|asked| asked.formula.to_string()).collect();
        assert_eq!(read, expected, "{text}");
    }
}

#[test]
fn what_may_forbid_and_is_not_read_is_refused_with_the_word_that_says_so() {
    let vocabulary = sites::vocabulary("household");
    for (text, sentence, why) in [
        (
            "Put the fruit away but never open the cold thing.",
            "Put the fruit away but never open the cold thing",
            "\"but\"",
        ),
        ("Put the fruit away. Don’t open anything cold.", "Don’t open anything cold", "\"don't\""),
        ("Tidy up; only robot 1 fondles knives.", "only robot 1 fondles knives", "\"only\""),
        (
            "Everybody moves away from the cold things. Tidy up.",
            "Everybody moves away from the cold things",
            "\"away from\"",
        ),
        ("The cold thing remains Closed.", "The cold thing remains Closed", "\"closed\""),
        ("The cold thing is off-limits.", "The cold thing is off-limits", "\"off\""),
        ("Robots shouldnt open anything cold.", "Robots shouldnt open anything cold", "\"shouldnt\""),
        ("_Never_ ever open anything cold.", "Never_ ever open anything cold", "\"never\""),
        ("Keep clear of the sharp things.", "Keep clear of the sharp things", "\"keep\""),
        ("Tidy up and then rest.", "Tidy up and then rest", "\"then\""),
        ("Put the fruit away. Robot 1 must never grab knife 1; or knife 2.", "or knife 2", "follows a requirement"),
        ("Tidy up. Robot 1 must never open the fridge. Robot 2 too.", "Robot 2 too", "follows a requirement"),
    ] {
        let refused = read_binding(text, &vocabulary).expect_err(text).to_string();
        assert!(refused.starts_with(&format!("nothing would enforce {sentence:?}, which ")), "{refused}");
        assert!(refused.contains(why), "{refused}");
    }
    let typo = read_binding("Put the fruit away. Never open the fredje.", &vocabulary).expect_err("two typing errors");
    assert!(typo.to_string().contains("did you mean \"fridge\""), "{typo}");
    // Each can be one word only, but nobody would see which.
    let slip = read_binding("Put the fruit away. Never open the friidge.", &vocabulary).expect_err("nobody sees it");
    assert!(slip.to_string().contains("did you mean \"fridge\""), "{slip}");
    let slip = read_binding("Put the fruit away. Neveer open the fridge.", &vocabulary).expect_err("it forbids");
    assert!(slip.to_string().contains("may be misspelt"), "{slip}");
}
