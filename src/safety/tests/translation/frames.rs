//! Other ways to say when and how something must or must not be, in a household with two robots.

use surefleet_ltl::{Binary, Formula};
use surefleet_safety::translate;

use crate::worlds::{are_equivalent, household};

/// The text and the formula that it means; `r` stands for each of the two robots.
#[rustfmt::skip]
const READ: &[(&str, &str)] = &[
    // Prohibitions and duties.
    ("At no point in the mission may robot 2 be at the stove.", "G !at(robot_2, stove)"),
    ("Under no circumstances is the ripe tomato to be picked up by robot 1.", "G !holding(robot_1, tomato_1)"),
    ("Robot 1 may not under any circumstances be at the stove.", "G !at(robot_1, stove)"),
    ("No robot is ever to be found at the stove.", "G !at(r, stove)"),
    ("Robot 1 isn't to hold the paring knife.", "G !holding(robot_1, knife_1)"),
    ("Robot 1 has no business being at the table.", "G !at(robot_1, table)"),
    ("Robot 1 has to find itself at the sink or the table at every moment.",
     "G(at(robot_1, sink) | at(robot_1, table))"),
    ("It's forbidden for robot 1 not to be at the counter while there is a kettle on the stove.",
     "G((located(kettle_1, stove) | located(kettle_2, stove)) -> at(robot_1, counter))"),
    ("It is not allowed that no robot is at the sink.", "G(at(robot_1, sink) | at(robot_2, sink))"),
    ("It must never happen that robot 1 is at the sink while the fridge is open.",
     "G !(at(robot_1, sink) & open(fridge))"),
    ("There must never be a moment at which both drawers are open.", "G !(open(drawer_1) & open(drawer_2))"),
    ("There has to be a moment at which both apples are on the table.",
     "F(located(apple_1, table) & located(apple_2, table))"),
    ("I don't ever want to see a knife in the sink.", "G !(located(knife_1, sink) | located(knife_2, sink))"),
    ("I don't want to see both kettles on the stove.", "G !(located(kettle_1, stove) & located(kettle_2, stove))"),
    ("Robot 2 may be at the stove except while robot 1 is there.", "G(at(robot_1, stove) -> !at(robot_2, stove))"),
    ("There must be no knife on the table.", "G !(located(knife_1, table) | located(knife_2, table))"),
    ("Don't let robot 2 go to the fridge.", "G !at(robot_2, fridge)"),
    ("Don't let anyone pick up knife 1.", "G !holding(r, knife_1)"),
    ("Picking up the butter knife is forbidden.", "G !holding(r, knife_2)"),
    // As on signs.
    ("No knives on the stove.", "G !(located(knife_1, stove) | located(knife_2, stove))"),
    ("No apples, no tomatoes and no knives in the sink, please.",
     "G !(located(apple_1, sink) | located(apple_2, sink) | located(tomato_1, sink) | located(tomato_2, sink) | \
      located(knife_1, sink) | located(knife_2, sink))"),
    ("No robots at the stove while the fridge is open.", "G(open(fridge) -> !at(r, stove))"),
    ("Hands off the knives, all of you.", "G !(holding(r, knife_1) | holding(r, knife_2))"),
    ("Nobody is allowed at the stove.", "G !at(r, stove)"),
    // Always, at some point, in the end.
    ("At any given moment robot 1 must be at the sink.", "G at(robot_1, sink)"),
    ("The bottom drawer must stay shut throughout.", "G !open(drawer_2)"),
    ("Some time or other, robot 1 has to be at the shelf.", "F at(robot_1, shelf)"),
    ("At some point, robot 1 has to hold apple 1.", "F holding(robot_1, apple_1)"),
    ("By the end, robot 1 must have visited the sink.", "F at(robot_1, sink)"),
    ("When everything is over, the paring knife must lie in the sink.", "F G located(knife_1, sink)"),
    ("Robot 1 must finish at the table.", "F G at(robot_1, table)"),
    ("The mission can't end with the fridge open.", "F G !open(fridge)"),
    ("Don't finish without the top drawer having been opened.", "F open(drawer_1)"),
    ("The mission may not end while a knife is on the table.",
     "F G !(located(knife_1, table) | located(knife_2, table))"),
    // Conditions.
    ("Should robot 1 ever hold a knife, robot 2 must keep away from the table.",
     "G((holding(robot_1, knife_1) | holding(robot_1, knife_2)) -> !at(robot_2, table))"),
    ("Robot 1 has to be at the stove exactly when robot 2 is at the sink.",
     "G(at(robot_1, stove) <-> at(robot_2, sink))"),
    ("Robot 1 must be at the table whenever robot 2 isn't.", "G(!at(robot_2, table) -> at(robot_1, table))"),
    ("Only when robot 1 is at the counter may robot 2 be at the stove.",
     "G(at(robot_2, stove) -> at(robot_1, counter))"),
    ("No robot that has held a knife may be at the fridge from then on.",
     "G((holding(r, knife_1) | holding(r, knife_2)) -> G !at(r, fridge))"),
    ("A robot may be at the stove only if that robot is holding a kettle.",
     "G(at(r, stove) -> (holding(r, kettle_1) | holding(r, kettle_2)))"),
    ("Once robot 1 is at the table, it can't ever leave.", "G(at(robot_1, table) -> G at(robot_1, table))"),
    ("Should the red apple ever be on the shelf, then it must stay there for the rest of the mission.",
     "G(located(apple_1, shelf) -> G located(apple_1, shelf))"),
    ("From the moment robot 1 is at the stove onwards, robot 2 must never be there.",
     "G(at(robot_1, stove) -> G !at(robot_2, stove))"),
    ("Having held a kettle, robot 1 must, at some point after that, be at the sink.",
     "G((holding(robot_1, kettle_1) | holding(robot_1, kettle_2)) -> F at(robot_1, sink))"),
    ("Robot 1's being at the stove obliges robot 2 to be at the sink later on.",
     "G(at(robot_1, stove) -> F at(robot_2, sink))"),
    // Precedence.
    ("Before robot 1 is at the stove, the electric kettle must have been in the sink.",
     "!at(robot_1, stove) W located(kettle_1, sink)"),
    ("If the bottom drawer is ever opened, the fridge must have been opened earlier.",
     "!open(drawer_2) W open(fridge)"),
    ("Kettle 1 mustn't be on the stove until it has been in the sink.",
     "!located(kettle_1, stove) W located(kettle_1, sink)"),
    ("Not until the fridge is open may anyone hold knife 1.", "!holding(r, knife_1) W open(fridge)"),
    ("Apple 1 has to be on the table for as long as robot 2 hasn't yet been at the table.",
     "located(apple_1, table) W at(robot_2, table)"),
    ("Without robot 1 having been at the shelf first, robot 2 must not be there.",
     "!at(robot_2, shelf) W at(robot_1, shelf)"),
    ("Robot 2 must stay at the shelf right up to the moment at which the fridge is open.",
     "at(robot_2, shelf) W open(fridge)"),
    // Reasons, asides, and emphasis.
    ("Keep robot 2 away from the stove at all times, because it is hot there.", "G !at(robot_2, stove)"),
    ("Since there is only room for one of them, both robots must never be at the sink at the same time.",
     "G !(at(robot_1, sink) & at(robot_2, sink))"),
    ("So that nothing spoils, keep the fridge closed at all times.", "G !open(fridge)"),
    ("Knife 1, which is very sharp, must never be picked up by robot 2.", "G !holding(robot_2, knife_1)"),
    ("No matter who is at the sink, robot 1 must never be at the stove.", "G !at(robot_1, stove)"),
    ("Whatever else happens, robot 1 must be at the sink in the last step.", "F G at(robot_1, sink)"),
    ("The fridge must never be open, not even for a single moment.", "G !open(fridge)"),
    ("Robot 1 must visit the sink, the stove and the table, in any order it likes.",
     "F at(robot_1, sink) & F at(robot_1, stove) & F at(robot_1, table)"),
    ("Robot 1 must go to the sink at most once during the mission.",
     "!F(!at(robot_1, sink) & F(at(robot_1, sink) & F(!at(robot_1, sink) & F at(robot_1, sink))))"),
    // Two things allowed only then, so neither before.
    ("Only after the fridge has been opened may apple 1 and apple 2 be in the sink.",
     "!(located(apple_1, sink) | located(apple_2, sink)) W open(fridge)"),
    ("Robot 1 and robot 2 may be at the stove only if the fridge is open.",
     "G((at(robot_1, stove) | at(robot_2, stove)) -> open(fridge))"),
    ("Only while the fridge is open may robot 1 be at the sink and at the stove.",
     "G((at(robot_1, sink) | at(robot_1, stove)) -> open(fridge))"),
    // Reserved places.
    ("Access to the fridge is reserved for robot 2.", "G !at(robot_1, fridge)"),
    ("The stove is reserved for robot 2.", "G !at(robot_1, stove)"),
    ("Robot 1 is banned from the stove.", "G !at(robot_1, stove)"),
    ("Robot 1 may go anywhere except to the stove.", "G !at(robot_1, stove)"),
    ("Apart from robot 1, nobody may hold knife 1.", "G !holding(robot_2, knife_1)"),
    ("More than one robot at the stove is strictly forbidden.", "G !(at(robot_1, stove) & at(robot_2, stove))"),
    ("The sink must never be occupied by robot 1.", "G !at(robot_1, sink)"),
    ("It is forbidden for knife 1 to be on the table.", "G !located(knife_1, table)"),
    ("Robot 1 must stay away from the sink and from the stove.", "G !(at(robot_1, sink) | at(robot_1, stove))"),
    // Held items.
    ("Robot 1 must not be at the table with knife 1 in its gripper.",
     "G !(at(robot_1, table) & holding(robot_1, knife_1))"),
    ("No robot may hold knife 1 at the stove.", "G !(at(r, stove) & holding(r, knife_1))"),
    // Before and at the end.
    ("Robot 1 must not be at the sink prior to robot 2's visit to the stove.",
     "!at(robot_1, sink) W at(robot_2, stove)"),
    ("Before it has been at the sink, robot 2 must not go to the counter.",
     "!at(robot_2, counter) W at(robot_2, sink)"),
    ("The mission must not end without the fridge being open.", "F G open(fridge)"),
    // Clauses about other circumstances, and several places.
    ("Robot 2 must never hold the rye bread, whatever the others ask of it.", "G !holding(robot_2, bread_2)"),
    ("Wherever it may come from, tomato 1 must not be grabbed by robot 2.", "G !holding(robot_2, tomato_1)"),
    ("However the mission goes, no knife may lie on the counter.",
     "G !(located(knife_1, counter) | located(knife_2, counter))"),
    ("For reasons of hygiene, robot 1 must never be at the stove.", "G !at(robot_1, stove)"),
    ("Robot 1 must never hold knife 1, as its handle is cracked.", "G !holding(robot_1, knife_1)"),
    ("Kettle 1 must never be in the sink, on the stove or on the counter.",
     "G !(located(kettle_1, sink) | located(kettle_1, stove) | located(kettle_1, counter))"),
    // Several deeds, each at its own time.
    ("Robot 1 must not be at the sink until robot 2 has been at the stove and at the table.",
     "(!at(robot_1, sink) W at(robot_2, stove)) & (!at(robot_1, sink) W at(robot_2, table))"),
    ("Robot 1 must not be at the sink until it has held knife 1 and knife 2.",
     "(!at(robot_1, sink) W holding(robot_1, knife_1)) & (!at(robot_1, sink) W holding(robot_1, knife_2))"),
    ("Having a knife in its hand, robot 1 must not be at the stove.",
     "G((holding(robot_1, knife_1) | holding(robot_1, knife_2)) -> !at(robot_1, stove))"),
    ("Both knives must stay on the shelf until robot 2 has been at the table.",
     "(located(knife_1, shelf) & located(knife_2, shelf)) W at(robot_2, table)"),
    ("Robot 1 must have been at both the sink and the counter before it is at the table.",
     "(!at(robot_1, table) W at(robot_1, sink)) & (!at(robot_1, table) W at(robot_1, counter))"),
    // "With", "but not otherwise", and a pronoun before its noun.
    ("With the paring knife in its gripper, robot 2 must not be at the counter.",
     "G !(at(robot_2, counter) & holding(robot_2, knife_1))"),
    ("Robot 1 may be at the shelf provided that robot 2 is not at the shelf, but not otherwise.",
     "G(at(robot_1, shelf) -> !at(robot_2, shelf))"),
    ("Before it goes to the counter, robot 2 must have been at the sink.", "!at(robot_2, counter) W at(robot_2, sink)"),
    ("Never may robot 1 be at the counter with the butter knife in its gripper.",
     "G !(at(robot_1, counter) & holding(robot_1, knife_2))"),
    ("There is no time at which robot 1 may be holding the paring knife.", "G !holding(robot_1, knife_1)"),
    ("It is never acceptable for the paring knife to lie in the sink.", "G !located(knife_1, sink)"),
    ("At no time may the sink be occupied by more than one robot.", "G !(at(robot_1, sink) & at(robot_2, sink))"),
    ("Nobody is ever allowed to pick up kettle 1.", "G !holding(r, kettle_1)"),
    // The end.
    ("The mission must not end with the fridge still closed.", "F G open(fridge)"),
    ("The mission has to end with robot 2 holding the green apple.", "F G holding(robot_2, apple_2)"),
    ("Robot 1 must visit the sink before the mission is over.", "F at(robot_1, sink)"),
    ("Robot 2 must keep holding the red apple throughout the mission.", "G holding(robot_2, apple_1)"),
];

/// Texts close to those above, the refusal of each, and the words in question.
#[rustfmt::skip]
const REFUSED: &[(&str, &str, &str)] = &[
    // Words that a substitute could turn into their opposite, or weaken.
    ("robot 1 may only put knife 1 on the table", "who must not put", "robot 1 may only put knife 1 on the table"),
    ("only robot 1 must put knife 1 on the stove", "who must not put", "only robot 1 must put knife 1 on the stove"),
    ("robot 2 must always be at the stove without holding a knife", "for each of them",
     "robot 2 must always be at the stove"),
    ("robot 1 must avoid the sink while robot 2 is there, and vice versa", "names no thing", "vice versa"),
    ("robot 1 must stay at the sink with a knife in its hand", "cannot read", "with a knife in its hand"),
    ("whenever a knife is not on the table, robot 1 must be at the sink", "no ... is", "a knife is not on the table"),
    ("at no time may all robots be at the sink", "no robot", "at no time may all"),
    ("apple 1 must never end up on the stove", "in the end ... must not be", "apple 1 must never end up"),
    ("robot 1 must visit the sink by the end", "at some point", "robot 1 must visit the sink by the end"),
    ("no two robots may be at the sink or the stove at the same time", "each of the things",
     "no two robots may be at the sink or the stove at the same time"),
    // Orders to act now, and facts that hold already.
    ("visit the sink and the table", "an order is no constraint", "visit the sink and the table"),
    ("robot 2, go to the sink", "an order is no constraint", "go to the sink"),
    ("after opening the fridge, robot 1 has to go to the sink", "stays open", "opening the fridge"),
    ("once the table has been visited, no drawer may be opened any more", "what is so already",
     "no drawer may be opened any more"),
    ("the red apple is off limits", "must never hold", "off limits"),
    ("hands off the stove", "cannot read", "hands off the stove"),
    ("no knives", "cannot read", ""),
    ("no knives or forks on the table", "cannot read", "forks on the table"),
    ("at any time robot 1 may be at the sink", "a permission forbids nothing",
     "at any time robot 1 may be at the sink"),
    ("the mission must not end before robot 1 is at the sink", "names no thing", "mission"),
    ("there must be a moment when robot 1 is happy", "name what is meant", "there"),
    ("it must not always happen that robot 1 is at the sink", "name what is meant", "it"),
    ("robot 1 must visit the sink, and later it must visit the table", "say after what",
     "later it must visit the table"),
    ("robot 1 must not be at the stove for the whole mission", "cannot read", "for the whole mission"),
    ("robot 1 must be at the table exactly when robot 2 goes to the sink", "which states go together",
     "robot 1 must be at the table"),
    ("if knife 1 is put on the table, it must have been in the sink before", "must have been",
     "it must have been in the sink"),
    ("don't let robot 2 ever", "cannot read", "robot 2 ever"),
    ("robot 1 must be at the sink two steps later", "how many steps", "two steps"),
    ("robot 1 goes to the sink", "an order is no constraint", "robot 1 goes to the sink"),
    ("while food is on the stove, robot 1 must be at the sink", "say \"any\" or \"all\"", "food is on the stove"),
    ("one of the robots must hold knife 1 while it is at the sink", "each robot",
     "one of the robots must hold knife 1"),
    ("should robot 1 be at the sink?", "always", "should robot 1 be at the sink"),
    ("robot 1 must never stay at the sink for more than two steps in a row", "how many steps", "than two steps"),
    ("not before step 3 may robot 1 be at the sink", "how many steps", "step 3"),
    ("since the fridge is open, robot 1 must never be at the sink", "cannot read",
     "since the fridge is open, robot 1 must never be at the sink"),
    ("since robot 1 opened the fridge, robot 2 must not be at the sink", "cannot read",
     "since robot 1 opened the fridge, robot 2 must not be at the sink"),
    ("robot 1 must not be at the stove, because robot 2 must be there", "names no thing", "because robot 2"),
    ("knife 1, which is on the table, must never be picked up", "cannot read",
     "which is on the table, must never be picked up"),
    ("a knife, which is sharp, must never be on the table", "cannot read",
     "which is sharp, must never be on the table"),
    ("robot 1 must visit the sink before the stove, in any order", "names no thing", "order"),
    ("robot 1 must never carry kettle 1 to the stove", "while holding",
     "robot 1 must never carry kettle 1 to the stove"),
    ("kettle 1 must never be carried to the stove", "while holding", "kettle 1 must never be carried to the stove"),
    ("once it has been picked up, robot 1 must not put knife 1 on the table", "name what is meant", "it"),
    ("the mission may end without the fridge being open", "names no thing", "mission"),
    ("it is not forbidden for knife 1 to be on the table", "name what is meant", "it"),
    ("both robot 1 and robot 2 may be at the stove only if the fridge is open", "leave out \"both\"",
     "both robot 1 and robot 2 may be at the stove only"),
    ("robot 1 may not go anywhere except to the sink", "cannot read", "anywhere except to the sink"),
    ("robot 1 is not banned from the stove", "cannot read", "the stove"),
    ("more than one robot in the sink is not forbidden", "cannot read", "in the sink is not forbidden"),
    ("robot 1 must never be at the sink, so the stove must be used", "names no thing", "so the stove"),
    ("robot 1 must not be at the stove, however robot 2 must never be at the sink", "names no thing",
     "however robot 2"),
    ("no robot may be at the stove, however robot 2 may be there", "names no thing", "however robot 2"),
    ("wherever robot 1 is, robot 2 must not be there", "cannot read", "wherever robot 1 is, robot 2 must not be there"),
    ("no robot is never allowed to be at the stove", "how often once each",
     "no robot is never allowed to be at the stove"),
    ("robot 1 must not visit the sink before the mission is over", "names no thing", "mission"),
    ("at least one tomato must be put on the counter at some point", "which state must come about",
     "at least one tomato must be put on the counter at some point"),
    ("robot 1 must never go near the stove", "how near", "go"),
    ("if robot 2 is at the sink, robot 1 must go to the sink at some later point", "cannot read",
     "at some later point"),
    ("at most one robot may visit the sink at any time", "at the same time",
     "at most one robot may visit the sink at any time"),
];

fn for_team(text: &str) -> Formula {
    let robots: &[&str] = if text.contains("(r, ") { &["robot_1", "robot_2"] } else { &["robot_1"] };
    let of = |robot: &&str| Formula::parse(&text.replace("(r, ", &format!("({robot}, "))).expect(text);
    robots.iter().map(of).reduce(|one, other| Formula::binary(Binary::And, &one, &other)).expect("there are robots")
}

#[test]
fn other_words_mean_what_people_mean_by_them() {
    let lexicon = household();
    let mut wrong = Vec::new();
    for (words, formula) in READ {
        match translate(words, &lexicon) {
            Err(refusal) => wrong.push(format!("{words}: {refusal}")),
            Ok(read) if !are_equivalent(&read.formula, &for_team(formula)) => {
                wrong.push(format!("{words}: {}", read.formula));
            }
            Ok(read) => {
                let again = translate(&read.paraphrase.to_string(), &lexicon).map(|again| again.formula);
                if again.as_ref() != Ok(&read.formula) {
                    wrong.push(format!("{words}: {}", read.paraphrase));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn words_that_are_near_them_are_refused() {
    let mut wrong = Vec::new();
    for (words, said, quoted) in REFUSED {
        match translate(words, &household()) {
            Ok(read) => wrong.push(format!("{words}: {}", read.formula)),
            Err(refusal) => {
                let refusal = refusal.to_string();
                if !refusal.contains(said) || !refusal.contains(&format!("{quoted:?}")) {
                    wrong.push(format!("{words}: {refusal}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
