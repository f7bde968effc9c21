//! Single propositions in words, and back: "robot 1 opens the fridge", "the fridge is not open".

use smallvec::SmallVec;

use crate::{
    frame::{Frame, Part, Tells},
    inflection::{self, Form},
    logic::{Atom, Object, Sort},
    tokens::Token,
    vocabulary::{Noun, Vocabulary},
};

/// Objects from here on stand for "that robot" and the like.
pub(crate) const VARIABLES: Object = 0xFF00;

/// The sorts that "that robot" and the like are of, by variable.
pub(crate) type Variables = Vec<usize>;

impl Vocabulary {
    /// The phrase for an object or a variable.
    pub(crate) fn phrase(&self, object: Object, variables: &Variables) -> String {
        match object.checked_sub(VARIABLES) {
            Some(variable) => {
                let word = self.kinds[variables[usize::from(variable)]].words.first();
                format!("that {}", word.map_or("thing", String::as_str))
            }
            None => self.objects[usize::from(object)].phrase.clone(),
        }
    }

    fn preposition(&self, object: Object, variables: &Variables) -> &str {
        let object = match object.checked_sub(VARIABLES) {
            Some(variable) => self.kinds[variables[usize::from(variable)]].members.first().copied().unwrap_or(0),
            None => object,
        };
        &self.objects[usize::from(object)].preposition
    }

    /// The first frame of the file for a proposition.
    fn own_frame(&self, atom: &Atom) -> Option<&Frame> {
        let name = usize::from(atom.name);
        let tells = match atom.sort {
            Sort::Step => return None,
            Sort::Fact => Tells::Fact { predicate: name, holds: true },
            Sort::Deed => Tells::Deed { skill: name },
        };
        self.frames.iter().find(|frame| frame.is_own && frame.tells == tells)
    }

    /// A proposition or its denial as a clause. `None`: the file has no words for it.
    pub(crate) fn say(&self, atom: &Atom, holds: bool, variables: &Variables) -> Option<String> {
        if atom.sort == Sort::Step {
            return Some(if holds { "a step begins" } else { "no step begins" }.to_owned());
        }
        let frame = self.own_frame(atom)?;
        let subject = self.phrase(*atom.arguments.get(frame.subject)?, variables);
        let verb = match (frame.verb.as_str(), holds) {
            ("be", true) => "is".to_owned(),
            ("be", false) => "is not".to_owned(),
            (verb, true) => inflection::third(verb),
            (verb, false) => format!("does not {verb}"),
        };
        Some(format!("{subject} {verb}{}", self.rest(frame, atom, variables)?))
    }

    /// "Must never open the fridge": a proposition of its subject with words between.
    pub(crate) fn say_of_subject(&self, atom: &Atom, between: &str, variables: &Variables) -> Option<(Object, String)> {
        let frame = self.own_frame(atom)?;
        let subject = *atom.arguments.get(frame.subject)?;
        Some((subject, format!("{between} {}{}", frame.verb, self.rest(frame, atom, variables)?)))
    }

    fn rest(&self, frame: &Frame, atom: &Atom, variables: &Variables) -> Option<String> {
        let mut text = String::new();
        for part in &frame.parts {
            text.push(' ');
            match part {
                Part::Word(word) => text.push_str(word),
                Part::Slot(place) => text.push_str(&self.phrase(*atom.arguments.get(*place)?, variables)),
                Part::OnSlot(place) => {
                    let object = *atom.arguments.get(*place)?;
                    text.push_str(self.preposition(object, variables));
                    text.push(' ');
                    text.push_str(&self.phrase(object, variables));
                }
            }
        }
        Some(text)
    }

    /// The one proposition, and whether it is denied, that these words begin with, and the place after it.
    pub(crate) fn literal(&self, tokens: &[Token], at: usize, variables: &Variables) -> Option<(Atom, bool, usize)> {
        let word = |at: usize| tokens.get(at).map_or("", |token| token.word.as_str());
        for (words, holds) in [(["a", "step", "begins"], true), (["no", "step", "begins"], false)] {
            if (0..3).all(|place| word(at + place) == words[place]) {
                return Some((Atom::step(), holds, at + 3));
            }
        }
        let mut found: Vec<(Atom, bool, usize)> = Vec::new();
        for (subject, middle) in self.named_at(tokens, at, variables) {
            let (verb_at, holds) = match (word(middle), word(middle + 1)) {
                ("is", "not") => (middle, false),
                ("does", "not") => (middle + 2, false),
                _ => (middle, true),
            };
            let is_denied_be = !holds && verb_at == middle;
            for (verb, form) in self.verbs(word(verb_at)) {
                let fits = if holds || is_denied_be { *form == Form::Present } else { *form == Form::Base };
                if !fits || (is_denied_be && verb != "be") {
                    continue;
                }
                let after = if is_denied_be { verb_at + 2 } else { verb_at + 1 };
                for (_, frame) in self.frames_of(verb).filter(|(_, frame)| frame.is_own) {
                    found.extend(
                        self.framed_literal(tokens, frame, subject, after, variables)
                            .map(|(atom, end)| (atom, holds, end)),
                    );
                }
            }
        }
        let longest = found.iter().map(|(.., end)| *end).max()?;
        found.retain(|(.., end)| *end == longest);
        found.dedup();
        if let [one] = found.as_slice() { Some(one.clone()) } else { None }
    }

    fn framed_literal(
        &self,
        tokens: &[Token],
        frame: &Frame,
        subject: Object,
        at: usize,
        variables: &Variables,
    ) -> Option<(Atom, usize)> {
        let (sort, name) = match frame.tells {
            Tells::Fact { predicate, holds: true } => (Sort::Fact, predicate),
            Tells::Deed { skill } => (Sort::Deed, skill),
            _ => return None,
        };
        let relation = if sort == Sort::Fact { &self.predicates[name] } else { &self.skills[name] };
        let mut arguments: SmallVec<[Option<Object>; 4]> = smallvec::smallvec![None; relation.members.len()];
        *arguments.get_mut(frame.subject)? = Some(subject);
        let mut at = at;
        for part in &frame.parts {
            match part {
                Part::Word(word) => {
                    if tokens.get(at)?.word != *word {
                        return None;
                    }
                    at += 1;
                }
                Part::Slot(place) | Part::OnSlot(place) => {
                    let start = if matches!(part, Part::OnSlot(_)) { at + 1 } else { at };
                    let fits = |object: Object| self.may_be_in(relation, *place, object, variables);
                    let (object, end) =
                        self.named_at(tokens, start, variables).into_iter().find(|(object, _)| fits(*object))?;
                    if matches!(part, Part::OnSlot(_)) && tokens.get(at)?.word != self.preposition(object, variables) {
                        return None;
                    }
                    arguments[*place] = Some(object);
                    at = end;
                }
            }
        }
        let arguments: Option<SmallVec<[Object; 4]>> = arguments.into_iter().collect();
        let arguments = arguments?;
        let fits =
            arguments.iter().enumerate().all(|(place, object)| self.may_be_in(relation, place, *object, variables));
        fits.then(|| (Atom { sort, name: u16::try_from(name).expect("a domain has fewer names"), arguments }, at))
    }

    fn may_be_in(
        &self,
        relation: &crate::vocabulary::Relation,
        place: usize,
        object: Object,
        variables: &Variables,
    ) -> bool {
        match object.checked_sub(VARIABLES) {
            Some(variable) => {
                self.kinds[variables[usize::from(variable)]].members.iter().any(|member| relation.fits(place, *member))
            }
            None => relation.fits(place, object),
        }
    }

    /// The names that begin here, the longest first.
    fn named_at(&self, tokens: &[Token], at: usize, variables: &Variables) -> Vec<(Object, usize)> {
        let word = tokens.get(at).map_or("", |token| token.word.as_str());
        let start = if matches!(word, "the" | "that") { at + 1 } else { at };
        let mut found = Vec::new();
        for (nouns, length) in self.nouns(tokens.get(start..).unwrap_or_default()) {
            for noun in nouns {
                match noun {
                    Noun::Object(object) if word != "that" => found.push((*object, start + length)),
                    Noun::Kind { kind, is_plural: false } if word == "that" => {
                        let variable = variables.iter().rposition(|one| one == kind);
                        found.extend(variable.map(|variable| (VARIABLES + variable as Object, start + length)));
                    }
                    _ => {}
                }
            }
        }
        found
    }
}
