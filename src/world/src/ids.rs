/// The largest team.
pub(crate) const MAX_TEAM: usize = 100;

/// A type of a domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub(crate) u16);

/// An object of a world. The objects that the domain file declares come first, then the robots of the fleet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub(crate) u16);

/// A predicate of a domain, stored or derived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PredicateId(pub(crate) u16);

/// A skill of a domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SkillId(pub(crate) u16);

macro_rules! index {
    ($($id:ident)*) => {$(
        impl $id {
            /// The index among all of its kind, from 0, in the order of the file.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

index!(TypeId ObjectId PredicateId SkillId);
