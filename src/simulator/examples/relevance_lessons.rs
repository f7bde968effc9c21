//! Prints what there is to be learnt about pairs of things: the data set of a language model that judges relevance.
//!
//! ```text
//! cargo run --release -p surefleet-simulator --example relevance_lessons > lessons.json
//! ```
//!
//! One JSON object. `analyse` and `choose` are the prompts of exploring robots with `{seen}`, `{wanted}` and `{analysis}` in them; `choose` has one
//! for each turn of the options, with the letter of each relation. `classes` are the classes of houses, each with the kind of room where
//! it belongs (`home`; null: in any) and its split (null: both). `relations` has for each class that is seen and each that is
//! wanted the relation: 0 same, 1 near, 2 unrelated, 3 common.

use std::error::Error;

use serde_json::{Value, json};
use surefleet_exploration::{InquiryStep, OptionTurns, RelevanceInquiry, SoughtPair};
use surefleet_houses::{Catalogue, HouseSplit};
use surefleet_language::{Prompt, Scores, Text, Usage};
use surefleet_simulator::SimulatedRelevance;

fn main() -> Result<(), Box<dyn Error>> {
    let mut inquiry = RelevanceInquiry::new(SoughtPair::new("{seen}", "{wanted}"), OptionTurns::ALL);
    let (mut analyse, mut choose) = (Value::Null, Vec::new());
    loop {
        match inquiry.next()? {
            InquiryStep::Analyse(request) => {
                analyse = words(&request.prompt);
                inquiry.analysed(&Text { text: "{analysis}".into(), is_whole: true, usage: Usage::default() })?;
            }
            InquiryStep::Choose(question) => {
                let letters: Vec<String> = question.options.iter().map(|option| option.label.to_string()).collect();
                choose.push(json!({ "prompt": words(&question.prompt), "letters": letters }));
                inquiry.chosen(&Scores::from_logits(&[0.0; 4], Usage::default())?)?;
            }
            InquiryStep::Done(_) => break,
        }
    }
    let catalogue = Catalogue::shipped();
    let split = |split| if split == HouseSplit::Training { "training" } else { "test" };
    let class = |class| {
        let home = catalogue.home(class).map(|kind| catalogue.room_name(kind));
        json!({ "name": catalogue.name(class), "home": home, "split": catalogue.split(class).map(split) })
    };
    let classes: Vec<Value> = catalogue.classes().map(class).collect();
    let relation = |seen, wanted| {
        let pair = SoughtPair::new(catalogue.name(seen), catalogue.name(wanted));
        SimulatedRelevance::truth(&pair).place()
    };
    let relations: Vec<Vec<usize>> =
        catalogue.classes().map(|seen| catalogue.classes().map(|wanted| relation(seen, wanted)).collect()).collect();
    println!("{}", json!({ "analyse": analyse, "choose": choose, "classes": classes, "relations": relations }));
    Ok(())
}

fn words(prompt: &Prompt) -> Value {
    json!({ "system": &*prompt.prefix, "user": prompt.suffix })
}
