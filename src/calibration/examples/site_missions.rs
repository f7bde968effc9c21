//! Prints missions of a site for each team, and how long it takes to draw and to walk them:
//! `cargo run --release -p surefleet-calibration --example site_missions -- <domain.yaml> <start.yaml> <missions a team>
//! <name:kind>...`

use std::{sync::Arc, time::Instant};

use surefleet_calibration::{Missions, Method, MissionTrial, SiteMissions, Split, Workers, survey};
use surefleet_conformal::Threshold;
use surefleet_fleet::RobotId;
use surefleet_grounded::FormalScorer;
use surefleet_search::Budget;
use surefleet_world::{Domain, Robot, Start, World};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [domain, start, count, robots @ ..] = arguments.as_slice() else {
        return Err("give a domain, a start, a number of missions, and robots as name:kind".into());
    };
    let count: u32 = count.parse()?;
    let domain = Arc::new(Domain::parse(&std::fs::read_to_string(domain)?, domain)?);
    let start = Start::parse(&std::fs::read_to_string(start)?, start, &domain)?;
    let robot = |words: &String| -> Result<Robot, Failure> {
        let (name, kind) = words.split_once(':').map_or((words.as_str(), None), |(name, kind)| (name, Some(kind)));
        Ok(Robot { id: RobotId::new(name)?, kind: kind.map(str::to_owned) })
    };
    let robots: Vec<Robot> = robots.iter().map(robot).collect::<Result<_, _>>()?;
    let world = Arc::new(World::new(domain, &robots)?);
    let missions = SiteMissions::new(Arc::clone(&world), start)?;
    let budget = std::env::var("BUDGET").ok().and_then(|budget| budget.parse().ok()).unwrap_or(300_000);
    let scorer = FormalScorer::with_budget(world, Budget(budget));
    let began = Instant::now();
    let forms = missions.forms(20)?;
    println!("{} forms, {:.1} s for 20 missions of each team", forms.runs().count(), began.elapsed().as_secs_f64());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build()?;
    for (number, team) in missions.teams() {
        let began = Instant::now();
        for index in 0..count {
            let course = missions.begin(&team, Split::Test.seed_of(number, index))?;
            let turn = course.turn().ok_or("a mission that is over at its start")?;
            if std::env::var("TEXT").is_ok() { println!("{team} | H {} | {} | {:?}", turn.brief.horizon, turn.brief.text, turn.brief.formulas); }
        }
        let drawn = began.elapsed().as_secs_f64();
        let workers = Workers { threads: 1, runtime: runtime.handle(), on_more: &|_| {}, on_episode: &|| {} };
        let began = Instant::now();
        let episodes = survey(&missions, None, &scorer, &team, Split::Test, 0..count, workers)?;
        let walked = began.elapsed().as_secs_f64() - drawn;
        let mut scores: Vec<f64> = episodes.iter().map(|episode| episode.score).collect();
        scores.sort_by(f64::total_cmp);
        let at = |share: f64| scores[((scores.len() - 1) as f64 * share) as usize];
        let steps: u32 = episodes.iter().map(|episode| episode.steps).sum();
        let trial = |episode| MissionTrial::of(episode, Method::Surefleet(Threshold::Finite(at(0.05))));
        let asked: u32 = episodes.iter().map(|episode| trial(episode).asked).sum();
        println!(
            "{team}: drawn in {:.3} s, walked in {:.3} s, {:.1} steps a mission; scores {:.3} {:.3} {:.3} {:.3}; {:.2} questions",
            drawn / f64::from(count),
            walked / f64::from(count),
            f64::from(steps) / f64::from(count),
            at(0.0),
            at(0.05),
            at(0.1),
            at(0.5),
            f64::from(asked) / f64::from(count)
        );
    }
    Ok(())
}
