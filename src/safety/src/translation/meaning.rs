//! The meaning of a statement, once its clauses and the words between them are read.
//!
//! Each reading names the marks that it uses. A clause with any other mark is refused, with that word.

use surefleet_mission::Kind;

use super::{
    Sense,
    account::{OF_ORDER, OF_PROHIBITION, and_also},
    clause::{Clause, Deed},
    condition::{Condition, Literal, Who},
    manner::{Count, Mark},
    pattern::{Pattern, Then},
    reader::{Patterns, Reader},
    robots::Said,
    timing::done_by_then,
    verbs::base,
};

use Mark::{
    Again, Always, Apiece, AtOnce, Both, Ever, FromThenOn, InTheEnd, Lasting, Later, May, Next, NoLonger, Only,
};

impl Reader<'_> {
    /// The patterns of a clause that depends on nothing.
    pub fn alone(&mut self, main: &Clause) -> Patterns {
        if let Some(done) = done_by_then(main) {
            return self.alone(&done);
        }
        self.present(main)?;
        self.carried(main)?;
        self.of_which(main)?;
        let is_accessed =
            ["access", "reserved", "restricted"].iter().any(|word| self.text.to_lowercase().contains(word));
        let is_of_item = |literal: &Literal| self.lexicon.things[literal.atom.things[0]].kind == Kind::Item;
        if is_accessed && main.sense == Sense::Position && main.condition.literals.iter().any(is_of_item) {
            return self.unclear(main, "say who may hold it, or who may be at it");
        }
        if let Some(patterns) = self.attempt(|reader| reader.put_by(main)) {
            return Ok(patterns);
        }
        self.told(main)?;
        let manner = &main.manner;
        let said = main.condition.clone();
        let both = |reader: &mut Self, mend| reader.unclear(main, mend);
        if let Some(count) = manner.count() {
            return self.counted(main, count);
        }
        if main.said == Some(Said::Only) {
            if manner.is_duty() || main.deed == Deed::Fall {
                return both(self, "say \"only robot 1 may\", or who must");
            }
            self.account(main, &[Only, May, Ever])?;
            return self.made(vec![Pattern::Always(said.negated())]);
        }
        if manner.has(Only) {
            return both(self, "say \"only if\", \"only after\" or how often");
        }
        match manner.when() {
            Some(InTheEnd) => return self.in_the_end(main),
            Some(Next) => return both(self, "say after what"),
            Some(AtOnce) if !main.is_list => return both(self, "say at the same time as what"),
            Some(Later) if main.is_negative() => return both(self, "say after what"),
            _ => {}
        }
        if main.is_negative() {
            return self.forbidden(main);
        }
        if manner.has(May) {
            return both(self, "a permission forbids nothing: say \"must\", \"must never\" or \"only\"");
        }
        if manner.is_lasting() {
            if main.deed != Deed::State {
                return both(self, "say which state is to last, or \"whenever\" it is to be done");
            }
            self.account(main, &and_also(&OF_ORDER, &[Always, Lasting, AtOnce, Both]))?;
            let is_kept_from = said.literals.iter().any(|literal| !literal.holds);
            let is_any = main.said == Some(Said::Any) && !is_kept_from;
            if (main.said == Some(Said::Some) || is_any) && self.lexicon.team_size() > 1 {
                return both(self, "say \"at least one robot\", \"each robot\", or name the robot");
            }
            return self.made(vec![Pattern::Always(said)]);
        }
        if matches!(main.said, Some(Said::Any)) && self.lexicon.team_size() > 1 {
            return both(self, "say \"each robot\" or \"some robot\"");
        }
        if main.deed == Deed::State && manner.when().is_none() {
            return both(self, "say \"always\", \"at some point\" or \"in the end\"");
        }
        if main.deed == Deed::Rise && manner.unused(&[Apiece, Both]).is_none() {
            return both(self, "an order is no constraint: say \"must\" and \"at some point\" or \"in the end\"");
        }
        self.account(main, &and_also(&OF_ORDER, &[Later, AtOnce, Both]))?;
        if main.deed == Deed::State
            && matches!(main.said, Some(Said::All | Said::Plural))
            && self.lexicon.team_size() > 1
        {
            return both(self, "say \"each robot\", or \"it must never be\" for all at the same time");
        }
        if main.deed == Deed::Fall {
            return both(self, "say \"in the end\" and the state, or \"whenever\" and \"later\"");
        }
        // A thing that lies there from the start was not put there.
        let is_put = self.is_put(main);
        let sometime = |said| if is_put { Pattern::BegunAtLeast(1, said) } else { Pattern::Sometime(said) };
        if is_put && !main.is_list && said.literals.len() > 1 {
            return self.unclear(main, "say which state must come about: \"is on ...\"");
        }
        self.by_whom(main)?;
        if main.is_list && !manner.has(AtOnce) {
            return self.made(said.literals.into_iter().map(|literal| sometime(Condition::one(literal))).collect());
        }
        self.made(vec![sometime(said)])
    }

    pub fn in_the_end(&mut self, main: &Clause) -> Patterns {
        if main.manner.has(May) && !main.is_negative() {
            return self.unclear(main, "a permission forbids nothing: say \"must\", \"must never\" or \"only\"");
        }
        if main.said == Some(Said::Any) && !main.is_negative() {
            return self.unclear(main, "say \"each robot\" or \"some robot\"");
        }
        let is_by = |at: usize| self.word(at) == Some("by") && self.word(at + 1) == Some("the");
        if main.deed == Deed::Rise && main.sense != Sense::Location && (0..self.length()).any(is_by) {
            return self.unclear(main, "say \"at some point\", or what must be in the end");
        }
        self.distinct(main)?;
        let is_said = |at: usize| match self.word(at) {
            Some("and" | "both" | "all" | "every" | "each" | ",") => true,
            Some("the") => !matches!(self.word(at + 1), Some("end" | "very" | "last")),
            _ => false,
        };
        let is_of_sort = main.condition.is_all && main.condition.literals.len() > 1 && !main.is_negative();
        let is_verb =
            |at: &usize| self.word(*at).is_some_and(|word| matches!(base(word), "be" | "lie" | "stay" | "end"));
        let mut subject = main
            .span
            .clone()
            .skip_while(|at| self.word(*at) == Some("end"))
            .take_while(|at| !is_verb(at) || self.word(at.wrapping_sub(1)) == Some("the"));
        let is_bare = is_of_sort && main.said.is_none() && !subject.any(is_said);
        if is_bare || (main.said == Some(Said::Plural) && !main.is_negative() && self.lexicon.team_size() > 1) {
            return self.unclear(main, "say \"all\" or \"at least one\"");
        }
        self.account(main, &and_also(&OF_PROHIBITION, &[InTheEnd, Apiece]))?;
        self.made(vec![Pattern::InTheEnd(main.folded())])
    }

    pub fn forbidden(&mut self, main: &Clause) -> Patterns {
        self.both_at_once(main)?;
        if main.manner.has(Again) || main.manner.has(FromThenOn) || main.manner.has(NoLonger) {
            return self.unclear(main, "say after what");
        }
        let is_list_of_robots = main.whos.len() > 1 && main.is_list;
        let is_together = main.manner.has(AtOnce) || main.manner.has(Both);
        self.account(main, &and_also(&OF_PROHIBITION, if main.is_list { &[AtOnce] } else { &[] }))?;
        let mut said = main.condition.clone();
        if is_list_of_robots && !is_together {
            if main.deed == Deed::State {
                return self.unclear(main, "say \"neither ... nor\" for none of them, or \"at the same time\"");
            }
            // Neither robot may do it.
            said.is_all = false;
        }
        if main.deed == Deed::Fall {
            // A state that must never end stays, once it holds.
            let stays = |literal: &Literal| {
                let state = Condition::one(Literal { holds: true, ..literal.clone() });
                Pattern::After { trigger: state.clone(), then: Then::FromNow, what: state }
            };
            let each = said.literals.iter().map(stays).collect();
            return self.made(each);
        }
        if let Some(patterns) = self.not_put(main) {
            return self.made(patterns);
        }
        self.made(vec![Pattern::Always(said.negated())])
    }

    /// The patterns of "at most twice", "exactly once".
    pub fn counted(&mut self, main: &Clause, count: Count) -> Patterns {
        let manner = &main.manner;
        let said = main.condition.clone();
        let mark = Mark::Count(count);
        if main.is_list && manner.has(Apiece) && !main.is_negative() {
            let one = |literal: &Literal| Clause {
                condition: Condition::one(literal.clone()),
                is_list: false,
                ..main.clone()
            };
            let mut patterns = Vec::new();
            for clause in said.literals.iter().map(one) {
                patterns.extend(self.counted(&clause, count)?);
            }
            return Ok(patterns);
        }
        if main.deed == Deed::Fall || main.is_list || !self.is_one_count(main) {
            return self.unclear(main, "write a constraint of its own for how often, for each of them");
        }
        if main.said == Some(Said::Only) || matches!(main.said, Some(Said::Any)) && !main.is_negative() {
            return self.unclear(main, "write a constraint of its own for who, and for how often");
        }
        let is_in_total = main.span.clone().any(|at| matches!(self.word(at), Some("total" | "altogether" | "told")));
        if is_in_total && said.literals.iter().any(|literal| literal.atom.who == Some(Who::Each)) {
            return self.unclear(main, "say \"each robot\" without \"in total\", or name the robot");
        }
        // An action is counted when its state begins; a state that holds at the start is a stretch of its own.
        let is_deed = main.deed == Deed::Rise;
        let at_most = |times: usize| match is_deed {
            true => Pattern::BegunAtMost(times, said.clone()),
            false => Pattern::AtMost(times, said.clone()),
        };
        let at_least = |times: usize| match is_deed {
            true => Pattern::BegunAtLeast(times, said.clone()),
            false => Pattern::AtLeast(times, said.clone()),
        };
        let is_lenient = manner.has(May) || (manner.has(Only) && !manner.is_duty());
        let patterns = match (count, main.is_negative()) {
            (Count::AtMost(times), false) => vec![at_most(times)],
            (Count::MoreThan(times), true) => vec![at_most(times)],
            (Count::Bare(times) | Count::Exactly(times), false) if is_lenient => vec![at_most(times)],
            (Count::Exactly(times), false) if manner.is_duty() && times > 0 => vec![at_most(times), at_least(times)],
            (Count::AtLeast(1), false) if !manner.has(May) && !manner.has(Only) => {
                vec![Pattern::Sometime(said.clone())]
            }
            (Count::AtLeast(times), false) if !manner.has(May) && !manner.has(Only) && times > 0 => {
                vec![at_least(times)]
            }
            (Count::MoreThan(times), false) if manner.is_duty() => vec![at_least(times + 1)],
            _ => return self.unclear(main, "say \"at most\", \"at least\" or \"exactly\" and how often"),
        };
        if main.is_negative() {
            self.account(main, &and_also(&OF_PROHIBITION, &[mark]))?;
        } else {
            self.account(main, &and_also(&OF_ORDER, &[mark, May, Only, Ever]))?;
        }
        self.made(patterns)
    }

    /// Whether each counted event ends before the next one can begin. True for one knife in anyone's hand. Not true for
    /// one of two knives, which a robot may swap, or for a visit to one of two places, from which it can go to the
    /// other.
    fn is_one_count(&self, main: &Clause) -> bool {
        let literals = &main.condition.literals;
        let is_held = |one: &Literal| one.holds && one.atom.things == literals[0].atom.things;
        literals.len() == 1 || (main.sense == Sense::Possession && literals.iter().all(is_held))
    }
}
