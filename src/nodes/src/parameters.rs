use std::{collections::BTreeMap, time::Duration};

use r2r::{
    ParameterValue,
    rcl_interfaces::{
        msg::{
            FloatingPointRange, IntegerRange, ListParametersResult, ParameterDescriptor, ParameterType,
            SetParametersResult,
        },
        srv,
    },
};

use crate::{NodeError, endpoints::Requests, fleet_node::FleetNode};

/// The declaration of one parameter: the only place where its name, type, range and meaning stand.
#[derive(Debug, Clone, Copy)]
pub struct ParameterSpec {
    /// Its name.
    pub name: &'static str,
    /// Its type, default and range.
    pub kind: ParameterKind,
    /// What it means, with its unit.
    pub description: &'static str,
}

/// Type, default and range of a parameter. A default of `None`: there is none, so it must be given.
#[derive(Debug, Clone, Copy)]
pub enum ParameterKind {
    /// Yes or no.
    Flag(bool),
    /// Text.
    Text(Option<&'static str>),
    /// A number between the bounds, bounds included.
    Number {
        /// Where none is given.
        default: Option<f64>,
        /// Smallest value.
        least: f64,
        /// Largest value.
        most: f64,
    },
    /// A whole number between the bounds, bounds included.
    Whole {
        /// Where none is given.
        default: Option<i64>,
        /// Smallest value.
        least: i64,
        /// Largest value.
        most: i64,
    },
}

/// A node's parameters: checked once at the start, read-only afterwards, served by the standard services.
///
/// r2r's own handlers know neither ranges nor read-only parameters; a threshold that changes under a running
/// mission would void its calibration, so ours refuse every change and say how to make it.
pub struct Parameters {
    values: Vec<(&'static ParameterSpec, ParameterValue)>,
    services: Services,
}

struct Services {
    get: Requests<srv::GetParameters::Service>,
    types: Requests<srv::GetParameterTypes::Service>,
    list: Requests<srv::ListParameters::Service>,
    describe: Requests<srv::DescribeParameters::Service>,
    set: Requests<srv::SetParameters::Service>,
    set_atomically: Requests<srv::SetParametersAtomically::Service>,
}

impl Parameters {
    /// Takes every declared parameter from those that are given, and checks it.
    pub(crate) fn declare(
        node: &mut FleetNode,
        specs: &'static [ParameterSpec],
        mut given: BTreeMap<&'static str, ParameterValue>,
    ) -> Result<Self, NodeError> {
        let mut values = Vec::with_capacity(specs.len());
        for spec in specs {
            values.push((spec, checked(spec, given.remove(spec.name).unwrap_or(ParameterValue::NotSet))?));
        }
        let services = Services {
            get: Requests::serve(node, "~/get_parameters")?,
            types: Requests::serve(node, "~/get_parameter_types")?,
            list: Requests::serve(node, "~/list_parameters")?,
            describe: Requests::serve(node, "~/describe_parameters")?,
            set: Requests::serve(node, "~/set_parameters")?,
            set_atomically: Requests::serve(node, "~/set_parameters_atomically")?,
        };
        Ok(Self { values, services })
    }

    /// A text parameter.
    ///
    /// # Errors
    /// Where no such text was declared: a bug in the node, reported rather than guessed at.
    pub fn text(&self, name: &str) -> Result<&str, NodeError> {
        match self.value(name) {
            Some(ParameterValue::String(text)) => Ok(text),
            _ => Err(undeclared(name, "text")),
        }
    }

    /// A yes-or-no parameter.
    ///
    /// # Errors
    /// As [`text`](Self::text).
    pub fn flag(&self, name: &str) -> Result<bool, NodeError> {
        match self.value(name) {
            Some(ParameterValue::Bool(flag)) => Ok(*flag),
            _ => Err(undeclared(name, "flag")),
        }
    }

    /// A number.
    ///
    /// # Errors
    /// As [`text`](Self::text).
    pub fn number(&self, name: &str) -> Result<f64, NodeError> {
        match self.value(name) {
            Some(ParameterValue::Double(number)) => Ok(*number),
            _ => Err(undeclared(name, "number")),
        }
    }

    /// A whole number.
    ///
    /// # Errors
    /// As [`text`](Self::text).
    pub fn whole(&self, name: &str) -> Result<i64, NodeError> {
        match self.value(name) {
            Some(ParameterValue::Integer(number)) => Ok(*number),
            _ => Err(undeclared(name, "whole number")),
        }
    }

    /// A number of milliseconds as a duration.
    ///
    /// # Errors
    /// As [`text`](Self::text).
    pub fn millis(&self, name: &str) -> Result<Duration, NodeError> {
        self.whole(name).map(|millis| Duration::from_millis(u64::try_from(millis).unwrap_or(0)))
    }

    fn value(&self, name: &str) -> Option<&ParameterValue> {
        self.values.iter().find(|(spec, _)| spec.name == name).map(|(_, value)| value)
    }

    /// Answers what was asked of the parameter services.
    pub(crate) fn answer(&mut self) {
        let values = &self.values;
        let find = |name: &String| values.iter().find(|(spec, _)| spec.name == name);
        let services = &mut self.services;
        services.get.answer(|request| srv::GetParameters::Response {
            values: request
                .names
                .iter()
                .map(|name| find(name).map_or(ParameterValue::NotSet, |(_, value)| value.clone()))
                .map(to_message)
                .collect(),
        });
        services.types.answer(|request| srv::GetParameterTypes::Response {
            types: request.names.iter().map(|name| find(name).map_or(0, |(spec, _)| type_of(spec))).collect(),
        });
        services.list.answer(|request| srv::ListParameters::Response {
            result: ListParametersResult {
                names: values
                    .iter()
                    .map(|(spec, _)| spec.name.to_owned())
                    .filter(|name| {
                        request.prefixes.is_empty() || request.prefixes.iter().any(|prefix| name.starts_with(prefix))
                    })
                    .collect(),
                prefixes: Vec::new(),
            },
        });
        services.describe.answer(|request| srv::DescribeParameters::Response {
            descriptors: request
                .names
                .iter()
                .map(|name| match find(name) {
                    Some((spec, _)) => descriptor(spec),
                    None => ParameterDescriptor { name: name.clone(), ..Default::default() },
                })
                .collect(),
        });
        services.set.answer(|request| srv::SetParameters::Response {
            results: request
                .parameters
                .iter()
                .map(|parameter| refusal(find(&parameter.name), &parameter.name))
                .collect(),
        });
        services.set_atomically.answer(|request| srv::SetParametersAtomically::Response {
            result: request.parameters.first().map_or_else(
                || SetParametersResult { successful: true, reason: String::new() },
                |parameter| refusal(find(&parameter.name), &parameter.name),
            ),
        });
    }
}

fn checked(spec: &ParameterSpec, given: ParameterValue) -> Result<ParameterValue, NodeError> {
    let fail = |wrong: String| NodeError::Parameter { name: spec.name.to_owned(), wrong };
    match (spec.kind, given) {
        (ParameterKind::Flag(default), ParameterValue::NotSet) => Ok(ParameterValue::Bool(default)),
        (ParameterKind::Flag(_), value @ ParameterValue::Bool(_)) => Ok(value),
        (ParameterKind::Text(Some(default)), ParameterValue::NotSet) => Ok(ParameterValue::String(default.to_owned())),
        (ParameterKind::Text(_), value @ ParameterValue::String(_)) => Ok(value),
        (ParameterKind::Number { default: Some(default), .. }, ParameterValue::NotSet) => {
            Ok(ParameterValue::Double(default))
        }
        (ParameterKind::Number { least, most, .. }, ParameterValue::Double(number)) => {
            if (least..=most).contains(&number) {
                Ok(ParameterValue::Double(number))
            } else {
                Err(fail(format!("{number} is not between {least} and {most}")))
            }
        }
        (ParameterKind::Whole { default: Some(default), .. }, ParameterValue::NotSet) => {
            Ok(ParameterValue::Integer(default))
        }
        (ParameterKind::Whole { least, most, .. }, ParameterValue::Integer(number)) => {
            if (least..=most).contains(&number) {
                Ok(ParameterValue::Integer(number))
            } else {
                Err(fail(format!("{number} is not between {least} and {most}")))
            }
        }
        (kind, ParameterValue::NotSet) => Err(fail(format!(
            "must be given ({}): {}; pass -p {}:=... or a parameter file",
            kind.name(),
            spec.description,
            spec.name
        ))),
        (kind, value) => Err(fail(format!("is of type {}, expected {}", value.type_name(), kind.name()))),
    }
}

impl ParameterKind {
    fn name(self) -> &'static str {
        self.described().0
    }

    /// The type's name and an example of a value as `-p` takes it.
    pub(crate) fn described(self) -> (&'static str, &'static str) {
        match self {
            Self::Flag(_) => ("boolean", "true"),
            Self::Text(_) => ("string", "'text'"),
            Self::Number { .. } => ("double", "1.0"),
            Self::Whole { .. } => ("integer", "1"),
        }
    }
}

fn type_of(spec: &ParameterSpec) -> u8 {
    match spec.kind {
        ParameterKind::Flag(_) => ParameterType::PARAMETER_BOOL as u8,
        ParameterKind::Text(_) => ParameterType::PARAMETER_STRING as u8,
        ParameterKind::Number { .. } => ParameterType::PARAMETER_DOUBLE as u8,
        ParameterKind::Whole { .. } => ParameterType::PARAMETER_INTEGER as u8,
    }
}

fn descriptor(spec: &ParameterSpec) -> ParameterDescriptor {
    let mut descriptor = ParameterDescriptor {
        name: spec.name.to_owned(),
        type_: type_of(spec),
        description: spec.description.to_owned(),
        read_only: true,
        additional_constraints: "read once at the start".to_owned(),
        ..Default::default()
    };
    match spec.kind {
        ParameterKind::Number { least, most, .. } => {
            descriptor.floating_point_range = vec![FloatingPointRange { from_value: least, to_value: most, step: 0.0 }];
        }
        ParameterKind::Whole { least, most, .. } => {
            let step = 1;
            descriptor.integer_range = vec![IntegerRange { from_value: least, to_value: most, step }];
        }
        ParameterKind::Flag(_) | ParameterKind::Text(_) => {}
    }
    descriptor
}

fn to_message(value: ParameterValue) -> r2r::rcl_interfaces::msg::ParameterValue {
    let mut message = r2r::rcl_interfaces::msg::ParameterValue::default();
    match value {
        ParameterValue::Bool(flag) => {
            message.type_ = ParameterType::PARAMETER_BOOL as u8;
            message.bool_value = flag;
        }
        ParameterValue::Integer(number) => {
            message.type_ = ParameterType::PARAMETER_INTEGER as u8;
            message.integer_value = number;
        }
        ParameterValue::Double(number) => {
            message.type_ = ParameterType::PARAMETER_DOUBLE as u8;
            message.double_value = number;
        }
        ParameterValue::String(text) => {
            message.type_ = ParameterType::PARAMETER_STRING as u8;
            message.string_value = text;
        }
        _ => {}
    }
    message
}

fn refusal<T>(known: Option<T>, name: &str) -> SetParametersResult {
    let reason = match known {
        Some(_) => format!("{name} is read-only: set it in a parameter file or with -p, and start the node again"),
        None => format!("{name} is no parameter of this node: ros2 param list tells those that are"),
    };
    SetParametersResult { successful: false, reason }
}

fn undeclared(name: &str, kind: &str) -> NodeError {
    NodeError::Parameter { name: name.to_owned(), wrong: format!("was not declared as a {kind}; this is a bug") }
}
