//! Listens in a thread of its own while a mission runs.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};

/// How long a listener waits for messages at once.
const GLANCE: Duration = Duration::from_millis(50);
/// How long it waits for messages still in flight when the mission ends.
const LAST_GLANCE: Duration = Duration::from_millis(300);

/// A thread that listens until it is told to finish.
pub struct Listener<T> {
    name: &'static str,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Vec<T>>>,
}

impl<T: Send + 'static> Listener<T> {
    /// Starts a listener; `open` makes, in its thread, what listens for a time and gives what was heard. Where that fails, nothing is heard,
    /// which is logged.
    pub fn start<L, E>(name: &'static str, open: impl FnOnce() -> Result<L, E> + Send + 'static) -> Self
    where
        L: FnMut(Duration) -> Vec<T>,
        E: std::fmt::Display,
    {
        let stop = Arc::new(AtomicBool::new(false));
        let heeded = stop.clone();
        let listen = move || {
            let mut listen = match open() {
                Ok(listen) => listen,
                Err(error) => {
                    tracing::warn!("{name} will not be shown: {error}");
                    return Vec::new();
                }
            };
            let mut heard = Vec::new();
            while !heeded.load(Ordering::Relaxed) {
                heard.extend(listen(GLANCE));
            }
            heard.extend(listen(LAST_GLANCE));
            heard
        };
        Self { name, stop, thread: Some(std::thread::spawn(listen)) }
    }

    /// What was heard.
    pub fn finish(mut self) -> Vec<T> {
        self.stop.store(true, Ordering::Relaxed);
        let heard = self.thread.take().map(JoinHandle::join).and_then(Result::ok);
        heard.unwrap_or_else(|| {
            tracing::warn!("the watch over {} panicked; this is a bug", self.name);
            Vec::new()
        })
    }
}

impl<T> Drop for Listener<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // One that was not finished has no result, but its thread ends all the same.
        drop(self.thread.take().map(JoinHandle::join));
    }
}
