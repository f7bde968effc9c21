//! Mistakes in a domain file: each error names the line, the thing and the mend. The file is the one that
//! `surefleet new-site` writes.

use std::path::Path;

use surefleet_world::Domain;

/// What a person wrote, what stands there otherwise, and what the error says: the thing and the mend.
const MISTAKES: [(&str, &str, &str, &str); 34] = [
    // The layout
    ("predicats:\n", "predicates:\n", "\"predicats\" belongs nowhere", "did you mean \"predicates\"?"),
    ("    take_s: 60", "    takes_s: 60", "\"take_s\" belongs nowhere", "did you mean \"takes_s\"?"),
    ("{name: door, word: [door]", "{name: door, words: [door]", "\"word\" belongs nowhere", "did you mean \"words\"?"),
    ("\t- {name: room,", "  - {name: room,", "a tab begins the line", "indent with spaces"),
    (
        "  - is: go_to(target: room)",
        "  - is: \"go_to(target: room)\"",
        "a colon stands where none belongs",
        "put the text in quotation marks",
    ),
    ("takes_s: 1 min", "takes_s: 60", "takes_s: \"1 min\"", "write the number alone"),
    ("    effects: open(target)", "    effects: [open(target)]", "effects: \"open(target)\"", "put it in brackets"),
    (
        "      - leads_to(target, at(robot))\n      - {that: \"not open(target)\"",
        "      - {that: \"leads_to(target, at(robot))\", otherwise: \"it is not at {target}\"}\n      - {that: \"not open(target)\"",
        "needs[0]: \"leads_to(target, at(robot))\"",
        "`{that: ..., otherwise: ...}`",
    ),
    // Names
    ("{name: box, is: itme,", "{name: box, is: item,", "\"itme\" is not a known type", "did you mean \"item\"?"),
    (
        "{name: furniture, is: item}",
        "{name: furniture, is: place}",
        "\"item\" is declared after \"furniture\"",
        "declare it before",
    ),
    ("{name: hall, type: rom,", "{name: hall, type: room,", "\"rom\" is not a known type", "did you mean \"room\"?"),
    ("{name: red-box}", "{name: red_box}", "\"red-box\" cannot be a name", "small letters, digits and _"),
    ("{name: box}", "{name: red_box}", "\"box\" is there twice", "rename one"),
    (
        "type: carrier, words: [entrance hall]",
        "type: room, words: [entrance hall]",
        "an object is a carrier",
        "robots stand in the fleet file",
    ),
    ("rooms], at: inside}", "rooms], at: in}", "\"inside\" is no word for where", "write in, on or at"),
    ("chargers]}", "chargers, charging stations]}", "2 words and 1 plurals", "give each word its plural"),
    // Facts
    ("stands(shelff) = store", "stands(shelf) = store", "\"shelff\" is not a known object", "did you mean \"shelf\"?"),
    ("stands(shelf) = work_table", "stands(shelf) = store", "\"stands\" is about a room", "name a room"),
    (
        "  - open(store_door)",
        "  - leads_to(store_door, hall)",
        "\"open\" is not fixed",
        "declare it with `fixed: true`",
    ),
    // Conditions
    ("not opened(target)", "not open(target)", "\"opened\" is not a known predicate", "did you mean \"open\"?"),
    ("connected(at(robot), target\"", "connected(at(robot), target)\"", "ends where", "close the parenthesis"),
    ("open(d) && a != b", "open(d) and a != b", "\"&\" in", "write `and`"),
    ("that: \"holding(robot) == nothing\"", "that: \"holding(robot) = nothing\"", "found \"=\"", "write a single ="),
    (
        "that: \"holding(robot)\"",
        "that: \"holding(robot) != nothing\"",
        "\"holding\" stands for an object",
        "compare it with =",
    ),
    (
        "leads_to(target)\"",
        "leads_to(target, at(robot))\"",
        "\"leads_to\" has 1 argument",
        "write leads_to(door, room)",
    ),
    ("at(robot) != red_box", "at(robot) != target", "a room is compared with a box", "types that can be the same"),
    (
        "exists d: door leads_to",
        "exists d: door. leads_to",
        "found \"leads_to\"",
        "write a dot after the variable's type",
    ),
    // Skills
    (
        "    effects: [open(targt)]",
        "    effects: [open(target)]",
        "\"targt\" is not a known object or variable",
        "did you mean \"target\"?",
    ),
    (
        "    effects: [connected(hall, store)]",
        "    effects: [open(target)]",
        "\"connected(hall\" ends",
        "put the text in quotation marks",
    ),
    ("    effects: [stands(shelf) = hall]", "    effects: [open(target)]", "\"stands\" is fixed", "drop `fixed`"),
    ("\"go to {room}\"", "\"go to {target}\"", "\"room\" is not a known object", "did you mean"),
    (
        "    by: box\n    text: [\"open",
        "    by: helper\n    text: [\"open",
        "skill \"open\" is for a box",
        "name kinds of robots",
    ),
    (
        "is: \"open(target: door)\"\n    by: helper\n    text: [\"close",
        "is: \"close(target: door)\"\n    by: helper\n    text: [\"close",
        "skill \"open\" is there twice",
        "rename one",
    ),
    ("plan: [grab(red_bx)", "plan: [grab(red_box)", "\"red_bx\" is not a known object", "did you mean \"red_box\"?"),
];

#[test]
fn a_mistake_is_told_with_its_line_the_thing_and_the_mend() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/src/new_site/domain.yaml");
    let sound = std::fs::read_to_string(path).expect("the new site");
    Domain::parse(&sound, "new").expect("it is sound");
    let mut wrong = Vec::new();
    for (mistake, right, problem, mend) in MISTAKES {
        let place = sound.find(right).unwrap_or_else(|| panic!("{right:?} is not in the file"));
        let text = format!("{}{mistake}{}", &sound[..place], &sound[place + right.len()..]);
        let error = Domain::parse(&text, "new").expect_err(mistake).to_string();
        let first = sound[..place].matches('\n').count() + 1;
        let last = first + mistake.matches('\n').count();
        let line = error.split(':').nth(1).and_then(|line| line.parse::<usize>().ok());
        if !line.is_some_and(|line| (first..=last).contains(&line)) || !error.contains(problem) || !error.contains(mend)
        {
            wrong.push(format!("{mistake:?} in line {first}: {error}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_mistake_in_a_folded_text_and_in_one_of_two_like_skills_has_its_own_line() {
    let line_of = |text: &str| {
        let error = Domain::parse(text, "new").expect_err("it is wrong").to_string();
        error.split(':').nth(1).and_then(|line| line.parse::<usize>().ok()).unwrap_or_else(|| panic!("{error}"))
    };
    let site = "domain: d\ntypes: [{name: lamp}]\nobjects: [{name: lamp_1, type: lamp}]\npredicates: [{is: lit(lamp)}]\nskills:\n";
    let folded = format!(
        "{site}  - is: \"light(what: lamp)\"\n    text: light\n    needs:\n      - that: >-\n          not lit(what) and\n          \
         not litt(what)\n  - {{is: idle, text: stay}}\n"
    );
    assert_eq!(line_of(&folded), 11, "{folded}");
    let twins = format!(
        "{site}  - {{is: \"a(what: lamp)\", text: a, needs: [{{that: lit(what)}}]}}\n  - is: \"b(that: lamp)\"\n    text: b\n    needs:\n      \
         - {{that: lit(what)}}\n  - {{is: idle, text: stay}}\n"
    );
    assert_eq!(line_of(&twins), 10, "{twins}");
}
