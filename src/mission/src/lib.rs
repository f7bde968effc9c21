//! Domain, world state, decision set, missions in words, scenarios, plan checker and exact oracle.
