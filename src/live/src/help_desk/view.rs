//! The inbox as text.

use std::time::Duration;

use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    style::{Color, Modifier, Style, Stylize},
    text::{Line, Span},
    widgets::{Block, Cell, Paragraph, Row, Table, TableState, Wrap},
};
use surefleet_client::{DeskQuestion, QuestionOption, QueueLine};
use surefleet_fleet::{SafeDefault, Stamp};
use surefleet_help::QuestionKind;

use super::inbox::{Inbox, Mode};

/// The smallest readable width and height.
const LEAST: (u16, u16) = (60, 16);
/// Width of a probability's bar, in cells.
const BAR: usize = 20;

/// Lines of the world beside a question: the relevant ones come first, and `show` prints all of them.
const MOST_WORLD: usize = 4;

/// Draws the inbox.
pub fn draw(frame: &mut Frame, inbox: &Inbox, now: Stamp) {
    let desk_time = inbox.desk_time(now);
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let words = format!("make the terminal larger: {} by {} at least", LEAST.0, LEAST.1);
        frame.render_widget(Paragraph::new(words).wrap(Wrap { trim: true }), area);
        return;
    }
    // On a narrow screen, notes and keys take two lines.
    let lines = if area.width < 170 { 2 } else { 1 };
    let [top, middle, note, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(5),
        Constraint::Length(lines),
        Constraint::Length(lines),
    ])
    .areas(area);
    frame.render_widget(heading(inbox), top);
    match inbox.mode() {
        Mode::History => history(frame, inbox, middle),
        Mode::Prompt(from) => prompt(frame, inbox, *from, middle),
        _ => {
            let [queue, question] =
                Layout::vertical([Constraint::Percentage(30), Constraint::Percentage(70)]).areas(middle);
            draw_queue(frame, inbox, desk_time, queue);
            draw_question(frame, inbox, question);
        }
    }
    let wrapped = |line: Line<'static>| Paragraph::new(line).wrap(Wrap { trim: true });
    frame.render_widget(wrapped(Line::from(inbox.note(now)).fg(Color::Yellow)), note);
    frame.render_widget(wrapped(key_line(inbox, usize::from(keys.width))), keys);
}

fn heading(inbox: &Inbox) -> Line<'static> {
    let whose = inbox.robot().map_or("all robots".to_owned(), |robot| format!("{robot} only"));
    let open = match inbox.open() {
        None => "...".to_owned(),
        Some(1) => "1 request is open".to_owned(),
        Some(open) => format!("{open} requests are open"),
    };
    Line::from(format!("surefleet help desk   {open}   {whose}   you are {}", inbox.operator())).bold()
}

fn key_line(inbox: &Inbox, width: usize) -> Line<'static> {
    match inbox.mode() {
        Mode::Queue => {
            "↑↓ request  1-9 ←→ option  w for the whole mission  Enter send  m I mean ...  n none of these  c claim  r release  h halt  f robot  p prompt  l log  q quit"
                .into()
        }
        Mode::Text(text) => entry(&format!("{}: none of these, because: ", asker(inbox)), text, width),
        Mode::Mission(text) => entry("I mean (the whole mission; nothing: as it was read): ", text, width),
        Mode::Meant(reading) => {
            let dropped = match reading.dropped.as_slice() {
                [] => String::new(),
                rules => format!("   no longer: {}", rules.join(" ")),
            };
            let words = format!("the mission is to be: {}{dropped}   y send  any other key: no", reading.words);
            Line::from(words).bold()
        }
        Mode::Halt => {
            let words = format!("halt the whole mission of {}?  y halt it  any other key: no", asker(inbox));
            Line::from(words).fg(Color::Red).bold()
        }
        Mode::TakeOver => {
            let words = format!("take the request of {} over?  y take over  any other key: no", asker(inbox));
            Line::from(words).bold()
        }
        Mode::History => "any key: back to the queue".into(),
        Mode::Prompt(_) => "↑↓ PgUp PgDn read on  any other key: back to the queue".into(),
    }
}

/// The text being typed; its end stays visible, even if it is long.
fn entry(what: &str, text: &str, width: usize) -> Line<'static> {
    let room = (2 * width).saturating_sub(80).max(20);
    let skipped = text.chars().count().saturating_sub(room);
    let tail: String = text.chars().skip(skipped).collect();
    Line::from(vec![
        Span::from("Enter send  Esc back   ").dim(),
        Span::from(what.to_owned()).bold(),
        Span::from(format!("{}{tail}▏", if skipped > 0 { "…" } else { "" })),
    ])
}

/// The robot of the selected request.
fn asker(inbox: &Inbox) -> &str {
    inbox.line().map_or("nobody", |line| line.robot.as_str())
}

fn draw_queue(frame: &mut Frame, inbox: &Inbox, now: Stamp, area: Rect) {
    let rows = inbox.lines().map(|line| {
        let by = if line.claimed_by.is_empty() { String::new() } else { format!("by {}", line.claimed_by) };
        let urgent = if line.escalated { Style::new().fg(Color::Red) } else { Style::new() };
        let cells = [
            line.priority.to_string(),
            line.robot.clone(),
            line.step.to_string(),
            clock(now - line.since),
            deadline(line, now),
            by,
            line.question.clone(),
        ];
        Row::new(cells.map(Cell::from)).style(urgent)
    });
    let widths = [
        Constraint::Length(4),
        Constraint::Length(12),
        Constraint::Length(4),
        Constraint::Length(7),
        Constraint::Length(16),
        Constraint::Length(14),
        Constraint::Min(10),
    ];
    let header = Row::new(["prio", "robot", "step", "for", "if unanswered", "claimed", "question"]).bold();
    let table = Table::new(rows, widths)
        .header(header)
        .row_highlight_style(Style::new().add_modifier(Modifier::REVERSED))
        .block(Block::bordered().title("queue"));
    let selected = inbox.lines().position(|line| inbox.is_selected(&line.id));
    frame.render_stateful_widget(table, area, &mut TableState::new().with_selected(selected));
}

fn draw_question(frame: &mut Frame, inbox: &Inbox, area: Rect) {
    let block = Block::bordered().title("request");
    let Some(question) = inbox.question() else {
        let words = if inbox.open() == Some(0) { "nobody needs help" } else { "..." };
        frame.render_widget(Paragraph::new(words).block(block), area);
        return;
    };
    let block = block.title(format!("about {}", asked_about(question.kind)));
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let mut head: Vec<Line> =
        vec![Line::from(question.question.clone()).bold(), Line::from(format!("mission   {}", question.mission_text))];
    head.extend(question.world.iter().take(MOST_WORLD).map(|line| Line::from(format!("world     {line}"))));
    head.extend(facts(question));
    let width = usize::from(inside.width.max(1));
    // Words are wrapped, so a line may take one row more than its length says.
    let rows = head.iter().map(|line| line.width().div_ceil(width).max(1) + usize::from(line.width() > width));
    let height = u16::try_from(rows.sum::<usize>()).unwrap_or(u16::MAX);
    // Four options stay visible, or half of the room on a small screen.
    let height = height.min(inside.height.saturating_sub(4).max(inside.height / 2));
    let [above, below] = Layout::vertical([Constraint::Length(height), Constraint::Min(1)]).areas(inside);
    frame.render_widget(Paragraph::new(head).wrap(Wrap { trim: true }), above);
    // Each option is one line, so that the picked one can stay visible.
    let options = question.options.iter().enumerate();
    let lines: Vec<Line> =
        options.map(|(place, choice)| option_line(place, choice, inbox.picked() == Some(place))).collect();
    let picked = inbox.picked().map_or(0, |picked| picked + 1);
    let skipped = u16::try_from(picked.saturating_sub(usize::from(below.height))).unwrap_or(u16::MAX);
    frame.render_widget(Paragraph::new(lines).scroll((skipped, 0)), below);
}

/// The question that a request asks, for people.
pub fn asked_about(kind: Option<QuestionKind>) -> &'static str {
    match kind {
        Some(QuestionKind::Decision) => "what to do",
        Some(QuestionKind::Outcome) => "whether an action worked",
        None => "something that this version does not know",
    }
}

fn facts(question: &DeskQuestion) -> Vec<Line<'static>> {
    let mut facts = Vec::new();
    if let Some((format, bytes)) = &question.picture {
        let what = if *bytes == 0 { format.clone() } else { format!("{format}, {bytes} bytes: see it in RViz") };
        facts.push(Line::from(format!("picture   {what}")));
    }
    if let Some((map, [x, y, z])) = &question.pose {
        facts.push(Line::from(format!("pose      x {x:.2} m, y {y:.2} m, z {z:.2} m in {map}")));
    }
    let set = match (question.kind, question.threshold) {
        (Some(QuestionKind::Outcome), _) => "the bars say how probable the robot's perception finds it".to_owned(),
        (None, _) => "this version does not know such questions: answer with one of its options".to_owned(),
        (_, None) if !question.has_set => "there is no prediction set: it may not decide alone".to_owned(),
        (_, Some(threshold)) => format!("● is in the prediction set: probability {:.3} or more", threshold.exp()),
        (_, None) => "● is in the prediction set: nothing is excluded".to_owned(),
    };
    let lasting =
        if question.options.iter().any(|choice| choice.lasting) { "   ∞ can hold for the whole mission" } else { "" };
    facts.push(Line::from(format!("{set}{lasting}")).dim());
    facts
}

fn option_line(place: usize, choice: &QuestionOption, is_picked: bool) -> Line<'static> {
    let number = place + 1;
    let probability = choice.probability.unwrap_or(0.0);
    let full = (probability * BAR as f64).round() as usize;
    let bar = format!("{}{}", "█".repeat(full.min(BAR)), "░".repeat(BAR - full.min(BAR)));
    let score = choice.probability.map_or("no score".to_owned(), |probability| format!("{probability:.3}   "));
    let mark = if choice.in_set { "●" } else { " " };
    let lasting = if choice.lasting { " ∞" } else { "" };
    let mut spans = vec![Span::from(format!("{number:>2} {mark} {bar} {score:<8} {}{lasting}", choice.text))];
    if let Some(reason) = &choice.refused {
        spans[0] = spans[0].clone().dim();
        spans.push(Span::from(format!("   not allowed: {reason}")).fg(Color::Red));
    }
    let style = if is_picked { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
    Line::from(spans).style(style)
}

fn prompt(frame: &mut Frame, inbox: &Inbox, from: u16, area: Rect) {
    let text = inbox.question().map_or("", |question| question.prompt.as_str());
    frame.render_widget(
        Paragraph::new(text).wrap(Wrap { trim: false }).scroll((from, 0)).block(Block::bordered().title("prompt")),
        area,
    );
}

fn history(frame: &mut Frame, inbox: &Inbox, area: Rect) {
    let (lines, robots) = inbox.history();
    let [before, numbers] = Layout::vertical([Constraint::Percentage(60), Constraint::Percentage(40)]).areas(area);
    let rows = lines.iter().map(|line| {
        let waited = line.ended.map_or(String::new(), |ended| clock(ended - line.since));
        Row::new([
            line.robot.clone(),
            line.step.to_string(),
            line.state.to_owned(),
            waited,
            line.operator_name.clone(),
            line.answer.clone(),
        ])
    });
    let widths = [
        Constraint::Length(12),
        Constraint::Length(4),
        Constraint::Length(10),
        Constraint::Length(7),
        Constraint::Length(18),
        Constraint::Min(10),
    ];
    let header = Row::new(["robot", "step", "ended", "after", "by", "answer"]).bold();
    frame.render_widget(Table::new(rows, widths).header(header).block(Block::bordered().title("before")), before);
    let seconds = |seconds: Option<f64>| seconds.map_or("-".to_owned(), |seconds| format!("{seconds:.1}"));
    let rows = robots.iter().map(|robot| {
        let rate = robot.help_rate.map_or("-".to_owned(), |rate| format!("{rate:.2}"));
        Row::new([
            robot.robot.clone(),
            robot.asked.to_string(),
            rate,
            robot.answered.to_string(),
            robot.expired.to_string(),
            robot.withdrawn.to_string(),
            seconds(robot.mean_wait_s),
            format!("{:.1}", robot.longest_wait_s),
            seconds(robot.mean_work_s),
            robot.agreed.to_string(),
        ])
    });
    let header =
        ["robot", "asked", "a decision", "answered", "expired", "withdrawn", "wait s", "longest", "work s", "as best"];
    let widths = std::iter::once(Constraint::Length(12)).chain([Constraint::Length(10); 9]);
    let table = Table::new(rows, widths).header(Row::new(header).bold()).block(Block::bordered().title("by robot"));
    frame.render_widget(table, numbers);
}

/// "0:42 then idle", "overdue, holds", or empty if there is no deadline.
fn deadline(line: &QueueLine, now: Stamp) -> String {
    match line.deadline {
        None => "it waits".to_owned(),
        Some(deadline) if deadline <= now && line.default == SafeDefault::Hold => "overdue, holds".to_owned(),
        Some(deadline) => format!("{} {}", clock(deadline - now), line.default),
    }
}

/// Minutes and seconds.
fn clock(span: Duration) -> String {
    format!("{}:{:02}", span.as_secs() / 60, span.as_secs() % 60)
}

#[cfg(test)]
mod tests {
    use ratatui::{Terminal, backend::TestBackend, crossterm::event::KeyCode};
    use surefleet_client::DeskWord;

    use super::{
        super::inbox::tests::{at, desk, inbox, later_kind, line, outcome, question},
        *,
    };

    /// The screen's lines, without spaces or frame at their ends.
    fn screen(inbox: &Inbox, seconds: u64) -> Vec<String> {
        let mut terminal = Terminal::new(TestBackend::new(100, 24)).expect("a screen in memory");
        terminal.draw(|frame| draw(frame, inbox, at(seconds))).expect("it cannot fail");
        let cells = terminal.backend().buffer().content();
        let lines = cells.chunks(100).map(|line| line.iter().map(|cell| cell.symbol()).collect::<String>());
        lines.map(|line| line.trim_matches(['│', ' ']).to_owned()).collect()
    }

    #[test]
    fn a_request_is_shown_with_all_that_an_answer_needs() {
        let urgent = QueueLine {
            deadline: Some(desk(100)),
            default: SafeDefault::Halt,
            priority: 9,
            claimed_by: "bob".into(),
            ..line("a", "robot_1")
        };
        let overdue = QueueLine { deadline: Some(desk(5)), default: SafeDefault::Hold, ..line("b", "robot_2") };
        let mut inbox = inbox(&[urgent, overdue]);
        inbox.key(at(2), KeyCode::Char('2'));
        let shown = screen(&inbox, 2);
        let mut expected = [
            "surefleet help desk   2 requests are open   all robots   you are ada",
            "prio robot        step for     if unanswered    claimed        question",
            "9    robot_1      2    0:02    1:38 halt        by bob         What should robot_1 do?",
            "0    robot_2      2    0:02    0:03 hold                       What should robot_2 do?",
            "What should robot 1 do?",
            "mission   Put the kettle away.",
            "world     On the table: kettle 1",
            "picture   png, 900 bytes: see it in RViz",
            "pose      x 1.00 m, y -2.00 m, z 0.00 m in map",
            "● is in the prediction set: probability 0.368 or more   ∞ can hold for the whole mission",
            "1 ● ████████████████░░░░ 0.800    go to kettle 1 ∞",
            "2   ███░░░░░░░░░░░░░░░░░ 0.150    open the fridge   not allowed: it is open",
            "3   ░░░░░░░░░░░░░░░░░░░░ no score remain idle",
            "open the fridge is not allowed: it is open",
        ]
        .into_iter();
        let mut wanted = expected.next();
        for line in &shown {
            if Some(line.as_str()) == wanted {
                wanted = expected.next();
            }
        }
        assert_eq!(wanted, None, "{shown:#?}");
        assert!(screen(&inbox, 7).iter().any(|line| line.contains("overdue, holds")));
    }

    #[test]
    fn each_kind_of_question_says_what_it_asks() {
        let shown = |question: DeskQuestion| {
            let mut inbox = inbox(&[line("a", "robot_1")]);
            inbox.hear(at(1), DeskWord::Shown(Box::new(question)));
            screen(&inbox, 2).join("\n")
        };
        for (question, words) in [
            (
                question("a"),
                ["about what to do", "● is in the prediction set", "1 ● ████████████████░░░░ 0.800    go to"],
            ),
            (
                outcome("a"),
                [
                    "about whether an action worked",
                    "how probable the robot's perception finds it",
                    "2   ████████░░░░░░░░░░░░ 0.400    it failed: it is not so that kettle 1 is in the gripper",
                ],
            ),
            (
                later_kind("a"),
                [
                    "about something that this version does not know",
                    "answer with one of its options",
                    "1   ░░░░░░░░░░░░░░░░░░░░ no score around the table",
                ],
            ),
        ] {
            let screen = shown(question);
            for words in words {
                assert!(screen.contains(words), "{words:?} in\n{screen}");
            }
            assert!(!screen.contains("prediction set") || screen.contains("what to do"), "{screen}");
        }
    }

    #[test]
    fn the_picked_option_is_in_sight_however_many_there_are() {
        let mut inbox = inbox(&[line("a", "robot_1")]);
        let mut question = inbox.question().expect("it was shown").clone();
        let last = question.options[0].clone();
        question.options.extend((0..30).map(|number| QuestionOption {
            text: format!("option {number}"),
            lasting: false,
            ..last.clone()
        }));
        inbox.hear(at(1), DeskWord::Shown(Box::new(question)));
        for _ in 0..40 {
            inbox.key(at(2), KeyCode::Right);
        }
        assert!(screen(&inbox, 2).iter().any(|line| line.ends_with("option 29")), "{:#?}", screen(&inbox, 2));
    }

    #[test]
    fn an_inbox_says_whether_nobody_asks_or_nobody_is_there() {
        let nobody_asks = screen(&inbox(&[]), 2);
        assert!(nobody_asks.iter().any(|line| line == "nobody needs help"), "{nobody_asks:#?}");
        let nobody_there = screen(&Inbox::new("ada"), 2);
        assert!(nobody_there.iter().any(|line| line.starts_with("waiting for a help desk")), "{nobody_there:#?}");
        assert!(!nobody_there.iter().any(|line| line == "nobody needs help"));
        let gone = screen(&inbox(&[line("a", "robot_1")]), 9);
        assert!(gone.iter().any(|line| line.starts_with("no word from the help desk for 8 s")), "{gone:#?}");
    }
}
