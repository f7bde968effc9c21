use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use r2r::{QosProfile, rcl_interfaces::msg::Log};
use surefleet_fleet::Stamp;
use surefleet_site::plain_line;
use tracing::{Event, Level, Subscriber, field::Field, level_filters::LevelFilter};
use tracing_subscriber::{EnvFilter, Layer, layer::Context, prelude::*};

use crate::{
    error::NodeError,
    fleet_node::FleetNode,
    log::{PlainLines, Throttle},
    wire::time,
};

/// Sends the node's log to stderr and to `/rosout`; r2r has no `/rosout` of its own.
pub struct Rosout {
    name: String,
    publisher: r2r::Publisher<Log>,
    logged: Logged,
}

/// The log from now on: on stderr at once, and kept for `/rosout`.
pub struct Logged {
    lines: Receiver<Line>,
    throttle: Throttle,
}

struct Line {
    level: Level,
    text: String,
    file: &'static str,
    line: u32,
}

/// Most lines that wait for the next spin; further ones are dropped, so that logging never blocks.
const WAITING_LINES: usize = 256;

impl Logged {
    /// Starts logging; lines from before the node exists go to stderr at once, and to `/rosout` later.
    ///
    /// The level is that of `--log-level`, or else of SUREFLEET_LOG.
    pub fn begin(level: Option<LevelFilter>) -> Self {
        let (sender, lines) = sync_channel(WAITING_LINES);
        let throttle = Throttle::default();
        let filter = match level {
            // More detailed lines of libraries are about the libraries themselves.
            Some(level) => EnvFilter::new(format!("{},surefleet={level}", level.min(LevelFilter::INFO))),
            None => EnvFilter::try_from_env("SUREFLEET_LOG").unwrap_or_else(|_| EnvFilter::new("info")),
        };
        let stderr = tracing_subscriber::fmt::layer()
            .with_writer(PlainLines)
            .with_ansi(false)
            .log_internal_errors(false)
            .with_target(false);
        let forward = Forward(sender);
        let subscriber = tracing_subscriber::registry().with(filter).with(throttle.clone()).with(stderr).with(forward);
        if tracing::subscriber::set_global_default(subscriber).is_err() {
            tracing::debug!("a log subscriber is already there; /rosout stays empty");
        }
        Self { lines, throttle }
    }
}

impl Rosout {
    pub fn attach(node: &mut FleetNode, logged: Logged) -> Result<Self, NodeError> {
        let name = node.fully_qualified_name().map_err(NodeError::ros("read the node's name"))?;
        Ok(Self {
            name: name.trim_start_matches('/').replace('/', "."),
            publisher: node
                .create_publisher("/rosout", QosProfile::default().transient_local())
                .map_err(NodeError::ros("publish to /rosout"))?,
            logged,
        })
    }

    /// Publishes the lines logged since the last call.
    pub fn publish(&mut self, now: Stamp) {
        self.logged.throttle.report();
        for line in self.logged.lines.try_iter() {
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
                // Logging this failure would cause the next one; stderr already has the line.
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

/// A tracing layer that passes lines to the spin thread.
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
        // A full channel drops the line: /rosout must never delay the loop that empties it.
        drop(self.0.try_send(Line { level: *meta.level(), text: plain_line(&text), file, line }));
    }
}
