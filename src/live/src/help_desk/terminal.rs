//! The inbox in a terminal, connected to a real help desk.

use std::{
    fs::File,
    io,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
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
use surefleet_client::HelpDeskClient;
use surefleet_fleet::Stamp;
use surefleet_site::Access;

use super::{
    inbox::{Action, Inbox},
    view::draw,
};

/// Time of one turn of the loop: short enough for typing, long enough to save work.
const TURN: Duration = Duration::from_millis(30);

/// Runs an operator's inbox until the operator leaves.
///
/// # Errors
/// No ROS, or no terminal.
pub fn run(fleet: &Access, operator: &str, is_quiet: bool, interrupted: &AtomicBool) -> Result<()> {
    let mut desk = HelpDeskClient::open(fleet, "terminal")?;
    let mut inbox = Inbox::new(operator);
    let began = Instant::now();
    let mut screen = Screen::open().context("cannot use this terminal")?;
    loop {
        desk.spin(TURN);
        // Its own clock: the machine's clock may be set while an operator is here.
        let now = Stamp::ZERO + began.elapsed();
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

/// The terminal while the inbox uses it.
struct Screen {
    terminal: Terminal<CrosstermBackend<File>>,
    _streams: Streams,
}

impl Screen {
    fn open() -> io::Result<Self> {
        let streams = Streams::divert()?;
        let terminal = Terminal::new(CrosstermBackend::new(streams.kept[0].try_clone()?))?;
        // From here on, every failure gives the terminal back.
        let mut screen = Self { terminal, _streams: streams };
        enable_raw_mode()?;
        execute!(screen.terminal.backend_mut(), EnterAlternateScreen)?;
        Ok(screen)
    }

    fn ring(&mut self) -> io::Result<()> {
        execute!(self.terminal.backend_mut(), Print('\x07'))
    }
}

impl Drop for Screen {
    /// Gives the terminal back in its earlier state.
    fn drop(&mut self) {
        let left = execute!(self.terminal.backend_mut(), LeaveAlternateScreen, Show);
        if left.and_then(|()| disable_raw_mode()).is_err() {
            tracing::warn!("the terminal could not be put back as it was: the command reset does");
        }
    }
}

/// stdout and stderr, sent to a file meanwhile: output of Fast DDS and the log would appear in the middle of the
/// screen.
struct Streams {
    kept: [File; 2],
    log: PathBuf,
}

impl Streams {
    fn divert() -> io::Result<Self> {
        let kept = [rustix::io::dup(stdio::stdout())?, rustix::io::dup(stdio::stderr())?].map(File::from);
        let log = std::env::temp_dir().join(format!("surefleet-help-desk-{}.log", std::process::id()));
        let file = File::create_new(&log)?;
        let streams = Self { kept, log };
        stdio::dup2_stdout(&file)?;
        stdio::dup2_stderr(&file)?;
        Ok(streams)
    }
}

impl Drop for Streams {
    /// Sends them back to the terminal; keeps the file unless it is empty.
    fn drop(&mut self) {
        let [stdout, stderr] = &self.kept;
        let back = stdio::dup2_stdout(stdout).and_then(|()| stdio::dup2_stderr(stderr));
        if back.is_err() {
            tracing::warn!(log = %self.log.display(), "what is printed from now on goes to a file");
        }
        let is_empty = std::fs::metadata(&self.log).is_ok_and(|log| log.len() == 0);
        if is_empty && let Err(error) = std::fs::remove_file(&self.log) {
            tracing::warn!(log = %self.log.display(), %error, "an empty file is left");
        }
    }
}

/// The keys pressed since the last call; Ctrl-C counts as q.
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
