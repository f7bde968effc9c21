//! `surefleet bench outside`: benchmarks that others made, with their sentences as they are.

mod blocksworld;
mod coherent;
mod heard;
mod introplan;
mod item;
mod safe_agent;
mod set;
mod site;
mod vltl;

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::ValueEnum;
use surefleet_cli::{place::Place, work::bar};
use surefleet_conformal::{Interval, exact_interval};

use self::{
    item::Item,
    set::{Files, Set},
};
use crate::measurement::{Cell, Column, Measurement, Sheet, Unit};

/// The sets, their files and the fields of `--json`, for `--help`.
const FIELDS: &str = "\
The data are yours: DIR has a clone of each repository, under its name. Only these files are opened:
  blocksworld        LLMs-Planning (karthikv792): plan-bench/prompts/blocksworld/task_1_plan_generation.json, instances 1
                     to 200, and for each plan-bench/instances/blocksworld/generated_basic/instance-N.pddl; the domain
                     plan-bench/instances/blocksworld/generated_domain.pddl
  coherent           COHERENT (MrKeee): env/env0.json, env/env1.json, env/env2.json
  rescue             VLTL-Bench (Dubascudes): VLTL-Bench/test/search_and_rescue.jsonl
  introplan          IntroPlan (kevinliang888): data/mobile_manipulation_knowledge.txt
  safeagent          SafeAgentBench (shengyin1224): dataset/long_horizon_1009.jsonl, its first 25 lines

A sentence is read as a fleet reads it, with the words of a domain file for its site; what is not read with one meaning
is asked about. The domain files were written by hand; published models did not get them.
Of blocksworld, each sentence by itself:
  asked              one of the two is not read with one meaning
  misread            both are, and not both exactly
  start read exactly the facts that it tells are those of the PDDL instance
  goal read exactly  it means the goal of the PDDL instance
  both read exactly  both are
  plan valid as read of those read exactly: the plan for them is one for the PDDL instance in the domain of the data
  plan valid         the plan for the PDDL instance itself is one, in the domain of the data
Of coherent; steps count one robot at a time:
  read               it is read with one meaning
  asked              it is not, and a person is asked
  read as the goal   of those read: it means that the edges of the data's goal are there in the end, and stay
  solved             the plan for what was read ends with the data's goal
  done otherwise     it was read, and is not solved
  within optimum     of those solved: it has no more steps than the data says are needed
  goal solved        the same for the data's goal itself, without words
  goal within optimum
  goal proved shortest
                     of those solved: search has proved that no plan has fewer steps
Of rescue, where deeds may come together, as in the data:
  read right         it has the same finite traces as the formula of the data, by automata
  asked, misread     it is not read with one meaning; it is, and means something else
  good trace kept    of those read: the monitor of what was read accepts the good trace of the data
  bad trace refused  of those read: it does not accept the bad one
  good trace kept by the data's formula, bad trace refused by the data's formula
                     the same for the formula of the data, without words
Of introplan; the domain file names the things of the scene only, and a deed is a thing and where it goes:
  exact set          the deeds that satisfy what was read, or that a person is offered, are those that the data call possible
  over-ask           of those where all that is possible is intended: it is asked about
  wrong alone        of the same: it is read, and something else may be done than is intended
  under-ask          of those where less is intended than is possible: it is read, and nobody is asked
  unsafe refused     of the unsafe ones: it is asked about, or refused
Of safeagent; each requirement (what follows \"Requirement:\") is read by itself, as a constraint:
  read right         it means one of the formulas that were written for it by hand (the data have none), or is stricter
  asked, misread     it is not read with one meaning, or could not be enforced; it is read, and not right

With --json, one object: schema, machine, date, command, and
  figures            an array: set, measure (as above), count, of, share with share_95 (exact interval)
  parts              an array: the same by part (a file of the data, a form of formula, or a class), where a set has several
  items              an array: set, part, id, text, heard (read, asked, refused), because (what was read or why not),
                     holds and fails (the measures that hold of it and those that do not, with commas)";

/// The options of the outside benchmark.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// A folder with a clone of each repository.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Only these sets.
    #[arg(long = "set", value_name = "SET", value_enum)]
    sets: Vec<Set>,
}

/// A measure of a set or of a part of it.
struct Figure {
    set: Set,
    part: String,
    measure: &'static str,
    count: usize,
    of: usize,
    share_95: [f64; 2],
}

/// Measures all sets, or those that are chosen.
///
/// # Errors
/// A file that is missing or has another form than is expected.
pub fn run(arguments: &Arguments, place: &Place) -> Result<Measurement> {
    let sets = if arguments.sets.is_empty() { Set::value_variants() } else { &arguments.sets };
    let progress = bar(sets.len() as u64, "sets");
    let (mut figures, mut parts, mut items) = (Vec::new(), Vec::new(), Vec::new());
    for &set in sets {
        let files = Files::of(set, &arguments.data);
        let (measures, heard): (&[&'static str], Vec<Item>) = match set {
            Set::Blocksworld => (&blocksworld::MEASURES, blocksworld::items(&files)?),
            Set::Coherent => (&coherent::MEASURES, coherent::items(&files, &shared(place, coherent::FLAT)?)?),
            Set::Rescue => (&vltl::MEASURES, vltl::items(&files)?),
            Set::IntroPlan => (&introplan::MEASURES, introplan::items(&files)?),
            Set::SafeAgent => (&safe_agent::MEASURES, safe_agent::items(&files)?),
        };
        figures.extend(tally(set, "", measures, &heard)?);
        let mut of_parts: Vec<&str> = heard.iter().map(|item| item.part.as_str()).collect();
        of_parts.sort_unstable();
        of_parts.dedup();
        if of_parts.len() > 1 {
            for part in of_parts {
                parts.extend(tally(set, part, measures, &heard)?.into_iter().filter(|figure| figure.of > 0));
            }
        }
        items.extend(heard.into_iter().map(|item| (set, item)));
        progress.inc(1);
    }
    progress.finish_and_clear();
    let notes = vec![
        "The domain file of each site, which names its things, skills and their words, was written by hand; the published \
         models did not get such a file. What the requirements of SafeAgentBench mean was written by hand, too."
            .to_owned(),
    ];
    let sheets = vec![
        Sheet::new("figures", "", &figures, figure_columns(false)),
        Sheet::new("parts", "by part", &parts, figure_columns(true)).in_detail(),
        Sheet::new("items", "", &items, item_columns()).raw(),
    ];
    Ok(Measurement { notes, ..Measurement::new("Benchmarks that others made", sheets) })
}

/// A file that comes with surefleet.
fn shared(place: &Place, file: &str) -> Result<String> {
    let path = place.share.join(file);
    std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}

/// The measures of a part, or of all parts: of how many items each can be told, and of how many it holds.
fn tally(set: Set, part: &str, measures: &[&'static str], items: &[Item]) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for &measure in measures {
        let of_part = items.iter().filter(|item| part.is_empty() || item.part == part);
        let told: Vec<bool> = of_part
            .flat_map(|item| item.told.iter())
            .filter(|(of, _)| *of == measure)
            .map(|(_, holds)| *holds)
            .collect();
        let count = told.iter().filter(|holds| **holds).count();
        let share_95 = match told.len() {
            0 => [0.0, 1.0],
            of => {
                let Interval { low, high } = exact_interval(count, of, 0.95)?;
                [low, high]
            }
        };
        figures.push(Figure { set, part: part.to_owned(), measure, count, of: told.len(), share_95 });
    }
    Ok(figures)
}

fn figure_columns(are_parts: bool) -> Vec<Column<Figure>> {
    type C = Column<Figure>;
    let mut columns = vec![C::new("set", "set", Unit::Plain, |of| of.set.name().into())];
    if are_parts {
        columns.push(C::new("part", "part", Unit::Plain, |of| of.part.as_str().into()));
    }
    columns.extend([
        C::new("measure", "measure", Unit::Plain, |of| of.measure.into()),
        C::new("count", "count", Unit::Plain, |of| of.count.into()),
        C::new("of", "of", Unit::Plain, |of| of.of.into()),
        C::new("share", "share (95 %)", Unit::Percent(1), |of| match of.of {
            0 => Cell::Missing,
            all => Cell::Within(of.count as f64 / all as f64, of.share_95),
        }),
    ]);
    columns
}

fn item_columns() -> Vec<Column<(Set, Item)>> {
    type C = Column<(Set, Item)>;
    fn names(item: &Item, wanted: bool) -> Cell {
        let names: Vec<&str> = item.told.iter().filter(|(_, holds)| *holds == wanted).map(|(name, _)| *name).collect();
        names.join(", ").into()
    }
    vec![
        C::raw("set", |(set, _)| set.name().into()),
        C::raw("part", |(_, of)| of.part.as_str().into()),
        C::raw("id", |(_, of)| of.id.as_str().into()),
        C::raw("text", |(_, of)| of.text.as_str().into()),
        C::raw("heard", |(_, of)| of.heard.into()),
        C::raw("because", |(_, of)| of.because.as_str().into()),
        C::raw("holds", |(_, of)| names(of, true)),
        C::raw("fails", |(_, of)| names(of, false)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(part: &str, told: &[(&'static str, bool)]) -> Item {
        let words = String::new;
        Item { part: part.to_owned(), id: words(), text: words(), heard: "read", because: words(), told: told.to_vec() }
    }

    #[test]
    fn measure_counts_the_items_of_its_part_that_it_applies_to() {
        let items = [item("a", &[("x", true), ("y", false)]), item("a", &[("x", false)]), item("b", &[("x", true)])];
        let counts = |part| -> Vec<(usize, usize)> {
            let figures = tally(Set::Rescue, part, &["x", "y", "z"], &items).expect("counts have intervals");
            figures.iter().map(|figure| (figure.count, figure.of)).collect()
        };
        assert_eq!(counts(""), [(2, 3), (0, 1), (0, 0)]);
        assert_eq!(counts("a"), [(1, 2), (0, 1), (0, 0)]);
    }
}
