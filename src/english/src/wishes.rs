//! Wishes: "I want the fridge open", "see that robot 2 gets it".

use std::rc::Rc;

use crate::{
    inflection::Want,
    meaning::{Act, Aspect, Clause, Deed, Filler, Mark, Mood, Np, Vp, Who, plain},
    phrases::is_no,
    reader::{Found, Reader},
    tokens::{Token, word},
};

impl Reader<'_> {
    /// "I want the apple on the table", "make sure that the door is closed", "the apple belongs on the table".
    pub(crate) fn wishes(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        let wish = [
            "i want to have",
            "i need to have",
            "i would like to have",
            "we want to have",
            "we need to have",
            "we would like to have",
            "i want",
            "i need",
            "i would like",
            "we want",
            "we need",
            "we would like",
            "i wish to have",
        ];
        if let Some(after) = self.after_any(at, &wish) {
            for (thing, middle) in self.noun_phrases(after).iter() {
                let after = self.after_any(*middle, &["to be", "to end up", "to stay"]).unwrap_or(*middle);
                let lasting = self.after(*middle, "to stay").map(|_| (Mark::Lasting, *middle));
                let is_of_two = |vp: &Vp| {
                    vp.deeds().iter().any(|deed| deed.objects.iter().any(|place| self.is_of_two(thing, place)))
                };
                for (vp, end) in self.states_joined(after).into_iter().filter(|(vp, _)| !is_of_two(vp)) {
                    let marks = lasting.into_iter().collect();
                    let finished = self.finished(Some(thing.clone()), (vp, marks), Mood::Wish, at, end).into_iter();
                    found.extend(finished.filter(|(clause, _)| tells_when_away(clause)));
                }
                let done = match self.after(*middle, "to be") {
                    Some(after) => self.passives(after),
                    None => self.done(*middle),
                };
                for (deed, end) in done {
                    let predicate = (Vp::One(deed), Vec::new());
                    found.extend(self.finished(Some(thing.clone()), predicate, Mood::Order, at, end));
                }
                if let Some(after) =
                    self.after_any(*middle, &["to go", "to end up"]).filter(|_| self.may_be_thing(thing))
                {
                    found.extend(self.gone(thing, (at, *middle, after), Mood::Wish, &[]));
                }
                if let Some(after) = self.after(*middle, "to") {
                    for (predicate, end) in self.predicates(after, Want::Base) {
                        if !matches!(predicate.0.aspect(), Some(Aspect::State)) {
                            let is_denied =
                                |(mark, _): &(Mark, usize)| matches!(mark, Mark::Not | Mark::Never | Mark::Away);
                            let is_ban = predicate.1.iter().any(is_denied) || is_no(thing);
                            let mood = if is_ban { Mood::Must } else { Mood::Order };
                            found.extend(self.finished(Some(thing.clone()), predicate, mood, at, end));
                        }
                    }
                }
            }
        }
        found.extend(self.unwanted(at));
        for words in
            ["make sure that", "make sure", "ensure that", "ensure", "see to it that", "see that", "take care that"]
        {
            let Some(after) = self.after(at, words) else { continue };
            let said = self.opening(after).into_iter().flat_map(|(marks, start)| {
                self.declarations(start).into_iter().map(move |(mut clause, end)| {
                    clause.marks.splice(0..0, marks.iter().copied());
                    (clause, end)
                })
            });
            for (clause, end) in said.collect::<Vec<_>>() {
                if clause.mood == Mood::Is {
                    let mood = if clause.has(Mark::Lasting) || clause.has(Mark::Always) || clause.is_denied() {
                        Mood::Must
                    } else {
                        Mood::Wish
                    };
                    found.push((Clause { mood, at, ..clause }, end));
                } else if matches!(clause.mood, Mood::Must | Mood::May) {
                    found.push((Clause { at, ..clause }, end));
                }
            }
        }
        for words in [
            "make sure to",
            "ensure to",
            "be sure to",
            "remember to",
            "i want you to",
            "i need you to",
            "we need to",
            "we want to",
            "you need to",
            "your task is to",
        ] {
            if let Some(after) = self.after(at, words) {
                found.extend(self.orders(after));
                found.extend(self.keeping(after));
                found.extend(self.having_it_so(after));
            }
        }
        found.extend(self.going(at));
        found
    }

    /// "Taken to the table", "wiped", of what is to be had so: not "opened", which tells how it is.
    pub(crate) fn done(&self, at: usize) -> Found<Rc<Deed>> {
        if self.states(at).is_empty() { self.passives(at) } else { Vec::new() }
    }

    /// "I don't want anybody opening the fridge", "I don't want robot 1 to open it".
    fn unwanted(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        let wish = ["i do not want", "we do not want", "i do not want to see", "i never want", "we never want"];
        for after in wish.iter().filter_map(|words| self.after(at, words)) {
            for (whom, middle) in self.noun_phrases(after).iter().filter(|(np, _)| !is_no(np)) {
                let to = self.after(*middle, "to").into_iter().flat_map(|to| self.predicates(to, Want::Base));
                // "Opened" alone may tell how it is.
                let passives = self.passives(*middle).into_iter().filter(|(deed, _)| deed.agent.is_some());
                let passives = passives.map(|(deed, end)| ((Vp::One(deed), Vec::new()), end));
                let said = self.predicates(*middle, Want::Ing).into_iter().chain(to).chain(passives);
                for ((vp, mut marks), end) in said {
                    // Of a state it does not tell whether it is meant always, or in the end.
                    let is_robot = self.may_be(whom, &|object| self.vocabulary.robots.contains(&object));
                    let is_state = vp.aspect() == Some(Aspect::State) && (self.word(*middle) == "to" || !is_robot);
                    if !is_state && !marks.iter().any(|(mark, _)| matches!(mark, Mark::Not | Mark::Never)) {
                        marks.insert(0, (Mark::Not, at));
                        found.extend(self.finished(Some(whom.clone()), (vp, marks), Mood::Must, at, end));
                    }
                }
            }
        }
        found
    }

    /// "The apple belongs on the table", "the cups must not go in the fridge": where a thing is to be or not to be.
    pub(crate) fn going(&self, at: usize) -> Found<Clause> {
        const FORMS: &[(&str, Mood)] = &[
            ("belongs", Mood::Wish),
            ("belong", Mood::Wish),
            ("goes", Mood::Wish),
            ("go", Mood::Wish),
            ("is wanted", Mood::Wish),
            ("are wanted", Mood::Wish),
            ("is needed", Mood::Wish),
            ("are needed", Mood::Wish),
            ("is to go", Mood::Wish),
            ("are to go", Mood::Wish),
            ("must go", Mood::Wish),
            ("should go", Mood::Wish),
            ("has to go", Mood::Wish),
            ("have to go", Mood::Wish),
            ("needs to go", Mood::Wish),
            ("need to go", Mood::Wish),
            ("should end up", Mood::Wish),
            ("must end up", Mood::Wish),
            ("has to end up", Mood::Wish),
            ("have to end up", Mood::Wish),
            ("needs to end up", Mood::Wish),
            ("need to end up", Mood::Wish),
            ("should finish up", Mood::Wish),
            ("must finish up", Mood::Wish),
            ("comes", Mood::Wish),
            ("come", Mood::Wish),
            ("must come", Mood::Wish),
            ("should come", Mood::Wish),
            ("has to come", Mood::Wish),
            ("have to come", Mood::Wish),
            ("needs to come", Mood::Wish),
            ("need to come", Mood::Wish),
            ("must move", Mood::Wish),
            ("should move", Mood::Wish),
            ("has to move", Mood::Wish),
            ("have to move", Mood::Wish),
            ("needs to move", Mood::Wish),
            ("need to move", Mood::Wish),
            ("may go", Mood::May),
            ("can go", Mood::May),
            ("does not go", Mood::Must),
            ("do not go", Mood::Must),
            ("does not belong", Mood::Must),
            ("do not belong", Mood::Must),
            ("must not go", Mood::Must),
            ("may not go", Mood::Must),
            ("should not go", Mood::Must),
            ("can not go", Mood::Must),
            ("is not to go", Mood::Must),
            ("are not to go", Mood::Must),
            ("must never go", Mood::Must),
            ("may never go", Mood::Must),
            ("should never go", Mood::Must),
        ];
        // "If it is there, it has to end up on the shelf": for one time, or whenever it is there?
        let depends = matches!(self.word(0), "if" | "when" | "whenever" | "once" | "each" | "every" | "any");
        let ends_up = |words: &str| matches!(words.rsplit(' ').next(), Some("up" | "come" | "move" | "comes"));
        let mut found = Vec::new();
        for (thing, middle) in self.noun_phrases(at).iter().filter(|(np, _)| self.may_be_thing(np)) {
            let never = self.after(*middle, "never");
            let form = FORMS
                .iter()
                .filter(|(words, _)| !(depends && at > 0 && ends_up(words)))
                .find_map(|(words, mood)| Some((self.after(never.unwrap_or(*middle), words)?, *mood)));
            let Some((after, mood)) = form else { continue };
            let (mood, marks) = match mood {
                Mood::Must => (mood, vec![(Mark::Not, *middle)]),
                _ if never.is_some() => (Mood::Must, vec![(Mark::Never, *middle)]),
                other => (other, Vec::new()),
            };
            found.extend(self.gone(thing, (at, *middle, after), mood, &marks));
        }
        found
    }

    fn may_be_thing(&self, np: &Np) -> bool {
        self.may_be(np, &|object| !self.vocabulary.robots.contains(&object))
    }

    /// Where a thing goes: `at` where the clause begins, `middle` after the thing, `after` before the direction.
    fn gone(
        &self,
        thing: &Np,
        (at, middle, after): (usize, usize, usize),
        mood: Mood,
        marks: &[(Mark, usize)],
    ) -> Found<Clause> {
        let mut found = Vec::new();
        for (place, end) in self.towards(after) {
            let act = Act::At {
                thing: Filler::Subject,
                place: Filler::Object(0),
                holds: true,
                who: Who::Thing,
                word: self.preposition_before(&place),
            };
            let is_outcome = mood == Mood::Wish && !is_no(thing);
            let aspect = if is_outcome { Aspect::Bring } else { Aspect::State };
            // "It must not go there" is rather about a robot.
            let distance = if is_outcome { 2 } else { 3 };
            let deed = Deed { objects: vec![place], distance, ..plain(act, aspect, middle, end) };
            let mood = if mood == Mood::Wish && !is_outcome { Mood::Must } else { mood };
            let predicate = (Vp::One(Rc::new(deed)), marks.to_vec());
            found.extend(self.finished(Some(thing.clone()), predicate, mood, at, end));
        }
        found
    }
}

/// Where nothing is needed, which asks for nothing and forbids nothing: "the desk needs no lamp", "no lamps are needed there".
pub(crate) fn unneeded(tokens: &[Token]) -> Option<usize> {
    const NONE: [&str; 4] = ["no", "none", "nothing", "nobody"];
    /// Words with which another clause begins, or something else is forbidden.
    const APART: [&str; 19] = [
        ",", "and", "but", "then", ":", "so", "may", "must", "can", "should", "shall", "that", "which", "who", "while",
        "if", "unless", "until", "when",
    ];
    (0..tokens.len()).filter(|at| NONE.contains(&word(tokens, *at))).find(|at| {
        let is_needed = |word: &str| matches!(word, "need" | "needs" | "needed");
        let needs = (at + 2..tokens.len())
            .take_while(|at| !APART.contains(&word(tokens, *at)))
            .any(|at| is_needed(word(tokens, at)) || word(tokens, at) == "due" && word(tokens, at + 1) == "for");
        let is_subject = needs || matches!(word(tokens, *at), "nothing" | "nobody") && is_needed(word(tokens, at + 1));
        is_subject || *at > 0 && is_needed(word(tokens, at - 1))
    })
}

/// Whether it is said when something is to be away, if it is: "I want it out of the box" may be about all time or the end.
pub(crate) fn tells_when_away(clause: &Clause) -> bool {
    let times = [Mark::InTheEnd, Mark::ByTheEnd, Mark::Always, Mark::Lasting];
    !clause.has(Mark::Away) || times.into_iter().any(|mark| clause.has(mark))
}
