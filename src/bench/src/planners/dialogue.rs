//! Planners that write their decisions as free text: CMAS and DMAS of Y. Chen et al., "Scalable multi-robot
//! collaboration with large language models", 2024, with the prompts of the planner.

use std::collections::BTreeMap;

use anyhow::Result;
use surefleet_calibration::Walk;
use surefleet_fleet::Decision;
use surefleet_language::{LabelledOption, LanguageModel, Prompt, Sampling, Text, TextRequest, Usage};
use surefleet_mission::{Distribution, Scenario};

/// The way in which the models decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialogue {
    /// One model decides for the whole team at once.
    Central,
    /// Each robot decides for itself, in rounds, until no robot changes its mind; the number is the most rounds.
    Rounds(u32),
}

/// The result of a mission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanEnd {
    /// Achieved.
    Achieved,
    /// A text named no action for a robot.
    Unreadable,
    /// An action could not be done, or was against the rules.
    Refused,
    /// Not achieved within the horizon, or when the whole team had become idle.
    Unfinished,
}

impl PlanEnd {
    /// Whether a step was written and not done.
    pub fn is_within_a_step(self) -> bool {
        matches!(self, Self::Unreadable | Self::Refused)
    }
}

/// A mission and what it cost.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    pub end: PlanEnd,
    pub steps: u32,
    pub usage: Usage,
}

/// Tokens of one robot's decision at most.
const MOST_TOKENS: u32 = 24;
/// The sentence in the planner's prompts for one robot, and its replacement for the whole team.
const ONE_AT_A_TIME: [&str; 2] =
    ["You choose the action of one robot at a time.", "You choose the actions of all robots of a step at once."];
/// The headings before the form of the answer and before the question.
const FORM: &str = "# Response structure\n";
const QUESTION: &str = "# Question\n";

/// Plans one mission. A plan is as good as its first mistake: nobody mends it.
///
/// # Errors
/// A model that fails, or a domain that cannot be judged.
pub async fn plan<M: LanguageModel>(
    distribution: &Distribution,
    scenario: &Scenario,
    model: &M,
    dialogue: Dialogue,
) -> Result<Plan> {
    let mut walk = Walk::new(distribution, scenario)?;
    let mut usage = Usage::default();
    while walk.turn().is_some() {
        let team = scenario.team.len();
        let decided = match dialogue {
            Dialogue::Central => central(&walk, team, model, &mut usage).await?,
            Dialogue::Rounds(rounds) => in_rounds(&walk, team, rounds, model, &mut usage).await?,
        };
        let end = match decided {
            None => Some(PlanEnd::Unreadable),
            Some(row) => (!step(&mut walk, &row)?).then_some(PlanEnd::Refused),
        };
        if let Some(end) = end {
            return Ok(Plan { end, steps: walk.steps_done(), usage });
        }
    }
    let end = if walk.is_achieved() { PlanEnd::Achieved } else { PlanEnd::Unfinished };
    Ok(Plan { end, steps: walk.steps_done(), usage })
}

/// Does a joint step, if each part of it is allowed beside those before it.
fn step(walk: &mut Walk<'_>, row: &[Decision]) -> Result<bool> {
    for &decision in row {
        if !walk.allowed()[decision.index()] {
            return Ok(false);
        }
        walk.decide(decision)?;
    }
    Ok(true)
}

async fn central<M: LanguageModel>(
    walk: &Walk<'_>,
    team: usize,
    model: &M,
    usage: &mut Usage,
) -> Result<Option<Vec<Decision>>> {
    let question = walk.question_of(0, &[]);
    let Prompt { prefix, suffix } = &question.prompt;
    let [one, all] = ONE_AT_A_TIME;
    let before = |text: &str, mark| text.split(mark).next().unwrap_or_default().to_owned();
    let form = format!(
        "Answer with one line for each robot, that names it and the label of its action, and with nothing else:\n\
         robot 1: {}",
        question.options[0].label
    );
    let prefix = format!("{}{FORM}{form}\n", before(&prefix.replace(one, all), FORM));
    let known = before(suffix, QUESTION);
    let suffix = format!("{known}{QUESTION}All robots are to act. Which actions?\nAnswer:");
    let prompt = Prompt { prefix: prefix.into(), suffix };
    let text = write(model, prompt, MOST_TOKENS * team as u32, Vec::new(), usage).await?;
    let mut row = BTreeMap::new();
    let lines = text.text.lines().count();
    for (number, line) in text.text.lines().enumerate() {
        let of = line.split_once(':').and_then(|(robot, action)| Some((place(robot)?, action)));
        // One robot's line need not name it.
        let (place, action) = of.unwrap_or((0, line));
        let is_whole = text.is_whole || number + 1 < lines;
        if let Some(decision) = read(action, is_whole, &question.options) {
            row.entry(place).or_insert(decision);
        }
    }
    Ok((0..team).map(|place| row.get(&place).copied()).collect())
}

async fn in_rounds<M: LanguageModel>(
    walk: &Walk<'_>,
    team: usize,
    rounds: u32,
    model: &M,
    usage: &mut Usage,
) -> Result<Option<Vec<Decision>>> {
    let mut row: Vec<Option<Decision>> = vec![None; team];
    for _ in 0..rounds {
        let mut has_changed = false;
        for own in 0..team {
            let others = row.iter().enumerate().filter(|&(place, _)| place != own);
            let others: Vec<(usize, Decision)> = others.filter_map(|(place, each)| Some((place, (*each)?))).collect();
            let question = walk.question_of(own, &others);
            let stop = vec!["\n".to_owned()];
            let text = write(model, question.prompt, MOST_TOKENS, stop, usage).await?;
            let Some(decision) = read(&text.text, text.is_whole, &question.options) else { return Ok(None) };
            has_changed |= row[own].replace(decision) != Some(decision);
        }
        if !has_changed {
            break;
        }
    }
    Ok(row.into_iter().collect())
}

async fn write<M: LanguageModel>(
    model: &M,
    prompt: Prompt,
    max_tokens: u32,
    stop: Vec<String>,
    usage: &mut Usage,
) -> Result<Text> {
    let text = model.write(&TextRequest { prompt, max_tokens, stop, sampling: Sampling::Greedy }).await?;
    *usage += text.usage;
    Ok(text)
}

/// The place of "robot 2" in a team: 1.
fn place(robot: &str) -> Option<usize> {
    robot.trim().to_lowercase().strip_prefix("robot")?.trim().parse::<usize>().ok()?.checked_sub(1)
}

/// The option that a text names: by its label, by its words, or by both as the prompt lists them.
///
/// A model that was not taught where an answer ends goes on until it is cut off, and not always with a blank: the
/// longest option that such a text begins with counts, unless another digit makes it another thing. A label counts only
/// alone.
fn read(text: &str, is_whole: bool, options: &[LabelledOption]) -> Option<Decision> {
    let text = text.trim().trim_end_matches('.');
    let begins = |option: &LabelledOption| {
        let words = text.strip_prefix(&*option.label).and_then(|rest| rest.strip_prefix(':')).unwrap_or(text).trim();
        let (head, rest) = words.split_at_checked(option.text.len())?;
        let ends = if is_whole { rest.is_empty() } else { !rest.starts_with(|next: char| next.is_ascii_digit()) };
        (head.eq_ignore_ascii_case(&option.text) && ends).then_some(head.len())
    };
    let labelled = options.iter().position(|option| text == &*option.label);
    let worded = || (0..options.len()).filter_map(|place| Some((begins(&options[place])?, place))).max();
    let place = labelled.or_else(|| worded().map(|(_, place)| place))?;
    u16::try_from(place).ok().map(Decision::new)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use futures::executor::block_on;
    use surefleet_language::ScoreError;
    use surefleet_mission::{TeamClass, Transport};

    use super::*;

    /// A model that writes given texts in order, and then the last one for ever; it records the prompts.
    struct Scripted {
        texts: Mutex<Vec<String>>,
        asked: Mutex<Vec<String>>,
    }

    impl Scripted {
        fn new(texts: &[&str]) -> Self {
            let texts = texts.iter().rev().map(|text| (*text).to_owned()).collect();
            Self { texts: Mutex::new(texts), asked: Mutex::default() }
        }
    }

    impl LanguageModel for Scripted {
        fn name(&self) -> &str {
            "scripted"
        }

        async fn write(&self, request: &TextRequest) -> Result<Text, ScoreError> {
            self.asked.lock().expect("no panic").push(request.prompt.text());
            let mut texts = self.texts.lock().expect("no panic");
            let text = if texts.len() > 1 { texts.pop().unwrap_or_default() } else { texts[0].clone() };
            Ok(Text { text, is_whole: true, usage: Usage { model_calls: 1, ..Usage::default() } })
        }
    }

    #[test]
    fn an_action_is_read_by_its_label_or_by_its_words_and_no_other_text_is() {
        let options = LabelledOption::in_order(["go to apple 1", "remain idle", "go to", "go to apple 10"]);
        let cut_off = [
            ("go to apple 1 go to apple 2", 0),
            ("go to apple 1on the counter", 0),
            ("go to apple 12", 2),
            ("A: go to apple 1, then idle", 0),
            ("go to apple", 2),
        ];
        for (text, place) in cut_off {
            assert_eq!(read(text, false, &options), Some(Decision::new(place)), "{text}");
            assert_eq!(read(text, true, &options), None, "{text}");
        }
        for (text, place) in [
            ("A", 0),
            (" B.", 1),
            ("remain idle", 1),
            ("A: go to apple 1", 0),
            ("Go to apple 1", 0),
            ("go to apple 10", 3),
        ] {
            for is_whole in [true, false] {
                assert_eq!(read(text, is_whole, &options), Some(Decision::new(place)), "{text}");
            }
        }
        for text in ["", "E", "a", "idle", "please remain idle", "AB", "naïve"] {
            assert_eq!(read(text, false, &options), None, "{text}");
        }
        assert_eq!((place(" Robot 12"), place("robot 0"), place("robot")), (Some(11), None, None));
    }

    #[test]
    fn a_team_that_is_told_the_oracles_plan_achieves_its_mission_and_one_that_idles_does_not() -> Result<()> {
        let distribution = Distribution::household(Arc::new(Transport::household()))?;
        let scenario = distribution.sample(TeamClass::Three, 5);
        let mut walk = Walk::new(&distribution, &scenario)?;
        let mut rows = Vec::new();
        let mut row = Vec::new();
        while walk.turn().is_some() {
            let decision = walk.judgement().preferred.expect("a way on");
            row.push(walk.question().options[decision.index()].clone());
            if row.len() == scenario.team.len() {
                rows.push(std::mem::take(&mut row));
            }
            walk.decide(decision)?;
        }
        let line = |(place, option): (usize, &LabelledOption)| format!("robot {}: {}", place + 1, option.text);
        let texts: Vec<String> =
            rows.iter().map(|row| row.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")).collect();
        let central = Scripted::new(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        let planned = block_on(plan(&distribution, &scenario, &central, Dialogue::Central))?;
        let asked = central.asked.lock().expect("no panic")[0].clone();
        for (words, count) in [(ONE_AT_A_TIME[0], 0), (ONE_AT_A_TIME[1], 1), (FORM, 1), (QUESTION, 1)] {
            assert_eq!(asked.matches(words).count(), count, "{words}");
        }
        assert!(asked.contains("robot 1: A") && !asked.contains("with the label of one action"), "{asked}");
        assert_eq!((planned.end, planned.steps as usize), (PlanEnd::Achieved, rows.len()));
        assert_eq!(planned.usage.model_calls as usize, rows.len());

        // Each says it twice: in the second round nobody changes its mind.
        let twice: Vec<&str> = rows.iter().flat_map(|row| row.iter().chain(row)).map(|option| &*option.label).collect();
        let robots = Scripted::new(&twice);
        let planned = block_on(plan(&distribution, &scenario, &robots, Dialogue::Rounds(3)))?;
        assert_eq!((planned.end, planned.steps as usize), (PlanEnd::Achieved, rows.len()));
        assert_eq!(planned.usage.model_calls as usize, 2 * 3 * rows.len());
        let asked = robots.asked.lock().expect("no panic");
        let speak = |text: &str| {
            text.rsplit("# This step").next().map_or(0, |part| part.matches("will, at the same time").count())
        };
        // In the first round a robot hears those before it, in the second all others.
        assert_eq!([0, 1, 2, 3, 4, 5].map(|call: usize| speak(&asked[call])), [0, 1, 2, 2, 2, 2]);

        let idle = block_on(plan(&distribution, &scenario, &Scripted::new(&["remain idle"]), Dialogue::Rounds(1)))?;
        // A team that is idle as a whole is done.
        assert_eq!((idle.end, idle.steps), (PlanEnd::Unfinished, 1));
        let lost = block_on(plan(&distribution, &scenario, &Scripted::new(&["what?"]), Dialogue::Central))?;
        assert_eq!((lost.end, lost.steps), (PlanEnd::Unreadable, 0));
        Ok(())
    }
}
