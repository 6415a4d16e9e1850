//! Meanings of the colours of bones and trails.

use super::colors::{dim, of_mode, of_role};
use super::display::BoneColoring;
use crate::placed::found::rig_parts::RigRole;
use crate::window::colors;
use crate::{LengthUnit, OpenFile, Session};
use castview_base::scene::CurveMode;
use castview_picture::opened::FileKey;
use castview_picture::{Legend, LegendEntry, Ramp};

/// The unit shown after lengths of a file: the file's own, else the one that the user has set.
pub fn unit_of(session: &Session, file: FileKey) -> &'static str {
    let states_meters = session
        .stage
        .file(file)
        .is_some_and(|file| file.scene.metadata.in_meters);
    match states_meters {
        true => LengthUnit::Meter.word(),
        false => session.preferences.look.unit.word(),
    }
}

pub(crate) fn trail_legend(session: &Session) -> Option<Legend> {
    let top = session.aids.trail_top_speed()?;
    Some(Legend {
        across: Legend::WHOLE,
        title: "Speed of the motion trails",
        entries: vec![
            LegendEntry::words("speed 0"),
            LegendEntry::ramp(Ramp::Speed, speed_words(session, top)),
        ],
    })
}

pub(crate) fn bone_legend(session: &Session) -> Option<Legend> {
    let colors = colors::colors(session);
    let is_skeleton_alone = !session.stage.has_model();
    if !session.view.overlays.bones && !is_skeleton_alone {
        return None;
    }
    let entries = match session.preferences.bones.display.coloring {
        BoneColoring::Plain => return None,
        BoneColoring::Depth => vec![
            LegendEntry::square(colors.of_pace(0.0), "root"),
            LegendEntry::square(colors.of_pace(0.5), "half as deep"),
            LegendEntry::square(colors.of_pace(1.0), "deepest"),
        ],
        BoneColoring::Side => vec![
            LegendEntry::square(colors.hands[0], "left"),
            LegendEntry::square(colors.hands[1], "right"),
            LegendEntry::square(dim(&colors), "neither by name"),
        ],
        BoneColoring::Driven => vec![
            LegendEntry::square(colors.bone, "driven by the clip"),
            LegendEntry::square(dim(&colors), "not driven"),
        ],
        BoneColoring::Modes => vec![
            LegendEntry::square(of_mode(&colors, CurveMode::Absolute), CurveMode::Absolute.word()),
            LegendEntry::square(of_mode(&colors, CurveMode::Relative), CurveMode::Relative.word()),
            LegendEntry::square(of_mode(&colors, CurveMode::Additive), CurveMode::Additive.word()),
            LegendEntry::square(dim(&colors), "not driven"),
        ],
        BoneColoring::Rig => vec![
            LegendEntry::square(of_role(&colors, RigRole::Chain), "IK chain"),
            LegendEntry::square(of_role(&colors, RigRole::Goal), "IK goal, pole or target"),
            LegendEntry::square(of_role(&colors, RigRole::Driven), "constrained"),
            LegendEntry::square(dim(&colors), "no part of the rig"),
        ],
        BoneColoring::Movement if session.active_clip().is_none() => vec![LegendEntry::words("no clip, no movement")],
        BoneColoring::Movement if !session.view.speeds.are_made() => {
            vec![LegendEntry::words("movement is being measured")]
        }
        BoneColoring::Movement => vec![
            LegendEntry::words("mean speed 0"),
            LegendEntry::ramp(Ramp::Speed, speed_words(session, session.view.speeds.top())),
        ],
    };
    Some(Legend {
        across: Legend::WHOLE,
        title: "Colors of bones",
        entries,
    })
}

/// Metres of one unit, if it is the same in all models: as their files state it, else as the user did. Files of clips alone say nothing
/// of lengths that are seen, and count where no file has a model.
pub fn meters_per_unit(session: &Session) -> Option<f32> {
    let chosen = session.preferences.look.unit.meters();
    let of_file = |in_meters: bool| if in_meters { Some(1.0) } else { chosen };
    let has_model = session.stage.files().iter().any(OpenFile::has_models);
    let measured = session
        .stage
        .files()
        .iter()
        .filter(|file| !has_model || file.has_models());
    let mut each = measured.map(|file| of_file(file.scene.metadata.in_meters));
    let first = each.next().unwrap_or(Some(1.0))?;
    each.all(|other| other == Some(first)).then_some(first)
}

/// `speed`: units per second. In millimetres per second if the size of a unit is known, else in units.
fn speed_words(session: &Session, speed: f32) -> String {
    let (number, unit) = match meters_per_unit(session) {
        Some(meters) => (speed * meters * 1000.0, "mm/s"),
        None => (speed, "units/s"),
    };
    let decimals = if number < 10.0 { 2 } else { 0 };
    format!("{number:.decimals$} {unit}")
}
