//! Questions and options in words.

use crate::{
    catalogue::Catalogue,
    class::{ClassId, Noun},
    question::{HouseAnswer, Inquiry},
    shape::Colour,
};

impl Catalogue {
    /// A question in one of a few wordings; `choice` picks one.
    pub(crate) fn question(&self, inquiry: Inquiry, state_words: &str, choice: usize) -> String {
        let pick = |wordings: &[String]| wordings[choice % wordings.len()].clone();
        match inquiry {
            Inquiry::WhichRoom { class, colour } => {
                let (thing, is) = (self.described(class, colour), self.is(class));
                pick(&[
                    format!("In which room {is} the {thing}?"),
                    format!("Where {is} the {thing}?"),
                    format!("I am looking for the {thing}. Which room should I go to?"),
                ])
            }
            Inquiry::PlaceOf { class, colour } => {
                let (thing, is) = (self.described(class, colour), self.is(class));
                pick(&[
                    format!("Where {is} the {thing}?"),
                    format!("Where did I leave the {thing}?"),
                    format!("On or in which piece of furniture {is} the {thing}?"),
                ])
            }
            Inquiry::ColourOf { class, room } => {
                let (thing, is, room) = (self.name(class), self.is(class), self.room_name(room));
                pick(&[
                    format!("What colour {is} the {thing} in the {room}?"),
                    format!("Which colour {} the {thing} in the {room} have?", self.does(class)),
                    format!("Can you tell me the colour of the {thing} in the {room}?"),
                ])
            }
            Inquiry::LiesOn { support, room } => {
                let (support, room) = (self.on_or_in(support), self.room_name(room));
                pick(&[
                    format!("Which of these is {support} in the {room}?"),
                    format!("What is {support} in the {room}?"),
                    format!("Which of these things would I find {support} in the {room}?"),
                ])
            }
            Inquiry::NumberOf { class, room } => {
                let (things, room) = (&self.class(class).plural, self.room_name(room));
                pick(&[
                    format!("How many {things} are in the {room}?"),
                    format!("How many {things} are there in the {room}?"),
                    format!("Count the {things} in the {room}. How many do you find?"),
                ])
            }
            Inquiry::Presence { class, colour, room } => {
                let (one, is, room) = (self.a(class, Some(colour)), self.is(class), self.room_name(room));
                pick(&[
                    format!("Is there {one} in the {room}?").replacen("Is", if is == "are" { "Are" } else { "Is" }, 1),
                    format!("Did I leave {one} in the {room}?"),
                    format!("Can I find {one} in the {room}?"),
                ])
            }
            Inquiry::StateOf { class, room } => {
                let (thing, is, room) = (self.name(class), self.is(class), self.room_name(room));
                let begin = if is == "are" { "Are" } else { "Is" };
                pick(&[
                    format!("{begin} the {thing} in the {room} {state_words}?"),
                    format!("In what state {is} the {thing} in the {room}?"),
                    format!(
                        "Please check the {thing} in the {room}. {begin} {} {state_words}?",
                        if is == "are" { "they" } else { "it" }
                    ),
                ])
            }
        }
    }

    /// An option in words.
    pub(crate) fn option(&self, inquiry: Inquiry, answer: HouseAnswer) -> String {
        match answer {
            HouseAnswer::Room(room) => format!("in the {}", self.room_name(room)),
            HouseAnswer::Place { support, room } => {
                format!("{} in the {}", self.on_or_in(support), self.room_name(room))
            }
            HouseAnswer::Colour(colour) => self.colour_name(colour).to_owned(),
            HouseAnswer::Class(class) => self.a(class, None),
            HouseAnswer::Number(number) => number.to_string(),
            HouseAnswer::State(state) => state.to_owned(),
            HouseAnswer::There | HouseAnswer::OfOtherColour | HouseAnswer::Elsewhere | HouseAnswer::Absent => {
                self.presence(inquiry, answer)
            }
        }
    }

    /// Whether something is there, in words.
    ///
    /// Each "No" says all that tells it from the others. If it said only that there is one in another room, it would also be true where the
    /// room has one of another colour.
    fn presence(&self, inquiry: Inquiry, answer: HouseAnswer) -> String {
        let Inquiry::Presence { class, room, .. } = inquiry else {
            unreachable!("{answer:?} is no answer to {inquiry:?}")
        };
        let (name, is, one, room) = (self.name(class), self.is(class), self.a(class, None), self.room_name(room));
        match answer {
            HouseAnswer::OfOtherColour => format!("No, but there {is} {one} of another colour in the {room}"),
            HouseAnswer::Elsewhere => {
                let other = match self.class(class).noun {
                    Noun::One => "one",
                    Noun::Pair | Noun::Mass => "some",
                };
                format!("No, there {is} no {name} of any colour in the {room}, but there {is} {other} in another room")
            }
            HouseAnswer::Absent => format!("No, there {is} no {name} in the house"),
            _ => "Yes".to_owned(),
        }
    }

    fn described(&self, class: ClassId, colour: Option<Colour>) -> String {
        match colour {
            Some(colour) => format!("{} {}", self.colour_name(colour), self.name(class)),
            None => self.name(class).to_owned(),
        }
    }

    /// `on the table`, but `in the bookcase`: by class, so that the word does not tell where a thing is.
    fn on_or_in(&self, support: ClassId) -> String {
        let is_in = self.class(support).levels.iter().all(|level| level.ceiling.is_some());
        format!("{} the {}", if is_in { "in" } else { "on" }, self.name(support))
    }

    /// With the indefinite article, where English has one.
    fn a(&self, class: ClassId, colour: Option<Colour>) -> String {
        let words = self.described(class, colour);
        match self.class(class).noun {
            Noun::One if words.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {words}"),
            Noun::One => format!("a {words}"),
            Noun::Pair | Noun::Mass => words,
        }
    }

    fn is(&self, class: ClassId) -> &'static str {
        if self.class(class).noun == Noun::Pair { "are" } else { "is" }
    }

    fn does(&self, class: ClassId) -> &'static str {
        if self.class(class).noun == Noun::Pair { "do" } else { "does" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_follow_the_noun() {
        let catalogue = Catalogue::shipped();
        let class = |name| catalogue.named(name).expect(name);
        let room = catalogue.room_kinds().next().expect("it has rooms");
        let red = catalogue.class(class("apple")).colours[0];
        let presence = |name| catalogue.question(Inquiry::Presence { class: class(name), colour: red, room }, "", 0);
        assert_eq!(presence("boots"), "Are there red boots in the hallway?");
        assert_eq!(presence("umbrella"), "Is there a red umbrella in the hallway?");
        assert_eq!(presence("shampoo"), "Is there red shampoo in the hallway?");
        let number = |name| catalogue.question(Inquiry::NumberOf { class: class(name), room }, "", 0);
        assert_eq!(number("toothbrush"), "How many toothbrushes are in the hallway?");
        assert_eq!(number("boots"), "How many pairs of boots are in the hallway?");
        let inquiry = Inquiry::Presence { class: class("apple"), colour: red, room };
        let option = |answer| catalogue.option(inquiry, answer);
        assert_eq!(option(HouseAnswer::OfOtherColour), "No, but there is an apple of another colour in the hallway");
        assert_eq!(
            option(HouseAnswer::Elsewhere),
            "No, there is no apple of any colour in the hallway, but there is one in another room"
        );
        let boots = Inquiry::Presence { class: class("boots"), colour: red, room };
        assert_eq!(
            catalogue.option(boots, HouseAnswer::Elsewhere),
            "No, there are no boots of any colour in the hallway, but there are some in another room"
        );
    }
}
