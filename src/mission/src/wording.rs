//! placeholder
use crate::{Domain, Mission, Subtask};
/// Which sentence forms to choose among: so that a model can be tested on wordings it was not trained on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wording {
    /// All forms.
    All,
    /// The forms set aside for training.
    Training,
    /// The forms that training never sees.
    HeldOut,
}
pub(crate) fn mission(_: &Mission, _: &Domain, _: u64, _: Wording) -> String { String::new() }
impl Subtask {
    /// The sub-task in words, as a phrase: "apple 1 or apple 2 to the table".
    pub fn words(&self, domain: &Domain) -> String {
        let items: Vec<&str> = self.items.iter().map(|&item| domain.item(item).phrase.as_str()).collect();
        let places: Vec<&str> = self.destinations.iter().map(|&place| domain.place(place).phrase.as_str()).collect();
        format!("{} to {}", items.join(" or "), places.join(" or "))
    }
}
