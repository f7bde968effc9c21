//! The YAML of a domain, as written: nothing is resolved yet.

use serde::{Deserialize, Serialize};

use crate::{
    expression::{Alternatives, Expression, Signature, Template},
    objects::{Kind, Preposition},
};

/// A whole domain file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Declaration {
    pub domain: String,
    #[serde(default)]
    pub types: Vec<TypeDeclaration>,
    pub predicates: Vec<Signature>,
    pub items: Vec<LabelDeclaration>,
    #[serde(default)]
    pub containers: Vec<PlaceDeclaration>,
    pub surfaces: Vec<PlaceDeclaration>,
    pub skills: Vec<SkillDeclaration>,
}

/// A type: a named part of the items, the containers or the surfaces.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TypeDeclaration {
    pub name: String,
    pub is: Kind,
    /// Words for one object of the type. Empty: missions do not mention the type.
    #[serde(default)]
    pub words: Vec<String>,
    /// Words for several of them.
    #[serde(default)]
    pub plurals: Vec<String>,
}

/// A semantic label and the items that bear it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LabelDeclaration {
    pub label: String,
    /// Other words for one of them.
    #[serde(default)]
    pub words: Vec<String>,
    /// Words for several of them. Empty: the label with an s.
    #[serde(default)]
    pub plurals: Vec<String>,
    #[serde(default, rename = "type")]
    pub kind: Option<String>,
    pub each: Vec<ItemDeclaration>,
}

/// One item.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ItemDeclaration {
    pub name: String,
    #[serde(default)]
    pub words: Vec<String>,
}

/// One container or surface.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlaceDeclaration {
    pub name: String,
    pub label: String,
    #[serde(default)]
    pub words: Vec<String>,
    #[serde(default, rename = "type")]
    pub kind: Option<String>,
    #[serde(default)]
    pub at: Option<Preposition>,
}

/// The purpose of a skill. `needs` and `effects` declare everything else about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Role {
    GoTo,
    Grab,
    PutDown,
    Open,
    Idle,
}

/// One skill.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SkillDeclaration {
    pub name: String,
    pub role: Role,
    #[serde(default)]
    pub parameter: Option<ParameterDeclaration>,
    pub text: Template,
    #[serde(default)]
    pub says: String,
    #[serde(default)]
    pub needs: Vec<NeedDeclaration>,
    #[serde(default)]
    pub effects: Vec<Expression>,
}

/// The parameter of a skill.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ParameterDeclaration {
    pub name: String,
    pub types: Vec<String>,
    /// Types whose objects at most one robot may name in a joint step.
    #[serde(default)]
    pub exclusive: Vec<String>,
}

/// A precondition and the words for its failure.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NeedDeclaration {
    pub that: Alternatives,
    pub otherwise: Template,
}
