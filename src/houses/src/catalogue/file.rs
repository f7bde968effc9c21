//! The form of the catalogue's file.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::Catalogue;
use crate::{
    class::{ClassId, Doors, HouseSplit, KindOfRoom, Noun, RoomKind, Stands, ThingClass, ThingSet},
    shape::{Colour, Level, Part, Pattern},
};

/// A fault of a catalogue's text; whoever wrote it mends it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CatalogueError {
    /// It is no YAML of this form.
    #[error("the catalogue is not readable: {0}")]
    Yaml(#[from] serde_yaml::Error),
    /// It names something that it does not have.
    #[error("{of} names the {sort} `{name}`, which the catalogue does not have")]
    Unknown {
        /// What names it.
        of: String,
        /// A colour, a room or a class.
        sort: &'static str,
        /// The name.
        name: String,
    },
    /// It has a class twice; then a pair could be in both splits.
    #[error("the class `{0}` is in the catalogue twice; a class belongs to one set")]
    Twice(String),
    /// Words that describe no solid or no level.
    #[error("`{text}` of the class `{class}` is no solid or level; the head of the catalogue has their form")]
    Shape {
        /// The class.
        class: String,
        /// The words.
        text: String,
    },
    /// There is not exactly one class for doors, or a class has no colour.
    #[error("{0}")]
    Missing(&'static str),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// In the order of the file, which the numbers of colours follow.
    colours: serde_yaml::Mapping,
    rooms: Vec<RoomRow>,
    common: Vec<ClassRow>,
    sets: Vec<SetRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoomRow {
    name: String,
    weight: f64,
    number: [[usize; 2]; 3],
    doors: Doors,
    floor: [f32; 3],
    pattern: Pattern,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetRow {
    name: String,
    split: HouseSplit,
    room: String,
    on: String,
    classes: Vec<ClassRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassRow {
    name: String,
    #[serde(default)]
    noun: Noun,
    plural: Option<String>,
    size_cm: [f64; 3],
    colours: Vec<String>,
    #[serde(default = "on_top")]
    stands: Stands,
    beside: Option<String>,
    #[serde(default)]
    height_cm: f64,
    #[serde(default = "one")]
    several: [usize; 2],
    #[serde(default)]
    rooms: BTreeMap<String, [usize; 2]>,
    #[serde(default)]
    states: Vec<String>,
    #[serde(default)]
    levels: Vec<String>,
    shape: Vec<String>,
}

fn on_top() -> Stands {
    Stands::Top
}

fn one() -> [usize; 2] {
    [1, 1]
}

impl Catalogue {
    /// From the text of a catalogue.
    ///
    /// # Errors
    /// [`CatalogueError`] if it is not of the form that the head of the shipped catalogue describes.
    pub(crate) fn parse(text: &str) -> Result<Self, CatalogueError> {
        let file: File = serde_yaml::from_str(text)?;
        let mut colours = Vec::new();
        for (name, rgb) in file.colours {
            colours.push((serde_yaml::from_value(name)?, serde_yaml::from_value(rgb)?));
        }
        let rooms = file.rooms.into_iter().map(KindOfRoom::from).collect();
        let mut catalogue = Self { colours, rooms, classes: Vec::new(), sets: Vec::new() };
        let set_rows =
            file.sets.iter().enumerate().flat_map(|(set, row)| row.classes.iter().map(move |one| (one, Some(set))));
        let rows: Vec<(&ClassRow, Option<usize>)> = file.common.iter().map(|row| (row, None)).chain(set_rows).collect();
        let mut names = BTreeSet::new();
        if let Some((twice, _)) = rows.iter().find(|(row, _)| !names.insert(&row.name)) {
            return Err(CatalogueError::Twice(twice.name.clone()));
        }
        let class_names: Vec<&str> = rows.iter().map(|(row, _)| row.name.as_str()).collect();
        let class = |of: &str, name: &str| {
            let found = class_names.iter().position(|&one| one == name);
            found.map(|number| ClassId(number as u16)).ok_or_else(|| unknown(of, "class", name))
        };
        for &(row, set) in &rows {
            let beside = row.beside.as_deref().map(|name| class(&row.name, name)).transpose()?;
            let class = catalogue.read(row, set, beside)?;
            catalogue.classes.push(class);
        }
        for row in &file.sets {
            let classes: Result<_, _> = row.classes.iter().map(|one| class(&row.name, &one.name)).collect();
            let (room, on) = (catalogue.room(&row.name, &row.room)?, class(&row.name, &row.on)?);
            catalogue.sets.push(ThingSet { split: row.split, room, on, classes: classes? });
        }
        if catalogue.classes.iter().filter(|class| class.stands == Stands::Doorway).count() != 1 {
            return Err(CatalogueError::Missing("a catalogue has one class that stands in doorways"));
        }
        if catalogue.classes.iter().any(|class| class.colours.is_empty()) {
            return Err(CatalogueError::Missing("every class has at least one colour"));
        }
        Ok(catalogue)
    }

    fn room(&self, of: &str, name: &str) -> Result<RoomKind, CatalogueError> {
        self.room_kinds().find(|&kind| self.room_name(kind) == name).ok_or_else(|| unknown(of, "room", name))
    }

    fn read(&self, row: &ClassRow, set: Option<usize>, beside: Option<ClassId>) -> Result<ThingClass, CatalogueError> {
        let colour = |name: &String| {
            let found = self.colours.iter().position(|(one, _)| one == name);
            found.map(|number| Colour(number as u8)).ok_or_else(|| unknown(&row.name, "colour", name))
        };
        let refuse = |text: &String| CatalogueError::Shape { class: row.name.clone(), text: text.clone() };
        let level = |text: &String| Level::parse(text, &row.states).ok_or_else(|| refuse(text));
        let part = |text: &String| Part::parse(text, &self.colours, &row.states).ok_or_else(|| refuse(text));
        let millimetres = |cm: f64| (cm * 10.0).round() as i32;
        let rooms = row.rooms.iter().map(|(name, &number)| Ok((self.room(&row.name, name)?, number)));
        Ok(ThingClass {
            name: row.name.clone(),
            noun: row.noun,
            plural: row.plural.clone().unwrap_or_else(|| match row.noun {
                Noun::One => format!("{}s", row.name),
                Noun::Pair => format!("pairs of {}", row.name),
                Noun::Mass => row.name.clone(),
            }),
            size_mm: row.size_cm.map(millimetres),
            colours: row.colours.iter().map(colour).collect::<Result<_, _>>()?,
            stands: row.stands,
            beside,
            height_mm: millimetres(row.height_cm),
            several: row.several,
            rooms: rooms.collect::<Result<_, CatalogueError>>()?,
            states: row.states.clone(),
            levels: row.levels.iter().map(level).collect::<Result<_, _>>()?,
            shape: row.shape.iter().map(part).collect::<Result<_, _>>()?,
            set,
        })
    }
}

impl From<RoomRow> for KindOfRoom {
    fn from(row: RoomRow) -> Self {
        let RoomRow { name, weight, number, doors, floor, pattern } = row;
        Self { name, weight, number, doors, floor, pattern }
    }
}

fn unknown(of: &str, sort: &'static str, name: &str) -> CatalogueError {
    CatalogueError::Unknown { of: of.to_owned(), sort, name: name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOOR: &str =
        "{name: door, size_cm: [90, 4, 200], colours: [red], stands: doorway, shape: [box 0 0 0 1 1 1 own]}";
    const ROOM: &str =
        "{name: cellar, weight: 1, number: [[1, 1], [1, 1], [1, 1]], doors: open, floor: [0, 0, 0], pattern: plain}";

    fn parse(common: &str, sets: &str) -> Result<Catalogue, CatalogueError> {
        Catalogue::parse(&format!("colours: {{red: [1, 0, 0]}}\nrooms: [{ROOM}]\ncommon: [{common}]\nsets: [{sets}]"))
    }

    #[test]
    fn a_class_of_two_sets_is_refused() {
        let set = |split: &str| {
            let ball = "{name: ball, size_cm: [9, 9, 9], colours: [red], shape: [ball 0 0 0 1 1 1 own]}";
            format!("{{name: one, split: {split}, room: cellar, \"on\": ball, classes: [{ball}]}}")
        };
        let once = parse(DOOR, &set("test")).expect("a catalogue");
        assert_eq!(once.split(once.named("ball").expect("it has a ball")), Some(HouseSplit::Test));
        let twice = parse(DOOR, &format!("{}, {}", set("training"), set("test")));
        assert!(matches!(twice, Err(CatalogueError::Twice(name)) if name == "ball"));
    }

    #[test]
    fn what_a_catalogue_names_it_must_have() {
        let unknown = parse(&DOOR.replace("[red]", "[mauve]"), "");
        assert!(matches!(unknown, Err(CatalogueError::Unknown { sort: "colour", .. })));
        let shapeless = parse(&DOOR.replace("box 0", "box"), "");
        assert!(matches!(shapeless, Err(CatalogueError::Shape { .. })));
        assert!(matches!(parse("", ""), Err(CatalogueError::Missing(_))));
        assert!(matches!(parse("{name: door}", ""), Err(CatalogueError::Yaml(_))));
    }
}
