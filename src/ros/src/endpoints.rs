use std::{
    collections::VecDeque,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use futures::{Stream, task::noop_waker_ref};
use r2r::{QosProfile, ServiceRequest, WrappedServiceTypeSupport, WrappedTypesupport};
use surefleet_fleet::{Digest, RobotId, Stamp};
use surefleet_identity::{Freshness, IdentityError, Participant};

use crate::{
    error::NodeError,
    fleet_node::FleetNode,
    identity::{Identity, digest_of},
    spoken::Spoken,
    topics::Topic,
};

/// A subscription, emptied after every spin. A message that needs a seal is returned only if its sender is proved.
pub struct Inbox<T> {
    topic: String,
    arrivals: Pin<Box<dyn Stream<Item = T>>>,
    /// Messages that arrived before they were taken, oldest first.
    held: VecDeque<T>,
    identity: Option<Identity>,
    freshness: Freshness,
}

impl<T: WrappedTypesupport + Spoken + 'static> Inbox<T> {
    /// Subscribes.
    pub fn subscribe(node: &mut FleetNode, topic: &Topic) -> Result<Self, NodeError> {
        let name = node.fleet().name(topic.name);
        Self::subscribe_at(node, name, topic)
    }

    /// Subscribes to a robot's topic.
    pub fn subscribe_of(node: &mut FleetNode, robot: &RobotId, topic: &Topic) -> Result<Self, NodeError> {
        let name = node.fleet().robot_name(robot, topic.name);
        Self::subscribe_at(node, name, topic)
    }

    fn subscribe_at(node: &mut FleetNode, name: String, topic: &Topic) -> Result<Self, NodeError> {
        let identity = node.identity_for::<T>()?;
        let doing = format!("subscribe to {name}");
        let stream = node.subscribe::<T>(&name, topic.qos()).map_err(NodeError::ros(doing))?;
        let (arrivals, held, freshness) = (Box::pin(stream), VecDeque::new(), Freshness::default());
        Ok(Self { topic: name, arrivals, held, identity, freshness })
    }
}

impl<T: Spoken> Inbox<T> {
    /// The next message that has arrived.
    pub fn take(&mut self) -> Option<T> {
        self.held.pop_front().or_else(|| self.arrived())
    }

    /// Keeps the newest messages, at most this many, until they are taken: an inactive node does this.
    pub fn hold(&mut self, most: usize) {
        while let Some(message) = self.arrived() {
            self.held.push_back(message);
        }
        let excess = self.held.len().saturating_sub(most);
        self.held.drain(..excess);
    }

    fn arrived(&mut self) -> Option<T> {
        loop {
            let mut message = take(self.arrivals.as_mut())?;
            let Some(identity) = &self.identity else { return Some(message) };
            match identity.prove(&[], &mut self.freshness, &mut message) {
                Ok(_) => return Some(message),
                Err(error) => identity.refuse(&self.topic, &error),
            }
        }
    }
}

/// A publisher, which seals messages that need a seal.
pub struct Outbox<T: WrappedTypesupport> {
    topic: String,
    publisher: r2r::Publisher<T>,
    identity: Option<Identity>,
}

impl<T: WrappedTypesupport + Spoken + 'static> Outbox<T> {
    /// Announces the publisher.
    pub fn advertise(node: &mut FleetNode, topic: &Topic) -> Result<Self, NodeError> {
        let name = node.fleet().name(topic.name);
        Self::advertise_at(node, name, topic)
    }

    /// Announces the publisher of a robot's topic.
    pub fn advertise_of(node: &mut FleetNode, robot: &RobotId, topic: &Topic) -> Result<Self, NodeError> {
        let name = node.fleet().robot_name(robot, topic.name);
        Self::advertise_at(node, name, topic)
    }

    fn advertise_at(node: &mut FleetNode, name: String, topic: &Topic) -> Result<Self, NodeError> {
        let identity = node.identity_for::<T>()?;
        let publisher =
            node.create_publisher(&name, topic.qos()).map_err(NodeError::ros(format!("publish on {name}")))?;
        Ok(Self { topic: name, publisher, identity })
    }

    /// Publishes. A message that the middleware refuses counts as lost on the way: its content comes again with leases
    /// and repeats.
    pub fn publish(&self, mut message: T) {
        if let Some(identity) = &self.identity {
            identity.seal(&[], &mut message);
        }
        if let Err(error) = self.publisher.publish(&message) {
            tracing::error!(topic = %self.topic, %error, "a message could not be published");
        }
    }
}

/// The next element of a stream that `spin_once` fills in this same thread; never waits.
pub fn take<T>(stream: Pin<&mut (impl Stream<Item = T> + ?Sized)>) -> Option<T> {
    match stream.poll_next(&mut Context::from_waker(noop_waker_ref())) {
        Poll::Ready(next) => next,
        Poll::Pending => None,
    }
}

/// The result of a future that `spin_once` completes in this same thread; never waits.
pub fn ready<T>(future: Pin<&mut (impl Future<Output = T> + ?Sized)>) -> Option<T> {
    match future.poll(&mut Context::from_waker(noop_waker_ref())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

/// For services and their clients. Many callers may ask at once, but a spin takes one request. A queue of ten, the
/// default, would lose the eleventh request without any answer.
pub fn service_qos() -> QosProfile {
    QosProfile::services_default().keep_last(256)
}

/// A service that this node offers, emptied after every spin.
pub struct Requests<S: WrappedServiceTypeSupport + 'static> {
    name: String,
    arrivals: Pin<Box<dyn Stream<Item = ServiceRequest<S>>>>,
    identity: Option<Identity>,
    freshness: Freshness,
}

impl<S: WrappedServiceTypeSupport + 'static> Requests<S>
where
    S::Request: Spoken,
    S::Response: Spoken,
{
    /// Offers the service.
    pub fn serve(node: &mut FleetNode, name: &str) -> Result<Self, NodeError> {
        let name = node.fleet().name(name);
        let identity = node.identity_for::<S::Request>()?.or(node.identity_for::<S::Response>()?);
        let stream = node
            .create_service::<S>(&name, service_qos())
            .map_err(NodeError::ros(format!("offer the service {name}")))?;
        Ok(Self { name, arrivals: Box::pin(stream), identity, freshness: Freshness::default() })
    }

    /// The next call that has arrived.
    pub fn take(&mut self) -> Option<Call<S>> {
        let mut request = take(self.arrivals.as_mut())?;
        let mut message = std::mem::take(&mut request.message);
        let asked = asked::<S>(&message);
        let by = match &self.identity {
            Some(identity) => identity.prove(&[], &mut self.freshness, &mut message),
            None => Err(IdentityError::Unsealed),
        };
        if let (Some(identity), Err(error)) = (&self.identity, &by)
            && *error != IdentityError::Unsealed
        {
            identity.refuse(&self.name, error);
        }
        Some(Call { message, by, asked, request, identity: self.identity.clone() })
    }

    /// Answers every call that has arrived.
    pub fn answer(&mut self, mut reply: impl FnMut(&S::Request) -> S::Response) {
        while let Some(call) = self.take() {
            let response = reply(&call.message);
            call.respond(response);
        }
    }
}

/// A call to a service of this node.
pub struct Call<S: WrappedServiceTypeSupport> {
    /// The request.
    pub message: S::Request,
    /// The caller, if it is proved and may make this call; otherwise why not.
    pub by: Result<Participant, IdentityError>,
    asked: Digest,
    request: ServiceRequest<S>,
    identity: Option<Identity>,
}

impl<S: WrappedServiceTypeSupport + 'static> Call<S>
where
    S::Response: Spoken,
{
    /// Answers it.
    pub fn respond(self, mut response: S::Response) {
        if let Some(identity) = &self.identity {
            identity.seal(self.asked.as_bytes(), &mut response);
        }
        if let Err(error) = self.request.respond(response) {
            tracing::warn!(%error, "a service response could not be sent; its client has probably gone");
        }
    }
}

type Response<S> = Pin<Box<dyn Future<Output = r2r::Result<<S as WrappedServiceTypeSupport>::Response>>>>;

/// A request in flight.
struct InFlight<S: WrappedServiceTypeSupport, Tag> {
    tag: Tag,
    deadline: Stamp,
    asked: Digest,
    response: Response<S>,
}

/// A client of a service: requests in flight, each with the caller's tag and a time-out.
pub struct Calls<S: WrappedServiceTypeSupport + 'static, Tag> {
    name: String,
    client: r2r::Client<S>,
    timeout: Duration,
    in_flight: Vec<InFlight<S, Tag>>,
    identity: Option<Identity>,
}

impl<S: WrappedServiceTypeSupport + 'static, Tag> Calls<S, Tag>
where
    S::Request: Spoken,
    S::Response: Spoken,
{
    /// Creates the client.
    pub fn to(node: &mut FleetNode, name: &str, timeout: Duration) -> Result<Self, NodeError> {
        let name = node.fleet().name(name);
        let identity = node.identity_for::<S::Request>()?.or(node.identity_for::<S::Response>()?);
        let client = node
            .create_client::<S>(&name, service_qos())
            .map_err(NodeError::ros(format!("create a client of {name}")))?;
        Ok(Self { name, client, timeout, in_flight: Vec::new(), identity })
    }

    /// Sends a request; [`take`](Self::take) returns its answer, or its failure, under `tag`.
    pub fn call(&mut self, now: Stamp, tag: Tag, mut request: S::Request) {
        if let Some(identity) = &self.identity {
            identity.seal(&[], &mut request);
        }
        let response: Response<S> = match self.client.request(&request) {
            Ok(response) => Box::pin(response),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        };
        self.in_flight.push(InFlight { tag, deadline: now + self.timeout, asked: asked::<S>(&request), response });
    }

    /// The next answer or failure; an answer that is not proved is a failure.
    pub fn take(&mut self, now: Stamp) -> Option<(Tag, Result<S::Response, String>)> {
        for (index, call) in self.in_flight.iter_mut().enumerate() {
            let result = match ready(call.response.as_mut()) {
                Some(Ok(response)) => believed(self.identity.as_ref(), &self.name, &call.asked, response),
                Some(Err(error)) => Err(format!("{} failed: {error}", self.name)),
                None if now >= call.deadline => {
                    Err(format!("{} did not answer within {} ms", self.name, self.timeout.as_millis()))
                }
                None => continue,
            };
            let call = self.in_flight.swap_remove(index);
            return Some((call.tag, result));
        }
        None
    }

    /// When the next request times out.
    pub fn next_deadline(&self) -> Option<Stamp> {
        self.in_flight.iter().map(|call| call.deadline).min()
    }
}

/// The digest that ties an answer to exactly this call, including its seal; the digest of nothing if answers need no
/// tie.
pub fn asked<S: WrappedServiceTypeSupport>(request: &S::Request) -> Digest
where
    S::Request: Spoken,
    S::Response: Spoken,
{
    if S::Response::BOUND { digest_of(request) } else { Digest::of([]) }
}

/// Returns the answer to this call if its sender is proved.
pub fn believed<T: Spoken>(
    identity: Option<&Identity>,
    service: &str,
    asked: &Digest,
    mut response: T,
) -> Result<T, String> {
    let Some(identity) = identity.filter(|_| response.seal_mut().is_some()) else { return Ok(response) };
    match identity.prove(asked.as_bytes(), &mut Freshness::default(), &mut response) {
        Ok(_) => Ok(response),
        Err(error) => {
            identity.refuse(service, &error);
            Err(format!("an answer of {service} is not believed: {error}"))
        }
    }
}
