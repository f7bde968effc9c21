//! What a sentence about a run claims: matters, alone or two together, at some times.

use crate::{
    conditions::negations,
    logic::{Ltl, all, any},
    matters::Matter,
    meaning::{Clause, Np},
    times::{self, Time},
};

/// How two matters go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Share {
    /// There is one matter only.
    One,
    /// "A and B": both at once, or each by itself.
    Open,
    /// "both A and B", "A and B at the same time".
    Both,
    /// "A or B".
    Any,
}

/// One matter or two, as the subject of a claim.
#[derive(Debug, Clone)]
pub(crate) struct Joint {
    pub formula: Ltl,
    pub share: Share,
    pub matters: Vec<Ltl>,
    pub clauses: Vec<Clause>,
    pub distance: usize,
}

/// Of which moments a claim tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Of the moment at which it is made, and those up to this many steps later.
    Steps(usize),
    Run,
}

/// How words make it a claim about a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Said {
    /// A clause alone, which is none.
    Nothing,
    /// A clause with words for a time, as other sentences may have them: "the gate is open infinitely often".
    When,
    /// "holds", "happens", "are mutually exclusive".
    Whole,
}

/// A claim about a run.
#[derive(Debug, Clone)]
pub(crate) struct Claim {
    pub formula: Ltl,
    pub reach: Reach,
    pub share: Share,
    pub said: Said,
    /// Whether it is about all moments where no time is said: "A and B are mutually exclusive".
    is_relation: bool,
    pub matters: Vec<Ltl>,
    pub times: Vec<Time>,
    pub clauses: Vec<Clause>,
    pub distance: usize,
}

impl Joint {
    pub fn of(matter: &Matter) -> Self {
        Self {
            formula: matter.formula.clone(),
            share: Share::One,
            matters: vec![matter.formula.clone()],
            clauses: vec![matter.clause.clone()],
            distance: matter.distance,
        }
    }

    pub fn pair(one: &Matter, other: &Matter, share: Share) -> Self {
        let both = [one.formula.clone(), other.formula.clone()];
        Self {
            formula: if share == Share::Any { any(both.clone()) } else { all(both.clone()) },
            share,
            matters: both.to_vec(),
            clauses: vec![one.clause.clone(), other.clause.clone()],
            distance: one.distance + other.distance,
        }
    }

    /// The matter of a joint that is one only.
    pub fn matter(&self) -> Matter {
        Matter { formula: self.formula.clone(), clause: self.clauses[0].clone(), distance: self.distance }
    }

    /// What is claimed of it at these times, the first of which is about all the others.
    pub fn claim(&self, times: &[Time]) -> Option<Claim> {
        let has = |time: Time| times.contains(&time);
        let (is_each, is_together) = (has(Time::Each), has(Time::Together));
        let is_denied = has(Time::Not) || has(Time::Never);
        let share = match self.share {
            Share::Open | Share::Both if is_together => Share::Both,
            share => share,
        };
        let is_clear = match share {
            Share::One => !is_each && !is_together,
            Share::Any => !is_each && !is_together && !is_denied,
            Share::Open => is_each || !times::are_shared_out(times),
            // "Both never happen": neither, or not both?
            Share::Both => !is_each && (is_together || !times::are_shared_out(times)),
        };
        if !is_clear {
            return None;
        }
        let formula = match is_each {
            true => all(self.matters.iter().map(|one| times::at(times, one.clone())).collect::<Option<Vec<_>>>()?),
            false => times::at(times, self.formula.clone())?,
        };
        let steps: Option<usize> = times.iter().map(|time| time.steps()).sum();
        Some(Claim {
            formula,
            reach: steps.map_or(Reach::Run, Reach::Steps),
            share,
            said: Said::Whole,
            is_relation: false,
            matters: self.matters.clone(),
            times: times.to_vec(),
            clauses: self.clauses.clone(),
            distance: self.distance,
        })
    }
}

impl Claim {
    /// That it is so, without a verb that says it.
    pub fn silent(joint: &Joint) -> Self {
        Self { said: Said::Nothing, ..Self::relation(joint, joint.formula.clone()).once() }
    }

    /// That it is so at these times, without a verb that says it. Only what is named is at no time some of it only.
    pub fn timed(joint: &Joint, times: &[Time]) -> Option<Self> {
        let claim = joint.claim(times)?;
        let tells_time = times.iter().any(|time| time.is_of_run());
        (tells_time && claim.is_named()).then_some(Self { said: Said::When, ..claim })
    }

    fn is_named(&self) -> bool {
        let is_one = |np: &&Np| matches!(np, Np::Noun(noun) if noun.is_single());
        self.clauses.iter().all(|clause| negations(clause) == 0 && clause.noun_phrases().iter().all(is_one))
    }

    /// How two matters go together at each moment.
    pub fn relation(joint: &Joint, formula: Ltl) -> Self {
        Self {
            formula,
            reach: Reach::Steps(0),
            share: Share::Both,
            said: Said::Whole,
            is_relation: true,
            matters: joint.matters.clone(),
            times: Vec::new(),
            clauses: joint.clauses.clone(),
            distance: joint.distance,
        }
    }

    /// The claim, about the moment at which it is made only.
    pub fn once(self) -> Self {
        Self { is_relation: false, ..self }
    }

    /// The claim at this time. `None`: it already says when.
    pub fn at(&self, time: Time) -> Option<Self> {
        let goes_on = match time {
            Time::FromSomePoint | Time::FromNext | Time::Idle | Time::Later(_) => true,
            Time::Always => self.is_relation || self.times == [Time::Sometime],
            Time::Sometime => self.times == [Time::Always],
            _ => false,
        };
        let formula = times::at(&[time], self.formula.clone())?;
        let reach = match (self.reach, time.steps()) {
            (Reach::Steps(one), Some(more)) => Reach::Steps(one + more),
            _ => Reach::Run,
        };
        let tells_time = time.is_of_run() && self.said == Said::Nothing && self.is_named();
        (self.reach != Reach::Run || goes_on).then(|| Self {
            formula,
            reach,
            said: if tells_time { Said::When } else { self.said },
            is_relation: self.is_relation && reach != Reach::Run,
            times: [vec![time], self.times.clone()].concat(),
            ..self.clone()
        })
    }

    /// The claim about every moment.
    pub fn always(self) -> Self {
        Self { formula: crate::logic::globally(self.formula), reach: Reach::Run, is_relation: false, ..self }
    }

    /// The claim, a relation about all moments.
    pub fn over_time(&self) -> Self {
        if self.is_relation { self.clone().always() } else { self.clone() }
    }

    /// What a sentence that ends here says; `None`: it does not say when.
    pub fn whole(&self) -> Option<Self> {
        let is_pending = self.times.iter().any(|time| matches!(time, Time::AfterThat | Time::Ever));
        let whole = self.over_time();
        (whole.reach != Reach::Steps(0) && !is_pending).then_some(whole)
    }

    /// Another formula about the whole run, of the same matters.
    pub fn run(&self, formula: Ltl) -> Self {
        Self { formula, said: Said::Whole, ..self.clone() }.run_itself()
    }

    /// The same claim, after what is said of something else.
    pub fn after(self, joint: &Joint) -> Self {
        let clauses = joint.clauses.iter().cloned().chain(self.clauses).collect();
        Self { clauses, distance: self.distance + joint.distance, ..self }
    }

    /// The claim, about the whole run as it stands.
    pub fn run_itself(self) -> Self {
        Self { reach: Reach::Run, is_relation: false, times: Vec::new(), ..self }
    }

    /// Both claims as one, with this formula.
    pub fn with(&self, other: &Self, formula: Ltl) -> Self {
        let reach = match (self.reach, other.reach) {
            (Reach::Steps(one), Reach::Steps(two)) => Reach::Steps(one.max(two)),
            _ => Reach::Run,
        };
        Self {
            formula,
            reach,
            share: Share::One,
            said: self.said.max(other.said),
            is_relation: false,
            matters: Vec::new(),
            times: Vec::new(),
            clauses: [self.clauses.clone(), other.clauses.clone()].concat(),
            distance: self.distance + other.distance,
        }
    }
}
