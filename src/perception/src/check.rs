use crate::PerceptionError;

/// The question to answer after an action: did it do what it should?
///
/// Its texts appear unchanged in questions, but without blanks and full stops at their ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    task: String,
    subtask: String,
    expected: String,
    plan: Vec<String>,
    place: usize,
}

impl Check {
    /// A check of an action that belongs to no known plan.
    ///
    /// `task`: the whole mission in plain language; `subtask`: the action the robot tried, such as "grab apple 1";
    /// `expected`: the state that is true if it worked, as a sentence such as "apple 1 is in the gripper".
    ///
    /// # Errors
    /// [`PerceptionError::NoWords`] if one of the texts has no words.
    pub fn new(task: &str, subtask: &str, expected: &str) -> Result<Self, PerceptionError> {
        let (task, subtask) = (words("task", task)?, words("subtask", subtask)?);
        Ok(Self { task, subtask, expected: words("expected state", expected)?, plan: Vec::new(), place: 0 })
    }

    /// Adds the robot's plan: all its steps in order, and the index of the tried one, from 0.
    ///
    /// # Errors
    /// [`PerceptionError::NotInPlan`] if the step at that index is not the subtask, [`PerceptionError::NoWords`].
    pub fn in_plan<'a>(self, steps: impl IntoIterator<Item = &'a str>, place: usize) -> Result<Self, PerceptionError> {
        let plan = steps.into_iter().map(|step| words("step", step)).collect::<Result<Vec<String>, _>>()?;
        if plan.get(place) != Some(&self.subtask) {
            return Err(PerceptionError::NotInPlan { subtask: self.subtask, place, steps: plan.len() });
        }
        Ok(Self { plan, place, ..self })
    }

    /// The whole mission in plain language.
    pub fn task(&self) -> &str {
        &self.task
    }

    /// The action that the robot tried.
    pub fn subtask(&self) -> &str {
        &self.subtask
    }

    /// The state that is true if it worked.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// The steps of the plan; empty if there is none.
    pub fn plan(&self) -> &[String] {
        &self.plan
    }

    /// The index of the tried step in the plan, from 0.
    pub fn place(&self) -> usize {
        self.place
    }

    /// The step after the tried one; `None` without a plan, or if the tried step was the last.
    pub fn next_step(&self) -> Option<&str> {
        self.plan.get(self.place + 1).map(String::as_str)
    }
}

/// The text on one line, without the punctuation that ends a sentence.
fn words(what: &'static str, text: &str) -> Result<String, PerceptionError> {
    let line = text.split_whitespace().collect::<Vec<&str>>().join(" ");
    let line = line.trim_end_matches(['.', ' ']);
    if line.is_empty() { Err(PerceptionError::NoWords(what)) } else { Ok(line.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_put_on_one_line_without_a_full_stop() {
        let check = Check::new("Bring the apple.\n Then rest. ", "grab  apple 1", "apple 1 is held .").unwrap();
        assert_eq!(check.task(), "Bring the apple. Then rest");
        assert_eq!((check.subtask(), check.expected()), ("grab apple 1", "apple 1 is held"));
        assert_eq!(Check::new("task", " . ", "state"), Err(PerceptionError::NoWords("subtask")));
    }

    #[test]
    fn the_tried_step_must_be_where_the_plan_says() {
        let check = || Check::new("task", "b", "state").unwrap();
        assert_eq!(check().in_plan(["a", "b", "c"], 1).unwrap().next_step(), Some("c"));
        assert_eq!(check().in_plan(["a", "b."], 1).unwrap().next_step(), None);
        for (plan, place) in [(["a", "b"], 0), (["a", "b"], 2)] {
            let refused = check().in_plan(plan, place).unwrap_err();
            assert_eq!(refused, PerceptionError::NotInPlan { subtask: "b".into(), place, steps: 2 });
        }
    }
}
