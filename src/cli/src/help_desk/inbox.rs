//! What an operator sees and does, without a terminal, a network or a clock.

use std::{
    collections::{BTreeSet, VecDeque},
    time::Duration,
};

use ratatui::crossterm::event::KeyCode;
use surefleet_fleet::{Decision, MissionId, Stamp};
use surefleet_help::Reply;
use surefleet_nodes::{DeskCall, DeskWord, Question, QueueLine, RobotHelp};

/// After so long without a word the help desk counts as gone: it says something every second.
const SILENCE: Duration = Duration::from_secs(3);

/// A claim is renewed so soon at the earliest.
const EARLIEST: Duration = Duration::from_millis(500);
/// After so long without a key the operator counts as gone, and the claim is left to end.
const ABSENCE: Duration = Duration::from_secs(300);

/// An operator's inbox. Times are of this process's own clock, but for those that the desk names, which are of the desk's.
#[derive(Debug, Default)]
pub struct Inbox {
    operator: String,
    lines: Vec<QueueLine>,
    /// When the queue was heard, and what the desk's clock showed.
    heard: Option<(Stamp, Stamp)>,
    /// Whose requests alone are shown; `None`: everybody's.
    robot: Option<String>,
    selected: Option<(String, MissionId)>,
    question: Option<Question>,
    /// Place of the option that Enter would send.
    picked: Option<usize>,
    mode: Mode,
    note: String,
    /// When the last key was pressed.
    touched: Stamp,
    /// When the claim on what is selected is to be renewed.
    renew_at: Option<Stamp>,
    history: (Vec<QueueLine>, Vec<RobotHelp>),
    actions: VecDeque<Action>,
}

/// What the keys do now.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Mode {
    /// Look at the queue.
    #[default]
    Queue,
    /// Write what is right where none of the options is.
    Text(String),
    /// Halt the mission?
    Halt,
    /// Take the request over from whoever works on it?
    TakeOver,
    /// Look at what was answered before.
    History,
    /// Look at the prompt.
    Prompt,
}

/// What the inbox wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Call the help desk.
    Call(String, MissionId, DeskCall),
    /// Ask for the history.
    AskHistory,
    /// A new request has come: make a sound.
    Ring,
    /// The operator goes.
    Leave,
}

impl Inbox {
    /// An inbox that has heard nothing yet.
    pub fn new(operator: &str) -> Self {
        Self { operator: operator.to_owned(), ..Self::default() }
    }

    /// Takes in what the help desk says.
    pub fn hear(&mut self, now: Stamp, word: DeskWord) {
        match word {
            DeskWord::Queue(desk_time, lines) => {
                let known: BTreeSet<&str> = self.lines.iter().map(|line| line.id.as_str()).collect();
                let is_new = |line: &QueueLine| line.claimed_by.is_empty() && !known.contains(line.id.as_str());
                if lines.iter().any(is_new) {
                    self.actions.push_back(Action::Ring);
                }
                (self.lines, self.heard) = (lines, Some((now, desk_time)));
                if self.selected.is_none() {
                    self.step(0);
                }
            }
            DeskWord::Shown(question) if self.is_selected(&question.id) => self.question = Some(*question),
            DeskWord::Shown(_) => {}
            DeskWord::Done(id, call, until) => self.done(now, &id, &call, until),
            DeskWord::Refused(id, call, reason) => {
                self.note = reason;
                if self.is_selected(&id) && matches!(call, DeskCall::Claim | DeskCall::TakeOver) {
                    self.renew_at = None;
                }
            }
            DeskWord::Silent(id, call, reason) => {
                self.note = reason;
                // The claim may hold still: it is asked for again as soon as the desk is back.
                if self.is_selected(&id) && call == DeskCall::Claim {
                    self.renew_at = Some(now + EARLIEST);
                }
            }
            DeskWord::History(lines, robots) => self.history = (lines, robots),
        }
    }

    /// Lets time pass: a claim that is held is renewed.
    pub fn tick(&mut self, now: Stamp) {
        if self.renew_at.is_some_and(|due| due <= now) && self.silent_for(now).is_none() {
            self.renew_at = None;
            if self.is_open() && now - self.touched < ABSENCE {
                self.call(DeskCall::Claim);
            }
        }
    }

    /// A key was pressed. No single key answers anything.
    pub fn key(&mut self, now: Stamp, key: KeyCode) {
        self.touched = now;
        match (std::mem::take(&mut self.mode), key) {
            (Mode::Text(mut text), key) => match key {
                KeyCode::Esc => {}
                KeyCode::Enter if text.trim().is_empty() => {
                    self.note = "write what is right, so that whoever reads the records knows".into();
                    self.mode = Mode::Text(text);
                }
                KeyCode::Enter => self.answer(now, Reply::NoneOfThese, text),
                key => {
                    match key {
                        KeyCode::Char(letter) => text.push(letter),
                        KeyCode::Backspace => _ = text.pop(),
                        _ => {}
                    }
                    self.mode = Mode::Text(text);
                }
            },
            (Mode::Halt, KeyCode::Char('y')) => self.answer(now, Reply::Halt, String::new()),
            (Mode::TakeOver, KeyCode::Char('y')) => self.call(DeskCall::TakeOver),
            (Mode::Halt | Mode::TakeOver, _) => self.note = "nothing was done".into(),
            (Mode::History | Mode::Prompt, _) => {}
            (Mode::Queue, key) => self.command(now, key),
        }
    }

    /// The next thing to do.
    pub fn poll(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    /// The time by the desk's clock.
    pub fn desk_time(&self, now: Stamp) -> Stamp {
        self.heard.map_or(now, |(heard, desk_time)| desk_time + (now - heard))
    }

    /// Who sits here.
    pub fn operator(&self) -> &str {
        &self.operator
    }

    /// The lines that are shown.
    pub fn lines(&self) -> impl Iterator<Item = &QueueLine> {
        self.lines.iter().filter(|line| self.robot.as_ref().is_none_or(|robot| *robot == line.robot))
    }

    /// How many requests are open, shown or not; `None`: no help desk was heard.
    pub fn open(&self) -> Option<usize> {
        self.heard.map(|_| self.lines.len())
    }

    /// Whose requests alone are shown.
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

    /// The whole of the selected request, once it is known; it stays when the request ends.
    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// The place of the option that Enter would send.
    pub fn picked(&self) -> Option<usize> {
        self.picked
    }

    /// What the keys do now.
    pub fn mode(&self) -> &Mode {
        &self.mode
    }

    /// What was answered before, and statistics by robot.
    pub fn history(&self) -> (&[QueueLine], &[RobotHelp]) {
        (&self.history.0, &self.history.1)
    }

    /// What the operator should know now; empty: nothing.
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

    /// For how long the help desk has said nothing, where that is too long.
    fn silent_for(&self, now: Stamp) -> Option<Duration> {
        self.heard.map(|(heard, _)| now - heard).filter(|span| *span > SILENCE)
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
            KeyCode::Char('p') if self.question.is_some() => self.mode = Mode::Prompt,
            _ if !self.is_open() => {}
            KeyCode::Char('c') => self.call(DeskCall::Claim),
            KeyCode::Char('r') => self.call(DeskCall::Release),
            KeyCode::Char('t') => self.mode = Mode::TakeOver,
            KeyCode::Char('h') => self.mode = Mode::Halt,
            KeyCode::Char('n') => self.mode = Mode::Text(String::new()),
            KeyCode::Char(digit @ '1'..='9') => self.pick(digit as usize - '1' as usize),
            KeyCode::Right => self.pick(self.picked.map_or(0, |picked| picked + 1)),
            KeyCode::Left => self.pick(self.picked.map_or(0, |picked| picked.saturating_sub(1))),
            KeyCode::Enter => {
                let choice = self.picked.and_then(|picked| self.question.as_ref()?.options.get(picked));
                match choice.map(|choice| choice.decision) {
                    Some(decision) => self.answer(now, Reply::Option(Decision::new(decision)), String::new()),
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
        self.picked = Some(place);
    }

    fn answer(&mut self, now: Stamp, reply: Reply, text: String) {
        if let Some(span) = self.silent_for(now) {
            self.note = format!("not sent: no word from the help desk for {} s", span.as_secs());
        } else {
            self.call(DeskCall::Answer(reply, text));
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
                let chosen = |decision: Decision| {
                    options.and_then(|options| options.iter().find(|option| option.decision == decision.get()))
                };
                let said = match reply {
                    Reply::Option(decision) => {
                        chosen(*decision).map_or(reply.to_string(), |option| option.text.clone())
                    }
                    _ if text.is_empty() => reply.to_string(),
                    _ => format!("{reply}: {text}"),
                };
                self.note = format!("your answer counts: {said}");
                if self.is_selected(id) {
                    // On to the next one; the queue that no longer has this one is still on its way.
                    self.lines.retain(|line| line.id != *id);
                    self.unselect();
                }
            }
            _ => {}
        }
    }

    /// Shows the requests of the next robot only, and after the last one those of all.
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
        (self.selected, self.question, self.picked, self.renew_at) = (None, None, None, None);
        // What was being said was about the request that has gone.
        if matches!(self.mode, Mode::Text(_) | Mode::Halt | Mode::TakeOver) {
            self.mode = Mode::Queue;
        }
        self.step(0);
    }

    /// Selects another line; what ended gives way to the first one.
    fn step(&mut self, by: isize) {
        let ids: Vec<(String, MissionId)> = self.lines().map(|line| (line.id.clone(), line.mission)).collect();
        let at = ids.iter().position(|(id, _)| self.is_selected(id));
        let next = at.map_or(0, |at| at.saturating_add_signed(by)).min(ids.len().saturating_sub(1));
        let Some(next) = ids.get(next) else { return };
        if self.selected.as_ref() != Some(next) {
            self.selected = Some(next.clone());
            (self.question, self.picked, self.renew_at) = (None, None, None);
            self.call(DeskCall::Show);
            if self.line().is_some_and(|line| line.claimed_by == self.operator) {
                self.call(DeskCall::Claim);
            }
        }
    }
}

#[cfg(test)]
pub mod tests {
    use surefleet_fleet::SafeDefault;
    use surefleet_nodes::Choice;

    use super::*;

    pub const MISSION: MissionId = MissionId::new([7; 16]);

    pub fn at(seconds: u64) -> Stamp {
        Stamp::ZERO + Duration::from_secs(seconds)
    }

    /// What the desk's clock shows then: it is an hour ahead.
    pub fn desk(seconds: u64) -> Stamp {
        at(seconds + 3600)
    }

    pub fn line(id: &str, robot: &str) -> QueueLine {
        QueueLine {
            id: id.into(),
            robot: robot.into(),
            mission: MISSION,
            step: 2,
            question: format!("What should {robot} do?"),
            priority: 0,
            state: "open",
            since: desk(0),
            deadline: None,
            default: SafeDefault::Idle,
            escalated: false,
            claimed_by: String::new(),
            claimed_until: None,
            ended: None,
            answer: String::new(),
            operator_name: String::new(),
        }
    }

    pub fn question(id: &str) -> Question {
        let choice = |decision, text: &str, probability, refused: Option<&str>| Choice {
            decision,
            text: text.into(),
            probability,
            in_set: decision == 4,
            refused: refused.map(Into::into),
        };
        Question {
            id: id.into(),
            robot: "robot_1".into(),
            mission: MISSION,
            mission_text: "Put the kettle away.".into(),
            step: 2,
            attempt: 0,
            question: "What should robot 1 do?".into(),
            prompt: "You are robot 1.".into(),
            options: vec![
                choice(4, "go to kettle 1", Some(0.8), None),
                choice(9, "open the fridge", Some(0.15), Some("it is open")),
                choice(2, "remain idle", None, None),
            ],
            threshold: Some(-1.0),
            picture: Some(("png".into(), 900)),
            pose: Some(("map".into(), [1.0, -2.0, 0.0])),
        }
    }

    /// Ada's inbox with these requests, the first of them shown.
    pub fn inbox(lines: &[QueueLine]) -> Inbox {
        let mut inbox = Inbox::new("ada");
        inbox.hear(at(1), DeskWord::Queue(desk(1), lines.to_vec()));
        if let Some(first) = lines.first() {
            inbox.hear(at(1), DeskWord::Shown(Box::new(question(&first.id))));
        }
        inbox
    }

    fn calls(inbox: &mut Inbox) -> Vec<(String, DeskCall)> {
        let call = |action| if let Action::Call(id, _, call) = action { Some((id, call)) } else { None };
        std::iter::from_fn(|| inbox.poll()).filter_map(call).collect()
    }

    fn press(inbox: &mut Inbox, keys: &str) {
        for key in keys.chars() {
            inbox.key(at(2), if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) });
        }
    }

    fn answer(reply: Reply, text: &str) -> (String, DeskCall) {
        ("a".into(), DeskCall::Answer(reply, text.into()))
    }

    #[test]
    fn no_single_key_answers_anything() {
        for key in (' '..='~').map(KeyCode::Char).chain([KeyCode::Enter, KeyCode::Esc, KeyCode::Left, KeyCode::Right]) {
            let mut inbox = inbox(&[line("a", "robot_1")]);
            inbox.key(at(2), key);
            assert!(!calls(&mut inbox).iter().any(|(_, call)| matches!(call, DeskCall::Answer(..))), "{key:?}");
        }
    }

    #[test]
    fn an_option_is_picked_and_then_sent() {
        let mut inbox = inbox(&[line("a", "robot_1")]);
        calls(&mut inbox);
        press(&mut inbox, "\n");
        assert!(inbox.note(at(2)).contains("pick an option"), "{}", inbox.note(at(2)));
        press(&mut inbox, "2");
        assert_eq!(inbox.note(at(2)), "open the fridge is not allowed: it is open");
        press(&mut inbox, "3\n");
        assert_eq!(calls(&mut inbox), [answer(Reply::Option(Decision::new(2)), "")]);
    }

    #[test]
    fn none_of_these_takes_words_and_halting_a_second_thought() {
        let mut inbox = inbox(&[line("a", "robot_1")]);
        calls(&mut inbox);
        press(&mut inbox, "n\n");
        assert_eq!(inbox.mode(), &Mode::Text(String::new()), "it is not sent without words");
        press(&mut inbox, "quiet, h\n");
        assert_eq!(calls(&mut inbox), [answer(Reply::NoneOfThese, "quiet, h")], "letters are letters there");
        press(&mut inbox, "hn");
        assert_eq!((calls(&mut inbox), inbox.mode()), (vec![], &Mode::Queue));
        press(&mut inbox, "hy");
        assert_eq!(calls(&mut inbox), [answer(Reply::Halt, "")]);
    }

    #[test]
    fn the_selected_request_stays_selected_and_its_end_is_told() {
        let mut inbox = inbox(&[line("a", "robot_1"), line("b", "robot_2")]);
        inbox.key(at(2), KeyCode::Down);
        inbox.hear(at(2), DeskWord::Shown(Box::new(question("b"))));
        inbox.hear(
            at(3),
            DeskWord::Queue(desk(3), vec![line("c", "robot_3"), line("b", "robot_2"), line("a", "robot_1")]),
        );
        assert_eq!(inbox.line().map(|line| line.id.as_str()), Some("b"));
        inbox.hear(at(4), DeskWord::Queue(desk(4), vec![line("c", "robot_3"), line("a", "robot_1")]));
        assert_eq!(inbox.question().map(|question| question.id.as_str()), Some("b"), "it stays in view");
        assert!(inbox.note(at(4)).contains("has ended"), "{}", inbox.note(at(4)));
        calls(&mut inbox);
        press(&mut inbox, "1\nch");
        assert_eq!((calls(&mut inbox), inbox.mode()), (vec![], &Mode::Queue), "nothing can be done about it");
        inbox.key(at(4), KeyCode::Down);
        assert_eq!(calls(&mut inbox), [("c".into(), DeskCall::Show)]);
        inbox.hear(at(4), DeskWord::Shown(Box::new(question("a"))));
        assert_eq!(inbox.question(), None, "a late word about another request");
    }

    #[test]
    fn after_an_answer_comes_the_next_request() {
        let mut inbox = inbox(&[line("a", "robot_1"), line("b", "robot_2")]);
        calls(&mut inbox);
        press(&mut inbox, "1\n");
        let [(_, sent)] = &calls(&mut inbox)[..] else { panic!("one answer") };
        inbox.hear(at(2), DeskWord::Done("a".into(), sent.clone(), None));
        assert_eq!(inbox.note(at(2)), "your answer counts: go to kettle 1");
        assert_eq!(calls(&mut inbox), [("b".into(), DeskCall::Show)]);
        inbox.hear(at(2), DeskWord::Refused("b".into(), DeskCall::Claim, "bob works on it".into()));
        assert_eq!(inbox.note(at(2)), "bob works on it");
    }

    #[test]
    fn a_claim_is_renewed_at_a_third_of_its_span_as_long_as_the_request_is_open() {
        let mut inbox = inbox(&[line("a", "robot_1")]);
        press(&mut inbox, "c");
        calls(&mut inbox);
        inbox.hear(at(2), DeskWord::Done("a".into(), DeskCall::Claim, Some(desk(62))));
        inbox.hear(at(20), DeskWord::Queue(desk(20), vec![line("a", "robot_1")]));
        inbox.tick(at(21));
        assert_eq!(calls(&mut inbox), []);
        inbox.tick(at(22));
        inbox.tick(at(22));
        assert_eq!(calls(&mut inbox), [("a".into(), DeskCall::Claim)], "once, until the desk has answered");
        inbox.hear(at(22), DeskWord::Silent("a".into(), DeskCall::Claim, "no answer".into()));
        inbox.hear(at(23), DeskWord::Queue(desk(23), vec![line("a", "robot_1")]));
        inbox.hear(at(23), DeskWord::Refused("b".into(), DeskCall::Claim, "bob works on b".into()));
        inbox.tick(at(23));
        assert_eq!(
            calls(&mut inbox),
            [("a".into(), DeskCall::Claim)],
            "silence is no refusal, and b is another request"
        );
        inbox.hear(at(23), DeskWord::Done("a".into(), DeskCall::Claim, Some(desk(83))));
        inbox.hear(at(24), DeskWord::Queue(desk(24), vec![]));
        inbox.tick(at(60));
        assert_eq!(calls(&mut inbox), []);
    }

    #[test]
    fn a_claim_of_somebody_who_has_gone_is_left_to_end_and_one_that_has_no_time_left_is_not_renewed_without_pause() {
        let mut inbox = inbox(&[line("a", "robot_1")]);
        press(&mut inbox, "c");
        calls(&mut inbox);
        inbox.hear(at(2), DeskWord::Done("a".into(), DeskCall::Claim, Some(desk(0))));
        inbox.tick(at(2));
        assert_eq!(calls(&mut inbox), []);
        for (seconds, expected) in [(3, 1), (301, 1), (302, 0)] {
            inbox.hear(at(seconds), DeskWord::Queue(desk(seconds), vec![line("a", "robot_1")]));
            inbox.hear(at(seconds - 1), DeskWord::Done("a".into(), DeskCall::Claim, Some(desk(0))));
            inbox.tick(at(seconds));
            assert_eq!(calls(&mut inbox).len(), expected, "at {seconds} s");
        }
    }

    #[test]
    fn what_is_being_said_about_one_request_is_never_said_about_the_next() {
        for keys in ["h", "ntoo late", "t"] {
            let mut inbox = inbox(&[line("a", "robot_1"), line("b", "robot_2")]);
            press(&mut inbox, "1\n");
            press(&mut inbox, keys);
            calls(&mut inbox);
            let answered = DeskCall::Answer(Reply::Option(Decision::new(4)), String::new());
            inbox.hear(at(2), DeskWord::Done("a".into(), answered, None));
            press(&mut inbox, "y\n");
            assert_eq!(calls(&mut inbox), [("b".into(), DeskCall::Show)], "{keys}");
        }
    }

    #[test]
    fn nothing_is_sent_to_a_desk_that_has_fallen_silent() {
        let mut inbox = inbox(&[line("a", "robot_1")]);
        calls(&mut inbox);
        assert_eq!(inbox.note(at(4)), "");
        inbox.key(at(5), KeyCode::Char('1'));
        inbox.key(at(5), KeyCode::Enter);
        assert_eq!(calls(&mut inbox), []);
        assert!(inbox.note(at(5)).contains("no word from the help desk for 4 s"), "{}", inbox.note(at(5)));
    }

    #[test]
    fn only_new_requests_that_nobody_claimed_ring_and_a_filter_shows_one_robot_after_the_other() {
        let rings =
            |inbox: &mut Inbox| std::iter::from_fn(|| inbox.poll()).filter(|action| *action == Action::Ring).count();
        let mut inbox = inbox(&[line("a", "robot_1")]);
        assert_eq!(rings(&mut inbox), 1);
        let claimed = QueueLine { claimed_by: "bob".into(), ..line("b", "robot_2") };
        inbox.hear(at(2), DeskWord::Queue(desk(2), vec![line("a", "robot_1"), claimed.clone()]));
        assert_eq!(rings(&mut inbox), 0);
        inbox.hear(at(2), DeskWord::Queue(desk(2), vec![line("a", "robot_1"), claimed, line("c", "robot_2")]));
        assert_eq!(rings(&mut inbox), 1);
        let shown = |inbox: &Inbox| inbox.lines().map(|line| line.id.clone()).collect::<String>();
        for expected in ["a", "bc", "abc"] {
            press(&mut inbox, "f");
            assert_eq!(shown(&inbox), expected);
        }
    }
}
