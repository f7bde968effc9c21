//! Skills of a domain: their terms, needs and effects are resolved and checked against their roles.

use crate::{
    MissionError, Transport,
    declaration::{Declaration, Role, SkillDeclaration},
    domain::Skill,
    expression::{Expression, Literal, Piece, Template},
    objects::{Action, Target},
    options::Choice,
    resolver::{Resolver, entry},
    term::{Condition, Effect, Need, Phrase, PhrasePiece, Predicate, Term, Value},
};

/// The predicates of states, with the possible kinds of each argument.
const PREDICATES: [(&str, &[&[&str]]); 4] = [
    ("at", &[&["robot"], &["item", "container", "surface"]]),
    ("holding", &[&["robot"], &["item"]]),
    ("located", &[&["item"], &["container", "surface"]]),
    ("open", &[&["container"]]),
];

const TERMS: [&str; 4] = ["place_of", "spot_of", "held_by", "holder_of"];

/// Checks that the declared predicates are those of states; `open` may be left out without containers.
pub(crate) fn signatures(resolver: &Resolver, declared: &Declaration) -> Result<(), MissionError> {
    for signature in &declared.predicates {
        let Some((name, arguments)) = PREDICATES.iter().find(|(name, _)| *name == signature.name) else {
            let known = PREDICATES.map(|(name, _)| name);
            return Err(resolver.unknown("predicates", &signature.name, "predicate", &known));
        };
        let fits = arguments.len() == signature.arguments.len()
            && arguments
                .iter()
                .zip(&signature.arguments)
                .all(|(known, kinds)| kinds.iter().all(|kind| known.contains(&kind.as_str())));
        if !fits {
            let arguments: Vec<String> = arguments.iter().map(|kinds| kinds.join(" | ")).collect();
            let problem = format!("predicate {:?} does not fit its meaning", String::from(signature.clone()));
            let mend = format!("write {name}({})", arguments.join(", "));
            return Err(resolver.fault("predicates", name, problem, mend));
        }
    }
    for (name, _) in PREDICATES {
        let is_needed = name != "open" || !declared.containers.is_empty();
        if is_needed && !declared.predicates.iter().any(|signature| signature.name == name) {
            let problem = format!("predicate {name:?} is missing");
            return Err(resolver.fault("predicates", "predicates", problem, format!("declare {name}")));
        }
    }
    Ok(())
}

/// Resolves a skill.
pub(crate) fn skill(resolver: &Resolver, declared: &SkillDeclaration) -> Result<Skill, MissionError> {
    let scope = Scope { resolver, declared };
    let needs = declared.needs.iter().map(|need| {
        let any = need.that.0.iter().map(|literal| scope.condition(literal)).collect::<Result<_, _>>()?;
        Ok(Need { any, otherwise: scope.phrase(&need.otherwise, true)? })
    });
    let skill = Skill {
        name: declared.name.clone(),
        role: declared.role,
        takes: declared.parameter.as_ref().map(|parameter| parameter.types.join(" or ")),
        says: declared.says.clone(),
        text: scope.phrase(&declared.text, false)?,
        needs: needs.collect::<Result<_, MissionError>>()?,
        effects: declared.effects.iter().map(|effect| scope.effect(effect)).collect::<Result<_, _>>()?,
    };
    scope.check_role(&skill)?;
    Ok(skill)
}

/// The decisions that a skill adds to S.
pub(crate) fn choices(
    resolver: &Resolver,
    domain: &Transport,
    index: usize,
    declared: &SkillDeclaration,
) -> Result<Vec<Choice>, MissionError> {
    let skill = &domain.skills[index];
    let owner = entry(&declared.name);
    let Some(parameter) = &declared.parameter else {
        let text = domain.fill(&skill.text, |_| Value::Nothing);
        let symbol = skill.name.clone();
        return Ok(vec![Choice {
            skill: index,
            parameter: Value::Nothing,
            action: Action::Idle,
            exclusive: false,
            text,
            symbol,
        }]);
    };
    let mut exclusive = Vec::new();
    for name in &parameter.exclusive {
        exclusive.extend_from_slice(resolver.of_type(&owner, name)?);
    }
    let mut choices: Vec<Choice> = Vec::new();
    for name in &parameter.types {
        for &value in resolver.of_type(&owner, name)? {
            let (action, wire) = match (declared.role, value) {
                (Role::GoTo, Value::Item(item)) => (Action::GoTo(Target::Item(item)), &domain.item(item).name),
                (Role::GoTo, Value::Place(place)) => (Action::GoTo(Target::Place(place)), &domain.place(place).name),
                (Role::Grab, Value::Item(item)) => (Action::Grab(item), &domain.item(item).name),
                (Role::PutDown, Value::Place(place)) => (Action::PutDown(place), &domain.place(place).name),
                (Role::Open, Value::Place(place)) if domain.place(place).is_container => {
                    (Action::Open(place), &domain.place(place).name)
                }
                _ => {
                    let problem =
                        format!("skill {:?} of role {:?} cannot take a {name:?}", declared.name, declared.role);
                    let mend = "grab takes items, put_down places, open containers, go_to any of them";
                    return Err(resolver.fault(&owner, name, problem, mend));
                }
            };
            choices.push(Choice {
                skill: index,
                parameter: value,
                action,
                exclusive: exclusive.contains(&value),
                text: domain.fill(&skill.text, |term| if *term == Term::Parameter { value } else { Value::Nothing }),
                symbol: format!("{}({wire})", skill.name),
            });
        }
    }
    Ok(choices)
}

/// The names that a skill's expressions may use.
struct Scope<'a> {
    resolver: &'a Resolver<'a>,
    declared: &'a SkillDeclaration,
}

impl Scope<'_> {
    fn owner(&self) -> String {
        entry(&self.declared.name)
    }

    fn term(&self, expression: &Expression) -> Result<Term, MissionError> {
        let head = expression.head.as_str();
        let parameter = self.declared.parameter.as_ref().map(|parameter| parameter.name.as_str());
        match expression.arguments.as_slice() {
            [] if head == "robot" => Ok(Term::Robot),
            [] if Some(head) == parameter => Ok(Term::Parameter),
            [] => self.resolver.find(head).map(Term::Constant).ok_or_else(|| {
                let known: Vec<&str> = std::iter::once("robot").chain(parameter).collect();
                self.resolver.unknown(&self.owner(), head, "name here", &known)
            }),
            [inner] => {
                let inner = Box::new(self.term(inner)?);
                match head {
                    "place_of" => Ok(Term::PlaceOf(inner)),
                    "spot_of" => Ok(Term::SpotOf(inner)),
                    "held_by" => Ok(Term::HeldBy(inner)),
                    "holder_of" => Ok(Term::HolderOf(inner)),
                    _ => Err(self.resolver.unknown(&self.owner(), head, "term", &TERMS)),
                }
            }
            _ => Err(self.misfit(expression, "terms take one argument")),
        }
    }

    fn condition(&self, literal: &Literal) -> Result<Condition, MissionError> {
        let expression = &literal.expression;
        let predicate = match (expression.head.as_str(), expression.arguments.as_slice()) {
            ("at", [robot, x]) if robot.head == "robot" => Predicate::At(self.term(x)?),
            ("holding", [robot]) if robot.head == "robot" => Predicate::HoldingAny,
            ("holding", [robot, x]) if robot.head == "robot" => Predicate::Holding(self.term(x)?),
            ("located", [x, place]) => Predicate::Located(self.term(x)?, self.term(place)?),
            ("open", [x]) => Predicate::Open(self.term(x)?),
            ("placed", [x]) => Predicate::Placed(self.term(x)?),
            ("at" | "holding" | "located" | "open" | "placed", _) => {
                let mend = "write at(robot, x), holding(robot), holding(robot, x), located(x, place), open(place) or \
                            placed(x)";
                return Err(self.misfit(expression, mend));
            }
            (head, _) => {
                let known = ["at", "holding", "located", "open", "placed"];
                return Err(self.resolver.unknown(&self.owner(), head, "predicate", &known));
            }
        };
        Ok(Condition { negated: literal.negated, predicate })
    }

    fn effect(&self, expression: &Expression) -> Result<Effect, MissionError> {
        match (expression.head.as_str(), expression.arguments.as_slice()) {
            ("at", [robot, x]) if robot.head == "robot" => Ok(Effect::At(self.term(x)?)),
            ("holding", [robot, x]) if robot.head == "robot" => Ok(Effect::Holding(self.term(x)?)),
            ("located", [x, place]) => Ok(Effect::Located(self.term(x)?, self.term(place)?)),
            ("open", [x]) => Ok(Effect::Open(self.term(x)?)),
            _ => {
                let mend = "effects are at(robot, x), holding(robot, x), located(x, place) and open(container)";
                Err(self.misfit(expression, mend))
            }
        }
    }

    fn phrase(&self, template: &Template, may_read_state: bool) -> Result<Phrase, MissionError> {
        let piece = |piece: &Piece| {
            let (expression, with_preposition) = match piece {
                Piece::Words(words) => return Ok(PhrasePiece::Words(words.clone())),
                Piece::Term(expression) => (expression, false),
                Piece::OnTerm(expression) => (expression, true),
            };
            let term = self.term(expression)?;
            if !may_read_state && term != Term::Parameter {
                return Err(self.misfit(expression, "a skill's text is fixed, so it may use its parameter only"));
            }
            Ok(PhrasePiece::Term { term, with_preposition })
        };
        Ok(Phrase(template.0.iter().map(piece).collect::<Result<_, _>>()?))
    }

    /// A role promises an effect to planners, so the skill must have exactly this effect.
    fn check_role(&self, skill: &Skill) -> Result<(), MissionError> {
        let held = Term::HeldBy(Box::new(Term::Robot));
        let spot = Effect::At(Term::SpotOf(Box::new(Term::Parameter)));
        let (promised, may_move) = match skill.role {
            Role::GoTo => (Some(spot), false),
            Role::Grab => (Some(Effect::Holding(Term::Parameter)), true),
            Role::PutDown => (Some(Effect::Located(held, Term::Parameter)), true),
            Role::Open => (Some(Effect::Open(Term::Parameter)), true),
            Role::Idle => (None, false),
        };
        let others = skill.effects.iter().filter(|effect| Some(*effect) != promised.as_ref());
        let others_fit = others.clone().all(|effect| may_move && matches!(effect, Effect::At(_)));
        let is_kept = promised.as_ref().is_none_or(|promised| skill.effects.contains(promised));
        if (skill.role == Role::Idle) != self.declared.parameter.is_none() {
            let problem = format!("skill {:?} has the wrong number of parameters for its role", skill.name);
            return Err(self.resolver.fault(&self.owner(), "role", problem, "idle takes none, all others take one"));
        }
        if is_kept && others_fit {
            return Ok(());
        }
        let parameter = self.declared.parameter.as_ref().map_or("target", |parameter| &parameter.name);
        let mend = match skill.role {
            Role::GoTo => format!("its effect is at(robot, spot_of({parameter})) and nothing else"),
            Role::Grab => format!("its effects are holding(robot, {parameter}) and, where it moves, at(robot, x)"),
            Role::PutDown => {
                format!("its effects are located(held_by(robot), {parameter}) and, where it moves, at(robot, x)")
            }
            Role::Open => format!("its effects are open({parameter}) and, where it moves, at(robot, x)"),
            Role::Idle => "it has no effects".to_owned(),
        };
        Err(self.resolver.fault(
            &self.owner(),
            "effects",
            format!("skill {:?} does not do what its role promises", skill.name),
            mend,
        ))
    }

    fn misfit(&self, expression: &Expression, mend: &str) -> MissionError {
        let problem = format!("skill {:?} cannot use {expression}", self.declared.name);
        self.resolver.fault(&self.owner(), &expression.head, problem, mend)
    }
}
