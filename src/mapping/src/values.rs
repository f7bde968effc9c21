use rand::{Rng, RngExt};

use crate::{Frontier, GridCell, GridLayout, GroundPoint, MappingError, Metres, smoothing::smooth};

/// The two readings of Eq. 3 of CommCP, which gives a message its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageValue {
    /// `ln(1 + tau_1 relevant + tau_2 targets)`, our reading.
    ///
    /// One relevant object has a value above 0 (0.69 at `tau_1` = 1). A message that names nothing has the value 0.
    LogOnePlus,
    /// `ln(tau_1 relevant + tau_2 targets)`, as printed, and 0 where that is negative.
    ///
    /// At `tau_1` = 1 one relevant object has the value 0, as if there were no message. The formula gives minus infinity to a
    /// message that names nothing; such a message has the value 0 here.
    AsPrinted,
}

/// Constants of the values of places.
///
/// [`Self::DEFAULT`] has the numbers of CommCP (Section V-C). Where CommCP gives none, they come from the code of the method that it
/// extends (A. Ren et al., "Explore until confident", 2024).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ValueRule {
    /// Divides the global value before its exponential is taken.
    pub global_temperature: f64,
    /// Divides that exponential.
    pub global_scale: f64,
    /// Cells up to this far from a place get its value.
    pub radius: Metres,
    /// The standard deviation of the Gaussian that smooths the final values.
    pub sigma: Metres,
    /// A place so much farther away is worth e times less ([`FinalValues::discount`]). It is ours: neither paper has it.
    pub nearness: Metres,
    /// `tau_1` of Eq. 3: the weight of a relevant object.
    pub tau_relevant: f64,
    /// `tau_2` of Eq. 3: the weight of an object that may be the target.
    pub tau_target: f64,
    /// The reading of Eq. 3.
    pub message: MessageValue,
}

impl ValueRule {
    /// The numbers of the papers, and our reading of Eq. 3.
    pub const DEFAULT: Self = Self {
        global_temperature: 0.5,
        global_scale: 3.0,
        radius: Metres::new(1.0),
        sigma: Metres::new(0.5),
        nearness: Metres::new(10.0),
        tau_relevant: 1.0,
        tau_target: 10.0,
        message: MessageValue::LogOnePlus,
    };

    /// The value of a message that names this many relevant objects and possible targets (Eq. 3); never negative.
    pub fn of_message(&self, relevant: u32, targets: u32) -> f64 {
        let weighted = self.tau_relevant * f64::from(relevant) + self.tau_target * f64::from(targets);
        match self.message {
            MessageValue::LogOnePlus => weighted.ln_1p(),
            MessageValue::AsPrinted => weighted.max(1.0).ln(),
        }
    }

    fn check(&self, cell: Metres) -> Result<(), MappingError> {
        let positive = [
            ("the temperature of global values", self.global_temperature),
            ("the scale of global values", self.global_scale),
            ("the radius of a place", self.radius.get()),
            ("the sigma of smoothing", self.sigma.get()),
            ("the nearness", self.nearness.get()),
        ];
        let weights = [("tau_1", self.tau_relevant), ("tau_2", self.tau_target)];
        let refuse = |setting, value, mend| Err(MappingError::Setting { setting, value, mend });
        if let Some((setting, value)) = positive.into_iter().find(|(_, value)| !(value.is_finite() && *value > 0.0)) {
            return refuse(setting, value, "give a finite number above 0");
        }
        if let Some((setting, value)) = weights.into_iter().find(|(_, value)| !(0.0..=1e6).contains(value)) {
            return refuse(setting, value, "give a number from 0 to 1,000,000");
        }
        if let Some(length) = [self.radius, self.sigma].into_iter().find(|&length| length / cell > 1000.0) {
            return refuse("the radius or sigma", length.get(), "give at most the metres of 1,000 cells");
        }
        Ok(())
    }
}

/// The value of each place to one robot for one of its questions: its own judgement, and the messages of others.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueMap {
    layout: GridLayout,
    rule: ValueRule,
    /// By cell: the mean of the values of views, and their number.
    own: Vec<(f64, u32)>,
    /// By cell: the greatest value of a message.
    told: Vec<f64>,
}

impl ValueMap {
    /// A map on which every place has the value 0.
    ///
    /// # Errors
    /// [`MappingError::Setting`] names a number of the rule outside its range.
    pub fn new(layout: GridLayout, rule: ValueRule) -> Result<Self, MappingError> {
        rule.check(layout.cell())?;
        Ok(Self { layout, rule, own: vec![(0.0, 0); layout.count()], told: vec![0.0; layout.count()] })
    }

    /// Where the cells are.
    pub fn layout(&self) -> &GridLayout {
        &self.layout
    }

    /// The same values on a larger grid ([`GridLayout::joined`]). Places outside the old grid have the value 0.
    ///
    /// What views and messages said of places outside the old grid was not kept.
    ///
    /// # Errors
    /// [`MappingError::Layouts`] if the layout does not cover that of the map.
    pub fn grown(&self, layout: GridLayout) -> Result<Self, MappingError> {
        let own = self.layout.carried(&self.own, &layout, (0.0, 0))?;
        Ok(Self { layout, rule: self.rule, own, told: self.layout.carried(&self.told, &layout, 0.0)? })
    }

    /// Takes in one view of the robot itself (SV_no-com).
    ///
    /// `global` is the probability that something in the view is worth exploring (GSV). `local` has the places that the view shows,
    /// each with the model's preference for it (LSV). All are from 0 to 1.
    ///
    /// With n places, the value of one is `(LSV n / 3) exp(GSV / temperature) / scale`. All cells within the radius get it, and each
    /// cell keeps the mean of the values that it got. CommCP refers to Explore-until-Confident here; the formula is that of its code.
    ///
    /// # Errors
    /// [`MappingError::Setting`] for a number that is no probability.
    pub fn view(&mut self, global: f64, local: &[(GroundPoint, f64)]) -> Result<(), MappingError> {
        let is_probability = |value: f64| (0.0..=1.0).contains(&value);
        let wrong =
            std::iter::once(global).chain(local.iter().map(|place| place.1)).find(|&value| !is_probability(value));
        if let Some(value) = wrong {
            let (setting, mend) = ("the value of a view", "give a probability from 0 to 1");
            return Err(MappingError::Setting { setting, value, mend });
        }
        let worth = (global / self.rule.global_temperature).exp() / self.rule.global_scale;
        for &(place, share) in local {
            let value = share * local.len() as f64 / 3.0 * worth;
            for index in self.layout.around(place, self.rule.radius) {
                let (mean, count) = &mut self.own[index];
                *count = count.saturating_add(1);
                *mean += (value - *mean) / f64::from(*count);
            }
        }
        Ok(())
    }

    /// Takes in a message (SV_com): a robot saw `relevant` objects that may be near the target, and `targets` that may be the target.
    ///
    /// CommCP leaves open where in space the value lands. Here all cells within the radius around the position in the message get
    /// it. A cell keeps the greatest value that it got, so messages may be repeated or come in any order.
    pub fn message(&mut self, at: GroundPoint, relevant: u32, targets: u32) {
        let value = self.rule.of_message(relevant, targets);
        for index in self.layout.around(at, self.rule.radius) {
            self.told[index] = self.told[index].max(value);
        }
    }

    /// The value of a cell before smoothing: the robot's own or that of messages, whichever is greater (Eq. 4). 0 outside the grid.
    pub fn value(&self, cell: GridCell) -> f64 {
        self.layout.index(cell).map_or(0.0, |index| self.worth(index))
    }

    fn worth(&self, index: usize) -> f64 {
        self.own[index].0.max(self.told[index])
    }
}

/// The value of each place to a robot over all its open questions (SV_final), smoothed.
#[derive(Debug, Clone, PartialEq)]
pub struct FinalValues {
    layout: GridLayout,
    values: Vec<f64>,
}

impl FinalValues {
    /// Takes the mean over the maps of a robot's open questions (Eq. 5) and smooths it. Without questions all values are 0.
    ///
    /// Leave out answered questions, so that their places no longer attract the robot (CommCP, Section IV-D).
    ///
    /// # Errors
    /// [`MappingError::Layouts`] if the maps do not have one layout.
    pub fn new(layout: GridLayout, questions: &[&ValueMap]) -> Result<Self, MappingError> {
        if questions.iter().any(|map| map.layout != layout) {
            return Err(MappingError::Layouts);
        }
        let mut values = vec![0.0; layout.count()];
        for map in questions {
            for (index, sum) in values.iter_mut().enumerate() {
                *sum += map.worth(index) / questions.len() as f64;
            }
        }
        if let Some(map) = questions.first() {
            values = smooth(&layout, &values, map.rule.sigma / layout.cell());
        }
        Ok(Self { layout, values })
    }

    /// Makes far places worth less: a value becomes `value * exp(-d / scale)`, as in Gonzalez-Banos and Latombe, "Navigation Strategies for Exploring
    /// Indoor Environments", 2002, where it is the unknown area. There d is the length of the way; here it is that of the straight line from
    /// `place`, since the way to unknown ground is not known.
    ///
    /// The paper does not: there a robot crosses the house for the greatest value, however small the difference.
    pub fn discount(&mut self, place: GroundPoint, scale: Metres) {
        for (index, value) in self.values.iter_mut().enumerate().filter(|(_, value)| **value > 0.0) {
            *value *= (-(self.layout.centre(self.layout.at(index)).distance(place) / scale)).exp();
        }
    }

    /// All values by row.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The value of a place; 0 outside the grid.
    pub fn at(&self, place: GroundPoint) -> f64 {
        let index = self.layout.cell_at(place).and_then(|cell| self.layout.index(cell));
        index.map_or(0.0, |index| self.values[index])
    }

    /// The value of a frontier: the greatest of its cells' values.
    pub fn of(&self, frontier: &Frontier) -> f64 {
        let values =
            frontier.cells().iter().filter_map(|&cell| self.layout.index(cell)).map(|index| self.values[index]);
        values.fold(0.0, f64::max)
    }

    /// The index of the frontier to explore next: the one with the greatest value, the first of equal ones.
    ///
    /// If all values are 0, `random` draws one, each with equal probability (CommCP, Section IV-C). `None` without frontiers.
    /// The frontiers must come from a grid with the same layout. As in the paper, their distance does not count, but for what
    /// [`Self::discount`] took off.
    pub fn choose<R: Rng + ?Sized>(&self, frontiers: &[Frontier], random: &mut R) -> Option<usize> {
        let mut best: Option<(usize, f64)> = None;
        for (number, frontier) in frontiers.iter().enumerate() {
            let value = self.of(frontier);
            if value > best.map_or(0.0, |(_, most)| most) {
                best = Some((number, value));
            }
        }
        let draw = |random: &mut R| (!frontiers.is_empty()).then(|| random.random_range(0..frontiers.len()));
        best.map(|(number, _)| number).or_else(|| draw(random))
    }
}
