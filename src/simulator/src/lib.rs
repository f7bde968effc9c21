//! Household world, simulated scorer and simulated operator.
