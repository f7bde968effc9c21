//! Short forms that repeat what was said: "and neither may robot 2", "the same goes for the sink", "if not, ...".

use std::rc::Rc;

use crate::{
    meaning::{Clause, Deed, Det, Join, Mark, Mood, Noun, Np, Vp},
    otherwise::OTHERWISE,
    reader::{Found, Reader},
    statement::{Link, Statement, Sub},
};

impl Reader<'_> {
    /// The statement before with another subject, or another thing in it.
    pub(crate) fn echoes(&self, at: usize, last: &Statement) -> Found<Clause> {
        let Statement::Clause { main, subs } = last else { return Vec::new() };
        if !subs.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        let is_denied = crate::conditions::negations(main) == 1;
        const NEITHER: [&str; 9] = [
            "neither do",
            "neither does",
            "neither may",
            "neither must",
            "neither should",
            "neither can",
            "nor may",
            "nor must",
            "nor should",
        ];
        if let Some(after) = self.after_any(at, &NEITHER).filter(|_| is_denied && main.subject.is_some()) {
            for (np, end) in self.noun_phrases(after).iter() {
                found.push((Clause { subject: Some(np.clone()), at, end: *end, ..main.clone() }, *end));
            }
        }
        const SAME: [&str; 6] = [
            "the same goes for",
            "the same is true of",
            "the same is true for",
            "the same holds for",
            "the same applies to",
            "likewise for",
        ];
        if let Some(after) = self.after_any(at, &SAME) {
            for (np, end) in self.noun_phrases(after).iter() {
                found.extend(exchanged(main, np, at, *end).into_iter().map(|clause| (clause, *end)));
            }
        }
        found
    }

    /// "Whoever opens the fridge must close it", "every robot that enters the kitchen has to leave it".
    pub(crate) fn relatives(&self, at: usize) -> Found<Statement> {
        let mut found = Vec::new();
        for (noun, after) in self.related(at) {
            let subject = Some(Np::Noun(Noun { det: Det::Any, ..noun.clone() }));
            for (clause, middle) in self.asserted(at, subject.as_ref(), &[], after) {
                let is_event = clause.vp.aspect().is_some_and(|aspect| aspect != crate::meaning::Aspect::State);
                if !matches!(clause.mood, Mood::Is | Mood::Has) || !is_event || clause.is_denied() {
                    continue;
                }
                let sub = Sub { is_first: true, ..Sub::new(Link::If, clause, at) };
                let bound = Np::Bound(noun.id);
                for (mut main, end) in self.asserted(at, Some(&bound), &[], self.skip(middle, ",")) {
                    if noun.det == Det::No {
                        main.marks.push((Mark::Not, at));
                    }
                    if matches!(main.mood, Mood::Must | Mood::May) && (main.mood == Mood::Must || noun.det == Det::No) {
                        found.push((Statement::Clause { main, subs: vec![sub.clone()] }, end));
                    }
                }
            }
        }
        found
    }

    /// "Whoever", "every robot that", "no item that".
    fn related(&self, at: usize) -> Found<Noun> {
        let mut found = Vec::new();
        let robots = || Noun {
            det: Det::Any,
            members: self.vocabulary.robots.as_slice().into(),
            limits: Vec::new(),
            id: at,
            end: at + 1,
            is_plural: false,
            is_other: false,
            is_wide: false,
            is_excepting: false,
            is_place: false,
        };
        if let Some(after) = self.after(at, "whoever") {
            found.push((robots(), after));
        }
        for (np, middle) in self.noun_phrases(at).iter() {
            let Np::Noun(noun) = np else { continue };
            let is_each =
                matches!(noun.det, Det::Each | Det::Every | Det::Any | Det::A | Det::No | Det::Bare | Det::All);
            if !is_each || !noun.limits.is_empty() || noun.is_other {
                continue;
            }
            found.extend(self.after_any(*middle, &["that", "which", "who"]).map(|after| (noun.clone(), after)));
        }
        found
    }

    /// "Otherwise ...", after a sentence with "if".
    pub(crate) fn otherwise(&self, at: usize) -> Found<Statement> {
        let mut found = Vec::new();
        let Some(condition) = &self.condition else { return found };
        let Some(after) = self.after(at, OTHERWISE).filter(|_| at == 0) else { return found };
        let mut sub = Sub { is_first: true, at, ..condition.clone() };
        if sub.link == Link::AtStart {
            sub.link = Link::Otherwise;
            // "Otherwise it stays open" may only tell what comes of it.
            let asks = |main: &Clause| matches!(main.mood, Mood::Order | Mood::Must | Mood::Wish);
            let mains = self.mains(after, None).into_iter().filter(|(main, _)| asks(main));
            return mains.map(|(main, end)| (Statement::Clause { main, subs: vec![sub.clone()] }, end)).collect();
        }
        match sub.clause.marks.iter().position(|(mark, _)| *mark == Mark::Not) {
            Some(place) => drop(sub.clause.marks.remove(place)),
            None => sub.clause.marks.push((Mark::Not, at)),
        }
        for (main, end) in self.main_clauses(after) {
            found.push((Statement::Clause { main, subs: vec![sub.clone()] }, end));
        }
        found
    }
}

/// The condition of a statement that others can deny: "if the door is open". That of an order is about the start.
pub(crate) fn condition(statement: &Statement) -> Option<Sub> {
    let (main, subs) = match statement {
        Statement::Clause { main, subs } => (main, subs),
        Statement::Sequence(groups) => match groups.first()?.first()? {
            Statement::Clause { main, subs } => (main, subs),
            Statement::Sequence(_) => return None,
        },
    };
    let [sub] = subs.as_slice() else { return None };
    let is_of_start = sub.link == Link::AtStart || (sub.link == Link::If && main.mood == Mood::Order);
    if is_of_start {
        return can_be_denied(sub).then(|| Sub { link: Link::AtStart, ..sub.clone() });
    }
    let is_rule = matches!(statement, Statement::Clause { .. });
    let is_plain = sub.link == Link::If && !sub.is_only && sub.more.is_empty() && sub.clause.mood == Mood::Is;
    (is_rule && is_plain && crate::conditions::negations(&sub.clause) <= 1).then(|| sub.clone())
}

/// Whether it is clear when the condition does not hold: not with "if the cups are clean", where some may be.
fn can_be_denied(sub: &Sub) -> bool {
    let is_clear = |np: &Np| match np {
        Np::Noun(noun) => match noun.det {
            Det::Name | Det::A | Det::Any | Det::Some | Det::No | Det::Count(..) => true,
            _ => noun.members.len() == 1,
        },
        _ => false,
    };
    let is_plain = |clause: &Clause| clause.mood == Mood::Is && clause.noun_phrases().into_iter().all(is_clear);
    !sub.is_only && sub.clauses().all(is_plain)
}

/// Statements of which another sentence tells what is to be done otherwise: their condition is about the start. `None`: it
/// cannot be.
pub(crate) fn weighed(statements: Vec<Statement>) -> Option<Vec<Statement>> {
    let mut has_condition = false;
    let mut all = Vec::new();
    for mut statement in statements {
        match &mut statement {
            Statement::Clause { main, subs } if !subs.is_empty() => {
                let [sub] = subs.as_mut_slice() else { return None };
                if sub.link != Link::If || !can_be_denied(sub) {
                    return None;
                }
                has_condition = true;
                if main.mood != Mood::Order || main.is_denied() {
                    sub.link = Link::AtStart;
                }
            }
            Statement::Clause { .. } => {}
            Statement::Sequence(_) => has_condition |= condition(&statement).is_some(),
        }
        all.push(statement);
    }
    has_condition.then_some(all)
}

/// The clause with this phrase in the place of each of its own in turn.
pub(crate) fn exchanged(main: &Clause, np: &Np, at: usize, end: usize) -> Vec<Clause> {
    let mut found = Vec::new();
    if main.subject.is_some() {
        found.push(Clause { subject: Some(np.clone()), at, end, ..main.clone() });
    }
    if let Vp::One(deed) = &main.vp {
        for place in 0..deed.objects.len() {
            let mut objects = deed.objects.clone();
            objects[place] = np.clone();
            let vp = Vp::One(Rc::new(Deed { objects, ..deed.as_ref().clone() }));
            found.push(Clause { vp, at, end, ..main.clone() });
        }
    }
    // Of several verbs, or of several things in a list, it is not said which.
    let is_list = matches!(main.vp, Vp::List(Join::And | Join::Or | Join::Nor | Join::Both, _));
    if is_list { Vec::new() } else { found }
}
