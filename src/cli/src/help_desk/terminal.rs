//! The inbox in a terminal, over a real help desk.

use std::{
    fs::File,
    io,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result};
use ratatui::{
    Terminal,
    crossterm::{
        cursor::Show,
        event::{self, Event, KeyCode, KeyEventKind, KeyModifiers},
        execute,
        style::Print,
        terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
    },
    prelude::CrosstermBackend,
};
use rustix::stdio;
use surefleet_fleet::Stamp;
use surefleet_nodes::HelpDeskClient;

use super::{
    inbox::{Action, Inbox},
    view::draw,
};

/// One turn of the loop: short enough for typing, long enough to sleep.
const TURN: Duration = Duration::from_millis(30);

/// Sits an operator down until he or she leaves.
///
/// # Errors
/// No ROS, or no terminal.
pub fn run(operator: &str, is_quiet: bool, interrupted: &AtomicBool) -> Result<()> {
    let mut desk = HelpDeskClient::open(operator, "terminal")?;
    let mut inbox = Inbox::new(operator);
    let mut screen = Screen::open().context("cannot use this terminal")?;
    loop {
        desk.spin(TURN);
        let now = now();
        while let Some(word) = desk.poll() {
            inbox.hear(now, word);
        }
        match typed() {
            Ok(keys) => keys.into_iter().for_each(|key| inbox.key(now, key)),
            Err(error) => return Err(error).context("cannot read the keyboard"),
        }
        inbox.tick(now);
        let mut leaves = interrupted.load(Ordering::Relaxed);
        while let Some(action) = inbox.poll() {
            match action {
                Action::Call(id, mission, call) => desk.call(&id, mission, call),
                Action::AskHistory => desk.ask_history(),
                Action::Ring if is_quiet => {}
                Action::Ring => screen.ring().context("cannot make a sound")?,
                Action::Leave => leaves = true,
            }
        }
        screen.terminal.draw(|frame| draw(frame, &inbox, now)).context("cannot draw")?;
        if leaves {
            return Ok(());
        }
    }
}

/// The terminal, as long as the inbox has it.
///
/// What else the process prints (Fast DDS and the log do) would stand in the midst of it, and goes to a file meanwhile.
struct Screen {
    terminal: Terminal<CrosstermBackend<File>>,
    /// What stdout and stderr were.
    streams: [File; 2],
}

impl Screen {
    fn open() -> io::Result<Self> {
        let streams = [rustix::io::dup(stdio::stdout())?, rustix::io::dup(stdio::stderr())?].map(File::from);
        let mut ours = streams[0].try_clone()?;
        let log = std::env::temp_dir().join(format!("surefleet-help-desk-{}.log", std::process::id()));
        let log = File::create(log)?;
        stdio::dup2_stdout(&log)?;
        stdio::dup2_stderr(&log)?;
        enable_raw_mode()?;
        execute!(ours, EnterAlternateScreen)?;
        Ok(Self { terminal: Terminal::new(CrosstermBackend::new(ours))?, streams })
    }

    fn ring(&mut self) -> io::Result<()> {
        execute!(self.terminal.backend_mut(), Print('\x07'))
    }
}

impl Drop for Screen {
    /// Gives the terminal back as it was, and with it stdout and stderr.
    fn drop(&mut self) {
        let ours = self.terminal.backend_mut();
        let left = execute!(ours, LeaveAlternateScreen, Show).and_then(|()| disable_raw_mode());
        let [stdout, stderr] = &self.streams;
        let back = stdio::dup2_stdout(stdout).and_then(|()| stdio::dup2_stderr(stderr));
        if left.is_err() || back.is_err() {
            tracing::warn!("the terminal could not be put back as it was: the command reset does");
        }
    }
}

/// The keys that were pressed since the last look; Ctrl-C is q.
fn typed() -> std::io::Result<Vec<KeyCode>> {
    let mut keys = Vec::new();
    while event::poll(Duration::ZERO)? {
        if let Event::Key(key) = event::read()?
            && key.kind != KeyEventKind::Release
        {
            let is_interrupt = key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c');
            keys.extend(if is_interrupt { vec![KeyCode::Esc, KeyCode::Char('q')] } else { vec![key.code] });
        }
    }
    Ok(keys)
}

fn now() -> Stamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Stamp::from_nanos(u64::try_from(since.as_nanos()).unwrap_or(u64::MAX))
}
