//! What the user has open and looks at: actions in, new state and effects out; session → picture.
//!
//! In: [`Action`]s, by name. Out: a changed [`Session`] and [`Effect`]s that the outer rooms carry out (open, save, copy).
//! Never here: paths followed, clocks read, pixels made, widgets painted. The state after a list of actions is the same on
//! every machine.

mod action;
mod aim;
mod apply;
mod attach;
mod below;
mod budget;
mod by_key;
mod camera;
mod command;
mod edits;
mod effect;
mod evaluate;
mod events;
mod film;
mod ghosts;
mod instances;
mod keyed;
mod layers;
mod levels;
mod live;
mod load;
mod look_through;
mod marker;
mod message;
mod moment;
mod open;
mod outside;
mod picture;
mod playback;
mod range;
mod ride;
mod scale;
mod seek;
mod stage;
mod trails;
mod treat;
mod up_axis;
mod visible;
mod wakes;

pub use action::{Action, CameraMove, ClipStep, MarkerEdit, Placement, RangeEdit, Retry, Seek};
pub use aim::BoneLine;
pub use attach::{Attachment, Refusal, RootMotion};
pub use by_key::LayerStep;
pub use command::{Chord, Command, Menu, command, commands};
pub use edits::{Edits, Selected};
pub use effect::{Effect, Notice, NoticeAction, Urgency};
pub use events::{EventKey, EventTrack};
pub use film::FilmKey;
pub use ghosts::{GhostChoice, GhostStep};
pub use instances::{InstancedFile, Instances, Stands, Target};
pub use keyed::Keyed;
pub use layers::{BoundLayer, ClipLayer, LayerChange, LayerKey, Mix};
pub use levels::LevelPick;
pub use live::{Fired, Live, Loading, Page, Preferences, RAY_LENGTHS, Theme};
pub use look_through::{CameraKey, LookThrough};
pub use marker::{Marker, MarkerPlace, Markers};
pub use open::{Decided, OpenedFile, PACKED_BYTES};
pub use outside::{Consent, Outside, OutsideKind, Wish, told, wishes};
pub use scale::Scales;
pub use stage::{ClipEntry, ClipKey, FileKey, Matches, OpenFile, Placed, Stage, TextureEntry, TextureState};
pub use treat::{Treated, Treatments};
pub use up_axis::UpAxes;

use crate::core::BlendShapeIndex;
use crate::picture::PlacedKey;

/// The whole state of one window or one command.
#[derive(Debug, Default)]
pub struct Session {
    stage: Stage,
    edits: Edits,
    live: Live,
    undo: Vec<Edits>,
    redo: Vec<Edits>,
    preferences: Preferences,
    /// The slider whose drag the last edit was a step of; its next step joins that entry of undo.
    merging: Option<(PlacedKey, BlendShapeIndex)>,
    /// Counts loads; results that carry an older number are ignored.
    generation: u64,
    next_placed: u64,
    next_layer: u64,
    /// Room for the poses that come next, one per model; a pose that has been replaced leaves its room here.
    next_poses: Vec<evaluate::NextPose>,
    /// The stage as it was before the last replacing open, so that "Add" can bring it back.
    replaced: Option<Box<(Stage, Edits)>>,
    /// What the user allowed files to read outside their folders.
    consents: std::sync::Arc<Vec<Consent>>,
    trails: trails::Trails,
    events: events::LayerEvents,
    ghosts: ghosts::Ghosts,
    left_out: levels::LeftOut,
    budgeted: budget::Budgeted,
    wakes: wakes::Wakes,
    /// Grows whenever the same time may mean other poses.
    moved: u64,
    /// Grows whenever models look different in the same pose.
    looked: u64,
    /// Poses no longer fit the state.
    stale: bool,
    /// What the seam is measured on may have changed.
    seam_is_stale: bool,
    /// What stands on the stage changed, or how: the drawn aids take its new size.
    resized: bool,
    /// Grows whenever anything a picture shows changed.
    revision: u64,
}

impl Session {
    /// An empty session with the choices of an earlier run.
    pub fn with_preferences(preferences: Preferences) -> Self {
        let mut session = Self::default();
        session.live.overlays.grid = preferences.grid;
        session.live.overlays.axes = preferences.axes;
        session.live.overlays.bones = preferences.bones;
        session.preferences = preferences;
        session.live.transport.looping = session.looping();
        session
    }

    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    pub fn edits(&self) -> &Edits {
        &self.edits
    }

    pub fn live(&self) -> &Live {
        &self.live
    }

    pub fn preferences(&self) -> &Preferences {
        &self.preferences
    }

    /// Grows whenever anything a picture shows changed: an equal number means the last picture still holds.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// The clip that drives the stage.
    pub fn active_clip(&self) -> Option<&ClipEntry> {
        self.live.active_clip.and_then(|key| self.stage.clip(key))
    }
}

#[cfg(test)]
mod tests;
