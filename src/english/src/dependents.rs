//! Clauses that depend on a main one: "before ...", "while ...", "if ... and ...".

use std::rc::Rc;

use crate::{
    inflection::Want,
    meaning::{Act, Aspect, Clause, Deed, Det, Join, Mood, Noun, Np, Vp},
    reader::{Found, Reader},
    statement::{Link, Statement, Sub, nouns},
};

/// Words that begin a dependent clause. Longer ones stand before those that they begin with.
const LINKS: &[(&str, Link)] = &[
    ("right after", Link::JustAfter),
    ("immediately after", Link::JustAfter),
    ("directly after", Link::JustAfter),
    ("straight after", Link::JustAfter),
    ("right before", Link::JustBefore),
    ("immediately before", Link::JustBefore),
    ("directly before", Link::JustBefore),
    ("just before", Link::JustBefore),
    ("as soon as", Link::AsSoonAs),
    ("every time that", Link::Whenever),
    ("every time", Link::Whenever),
    ("each time that", Link::Whenever),
    ("each time", Link::Whenever),
    ("whenever", Link::Whenever),
    ("exactly when", Link::Exactly),
    ("exactly while", Link::Exactly),
    ("if and only if", Link::Exactly),
    ("when", Link::When),
    ("while", Link::While),
    ("for as long as", Link::While),
    ("as long as", Link::While),
    ("so long as", Link::While),
    ("during the time that", Link::While),
    ("provided that", Link::If),
    ("in case", Link::If),
    ("if", Link::If),
    ("right up to the moment at which", Link::Until),
    ("up to the moment at which", Link::Until),
    ("until", Link::Until),
    ("till", Link::Until),
    ("before", Link::Before),
    ("after", Link::After),
    ("once", Link::Once),
    ("unless", Link::Unless),
    ("except when", Link::Unless),
    ("except while", Link::Unless),
    ("except if", Link::Unless),
    ("without first", Link::WithoutFirst),
    ("without", Link::Without),
];

impl Reader<'_> {
    /// Adds the statement with whatever clauses follow that depend on it.
    pub(crate) fn with_subs(&self, main: Clause, subs: Vec<Sub>, at: usize, found: &mut Found<Statement>) {
        let main = if self.goes_once(&main, &subs) { Clause { mood: Mood::Order, ..main } } else { main };
        // "I want the box there before ..." is an order; "make sure that it is there before ..." a rule, or an order too?
        let is_wish = main.mood == Mood::Wish && subs.iter().any(|sub| sub.link == Link::Before && !sub.is_only);
        let is_assurance = ["make", "ensure", "see", "take"].contains(&self.word(main.at));
        let is_wanted = ["have", "i", "we", "you", "your", "be", "remember"].contains(&self.word(main.at));
        if is_wish && (is_assurance || is_wanted) {
            let main = Clause { mood: Mood::Order, ..main.clone() };
            found.push((Statement::Clause { main, subs: subs.clone() }, at));
        }
        if !(is_wish && is_wanted) {
            found.push((Statement::Clause { main: main.clone(), subs: subs.clone() }, at));
        }
        if subs.len() >= 2 {
            return;
        }
        let but = self.after(self.skip(at, ","), "but").filter(|after| self.word(*after) == "only");
        for start in [Some(at), self.after(at, ","), but].into_iter().flatten() {
            for (sub, end) in self.subs(start, false, Some(&main)) {
                let end = self
                    .after_any(end, &[", but not otherwise", "but not otherwise", ", and not otherwise"])
                    .map_or(end, |end| end);
                let said = end > start && self.word(end.saturating_sub(1)) == "otherwise";
                let sub = Sub { is_only: sub.is_only || said, ..sub };
                let subs = subs.iter().cloned().chain([sub]).collect();
                self.with_subs(main.clone(), subs, end, found);
            }
        }
    }

    /// "The book goes on the shelf as soon as it has been dusted": an order for these things and one time, not a rule.
    fn goes_once(&self, main: &Clause, subs: &[Sub]) -> bool {
        let is_definite = |noun: &Noun| match noun.det {
            Det::Name => true,
            Det::The => noun.members.len() == 1 || !noun.limits.is_empty(),
            Det::Listed | Det::Plural | Det::Both => true,
            _ => false,
        };
        // "I want it there once ..." is about one time, too.
        let is_asked = matches!(self.word(main.at), "i" | "we");
        let goes = |deed: &Rc<Deed>| {
            matches!(deed.act, Act::At { .. })
                && (is_asked || matches!(self.word(deed.at), "goes" | "go" | "belongs" | "belong"))
        };
        let is_once = |sub: &Sub| matches!(sub.link, Link::AsSoonAs | Link::Once | Link::After) && !sub.is_only;
        main.mood == Mood::Wish
            && main.vp.deeds().into_iter().all(goes)
            && main.subject.as_ref().is_some_and(|np| nouns(np).into_iter().all(is_definite))
            && matches!(subs, [sub] if is_once(sub))
    }

    /// Clauses that depend on a main one.
    pub(crate) fn subs(&self, at: usize, is_first: bool, main: Option<&Clause>) -> Found<Sub> {
        let mut found = Vec::new();
        let (start, is_only) = self.after(at, "only").map_or((at, false), |after| (after, true));
        // "Within two steps of opening it".
        let is_counted = start > 0 && matches!(self.word(start - 1), "step" | "steps");
        for (words, link) in LINKS.iter().chain(is_counted.then_some(&("of", Link::After))) {
            let Some(after) = self.after(start, words) else { continue };
            let is_as_long_as = words.ends_with("as long as") || *words == "so long as";
            // "If that robot is there", but "if that is so".
            let is_sort = self.noun_phrases(after).iter().any(|(np, _)| matches!(np, Np::Pronoun(_)));
            let after_that = if is_sort { after } else { self.skip(after, "that") };
            let mut clauses: Found<Clause> = match link {
                Link::Without | Link::WithoutFirst => Vec::new(),
                _ => self.declarations(after_that),
            };
            let takes_gerund = !matches!(link, Link::If | Link::Unless | Link::Exactly | Link::Whenever);
            if takes_gerund {
                clauses.extend(self.gerunds(after));
            }
            // "Close it before move away": people drop the "-ing".
            if matches!(link, Link::Before | Link::After) && main.is_none_or(|main| main.mood == Mood::Order) {
                for (predicate, end) in self.predicates(after, Want::Base) {
                    clauses.extend(self.finished(None, predicate, Mood::Ing, after, end));
                }
            }
            // "before the kitchen": the verb is left out.
            if let (Link::Before | Link::After, Some(main)) = (link, main) {
                clauses.extend(self.elliptic(after, main));
            }
            for (mut clause, end) in clauses {
                clause.settle_left();
                if matches!(clause.mood, Mood::Is | Mood::Has | Mood::Ing) {
                    let sub = Sub { is_only, is_first, is_as_long_as, ..Sub::new(*link, clause, at) };
                    self.with_more(sub, end, &mut found);
                }
            }
        }
        if let Some(after) = self.after(start, "with").filter(|_| !is_first && !is_only) {
            for (subject, middle) in self.noun_phrases(after).iter() {
                for (vp, end) in self.states_joined(*middle) {
                    // "Put the tubes with the dye in the freezer": are they put there?
                    let is_named = |deed: &Deed| deed.objects.iter().all(|np| matches!(np, Np::Noun(_)));
                    let is_there = vp.deeds().iter().all(|deed| matches!(deed.act, Act::At { .. }) && is_named(deed));
                    if is_there && self.word(start.saturating_sub(1)) != "," {
                        continue;
                    }
                    let subject = Some(subject.clone());
                    let clause = Clause { subject, vp, mood: Mood::Is, marks: Vec::new(), at, end };
                    found.push((Sub { is_only, is_first, ..Sub::new(Link::With, clause, at) }, end));
                }
            }
        }
        // "should robot 1 ever be at the sink"
        if let Some(after) = self.after(start, "should").filter(|_| is_first) {
            for (subject, middle) in self.noun_phrases(after).iter() {
                for ((vp, marks), end) in self.predicates(*middle, Want::Base) {
                    let clause = Clause { subject: Some(subject.clone()), vp, mood: Mood::Is, marks, at, end };
                    found.push((Sub { is_only, is_first, ..Sub::new(Link::If, clause, at) }, end));
                }
            }
        }
        if is_first && !is_only {
            for (clause, end) in self.gerunds(at) {
                let is_state = clause.vp.aspect() == Some(Aspect::State) && clause.subject.is_none();
                let link = match clause.mood {
                    Mood::Has => Link::Once,
                    _ if is_state => Link::While,
                    _ => continue,
                };
                found.push((Sub { is_only, is_first, ..Sub::new(link, clause, at) }, end));
            }
        }
        found
    }

    /// Adds the clause, and the clause with others joined to it.
    pub(crate) fn with_more(&self, sub: Sub, at: usize, found: &mut Found<Sub>) {
        if sub.more.len() < 4 {
            let after = self.skip(at, ",");
            for (word, join) in [("and", Join::And), ("or", Join::Or)] {
                if sub.more.iter().any(|(one, _)| *one != join) {
                    continue;
                }
                let Some(after) = self.after(after, word) else { continue };
                let after = self.after(after, "that").unwrap_or(after);
                for (clause, end) in self.declarations(after) {
                    if matches!(clause.mood, Mood::Is | Mood::Has) {
                        let more = sub.more.iter().cloned().chain([(join, clause)]).collect();
                        self.with_more(Sub { more, ..sub.clone() }, end, found);
                    }
                }
            }
        }
        found.push((sub, at));
    }

    /// "Before the kitchen", after "visit the bathroom".
    pub(crate) fn elliptic(&self, at: usize, main: &Clause) -> Found<Clause> {
        let Vp::One(deed) = &main.vp else { return Vec::new() };
        if deed.objects.is_empty() && main.subject.is_some() {
            // "Sample 1 must be measured before sample 2."
            let same = |(np, end): &(Np, usize)| {
                let (vp, subject) = (main.vp.clone(), Some(np.clone()));
                (Clause { subject, vp, mood: Mood::Is, marks: Vec::new(), at, end: *end }, *end)
            };
            return self.noun_phrases(at).iter().map(same).collect();
        }
        if deed.objects.len() != 1 || deed.aspect == Aspect::State {
            return Vec::new();
        }
        let clause = |(np, end): &(Np, usize)| {
            let deed = Deed { objects: vec![np.clone()], at, end: *end, ..deed.as_ref().clone() };
            let subject = main.subject.clone();
            (Clause { subject, vp: Vp::One(Rc::new(deed)), mood: Mood::Is, marks: Vec::new(), at, end: *end }, *end)
        };
        self.noun_phrases(at).iter().map(clause).collect()
    }
}
