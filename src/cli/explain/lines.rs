//! The way of a bone as lines for people: one step after another, each with what it changes.

use super::told::{CurveTold, KeyTold, LocalTold, NumberTold, WayTold};
use crate::core::printed;
use crate::session::BoneWay;
use std::io::{self, Write};

/// `told` is made of `way`.
pub fn write_bone(out: &mut impl Write, way: &BoneWay<'_>, told: &WayTold<'_>) -> io::Result<()> {
    writeln!(out, "{} of {}", printed(told.bone), printed(told.model))?;
    let titles = way.rungs.iter().map(|rung| way.title(rung));
    let titles = titles.chain(way.shown_title().map(|title| ("shown", title)));
    for ((word, title), step) in titles.zip(&told.steps) {
        writeln!(out, "  {}", printed(format!("{word} {title}").trim_end()))?;
        write_local(out, step.local())?;
        step.curves().iter().try_for_each(|curve| write_curve(out, curve))?;
    }
    if let Some(stopped) = told.stopped {
        writeln!(out, "  stopped {}", printed(stopped))?;
    }
    if let Some(follows) = &told.follows {
        let (bone, model) = (printed(follows.bone), printed(follows.model));
        writeln!(out, "  moves with {bone} of {model}")?;
    }
    let place = |matrix: &[f32; 16]| row(&matrix[12..15]);
    match told.parent {
        Some(parent) => writeln!(
            out,
            "  parent {} is at {} in the model",
            printed(parent),
            place(&told.model_from_parent)
        )?,
        None => writeln!(out, "  no parent")?,
    }
    writeln!(out, "  in the model  at {}", place(&told.model_from_bone))?;
    writeln!(out, "  on the stage  at {}", place(&told.stage_from_bone))
}

fn write_curve(out: &mut impl Write, curve: &CurveTold<'_>) -> io::Result<()> {
    let keys: Vec<String> = curve.keys.iter().map(key).collect();
    write!(
        out,
        "    {} {}, {}: {}",
        curve.channel,
        curve.mode,
        curve.interpolation,
        keys.join(" … ")
    )?;
    if curve.mode_from != "curve" {
        write!(out, ", {}", curve.mode_from)?;
    }
    let numbers = [curve.value, curve.used].map(number);
    write!(out, " → {}", numbers[0])?;
    if numbers[0] != numbers[1] {
        write!(out, ", used as {}", numbers[1])?;
    }
    let [current, made] = [curve.current, curve.made].map(number);
    match curve.mode {
        "absolute" if made == numbers[1] => writeln!(out),
        "additive" if curve.additive_weight != 1.0 => {
            writeln!(out, ", by {} on {current} → {made}", curve.additive_weight)
        }
        _ => writeln!(out, ", on {current} → {made}"),
    }
}

fn key(key: &KeyTold<'_>) -> String {
    let place = match (key.byte, key.file) {
        (Some(byte), Some(file)) => format!(" at {byte:#x} of {}", printed(file)),
        (Some(byte), None) => format!(" at {byte:#x}"),
        (None, _) => String::new(),
    };
    format!("{} (frame {}{place})", number(key.value), key.frame)
}

fn write_local(out: &mut impl Write, local: &LocalTold) -> io::Result<()> {
    writeln!(
        out,
        "    translation {}  rotation {}  scale {}",
        row(&local.translation),
        row(&local.rotation),
        row(&local.scale)
    )
}

fn number(number: NumberTold) -> String {
    match number {
        NumberTold::One(number) => number.to_string(),
        NumberTold::Four(numbers) => row(&numbers),
    }
}

fn row(numbers: &[f32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(f32::to_string).collect();
    numbers.join(" ")
}
