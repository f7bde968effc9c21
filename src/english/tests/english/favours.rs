//! Favours that somebody is asked for, and words around a request that only ask whether it is welcome.

use crate::sites;
use crate::sites::same;
use surefleet_english::{partial, read};

#[test]
fn a_favour_that_is_asked_for_means_the_order() {
    for (site, said, plain) in [
        ("household", "I'd be grateful if the red apple could be put in the sink.", "Put the red apple in the sink."),
        ("household", "I would be very grateful if you would open the fridge.", "Open the fridge."),
        ("household", "We'd really appreciate it if you opened the fridge.", "Open the fridge."),
        ("household", "It would be nice if the red apple ended up in the sink.", "Put the red apple in the sink."),
        ("household", "I'd be glad if nobody opened the fridge.", "Nobody may open the fridge."),
        ("household", "It would help me if robot 1 could please open the fridge.", "Let robot 1 open the fridge."),
        ("household", "It would be great if robot 2 would not open the fridge.", "Robot 2 must never open the fridge."),
        ("household", "I'd be happy if you could not open the fridge.", "Do not open the fridge."),
        ("household", "Might I ask robot 1 to open the fridge?", "Let robot 1 open the fridge."),
        ("household", "May I ask robot 1 not to open the fridge?", "Robot 1 must never open the fridge."),
        ("hospital", "Could I ask one of the assistants to open door 1?", "Let one of the assistants open door 1."),
        ("household", "Use robot 2 to open the fridge.", "Let robot 2 open the fridge."),
        ("household", "Please would robot 2 not open the fridge?", "Robot 2 must never open the fridge."),
        ("household", "How about you open the fridge?", "Open the fridge."),
        ("household", "Please you open the fridge.", "Open the fridge."),
        ("household", "Please you do not open the fridge.", "Do not open the fridge."),
        ("household", "Um could someone open the fridge?", "Open the fridge."),
    ] {
        same(site, &[(said, plain)]);
    }
}

#[test]
fn asking_whether_an_order_is_welcome_adds_nothing_wherever_it_stands() {
    let plain = "Put the red apple and the white bread in the sink.";
    for said in [
        "If you don't mind, please put the red apple and the white bread in the sink.",
        "Put the red apple and, if it isn't too much trouble, the white bread in the sink.",
        "Put the red apple and the white bread in the sink, if it's all the same to you.",
        "Put the red apple and the white bread in the sink if that's all right with you.",
    ] {
        same("household", &[(said, plain)]);
    }
    same("household", &[("If nobody minds, never open the fridge.", "Never open the fridge.")]);
}

#[test]
fn a_robot_that_is_called_without_a_comma_is_told_what_to_do() {
    for (site, said, plain) in [
        ("household", "robot 1 open the fridge", "Robot 1, open the fridge."),
        ("household", "robot robot 1 open the fridge", "Robot 1, open the fridge."),
        ("laboratory", "rover go to bench 1", "Rover 1, go to bench 1."),
        // Whichever.
        ("household", "robot can you put the red apple in the sink", "Put the red apple in the sink."),
        ("household", "Robot, put the red apple in the sink.", "Put the red apple in the sink."),
    ] {
        same(site, &[(said, plain)]);
    }
}

#[test]
fn what_is_no_favour_is_not_taken_for_one() {
    for (site, text) in [
        // It tells what is so.
        ("household", "I'd be grateful if the fridge is closed."),
        // Asked, or told?
        ("household", "Might I ask who opened the fridge?"),
        ("household", "Might I ask whether robot 1 opened the fridge?"),
        ("household", "You can open the fridge."),
        ("household", "How about the fridge?"),
        ("household", "Please is the fridge open?"),
        // Another condition.
        ("household", "Open the fridge if you don't mind the cold."),
        ("household", "Open the fridge if it's not too much trouble for robot 1."),
        ("household", "If you don't mind."),
        // More than the favour.
        ("household", "I'd be glad if only robot 1 could open the fridge."),
        ("household", "I'd be glad if you never opened the fridge."),
        ("household", "It would be nice if robot 1 could open the fridge and robot 2 could close it."),
        ("household", "Use robot 1 to open the fridge, not the drawer."),
        // Which of them, or each?
        ("hospital", "May I ask the assistants to open door 1?"),
        ("laboratory", "arm go to bench 1"),
        ("household", "robot can you go to the sink"),
        // What is already so is no order.
        ("household", "robot 1 keep the fridge"),
    ] {
        let found = read(text, &sites::vocabulary(site));
        assert!(found.is_err(), "{text}: {}", found.expect("it is read").words());
    }
}

#[test]
fn what_is_needed_or_wanted_without_saying_by_whom_is_what_i_want() {
    for (said, plain) in [
        ("need the red apple on the table", "I need the red apple on the table."),
        ("Want the fridge closed.", "I want the fridge closed."),
        ("Wanted: the red apple on the table", "I want the red apple on the table."),
        ("Want nobody at the stove.", "I want nobody at the stove."),
    ] {
        same("household", &[(said, plain)]);
    }
    // By whom, of what, to whom?
    for text in
        ["Need to open the fridge.", "Want to put the red apple on the table.", "Need an apple.", "Needs water."]
    {
        let found = partial(text, &sites::vocabulary("household"));
        assert!(found.is_err(), "{text}: {found:?}");
    }
}

#[test]
fn an_order_for_today_is_an_order_and_a_ban_for_today_is_not_one_for_ever() {
    same("household", &[("Put the red apple on the table today.", "Put the red apple on the table.")]);
    for text in [
        "Never open the fridge today.",
        "Keep the fridge closed today.",
        "Only robot 1 may open the fridge today.",
        "Leave the red apple where it is today.",
        "Put the red apple on the table today and in the sink tomorrow.",
    ] {
        let found = read(text, &sites::vocabulary("household"));
        assert!(found.is_err(), "{text}: {}", found.expect("it is read").words());
    }
}

#[test]
fn what_is_not_to_be_done_and_more_is_not_told() {
    for text in [
        "I'd be grateful if you would not grab knife 1 and bring it to the stove.",
        "I'd be grateful if you could not open the fridge and grab tomato 1.",
        "I'd be grateful if you didn't open the fridge and grab tomato 1.",
    ] {
        assert!(read(text, &sites::vocabulary("household")).is_err(), "{text}");
    }
}
