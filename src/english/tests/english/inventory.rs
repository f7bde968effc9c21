//! What a text leaves open.

use crate::sites;

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
