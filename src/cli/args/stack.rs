//! Options for what plays besides the clip.

use super::NameArgs;
use super::on_off::OnOff;
use super::words::{attachment, layer, merge};
use crate::offline::{Arrangement, AttachmentWish, LayerWish, MergeWish};
use clap::Args;

/// Options that say what plays besides the clip, and on what terms.
#[derive(Debug, Args)]
pub struct StackArgs {
    /// Lay a clip over the others: its name or number, then its weight from 0 to 1 [default: 1], then the topmost bone that moves
    /// [default: all bones], such as wave:0.5:spine; may be given several times
    #[arg(long = "layer", value_name = "CLIP[:WEIGHT[:BONE]]", value_parser = layer, help_heading = "What plays")]
    pub layers: Vec<LayerWish>,

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

impl StackArgs {
    pub fn arrangement(&self, clip: Option<String>) -> Arrangement {
        Arrangement {
            clip,
            layers: self.layers.clone(),
            attachments: self.attachments.clone(),
            merges: self.merges.clone(),
            loops: self.loops.map(OnOff::is_on),
            rig: self.rig.map(OnOff::is_on),
            stepped: self.stepped.map(OnOff::is_on),
            names: self.names.renames(),
        }
    }
}
