//! What the colours of bones and trails mean.

use super::colors::{dim, of_mode, of_role};
use super::display::BoneColoring;
use crate::picture::{Legend, LegendEntry, Mark};
use crate::scene::CurveMode;
use crate::session::Session;
use crate::session::selection::rig_parts::RigRole;

impl Session {
    /// What colours in the view mean now; empty while they mean nothing.
    pub fn legends(&self) -> Vec<Legend> {
        self.trail_legend().into_iter().chain(self.bone_legend()).collect()
    }

    fn trail_legend(&self) -> Option<Legend> {
        let top = self.trail_top_speed()?;
        Some(Legend {
            title: "Speed of the motion trails",
            entries: vec![words("speed 0"), ramp(self.speed_words(top))],
        })
    }

    fn bone_legend(&self) -> Option<Legend> {
        let colors = self.colors();
        let is_skeleton_alone = !self.stage.has_model();
        if !self.view.overlays.bones && !is_skeleton_alone {
            return None;
        }
        let entries = match self.preferences.bone_display.coloring {
            BoneColoring::Plain => return None,
            BoneColoring::Depth => vec![
                square(colors.of_pace(0.0), "root"),
                square(colors.of_pace(0.5), "half as deep"),
                square(colors.of_pace(1.0), "deepest"),
            ],
            BoneColoring::Side => vec![
                square(colors.hands[0], "left"),
                square(colors.hands[1], "right"),
                square(dim(&colors), "neither by name"),
            ],
            BoneColoring::Driven => vec![
                square(colors.bone, "driven by the clip"),
                square(dim(&colors), "not driven"),
            ],
            BoneColoring::Modes => vec![
                square(of_mode(&colors, CurveMode::Absolute), CurveMode::Absolute.word()),
                square(of_mode(&colors, CurveMode::Relative), CurveMode::Relative.word()),
                square(of_mode(&colors, CurveMode::Additive), CurveMode::Additive.word()),
                square(dim(&colors), "not driven"),
            ],
            BoneColoring::Rig => vec![
                square(of_role(&colors, RigRole::Chain), "IK chain"),
                square(of_role(&colors, RigRole::Goal), "IK goal, pole or target"),
                square(of_role(&colors, RigRole::Driven), "constrained"),
                square(dim(&colors), "no part of the rig"),
            ],
            BoneColoring::Movement if self.active_clip().is_none() => vec![words("no clip, no movement")],
            BoneColoring::Movement if !self.view.speeds.are_made() => vec![words("movement is being measured")],
            BoneColoring::Movement => vec![words("mean speed 0"), ramp(self.speed_words(self.view.speeds.top()))],
        };
        Some(Legend {
            title: "Colors of bones",
            entries,
        })
    }

    /// `speed`: units per second. In millimetres where all that stands on the stage is in metres; elsewhere a unit may be anything.
    fn speed_words(&self, speed: f32) -> String {
        let mut files = self.stage.files.iter();
        let (number, unit) = match files.all(|file| file.scene.metadata.in_meters) {
            true => (speed * 1000.0, "mm/s"),
            false => (speed, "units/s"),
        };
        let decimals = if number < 10.0 { 2 } else { 0 };
        format!("{number:.decimals$} {unit}")
    }
}

fn square(color: [u8; 3], words: &str) -> LegendEntry {
    LegendEntry {
        mark: Mark::Square(color),
        words: words.to_owned(),
    }
}

fn ramp(words: String) -> LegendEntry {
    let mark = Mark::Ramp;
    LegendEntry { mark, words }
}

fn words(words: &str) -> LegendEntry {
    LegendEntry {
        mark: Mark::None,
        words: words.to_owned(),
    }
}
