//! The time to read missions where the team is large: for the same sentences, further robots join the site's own.

use std::{collections::BTreeMap, sync::Arc, time::Instant};

use anyhow::Result;
use surefleet_cli::percentile::percentile;
use surefleet_english::{Vocabulary, partial};
use surefleet_fleet::RobotId;
use surefleet_world::{Robot, World};

use super::{
    judge::Judge,
    sentence::{Kind, Sentence},
};
use crate::measurement::{Column, Unit};

/// The missions of a site, read for a large team.
pub struct LargeTeam {
    site: String,
    robots: usize,
    /// The time of each, until its formulas are there, or it is refused.
    read_ms: Vec<f64>,
}

impl LargeTeam {
    /// Reads the missions of each site for a team of at least so many robots; a row of all sites comes first.
    ///
    /// # Errors
    /// A team that the world cannot have.
    pub fn read(sentences: &[Sentence], sites: &BTreeMap<String, Judge>, team: usize) -> Result<Vec<Self>> {
        let mut rows = Vec::new();
        for (site, judge) in sites {
            let world = enlarged(judge.world(), team)?;
            let vocabulary = Vocabulary::of(&world);
            let is_of_site = |one: &&Sentence| one.site == *site && one.kind == Kind::Mission;
            let time = |sentence: &Sentence| {
                let began = Instant::now();
                let found = partial(&sentence.text, &vocabulary);
                let formulas = found.map(|found| found.readings.iter().map(|one| one.formula()).collect::<Vec<_>>());
                std::hint::black_box(formulas.is_ok());
                began.elapsed().as_secs_f64() * 1e3
            };
            let read_ms: Vec<f64> = sentences.iter().filter(is_of_site).map(time).collect();
            if !read_ms.is_empty() {
                rows.push(Self { site: site.clone(), robots: world.team_size(), read_ms });
            }
        }
        let read_ms: Vec<f64> = rows.iter().flat_map(|row| row.read_ms.iter().copied()).collect();
        if !read_ms.is_empty() {
            let robots = rows.iter().map(|row| row.robots).max().unwrap_or(team);
            rows.insert(0, Self { site: "all".to_owned(), robots, read_ms });
        }
        Ok(rows)
    }

    /// The columns of the table; the targets hold for all sites together.
    pub fn columns() -> Vec<Column<Self>> {
        type C = Column<LargeTeam>;
        fn target(row: &LargeTeam, limit: f64) -> Option<f64> {
            (row.site == "all").then_some(limit)
        }
        vec![
            C::new("site", "site", Unit::Plain, |row| row.site.as_str().into()),
            C::new("robots", "robots", Unit::Plain, |row| row.robots.into()),
            C::new("missions", "missions", Unit::Plain, |row| row.read_ms.len().into()),
            C::new("read_ms_median", "read, median (ms)", Unit::Milliseconds(2), |row| row.share(50).into())
                .at_most(|row| target(row, 25.0)),
            C::new("read_ms_p99", "read, p99 (ms)", Unit::Milliseconds(1), |row| row.share(99).into())
                .at_most(|row| target(row, 150.0)),
            C::new("read_ms_max", "longest (ms)", Unit::Milliseconds(1), |row| row.share(100).into()),
        ]
    }

    fn share(&self, share: usize) -> Option<f64> {
        percentile(&self.read_ms, share).ok()
    }
}

/// The same domain with at least so many robots: those of the world, and more of their kinds, kind by kind.
fn enlarged(world: &World, team: usize) -> Result<World> {
    let kind = |place: usize| {
        let kind = world.object(world.robot(place)).types[0];
        world.domain().types()[kind.index()].name.clone()
    };
    let own: Vec<Robot> = world
        .robots()
        .iter()
        .enumerate()
        .map(|(place, id)| Robot { id: id.clone(), kind: Some(kind(place)) })
        .collect();
    let mut robots = own.clone();
    for number in own.len()..team {
        let kind = own[number % own.len()].kind.clone();
        let name = (1..)
            .map(|count| format!("{}_{count}", kind.as_deref().unwrap_or("robot")))
            .find(|name| world.find(name).is_none() && robots.iter().all(|one| one.id.as_str() != name));
        let name = name.expect("there are more numbers than robots");
        robots.push(Robot { id: RobotId::new(&name)?, kind });
    }
    Ok(World::new(Arc::clone(world.domain()), &robots)?)
}
