//! Plans drawn: robots against joint steps, as text and as SVG.

use std::fmt::Write;

use surefleet_fleet::Decision;
use surefleet_world::World;

use crate::plan::Plan;

/// Colours of skills, told apart by people with any colour vision (P. Tol, "Colour schemes", 2021: muted).
const COLOURS: [&str; 9] =
    ["#88ccee", "#ddcc77", "#44aa99", "#cc6677", "#999933", "#aa4499", "#117733", "#882255", "#332288"];
const COLUMN: usize = 150;
const ROW: usize = 34;
const NAMES: usize = 130;

impl Plan {
    /// The plan as a table: a line for each robot that acts, a column for each joint step. A robot that stays shows a dot.
    pub fn to_text(&self, world: &World) -> String {
        let mut columns: Vec<Vec<String>> =
            vec![self.robots().map(|robot| world.robots()[robot].to_string()).collect()];
        for step in &self.steps {
            columns.push(self.robots().map(|robot| cell(world, step[robot])).collect());
        }
        let heads = std::iter::once(String::new()).chain((1..=self.len()).map(|step| step.to_string()));
        let mut lines = vec![String::new(); 1 + self.robots().count()];
        for (head, column) in heads.zip(&columns) {
            let cells: Vec<&str> = std::iter::once(head.as_str()).chain(column.iter().map(String::as_str)).collect();
            let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
            for (line, cell) in lines.iter_mut().zip(cells) {
                // Formatting into a String cannot fail.
                let _ = write!(line, "{cell:width$}  ");
            }
        }
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    /// The plan as an SVG picture: a row for each robot that acts, a column for each joint step, a colour for each skill.
    pub fn to_svg(&self, world: &World) -> String {
        let (width, height) = (NAMES + COLUMN * self.len() + 10, ROW * (self.robots().count() + 1) + 10);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
        );
        let text = |x: usize, y: usize, anchor: &str, text: &str| {
            let text = escaped(text);
            format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>\n")
        };
        for step in 0..self.len() {
            svg += &text(NAMES + COLUMN * step + COLUMN / 2, 22, "middle", &(step + 1).to_string());
        }
        for (row, robot) in self.robots().enumerate() {
            let y = ROW * (row + 1);
            svg += &text(NAMES - 10, y + 21, "end", world.robots()[robot].as_str());
            for (step, joint) in self.steps.iter().enumerate() {
                let x = NAMES + COLUMN * step;
                let Some(decision) = joint[robot].filter(|&decision| decision != world.options().idle()) else {
                    svg += &text(x + COLUMN / 2, y + 21, "middle", "·");
                    continue;
                };
                let colour = COLOURS[world.options().skill(decision).index() % COLOURS.len()];
                let words = escaped(&world.text(decision));
                let (wide, high) = (COLUMN - 4, ROW - 4);
                svg += &format!(
                    "<g><title>{words}</title><rect x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"{high}\" rx=\"4\" \
                     fill=\"{colour}\" fill-opacity=\"0.6\" stroke=\"{colour}\"/>\n",
                    x + 2,
                    y + 2
                );
                svg += &text(x + COLUMN / 2, y + 21, "middle", &shortened(&world.symbol(decision)));
                svg += "</g>\n";
            }
        }
        svg + "</svg>\n"
    }

    /// The robots that have a decision in some step.
    fn robots(&self) -> impl Iterator<Item = usize> + '_ {
        let fleet = self.steps.first().map_or(0, Vec::len);
        (0..fleet).filter(|&robot| self.steps.iter().any(|step| step[robot].is_some()))
    }
}

fn cell(world: &World, decision: Option<Decision>) -> String {
    match decision {
        Some(decision) if decision != world.options().idle() => world.symbol(decision),
        Some(_) => "·".to_owned(),
        None => String::new(),
    }
}

/// A text that fits a column.
fn shortened(text: &str) -> String {
    const MOST: usize = 22;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST - 1).chain(['…']).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
