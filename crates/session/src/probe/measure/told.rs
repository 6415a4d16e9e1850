//! Measures in words: names of their points, and lengths in the unit that the user chose.

use super::state::{Measure, MeasurePoint};
use crate::view::bones::legends::meters_per_unit;
use crate::{LengthUnit, Session};

/// `hand_l – ground`, `angle at knee: hip, foot`.
pub fn measure_title(session: &Session, measure: &Measure) -> String {
    let name = |point| point_name(session, point);
    match *measure {
        Measure::Distance([a, b]) => format!("{} – {}", name(a), name(b)),
        Measure::Angle { corner, arms: [a, b] } => format!("angle at {}: {}, {}", name(corner), name(a), name(b)),
    }
}

/// `hand_l`, `pin 2`, `ground`.
fn point_name(session: &Session, point: MeasurePoint) -> String {
    match point {
        MeasurePoint::Ground => "ground".to_owned(),
        MeasurePoint::Pin(number) => format!("pin {number}"),
        MeasurePoint::Bone(model, bone) => {
            let placed = session.stage.placed(model);
            placed.map_or_else(String::new, |placed| placed.model().skeleton.name(bone).to_owned())
        }
    }
}

/// A value of that measure with its unit: `12.4 cm`, `34.5°`.
pub fn measure_value(session: &Session, measure: &Measure, value: f32) -> String {
    match measure {
        Measure::Distance(_) => measured_length(session, value),
        Measure::Angle { .. } => format!("{value:.2}°"),
    }
}

/// A length of the stage in the chosen unit; a plain number of units if neither the files nor the user say how long one is.
pub fn measured_length(session: &Session, length: f32) -> String {
    let (factor, unit) = unit(session);
    format!("{} {unit}", digits(f64::from(length) * factor))
}

/// Units of the chosen kind in one of the stage, and the word behind numbers.
fn unit(session: &Session) -> (f64, &'static str) {
    let chosen = session.preferences.look.measure_unit;
    match (meters_per_unit(session), chosen.meters()) {
        (Some(of_stage), Some(of_chosen)) => (f64::from(of_stage) / f64::from(of_chosen), chosen.word()),
        (Some(of_stage), None) => (1.0, word_of(of_stage)),
        (None, _) => (1.0, LengthUnit::Unknown.word()),
    }
}

/// The word of a unit of so many metres.
fn word_of(meters: f32) -> &'static str {
    let mut units = LengthUnit::ALL.into_iter().map(|(unit, _)| unit);
    let unit = units.find(|unit| unit.meters() == Some(meters));
    unit.unwrap_or_default().word()
}

/// Four digits, and no more than four decimals.
fn digits(number: f64) -> String {
    // Factors of units are rounded: 0.9999999 is told as 1.
    let size = number.abs() * (1.0 + 1e-6);
    let decimals = match size {
        size if size >= 1000.0 => 0,
        size if size >= 100.0 => 1,
        size if size >= 10.0 => 2,
        size if size >= 1.0 => 3,
        _ => 4,
    };
    format!("{number:.decimals$}")
}
