//! What the user has open and looks at: actions in, new state and effects out; session → picture.
//!
//! In: [`Action`]s, by name. Out: a changed [`Session`] and [`Effect`]s that the outer rooms carry out (open, save, copy).
//! Never here: paths followed, clocks read, pixels made, widgets painted. The state after a list of actions is the same on
//! every machine.

mod action;
mod aids;
mod apply;
mod change;
mod command;
mod composition;
mod edits;
mod effect;
mod live;
mod message;
mod picture;
mod playback;
mod selection;
mod stage;
mod undo;
mod view;
mod window;

pub use action::Action;
pub use aids::action::AidsAction;
pub use aids::film::FilmKey;
pub use aids::ghosts::{GhostChoice, GhostStep};
pub use change::Change;
pub use command::{Chord, Command, Menu, command, commands};
pub use composition::action::CompositionAction;
pub use composition::attach::{Attachment, Refusal, RootMotion};
pub use composition::by_key::LayerStep;
pub use composition::keyed::Keyed;
pub use composition::layers::{BoundLayer, ClipLayer, LayerChange, LayerKey, Mix};
pub use composition::scale::Scales;
pub use composition::treat::{Treated, Treatments};
pub use edits::{Edits, Selected};
pub use effect::{Effect, Notice, NoticeAction, Urgency};
pub use live::{Fired, Live, Loading, Page, Preferences, RAY_LENGTHS, Theme};
pub use message::Message;
pub use playback::action::{ClipStep, MarkerEdit, PlaybackAction, RangeEdit, Seek};
pub use playback::events::{EventKey, EventTrack};
pub use playback::marker::{Marker, MarkerPlace, Markers};
pub use selection::action::SelectionAction;
pub use selection::aim::BoneLine;
pub use stage::action::{Placement, Retry, StageAction};
pub use stage::instances::{InstancedFile, Instances, Stands, Target};
pub use stage::levels::LevelPick;
pub use stage::open::{Decided, OpenedFile, PACKED_BYTES};
pub use stage::outside::{Consent, Outside, OutsideKind, Wish, told, wishes};
pub use stage::state::{ClipEntry, ClipKey, FileKey, Matches, OpenFile, Placed, Stage, TextureEntry, TextureState};
pub use stage::up_axis::UpAxes;
pub use view::action::{CameraMove, ViewAction};
pub use view::look_through::{CameraKey, LookThrough};
pub use window::WindowAction;

/// The whole state of one window or one command.
#[derive(Debug, Default)]
pub struct Session {
    stage: Stage,
    edits: Edits,
    live: Live,
    history: undo::History,
    camera_history: view::camera_history::CameraHistory,
    changes: change::Changes,
    preferences: Preferences,
    /// Counts loads; results that carry an older number are ignored.
    generation: u64,
    next_placed: u64,
    next_layer: u64,
    /// Room for the poses that come next, one per model; a pose that has been replaced leaves its room here.
    next_poses: Vec<composition::evaluate::NextPose>,
    /// The stage as it was before the last replacing open, so that "Add" can bring it back.
    replaced: Option<Box<(Stage, Edits)>>,
    /// What the user allowed files to read outside their folders.
    consents: std::sync::Arc<Vec<Consent>>,
    trails: aids::trails::Trails,
    events: playback::events::LayerEvents,
    ghosts: aids::ghosts::Ghosts,
    left_out: stage::levels::LeftOut,
    budgeted: stage::budget::Budgeted,
    wakes: aids::wakes::Wakes,
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
        self.changes.picture()
    }

    /// What the last action or report changed.
    pub fn last_change(&self) -> Change {
        self.changes.last()
    }

    fn note(&mut self, change: Change) {
        self.changes.note(change);
    }

    pub fn can_go_back(&self) -> bool {
        self.camera_history.can_go_back()
    }

    pub fn can_go_forward(&self) -> bool {
        self.camera_history.can_go_forward()
    }

    pub fn can_undo(&self) -> bool {
        self.history.can_undo()
    }

    pub fn can_redo(&self) -> bool {
        self.history.can_redo()
    }

    /// The clip that drives the stage.
    pub fn active_clip(&self) -> Option<&ClipEntry> {
        self.live.active_clip.and_then(|key| self.stage.clip(key))
    }
}

#[cfg(test)]
mod tests;
