//! The objects of a domain in classes, and which classes a type means.

use surefleet_world::{Domain, TypeId};

/// What robots carry.
pub(crate) const THINGS: u8 = 1;
/// Where things are while they may be closed in.
pub(crate) const BOXES: u8 = 2;
/// Where things stand for all to reach.
pub(crate) const TOPS: u8 = 4;
/// All other objects.
pub(crate) const OTHERS: u8 = 8;
/// The robots.
pub(crate) const ROBOTS: u8 = 16;

/// The class of each object of a domain.
pub(crate) struct Classes {
    objects: Vec<u8>,
    /// For each object, by type, whether it is of it.
    is_of: Vec<Vec<bool>>,
    /// The same for each kind of robots that has no kinds below it.
    kinds: Vec<Vec<bool>>,
}

impl Classes {
    /// Puts each object into a class: those of `things` and of `boxes`, and those of `spots` that are no boxes.
    pub fn of(domain: &Domain, things: &[TypeId], boxes: &[TypeId], spots: &[TypeId]) -> Self {
        let all = || domain.types().iter().filter_map(|one| domain.find_type(&one.name));
        let within = |own: &[TypeId]| all().map(|of| own.iter().any(|&one| domain.is_within(one, of))).collect();
        let is_of: Vec<Vec<bool>> = domain.objects().iter().map(|object| within(&object.types)).collect();
        let kinds: Vec<Vec<bool>> = domain.kinds().map(|kind| within(&[kind])).collect();
        let is_any = |of: &Vec<bool>, types: &[TypeId]| types.iter().any(|one| of[one.index()]);
        let class = |of: &Vec<bool>| match () {
            () if is_any(of, boxes) => BOXES,
            () if is_any(of, things) => THINGS,
            () if is_any(of, spots) => TOPS,
            () => OTHERS,
        };
        let objects = is_of.iter().map(class).collect();
        Self { objects, is_of, kinds }
    }

    /// The objects of a class, by their places in the file.
    pub fn members(&self, class: u8) -> impl Iterator<Item = usize> + '_ {
        self.objects.iter().enumerate().filter(move |(_, of)| **of == class).map(|(place, _)| place)
    }

    /// The classes of which these types have some objects.
    pub fn touched(&self, types: &[TypeId]) -> u8 {
        self.marks(types).0
    }

    /// Whether these types mean all objects of these classes, as far as the domain has any.
    pub fn covers(&self, types: &[TypeId], classes: u8) -> bool {
        self.marks(types).1 & classes == 0
    }

    /// Whether these types mean no objects but some of these classes.
    pub fn is_within(&self, types: &[TypeId], classes: u8) -> bool {
        self.touched(types) & !classes == 0
    }

    /// Whether these types mean the objects of these classes and no others.
    pub fn is_exactly(&self, types: &[TypeId], classes: u8) -> bool {
        self.covers(types, classes) && self.is_within(types, classes)
    }

    /// The classes that have objects of these types, and those that have others.
    fn marks(&self, types: &[TypeId]) -> (u8, u8) {
        let robots = self.kinds.iter().map(|of| (ROBOTS, of));
        let objects = self.objects.iter().copied().zip(&self.is_of);
        let mut marks = (0, 0);
        for (class, of) in objects.chain(robots) {
            let mark = if types.iter().any(|one| of[one.index()]) { &mut marks.0 } else { &mut marks.1 };
            *mark |= class;
        }
        marks
    }
}
