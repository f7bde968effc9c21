use std::{collections::BTreeMap, sync::Arc};

use surefleet_english::{Vocabulary, read};
use surefleet_fleet::{MissionId, Outcome, Stamp};
use surefleet_ltl::{Formula, Verdict};
use surefleet_world::World;

use super::Monitor;
use crate::{
    ConfirmationError, ConstraintError, ConstraintId, ConstraintReport, ConstraintStanding, Contradiction, GateClosed,
    MonitorEntry, Output, Proposal, ProposalError, RefusedStep, Reworded, Rewording, Stage, Translation, Unreworded,
    running::{AskedFor, Running},
    translate,
    watch::{Substance, Watch, Watched, substance, under},
};

/// A constraint of the fleet and its life.
#[derive(Debug, Clone)]
pub(crate) struct Noted {
    words: String,
    reworded: Option<Reworded>,
    formula: Formula,
    paraphrase: String,
    stage: Stage,
    /// The person who brought it to this stage, and the time.
    by: String,
    since: Stamp,
    /// The reason why it is broken, if it is.
    why: String,
}

/// The constraints of the fleet, by number.
pub(crate) type Book = BTreeMap<u32, Noted>;

impl Noted {
    fn watched(&self, number: u32) -> Watched {
        Watched::new(ConstraintId::Fleet(number), self.words.clone(), self.formula.clone())
    }

    /// Whether the words still have the meaning that was confirmed.
    fn is_read_so_by(&self, vocabulary: &Vocabulary) -> bool {
        let understood = self.reworded.as_ref().map_or(&self.words, |reworded| &reworded.words);
        read(understood, vocabulary).is_ok_and(|read| read.formula() == self.formula)
    }

    /// Whether both wait for confirmation, with the same words from the same person.
    fn asks_the_same_as(&self, known: &Self) -> bool {
        let waits = self.stage == Stage::Proposed && known.stage == Stage::Proposed;
        let is_same = (&self.words, &self.by, &self.reworded) == (&known.words, &known.by, &known.reworded);
        waits && is_same && self.formula == known.formula
    }

    fn enter(&mut self, stage: Stage, by: &str, now: Stamp) {
        (self.stage, self.by, self.since) = (stage, by.to_owned(), now);
        self.why.clear();
    }
}

/// The constraints of the fleet: proposed in words, confirmed by a person, enforced, and retired.
///
/// Entries are journalled before anybody is answered.
impl Monitor {
    /// Reads a constraint for the whole fleet; it forbids nothing until it is confirmed. `by`: the person who asks. The
    /// same request again is the same proposal.
    ///
    /// # Errors
    /// [`ProposalError::Inactive`], and each [`ConstraintError`].
    pub fn propose_constraint(&mut self, now: Stamp, words: &str, by: &str) -> Result<Proposal, ProposalError> {
        self.active()?;
        ConstraintError::unless_short(words)?;
        let unreadable = |problem| ConstraintError::unreadable(words, problem, Unreworded::NoTranslator);
        let translation = translate(words, &self.policy.world, &self.policy.vocabulary).map_err(unreadable)?;
        self.note_proposal(now, words, translation, None, by)
    }

    /// Takes a constraint for the whole fleet from a language model's rewording of words that the grammar cannot read.
    /// Like any other, it forbids nothing until it is confirmed. `by`: the person who asks.
    ///
    /// # Errors
    /// [`ProposalError::Inactive`], and [`ConstraintError::Idle`] and [`ConstraintError::Hopeless`] for constraints
    /// that nobody would enforce.
    pub fn propose_reworded(
        &mut self,
        now: Stamp,
        rewording: &Rewording,
        model: &str,
        by: &str,
    ) -> Result<Proposal, ProposalError> {
        self.active()?;
        let reworded = Reworded { model: model.to_owned(), words: rewording.words().to_owned() };
        self.note_proposal(now, rewording.text(), rewording.translation().clone(), Some(reworded), by)
    }

    fn note_proposal(
        &mut self,
        now: Stamp,
        words: &str,
        translation: Translation,
        reworded: Option<Reworded>,
        by: &str,
    ) -> Result<Proposal, ProposalError> {
        let mut remarks = self.remarks(words, &translation.formula)?;
        let noted = Noted {
            words: words.to_owned(),
            reworded: reworded.clone(),
            formula: translation.formula.clone(),
            paraphrase: translation.paraphrase.clone(),
            stage: Stage::Proposed,
            by: by.to_owned(),
            since: now,
            why: String::new(),
        };
        // A person who hears no answer asks again.
        let known = self.book.iter().find(|(_, known)| noted.asks_the_same_as(known)).map(|(&number, _)| number);
        let number = known.unwrap_or_else(|| self.take_down(noted));
        let id = ConstraintId::Fleet(number);
        let objection = match self.watch.with(vec![self.book[&number].watched(number)]) {
            Ok(watch) if watch.sees() && watch.verdict(id) == Some(Verdict::SatisfiedForGood) => {
                remarks
                    .push("as the world is, it is satisfied for good: it would forbid nothing from now on".to_owned());
                None
            }
            watch => watch.err(),
        };
        Ok(Proposal { id, translation, reworded, remarks, objection })
    }

    /// Oddities of a constraint under the laws of the domain, in words.
    ///
    /// # Errors
    /// [`ConstraintError::Idle`] and [`ConstraintError::Hopeless`].
    fn remarks(&self, words: &str, formula: &Formula) -> Result<Vec<String>, ConstraintError> {
        let substance = substance(&self.policy.world, formula)
            .map_err(|error| ConstraintError::unreadable(words, error.into(), Unreworded::Understood))?;
        let text = words.to_owned();
        let whole = || formula.to_string();
        match substance {
            Substance::Whole => Ok(Vec::new()),
            Substance::Partly(idle) => {
                let remark = |(part, laws): (String, Vec<String>)| {
                    format!("nothing can violate {part}{}: that part constrains nothing", under(&laws))
                };
                Ok(idle.into_iter().map(remark).collect())
            }
            Substance::Undecided => {
                Ok(vec!["whether anything can violate it, and anything keep it, took too much work to tell".to_owned()])
            }
            Substance::Idle(laws) => Err(ConstraintError::Idle { text, formula: whole(), laws }),
            Substance::Hopeless(laws) => Err(ConstraintError::Hopeless { text, formula: whole(), laws }),
        }
    }

    fn take_down(&mut self, noted: Noted) -> u32 {
        let number = self.book.keys().last().map_or(1, |last| last + 1);
        self.outputs.push_back(Output::Journal(MonitorEntry::Proposed {
            number,
            words: noted.words.clone(),
            formula: noted.formula.to_string(),
            paraphrase: noted.paraphrase.clone(),
            reworded: noted.reworded.clone(),
            by: noted.by.clone(),
            at: noted.since,
        }));
        self.book.insert(number, noted);
        number
    }

    /// Enforces a constraint from now on: one that was proposed or retired, or a broken one anew.
    ///
    /// # Errors
    /// [`ConfirmationError::Inactive`], [`ConfirmationError::Unknown`], [`ConfirmationError::ReadOtherwise`], and
    /// [`ConfirmationError::Contradiction`] if it cannot be kept together with the enforced constraints, or as the
    /// world is.
    pub fn confirm_constraint(&mut self, now: Stamp, id: ConstraintId, by: &str) -> Result<(), ConfirmationError> {
        self.active()?;
        let number = self.number_of(id)?;
        let noted = &self.book[&number];
        if noted.stage == Stage::Active {
            return Ok(());
        }
        if !noted.is_read_so_by(&self.policy.vocabulary) {
            return Err(ConfirmationError::ReadOtherwise(id));
        }
        let watch = self.watch.with(vec![noted.watched(number)]).map_err(Contradiction)?;
        watch.check_under_way(&self.under_way.rivals(now, &self.policy)).map_err(Contradiction)?;
        self.watch = watch;
        self.enter(number, Stage::Active, by, now);
        self.outputs.push_back(Output::Journal(MonitorEntry::Confirmed { number, by: by.to_owned(), at: now }));
        self.keep_standings();
        Ok(())
    }

    /// Stops enforcing a constraint. If it was only proposed, it will not be enforced.
    ///
    /// # Errors
    /// [`ConfirmationError::Inactive`] and [`ConfirmationError::Unknown`].
    pub fn retire_constraint(&mut self, now: Stamp, id: ConstraintId, by: &str) -> Result<(), ConfirmationError> {
        self.active()?;
        let number = self.number_of(id)?;
        if self.book[&number].stage == Stage::Retired {
            return Ok(());
        }
        self.watch.drop(|watched| watched == id);
        self.stood.remove(&id);
        self.enter(number, Stage::Retired, by, now);
        self.outputs.push_back(Output::Journal(MonitorEntry::Retired { number, by: by.to_owned(), at: now }));
        Ok(())
    }

    /// All constraints: the fleet's by number, then those of running missions.
    pub fn constraints(&self) -> Vec<ConstraintReport> {
        let of_fleet = self.book.iter().map(|(&number, noted)| ConstraintReport {
            id: ConstraintId::Fleet(number),
            stage: noted.stage,
            words: noted.words.clone(),
            reworded: noted.reworded.clone(),
            formula: noted.formula.to_string(),
            paraphrase: noted.paraphrase.clone(),
            verdict: self.watch.verdict(ConstraintId::Fleet(number)),
            by: noted.by.clone(),
            since: noted.since,
        });
        let of_mission = |mission: &Running| {
            let id = mission.id();
            let since = mission.since;
            let report = move |(id, asked): (ConstraintId, &AskedFor)| ConstraintReport {
                id,
                stage: Stage::Active,
                words: asked.words.clone(),
                reworded: None,
                formula: asked.formula.to_string(),
                paraphrase: asked.paraphrase.clone(),
                verdict: self.watch.verdict(id),
                by: String::from("the mission's client"),
                since,
            };
            mission.reading.requirements(id).map(report).collect::<Vec<_>>()
        };
        of_fleet.chain(self.running.values().flat_map(of_mission)).collect()
    }

    /// The reasons, in words, why a mission's step was refused; without `step`, its last refused one. If no refusal is
    /// on record: the options that constraints barred at that step, or at the last step with any; such an entry has no
    /// decisions. `None`: neither is on record.
    pub fn explain(&self, mission: MissionId, step: Option<u32>) -> Option<RefusedStep> {
        let is_meant =
            |refusal: &&RefusedStep| refusal.mission == mission && step.is_none_or(|step| refusal.step.get() == step);
        let refused = self.refusals.iter().rev().find(is_meant).cloned();
        refused.or_else(|| self.barred.borrow().iter().rev().find(is_meant).cloned())
    }

    /// A watch with the mission's requirements added, and one of its goals, if it can reach them while all constraints are
    /// kept.
    pub(super) fn watch_for(
        &self,
        now: Stamp,
        watch: &Watch,
        mission: &Running,
    ) -> Result<(Watch, Watch), Contradiction> {
        let (required, goals) = (mission.reading.required(mission.id()), mission.reading.goals(mission.id()));
        let of_goals: Vec<ConstraintId> = goals.iter().map(|goal| goal.id).collect();
        let mut watch = watch.with([required, goals].concat()).map_err(Contradiction)?;
        let mut own = watch.clone();
        own.drop(|id| !of_goals.contains(&id));
        watch.drop(|id| of_goals.contains(&id));
        watch.check_under_way(&self.under_way.rivals(now, &self.policy)).map_err(Contradiction)?;
        Ok((watch, own))
    }

    /// Takes note of constraints that an event has violated for good; they are no longer enforced. Nothing moves until
    /// a person has looked. If the constraint is a mission's own, the mission ends.
    pub(super) fn note_broken(&mut self, now: Stamp, broken: Vec<(ConstraintId, String)>) {
        for (id, why) in broken {
            match id {
                ConstraintId::Fleet(number) => {
                    self.watch.drop(|watched| watched == id);
                    self.break_off(now, number, why.clone());
                    self.outputs.push_back(Output::Journal(MonitorEntry::Broken { number, why, at: now }));
                }
                ConstraintId::Mission(mission, _) if self.running.contains_key(&mission) => {
                    self.end(now, mission, Outcome::Halted(format!("a constraint of it is broken: {why}")));
                }
                ConstraintId::Mission(..) => {}
            }
        }
    }

    fn break_off(&mut self, now: Stamp, number: u32, why: String) {
        if let Some(noted) = self.book.get_mut(&number) {
            noted.enter(Stage::Broken, "what happened", now);
            noted.why = why;
        }
    }

    /// Ends missions that can no longer reach their goals, or whose own requirements are among those that can no longer
    /// be kept together.
    pub(super) fn end_stuck(&mut self, now: Stamp) {
        let of_goals = |mission: &Running| Some((mission.id(), mission.goals.stuck()?.1.clone()));
        while let Some((mission, why)) = self.running.values().find_map(of_goals) {
            self.end(now, mission, Outcome::Halted(format!("as the world is, {why}")));
        }
        while let Some((ids, why)) = self.watch.stuck() {
            let of_mission = ids.iter().find_map(|id| match id {
                ConstraintId::Mission(mission, _) if self.running.contains_key(mission) => Some(*mission),
                _ => None,
            });
            let Some(mission) = of_mission else { return };
            let outcome = Outcome::Halted(format!("as the world is, {why}"));
            self.end(now, mission, outcome);
        }
    }

    /// Whether the constraints of the fleet let anything move.
    ///
    /// # Errors
    /// A constraint is broken, or they can no longer be kept together.
    pub(super) fn unbroken(&self) -> Result<(), GateClosed> {
        if let Some((number, noted)) = self.book.iter().find(|(_, noted)| noted.stage == Stage::Broken) {
            return Err(GateClosed::Broken { id: ConstraintId::Fleet(*number), why: noted.why.clone() });
        }
        self.watch.stuck().map_or(Ok(()), |(_, why)| Err(GateClosed::Stuck(why.clone())))
    }

    /// Journals the standings of constraints that have changed.
    pub(super) fn keep_standings(&mut self) {
        let goals = self.running.values().map(|mission| &mission.goals);
        let watches = std::iter::once(&self.watch).chain(goals);
        let moved: Vec<_> = watches.flat_map(|watch| watch.moved(&self.stood)).collect();
        if !moved.is_empty() {
            self.stood.extend(by_id(&moved));
            self.outputs.push_back(Output::Journal(MonitorEntry::Stood(moved)));
        }
    }

    /// Restores a constraint's life from the journal.
    pub(super) fn restore_constraint(&mut self, entry: MonitorEntry) {
        match entry {
            MonitorEntry::Proposed { number, words, formula, paraphrase, reworded, by, at } => {
                // A formula that can no longer be read would not be enforced; it becomes one that nobody can keep.
                let formula = Formula::parse(&formula).unwrap_or_else(|_| Formula::constant(false));
                let stage = Stage::Proposed;
                let why = String::new();
                let noted = Noted { words, reworded, formula, paraphrase, stage, by, since: at, why };
                self.book.entry(number).or_insert(noted);
            }
            MonitorEntry::Confirmed { number, by, at } => {
                self.enter(number, Stage::Active, &by, at);
                self.stood.remove(&ConstraintId::Fleet(number));
            }
            MonitorEntry::Retired { number, by, at } => self.enter(number, Stage::Retired, &by, at),
            MonitorEntry::Broken { number, why, at } => self.break_off(at, number, why),
            MonitorEntry::Stood(standings) => self.stood.extend(by_id(&standings)),
            _ => {}
        }
    }

    /// Resumes watching the constraints that the journal leaves enforced. Those that cannot be watched are broken.
    pub(super) fn resume_watch(&mut self, now: Stamp) {
        let vocabulary = Arc::clone(&self.policy.vocabulary);
        let mut lost = Vec::new();
        let of_fleet = self.book.iter().filter(|(_, noted)| noted.stage == Stage::Active);
        // In another fleet or house, the words that a person confirmed may have another meaning.
        let (of_fleet, others): (Vec<_>, Vec<_>) = of_fleet.partition(|(_, noted)| noted.is_read_so_by(&vocabulary));
        let others = others.into_iter().map(|(&number, _)| ConstraintId::Fleet(number));
        lost.extend(others.map(|id| (id, ConfirmationError::ReadOtherwise(id).to_string())));
        let of_fleet = of_fleet.into_iter().map(|(&number, noted)| noted.watched(number));
        let of_missions = self.running.values().flat_map(|mission| mission.reading.required(mission.id()));
        let enforced: Vec<Watched> = of_fleet.chain(of_missions).collect();
        self.watch = self.resumed(enforced, &mut lost);
        let goals = |mission: &Running| (mission.id(), mission.reading.goals(mission.id()));
        for (mission, goals) in self.running.values().map(goals).collect::<Vec<_>>() {
            let goals = self.resumed(goals, &mut lost);
            if let Some(mission) = self.running.get_mut(&mission) {
                mission.goals = goals;
            }
        }
        self.note_broken(now, lost);
    }

    /// A watch of these, from where an earlier life left them; those that cannot be watched are lost.
    fn resumed(&self, all: Vec<Watched>, lost: &mut Vec<(ConstraintId, String)>) -> Watch {
        let mut earlier: Vec<(Watched, Option<Vec<usize>>)> = Vec::new();
        for watched in all {
            let why = match self.stood.get(&watched.id) {
                Some(standing) if standing.formula != watched.formula.to_string() => {
                    "since the restart its words are read otherwise than before"
                }
                Some(standing) if !standing.of_changes && watched.formula.counts_steps() => {
                    "an older monitor followed its X in another way: retire it and add it again"
                }
                Some(standing) if standing.states.len() != watched.conjuncts() => {
                    "an older monitor followed its parts as one: retire it and add it again"
                }
                standing => {
                    let states = standing.map(|standing| standing.states.clone());
                    earlier.push((watched, states));
                    continue;
                }
            };
            lost.push((watched.id, why.to_owned()));
        }
        // All together, or one by one if one of them fails.
        let none = Watch::new(&self.policy);
        none.resumed(earlier.clone()).unwrap_or_else(|_| {
            earlier.into_iter().fold(none, |watch, one| {
                let id = one.0.id;
                watch.resumed(vec![one]).unwrap_or_else(|error| {
                    lost.push((id, format!("it cannot be watched since the restart: {error}")));
                    watch
                })
            })
        })
    }

    fn enter(&mut self, number: u32, stage: Stage, by: &str, now: Stamp) {
        if let Some(noted) = self.book.get_mut(&number) {
            noted.enter(stage, by, now);
        }
    }

    /// The fleet and its site, and the words for them.
    pub fn site(&self) -> (&Arc<World>, &Arc<Vocabulary>) {
        (&self.policy.world, &self.policy.vocabulary)
    }

    fn number_of(&self, id: ConstraintId) -> Result<u32, ConfirmationError> {
        match id {
            ConstraintId::Fleet(number) if self.book.contains_key(&number) => Ok(number),
            _ => Err(ConfirmationError::Unknown(id.to_string())),
        }
    }
}

fn by_id(standings: &[ConstraintStanding]) -> impl Iterator<Item = (ConstraintId, ConstraintStanding)> {
    standings.iter().map(|standing| (standing.id, standing.clone()))
}
