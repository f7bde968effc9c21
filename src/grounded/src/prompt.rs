//! The explanation of the grammar for a model that was not trained for it; a trained model's template leaves this out.

use surefleet_world::{Domain, TypeId};

use crate::MissionGrammar;

/// The system's message.
pub(crate) fn instructions(grammar: &MissionGrammar) -> String {
    let (world, domain) = (grammar.world(), grammar.world().domain());
    let type_name = |of: &TypeId| domain.types()[of.index()].name.as_str();
    let any = |types: &Vec<TypeId>| types.iter().map(type_name).collect::<Vec<_>>().join(" or ");
    let listed = |of_deeds: bool| -> String {
        let names = grammar.names().filter(|(_, _, is_deed)| *is_deed == of_deeds);
        let written = names.map(|(name, arguments, _)| match arguments.is_empty() {
            true => name.to_owned(),
            false => format!("{name} ( {} )", arguments.iter().map(any).collect::<Vec<_>>().join(" , ")),
        });
        written.collect::<Vec<_>>().join("; ")
    };
    let own = domain.type_ids().filter(|&of| of != Domain::OBJECT && of != Domain::ROBOT);
    let types = own.filter_map(|of| {
        let members: Vec<&str> = world.members_of(of).iter().map(|&one| world.object(one).name.as_str()).collect();
        (!members.is_empty()).then(|| format!("{} = {}", type_name(&of), members.join(", ")))
    });
    let objects = domain.objects().iter().map(|object| format!("{} = {}", object.name, object.phrase));
    format!(
        "Write what the mission asks for as one formula of linear temporal logic, in this form and in no other words:\n\
         F G FACT & F G FACT & F ( DEED & F FACT ) & G ! DEED .\n\
         F G: in the end; F: at some time; G !: never; ! A U B: no A before B; & is and, | is or, -> is if-then; different operators \
         beside one another stand in parentheses. First what is asked for, in the order of the text; then what is forbidden. An argument \
         is a name; or several names with \"or\" between, in the order of the list below, for any of them; or a type for any of it. The \
         first argument of a deed is one robot, or a type of robots. There is a blank between all symbols, and the end is \" .\".\n\
         Facts: {}.\nDeeds: {}.\nTypes: {}.\nObjects: {}.\nRobots: robot_1 to robot_{}, or {} for any.",
        listed(false),
        listed(true),
        types.collect::<Vec<_>>().join("; "),
        objects.collect::<Vec<_>>().join("; "),
        world.team_size(),
        type_name(&Domain::ROBOT),
    )
}
