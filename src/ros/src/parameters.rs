use std::ops::Deref;

use r2r::rcl_interfaces::{
    msg::{
        FloatingPointRange, IntegerRange, ListParametersResult, ParameterDescriptor, ParameterType,
        ParameterValue as Message, SetParametersResult,
    },
    srv,
};
use surefleet_site::{ParameterKind, ParameterSpec, ParameterValue, Parameters};

use crate::{endpoints::Requests, error::NodeError, fleet_node::FleetNode};

/// A node's parameters, served by the standard services.
///
/// r2r's own handlers have neither ranges nor read-only parameters. A threshold that changes during a mission would
/// void its calibration, so our handlers refuse every change and say how to make it.
pub struct ServedParameters {
    values: Parameters,
    services: Services,
}

impl Deref for ServedParameters {
    type Target = Parameters;

    fn deref(&self) -> &Parameters {
        &self.values
    }
}

struct Services {
    get: Requests<srv::GetParameters::Service>,
    types: Requests<srv::GetParameterTypes::Service>,
    list: Requests<srv::ListParameters::Service>,
    describe: Requests<srv::DescribeParameters::Service>,
    set: Requests<srv::SetParameters::Service>,
    set_atomically: Requests<srv::SetParametersAtomically::Service>,
}

impl ServedParameters {
    /// Serves them at the node.
    pub fn serve(node: &mut FleetNode, values: Parameters) -> Result<Self, NodeError> {
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

    /// Answers requests to the parameter services.
    pub fn answer(&mut self) {
        let values = &self.values;
        let find = |name: &String| values.iter().find(|(spec, _)| spec.name == name);
        let services = &mut self.services;
        services.get.answer(|request| srv::GetParameters::Response {
            values: request
                .names
                .iter()
                .map(|name| find(name).map(|(_, value)| to_message(value)).unwrap_or_default())
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

fn to_message(value: &ParameterValue) -> Message {
    match value {
        ParameterValue::Flag(flag) => {
            Message { type_: ParameterType::PARAMETER_BOOL as u8, bool_value: *flag, ..Default::default() }
        }
        ParameterValue::Whole(number) => {
            Message { type_: ParameterType::PARAMETER_INTEGER as u8, integer_value: *number, ..Default::default() }
        }
        ParameterValue::Number(number) => {
            Message { type_: ParameterType::PARAMETER_DOUBLE as u8, double_value: *number, ..Default::default() }
        }
        ParameterValue::Text(text) => {
            Message { type_: ParameterType::PARAMETER_STRING as u8, string_value: text.clone(), ..Default::default() }
        }
    }
}

fn refusal<T>(known: Option<T>, name: &str) -> SetParametersResult {
    let reason = match known {
        Some(_) => format!("{name} is read-only: set it in a parameter file or with -p, and start the node again"),
        None => format!("{name} is no parameter of this node: ros2 param list tells those that are"),
    };
    SetParametersResult { successful: false, reason }
}
