//! The world in words.

use crate::{
    evaluate::{Bindings, Eyes},
    formula::Term,
    ids::ObjectId,
    state::{State, Value},
    template::{Piece, Template},
    world::World,
};

impl World {
    /// Fills a text whose variables are bound to these objects.
    ///
    /// # Panics
    /// If the text has a variable that is not bound.
    pub fn fill(&self, template: &Template, state: &State, bindings: &[ObjectId]) -> String {
        let mut eyes = Eyes::new(self, state);
        let mut bindings: Bindings = bindings.iter().copied().collect();
        let mut text = String::new();
        for piece in &template.0 {
            let (term, is_on): (&Term, bool) = match piece {
                Piece::Words(words) => {
                    text.push_str(words);
                    continue;
                }
                Piece::Term(term) => (term, false),
                Piece::OnTerm(term) => (term, true),
            };
            let value = eyes.value(term, &mut bindings);
            if let (true, Value::Object(object)) = (is_on, value) {
                text.push_str(&self.object(object).preposition);
                text.push(' ');
            }
            text.push_str(match value {
                Value::Nothing => "nothing",
                Value::Unknown => "something unknown",
                Value::Object(object) => &self.object(object).phrase,
            });
        }
        text
    }

    /// The skills of a robot, one per line: how an order for each reads, and a remark (S-ATLAS, Fig. 3, part a).
    pub fn describe_skills(&self) -> String {
        let mut text = String::new();
        for skill in self.domain().skills() {
            text.push_str("- ");
            for piece in &skill.text[0].0 {
                match piece {
                    Piece::Words(words) => text.push_str(words),
                    Piece::Term(Term::Variable(place)) | Piece::OnTerm(Term::Variable(place)) if *place > 0 => {
                        text.push_str(&format!("<{}>", skill.parameters[place - 1].0));
                    }
                    Piece::Term(_) | Piece::OnTerm(_) => text.push_str("<it>"),
                }
            }
            if !skill.remark.is_empty() {
                text.push_str(": ");
                text.push_str(&skill.remark);
            }
            text.push('\n');
        }
        text
    }
}
