//! Which of two orders comes first, where words after them say so: "take it there, but wash it first", "..., the lid first".

use crate::{
    general::TOWARDS,
    listing,
    reader::Reader,
    tokens::{self, Token, insert, put, word},
    unconditional::is_order,
    vocabulary::{Noun, Vocabulary},
};

/// Words for "then, and not before", which orders one after the other mean anyhow.
const ONLY_THEN: [&str; 8] = [
    "only then",
    "only after that",
    "only afterwards",
    "only once that has happened",
    "only once that is done",
    "only once that has been done",
    "only when that has happened",
    "only when that is done",
];
/// Words of which nobody knows what they mean when the orders have changed places.
const REFERRING: [&str; 10] = ["them", "they", "there", "its", "their", "one", "ones", "that", "those", "these"];

/// The sentence with its orders in the order in which they are to be done.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    only_then(&mut tokens, vocabulary);
    but_first(&tokens, vocabulary)
        .or_else(|| named_first(&tokens, vocabulary))
        .or_else(|| places_in_turn(&tokens, vocabulary))
        .unwrap_or(tokens)
}

/// Whether a sentence says what is to be done before what the sentence before it asks for: "wash it first".
pub(crate) fn goes_before(sentence: &[Token], before: &[Token], vocabulary: &Vocabulary) -> bool {
    let Some((last, order)) = sentence.split_last() else { return false };
    let is_about = order.iter().any(|token| token.word == "it");
    last.word == "first" && is_about && is_single(order, vocabulary) && whole(before, vocabulary).is_some()
}

/// Whether a sentence only names which of several comes first, or last: "the lid first".
pub(crate) fn names_first(sentence: &[Token], before: &[Token], vocabulary: &Vocabulary) -> bool {
    let Some((order, name)) = sentence.split_last() else { return false };
    matches!(order.word.as_str(), "first" | "last")
        && thing(name, 0, vocabulary).is_some_and(|(end, _)| end == name.len())
        && named_first(
            &[before, &[Token { word: ",".to_owned(), span: order.span.clone() }], sentence].concat(),
            vocabulary,
        )
        .is_some()
}

/// Where "first" tells of an order that is to come before one that is said earlier, and nobody knows before which.
pub(crate) fn unclear(tokens: &[Token], before: &[Token], vocabulary: &Vocabulary) -> Option<usize> {
    let is_order_to = |end: usize| whole(&tokens[..end], vocabulary).is_some();
    (1..tokens.len()).filter(|at| word(tokens, *at) == "first").find(|at| {
        let but = at - 1;
        if word(tokens, but) == "but" {
            return is_order_to(but - usize::from(but > 0 && word(tokens, but - 1) == ","));
        }
        if !matches!(word(tokens, at + 1), "" | "," | "and" | "then" | "please") {
            return false;
        }
        match (0..*at).rfind(|at| matches!(word(tokens, *at), "," | "but")) {
            Some(end) => is_order_to(end - usize::from(end > 0 && word(tokens, end - 1) == ",")),
            None => {
                let is_about = tokens[..*at].iter().any(|token| matches!(token.word.as_str(), "it" | "them"));
                is_about && is_order(&tokens[..*at], vocabulary) && whole(before, vocabulary).is_some()
            }
        }
    })
}

/// "Wash it first and only then put it on the shelf": and then.
fn only_then(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    let found = |at: usize| Some((at, ONLY_THEN.iter().filter_map(|words| tokens::after(tokens, at, words)).max()?));
    let Some((at, end)) = (1..tokens.len()).find_map(found) else { return };
    let and = at - usize::from(word(tokens, at - 1) == "and");
    let begin = and - usize::from(and > 0 && word(tokens, and - 1) == ",");
    let first = begin - usize::from(begin > 0 && word(tokens, begin - 1) == "first");
    let order = tokens.get(end..).unwrap_or_default();
    if begin == at
        || is_of_several(&tokens[..first], vocabulary)
        || whole(&tokens[..first], vocabulary).is_none()
        || !is_order(order, vocabulary)
    {
        return;
    }
    put(tokens, at, end, "then");
    tokens.drain(first..begin);
}

/// Whether it is about several things, after each of which, or after all of which, something may be done.
fn is_of_several(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    const EACH: [&str; 8] = ["every", "each", "all", "any", "both", "everything", "whatever", "anything"];
    tokens.iter().any(|token| EACH.contains(&token.word.as_str())) || !listing::several(tokens, vocabulary).is_empty()
}

/// "Take it to the desk, but clean it first", "..., but first clean it": first clean it, then take it there.
fn but_first(tokens: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let but = tokens.iter().position(|token| token.word == "but")?;
    let begin = but - usize::from(but > 0 && word(tokens, but - 1) == ",");
    let first = match tokens.get(but + 1..)? {
        [first, order @ ..] if first.word == "first" => order,
        [order @ .., last] if last.word == "first" => order,
        _ => return None,
    };
    let last = whole(&tokens[..begin], vocabulary).filter(|order| is_single(order, vocabulary))?;
    if !is_single(first, vocabulary) {
        return None;
    }
    let first = match first.iter().filter(|token| token.word == "it").count() {
        0 => first.to_vec(),
        1 => named(first, &last, vocabulary)?,
        _ => return None,
    };
    Some(one_after_another(first, last))
}

/// "Clean the table and the desk, the desk first": first clean the desk, then the table.
fn named_first(tokens: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let (order, said) = tokens.split_last().filter(|(last, _)| matches!(last.word.as_str(), "first" | "last"))?;
    let is_last = order.word == "last";
    let comma = said.iter().position(|token| token.word == ",")?;
    let (main, name) = (&said[..comma], &said[comma + 1..]);
    let (_, first) = thing(name, 0, vocabulary).filter(|(end, _)| *end == name.len())?;
    if let Some(orders) = of_sort(main, name, first, is_last, vocabulary) {
        return Some(orders);
    }
    let and = main.iter().position(|token| token.word == "and")?;
    let (end, second) = thing(main, and + 1, vocabulary)?;
    let (begin, one) =
        (0..and).find_map(|at| thing(main, at, vocabulary).filter(|(end, _)| *end == and).map(|(_, one)| (at, one)))?;
    let is_one_list = !main[end..].iter().chain(&main[..begin]).any(|token| token.word == "and");
    let order = |from: usize, to: usize| [&main[..begin], &main[from..to], &main[end..]].concat();
    let (one_order, other_order) = (order(begin, and), order(and + 1, end));
    let (first_order, last_order) = match first {
        first if first == one && first != second => (one_order, other_order),
        first if first == second && first != one => (other_order, one_order),
        _ => return None,
    };
    let (first_order, last_order) = if is_last { (last_order, first_order) } else { (first_order, last_order) };
    let orders = (whole(&first_order, vocabulary)?, whole(&last_order, vocabulary)?);
    is_one_list.then(|| one_after_another(orders.0, orders.1))
}

/// "Bring the jar to the desk first and after that to the rug", "to the desk for now, then to the rug": first bring the jar to the desk, then
/// bring the jar to the rug. Only of one thing or one robot by its name: "a jar" may be another one the second time.
fn places_in_turn(tokens: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    const WHILE: [&str; 4] = ["first", "for a bit", "for a moment", "for now"];
    const THEN: [&str; 9] = [
        "and then",
        ", then",
        ", and then",
        "then",
        "and after that",
        ", after that",
        ", and after that",
        "and afterwards",
        ", afterwards",
    ];
    let place = |at: usize| {
        let (end, _) = thing(tokens, at + 1, vocabulary)?;
        TOWARDS.contains(&word(tokens, at)).then_some(end)
    };
    let robot = vocabulary.robot(tokens);
    let told = robot.map_or(0, |name| name + usize::from(matches!(word(tokens, name), "," | "should" | "must")));
    let what = thing(tokens, told + 1, vocabulary).map(|(end, _)| end);
    let verb = what.or_else(|| robot.map(|_| told + 1)).filter(|_| !vocabulary.verbs(word(tokens, told)).is_empty())?;
    let to = verb + usize::from(word(tokens, verb) == "first");
    let end = place(to)?;
    let after = tokens::after_any(tokens, end, &WHILE).unwrap_or(end);
    let then = tokens::after_any(tokens, after, &THEN).filter(|then| place(*then) == Some(tokens.len()))?;
    let order = |from: usize, to: usize| whole(&[&tokens[..verb], &tokens[from..to]].concat(), vocabulary);
    Some(one_after_another(order(to, end)?, order(then, tokens.len())?))
}

/// "Put both jars in the box, the tall one last", by its name: first all jars except that one, then that one.
fn of_sort(main: &[Token], name: &[Token], object: u16, is_last: bool, vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    if main.iter().any(|token| matches!(token.word.as_str(), "and" | "," | "except" | "but" | "or")) {
        return None;
    }
    let begin = (1..main.len()).find(|at| matches!(word(main, *at), "all" | "both" | "the"))?;
    let noun = (begin..main.len()).find(|at| !matches!(word(main, *at), "all" | "both" | "of" | "the"))?;
    let (nouns, length) = vocabulary.nouns(&main[noun..]).into_iter().next()?;
    let [Noun::Kind { kind, is_plural: true }] = nouns else { return None };
    let members = &vocabulary.kinds[*kind].members;
    if !members.contains(&object) || members.len() < 2 {
        return None;
    }
    let (verb, end) = (&main[..begin], noun + length);
    let mut rest = verb.to_vec();
    insert(&mut rest, begin, "all");
    rest.extend_from_slice(&main[noun..end]);
    let at = rest.len();
    insert(&mut rest, at, "except");
    rest.extend_from_slice(name);
    rest.extend_from_slice(&main[end..]);
    let own = [verb, name, &main[end..]].concat();
    whole(&own, vocabulary)?;
    is_order(main, vocabulary)
        .then(|| if is_last { one_after_another(rest, own) } else { one_after_another(own, rest) })
}

fn one_after_another(first: Vec<Token>, last: Vec<Token>) -> Vec<Token> {
    let mut tokens = first;
    insert(&mut tokens, 0, "first");
    let end = tokens.len();
    insert(&mut tokens, end, ", then");
    tokens.extend(last);
    tokens
}

/// The words as an order: "the cup to the sink" is to bring it there.
fn whole(tokens: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    if is_order(tokens, vocabulary) {
        return Some(tokens.to_vec());
    }
    let (end, _) = thing(tokens, 0, vocabulary)?;
    let goes = usize::from(matches!(word(tokens, end), "goes" | "belongs"));
    let towards =
        tokens.get(end + goes).filter(|token| TOWARDS.contains(&token.word.as_str()) || token.word == "over")?;
    let verb = if matches!(towards.word.as_str(), "on" | "in" | "at") { "put" } else { "bring" };
    let mut order = tokens.to_vec();
    order.drain(end..end + goes);
    insert(&mut order, 0, verb);
    is_order(&order, vocabulary).then_some(order)
}

/// Whether it is one order, not several.
fn is_single(order: &[Token], vocabulary: &Vocabulary) -> bool {
    let is_base = |token: &Token| vocabulary.is_base(&token.word);
    let goes_on = |at: usize| word(order, at) == "and" && order.get(at + 1).is_some_and(is_base);
    is_order(order, vocabulary)
        && !order.iter().any(|token| token.word == "," || REFERRING.contains(&token.word.as_str()))
        && !(0..order.len()).any(goes_on)
}

/// The order with the name of what its "it" means: the only thing in the other one that it can be about.
fn named(order: &[Token], other: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let it = order.iter().position(|token| token.word == "it")?;
    let mut found: Vec<(u16, Vec<Token>)> = Vec::new();
    let mut at = 1;
    while at < other.len() {
        let name = at + usize::from(word(other, at) == "the");
        if vocabulary.nouns(&other[name.min(other.len())..]).is_empty() {
            at += 1;
            continue;
        }
        // Of "the box", where there are several, it is not known which.
        let (end, object) = thing(other, at, vocabulary)?;
        let begin = std::mem::replace(&mut at, end);
        if found.iter().any(|(known, _)| *known == object) {
            continue;
        }
        let name =
            other[begin..end].iter().map(|token| Token { word: token.word.clone(), span: order[it].span.clone() });
        let with_name: Vec<Token> =
            order[..it].iter().cloned().chain(name).chain(order[it + 1..].iter().cloned()).collect();
        let clauses = Reader::new(vocabulary, &with_name).main_clauses(0);
        if clauses.iter().any(|(_, end)| *end == with_name.len()) {
            found.push((object, with_name));
        }
    }
    found.pop().filter(|_| found.is_empty()).map(|(_, order)| order)
}

/// The place after the one thing that is named here, and that thing.
fn thing(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<(usize, u16)> {
    let name = at + usize::from(word(tokens, at) == "the");
    let (nouns, length) = vocabulary.nouns(tokens.get(name..)?).into_iter().next()?;
    // A word that is a name and a sort is not replaced by the name.
    let object = vocabulary.only(nouns).filter(|_| nouns.len() == 1)?;
    Some((name + length, object))
}
