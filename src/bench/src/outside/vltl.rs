//! VLTL-Bench: sentences of search and rescue, each beside its formula and two traces (W. English et al., "VLTL-Bench", 2025).

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use surefleet_ltl::{Axioms, Budget, Constraint, Formula, Session, Spec, Unary};

use super::{heard::hear, item::Item, set::Files, site::Site};

const READ_RIGHT: &str = "read right";
const ASKED: &str = "asked";
const MISREAD: &str = "misread";
const GOOD: &str = "good trace kept";
const BAD: &str = "bad trace refused";
const GOOD_OF_DATA: &str = "good trace kept by the data's formula";
const BAD_OF_DATA: &str = "bad trace refused by the data's formula";

/// In the order of the table.
pub const MEASURES: [&str; 7] = [READ_RIGHT, ASKED, MISREAD, GOOD, BAD, GOOD_OF_DATA, BAD_OF_DATA];

const SITE: &str = include_str!("../../sites/rescue.yaml");
const SENTENCES: &str = "VLTL-Bench/test/search_and_rescue.jsonl";

/// The robot of the site.
const ROBOT: &str = "agent";

/// One line of the file; words and signs are tokens.
#[derive(Debug, Deserialize)]
struct Line {
    id: u64,
    sentence: Vec<String>,
    tl: Vec<String>,
    good_trace: Vec<Vec<String>>,
    bad_trace: Vec<Vec<String>>,
}

/// Reads all sentences and judges their traces.
///
/// # Errors
/// A file that is missing or has another form.
pub fn items(files: &Files) -> Result<Vec<Item>> {
    let site = Site::of(SITE, "rescue.yaml", [(ROBOT, ROBOT)])?;
    let text = files.read(SENTENCES)?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let of_line = |(number, line)| {
        let place = || format!("{}:{number}", files.path(SENTENCES));
        let line = serde_json::from_str(line).with_context(place)?;
        item(&site, &line).with_context(place)
    };
    let items: Vec<Item> = lines.map(of_line).collect::<Result<_>>()?;
    if items.is_empty() {
        bail!("{} has no sentence", files.path(SENTENCES));
    }
    Ok(items)
}

fn item(site: &Site, line: &Line) -> Result<Item> {
    let meant = formula(&line.tl)?;
    let text = line.sentence.join(" ");
    let heard = hear(&text, &site.vocabulary);
    let mut told = Vec::new();
    match heard.formula() {
        Some(read) => {
            let is_right = are_same(read, &meant)?;
            told.extend([(READ_RIGHT, is_right), (ASKED, false), (MISREAD, !is_right)]);
            told.push((GOOD, is_kept(read, &line.good_trace)?));
            told.push((BAD, !is_kept(read, &line.bad_trace)?));
        }
        None => told.extend([(READ_RIGHT, false), (ASKED, true), (MISREAD, false)]),
    }
    told.push((GOOD_OF_DATA, is_kept(&meant, &line.good_trace)?));
    told.push((BAD_OF_DATA, !is_kept(&meant, &line.bad_trace)?));
    Ok(Item { part: form(&line.tl), id: line.id.to_string(), text, heard: heard.name(), because: heard.words(), told })
}

/// The formula of tokens such as `globally`, `(`, `not`, `record(flood)`, `)`.
fn formula(tokens: &[String]) -> Result<Formula> {
    let signs: Vec<String> =
        tokens.iter().map(|token| sign(token).map_or_else(|| proposition(token), str::to_owned)).collect();
    Formula::parse(&signs.join(" ")).with_context(|| format!("{:?} is no formula", tokens.join(" ")))
}

fn sign(token: &str) -> Option<&'static str> {
    Some(match token {
        "(" => "(",
        ")" => ")",
        "not" => "!",
        "and" => "&",
        "or" => "|",
        "implies" => "->",
        "double_implies" => "<->",
        "next" => "X",
        "finally" => "F",
        "globally" => "G",
        "until" => "U",
        _ => return None,
    })
}

/// A deed of the data as the site has it: `record(agent, flood)` for `record(flood)`.
fn proposition(token: &str) -> String {
    match token.split_once('(') {
        None => format!("{token}({ROBOT})"),
        Some((name, rest)) => format!("{name}({ROBOT}, {rest}"),
    }
}

/// The form of a formula: its deeds by letters, in the order in which they come.
fn form(tokens: &[String]) -> String {
    let mut deeds: Vec<&str> = Vec::new();
    let mut words = Vec::new();
    for token in tokens {
        words.push(sign(token).map_or_else(
            || {
                let place = deeds.iter().position(|deed| *deed == token.as_str()).unwrap_or_else(|| {
                    deeds.push(token);
                    deeds.len() - 1
                });
                char::from(b'a'.saturating_add(u8::try_from(place).unwrap_or(u8::MAX))).to_string()
            },
            str::to_owned,
        ));
    }
    words.join(" ")
}

/// Whether two formulas have the same finite traces, by automata; deeds may come together, as in the data.
fn are_same(one: &Formula, other: &Formula) -> Result<bool> {
    Ok(implies(one, other)? && implies(other, one)?)
}

fn implies(one: &Formula, other: &Formula) -> Result<bool> {
    let spec = compiled(&[one.clone(), Formula::unary(Unary::Not, other)])?;
    let report = spec.report();
    if report.is_undetermined {
        bail!("it took too much work to compare {one} with {other}");
    }
    Ok(!report.conflicts.is_empty())
}

/// Whether a trace satisfies a formula where it ends, by the monitor.
fn is_kept(formula: &Formula, trace: &[Vec<String>]) -> Result<bool> {
    let spec = Arc::new(compiled(std::slice::from_ref(formula))?);
    let mut session = Session::new(Arc::clone(&spec));
    for letter in trace {
        let deeds: Vec<String> = letter.iter().map(|deed| proposition(deed)).collect();
        session.see(spec.vocabulary().valuation(deeds.iter().map(String::as_str)));
    }
    Ok(session.verdict(0).is_satisfied())
}

fn compiled(formulas: &[Formula]) -> Result<Spec> {
    let constraint = |formula: &Formula| Constraint { words: String::new(), formula: formula.clone() };
    Ok(Spec::compile(formulas.iter().map(constraint).collect(), &Axioms::default(), &Budget::default())?)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{super::set::Set, *};

    fn made_up() -> Vec<Item> {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/outside");
        items(&Files::of(Set::Rescue, &data)).expect("the example has this form")
    }

    #[test]
    fn sentence_with_the_meaning_of_its_formula_is_right_and_judges_both_traces() {
        let item = &made_up()[0];
        assert_eq!(item.holding(), [READ_RIGHT, GOOD, BAD, GOOD_OF_DATA, BAD_OF_DATA], "{}", item.because);
    }

    #[test]
    fn other_meaning_is_misread_and_its_traces_tell() {
        // "Never", where the formula says "at some point": what is good to one is bad to the other.
        assert_eq!(made_up()[1].holding(), [MISREAD, GOOD_OF_DATA, BAD_OF_DATA]);
    }

    #[test]
    fn unknown_words_are_asked_about() {
        assert_eq!(made_up()[2].holding(), [ASKED, GOOD_OF_DATA, BAD_OF_DATA]);
    }

    #[test]
    fn formulas_are_compared_by_their_traces() {
        let same = |one: &str, other: &str| {
            are_same(&Formula::parse(one).expect("a formula"), &Formula::parse(other).expect("a formula"))
                .expect("small")
        };
        assert!(same("!F a", "G !a"));
        assert!(!same("F(a & X F b)", "a U b"));
        assert!(!same("F(a & b)", "F a & F b"));
    }

    #[test]
    fn form_tells_formulas_apart_by_their_deeds_places() {
        let tokens = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(form(&tokens("not go_home until record(flood)")), "! a U b");
        assert_eq!(form(&tokens("not go_home until go_home")), "! a U a");
    }
}
