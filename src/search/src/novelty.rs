//! States that hold something new, and those that are variations of others.

use crate::codes::Code;

/// What has been seen on the way to a goal: contents of variables, each with the least distance at which it was.
///
/// N. Lipovetzky and H. Geffner, "Best-first width search", 2017: a state that has nothing new for its distance is a
/// variation of others, and can wait.
#[derive(Debug, Default)]
pub(crate) struct Novelty {
    /// By variable and content.
    least: Vec<Vec<u32>>,
}

impl Novelty {
    /// Notes a state, and tells whether something in it was not seen so near to the goal.
    pub fn note(&mut self, state: &[Code], distance: u32) -> bool {
        if self.least.len() < state.len() {
            self.least.resize_with(state.len(), Vec::new);
        }
        let mut is_new = false;
        for (least, &code) in self.least.iter_mut().zip(state) {
            let code = usize::from(code);
            if least.len() <= code {
                least.resize(code + 1, u32::MAX);
            }
            if distance < least[code] {
                least[code] = distance;
                is_new = true;
            }
        }
        is_new
    }
}
