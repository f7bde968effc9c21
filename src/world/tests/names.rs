//! No Rust names a skill, a type, a predicate or an object of a site: the names in all files of `config/domains` are looked
//! for in `src/`.
//!
//! Code, texts and prose are read; tests, examples in comments, measurements and what makes households are not. A name is
//! found in a word that contains it (`fridge_1`, `FridgeDoor`, `fridges`). A word of [`PLAIN`] is a name only where a text
//! has it before a parenthesis, as facts and decisions have it: `open(`.

#[path = "names/rust.rs"]
mod rust;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use surefleet_world::Domain;

use self::rust::{Word, test_modules, words};

/// Names of sites that are also other words, and why any Rust may have them.
const PLAIN: [(&str, &str); 4] = [
    ("no English text does without them", "in at on after before within above below near inside behind"),
    (
        "English says more with them, at any site: to wipe down, to wash up, a bread bin, a laundry basket",
        "wipe wash bread laundry basket",
    ),
    (
        "this project has things of that name: the gate of the monitor, the desk for help, the crate bench, the rooms of a \
         node, a place in a list, the skill of staying, labels of options, the turn that a robot is holding",
        "gate desk bench room place idle label labelled holding reading fixture stand stands area zone spot",
    ),
    (
        "programs and texts about them have them: a Box, a table of rows, an open file, a level of significance, floor(), arms",
        "box unwrap table open close shut slot section load loaded machine running runs made put level sheet sample mix buffer \
         wrap wrapped advance is_due high low lower raised small clean dirty connected receiving reaches rests device counter \
         bin tool pick spinner assistant located measured tray lamps paint tiles floor_of floor waste hall arm lift dock door \
         toy warm hand_over tools",
    ),
];

/// Words of the view of deliveries for what it finds by structure in any domain, whatever the names there
/// (`src/mission/tests/recognised.rs`): what is carried, and places that can be closed or not.
const VIEW: [&str; 3] = ["item", "container", "surface"];

/// What speaks of deliveries in these words.
const SPEAKS_OF_DELIVERIES: [&str; 9] = [
    "mission",
    "safety/src/admission.rs",
    "simulator/src/camera.rs",
    "simulator/src/camera",
    "simulator/src/diagram.rs",
    "simulator/src/scene.rs",
    "simulator/src/trial.rs",
    "simulator/src/world",
    "cli/src/teacher.rs",
];

/// What is about households on purpose, or is English.
const ON_PURPOSE: [(&str, &str); 10] = [
    ("bench", "measures homes that it makes"),
    ("exploration", "items of prediction sets; its prompts show a model what is found together in homes"),
    ("mapping", "a surface is the boundary of a solid, as geometry has it"),
    ("records/src/fixture.rs", "makes records for tests"),
    ("simulator/src/camera", "draws a household"),
    ("mission/src/sentence_forms.rs", "verbs of English, for making sentences"),
    ("english/src/bringing.rs", "\"the following items\" is English"),
    ("english/src/vocabulary/building.rs", "a sort of \"... item\" is English"),
    ("english/src/general.rs", "verbs of English"),
    ("english/src/inflection.rs", "verbs of English"),
];

/// What names something of a site yet, and what would take the name out.
const LEFT: [(&str, &str); 1] = [(
    "perception/src/golden.rs",
    "a question whose answers stand in calibration files; other words at their next making",
)];

type Names = BTreeMap<Vec<String>, String>;

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names of all sites, by their parts: `go`, `to`.
fn names() -> Names {
    let mut names = Names::new();
    let mut add = |name: &str| names.insert(name.split('_').map(str::to_owned).collect(), name.to_owned());
    for entry in fs::read_dir(src().join("../config/domains")).expect("the sites") {
        let path = entry.expect("a site").path();
        let domain = Domain::parse(&fs::read_to_string(&path).expect("a file"), "").expect("a sound domain");
        // The first two types are of the language.
        domain.types().iter().skip(2).for_each(|one| _ = add(&one.name));
        domain.objects().iter().for_each(|one| _ = add(&one.name));
        domain.predicates().iter().for_each(|one| _ = add(&one.name));
        domain.skills().iter().for_each(|one| _ = add(&one.name));
    }
    names
}

/// The names that a word contains.
fn named<'a>(word: &Word, names: &'a Names) -> Vec<&'a str> {
    // The type of an iterator's elements.
    if word.text == "Item" {
        return Vec::new();
    }
    let mut spaced = String::new();
    let mut is_after_capital = true;
    for letter in word.text.chars() {
        if letter.is_ascii_uppercase() && !is_after_capital {
            spaced.push('_');
        }
        is_after_capital = letter.is_ascii_uppercase();
        spaced.push(letter.to_ascii_lowercase());
    }
    let parts: Vec<&str> = spaced.split('_').filter(|part| !part.is_empty()).collect();
    let mut found = BTreeSet::new();
    for first in 0..parts.len() {
        for end in first + 1..=parts.len() {
            let mut part: Vec<String> = parts[first..end].iter().map(|&part| part.to_owned()).collect();
            found.extend(names.get(&part));
            if let Some(singular) = parts[end - 1].strip_suffix('s') {
                part[end - first - 1] = singular.to_owned();
                found.extend(names.get(&part));
            }
        }
    }
    let is_plain = |name: &str| PLAIN.iter().any(|(_, words)| words.split_whitespace().any(|plain| plain == name));
    found
        .into_iter()
        .map(String::as_str)
        .filter(|name| (word.is_called && word.text == **name) || !is_plain(name))
        .collect()
}

fn read_all(folder: &Path, into: &mut BTreeMap<PathBuf, String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            read_all(&path, into);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).expect("a file");
            into.insert(path, text);
        }
    }
}

/// The Rust of all crates, but for tests, by path.
fn files() -> BTreeMap<PathBuf, String> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(src()).expect("the crates") {
        let sources = entry.expect("a crate").path().join("src");
        if sources.is_dir() {
            read_all(&sources, &mut files);
        }
    }
    let mut tests = Vec::new();
    for (path, text) in &files {
        let stem = path.with_extension("");
        let is_root = stem.ends_with("lib") || stem.ends_with("main");
        let below = if is_root { path.parent().expect("a folder").to_owned() } else { stem };
        tests.extend(test_modules(text).into_iter().map(|name| below.join(name)));
    }
    files.retain(|path, _| !tests.iter().any(|test| path.starts_with(test) || path.with_extension("") == *test));
    files
}

#[test]
fn no_rust_names_anything_of_a_site() {
    let names = names();
    let mut found = Vec::new();
    let mut used = BTreeSet::new();
    for (path, text) in files() {
        let path = path.strip_prefix(src()).expect("it is below src").to_owned();
        let reason = ON_PURPOSE.iter().chain(&LEFT).find(|(place, _)| path.starts_with(place));
        let speaks_of_deliveries = SPEAKS_OF_DELIVERIES.iter().find(|place| path.starts_with(place));
        for word in words(&text) {
            for name in named(&word, &names) {
                if let Some(place) = speaks_of_deliveries.filter(|_| VIEW.contains(&name)) {
                    used.insert(*place);
                    continue;
                }
                match reason {
                    Some((place, _)) => _ = used.insert(*place),
                    None => found.push(format!("src/{}:{}: {name} (in {})", path.display(), word.line, word.text)),
                }
            }
        }
    }
    assert!(
        found.is_empty(),
        "Rust names things of a site; say it without, read the name from the domain, or give the word a reason in PLAIN:\n{}",
        found.join("\n")
    );
    let all = ON_PURPOSE.iter().chain(&LEFT).map(|(place, _)| *place).chain(SPEAKS_OF_DELIVERIES);
    let unused: Vec<&str> = all.filter(|place| !used.contains(place)).collect();
    assert!(unused.is_empty(), "these name nothing of a site any more; take them out of this test: {unused:?}");
}

#[test]
fn names_are_found_in_code_texts_and_prose_and_not_in_tests_and_examples() {
    let names: Names = ["go_to", "fridge", "open"]
        .map(|name| (name.split('_').map(str::to_owned).collect(), name.to_owned()))
        .into_iter()
        .collect();
    let found = |text: &str| -> Vec<String> {
        words(text).iter().flat_map(|word| named(word, &names)).map(str::to_owned).collect()
    };
    for text in [
        "enum Skill { GoTo }",
        "let at_go_to = 1;",
        r#"world.find("go_to")"#,
        "let x = r#\"go_to\"#;",
        "//! Robots have go_to.",
        "/* go_to */",
        "#[cfg(test)] mod tests { fn brace() { '}'; } } fn go_to() {}",
        "let life: &'a str = \"\\\"go_to\";",
    ] {
        assert_eq!(found(text), ["go_to"], "{text}");
    }
    assert_eq!(found("/// All fridges.\nstruct FridgeDoor;"), ["fridge", "fridge"]);
    // A plain word counts as a fact or a decision only.
    assert_eq!(found("open(path)"), Vec::<String>::new());
    assert_eq!(found("\"open\""), Vec::<String>::new());
    assert_eq!(found("format!(\"open({x})\")"), ["open"]);
    for text in [
        "//! Robots have skills, such as `go_to`, and say \"it is at\n//! the fridge\".",
        "/// ```\n/// go_to();\n/// ```",
        "#[cfg(test)]\nmod tests { fn go_to() { let text = \"}\"; fridge(); } }",
        "fn forgo_tomorrow() {}",
    ] {
        assert_eq!(found(text), Vec::<String>::new(), "{text}");
    }
    assert_eq!(test_modules("#[cfg(test)]\nmod inner;\nmod other;"), ["inner"]);
}
