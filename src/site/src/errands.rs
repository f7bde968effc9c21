use std::sync::mpsc::{Receiver, Sender, channel};

use crate::error::SiteError;

/// Slow work beside the thread that owns the node: its results come out when they are there, so that it never blocks ROS.
pub struct Errands<T> {
    runtime: tokio::runtime::Runtime,
    sender: Sender<T>,
    receiver: Receiver<T>,
    pending: usize,
}

impl<T: Send + 'static> Errands<T> {
    /// Starts a thread `for_whom`.
    ///
    /// # Errors
    /// Where the system has none left.
    pub fn start(for_whom: &str) -> Result<Self, SiteError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| SiteError::Refused(format!("cannot start a thread for {for_whom}: {error}")))?;
        let (sender, receiver) = channel();
        Ok(Self { runtime, sender, receiver, pending: 0 })
    }

    /// Sends work to the thread.
    pub fn send(&mut self, work: impl Future<Output = T> + Send + 'static) {
        self.pending += 1;
        let sender = self.sender.clone();
        // Nobody listens any more only while the node ends.
        self.runtime.spawn(async move { drop(sender.send(work.await)) });
    }

    /// Does work at once in the calling thread; its result comes out like any other.
    pub fn run_here(&mut self, work: impl Future<Output = T>) {
        self.pending += 1;
        let result = self.runtime.block_on(work);
        drop(self.sender.send(result));
    }

    /// Waits for work in the calling thread.
    pub fn block_on<R>(&self, work: impl Future<Output = R>) -> R {
        self.runtime.block_on(work)
    }

    /// A result that has come.
    pub fn take(&mut self) -> Option<T> {
        let result = self.receiver.try_recv().ok()?;
        self.pending -= 1;
        Some(result)
    }

    /// How many results are on their way.
    pub fn pending(&self) -> usize {
        self.pending
    }
}
