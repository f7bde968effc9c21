//! Whole sentences: statements with the clauses that depend on them, joined and in order.

use std::rc::Rc;

use crate::{
    general,
    meaning::{Act, Aspect, Clause, Deed, Det, Filler, Join, Mark, Mood, Np, Pronoun, PronounSort, Vp, Who},
    ordering,
    reader::{Found, Reader},
    statement::{Link, Statement, Sub},
};

/// Words that begin a dependent clause. Longer ones stand before those that they begin with.
const LINKS: &[(&str, Link)] = &[
    ("right after", Link::AsSoonAs),
    ("immediately after", Link::AsSoonAs),
    ("directly after", Link::AsSoonAs),
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

/// Words that say "afterwards" between statements.
const THEN: [&str; 20] = [
    "and then",
    "and after that",
    "and finally",
    "and afterwards",
    "and later on",
    "and later",
    "and subsequently",
    "then",
    "later on",
    "after which",
    "subsequently",
    "after that",
    "afterwards",
    "next",
    "finally",
    "lastly",
    "second",
    "secondly",
    "third",
    "thirdly",
];
/// Words that begin a sentence and add nothing.
const LEADS: [&str; 16] = [
    "in addition",
    "additionally",
    "moreover",
    "furthermore",
    "besides",
    "also",
    "please",
    "and",
    "but",
    "note that",
    "always remember that",
    "remember that",
    "the robots should",
    "the robots must",
    "ok",
    "so",
];

impl Reader<'_> {
    /// All ways to read the whole sentence as statements.
    pub(crate) fn sentence(&self) -> Vec<Vec<Statement>> {
        let mut at = 0;
        while let Some(after) = self.after_any(at, &LEADS[..14]) {
            at = self.skip(after, ",");
        }
        let (end, is_ordered) = self.said_order();
        if is_ordered {
            let reader = Reader::new(self.vocabulary, &self.tokens[..end]);
            let found = reader.statements(at, None, 0).into_iter().filter_map(ordering::in_that_order).collect();
            self.reached(reader.furthest());
            return found;
        }
        let mut found: Vec<Vec<Statement>> =
            self.statements(at, None, 0).into_iter().map(ordering::by_pronouns).collect();
        found.extend(self.sequences(at));
        found
    }

    /// Where the sentence ends without "in that order", and whether it says so.
    fn said_order(&self) -> (usize, bool) {
        let last = self.tokens.len();
        for words in [
            ", in that order",
            ", in this order",
            ", in exactly this order",
            ", in exactly that order",
            "in that order",
            "in this order",
            "in exactly this order",
            "in exactly that order",
        ] {
            let begin = last.saturating_sub(words.split(' ').count());
            if begin > 0 && self.after(begin, words) == Some(last) {
                return (begin, true);
            }
        }
        (last, false)
    }

    /// Statements to the end of the sentence, joined by "and" or commas.
    fn statements(&self, at: usize, last: Option<&Statement>, depth: usize) -> Vec<Vec<Statement>> {
        let mut found = Vec::new();
        if depth > 20 {
            return found;
        }
        for (statement, end) in self.statement(at, last) {
            if self.is_end(end) {
                found.push(vec![statement]);
                continue;
            }
            for next in self.joints(end) {
                for rest in self.statements(next, Some(&statement), depth + 1) {
                    // "Robot 1 must ... and open it": the second is not for whichever robot.
                    if self.is_of_robots(&statement) && rest.first().is_some_and(is_open_order) {
                        continue;
                    }
                    // "... and later robot 2 must": that is an order of two.
                    if rest.first().is_some_and(is_later) {
                        continue;
                    }
                    found.push(std::iter::once(statement.clone()).chain(rest).collect());
                }
            }
        }
        found
    }

    /// Whether a statement is about robots that it names.
    fn is_of_robots(&self, statement: &Statement) -> bool {
        let Statement::Clause { main, .. } = statement else { return false };
        let is_robot = |object: &u16| self.vocabulary.robots.contains(object);
        let of_robots = |np: &Np| {
            let nouns = crate::statement::nouns(np);
            !nouns.is_empty() && nouns.iter().all(|noun| noun.members.iter().all(is_robot))
        };
        main.subject.as_ref().is_some_and(of_robots)
    }

    /// The places after "and", ", but also", ",".
    fn joints(&self, at: usize) -> Vec<usize> {
        let comma = self.after(at, ",");
        let after = self.skip(at, ",");
        let word = self.after_any(after, &["and also", "and please", "and", "but also", "but", "as well as", "also"]);
        let after_word = word.map(|end| self.skip(end, ","));
        comma.into_iter().chain(after_word).collect()
    }

    /// "First ..., then ..." to the end.
    fn sequences(&self, at: usize) -> Vec<Vec<Statement>> {
        let start = self.after_any(at, &["first of all", "first", "firstly"]).map_or(at, |after| self.skip(after, ","));
        let mut found = Vec::new();
        self.groups(start, Vec::new(), &mut found);
        found.retain(|groups: &Vec<Vec<Statement>>| groups.len() > 1);
        found.into_iter().map(|groups| vec![Statement::Sequence(groups)]).collect()
    }

    fn groups(&self, at: usize, done: Vec<Vec<Statement>>, found: &mut Vec<Vec<Vec<Statement>>>) {
        if done.len() > 12 || found.len() > 200 {
            return;
        }
        for (group, end) in self.group(at, None, 0) {
            let done: Vec<Vec<Statement>> = done.iter().cloned().chain([group]).collect();
            if self.is_end(end) {
                found.push(done);
                continue;
            }
            let after = self.skip(end, ",");
            // "And, after that, ..."
            let then = self.after_any(after, &THEN).or_else(|| self.after_any(self.after(after, "and ,")?, &THEN));
            if let Some(after) = then {
                self.groups(self.skip(after, ","), done, found);
            }
        }
    }

    /// Statements that are done in any order: "wipe the table and open the fridge".
    fn group(&self, at: usize, last: Option<&Statement>, depth: usize) -> Found<Vec<Statement>> {
        let mut found = Vec::new();
        if depth > 4 {
            return found;
        }
        for (statement, end) in self.statement(at, last) {
            for next in self.joints(end) {
                for (rest, end) in self.group(next, Some(&statement), depth + 1) {
                    found.push((std::iter::once(statement.clone()).chain(rest).collect(), end));
                }
            }
            found.push((vec![statement], end));
        }
        found
    }

    /// A statement; `last` is the one before, of which a short form may leave out the verb.
    fn statement(&self, at: usize, last: Option<&Statement>) -> Found<Statement> {
        let mut found = Vec::new();
        for (main, end) in self.mains(at, last) {
            self.with_subs(main, Vec::new(), end, &mut found);
        }
        for (sub, end) in self.subs(at, true, None) {
            // "Dirty, it must not lie there", but "dirty linen must not lie there".
            let is_bare = matches!(sub.link, Link::While | Link::Once) && sub.clause.at == sub.at;
            if is_bare && self.word(end) != "," {
                continue;
            }
            let after = self.skip(end, ",");
            let after = self.skip(after, "then");
            let after = if self.word(after) == "," { after + 1 } else { after };
            let mut mains = self.mains(after, None);
            if sub.is_only {
                mains.extend(self.asked(after));
            }
            for (main, end) in mains {
                self.with_subs(main, vec![sub.clone()], end, &mut found);
            }
        }
        if let Some(after) = self.after(at, "not until").or_else(|| self.after(at, "not before")) {
            for (clause, end) in self.declarations(after) {
                let sub = Sub { link: Link::Until, is_only: false, clause, more: Vec::new(), is_first: true, at };
                let asked = self.asked(self.skip(end, ",")).into_iter();
                for (mut main, end) in asked.filter(|(main, _)| main.mood == Mood::May) {
                    main.marks.push((crate::meaning::Mark::Not, at));
                    self.with_subs(main, vec![sub.clone()], end, &mut found);
                }
            }
        }
        found.extend(self.implications(at));
        found.extend(self.relatives(at));
        found.extend(self.otherwise(at));
        found
    }

    /// Main clauses, with the forms that only stand beside others.
    fn mains(&self, at: usize, last: Option<&Statement>) -> Found<Clause> {
        let mut found = self.main_clauses(at);
        found.extend(last.into_iter().flat_map(|last| self.echoes(at, last)));
        found.extend(self.places_first(at));
        found.extend(self.asking(at));
        let follows_order = match last {
            Some(Statement::Clause { main, .. }) => main.vp.aspect() == Some(Aspect::Bring) && main.mood != Mood::May,
            _ => false,
        };
        if follows_order {
            found.extend(self.short_orders(at));
        }
        // "... and leave it there": that is where it is in the end.
        if last.is_some_and(is_open_order) && self.word(at) == "leave" {
            for (clause, _) in &mut found {
                let is_pronoun = matches!(&clause.subject, Some(Np::Pronoun(_)));
                if is_pronoun && clause.has(Mark::Lasting) && clause.vp.deeds().iter().all(is_placed) {
                    clause.mood = Mood::Wish;
                    clause.marks.retain(|(mark, _)| *mark != Mark::Lasting);
                }
            }
        }
        found
    }

    /// Adds the statement with whatever clauses follow that depend on it.
    fn with_subs(&self, main: Clause, subs: Vec<Sub>, at: usize, found: &mut Found<Statement>) {
        found.push((Statement::Clause { main: main.clone(), subs: subs.clone() }, at));
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

    /// Clauses that depend on a main one.
    fn subs(&self, at: usize, is_first: bool, main: Option<&Clause>) -> Found<Sub> {
        let mut found = Vec::new();
        let (start, is_only) = self.after(at, "only").map_or((at, false), |after| (after, true));
        for (words, link) in LINKS {
            let Some(after) = self.after(start, words) else { continue };
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
            // "before the kitchen": the verb is left out.
            if let (Link::Before | Link::After, Some(main)) = (link, main) {
                clauses.extend(self.elliptic(after, main));
            }
            for (mut clause, end) in clauses {
                clause.settle_left();
                if matches!(clause.mood, Mood::Is | Mood::Has | Mood::Ing) {
                    let sub = Sub { link: *link, is_only, clause, more: Vec::new(), is_first, at };
                    self.with_more(sub, end, &mut found);
                }
            }
        }
        if let Some(after) = self.after(start, "with").filter(|_| !is_first && !is_only) {
            for (subject, middle) in self.noun_phrases(after).iter() {
                for (vp, end) in self.states_joined(*middle) {
                    let subject = Some(subject.clone());
                    let clause = Clause { subject, vp, mood: Mood::Is, marks: Vec::new(), at, end };
                    found.push((Sub { link: Link::With, is_only, clause, more: Vec::new(), is_first, at }, end));
                }
            }
        }
        // "should robot 1 ever be at the sink"
        if let Some(after) = self.after(start, "should").filter(|_| is_first) {
            for (subject, middle) in self.noun_phrases(after).iter() {
                for ((vp, marks), end) in self.predicates(*middle, crate::verbs::Want::Base) {
                    let clause = Clause { subject: Some(subject.clone()), vp, mood: Mood::Is, marks, at, end };
                    found.push((Sub { link: Link::If, is_only, clause, more: Vec::new(), is_first, at }, end));
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
                found.push((Sub { link, is_only, clause, more: Vec::new(), is_first, at }, end));
            }
        }
        found
    }

    /// Adds the clause, and the clause with others joined to it.
    fn with_more(&self, sub: Sub, at: usize, found: &mut Found<Sub>) {
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
    fn elliptic(&self, at: usize, main: &Clause) -> Found<Clause> {
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

    /// "Going to the lamp means that you have to visit the statue", "you can take it, but then you must close it".
    fn implications(&self, at: usize) -> Found<Statement> {
        let mut found = Vec::new();
        let mut triggers: Found<Clause> =
            self.gerunds(at).into_iter().filter(|(clause, _)| clause.mood == Mood::Ing).collect();
        for ((vp, marks), end) in self.predicates(at, crate::verbs::Want::Base) {
            triggers.push((Clause { subject: None, vp, mood: Mood::Ing, marks, at, end }, end));
        }
        for (clause, middle) in triggers {
            let Some(after) = self.after_any(middle, &["means that", "means", "implies that", "implies"]) else {
                continue;
            };
            let sub = Sub { link: Link::If, is_only: false, clause, more: Vec::new(), is_first: true, at };
            for (main, end) in self.declarations(after) {
                if matches!(main.mood, Mood::Must | Mood::May) {
                    found.push((Statement::Clause { main, subs: vec![sub.clone()] }, end));
                }
            }
        }
        for (allowed, middle) in self.declarations(at) {
            if allowed.mood != Mood::May {
                continue;
            }
            let Some(after) = self.after_any(middle, &[", but then", "but then"]) else { continue };
            let clause = Clause { mood: Mood::Ing, ..allowed };
            let sub = Sub { link: Link::If, is_only: false, clause, more: Vec::new(), is_first: true, at };
            for (main, end) in self.declarations(after) {
                if main.mood == Mood::Must {
                    found.push((Statement::Clause { main, subs: vec![sub.clone()] }, end));
                }
            }
        }
        found
    }

    fn bringing(&self, things: Np, place: Np, at: usize, end: usize) -> Clause {
        let act = Act::At {
            thing: Filler::Object(0),
            place: Filler::Object(1),
            holds: true,
            who: Who::Anything,
            word: self.preposition_before(&place),
        };
        let deed = Deed {
            act,
            aspect: Aspect::Bring,
            objects: vec![things, place],
            agent: None,
            is_of_robot: true,
            is_motion: false,
            at,
            end,
            distance: 1,
        };
        Clause { subject: None, vp: Vp::One(Rc::new(deed)), mood: Mood::Order, marks: Vec::new(), at, end }
    }

    /// "To the table, bring the bread", "to the table: the bread and the kettle".
    fn places_first(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        if !["to", "into", "onto", "over"].contains(&self.word(at)) {
            return found;
        }
        for (place, middle) in self.towards(at) {
            if let Some(after) = self.after(middle, ":") {
                found.extend(
                    self.noun_phrases(after)
                        .iter()
                        .map(|(things, end)| (self.bringing(things.clone(), place.clone(), at, *end), *end)),
                );
            }
            let after = self.skip(middle, ",");
            if general::BRING.iter().any(|verb| self.is_form(after, verb, crate::verbs::Want::Base)) {
                found.extend(
                    self.noun_phrases(after + 1)
                        .iter()
                        .map(|(things, end)| (self.bringing(things.clone(), place.clone(), at, *end), *end)),
                );
            }
        }
        found
    }

    /// "The shelf needs the bread".
    fn asking(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        for (place, middle) in self.noun_phrases(at).iter() {
            let Some(after) = self
                .after_any(*middle, &["needs", "need", "is to get", "should get", "must get", "gets", "should have"])
            else {
                continue;
            };
            let is_place = self.may_be(place, &|object| !self.vocabulary.robots.contains(&object));
            if is_place && matches!(place, Np::Noun(_)) {
                found.extend(
                    self.noun_phrases(after)
                        .iter()
                        .map(|(things, end)| (self.bringing(things.clone(), place.clone(), at, *end), *end)),
                );
            }
        }
        found
    }
}

/// Whether a statement begins with "later".
fn is_later(statement: &Statement) -> bool {
    let Statement::Clause { main, subs } = statement else { return false };
    subs.is_empty() && main.marks.first().is_some_and(|(mark, at)| *mark == Mark::Later && *at == main.at)
}

fn is_placed(deed: &&Rc<Deed>) -> bool {
    matches!(deed.act, Act::At { .. })
}

/// Whether a statement is an order to whichever robot.
pub(crate) fn is_open_order(statement: &Statement) -> bool {
    matches!(statement, Statement::Clause { main, .. } if main.subject.is_none() && main.mood == Mood::Order)
}

/// The phrases of a statement that later ones can refer to: names, and several things together.
pub(crate) fn names(statement: &Statement) -> Vec<Np> {
    fn of(np: &Np, found: &mut Vec<Np>) {
        match np {
            Np::Noun(noun) => {
                let is_sure = noun.limits.is_empty()
                    && match noun.det {
                        Det::Name | Det::Plural | Det::All | Det::Both | Det::Listed => true,
                        Det::The => noun.members.len() == 1,
                        _ => false,
                    };
                if is_sure {
                    found.push(np.clone());
                }
            }
            Np::List(Join::And | Join::Both, parts) => {
                found.push(np.clone());
                parts.iter().for_each(|part| of(part, found));
            }
            Np::List(_, parts) => parts.iter().for_each(|part| of(part, found)),
            Np::Only(inner) => of(inner, found),
            Np::Pronoun(Pronoun { sort: PronounSort::Them | PronounSort::It, .. }) | Np::Pronoun(_) | Np::Bound(_) => {}
        }
    }
    let mut found = Vec::new();
    for clause in statement.clauses() {
        clause.noun_phrases().into_iter().for_each(|np| of(np, &mut found));
    }
    found
}
