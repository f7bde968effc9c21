//! Whole sentences: statements with the clauses that depend on them, joined and in order.

use std::ops::Range;

use crate::{
    echoes,
    meaning::{Aspect, Clause, Mark, Mood, Np, Vp},
    ordering,
    reader::{Found, Reader},
    sequence,
    statement::{Link, Statement, Sub, is_open_order},
};

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
/// Words before the first of several things that are done one after the other.
const BEGIN: [&str; 8] = [
    "first of all",
    "first",
    "firstly",
    "to begin with",
    "to start with",
    "at the start",
    "at the beginning",
    "at the very beginning",
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

/// More ways to read what is left of a sentence are not looked for: such a sentence is refused.
pub(crate) const MOST_WAYS: usize = 400;

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
            let found = reader.statements(at, None, 0).into_iter().filter_map(ordering::in_that_order);
            // "First ..., then ..., in that order".
            let found =
                found.chain(reader.sequences(at).into_iter().filter(|all| ordering::is_one_by_one(all))).collect();
            self.reached(reader.furthest());
            return found;
        }
        let mut found: Vec<Vec<Statement>> =
            self.statements(at, None, 0).into_iter().map(ordering::by_mentions).collect();
        found.extend(self.sequences(at));
        if self.is_weighed { found.into_iter().filter_map(echoes::weighed).collect() } else { found }
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
                if found.len() >= MOST_WAYS {
                    return found;
                }
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
    pub(crate) fn is_of_robots(&self, statement: &Statement) -> bool {
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
        let start = self.after_any(at, &BEGIN).map_or(at, |after| self.skip(after, ","));
        let mut found = Vec::new();
        self.groups(start..start, Vec::new(), &mut found);
        // "At the start the door must be closed, then ..." is about the start.
        let is_told = |statement: &Statement| {
            let is_state =
                matches!(statement, Statement::Clause { main, .. } if main.vp.aspect() == Some(Aspect::State));
            !is_state && (is_open_order(statement) || self.is_of_robots(statement))
        };
        let is_of_start = self.word(at) == "at" && start > at;
        // "If it is running, switch it off first, then take it out": is it to be taken out if it is not running?
        let is_free = |statement: &Statement| matches!(statement, Statement::Clause { subs, .. } if !subs.iter().any(sequence::is_start));
        let is_whole =
            |groups: &Vec<Vec<Statement>>| groups[0].iter().all(|one| is_free(one) && (!is_of_start || is_told(one)));
        found.retain(|groups: &Vec<Vec<Statement>>| groups.len() > 1 && is_whole(groups));
        found.into_iter().map(|groups| vec![Statement::Sequence(ordering::groups_by_mentions(groups))]).collect()
    }

    /// Groups of statements from the end of `joint` on, which are the words that join the first to those before.
    fn groups(&self, joint: Range<usize>, done: Vec<Vec<Statement>>, found: &mut Vec<Vec<Vec<Statement>>>) {
        if done.len() > 12 || found.len() > 200 {
            return;
        }
        let last = done.last().and_then(|group| group.last());
        let short = last.map_or_else(Vec::new, |last| self.short_of_verb(joint.end, last));
        for (group, end) in self.group(joint.end, last, 0).into_iter().chain(short) {
            let Some(group) = self.with_doer(group, last, joint.clone()) else { continue };
            let is_alone = done.is_empty() && self.is_end(end);
            let groups = if is_alone { Some(vec![group]) } else { self.one_by_one(group) };
            let Some(groups) = groups else { continue };
            let done: Vec<Vec<Statement>> = done.iter().cloned().chain(groups).collect();
            if self.is_end(end) {
                found.push(done);
                continue;
            }
            let after = self.skip(end, ",");
            // "And, after that, ..."
            let then = self.after_any(after, &THEN).or_else(|| self.after_any(self.after(after, "and ,")?, &THEN));
            if let Some(after) = then {
                self.groups(end..self.skip(after, ","), done, found);
            }
        }
    }

    /// "Wipe the table, then the desk": what follows is done to the desk, too.
    fn short_of_verb(&self, at: usize, last: &Statement) -> Found<Vec<Statement>> {
        let Statement::Clause { main, subs } = last else { return Vec::new() };
        let is_of_one = matches!(&main.vp, Vp::One(deed) if deed.objects.len() == 1);
        if !subs.is_empty() || !is_of_one || main.mood != Mood::Order || main.subject.is_some() {
            return Vec::new();
        }
        let nouns = self.noun_phrases(at);
        let one = |(np, end): &(Np, usize)| {
            let clauses = echoes::exchanged(main, np, at, *end).into_iter();
            let one = |main| (vec![Statement::Clause { main, subs: Vec::new() }], *end);
            clauses.map(one).collect::<Vec<_>>()
        };
        nouns.iter().flat_map(one).collect()
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
        // "Within two steps after opening it, close it."
        for (steps, after) in self.within(at) {
            for (sub, end) in self.subs(after, true, None).into_iter().filter(|(sub, _)| sub.link == Link::After) {
                for (mut main, end) in self.mains(self.skip(end, ","), None) {
                    main.marks.push((Mark::Within(steps), at));
                    self.with_subs(main, vec![sub.clone()], end, &mut found);
                }
            }
        }
        if let Some(after) = self.after(at, "not until").or_else(|| self.after(at, "not before")) {
            for (clause, end) in self.declarations(after) {
                let sub = Sub { is_first: true, ..Sub::new(Link::Until, clause, at) };
                let asked = self.asked(self.skip(end, ",")).into_iter();
                for (mut main, end) in asked.filter(|(main, _)| main.mood == Mood::May) {
                    main.marks.push((Mark::Not, at));
                    self.with_subs(main, vec![sub.clone()], end, &mut found);
                }
            }
        }
        found.extend(self.implications(at));
        found.extend(self.relatives(at));
        found.extend(self.otherwise(at));
        found
    }

    /// "Going to the lamp means that you have to visit the statue", "you can take it, but then you must close it".
    fn implications(&self, at: usize) -> Found<Statement> {
        let mut found = Vec::new();
        let mut triggers: Found<Clause> =
            self.gerunds(at).into_iter().filter(|(clause, _)| clause.mood == Mood::Ing).collect();
        for ((vp, marks), end) in self.predicates(at, crate::inflection::Want::Base) {
            triggers.push((Clause { subject: None, vp, mood: Mood::Ing, marks, at, end }, end));
        }
        for (clause, middle) in triggers {
            let Some(after) = self.after_any(middle, &["means that", "means", "implies that", "implies"]) else {
                continue;
            };
            let sub = Sub { is_first: true, ..Sub::new(Link::If, clause, at) };
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
            let sub = Sub { is_first: true, ..Sub::new(Link::If, clause, at) };
            for (main, end) in self.declarations(after) {
                if main.mood == Mood::Must {
                    found.push((Statement::Clause { main, subs: vec![sub.clone()] }, end));
                }
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
