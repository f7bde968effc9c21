//! Scores by the meanings that the safety monitor has read a mission as.

use std::sync::Arc;

use futures::executor::block_on;
use surefleet_fleet::{Brief, Decision, Facts, MissionId, RobotId, Turn};
use surefleet_grounded::FormalScorer;
use surefleet_language::{LabelledOption, OptionScorer, Prompt, Question, Scores, Understanding};
use surefleet_world::{Domain, Robot, World};

const DOMAIN: &str = include_str!("../../../../config/domains/household.yaml");

struct House {
    world: Arc<World>,
    scorer: FormalScorer,
    robot: RobotId,
}

impl House {
    fn new() -> Self {
        let robot = RobotId::new("robot_1").expect("a name");
        let domain = Arc::new(Domain::parse(DOMAIN, "household.yaml").expect("a domain"));
        let world = World::new(domain, &[Robot { id: robot.clone(), kind: None }]).expect("a world");
        let world = Arc::new(world);
        Self { scorer: FormalScorer::new(Arc::clone(&world)), world, robot }
    }

    /// The scores of a mission's first decision.
    fn score(&self, formulas: &[&str], meanings: &[&str], facts: &[&str]) -> Scores {
        self.score_under(&[], formulas, meanings, facts)
    }

    /// The same where the fleet has rules of its own.
    fn score_under(&self, rules: &[&str], formulas: &[&str], meanings: &[&str], facts: &[&str]) -> Scores {
        let owned = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect();
        let brief = Brief {
            formulas: owned(formulas),
            meanings: owned(meanings),
            rules: owned(rules),
            ..Brief::new(MissionId::new([1; 16]), "Bring the apple to the sink.", 8, vec![self.robot.clone()])
        };
        let texts: Vec<String> = self.world.options().iter().map(|option| self.world.text(option)).collect();
        let of_sort = |sort: &&str| [1, 2].map(|number| format!("located({sort}_{number}, counter)"));
        let facts = facts.iter().map(|fact| (*fact).to_owned()).chain(OTHERS.iter().flat_map(of_sort));
        let turn = Turn::first(Arc::new(brief), Facts::new(facts));
        let options = LabelledOption::in_order(texts.iter().map(String::as_str));
        let prompt = Prompt { prefix: "".into(), suffix: String::new() };
        let question = Question { prompt, options, turn, robot: self.robot.clone() };
        block_on(self.scorer.score(&question)).expect("scores")
    }

    fn option(&self, symbol: &str) -> usize {
        let found = self.world.find_decision(symbol).expect("it is of S");
        Decision::index(found)
    }
}

/// All other things of the household.
const OTHERS: [&str; 5] = ["kettle", "tomato", "bread", "potato", "knife"];

const FACTS: [&str; 2] = ["located(apple_1, table)", "located(apple_2, shelf)"];

#[test]
fn each_meaning_has_its_share_of_the_mass_and_a_common_step_has_all_of_it() {
    let house = House::new();
    let (first, second) = ("F G located(apple_1, sink)", "F G located(apple_2, sink)");
    let probability = |scores: &Scores, symbol: &str| scores.log_probabilities[house.option(symbol)].exp();
    let clear = house.score(&[first], &[], &FACTS);
    assert_eq!(clear.understanding, Some(Understanding { top: 1.0, unexplained: 0.0 }));
    let vague = house.score(&[], &[first, second], &FACTS);
    assert_eq!(vague.understanding, Some(Understanding { top: 0.5, unexplained: 0.0 }));
    let [one, other] = ["go_to(apple_1)", "go_to(apple_2)"].map(|symbol| probability(&vague, symbol));
    assert!(probability(&clear, "go_to(apple_1)") > 0.9, "{clear:?}");
    assert!((one - other).abs() < 1e-9 && (0.45..0.51).contains(&one), "{one} and {other}");
    let told: Vec<&str> = vague.meanings.iter().map(|(words, _)| words.as_str()).collect();
    assert_eq!(told, ["In the end apple 1 is in the sink.", "In the end apple 2 is in the sink."]);
    // Where both meanings ask for the same step, nothing is in question.
    let (kettle, cup) = ("F G located(apple_1, sink)", "F G located(apple_1, counter)");
    let common = house.score(&[], &[kettle, cup], &FACTS);
    assert!(probability(&common, "go_to(apple_1)") > 0.9, "{common:?}");
}

#[test]
fn the_plan_that_a_decision_is_judged_by_keeps_the_fleet_s_rules() {
    let house = House::new();
    // Any apple will do, and the first one is nearer to being named.
    let any = "F G located(apple_1, sink) | F G located(apple_2, sink)";
    for (formulas, meanings) in [(&[any][..], &[][..]), (&[][..], &[any][..])] {
        let free = house.score(formulas, meanings, &FACTS);
        let bound = house.score_under(&["G !holding(robot_1, apple_1)"], formulas, meanings, &FACTS);
        let of = |scores: &Scores, symbol: &str| scores.log_probabilities[house.option(symbol)].exp();
        assert!(of(&free, "go_to(apple_1)") > 0.3, "{free:?}");
        assert!(of(&bound, "go_to(apple_2)") > 0.9 && of(&bound, "go_to(apple_1)") < 0.1, "{bound:?}");
        assert_eq!(free.meanings, bound.meanings, "what the mission means is its own");
    }
}

#[test]
fn what_one_meaning_has_achieved_and_another_has_not_is_in_question() {
    let house = House::new();
    let facts = ["located(apple_1, sink)", "located(apple_2, shelf)"];
    let scores = house.score(&[], &["F G located(apple_1, sink)", "F G located(apple_2, sink)"], &facts);
    let probability = |symbol: &str| scores.log_probabilities[house.option(symbol)].exp();
    let [idle, go] = ["idle", "go_to(apple_2)"].map(probability);
    assert!((0.45..0.51).contains(&idle) && (0.45..0.51).contains(&go), "{idle} and {go}");
}
