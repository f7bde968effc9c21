//! What a clause asks for by itself: to do something, to keep it so, never to let it be.

use crate::{
    compose::{condition, negations},
    logic::{self, Ltl},
    meaning::{Act, Aspect, Clause, Compare, Deed, Det, Join, Mark, Mood, Np, Vp, When, Who},
    scope::{self, Role, Scope, Tree, Vague, vague},
};

/// The mend of a clause that can never be true or false.
pub(crate) const NEVER: &str = "nothing of this can ever happen here";

/// The mend of a goal that only states of the start can fulfil.
pub(crate) const OUT_OF_REACH: &str = "no skill here can bring that about";

const OFTEN: &str = "say \"at most\", \"at least\" or \"exactly\" and how often";

/// What a clause asks for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Duty {
    /// None of these may ever be.
    Forbid { parts: Vec<Ltl>, aspect: Aspect },
    /// It must always be so.
    Keep(Tree),
    /// It must be brought about.
    Do {
        tree: Tree,
        aspect: Aspect,
        within: Option<usize>,
        is_next: bool,
        /// What a named robot is to achieve by it, beside doing it.
        outcome: Option<Tree>,
    },
    /// It must be so in the end.
    End(Tree),
    /// It must be so at some time.
    Sometime { tree: Tree, within: Option<usize> },
    /// It must be so at the moment of which another clause tells.
    Then(Tree),
    /// It is allowed, as far as another clause says.
    Allow { parts: Vec<Ltl>, aspect: Aspect },
    /// A formula of its own: how often.
    Whole { formula: Ltl, is_goal: bool },
}

/// The clause's duty. `is_linked`: another clause depends on it. `permits_only`: that one begins with "only".
pub(crate) fn duty(clause: &Clause, scope: &Scope, is_linked: bool, permits_only: bool) -> scope::Result<Duty> {
    let says = |mend| vague(clause.at, clause.end, mend);
    let Some(aspect) = clause.vp.aspect() else {
        return says("say one sentence for what is done and one for what is the case");
    };
    let negations = negations(clause);
    if negations > 1 {
        return says("say \"not\", \"never\" or \"no\" once");
    }
    let has_only = clause.has(Mark::Only) || clause.noun_phrases().into_iter().any(has_only);
    let is_agentless = clause.subject.is_none();
    let must_have_agent = |deed: &std::rc::Rc<Deed>| {
        let puts = matches!(deed.act, Act::Put { .. });
        puts && is_agentless && negations == 0 && !has_only && clause.mood == Mood::Order
    };
    // "Never carry dirty linen on the trolley": it must never be there.
    let is_never_there =
        negations == 1 && is_agentless && matches!(clause.mood, Mood::Order | Mood::Must) && !has_only && !is_linked;
    let brings = |deed: &std::rc::Rc<Deed>| {
        // "Bring" without a robot is about the outcome; what a robot must do or not do is the deed.
        deed.aspect == Aspect::Bring
            && !is_never_there
            && (negations > 0
                || has_only
                || clause.mood == Mood::May
                || (deed.is_of_robot && !is_agentless && clause.mood != Mood::Wish))
    };
    let deeds = clause.vp.deeds();
    if deeds.iter().any(|deed| must_have_agent(deed) || brings(deed)) {
        return says("say it of what is put where");
    }
    if clause.count().is_some() {
        return counted(clause, aspect, scope);
    }
    // "Nobody opens the freezer" and "heavy boxes stay off the tables" are rules; "the door is not open" tells how things are.
    let is_rule = negations == 1 && clause.subject.is_some() && (aspect != Aspect::State || clause.has(Mark::Away));
    if clause.mood == Mood::Is
        && !is_rule
        && !(clause.has(Mark::Never)
            || clause.has(Mark::Always)
            || clause.has(Mark::Lasting)
            || clause.has(Mark::InTheEnd))
    {
        return says("say what must be, or must never be");
    }
    if negations == 0 && !has_only && clause.mood != Mood::May && deeds.iter().any(is_loose) {
        return says("say where it is to be");
    }
    if let Some((at, end)) = torn_crowd(clause) {
        return vague(at, end, "write a sentence for each of them");
    }
    if let Some(when) =
        clause.marks.iter().find_map(|(mark, _)| if let Mark::That(when) = mark { Some(*when) } else { None })
    {
        return impersonal(clause, when, aspect, scope);
    }
    if clause.mood == Mood::Has || clause.mood == Mood::Ing {
        return says("say what must be, or must never be");
    }
    if has_only {
        return only(clause, aspect, scope);
    }
    if negations == 1 {
        return forbidden(clause, aspect, scope, is_linked);
    }
    if let Some(at_most) = at_most_subject(clause)? {
        return crowd(clause, aspect, scope, at_most);
    }
    if clause.mood == Mood::May {
        if !permits_only && !is_linked {
            return says("a permission forbids nothing: say \"must\", \"must never\" or \"only\"");
        }
        account(clause, &[Mark::Ever, Mark::AtOnce, Mark::Both])?;
        let tree = scope.clause(clause, Role::Condition).or_else(|_| scope.clause(clause, Role::Denied))?;
        let parts =
            if scope.is_together.get() { vec![tree.now()] } else { spread(&widened(clause, scope).unwrap_or(tree)) };
        return possible(clause, parts).map(|parts| Duty::Allow { parts, aspect });
    }
    match aspect {
        Aspect::State => state(clause, scope, is_linked),
        Aspect::Cease => says("say what must be in the end, or what must never be"),
        Aspect::Deed | Aspect::Become | Aspect::Bring => {
            let within = within(clause);
            let mut allowed = vec![Mark::Sometime, Mark::Next, Mark::ByTheEnd, Mark::Perfect, Mark::Both, Mark::Apiece];
            if let Some(steps) = within {
                allowed.push(Mark::Within(steps));
            }
            if aspect == Aspect::Bring {
                allowed.push(Mark::InTheEnd);
            }
            if is_linked {
                allowed.extend([Mark::FromThenOn, Mark::First, Mark::Later, Mark::Again]);
            }
            account(clause, &allowed)?;
            if clause.has(Mark::Perfect) && !clause.has(Mark::ByTheEnd) && !is_linked {
                return says("say what must be done");
            }
            let tree = scope.clause(clause, Role::Goal)?;
            if tree.is_never() {
                return says(NEVER);
            }
            if aspect != Aspect::Deed && !scope.vocabulary.is_reachable(&tree) {
                return says(OUT_OF_REACH);
            }
            let is_next = clause.has(Mark::Next);
            if is_next && !is_linked {
                return says("say after what");
            }
            let outcome = if is_linked { None } else { outcome(clause, scope)? };
            // What must be brought somewhere "at some point" need not stay there.
            let is_once = clause.mood == Mood::Must && clause.has(Mark::Sometime);
            let is_of_end = clause.has(Mark::InTheEnd) || clause.has(Mark::ByTheEnd);
            let aspect = if aspect == Aspect::Bring && is_once && !is_of_end { Aspect::Become } else { aspect };
            Ok(Duty::Do { tree, aspect, within, is_next, outcome })
        }
    }
}

/// Whether the verb does not tell what for: "move the box".
fn is_loose(deed: &&std::rc::Rc<Deed>) -> bool {
    matches!(deed.act, Act::Take { is_loose: true, .. })
}

/// The places of "no two robots may be at the sink or at the stove": two in both together, or two in one of them?
fn torn_crowd(clause: &Clause) -> Option<(usize, usize)> {
    let is_crowd = matches!(&clause.subject, Some(Np::Noun(noun)) if matches!(noun.det, Det::Count(compare, number)
        if number > 1 || matches!(compare, Compare::AtMost | Compare::Only | Compare::Exactly)));
    let is_choice = |np: &&Np| matches!(np, Np::List(Join::Or, _));
    let deeds = clause.vp.deeds();
    let torn = deeds.iter().flat_map(|deed| &deed.objects).find(is_choice);
    torn.filter(|_| is_crowd).map(scope::extent)
}

/// That the things are where a robot must put them.
fn outcome(clause: &Clause, scope: &Scope) -> scope::Result<Option<Tree>> {
    let Vp::One(deed) = &clause.vp else { return Ok(None) };
    let Act::Put { thing, place, .. } = deed.act else { return Ok(None) };
    let act = Act::At { thing, place, holds: true, who: Who::Anything, word: None };
    let deed = Deed { act, aspect: Aspect::Bring, ..deed.as_ref().clone() };
    let clause = Clause { vp: Vp::One(std::rc::Rc::new(deed)), ..clause.clone() };
    let tree = scope.clause(&clause, Role::Goal)?;
    Ok(Some(tree))
}

/// "It must never be that the fridge is open".
fn impersonal(clause: &Clause, when: When, aspect: Aspect, scope: &Scope) -> scope::Result<Duty> {
    let marks: Vec<_> = clause.marks.iter().copied().filter(|(mark, _)| !matches!(mark, Mark::That(_))).collect();
    let inner = Clause { marks, mood: Mood::Is, ..clause.clone() };
    account(&inner, &[Mark::Not, Mark::AtOnce, Mark::Both])?;
    let tree = condition(&inner, scope)?;
    let parts = possible(clause, spread(&tree))?;
    match when {
        _ if aspect == Aspect::Bring => vague(clause.at, clause.end, "say what is done, or what is the case"),
        When::Never => Ok(Duty::Forbid { parts, aspect }),
        When::Always if aspect == Aspect::State => Ok(Duty::Keep(tree)),
        When::Sometime => Ok(Duty::Sometime { tree: Tree::Leaf(tree.now()), within: None }),
        When::Always => vague(clause.at, clause.end, "say which state is to last"),
    }
}

fn within(clause: &Clause) -> Option<usize> {
    clause.marks.iter().find_map(|(mark, _)| if let Mark::Within(steps) = mark { Some(*steps) } else { None })
}

/// Refuses a clause with a mark that its reading does not use.
pub(crate) fn account(clause: &Clause, allowed: &[Mark]) -> scope::Result<()> {
    for (place, (mark, at)) in clause.marks.iter().enumerate() {
        let is_twice = clause.marks[..place]
            .iter()
            .any(|(one, _)| one == mark && matches!(mark, Mark::Within(_) | Mark::Count(..) | Mark::Only));
        if !allowed.contains(mark) || is_twice {
            return vague(*at, *at + 1, "it has no meaning in this sentence");
        }
    }
    Ok(())
}

fn has_only(np: &Np) -> bool {
    match np {
        Np::Only(_) => true,
        Np::List(_, parts) => parts.iter().any(has_only),
        _ => false,
    }
}

/// The alternatives of a condition: none of them may be.
pub(crate) fn spread(tree: &Tree) -> Vec<Ltl> {
    match tree.now() {
        Ltl::Or(parts) => parts,
        other => vec![other],
    }
}

/// The condition with "and" of names as "or": what may be only then may not be before, neither the one nor the other.
fn widened(clause: &Clause, scope: &Scope) -> Option<Tree> {
    fn wide(np: &Np) -> Np {
        match np {
            Np::List(Join::And, parts) => Np::List(Join::Or, parts.iter().map(wide).collect()),
            Np::Noun(noun)
                if matches!(noun.det, Det::Listed | Det::Plural | Det::All | Det::Every | Det::Each | Det::Bare) =>
            {
                Np::Noun(crate::meaning::Noun { det: Det::Any, ..noun.clone() })
            }
            other => other.clone(),
        }
    }
    fn wide_verbs(vp: Vp) -> Vp {
        match vp {
            Vp::List(Join::And, parts) => Vp::List(Join::Or, parts.into_iter().map(wide_verbs).collect()),
            other => other,
        }
    }
    let clause = clause.map(&mut wide);
    scope.clause(&Clause { vp: wide_verbs(clause.vp.clone()), ..clause }, Role::Condition).ok()
}

fn possible(clause: &Clause, parts: Vec<Ltl>) -> scope::Result<Vec<Ltl>> {
    match parts.as_slice() {
        [Ltl::Constant(false)] => vague(clause.at, clause.end, NEVER),
        _ => Ok(parts),
    }
}

/// "Must never", "no robot may".
fn forbidden(clause: &Clause, aspect: Aspect, scope: &Scope, is_linked: bool) -> scope::Result<Duty> {
    let says = |mend| vague(clause.at, clause.end, mend);
    let must_not_always = clause.has(Mark::Not) && (clause.has(Mark::Always) || clause.has(Mark::Lasting));
    if must_not_always {
        let mend = "say \"must never be\", or what must be at some point: \"not always\" has two meanings";
        return Err(Vague { at: clause.at, end: clause.end, mend, blocks: true });
    }
    if let Some(words) = needless(clause) {
        return says(words);
    }
    let within = within(clause);
    let mut allowed = vec![
        Mark::Not,
        Mark::Never,
        Mark::Away,
        Mark::Barred,
        Mark::Ever,
        Mark::AnyTime,
        Mark::Always,
        Mark::AtOnce,
        Mark::Both,
        Mark::InTheEnd,
    ];
    if clause.has(Mark::Away) {
        allowed.push(Mark::Lasting);
    }
    if clause.has(Mark::Both) && !clause.has(Mark::AtOnce) && aspect != Aspect::State {
        return says("say \"at the same time\", or name each");
    }
    if is_linked {
        allowed.extend([Mark::Again, Mark::FromThenOn, Mark::Next, Mark::Later]);
    }
    allowed.extend(within.map(Mark::Within));
    account(clause, &allowed)?;
    if clause.has(Mark::InTheEnd) {
        if aspect != Aspect::State {
            return says("say what must be in the end");
        }
        let tree = scope.clause(clause, Role::Denied)?;
        return Ok(Duty::End(Tree::Not(Box::new(tree))));
    }
    let tree = scope.clause(clause, Role::Denied)?;
    let parts = possible(clause, spread(&tree))?;
    if let Some(steps) = within {
        let parts = parts.iter().map(|part| logic::not(logic::within(steps, part)));
        return Ok(Duty::Whole { formula: logic::all(parts), is_goal: false });
    }
    Ok(Duty::Forbid { parts, aspect })
}

/// "Need not", "no robot has to": what need not be needs no constraint.
fn needless(clause: &Clause) -> Option<&'static str> {
    let every = |np: &Np| matches!(np, Np::Noun(noun) if matches!(noun.det, Det::Every | Det::Each | Det::All));
    let is_together = clause.has(Mark::AtOnce) || clause.has(Mark::Both);
    if clause.has(Mark::Not) && !is_together && clause.subject.as_ref().is_some_and(every) {
        return Some("say \"no\" for none of them, or \"not all ... at the same time\"");
    }
    None
}

/// "Only robot 1 may", "may carry only bread", "may only be held by robot 2".
fn only(clause: &Clause, aspect: Aspect, scope: &Scope) -> scope::Result<Duty> {
    let says = |mend| vague(clause.at, clause.end, mend);
    let is_allowed = clause.mood == Mood::May;
    if !is_allowed || negations(clause) > 0 {
        return says("say \"only ... may\", or who must");
    }
    account(clause, &[Mark::Only, Mark::Ever])?;
    let mut clause = clause.clone();
    if clause.has(Mark::Only) {
        if clause.noun_phrases().into_iter().any(has_only) {
            return says("say \"only\" once");
        }
        let Vp::One(deed) = &clause.vp else { return says("say what only belongs to") };
        let mut deed = deed.as_ref().clone();
        let is_sort = |np: &Np| matches!(np, Np::Noun(noun) if noun.det != Det::Name) || matches!(np, Np::List(..));
        match (deed.agent.take(), deed.objects.as_slice()) {
            (Some(agent), _) => deed.agent = Some(Np::Only(Box::new(agent))),
            (None, [object]) if is_sort(object) => deed.objects = vec![Np::Only(Box::new(object.clone()))],
            _ => return says("say \"only ... may\", \"only if\", \"only after\" or how often"),
        }
        clause.vp = Vp::One(std::rc::Rc::new(deed));
    }
    // "Only robot 1 may open the fridge and the drawer": the others may open neither.
    if let (Some(Np::Only(_)), Vp::One(deed)) = (&clause.subject, &clause.vp) {
        let either = |np: &Np| match np {
            Np::List(Join::And, parts) => Np::List(Join::Or, parts.clone()),
            other => other.clone(),
        };
        let objects = deed.objects.iter().map(either).collect();
        clause.vp = Vp::One(std::rc::Rc::new(Deed { objects, ..deed.as_ref().clone() }));
    }
    let tree = scope.clause(&clause, Role::Denied)?;
    let parts = possible(&clause, spread(&tree))?;
    Ok(Duty::Forbid { parts, aspect })
}

/// The number, if the clause is about at most so many.
fn at_most_subject(clause: &Clause) -> scope::Result<Option<Compare>> {
    for np in clause.noun_phrases() {
        if let Np::Noun(noun) = np
            && let Det::Count(compare @ (Compare::AtMost | Compare::Only), _) = noun.det
        {
            if compare == Compare::Only && clause.mood != Mood::May {
                return vague(noun.id, noun.end, "say \"at most\" or \"exactly\"");
            }
            return Ok(Some(compare));
        }
    }
    Ok(None)
}

/// "At most one robot may be at the table".
fn crowd(clause: &Clause, aspect: Aspect, scope: &Scope, _: Compare) -> scope::Result<Duty> {
    let says = |mend| vague(clause.at, clause.end, mend);
    if aspect != Aspect::State && !clause.has(Mark::AtOnce) {
        return says("say \"at the same time\", or \"only robot 1 may\"");
    }
    if clause.has(Mark::Ever) {
        return says("say \"at the same time\", or \"only robot 1 may\"");
    }
    if clause.has(Mark::InTheEnd) && aspect == Aspect::State {
        account(clause, &[Mark::InTheEnd, Mark::AtOnce, Mark::Both])?;
        return Ok(Duty::End(scope.clause(clause, Role::Kept)?));
    }
    account(clause, &[Mark::AnyTime, Mark::AtOnce, Mark::Always, Mark::Both])?;
    if clause.mood == Mood::Wish || clause.mood == Mood::Order {
        return says("say how many may be, or must be");
    }
    let tree = scope.clause(clause, Role::Kept)?;
    Ok(match logic::not(tree.now()) {
        Ltl::Or(parts) => Duty::Forbid { parts, aspect },
        other => Duty::Forbid { parts: vec![other], aspect },
    })
}

/// "Must always be", "must be in the end".
fn state(clause: &Clause, scope: &Scope, is_linked: bool) -> scope::Result<Duty> {
    let says = |mend| vague(clause.at, clause.end, mend);
    let is_lasting = clause.has(Mark::Lasting) || clause.has(Mark::Always);
    let tree = |role| {
        let tree = scope.clause(clause, role)?;
        if tree.is_never() { vague(clause.at, clause.end, NEVER) } else { Ok(tree) }
    };
    if clause.subject.is_none() && !is_lasting {
        return says("say who or what must be so");
    }
    let within = within(clause);
    let has_time =
        clause.has(Mark::Sometime) || clause.has(Mark::Later) || clause.has(Mark::Perfect) || within.is_some();
    if is_lasting && !has_time {
        let mut allowed = vec![Mark::Lasting, Mark::Always, Mark::AtOnce, Mark::Both, Mark::FromThenOn];
        if clause.has(Mark::InTheEnd) {
            allowed.push(Mark::InTheEnd);
        }
        account(clause, &allowed)?;
        if clause.has(Mark::InTheEnd) {
            return says("say \"always\" or \"in the end\"");
        }
        return Ok(Duty::Keep(tree(Role::Kept)?));
    }
    if has_time && !is_lasting {
        let mut allowed =
            vec![Mark::Sometime, Mark::Later, Mark::Perfect, Mark::ByTheEnd, Mark::AtOnce, Mark::Both, Mark::Apiece];
        allowed.extend(within.map(Mark::Within));
        if is_linked {
            allowed.push(Mark::Again);
        }
        account(clause, &allowed)?;
        return Ok(Duty::Sometime { tree: tree(Role::Goal)?, within });
    }
    if clause.mood == Mood::Wish || clause.has(Mark::InTheEnd) || clause.has(Mark::ByTheEnd) {
        let mut allowed = vec![Mark::InTheEnd, Mark::ByTheEnd, Mark::AtOnce, Mark::Both, Mark::Apiece];
        if is_linked {
            allowed.push(Mark::Again);
        }
        account(clause, &allowed)?;
        let is_exact = |np: &&Np| matches!(np, Np::Noun(noun) if matches!(noun.det, Det::Count(Compare::Exactly, _)));
        let role = if clause.noun_phrases().iter().any(is_exact) { Role::Kept } else { Role::Goal };
        return Ok(Duty::End(tree(role)?));
    }
    if is_linked && clause.has(Mark::Again) {
        account(clause, &[Mark::Again, Mark::AtOnce, Mark::Both])?;
        let tree = tree(Role::Goal)?;
        if !scope.vocabulary.is_reachable(&tree) {
            return says(OUT_OF_REACH);
        }
        return Ok(Duty::Sometime { tree, within: None });
    }
    if is_linked {
        account(clause, &[Mark::AtOnce, Mark::Both, Mark::FromThenOn])?;
        let is_somebody = matches!(&clause.subject, Some(Np::Noun(noun)) if noun.is_wide && noun.det == Det::Some);
        return Ok(Duty::Then(tree(if is_somebody { Role::Condition } else { Role::Kept })?));
    }
    Err(Vague {
        at: clause.at,
        end: clause.end,
        mend: "say \"always\", \"at some point\" or \"in the end\"",
        blocks: clause.mood == Mood::Must && clause.subject.is_some(),
    })
}

/// "At most twice", "exactly once".
fn counted(clause: &Clause, aspect: Aspect, scope: &Scope) -> scope::Result<Duty> {
    let says = |mend| vague(clause.at, clause.end, mend);
    let Some((compare, times)) = clause.count() else { return says("say how often") };
    let only = if clause.mood == Mood::May { [Mark::Only].as_slice() } else { &[] };
    let mut allowed = vec![Mark::Count(compare, times), Mark::Ever, Mark::Not, Mark::Never];
    allowed.extend(only);
    if matches!(&clause.subject, None | Some(Np::Bound(_)))
        || matches!(&clause.subject, Some(Np::Noun(noun)) if noun.det == Det::Name)
    {
        allowed.push(Mark::InTotal);
    }
    account(clause, &allowed)?;
    // Each of several subjects is counted for itself.
    let subjects = match &clause.subject {
        Some(Np::Noun(noun)) if noun.limits.is_empty() => match noun.det {
            Det::Name => None,
            Det::The if noun.members.len() == 1 => None,
            Det::Each | Det::Every | Det::No | Det::Any => Some(noun),
            _ => return says("say how often for each of them, by name"),
        },
        Some(Np::Bound(_)) | None => None,
        Some(_) => return says("say how often for each of them, by name"),
    };
    let is_single = |np: &&Np| match np {
        Np::Noun(noun) => noun.det == Det::Name || (noun.det == Det::The && noun.members.len() == 1),
        Np::Bound(_) => true,
        _ => false,
    };
    let deeds = clause.vp.deeds();
    let [deed] = deeds.as_slice() else { return says("say how often for each deed") };
    if !deed.objects.iter().chain(&deed.agent).all(|np| is_single(&np)) {
        return says("say how often for each of them, by name");
    }
    if clause.subject.is_none() && scope.vocabulary.robots.len() > 1 && clause.mood != Mood::Order {
        return says("name the robot");
    }
    let negative = negations(clause) > 0;
    let is_repeated = compare == Compare::Bare && clause.mood == Mood::Order;
    let asks_for_some = !negative
        && (is_repeated || matches!(compare, Compare::AtLeast | Compare::Exactly))
        && clause.mood != Mood::May;
    let of = |formula: &Ltl| -> scope::Result<Ltl> {
        let at_least = |times: usize| match aspect {
            _ if times == 0 => Ltl::Constant(true),
            Aspect::Deed => logic::occurs_at_least(times, formula),
            Aspect::Become | Aspect::Bring | Aspect::Cease => logic::begins_at_least(times, formula),
            Aspect::State => (1..times).fold(logic::finally(formula.clone()), |rest, _| {
                logic::finally(logic::all([
                    formula.clone(),
                    logic::finally(logic::all([logic::not(formula.clone()), rest])),
                ]))
            }),
        };
        let at_most = |times: usize| logic::not(at_least(times + 1));
        let is_lenient = clause.mood == Mood::May;
        let is_duty = matches!(clause.mood, Mood::Must | Mood::Order);
        Ok(match compare {
            Compare::AtLeast if negative && times > 0 => logic::not(at_least(times)),
            _ if negative => return vague(clause.at, clause.end, OFTEN),
            Compare::AtMost => at_most(times),
            Compare::Bare if clause.mood == Mood::Order => at_least(times),
            Compare::Bare | Compare::Exactly | Compare::Only if is_lenient => at_most(times),
            Compare::Exactly if is_duty => logic::all([at_least(times), at_most(times)]),
            Compare::AtLeast if is_duty => at_least(times),
            _ => return vague(clause.at, clause.end, OFTEN),
        })
    };
    let one = |subject: Option<Np>| {
        let one = Clause { subject, marks: Vec::new(), ..clause.clone() };
        scope.counts_deeds.set(true);
        let tree = condition(&one, scope);
        scope.counts_deeds.set(false);
        let tree = tree?;
        if tree.is_never() {
            return vague(clause.at, clause.end, NEVER);
        }
        of(&tree.now())
    };
    match subjects {
        None => Ok(Duty::Whole { formula: one(clause.subject.clone())?, is_goal: asks_for_some }),
        Some(noun) => {
            let name = |object: &u16| {
                Np::Noun(crate::meaning::Noun { det: Det::Name, members: [*object].into(), ..noun.clone() })
            };
            let parts: Vec<scope::Result<Ltl>> = noun.members.iter().map(|object| one(Some(name(object)))).collect();
            let fits = |part: &scope::Result<Ltl>| !matches!(part, Err(reason) if reason.mend == NEVER);
            let parts: scope::Result<Vec<Ltl>> = parts.into_iter().filter(fits).collect();
            let parts = parts?;
            if parts.is_empty() {
                says(NEVER)
            } else {
                Ok(Duty::Whole { formula: logic::all(parts), is_goal: asks_for_some })
            }
        }
    }
}
