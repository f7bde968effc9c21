use std::{
    collections::VecDeque,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use futures::{Stream, task::noop_waker_ref};
use r2r::{QosProfile, ServiceRequest, WrappedServiceTypeSupport, WrappedTypesupport};
use surefleet_fleet::{RobotId, Stamp};

use crate::{NodeError, fleet_node::FleetNode, topics::Topic};

/// A subscription, emptied after every spin.
pub struct Inbox<T> {
    arrivals: Pin<Box<dyn Stream<Item = T>>>,
    /// What arrived while nobody took it, oldest first.
    held: VecDeque<T>,
}

impl<T: WrappedTypesupport + 'static> Inbox<T> {
    /// Subscribes.
    pub(crate) fn subscribe(node: &mut FleetNode, topic: &Topic) -> Result<Self, NodeError> {
        let name = node.fleet().name(topic.name);
        Self::subscribe_at(node, &name, topic)
    }

    /// Subscribes to a robot's topic.
    pub(crate) fn subscribe_of(node: &mut FleetNode, robot: &RobotId, topic: &Topic) -> Result<Self, NodeError> {
        let name = node.fleet().robot_name(robot, topic.name);
        Self::subscribe_at(node, &name, topic)
    }

    fn subscribe_at(node: &mut FleetNode, name: &str, topic: &Topic) -> Result<Self, NodeError> {
        let doing = format!("subscribe to {name}");
        let stream = node.subscribe::<T>(name, topic.qos()).map_err(NodeError::ros(doing))?;
        Ok(Self { arrivals: Box::pin(stream), held: VecDeque::new() })
    }
}

impl<T> Inbox<T> {
    /// The next message that has arrived.
    pub fn take(&mut self) -> Option<T> {
        self.held.pop_front().or_else(|| take(self.arrivals.as_mut()))
    }

    /// Keeps the newest messages, so many of them, for when they are taken: what an inactive node does.
    pub fn hold(&mut self, most: usize) {
        self.held.extend(std::iter::from_fn(|| take(self.arrivals.as_mut())));
        let excess = self.held.len().saturating_sub(most);
        self.held.drain(..excess);
    }
}

/// A publisher.
pub struct Outbox<T: WrappedTypesupport> {
    topic: String,
    publisher: r2r::Publisher<T>,
}

impl<T: WrappedTypesupport + 'static> Outbox<T> {
    /// Announces the publisher.
    pub(crate) fn advertise(node: &mut FleetNode, topic: &Topic) -> Result<Self, NodeError> {
        let name = node.fleet().name(topic.name);
        Self::advertise_at(node, name, topic)
    }

    /// Announces the publisher of a robot's topic.
    pub(crate) fn advertise_of(node: &mut FleetNode, robot: &RobotId, topic: &Topic) -> Result<Self, NodeError> {
        let name = node.fleet().robot_name(robot, topic.name);
        Self::advertise_at(node, name, topic)
    }

    fn advertise_at(node: &mut FleetNode, name: String, topic: &Topic) -> Result<Self, NodeError> {
        let publisher =
            node.create_publisher(&name, topic.qos()).map_err(NodeError::ros(format!("publish on {name}")))?;
        Ok(Self { topic: name, publisher })
    }

    /// Publishes. A message that the middleware refuses counts as lost on the way: leases and repeats bring what
    /// it said again.
    pub fn publish(&self, message: &T) {
        if let Err(error) = self.publisher.publish(message) {
            tracing::error!(topic = %self.topic, %error, "a message could not be published");
        }
    }
}

/// The next item of a stream that is filled by `spin_once` in this same thread; never waits.
pub fn take<T>(stream: Pin<&mut (impl Stream<Item = T> + ?Sized)>) -> Option<T> {
    match stream.poll_next(&mut Context::from_waker(noop_waker_ref())) {
        Poll::Ready(item) => item,
        Poll::Pending => None,
    }
}

/// The result of a future that is completed by `spin_once` in this same thread; never waits.
pub fn ready<T>(future: Pin<&mut (impl Future<Output = T> + ?Sized)>) -> Option<T> {
    match future.poll(&mut Context::from_waker(noop_waker_ref())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

/// Of services and their clients. Many may ask at once, and a spin takes one request: the ten of the default would lose the eleventh, unanswered
/// and unrefused.
pub(crate) fn service_qos() -> QosProfile {
    QosProfile::services_default().keep_last(256)
}

/// A service that we offer, emptied after every spin.
pub struct Requests<S: WrappedServiceTypeSupport + 'static>(Pin<Box<dyn Stream<Item = ServiceRequest<S>>>>);

impl<S: WrappedServiceTypeSupport + 'static> Requests<S> {
    /// Offers the service.
    pub(crate) fn serve(node: &mut FleetNode, name: &str) -> Result<Self, NodeError> {
        let name = node.fleet().name(name);
        let stream = node
            .create_service::<S>(&name, service_qos())
            .map_err(NodeError::ros(format!("offer the service {name}")))?;
        Ok(Self(Box::pin(stream)))
    }

    /// The next request that has arrived; answer it with [`respond`].
    pub fn take(&mut self) -> Option<ServiceRequest<S>> {
        take(self.0.as_mut())
    }

    /// Answers every request that has arrived; returns whether there was one.
    pub fn answer(&mut self, mut reply: impl FnMut(&S::Request) -> S::Response) -> bool {
        let mut worked = false;
        while let Some(request) = self.take() {
            worked = true;
            let response = reply(&request.message);
            respond(request, response);
        }
        worked
    }
}

/// Answers a request.
pub fn respond<S: WrappedServiceTypeSupport + 'static>(request: ServiceRequest<S>, response: S::Response) {
    if let Err(error) = request.respond(response) {
        tracing::warn!(%error, "a service response could not be sent; its client has probably gone");
    }
}

type Response<S> = Pin<Box<dyn Future<Output = r2r::Result<<S as WrappedServiceTypeSupport>::Response>>>>;

/// A service that we call: requests in flight, each with the caller's tag and a time-out.
pub struct Calls<S: WrappedServiceTypeSupport + 'static, Tag> {
    name: String,
    client: r2r::Client<S>,
    timeout: Duration,
    in_flight: Vec<(Tag, Stamp, Response<S>)>,
}

impl<S: WrappedServiceTypeSupport + 'static, Tag> Calls<S, Tag> {
    /// Creates the client.
    pub(crate) fn to(node: &mut FleetNode, name: &str, timeout: Duration) -> Result<Self, NodeError> {
        let name = node.fleet().name(name);
        let client = node
            .create_client::<S>(&name, service_qos())
            .map_err(NodeError::ros(format!("create a client of {name}")))?;
        Ok(Self { name, client, timeout, in_flight: Vec::new() })
    }

    /// Sends a request; its answer, or its failure, comes out of [`take`](Self::take) under `tag`.
    pub fn call(&mut self, now: Stamp, tag: Tag, request: &S::Request) {
        let response: Response<S> = match self.client.request(request) {
            Ok(response) => Box::pin(response),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        };
        self.in_flight.push((tag, now + self.timeout, response));
    }

    /// The next answer or failure.
    pub fn take(&mut self, now: Stamp) -> Option<(Tag, Result<S::Response, String>)> {
        for (index, (_, deadline, response)) in self.in_flight.iter_mut().enumerate() {
            let result = match ready(response.as_mut()) {
                Some(Ok(response)) => Ok(response),
                Some(Err(error)) => Err(format!("{} failed: {error}", self.name)),
                None if now >= *deadline => {
                    Err(format!("{} did not answer within {} ms", self.name, self.timeout.as_millis()))
                }
                None => continue,
            };
            let (tag, ..) = self.in_flight.swap_remove(index);
            return Some((tag, result));
        }
        None
    }

    /// When the next request times out.
    pub fn next_deadline(&self) -> Option<Stamp> {
        self.in_flight.iter().map(|(_, deadline, _)| *deadline).min()
    }
}
