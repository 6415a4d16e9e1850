//! How a bone's numbers are shown: a choice that outlives the run.

use castview_base::core::EulerOrder;
use serde::{Deserialize, Serialize};

/// How a bone's numbers are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Readout {
    pub space: BoneSpace,
    /// World numbers are given with y up, as pictures are drawn, instead of in the file's axes.
    pub upright: bool,
    pub order: EulerOrder,
    /// `None`: as many as there are.
    pub decimals: Option<u8>,
}

impl Readout {
    /// The numbers of decimals to choose from.
    pub const DECIMALS: [Option<u8>; 6] = [Some(1), Some(2), Some(3), Some(4), Some(6), None];

    /// With decimals that can be chosen.
    pub fn checked(self) -> Self {
        let usual = Self::default().decimals;
        let decimals = if Self::DECIMALS.contains(&self.decimals) {
            self.decimals
        } else {
            usual
        };
        Self { decimals, ..self }
    }
}

impl Default for Readout {
    fn default() -> Self {
        Self {
            space: BoneSpace::default(),
            upright: false,
            order: EulerOrder::default(),
            decimals: Some(3),
        }
    }
}

/// The space in which a bone's numbers are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BoneSpace {
    /// Relative to the parent bone.
    #[default]
    Local,
    /// Relative to the model's origin.
    Model,
    /// On the stage: after the model's placement and whatever it is attached to, in the file's own axes, as `castview pose`
    /// prints it.
    World,
    /// The transform that turns the rest pose into the pose, inside the bone's own rest frame.
    Offset,
    /// The rest pose, relative to the parent bone.
    Rest,
}

impl BoneSpace {
    pub const ALL: [Self; 5] = [Self::Local, Self::Model, Self::World, Self::Offset, Self::Rest];

    pub fn name(self) -> &'static str {
        match self {
            Self::Local => "Local",
            Self::Model => "Model",
            Self::World => "World",
            Self::Offset => "Offset",
            Self::Rest => "Rest",
        }
    }
}
