use surefleet_fleet::RobotId;

use crate::{Mission, MissionError, Rule, Subtask, Transport, deliveries::OutlinedSubtask, formulas::forbidden};

/// A mission as its text describes it, word by word; parts that the text leaves open stay open here.
///
/// A model says what is meant; this records what was written. Before a robot trusts the model, it checks here that each
/// thing, number, robot, verb and relation of the text is accounted for, and that nothing was added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    subtasks: Vec<OutlinedSubtask>,
    rules: Vec<Rule>,
    team_size: usize,
}

impl Outline {
    /// Reads a text in the sentence forms of a [`Distribution`](crate::Distribution)'s missions, clear and vague ones: "put the
    /// kettle away", "bring the other apple to the sink". It guesses nothing and skips nothing.
    ///
    /// "Robot 2" is the second of the team; a robot's own name works too.
    ///
    /// # Errors
    /// Every word that is not understood causes an error that quotes it. A mission must ask for something.
    pub fn read(text: &str, domain: &Transport, team: &[RobotId]) -> Result<Self, MissionError> {
        let (subtasks, rules) = crate::reader::outline(text, domain, team)?;
        Ok(Self { subtasks, rules, team_size: team.len() })
    }

    /// The mission that the text describes; `None` if it leaves something open.
    pub fn mission(&self) -> Option<Mission> {
        let subtasks = self.subtasks.iter().map(|outlined| outlined.subtask.clone()).collect();
        (self.open_parts() == 0).then(|| Mission { subtasks, rules: self.rules.clone() })
    }

    /// The number of sub-tasks that leave something open.
    pub fn open_parts(&self) -> usize {
        self.subtasks.iter().filter(|subtask| subtask.leaves_item || subtask.leaves_place).count()
    }

    /// Whether the text can have this meaning: the same sub-tasks, in any order, the same rules, and nothing else.
    pub fn allows(&self, meaning: &Mission) -> bool {
        meaning.subtasks.len() == self.subtasks.len()
            && forbidden(&self.rules, self.team_size) == forbidden(&meaning.rules, self.team_size)
            && pair_off(&self.subtasks, &meaning.subtasks)
    }
}

impl OutlinedSubtask {
    fn allows(&self, meant: &Subtask) -> bool {
        let items = match self.leaves_item {
            true => matches!(meant.items[..], [item] if self.subtask.items.contains(&item)),
            false => meant.items == self.subtask.items,
        };
        items && (self.leaves_place || meant.destinations == self.subtask.destinations)
    }
}

/// Whether each outlined sub-task can have its own meant one; the two lists are equally long (augmenting paths).
fn pair_off(subtasks: &[OutlinedSubtask], meant: &[Subtask]) -> bool {
    let mut taken_by: Vec<Option<usize>> = vec![None; meant.len()];
    (0..subtasks.len()).all(|subtask| finds_one(subtask, subtasks, meant, &mut taken_by, &mut vec![false; meant.len()]))
}

fn finds_one(
    subtask: usize,
    subtasks: &[OutlinedSubtask],
    meant: &[Subtask],
    taken_by: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    (0..meant.len()).any(|place| {
        if tried[place] || !subtasks[subtask].allows(&meant[place]) {
            return false;
        }
        tried[place] = true;
        let is_free = taken_by[place].is_none_or(|other| finds_one(other, subtasks, meant, taken_by, tried));
        if is_free {
            taken_by[place] = Some(subtask);
        }
        is_free
    })
}
