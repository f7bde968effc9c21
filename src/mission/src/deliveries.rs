//! Sentences that ask for items to be moved.

use crate::{
    Subtask,
    cursor::{Cursor, Mention, Misfit},
    objects::PlaceId,
    sentence_forms::NO_PLACE,
};

/// A sub-task as its words describe it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OutlinedSubtask {
    /// The sub-task. An open part lists everything that it may be.
    pub subtask: Subtask,
    /// Whether one certain item is meant, but the words do not tell which.
    pub leaves_item: bool,
    /// Whether the words do not tell where to put the items; then the destinations are empty.
    pub leaves_place: bool,
}

const MOVE: [&str; 12] =
    ["deliver", "move", "bring", "put", "place", "carry", "take", "transfer", "transport", "relocate", "set", "get"];
const FETCH: [&str; 8] = ["pick up", "take", "grab", "get", "fetch", "find", "collect", "pick"];
const LEAVE: [&str; 8] = ["put", "place", "bring", "carry", "deliver", "take", "leave", "set"];
const TOWARDS: [&str; 9] = ["over to", "onto", "on to", "into", "in to", "to", "on", "in", "at"];
const WISH: [&str; 9] = [
    "i want",
    "i need",
    "i would like",
    "i'd like",
    "we need",
    "we want",
    "make sure that",
    "make sure",
    "see to it that",
];
const END_UP: [&str; 21] = [
    "should end up",
    "must end up",
    "should go",
    "must go",
    "should be",
    "must be",
    "shall be",
    "need to be",
    "needs to be",
    "need to go",
    "needs to go",
    "have to be",
    "has to be",
    "have to go",
    "has to go",
    "are to be",
    "is to be",
    "are to go",
    "is to go",
    "belong",
    "belongs",
];
/// Words for a desired state. "are" and "is" express a wish only after a word of wishing.
const BE: [&str; 7] = ["to be", "end up", "ends up", "are", "is", "go", "goes"];
const ASKS: [&str; 6] = ["needs", "is to get", "should get", "must get", "gets", "should have"];

/// Reads a clause; after another one, the short form "and the kettle to the sink" fits too.
///
/// `last` is the meaning of "there": the destinations of the sub-task before.
pub(crate) fn clause(
    cursor: &mut Cursor,
    last: Option<&[PlaceId]>,
    may_be_short: bool,
) -> Result<Vec<OutlinedSubtask>, Misfit> {
    let subtasks = cursor
        .attempt(|c| fetched(c, last))
        .or_else(|| cursor.attempt(|c| following(c)))
        .or_else(|| cursor.attempt(|c| moved(c, last)))
        .or_else(|| cursor.attempt(|c| place_first(c)))
        .or_else(|| cursor.attempt(|c| wished(c, last)))
        .or_else(|| cursor.attempt(|c| ending_up(c, last)))
        .or_else(|| cursor.attempt(|c| asked_for(c)))
        .or_else(|| cursor.attempt(|c| somewhere(c)))
        .or_else(|| may_be_short.then(|| cursor.attempt(|c| items_then_place(c, last))).flatten())
        .ok_or(Misfit)?;
    cursor.take_any(&["as well", "too"]);
    Ok(subtasks)
}

/// "take the apple and put it on the table"
fn fetched(cursor: &mut Cursor, last: Option<&[PlaceId]>) -> Result<Vec<OutlinedSubtask>, Misfit> {
    cursor.expect(&FETCH)?;
    let mentions = mentions(cursor)?;
    cursor.take(",");
    cursor.expect(&["and then", "and", "then"])?;
    cursor.expect(&LEAVE)?;
    let start = cursor.position();
    let is_plural = cursor.take("them");
    if !is_plural {
        cursor.expect(&["it"])?;
    }
    let is_one = matches!(mentions.as_slice(), [Mention::AnyOf(_) | Mention::Unsaid(_)]);
    if is_one == is_plural {
        return cursor.ambiguous(start, "say \"it\" of one item and \"them\" of several");
    }
    Ok(outlined(mentions, &destinations(cursor, last)?))
}

/// "bring the following to the table: the bread and apple 1"
fn following(cursor: &mut Cursor) -> Result<Vec<OutlinedSubtask>, Misfit> {
    cursor.expect(&MOVE)?;
    cursor.expect(&["the following items", "the following", "these items", "these"])?;
    let places = destinations(cursor, None)?;
    cursor.expect(&[":"])?;
    Ok(outlined(mentions(cursor)?, &places))
}

/// "deliver the bread and the apple to the table"
fn moved(cursor: &mut Cursor, last: Option<&[PlaceId]>) -> Result<Vec<OutlinedSubtask>, Misfit> {
    cursor.expect(&MOVE)?;
    items_then_place(cursor, last)
}

/// "to the table, bring the bread", "to the table: the bread" (but "on the table: the bread" describes a state)
fn place_first(cursor: &mut Cursor) -> Result<Vec<OutlinedSubtask>, Misfit> {
    let start = cursor.position();
    let is_direction = cursor.take_any(&["over to", "to", "onto", "into"]);
    cursor.back_to(start);
    let places = destinations(cursor, None)?;
    if !(is_direction && cursor.take(":")) {
        cursor.take(",");
        cursor.expect(&MOVE)?;
    }
    Ok(outlined(mentions(cursor)?, &places))
}

/// "I want the bread on the table", "make sure that the bread is on the table"
fn wished(cursor: &mut Cursor, last: Option<&[PlaceId]>) -> Result<Vec<OutlinedSubtask>, Misfit> {
    cursor.expect(&WISH)?;
    let mentions = mentions(cursor)?;
    if !cursor.take_any(&END_UP) {
        cursor.take_any(&BE);
    }
    Ok(outlined(mentions, &destinations(cursor, last)?))
}

/// "the bread and apple 1 should end up on the table"
fn ending_up(cursor: &mut Cursor, last: Option<&[PlaceId]>) -> Result<Vec<OutlinedSubtask>, Misfit> {
    let mentions = mentions(cursor)?;
    cursor.expect(&END_UP)?;
    cursor.take_any(&["brought", "moved", "delivered", "put", "placed", "taken", "carried"]);
    Ok(outlined(mentions, &destinations(cursor, last)?))
}

/// "the table needs the bread and apple 1"
fn asked_for(cursor: &mut Cursor) -> Result<Vec<OutlinedSubtask>, Misfit> {
    let places = place(cursor)?;
    cursor.expect(&ASKS)?;
    Ok(outlined(mentions(cursor)?, &places))
}

fn items_then_place(cursor: &mut Cursor, last: Option<&[PlaceId]>) -> Result<Vec<OutlinedSubtask>, Misfit> {
    let mentions = mentions(cursor)?;
    Ok(outlined(mentions, &destinations(cursor, last)?))
}

/// Reads items joined by commas and "and"; an "or" among them is refused, since the grouping would be unclear.
fn mentions(cursor: &mut Cursor) -> Result<Vec<Mention>, Misfit> {
    let start = cursor.position();
    let mut mentions = vec![cursor.mention()?];
    let mut before = cursor.position();
    loop {
        let comma = cursor.take(",");
        let and = cursor.take_any(&["and also", "and", "as well as", "along with", "together with", "plus"]);
        if comma && cursor.take("or") {
            return cursor.ambiguous(start, "write \"or\" without a comma between alternatives");
        }
        match if comma || and { cursor.attempt(Cursor::mention) } else { None } {
            Some(more) => mentions.push(more),
            None => break,
        }
        before = cursor.position();
    }
    cursor.back_to(before);
    if mentions.len() > 1 && cursor.has_or_since(start) {
        return cursor.ambiguous(start, "give alternatives a sentence of their own");
    }
    Ok(mentions)
}

/// Reads "to the table", "on the table or in the sink", "there".
fn destinations(cursor: &mut Cursor, last: Option<&[PlaceId]>) -> Result<Vec<PlaceId>, Misfit> {
    match last {
        Some(last) if cursor.take_any(&["there", "to the same place", "in the same place"]) => return Ok(last.to_vec()),
        _ => {}
    }
    cursor.expect(&TOWARDS)?;
    cursor.take("either");
    let mut places = place(cursor)?;
    while cursor.take("or") {
        cursor.take_any(&TOWARDS);
        places.extend(place(cursor)?);
    }
    places.sort_unstable();
    places.dedup();
    Ok(places)
}

/// Reads one place where something can be put down, or any place of a type.
fn place(cursor: &mut Cursor) -> Result<Vec<PlaceId>, Misfit> {
    cursor.take_any(&["one of the", "any of the", "any", "the", "an", "a"]);
    cursor.places("place to put things", |domain, place| domain.options().of(crate::Action::Leave(place)).is_some())
}

/// "put the kettle away": the destination is left open.
fn somewhere(cursor: &mut Cursor) -> Result<Vec<OutlinedSubtask>, Misfit> {
    if !cursor.may_leave_open {
        return cursor.misfit();
    }
    let form = |cursor: &mut Cursor, form: &str| {
        let (before, after) = form.split_once("{items}").expect("every form names items");
        if !before.is_empty() {
            cursor.expect(&[before.trim()])?;
        }
        let mentions = mentions(cursor)?;
        if !after.is_empty() {
            cursor.expect(&[after.trim()])?;
        }
        let open = |subtask| OutlinedSubtask { leaves_place: true, ..subtask };
        Ok(outlined(mentions, &[]).into_iter().map(open).collect())
    };
    NO_PLACE.iter().find_map(|no_place| cursor.attempt(|c| form(c, no_place))).ok_or(Misfit)
}

fn outlined(mentions: Vec<Mention>, destinations: &[PlaceId]) -> Vec<OutlinedSubtask> {
    let groups = mentions.into_iter().flat_map(|mention| match mention {
        Mention::AnyOf(items) => vec![(items, false)],
        Mention::Each(items) => items.into_iter().map(|item| (vec![item], false)).collect(),
        Mention::Unsaid(items) => vec![(items, true)],
    });
    let subtask = |(items, leaves_item)| {
        let subtask = Subtask { items, destinations: destinations.to_vec() };
        OutlinedSubtask { subtask, leaves_item, leaves_place: false }
    };
    groups.map(subtask).collect()
}
