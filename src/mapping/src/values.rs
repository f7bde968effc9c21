use rand::{Rng, RngExt};

use crate::{Frontier, GridCell, GridLayout, GroundPoint, MappingError, Metres, smoothing::smooth};

/// How Eq. 3 of CommCP turns what a message names into a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageValue {
    /// `ln(1 + tau_1 relevant + tau_2 targets)`: ours. One relevant object is worth something (0.69 at `tau_1` = 1), and a message
    /// that names nothing is worth 0 without a rule of its own.
    LogOnePlus,
    /// `ln(tau_1 relevant + tau_2 targets)`, as printed. At `tau_1` = 1 one relevant object is worth 0, the same as no message. A
    /// message that names nothing would be worth minus infinity; here it is worth 0, as is every message below that.
    AsPrinted,
}

/// What values of places are computed with. The numbers of [`Self::DEFAULT`] are those of CommCP (Section V-C) and, where it says
/// nothing, of the code of the method that it extends (A. Ren et al., "Explore until confident", 2024).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ValueRule {
    /// Divides the global value before its exponential is taken.
    pub global_temperature: f64,
    /// Divides that exponential.
    pub global_scale: f64,
    /// How far from a place its value is put down.
    pub radius: Metres,
    /// The standard deviation of the Gaussian that smooths the final values.
    pub sigma: Metres,
    /// `tau_1` of Eq. 3: the weight of a relevant object.
    pub tau_relevant: f64,
    /// `tau_2` of Eq. 3: the weight of an object that may be the target.
    pub tau_target: f64,
    /// How Eq. 3 is read.
    pub message: MessageValue,
}

impl ValueRule {
    /// The numbers of the papers, with messages valued as we do.
    pub const DEFAULT: Self = Self {
        global_temperature: 0.5,
        global_scale: 3.0,
        radius: Metres::new(1.0),
        sigma: Metres::new(0.5),
        tau_relevant: 1.0,
        tau_target: 10.0,
        message: MessageValue::LogOnePlus,
    };

    /// The value of a message that names so many relevant objects and possible targets (Eq. 3); never negative.
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

/// How much each place is worth a look to one robot for one of its questions: what it judges itself, and what others say.
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
    /// A map on which every place is worth 0.
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

    /// Takes in one view: `global` is the probability that anything in it is worth exploring (GSV), `local` how the model
    /// divides its preference among the places that the view shows (LSV), each from 0 to 1.
    ///
    /// A place is worth `LSV n / 3 exp(GSV / temperature) / scale`, n being the number of places. That value is put on all cells
    /// within the radius, each of which keeps the mean of what it got. CommCP only refers to Explore-until-Confident for this
    /// (`SV_no-com`); the formula is that of its code.
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
            for index in around(&self.layout, place, self.rule.radius) {
                let (mean, count) = &mut self.own[index];
                *count = count.saturating_add(1);
                *mean += (value - *mean) / f64::from(*count);
            }
        }
        Ok(())
    }

    /// Takes in a message: another robot saw `relevant` objects that may be near the target and `targets` that may be it.
    ///
    /// CommCP leaves open where the value lands. Here it is put on all cells within the radius around the position that the
    /// message names. Where several reach, the greatest counts: so a message that comes twice, late or in another order changes
    /// nothing, in the manner of Eq. 4.
    pub fn message(&mut self, at: GroundPoint, relevant: u32, targets: u32) {
        let value = self.rule.of_message(relevant, targets);
        for index in around(&self.layout, at, self.rule.radius) {
            self.told[index] = self.told[index].max(value);
        }
    }

    /// What a cell is worth before smoothing: the greater of the own value and that of messages (Eq. 4); 0 outside.
    pub fn value(&self, cell: GridCell) -> f64 {
        self.layout.index(cell).map_or(0.0, |index| self.worth(index))
    }

    fn worth(&self, index: usize) -> f64 {
        self.own[index].0.max(self.told[index])
    }
}

/// The cells whose middles are within `radius` of a place, and the cell that the place is in.
fn around(layout: &GridLayout, place: GroundPoint, radius: Metres) -> impl Iterator<Item = usize> + use<> {
    let layout = *layout;
    let centre = layout.cell_at(place);
    let reach = |at: f64, origin: f64, size: usize| {
        let number = |at: f64| ((at - origin) / layout.cell().get()).floor().clamp(0.0, size as f64);
        number(at - radius.get()) as u32..(number(at + radius.get()) as u32 + 1).min(size as u32)
    };
    let is_finite = place.x.is_finite() && place.y.is_finite();
    let columns = reach(place.x, layout.origin().x, layout.width());
    let rows = reach(place.y, layout.origin().y, layout.height());
    let cells = rows.flat_map(move |y| columns.clone().map(move |x| GridCell::new(x, y)));
    let near = move |cell: &GridCell| layout.centre(*cell).distance(place) <= radius || centre == Some(*cell);
    cells.filter(move |cell| is_finite && near(cell)).filter_map(move |cell| layout.index(cell))
}

/// What each place is worth to a robot over all its open questions, smoothed.
#[derive(Debug, Clone, PartialEq)]
pub struct FinalValues {
    layout: GridLayout,
    values: Vec<f64>,
}

impl FinalValues {
    /// The mean over the maps of a robot's open questions (Eq. 5), then a Gaussian. Without questions everything is worth 0.
    ///
    /// A question that is answered is left out, so that its places no longer draw the robot (CommCP, Section IV-D).
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

    /// All values by row.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// What a place is worth; 0 outside.
    pub fn at(&self, place: GroundPoint) -> f64 {
        let index = self.layout.cell_at(place).and_then(|cell| self.layout.index(cell));
        index.map_or(0.0, |index| self.values[index])
    }

    /// What a frontier is worth: the greatest value of its cells.
    pub fn of(&self, frontier: &Frontier) -> f64 {
        let values =
            frontier.cells().iter().filter_map(|&cell| self.layout.index(cell)).map(|index| self.values[index]);
        values.fold(0.0, f64::max)
    }

    /// The number of the frontier to look at next: the one that is worth most, of several the first. If none is worth anything, one
    /// that `random` draws, each with equal probability (CommCP, Section IV-C). `None` without frontiers.
    ///
    /// The frontiers are those of a grid with the layout of these values. How far they are does not count, as in the paper.
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
