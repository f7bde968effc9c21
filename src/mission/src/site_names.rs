use std::collections::HashMap;

use surefleet_world::{Domain, Object, Piece, Template, Type, TypeId, World};

use crate::vocabulary;

/// The slot of a word for how a thing can be.
const STATE: &str = "<so>";

/// The names of a site's objects, robots and types, each with the slot that stands for it in a sentence form.
///
/// All that is known of them is the site's domain. A robot is `<robot>`. Another object has the most general of its types, such
/// as `<place>`; a word for one object of a type has that slot with `a`, and a word for several the same with `all`. What a
/// thing can be, "closed" or "switched off", is `<so>`.
#[derive(Debug, Clone, Default)]
pub struct SiteNames {
    /// By first word, the longest name first: its words and its slot.
    by_first: HashMap<String, Vec<(Vec<String>, String)>>,
}

impl SiteNames {
    /// The names of a site and of the robots of its fleet.
    pub fn of(world: &World) -> Self {
        let domain = world.domain();
        let mut names = Self::default();
        let type_of = |of: &Type| domain.find_type(&of.name).unwrap_or(Domain::OBJECT);
        let general = |of: TypeId| domain.types()[most_general(domain, of).index()].name.clone();
        for object in world.objects() {
            let slot = object.types.first().map_or_else(String::new, |of| general(*of));
            words_of(object).for_each(|words| names.insert(words, format!("<{slot}>")));
        }
        for of in domain.types() {
            let slot = general(type_of(of));
            of.words.iter().for_each(|words| names.insert(words, format!("<a {slot}>")));
            of.plurals.iter().for_each(|words| names.insert(words, format!("<all {slot}>")));
        }
        for predicate in domain.predicates() {
            predicate.says.iter().chain(&predicate.denies).filter_map(state_of).for_each(|words| {
                names.insert(words, STATE.to_owned());
            });
        }
        names.by_first.values_mut().for_each(|known| known.sort_by_key(|(words, _)| std::cmp::Reverse(words.len())));
        names
    }

    /// Of names that are spelt alike the first counts: that of an object before that of a type.
    fn insert(&mut self, name: &str, slot: String) {
        let words: Vec<String> = vocabulary::words(&name.to_lowercase()).map(str::to_owned).collect();
        let Some(first) = words.first() else { return };
        let known = self.by_first.entry(first.clone()).or_default();
        if known.iter().all(|(other, _)| *other != words) {
            known.push((words, slot));
        }
    }

    /// The slot of the longest name that comes first, and its number of words. Before a number it is no name: in "first
    /// sample 1" comes "sample 1", not the first sample. "The" before the name of one object is part of it.
    pub(crate) fn slot(&self, words: &[String]) -> Option<(String, usize)> {
        let with_article =
            words.split_first().filter(|(first, _)| *first == "the").and_then(|(_, rest)| self.name(rest));
        let of_one =
            with_article.filter(|(slot, _)| !slot.starts_with("<a ") && !slot.starts_with("<all ") && *slot != STATE);
        let (slot, length) = of_one.map(|(slot, length)| (slot, length + 1)).or_else(|| self.name(words))?;
        Some((slot.to_owned(), length))
    }

    fn name(&self, words: &[String]) -> Option<(&str, usize)> {
        let known = self.by_first.get(words.first()?)?;
        let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
        let is_here = |name: &[String]| words.starts_with(name) && !words.get(name.len()).is_some_and(is_number);
        let (name, slot) = known.iter().find(|(name, _)| is_here(name))?;
        Some((slot, name.len()))
    }
}

/// All that people call an object, without its article.
fn words_of(object: &Object) -> impl Iterator<Item = &str> {
    let phrase = object.phrase.strip_prefix("the ").unwrap_or(&object.phrase);
    std::iter::once(phrase).chain(object.words.iter().map(String::as_str))
}

/// The words for how one thing is: "closed" of "{1} is closed".
fn state_of(template: &Template) -> Option<&str> {
    let [Piece::Term(_), Piece::Words(words)] = template.0.as_slice() else { return None };
    let words = words.strip_prefix(" is ").or_else(|| words.strip_prefix(" has been "))?;
    Some(words.strip_prefix("not ").unwrap_or(words))
}

/// The type itself, or the first of those above it that has none but that of everything above it.
fn most_general(domain: &Domain, of: TypeId) -> TypeId {
    match domain.types()[of.index()].parents.first() {
        Some(&above) if above != Domain::OBJECT => most_general(domain, above),
        _ => of,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use surefleet_fleet::RobotId;
    use surefleet_world::Robot;

    use super::*;
    use crate::Forms;

    const LAMPS: &str = r#"
        domain: lamps
        types:
          - {name: thing}
          - {name: lamp, is: thing, words: [lamp], plurals: [lamps]}
          - {name: surface}
        objects:
          - {name: lamp_1, type: lamp, words: [first lamp]}
          - {name: lamp_2, type: lamp, words: [reading lamp]}
          - {name: desk, type: surface}
        predicates: [{is: lit(lamp), says: "{1} is lit", denies: "{1} is dark"}]
        skills: [{is: "light(what: lamp)", text: "light {what}", effects: [lit(what)]}, {is: idle, text: stay}]
    "#;

    #[test]
    fn what_has_other_words_or_another_order_is_new_and_other_things_are_not() {
        let domain = Arc::new(Domain::parse(LAMPS, "lamps.yaml").expect("a domain"));
        let robot = Robot { id: RobotId::new("robot_1").expect("a name"), kind: None };
        let names = SiteNames::of(&World::new(domain, &[robot]).expect("a world"));
        let mut forms = Forms::default();
        forms.learn_at(
            "Light lamp 1. Put lamp 2 on the desk. Robot 1 must light all lamps. Lamp 1 must be lit.",
            &names,
        );
        let known: Vec<&str> = forms.runs().collect();
        assert!(known.contains(&"put <thing> on") && known.contains(&"all <all thing> ."), "{known:?}");
        for (text, new) in [
            ("Light the reading lamp.", None),
            ("Light reading lamp. Put lamp 1 on the desk.", None),
            ("Put the desk on lamp 1.", Some("Put the")),
            ("Lamp 2 must be dark.", None),
            ("Lamp 2 must be on.", Some("must be on")),
            ("First lamp 1 must be lit.", Some("First")),
            ("The first lamp must be lit.", None),
            ("The lamp must be lit.", Some("The")),
            ("First lamp must be lit.", None),
            ("Light lamp 3.", Some("Light")),
        ] {
            let found = forms.check_at(text, &names).err().map(|error| error.to_string());
            assert_eq!(found.is_some(), new.is_some(), "{text}: {found:?}");
            assert!(new.is_none_or(|new| found.as_ref().is_some_and(|found| found.contains(new))), "{text}: {found:?}");
        }
    }
}
