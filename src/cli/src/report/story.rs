use std::{collections::BTreeMap, time::Duration};

use surefleet_conformal::Bound;
use surefleet_fleet::{MissionId, RobotId, Stamp, StepIndex};
use surefleet_planner::{Choice, Coverage, DecisionRecord, Permit, Round, Source};

/// Records in reading order: by mission, step and robot.
pub struct Story<'a> {
    /// In the order in which they began.
    pub missions: Vec<MissionStory<'a>>,
}

/// One mission's records.
pub struct MissionStory<'a> {
    /// The mission.
    pub id: MissionId,
    /// In the order in which they first decided, which is the order of the team.
    pub robots: Vec<&'a RobotId>,
    /// Ascending.
    pub steps: Vec<StepIndex>,
    /// By step, attempt and time.
    pub moments: Vec<Moment<'a>>,
}

/// One record in its story.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// The record.
    pub record: &'a DecisionRecord,
    /// Its position in the file, from 1; it names the record on the page.
    pub number: usize,
    /// Whether the robot decided this step again in a later attempt.
    pub is_superseded: bool,
}

/// How a decision was made, in the words of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// By the robot alone, on a singleton set.
    Alone,
    /// Likewise, and it was the robot's part of the team step.
    TeamStep,
    /// By a person: the set did not leave exactly one option, there was no set, or the mission is audited.
    Asked,
    /// By a person: the robot may not decide alone at all.
    AskedAlways,
    /// By a person's earlier answer for the whole mission.
    Told,
    /// By default: nobody gave a usable answer, so the robot stayed.
    Stayed,
}

impl Manner {
    /// How the record's decision was made.
    pub fn of(record: &DecisionRecord) -> Self {
        match (record.source, record.evidence.permit()) {
            (Source::Singleton, _) => Self::Alone,
            (Source::TeamStep, _) => Self::TeamStep,
            (Source::SafeDefault, _) => Self::Stayed,
            (Source::Human, _) if record.evidence.answers().is_empty() => Self::Told,
            (Source::Human, Permit::Off { .. }) => Self::AskedAlways,
            (Source::Human, Permit::On { .. }) => Self::Asked,
        }
    }

    /// The CSS class of its elements.
    pub fn class(self) -> &'static str {
        match self {
            Self::Alone | Self::TeamStep => "alone",
            Self::Asked => "asked",
            Self::AskedAlways => "asked off",
            Self::Told => "told",
            Self::Stayed => "stayed",
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Alone => "decided alone",
            Self::TeamStep => "took its part of the team's step, alone",
            Self::Asked => "asked a person",
            Self::AskedAlways => "asked a person (autonomy off)",
            Self::Told => "as a person had said",
            Self::Stayed => "stayed: no usable answer",
        }
    }

    /// As one sign, so that the page does not rely on colour alone.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Alone => "●",
            Self::TeamStep => "◉",
            Self::Asked | Self::AskedAlways => "?",
            Self::Told => "∞",
            Self::Stayed => "■",
        }
    }
}

impl<'a> Story<'a> {
    /// Sorts records; their order in the file does not matter.
    pub fn of(records: &'a [DecisionRecord]) -> Self {
        let mut by_mission: BTreeMap<MissionId, Vec<(usize, &DecisionRecord)>> = BTreeMap::new();
        for (index, record) in records.iter().enumerate() {
            by_mission.entry(record.key.mission).or_default().push((index + 1, record));
        }
        let mut missions: Vec<MissionStory> =
            by_mission.into_iter().map(|(id, records)| MissionStory::of(id, records)).collect();
        missions.sort_by_key(MissionStory::begin);
        Self { missions }
    }
}

impl<'a> MissionStory<'a> {
    fn of(id: MissionId, mut records: Vec<(usize, &'a DecisionRecord)>) -> Self {
        records.sort_by_key(|(_, record)| (record.key.step, record.key.attempt, record.decided_at));
        let mut robots: Vec<&RobotId> = Vec::new();
        let mut steps: Vec<StepIndex> = Vec::new();
        for (_, record) in &records {
            if !robots.contains(&&record.key.robot) {
                robots.push(&record.key.robot);
            }
            if steps.last() != Some(&record.key.step) {
                steps.push(record.key.step);
            }
        }
        // Sorted by attempt, so the last record of a step and robot counts.
        let standing: BTreeMap<(StepIndex, &RobotId), usize> =
            records.iter().map(|(number, record)| ((record.key.step, &record.key.robot), *number)).collect();
        let moment = |&(number, record): &(usize, &'a DecisionRecord)| {
            let is_superseded = standing.get(&(record.key.step, &record.key.robot)) != Some(&number);
            Moment { record, number, is_superseded }
        };
        let moments = records.iter().map(moment).collect();
        Self { id, robots, steps, moments }
    }

    /// The robot's records of a step; the last one counts.
    pub fn cell(&self, step: StepIndex, robot: &RobotId) -> impl Iterator<Item = &Moment<'a>> {
        let is_here = move |moment: &&Moment| moment.record.key.step == step && moment.record.key.robot == *robot;
        self.moments.iter().filter(is_here)
    }

    /// The records of a step.
    pub fn step(&self, step: StepIndex) -> impl Iterator<Item = &Moment<'a>> {
        self.moments.iter().filter(move |moment| moment.record.key.step == step)
    }

    /// When the first turn was taken.
    pub fn begin(&self) -> Stamp {
        let begin = |moment: &Moment| moment.record.decided_at.as_nanos().saturating_sub(moment.record.elapsed_ns);
        Stamp::from_nanos(self.moments.iter().map(begin).min().unwrap_or(0))
    }

    /// From the first turn to the last decision.
    pub fn duration(&self) -> Duration {
        let end = self.moments.iter().map(|moment| moment.record.decided_at).max().unwrap_or(Stamp::ZERO);
        end - self.begin()
    }

    /// How many decisions were made in this manner.
    pub fn count(&self, is_so: impl Fn(Manner) -> bool) -> usize {
        self.moments.iter().filter(|moment| is_so(Manner::of(moment.record))).count()
    }
}

/// The rounds of questions of a decision, each with its answers.
pub fn rounds(record: &DecisionRecord) -> impl Iterator<Item = (String, String)> + '_ {
    record.evidence.answers().iter().map(|answer| {
        let offered = match answer.round {
            Round::Set => format!("Offered the {} options of the set", record.evidence.shown(Round::Set).len()),
            Round::All if record.evidence.is_audited() => {
                format!("Audit: offered all {} options", record.options.len())
            }
            Round::All => format!("Offered all {} options", record.options.len()),
        };
        let who = if answer.operator.is_empty() { "nobody" } else { &answer.operator };
        let said = match answer.choice {
            Choice::Option(option) | Choice::ForMission(option) => {
                let text = record.options.get(option.index()).map_or("an option that S does not have", |text| text);
                let lasting =
                    if matches!(answer.choice, Choice::ForMission(_)) { ", for the whole mission" } else { "" };
                format!("{who} chose “{text}”{lasting}")
            }
            Choice::Meant => format!("{who} said what the mission means"),
            Choice::NoneOfThese => format!("{who} wanted none of these"),
            Choice::Halt => format!("{who} halted the mission"),
            Choice::Expired => "nobody answered in time".to_owned(),
        };
        let said = if answer.text.is_empty() { said } else { format!("{said}: “{}”", answer.text) };
        (offered, said)
    })
}

/// The decision's remark on its set, if it matters to readers.
pub fn coverage_words(record: &DecisionRecord) -> Option<&'static str> {
    match record.coverage {
        Coverage::Missed => Some(match record.evidence.permit() {
            Permit::On { bound: Bound::WrongUnasked, .. } => "a miss: the right decision was not what the set left",
            _ => "miscoverage: the right decision was not in the set",
        }),
        Coverage::Suspected => Some("suspected miscoverage: no member of the set is allowed"),
        Coverage::NoSet | Coverage::Unseen | Coverage::Covered => None,
    }
}
