//! Blocksworld of PlanBench: a start and a goal in English, each beside its PDDL (K. Valmeekam et al., "PlanBench", 2023).

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use surefleet_english::told;
use surefleet_fleet::Facts;
use surefleet_ltl::{Binary, Formula, Node, Proposition, Unary};
use surefleet_pddl::{Imported, import};
use surefleet_search::Plan;
use surefleet_world::State;

use super::{
    heard::hear,
    item::Item,
    set::Files,
    site::{Planned, Site},
};
use crate::english::same::split;

const ASKED: &str = "asked";
const MISREAD: &str = "misread";
const START: &str = "start read exactly";
const GOAL: &str = "goal read exactly";
const BOTH: &str = "both read exactly";
const VALID_AS_READ: &str = "plan valid as read";
const VALID: &str = "plan valid";

/// In the order of the table.
pub const MEASURES: [&str; 7] = [ASKED, MISREAD, START, GOAL, BOTH, VALID_AS_READ, VALID];

const SITE: &str = include_str!("../../sites/blocks.yaml");
const PROMPTS: &str = "plan-bench/prompts/blocksworld/task_1_plan_generation.json";
const DOMAIN: &str = "plan-bench/instances/blocksworld/generated_domain.pddl";

/// The last instance of the part for development.
const LAST: u32 = 200;

/// The hand of the site.
const HAND: &str = "hand";

/// The colours of the blocks that PDDL calls `a`, `b` and so on, as the benchmark's prompts have them.
const COLOURS: [&str; 12] =
    ["red", "blue", "orange", "yellow", "white", "magenta", "black", "cyan", "green", "violet", "silver", "gold"];

#[derive(Deserialize)]
struct Prompts {
    instances: Vec<Prompt>,
}

#[derive(Deserialize)]
struct Prompt {
    instance_id: u32,
    query: String,
}

/// A literal: a proposition of the site, and whether it holds.
type Literal = (String, bool);

/// Reads and plans all instances.
///
/// # Errors
/// A file that is missing or has another form.
pub fn items(files: &Files) -> Result<Vec<Item>> {
    let site = Site::of(SITE, "blocks.yaml", [(HAND, HAND)])?;
    let prompts: Prompts = serde_json::from_str(&files.read(PROMPTS)?)
        .with_context(|| format!("{} is no file of prompts", files.path(PROMPTS)))?;
    let domain = files.read(DOMAIN)?;
    let mut items = Vec::new();
    for prompt in prompts.instances.iter().filter(|prompt| prompt.instance_id <= LAST) {
        let file = format!("plan-bench/instances/blocksworld/generated_basic/instance-{}.pddl", prompt.instance_id);
        let item = item(&site, prompt, &domain, &files.read(&file)?);
        items.push(item.with_context(|| format!("instance {} of {}", prompt.instance_id, files.path(PROMPTS)))?);
    }
    if items.is_empty() {
        bail!("{} has no instance up to {LAST}", files.path(PROMPTS));
    }
    Ok(items)
}

fn item(site: &Site, prompt: &Prompt, domain: &str, problem: &str) -> Result<Item> {
    let (start, goal) = statement(&prompt.query)?;
    let truth = Instance::of(domain, problem)?;
    let (heard_start, heard_goal) = (told(start, &site.vocabulary), hear(goal, &site.vocabulary));
    let literal = |(name, holds): &(Proposition, bool)| (name.to_string(), *holds);
    let facts: Option<BTreeSet<Literal>> = heard_start.as_ref().ok().map(|facts| facts.iter().map(literal).collect());
    let is_start_exact = facts.as_ref() == Some(&truth.start);
    let is_goal_exact = heard_goal.formula().is_some_and(|formula| site.is_same(formula, &truth.goal) == Some(true));
    let is_read = facts.is_some() && heard_goal.formula().is_some();
    let is_exact = is_start_exact && is_goal_exact;
    let mut holding = vec![(ASKED, !is_read), (MISREAD, is_read && !is_exact)];
    holding.extend([(START, is_start_exact), (GOAL, is_goal_exact), (BOTH, is_exact)]);
    if let (true, Some(facts), Some(formula)) = (is_goal_exact, facts.filter(|_| is_start_exact), heard_goal.formula())
    {
        holding.push((VALID_AS_READ, truth.is_solved(site, &state(site, &facts)?, formula)?));
    }
    holding.push((VALID, truth.is_solved(site, &state(site, &truth.start)?, &truth.goal)?));
    let because = match &heard_start {
        Ok(_) => heard_goal.words(),
        Err(error) => format!("start: {error}"),
    };
    Ok(Item {
        part: format!("1 to {LAST}"),
        id: prompt.instance_id.to_string(),
        text: format!("{start} {goal}"),
        heard: if heard_start.is_ok() { heard_goal.name() } else { "refused" },
        because,
        told: holding,
    })
}

/// The last statement of a prompt: its start and its goal.
fn statement(query: &str) -> Result<(&str, &str)> {
    let (_, last) = query.rsplit_once("[STATEMENT]").context("it has no [STATEMENT]")?;
    let mut lines = last.lines().map(str::trim).filter(|line| !line.is_empty());
    let (start, goal) = (lines.next().context("its statement is empty")?, lines.next().context("it has no goal")?);
    Ok((start, goal))
}

/// The state of the site in which exactly these facts hold; derived ones follow.
fn state(site: &Site, facts: &BTreeSet<Literal>) -> Result<State> {
    let stored = |name: &str| name.starts_with("on(") || name.starts_with("holding(");
    let told = facts.iter().filter(|(name, holds)| *holds && stored(name)).map(|(name, _)| name.clone());
    Ok(site.world.read(&Facts::new(told))?)
}

/// The literals that a formula says to be so, now or in the end; `None`: it says something else.
fn told_by(formula: &Formula) -> Option<BTreeSet<Literal>> {
    split(formula).iter().map(literal).collect()
}

fn literal(formula: &Formula) -> Option<Literal> {
    let nodes = formula.nodes();
    let mut at = nodes.len() - 1;
    let mut holds = true;
    loop {
        match &nodes[at] {
            Node::Proposition(name) => return Some((name.to_string(), holds)),
            Node::Unary(Unary::Not, inner) => {
                holds = !holds;
                at = *inner as usize;
            }
            Node::Unary(Unary::Finally | Unary::Globally, inner) if holds => at = *inner as usize,
            _ => return None,
        }
    }
}

/// An instance as the data have it, and in the terms of the site.
struct Instance {
    imported: Imported,
    start: BTreeSet<Literal>,
    goal: Formula,
}

impl Instance {
    fn of(domain: &str, problem: &str) -> Result<Self> {
        let imported = import(domain, Some(problem), None)?;
        let mut start = BTreeSet::new();
        for fact in imported.facts.iter() {
            start.extend(in_site(fact)?);
        }
        let goal = Formula::parse(&imported.goal)?;
        let mut whole: Option<Formula> = None;
        for (fact, _) in told_by(&goal).context("its goal is no conjunction of facts")? {
            for (name, holds) in in_site(&fact)? {
                let one = Formula::proposition(Proposition::new(&name)?);
                let one = if holds { one } else { Formula::unary(Unary::Not, &one) };
                whole = Some(whole.map_or(one.clone(), |whole| Formula::binary(Binary::And, &whole, &one)));
            }
        }
        let whole = whole.context("its goal is empty")?;
        let goal = Formula::unary(Unary::Finally, &Formula::unary(Unary::Globally, &whole));
        Ok(Self { imported, start, goal })
    }

    /// Whether a plan is found for what was read, and is one in the domain of the data, too.
    fn is_solved(&self, site: &Site, state: &State, mission: &Formula) -> Result<bool> {
        let Some(Planned { plan, .. }) = site.plan(state, mission)? else { return Ok(false) };
        let robots = self.imported.robots.iter().map(|(name, kind)| (name.as_str(), kind.as_str()));
        let data = Site::of(&self.imported.domain_yaml, "the domain of the data", robots)?;
        let start = data.world.read(&self.imported.facts)?;
        let agent = self.imported.robots.first().map_or("", |(name, _)| name.as_str());
        let step = |deed: &String| Some(vec![Some(data.world.find_deed(&in_data(deed, agent)?)?.1)]);
        let steps: Option<Vec<_>> = site.deeds(&plan).iter().map(step).collect();
        let goal = Formula::parse(&self.imported.goal)?;
        Ok(steps.is_some_and(|steps| data.is_valid(&start, &goal, &Plan { steps })))
    }
}

/// A fact of the data as the site says it: an empty hand holds none of the blocks.
fn in_site(fact: &str) -> Result<Vec<Literal>> {
    let (name, arguments) = parts(fact).with_context(|| format!("{fact:?} is no fact"))?;
    let blocks: Vec<String> = arguments
        .iter()
        .map(|letter| block(letter))
        .collect::<Option<_>>()
        .with_context(|| format!("{fact:?} names no block"))?;
    Ok(match (name, blocks.as_slice()) {
        ("on", [upper, lower]) => vec![(format!("on({upper}, {lower})"), true)],
        ("ontable", [block]) => vec![(format!("on({block}, table)"), true)],
        ("clear", [block]) => vec![(format!("clear({block})"), true)],
        ("holding", [block]) => vec![(format!("holding({HAND}, {block})"), true)],
        ("handempty", []) => COLOURS.iter().map(|colour| (format!("holding({HAND}, {colour}_block)"), false)).collect(),
        _ => bail!("{fact:?} is no fact of Blocksworld"),
    })
}

/// A deed of the site as the domain of the data says it.
fn in_data(deed: &str, agent: &str) -> Option<String> {
    let (name, arguments) = parts(deed)?;
    let letters = arguments.get(1..)?.iter().map(|block| letter(block)).collect::<Option<Vec<String>>>()?;
    Some(format!("{name}({agent}, {})", letters.join(", ")))
}

/// The name and the arguments of a proposition.
fn parts(proposition: &str) -> Option<(&str, Vec<&str>)> {
    match proposition.split_once('(') {
        None => Some((proposition, Vec::new())),
        Some((name, rest)) => Some((name, rest.strip_suffix(')')?.split(", ").collect())),
    }
}

fn block(letter: &str) -> Option<String> {
    let place = "abcdefghijkl".find(letter).filter(|_| letter.len() == 1)?;
    Some(format!("{}_block", COLOURS[place]))
}

fn letter(block: &str) -> Option<String> {
    let place = COLOURS.iter().position(|colour| block.strip_suffix("_block") == Some(*colour))?;
    "abcdefghijkl".chars().nth(place).map(String::from)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{super::set::Set, *};

    fn made_up() -> Vec<Item> {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/outside");
        items(&Files::of(Set::Blocksworld, &data)).expect("the example has this form")
    }

    #[test]
    fn start_and_goal_that_are_read_as_the_pddl_has_them_are_exact_and_solved() {
        let items = made_up();
        assert_eq!(items[0].id, "2");
        assert_eq!(items[0].holding(), [START, GOAL, BOTH, VALID_AS_READ, VALID], "{}", items[0].because);
    }

    #[test]
    fn start_that_is_not_read_is_asked_about_while_the_instance_itself_is_solved() {
        assert_eq!(made_up()[1].holding(), [ASKED, VALID]);
    }

    #[test]
    fn instances_kept_for_acceptance_are_not_opened() {
        assert_eq!(made_up().len(), 2);
    }

    #[test]
    fn one_fact_too_few_is_misread() {
        let site = Site::of(SITE, "blocks.yaml", [(HAND, HAND)]).expect("a site");
        let problem = "(define (problem p) (:domain blocksworld-4ops) (:objects a b)
            (:init (handempty) (ontable a) (ontable b) (clear a) (clear b)) (:goal (and (on a b))))";
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/outside");
        let domain = Files::of(Set::Blocksworld, &data).read(DOMAIN).expect("the example has a domain");
        let query = "[STATEMENT]\nInitially, the red block is on the table.\nMake sure that the red block is on the blue block.";
        let prompt = Prompt { instance_id: 1, query: query.to_owned() };
        let item = item(&site, &prompt, &domain, problem).expect("it is of this form");
        assert_eq!(item.holding(), [MISREAD, GOAL, VALID]);
    }

    #[test]
    fn prompt_without_a_goal_is_refused() {
        assert_eq!(statement("[STATEMENT]\nonly a start").expect_err("no goal").to_string(), "it has no goal");
    }
}
