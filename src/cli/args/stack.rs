//! Options for what plays besides the clip.

use super::NameArgs;
use super::on_off::OnOff;
use super::words::{attachment, layer, merge, play_as, stop};
use crate::animation::Retarget;
use crate::offline::{Arrangement, AttachmentWish, LayerWish, MergeWish, PlayAsWish, StopWish};
use clap::{Args, ValueEnum};

/// Options that say what plays besides the clip, and on what terms.
#[derive(Debug, Args)]
pub struct StackArgs {
    /// Lay a clip over the others: its name or number, then its weight from 0 to 1 [default: 1], then the topmost bone that moves
    /// [default: all bones], such as wave:0.5:spine; may be given several times
    #[arg(long = "layer", value_name = "CLIP[:WEIGHT[:BONE]]", value_parser = layer, help_heading = "What plays")]
    pub layers: Vec<LayerWish>,

    #[command(flatten)]
    pub ways: WayArgs,

    /// Hang a model on a bone of another, such as sword:hand_r; it hangs by its own root if that has the bone's name; may be given
    /// several times
    #[arg(long = "attach", value_name = "MODEL:BONE", value_parser = attachment, help_heading = "What plays")]
    pub attachments: Vec<AttachmentWish>,

    /// Let a model move with the bones of another that have the names of its own, such as gloves:body; may be given several times
    #[arg(long = "merge", value_name = "MODEL:MODEL", value_parser = merge, help_heading = "What plays")]
    pub merges: Vec<MergeWish>,

    /// Frames outside the clip start over instead of holding its ends. Pictures that move end before they begin again
    #[arg(long = "loop", value_enum, value_name = "on|off", hide_possible_values = true, num_args = 0..=1, require_equals = true, default_missing_value = "on", help_heading = "What plays")]
    pub loops: Option<OnOff>,

    /// Solve IK handles and constraints, which are off otherwise
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true, num_args = 0..=1, require_equals = true, default_missing_value = "on", help_heading = "What plays")]
    pub rig: Option<OnOff>,

    /// Hold every curve at its last key until the next one, as if all keys were stepped
    #[arg(long, value_enum, value_name = "on|off", hide_possible_values = true, num_args = 0..=1, require_equals = true, default_missing_value = "on", help_heading = "What plays")]
    pub stepped: Option<OnOff>,

    #[command(flatten)]
    pub names: NameArgs,
}

/// Options that have clips play otherwise than their files say.
#[derive(Debug, Args)]
pub struct WayArgs {
    /// Play a clip otherwise than its file says: absolute, relative, additive, or additive over the rest pose, over the clip's own first
    /// frame or over a frame of another clip, such as recoil=additive:first or aim=additive:idle@0; may be given several times
    #[arg(long = "play-as", value_name = "CLIP=WAY", value_parser = play_as, help_heading = "What plays")]
    pub play_as: Vec<PlayAsWish>,

    /// Play clips of other files on the model's own bone lengths, which turn as the clip's own do while the body moves in proportion
    /// (lengths), or by their stored rotations only
    #[arg(
        long,
        value_enum,
        value_name = "lengths|rotations|stored",
        hide_possible_values = true,
        help_heading = "What plays"
    )]
    retarget: Option<RetargetArg>,
}

impl WayArgs {
    /// The way for models of other proportions; `None`: nothing was said.
    pub fn retarget(&self) -> Option<Retarget> {
        self.retarget.map(RetargetArg::way)
    }
}

/// How clips are brought to models of other proportions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RetargetArg {
    Lengths,
    Rotations,
    Stored,
}

impl RetargetArg {
    fn way(self) -> Retarget {
        match self {
            Self::Lengths => Retarget::Lengths,
            Self::Rotations => Retarget::Rotations,
            Self::Stored => Retarget::Stored,
        }
    }
}

/// The step after which a model is shown.
#[derive(Debug, Args)]
pub struct StopArgs {
    /// Show the model stopped after a step, as explain tells them: rest, clip, layer:CLIP, by_hand (of a view file), handle:NAME,
    /// constraint:NAME, shapes or influence:MESH:BONE; with /keys or /mode behind a clip or layer after its keys alone or its mode, such as layer:wave/mode
    #[arg(long, value_name = "STEP", value_parser = stop, help_heading = "What plays")]
    stop: Option<StopWish>,
}

impl StopArgs {
    /// The arrangement with the stop.
    pub fn of(&self, arrangement: Arrangement) -> Arrangement {
        Arrangement {
            stop: self.stop.clone(),
            ..arrangement
        }
    }
}

impl StackArgs {
    /// Whether anything is said that only what plays can have.
    pub fn plays_more(&self) -> bool {
        let lists = !(self.layers.is_empty() && self.attachments.is_empty() && self.merges.is_empty());
        lists || self.loops.is_some() || self.rig.is_some() || self.stepped.is_some()
    }

    pub fn arrangement(&self, clip: Option<String>) -> Arrangement {
        Arrangement {
            clip,
            layers: self.layers.clone(),
            retarget: self.ways.retarget(),
            play_as: self.ways.play_as.clone(),
            attachments: self.attachments.clone(),
            merges: self.merges.clone(),
            loops: self.loops.map(OnOff::is_on),
            rig: self.rig.map(OnOff::is_on),
            stepped: self.stepped.map(OnOff::is_on),
            stop: None,
            names: self.names.renames(),
        }
    }
}
