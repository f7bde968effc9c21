use crate::codes::Code;

/// States of one width, each kept once and numbered.
#[derive(Debug)]
pub(crate) struct Table {
    width: usize,
    codes: Vec<Code>,
    /// Numbers plus one by hash; 0 is free. The length is a power of two.
    places: Vec<u32>,
}

impl Table {
    pub fn new(width: usize) -> Self {
        Self { width, codes: Vec::new(), places: vec![0; 1 << 10] }
    }

    pub fn len(&self) -> usize {
        self.codes.len().checked_div(self.width).unwrap_or(0)
    }

    pub fn state(&self, number: u32) -> &[Code] {
        &self.codes[number as usize * self.width..(number as usize + 1) * self.width]
    }

    /// The number of a state, and whether it is new.
    pub fn insert(&mut self, state: &[Code]) -> (u32, bool) {
        debug_assert_eq!(state.len(), self.width);
        let mut place = hash(state) & (self.places.len() - 1);
        while self.places[place] != 0 {
            let number = self.places[place] - 1;
            if self.state(number) == state {
                return (number, false);
            }
            place = (place + 1) & (self.places.len() - 1);
        }
        let number = u32::try_from(self.len()).expect("fewer states than memory holds");
        self.codes.extend_from_slice(state);
        self.places[place] = number + 1;
        if (self.len() + 1) * 2 > self.places.len() {
            self.grow();
        }
        (number, true)
    }

    fn grow(&mut self) {
        let mask = self.places.len() * 2 - 1;
        let mut places = vec![0; mask + 1];
        for number in 0..self.len() as u32 {
            let mut place = hash(self.state(number)) & mask;
            while places[place] != 0 {
                place = (place + 1) & mask;
            }
            places[place] = number + 1;
        }
        self.places = places;
    }
}

fn hash(state: &[Code]) -> usize {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for &code in state {
        hash = (hash.rotate_left(5) ^ u64::from(code)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    (hash ^ (hash >> 32)) as usize
}
