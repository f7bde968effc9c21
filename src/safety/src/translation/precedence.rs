//! The order of two events: "A before B", "not A until B", "A only if B".

use super::{
    Sense,
    account::{OF_CONDITION, OF_ORDER, OF_PROHIBITION, and_also},
    clause::{Clause, Deed},
    condition::{Condition, Who},
    manner::Mark::{Always, AtOnce, Begin, Both, First, HaveTo, Lasting, May, Must, Only},
    pattern::{Pattern, Then},
    reader::{Patterns, Reader},
};

impl Reader<'_> {
    /// The patterns of "A before B", "not A until B", "A only if B".
    pub fn precede(&mut self, word: &str, main: &Clause, release: &Clause) -> Patterns {
        self.told(main)?;
        self.present(main)?;
        self.carried(main)?;
        self.of_which(main)?;
        // Joined actions need not have happened at one moment.
        let is_done = release.is_list && (release.deed == Deed::Rise || release.manner.is_past());
        self.account(release, &and_also(&OF_CONDITION, if is_done { &[Both] } else { &[] }))?;
        if release.is_negative() && !release.is_state() && !release.manner.is_past() {
            return self.unclear(release, "say what must be done before, or what must be the case");
        }
        let is_only = main.manner.has(Only);
        let is_forbidden = main.is_negative() || is_only;
        let mut main = main.clone();
        if is_only && !main.is_negative() && main.is_list && !main.manner.has(AtOnce) {
            if main.manner.has(Both) || self.word(main.span.start) == Some("both") {
                return self.unclear(&main, "say \"at the same time\", or leave out \"both\" for each of them");
            }
            // If two may do it only then, neither may do it before.
            main.condition.is_all = false;
        }
        // A robot that waits for robot 3 to leave is not robot 3.
        let main = &self.others_of(&main, &release.folded().negated(), is_forbidden, true)?;
        let main_marks = match word {
            _ if main.is_negative() => OF_PROHIBITION.to_vec(),
            _ if is_only => vec![Must, HaveTo, May, Only],
            "before" if !main.manner.has(Lasting) && main.deed == Deed::Rise => and_also(&OF_ORDER, &[First, Both]),
            "before" if !main.manner.has(Lasting) => and_also(&OF_ORDER, &[First]),
            _ if main.deed == Deed::Rise || main.manner.has(Lasting) => {
                and_also(&OF_ORDER, &[Always, Lasting, First, Both])
            }
            _ => and_also(&OF_ORDER, &[Always, Lasting, First]),
        };
        match word {
            "before" | "until" if is_only => {
                self.unclear(main, "say what must never be, \"once\" or \"after\" something else")
            }
            "before" if main.manner.has(May) && !is_forbidden => self.unclear(main, "say \"must\", or \"only after\""),
            "before" if !is_forbidden && !main.manner.has(Lasting) => {
                self.account(main, &main_marks)?;
                self.first_before(main, release)
            }
            "before" | "until" if !is_forbidden => {
                if main.deed != Deed::State {
                    return self.unclear(main, "say which state is to last until then");
                }
                self.account(main, &main_marks)?;
                self.until(&main.condition, release)
            }
            "before" | "until" | "without first" | "once" | "after" | "as soon as" => {
                self.account(main, &main_marks)?;
                self.not_before(main, release)
            }
            _ if release.manner.is_past() => {
                if matches!(word, "while" | "as long as" | "whenever") || !is_forbidden {
                    return self.unclear(
                        release,
                        "say \"after\" and what was done before, or what is the case at that moment",
                    );
                }
                self.account(main, &main_marks)?;
                if release.deed == Deed::Fall {
                    return self.unclear(release, "say \"only after\", or what is the case at that moment");
                }
                if release.is_negative() {
                    // Allowed only until it has happened, and never from then on.
                    if main.deed == Deed::Fall {
                        return self.unclear(main, "say which state is to last from then on");
                    }
                    let trigger = release.condition.clone();
                    return self.made(vec![Pattern::After {
                        trigger,
                        then: Then::FromNow,
                        what: main.condition.negated(),
                    }]);
                }
                self.not_before(main, release)
            }
            _ if release.is_state() => self.only_at(main, release, is_forbidden),
            _ => self.unclear(release, "say \"have\" and what was done before, or what is the case at that moment"),
        }
    }

    /// The patterns of "A before B": B does not come before A.
    pub fn first_before(&mut self, main: &Clause, release: &Clause) -> Patterns {
        if release.deed == Deed::Fall {
            let kept = self.ceasing(release)?;
            if main.deed == Deed::Fall || main.is_list {
                return self.unclear(main, "write a constraint for each of them");
            }
            return self.made(vec![Pattern::KeptBefore { kept, release: main.condition.clone() }]);
        }
        let none = |condition: &Condition| {
            let literals = condition.negated().literals;
            Condition { is_all: literals.len() > 1, literals }
        };
        let holds = if release.is_list && !release.is_negative() && release.deed == Deed::Rise {
            none(&release.condition)
        } else {
            release.folded().negated()
        };
        if main.deed == Deed::Fall {
            let ceased = self.ceasing(main)?;
            if ceased.who == Some(Who::Some) && self.lexicon.team_size() > 1 {
                return self.unclear(main, "name the robot");
            }
            let is_strong = self.attempt(|reader| reader.obliged(&main.condition)).is_some();
            return self.made(vec![Pattern::UntilCeased { holds, ceased, is_strong }]);
        }
        if main.condition.literals.iter().any(|literal| !literal.holds) {
            return self.unclear(main, "say what must be done before, or \"while\" for what must be the case then");
        }
        let targets = if main.is_list && main.deed == Deed::Rise {
            main.condition.literals.iter().cloned().map(Condition::one).collect()
        } else {
            vec![main.condition.clone()]
        };
        let is_strong = targets.len() == 1 && self.attempt(|reader| reader.obliged(&main.condition)).is_some();
        let each = targets.into_iter().map(|release| Pattern::Until { holds: holds.clone(), release, is_strong });
        let each = each.collect();
        self.made(each)
    }

    /// The patterns of a state that lasts until something else holds.
    pub fn until(&mut self, holds: &Condition, release: &Clause) -> Patterns {
        if release.deed == Deed::Fall {
            let ceased = self.ceasing(release)?;
            if ceased.who == Some(Who::Some) && self.lexicon.team_size() > 1 {
                return self.unclear(release, "name the robot");
            }
            let is_strong = self.attempt(|reader| reader.obliged(&release.condition)).is_some();
            return self.made(vec![Pattern::UntilCeased { holds: holds.clone(), ceased, is_strong }]);
        }
        let is_done = release.deed == Deed::Rise || (release.manner.is_past() && !release.manner.has(AtOnce));
        let is_each = release.is_list && is_done && !release.is_negative();
        if is_each {
            let literals = release.condition.literals.iter().cloned();
            let one =
                |literal| Pattern::Until { holds: holds.clone(), release: Condition::one(literal), is_strong: false };
            let each = literals.map(one).collect();
            return self.made(each);
        }
        let release = release.folded();
        let is_strong = self.attempt(|reader| reader.obliged(&release)).is_some();
        self.made(vec![Pattern::Until { holds: holds.clone(), release, is_strong }])
    }

    /// The patterns of "not A before B".
    pub fn not_before(&mut self, main: &Clause, release: &Clause) -> Patterns {
        self.distinct(main)?;
        if self.is_put(main) {
            return self
                .unclear(main, "say \"is on\" for \"is put\": what lies there from the start was not put there");
        }
        if main.deed != Deed::Fall {
            return self.until(&main.condition.negated(), release);
        }
        let kept = self.ceasing(main)?;
        if release.deed == Deed::Fall || (release.is_list && release.deed == Deed::Rise) {
            return self.unclear(release, "write a constraint for each of them");
        }
        self.made(vec![Pattern::KeptBefore { kept, release: release.folded() }])
    }

    /// The patterns of "A only while B", "not A unless B", "stay away from A except while B".
    pub fn only_at(&mut self, main: &Clause, release: &Clause, is_forbidden: bool) -> Patterns {
        let allowed = release.folded();
        if !is_forbidden {
            if !main.manner.is_lasting() || main.deed != Deed::State {
                return self.unclear(main, "say what must never be, unless something else is the case");
            }
            self.account(main, &and_also(&OF_ORDER, &[Always, Lasting]))?;
            let trigger = main.condition.negated();
            return self.made(vec![Pattern::After { trigger, then: Then::AtOnce, what: allowed }]);
        }
        self.account(main, &and_also(&OF_PROHIBITION, &[Only]))?;
        self.distinct(main)?;
        let is_being = matches!(main.sense, Sense::Position | Sense::Contact) && !main.manner.has(Begin);
        if main.deed == Deed::Fall || (self.lexicon.names_robots() && main.deed == Deed::Rise && !is_being) {
            return self.bar(main, &allowed.negated());
        }
        self.made(vec![Pattern::After { trigger: main.condition.clone(), then: Then::AtOnce, what: allowed }])
    }

    /// The patterns of an action that must not be done while something holds.
    pub fn bar(&mut self, main: &Clause, during: &Condition) -> Patterns {
        let is_many = main.condition.literals.len() > 1 && main.condition.is_all;
        if is_many {
            return self.unclear(main, "write a constraint for each of them");
        }
        let speaks_of_each = during.literals.iter().any(|literal| literal.atom.who == Some(Who::Each));
        let parts: Vec<Condition> = if during.is_all || during.literals.len() == 1 {
            vec![during.clone()]
        } else {
            during.literals.iter().cloned().map(Condition::one).collect()
        };
        let mut patterns = Vec::new();
        for literal in &main.condition.literals {
            let mut change = literal.clone();
            if change.atom.who == Some(Who::Some) {
                if speaks_of_each {
                    return self.unclear(main, "name the robot");
                }
                change.atom.who = Some(Who::Each);
            }
            patterns.extend(parts.iter().cloned().map(|during| Pattern::Barred { change: change.clone(), during }));
        }
        self.made(patterns)
    }
}
