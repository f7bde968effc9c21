//! A node's log: no flood, no endless line, no characters that a terminal would obey.

use std::{
    collections::HashMap,
    io::{self, Write},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use surefleet_site::plain_line;
use tracing::{Event, Metadata, Subscriber, callsite::Identifier};
use tracing_subscriber::{Layer, fmt::MakeWriter, layer::Context};

/// Lines per second from one place in the code, no matter who causes them; further ones are counted.
const MOST_A_SECOND: u32 = 8;
const SECOND: Duration = Duration::from_secs(1);

/// Lets the first lines of each second through, for each logging place in the code; counts the others.
#[derive(Clone, Default)]
pub struct Throttle(Arc<Mutex<HashMap<Identifier, Site>>>);

/// A place in the code.
struct Site {
    place: &'static Metadata<'static>,
    since: Instant,
    lines: u32,
    left_out: u64,
}

impl Throttle {
    fn admits(&self, place: &'static Metadata<'static>, now: Instant) -> bool {
        // A thread that panicked while it logged must not silence the others.
        let mut sites = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let site = sites.entry(place.callsite()).or_insert(Site { place, since: now, lines: 0, left_out: 0 });
        if now.saturating_duration_since(site.since) >= SECOND && site.left_out == 0 {
            (site.since, site.lines) = (now, 0);
        }
        let is_within = site.lines < MOST_A_SECOND;
        site.lines += u32::from(is_within);
        site.left_out += u64::from(!is_within);
        is_within
    }

    /// Logging places that lost lines in a second that is over, and how many.
    fn left_out(&self, now: Instant) -> Vec<(&'static Metadata<'static>, u64)> {
        let mut sites = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let over = sites.values_mut().filter(|site| now.saturating_duration_since(site.since) >= SECOND);
        over.filter_map(|site| {
            (site.since, site.lines) = (now, 0);
            let left_out = std::mem::take(&mut site.left_out);
            (left_out > 0).then_some((site.place, left_out))
        })
        .collect()
    }

    /// Logs how many lines were left out; call it now and then.
    pub fn report(&self) {
        for (place, count) in self.left_out(Instant::now()) {
            let (file, line) = (place.file().unwrap_or_default(), place.line().unwrap_or_default());
            tracing::warn!(count, file, line, "more lines like the last one from there were left out");
        }
    }
}

impl<S: Subscriber> Layer<S> for Throttle {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        self.admits(event.metadata(), Instant::now())
    }
}

/// Standard error with plain lines of limited length; a full disk or a lost reader does not end the process.
pub struct PlainLines;

impl Write for PlainLines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line);
        let text = plain_line(text.trim_end_matches('\n'));
        drop(writeln!(io::stderr().lock(), "{text}"));
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for PlainLines {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        Self
    }
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::prelude::*;

    use super::*;

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<String>>>);

    impl<S: Subscriber> Layer<S> for Kept {
        fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
            let mut text = String::new();
            event.record(&mut |field: &tracing::field::Field, value: &dyn std::fmt::Debug| {
                text.push_str(&format!("{}={value:?} ", field.name()));
            });
            self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(text);
        }
    }

    #[test]
    fn a_flood_from_one_place_is_a_few_lines_and_a_count_and_silences_no_other_place() {
        let (throttle, kept) = (Throttle::default(), Kept::default());
        let subscriber = tracing_subscriber::registry().with(throttle.clone()).with(kept.clone());
        tracing::subscriber::with_default(subscriber, || {
            for number in 0..10_000 {
                tracing::warn!(number, "a malformed message was ignored");
            }
            tracing::error!("the gate is closed");
            let later = Instant::now() + SECOND;
            let left_out = throttle.left_out(later);
            assert_eq!(
                left_out.iter().map(|(_, count)| *count).collect::<Vec<_>>(),
                [10_000 - u64::from(MOST_A_SECOND)]
            );
            assert!(throttle.left_out(later + SECOND).is_empty(), "counted once");
        });
        let kept = kept.0.lock().map(|kept| kept.clone()).unwrap_or_default();
        assert_eq!(kept.len(), MOST_A_SECOND as usize + 1);
        assert!(kept[0].contains("number=0") && kept.last().is_some_and(|last| last.contains("the gate is closed")));
    }
}
