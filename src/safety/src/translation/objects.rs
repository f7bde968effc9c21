//! Objects of verbs: lists of things, and the statements of verbs about them.

use surefleet_mission::Kind;

use super::{
    Sense, Thing,
    condition::{Atom, Condition, Literal, Who},
    manner::{Manner, Mark},
    naming::{Mention, Quantity, SUBJECT, THING},
    reader::{Misfit, Reader},
    verbs::{PREPOSITIONS, form},
};

/// The things of one argument.
#[derive(Debug, Clone)]
pub(super) struct Things {
    pub things: Vec<usize>,
    /// Whether they are joined by "and".
    pub is_all: bool,
}

/// The robots of one argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Robots {
    pub whos: Vec<Who>,
    /// Whether they are joined by "and".
    pub is_all: bool,
}

impl Robots {
    pub fn one(who: Who) -> Self {
        Self { whos: vec![who], is_all: false }
    }
}

impl Reader<'_> {
    /// The condition that a verb with its things states, and whether it lists things or robots by "and". For a location
    /// it also reads the place.
    pub fn about(
        &mut self,
        sense: Sense,
        holds: bool,
        robots: &Robots,
        things: Things,
        is_negative: bool,
        manner: &mut Manner,
    ) -> Result<(Condition, bool), Misfit> {
        let start = self.position();
        if !holds && manner.is_negative() && things.things.len() > 1 {
            return self.ambiguous(start, "write a constraint for each of them");
        }
        if sense == Sense::Location {
            let Some((words, of)) = PREPOSITIONS.iter().find(|(words, _)| self.take(words)) else {
                if holds && self.peek(0) == Some("there") {
                    return self.location(&things, (None, holds), is_negative, manner);
                }
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
        let names_robot = self.lexicon.predicates[predicate].names_robot;
        let whos: Vec<Option<Who>> =
            if names_robot { robots.whos.iter().copied().map(Some).collect() } else { vec![None] };
        if whos.len() > 1 && things.things.len() > 1 && robots.is_all != things.is_all {
            return self.ambiguous(start, "write a constraint for each of the robots");
        }
        let is_all = if things.things.len() > 1 { things.is_all } else { robots.is_all && whos.len() > 1 };
        let literal =
            |who: Option<Who>, thing: usize| Literal { atom: Atom { predicate, who, things: vec![thing] }, holds };
        let literals: Vec<Literal> =
            whos.into_iter().flat_map(|who| things.things.iter().map(move |&thing| literal(who, thing))).collect();
        let is_list = literals.len() > 1 && is_all;
        Ok((Condition { literals, is_all }, is_list))
    }

    /// Reads the place of a location.
    fn location(
        &mut self,
        things: &Things,
        (preposition, holds): (Option<&str>, bool),
        is_negative: bool,
        manner: &mut Manner,
    ) -> Result<(Condition, bool), Misfit> {
        let start = self.position();
        let places = self.things(self.lexicon.kinds(Sense::Location, 1), "place", is_negative || !holds, manner)?;
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
                let is_told_apart = self.lexicon.predicates[predicate].only.is_some();
                if let Some(said) = preposition.filter(|said| !is_told_apart && *said != usual) {
                    let phrase = self.lexicon.things[place].phrase.clone();
                    return self.unobservable(
                        start,
                        format!("what is {said} {phrase}"),
                        format!("say \"{usual} {phrase}\""),
                    );
                }
                literals.push(Literal { atom: Atom { predicate, who: None, things: vec![item, place] }, holds });
            }
        }
        Ok((Condition { literals, is_all }, is_all && !is_one))
    }

    /// Refuses to put things where no robot can put any.
    pub fn can_be_put(&mut self, start: usize, condition: &Condition) -> Result<(), Misfit> {
        let place = |literal: &Literal| literal.atom.things.get(1).copied();
        let is_container = |thing: &usize| self.lexicon.things[*thing].kind == Kind::Container;
        let filled = condition.literals.iter().filter_map(place).find(is_container);
        let Some(container) = filled.filter(|_| !self.lexicon.is_container_filled) else { return Ok(()) };
        let Thing { phrase, preposition, .. } = &self.lexicon.things[container];
        let why = format!(
            "robots put things down on surfaces only; say \"be {} {phrase}\" of what is there, or leave it out",
            preposition.word()
        );
        self.impossible(start, why)
    }

    /// Reads things joined by "or" or by "and". `is_negative`: the clause denies something of them, or says that they
    /// are kept away from.
    pub fn things(
        &mut self,
        kinds: &[Kind],
        expected: &'static str,
        is_negative: bool,
        manner: &mut Manner,
    ) -> Result<Things, Misfit> {
        let start = self.position();
        let is_subject = matches!(expected, THING | SUBJECT);
        let is_away = is_negative && !manner.is_negative();
        let is_both = self.peek(0) == Some("both") && self.take("both") && !self.take("of");
        let is_list = (1..=6).any(|ahead| self.peek(ahead) == Some("nor"));
        let is_neither = is_list && self.peek(1) != Some("of") && self.take("neither");
        let is_choice = (2..=8).any(|ahead| self.peek(ahead) == Some("or"));
        let is_either = is_choice
            && !is_neither
            && self.peek(0) == Some("either")
            && self.peek(1) != Some("of")
            && self.take("either");
        let is_only_first = manner.has(Mark::May) && !manner.is_negative() && self.take("only");
        let first = self.mention(kinds, expected)?;
        let mut sorts = vec![first];
        let mut has_or = false;
        let mut has_and = false;
        loop {
            let more = self.attempt(|reader| {
                let comma = reader.take(",");
                let or = reader.take_any(&["or", "nor"]);
                let and = reader.take("and");
                if (!comma && !or && !and) || matches!(reader.peek(0), Some("it" | "them" | "there" | "nothing")) {
                    return Err(Misfit);
                }
                if expected == GOAL || expected == PLACE {
                    reader.take_any(&["at", "to", "in", "on"]);
                }
                let mention = reader.mention(kinds, expected)?;
                // "the fridge is open or the drawer is closed": another clause begins here.
                let begins_clause = reader.begins_clause();
                let is_list_of_subjects = sorts.len() == 1 && is_subject;
                if begins_clause && !(is_list_of_subjects || (is_subject && (or || and))) {
                    Err(Misfit)
                } else {
                    Ok((mention, or, and))
                }
            });
            let Some((mention, or, and)) = more else { break };
            (has_or, has_and) = (has_or || or, has_and || and);
            sorts.push(mention);
        }
        let is_only = is_only_first || (manner.has(Mark::May) && !manner.is_negative() && self.take_any(&NOTHING_ELSE));
        if is_only {
            return self.nothing_else(start, kinds, sorts, manner);
        }
        // "No apples and no knives": none of either.
        if has_and && sorts.iter().all(|mention| mention.quantity == Quantity::No) {
            (has_or, has_and) = (true, false);
        }
        let end = self.position();
        if is_neither || sorts.iter().any(|mention| mention.quantity == Quantity::No) {
            if manner.place(Mark::NoOne).is_some_and(|place| place < start) {
                return self.ambiguous(start, "say \"no\" once: of the robots, or of the things");
            }
            manner.remove(Mark::NoOne);
            manner.add(Mark::NoOne, start, end);
        }
        if is_both && sorts.len() <= 2 {
            manner.add(Mark::Both, start, start + 1);
        }
        if has_or && has_and || (sorts.len() > 1 && !has_or && !has_and) || ((is_either || is_neither) && !has_or) {
            return self.ambiguous(start, "join things by \"or\" or by \"and\", not by both");
        }
        if has_or && is_away && !is_subject {
            return self
                .ambiguous(start, "to keep away from one of them, or from both? say \"and\", or \"never\" and \"or\"");
        }
        // "Only those may" means that none of the others may.
        let is_denied = manner.is_negative() || manner.has(Mark::Only);
        let before = start.checked_sub(1).and_then(|before| self.word(before)).map(form);
        let is_open = manner.has(Mark::May) || before.is_some_and(|verb| verb.is_ing || verb.is_third);
        if has_and && is_denied && !manner.has(Mark::Both) && expected != THING {
            return self.ambiguous(start, "say \"or\" for none of them, \"both\" for not both at the same time");
        }
        let mut joins = vec![has_and || is_both];
        for mention in sorts.iter().filter(|mention| mention.things.len() > 1) {
            match self.joined(mention, (is_denied, is_away, is_subject), is_open) {
                _ if is_both => {}
                Ok(is_all) => joins.push(is_all),
                Err(mend) => {
                    self.back_to(end);
                    return self.ambiguous(start, mend);
                }
            }
        }
        if sorts.len() == 1 && joins.len() > 1 {
            joins.remove(0);
        }
        if sorts.len() == 1 && sorts[0].quantity == Quantity::Some && sorts[0].things.len() == 1 && is_denied {
            return self.ambiguous(start, "say \"any\" or \"no\", or name what is meant");
        }
        if joins.iter().any(|is_all| *is_all != joins[0]) {
            return self.ambiguous(start, "write a constraint for each of them");
        }
        let is_all = joins[0];
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
        Ok(Things { is_all: is_all && things.len() > 1, things })
    }

    /// Reads "only bread", "bread and nothing else": among allowed things, no other item.
    fn nothing_else(
        &mut self,
        start: usize,
        kinds: &[Kind],
        sorts: Vec<Mention>,
        manner: &mut Manner,
    ) -> Result<Things, Misfit> {
        let is_plain = |mention: &Mention| {
            matches!(mention.quantity, Quantity::One | Quantity::Sort | Quantity::Those) || mention.things.len() == 1
        };
        if kinds != [Kind::Item] || !sorts.iter().all(is_plain) {
            return self.misfit();
        }
        let is_other = |thing: &usize| {
            self.lexicon.things[*thing].kind == Kind::Item
                && !sorts.iter().any(|mention| mention.things.contains(thing))
        };
        let things: Vec<usize> = (0..self.lexicon.things.len()).filter(is_other).collect();
        if things.is_empty() {
            return self.misfit();
        }
        manner.add(Mark::NoOne, start, self.position());
        Ok(Things { things, is_all: false })
    }

    /// Whether the things of a sort are joined by "and"; otherwise advice on what to say. `is_open`: any of them will
    /// do, as in "while holding knives".
    fn joined(
        &self,
        mention: &Mention,
        (is_denied, is_away, is_subject): (bool, bool, bool),
        is_open: bool,
    ) -> Result<bool, &'static str> {
        match mention.quantity {
            Quantity::Any if is_subject && !is_denied => Ok(false),
            Quantity::Any => Ok(is_away),
            Quantity::No => Ok(false),
            Quantity::Some if is_denied || is_away => Err("say \"any\" or \"no\", or name what is meant"),
            Quantity::Some => Ok(false),
            Quantity::All if is_denied => Err("say \"any\" for none of them, or name them"),
            Quantity::All => Ok(true),
            Quantity::Sort | Quantity::Those if is_denied => Ok(false),
            Quantity::Sort if is_open && !is_away && !is_subject => Ok(false),
            Quantity::Sort if !is_away && !is_subject => Err("name them, joined by \"and\" or by \"or\""),
            Quantity::Sort | Quantity::Those => Ok(true),
            Quantity::One => Ok(false),
        }
    }
}

/// Words after things that exclude all others.
const NOTHING_ELSE: [&str; 4] = ["and nothing else", "but nothing else", ", but nothing else", "nothing else"];

/// The things that robots go to, are at, and touch.
const GOAL: &str = "thing that robots go to";
/// The things that other things are put on.
const PLACE: &str = "place";

/// The expected kind of name after a verb of this sense.
pub(super) fn expected(sense: Sense) -> &'static str {
    match sense {
        Sense::Possession | Sense::Location => "item",
        Sense::Opening => "container",
        _ => GOAL,
    }
}
