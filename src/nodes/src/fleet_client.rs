use std::{
    pin::pin,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use r2r::{QosProfile, WrappedServiceTypeSupport};

use crate::{NodeError, endpoints::ready};

/// Somebody who asks a fleet for something, with a node of its own.
pub(crate) struct FleetClient<'a> {
    pub node: r2r::Node,
    patience: Duration,
    interrupted: &'a AtomicBool,
}

impl<'a> FleetClient<'a> {
    /// Makes the node `surefleet_<name>_<process>`.
    pub fn create(name: &str, patience: Duration, interrupted: &'a AtomicBool) -> Result<Self, NodeError> {
        let context = r2r::Context::create().map_err(NodeError::ros("start ROS"))?;
        let name = format!("surefleet_{name}_{}", std::process::id());
        let node = r2r::Node::create(context, &name, "").map_err(NodeError::ros("create a node"))?;
        Ok(Self { node, patience, interrupted })
    }

    /// Calls a service once, as soon as it is there.
    ///
    /// # Errors
    /// Where nobody answers within the patience, or an interrupt came.
    pub fn call<S: WrappedServiceTypeSupport + 'static>(
        &mut self,
        service: &str,
        request: &S::Request,
    ) -> Result<S::Response, NodeError> {
        let failed = || NodeError::ros(format!("call {service}"));
        let client = self.node.create_client::<S>(service, QosProfile::services_default()).map_err(failed())?;
        let available = r2r::Node::is_available(&client).map_err(failed())?;
        self.wait_for(service, available, Duration::ZERO)?.map_err(failed())?;
        let response = client.request(request).map_err(failed())?;
        self.wait_for(service, response, LAST_WORD)?.map_err(failed())
    }

    /// Nobody answered in time.
    pub fn silence(&self, who: &str) -> NodeError {
        NodeError::NoAnswer {
            who: who.into(),
            seconds: self.patience.as_secs_f64(),
            mend: "start a fleet first (surefleet up household-demo), or look at its logs".into(),
        }
    }

    /// Waits for the fleet's answer; after an interrupt only as long as `last_word`.
    pub fn wait_for<T>(
        &mut self,
        who: &str,
        future: impl Future<Output = T>,
        last_word: Duration,
    ) -> Result<T, NodeError> {
        let mut future = pin!(future);
        let mut end = Instant::now() + self.patience;
        let mut is_interrupted = false;
        loop {
            if let Some(value) = ready(future.as_mut()) {
                return Ok(value);
            }
            if !is_interrupted && self.is_interrupted() {
                is_interrupted = true;
                end = end.min(Instant::now() + last_word);
            }
            if Instant::now() >= end {
                return Err(if is_interrupted { interruption(last_word) } else { self.silence(who) });
            }
            self.node.spin_once(Duration::from_millis(10));
        }
    }

    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

/// After an interrupt, so long the fleet may take to answer what was sent to it.
pub(crate) const LAST_WORD: Duration = Duration::from_secs(5);

fn interruption(last_word: Duration) -> NodeError {
    NodeError::Interrupted(if last_word.is_zero() {
        "nothing was sent".into()
    } else {
        "the fleet did not answer, and may do what was asked; look at its logs".into()
    })
}
