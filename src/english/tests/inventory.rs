//! What a text names, against formulas that somebody else read in it.

mod sites;

use surefleet_ltl::Formula;

#[test]
fn a_formula_tells_of_all_that_is_named_and_of_nothing_else() {
    for (site, text, formula, is_allowed) in [
        ("household", "Put apple 1 in the sink.", "F G located(apple_1, sink)", true),
        ("household", "Put apple 1 in the sink.", "F G located(apple_2, sink)", false),
        ("household", "Put apple 1 in the sink.", "F G located(apple_1, sink) & F G located(apple_2, sink)", false),
        ("household", "Put apple 1 in the sink.", "F G located(apple_1, sink) & G !open(robot_1, fridge)", false),
        ("household", "Put an apple in the sink.", "F G (located(apple_1, sink) | located(apple_2, sink))", true),
        ("household", "Put an apple in the sink.", "F G located(apple_1, sink)", false),
        ("household", "Put my apple in the sink.", "F G located(apple_1, sink)", true),
        ("household", "Put my apple in the sink.", "F G (located(apple_1, sink) | located(apple_2, sink))", false),
        ("household", "Put the shiny apple in the sink.", "F G located(apple_2, sink)", true),
        ("household", "Put apple 1 away.", "F G located(apple_1, shelf)", true),
        ("household", "Put apple 1 away.", "F G located(apple_1, shelf) & F G located(kettle_1, shelf)", false),
        ("household", "Put apple 1 away.", "F G (located(apple_1, shelf) | located(apple_1, table))", false),
        ("household", "Put apple 1 there.", "F G located(apple_1, shelf)", false),
        ("household", "Bring potato 2 and one of the knives to the shelf.", "F G located(potato_1, shelf)", false),
        (
            "household",
            "Put apple 1 away. Never open the fridge.",
            "F G located(apple_1, sink) & G !open(robot_1, fridge) & G !open(robot_2, fridge)",
            true,
        ),
        (
            "household",
            "Put apple 1 away. Never open the fridge.",
            "F G located(apple_1, sink) & G !open(robot_1, fridge)",
            false,
        ),
        (
            "household",
            "Put apple 1 away. Robot 1 must never open the fridge.",
            "F G located(apple_1, sink) & G !open(robot_1, fridge)",
            true,
        ),
        (
            "household",
            "Put apple 1 away. Robot 1 must never open the fridge.",
            "F G located(apple_1, sink) & G !open(robot_2, fridge)",
            false,
        ),
        (
            "household",
            "Put everything except the knives away.",
            "F G located(knife_1, sink) & F G located(knife_2, sink)",
            false,
        ),
        ("household", "First put apple 1 in the sink.", "F G located(apple_1, sink)", false),
        (
            "household",
            "Only robot 1 may open the fridge. Put apple 1 away.",
            "F G located(apple_1, sink) & G !open(robot_1, fridge)",
            false,
        ),
        (
            "household",
            "Grab apple 1, then put it in the sink.",
            "F G located(apple_1, sink) & G !open(robot_1, sink) & G !open(robot_2, sink)",
            false,
        ),
        (
            "household",
            "Robot 1 must hurry. Put apple 1 in the sink.",
            "F G (located(apple_1, sink) | located(apple_1, shelf))",
            false,
        ),
        ("hospital", "Tidy up the insulin.", "F G located(insulin, bedside_table_1)", true),
        ("hospital", "Tidy up the insulin.", "F G located(painkillers, bedside_table_1)", false),
    ] {
        let inventory = sites::vocabulary(site).inventory(text);
        let formula = Formula::parse(formula).unwrap_or_else(|error| panic!("{formula}: {error}"));
        assert_eq!(inventory.allows(&formula), is_allowed, "{text} {formula} {inventory:?}");
    }
}

#[test]
fn what_a_text_leaves_open_is_counted() {
    for (text, open, dangling) in [
        ("Put apple 1 in the sink.", 0, None),
        ("Put apple 1 away.", 1, None),
        ("Bring the other apple to the sink. Robot 1 must never open the fridge.", 1, None),
        ("Bring her apple to the sink. Tidy up kettle 1; store the knife somewhere.", 3, None),
        ("Bring apple 1 to the sink. Put apple 2 there.", 0, None),
        ("Put apple 2 there. Bring apple 1 to the sink.", 0, Some("there")),
        ("The sink needs one of the apples and the table the other.", 0, None),
        ("There must be an apple in the sink.", 0, None),
        ("First put apple 1 away.", 1, None),
    ] {
        let inventory = sites::vocabulary("household").inventory(text);
        assert_eq!((inventory.open_parts(), inventory.dangling()), (open, dangling), "{text} {inventory:?}");
    }
}
