//! After each action: what perception saw of it, what a person says where it is not sure, and only then its outcome.

mod messages;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use r2r::surefleet::{
    msg::{HelpAnswer, HelpRequest as HelpMessage, SubgoalVerdict},
    srv::{CheckSubgoal, RequestHelp},
};
use surefleet_fleet::{Attempt, Decision, Facts, MissionId, Outcome, RobotId, SkillOutcome, Stamp, StepIndex, Turn};
use surefleet_mission::{Action, Domain, State, Subgoal};
use surefleet_perception::{
    Check, Execution, Inspection, InspectionInput, InspectionOutput, InspectionPolicy, InspectionTicket,
    PerceptionError,
};
use surefleet_ros::{Calls, FleetNode, NodeError, Timeline, wire};
use surefleet_site::{PerceptionChoice, Site};

use self::messages::{look_request, question, read_verdict};

/// A mission whose words are not known.
const TASK: &str = "The mission";
/// A halt is repeated until the mission has ended.
const HALT_AGAIN: Duration = Duration::from_secs(1);
/// Perception is asked again after so long.
const LOOK_AGAIN: Duration = Duration::from_secs(3);
/// A question to people is repeated after so long, in case it got lost.
const ASK_AGAIN: Duration = Duration::from_secs(5);

/// The planner's way to perception, and to people about what perception is not sure of.
pub(super) struct Inspector {
    timeline: Timeline,
    me: RobotId,
    team: Vec<RobotId>,
    domain: Arc<Domain>,
    inspection: Inspection,
    looks: Calls<CheckSubgoal::Service, InspectionTicket>,
    help: Calls<RequestHelp::Service, HelpCall>,
    /// What is under way, and what is to be found out about it.
    under_way: Option<(Execution, Expected)>,
    /// What ended last, which is looked at, and the time from which a picture of it counts.
    judged: Option<(Execution, Stamp)>,
    /// Why nothing can be seen of it.
    blind: Option<String>,
    /// What perception answered, with its picture, for people.
    seen: BTreeMap<InspectionTicket, Box<SubgoalVerdict>>,
    /// The look that perception has not answered yet, and when it is asked again: a call may be lost while the two find each other.
    looking: Option<(InspectionTicket, CheckSubgoal::Request, Stamp)>,
    /// How often questions had to be put under another key.
    round: u32,
    /// Open questions by their keys.
    asked: BTreeMap<String, InspectionTicket>,
    /// Withdrawals that the help desk did not hear, and when they are sent again.
    unheard: VecDeque<(Stamp, String)>,
    /// Missions that a person has halted, with the step at which, and when the monitor is told again.
    halts: BTreeMap<MissionId, (Execution, Outcome, Stamp)>,
    /// The words of the missions that go on.
    texts: BTreeMap<MissionId, String>,
    /// Missions that are to be ended at this robot's next turn.
    ending: BTreeMap<MissionId, Outcome>,
}

/// What is to be found out about an action.
enum Expected {
    /// Nothing: the robot stays where it is.
    Nothing,
    /// Whether it brought this about.
    Seen(Box<Check>),
    /// It is known what it was to do, in these words, but not what that was to bring about, for this reason: only a person can tell.
    Unknown(String, String),
}

/// What a call of the help desk is about.
enum HelpCall {
    Ask(String),
    Withdraw(String),
}

/// What the ring is told.
pub(super) type Ended = (MissionId, StepIndex, SkillOutcome);

impl Inspector {
    pub fn open(
        node: &mut FleetNode,
        me: &RobotId,
        site: &Site,
        choice: &PerceptionChoice,
        timeline: Timeline,
    ) -> Result<Self, NodeError> {
        let (settle, verdict) = (Duration::from_millis(choice.settle_ms), Duration::from_millis(choice.verdict_ms));
        let policy = InspectionPolicy {
            settle,
            verdict,
            repeat_help: ASK_AGAIN,
            help: choice.help_s.map(Duration::from_secs_f64),
            max_retries: choice.retries,
        };
        Ok(Self {
            me: me.clone(),
            timeline,
            team: site.fleet.order.clone(),
            domain: site.domain.clone(),
            inspection: Inspection::new(policy),
            looks: Calls::to(node, &format!("{me}/perception/check_subgoal"), settle + verdict)?,
            help: Calls::to(node, "help_desk/request", ASK_AGAIN)?,
            under_way: None,
            judged: None,
            blind: None,
            seen: BTreeMap::new(),
            looking: None,
            round: 0,
            asked: BTreeMap::new(),
            unheard: VecDeque::new(),
            halts: BTreeMap::new(),
            texts: BTreeMap::new(),
            ending: BTreeMap::new(),
        })
    }

    /// These are the robot's missions now, by their newest turns.
    pub fn know<'a>(&mut self, turns: impl Iterator<Item = &'a Arc<Turn>>) {
        let mut earlier = std::mem::take(&mut self.texts);
        let known = turns.map(|turn| {
            let text = earlier.remove(&turn.mission());
            (turn.mission(), text.unwrap_or_else(|| turn.brief.text.clone()))
        });
        self.texts = known.collect();
    }

    /// A skill begins; `facts`: the world that it was decided in.
    pub fn begin(&mut self, execution: Execution, decision: Decision, facts: &Facts) {
        self.under_way = Some((execution, self.expected(execution.mission, decision, facts)));
    }

    fn expected(&self, mission: MissionId, decision: Decision, facts: &Facts) -> Expected {
        let options = self.domain.options();
        if options.action(decision) == Action::Idle {
            return Expected::Nothing;
        }
        let task = self.texts.get(&mission).map_or(TASK, String::as_str);
        expected(task, options.text(decision), self.subgoal(decision, facts))
    }

    fn subgoal(&self, decision: Decision, facts: &Facts) -> Result<Subgoal, String> {
        let place = self.team.iter().position(|robot| *robot == self.me);
        let place = place.ok_or("this robot is not of the fleet")?;
        let state = State::from_facts(&self.domain, &self.team, facts);
        let state = state.map_err(|error| format!("the world that it was decided in is not known: {error}"))?;
        Subgoal::of(&self.domain, &state, place, decision)
            .ok_or_else(|| "in the world that it was decided in it brings nothing about".to_owned())
    }

    /// A skill ended; returns its outcome where nothing is to be seen of it.
    pub fn skill_ended(&mut self, now: Stamp, ended: Ended) -> Option<Ended> {
        let (mission, step, outcome) = ended;
        let known = self.under_way.take_if(|(execution, _)| (execution.mission, execution.step) == (mission, step));
        let (execution, expected) = known.unwrap_or_else(|| {
            let (text, reason) = ("act".to_owned(), "the planner does not know what was to be done".to_owned());
            (Execution { mission, step, attempt: Attempt::FIRST }, Expected::Unknown(text, reason))
        });
        let (check, blind) = match expected {
            Expected::Nothing => return Some((mission, step, outcome)),
            Expected::Seen(check) => (check, None),
            Expected::Unknown(text, reason) => match doubt(&self.me, &text) {
                Ok(check) => (Box::new(check), Some(reason)),
                Err(error) => return Some((mission, step, SkillOutcome::Failed(format!("{reason}; {error}")))),
            },
        };
        let reported = match outcome {
            SkillOutcome::Done => Ok(()),
            SkillOutcome::Failed(reason) => Err(reason),
        };
        self.judged = Some((execution, now));
        self.blind = blind;
        self.inspection.handle(now, InspectionInput::SkillEnded { execution, check, reported, at: now });
        None
    }

    /// A mission is over.
    pub fn forget(&mut self, now: Stamp, mission: MissionId) {
        self.inspection.handle(now, InspectionInput::Forget(mission));
        self.texts.remove(&mission);
        self.ending.remove(&mission);
        self.halts.remove(&mission);
        self.under_way.take_if(|(execution, _)| execution.mission == mission);
    }

    /// How a mission is to end, at this robot's turn; `None`: it goes on.
    pub fn ends(&self, mission: MissionId) -> Option<&Outcome> {
        self.ending.get(&mission)
    }

    /// A person answered a question about an outcome.
    pub fn hear(&mut self, now: Stamp, answer: &HelpAnswer) {
        let Some((execution, said)) = wire::outcome_said(answer) else { return };
        // A halt counts whoever asked, an earlier life of this planner too.
        if i64::from(answer.kind) == HelpAnswer::HALT as i64 && self.texts.contains_key(&execution.mission) {
            let by = format!("halted by {}", answer.operator_name);
            let reason = if answer.text.is_empty() { by } else { format!("{by}: {}", answer.text) };
            self.halts.entry(execution.mission).or_insert((execution, Outcome::Halted(reason), now));
        }
        let Some(ticket) = self.asked.remove(&answer.key) else { return };
        self.inspection.handle(now, InspectionInput::PersonSaid { ticket, said });
    }

    /// The missions that are to be halted now, each said again until it has ended.
    pub fn halts(&mut self, now: Stamp) -> Vec<(Execution, Outcome)> {
        let due = self.halts.values_mut().filter(|(.., due)| *due <= now);
        due.map(|(execution, outcome, due)| {
            *due = now + HALT_AGAIN;
            (*execution, outcome.clone())
        })
        .collect()
    }

    /// Takes replies and does what is due; returns outcomes.
    pub fn work(&mut self, now: Stamp) -> Vec<Ended> {
        if let Some((ticket, request, due)) = &mut self.looking
            && *due <= now
        {
            *due = now + LOOK_AGAIN;
            self.looks.call(now, *ticket, request.clone());
        }
        while let Some((ticket, reply)) = self.looks.take(now) {
            // Of two answers the first counts.
            if self.looking.take_if(|(looking, ..)| *looking == ticket).is_none() {
                continue;
            }
            let input = match reply {
                Ok(CheckSubgoal::Response { verdict }) if verdict.robot != self.me.as_str() => {
                    let reason = format!("the perception of {} answered in another's place", verdict.robot);
                    InspectionInput::LookFailed { ticket, reason }
                }
                Ok(CheckSubgoal::Response { verdict }) => {
                    let read = read_verdict(&verdict, self.judged.map(|(_, from)| self.timeline.to_ros(from)));
                    self.seen.insert(ticket, Box::new(verdict));
                    InspectionInput::Judged { ticket, verdict: read }
                }
                Err(reason) => InspectionInput::LookFailed { ticket, reason },
            };
            self.inspection.handle(now, input);
        }
        while let Some((call, reply)) = self.help.take(now) {
            let (is_withdrawn, refused) = match reply {
                Ok(reply) if reply.accepted => continue,
                Ok(reply) => (reply.withdrawn, reply.reason),
                Err(silence) => (false, silence),
            };
            match call {
                HelpCall::Ask(key) => {
                    tracing::warn!(
                        refused,
                        "the help desk did not take a question about an outcome; it is asked again"
                    );
                    // One that was withdrawn before stays so: the next one is another question.
                    if is_withdrawn && self.asked.remove(&key).is_some() {
                        self.round += 1;
                    }
                }
                HelpCall::Withdraw(key) => {
                    tracing::warn!(refused, "the help desk did not hear a withdrawal; it is told again");
                    self.unheard.push_back((now + ASK_AGAIN, key));
                }
            }
        }
        while self.unheard.front().is_some_and(|(due, _)| *due <= now) {
            if let Some((_, key)) = self.unheard.pop_front() {
                self.tell_withdrawn(now, key);
            }
        }
        self.inspection.handle(now, InspectionInput::Tick);
        let mut ended = Vec::new();
        while let Some(output) = self.inspection.poll() {
            match output {
                InspectionOutput::Look { ticket, check, not_before } => self.look(now, ticket, &check, not_before),
                InspectionOutput::AskPerson { ticket, execution, check, why, .. } => {
                    self.looking = None;
                    self.ask(now, ticket, execution, &check, &why);
                }
                InspectionOutput::Withdraw { ticket } => self.withdraw(now, ticket),
                InspectionOutput::Outcome { execution, result } => {
                    self.looking = None;
                    self.seen.clear();
                    let outcome = result.map_or_else(SkillOutcome::Failed, |()| SkillOutcome::Done);
                    ended.push((execution.mission, execution.step, outcome));
                }
                InspectionOutput::GiveUp { mission, reason } => {
                    let reason = format!("{} failed too often, at last: {reason}", self.me);
                    self.ending.entry(mission).or_insert(Outcome::Impossible(reason));
                }
            }
        }
        ended
    }

    pub fn next_deadline(&self) -> Option<Stamp> {
        let calls = self.looks.next_deadline().into_iter().chain(self.help.next_deadline());
        let looks = self.looking.as_ref().map(|(.., due)| *due);
        let again = self.unheard.front().map(|(due, _)| *due).into_iter();
        let halts = self.halts.values().map(|(.., due)| *due);
        calls.chain(self.inspection.next_deadline()).chain(looks).chain(again).chain(halts).min()
    }

    fn look(&mut self, now: Stamp, ticket: InspectionTicket, check: &Check, not_before: Stamp) {
        if let Some(reason) = self.blind.take() {
            return self.inspection.handle(now, InspectionInput::LookFailed { ticket, reason });
        }
        let judged = self.judged.map(|(execution, _)| execution);
        self.judged = judged.map(|execution| (execution, not_before));
        let request = look_request(judged, check, self.timeline.to_ros(not_before));
        self.looks.call(now, ticket, request.clone());
        self.looking = Some((ticket, request, now + LOOK_AGAIN));
    }

    fn ask(&mut self, now: Stamp, ticket: InspectionTicket, execution: Execution, check: &Check, why: &str) {
        let seen = self.seen.get(&ticket).map(Box::as_ref);
        let text = self.texts.get(&execution.mission).map_or(check.task(), String::as_str);
        let mut request = HelpMessage {
            header: wire::header(self.timeline.ros()),
            ..question(&self.me, (execution, self.round), (text, check), why, seen)
        };
        request.key = wire::question_key(&request.key, 0, &request);
        let key = request.key.clone();
        self.asked.insert(key.clone(), ticket);
        self.help.call(now, HelpCall::Ask(key), RequestHelp::Request { request, ..Default::default() });
    }

    fn withdraw(&mut self, now: Stamp, ticket: InspectionTicket) {
        self.seen.remove(&ticket);
        let Some(key) = self.asked.iter().find(|(_, asked)| **asked == ticket).map(|(key, _)| key.clone()) else {
            return;
        };
        self.asked.remove(&key);
        self.tell_withdrawn(now, key);
    }

    fn tell_withdrawn(&mut self, now: Stamp, key: String) {
        let request = HelpMessage { key: key.clone(), robot: self.me.to_string(), ..Default::default() };
        let request = RequestHelp::Request { request, withdraw: true, ..Default::default() };
        self.help.call(now, HelpCall::Withdraw(key), request);
    }
}

/// What is to be found out about an action with this text, by what it was to bring about, or by why that is not known.
fn expected(task: &str, text: &str, subgoal: Result<Subgoal, String>) -> Expected {
    let check = subgoal.and_then(|Subgoal { subtask, expected, .. }| {
        Check::new(task, &subtask, &expected).map_err(|error| error.to_string())
    });
    match check {
        Ok(check) => Expected::Seen(Box::new(check)),
        Err(reason) => Expected::Unknown(text.to_owned(), reason),
    }
}

/// What a person is asked who has to tell without a picture, whatever words the mission has.
fn doubt(me: &RobotId, text: &str) -> Result<Check, PerceptionError> {
    Check::new(TASK, text, &format!("{me} did what it was to do: {text}"))
}

#[cfg(test)]
mod tests {
    use surefleet_mission::Effect;

    use super::*;

    #[test]
    fn a_mission_without_words_is_asked_about_and_not_taken_on_the_robots_word()
    -> Result<(), Box<dyn std::error::Error>> {
        let item = Domain::household().items().next().ok_or("an item")?;
        let grab = || Subgoal {
            subtask: "grab apple 1".to_owned(),
            expected: "apple 1 is in the gripper".to_owned(),
            effect: Effect::Held(item),
        };
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
