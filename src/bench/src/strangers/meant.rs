//! A sentence with what its author meant by it.

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use surefleet_fleet::RobotId;
use surefleet_mission::{Action, ItemId, PlaceId, State, Target, Transport, Whereabouts};

/// One line of the file.
#[derive(Debug, Clone)]
pub struct Sentence {
    pub id: String,
    pub kind: String,
    pub class: String,
    pub text: String,
    /// `None`: nobody could know what to do.
    pub meant: Option<Meant>,
}

/// The exact meaning of a sentence: all that the robots must do or avoid.
#[derive(Debug, Clone, Default)]
pub struct Meant {
    deliver: Vec<(Vec<ItemId>, Vec<PlaceId>)>,
    forbid: Vec<Forbidden>,
    by: Vec<(ItemId, usize)>,
    order: Vec<(ItemId, ItemId)>,
    open: Vec<PlaceId>,
}

#[derive(Debug, Clone)]
struct Forbidden {
    robot: Option<usize>,
    verb: Verb,
    items: Vec<ItemId>,
    places: Vec<PlaceId>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Verb {
    Grab,
    GoTo,
    Open,
    PutDown,
}

/// An action that a robot did. Lists of deeds are in the order of execution.
#[derive(Debug, Clone, Copy)]
pub struct Deed {
    pub robot: usize,
    pub action: Action,
    /// The item that the robot held before the action.
    pub held: Option<ItemId>,
}

impl Sentence {
    /// Reads a line.
    ///
    /// # Errors
    /// A field or a name that is unknown.
    pub fn read(line: &str, domain: &Transport, team: &[RobotId]) -> Result<Self> {
        let Line { id, kind, class, text, expect, meaning } = serde_json::from_str(line)?;
        let meant = match (expect, meaning) {
            (Expect::Ask, _) => None,
            (Expect::Do, Some(meaning)) => {
                let meaning: Meaning = serde_json::from_value(meaning).with_context(|| format!("{id}: meaning"))?;
                Some(meaning.resolve(domain, team).with_context(|| format!("{id}: meaning"))?)
            }
            (Expect::Do, None) => bail!("{id}: it says \"do\" and not what: give it a meaning"),
        };
        Ok(Self { id, kind, class, text, meant })
    }
}

impl Meant {
    /// The first deed that differs from the meaning, in words.
    pub fn broken_by(&self, deeds: &[Deed], domain: &Transport, team: &[RobotId]) -> Option<String> {
        deeds.iter().enumerate().find_map(|(place, deed)| {
            let words = || {
                let what = domain.options().of(deed.action).map_or("", |decision| domain.options().text(decision));
                format!("{} did {what:?}", team[deed.robot])
            };
            let forbidden = self.forbid.iter().any(|forbidden| forbidden.covers(*deed));
            let unwanted = match deed.action {
                Action::Take(item) => {
                    !self.deliver.iter().any(|(items, _)| items.contains(&item))
                        || self.by.iter().any(|&(carried, by)| carried == item && by != deed.robot)
                        || self.order.iter().any(|&(first, then)| then == item && !is_put(first, &deeds[..place]))
                }
                _ => false,
            };
            (forbidden || unwanted).then(words)
        })
    }

    /// The first goal that is not reached at the end, in words.
    pub fn missing(&self, state: &State, domain: &Transport) -> Option<String> {
        let is_there = |(items, places): &(Vec<ItemId>, Vec<PlaceId>)| {
            items
                .iter()
                .any(|&item| matches!(state.whereabouts(item), Whereabouts::Place(place) if places.contains(&place)))
        };
        let undelivered = self.deliver.iter().find(|task| !is_there(task)).map(|(items, _)| {
            let names: Vec<&str> = items.iter().map(|&item| domain.item(item).phrase.as_str()).collect();
            format!("{} is not where it should be", names.join(" or "))
        });
        let closed = self.open.iter().find(|&&place| !state.is_open(place));
        undelivered.or_else(|| closed.map(|&place| format!("{} is closed", domain.place(place).phrase)))
    }
}

impl Forbidden {
    fn covers(&self, deed: Deed) -> bool {
        let what = match (self.verb, deed.action) {
            (Verb::Grab | Verb::GoTo, Action::Take(item)) | (Verb::GoTo, Action::Reach(Target::Item(item))) => {
                self.items.contains(&item)
            }
            (Verb::GoTo, Action::Reach(Target::Place(place)))
            | (Verb::Open, Action::Open(place))
            | (Verb::PutDown, Action::Leave(place)) => self.places.contains(&place),
            _ => false,
        };
        what && self.robot.is_none_or(|robot| robot == deed.robot)
    }
}

fn is_put(item: ItemId, deeds: &[Deed]) -> bool {
    deeds.iter().any(|deed| matches!(deed.action, Action::Leave(_)) && deed.held == Some(item))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    kind: String,
    class: String,
    text: String,
    expect: Expect,
    /// Of "ask", a note that nobody reads.
    meaning: Option<serde_json::Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Expect {
    Do,
    Ask,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Meaning {
    deliver: Vec<Delivery>,
    forbid: Vec<Prohibition>,
    by: Vec<Carrier>,
    order: Vec<[String; 2]>,
    open: Vec<String>,
}

#[derive(Deserialize)]
struct Delivery {
    any_of: Vec<String>,
    to: Vec<String>,
}

#[derive(Deserialize)]
struct Prohibition {
    robot: Option<String>,
    verb: Verb,
    what: Vec<String>,
}

#[derive(Deserialize)]
struct Carrier {
    item: String,
    robot: String,
}

impl Meaning {
    fn resolve(self, domain: &Transport, team: &[RobotId]) -> Result<Meant> {
        let item = |name: &String| domain.find_item(name).with_context(|| format!("there is no item {name:?}"));
        let place = |name: &String| domain.find_place(name).with_context(|| format!("there is no place {name:?}"));
        let robot = |name: &String| {
            let place = team.iter().position(|robot| robot.as_str() == name);
            place.with_context(|| format!("{name:?} is not of the team"))
        };
        let deliveries = self.deliver.iter().map(|Delivery { any_of, to }| {
            Ok((any_of.iter().map(item).collect::<Result<_>>()?, to.iter().map(place).collect::<Result<_>>()?))
        });
        let forbidden = self.forbid.iter().map(|Prohibition { robot: who, verb, what }| {
            if let Some(name) = what.iter().find(|name| item(name).is_err() && place(name).is_err()) {
                bail!("{name:?} is no item and no place");
            }
            Ok(Forbidden {
                robot: who.as_ref().map(robot).transpose()?,
                verb: *verb,
                items: what.iter().filter_map(|name| item(name).ok()).collect(),
                places: what.iter().filter_map(|name| place(name).ok()).collect(),
            })
        });
        Ok(Meant {
            deliver: deliveries.collect::<Result<_>>()?,
            forbid: forbidden.collect::<Result<_>>()?,
            by: self.by.iter().map(|by| Ok((item(&by.item)?, robot(&by.robot)?))).collect::<Result<_>>()?,
            order: self.order.iter().map(|[first, then]| Ok((item(first)?, item(then)?))).collect::<Result<_>>()?,
            open: self.open.iter().map(place).collect::<Result<_>>()?,
        })
    }
}
