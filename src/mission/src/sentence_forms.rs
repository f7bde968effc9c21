//! The sentence forms used to word missions.

/// A way to ask for items to be moved.
#[derive(Debug)]
pub(crate) struct Delivery {
    /// With one item and with several: `{items}`, `{it}`, `{to}` ("to the table"), `{on}` ("on the table or in the
    /// sink"), `{place}` ("the table").
    form: [&'static str; 2],
}

const fn same(form: &'static str) -> Delivery {
    Delivery { form: [form, form] }
}

/// All delivery forms; every fourth is held out of training.
pub(crate) const DELIVERIES: [Delivery; 16] = [
    same("deliver {items} {to}"),
    same("move {items} {to}"),
    same("put {items} {on}"),
    same("bring {items} {to}"),
    Delivery { form: ["take {items} and put it {on}", "take {items} and put them {on}"] },
    same("{items} should end up {on}"),
    same("to {place}, bring {items}"),
    Delivery { form: ["fetch {items} and bring it {to}", "fetch {items} and bring them {to}"] },
    same("I want {items} {on}"),
    same("{place} needs {items}"),
    same("please carry {items} {to}"),
    Delivery { form: ["{items} belongs {on}", "{items} belong {on}"] },
    Delivery { form: ["make sure that {items} is {on}", "make sure that {items} are {on}"] },
    same("bring the following to {place}: {items}"),
    same("place {items} {on}"),
    same("transfer {items} {to}"),
];

impl Delivery {
    /// Whether the form can name several places, or say "there".
    pub fn fits(&self, has_several_places: bool, is_there: bool) -> bool {
        !(has_several_places || is_there) || !self.form[0].contains("{place}")
    }

    /// Whether the clause ends with the items.
    pub fn ends_with_items(&self) -> bool {
        self.form[0].ends_with("{items}")
    }

    /// The clause, without its capital and its full stop.
    pub fn fill(&self, is_several: bool, items: &str, to: &str, on: &str, place: &str) -> String {
        let form = self.form[usize::from(is_several)];
        form.replace("{items}", items).replace("{to}", to).replace("{on}", on).replace("{place}", place)
    }
}

/// A way to forbid: for one robot, or for all.
#[derive(Debug)]
pub(crate) struct Prohibiting {
    /// With `{robot}` if it is for one robot, and with `{verb}` or `{doing}`.
    form: &'static str,
}

/// All prohibition forms; every fourth is held out of training, one of them for each case.
pub(crate) const PROHIBITIONS: [Prohibiting; 16] = [
    Prohibiting { form: "{robot} should never {verb}" },
    Prohibiting { form: "{robot} must not {verb}" },
    Prohibiting { form: "never {verb}" },
    Prohibiting { form: "{robot} may never {verb}" },
    Prohibiting { form: "do not {verb}" },
    Prohibiting { form: "no robot may {verb}" },
    Prohibiting { form: "{robot} should avoid {doing}" },
    Prohibiting { form: "no robot should ever {verb}" },
    Prohibiting { form: "avoid {doing}" },
    Prohibiting { form: "{robot} is not allowed to {verb}" },
    Prohibiting { form: "all robots must never {verb}" },
    Prohibiting { form: "{robot} must avoid {doing}" },
    Prohibiting { form: "{robot} cannot {verb}" },
    Prohibiting { form: "the robots should not {verb}" },
    Prohibiting { form: "{robot} must never {verb}" },
    Prohibiting { form: "don't {verb}" },
];

/// The plainest way to forbid something to one robot.
pub(crate) const FOR_ONE: Prohibiting = Prohibiting { form: "{robot} must never {verb}" };
/// The plainest way to forbid it to all.
pub(crate) const FOR_ALL: Prohibiting = Prohibiting { form: "no robot may {verb}" };

/// Verbs of the four prohibitions, two of each, and their other form.
pub(crate) const VERBS: [[(&str, &str); 2]; 4] = [
    [("grab", "grabbing"), ("pick up", "picking up")],
    [("approach", "approaching"), ("go near", "going near")],
    [("open", "opening"), ("open", "opening")],
    [("put anything", "putting anything"), ("place anything", "placing anything")],
];

impl Prohibiting {
    /// Whether the form is for one robot or for all, as asked.
    pub fn fits(&self, is_for_one: bool) -> bool {
        self.form.contains("{robot}") == is_for_one
    }

    /// The clause, without its capital and its full stop.
    pub fn fill(&self, robot: Option<usize>, prohibition: usize, verb: usize, objects: &str) -> String {
        let (verb, doing) = VERBS[prohibition][verb];
        let robot = robot.map_or_else(String::new, |robot| format!("robot {}", robot + 1));
        let form = self.form.replace("{robot}", &robot);
        form.replace("{verb}", &format!("{verb} {objects}")).replace("{doing}", &format!("{doing} {objects}"))
    }
}
