//! The solids and levels of a class, as words of the catalogue.

/// A named colour, by its number in the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub(crate) u8);

/// The form of a solid, which fills its box in the map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SolidForm {
    /// A box.
    Block,
    /// An ellipsoid.
    Ball,
    /// A cylinder or cone about an axis (0 x, 1 y, 2 z), with the radii at both ends as shares of the box.
    Round {
        /// The axis.
        axis: usize,
        /// The radii at its low and its high end.
        radii: [f32; 2],
    },
}

/// How a colour varies over a solid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Pattern {
    Plain,
    Stripes,
    Checks,
    Spots,
    Grain,
}

/// The colour of a solid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum PartColour {
    /// That of the thing.
    Own,
    Named(Colour),
    /// Of glass, mirrors and screens.
    Sky,
    /// Of what gives light.
    Glow,
}

/// A solid of a class's shape, in shares of the class's size.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Part {
    pub form: SolidForm,
    pub low: [f32; 3],
    pub high: [f32; 3],
    pub colour: PartColour,
    pub pattern: Pattern,
    /// The only state in which it is there.
    pub state: Option<usize>,
}

/// A place of a class where other things can be put, in shares of the class's size.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Level {
    pub z: f32,
    pub low: [f32; 2],
    pub high: [f32; 2],
    /// The height of what is above; things are put in, not on.
    pub ceiling: Option<f32>,
    pub state: Option<usize>,
}

impl Part {
    /// Reads `box 0 0 0 1 1 1 own:stripes @on`.
    pub fn parse(text: &str, colours: &[(String, [f32; 3])], states: &[String]) -> Option<Self> {
        let (words, state) = at_state(text, states)?;
        let mut words = words.split_whitespace();
        let form = words.next()?;
        let numbers: Vec<f32> = words.by_ref().take(6).map_while(|word| word.parse().ok()).collect();
        let [x0, y0, z0, x1, y1, z1] = numbers.try_into().ok()?;
        let (mut low, mut high) = ([x0, y0, z0], [x1, y1, z1]);
        let (colour, pattern) = paint(words.next()?, colours)?;
        let round = |axis| SolidForm::Round { axis, radii: [1.0, 1.0] };
        let form = match form {
            "box" => SolidForm::Block,
            "ball" => SolidForm::Ball,
            "log" => round(0),
            "drum" => round(1),
            "pillar" => round(2),
            // From its base z0 to its apex z1, as far as it is inside the thing.
            "cone" => {
                (low[2], high[2]) = (z0.min(z1).max(0.0), z0.max(z1).min(1.0));
                let radius = |z: f32| ((z - z1) / (z0 - z1)).clamp(0.0, 1.0);
                SolidForm::Round { axis: 2, radii: [radius(low[2]), radius(high[2])] }
            }
            _ => return None,
        };
        let is_ordered = (0..3).all(|axis| low[axis] < high[axis]);
        (is_ordered && words.next().is_none()).then_some(Self { form, low, high, colour, pattern, state })
    }
}

impl Level {
    /// Reads `0.5 0.1 0.1 0.9 0.9 0.8 @open`.
    pub fn parse(text: &str, states: &[String]) -> Option<Self> {
        let (words, state) = at_state(text, states)?;
        let numbers: Option<Vec<f32>> = words.split_whitespace().map(|word| word.parse().ok()).collect();
        let (z, low, high, ceiling) = match numbers?[..] {
            [z, x0, y0, x1, y1] => (z, [x0, y0], [x1, y1], None),
            [z, x0, y0, x1, y1, z1] => (z, [x0, y0], [x1, y1], Some(z1)),
            _ => return None,
        };
        (low[0] < high[0] && low[1] < high[1]).then_some(Self { z, low, high, ceiling, state })
    }
}

/// The words before `@state`, and the number of the state.
fn at_state<'a>(text: &'a str, states: &[String]) -> Option<(&'a str, Option<usize>)> {
    match text.split_once('@') {
        None => Some((text, None)),
        Some((words, state)) => Some((words, Some(states.iter().position(|one| one == state.trim())?))),
    }
}

fn paint(text: &str, colours: &[(String, [f32; 3])]) -> Option<(PartColour, Pattern)> {
    let (colour, pattern) = text.split_once(':').unwrap_or((text, "plain"));
    let colour = match colour {
        "own" => PartColour::Own,
        "sky" => PartColour::Sky,
        "glow" => PartColour::Glow,
        name => PartColour::Named(Colour(colours.iter().position(|(one, _)| one == name)? as u8)),
    };
    let pattern = match pattern {
        "plain" => Pattern::Plain,
        "stripes" => Pattern::Stripes,
        "checks" => Pattern::Checks,
        "spots" => Pattern::Spots,
        "grain" => Pattern::Grain,
        _ => return None,
    };
    Some((colour, pattern))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(text: &str) -> Option<Part> {
        let colours = [("red".to_owned(), [1.0, 0.0, 0.0])];
        Part::parse(text, &colours, &["on".to_owned(), "off".to_owned()])
    }

    #[test]
    fn a_cone_ends_where_its_thing_ends() {
        let cut = part("cone 0 0 0 1 1 2 own").expect("a cone whose apex is above the thing");
        assert_eq!((cut.low[2], cut.high[2]), (0.0, 1.0));
        assert_eq!(cut.form, SolidForm::Round { axis: 2, radii: [1.0, 0.5] });
        let inverted = part("cone 0 0 1 1 1 0 red:spots @off").expect("a cone on its apex");
        assert_eq!(inverted.form, SolidForm::Round { axis: 2, radii: [0.0, 1.0] });
        assert_eq!((inverted.state, inverted.pattern), (Some(1), Pattern::Spots));
    }

    #[test]
    fn words_that_describe_no_solid_are_refused() {
        for text in [
            "",
            "box 0 0 0 1 1 own",
            "box 0 0 0 1 1 1 1 own",
            "box 1 0 0 0 1 1 own",
            "box 0 0 0 1 1 1 blue",
            "box 0 0 0 1 1 1 own @broken",
            "cube 0 0 0 1 1 1 own",
            "box 0 0 0 1 1 1 own red",
        ] {
            assert_eq!(part(text), None, "{text}");
        }
        assert_eq!(Level::parse("1 0 0 1", &[]), None);
    }
}
