//! Orders: "open the fridge", "let robot 2 open it", "keep it open", "have it open".

use std::rc::Rc;

use crate::{
    inflection::{Form, Want},
    meaning::{Act, Aspect, Clause, Deed, Det, Filler, Mark, Mood, Noun, Np, Vp, Who, plain},
    predicates::Predicate,
    reader::{Found, Reader},
    wishes::tells_when_away,
};

/// Whoever is called: what the robots of a kind are called is a name where there is one of them.
fn called(whom: &Np) -> Np {
    match whom {
        Np::Noun(noun) if noun.members.len() == 1 => Np::Noun(Noun { det: Det::Name, ..noun.clone() }),
        other => other.clone(),
    }
}

impl Reader<'_> {
    /// "Open the fridge", "do not open it", "robot 2, open it", "let robot 2 open it".
    pub(crate) fn orders(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        let start = self.skip(at, "please");
        let (after, is_not) = match self.after(start, "do not") {
            Some(after) => (after, true),
            None => (self.after_any(start, &["do", "go and", "just", "go ahead and"]).unwrap_or(start), false),
        };
        let mut add = |subject: Option<Np>, predicate: Predicate, end: usize, is_not: bool| {
            let (vp, mut marks) = predicate;
            if is_not {
                marks.insert(0, (Mark::Not, start));
            }
            for (clause, end) in self.finished(subject.clone(), (vp.clone(), marks.clone()), Mood::Order, at, end) {
                if subject.is_none()
                    && let Some(comma) = self.after(end, ",")
                {
                    for (whom, end) in self.robots(comma) {
                        found.push((Clause { subject: Some(whom), end, ..clause.clone() }, end));
                    }
                }
                found.push((clause, end));
            }
        };
        for (predicate, end) in self.predicates(after, Want::Base) {
            add(None, predicate, end, is_not);
        }
        for (whom, middle) in self.robots(start) {
            let Some(after) = self.after(middle, ",").or_else(|| self.after(middle, ":")) else { continue };
            let after = self.skip(after, "please");
            let (after, is_not) = self.after(after, "do not").map_or((after, false), |after| (after, true));
            let after = self.after_any(after, &["go and", "just"]).unwrap_or(after);
            for (predicate, end) in self.predicates(after, Want::Base) {
                add(Some(called(&whom)), predicate, end, is_not);
            }
        }
        for (predicate, whom, end) in self.caused(after) {
            add(Some(whom), predicate, end, is_not);
        }
        for verb in ["let", "have", "make"] {
            let Some(after) = self.after(after, verb) else { continue };
            for (whom, middle) in self.noun_phrases(after).iter() {
                for (predicate, end) in self.predicates(*middle, Want::Base) {
                    add(Some(whom.clone()), predicate, end, is_not);
                }
            }
        }
        // "Get robot 2 to open the fridge".
        for verb in ["get", "tell", "ask", "send"] {
            let Some(after) = self.after(after, verb).filter(|_| !is_not) else { continue };
            for (whom, middle) in self.robots(after) {
                let Some(to) = self.after(middle, "to") else { continue };
                for (predicate, end) in self.predicates(to, Want::Base) {
                    add(Some(whom.clone()), predicate, end, false);
                }
            }
        }
        found
    }

    /// "Dock porter 1 at charger 2": let that robot dock there.
    pub(crate) fn caused(&self, at: usize) -> Vec<(Predicate, Np, usize)> {
        let mut found = Vec::new();
        for (verb, form) in self.vocabulary.verbs(self.word(at)) {
            if *form != Form::Base {
                continue;
            }
            for (whom, middle) in self.robots(at + 1) {
                for (deed, end) in self.intransitive(verb, at, middle) {
                    found.push(((Vp::One(Rc::new(deed)), Vec::new()), whom.clone(), end));
                }
            }
        }
        found
    }

    /// Robots, as the ones that are spoken to or of.
    pub(crate) fn robots(&self, at: usize) -> Found<Np> {
        let is_robot = |np: &Np| match np {
            Np::Noun(noun) => noun.members.iter().all(|object| self.vocabulary.robots.contains(object)),
            _ => false,
        };
        self.noun_phrases(at)
            .iter()
            .filter(|(np, _)| is_robot(np) || matches!(np, Np::List(_, parts) if parts.iter().all(is_robot)))
            .cloned()
            .collect()
    }

    /// "Keep the fridge closed", "leave the knives in the drawer", "keep robot 1 away from the stove".
    pub(crate) fn keeping(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        let start = self.skip(at, "please");
        let (after, is_not) = self.after(start, "do not").map_or((start, false), |after| (after, true));
        for verb in ["always keep", "keep", "leave"] {
            let Some(after) = self.after(after, verb) else { continue };
            for (thing, middle) in self.noun_phrases(after).iter() {
                // That is no place, but wherever the thing happens to be.
                if self.after_any(*middle, &["where it is", "where they are"]).is_some() {
                    continue;
                }
                let mut states = self.states_joined(*middle);
                for away in ["off", "clear of", "well away from"] {
                    let Some(after) = self.after(*middle, away) else { continue };
                    for (place, end) in self.noun_phrases(after).iter() {
                        let act = Act::At {
                            thing: Filler::Subject,
                            place: Filler::Object(0),
                            holds: false,
                            who: Who::Anything,
                            word: None,
                        };
                        let objects = vec![place.clone()];
                        let deed = Deed { objects, ..plain(act, Aspect::State, *middle, *end) };
                        states.push((Vp::One(Rc::new(deed)), *end));
                    }
                }
                for (vp, end) in states {
                    let mark = if verb == "leave" { Mark::Left } else { Mark::Lasting };
                    let mut marks = vec![(mark, start)];
                    if is_not {
                        marks.push((Mark::Not, start));
                    }
                    found.extend(self.finished(Some(thing.clone()), (vp, marks), Mood::Order, at, end));
                }
            }
        }
        found
    }

    /// "Have the door closed", "get the pipette sterile", "do not have both drawers open": the outcome counts.
    pub(crate) fn having_it_so(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        let start = self.skip(at, "please");
        let (after, is_not) = self.after(start, "do not").map_or((start, false), |after| (after, true));
        for verb in ["have", "get"] {
            let Some(after) = self.after(after, verb) else { continue };
            for (thing, middle) in self.noun_phrases(after).iter() {
                for (deed, end) in self.done(*middle).into_iter().filter(|_| !is_not) {
                    let predicate = (Vp::One(deed), Vec::new());
                    found.extend(self.finished(Some(thing.clone()), predicate, Mood::Order, at, end));
                }
                for (vp, end) in self.states_joined(*middle) {
                    // Whoever gets a thing somewhere brings it there, and whoever gets it off something removes it.
                    let is_moved = |deed: &&Rc<Deed>| matches!(deed.act, Act::At { .. });
                    if verb == "get" && vp.deeds().iter().any(is_moved) {
                        continue;
                    }
                    let (mood, marks) = match is_not {
                        true => (Mood::Must, vec![(Mark::Not, start)]),
                        false => (if verb == "get" { Mood::Order } else { Mood::Wish }, Vec::new()),
                    };
                    let finished = self.finished(Some(thing.clone()), (vp, marks), mood, at, end).into_iter();
                    found.extend(finished.filter(|(clause, _)| is_not || tells_when_away(clause)));
                }
            }
        }
        found
    }

    /// "To the table, bring the bread", "the kettle to the sink": short forms of orders to bring.
    pub(crate) fn short_orders(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        for (things, middle) in self.noun_phrases(at).iter() {
            for (place, end) in self.towards(*middle) {
                let act = Act::At {
                    thing: Filler::Object(0),
                    place: Filler::Object(1),
                    holds: true,
                    who: Who::Anything,
                    word: self.preposition_before(&place),
                };
                let objects = vec![things.clone(), place];
                let deed = Deed { objects, is_of_robot: true, distance: 1, ..plain(act, Aspect::Bring, at, end) };
                found.extend(self.finished(None, (Vp::One(Rc::new(deed)), Vec::new()), Mood::Order, at, end));
            }
        }
        found
    }
}
