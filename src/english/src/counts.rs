//! How often something is done: "at most twice", "exactly once".

use crate::{
    conditions::{condition, negations},
    logic::{self, Ltl},
    meaning::{Aspect, Clause, Compare, Det, Mark, Mood, Np},
    scope::Scope,
    sense::{NEVER, Result, account, vague},
};

const OFTEN: &str = "say \"at most\", \"at least\" or \"exactly\" and how often";

/// The formula of "at most twice", "exactly once", and whether something must be done for it.
pub(crate) fn counted(clause: &Clause, aspect: Aspect, scope: &Scope) -> Result<(Ltl, bool)> {
    let says = |mend| vague(clause.at, clause.end, mend);
    let Some((compare, times)) = clause.count() else { return says("say how often") };
    if aspect == Aspect::Bring {
        return says("say how often it is done");
    }
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
        Np::Noun(noun) => noun.is_single(),
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
    let of = |formula: &Ltl| -> Result<Ltl> {
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
        scope.setting.counts_deeds.set(true);
        let tree = condition(&one, scope);
        scope.setting.counts_deeds.set(false);
        let tree = tree?;
        if tree.is_never() {
            return vague(clause.at, clause.end, NEVER);
        }
        of(&tree.now())
    };
    match subjects {
        None => Ok((one(clause.subject.clone())?, asks_for_some)),
        Some(noun) => {
            let name = |object: &u16| {
                Np::Noun(crate::meaning::Noun { det: Det::Name, members: [*object].into(), ..noun.clone() })
            };
            let parts: Vec<Result<Ltl>> = noun.members.iter().map(|object| one(Some(name(object)))).collect();
            let fits = |part: &Result<Ltl>| !matches!(part, Err(reason) if reason.mend == NEVER);
            let parts: Result<Vec<Ltl>> = parts.into_iter().filter(fits).collect();
            let parts = parts?;
            if parts.is_empty() { says(NEVER) } else { Ok((logic::all(parts), asks_for_some)) }
        }
    }
}
