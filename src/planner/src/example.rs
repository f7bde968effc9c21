//! Part (e) of the prompt: an example task with its answers.

use surefleet_language::LabelledOption;
use surefleet_mission::{Action, Domain, Target};

use crate::prompt::push;

/// Appends an example with the labels of this domain: one robot fetches an item while another stays.
///
/// Nothing where the domain cannot express it.
pub(crate) fn example(domain: &Domain, options: &[LabelledOption], text: &mut String) {
    let (Some(item), Some(surface)) = (domain.items().next(), domain.surfaces().next()) else { return };
    let plan = [Action::GoTo(Target::Item(item)), Action::Grab(item), Action::PutDown(surface)];
    let Some(plan) = plan.map(|action| domain.options().of(action)).into_iter().collect::<Option<Vec<_>>>() else {
        return;
    };
    let (item, surface) = (domain.item(item), domain.place(surface));
    let idle = &options[domain.options().idle().index()].label;
    push(text, format_args!("Example mission, for a team of 2: move {} to {}.\n", item.phrase, surface.phrase));
    for (step, decision) in plan.iter().enumerate() {
        let LabelledOption { label, text: words } = &options[decision.index()];
        push(text, format_args!("Step {}: robot 1: {label} ({words}); robot 2: {idle}\n", step + 1));
    }
}
