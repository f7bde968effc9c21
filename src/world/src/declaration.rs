//! The YAML of a domain, as written: nothing is resolved yet.

use serde::{Deserialize, Serialize};

use crate::domain::Pose;

/// A whole domain file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "the fields of a domain: `domain`, `types`, `objects`, `predicates`, `skills`"
)]
pub(crate) struct Declaration {
    pub domain: String,
    #[serde(default)]
    pub types: Vec<TypeDeclaration>,
    #[serde(default)]
    pub objects: Vec<ObjectDeclaration>,
    pub predicates: Vec<PredicateDeclaration>,
    #[serde(default)]
    pub always: Vec<String>,
    pub skills: Vec<SkillDeclaration>,
    #[serde(default)]
    pub laws: Vec<LawDeclaration>,
    #[serde(default)]
    pub notes: Vec<String>,
    #[serde(default)]
    pub example: Option<ExampleDeclaration>,
}

/// A short mission and a plan for it, for prompts.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExampleDeclaration {
    pub mission: String,
    pub plan: Vec<String>,
}

/// A type.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a type, `{name: ...}`,")]
pub(crate) struct TypeDeclaration {
    pub name: String,
    #[serde(default)]
    pub is: Option<String>,
    #[serde(default)]
    pub words: Vec<String>,
    #[serde(default)]
    pub plurals: Vec<String>,
    /// The preposition of its objects.
    #[serde(default)]
    pub at: Option<String>,
}

/// An object, or several of one type under `each`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object, `{name: ..., type: ...}`,")]
pub(crate) struct ObjectDeclaration {
    #[serde(default)]
    pub name: Option<String>,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub label: Option<String>,
    #[serde(default)]
    pub words: Vec<String>,
    #[serde(default)]
    pub at: Option<String>,
    #[serde(default)]
    pub pose: Option<Pose>,
    #[serde(default)]
    pub each: Vec<MemberDeclaration>,
}

/// An object of a list.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object, `{name: ...}`,")]
pub(crate) struct MemberDeclaration {
    pub name: String,
    #[serde(default)]
    pub label: Option<String>,
    #[serde(default)]
    pub words: Vec<String>,
    #[serde(default)]
    pub pose: Option<Pose>,
}

/// A predicate.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a predicate, `{is: ...}`,")]
pub(crate) struct PredicateDeclaration {
    pub is: String,
    #[serde(default)]
    pub fixed: bool,
    #[serde(default)]
    pub when: Option<String>,
    #[serde(default)]
    pub cases: Vec<CaseDeclaration>,
    #[serde(default)]
    pub says: OneOrMany,
    #[serde(default)]
    pub denies: OneOrMany,
}

/// A case of a derived functional predicate.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CaseDeclaration {
    /// Variables of the case.
    #[serde(default)]
    pub some: Option<String>,
    pub when: String,
    pub value: String,
}

/// A text, or a list of texts.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(untagged, expecting = "neither a text nor a list of texts stands here")]
pub(crate) enum OneOrMany {
    #[default]
    None,
    One(String),
    Many(Vec<String>),
}

impl OneOrMany {
    pub fn as_slice(&self) -> &[String] {
        match self {
            Self::None => &[],
            Self::One(text) => std::slice::from_ref(text),
            Self::Many(texts) => texts,
        }
    }
}

/// A skill.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a skill, `{is: ..., text: ...}`,")]
pub(crate) struct SkillDeclaration {
    pub is: String,
    #[serde(default)]
    pub by: Option<String>,
    pub text: OneOrMany,
    #[serde(default)]
    pub remark: String,
    /// The action as it was done, if not as its text says.
    #[serde(default)]
    pub does: Option<String>,
    /// What a camera could see once it has succeeded.
    #[serde(default)]
    pub shows: Option<String>,
    #[serde(default)]
    pub needs: Vec<NeedDeclaration>,
    #[serde(default)]
    pub first: Vec<EffectDeclaration>,
    #[serde(default)]
    pub effects: Vec<EffectDeclaration>,
    #[serde(default)]
    pub occupies: Vec<OccupiedDeclaration>,
    #[serde(default = "usual_duration_s")]
    pub takes_s: f64,
}

fn usual_duration_s() -> f64 {
    5.0
}

/// A precondition and the words for its failure.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a need, `{that: ..., otherwise: ...}`,")]
pub(crate) struct NeedDeclaration {
    pub that: String,
    #[serde(default)]
    pub otherwise: Option<String>,
}

/// An effect.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "no effect stands here: a text, or a mapping of `each`, `if`, `then` and `else`")]
pub(crate) enum EffectDeclaration {
    Plain(String),
    Conditional(ConditionalDeclaration),
}

/// Effects under a condition, or for each of several objects.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConditionalDeclaration {
    #[serde(default)]
    pub each: Option<String>,
    #[serde(default, rename = "if")]
    pub condition: Option<String>,
    pub then: Vec<EffectDeclaration>,
    #[serde(default, rename = "else")]
    pub otherwise: Vec<EffectDeclaration>,
}

/// An object that a skill occupies.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "nothing that can be occupied stands here: a text, or a mapping of `what` and `if`")]
pub(crate) enum OccupiedDeclaration {
    Always(String),
    Sometimes(SometimesDeclaration),
}

/// An object that a skill occupies under a condition.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SometimesDeclaration {
    pub what: String,
    #[serde(rename = "if")]
    pub condition: String,
}

/// A law.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a law, `{never: ..., says: ...}`,")]
pub(crate) struct LawDeclaration {
    #[serde(default)]
    pub about: Option<String>,
    #[serde(default)]
    pub one_of: Vec<String>,
    #[serde(default)]
    pub at_most_one_of: Vec<String>,
    #[serde(default)]
    pub never: Option<String>,
    pub says: String,
}
