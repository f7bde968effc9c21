use std::{
    io::IsTerminal,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
};

use r2r::{QosProfile, rcl_interfaces::msg::Log};
use surefleet_fleet::Stamp;
use tracing::{Event, Level, Subscriber, field::Field, level_filters::LevelFilter};
use tracing_subscriber::{EnvFilter, Layer, layer::Context, prelude::*};

use crate::{NodeError, fleet_node::FleetNode, wire::time};

/// Sends the node's log to stderr and to `/rosout`; r2r has no `/rosout` of its own.
pub(crate) struct Rosout {
    name: String,
    publisher: r2r::Publisher<Log>,
    lines: Lines,
}

/// What was logged and is not on `/rosout` yet.
pub(crate) struct Lines(Receiver<Line>);

struct Line {
    level: Level,
    text: String,
    file: &'static str,
    line: u32,
}

/// So many lines wait for the next spin; more are dropped rather than block whoever logs.
const WAITING_LINES: usize = 256;

impl Lines {
    /// Logs from now on, as much as `--log-level` says, or else SUREFLEET_LOG.
    pub(crate) fn collect(level: Option<LevelFilter>) -> Self {
        let (sender, lines) = sync_channel(WAITING_LINES);
        let filter = match level {
            // What libraries say below that is about themselves.
            Some(level) => EnvFilter::new(format!("{},surefleet={level}", level.min(LevelFilter::INFO))),
            None => EnvFilter::try_from_env("SUREFLEET_LOG").unwrap_or_else(|_| EnvFilter::new("info")),
        };
        let is_coloured =
            std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|no| no.is_empty());
        let stderr =
            tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_target(false).with_ansi(is_coloured);
        let subscriber = tracing_subscriber::registry().with(filter).with(stderr).with(Forward(sender));
        if tracing::subscriber::set_global_default(subscriber).is_err() {
            tracing::debug!("a log subscriber is already there; /rosout stays empty");
        }
        Self(lines)
    }
}

impl Rosout {
    pub(crate) fn attach(node: &mut FleetNode, lines: Lines) -> Result<Self, NodeError> {
        let name = node.fully_qualified_name().map_err(NodeError::ros("read the node's name"))?;
        Ok(Self {
            name: name.trim_start_matches('/').replace('/', "."),
            publisher: node
                .create_publisher("/rosout", QosProfile::default().transient_local())
                .map_err(NodeError::ros("publish to /rosout"))?,
            lines,
        })
    }

    /// Publishes what was logged since the last call.
    pub(crate) fn publish(&mut self, now: Stamp) {
        for line in self.lines.0.try_iter() {
            let log = Log {
                stamp: time(now),
                level: severity(line.level),
                name: self.name.clone(),
                msg: line.text,
                file: line.file.to_owned(),
                function: String::new(),
                line: line.line,
            };
            if self.publisher.publish(&log).is_err() {
                // Logging the failure to log would feed itself; stderr has the line already.
                return;
            }
        }
    }
}

fn severity(level: Level) -> u8 {
    match level {
        Level::ERROR => Log::ERROR as u8,
        Level::WARN => Log::WARN as u8,
        Level::INFO => Log::INFO as u8,
        _ => Log::DEBUG as u8,
    }
}

/// A tracing layer that hands lines over to the spin thread.
struct Forward(SyncSender<Line>);

impl<S: Subscriber> Layer<S> for Forward {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let meta = event.metadata();
        let mut text = String::new();
        event.record(&mut |field: &Field, value: &dyn std::fmt::Debug| {
            if !text.is_empty() {
                text.push(' ');
            }
            if field.name() == "message" {
                text.push_str(&format!("{value:?}"));
            } else {
                text.push_str(&format!("{}={value:?}", field.name()));
            }
        });
        let (file, line) = (meta.file().unwrap_or(""), meta.line().unwrap_or(0));
        // A full channel drops the line: /rosout must never hold up the loop that empties it.
        drop(self.0.try_send(Line { level: *meta.level(), text, file, line }));
    }
}
