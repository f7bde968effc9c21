//! Sentences that forbid: safety requirements.

use crate::{
    Prohibition, Rule,
    cursor::{Cursor, Misfit},
    objects::{Action, ItemId, PlaceId},
    vocabulary::Objects,
};

/// The forbidden kind of action of a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verb {
    Take,
    Approach,
    Open,
    Leave,
}

/// Verbs by themselves, after "avoid", and after "must not be".
const VERBS: [(Verb, [&[&str]; 3]); 4] = [
    (
        Verb::Take,
        [
            &["grab", "pick up", "take", "touch", "hold", "handle", "lift", "move"],
            &["grabbing", "picking up", "taking", "touching", "holding", "handling", "lifting", "moving"],
            &["grabbed", "picked up", "taken", "touched", "held", "handled", "lifted", "moved"],
        ],
    ),
    (
        Verb::Approach,
        [
            &["approach", "go near", "come near", "go close to", "get close to", "go to"],
            &["approaching", "going near", "coming near", "going close to", "getting close to", "going to"],
            &["approached"],
        ],
    ),
    (Verb::Open, [&["open up", "open"], &["opening up", "opening"], &["opened up", "opened"]]),
    (
        Verb::Leave,
        [
            &[
                "put anything down",
                "put anything",
                "place anything",
                "leave anything",
                "put things",
                "put down anything",
            ],
            &["putting anything down", "putting anything", "placing anything", "leaving anything", "putting things"],
            &[],
        ],
    ),
];

const NEVER: [&str; 22] = [
    "should never",
    "must never",
    "may never",
    "shall never",
    "can never",
    "should not",
    "must not",
    "may not",
    "shall not",
    "can not",
    "cannot",
    "shouldn't",
    "mustn't",
    "is not allowed to",
    "are not allowed to",
    "is never to",
    "are never to",
    "is not to",
    "are not to",
    "never",
    "does not",
    "do not",
];
const MAY: [&str; 10] =
    ["should ever", "must ever", "may ever", "is ever to", "should", "must", "may", "can", "is allowed to", "is to"];
const KEEP_OFF: [&str; 4] = ["stay away from", "keep away from", "keep clear of", "stay clear of"];

/// Reads a safety requirement.
pub(crate) fn rule(cursor: &mut Cursor) -> Result<Rule, Misfit> {
    cursor.take_any(&["make sure that", "make sure"]);
    cursor
        .attempt(nobody)
        .or_else(|| cursor.attempt(command))
        .or_else(|| cursor.attempt(somebody))
        .or_else(|| cursor.attempt(passive))
        .or_else(|| cursor.attempt(kept_shut))
        .ok_or(Misfit)
}

/// Reads a safety requirement that begins with its subject.
pub(crate) fn rule_with_subject(cursor: &mut Cursor) -> Result<Rule, Misfit> {
    cursor.attempt(nobody).or_else(|| cursor.attempt(somebody)).ok_or(Misfit)
}

/// "no robot may open the fridge"
fn nobody(cursor: &mut Cursor) -> Result<Rule, Misfit> {
    cursor.expect(&["no robot", "none of the robots", "nobody", "no one"])?;
    cursor.expect(&MAY)?;
    Ok(Rule { robot: None, never: forbidden(cursor, 0)? })
}

/// "never grab a knife", "avoid opening the fridge", "keep away from the knives"
fn command(cursor: &mut Cursor) -> Result<Rule, Misfit> {
    let never = if cursor.take_any(&["avoid", "refrain from"]) {
        forbidden(cursor, 1)?
    } else if cursor.take_any(&KEEP_OFF) {
        Prohibition::Approach(items(cursor)?)
    } else {
        cursor.expect(&["never ever", "never", "do not ever", "do not", "don't ever", "don't", "not"])?;
        forbidden(cursor, 0)?
    };
    Ok(Rule { robot: None, never })
}

/// "robot 1 must never pick up a knife", "all robots should avoid opening the fridge"
fn somebody(cursor: &mut Cursor) -> Result<Rule, Misfit> {
    let robot = subject(cursor)?;
    if cursor.take_any(&NEVER) {
        return Ok(Rule { robot, never: forbidden(cursor, 0)? });
    }
    cursor.take_any(&["should", "must", "has to", "have to", "is to", "are to", "needs to", "need to"]);
    if cursor.take_any(&["avoid", "avoids", "refrain from"]) {
        return Ok(Rule { robot, never: forbidden(cursor, 1)? });
    }
    cursor.expect(&KEEP_OFF)?;
    Ok(Rule { robot, never: Prohibition::Approach(items(cursor)?) })
}

/// "the fridge must not be opened by robot 2"
fn passive(cursor: &mut Cursor) -> Result<Rule, Misfit> {
    let names = cursor.position();
    let skipped = cursor.attempt(items).is_some() || cursor.attempt(containers).is_some();
    if !skipped {
        return cursor.misfit();
    }
    cursor.expect(&NEVER)?;
    cursor.expect(&["be"])?;
    let verb = verb(cursor, 2)?;
    let after = cursor.position();
    cursor.back_to(names);
    let never = objects(cursor, verb)?;
    cursor.back_to(after);
    let robot = if cursor.take("by") { by_subject(cursor)? } else { None };
    Ok(Rule { robot, never })
}

/// "keep the fridge closed", "the fridge must stay closed"
fn kept_shut(cursor: &mut Cursor) -> Result<Rule, Misfit> {
    let is_command = cursor.take_any(&["keep", "leave"]);
    let places = containers(cursor)?;
    if !is_command {
        cursor.expect(&["must", "should", "shall", "has to", "have to"])?;
        cursor.expect(&["stay", "remain", "be kept"])?;
    }
    cursor.expect(&["closed", "shut"])?;
    Ok(Rule { robot: None, never: Prohibition::Open(places) })
}

fn subject(cursor: &mut Cursor) -> Result<Option<usize>, Misfit> {
    let everyone =
        ["all robots", "all the robots", "all of the robots", "every robot", "the robots", "robots", "you", "they"];
    if cursor.take_any(&everyone) {
        return Ok(None);
    }
    if cursor.team.len() == 1 && cursor.take("the robot") {
        return Ok(None);
    }
    cursor.robot().map(Some)
}

fn by_subject(cursor: &mut Cursor) -> Result<Option<usize>, Misfit> {
    if cursor.take_any(&["any robot", "any of the robots", "anyone", "anybody"]) { Ok(None) } else { subject(cursor) }
}

/// Reads a verb, or two joined by "or", with what it forbids; `form` picks among the columns of [`VERBS`].
fn forbidden(cursor: &mut Cursor, form: usize) -> Result<Prohibition, Misfit> {
    let mut read = verb(cursor, form)?;
    while cursor.take_any(&["or even", "or", "nor"]) {
        let start = cursor.position();
        match (read, verb(cursor, form)?) {
            (one, other) if one == other => {}
            (Verb::Take | Verb::Approach, Verb::Take | Verb::Approach) => read = Verb::Approach,
            _ => return cursor.ambiguous(start, "write a requirement for each verb"),
        }
    }
    objects(cursor, read)
}

fn verb(cursor: &mut Cursor, form: usize) -> Result<Verb, Misfit> {
    match VERBS.iter().find(|(_, forms)| cursor.take_any(forms[form])) {
        Some((verb, _)) => Ok(*verb),
        None => cursor.misfit(),
    }
}

fn objects(cursor: &mut Cursor, verb: Verb) -> Result<Prohibition, Misfit> {
    Ok(match verb {
        Verb::Take => Prohibition::Take(items(cursor)?),
        Verb::Approach => Prohibition::Approach(items(cursor)?),
        Verb::Open => {
            cursor.take_any(&["the door of", "the doors of"]);
            Prohibition::Open(containers(cursor)?)
        }
        Verb::Leave => {
            cursor.expect(&["down on", "down in", "onto", "on", "into", "in", "at"])?;
            Prohibition::Leave(places(cursor, "place to put things", Action::Leave)?)
        }
    })
}

fn containers(cursor: &mut Cursor) -> Result<Vec<PlaceId>, Misfit> {
    places(cursor, "container", Action::Open)
}

/// Reads items joined in any way: a requirement forbids each of them.
fn items(cursor: &mut Cursor) -> Result<Vec<ItemId>, Misfit> {
    listed(cursor, |cursor| match cursor.items()?.objects {
        Objects::Items(items) => Ok(items),
        Objects::Places(_) => unreachable!("items() reads items"),
    })
}

/// Reads places that the action can be applied to, joined in any way.
fn places(
    cursor: &mut Cursor,
    expected: &'static str,
    action: impl Fn(PlaceId) -> Action,
) -> Result<Vec<PlaceId>, Misfit> {
    listed(cursor, |cursor| cursor.places(expected, |domain, place| domain.options().of(action(place)).is_some()))
}

fn listed<T: Ord>(
    cursor: &mut Cursor,
    mut one: impl FnMut(&mut Cursor) -> Result<Vec<T>, Misfit>,
) -> Result<Vec<T>, Misfit> {
    let mut article_then_one = |cursor: &mut Cursor| {
        cursor.take_any(&[
            "any one of the",
            "any of the",
            "one of the",
            "either of the",
            "all of the",
            "all the",
            "both the",
            "both",
            "either",
            "all",
            "any",
            "every",
            "the",
            "an",
            "a",
        ]);
        one(cursor)
    };
    let mut all = article_then_one(cursor)?;
    loop {
        let before = cursor.position();
        let comma = cursor.take(",");
        let joined = cursor.take_any(&["and", "or", "nor"]) || comma;
        match if joined { cursor.attempt(&mut article_then_one) } else { None } {
            Some(more) => all.extend(more),
            None => {
                cursor.back_to(before);
                break;
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}
