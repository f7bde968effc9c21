//! One sentence or mission, and what was measured of it.

/// A sentence or mission of a set, with what can be told of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The file or group that it is of.
    pub part: String,
    /// Its number in the data.
    pub id: String,
    /// Its words.
    pub text: String,
    /// `read`, `asked` or `refused`.
    pub heard: &'static str,
    /// The formulas, or why there are none.
    pub because: String,
    /// The measures that apply to it, and whether they hold.
    pub told: Vec<(&'static str, bool)>,
}

#[cfg(test)]
impl Item {
    /// The measures that hold.
    pub fn holding(&self) -> Vec<&'static str> {
        self.told.iter().filter(|(_, holds)| *holds).map(|(measure, _)| *measure).collect()
    }
}
