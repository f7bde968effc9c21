use std::{
    pin::pin,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use r2r::WrappedServiceTypeSupport;
use surefleet_ros::{FleetNode, Identity, NodeError, Spoken, asked, believed, ready, service_qos};
use surefleet_site::{Access, FleetNamespace, domain_id};

/// A service whose calls and answers are sealed if the fleet asks for seals.
pub trait SealedService: WrappedServiceTypeSupport<Request: Spoken, Response: Spoken> + 'static {}

impl<S: WrappedServiceTypeSupport<Request: Spoken, Response: Spoken> + 'static> SealedService for S {}

/// A client of a fleet, with a node of its own.
pub struct FleetClient<'a> {
    /// The node.
    pub node: FleetNode,
    /// How long it waits for an answer.
    pub patience: Duration,
    interrupted: &'a AtomicBool,
}

impl<'a> FleetClient<'a> {
    /// Makes the node `surefleet_<name>_<process>`.
    pub fn create(
        access: &Access,
        name: &str,
        patience: Duration,
        interrupted: &'a AtomicBool,
    ) -> Result<Self, NodeError> {
        Ok(Self { node: FleetNode::of_client(name, access)?, patience, interrupted })
    }

    /// Calls a service as soon as it is there. The service must tolerate repeated calls: DDS drops an answer to a
    /// client
    /// that the server has not found yet.
    ///
    /// # Errors
    /// No answer within the patience, or an interrupt.
    pub fn call<S: SealedService>(&mut self, service: &str, request: &S::Request) -> Result<S::Response, NodeError> {
        self.call_within::<S>(service, request, self.patience)
    }

    /// Like [`call`](Self::call), for a request that changes nothing: an interrupt ends it at once, even one that came
    /// before the call.
    ///
    /// # Errors
    /// As [`call`](Self::call).
    pub fn probe<S: SealedService>(&mut self, service: &str, request: &S::Request) -> Result<(), NodeError> {
        self.call_until::<S>(service, request, self.patience, Duration::ZERO)?;
        if self.is_interrupted() { Err(interruption(Duration::ZERO)) } else { Ok(()) }
    }

    /// Like [`call`](Self::call), with a separate patience for the answer once the service is found.
    ///
    /// # Errors
    /// As [`call`](Self::call).
    pub fn call_within<S: SealedService>(
        &mut self,
        service: &str,
        request: &S::Request,
        patience: Duration,
    ) -> Result<S::Response, NodeError> {
        self.call_until::<S>(service, request, patience, LAST_WORD)
    }

    fn call_until<S: SealedService>(
        &mut self,
        service: &str,
        request: &S::Request,
        patience: Duration,
        last_word: Duration,
    ) -> Result<S::Response, NodeError> {
        let client = self.find::<S>(service)?;
        self.repeat(&client, service, request, patience, last_word).map(|(_, response)| response)
    }

    /// Asks until an answer comes. Also returns how long the answered request took.
    ///
    /// # Errors
    /// As [`call`](Self::call).
    pub fn repeat<S: SealedService>(
        &mut self,
        client: &r2r::Client<S>,
        service: &str,
        request: &S::Request,
        patience: Duration,
        last_word: Duration,
    ) -> Result<(Duration, S::Response), NodeError> {
        let end = Instant::now() + patience;
        loop {
            let begin = Instant::now();
            let until = end.min(begin + ASK_AGAIN);
            match self.ask(client, service, request, until, last_word)? {
                Some(response) => return Ok((begin.elapsed(), response)),
                None if until == end => return Err(self.silent_for(service, patience)),
                None => {}
            }
        }
    }

    /// Calls a service once; the caller must check the effect before a repeat. `None`: no answer came in time.
    ///
    /// # Errors
    /// The service is not found within the patience, or an interrupt came.
    pub fn call_once<S: SealedService>(
        &mut self,
        service: &str,
        request: &S::Request,
    ) -> Result<Option<S::Response>, NodeError> {
        let client = self.find::<S>(service)?;
        self.ask(&client, service, request, Instant::now() + ASK_AGAIN, LAST_WORD)
    }

    /// A client of a service, as soon as the service is there.
    ///
    /// # Errors
    /// The service is not found within the patience, or an interrupt came.
    pub fn find<S: SealedService>(&mut self, service: &str) -> Result<r2r::Client<S>, NodeError> {
        let failed = || NodeError::ros(format!("call {service}"));
        let name = self.node.fleet().name(service);
        let client = self.node.create_client::<S>(&name, service_qos()).map_err(failed())?;
        let available = r2r::Node::is_available(&client).map_err(failed())?;
        self.wait_for(service, available, Duration::ZERO)?.map_err(failed())?;
        Ok(client)
    }

    fn ask<S: SealedService>(
        &mut self,
        client: &r2r::Client<S>,
        service: &str,
        request: &S::Request,
        until: Instant,
        last_word: Duration,
    ) -> Result<Option<S::Response>, NodeError> {
        let failed = || NodeError::ros(format!("call {service}"));
        let mut request = request.clone();
        let identity = self.node.identity().cloned();
        if let Some(identity) = &identity {
            identity.seal(&[], &mut request);
        }
        let response = client.request(&request).map_err(failed())?;
        let Some(response) = self.wait_until(until, response, last_word)? else { return Ok(None) };
        let response = response.map_err(failed())?;
        believed(identity.as_ref(), service, &asked::<S>(&request), response).map(Some).map_err(NodeError::Refused)
    }

    /// The error for no answer in time.
    pub fn silence(&self, who: &str) -> NodeError {
        self.silent_for(who, self.patience)
    }

    /// The error for answers whose sender is not proved.
    pub fn unbelieved(&self, who: &str) -> Option<NodeError> {
        let reason = self.node.identity().and_then(Identity::last_refused)?;
        Some(NodeError::Refused(format!(
            "nothing that {} says is believed ({reason}): are these keys (--keys) those of this fleet, in this namespace?",
            self.node.fleet().name(who)
        )))
    }

    fn silent_for(&self, who: &str, patience: Duration) -> NodeError {
        let fleet = self.node.fleet();
        let namespace = if *fleet == FleetNamespace::ROOT {
            "without a namespace".to_owned()
        } else {
            format!("with --namespace {fleet}")
        };
        if let Some(unbelieved) = self.unbelieved(who) {
            return unbelieved;
        }
        NodeError::NoAnswer {
            who: fleet.name(who),
            seconds: patience.as_secs_f64(),
            mend: format!(
                "start a fleet first (surefleet up household-demo) {namespace} in ROS domain {}, or look at its logs",
                domain_id()
            ),
        }
    }

    /// Waits for the fleet's answer; after an interrupt, only as long as `last_word`.
    ///
    /// # Errors
    /// No answer within the patience, or after an interrupt.
    pub fn wait_for<T>(
        &mut self,
        who: &str,
        future: impl Future<Output = T>,
        last_word: Duration,
    ) -> Result<T, NodeError> {
        let answer = self.wait_until(Instant::now() + self.patience, future, last_word)?;
        answer.ok_or_else(|| self.silence(who))
    }

    /// Waits for an answer; `None`: there is none yet.
    fn wait_until<T>(
        &mut self,
        mut end: Instant,
        future: impl Future<Output = T>,
        last_word: Duration,
    ) -> Result<Option<T>, NodeError> {
        let mut future = pin!(future);
        let mut is_interrupted = false;
        loop {
            if let Some(value) = ready(future.as_mut()) {
                return Ok(Some(value));
            }
            if !is_interrupted && self.is_interrupted() {
                is_interrupted = true;
                end = end.min(Instant::now() + last_word);
            }
            if Instant::now() >= end {
                return if is_interrupted { Err(interruption(last_word)) } else { Ok(None) };
            }
            self.node.spin_once(Duration::from_millis(10));
        }
    }

    /// Whether the user has interrupted the wait.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

/// A request without an answer is sent again after this time.
const ASK_AGAIN: Duration = Duration::from_secs(3);

/// After an interrupt, the fleet has this long to answer a request that was sent.
pub(crate) const LAST_WORD: Duration = Duration::from_secs(5);

fn interruption(last_word: Duration) -> NodeError {
    NodeError::Interrupted(if last_word.is_zero() {
        "nothing was sent".into()
    } else {
        "the fleet did not answer, and may do what was asked; look at its logs".into()
    })
}
