use std::sync::mpsc::{Receiver, Sender, channel};

use crate::error::SiteError;

/// Runs slow work beside the thread that owns the node. Results are fetched later, so that ROS is never blocked.
pub struct Errands<T> {
    runtime: tokio::runtime::Runtime,
    sender: Sender<T>,
    receiver: Receiver<T>,
    pending: usize,
}

impl<T: Send + 'static> Errands<T> {
    /// Starts a thread; `for_whom` names its user in the error.
    ///
    /// # Errors
    /// The system has no thread left.
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
        // Sending fails only while the node ends, when nobody listens any more.
        self.runtime.spawn(async move { drop(sender.send(work.await)) });
    }

    /// Sends work to the thread that has no result.
    pub fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.runtime.spawn(work);
    }

    /// Does work at once in the calling thread. Its result is fetched like any other.
    pub fn run_here(&mut self, work: impl Future<Output = T>) {
        self.pending += 1;
        let result = self.runtime.block_on(work);
        drop(self.sender.send(result));
    }

    /// Waits for work in the calling thread.
    pub fn block_on<R>(&self, work: impl Future<Output = R>) -> R {
        self.runtime.block_on(work)
    }

    /// The next finished result, if there is one.
    pub fn take(&mut self) -> Option<T> {
        let result = self.receiver.try_recv().ok()?;
        self.pending -= 1;
        Some(result)
    }

    /// Number of results not yet fetched.
    pub fn pending(&self) -> usize {
        self.pending
    }
}
