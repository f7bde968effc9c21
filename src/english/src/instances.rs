//! A sentence in this English that names what an unread one names: an example of how to say it.

use crate::{
    general::FUNCTION_WORDS,
    logic::{self, Atom, Ltl, Object, Sort},
    ones,
    paraphrase::Paraphrase,
    remarks,
    tokens::{self, Token, denies},
    vocabulary::Vocabulary,
};

/// Words of what is denied, excepted, given as a reason, or to be elsewhere.
const EXCLUDING: [&str; 6] = ["so", "since", "because", "except", "without", "away"];

/// "In the end the jar is on the rug" for words that name a jar and a rug; `None` where they name nothing that goes together.
pub(crate) fn of(sentence: &[Token], vocabulary: &Vocabulary) -> Option<String> {
    let is_ban = remarks::is_forbidding(sentence);
    // The example would say the opposite.
    let tells_why = |token: &Token| EXCLUDING.contains(&token.word.as_str());
    // A permission asks for nothing; "can you ..." does.
    let permits = |(at, token): (usize, &Token)| match token.word.as_str() {
        "may" | "might" | "allowed" | "permitted" => true,
        // A watering can is none.
        "can" | "could" => at > 0 && vocabulary.is_base(tokens::word(sentence, at + 1)),
        _ => false,
    };
    if (denies(sentence) && !is_ban) || sentence.iter().any(tells_why) || sentence.iter().enumerate().any(permits) {
        return None;
    }
    // Of a sort, the first of its things.
    let said = ones::said(sentence, vocabulary).into_iter();
    let named: Vec<Object> = said.filter_map(|one| one.members(vocabulary).first().copied()).collect();
    let fact = located(&named, vocabulary).or_else(|| state(sentence, &named, vocabulary))?;
    let formula = if is_ban { logic::globally(logic::not(fact)) } else { logic::in_the_end(fact) };
    let words = Paraphrase::of(&formula, vocabulary);
    words.is_plain().then(|| words.to_string())
}

/// That a thing is at the last place that is named after it.
fn located(named: &[Object], vocabulary: &Vocabulary) -> Option<Ltl> {
    let pairs = |is_holder: bool| {
        let is_thing = move |thing: &usize| {
            !vocabulary.robots.contains(&named[*thing]) && vocabulary.holds_things(named[*thing]) == is_holder
        };
        let places = (0..named.len()).rev();
        places.flat_map(move |place| (0..place).rev().filter(is_thing).map(move |thing| (named[thing], named[place])))
    };
    // "The rack is in the other rack" only where nothing else is named.
    let pairs = pairs(false).chain(pairs(true));
    let mut facts = pairs.flat_map(|(thing, place)| {
        vocabulary.places.iter().filter_map(move |of| {
            let relation = &vocabulary.predicates[of.predicate];
            let is_told = of.thing == 0 && of.place == 1 && relation.members.len() == 2 && thing != place;
            let fits = is_told && relation.fits(0, thing) && relation.fits(1, place);
            fits.then(|| fact(of.predicate, &[thing, place], vocabulary))
        })
    });
    facts.find(|fact| matches!(fact, Ltl::Atom(_)))
}

/// That the first thing of which a word of the sentence can tell a state is in that state.
fn state(sentence: &[Token], named: &[Object], vocabulary: &Vocabulary) -> Option<Ltl> {
    // "On the rug" is no state.
    let told = sentence.iter().filter(|token| !FUNCTION_WORDS.contains(&token.word.as_str()));
    let told = told.flat_map(|token| vocabulary.adjectives(&token.word));
    let mut facts = told.flat_map(|(predicate, holds)| {
        let relation = &vocabulary.predicates[predicate];
        let of = named.iter().filter(move |object| relation.members.len() == 1 && relation.fits(0, **object));
        of.map(move |object| (fact(predicate, &[*object], vocabulary), holds))
    });
    let (fact, holds) = facts.find(|(fact, _)| matches!(fact, Ltl::Atom(_)))?;
    Some(if holds { fact } else { logic::not(fact) })
}

fn fact(predicate: usize, arguments: &[Object], vocabulary: &Vocabulary) -> Ltl {
    let name = u16::try_from(predicate).expect("a domain has fewer names");
    vocabulary.fact(Atom { sort: Sort::Fact, name, arguments: arguments.iter().copied().collect() })
}
