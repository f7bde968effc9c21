//! The explanation of the grammar for a model that was not trained for it; a trained model's template leaves this out.

use surefleet_mission::{Action, Transport};

/// The system's message.
pub(crate) fn instructions(domain: &Transport, team_size: usize) -> String {
    let item = |item| format!("{} = {}", domain.item(item).name, domain.item(item).phrase);
    let items: Vec<String> = domain.items().map(item).collect();
    let place = |place| format!("{} = {}", domain.place(place).name, domain.place(place).phrase);
    let puttable = domain.places().filter(|&place| domain.options().of(Action::PutDown(place)).is_some());
    let puttable: Vec<String> = puttable.map(place).collect();
    let openable = domain.places().filter(|&place| domain.options().of(Action::Open(place)).is_some());
    let openable: Vec<String> = openable.map(place).collect();
    format!(
        "Write what the mission asks for, in this form and in no other words:\n\
         ITEM to PLACE ; ITEM or ITEM to PLACE or PLACE ; never grab ITEM ; never robot_1 open PLACE .\n\
         First every delivery, in the order of the text; then what is forbidden: never, the robot where it is for one alone, then \
         grab, approach, open or put_down, then its items or places with \"or\" between. Clauses are parted by \" ; \", the end is \" .\".\n\
         Items: {}.\nPlaces to put things: {}.\nPlaces to open: {}.\nRobots: robot_1 to robot_{team_size}.",
        items.join(", "),
        puttable.join(", "),
        openable.join(", "),
    )
}
