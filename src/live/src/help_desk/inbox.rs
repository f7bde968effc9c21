//! An operator's view and actions, without a terminal, a network or a clock.

use std::{
    collections::{BTreeSet, VecDeque},
    time::Duration,
};

use ratatui::crossterm::event::KeyCode;
use surefleet_client::{DeskCall, DeskQuestion, DeskWord, MissionReading, QueueLine, RobotHelp};
use surefleet_fleet::{MissionId, Stamp};
use surefleet_help::Reply;

/// The help desk counts as gone after this long without a message: it sends one every second.
const SILENCE: Duration = Duration::from_secs(3);

/// A claim is renewed after this time at the earliest.
const EARLIEST: Duration = Duration::from_millis(500);
/// The operator counts as gone after this long without a key; the claim is then no longer renewed.
const ABSENCE: Duration = Duration::from_secs(300);

/// An operator's inbox. Times are by this process's own clock, except for times named by the desk, which are by the
/// desk's.
#[derive(Debug, Default)]
pub struct Inbox {
    operator: String,
    lines: Vec<QueueLine>,
    /// When the queue was heard, and the desk's clock at that time.
    heard: Option<(Stamp, Stamp)>,
    /// The robot whose requests are shown; `None`: all robots.
    robot: Option<String>,
    selected: Option<(String, MissionId)>,
    question: Option<DeskQuestion>,
    /// Index of the option that Enter would send.
    picked: Option<usize>,
    /// Whether the option would be sent for the whole mission.
    for_mission: bool,
    mode: Mode,
    note: String,
    /// Time of the last key press.
    touched: Stamp,
    /// When to renew the claim on the selected request.
    renew_at: Option<Stamp>,
    history: (Vec<QueueLine>, Vec<RobotHelp>),
    actions: VecDeque<Action>,
}

/// The current meaning of the keys.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Mode {
    /// Look at the queue.
    #[default]
    Queue,
    /// Write the right answer if none of the options is right.
    Text(String),
    /// Write the meaning of the whole mission.
    Mission(String),
    /// Confirm that the mission was understood correctly.
    Meant(MissionReading),
    /// Confirm a halt of the mission.
    Halt,
    /// Confirm that the request is taken over from another operator.
    TakeOver,
    /// Look at past requests.
    History,
    /// Look at the prompt, from this line onwards.
    Prompt(u16),
}

/// A task that the inbox gives to its owner.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Call the help desk.
    Call(String, MissionId, DeskCall),
    /// Ask for the history.
    AskHistory,
    /// Make a sound: a new request has arrived.
    Ring,
    /// Close the inbox for the operator.
    Leave,
}

impl Inbox {
    /// An inbox that has heard nothing yet.
    pub fn new(operator: &str) -> Self {
        Self { operator: operator.to_owned(), ..Self::default() }
    }

    /// Takes a message from the help desk.
    pub fn hear(&mut self, now: Stamp, word: DeskWord) {
        match word {
            DeskWord::Queue(desk_time, lines) => {
                let known: BTreeSet<&str> = self.lines.iter().map(|line| line.id.as_str()).collect();
                let is_new = |line: &QueueLine| line.claimed_by.is_empty() && !known.contains(line.id.as_str());
                if lines.iter().any(is_new) {
                    self.actions.push_back(Action::Ring);
                }
                let was_mine = self.line().is_some_and(|line| line.claimed_by == self.operator);
                (self.lines, self.heard) = (lines, Some((now, desk_time)));
                if was_mine && self.is_anothers() {
                    self.note =
                        format!("{} took this request over", self.line().map_or("somebody", |line| &line.claimed_by));
                }
                if self.selected.is_none() {
                    self.step(0);
                }
            }
            DeskWord::Shown(question) if self.is_selected(&question.id) => self.question = Some(*question),
            DeskWord::Shown(_) => {}
            DeskWord::Done(id, call, until) => self.done(now, &id, &call, until),
            DeskWord::Read(id, reading) => {
                if self.is_selected(&id) {
                    self.mode = Mode::Meant(reading);
                }
            }
            DeskWord::Refused(id, call, reason) => {
                self.note = reason;
                if let (true, DeskCall::Read(text)) = (self.is_selected(&id), &call) {
                    // The text stays, so that the operator can correct it.
                    self.mode = Mode::Mission(text.clone());
                }
                if self.is_selected(&id) && matches!(call, DeskCall::Claim | DeskCall::TakeOver) {
                    self.renew_at = None;
                }
            }
            DeskWord::Silent(id, call, reason) => {
                self.note = reason;
                // The claim may still hold: it is repeated as soon as the desk is back.
                if self.is_selected(&id) && call == DeskCall::Claim {
                    self.renew_at = Some(now + EARLIEST);
                }
            }
            DeskWord::History(lines, robots) => self.history = (lines, robots),
        }
    }

    /// Lets time pass: renews the claim on the selected request.
    pub fn tick(&mut self, now: Stamp) {
        if self.renew_at.is_some_and(|due| due <= now) && self.silent_for(now).is_none() {
            self.renew_at = None;
            if self.is_open() && now - self.touched < ABSENCE {
                self.call(DeskCall::Claim);
            }
        }
    }

    /// Handles a key press. No single key answers a request.
    pub fn key(&mut self, now: Stamp, key: KeyCode) {
        self.touched = now;
        match (std::mem::take(&mut self.mode), key) {
            (Mode::Text(_) | Mode::Mission(_), KeyCode::Esc) => {}
            (Mode::Text(text), KeyCode::Enter) if text.trim().is_empty() => {
                self.note = "write what is right, so that whoever reads the records knows".into();
                self.mode = Mode::Text(text);
            }
            (Mode::Text(text), KeyCode::Enter) => self.answer(now, Reply::NoneOfThese, text),
            (Mode::Text(text), key) => self.mode = Mode::Text(typed(text, key)),
            (Mode::Mission(text), KeyCode::Enter) if text.trim().is_empty() => {
                // What the mission was read as is what it means.
                let Some(question) = &self.question else { return };
                self.send(now, DeskCall::Read(question.mission_text.clone()));
            }
            (Mode::Mission(text), KeyCode::Enter) => self.send(now, DeskCall::Read(text)),
            (Mode::Mission(text), key) => self.mode = Mode::Mission(typed(text, key)),
            (Mode::Meant(reading), KeyCode::Char('y')) => self.answer(now, Reply::Meant, reading.words),
            (Mode::Halt, KeyCode::Char('y')) => self.answer(now, Reply::Halt, String::new()),
            (Mode::TakeOver, KeyCode::Char('y')) => self.call(DeskCall::TakeOver),
            (Mode::Halt | Mode::TakeOver | Mode::Meant(_), _) => self.note = "nothing was done".into(),
            (Mode::Prompt(from), KeyCode::Down) => self.mode = Mode::Prompt(from.saturating_add(1)),
            (Mode::Prompt(from), KeyCode::Up) => self.mode = Mode::Prompt(from.saturating_sub(1)),
            (Mode::Prompt(from), KeyCode::PageDown) => self.mode = Mode::Prompt(from.saturating_add(10)),
            (Mode::Prompt(from), KeyCode::PageUp) => self.mode = Mode::Prompt(from.saturating_sub(10)),
            (Mode::History | Mode::Prompt(_), _) => {}
            (Mode::Queue, key) => self.command(now, key),
        }
    }

    /// The next task for the owner.
    pub fn poll(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    /// The current time by the desk's clock.
    pub fn desk_time(&self, now: Stamp) -> Stamp {
        self.heard.map_or(now, |(heard, desk_time)| desk_time + (now - heard))
    }

    /// The operator's name.
    pub fn operator(&self) -> &str {
        &self.operator
    }

    /// The visible lines.
    pub fn lines(&self) -> impl Iterator<Item = &QueueLine> {
        self.lines.iter().filter(|line| self.robot.as_ref().is_none_or(|robot| *robot == line.robot))
    }

    /// How many requests are open, visible or not; `None`: no help desk was heard.
    pub fn open(&self) -> Option<usize> {
        self.heard.map(|_| self.lines.len())
    }

    /// The robot whose requests are shown.
    pub fn robot(&self) -> Option<&str> {
        self.robot.as_deref()
    }

    /// The selected line, as long as it is open.
    pub fn line(&self) -> Option<&QueueLine> {
        let (id, _) = self.selected.as_ref()?;
        self.lines.iter().find(|line| line.id == *id)
    }

    /// Whether this is the selected request.
    pub fn is_selected(&self, id: &str) -> bool {
        self.selected.as_ref().is_some_and(|(selected, _)| selected == id)
    }

    /// The whole selected request, once it is known; it stays when the request ends.
    pub fn question(&self) -> Option<&DeskQuestion> {
        self.question.as_ref()
    }

    /// Index of the option that Enter would send.
    pub fn picked(&self) -> Option<usize> {
        self.picked
    }

    /// The current meaning of the keys.
    pub fn mode(&self) -> &Mode {
        &self.mode
    }

    /// Past requests, and statistics by robot.
    pub fn history(&self) -> (&[QueueLine], &[RobotHelp]) {
        (&self.history.0, &self.history.1)
    }

    /// A note for the operator; empty: none.
    pub fn note(&self, now: Stamp) -> String {
        match (self.heard, self.silent_for(now)) {
            (None, _) => "waiting for a help desk (surefleet up household-demo starts a fleet)".into(),
            (_, Some(span)) => format!("no word from the help desk for {} s: nothing can be answered", span.as_secs()),
            _ if self.question.is_some() && !self.is_open() => {
                let ended = "this request has ended: it was answered, or nobody waits for it any more";
                if self.note.is_empty() { ended.into() } else { format!("{}; {ended}", self.note) }
            }
            _ => self.note.clone(),
        }
    }

    /// How long the help desk has been silent, if that is too long.
    fn silent_for(&self, now: Stamp) -> Option<Duration> {
        self.heard.map(|(heard, _)| now - heard).filter(|span| *span > SILENCE)
    }

    /// Whether another operator works on the selected request.
    fn is_anothers(&self) -> bool {
        self.line().is_some_and(|line| !line.claimed_by.is_empty() && line.claimed_by != self.operator)
    }

    fn is_open(&self) -> bool {
        self.line().is_some()
    }

    fn command(&mut self, now: Stamp, key: KeyCode) {
        self.note.clear();
        match key {
            KeyCode::Char('q') => self.actions.push_back(Action::Leave),
            KeyCode::Down | KeyCode::Char('j') => self.step(1),
            KeyCode::Up | KeyCode::Char('k') => self.step(-1),
            KeyCode::Char('f') => self.filter(),
            KeyCode::Char('l') => {
                self.actions.push_back(Action::AskHistory);
                self.mode = Mode::History;
            }
            KeyCode::Char('p') if self.question.is_some() => self.mode = Mode::Prompt(0),
            _ if !self.is_open() => {}
            KeyCode::Char('c' | 't') if self.is_anothers() => self.mode = Mode::TakeOver,
            KeyCode::Char('c' | 't') => self.call(DeskCall::Claim),
            KeyCode::Char('r') => self.call(DeskCall::Release),
            KeyCode::Char('h') => self.mode = Mode::Halt,
            KeyCode::Char('n') => self.mode = Mode::Text(String::new()),
            KeyCode::Char('m') if self.question.as_ref().is_some_and(|question| !question.takes_mission) => {
                self.note =
                    "this question is not about what the mission means: answer it with one of its options".into();
            }
            KeyCode::Char('m') => self.mode = Mode::Mission(String::new()),
            KeyCode::Char('w') => self.widen(),
            KeyCode::Char(digit @ '1'..='9') => self.pick(digit as usize - '1' as usize),
            KeyCode::Right => self.pick(self.picked.map_or(0, |picked| picked + 1)),
            KeyCode::Left => self.pick(self.picked.map_or(0, |picked| picked.saturating_sub(1))),
            KeyCode::Enter => {
                let choice = self.picked.and_then(|picked| self.question.as_ref()?.options.get(picked));
                match choice.map(|choice| choice.id) {
                    Some(id) if self.for_mission => self.answer(now, Reply::ForMission(id), String::new()),
                    Some(id) => self.answer(now, Reply::Option(id), String::new()),
                    None => self.note = "pick an option first, with 1 to 9 or the arrow keys".into(),
                }
            }
            _ => {}
        }
    }

    fn pick(&mut self, place: usize) {
        let Some(choice) = self.question.as_ref().and_then(|question| question.options.get(place)) else { return };
        match &choice.refused {
            Some(reason) => self.note = format!("{} is not allowed: {reason}", choice.text),
            None => self.note = format!("Enter sends: {}", choice.text),
        }
        (self.picked, self.for_mission) = (Some(place), false);
    }

    /// Makes the picked option hold for the whole mission, or undoes that.
    fn widen(&mut self) {
        let Some(choice) = self.picked.and_then(|picked| self.question.as_ref()?.options.get(picked)) else {
            self.note = "pick an option first, with 1 to 9 or the arrow keys".into();
            return;
        };
        if !choice.lasting {
            self.note =
                format!("{} cannot be chosen for the whole mission: m says what the mission means", choice.text);
            return;
        }
        self.for_mission = !self.for_mission;
        let lasting = if self.for_mission { ", for the whole mission" } else { "" };
        self.note = format!("Enter sends: {}{lasting}", choice.text);
    }

    fn answer(&mut self, now: Stamp, reply: Reply, text: String) {
        self.send(now, DeskCall::Answer(reply, text));
    }

    /// Sends a call to the desk, unless the desk is silent.
    fn send(&mut self, now: Stamp, call: DeskCall) {
        if let Some(span) = self.silent_for(now) {
            self.note = format!("not sent: no word from the help desk for {} s", span.as_secs());
        } else {
            self.call(call);
        }
    }

    fn call(&mut self, call: DeskCall) {
        if let Some((id, mission)) = self.selected.clone() {
            self.actions.push_back(Action::Call(id, mission, call));
        }
    }

    fn done(&mut self, now: Stamp, id: &str, call: &DeskCall, until: Option<Stamp>) {
        match call {
            DeskCall::Claim | DeskCall::TakeOver if self.is_selected(id) => {
                let left = until.map(|until| until - self.desk_time(now)).unwrap_or_default();
                self.renew_at = Some(now + EARLIEST.max(left / 3));
            }
            DeskCall::Release if self.is_selected(id) => self.renew_at = None,
            DeskCall::Answer(reply, text) => {
                let options =
                    self.question.as_ref().filter(|question| question.id == *id).map(|question| &question.options);
                let chosen = |id| options.and_then(|options| options.iter().find(|option| option.id == id));
                let lasting = if matches!(reply, Reply::ForMission(_)) { ", for the whole mission" } else { "" };
                let said = match reply.option() {
                    Some(id) => chosen(id).map_or(reply.to_string(), |option| format!("{}{lasting}", option.text)),
                    _ if text.is_empty() => reply.to_string(),
                    _ => format!("{reply}: {text}"),
                };
                self.note = format!("your answer counts: {said}");
                if self.is_selected(id) {
                    // Go on to the next request; the queue without this one is still on its way.
                    self.lines.retain(|line| line.id != *id);
                    self.unselect();
                }
            }
            _ => {}
        }
    }

    /// Shows only the requests of the next robot; after the last robot, those of all.
    fn filter(&mut self) {
        let robots: BTreeSet<&String> = self.lines.iter().map(|line| &line.robot).collect();
        let next = match &self.robot {
            None => robots.first().copied(),
            Some(robot) => robots
                .range::<String, _>((std::ops::Bound::Excluded(robot), std::ops::Bound::Unbounded))
                .next()
                .copied(),
        };
        self.robot = next.cloned();
        if !self.lines().any(|line| self.is_selected(&line.id)) {
            self.unselect();
        }
    }

    fn unselect(&mut self) {
        (self.selected, self.question, self.picked) = (None, None, None);
        (self.for_mission, self.renew_at) = (false, None);
        // The text in progress was about the request that has ended.
        if matches!(self.mode, Mode::Text(_) | Mode::Mission(_) | Mode::Meant(_) | Mode::Halt | Mode::TakeOver) {
            self.mode = Mode::Queue;
        }
        self.step(0);
    }

    /// Selects another line; if the selected request has ended, the first line.
    fn step(&mut self, by: isize) {
        let ids: Vec<(String, MissionId)> = self.lines().map(|line| (line.id.clone(), line.mission)).collect();
        let at = ids.iter().position(|(id, _)| self.is_selected(id));
        let next = at.map_or(0, |at| at.saturating_add_signed(by)).min(ids.len().saturating_sub(1));
        let Some(next) = ids.get(next) else { return };
        if self.selected.as_ref() != Some(next) {
            self.selected = Some(next.clone());
            (self.question, self.picked, self.for_mission, self.renew_at) = (None, None, false, None);
            self.call(DeskCall::Show);
            if self.line().is_some_and(|line| line.claimed_by == self.operator) {
                self.call(DeskCall::Claim);
            }
        }
    }
}

/// The text after one more key.
fn typed(mut text: String, key: KeyCode) -> String {
    match key {
        KeyCode::Char(letter) => text.push(letter),
        KeyCode::Backspace => _ = text.pop(),
        _ => {}
    }
    text
}

#[cfg(test)]
pub mod tests;
