//! Things that are meant without a name of their own: "anything", "that knife".

use surefleet_mission::Kind;

use super::{
    Grounding, Likeness,
    lexicon::Name,
    naming::{Mention, Quantity},
    reader::{Misfit, Reader},
};

/// Words that end the statement about "it".
const ENDS: [&str; 14] = [
    ",", "and", "or", "but", "before", "until", "unless", "while", "when", "whenever", "if", "after", "once", "without",
];

impl Reader<'_> {
    /// Whether a reference such as "that knife" to a named thing comes next.
    pub fn is_same_ahead(&mut self) -> bool {
        const KINDS: [Kind; 3] = [Kind::Item, Kind::Container, Kind::Surface];
        let memory = self.memory();
        let is_same = self.same_thing(&KINDS).is_ok();
        self.recall(memory);
        is_same
    }

    /// Reads "that knife", "the same surface": the one thing of that sort that was named.
    pub fn same_thing(&mut self, kinds: &[Kind]) -> Result<Mention, Misfit> {
        self.expect(&["that very same", "that same", "that very", "that", "the very same", "the same", "this"])?;
        let Some((name, length, is_plural, _)) = self.exact() else { return self.misfit() };
        let named: Vec<usize> = self.mentioned.iter().copied().filter(|thing| name.things.contains(thing)).collect();
        let &[thing] = named.as_slice() else { return self.misfit() };
        if is_plural || !kinds.contains(&self.lexicon.things[thing].kind) {
            return self.misfit();
        }
        self.ground(&Name { things: vec![thing], ..name }, length);
        Ok(Mention { things: vec![thing], quantity: Quantity::One })
    }

    /// Reads "anything", "nothing", where any item is meant.
    pub fn anything(&mut self, kinds: &[Kind]) -> Option<Mention> {
        let quantity = match self.peek(0) {
            Some("anything") => Quantity::Any,
            Some("nothing") => Quantity::No,
            Some("something") => Quantity::Some,
            Some("everything") => Quantity::All,
            Some("things" | "objects") => Quantity::Sort,
            _ => return None,
        };
        if !kinds.contains(&Kind::Item) {
            return None;
        }
        let start = self.position();
        self.skip(1);
        let items = 0..self.lexicon.things.len();
        let things: Vec<usize> = items.filter(|&thing| self.lexicon.things[thing].kind == Kind::Item).collect();
        let (words, at) = self.quote(start, start + 1);
        let means = things.iter().map(|&thing| self.lexicon.things[thing].name.clone()).collect();
        self.groundings.push(Grounding { words, at, means, likeness: Likeness::Alias });
        Some(Mention { things, quantity })
    }

    /// The kind of thing that "it" must be, from the words about it: an item is on a place, a container is open.
    pub fn kind_of_it(&self) -> Option<Kind> {
        let said = (0..).map_while(|ahead| self.peek(ahead)).take_while(|word| !ENDS.contains(word));
        said.into_iter().find_map(|word| match word {
            "on" | "in" | "there" | "held" | "picked" | "grabbed" | "carried" | "put" => Some(Kind::Item),
            "open" | "opened" | "closed" | "shut" => Some(Kind::Container),
            _ => None,
        })
    }
}
