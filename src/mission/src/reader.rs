//! placeholder
use surefleet_fleet::RobotId;
use crate::{Domain, Mission, MissionError, Rule};
pub(crate) fn mission(text: &str, _: &Domain, _: &[RobotId]) -> Result<Mission, MissionError> { Err(MissionError::NothingToDo(text.to_owned())) }
pub(crate) fn rule(text: &str, _: &Domain, _: &[RobotId]) -> Result<Rule, MissionError> { Err(MissionError::NothingToDo(text.to_owned())) }
