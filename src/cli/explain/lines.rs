//! The way of a bone as lines for people: one step after another, each with what it changes.

use super::told::{CurveTold, KeyTold, LayerTold, LocalTold, NumberTold, StepTold, WayTold};
use crate::core::printed;
use std::io::{self, Write};

pub fn write_bone(out: &mut impl Write, way: &WayTold<'_>) -> io::Result<()> {
    writeln!(out, "{} of {}", printed(way.bone), printed(way.model))?;
    for step in &way.steps {
        match step {
            StepTold::Rest { local } => write_local(out, "rest", local)?,
            StepTold::Clip(layer) => write_layer(out, "clip", layer)?,
            StepTold::Layer(layer) => write_layer(out, "layer", layer)?,
            StepTold::IkHandle { name, local } => write_local(out, &format!("IK handle {}", printed(name)), local)?,
            StepTold::Constraint { name, local } => write_local(out, &format!("constraint {}", printed(name)), local)?,
            StepTold::ShownPose { over, weight, local } => {
                let title = format!("shown by {} over the {over}", weight);
                write_local(out, &title, local)?;
            }
        }
    }
    if let Some(follows) = &way.follows {
        let (bone, model) = (printed(follows.bone), printed(follows.model));
        writeln!(out, "  moves with {bone} of {model}")?;
    }
    let place = |matrix: &[f32; 16]| row(&matrix[12..15]);
    match way.parent {
        Some(parent) => writeln!(
            out,
            "  parent {} is at {} in the model",
            printed(parent),
            place(&way.model_from_parent)
        )?,
        None => writeln!(out, "  no parent")?,
    }
    writeln!(out, "  in the model  at {}", place(&way.model_from_bone))?;
    writeln!(out, "  on the stage  at {}", place(&way.stage_from_bone))
}

fn write_layer(out: &mut impl Write, word: &str, layer: &LayerTold<'_>) -> io::Result<()> {
    let mut title = format!("{word} {}, frame {}", printed(layer.clip), layer.frame);
    if layer.weight < 1.0 {
        title += &format!(", weight {}", layer.weight);
    }
    if !layer.covers_bone {
        title += ", whose mask leaves the bone out";
    }
    write_local(out, &title, &layer.local)?;
    layer.curves.iter().try_for_each(|curve| write_curve(out, curve))
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

fn write_local(out: &mut impl Write, title: &str, local: &LocalTold) -> io::Result<()> {
    writeln!(out, "  {title}")?;
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
