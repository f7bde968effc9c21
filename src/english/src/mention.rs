//! What words name, whether or not the sentence can be read; and single propositions in words.

use surefleet_ltl::Proposition;

use crate::{
    logic::Object,
    tokens::{self, Token},
    vocabulary::{Noun, Vocabulary},
};

/// A name or a word for a sort, somewhere in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The names on the wire of what it can mean.
    pub names: Vec<String>,
    /// Whether it is a word for a sort of things, not a name.
    pub is_sort: bool,
    /// Whether it is a word for several things.
    pub is_plural: bool,
}

impl Vocabulary {
    /// All names and words for sorts in a text, in order. "Robots 1 and 3" mentions two robots.
    pub fn mentions(&self, text: &str) -> Vec<Mention> {
        let mut found = Vec::new();
        for sentence in tokens::sentences(text) {
            let mut at = 0;
            while at < sentence.len() {
                let (mentions, length) = self.mentions_at(&sentence[at..]);
                found.extend(mentions);
                at += length.max(1);
            }
        }
        found
    }

    /// The names of the robots, in the order of the fleet.
    pub fn robot_names(&self) -> impl Iterator<Item = &str> {
        self.robots.iter().map(|robot| self.name_of(*robot))
    }

    /// The phrase for the thing or robot with this name: "the fridge", "robot 1".
    pub fn phrase_for(&self, name: &str) -> Option<&str> {
        self.objects.iter().find(|object| object.name == name).map(|object| object.phrase.as_str())
    }

    /// The proposition as a clause: "robot 1 is at the fridge". `None`: the file has no words for it.
    pub fn clause(&self, proposition: &Proposition) -> Option<String> {
        let arguments: Vec<&str> = proposition.arguments().collect();
        self.say(&self.atom(proposition.predicate(), &arguments)?, true, &Vec::new())
    }

    fn name_of(&self, object: Object) -> &str {
        &self.objects[usize::from(object)].name
    }

    /// What the words begin with, and its number of words.
    pub(crate) fn mentions_at(&self, words: &[Token]) -> (Vec<Mention>, usize) {
        if let Some(numbered) = self.numbered(words) {
            return numbered;
        }
        let Some(&(nouns, length)) = self.nouns(words).first() else { return (Vec::new(), 0) };
        if length == 1 && self.loose.contains(&words[0].word) {
            return (Vec::new(), length);
        }
        let mut mention = Mention { names: Vec::new(), is_sort: true, is_plural: false };
        for noun in nouns {
            match noun {
                Noun::Object(object) => {
                    mention.names.push(self.name_of(*object).to_owned());
                    mention.is_sort = false;
                }
                Noun::Kind { kind, is_plural } => {
                    mention.is_plural |= is_plural;
                    mention
                        .names
                        .extend(self.kinds[*kind].members.iter().map(|member| self.name_of(*member).to_owned()));
                }
            }
        }
        (vec![mention], length)
    }

    /// "Robots 1, 3 and 2". A number that nothing has names nothing.
    fn numbered(&self, words: &[Token]) -> Option<(Vec<Mention>, usize)> {
        let nouns = self.noun(&words.first()?.word);
        let kind = nouns.iter().find_map(|noun| match noun {
            Noun::Kind { kind, .. } => Some(&self.kinds[*kind]),
            Noun::Object(_) => None,
        })?;
        // "Door 2 and one of the windows" does not name door 1.
        let is_part = |at: usize| words.get(at + 1).is_some_and(|next| next.word == "of");
        let number_at = |at: usize| tokens::number(&words.get(at)?.word).filter(|_| !is_part(at));
        let is_count = |at: usize| words.get(at + 1).is_some_and(|next| next.word.starts_with("time"));
        let (mut found, mut at) = (Vec::new(), 1);
        while let Some(number) = number_at(at).filter(|_| !is_count(at)) {
            let named = kind.words.iter().flat_map(|word| self.noun(&format!("{word} {number}")));
            found.extend(named.filter_map(|noun| match noun {
                Noun::Object(object) => {
                    Some(Mention { names: vec![self.name_of(*object).to_owned()], is_sort: false, is_plural: false })
                }
                Noun::Kind { .. } => None,
            }));
            at += 1;
            let joins = words[at..].iter().take_while(|word| matches!(word.word.as_str(), "," | "and" | "or" | "nor"));
            let joins = joins.count();
            if joins == 0 || number_at(at + joins).is_none() {
                break;
            }
            at += joins;
        }
        (at > 1).then_some((found, at))
    }
}
