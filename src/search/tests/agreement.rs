//! Search against exhaustive search, on small random domains.

#[path = "random/exhaustive.rs"]
mod exhaustive;
#[path = "random/generator.rs"]
mod generator;

use exhaustive::Exhaustive;
use std::sync::Arc;

use generator::{Generator, Sample, below};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::Decision;
use surefleet_ltl::Formula;
use surefleet_search::{Answer, Budget, Oracle, Task, Verdict, check_plan, shortest};

const DOMAINS: usize = 700;

fn formulas(sample: &Sample) -> Vec<Formula> {
    std::iter::once(&sample.mission).chain(&sample.constraints).cloned().collect()
}

#[test]
fn shortest_plans_are_as_short_as_those_of_exhaustive_search() {
    let domains = std::env::var("SUREFLEET_DOMAINS").ok().and_then(|text| text.parse().ok()).unwrap_or(DOMAINS);
    let first: u64 = std::env::var("SUREFLEET_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let (mut tested, mut solved, mut refused, mut lengths) = (0, 0, 0, [0; 12]);
    let mut reasons = std::collections::BTreeMap::<String, usize>::new();
    for seed in first.. {
        if tested == domains {
            break;
        }
        let sample = match Generator::new(seed).sample() {
            Ok(sample) => sample,
            Err(why) => {
                *reasons.entry(why.lines().next().unwrap_or("").chars().take(90).collect()).or_default() += 1;
                refused += 1;
                continue;
            }
        };
        let formulas = formulas(&sample);
        let Some(truth) = Exhaustive::explore(&sample.world, &sample.state, &formulas, &sample.team, 3000, false)
        else {
            continue;
        };
        tested += 1;
        let least = truth.distance(&truth.start);
        let task =
            || Task::new(&sample.world, &sample.mission, &sample.constraints, &sample.team).expect("a good task");
        for task in [task(), task().without_forbidden()] {
            let answer = shortest(&task, &sample.state, &task.begin(&sample.state), 60, Budget(20_000_000));
            match (&answer, least) {
                (Answer::Found { plan, is_shortest }, Some(least)) => {
                    check_plan(&sample.world, &formulas, &sample.team, &sample.state, plan)
                        .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{}", sample.text));
                    assert!(*is_shortest, "seed {seed}: not proved\n{}", sample.text);
                    assert_eq!(plan.len() as u32, least, "seed {seed}\n{}", sample.text);
                }
                (Answer::Impossible, None) => {}
                _ => panic!("seed {seed}: {answer:?}, but exhaustive search says {least:?}\n{}", sample.text),
            }
        }
        if let Some(least) = least {
            solved += 1;
            lengths[(least as usize).min(11)] += 1;
        }
    }
    println!("{tested} domains, {solved} solved with lengths {lengths:?}, {refused} refused");
    for (why, count) in reasons {
        println!("{count} {why}");
    }
    assert!(solved * 3 > tested, "most samples should say something");
}

/// Whether a verdict is right, and whether it says everything.
fn is_right(verdict: Verdict, least: Option<u32>, most: u32) -> (bool, bool) {
    let least = least.filter(|&least| least <= most);
    match verdict {
        Verdict::Yes { steps, is_least } => {
            let is_right = least.is_some_and(|least| if is_least { steps == least } else { steps >= least });
            (is_right && steps <= most, is_least)
        }
        Verdict::No => (least.is_none(), true),
        Verdict::Open => (true, false),
    }
}

#[test]
fn verdicts_on_options_agree_with_exhaustive_search() {
    let domains = std::env::var("SUREFLEET_DOMAINS").ok().and_then(|text| text.parse().ok()).unwrap_or(DOMAINS);
    let first: u64 = std::env::var("SUREFLEET_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let (mut tested, mut verdicts, mut yes, mut no, mut vague) = (0, 0, 0, 0, [0; 2]);
    for seed in first.. {
        if tested == domains {
            break;
        }
        let Ok(sample) = Generator::new(seed).sample() else { continue };
        let formulas = formulas(&sample);
        let Some(truth) = Exhaustive::explore(&sample.world, &sample.state, &formulas, &sample.team, 1000, true) else {
            continue;
        };
        tested += 1;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let task = Arc::new(
            Task::new(&sample.world, &sample.mission, &sample.constraints, &sample.team).expect("a good task"),
        );
        // Oracles with much work and with little go along with one mission, and with one that ends when all stay.
        let oracle = || Oracle::new(Arc::clone(&task));
        let mut oracles = [
            (Budget(10_000_000), false, oracle()),
            (Budget(10_000_000), true, oracle().ended_by_idling()),
            (Budget(300), false, oracle()),
            (Budget(300), true, oracle().ended_by_idling()),
        ];
        let idle = sample.world.options().idle();
        let mut node = truth.start.clone();
        let mut progress = task.begin(&sample.state);
        for _ in 0..3 {
            let most = 1 + below(&mut rng, 6) as u32;
            let mut decided: Vec<(usize, Option<Decision>)> = Vec::new();
            for &robot in &sample.team {
                for (budget, ends_idle, oracle) in &mut oracles {
                    let has_much = budget.0 > 300;
                    let is_over = *ends_idle && truth.distance(&node) == Some(0);
                    let judgement = oracle.judge(&node.0, &progress, most, &decided, robot, *budget);
                    for &(option, verdict) in &judgement.verdicts {
                        let mut with = decided.clone();
                        with.push((robot, Some(option)));
                        let mut nexts = truth.successors(&node, &with);
                        let stays = |one: &Option<Decision>| one.is_none_or(|decision| decision == idle);
                        nexts.retain(|(joint, _)| match is_over {
                            true => option == idle,
                            false => !*ends_idle || !joint.iter().all(stays),
                        });
                        let least =
                            nexts.iter().filter_map(|(_, next)| truth.distance(next)).min().map(|least| least + 1);
                        let (is_right, says_all) = is_right(verdict, least, most);
                        let name = sample.world.deed(robot, option);
                        assert!(
                            is_right,
                            "seed {seed}: {name} of {most}: {verdict:?}, truth {least:?}\n{}",
                            sample.text
                        );
                        assert!(
                            !has_much || says_all,
                            "seed {seed}: {name} of {most}: {verdict:?}, truth {least:?}\n{}",
                            sample.text
                        );
                        let ends = *ends_idle
                            && !is_over
                            && with.len() == sample.team.len()
                            && with.iter().all(|(_, one)| stays(one));
                        assert!(
                            !ends || verdict == Verdict::No && judgement.preferred != Some(option),
                            "seed {seed}: {name} ends it"
                        );
                        verdicts += usize::from(has_much);
                        yes += usize::from(has_much && matches!(verdict, Verdict::Yes { .. }));
                        no += usize::from(has_much && verdict == Verdict::No);
                        vague[usize::from(!has_much)] += usize::from(!says_all);
                    }
                }
                let all: Vec<Decision> = sample.world.applicable(&node.0, robot);
                let joint: Vec<(usize, Decision)> =
                    decided.iter().filter_map(|&(of, one)| one.map(|one| (of, one))).collect();
                let option = all[below(&mut rng, all.len())];
                let is_fine = below(&mut rng, 8) > 0 && sample.world.is_permitted(&node.0, &joint, robot, option);
                decided.push((robot, is_fine.then_some(option)));
            }
            let nexts = truth.successors(&node, &decided);
            let Some((joint, next)) = nexts.first() else { break };
            progress = task.advance(&node.0, &progress, joint).expect("the world has applied it").1;
            assert_eq!(task.is_achieved(&progress), truth.distance(next) == Some(0), "seed {seed}\n{}", sample.text);
            node = next.clone();
        }
    }
    println!(
        "{tested} domains, {verdicts} verdicts, {yes} yes, {no} no; not exact {vague:?} with much and little work"
    );
}
