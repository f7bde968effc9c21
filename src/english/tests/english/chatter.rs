//! Small talk around an order, which adds nothing, and words that look like it but bind.

use crate::sites::{refused, same, same_at};

#[test]
fn greetings_and_thanks_around_an_order_add_nothing() {
    same_at(&[
        (
            "household",
            "Good morning my dears, what a night that was! Could one of you open the fridge?",
            "Open the fridge.",
        ),
        ("household", "Oh dear. Open the fridge, love.", "Open the fridge."),
        ("household", "Open the fridge, quick!", "Open the fridge."),
        ("household", "Hello everyone! How are you? Never open the fridge.", "Never open the fridge."),
        ("hospital", "Would you be a dear and open door 3? Thank you, sweetheart.", "Open door 3."),
        ("hospital", "Open door 3 and close door 2, gotta run", "Open door 3 and close door 2."),
        ("hospital", "Nobody may open door 3, understood?", "Nobody may open door 3."),
        ("hospital", "Please open door 3, and thank you very much.", "Please open door 3."),
        ("household", "Let's have both drawers open, shall we?", "Let's have both drawers open."),
        ("household", "Clear the counter, all of it.", "Clear the counter."),
        ("household", "Put all apples in the sink, no exceptions.", "Put all apples in the sink."),
    ]);
}

#[test]
fn how_people_feel_and_why_they_ask_adds_nothing() {
    same_at(&[
        ("household", "Open the fridge, my hands are full.", "Open the fridge."),
        ("household", "Guests are coming any minute, so open the fridge.", "Open the fridge."),
        ("hospital", "Never open door 1, the patient is asleep.", "Never open door 1."),
        ("hospital", "Please close door 2, it's so noisy in the corridor.", "Close door 2."),
        ("warehouse", "Keep the carrier 1 out of aisle 2, we're mopping there.", "Keep carrier 1 out of aisle 2."),
        ("warehouse", "Open gate 1, there's a delegation coming.", "Open gate 1."),
        ("household", "Clear the counter, the plumber is coming.", "Clear the counter."),
        ("hospital", "The students are visiting, so close door 2.", "Close door 2."),
    ]);
}

#[test]
fn what_other_people_say_or_want_is_what_is_asked_for() {
    same_at(&[
        ("household", "Mum says nobody may open the fridge.", "Nobody may open the fridge."),
        (
            "household",
            "Granny would like the red apple on the table, dear.",
            "I would like the red apple on the table.",
        ),
        ("warehouse", "Sorry, the manager wants gate 1 closed.", "I want gate 1 closed."),
        ("warehouse", "My boss said that gate 1 must never be open.", "Gate 1 must never be open."),
    ]);
}

#[test]
fn what_may_bind_or_take_back_is_no_small_talk() {
    refused(&[
        ("household", "Open the fridge. I am joking."),
        ("household", "Open the fridge, another day."),
        // Remarks in free words are shown to a person.
        ("household", "I left my purse at home. Open the fridge."),
        ("household", "Open the fridge. I was wrong."),
        ("household", "Open the fridge, it is optional."),
        ("household", "My boss forbids it. Open the fridge."),
        ("household", "My rules are simple. Open the fridge."),
        ("household", "The kids are not home, so open the fridge."),
        ("household", "Open the fridge unless guests are coming."),
        ("household", "Mum says nobody may open the fridge, but I want it open."),
        ("household", "If it is cold, open the fridge."),
        ("household", "Whenever the fridge is open, it is noisy."),
        ("household", "Don't put the white bread on the table, all of it."),
        ("household", "Good morning to the red apple."),
        ("hospital", "The doctor needs to be in room 1."),
        ("hospital", "Open door 1. Hands off."),
        ("hospital", "Good morning!"),
    ]);
}

#[test]
fn whoever_is_called_is_no_small_talk() {
    same("household", &[("Robot 1, open the fridge.", "Let robot 1 open the fridge.")]);
}
