//! Single propositions in words, and back: "robot 1 opens the fridge", "the fridge is not open".

use smallvec::SmallVec;

use crate::{
    frame::{Frame, Part, Tells},
    inflection::{self, Form},
    logic::{Atom, Object, Sort},
    tokens::{self, Token},
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

    /// The first frame of the file that means this proposition and no other, and whether it needs "somewhere" for that: what follows
    /// from a fact may be said in the words of that fact, as "is somewhere in".
    fn own_frame(&self, atom: &Atom, variables: &Variables) -> Option<(&Frame, bool)> {
        let name = usize::from(atom.name);
        let tells = match atom.sort {
            Sort::Step => return None,
            Sort::Fact => Tells::Fact { predicate: name, holds: true },
            Sort::Deed => Tells::Deed { skill: name },
        };
        let own = || self.frames.iter().filter(|frame| frame.is_own && frame.before.is_empty() && frame.tells == tells);
        let plain = own().find(|frame| frame.is_alone || self.tells_only(frame, atom, false, variables));
        let somewhere = || own().find(|frame| frame.has_place() && self.tells_only(frame, atom, true, variables));
        plain.map(|frame| (frame, false)).or_else(|| Some((somewhere()?, true)))
    }

    /// Whether the words of a frame that others share are read as this proposition.
    fn tells_only(&self, frame: &Frame, atom: &Atom, is_somewhere: bool, variables: &Variables) -> bool {
        let said = self.say_in((frame, is_somewhere), atom, true, variables);
        let tokens = said.map(|words| tokens::words(&words, 0));
        tokens.is_some_and(|tokens| self.literal(&tokens, 0, variables) == Some((atom.clone(), true, tokens.len())))
    }

    /// A proposition or its denial as a clause. `None`: the file has no words for it.
    pub(crate) fn say(&self, atom: &Atom, holds: bool, variables: &Variables) -> Option<String> {
        if atom.sort == Sort::Step {
            return Some(if holds { "a step begins" } else { "no step begins" }.to_owned());
        }
        self.say_in(self.own_frame(atom, variables)?, atom, holds, variables)
    }

    fn say_in(
        &self,
        (frame, is_somewhere): (&Frame, bool),
        atom: &Atom,
        holds: bool,
        variables: &Variables,
    ) -> Option<String> {
        let object = *atom.arguments.get(frame.subject)?;
        let subject = self.phrase(object, variables);
        let are_several = object < VARIABLES && self.looks_plural(object);
        let verb = match (frame.verb.as_str(), holds, are_several) {
            ("be", true, false) => "is".to_owned(),
            ("be", true, true) => "are".to_owned(),
            ("be", false, false) => "is not".to_owned(),
            ("be", false, true) => "are not".to_owned(),
            (verb, true, false) => inflection::third(verb),
            (verb, true, true) => verb.to_owned(),
            (verb, false, false) => format!("does not {verb}"),
            (verb, false, true) => format!("do not {verb}"),
        };
        Some(format!("{subject} {verb}{}", self.rest(frame, atom, is_somewhere, variables)?))
    }

    /// "Must never open the fridge": a proposition of its subject with words between.
    pub(crate) fn say_of_subject(&self, atom: &Atom, between: &str, variables: &Variables) -> Option<(Object, String)> {
        let (frame, _) = self.own_frame(atom, variables).filter(|(frame, _)| frame.is_alone)?;
        let is_fixed = atom.sort == Sort::Fact && self.predicates[usize::from(atom.name)].is_fixed;
        if is_fixed || (atom.sort == Sort::Fact && self.is_also_deed(frame)) {
            return None;
        }
        if atom.sort == Sort::Deed && frame.is_motion() && self.may_be_where(atom) {
            return None;
        }
        let subject = *atom.arguments.get(frame.subject)?;
        Some((subject, format!("{between} {}{}", frame.verb, self.rest(frame, atom, false, variables)?)))
    }

    /// Whether "must never go to the charger" is about where the robot then is, rather than about this deed.
    fn may_be_where(&self, atom: &Atom) -> bool {
        let robot = atom.arguments.first().copied().unwrap_or(VARIABLES);
        let robots: &[Object] = if robot < VARIABLES { &[robot] } else { &self.robots };
        let mut places = atom.arguments.iter().skip(1);
        places.any(|place| *place >= VARIABLES || robots.iter().any(|robot| self.is_where(*robot, *place)))
    }

    /// Whether "must never be labelled" may mean the deed as well as what it brings about.
    fn is_also_deed(&self, frame: &Frame) -> bool {
        let Some(Part::Word(word)) = frame.parts.first() else { return false };
        frame.verb == "be" && self.verbs(word).iter().any(|(_, form)| *form == Form::Participle)
    }

    fn rest(&self, frame: &Frame, atom: &Atom, is_somewhere: bool, variables: &Variables) -> Option<String> {
        let mut text = String::new();
        for part in &frame.parts {
            text.push(' ');
            match part {
                Part::Word(word) => text.push_str(word),
                Part::Slot(place) => text.push_str(&self.phrase(*atom.arguments.get(*place)?, variables)),
                Part::Held(_) => return None,
                Part::OnSlot(place) => {
                    let object = *atom.arguments.get(*place)?;
                    text.push_str(if is_somewhere { "somewhere " } else { "" });
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
                ("is" | "are", "not") => (middle, false),
                ("does" | "do", "not") => (middle + 2, false),
                _ => (middle, true),
            };
            let is_denied_be = !holds && verb_at == middle;
            for (verb, form) in self.verbs(word(verb_at)) {
                let is_present = *form == Form::Present || (*form == Form::Base && verb != "be");
                let fits = if holds || is_denied_be { is_present } else { *form == Form::Base };
                if !fits || (is_denied_be && verb != "be") {
                    continue;
                }
                let after = if is_denied_be { verb_at + 2 } else { verb_at + 1 };
                for (_, frame) in self.frames_of(verb).filter(|(_, frame)| frame.is_own && frame.before.is_empty()) {
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
        if found.len() > 1 {
            // What the state has comes before what follows from it.
            let rank = |atom: &Atom| atom.sort == Sort::Fact && self.predicates[usize::from(atom.name)].is_derived;
            if found.iter().any(|(atom, ..)| !rank(atom)) {
                found.retain(|(atom, ..)| !rank(atom));
            }
        }
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
                Part::Held(_) => return None,
                Part::Slot(place) | Part::OnSlot(place) => {
                    let is_somewhere = matches!(part, Part::OnSlot(_)) && tokens.get(at)?.word == "somewhere";
                    if is_somewhere && (sort == Sort::Deed || !relation.is_derived) {
                        return None;
                    }
                    at += usize::from(is_somewhere);
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

    /// The names that begin here, the longest first. A word that may also mean something else is no name: "the bench" is not the
    /// garden bench where there are other benches.
    fn named_at(&self, tokens: &[Token], at: usize, variables: &Variables) -> Vec<(Object, usize)> {
        let word = tokens.get(at).map_or("", |token| token.word.as_str());
        let start = if matches!(word, "the" | "that") { at + 1 } else { at };
        let mut found = Vec::new();
        for (nouns, length) in self.nouns(tokens.get(start..).unwrap_or_default()) {
            let said =
                tokens[start..start + length].iter().map(|token| token.word.as_str()).collect::<Vec<_>>().join(" ");
            for noun in nouns {
                match noun {
                    Noun::Object(object) if word != "that" && (nouns.len() == 1 || self.is_label(*object, &said)) => {
                        found.push((*object, start + length));
                    }
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

    fn is_label(&self, object: Object, said: &str) -> bool {
        let phrase = &self.objects[usize::from(object)].phrase;
        phrase.strip_prefix("the ").unwrap_or(phrase).eq_ignore_ascii_case(said)
    }
}
