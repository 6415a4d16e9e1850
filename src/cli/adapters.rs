//! `adapters`: the graphics adapters in the order in which they are tried, and what each can do.

use super::args::AdaptersArgs;
use super::output::{Failure, json_line, output, shown};
use super::restart;
use crate::render::adapters::{Tested, Without, test_all};
use serde::Serialize;
use std::io::{self, Write};

/// As the window draws.
const SAMPLES: u32 = 4;

/// Exits with 2 if none of them works.
pub fn run(args: &AdaptersArgs) -> Result<u8, Failure> {
    restart::for_drawing();
    let all = test_all(SAMPLES);
    let chosen = all.iter().position(|adapter| adapter.failure.is_none());
    let mut out = output();
    for (index, tested) in all.iter().enumerate() {
        let row = Row::new(index, tested, chosen);
        if args.json {
            json_line(&mut out, &row)?;
        } else {
            write(&mut out, &row)?;
        }
    }
    out.flush()?;
    match (chosen, all.is_empty()) {
        (Some(_), _) => Ok(0),
        (None, true) => Err(Failure::new("no graphics adapter is here; a Vulkan driver brings one")),
        (None, false) => Err(Failure::new("none of these graphics adapters works")),
    }
}

/// As the command lists them, for a report.
pub fn as_text() -> String {
    restart::for_drawing();
    let all = test_all(SAMPLES);
    let chosen = all.iter().position(|adapter| adapter.failure.is_none());
    let mut out = Vec::new();
    for (index, tested) in all.iter().enumerate() {
        // Memory takes whatever is written to it.
        let _ = write(&mut out, &Row::new(index, tested, chosen));
    }
    match out.is_empty() {
        true => "no graphics adapter is here".into(),
        false => String::from_utf8_lossy(&out).into_owned(),
    }
}

#[derive(Debug, Serialize)]
struct Row<'a> {
    index: usize,
    name: &'a str,
    /// `Vulkan`, `Direct3D 12`, `Metal` or `OpenGL`.
    backend: &'a str,
    /// With its version; empty where the interface does not tell.
    driver: &'a str,
    /// `discrete`, `integrated`, `virtual`, `unknown` or `software`.
    kind: &'static str,
    /// Whether commands draw with it, unless another is asked for.
    chosen: bool,
    /// Whether it draws both test pictures as they must be.
    works: bool,
    /// Why it is passed over.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<&'a str>,
    /// Fault in its drawing of a model, although it is not passed over.
    #[serde(skip_serializing_if = "Option::is_none")]
    flaw: Option<&'a str>,
    multisampling: bool,
    srgb_views: bool,
    anisotropic_filtering: bool,
    /// Pixels.
    largest_texture: u32,
    /// Bytes.
    largest_buffer: u64,
    /// Abilities that it lacks, and what is done without each.
    lacks: &'a [Without],
}

impl<'a> Row<'a> {
    fn new(index: usize, tested: &'a Tested, chosen: Option<usize>) -> Self {
        Self {
            index,
            name: &tested.id.name,
            backend: &tested.id.api,
            driver: &tested.id.driver,
            kind: tested.kind.name(),
            chosen: chosen == Some(index),
            works: tested.failure.is_none() && tested.flaw.is_none(),
            failure: tested.failure.as_deref(),
            flaw: tested.flaw.as_deref(),
            multisampling: tested.abilities.multisampling,
            srgb_views: tested.abilities.view_formats,
            anisotropic_filtering: tested.abilities.anisotropy,
            largest_texture: tested.largest_texture_side,
            largest_buffer: tested.largest_buffer,
            lacks: &tested.lacks,
        }
    }

    fn state(&self) -> String {
        match (self.chosen, self.failure, self.flaw) {
            (true, _, None) => "chosen".into(),
            (true, _, Some(flaw)) => format!(
                "chosen, but it draws models wrong ({}); --gpu picks another",
                shown(flaw)
            ),
            (false, Some(why), _) => format!("passed over: {}", shown(why)),
            (false, None, Some(flaw)) => format!("draws models wrong ({})", shown(flaw)),
            (false, None, None) => "works".into(),
        }
    }
}

fn write(out: &mut impl Write, row: &Row<'_>) -> io::Result<()> {
    writeln!(out, "{} {}: {}", row.index, shown(row.name), row.state())?;
    let driver = match row.driver {
        "" => String::new(),
        driver => format!(", driver {}", shown(driver)),
    };
    writeln!(out, "    {}, {}{driver}", row.backend, row.kind)?;
    let able = |able, what| match able {
        true => format!("{what}, "),
        false => format!("no {what}, "),
    };
    writeln!(
        out,
        "    {}{}{}textures up to {} pixels, buffers up to {} MiB",
        able(row.multisampling, "4 samples per pixel"),
        able(row.srgb_views, "sRGB views"),
        able(row.anisotropic_filtering, "anisotropic filtering"),
        row.largest_texture,
        row.largest_buffer >> 20,
    )?;
    for lack in row.lacks {
        writeln!(out, "    without {}: {}", lack.ability, lack.without)?;
    }
    Ok(())
}
