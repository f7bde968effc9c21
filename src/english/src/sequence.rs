//! "First ..., then ...": goals one after another.

use crate::{
    conditions::negations,
    duties,
    duty::Duty,
    logic::{self, Ltl, all, not},
    meaning::{Aspect, Clause, Compare, Det, Join, Mark, Mood, Np, Vp},
    moment::{Moment, moment},
    quantity::Role,
    scope::Scope,
    sense::{self, Meaning, NEVER, UNSURE, Vague, vague},
    statement::{self, Link, Statement, Sub},
    tree::Tree,
    vocabulary::Vocabulary,
};

/// A goal as a member of a sequence.
#[derive(Debug, Clone)]
struct Goal {
    /// It happens in this letter.
    happens: Ltl,
    /// What is so from then on, unless a later goal is about the same things.
    stays: Option<Ltl>,
    /// It is a state.
    is_state: bool,
    /// It may have come about before its turn.
    is_awaited: bool,
    /// What stays can come about in no other way.
    is_sole: bool,
    /// It is only to be seen to, and may be so already: "make sure that the door is shut".
    is_seen_to: bool,
    /// It is an order that names nobody.
    is_unnamed: bool,
}

impl Goal {
    /// What is waited for: "once the cup is there, ...".
    fn awaited(happens: Ltl, is_state: bool) -> Self {
        Self { happens, stays: None, is_state, is_awaited: true, is_sole: false, is_seen_to: false, is_unnamed: false }
    }

    /// Something that happens in a letter.
    fn new(happens: Ltl, aspect: Aspect) -> Self {
        let is_state = matches!(aspect, Aspect::Bring | Aspect::Become | Aspect::State);
        Self {
            stays: (aspect == Aspect::Bring).then(|| happens.clone()),
            happens,
            is_state,
            is_awaited: false,
            is_sole: false,
            is_seen_to: false,
            is_unnamed: false,
        }
    }

    /// The robots of which one is to do it; none where it is no deed.
    fn doers(&self) -> Option<Vec<logic::Object>> {
        let parts = if let Ltl::Or(parts) = &self.happens { parts } else { std::slice::from_ref(&self.happens) };
        let doer = |part: &Ltl| match part {
            Ltl::Atom(deed) if deed.sort == logic::Sort::Deed => deed.arguments.first().copied(),
            _ => None,
        };
        parts.iter().map(doer).collect()
    }

    /// Whether the one who does it does it with itself: "disinfect".
    fn is_of_doer(&self) -> bool {
        let mut has_things = false;
        self.happens.for_each_atom(&mut |atom| has_things |= atom.arguments.len() > 1);
        self.is_unnamed && !has_things && self.doers().is_some_and(|doers| doers.len() > 1)
    }

    /// The same, done by this robot.
    fn done_by(&self, robot: logic::Object) -> Self {
        let is_by = |part: &&Ltl| matches!(part, Ltl::Atom(deed) if deed.arguments.first() == Some(&robot));
        let parts = if let Ltl::Or(parts) = &self.happens { parts } else { std::slice::from_ref(&self.happens) };
        Self { happens: logic::any(parts.iter().filter(is_by).cloned()), ..self.clone() }
    }
}

/// All meanings of groups of goals in order.
pub(crate) fn compose(
    groups: &[Vec<Statement>],
    earlier: &[Np],
    vocabulary: &Vocabulary,
) -> Vec<sense::Result<Meaning>> {
    let mut said: Vec<Np> = earlier.to_vec();
    let mut whole: Vec<Vec<Goal>> = Vec::new();
    let mut condition: Option<Ltl> = None;
    // The last order to do something with oneself.
    let mut own = (0, 1);
    for group in groups {
        let mut goals = Vec::new();
        let mut repeated = 1;
        let subs = group.iter().filter_map(|statement| match statement {
            Statement::Clause { subs, .. } => Some(subs),
            Statement::Sequence(_) => None,
        });
        if let Some(sub) = subs.flatten().find(|sub| group.len() > 1 && awaits(sub)) {
            return vec![vague(sub.at, sub.clause.end, "write a sentence of its own for this")];
        }
        for statement in group {
            let is_first = whole.is_empty() && goals.is_empty();
            match steps_of(statement, &said, is_first, vocabulary) {
                Ok(Steps { goals: found, when, awaited, times }) => {
                    if times > 1 && group.len() > 1 {
                        let clause = statement.clauses()[0];
                        return vec![vague(clause.at, clause.end, "say what is to be done, one after the other")];
                    }
                    repeated = times;
                    condition = condition.or(when);
                    whole.extend(awaited.map(|goal| vec![goal]));
                    // "Close it again" is a deed, but to be somewhere again means to have been there before.
                    let again = statement.clauses().into_iter().find(|clause| clause.has(Mark::Again));
                    if let Some(clause) = again.filter(|_| found.iter().any(|goal| goal.is_state)) {
                        return vec![vague(clause.at, clause.end, "say it without \"again\"")];
                    }
                    let main = statement.clauses()[0];
                    let is_unnamed = main.mood == Mood::Order && main.subject.is_none();
                    goals.extend(found.into_iter().map(|goal| Goal { is_unnamed, ..goal }));
                    if goals.last().is_some_and(Goal::is_of_doer) {
                        own = (main.at, main.end);
                    }
                }
                Err(reason) => return vec![Err(reason)],
            }
            said.extend(statement::antecedents(statement));
        }
        whole.extend(std::iter::repeat_n(goals, repeated));
    }
    let first = groups.iter().flatten().flat_map(Statement::clauses).next();
    let (at, end) = first.map_or((0, 1), |first| (first.at, first.end));
    let Some(courses) = of_one_doer(whole) else {
        return vec![vague(own.0, own.1, "name the robot that is to do this")];
    };
    let whole = meaning(courses, (at, end), vocabulary);
    vec![whole.map(|whole| match condition {
        Some(when) => Meaning { formula: logic::implies(when, whole.formula), ..whole },
        None => whole,
    })]
}

/// "Robot 1 must go to the door, open it and take the cup": one after another.
pub(crate) fn of_one_robot(main: &Clause, parts: &[Vp], scope: &Scope) -> sense::Result<Meaning> {
    let steps = steps_of_one_robot(main, parts, scope)?;
    meaning(vec![steps], (main.at, main.end), scope.vocabulary)
}

/// What is asked for by goals in order, in one of these courses, in the words from `at` to `end`.
fn meaning(courses: Vec<Vec<Vec<Goal>>>, (at, end): (usize, usize), vocabulary: &Vocabulary) -> sense::Result<Meaning> {
    match logic::any(courses.into_iter().map(|groups| chain(groups, vocabulary))) {
        Ltl::Constant(_) => vague(at, end, NEVER),
        formula => Ok(Meaning { formula, is_goal: true, distance: 0 }),
    }
}

/// Goals in order, once for each robot that may do those that must have one doer: "fill it, then charge yourself" is about the
/// robot that fills it. None where it is not clear whom such a goal is about.
fn of_one_doer(groups: Vec<Vec<Goal>>) -> Option<Vec<Vec<Vec<Goal>>>> {
    let has_own = |group: &Vec<Goal>| group.iter().any(Goal::is_of_doer);
    let mut tied = std::collections::BTreeSet::new();
    for (at, _) in groups.iter().enumerate().filter(|(_, group)| has_own(group)) {
        let beside = if at > 0 { at - 1 } else { at + 1 };
        let Some(others) = groups.get(beside) else { continue };
        if !others.iter().all(|goal| goal.is_awaited) {
            tied.extend([at, beside]);
        }
    }
    if tied.is_empty() {
        return Some(vec![groups]);
    }
    let mut doers: Option<Vec<logic::Object>> = None;
    for at in &tied {
        let [goal] = groups[*at].as_slice() else { return None };
        let able = goal.doers()?;
        doers =
            Some(doers.map_or(able.clone(), |doers| doers.into_iter().filter(|doer| able.contains(doer)).collect()));
    }
    let course = |doer: logic::Object| {
        let group = |(at, group): (usize, &Vec<Goal>)| {
            group.iter().map(|goal| if tied.contains(&at) { goal.done_by(doer) } else { goal.clone() }).collect()
        };
        groups.iter().enumerate().map(group).collect()
    };
    doers.filter(|doers| !doers.is_empty()).map(|doers| doers.into_iter().map(course).collect())
}

fn steps_of_one_robot(main: &Clause, parts: &[Vp], scope: &Scope) -> sense::Result<Vec<Vec<Goal>>> {
    fn flat(part: &Vp) -> Vec<&Vp> {
        if let Vp::List(Join::And, parts) = part { parts.iter().flat_map(flat).collect() } else { vec![part] }
    }
    let step = |part: &Vp| one(&Clause { vp: part.clone(), ..main.clone() }, scope);
    parts.iter().flat_map(flat).map(step).collect()
}

/// Whether it is about one robot that it names: what that robot is to do, it does in the order of the words.
pub(crate) fn is_one_robot(main: &Clause, scope: &Scope) -> bool {
    let is_robot = |object: &logic::Object| scope.vocabulary.robots.contains(object);
    matches!(&main.subject, Some(Np::Noun(noun)) if noun.limits.is_empty() && matches!(noun.det, Det::Name | Det::The)
        && noun.members.len() == 1 && noun.members.iter().all(is_robot))
}

/// What a statement of a sequence asks for.
struct Steps {
    goals: Vec<Goal>,
    /// What must be so at the start, else the sequence asks for nothing.
    when: Option<Ltl>,
    /// What comes before them, by itself.
    awaited: Option<Goal>,
    /// How often they are done, one after the other.
    times: usize,
}

/// The goals of a statement; the first one of a sequence may begin with "if", later ones with "once".
fn steps_of(statement: &Statement, earlier: &[Np], is_first: bool, vocabulary: &Vocabulary) -> sense::Result<Steps> {
    let Statement::Clause { main, subs } = statement else {
        return vague(0, 1, "write one order of steps in a sentence");
    };
    let condition = match subs.as_slice() {
        [] => None,
        [sub] if is_first && is_start(sub) && main.mood == Mood::Order => Some(sub),
        [sub] if !is_first && awaits(sub) => Some(sub),
        [sub, ..] => return vague(sub.at, sub.clause.end, "write a sentence of its own for this"),
    };
    let mut found: Option<sense::Result<Steps>> = None;
    for earlier in [&[], earlier] {
        for resolved in crate::refer::resolve(main, subs, (earlier, true), vocabulary) {
            if !resolved.promoted.is_empty() {
                return vague(main.at, main.end, "name what is meant");
            }
            if let Some(at) = resolved.unsure {
                return Err(Vague { at, end: at + 1, mend: UNSURE, blocks: true });
            }
            let scope = Scope::plain(vocabulary, resolved.named.clone());
            // "The cup to the sink first, then ...": it is the first one.
            let times = repeated(&resolved.main);
            let is_said = |(mark, _): &(Mark, usize)| {
                (*mark != Mark::First || !is_first) && !(times > 1 && matches!(mark, Mark::Count(..)))
            };
            let marks = resolved.main.marks.iter().copied().filter(is_said).collect();
            let said = Clause { marks, ..resolved.main.clone() };
            let sub = condition.and(resolved.subs.first());
            let when = sub.filter(|_| is_first).map(|sub| start(sub, &scope)).transpose();
            let awaited = sub.filter(|_| !is_first).map(|sub| awaited(sub, &scope)).transpose();
            let steps = when.and_then(|when| Ok(Steps { goals: one(&said, &scope)?, when, awaited: awaited?, times }));
            match (&found, steps) {
                // "Wipe the desk. After the washer has been switched off, open it": that is about no order before.
                (_, Ok(steps)) if steps.awaited.is_some() && earlier.is_empty() && main.says_it() => {
                    let mend = "say \"first ..., then ...\", or name what is meant";
                    return Err(Vague { at: main.at, end: main.end, mend, blocks: true });
                }
                // Another way to read the clause, with a verb that is said of other things too, settles nothing.
                (Some(Ok(known)), Ok(steps)) if !is_same(known, &steps) => {
                    return Err(Vague { at: main.at, end: main.end, mend: "name what is meant", blocks: true });
                }
                (Some(Ok(_)), _) => {}
                (_, steps) => found = Some(steps),
            }
        }
        if matches!(found, Some(Ok(_))) {
            break;
        }
    }
    found.unwrap_or_else(|| vague(main.at, main.end, "name what is meant"))
}

/// How often a step is to be done: "advance it twice". As many as are said, one after the other.
fn repeated(main: &Clause) -> usize {
    const MOST: usize = 5;
    let is_single = |np: &&Np| match np {
        Np::Noun(noun) => noun.is_single(),
        Np::Bound(_) => true,
        _ => false,
    };
    match main.count() {
        Some((Compare::Bare, times))
            if (2..=MOST).contains(&times)
                && main.mood == Mood::Order
                && main.vp.aspect() == Some(Aspect::Deed)
                && negations(main) == 0
                && main.noun_phrases().iter().all(is_single) =>
        {
            times
        }
        _ => 1,
    }
}

/// Whether a clause may be about the start: "if the fridge is open, ...", "otherwise ...".
pub(crate) fn is_start(sub: &Sub) -> bool {
    sub.is_first && matches!(sub.link, Link::If | Link::Otherwise) && !sub.is_only
}

/// Whether a clause says what is waited for: "once the cup is there, ...", "... after that has been opened".
pub(crate) fn awaits(sub: &Sub) -> bool {
    matches!(sub.link, Link::Once | Link::AsSoonAs | Link::After) && !sub.is_only
}

/// What is waited for.
fn awaited(sub: &Sub, scope: &Scope) -> sense::Result<Goal> {
    match moment(sub, scope)? {
        (Moment::State(state), 0) => Ok(Goal::awaited(state, true)),
        (Moment::Event(events), _) if events.len() == 1 => Ok(Goal::awaited(events[0].clone(), false)),
        _ => vague(sub.at, sub.clause.end, "write a sentence of its own for this"),
    }
}

/// What must be so at the start.
fn start(sub: &Sub, scope: &Scope) -> sense::Result<Ltl> {
    match moment(sub, scope)? {
        (Moment::State(when), 0) if sub.link == Link::Otherwise => Ok(not(when)),
        (Moment::State(when), 0) => Ok(when),
        _ => vague(sub.at, sub.clause.end, "write a sentence of its own for this"),
    }
}

fn is_same(one: &Steps, other: &Steps) -> bool {
    let happens = |steps: &Steps| steps.goals.iter().map(|goal| goal.happens.clone()).collect::<Vec<_>>();
    let awaited = |steps: &Steps| steps.awaited.as_ref().map(|goal| goal.happens.clone());
    happens(one) == happens(other)
        && one.when == other.when
        && awaited(one) == awaited(other)
        && one.times == other.times
}

fn one(main: &Clause, scope: &Scope) -> sense::Result<Vec<Goal>> {
    let is_state = main.vp.aspect() == Some(Aspect::State) && main.mood == Mood::Must && main.marks.is_empty();
    if is_state && main.subject.is_some() && negations(main) == 0 {
        // "First it must be spun, then it must be warmed."
        let tree = scope.clause(main, Role::Goal)?;
        return if tree.is_never() { vague(main.at, main.end, NEVER) } else { goals(main, &tree, Aspect::Become) };
    }
    let marks = main.marks.iter().copied().filter(|(mark, _)| *mark != Mark::Again).collect();
    match duties::duty(&Clause { marks, ..main.told() }, scope, false, false)? {
        Duty::Do { tree, aspect, within: None, is_next: false, outcome, is_sole } => {
            let mut goals = goals(main, &tree, aspect)?;
            if let ([goal], Some(outcome)) = (goals.as_mut_slice(), outcome) {
                (goal.stays, goal.is_sole) = (Some(outcome.now()), is_sole);
            }
            Ok(goals)
        }
        Duty::End(tree) => {
            let mut goals = goals(main, &tree, Aspect::Bring)?;
            let is_seen_to = main.mood == Mood::Wish && main.vp.aspect() == Some(Aspect::State);
            goals.iter_mut().for_each(|goal| goal.is_seen_to = is_seen_to);
            Ok(goals)
        }
        Duty::Sometime { tree, within: None } => goals(main, &tree, Aspect::Become),
        _ => vague(main.at, main.end, "say what is to be done, one after the other"),
    }
}

/// The goals of a tree; what is joined by "or" is one of them.
fn goals(main: &Clause, tree: &Tree, aspect: Aspect) -> sense::Result<Vec<Goal>> {
    let mut goals = Vec::new();
    for part in tree.parts() {
        let has_all = |part: &Tree| matches!(part, Tree::Any(parts) if parts.iter().any(|part| part.parts().len() > 1));
        if part.has_given() || (has_all(part) && aspect == Aspect::Deed) {
            return vague(main.at, main.end, "say which things, by name");
        }
        goals.push(Goal::new(part.now(), aspect));
    }
    Ok(goals)
}

/// Each goal of a group happens, and afterwards those of the next group do. States of a group are reached together. A state
/// that is to come about later is not there yet when an earlier goal is reached: otherwise the order would say nothing.
fn chain(mut groups: Vec<Vec<Goal>>, vocabulary: &Vocabulary) -> Ltl {
    // "Take it there and put it down there" is done once.
    let happens = |group: &[Goal]| group.iter().map(|goal| goal.happens.clone()).collect::<Vec<_>>();
    let lets_go = |group: &[Goal]| group.iter().all(|goal| goal.stays.is_some());
    groups.dedup_by(|later, earlier| lets_go(earlier) && happens(later) == happens(earlier));
    for goal in groups.iter_mut().flatten().filter(|goal| goal.is_sole) {
        if let Some(state) = &goal.stays {
            (goal.happens, goal.is_state) = (state.clone(), true);
        }
    }
    in_order(&groups, vocabulary)
}

fn in_order(groups: &[Vec<Goal>], vocabulary: &Vocabulary) -> Ltl {
    let Some((first, rest)) = groups.split_first() else { return Ltl::Constant(true) };
    if rest.is_empty() {
        return all(first.iter().map(|goal| match &goal.stays {
            Some(state) if goal.is_state => logic::in_the_end(state.clone()),
            stays => {
                all([logic::finally(goal.happens.clone())].into_iter().chain(stays.clone().map(logic::in_the_end)))
            }
        }));
    }
    let later = in_order(rest, vocabulary);
    let not_yet: Vec<Ltl> = rest
        .first()
        .into_iter()
        .flatten()
        .filter(|goal| goal.is_state && !goal.is_awaited && !goal.is_seen_to)
        .map(|goal| not(goal.happens.clone()))
        .collect();
    // Only of two deeds the second one could be done in the same step. What is done in a step finds the state that was
    // reached before. What is awaited may be so already, and then a deed comes.
    let comes_deed = rest.first().into_iter().flatten().any(|goal| !goal.is_state || goal.is_awaited);
    let happens = |now: Ltl, is_deed: bool| {
        let later = if is_deed && comes_deed { logic::next(later.clone()) } else { later.clone() };
        logic::finally(all(std::iter::once(now).chain(not_yet.iter().cloned()).chain([later])))
    };
    let (states, deeds): (Vec<&Goal>, Vec<&Goal>) = first.iter().partition(|goal| goal.is_state);
    let together = (!states.is_empty()).then(|| happens(all(states.iter().map(|goal| goal.happens.clone())), false));
    let deeds = deeds.into_iter().map(|goal| happens(goal.happens.clone(), true));
    let formula = all(together.into_iter().chain(deeds));
    all(std::iter::once(formula).chain(lasting(first, rest, vocabulary)))
}

/// What was brought somewhere is there in the end, unless a later goal is about the same things or may take them away.
fn lasting(first: &[Goal], rest: &[Vec<Goal>], vocabulary: &Vocabulary) -> Vec<Ltl> {
    let things = |state: &Ltl| {
        let mut found = Vec::new();
        state.for_each_atom(&mut |atom| found.extend(atom.arguments.first().copied()));
        found
    };
    let state = |goal: &'_ Goal| if goal.is_state { Some(goal.happens.clone()) } else { goal.stays.clone() };
    let mut moved: Vec<logic::Object> = Vec::new();
    for goal in rest.iter().flatten() {
        // "Once they are there": what is waited for may be where it was brought.
        let is_kept = |atom: &logic::Atom| {
            let mut kept = false;
            let stays = first.iter().filter_map(|goal| goal.stays.as_ref());
            stays.for_each(|state| state.for_each_atom(&mut |one| kept |= one == atom));
            goal.is_awaited && kept
        };
        if let Some(state) = state(goal) {
            state.for_each_atom(&mut |atom| moved.extend(atom.arguments.first().filter(|_| !is_kept(atom)).copied()));
        }
    }
    // "Put the plate there" leaves alone what was put there before.
    let is_of_others = |goal: &Goal, fact: &logic::Atom| {
        let mut others = false;
        let mut is_own = false;
        goal.happens.for_each_atom(&mut |atom| {
            for object in &atom.arguments {
                is_own |= fact.arguments.first() == Some(object);
                others |= vocabulary.can_move(*object) && !vocabulary.robots.contains(object);
            }
        });
        others && !is_own
    };
    let takes = |state: &Ltl| {
        let mut is_taken = false;
        state.for_each_atom(&mut |fact| {
            let own = |goal: &&Goal| !goal.is_awaited && !is_of_others(goal, fact);
            for goal in rest.iter().flatten().filter(own) {
                // "Hand it over" is done while it is held.
                let tells_of_it = |atom: &logic::Atom| {
                    let thing = fact.arguments.first();
                    !goal.is_state
                        && atom.sort == logic::Sort::Fact
                        && thing.is_some_and(|thing| atom.arguments.contains(thing))
                };
                goal.happens
                    .for_each_atom(&mut |atom| is_taken |= vocabulary.may_change(atom, fact) || tells_of_it(atom));
            }
        });
        is_taken
    };
    let lasts = |state: &&Ltl| !takes(state) && !things(state).iter().any(|thing| moved.contains(thing));
    first.iter().filter_map(|goal| goal.stays.as_ref()).filter(lasts).cloned().map(logic::in_the_end).collect()
}

/// What is ordered for the time after something has happened, or once a state is there.
pub(crate) struct After<'a> {
    pub main: &'a Clause,
    pub tree: &'a Tree,
    pub aspect: Aspect,
    /// Whether it comes once a state is there.
    pub is_state: bool,
}

impl After<'_> {
    /// The formulas, one for each thing that comes first.
    pub fn each(&self, first: &[Ltl], scope: &Scope) -> sense::Result<Ltl> {
        let steps = match &self.main.vp {
            Vp::List(Join::And, parts) if is_one_robot(self.main, scope) => {
                steps_of_one_robot(self.main, parts, scope)?
            }
            _ => vec![self.tree.parts().iter().map(|part| Goal::new(part.now(), self.aspect)).collect()],
        };
        let one = |when: &Ltl| {
            let first = Goal::awaited(when.clone(), self.is_state);
            chain(std::iter::once(vec![first]).chain(steps.iter().cloned()).collect(), scope.vocabulary)
        };
        Ok(all(first.iter().map(one)))
    }
}
