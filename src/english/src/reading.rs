//! A text and its meaning: all readings of each sentence, of which there must be one.

use std::{ops::Range, rc::Rc};

use surefleet_fleet::Digest;
use surefleet_ltl::{Binary, Formula};

use crate::{
    achieving, answers, barring, becoming, beside,
    candidates::{self, Before, Candidate, Candidates, candidates},
    canonical, chatter, choices, cleared, colons, conflicts, continuing, corrections,
    course::HOLDING,
    courtesy, described, echoes, elided,
    error::{EnglishError, first},
    everyday, general, idioms, leaving,
    logic::Ltl,
    meaning::{Deed, Det, Np},
    neither, nominal, ones, ordering, otherwise, pairs,
    paraphrase::Paraphrase,
    phrases::extent,
    pointing,
    reader::Reader,
    reflexive, requests, runs,
    sense::{ALL_OR_ONE, ALWAYS_OR_END, Meaning, NEVER, OUT_OF_REACH, Vague, WHICH, WHICH_OR_ONE},
    several,
    spelling::{self, Correction},
    spoken,
    statement::{self, Link, Statement, nouns},
    staying, summing,
    tokens::{self, Token},
    turns,
    vocabulary::{Noun, Vocabulary},
    whichever, wishes,
};

/// The meaning of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// What its sentences ask for, in order. All of it must hold.
    pub statements: Vec<Asked>,
    /// Misspelt words, with those that they were read as. Whoever shows the reading shows these.
    pub corrected: Vec<Correction>,
}

/// What a sentence, or a part of it, asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The formula that is meant.
    pub formula: Formula,
    /// The formula in words; reading them gives the formula again.
    pub words: String,
    /// Whether something must be done or come about: nothing done does not satisfy it, whatever the start.
    pub is_goal: bool,
    /// What the names in the sentence were taken for.
    pub groundings: Vec<Grounding>,
    /// Whether it speaks of the one thing that is so at the start: "the toy that is on the table". Where several are so, the words do
    /// not tell which of them is meant.
    pub is_of_one: bool,
}

/// Words of a text and the things that they were taken for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grounding {
    /// The words as written.
    pub words: String,
    /// The bytes where they stand.
    pub span: Range<usize>,
    /// The names of the things on the wire.
    pub meaning: Vec<String>,
}

impl Reading {
    /// All that is asked for, as one formula.
    pub fn formula(&self) -> Formula {
        let formulas = self.statements.iter().map(|asked| asked.formula.clone());
        formulas
            .reduce(|one, other| Formula::binary(Binary::And, &one, &other))
            .unwrap_or_else(|| Formula::constant(true))
    }

    /// All that is asked for, in words.
    pub fn words(&self) -> String {
        self.statements.iter().map(|asked| asked.words.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The hash of all formulas, in order.
    pub fn digest(&self) -> Digest {
        let formulas: Vec<String> = self.statements.iter().map(|asked| asked.formula.to_string()).collect();
        Digest::of(formulas.iter().map(|formula| formula.as_bytes()))
    }

    /// The refusal of its first misspelt word, for whoever cannot show a person what it was taken for.
    ///
    /// # Errors
    /// [`EnglishError::UnknownWord`], with the word that it was read as.
    pub fn spelt(&self) -> Result<(), EnglishError> {
        let unknown = |Correction { written, span, read }: Correction| EnglishError::UnknownWord {
            word: written,
            at: span.start,
            nearest: Some(read),
        };
        self.corrected.first().cloned().map_or(Ok(()), |correction| Err(unknown(correction)))
    }

    /// Whether a sentence asks for something to be done.
    pub fn has_goal(&self) -> bool {
        self.statements.iter().any(|asked| asked.is_goal)
    }
}

/// The prefix of a formula that is typed directly.
const LTL: &str = "ltl:";

/// Reads a mission or constraints: sentences in controlled English, or a formula after `ltl:`.
///
/// A word with a slip of the pen is read as the only known word that it can be ([`Reading::corrected`]).
///
/// # Errors
/// [`EnglishError`] with the words that are not understood, or all meanings of a sentence that has several.
pub fn read(text: &str, vocabulary: &Vocabulary) -> Result<Reading, EnglishError> {
    if let Some(formula) = typed(text) {
        let formula = Formula::parse(formula)?;
        let meaning = canonical::known(&formula, vocabulary)?;
        let words = Paraphrase::of(&meaning, vocabulary).to_string();
        let is_goal = formula.must_come_about();
        let statements = vec![Asked { formula, words, is_goal, groundings: Vec::new(), is_of_one: false }];
        return Ok(Reading { statements, corrected: Vec::new() });
    }
    let sentences = chatter::without(tokens::sentences(text), vocabulary);
    let plain = asked(text, sentences.clone(), vocabulary);
    let (sentences, corrected) = spelling::corrected(&sentences, vocabulary);
    let Some(slip) = corrected.first() else { return plain.map(|statements| Reading { statements, corrected }) };
    let mended = asked(text, sentences, vocabulary);
    match (plain, mended) {
        (Err(_), Ok(statements)) => Ok(Reading { statements, corrected }),
        // It is read without the word, but means something else with it.
        (Ok(plain), Ok(mended)) if formulas(&plain).ne(formulas(&mended)) => Err(EnglishError::UnknownWord {
            word: text[slip.span.clone()].to_owned(),
            at: slip.span.start,
            nearest: Some(slip.read.clone()),
        }),
        (plain, _) => plain.map(|statements| Reading { statements, corrected: Vec::new() }),
    }
}

fn formulas(statements: &[Asked]) -> impl Iterator<Item = &Formula> {
    statements.iter().map(|asked| &asked.formula)
}

/// What the sentences of a text ask for.
fn asked(text: &str, cut: Vec<Vec<Token>>, vocabulary: &Vocabulary) -> Result<Vec<Asked>, EnglishError> {
    let mut statements = Vec::new();
    let mut before = Before::default();
    let cut = colons::apart(otherwise::apart(answers::joined(cut, vocabulary)), vocabulary);
    let cut = ones::named(pointing::named(summing::named(cut, vocabulary), vocabulary), vocabulary);
    let sentences = sentences(cut, vocabulary);
    for (number, sentence) in sentences.iter().enumerate() {
        let is_free = |before: &Vec<Token>| choices::is_free(sentence, before) && choices::is_open(before, vocabulary);
        if number > 0 && (courtesy::is_idle(sentence) || is_free(&sentences[number - 1])) {
            continue;
        }
        let is_of_condition = before.condition.as_ref().is_some_and(|condition| condition.link == Link::AtStart);
        if is_of_condition && otherwise::is_idle(sentence) {
            before.condition = None;
            continue;
        }
        before.is_weighed = sentences.get(number + 1).is_some_and(|next| otherwise::is_for_now(next, vocabulary));
        let Understood { asked, statements: best, goals, bans } = one(text, sentence, &before, vocabulary)?;
        statements.extend(asked);
        before.is_begun = true;
        before.is_of_things |= names_things(sentence, vocabulary);
        before.last.clone_from(sentence);
        let by = (number + 1) << 12;
        let said = best.iter().flat_map(statement::antecedents);
        before.said.extend(said.map(|np| moved(&np, by)));
        before.goals.extend(goals);
        before.bans.extend(bans);
        let last = best.last().and_then(echoes::condition);
        before.condition = last.as_ref().map(|sub| sub.map(&mut |clause| clause.map(&mut |np| moved(np, by))));
    }
    if statements.is_empty() { Err(EnglishError::Empty) } else { Ok(statements) }
}

/// Whether a text is a formula, not words: one after `ltl:`, or one with operators or brackets.
pub fn is_typed(text: &str) -> bool {
    typed(text).is_some()
}

/// The formula in a text that is typed as one.
fn typed(text: &str) -> Option<&str> {
    let trimmed = text.trim();
    match trimmed.get(..LTL.len()) {
        Some(mark) if mark.eq_ignore_ascii_case(LTL) => Some(&trimmed[LTL.len()..]),
        _ => (trimmed.contains('(') && Formula::parse(trimmed).is_ok()).then_some(trimmed),
    }
}

/// The sentences; one that begins with "then" goes on with the one before, and so does an order about what an order before
/// names: "put the milk in the fridge. Close it."
fn sentences(cut: Vec<Vec<Token>>, vocabulary: &Vocabulary) -> Vec<Vec<Token>> {
    let mut sentences: Vec<Vec<Token>> = Vec::new();
    let mut before: Vec<Token> = Vec::new();
    for sentence in cut {
        let begins = |words: &[&str]| {
            sentence.iter().map(|token| token.word.as_str()).take(words.len()).eq(words.iter().copied())
        };
        let goes_on = [
            &["then"][..],
            &["and", "then"],
            &["after", "that"],
            &["and", "after", "that"],
            &["afterwards"],
            &["and", "afterwards"],
            &["next", ","],
            &["finally"],
            &["and", "finally"],
            &["lastly"],
        ]
        .iter()
        .any(|words| begins(words))
            || everyday::goes_on(&sentence);
        let at = sentence[0].span.start;
        let before = std::mem::replace(&mut before, sentence.clone());
        let joint = |word: &str| Token { word: word.to_owned(), span: at..at };
        match sentences.last_mut() {
            Some(last) if goes_on || corrections::begins_with_one(&sentence, vocabulary) => {
                last.push(joint(","));
                last.extend(sentence);
            }
            // "Put the cup on the shelf. Wash it first."
            Some(last) if turns::goes_before(&sentence, &before, vocabulary) => {
                last.extend([joint(","), joint("but")]);
                last.extend(sentence);
            }
            Some(last) if everyday::is_about(&sentence, &before, vocabulary) => {
                last.extend([joint(","), joint("then")]);
                last.extend(sentence);
            }
            _ => sentences.push(sentence),
        }
    }
    sentences
}

/// The phrase with its mentions out of the way of those of later sentences.
fn moved(np: &Np, by: usize) -> Np {
    match np {
        Np::Noun(noun) => Np::Noun(crate::meaning::Noun { id: noun.id + by, ..noun.clone() }),
        Np::List(join, parts) => Np::List(*join, parts.iter().map(|part| moved(part, by)).collect()),
        other => other.clone(),
    }
}

/// What one sentence comes to.
struct Understood {
    asked: Vec<Asked>,
    statements: Vec<Statement>,
    /// What it asks to be done.
    goals: Vec<Ltl>,
    /// What it requires beside.
    bans: Vec<Ltl>,
}

/// What one sentence asks for.
fn one(text: &str, sentence: &[Token], before: &Before, vocabulary: &Vocabulary) -> Result<Understood, EnglishError> {
    if let Some(formula) = canonical::read(sentence, vocabulary) {
        let words = Paraphrase::of(&formula, vocabulary).to_string();
        let formula = formula.formula(vocabulary);
        let is_goal = formula.must_come_about();
        let asked = Asked { is_goal, formula, words, groundings: Vec::new(), is_of_one: false };
        return Ok(Understood { asked: vec![asked], statements: Vec::new(), goals: Vec::new(), bans: Vec::new() });
    }
    let whole = sentence;
    let (lead, sentence) = otherwise::lead(sentence);
    let sentence = corrections::carried_out(sentence, vocabulary);
    if let Some(correction) = corrections::unclear(&sentence) {
        return Err(unclear(
            text,
            &sentence,
            (correction, sentence.len()),
            "what does that correct? Say the whole order again as you mean it",
        ));
    }
    let sentence = choices::plain(&sentence, vocabulary);
    if let Some(nor) = neither::without_denial(&sentence) {
        return Err(unclear(text, &sentence, (nor, sentence.len()), "say \"neither ... nor\", or \"and\""));
    }
    if let Some(none) = wishes::unneeded(&sentence) {
        return Err(unclear(
            text,
            &sentence,
            (none, sentence.len()),
            "it asks for nothing: say what must be, or what must never be, or leave it out",
        ));
    }
    let sentence = requests::plain(&sentence, vocabulary);
    let sentence = idioms::plain(&sentence, vocabulary);
    let sentence = courtesy::plain(&sentence, vocabulary);
    let denied = neither::unclear(&sentence, vocabulary).map(|verb| quote(text, &sentence, verb, sentence.len()));
    let sentence = turns::plain(&sentence, vocabulary);
    if let Some(first) = turns::unclear(&sentence, &before.last, vocabulary) {
        return Err(unclear(
            text,
            &sentence,
            (first, sentence.len()),
            "before which of them? Say \"first ..., then ...\" in the order in which it is done",
        ));
    }
    if let Some(or) = elided::unclear(&sentence, vocabulary) {
        return Err(unclear(
            text,
            &sentence,
            (or, sentence.len()),
            "is that another place, or another robot that may do it? Say it in full",
        ));
    }
    if let Some((begin, end)) = staying::unclear(&sentence, &before.last, vocabulary) {
        return Err(unclear(
            text,
            &sentence,
            (begin, end),
            "where is that? Say the place by its name, or \"where it is\"",
        ));
    }
    let sentence = pairs::plain(&sentence, vocabulary);
    let sentence = continuing::plain(&sentence, vocabulary);
    let sentence = elided::plain(&sentence, vocabulary);
    let sentence = nominal::plain(&sentence, vocabulary);
    let sentence = becoming::plain(&sentence, vocabulary);
    let sentence = reflexive::plain(&sentence, vocabulary);
    let sentence = several::plain(&sentence, vocabulary);
    let sentence = spoken::plain(&sentence, vocabulary);
    let sentence = barring::plain(&sentence, vocabulary);
    let sentence = staying::plain(&sentence, vocabulary);
    let sentence = described::plain(&sentence, vocabulary);
    let sentence = cleared::plain(&sentence, vocabulary);
    let sentence = whichever::plain(&sentence, vocabulary);
    let sentence = everyday::plain(&sentence, !before.is_begun, vocabulary);
    let sentence = leaving::plain(&sentence, !lead.is_empty(), vocabulary);
    if let Some(leave) = leaving::unclear(&sentence) {
        return Err(unclear(
            text,
            &sentence,
            (leave, sentence.len()),
            "say what must be in the end, or what must never be",
        ));
    }
    let sentence = crate::remarks::without(&sentence, vocabulary);
    let sentence = [lead, &sentence].concat();
    let sentence = sentence.as_slice();
    let reader = Reader::new(vocabulary, sentence).after_condition(before.condition.clone());
    let reader = if before.is_weighed { reader.weighed() } else { reader };
    let (about_run, is_sure) = runs::candidates(&Reader::new(vocabulary, sentence));
    let plain = || candidates(&reader, before, vocabulary);
    let found = if is_sure { about_run } else { plain().or(about_run) };
    let Candidates { candidates, spread, reasons } = found;
    let mut nearest = candidates::nearest(candidates);
    if nearest.is_empty() {
        return Err(refusal(text, &reader, reasons, vocabulary));
    }
    // What is claimed of a run says itself what "not" belongs to.
    if let Some((words, at)) = denied.filter(|_| !is_sure) {
        let mend = "say \"or\" for none of them, or \"but\" before what is to be done".to_owned();
        return Err(EnglishError::Unclear { words, at, mend, choices: Vec::new() });
    }
    // "A and B while C": of the second, or of both?
    if let Some(open) = nearest.values().find(|candidate| candidate.is_open).map(|candidate| candidate.statements.len())
    {
        let others = spread.into_iter().filter(|(_, candidate)| candidate.statements.len() == open);
        for (normal, other) in candidates::nearest(others.collect()) {
            nearest.entry(normal).or_insert(other);
        }
    }
    let mut best: Vec<Candidate> = nearest.into_values().collect();
    best.sort_by_key(|candidate| candidate.statements.len());
    if best.len() > 1 {
        let mut readings: Vec<String> =
            best.iter().map(|candidate| in_words(&candidate.meanings, vocabulary)).collect();
        readings.sort();
        let (phrase, at) = quote(text, whole, 0, whole.len());
        return Err(EnglishError::Ambiguous { phrase, at, readings });
    }
    let mut best = best.remove(0);
    if sentence.iter().any(|token| token.word == "but") {
        conflicts::without_exceptions(&mut best.meanings, vocabulary);
    }
    if !conflicts::without_untouched(&mut best.meanings, &leaving::untouched(&best.statements), vocabulary) {
        return Err(unclear(text, sentence, (0, sentence.len()), "is it to be moved, or not? Say only one of both"));
    }
    let formulas = |meanings: &[Meaning], is_goal: bool| -> Vec<Ltl> {
        meanings.iter().filter(|meaning| meaning.is_goal == is_goal).map(|meaning| meaning.formula.clone()).collect()
    };
    let (mut goals, bans) = (formulas(&best.meanings, true), formulas(&best.meanings, false));
    let is_undone = achieving::is_undone(&before.goals.iter().chain(&goals).collect::<Vec<_>>(), vocabulary);
    for meaning in best.meanings.iter_mut().filter(|meaning| meaning.is_goal) {
        meaning.formula = achieving::brought_about(&meaning.formula, vocabulary);
    }
    // Deeds and what they bring about: either may be forbidden, here or in a later sentence.
    goals.extend(formulas(&best.meanings, true));
    let all_goals: Vec<&Ltl> = before.goals.iter().chain(&goals).collect();
    let is_forbidden = conflicts::are_forbidden(&all_goals, &before.bans.iter().chain(&bans).collect::<Vec<_>>());
    let refuse = |at: usize, end: usize, mend: &str| Err(unclear(text, sentence, (at, end), mend));
    let bare = best.statements.iter().filter_map(|statement| statement::bare_it(statement, sentence)).min();
    if let Some(it) = bare.filter(|it| before.is_of_things || names_things(&sentence[..*it], vocabulary)) {
        return refuse(it, it + 1, "say which thing is meant, or that it is each of them");
    }
    if let Some((at, end)) = without_verb(&best, sentence, vocabulary) {
        return refuse(at, end, "is that forbidden, too? Write a sentence of its own for it");
    }
    if let Some((at, end)) = beside::is_torn(&best.statements, sentence) {
        return refuse(
            at,
            end,
            "beside one of them, or beside each? Say \"one of the\", \"each of the\", or which by name",
        );
    }
    if let Some((at, end)) = ordering::moves_what_was_taken(&best.statements) {
        return refuse(at, end, "say which things are meant, with the place where they are");
    }
    if let Some((at, end)) = ordering::asks_too_late(&best.statements, &before.said) {
        let mend = "is that so now, or after what comes before? Say \"first ..., then ...\", or begin with \"if\"";
        return refuse(at, end, mend);
    }
    if is_undone {
        return refuse(0, sentence.len(), "in which order? Say \"first ..., then ...\" in one sentence");
    }
    if is_forbidden {
        return refuse(
            0,
            sentence.len(),
            "it asks for what is forbidden: leave out one of both, or say until when it is",
        );
    }
    let said = before.goals.iter().chain(best.meanings.iter().map(|meaning| &meaning.formula));
    if conflicts::contradict(&said.collect::<Vec<_>>(), vocabulary) {
        let mend = "it asks for one thing in two places in the end: say where, or \"first ..., then ...\"";
        return refuse(0, sentence.len(), mend);
    }
    let asked = best.meanings.iter().zip(&best.statements).map(|(meaning, statement)| {
        let formula = meaning.formula.formula(vocabulary);
        Asked {
            is_goal: meaning.is_goal && formula.must_come_about(),
            formula,
            words: Paraphrase::of(&meaning.formula, vocabulary).to_string(),
            groundings: groundings(text, sentence, statement, vocabulary),
            is_of_one: meaning.is_goal && is_of_one(statement),
        }
    });
    Ok(Understood { asked: asked.collect(), statements: best.statements, goals, bans })
}

/// "Do not put the one here and the other there": a part that has no verb of its own and asks for something, after one that forbids.
fn without_verb(best: &Candidate, sentence: &[Token], vocabulary: &Vocabulary) -> Option<(usize, usize)> {
    let first = best.meanings.iter().position(|meaning| !meaning.is_goal)?;
    let goals = best.meanings.iter().zip(&best.statements).skip(first + 1).filter(|(meaning, _)| meaning.is_goal);
    let clauses = goals.filter_map(|(_, statement)| statement.clauses().into_iter().next());
    let is_verb = |token: &Token| !vocabulary.verbs(&token.word).is_empty();
    let mut bare = clauses.filter(|clause| {
        let is_said = sentence.get(clause.at..clause.end).unwrap_or_default().iter().any(is_verb);
        // "Clean" of "the clean cups there" is no verb of theirs.
        let begins = |deed: &&Rc<Deed>| deed.objects.first().is_some_and(|np| extent(np).0 == clause.at);
        !is_said || clause.subject.is_none() && clause.vp.deeds().iter().all(begins)
    });
    bare.next()
        .map(|clause| (clause.at, clause.end))
        .filter(|(at, _)| *at > 0 && matches!(sentence[at - 1].word.as_str(), "and" | ","))
}

/// Whether the words name a thing that "it" may mean: no robot, and no place where something goes.
fn names_things(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    let mut at = 0;
    while at < tokens.len() {
        let Some((_, length)) = vocabulary.nouns(&tokens[at..]).into_iter().next() else {
            at += 1;
            continue;
        };
        let first = at - usize::from(at > 0 && tokens[at - 1].word == "the");
        let is_place = first > 0 && general::TOWARDS.contains(&tokens[first - 1].word.as_str());
        if !is_place && vocabulary.robot(&tokens[at..]).is_none() {
            return true;
        }
        at += length;
    }
    false
}

fn in_words(meanings: &[Meaning], vocabulary: &Vocabulary) -> String {
    meanings
        .iter()
        .map(|meaning| Paraphrase::of(&meaning.formula, vocabulary).to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

/// That the words between two tokens are not clear, and what to say instead.
fn unclear(text: &str, sentence: &[Token], (begin, end): (usize, usize), mend: &str) -> EnglishError {
    let (words, at) = quote(text, sentence, begin, end);
    EnglishError::Unclear { words, at, mend: mend.to_owned(), choices: Vec::new() }
}

/// The words between two tokens as written, and where they begin.
fn quote(text: &str, sentence: &[Token], at: usize, end: usize) -> (String, usize) {
    // Parts may have changed places.
    let words = sentence.get(at..end.max(at + 1).min(sentence.len())).unwrap_or_default();
    let begin = words.iter().map(|token| token.span.start).min();
    let end = words.iter().map(|token| token.span.end).max();
    match (begin, end) {
        (Some(begin), Some(end)) if begin <= end => (text[begin..end].to_owned(), begin),
        _ => (String::new(), text.len()),
    }
}

/// The most telling reason why a sentence is not read.
fn refusal(text: &str, reader: &Reader, reasons: Vec<Vague>, vocabulary: &Vocabulary) -> EnglishError {
    let sentence = reader.tokens;
    let is_known = |token: &Token| {
        let word = token.word.as_str();
        let is_function = general::FUNCTION_WORDS.contains(&word) || HOLDING.contains(&word);
        is_function || vocabulary.knows(word) || tokens::number(word).is_some()
    };
    if reasons.is_empty()
        && let Some(token) = sentence.iter().find(|token| !is_known(token))
    {
        let word = text[token.span.clone()].to_owned();
        return EnglishError::UnknownWord { nearest: vocabulary.nearest(&token.word), word, at: token.span.start };
    }
    // The reason about the fewest words is the most telling one.
    let best = reasons.into_iter().min_by_key(|reason| {
        let is_last = reason.mend == NEVER;
        let is_first = reason.mend == OUT_OF_REACH;
        (is_last, !is_first, reason.end.saturating_sub(reason.at), reason.at)
    });
    match best {
        Some(reason) => {
            let (words, at) = quote(text, sentence, reason.at, reason.end);
            let choices = match reason.mend {
                ALL_OR_ONE => vec![format!("all {words}"), format!("one of the {words}")],
                ALWAYS_OR_END => vec![format!("in the end, {words}"), format!("{words} at all times")],
                _ => choices(reader, &reason),
            };
            EnglishError::Unclear { words, at, mend: reason.mend.to_owned(), choices }
        }
        // It ends too early, or some of its beginning is no part of any form.
        None if reader.furthest() >= sentence.len() => {
            let (words, at) = quote(text, sentence, 0, sentence.len());
            let mend =
                "its words are known, but not what they mean together: say it in other words, or in two sentences"
                    .to_owned();
            EnglishError::Unclear { words, at, mend, choices: Vec::new() }
        }
        None => {
            let (words, at) = quote(text, sentence, reader.furthest(), sentence.len());
            EnglishError::Unread {
                words,
                at,
                hints: numbered(sentence, reader.furthest(), vocabulary).unwrap_or_default(),
            }
        }
    }
}

/// What there is of a sort that stands with a number that none of its things has: "apple 9".
fn numbered(sentence: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<String> {
    tokens::number(tokens::word(sentence, at))?;
    let members = (0..at).find_map(|start| {
        let (nouns, _) = vocabulary.nouns(&sentence[start..at]).into_iter().find(|(_, length)| start + length == at)?;
        nouns.iter().find_map(|noun| match noun {
            Noun::Kind { kind, is_plural: false } => Some(&vocabulary.kinds[*kind].members),
            _ => None,
        })
    })?;
    let names: Vec<&str> =
        members.iter().map(|object| vocabulary.objects[usize::from(*object)].phrase.as_str()).collect();
    Some(format!("say {}", first(&names)))
}

/// The names of the things of which the words in question are one.
fn choices(reader: &Reader, reason: &Vague) -> Vec<String> {
    if ![WHICH, WHICH_OR_ONE].contains(&reason.mend) {
        return Vec::new();
    }
    let nouns = reader.plain_units(reason.at).into_iter().map(|(noun, _)| noun);
    let mut fitting = nouns
        .filter(|noun| matches!(noun.det, Det::The | Det::Mass) && noun.limits.is_empty() && noun.end == reason.end);
    let Some(noun) = fitting.next().filter(|noun| fitting.all(|other| other.members == noun.members)) else {
        return Vec::new();
    };
    noun.members.iter().map(|object| reader.vocabulary.objects[usize::from(*object)].phrase.clone()).collect()
}

/// Whether a statement speaks of "the toy that is on the table", of several.
fn is_of_one(statement: &Statement) -> bool {
    let mut all = statement.clauses().into_iter().flat_map(|clause| clause.noun_phrases()).flat_map(nouns);
    all.any(|noun| noun.det == Det::The && !noun.is_plural && noun.members.len() > 1 && !noun.limits.is_empty())
}

fn groundings(text: &str, sentence: &[Token], statement: &Statement, vocabulary: &Vocabulary) -> Vec<Grounding> {
    let mut found: Vec<Grounding> = Vec::new();
    for np in statement.clauses().into_iter().flat_map(|clause| clause.noun_phrases()) {
        for noun in
            nouns(np).into_iter().filter(|noun| !noun.is_wide && noun.id < noun.end && noun.end <= sentence.len())
        {
            let (words, at) = quote(text, sentence, noun.id, noun.end);
            let span = at..at + words.len();
            let meaning =
                noun.members.iter().map(|object| vocabulary.objects[usize::from(*object)].name.clone()).collect();
            if !found.iter().any(|known| known.span == span) {
                found.push(Grounding { words, span, meaning });
            }
        }
    }
    found.sort_by_key(|grounding| grounding.span.start);
    found
}
