//! Refused texts, and the words of each refusal.

use surefleet_safety::{Likeness, TranslationError, translate};

use crate::worlds::household;

fn refusal(words: &str) -> TranslationError {
    match translate(words, &household()) {
        Err(refusal) => refusal,
        Ok(read) => panic!("{words}: {}", read.formula),
    }
}

/// The text, the error in it, and the words in question.
#[rustfmt::skip]
const REFUSED: [(&str, &str, &str); 139] = [
    ("each time the red apple is put on the counter, robot 1 must be at the sink later", "lies there from the start",
     "the red apple is put on the counter"),
    ("in the end the electric kettle must be inside the microwave", "on the microwave", "the microwave"),
    ("apple 1 must never be on the fridge", "in the fridge", "the fridge"),
    ("robot 1 must never be at the all shelf", "wall shelf", "all shelf"),
    ("always go to the sink", "which state is to last", "always go to the sink"),
    ("🚫 go to the stove", "cannot read", "🚫 go to the stove"),
    ("¬ go to the stove", "cannot read", "¬ go to the stove"),
    ("only robots 1 and 2 may go to the sink", "there is no other robot", "only robots 1 and 2"),
    ("robot 1 ≠ robot 2 must never go to the sink", "cannot read", "≠ robot 2 must never go to the sink"),
    ("never go to the oven", "names no thing", "oven"),
    ("never go to drawer 3", "did you mean \"drawer 1\"", "drawer 3"),
    ("never grab apple 11", "names no item", "apple 11"),
    ("put down the knives", "the state", "put down the knives"),
    ("visit drawers", "name them", "drawers"),
    ("never grab the fridge", "names no item", "fridge"),
    ("never open the table", "names no container", "table"),
    ("never put the table on the sink", "names no item", "table"),
    ("robot 3 must never go to the fridge", "names no robot of the team", "robot 3"),
    ("never grab the apple", "say which of them is meant: apple 1, apple 2", "the apple"),
    ("never open the drawer", "drawer 1, drawer 2", "the drawer"),
    ("never grab all apples", "say \"any\"", "all apples"),
    ("never go to the fridge and the sink", "say \"or\" for none of them", "the fridge and the sink"),
    ("never go to the fridge or the sink and the stove", "not by both", "the fridge or the sink and the stove"),
    ("robot 1 must be at the fridge", "\"always\", \"at some point\"", "robot 1 must be at the fridge"),
    ("the fridge must be open", "\"always\", \"at some point\"", "the fridge must be open"),
    ("once robot 1 is at the sink, the fridge must be closed", "\"eventually\", \"at that moment\"",
     "the fridge must be closed"),
    ("you may go to the fridge", "a permission forbids nothing", "you may go to the fridge"),
    ("you do not have to go to the fridge", "what need not be needs no constraint",
     "you do not have to go to the fridge"),
    ("if you open the fridge, do not go to the sink", "\"while\"", "do not go to the sink"),
    ("go to the sink after the stove", "\"only after\"", "go to the sink"),
    ("never go to the sink again", "say after what", "never go to the sink again"),
    ("go to the sink immediately", "say after what", "go to the sink immediately"),
    ("you must visit the sink twice", "\"at least\" or \"exactly\"", "you must visit the sink twice"),
    ("only go to the sink", "\"only if\"", "only go to the sink"),
    ("do not go to the sink unless you open drawer 1", "say \"have\"", "you open drawer 1"),
    ("when all robots are at the sink, open the fridge", "\"each robot\"", "all robots are at the sink"),
    ("whenever robot 1 is at the sink, visit the stove", "name the robot", "visit the stove"),
    ("robot 1 must open the fridge", "which robot did it", "robot 1 must open the fridge"),
    ("robot 1 must put apple 1 on the table", "which robot did it", "robot 1 must put apple 1 on the table"),
    ("robot 1 must not go to the sink before opening drawer 1", "say \"drawer 1 is open\"", "opening drawer 1"),
    ("you must never not go to the sink", "once each", "you must never not go to the sink"),
    ("go to the sink immediately later", "once each", "go to the sink immediately later"),
    ("go to the sink, then go to the stove", "\"whenever\"", "go to the sink"),
    ("if robot 1 has been at the sink, robot 2 must not have been at the stove", "must have been",
     "robot 2 must not have been at the stove"),
    ("drawer 1 and drawer 2 must never be open", "say \"or\" for none of them", "drawer 1 and drawer 2"),
    ("some robot must not go to the sink", "\"no robot\"", "some robot must not go to the sink"),
    ("if you visit the sink twice, go to the stove", "how often", "you visit the sink twice"),
    ("robot 1 must go to the sink eventually before you open drawer 1", "has no meaning in this sentence",
     "eventually"),
    ("robot 1 must not go to the sink before having opened drawer 1", "which robot did it", "having opened drawer 1"),
    ("never go there", "name what is meant", "there"),
    ("never dance", "cannot read", "dance"),
    ("never go to the fridge before", "cannot read", ""),
    ("never go to the fridge tomorrow", "cannot read", "tomorrow"),
    ("the robots are nice. Never go to the sink", "cannot read", "nice"),
    ("", "cannot read", ""),
    // Every word counts: none may be ignored.
    ("robot 1 must go to the sink first", "has no meaning in this sentence", "first"),
    ("robot 1 must visit the sink again", "has no meaning in this sentence", "again"),
    ("robot 1 must not go to the sink even if the fridge is open", "cannot read", "even if the fridge is open"),
    ("go to the sink while avoiding the stove", "has no meaning in this sentence", "avoiding"),
    ("must robot 1 avoid the stove?", "cannot read", "?"),
    ("robot 1 must be at the sink within three steps", "how many steps", "within three steps"),
    // The scope of "not", "no", "all", "always", "need".
    ("no robot needs to avoid the stove", "needs no constraint", "no robot needs to avoid the stove"),
    ("robot 1 need not visit the sink", "needs no constraint", "need not"),
    ("not all robots must stay away from the stove", "who must never", "not all robots"),
    ("robot 1 must not always be at the stove", "not always", "robot 1 must not always be at the stove"),
    ("robot 1 must not be at the stove at all times", "not always", "robot 1 must not be at the stove at all times"),
    ("robot 1 must not stay at the stove", "not always", "robot 1 must not stay at the stove"),
    ("all robots must not be at the sink", "no robot may", "all robots must not be at the sink"),
    ("both robots must never be at the sink", "at the same time", "both robots must never be at the sink"),
    ("robots 1 and 2 must not be at the sink", "neither", "robots 1 and 2 must not be at the sink"),
    ("any robot must visit the sink", "each robot", "any robot must visit the sink"),
    ("some robot must always be at the sink", "at least one robot", "some robot must always be at the sink"),
    ("when each robot is at the sink, open the fridge", "some robot", "each robot is at the sink"),
    ("only robot 1 must visit the sink", "who must", "only robot 1 must visit the sink"),
    ("robot 1 may only go to the sink before robot 2 visits the stove", "\"once\"", "robot 1 may only go to the sink"),
    ("robot 1 must avoid the stove or the sink", "from both", "the stove or the sink"),
    ("robot 1 must always go to the sink", "which state", "robot 1 must always go to the sink"),
    // "It", where it may refer to two things or robots.
    ("if drawer 1 is open or drawer 2 is open, never go to it", "drawer 1 or drawer 2", "it"),
    ("if apple 1 is on the table or apple 2 is on the table, never grab it", "apple 1 or apple 2", "it"),
    ("if robot 1 is at the sink and robot 2 is at the stove, it must hold knife 1", "robot 1 or robot 2", "it"),
    // States that hold at the start, and deeds whose doer no state shows.
    ("the fridge must be closed before robot 1 goes to the sink", "\"while\"", "the fridge must be closed"),
    ("robot 2 must never open the fridge", "which robot did it", "robot 2 must never open the fridge"),
    ("robot 1 must put down knife 1", "the state", "robot 1 must put down knife 1"),
    // Numbers of robots.
    ("at most one robot may visit the table", "at the same time", "at most one robot may visit the table"),
    ("at most two robots may be at the table", "the team has 2 robots", "at most two robots may be at the table"),
    // Some robots or all: for whom is it forbidden?
    ("at least one robot must never go to the table", "\"no robot\"", "at least one robot must never go to the table"),
    ("one of the robots must never go to the table", "\"no robot\"", "one of the robots must never go to the table"),
    ("at least one robot must stay away from the table", "\"no robot\"",
     "at least one robot must stay away from the table"),
    ("some robot must stay away from the table", "\"no robot\"", "some robot must stay away from the table"),
    ("the table must never be visited by at least one robot", "\"no robot\"",
     "the table must never be visited by at least one robot"),
    ("it is forbidden for some robot to go to the table", "\"no robot may\"", "it is forbidden for some robot"),
    ("it is not allowed for every robot to go to the sink", "\"no robot may\"", "it is not allowed for every robot"),
    ("any robot must always be at the sink", "\"each robot\"", "any robot must always be at the sink"),
    ("every robot may not go to the sink", "\"not all robots may", "every robot may not go to the sink"),
    ("each robot cannot go to the sink", "\"all robots must never\"", "each robot cannot go to the sink"),
    ("every robot must not go to the sink", "\"all robots must never\"", "every robot must not go to the sink"),
    ("every robot that holds a knife may not go to the sink", "\"all robots must never\"",
     "every robot that holds a knife may not go to the sink"),
    ("the sink may not be visited by every robot", "\"by any robot\"", "visited by every robot"),
    // The number at one moment, or in the whole mission.
    ("no more than one of the robots may ever visit the bottom drawer", "\"only robot 1 may\"",
     "no more than one of the robots may ever visit the bottom drawer"),
    ("at most one robot may visit the sink at any time", "\"at the same time\"",
     "at most one robot may visit the sink at any time"),
    ("at most one robot may ever hold knife 1", "\"at the same time\"", "at most one robot may ever hold knife 1"),
    ("no two robots may both visit the sink", "\"at the same time\"", "no two robots may both visit the sink"),
    // A robot that is there already.
    ("once robot 1 is at the sink, no robot may go to the sink", "\"no other robot\" after robot 1",
     "no robot may go to the sink"),
    ("no robot may hold a knife or be at the sink while robot 1 is at the sink", "is robot 1 meant as well",
     "no robot may hold a knife or be at the sink"),
    ("no robot may be at the sink while robot 1 or robot 2 is at the sink", "name the robots",
     "no robot may be at the sink"),
    ("never go to the sink while a robot is there", "at the same time", "never go to the sink"),
    // A double "no".
    ("nobody but robot 2 may hold no knife", "\"no\" once", "no knife"),
    // Exceptions.
    ("robot 1 must stay away from all surfaces except the table and the fridge", "name what is meant",
     "the table and the fridge"),
    ("robot 1 must stay away from all drawers except the table", "name what is meant", "the table"),
    // Both at one moment, or each at some time.
    ("robot 1 must not visit both the sink and the stove", "at the same time",
     "robot 1 must not visit both the sink and the stove"),
    ("robots 1 and 2 must not both visit the sink", "at the same time", "robots 1 and 2 must not both visit the sink"),
    ("robot 2 must not go to the stove unless robot 1 has left the stove", "only after", "robot 1 has left the stove"),
    ("both apples must not be on the table", "neither", "both apples must not be on the table"),
    ("robot 1 or robot 2 must never be at the stove", "neither", "robot 1 or robot 2 must never be at the stove"),
    ("robot 1 or robot 2 must keep away from the stove", "neither", "robot 1 or robot 2 must keep away from the stove"),
    ("kettle 1 or kettle 2 must never be on the stove", "neither", "kettle 1 or kettle 2 must never be"),
    ("robot 1 may go to the sink or the stove at most twice", "for each of them",
     "robot 1 may go to the sink or the stove at most twice"),
    // One of several robots.
    ("the robot must keep away from the stove", "every robot", "the robot"),
    ("robots 1 and 2 must not hold knives", "write a constraint for each of the robots", ""),
    ("at most one apple may be put on the stove", "cannot read", ""),
    ("at most two drawers may be open", "there are 2", "at most two drawers may be open"),
    ("robots 1 and 2 must share a surface", "cannot read", "share a surface"),
    ("all three robots must visit the sink", "names no thing", "three robots"),
    ("the three apples must never be on the stove", "names no thing", "three apples"),
    ("no robot may pick up knife 1 more than once in total", "without \"in total\"",
     "no robot may pick up knife 1 more than once in total"),
    ("robots 1 and 2 must not put knife 1 on the stove", "which robot did it",
     "robots 1 and 2 must not put knife 1 on the stove"),
    ("robot 1 may carry bread and nothing", "a permission forbids nothing", "robot 1 may carry bread"),
    ("if robot 1 holds knife 1 and robot 2 holds knife 2, that knife must be in the sink later",
     "say which of them is meant", "knife"),
    ("knives and apples must never lie on the table", "say \"or\" for none of them", "knives and apples"),
    ("the same knife must never be on the table", "cannot read", "knife must never be on the table"),
    ("robot 1, no matter which, must visit the sink", "names no thing", "matter which"),
    ("robot 1 may pick up a knife at most once", "for each of them", "robot 1 may pick up a knife at most once"),
    ("either apple must never be on the stove", "neither", "either apple must never be on the stove"),
    ("if a robot picks up a knife, that robot must put that knife on the shelf later", "which robot did it",
     "that robot must put that knife on the shelf later"),
    ("robot 1 must stay away from everything", "names no thing", "everything"),
    // Actions that no skill performs.
    ("no robot may put bread 1 in the fridge", "surfaces only", "put bread 1 in the fridge"),
    ("knife 1 must never be put into a drawer", "can never happen", "put into a drawer"),
    // Other words rather than slips of the pen.
    ("robot 1 must not hold the carving knife", "names no item: did you mean \"paring knife\"", "carving knife"),
    ("never go to the cable", "names no thing", "cable"),
];

#[test]
fn what_is_not_understood_is_refused_with_its_words_and_their_place() {
    let mut wrong = Vec::new();
    for (text, said, quoted) in REFUSED {
        let refusal = match translate(text, &household()) {
            Err(refusal) => refusal,
            Ok(read) => {
                wrong.push(format!("{text}: {}", read.formula));
                continue;
            }
        };
        let at = refusal.at().expect("it has a place");
        if !refusal.to_string().contains(said)
            || !text[at..].starts_with(quoted)
            || !refusal.to_string().contains(&format!("{quoted:?}"))
        {
            wrong.push(format!("{text}: {refusal}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_slip_of_the_pen_is_taken_for_the_one_name_that_is_near_and_shown() {
    let read =
        translate("never go to the Frige or the dining tabel or drawer_2", &household()).expect("it is near enough");
    let shown: Vec<(&str, usize, &[String], &Likeness)> = read
        .groundings
        .iter()
        .map(|grounding| (grounding.words.as_str(), grounding.at, grounding.means.as_slice(), &grounding.likeness))
        .collect();
    let similar = |to: &str, percent| Likeness::Similar { to: to.to_owned(), percent };
    let names = ["fridge", "table", "drawer_2"].map(|name| [name.to_owned()]);
    assert_eq!(
        shown,
        [
            ("Frige", 16, names[0].as_slice(), &similar("fridge", 83)),
            ("dining tabel", 29, names[1].as_slice(), &similar("dining table", 92)),
            ("drawer_2", 45, names[2].as_slice(), &Likeness::Exact),
        ]
    );
    let passive = translate("the fridge must never be opened", &household()).expect("it has words");
    assert_eq!(passive.groundings.len(), 1);
    assert_eq!(
        read.paraphrase.to_string(),
        "For each robot, it must never be that this robot is at the fridge or this robot is at the \
        table or this robot is at drawer 2."
    );
}

#[test]
fn typed_formulas_are_confirmed_like_words() {
    for typed in ["ltl: G !at(robot_1, fridge)", "G ! at(robot_1,fridge)", "LTL: ! F at(robot_1, fridge)"] {
        let read = translate(typed, &household()).unwrap_or_else(|refusal| panic!("{typed}: {refusal}"));
        assert_eq!(read.paraphrase.to_string(), "Robot 1 must never be at the fridge.", "{typed}");
        assert_eq!(read.refused.expect("there is one").to_string(), "1. robot 1 is at the fridge");
    }
    let odd = translate("ltl: F(at(robot_1, fridge) & X open(fridge)) & G !open(drawer_1)", &household())
        .expect("it is a formula");
    assert_eq!(
        odd.paraphrase.statements,
        ["ltl: F(at(robot_1, fridge) & X open(fridge))", "drawer 1 must never be open"]
    );
    assert!(!odd.paraphrase.is_plain);
    assert_eq!(odd.allowed.expect("there is one").to_string(), "1. robot 1 is at the fridge; 2. the fridge is open");
    let implied = translate("ltl: F(open(fridge) -> open(drawer_1))", &household()).expect("it is a formula");
    assert_eq!(implied.paraphrase.statements, ["at some time the fridge is closed or drawer 1 is open"]);
    let both = translate("ltl: F(at(robot_1, sink) & at(robot_1, stove))", &household()).expect("it is a formula");
    assert!(both.allowed.is_none(), "a robot is in one place");
    let last = translate("G F open(fridge)", &household()).expect("it is a formula");
    assert!(last.remarks[0].to_string().contains("in the last state"), "{:?}", last.remarks);
    let nothing = translate("ltl: open(fridge) & !open(fridge)", &household()).expect("it is a formula");
    assert!(nothing.allowed.is_none() && nothing.refused.is_some());
}

#[test]
fn formulas_that_no_world_can_satisfy_are_refused() {
    let refused = refusal("ltl: G !at(robot_1, frige)");
    assert_eq!(
        refused.to_string(),
        "no world state has at(robot_1, frige): did you mean \"at(robot_1, fridge)\" or \"at(robot_2, fridge)\" or \
         \"at(robot_1, knife_1)\"?"
    );
    for (typed, said) in [
        ("ltl: G !holding(robot_1, fridge)", "no world state has"),
        ("ltl: G !open(fridge", "where `)` belongs"),
        ("ltl: G !flying(robot_1)", "no world state has"),
        ("ltl:", "where a"),
    ] {
        assert!(refusal(typed).to_string().contains(said), "{typed}: {}", refusal(typed));
    }
}

#[test]
fn a_robots_number_and_its_place_in_the_team_are_not_confused() {
    let team = ["robot_2", "robot_7"].map(|name| surefleet_fleet::RobotId::new(name).expect("a name"));
    let lexicon = surefleet_safety::Lexicon::of(&surefleet_mission::Transport::household(), &team);
    let refused = translate("robot 2 must never go to the sink", &lexicon).expect_err("it is number 1 of the team");
    assert!(refused.to_string().contains("it is number 1 of the team"), "{refused}");
    let read = translate("robot 7 must never go to the sink", &lexicon).expect("there is no seventh");
    assert_eq!(read.paraphrase.to_string(), "Robot_7 must never be at the sink.");
}

/// Sentences that say less, more or something other than a literal reader would think.
#[rustfmt::skip]
const MISLEADING: &[&str] = &[
    "Whenever robot 1 is at the sink and no robot is at the stove, robot 2 must be at the table.",
    "Whenever robot 1 is at the sink or nobody is at the stove, robot 2 must be at the table.",
    "Robot 1 must not be at the sink until robot 2 is at the stove and nobody is at the table.",
    "If nobody is at the sink and nobody is at the stove, robot 1 must be at the table.",
    "It must never be that robot 1 is at the sink and no robot is at the stove.",
    "It must never happen that no robot is at the sink while the fridge is open.",
    "There must be no moment at which the fridge is open and nobody is at it.",
    "Always the fridge is closed or nobody is at the sink.",
    "In the end no robot is at the sink and the fridge is closed.",
    "At some time no robot is at the sink and knife 1 is on the table.",
    "Robot 1 must not be at the sink without a knife.",
    "Nobody may be at the stove without a kettle.",
    "Being at the sink without a knife is forbidden.",
    "I don't want robot 1 at the sink without a knife.",
    "Robot 1 must never be at the sink without a knife or an apple.",
    "Whenever robot 1 is at the sink, then the stove.",
    "Any drawer must stay closed.",
    "Any knife must always be in the sink.",
    "Keep any knife in the sink.",
    "Any knife must be in the sink in the end.",
    "Any drawer must be closed while robot 1 is at the sink.",
    "Whenever robot 1 is at the sink, any knife must be on the table.",
    "Before robot 1 is at the sink, any knife must be put on the table.",
    "Any item must be on the table at some point.",
    "A drawer must stay closed.",
    "Keep a drawer closed at all times.",
    "A knife must always be in the sink.",
    "It is forbidden for robot 1 or robot 2 not to be at the sink.",
    "It is forbidden for a knife not to be in the sink.",
    "It is forbidden for any drawer not to be closed.",
    "It is forbidden for robot 1 not to be at the sink before the fridge is open.",
    "Robot 2 must not be at the stove, because only robot 1 may be there.",
    "Robot 1 must not be at the stove, because nobody may be there.",
    "Robot 1 must not be at the stove, because it needs to hold knife 1 at all times.",
    "Robot 1 must not be at the stove, because the fridge has to stay closed.",
    "Robot 1 must not be at the stove, because it is hot there today only.",
    "Robot 1 must not hold a knife, because that is only allowed in the kitchen.",
    "Because robot 1 holds knife 1, robot 2 must never be at the sink.",
    "Robot 2 must never be at the sink, because robot 1 went there.",
    "Robot 1 must not be at the stove, since Monday.",
    "Robot 1 must always be at the sink, since the start.",
    "Robot 1 must visit the sink at some point, so that it visits the stove later.",
    "Robot 1 must always be at the sink, so that knife 1 stays there.",
    "Robot 1 must never be at drawer 1, which has to stay closed.",
    "Robot 1 must never pick up knife 1, which is off limits.",
    "Robot 1 must never pick up knife 1, which is forbidden to anyone.",
    "Robot 1, which holds a knife, must never be at the stove.",
    "Robot 1, whose gripper holds a knife, must never be at the stove.",
    "Robot 1, whose hand is empty, must never be at the stove.",
    "Apple 1, which lies on the table, must never be picked up.",
    "Drawer 1, which has been opened, must never be visited.",
    "Robot 2 must not hold knife 1, which is fine otherwise.",
    "Robot 2 must not hold knife 1, which is only a problem at the stove.",
    "Robot 1 must visit the sink and the stove, in any order but this.",
    "Some robot that holds a knife must be at the sink.",
    "At least one robot that holds a knife must be at the sink.",
    "Someone who holds a knife must never be at the sink.",
    "One of the robots that holds a knife must be at the sink.",
    "Somebody must visit the sink and the stove.",
    "At least one robot must visit both the sink and the stove.",
    "Some robot must pick up knife 1 and knife 2.",
    "Whenever robot 1 is at the sink, some robot must visit the stove and the table.",
    "No matter when robot 1 visits the sink, robot 2 must visit the stove afterwards.",
    "No matter how often robot 1 visits the sink, robot 2 must visit the stove afterwards.",
    "No matter which of the knives it holds, robot 1 must not be at the stove.",
    "As soon as the fridge is open, robot 1 must go to the sink.",
    "When the fridge is open, robot 1 must immediately go to the sink.",
    "As soon as robot 1 holds a knife, it must go to the sink.",
    "It must not happen that robot 1 has not been at the sink.",
    "It must always be that robot 1 has been at the sink.",
    "In the end robot 1 has been at the sink.",
    "The mission must not end while robot 1 has not been at the sink.",
    "The paring knife is reserved for robot 1.",
    "Access to knife 1 is reserved for robot 1.",
    "Access to the paring knife is restricted to robot 1.",
    "There must always be only one robot at the sink.",
    "There should be only one robot at the sink.",
    "Only one robot must be at the sink at any time.",
    "There must always be only one apple on the table.",
    "Only one of the drawers must be open.",
    "If at some point robot 1 is at the sink, robot 2 must never be at the stove.",
    "If ever robot 1 is at the sink, robot 2 must never be at the stove.",
    "If robot 1 is ever at the sink, it must never hold a knife.",
    "Should robot 1 ever hold a knife, it must never be at the stove.",
    "Not until the fridge is open must robot 1 be at the sink.",
    "Not unless the fridge is open must robot 1 be at the sink.",
    "If no robot is at the sink, it must never leave.",
    "If nobody is at the sink, it must stay there.",
    "Once no robot is at the sink, it must never leave there again.",
    "Any visit by robot 1 to the sink must precede any visit by robot 2 to the sink.",
    "Robot 1 must always be at the sink before the fridge is open.",
    "Robot 1 must always visit the sink before it visits the stove.",
    "Robot 1 must always hold a knife before it is at the sink.",
    "The mission must not end with the drawers open.",
    "The mission must not end while the drawers are open.",
    "It must never be that the drawers are open.",
    "The mission must not end with the knives on the table.",
    "Robot 1 must not be at the table while the knives are on the table.",
    "The mission must end with robots at the sink.",
    "The mission must end with knives on the table.",
    "The mission must not end without knives being on the table.",
    "The mission must not end before the knives have been picked up.",
    "The mission must not end without knife 1 having been put on the table.",
    "Do not finish unless the fridge has been closed.",
    "Kettle 1 must not be put on the stove until the fridge is open.",
    "Nothing may be put on the stove before the fridge is open.",
    "Once the fridge is open, nobody may put kettle 1 on the stove.",
    "After robot 1 has been at the sink, nothing may be put on the stove.",
    "It must never be that knife 1 is put on the table.",
    "Kettle 1 must not be carried to the stove until the fridge is open.",
    "Once the fridge is open, nobody may carry kettle 1 to the stove.",
    "Kettle 1 may be carried to the stove only if robot 2 is there.",
    "Robot 1 must not be at the sink or the stove unless robot 2 is.",
    "Robot 1 must not be at the sink or the stove while robot 2 is.",
    "While in the fridge, robot 1 must not pick up apple 1.",
    "When on the stove, robot 1 must not pick up kettle 1.",
    "Once in the sink, robot 1 must never pick up apple 1.",
    "No more than one robot may hold a knife during the mission.",
    "If both robots have been at the sink, robot 1 must not be at the stove.",
    "Once robot 1 and robot 2 have visited the sink, robot 1 must never be at the stove.",
    "After robot 1 has been at the sink and at the stove, it must never be at the table.",
];

#[test]
fn what_would_be_read_otherwise_than_it_is_meant_is_refused() {
    let read = |words: &&&str| translate(words, &household()).ok().map(|read| format!("{words}: {}", read.formula));
    let wrong: Vec<String> = MISLEADING.iter().filter_map(|words| read(&words)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
