//! Joint steps for a whole team: what a model writes is read strictly and verified, what is wrong is told to it, and what was written is not asked for twice.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex},
};

use futures::executor::block_on;
use surefleet_fleet::{Brief, Facts, MissionId, RobotId, TeamStep, Turn};
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
        Ok(Text { is_whole: !text.starts_with("CUT"), text, usage: Usage { model_calls: 1, ..Usage::default() } })
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
        let written = self.written(&planner, &self.turn);
        let asked = asked.lock().expect("nobody panics").clone();
        (written, asked)
    }

    fn written(&self, planner: &TeamPlanner<Script>, turn: &Turn) -> Written {
        let mut written = Written::default();
        block_on(planner.write(turn, &robot(1), &FormalScorer::new(Arc::clone(&self.world)), &mut written));
        written
    }

    fn planner(&self, answers: &[&str]) -> (TeamPlanner<Script>, Arc<Mutex<Vec<String>>>) {
        let asked = Arc::default();
        let answers = Mutex::new(answers.iter().map(|answer| (*answer).to_owned()).collect());
        let model = Script { answers, asked: Arc::clone(&asked) };
        let prompt = Box::new(|_: &Turn| Prompt { prefix: "Plan.".into(), suffix: "Answer:".to_owned() });
        (TeamPlanner::new(model, prompt), asked)
    }

    fn team_step(&self, parts: [&str; 2]) -> Arc<TeamStep> {
        let decision = |symbol: &str| self.world.find_decision(symbol).expect("it is of S");
        let parts = [(robot(1), decision(parts[0])), (robot(2), decision(parts[1]))];
        Arc::new(TeamStep { owner: robot(1), by: "script".to_owned(), parts: BTreeMap::from(parts) })
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
fn a_joint_step_that_begins_a_shortest_plan_is_the_team_step_as_it_was_written() {
    let team = Team::new();
    // Each robot goes to the apple that search would give to the other one: as good.
    let answer = "<think>{Two apples}, two robots.</think>\n```json\n{\"robot 1\": \"go to apple 2\", \"robot 2\": \"go to apple 1\"}\n```";
    let (written, asked) = team.write(&[answer]);
    assert_eq!(written.team_step, Some(team.team_step(["go_to(apple_2)", "go_to(apple_1)"])));
    assert_eq!((written.wrong, written.usage.model_calls, asked.len()), (vec![], 1, 1));
}

#[test]
fn whichever_of_two_robots_that_stand_alike_a_model_sends_will_do() {
    // One apple: the plan is as long, whoever brings it.
    let team = Team::with(&["F G located(apple_1, sink)"], &[]);
    for (first, second) in [("go to apple 1", "remain idle"), ("remain idle", "go to apple 1")] {
        let answer = format!("{{\"robot 1\": \"{first}\", \"robot 2\": \"{second}\"}}");
        let (written, _) = team.write(&[&answer]);
        assert!(written.team_step.is_some(), "{answer}: {:?}", written.wrong);
        let turn = Turn { team_step: written.team_step, ..team.turn.clone() };
        let part = if first == "remain idle" { "idle" } else { "go_to(apple_1)" };
        assert!(team.probability(&turn, part) > 0.9, "{part}");
    }
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
        ("{\"robot 1\": \"remain idle\", \"robot 1\": \"go to apple 1\"}", "robot 1 has two actions"),
        ("{\"robot 1\": \"go to apple 1\"}", "robot 2 has no action: each robot needs one"),
        ("{\"robot 1\": \"grab apple 1\", \"robot 2\": \"remain idle\"}", "robot 1 cannot grab apple 1: "),
        (
            "{\"robot 1\": \"remain idle\", \"robot 2\": \"remain idle\"}",
            "the mission then takes 4 steps, and it can be done in 3",
        ),
        ("{\"robot 1\": \"go to apple 1\", \"robot 2\": \"go to apple 1\"}", "robot 2 cannot go to apple 1: "),
    ] {
        let (written, asked) = team.write(&[answer, good]);
        assert_eq!(written.team_step, Some(team.team_step(["go_to(apple_1)", "go_to(apple_2)"])), "{answer}");
        let [wrong] = &written.wrong[..] else { panic!("{answer}: {:?}", written.wrong) };
        assert!(wrong.contains(why), "{wrong}");
        assert!(
            !asked[0].contains("will not do")
                && asked[1].contains(&format!("Your earlier answers will not do:\n- {wrong}\n"))
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
    assert_eq!((written.team_step, written.wrong.len(), asked.len()), (None, 3, 3));
    let (written, asked) = team.write(&[&wrong[0], &wrong[0], &wrong[1]]);
    assert_eq!((written.team_step, written.wrong.len(), asked.len()), (None, 1, 2));
    let (written, asked) = team.write(&[]);
    assert_eq!((written.team_step, asked.len()), (None, 1));
    assert!(written.fault.is_some_and(|fault| fault.contains("the model is not there")) && written.wrong.is_empty());
}

#[test]
fn an_answer_that_was_cut_off_is_told_so() {
    let team = Team::new();
    let (planner, asked) = team.planner(&["CUT {\"robot 1\": \"go to apple 1\", \"robot 2\": \"go to apple 2\"}"]);
    let written = team.written(&planner, &team.turn);
    assert_eq!((written.team_step, written.usage.model_calls), (None, 1));
    assert_eq!(written.wrong, ["it was cut off after 640 tokens: think less"]);
    assert_eq!(asked.lock().expect("nobody panics").len(), 2);
}

#[test]
fn a_turn_that_begins_again_gets_what_was_written_for_it_unless_that_will_not_do_any_more() {
    let team = Team::new();
    let good = "{\"robot 1\": \"go to apple 2\", \"robot 2\": \"go to apple 1\"}";
    let (planner, asked) = team.planner(&[good, good, good]);
    let calls = || asked.lock().expect("nobody panics").len();
    let first = team.written(&planner, &team.turn);
    let again = Turn { attempt: team.turn.attempt.next(), ..team.turn.clone() };
    let second = team.written(&planner, &again);
    assert_eq!((second.team_step, second.usage.model_calls, calls()), (first.team_step.clone(), 0, 1));
    let refused = Turn { refusals: ["no".to_owned()].into(), ..again.clone() };
    assert_eq!(
        (team.written(&planner, &refused).team_step, calls()),
        (first.team_step.clone(), 2),
        "it may be what was refused"
    );
    let elsewhere = |fact: &str| fact.replace("located(apple_1, table)", "holding(robot_2, apple_1)");
    let changed = Turn { facts: Facts::new(team.turn.facts.iter().map(elsewhere)), ..refused };
    let written = team.written(&planner, &changed);
    assert_eq!(calls(), 4, "robot 2 holds apple 1 by now and cannot go to it, whoever writes that");
    assert_eq!((written.team_step, written.wrong.len()), (None, 1));
}

#[test]
fn a_model_is_not_asked_about_a_mission_that_can_mean_several_things_or_is_not_read() {
    let one = "F G located(apple_1, sink)";
    for team in [Team::with(&[], &[one, BOTH]), Team::with(&[], &[])] {
        let (planner, asked) = team.planner(&["{}"]);
        assert_eq!(team.written(&planner, &team.turn), Written::default());
        assert!(asked.lock().expect("nobody panics").is_empty());
    }
}

#[test]
fn a_team_step_decides_among_options_of_shortest_plans_and_nothing_else() {
    let team = Team::new();
    let free = team.turn.clone();
    let with = |parts| Turn { team_step: Some(team.team_step(parts)), ..free.clone() };
    let options = ["go_to(apple_1)", "go_to(apple_2)"];
    let best = options.iter().filter(|option| team.probability(&free, option) > 0.9).count();
    assert_eq!(best, 1, "without a team step search has its own favourite");
    for option in options {
        let other = if option == options[0] { options[1] } else { options[0] };
        let planned = with([option, other]);
        assert!(team.probability(&planned, option) > 0.9);
        assert!(team.probability(&planned, other) < 0.1);
    }
    // To stay takes longer: a team step does not make it right.
    let before = team.probability(&free, "idle");
    assert!(before < 0.1);
    assert_eq!(team.probability(&with(["idle", "go_to(apple_2)"]), "idle"), before);
}
