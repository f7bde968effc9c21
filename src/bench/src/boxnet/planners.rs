//! Language models that plan single steps: alone, and in the grounded loop.

use std::path::Path;

use anyhow::{Context, Result};
use surefleet_boxnet::{AnswerFault, GroundedLoop, LoopEnd, LoopLimits, LoopTurn, PlanningMode, read_step};
use surefleet_language::{Prompt, Sampling, TokenModel};
use surefleet_onnx::{OnnxModel, Provider, Runtime, TextLimits};
use surefleet_reach::{ArmPlan, ArmStep, BoxNetTask};

/// No answer is longer: one for five objects and as many moves has about 230 tokens of the shipped planner.
const MOST_TOKENS: usize = 400;

/// A model that writes joint steps, drawn at temperature 1, as it was trained.
pub(super) struct Planner {
    pub name: String,
    model: OnnxModel,
    drawn: u64,
}

impl Planner {
    /// The model of a folder, which names it.
    pub fn load(folder: &Path, seed: u64) -> Result<Self> {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let model = OnnxModel::load(folder, "", &Runtime::from_environment(Provider::Cpu, 1)?)?;
        Ok(Self { name: name.context("a model's folder has a name")?, model, drawn: seed << 32 })
    }

    fn write(&mut self, prompt: String) -> Result<String> {
        self.go_on(prompt, "")
    }

    /// The answer to a prompt whose beginning is given.
    fn go_on(&mut self, prompt: String, begun: &str) -> Result<String> {
        let mut prompt = self.model.prompt(&Prompt { prefix: "".into(), suffix: prompt })?;
        if !begun.is_empty() {
            prompt.extend(self.model.encode(begun)?);
        }
        self.drawn += 1;
        let sampling = Sampling::Drawn { temperature: 1.0, top_p: 1.0, seed: self.drawn };
        let limits = TextLimits { max_tokens: MOST_TOKENS, stop: &[], sampling };
        Ok(begun.to_owned() + &self.model.generate(&prompt, &limits, || true)?.text)
    }

    /// The first joint step of a task, after a thought that the model is made to begin with.
    pub fn first_step(&mut self, task: &BoxNetTask, thought: Option<&str>) -> Result<Result<ArmStep, AnswerFault>> {
        let begun = thought.map_or_else(String::new, |thought| format!("<think>{thought}"));
        Ok(read_step(&self.go_on(PlanningMode::RePlan.prompt(task, task.start()), &begun)?))
    }

    /// A trial by the model alone: the steps that it writes, up to the first that breaks a rule, or the fault of the first that cannot be read.
    pub fn alone(&mut self, task: &BoxNetTask, most_steps: usize) -> Result<Result<ArmPlan, AnswerFault>> {
        let (mut state, mut plan) = (task.start().clone(), ArmPlan::default());
        while plan.steps.len() < most_steps && !task.is_solved_by(&state) {
            let step = match read_step(&self.write(PlanningMode::RePlan.prompt(task, &state))?) {
                Ok(step) => step,
                Err(fault) => return Ok(Err(fault)),
            };
            let next = task.table().apply(&state, &step);
            plan.steps.push(step);
            match next {
                Ok(next) => state = next,
                Err(_) => break,
            }
        }
        Ok(Ok(plan))
    }

    /// A trial in the grounded loop, and how many answers the model gave.
    pub fn grounded(&mut self, task: &BoxNetTask, limits: &LoopLimits, candidates: usize) -> Result<(LoopEnd, usize)> {
        let (mut grounded, mut answers) = (GroundedLoop::new(task, limits), 0);
        loop {
            match grounded.turn() {
                LoopTurn::Ask(prompt) => {
                    let written = (0..candidates).map(|_| self.write(prompt.clone())).collect::<Result<Vec<_>>>()?;
                    answers += written.len();
                    grounded.hear(&written);
                }
                LoopTurn::Ended(end) => return Ok((end, answers)),
            }
        }
    }
}
