/// How large a house is.
///
/// The areas are those between the outer walls. They follow the three sizes of CommCP, Fig. 5: below 150 m2, from 150 to 250 m2, and above.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SizeClass {
    /// 3 or 4 rooms on 60 to 100 m2.
    Small,
    /// 5 to 7 rooms on 150 to 200 m2.
    Medium,
    /// 8 to 12 rooms on 255 to 320 m2.
    Large,
}

impl SizeClass {
    /// All sizes.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// The least and the most rooms, hallways included.
    pub const fn rooms(self) -> [usize; 2] {
        match self {
            Self::Small => [3, 4],
            Self::Medium => [5, 7],
            Self::Large => [8, 12],
        }
    }

    /// The least and the greatest area between the outer walls, in square metres.
    pub const fn area_m2(self) -> [f64; 2] {
        match self {
            Self::Small => [60.0, 100.0],
            Self::Medium => [150.0, 200.0],
            Self::Large => [255.0, 320.0],
        }
    }
}
