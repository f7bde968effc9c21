use crate::{Answer, Event, OpenRequest};

/// A request of the desk to the program that drives it.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Keep this event before you send any later output.
    Journal(Event),
    /// Send this answer to the robot that asked.
    Answer(Answer),
    /// Call others: nobody claimed this request in time.
    Escalate(Box<OpenRequest>),
    /// Publish [`Desk::queue`](crate::Desk::queue).
    QueueChanged,
}
