//! Objects of verbs: lists of things, and what a verb says of them.

use surefleet_mission::Kind;

use super::{
    Sense,
    manner::Manner,
    naming::{Mention, Quantity, SUBJECT, THING},
    pattern::{Atom, Condition, Literal, Who},
    reader::{Misfit, Reader},
    verbs::{PREPOSITIONS, base},
};

/// Things of one argument.
#[derive(Debug, Clone)]
pub(super) struct Things {
    pub things: Vec<usize>,
    /// Whether they are joined by "and".
    pub is_all: bool,
    /// Whether a word among them means each of a sort: "drawers".
    pub is_every: bool,
}

impl Reader<'_> {
    /// The condition that a verb with its things states; reads the place of a location.
    pub fn about(
        &mut self,
        sense: Sense,
        holds: bool,
        who: Option<Who>,
        things: Things,
        is_negative: bool,
        manner: &Manner,
    ) -> Result<(Condition, bool), Misfit> {
        let start = self.position();
        if !holds && manner.is_negative && things.things.len() > 1 {
            return self.ambiguous(start, "write a constraint for each of them");
        }
        if sense == Sense::Location {
            let Some((words, of)) = PREPOSITIONS.iter().find(|(words, _)| self.take(words)) else {
                if !holds && self.take("from") {
                    return self.location(&things, (None, holds), is_negative, manner);
                }
                return self.misfit();
            };
            if (*words == "out of") == holds {
                return self.misfit();
            }
            return self.location(&things, (*of, holds), is_negative, manner);
        }
        let Some(predicate) = self.lexicon.predicate(sense, None) else {
            return self.unobservable(start, "of such a thing".to_owned(), "speak of what it tells".to_owned());
        };
        let fits = |&thing: &usize| self.lexicon.kinds(sense, 0).contains(&self.lexicon.things[thing].kind);
        if !things.things.iter().all(fits) {
            return self.misfit();
        }
        let who = who.filter(|_| self.lexicon.predicates[predicate].names_robot);
        let is_all = things.is_all;
        let literal = |thing: usize| Literal { atom: Atom { predicate, who, things: vec![thing] }, holds };
        let literals: Vec<Literal> = things.things.iter().map(|&thing| literal(thing)).collect();
        let is_list = literals.len() > 1 && is_all;
        Ok((Condition { literals, is_all }, is_list))
    }

    /// The place of a location.
    fn location(
        &mut self,
        things: &Things,
        (preposition, holds): (Option<&str>, bool),
        is_negative: bool,
        manner: &Manner,
    ) -> Result<(Condition, bool), Misfit> {
        let start = self.position();
        let mut manner = *manner;
        let places =
            self.things(self.lexicon.kinds(Sense::Location, 1), "place", is_negative || !holds, &mut manner)?;
        let fits = |&thing: &usize| self.lexicon.things[thing].kind == Kind::Item;
        if !things.things.iter().all(fits) {
            return self.misfit();
        }
        if things.things.len() > 1 && places.things.len() > 1 && things.is_all != places.is_all {
            return self.ambiguous(start, "write a constraint for each of the things");
        }
        if !holds && places.things.len() > 1 {
            return self.ambiguous(start, "write a constraint for each of the places");
        }
        let is_one = things.things.len() * places.things.len() == 1;
        let is_all = if things.things.len() > 1 { things.is_all } else { places.is_all };
        let mut literals = Vec::new();
        for &item in &things.things {
            for &place in &places.things {
                let usual = self.lexicon.things[place].preposition.word();
                let Some(predicate) = self.lexicon.predicate(Sense::Location, preposition.or(Some(usual))) else {
                    return self.unobservable(
                        start,
                        "where things are".to_owned(),
                        "speak of what it tells".to_owned(),
                    );
                };
                literals.push(Literal { atom: Atom { predicate, who: None, things: vec![item, place] }, holds });
            }
        }
        Ok((Condition { literals, is_all }, is_all && !is_one))
    }

    /// Reads things joined by "or" or by "and".
    pub fn things(
        &mut self,
        kinds: &[Kind],
        expected: &'static str,
        is_negative: bool,
        manner: &mut Manner,
    ) -> Result<Things, Misfit> {
        let start = self.position();
        let is_both = self.take("both") && !self.take("of");
        self.take_any(&["either", "neither"]);
        let first = self.mention(kinds, expected)?;
        let mut sorts = vec![first];
        let (mut has_or, mut has_and) = (false, false);
        loop {
            let more = self.attempt(|reader| {
                let comma = reader.take(",");
                let (or, and) = (reader.take_any(&["or", "nor"]), reader.take("and"));
                if !comma && !or && !and {
                    return Err(Misfit);
                }
                if expected == GOAL {
                    reader.take_any(&["at", "to", "in", "on"]);
                }
                let mention = reader.mention(kinds, expected)?;
                // "the fridge is open or the drawer is closed": another clause begins.
                let begins_clause = reader.peek(0).is_some_and(|word| {
                    matches!(base(word), "be" | "must" | "should" | "may" | "can" | "stay" | "remain" | "have")
                });
                let is_list_of_subjects = sorts.len() == 1 && matches!(expected, THING | SUBJECT);
                if begins_clause && !is_list_of_subjects { Err(Misfit) } else { Ok((mention, or, and)) }
            });
            let Some((mention, or, and)) = more else { break };
            (has_or, has_and) = (has_or || or, has_and || and);
            sorts.push(mention);
        }
        manner.is_both |= is_both;
        if has_or && has_and || (sorts.len() > 1 && !has_or && !has_and) {
            return self.ambiguous(start, "join things by \"or\" or by \"and\", not by both");
        }
        if has_and && manner.is_negative && !manner.is_both && expected != THING {
            return self.ambiguous(start, "say \"or\" for none of them, \"both\" for not both at the same time");
        }
        let is_each = |mention: &Mention| mention.quantity == Quantity::All && mention.things.len() > 1;
        let is_every = sorts.iter().any(is_each);
        if !is_negative && !is_both && expected != THING && is_every {
            return self.ambiguous(start, "name them, joined by \"and\" or by \"or\"");
        }
        let mut things: Vec<usize> = sorts.into_iter().flat_map(|mention| mention.things).collect();
        let mut seen = Vec::new();
        things.retain(|thing| {
            !seen.contains(thing) && {
                seen.push(*thing);
                true
            }
        });
        if is_both && things.len() != 2 {
            return self.ambiguous(start, "name the two of them");
        }
        Ok(Things { things, is_all: has_and || is_both, is_every })
    }
}

/// What robots go to, are at, and touch.
const GOAL: &str = "thing that robots go to";

/// What is expected where such a verb must be followed by a name.
pub(super) fn expected(sense: Sense) -> &'static str {
    match sense {
        Sense::Possession | Sense::Location => "item",
        Sense::Opening => "container",
        _ => GOAL,
    }
}
