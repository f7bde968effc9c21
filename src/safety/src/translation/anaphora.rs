//! What "it" can be, by what is said of it.

use surefleet_mission::Kind;

use super::{
    clause::Clause,
    pattern::Who,
    reader::{Misfit, Reader},
    robots::Said,
};

/// Words that end what is said of it.
const ENDS: [&str; 14] = [
    ",", "and", "or", "but", "before", "until", "unless", "while", "when", "whenever", "if", "after", "once", "without",
];

impl Reader<'_> {
    /// "A robot may be there only if it ...": what is said of "it" binds "a robot", so that it is each.
    ///
    /// # Errors
    /// Where it is one that is not said: "one of the robots".
    pub fn bound(&mut self, main: Clause) -> Result<Clause, Misfit> {
        if !self.binds || !matches!(main.said, Some(Said::Some | Said::Any | Said::OneAtLeast)) {
            return Ok(main);
        }
        let is_any = |at: usize| match (self.word(at), self.word(at + 1)) {
            (Some("a" | "any"), Some("robot")) => true,
            (word, _) => matches!(word, Some("anyone" | "anybody")),
        };
        if !main.span.clone().any(is_any) {
            return self.unclear(&main, "say \"each robot\", or name the robot");
        }
        let mut bound = Clause { said: Some(Said::This), whos: vec![Who::Each], ..main };
        let atoms = bound.condition.literals.iter_mut().map(|literal| &mut literal.atom);
        atoms.filter(|atom| atom.who == Some(Who::Some)).for_each(|atom| atom.who = Some(Who::Each));
        Ok(bound)
    }

    /// Whether it is said when later: who has held something is somewhere, or what was held is.
    pub fn is_told_of_later(&self) -> bool {
        let later = ["later", "afterwards", "afterward", "after", "eventually", "sooner", "some", "then", "end"];
        (0..self.length()).filter_map(|at| self.word(at)).any(|word| later.contains(&word))
    }

    /// The kind of thing of which only such words are said: what is on a place is an item, what is open a container.
    pub fn kind_of_it(&self) -> Option<Kind> {
        let said = (0..).map_while(|ahead| self.peek(ahead)).take_while(|word| !ENDS.contains(word));
        said.into_iter().find_map(|word| match word {
            "on" | "in" | "there" | "held" | "picked" | "grabbed" | "carried" | "put" => Some(Kind::Item),
            "open" | "opened" | "closed" | "shut" => Some(Kind::Container),
            _ => None,
        })
    }
}
