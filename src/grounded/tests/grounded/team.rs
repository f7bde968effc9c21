//! Joint steps for a whole team: what a model writes is read strictly and verified, what is refused is told to it, and search goes on where it cannot.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex},
};

use futures::executor::block_on;
use surefleet_fleet::{Brief, Facts, MissionId, RobotId, TeamProposal, Turn};
use surefleet_grounded::{FormalScorer, TeamPlanner, Written};
use surefleet_language::{
    LabelledOption, LanguageModel, OptionScorer, Prompt, Question, ScoreError, Text, TextRequest, Usage,
};
use surefleet_world::{Domain, Robot, World};

const DOMAIN: &str = include_str!("../../../../config/domains/household.yaml");
const BOTH: &str = "F G (located(apple_1, sink) & located(apple_2, counter))";

/// A model that gives these answers, one after the other, and then none.
struct Script {
    answers: Mutex<VecDeque<String>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl LanguageModel for Script {
    fn name(&self) -> &str {
        "script"
    }

    async fn write(&self, request: &TextRequest) -> Result<Text, ScoreError> {
        self.asked.lock().expect("nobody panics").push(request.prompt.text());
        let answer = self.answers.lock().expect("nobody panics").pop_front();
        let text = answer.ok_or_else(|| ScoreError::Model("the model is not there".to_owned()))?;
        Ok(Text { text, is_whole: true, usage: Usage { model_calls: 1, ..Usage::default() } })
    }
}

struct Team {
    world: Arc<World>,
    turn: Turn,
}

fn robot(number: usize) -> RobotId {
    RobotId::new(&format!("robot_{number}")).expect("a name")
}

impl Team {
    /// Two robots; apple 1 is on the table, apple 2 on the shelf.
    fn with(formulas: &[&str], meanings: &[&str]) -> Self {
        let team = vec![robot(1), robot(2)];
        let domain = Arc::new(Domain::parse(DOMAIN, "household.yaml").expect("a domain"));
        let robots = team.iter().map(|id| Robot { id: id.clone(), kind: None }).collect::<Vec<_>>();
        let world = Arc::new(World::new(domain, &robots).expect("a world"));
        let owned = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect();
        let (formulas, meanings) = (owned(formulas), owned(meanings));
        let brief = Brief { formulas, meanings, ..Brief::new(MissionId::new([1; 16]), "Tidy the apples.", 8, team) };
        let sorts = ["kettle", "tomato", "bread", "potato", "knife"];
        let of_sort = |sort: &str| [1, 2].map(|number| format!("located({sort}_{number}, table)"));
        let apples = ["located(apple_1, table)".to_owned(), "located(apple_2, shelf)".to_owned()];
        let facts = apples.into_iter().chain(sorts.into_iter().flat_map(of_sort));
        Self { world, turn: Turn::first(Arc::new(brief), Facts::new(facts)) }
    }

    fn new() -> Self {
        Self::with(&[BOTH], &[])
    }

    /// What the planner of robot 1 makes of these answers, and the prompts that the model got.
    fn write(&self, answers: &[&str]) -> (Written, Vec<String>) {
        let (planner, asked) = self.planner(answers);
        let written = block_on(planner.write(&self.turn, &robot(1)));
        let asked = asked.lock().expect("nobody panics").clone();
        (written, asked)
    }

    fn planner(&self, answers: &[&str]) -> (TeamPlanner<Script>, Arc<Mutex<Vec<String>>>) {
        let asked = Arc::default();
        let answers = Mutex::new(answers.iter().map(|answer| (*answer).to_owned()).collect());
        let model = Script { answers, asked: Arc::clone(&asked) };
        let prompt = Box::new(|_: &Turn| Prompt { prefix: "Plan.".into(), suffix: "Answer:".to_owned() });
        (TeamPlanner::new(model, Arc::clone(&self.world), prompt), asked)
    }

    fn proposal(&self, by: &str, parts: [&str; 2]) -> Arc<TeamProposal> {
        let decision = |symbol: &str| self.world.find_decision(symbol).expect("it is of S");
        let parts = [(robot(1), decision(parts[0])), (robot(2), decision(parts[1]))];
        Arc::new(TeamProposal { owner: robot(1), by: by.to_owned(), parts: BTreeMap::from(parts) })
    }

    /// The probability of an option of robot 1 in a turn.
    fn probability(&self, turn: &Turn, symbol: &str) -> f64 {
        let texts: Vec<String> = self.world.options().iter().map(|option| self.world.text(option)).collect();
        let options = LabelledOption::in_order(texts.iter().map(String::as_str));
        let prompt = Prompt { prefix: "".into(), suffix: String::new() };
        let question = Question { prompt, options, turn: turn.clone(), robot: robot(1) };
        let scores = block_on(FormalScorer::new(Arc::clone(&self.world)).score(&question)).expect("scores");
        scores.log_probabilities[self.world.find_decision(symbol).expect("it is of S").index()].exp()
    }
}

#[test]
fn a_joint_step_that_begins_a_shortest_plan_is_proposed_as_it_was_written() {
    let team = Team::new();
    // Each robot goes to the apple that search would give to the other one: as good.
    let answer = "<think>{Two apples}, two robots.</think>\n```json\n{\"robot 1\": \"go to apple 2\", \"robot 2\": \"go to apple 1\"}\n```";
    let (written, asked) = team.write(&[answer]);
    assert_eq!(written.proposal, Some(team.proposal("script", ["go_to(apple_2)", "go_to(apple_1)"])));
    assert_eq!((written.refused, written.usage.model_calls, asked.len()), (vec![], 1, 1));
}

#[test]
fn whatever_is_wrong_in_an_answer_is_told_to_the_model_in_words() {
    let team = Team::new();
    let good = "{\"robot 1\": \"go to apple 1\", \"robot 2\": \"go to apple 2\"}";
    for (answer, why) in [
        ("robot 1 goes to apple 1", "there is no JSON object in the answer"),
        ("} {", "there is no JSON object in the answer"),
        ("{\"robot 1\": 3}", "is not one JSON object of robots and their actions"),
        ("{\"robot 1\": \"remain idle\"} or {\"robot 2\": \"remain idle\"}", "is not one JSON object"),
        (
            "{\"robot 1\": \"fly to the moon\", \"robot 2\": \"remain idle\"}",
            "robot 1: \"fly to the moon\" is not one of the actions",
        ),
        ("{\"robot 1\": \"remain idle\", \"robot 7\": \"remain idle\"}", "\"robot 7\" is no robot of the team"),
        ("{\"robot 1\": \"remain idle\", \"robot 1\": \"go to apple 1\"}", "robot 1 stands there twice"),
        ("{\"robot 1\": \"go to apple 1\"}", "robot 2 has no action: each robot needs one"),
        ("{\"robot 1\": \"grab apple 1\", \"robot 2\": \"remain idle\"}", "robot 1 cannot grab apple 1: "),
        ("{\"robot 1\": \"remain idle\", \"robot 2\": \"remain idle\"}", "the mission then takes "),
        ("{\"robot 1\": \"go to apple 1\", \"robot 2\": \"go to apple 1\"}", "robot 2 cannot go to apple 1: "),
    ] {
        let (written, asked) = team.write(&[answer, good]);
        assert_eq!(written.proposal, Some(team.proposal("script", ["go_to(apple_1)", "go_to(apple_2)"])), "{answer}");
        let [refused] = &written.refused[..] else { panic!("{answer}: {:?}", written.refused) };
        assert!(refused.contains(why), "{refused}");
        assert!(
            !asked[0].contains("refused") && asked[1].contains(&format!("These answers were refused:\n- {refused}\n"))
        );
        assert_eq!(written.usage.model_calls, 2);
    }
}

#[test]
fn a_model_is_asked_three_times_at_most_and_not_again_if_it_repeats_itself_or_is_not_there() {
    let team = Team::new();
    let bad = |who: usize| format!("{{\"robot {who}\": \"remain idle\"}}");
    let wrong = [bad(7), bad(8), bad(9), bad(1)];
    let (written, asked) = team.write(&wrong.each_ref().map(String::as_str));
    assert_eq!((written.proposal, written.refused.len(), asked.len()), (None, 3, 3));
    let (written, asked) = team.write(&[&wrong[0], &wrong[0], &wrong[1]]);
    assert_eq!((written.proposal, written.refused.len(), asked.len()), (None, 1, 2));
    let (written, asked) = team.write(&[]);
    assert_eq!((written.proposal, asked.len()), (None, 1));
    assert!(written.refused[0].contains("the model is not there"), "{:?}", written.refused);
}

#[test]
fn search_writes_the_joint_step_that_it_would_have_each_robot_take() {
    let team = Team::new();
    let (planner, asked) = team.planner(&[]);
    let proposal = planner.by_search(&team.turn, &robot(1)).expect("a plan is known");
    assert_eq!((proposal.by.as_str(), proposal.parts.len()), (TeamProposal::SEARCH, 2));
    assert!(asked.lock().expect("nobody panics").is_empty());
    let done: Vec<String> = proposal.parts.values().map(|part| team.world.symbol(*part)).collect();
    assert!(done.iter().all(|one| one.starts_with("go_to(apple_")) && done[0] != done[1], "{done:?}");
}

#[test]
fn nothing_is_proposed_for_a_mission_that_can_mean_several_things_or_is_not_read() {
    let one = "F G located(apple_1, sink)";
    for team in [Team::with(&[], &[one, BOTH]), Team::with(&[], &[])] {
        let (planner, asked) = team.planner(&["{}"]);
        assert_eq!(block_on(planner.write(&team.turn, &robot(1))), Written::default());
        assert_eq!(planner.by_search(&team.turn, &robot(1)), None);
        assert!(asked.lock().expect("nobody panics").is_empty());
    }
}

#[test]
fn a_proposal_decides_among_options_of_shortest_plans_and_nothing_else() {
    let team = Team::new();
    let free = team.turn.clone();
    let with = |parts| Turn { proposal: Some(team.proposal("script", parts)), ..free.clone() };
    let options = ["go_to(apple_1)", "go_to(apple_2)"];
    let best = options.iter().filter(|option| team.probability(&free, option) > 0.9).count();
    assert_eq!(best, 1, "without a proposal search has its own favourite");
    for option in options {
        let other = if option == options[0] { options[1] } else { options[0] };
        let proposed = with([option, other]);
        assert!(team.probability(&proposed, option) > 0.9);
        assert!(team.probability(&proposed, other) < 0.1);
    }
    // To stay takes longer: a proposal does not make it right.
    let before = team.probability(&free, "idle");
    assert!(before < 0.1);
    assert_eq!(team.probability(&with(["idle", "go_to(apple_2)"]), "idle"), before);
}
