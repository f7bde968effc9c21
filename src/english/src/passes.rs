//! The passes over words before the grammar. Each puts plain words, which the grammar reads, in place of another way to say the same.
//!
//! A pass sees words and the names of the site, no meanings. One that is not sure leaves a sentence as it is, so that the
//! grammar refuses it. They run in the order of the tables below. A comment with "before" or "after" tells where that order
//! matters. No other two neighbours were found to matter to what a sentence means, when all sentences of the corpora were read
//! with the two exchanged.

use crate::{
    answers, assured, barring, becoming, choices, cleared, colons, common_object, continuing, corrections, courtesy,
    deferred, denials, described, elided, emptying, error::EnglishError, everyday, follow_ups, holding, idioms,
    just_one, leaving, nominal, ones, opposed, otherwise, pairs, parallels, particles, pointing, possessives,
    reflexive, refusals::unclear, remaining, remarks, reordering, requests, reserved, several, solely, speaker, spoken,
    staying, summing, tokens::Token, topics, verbless, vocabulary::Vocabulary, whichever, whoever, wishes,
};

/// A pass over all sentences of a text.
type TextPass = fn(Vec<Vec<Token>>, &Vocabulary) -> Vec<Vec<Token>>;

/// The passes over a text, which need more than one sentence, or make two of one.
const OF_TEXT: [TextPass; 7] = [
    // "Is the gate open? If so, close it." to "if the gate is open, close it". Before the next pass, which would take the "if
    // not" of an answer for "otherwise".
    answers::joined,
    // "If the gate is open, close it, otherwise leave it" to two sentences, the second with "otherwise" before it.
    |cut, _| otherwise::apart(cut),
    // "Jug: shelf" to "jug to shelf", "empty the box: everything in it goes on the shelf" to what is said after the colon.
    colons::apart,
    // "Label the jars and put both of them on the rug" to "... put all the jars on the rug".
    summing::named,
    // "Its hatch" to the name of the hatch, "the rest of the jars" to the jars that were not named.
    pointing::named,
    // "The red ball here and the green one there" to "... the green ball there".
    ones::named,
    // "Open the gate. Then close it." to one sentence with "then" in it.
    follow_ups::joined,
];

/// What a pass may know beside the words of its sentence.
pub(crate) struct Around<'a> {
    pub vocabulary: &'a Vocabulary,
    /// The words of the sentence before.
    pub last: &'a [Token],
    /// Whether no sentence stands before it.
    pub is_first: bool,
    /// Whether "otherwise" stood before the words.
    pub is_otherwise: bool,
}

/// From where to where words are not clear.
type Extent = (usize, usize);

/// A pass over the words of one sentence.
enum Pass {
    /// Puts plain words in place of others.
    Reword(fn(&[Token], &Vocabulary) -> Vec<Token>),
    /// The same, where the sentences around it matter.
    RewordIn(fn(&[Token], &Around) -> Vec<Token>),
    /// Finds words that do not tell which of two things is meant, and says what to write instead.
    Refuse(fn(&[Token], &Around) -> Option<Extent>, &'static str),
    /// The same, but what is claimed of a run says by itself what "not" belongs to.
    RefuseUnlessOfRun(fn(&[Token], &Around) -> Option<Extent>, &'static str),
}

use Pass::{Refuse, RefuseUnlessOfRun, Reword, RewordIn};

/// The passes over a sentence.
const OF_SENTENCE: [Pass; 53] = [
    // "Put it on table 1, no, table 2" to "put it on table 2". First, so that nothing is made of words that are taken back.
    Reword(corrections::carried_out),
    // "The cup and the jar, no, the jug": what is left of the pass above.
    Refuse(
        |said, _| to_end(corrections::unclear(said), said),
        "what does that correct? Say the whole order again as you mean it",
    ),
    // "One of the cups, it does not matter which" to "one of the cups".
    Reword(choices::plain),
    // "The jar or the jug on the rug, but not both" to "in the end exactly one of the jar and the jug must be on the rug".
    Reword(just_one::plain),
    // "Put the jar on the rug nor the jug": nothing is denied before "nor".
    Refuse(|said, _| to_end(denials::bare_nor(said), said), "say \"neither ... nor\", or \"and\""),
    // "Nobody goes to the hall without being clean or into the store": never into the store, or not without being clean?
    Refuse(
        |said, _| to_end(denials::second_place(said), said),
        "is that forbidden always, or only without what? Say one sentence for each of them",
    ),
    // "The desk needs no lamp": is it to have none?
    Refuse(
        |said, _| to_end(wishes::unneeded(said), said),
        "it asks for nothing: say what must be, or what must never be, or leave it out",
    ),
    // "Can one of the guards close it?" to "let one of the guards close it". Before courtesy, which drops the "please" by which
    // "can the gate be closed, please?" is known for a request.
    Reword(requests::plain),
    // "Robot 1 should open the gate before robot 2 goes there" to "let robot 1 open the gate before ...": an order, not a rule.
    Reword(requests::before_another),
    // "Throw the tip away" to "put the tip in the bin", "wipe the desk down" to "wipe the desk". Before the pass for
    // deeds that a noun names: "is due for a wipe" becomes "needs a wipe" here.
    Reword(idioms::plain),
    // "Could you open it, please?" to "open it". Before the passes that look for an order or for the end of a sentence, which
    // are most of those below.
    Reword(courtesy::plain),
    // "Never open it, it is broken" to "never open it". Before the passes that look for the end of what is forbidden.
    Reword(remarks::without_why),
    // "..., the gate shut afterwards" to "..., and in the end the gate is shut".
    Reword(assured::afterwards),
    // "Over onto the rug" to "onto the rug".
    Reword(particles::plain),
    // "The cart's battery is low" to "the battery of the cart is low".
    Reword(possessives::plain),
    // "Open or close the gate" to "open the gate or close the gate".
    Reword(common_object::plain),
    // "Robot 1 alone may open it", "nobody else may" to "only robot 1 may open it".
    Reword(solely::plain),
    // "At most one jar may be on a shelf at a time": on each?
    Refuse(
        |said, around| to_end(verbless::unclear(said, around.vocabulary), said),
        "on each of them, or on all of them together? Say \"on each ...\", or name them",
    ),
    // "Lamps never on the rug" to "lamps must never be on the rug".
    Reword(verbless::plain),
    // "Only jars go in the box", "nothing goes in the box except jars" to "only jars may be in the box".
    Reword(reserved::plain),
    // "The jar must not leave the shelf until ..." to "the jar must stay on the shelf until ...".
    Reword(remaining::plain),
    // "Whoever opens the box closes it again" to "every robot that opens the box must close the box again".
    Reword(whoever::plain),
    // "The jar and the jug, on the shelf" to "the jar and the jug on the shelf".
    Reword(topics::plain),
    // "Robot 1, grab the jar and keep hold of it" to "in the end robot 1 must hold the jar".
    Reword(holding::plain),
    // "See that the gate is shut and the lamp is on" to "see that the gate is shut and see that the lamp is on".
    Reword(assured::each),
    // "Take it there, then see that the door is shut again": that it is shut. After courtesy, which ends the sentence there.
    Reword(assured::plain),
    // "Close all doors, but open door 1" to "close all doors except door 1, and open door 1".
    Reword(opposed::plain),
    // "The cups go on the shelf and the lamp in the box. They must never be in the hall."
    Refuse(
        |said, around| to_end(parallels::unclear(said, around.last, around.vocabulary), said),
        "which of them? Say the things by name",
    ),
    // "Don't open the gate and take the box": does "not" belong to both? After courtesy, so that "?" is not
    // quoted; before the pass for what is left, which rewords a part of "don't leave it open and nothing in it".
    RefuseUnlessOfRun(
        |said, around| to_end(denials::unclear(said, around.vocabulary), said),
        "say \"or\" for none of them, or \"but\" before what is to be done",
    ),
    // "Take it to the desk, but clean it first" to "first clean it, then take it to the desk".
    Reword(reordering::plain),
    // "Take it to the desk, but clean them first": before which of them? After the pass above, which knows of some.
    Refuse(
        |said, around| to_end(reordering::unclear(said, around.last, around.vocabulary), said),
        "before which of them? Say \"first ..., then ...\" in the order in which it is done",
    ),
    // "Robot 1 should put the jar on the rug or robot 2".
    Refuse(
        |said, around| to_end(elided::unclear(said, around.vocabulary), said),
        "is that another place, or another robot that may do it? Say it in full",
    ),
    // "Take the jar to the rug, the jug stays there": on the rug, or where it is?
    Refuse(
        |said, around| staying::unclear(said, around.last, around.vocabulary),
        "where is that? Say the place by its name, or \"where it is\"",
    ),
    // "Pear, shelf" to "pear to shelf".
    Reword(pairs::plain),
    // "Put it in the case, which is to be closed afterwards" to "put it in the case, then close the case".
    Reword(continuing::plain),
    // "Robot 1 takes the cup to the sink, robot 2 the plate" to "..., robot 2 takes the plate to the sink".
    Reword(elided::plain),
    // "Give the board a wipe" to "wipe the board".
    Reword(nominal::plain),
    // "Flatten both needles" to "get both needles flat".
    Reword(becoming::plain),
    // "Clean yourself" to "clean itself", or without a word for who is cleaned, as the site says it.
    Reword(reflexive::plain),
    // "The doors of rooms 1 and 2" to "the door of room 1 and the door of room 2".
    Reword(several::plain),
    // "Robot 1 to the sink" to "robot 1, go to the sink", "the door needs opening" to "the door needs to be opened".
    Reword(spoken::plain),
    // "Open it, but not before the cup is there" to "open it, and do not open it before the cup is there".
    Reword(deferred::plain),
    // "Robot 1 should open it, not robot 2" to "robot 1 should open it, and robot 2 must never open it".
    Reword(barring::plain),
    // "Robot 1 should go to the sink and wait there" to "robot 1 must end up in the sink".
    Reword(staying::plain),
    // "Any toy that is still on the rug" to "every toy that is on the rug".
    Reword(described::plain),
    // "Once everything is off it" to "once nothing is on it".
    Reword(cleared::plain),
    // "Whichever hatch is open" to "every hatch that is open". Before the next pass, which reads "it" after "whatever" as "them".
    Reword(whichever::plain),
    // "Clear the table. Everything goes on the shelf": all that there is?
    Refuse(
        |said, around| emptying::unclear(said, around.last, around.vocabulary),
        "everything there is? If not, say where it is: \"everything on ...\"",
    ),
    // "By the end of the shift" to "by the end", "clear the table" to "take everything off the table".
    RewordIn(|said, around| everyday::plain(said, around.is_first, around.vocabulary)),
    // "Leave the cups where they are" to "do not touch the cups".
    RewordIn(|said, around| leaving::plain(said, around.is_otherwise, around.vocabulary)),
    // "Robot 2 must not leave anything on the table". After the pass above, which reads it as an order.
    Refuse(|said, _| to_end(leaving::unclear(said), said), "say what must be in the end, or what must never be"),
    // "Bring me the cup". Last: passes above leave out "me" where a place is told.
    Refuse(
        |said, around| speaker::is_brought_nowhere(said, around.vocabulary).map(|me| (me, me + 1)),
        "nobody knows where you are: say the place where it is to be",
    ),
    // "Close it, because it is cold" to "close it".
    Reword(remarks::without),
];

fn to_end(begin: Option<usize>, said: &[Token]) -> Option<Extent> {
    begin.map(|begin| (begin, said.len()))
}

/// The sentences of a text after its passes.
pub(crate) fn over_text(sentences: Vec<Vec<Token>>, vocabulary: &Vocabulary) -> Vec<Vec<Token>> {
    OF_TEXT.iter().fold(sentences, |sentences, pass| pass(sentences, vocabulary))
}

/// A sentence in plain words.
pub(crate) struct Plain {
    pub words: Vec<Token>,
    /// The refusal of all its readings but those that claim something of a run.
    pub unless_of_run: Option<EnglishError>,
}

/// A sentence after its passes; the words are quoted from the text where they are not clear.
///
/// # Errors
/// [`EnglishError::Unclear`] with what to say instead.
pub(crate) fn over_sentence(text: &str, sentence: &[Token], around: &Around) -> Result<Plain, EnglishError> {
    let mut plain = Plain { words: sentence.to_vec(), unless_of_run: None };
    for pass in &OF_SENTENCE {
        let words = plain.words.as_slice();
        match pass {
            Reword(reword) => plain.words = reword(words, around.vocabulary),
            RewordIn(reword) => plain.words = reword(words, around),
            Refuse(find, mend) => {
                if let Some(extent) = find(words, around) {
                    return Err(unclear(text, words, extent, mend));
                }
            }
            RefuseUnlessOfRun(find, mend) => {
                plain.unless_of_run = find(words, around).map(|extent| unclear(text, words, extent, mend));
            }
        }
    }
    Ok(plain)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use surefleet_fleet::RobotId;
    use surefleet_world::{Domain, Robot, World};

    use super::*;
    use crate::tokens;

    /// For each pass a site, an example, perhaps after another sentence, and the words after it; "?" for a refusal.
    const EXAMPLES: [(&str, &str, &str); OF_SENTENCE.len()] = [
        ("household", "put it on the table, no, the shelf", "put it on the shelf"),
        ("household", "put the red apple and the kettle on the table, no, the fridge", "?"),
        (
            "household",
            "put one of the apples on the table, it does not matter which",
            "put one of the apples on the table",
        ),
        (
            "household",
            "put the red apple or the green apple on the table, but not both",
            "in the end exactly one of the red apple and the green apple must be on the table",
        ),
        ("household", "put the red apple on the table nor the green apple", "?"),
        ("hospital", "nobody goes into room 1 without being charged or into room 2", "?"),
        ("household", "the table needs no apple", "?"),
        ("hospital", "can one of the assistants open door 1?", "let one of the assistants open door 1"),
        (
            "hospital",
            "assistant 1 should open door 1 before porter 1 enters room 1",
            "let assistant 1 open door 1 before porter 1 enters room 1",
        ),
        ("flat", "wipe the floor down", "wipe the floor"),
        ("household", "could you open the fridge, please?", "open the fridge"),
        ("household", "never open the fridge, it is broken", "never open the fridge"),
        (
            "household",
            "red apple in the fridge, fridge shut afterwards",
            "red apple in the fridge , and in the end fridge is shut",
        ),
        ("household", "bring the red apple over onto the table", "bring the red apple onto the table"),
        (
            "hospital",
            "if the porter's battery is low, open door 1",
            "if the battery of the porter is low , open door 1",
        ),
        ("laboratory", "never open or close the freezer", "never open the freezer or close the freezer"),
        ("household", "robot 1 alone may open the fridge", "only robot 1 may open the fridge"),
        ("household", "at most one apple may be on a surface at a time", "?"),
        ("household", "knives never on the stove", "knives must never be on the stove"),
        ("household", "nothing goes on the stove except a kettle", "only kettles may be on the stove"),
        (
            "laboratory",
            "sample 4 must not leave the freezer until sample 2 is warmed",
            "sample 4 must stay in the freezer until sample 2 is warmed",
        ),
        (
            "hospital",
            "whoever opens the pharmacy door closes it again",
            "every robot that opens the pharmacy door must close the pharmacy door again",
        ),
        ("household", "the red apple and the kettle 1, on the table", "the red apple and the kettle 1 on the table"),
        ("household", "robot 1, grab the red apple and keep hold of it", "in the end robot 1 must hold the red apple"),
        (
            "household",
            "see that the fridge is shut and drawer 1 is open",
            "see that the fridge is shut and see that drawer 1 is open",
        ),
        ("hospital", "make bed 1, then see that door 1 is shut again", "make bed 1 , then see that door 1 is shut"),
        ("hospital", "close all doors, but open door 2", "close all doors except door 2 , and open door 2"),
        ("household", "the apples go on the table and the kettle 1 in the sink. they must never be on the stove", "?"),
        ("household", "do not open the fridge and take the red apple", "?"),
        (
            "household",
            "put the red apple on the table, but open the fridge first",
            "first open the fridge , then put the red apple on the table",
        ),
        ("household", "put the red apple on the table, but open them first", "?"),
        ("household", "robot 1 should put the red apple on the table or robot 2", "?"),
        ("household", "put the red apple on the table, the green apple stays there", "?"),
        ("household", "red apple, shelf", "red apple to shelf"),
        (
            "household",
            "put it in the fridge, which is to be closed afterwards",
            "put it in the fridge , then close the fridge",
        ),
        (
            "household",
            "robot 1 takes the red apple to the sink, robot 2 the green apple",
            "robot 1 takes the red apple to the sink , robot 2 takes the green apple to the sink",
        ),
        ("laboratory", "give bench 1 a wipe", "wipe bench 1"),
        ("laboratory", "sterilise the pipette", "get the pipette sterile"),
        ("hospital", "disinfect yourself", "disinfect itself"),
        ("hospital", "open the doors of rooms 1 and 2", "open the door of room 1 and the door of room 2"),
        ("household", "the fridge needs opening", "the fridge needs to be opened"),
        (
            "household",
            "open the fridge, but not before the red apple is on the table",
            "open the fridge , and do not open the fridge before the red apple is on the table",
        ),
        (
            "household",
            "robot 1 should open the fridge, not robot 2",
            "robot 1 should open the fridge , and robot 2 must never open the fridge",
        ),
        ("household", "robot 1 should go to the sink and wait there", "robot 1 must end up in the sink"),
        (
            "household",
            "any apple that is still on the table must go in the fridge",
            "every apple that is on the table must go in the fridge",
        ),
        (
            "household",
            "open the fridge once everything is off the table",
            "open the fridge once nothing is on the table",
        ),
        ("hospital", "close whichever door is open", "close every door that is open"),
        ("household", "clear the table. everything goes on the shelf", "?"),
        ("household", "clear the table by the end of the shift", "take everything off the table by the end"),
        ("household", "leave the apples where they are", "do not touch the apples"),
        ("household", "robot 2 must not leave anything on the table", "?"),
        ("household", "bring me the red apple", "?"),
        ("household", "open the fridge, because it is hot there", "open the fridge"),
    ];

    fn vocabulary(site: &str) -> Vocabulary {
        let file = format!("{}/../../config/domains/{site}.yaml", env!("CARGO_MANIFEST_DIR"));
        let domain = Domain::parse(&std::fs::read_to_string(&file).expect("the site has a file"), &file);
        let robot = |(name, kind): (&str, &str)| Robot {
            id: RobotId::new(name).expect("a plain name"),
            kind: (!kind.is_empty()).then(|| kind.to_owned()),
        };
        let team = match site {
            "household" => [("robot_1", ""), ("robot_2", "")],
            "hospital" => [("assistant_1", "assistant"), ("porter_1", "porter")],
            "laboratory" => [("arm_1", "arm"), ("rover_1", "rover")],
            _ => [("drone_1", "drone"), ("arm_1", "arm")],
        };
        Vocabulary::of(&World::new(Arc::new(domain.expect("it is sound")), &team.map(robot)).expect("the team fits"))
    }

    #[test]
    fn every_pass_puts_plain_words_in_place_of_its_example() {
        for (pass, (site, said, expected)) in OF_SENTENCE.iter().zip(EXAMPLES) {
            let vocabulary = vocabulary(site);
            let (last, said) = said.split_once(". ").unwrap_or(("", said));
            let (last, tokens) = (tokens::words(last, 0), tokens::words(said, 0));
            let around =
                Around { vocabulary: &vocabulary, last: &last, is_first: last.is_empty(), is_otherwise: false };
            let words = match pass {
                Reword(reword) => Some(reword(&tokens, &vocabulary)),
                RewordIn(reword) => Some(reword(&tokens, &around)),
                Refuse(find, _) | RefuseUnlessOfRun(find, _) => {
                    find(&tokens, &around).is_none().then(|| tokens.clone())
                }
            };
            let words = words.map_or_else(
                || "?".to_owned(),
                |words| words.iter().map(|token| token.word.as_str()).collect::<Vec<_>>().join(" "),
            );
            assert_eq!(words, expected, "{said}");
        }
    }
}
