use crate::{Answer, Event, OpenRequest};

/// What the desk wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Keep this, before anything that comes after it is sent.
    Journal(Event),
    /// Tell the robot that asked.
    Answer(Answer),
    /// Call others: nobody claimed this request in time.
    Escalate(Box<OpenRequest>),
    /// Publish [`Desk::queue`](crate::Desk::queue).
    QueueChanged,
}
