//! Draws the floor plan of a house as SVG: rooms, doors, furniture and objects.
//!
//! ```text
//! cargo run --release -p surefleet-houses --example picture -- large 7 test > plan.svg
//! ```

use std::{error::Error, fmt::Write};

use surefleet_houses::{Catalogue, House, HouseSplit, Rect, SizeClass};

/// Pixels of a metre.
const SCALE: f64 = 60.0;
const MARGIN_M: f64 = 0.6;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let size = match arguments.next().as_deref() {
        Some("small") => SizeClass::Small,
        None | Some("medium") => SizeClass::Medium,
        Some("large") => SizeClass::Large,
        Some(other) => return Err(format!("`{other}` is no size; give small, medium or large").into()),
    };
    let seed = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let split = match arguments.next().as_deref() {
        None | Some("training") => HouseSplit::Training,
        Some("test") => HouseSplit::Test,
        Some(other) => return Err(format!("`{other}` is no split; give training or test").into()),
    };
    print!("{}", plan(&House::draw(seed, size, split))?);
    Ok(())
}

/// Lengths of the page, from the north-west.
struct Page {
    west_m: f64,
    north_m: f64,
}

impl Page {
    fn rect(&self, rect: &Rect, style: &str) -> String {
        let [x, y] = rect.low_mm.map(|part| f64::from(part) / 1000.0);
        let [width, height] = rect.size_mm().map(|part| f64::from(part) / 1000.0 * SCALE);
        let (left, top) = ((x - self.west_m) * SCALE, (self.north_m - y) * SCALE - height);
        format!(r#"<rect x="{left:.1}" y="{top:.1}" width="{width:.1}" height="{height:.1}" {style}/>"#)
    }

    fn text(&self, rect: &Rect, size: f64, text: &str) -> String {
        let middle = rect.middle();
        let (x, y) = ((middle.x - self.west_m) * SCALE, (self.north_m - middle.y) * SCALE + size / 3.0);
        format!(r#"<text x="{x:.1}" y="{y:.1}" font-size="{size}" text-anchor="middle">{text}</text>"#)
    }
}

fn plan(house: &House) -> Result<String, std::fmt::Error> {
    let catalogue = Catalogue::shipped();
    let metres = |part: i32| f64::from(part) / 1000.0;
    let extent = house.extent();
    let page = Page { west_m: metres(extent.low_mm[0]) - MARGIN_M, north_m: metres(extent.high_mm[1]) + MARGIN_M };
    let [width, height] = extent.size_mm().map(|part| (metres(part) + 2.0 * MARGIN_M) * SCALE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\">\n\
         <title>{} rooms on {:.0} m2</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        house.rooms().len(),
        house.area_m2()
    );
    for wall in house.walls().iter().filter(|wall| wall.low_mm[2] == 0) {
        writeln!(svg, "{}", page.rect(&wall.footprint(), r##"fill="#404040""##))?;
    }
    for room in house.rooms() {
        writeln!(svg, "{}", page.rect(&room.floor, r##"fill="#f6f1e6""##))?;
    }
    let mut things: Vec<_> = house.things().iter().collect();
    things.sort_by_key(|thing| thing.cuboid.high_mm[2]);
    for thing in things {
        let [red, green, blue] = catalogue.rgb(thing.colour).map(|part| (part * 255.0) as u8);
        let edge = if thing.rests.is_some() { "#b00000" } else { "#202020" };
        let style = format!(r#"fill="rgb({red},{green},{blue})" fill-opacity="0.75" stroke="{edge}" stroke-width="1""#);
        writeln!(svg, "{}", page.rect(&thing.cuboid.footprint(), &style))?;
        if thing.cuboid.footprint().area_m2() > 0.15 && thing.rests.is_none() {
            writeln!(svg, "{}", page.text(&thing.cuboid.footprint(), 10.0, catalogue.name(thing.class)))?;
        }
    }
    for room in house.rooms() {
        writeln!(svg, "{}", page.text(&room.floor, 18.0, catalogue.room_name(room.kind)))?;
    }
    for doorway in house.doorways() {
        let colour = if doorway.is_open { "#d9ead3" } else { "#f4cccc" };
        writeln!(svg, "{}", page.rect(&doorway.opening, &format!(r#"fill="{colour}""#)))?;
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}
