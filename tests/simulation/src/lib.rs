//! A whole fleet on virtual time, under seeded fault schedules.
