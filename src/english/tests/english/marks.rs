//! Names become marks, and marks become names again.

use crate::sites;
use surefleet_english::read;

#[test]
fn names_become_marks() {
    for (site, text, marked) in [
        (
            "household",
            "Could you pop the red apple in the fridge? Robot 2's knives stay where they are.",
            "could you pop <t1> in <p1> ? <r1> 's <many> <t2> stay where they are .",
        ),
        ("household", "Put the whistling kettle on the stove, not the electric one.", "put <t1> on <p1> , not <t2> ."),
        (
            "household",
            "It's robots 1 and 2 who don't open drawer_1",
            "it's <r1> and <r2> who don't open <d1> <s1> <p1>",
        ),
        (
            "laboratory",
            "Wipe bench 1, then switch the centrifuge on; while it is running, keep all capped tubes in the red rack",
            "wipe <d1> <p1> , then switch <d2> <p2> on ; while it is running <s1> , keep all capped <d3> <s2> <many> <t1> in <h1>",
        ),
        (
            "laboratory",
            "mix some dye into sample 1\nhand it to arm 2",
            "mix <d1> some <t1> into <t2> ; hand <d2> it to <r1>",
        ),
        ("flat", "bring the vase to the desk", "bring the vase to <p1>"),
        ("flat", "", ""),
    ] {
        assert_eq!(sites::vocabulary(site).mark(text).text(), marked, "{text}");
    }
}

#[test]
fn marks_become_names_again() {
    let laboratory = sites::vocabulary("laboratory");
    let text = "wipe bench 1, put capped samples in the red rack while arm 1 holds the dye, mix the dye into sample 1, switch the centrifuge on, \
                has been spun, is running, hand the buffer over to arm 2";
    let marked = laboratory.mark(text);
    assert_eq!(
        marked.text(),
        "wipe <d1> <p1> , put capped <d2> <s1> <many> <t1> in <h1> while <r1> holds <s2> <t2> , mix <d3> <t2> into <t3> , switch <d4> <p2> on , \
         has been spun <s3> , is running <s4> , hand <d5> <t4> over to <r2>"
    );
    for (canonical, words) in [
        ("<d1> <p1> ; bring all <t1> to <h1>", "wipe bench 1 ; bring all samples to rack 1"),
        ("bring every <t1> that is not <s1> to <h1>", "bring every sample that is not capped to rack 1"),
        ("bring all <t1> that are <s3> to <h1>", "bring all samples that are spun to rack 1"),
        ("never <d3> <t2> <t3> while <r1> is <s2> <t2>", "never mix the dye into sample 1 while arm 1 holds the dye"),
        ("<r1> must <d5> <t4> <r2>", "arm 1 must hand the buffer over to arm 2"),
        ("first <d4> <p2> , then <d1> <p1>", "first switch on the centrifuge, then wipe bench 1"),
        (
            "whenever <p2> is <s4> , <r1> is not <s2> <t2>",
            "whenever the centrifuge is running, arm 1 does not hold the dye",
        ),
    ] {
        let named = laboratory.unmark(canonical, &marked);
        assert_eq!(named.as_deref(), Some(words), "{canonical}");
        assert!(read(words, &laboratory).is_ok(), "{words}");
    }
    for nothing in ["<d1>", "bring <t9> to <h1>", "<d3> <t2>", "<t2> is <d1>", "bring <s1> to <h1>"] {
        assert_eq!(laboratory.unmark(nothing, &marked), None, "{nothing}");
    }
}

#[test]
fn what_canonical_words_leave_out_is_noticed() {
    let laboratory = sites::vocabulary("laboratory");
    for (text, canonical, accounts) in [
        ("pop sample 1 in the red rack, guests are coming", "bring <t1> to <h1>", true),
        ("sample 1 and the dye belong in the red rack", "bring <t1> to <h1>", false),
        ("put two clean tubes in the red rack", "bring all <t1> that are <s1> to <h1>", false),
        ("put both samples in the red rack", "bring all <t1> to <h1>", true),
        ("arm 1 wipes bench 1, nobody else does", "<r1> must <d1> <p1>", false),
        ("arm 3 wipes bench 1", "all <r1> must <d1> <p1>", false),
        ("switch the centrifuge on and take sample 1 out", "take <t1> out of <p1>", false),
        ("switch the centrifuge on and take sample 1 out", "<d1> <p1> ; take <t1> out of <p1>", true),
        ("open the centrifuge, please", "<d1> <p1>", true),
        ("open the centrifuge, please", "if <p1> is <s1> , <d1> <p1>", false),
        ("wipe bench 1 at most twice", "<d1> <p1> at most twice", true),
        ("wipe bench 1 at most twice", "<d1> <p1>", false),
        ("wipe bench 1 in ten minutes", "<d1> <p1> within ten steps", false),
    ] {
        let marked = laboratory.mark(text);
        assert_eq!(laboratory.accounts(canonical, &marked), accounts, "{}: {canonical}", marked.text());
    }
}
