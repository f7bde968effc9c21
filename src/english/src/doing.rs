//! Something to do, with a clause that says when: "before", "once", "as soon as", "without".

use crate::{
    logic::{self, Ltl, all, globally, implies, not},
    meaning::{Aspect, Clause, Deed, Det, Join, Mark, Mood, Np},
    moment::{Moment, is_later},
    refer,
    scope::Scope,
    sense::{Result, Vague, unclear, vague},
    sequence,
    statement::{Link, Sub},
    tree::{Tree, brought_about},
};

/// Something to do, with what it depends on.
pub(crate) struct Doing {
    pub tree: Tree,
    pub aspect: Aspect,
    pub within: Option<usize>,
    pub is_next: bool,
    pub is_order: bool,
    /// Whether a robot is to do nothing.
    pub is_wait: bool,
}

impl Doing {
    /// The formula.
    pub fn linked(&self, main: &Clause, sub: &Sub, moment: &Moment, scope: &Scope) -> Result<Ltl> {
        if self.tree.has_given() && !matches!(sub.link, Link::Without) {
            return vague(main.at, main.end, "say which things, by name");
        }
        let goal = || brought_about(&self.tree, self.aspect, self.within);
        let plain = self.within.is_none() && !self.is_next;
        let happening = matches!(moment, Moment::State(_) | Moment::Event(_));
        match sub.link {
            Link::Until | Link::While if plain && happening && self.is_wait && !sub.is_only => {
                let step = Ltl::Atom(logic::Atom::step());
                let waits = all(self.tree.parts().iter().map(|part| implies(step.clone(), part.now())));
                Ok(all(moment.formulas().iter().map(|when| match (sub.link, moment) {
                    (Link::Until, _) => logic::weak_until(waits.clone(), when.clone()),
                    _ => globally(implies(when.clone(), waits.clone())),
                })))
            }
            Link::Before if self.is_order && orders_several_too(main, sub) => vague(
                sub.at,
                sub.clause.end,
                "is that to be done, too? Say \"first ..., then ...\" if it is, or \"never ... before ...\" if it need not",
            ),
            Link::Before if plain && happening && !sub.is_only => {
                let pairs = self
                    .tree
                    .parts()
                    .into_iter()
                    .flat_map(|part| moment.formulas().iter().map(move |when| (not(when.clone()), part.now())));
                let order = all(pairs.map(|(one, other)| {
                    if self.is_order { logic::until(one, other) } else { logic::weak_until(one, other) }
                }));
                let lasting = if self.aspect == Aspect::Bring && self.is_order { goal() } else { Ltl::Constant(true) };
                Ok(all([order, lasting, self.second_goal(sub, moment, scope)]))
            }
            // An order with "only after" has a meaning of its own.
            Link::After | Link::Once if sub.is_only && plain && happening => {
                vague(main.at, main.end, "say \"may ... only after\" for a limit, or give an order")
            }
            // One time "immediately after" another may be too late once it has passed.
            Link::JustAfter if self.is_order && !refer::is_for_each(main) => vague(
                sub.at,
                sub.clause.end,
                "say \"first ..., then ...\" if it may be later, or \"whenever\" and \"must ... in the next step\" for a rule",
            ),
            Link::JustBefore => vague(sub.at, sub.clause.end, "say \"before\" if it may be some time before"),
            // An order is for one time: "wipe the table once it is empty" is not a rule for each time that it is.
            Link::After | Link::Once | Link::AsSoonAs
                if self.is_order && !sub.is_only && plain && happening && !refer::is_for_each(main) =>
            {
                // Once it has been opened, it is open; perhaps it was already.
                let state = |event: &Ltl| scope.vocabulary.result(event).filter(|_| sub.clause.mood == Mood::Has);
                let states: Option<Vec<Ltl>> = moment.formulas().iter().map(state).collect();
                let is_state = matches!(moment, Moment::State(_)) || states.is_some();
                // "After everything has been taken off it": each thing that may be there, or those that are?
                let is_sort = |np: &&Np| {
                    matches!(np, Np::Noun(noun) if noun.is_wide || (noun.members.len() > 1
                    && matches!(noun.det, Det::All | Det::Every | Det::Each | Det::Plural | Det::Bare)))
                };
                if !is_state && sub.clauses().any(|clause| clause.noun_phrases().iter().any(is_sort)) {
                    return vague(sub.at, sub.clause.end, "say what must be so then: \"once nothing is on it\"");
                }
                let after = sequence::After { main, tree: &self.tree, aspect: self.aspect, is_state };
                after.each(states.as_deref().unwrap_or(moment.formulas()), scope)
            }
            Link::After if self.is_order && plain => vague(
                sub.at,
                sub.clause.end,
                "say \"first ..., then ...\" to have both done, or \"whenever\" for a rule",
            ),
            // "It must be closed again after ...": each time.
            Link::After if !sub.is_first && !main.has(Mark::Again) && self.within.is_none() => {
                vague(sub.at, sub.clause.end, "say \"only after\", or \"whenever\" and \"eventually\"")
            }
            Link::If | Link::When | Link::Whenever | Link::Once | Link::AsSoonAs | Link::JustAfter | Link::After
                if happening && !sub.is_only =>
            {
                let Some(when) = moment.one() else {
                    return vague(sub.at, sub.clause.end, "say \"at the same time\", or write a sentence for each");
                };
                if sub.link == Link::When && self.is_order && matches!(moment, Moment::State(_)) {
                    let mend = "say \"once\" for one time, or \"whenever\" for each time";
                    return Err(Vague { at: sub.at, end: sub.clause.end, mend, blocks: true });
                }
                if sub.link == Link::If && self.is_order && matches!(moment, Moment::State(_)) && !self.is_next {
                    // An order is for now: "if the door is closed, open it".
                    return Ok(implies(when.clone(), goal()));
                }
                let lasts = self.aspect == Aspect::Bring && !matches!(sub.link, Link::Whenever);
                let aspect = if lasts {
                    Aspect::Bring
                } else if self.aspect == Aspect::Bring {
                    Aspect::Become
                } else {
                    self.aspect
                };
                let is_soon = self.is_next || matches!(sub.link, Link::AsSoonAs | Link::JustAfter);
                if is_soon {
                    return soon(main, sub, when, moment, &brought_about(&self.tree, aspect, Some(1)));
                }
                let then = brought_about(&self.tree, aspect, self.within);
                let is_after = sub.link == Link::After || main.has(Mark::Later);
                // "After it has come into the hall": each time that it comes, not as long as it is there.
                if is_after && sub.clause.vp.aspect() == Some(Aspect::Become) {
                    return vague(sub.at, sub.clause.end, "say \"whenever\" and where it is then");
                }
                let later = is_after
                    || self.within.is_some()
                    || (self.aspect == Aspect::Become && is_later(when, &self.tree.now(), scope));
                let then = if matches!(moment, Moment::Event(_)) && later { logic::next(then) } else { then };
                Ok(split(when, then))
            }
            Link::While | Link::With
                if matches!(moment, Moment::State(_)) && plain && self.aspect == Aspect::Deed && !sub.is_only =>
            {
                let Some(when) = moment.one() else { return unclear(main) };
                Ok(self.tree.each(&|leaf| logic::finally(all([leaf, when.clone()]))))
            }
            Link::Without if happening && self.is_order => {
                let never = all(moment.formulas().iter().flat_map(|when| match when {
                    Ltl::Or(parts) => parts.iter().map(|part| globally(not(part.clone()))).collect::<Vec<_>>(),
                    other => vec![globally(not(other.clone()))],
                }));
                Ok(all([goal(), never]))
            }
            Link::WithoutFirst if happening && plain => {
                vague(main.at, main.end, "say \"must not ... before\", or \"first ..., then ...\"")
            }
            _ => unclear(main),
        }
    }
}

impl Doing {
    /// "Measure sample 1 before sample 2": one order with two goals, as only the first has a verb. "Measure sample 1 before you
    /// wash sample 2" may be one, too.
    fn second_goal(&self, sub: &Sub, moment: &Moment, scope: &Scope) -> Ltl {
        // A clause with a verb of its own has a subject before it, though that may be "you".
        let begins_clause = |deed: &std::rc::Rc<Deed>| deed.at == sub.clause.at;
        let has_no_verb = sub.clause.mood == Mood::Is && sub.clause.vp.deeds().into_iter().all(begins_clause);
        if !self.is_order || !(has_no_verb || scope.setting.orders_too.get()) {
            return Ltl::Constant(true);
        }
        let is_brought = |of: Option<Aspect>| of == Some(Aspect::Bring);
        let goal = |when: &Ltl| {
            if is_brought(Some(self.aspect).filter(|_| has_no_verb).or(sub.clause.vp.aspect())) {
                logic::in_the_end(when.clone())
            } else {
                logic::finally(when.clone())
            }
        };
        all(moment.formulas().iter().map(goal))
    }
}

/// Whether an order has a clause after "before" about a deed of those who are ordered, with things that it names: "before you make
/// bed 3". That may be ordered, too.
pub(crate) fn orders_too(main: &Clause, sub: &Sub) -> bool {
    tells_same(main, sub, &is_one)
}

/// The same with several things: "before you make the beds". Of any of them it may be a limit, of all of them an order.
fn orders_several_too(main: &Clause, sub: &Sub) -> bool {
    let is_several = |np: &Np| match np {
        Np::Noun(noun) => matches!(noun.det, Det::Plural | Det::Listed | Det::All | Det::Both | Det::Each | Det::Every),
        Np::List(Join::And | Join::Both, parts) => parts.iter().all(is_one),
        _ => false,
    };
    tells_same(main, sub, &|np| is_one(np) || is_several(np)) && !orders_too(main, sub)
}

fn is_one(np: &Np) -> bool {
    matches!(np, Np::Noun(noun) if noun.is_single())
}

/// Whether a clause after "before" is about a deed of those who are ordered, with such things.
fn tells_same(main: &Clause, sub: &Sub, is_thing: &dyn Fn(&Np) -> bool) -> bool {
    let is_deed = |deed: &std::rc::Rc<Deed>| {
        matches!(deed.aspect, Aspect::Deed | Aspect::Bring)
            && !deed.objects.is_empty()
            && deed.objects.iter().all(is_thing)
    };
    let of_same = sub.clause.subject.is_none() || sub.clause.subject == main.subject;
    let has_verb =
        sub.clause.mood != Mood::Is || sub.clause.vp.deeds().into_iter().all(|deed| deed.at != sub.clause.at);
    sub.link == Link::Before
        && !sub.is_only
        && main.mood == Mood::Order
        && !main.is_denied()
        && of_same
        && has_verb
        && sub.more.is_empty()
        && sub.clause.vp.deeds().into_iter().all(is_deed)
}

/// As soon as the one, then the other, which is over within a step. A state counts when it begins.
fn soon(main: &Clause, sub: &Sub, when: &Ltl, moment: &Moment, then: &Ltl) -> Result<Ltl> {
    let after = |begins: Ltl| split(&begins, logic::next(then.clone()));
    let begins = || all([not(when.clone()), logic::next(when.clone())]);
    Ok(match (moment, sub.clause.vp.aspect()) {
        (Moment::Event(_), Some(Aspect::Deed | Aspect::Cease)) => after(when.clone()),
        // In the letter after the one before it begins.
        (Moment::Event(_), _) => split(&begins(), logic::next(then.clone())),
        (Moment::State(_), _) => {
            all([split(&begins(), logic::next(then.clone())), implies(when.clone(), then.clone())])
        }
        (Moment::NotYet(_), _) => return unclear(main),
    })
}

/// Whenever the one, then the other; each part of the other by itself.
fn split(when: &Ltl, then: Ltl) -> Ltl {
    match then {
        Ltl::And(parts) => all(parts.into_iter().map(|part| globally(implies(when.clone(), part)))),
        other => globally(implies(when.clone(), other)),
    }
}
