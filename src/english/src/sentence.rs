//! One sentence: the one meaning that it must have, and what it asks for.

use std::{collections::HashSet, rc::Rc};

use crate::{
    achieving, beside,
    candidates::{self, APART, Before, Candidate, Candidates, candidates},
    canonical, conflicts,
    error::EnglishError,
    general, leaving,
    logic::{Ltl, Object},
    meaning::{Deed, Det, Noun},
    ordering, otherwise,
    paraphrase::Paraphrase,
    passes::{self, Around},
    phrases::extent,
    reader::Reader,
    reading::{Asked, Grounding},
    refusals::{quote, refusal, unclear},
    runs,
    sense::{Meaning, NAME_THEM},
    statement::{self, Statement, nouns},
    tokens::Token,
    vocabulary::Vocabulary,
};

/// What one sentence comes to.
pub(crate) struct Understood {
    pub statements: Vec<Statement>,
    /// What it asks to be done.
    pub goals: Vec<Ltl>,
    /// What it requires beside.
    pub bans: Vec<Ltl>,
    /// What each part asks for.
    pub parts: Vec<Part>,
}

/// A part of a sentence.
pub(crate) struct Part {
    pub asked: Asked,
    pub formula: Ltl,
    /// What it asks for beside other orders, where that is more ([`achieving::until_the_end`]).
    pub lasting: Option<(Asked, Ltl)>,
    /// What it asks for where others speak of the same things, if that is more ([`achieving::brought_about_but_for_more`]).
    pub more: Option<More>,
}

/// An order for a deed of which more comes than the state that it leaves.
pub(crate) struct More {
    pub asked: Asked,
    pub things: Vec<Object>,
}

/// What one sentence asks for, after those before it.
///
/// # Errors
/// [`EnglishError`] with the words that are not understood, or all meanings of a sentence that has several.
pub(crate) fn understood(
    text: &str,
    sentence: &[Token],
    before: &Before,
    vocabulary: &Vocabulary,
) -> Result<Understood, EnglishError> {
    if let Some(meaning) = canonical::read(sentence, vocabulary) {
        let words = Paraphrase::of(&meaning, vocabulary).to_string();
        let formula = meaning.formula(vocabulary);
        let is_goal = formula.must_come_about();
        let asked = Asked { is_goal, formula, words, groundings: Vec::new(), is_of_one: false };
        let parts = vec![Part { asked, formula: meaning, lasting: None, more: None }];
        return Ok(Understood { parts, statements: Vec::new(), goals: Vec::new(), bans: Vec::new() });
    }
    let (lead, rest) = otherwise::lead(sentence);
    let around = Around { vocabulary, last: &before.last, is_first: !before.is_begun, is_otherwise: !lead.is_empty() };
    let plain = passes::over_sentence(text, rest, &around)?;
    let words = [lead, &plain.words].concat();
    let said = Said { text, written: sentence, words: &words, before, vocabulary };
    let mut best = said.only_candidate(plain.unless_of_run)?;
    if words.iter().any(|token| token.word == "but") {
        conflicts::without_exceptions(&mut best.meanings, vocabulary);
    }
    if !conflicts::without_untouched(&mut best.meanings, &leaving::untouched(&best.statements), vocabulary) {
        return Err(said.unclear(said.all(), "is it to be moved, or not? Say only one of both"));
    }
    let (mut goals, bans) = (formulas(&best.meanings, true), formulas(&best.meanings, false));
    let is_undone = achieving::is_undone(&before.goals.iter().chain(&goals).collect::<Vec<_>>(), vocabulary);
    let mut beside = Vec::new();
    for (meaning, statement) in best.meanings.iter_mut().zip(&best.statements) {
        let goal = (meaning.is_goal && !says_how_often(statement)).then(|| meaning.formula.clone());
        if let Some(goal) = &goal {
            meaning.formula = achieving::brought_about(goal, vocabulary);
        }
        let lasting = goal.as_ref().and_then(|goal| achieving::until_the_end(goal, vocabulary));
        let deed = goal.map(|goal| achieving::brought_about_but_for_more(&goal, vocabulary));
        beside.push((lasting, deed.filter(|deed| *deed != meaning.formula)));
    }
    // Deeds and what they bring about: either may be forbidden, here or in a later sentence.
    goals.extend(formulas(&best.meanings, true));
    if let Some((extent, mend)) = said.doubt(&best).or_else(|| said.conflict(&best, is_undone, &goals, &bans)) {
        return Err(said.unclear(extent, mend));
    }
    let parts = best.meanings.iter().zip(&best.statements).zip(beside);
    let parts = parts.map(|((meaning, statement), (lasting, deed))| {
        let asked = |formula: &Ltl| said.asked(formula, meaning.is_goal, statement);
        let lasting = lasting.map(|formula| (asked(&formula), formula));
        let more = deed.map(|formula| More { asked: asked(&formula), things: vocabulary.things_of_more(&formula) });
        Part { asked: asked(&meaning.formula), formula: meaning.formula.clone(), lasting, more }
    });
    Ok(Understood { parts: parts.collect(), statements: best.statements, goals, bans })
}

/// A sentence in plain words, with what stands around it.
struct Said<'a> {
    text: &'a str,
    /// The sentence before its passes.
    written: &'a [Token],
    words: &'a [Token],
    before: &'a Before,
    vocabulary: &'a Vocabulary,
}

/// Words that are not clear, from where to where, and what to say instead.
type Doubt = ((usize, usize), &'static str);

impl Said<'_> {
    /// The candidate that is nearest to the words, if there is one. `unless_of_run` is the refusal of whatever does not claim
    /// something of a run.
    fn only_candidate(&self, unless_of_run: Option<EnglishError>) -> Result<Candidate, EnglishError> {
        let Self { text, before, vocabulary, .. } = *self;
        let reader = Reader::new(vocabulary, self.words).after_condition(before.condition.clone());
        let reader = if before.is_weighed { reader.weighed() } else { reader };
        let (about_run, is_sure) = runs::candidates(&Reader::new(vocabulary, self.words));
        let plain = || candidates(&reader, before, vocabulary);
        let found = if is_sure { about_run } else { plain().or(about_run) };
        let Candidates { candidates, spread, reasons } = found;
        let mut nearest = candidates::nearest(candidates);
        if nearest.is_empty() {
            return Err(refusal(text, &reader, reasons, vocabulary));
        }
        if let Some(error) = unless_of_run.filter(|_| !is_sure) {
            return Err(error);
        }
        // "A and B while C": of the second, or of both?
        let open = nearest.values().find(|candidate| candidate.is_open).map(|candidate| candidate.statements.len());
        if let Some(open) = open {
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
            let (phrase, at) = quote(text, self.written, 0, self.written.len());
            return Err(EnglishError::Ambiguous { phrase, at, readings });
        }
        Ok(best.remove(0))
    }

    fn all(&self) -> (usize, usize) {
        (0, self.words.len())
    }

    fn unclear(&self, extent: (usize, usize), mend: &str) -> EnglishError {
        unclear(self.text, self.words, extent, mend)
    }

    /// Words of which the reading does not tell enough.
    fn doubt(&self, best: &Candidate) -> Option<Doubt> {
        let Self { words, before, vocabulary, .. } = *self;
        if let Some(extent) = self.torn_others(best) {
            return Some((extent, NAME_THEM));
        }
        let bare = best.statements.iter().filter_map(|statement| statement::bare_it(statement, words)).min();
        if let Some(it) = bare.filter(|it| before.is_of_things || names_things(&words[..*it], vocabulary)) {
            return Some(((it, it + 1), "say which thing is meant, or that it is each of them"));
        }
        if let Some(extent) = without_verb(best, words, vocabulary) {
            return Some((extent, "is that forbidden, too? Write a sentence of its own for it"));
        }
        if let Some(extent) = beside::is_torn(&best.statements, words) {
            let mend = "beside one of them, or beside each? Say \"one of the\", \"each of the\", or which by name";
            return Some((extent, mend));
        }
        if let Some(extent) = ordering::moves_what_was_taken(&best.statements) {
            return Some((extent, "say which things are meant, with the place where they are"));
        }
        ordering::asks_too_late(&best.statements, &before.said).map(|extent| {
            let mend = "is that so now, or after what comes before? Say \"first ..., then ...\", or begin with \"if\"";
            (extent, mend)
        })
    }

    /// "Everything else", where nobody knows what that leaves out: after a choice, after "one of the jars", and of what is forbidden
    /// after several sentences, of which perhaps only the last one is meant.
    fn torn_others(&self, best: &Candidate) -> Option<(usize, usize)> {
        let Self { words, before, .. } = *self;
        let own: Vec<(bool, &Noun)> = { best.meanings.iter().zip(&best.statements) }
            .flat_map(|(meaning, statement)| statement.nouns().into_iter().map(|noun| (meaning.is_goal, noun)))
            .collect();
        let mut torn = own.iter().filter(|(_, noun)| noun.is_other).filter(|(is_goal, other)| {
            let is_among = |noun: &&Noun| noun.members.iter().any(|one| other.members.contains(one));
            let said = || before.said.iter().flat_map(nouns).filter(is_among);
            let beside = own.iter().map(|(_, noun)| *noun).filter(|noun| noun.id < other.id && !noun.is_other);
            let is_one = |noun: &Noun| matches!(noun.det, Det::A | Det::One | Det::Some | Det::Either | Det::Count(..));
            let sentences: HashSet<usize> = said().map(|noun| noun.id / APART).collect();
            before.has_or
                || words.iter().any(|token| token.word == "or")
                || said().any(|noun| !statement::is_sure(noun))
                || beside.filter(is_among).any(is_one)
                || !is_goal && sentences.len() > 1
        });
        torn.next().map(|(_, other)| (other.id, other.end))
    }

    /// Where all that is asked for, here and before, does not go together. `is_undone`: one goal undoes another.
    fn conflict(&self, best: &Candidate, is_undone: bool, goals: &[Ltl], bans: &[Ltl]) -> Option<Doubt> {
        let before = self.before;
        if is_undone {
            return Some((self.all(), "in which order? Say \"first ..., then ...\" in one sentence"));
        }
        let goals: Vec<&Ltl> = before.goals.iter().chain(goals).collect();
        if conflicts::are_forbidden(&goals, &before.bans.iter().chain(bans).collect::<Vec<_>>()) {
            let mend = "it asks for what is forbidden: leave out one of both, or say until when it is";
            return Some((self.all(), mend));
        }
        let said = before.goals.iter().chain(best.meanings.iter().map(|meaning| &meaning.formula));
        conflicts::contradict(&said.collect::<Vec<_>>(), self.vocabulary).then(|| {
            let mend = "it asks for one thing in two places in the end: say where, or \"first ..., then ...\"";
            (self.all(), mend)
        })
    }

    fn asked(&self, meaning: &Ltl, is_goal: bool, statement: &Statement) -> Asked {
        let formula = meaning.formula(self.vocabulary);
        Asked {
            is_goal: is_goal && formula.must_come_about(),
            formula,
            words: Paraphrase::of(meaning, self.vocabulary).to_string(),
            groundings: groundings(self.text, self.words, statement, self.vocabulary),
            is_of_one: is_goal && is_of_one(statement),
        }
    }
}

/// Whether a statement says how often something is to be done: the deeds are meant then, not what comes of them.
fn says_how_often(statement: &Statement) -> bool {
    matches!(statement, Statement::Clause { main, .. } if main.count().is_some())
}

/// The formulas of the meanings that are goals, or of those that are none.
fn formulas(meanings: &[Meaning], is_goal: bool) -> Vec<Ltl> {
    meanings.iter().filter(|meaning| meaning.is_goal == is_goal).map(|meaning| meaning.formula.clone()).collect()
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
pub(crate) fn names_things(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
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

/// Whether a statement speaks of "the toy that is on the table", of several.
fn is_of_one(statement: &Statement) -> bool {
    statement
        .nouns()
        .into_iter()
        .any(|noun| noun.det == Det::The && !noun.is_plural && noun.members.len() > 1 && !noun.limits.is_empty())
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
