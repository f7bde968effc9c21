//! The domain and the world in words, as prompts show them (S-ATLAS, Fig. 3, parts a and b).

use surefleet_fleet::RobotId;
use surefleet_world::{Piece, TypeId};

use crate::{
    State, Transport,
    objects::PlaceId,
    state::{Spot, Whereabouts},
};

impl Transport {
    /// The robots' skills, one per line (part a).
    pub fn describe_skills(&self) -> String {
        let mut text = String::new();
        for skill in self.domain.skills() {
            let takes = |types: &[TypeId]| {
                let names = types.iter().map(|one| self.domain.types()[one.index()].name.as_str());
                names.collect::<Vec<_>>().join(" or ")
            };
            let form = skill.text[0].0.iter().map(|piece| match piece {
                Piece::Words(words) => words.clone(),
                Piece::Term(_) => format!("<{}>", skill.parameters.first().map_or(String::new(), |(_, of)| takes(of))),
                Piece::OnTerm(_) => {
                    format!("on the <{}>", skill.parameters.first().map_or(String::new(), |(_, of)| takes(of)))
                }
            });
            let form: String = form.collect();
            text.push_str("- ");
            text.push_str(&form);
            if !skill.remark.is_empty() {
                text.push_str(": ");
                text.push_str(&skill.remark);
            }
            text.push('\n');
        }
        text
    }
}

impl State {
    /// The places with their contents, one per line, then the robots, one per line (part b).
    ///
    /// # Panics
    /// If `team` is not as long as the state's team.
    pub fn describe(&self, domain: &Transport, team: &[RobotId]) -> Vec<String> {
        assert_eq!(team.len(), self.team_size(), "the state is of this team");
        let places = domain.surfaces().chain(domain.containers());
        let mut lines: Vec<String> = places.map(|place| self.describe_place(domain, place)).collect();
        for (robot, name) in team.iter().enumerate() {
            let spot = match self.spot(robot) {
                Spot::Nowhere => "nowhere in particular".to_owned(),
                Spot::Item(item) => format!("at {}", domain.item(item).phrase),
                Spot::Place(place) => format!("at {}", domain.place(place).phrase),
            };
            let held = self.held(robot).map_or("nothing", |item| &domain.item(item).phrase);
            let own_name =
                if name.as_str() == format!("robot_{}", robot + 1) { String::new() } else { format!(" ({name})") };
            lines.push(format!("robot {}{own_name} is {spot} and holds {held}", robot + 1));
        }
        lines
    }

    fn describe_place(&self, domain: &Transport, place: PlaceId) -> String {
        let is_here = |item: &crate::ItemId| self.whereabouts(*item) == Whereabouts::Place(place);
        let items: Vec<&str> = domain.items().filter(is_here).map(|item| domain.item(item).phrase.as_str()).collect();
        let of = domain.place(place);
        let door = match (of.is_container, self.is_open(place)) {
            (false, _) => "",
            (true, true) => " (open)",
            (true, false) => " (closed)",
        };
        let mut preposition = of.preposition.word().to_owned();
        preposition[..1].make_ascii_uppercase();
        let items = if items.is_empty() { "nothing".to_owned() } else { items.join(", ") };
        format!("{preposition} {}{door}: {items}", of.phrase)
    }
}
