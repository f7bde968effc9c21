//! After each action, perception looks, and a person answers if it is not sure; only then the outcome is known.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use surefleet_fleet::{Attempt, Decision, Facts, MissionId, Outcome, RobotId, SkillOutcome, Stamp, StepIndex, Turn};
use surefleet_perception::{
    ActionVerdict, Check, Execution, Inspection, InspectionInput, InspectionOutput, InspectionPolicy, InspectionTicket,
    PerceptionError, Said,
};
use surefleet_world::{Subgoal, World};

use crate::{Doubt, HelpQuestion, NotTaken, Notice, Output, QuestionKey, Sight};

/// The name of a mission whose words are not known.
const TASK: &str = "The mission";
/// A halt is repeated at this interval until the mission has ended.
const HALT_AGAIN: Duration = Duration::from_secs(1);
/// Perception is asked again at this interval: a call may be lost while the two processes find each other.
const LOOK_AGAIN: Duration = Duration::from_secs(3);

/// Drives [`Inspection`] for a robot with perception: names the check for each action and repeats requests.
#[derive(Debug)]
pub(crate) struct Inspector {
    me: RobotId,
    world: Arc<World>,
    inspection: Inspection,
    /// The action under way, and the check that it needs.
    under_way: Option<(Execution, Expected)>,
    /// Why nothing can be seen of the last ended action.
    blind: Option<String>,
    /// The look that perception has not answered yet.
    looking: Option<Looking>,
    /// How often questions had to be asked under a new key.
    anew: u32,
    /// Open questions by their keys.
    asked: BTreeMap<QuestionKey, InspectionTicket>,
    /// Missions that a person has halted: the action asked about, the outcome, and when the monitor is told again.
    halts: BTreeMap<MissionId, (Execution, Outcome, Stamp)>,
    /// The words of the current missions.
    texts: BTreeMap<MissionId, String>,
    /// Missions that must end at this robot's next turn.
    ending: BTreeMap<MissionId, Outcome>,
    outputs: VecDeque<Output>,
    ended: VecDeque<Ended>,
}

#[derive(Debug)]
struct Looking {
    ticket: InspectionTicket,
    execution: Execution,
    check: Box<Check>,
    not_before: Stamp,
    again: Stamp,
}

/// The check that an action needs.
#[derive(Debug)]
enum Expected {
    /// None: the robot stays where it is.
    Nothing,
    /// Whether the action brought this about.
    Seen(Box<Check>),
    /// The action, in these words; its expected effect is unknown, for this reason. Only a person can judge it.
    Unknown(String, String),
}

/// An outcome for the ring.
pub(crate) type Ended = (MissionId, StepIndex, SkillOutcome);

impl Inspector {
    pub fn new(me: RobotId, world: Arc<World>, policy: InspectionPolicy) -> Self {
        Self {
            me,
            world,
            inspection: Inspection::new(policy),
            under_way: None,
            blind: None,
            looking: None,
            anew: 0,
            asked: BTreeMap::new(),
            halts: BTreeMap::new(),
            texts: BTreeMap::new(),
            ending: BTreeMap::new(),
            outputs: VecDeque::new(),
            ended: VecDeque::new(),
        }
    }

    pub fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// The next outcome for the ring.
    pub fn poll_ended(&mut self) -> Option<Ended> {
        self.ended.pop_front()
    }

    /// Takes the robot's present missions, by their newest turns.
    pub fn know<'a>(&mut self, turns: impl Iterator<Item = &'a Arc<Turn>>) {
        let mut earlier = std::mem::take(&mut self.texts);
        let known = turns.map(|turn| {
            let text = earlier.remove(&turn.mission());
            (turn.mission(), text.unwrap_or_else(|| turn.brief.text.clone()))
        });
        self.texts = known.collect();
    }

    /// A skill begins; `facts`: the world in which it was decided.
    pub fn begin(&mut self, execution: Execution, decision: Decision, facts: &Facts) {
        let task = self.texts.get(&execution.mission).map_or(TASK, String::as_str);
        let expected = if decision == self.world.options().idle() {
            Expected::Nothing
        } else {
            expected(task, &self.world.text(decision), self.subgoal(decision, facts))
        };
        self.under_way = Some((execution, expected));
    }

    fn subgoal(&self, decision: Decision, facts: &Facts) -> Result<Subgoal, String> {
        let place = self.world.place(&self.me).ok_or("this robot is not of the fleet")?;
        let state = self
            .world
            .read(facts)
            .map_err(|error| format!("the world that it was decided in is not known: {error}"))?;
        self.world
            .subgoal(&state, place, decision)
            .ok_or_else(|| "in the world that it was decided in it brings nothing about".to_owned())
    }

    /// A skill reports its own end.
    pub fn skill_ended(&mut self, now: Stamp, (mission, step, outcome): Ended) {
        let known = self.under_way.take_if(|(execution, _)| (execution.mission, execution.step) == (mission, step));
        let (execution, expected) = known.unwrap_or_else(|| {
            let (text, reason) = ("act".to_owned(), "the planner does not know what was to be done".to_owned());
            (Execution { mission, step, attempt: Attempt::FIRST }, Expected::Unknown(text, reason))
        });
        let (check, blind) = match expected {
            Expected::Nothing => return self.ended.push_back((mission, step, outcome)),
            Expected::Seen(check) => (check, None),
            Expected::Unknown(text, reason) => match doubt(&self.me, &text) {
                Ok(check) => (Box::new(check), Some(reason)),
                Err(error) => {
                    let failed = SkillOutcome::Failed(format!("{reason}; {error}"));
                    return self.ended.push_back((mission, step, failed));
                }
            },
        };
        let reported = match outcome {
            SkillOutcome::Done => Ok(()),
            SkillOutcome::Failed(reason) => Err(reason),
        };
        self.blind = blind;
        self.inspect(now, InspectionInput::SkillEnded { execution, check, reported, at: now });
    }

    /// A mission is over.
    pub fn forget(&mut self, now: Stamp, mission: MissionId) {
        self.inspect(now, InspectionInput::Forget(mission));
        self.texts.remove(&mission);
        self.ending.remove(&mission);
        self.halts.remove(&mission);
        self.under_way.take_if(|(execution, _)| execution.mission == mission);
    }

    /// The outcome with which a mission must end at this robot's turn; `None`: it continues.
    pub fn ends(&self, mission: MissionId) -> Option<&Outcome> {
        self.ending.get(&mission)
    }

    /// Perception answered or failed. Success needs a picture from after the action; the first answer counts.
    pub fn looked(&mut self, now: Stamp, ticket: InspectionTicket, result: Result<Sight, String>) {
        let Some(looking) = self.looking.take_if(|looking| looking.ticket == ticket) else { return };
        let is_seen = |pictured: Option<Stamp>| pictured.is_some_and(|pictured| pictured >= looking.not_before);
        let input = match result {
            Ok(Sight { verdict: ActionVerdict::Success, pictured }) if !is_seen(pictured) => {
                InspectionInput::LookFailed {
                    ticket,
                    reason: "perception speaks of success and shows no picture from after the action".to_owned(),
                }
            }
            Ok(Sight { verdict, .. }) => InspectionInput::Judged { ticket, verdict },
            Err(reason) => InspectionInput::LookFailed { ticket, reason },
        };
        self.inspect(now, input);
    }

    /// The help desk accepted a question about an outcome, or refused it.
    pub fn asked(&mut self, key: &QuestionKey, result: Result<(), NotTaken>) {
        let Err(NotTaken { reason, is_withdrawn }) = result else { return };
        self.outputs.push_back(Output::Notice(Notice::NotAsked(reason)));
        // A withdrawn question stays withdrawn: the next one needs a new key.
        if is_withdrawn && self.asked.remove(key).is_some() {
            self.anew += 1;
        }
    }

    /// A person answered a question about an outcome.
    pub fn answered(&mut self, now: Stamp, key: &QuestionKey, said: Said) {
        if let Some(ticket) = self.asked.remove(key) {
            self.inspect(now, InspectionInput::PersonSaid { ticket, said });
        }
    }

    /// A person halted a mission when asked about an action; repeated to the monitor until the mission has ended.
    pub fn halted(&mut self, now: Stamp, execution: Execution, reason: String) {
        if self.texts.contains_key(&execution.mission) {
            self.halts.entry(execution.mission).or_insert((execution, Outcome::Halted(reason), now));
        }
        self.run_due(now);
    }

    /// Does everything that is due.
    pub fn run_due(&mut self, now: Stamp) {
        if let Some(looking) = self.looking.as_mut().filter(|looking| looking.again <= now) {
            looking.again = now + LOOK_AGAIN;
            self.outputs.push_back(looking.request());
        }
        for (Execution { mission, step, attempt }, outcome, due) in
            self.halts.values_mut().filter(|(.., due)| *due <= now)
        {
            *due = now + HALT_AGAIN;
            let (mission, step, attempt, outcome) = (*mission, *step, *attempt, outcome.clone());
            self.outputs.push_back(Output::ProposeStop { mission, step, attempt, outcome });
        }
        self.inspect(now, InspectionInput::Tick);
    }

    pub fn next_deadline(&self) -> Option<Stamp> {
        let looks = self.looking.as_ref().map(|looking| looking.again);
        let halts = self.halts.values().map(|(.., due)| *due);
        self.inspection.next_deadline().into_iter().chain(looks).chain(halts).min()
    }

    fn inspect(&mut self, now: Stamp, input: InspectionInput) {
        self.inspection.handle(now, input);
        while let Some(output) = self.inspection.poll() {
            match output {
                InspectionOutput::Look { ticket, execution, check, not_before } => match self.blind.take() {
                    Some(reason) => self.inspection.handle(now, InspectionInput::LookFailed { ticket, reason }),
                    None => {
                        let looking = Looking { ticket, execution, check, not_before, again: now + LOOK_AGAIN };
                        self.outputs.push_back(looking.request());
                        self.looking = Some(looking);
                    }
                },
                InspectionOutput::AskPerson { ticket, execution, check, why, .. } => {
                    self.looking.take_if(|looking| looking.ticket == ticket);
                    self.ask(Doubt {
                        ticket,
                        execution,
                        mission_text: self.words_of(execution, &check),
                        check: *check,
                        why,
                    });
                }
                InspectionOutput::Withdraw { ticket } => self.withdraw(ticket),
                InspectionOutput::Outcome { execution, result } => {
                    self.looking.take_if(|looking| looking.execution == execution);
                    let outcome = result.map_or_else(SkillOutcome::Failed, |()| SkillOutcome::Done);
                    self.ended.push_back((execution.mission, execution.step, outcome));
                }
                InspectionOutput::GiveUp { mission, reason } => {
                    let reason = format!("{} failed too often, at last: {reason}", self.me);
                    self.ending.entry(mission).or_insert(Outcome::Impossible(reason));
                }
            }
        }
    }

    fn words_of(&self, execution: Execution, check: &Check) -> String {
        self.texts.get(&execution.mission).cloned().unwrap_or_else(|| check.task().to_owned())
    }

    fn ask(&mut self, doubt: Doubt) {
        let ticket = doubt.ticket;
        let question = HelpQuestion::Outcome { doubt: Box::new(doubt), anew: self.anew };
        self.asked.insert(question.key(), ticket);
        self.outputs.push_back(Output::Ask(question));
    }

    fn withdraw(&mut self, ticket: InspectionTicket) {
        let outputs = &mut self.outputs;
        self.asked.retain(|key, asked| {
            let stays = *asked != ticket;
            if !stays {
                outputs.push_back(Output::Withdraw(key.clone()));
            }
            stays
        });
    }
}

impl Looking {
    fn request(&self) -> Output {
        let (execution, check) = (self.execution, self.check.clone());
        Output::Look { ticket: self.ticket, execution, check, not_before: self.not_before }
    }
}

/// The check for an action with this text, from its expected effect or from the reason why that is unknown.
fn expected(task: &str, text: &str, subgoal: Result<Subgoal, String>) -> Expected {
    let check = subgoal.and_then(|Subgoal { subtask, expected }| {
        Check::new(task, &subtask, &expected).map_err(|error| error.to_string())
    });
    match check {
        Ok(check) => Expected::Seen(Box::new(check)),
        Err(reason) => Expected::Unknown(text.to_owned(), reason),
    }
}

/// The check that a person makes without a picture; it does not depend on the mission's words.
fn doubt(me: &RobotId, text: &str) -> Result<Check, PerceptionError> {
    Check::new(TASK, text, &format!("{me} did what it was to do: {text}"))
}

#[cfg(test)]
mod tests {
    use surefleet_world::{Domain, Robot};

    use super::*;

    const POLICY: InspectionPolicy = InspectionPolicy {
        settle: Duration::from_secs(1),
        verdict: Duration::from_secs(10),
        repeat_help: Duration::from_secs(5),
        help: None,
        max_retries: 2,
    };

    fn at(millis: u64) -> Stamp {
        Stamp::ZERO + Duration::from_millis(1_000_000 + millis)
    }

    /// An inspector that looks at an action, and the look; the action ended at 0 ms.
    fn looking() -> Result<(Inspector, Ended, InspectionTicket), Box<dyn std::error::Error>> {
        let me = RobotId::new("robot_1")?;
        let file = include_str!("../../../config/domains/household.yaml");
        let robots = [Robot { id: me.clone(), kind: None }];
        let world = Arc::new(World::new(Arc::new(Domain::parse(file, "household.yaml")?), &robots)?);
        let options = world.options();
        let idle = options.idle();
        let act = options.iter().find(|option| *option != idle).ok_or("something to do")?;
        let mut inspector = Inspector::new(me, world.clone(), POLICY);
        let execution = Execution { mission: MissionId::new([3; 16]), step: StepIndex::FIRST, attempt: Attempt::FIRST };
        let check = Check::new("Bring it.", "grab apple 1", "apple 1 is in the gripper")?;
        inspector.begin(execution, act, &Facts::default());
        inspector.under_way = Some((execution, Expected::Seen(Box::new(check))));
        let ended = (execution.mission, execution.step, SkillOutcome::Done);
        inspector.skill_ended(at(0), ended.clone());
        let Some(Output::Look { ticket, not_before, .. }) = inspector.poll() else { return Err("no look".into()) };
        assert_eq!(not_before, at(1000));
        Ok((inspector, ended, ticket))
    }

    #[test]
    fn success_counts_only_with_a_picture_from_after_the_action() -> Result<(), Box<dyn std::error::Error>> {
        for (pictured, counts) in [(Some(at(1000)), true), (Some(at(999)), false), (None, false)] {
            let (mut inspector, ended, ticket) = looking()?;
            inspector.looked(at(1500), ticket, Ok(Sight { verdict: ActionVerdict::Success, pictured }));
            assert_eq!(inspector.poll_ended(), counts.then_some(ended), "{pictured:?}");
            assert_eq!(matches!(inspector.poll(), Some(Output::Ask(_))), !counts);
        }
        Ok(())
    }

    #[test]
    fn of_two_answers_the_first_counts_and_a_look_is_repeated_until_there_is_one()
    -> Result<(), Box<dyn std::error::Error>> {
        let (mut inspector, (mission, step, _), ticket) = looking()?;
        inspector.run_due(at(2999));
        assert_eq!(inspector.poll(), None);
        inspector.run_due(at(3000));
        assert!(matches!(inspector.poll(), Some(Output::Look { .. })));
        let failure = Sight { verdict: ActionVerdict::Failure("it fell".to_owned()), pictured: None };
        inspector.looked(at(3100), ticket, Ok(failure));
        let success = Sight { verdict: ActionVerdict::Success, pictured: Some(at(3200)) };
        inspector.looked(at(3200), ticket, Ok(success));
        assert_eq!(inspector.poll_ended(), Some((mission, step, SkillOutcome::Failed("it fell".to_owned()))));
        assert_eq!(inspector.poll_ended(), None);
        Ok(())
    }

    #[test]
    fn a_question_that_was_withdrawn_is_asked_under_another_name() -> Result<(), Box<dyn std::error::Error>> {
        let (mut inspector, ended, ticket) = looking()?;
        inspector.looked(at(1500), ticket, Err("no camera".to_owned()));
        let Some(Output::Ask(question)) = inspector.poll() else { return Err("nobody is asked".into()) };
        let key = question.key();
        let reason = "it was withdrawn".to_owned();
        inspector.asked(&key, Err(NotTaken { reason, is_withdrawn: true }));
        inspector.answered(at(1600), &key, Said::Worked);
        assert_eq!(inspector.poll_ended(), None, "nobody waits for an answer to the first");
        inspector.run_due(at(6500));
        let again = std::iter::from_fn(|| inspector.poll()).find_map(|output| match output {
            Output::Ask(question) => Some(question.key()),
            _ => None,
        });
        let again = again.filter(|again| *again != key).ok_or("the same question")?;
        inspector.answered(at(6600), &again, Said::Worked);
        assert_eq!(inspector.poll_ended(), Some(ended));
        Ok(())
    }

    #[test]
    fn a_mission_without_words_is_asked_about_and_not_taken_on_the_robots_word()
    -> Result<(), Box<dyn std::error::Error>> {
        let grab = || Subgoal { subtask: "grab apple 1".to_owned(), expected: "apple 1 is in the gripper".to_owned() };
        assert!(matches!(expected("Bring it.", "grab apple 1", Ok(grab())), Expected::Seen(_)));
        let Expected::Unknown(text, reason) = expected("...", "grab apple 1", Ok(grab())) else {
            panic!("it would be looked at, or taken on its word");
        };
        assert_eq!(reason, "the task has no words: say what it is");
        let asked = doubt(&RobotId::new("robot_1")?, &text)?;
        assert_eq!(asked.expected(), "robot_1 did what it was to do: grab apple 1");
        Ok(())
    }
}
