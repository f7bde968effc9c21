use crate::error::TableError;
use crate::ids::{ArmId, BoxId};
use crate::point::TablePoint;
use crate::table::{ArmTable, pairs};

/// Where the end of each arm is, and where each object lies.
///
/// No two arms touch, and no two objects lie at one point: [`TableState::new`] and [`ArmTable::apply`] see to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TableState {
    arms: Vec<TablePoint>,
    objects: Vec<TablePoint>,
}

impl TableState {
    /// The state with the given ends of arms and positions of objects.
    ///
    /// # Errors
    ///
    /// If there is not one end for each arm, an arm cannot reach its own, two arms touch or are too near, an object lies beside the map, or two lie
    /// at one place.
    pub fn new(table: &ArmTable, arms: Vec<TablePoint>, objects: Vec<TablePoint>) -> Result<Self, TableError> {
        let wanted = table.bases().len();
        if arms.len() != wanted {
            return Err(TableError::Count { what: "ends of arms", found: arms.len(), wanted });
        }
        let out = arms.iter().enumerate().find(|(arm, end)| !table.reaches(ArmId(*arm), **end));
        if let Some((arm, place)) = out {
            return Err(TableError::OutOfReach { arm: ArmId(arm), place: *place, make: table.make() });
        }
        for &[one, other] in table.neighbours() {
            if let Some(error) = table.touching([one, other], [arms[one.0], arms[other.0]]) {
                return Err(error);
            }
        }
        check_places(table, "positions", &objects)?;
        Ok(Self { arms, objects })
    }

    /// The state after a step that was checked.
    pub(crate) const fn checked(arms: Vec<TablePoint>, objects: Vec<TablePoint>) -> Self {
        Self { arms, objects }
    }

    /// The ends of the arms.
    #[must_use]
    pub fn arms(&self) -> &[TablePoint] {
        &self.arms
    }

    /// The positions of the objects.
    #[must_use]
    pub fn objects(&self) -> &[TablePoint] {
        &self.objects
    }

    /// The object at a point.
    #[must_use]
    pub fn object_at(&self, place: TablePoint) -> Option<BoxId> {
        self.objects.iter().position(|object| *object == place).map(BoxId)
    }
}

/// Checks that each place is on the map and that no two are equal.
pub(crate) fn check_places(table: &ArmTable, what: &'static str, places: &[TablePoint]) -> Result<(), TableError> {
    if let Some(place) = places.iter().copied().find(|place| !table.has(*place)) {
        return Err(TableError::OffMap { what: "object", place });
    }
    if let Some(place) = places.iter().copied().find(|place| !table.is_off_bases(*place)) {
        return Err(TableError::AtBase { place });
    }
    match pairs(places.len()).find(|[one, other]| table.is_one_place(places[*one], places[*other])) {
        Some(pair) => Err(TableError::SharedPlace { what, objects: pair.map(BoxId), place: places[pair[0]] }),
        None => Ok(()),
    }
}
