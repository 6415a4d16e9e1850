//! The session, all that the user has open and looks at: actions in, new state and effects out; session → picture.
//!
//! In: [`Action`]s, by name. Out: a changed [`Session`] and [`Effect`]s that the outer rooms carry out (open, save, copy).
//! Never here: paths followed, clocks read, pixels made, widgets painted. The state after a list of actions is the same on
//! every machine.

mod action;
pub mod aids;
mod apply;
pub mod browser;
mod change;
pub mod command;
pub mod composition;
pub mod derived;
mod edits;
mod effect;
mod export;
pub mod joining;
mod message;
mod names;
mod outcome;
mod picture;
mod placed;
pub mod playback;
mod preferences;
pub mod probe;
mod receive;
pub mod saved;
pub mod selection;
mod snapshot;
pub mod stage;
mod undo;
mod undoing;
pub mod view;
pub mod window;

pub use action::Action;
pub use aids::action::AidsAction;
pub use aids::filmstrip::FilmKey;
pub use aids::preferences::{AidPreferences, RAY_LENGTHS};
pub use aids::state::{Aids, GhostChoice, GhostStep};
pub use aids::trouble_found::{ModelTrouble, TroubleSearch};
pub use browser::action::{BrowserAction, DialogAction};
pub use browser::dialog::is_name;
pub use browser::order::{FileFilter, FileOrder};
pub use browser::preferences::FilePreferences;
pub use browser::recent::{HungFile, HungOn, Recent};
pub use browser::resume::{PartOfFile, Resume, ResumedAttachment, ResumedLayer};
pub use browser::state::{Browser, DialogFor, FileDialog};
pub use change::Change;
pub use command::{
    Chord, Command, Dial, DialRow, DialValue, Kept, Menu, Switch, SwitchFlag, SwitchRow, ValueRow, command, commands,
};
pub use composition::action::CompositionAction;
pub use composition::action::LayerStep;
pub use composition::attach::Refusal;
pub use composition::by_hand::action::{HandPart, HandPoseAction, HandSpace, HandTool};
pub use composition::by_hand::poses::HandPoses;
pub use composition::by_hand::posing::told_change;
pub use composition::by_hand::told::{hand_pose_words, hand_shape_words};
pub use composition::keyed::Keyed;
pub use composition::pinned::action::PinnedAction;
pub use composition::pinned::differences::{
    BoneDifference, DifferencesOf, bone_difference, bone_differences, differences_of, greatest_differences, is_swept,
};
pub use composition::pinned::farthest::{Farthest, SweptBones};
pub use composition::pinned::keys_of_b::{FramesOfB, KeysOfB, clip_of_b, keys_of_b};
pub use composition::pinned::lacking::lacking_words;
pub use composition::pinned::state::{PinnedB, pinned_b};
pub use composition::pinned::sweep::{is_sweeping, sweep_b};
pub use composition::pinned::told::flipped_words;
pub use composition::pinned::ways::Along;
pub use composition::pinned::wiped::is_over_b;
pub use composition::played::play_as::{Base, PlayAs};
pub use composition::played::preferences::MotionPreferences;
pub use composition::played::retarget::RETARGET_WAYS;
pub use composition::state::{Composition, ModeOverrides, ModeScope, Retargets, Scales, ShownPose};
pub use composition::stopped::told::{stop_words, stopped_words};
pub use edits::{Edits, Flags, Relinks, Selected, Tints, UpAxes};
pub use effect::{Effect, Notice, NoticeAction, Urgency};
pub use export::action::ExportAction;
pub use export::choice::{
    DISCORD_BYTES, ExportBackground, ExportChoice, ExportContent, ExportFormat, ExportSize, ExportSubject, SIDES,
    frames_of,
};
pub use export::export_subject;
pub use export::models::{ModelExport, ModelFormat, ModelTextures};
pub use export::posed_clip::{PosedClip, posed_clip};
pub use export::state::{Checking, Export, ExportMeasure, ExportProgress, Measuring};
pub use message::Message;
pub use outcome::Outcome;
pub use placed::found::body_parts::BodyPart;
pub use placed::found::rig_parts::{RigPart, RigParts, RigRole};
pub use placed::keys::ClipKey;
pub use placed::layer::{BoundLayer, ClipLayer, LayerChange, LayerKey, Mix};
pub use placed::model::{Placed, mesh_name};
pub use placed::standing::{Attachment, Moved, Moves, RootMotion};
pub use placed::stopped::{StopAfter, Stopped};
pub use playback::action::{ClipStep, MarkerEdit, PlaybackAction, RangeEdit, Seek};
pub use playback::lately::{Lately, ToldNotification};
pub use playback::listed::{ListedNotification, NotificationColumn, NotificationRow, NotificationTable};
pub use playback::marker::{Marker, MarkerPlace, Markers};
pub use playback::preferences::PlayingPreferences;
pub use playback::state::{EventKey, EventTrack, Fired, Playback};
pub use preferences::Preferences;
pub use probe::action::ProbeAction;
pub use probe::listed::{ListedVertices, MOST_MARKED};
pub use probe::measure::over_clip::{MeasureCurve, MeasuredOverClip};
pub use probe::measure::points::MeasuredNow;
pub use probe::measure::state::{MOST_MEASURES, Measure, MeasurePoint};
pub use probe::state::{Hovered, MOST_HOVERED, MOST_PINS, PIN_COLORS, Pin, Spot};
pub use probe::stored::{StoredPart, StoredPlace};
pub use probe::table::{VertexColumn, VertexRows};
pub use probe::vertex::{Influence, MOST_LISTED, Shaped, VertexFacts, VertexOf};
pub use probe::way::{VertexRung, VertexStep, VertexWay};
pub use saved::{SavedEdits, SavedHandPose, SavedImage, SavedInstance, SavedRange, SavedView, ViewCommand};
pub use selection::action::{Related, SelectionAction};
pub use selection::bone_numbers::BoneLength;
pub use selection::bone_text::{BoneForm, BoneText, bone_json};
pub use selection::bone_way::{BoneWay, ModeFrom, WayLayer};
pub use selection::posed_by::PosedBy;
pub use selection::sockets::{Socket, SocketList, is_socket};
pub use selection::state::SelectionState;
pub use stage::action::StageAction;
pub use stage::changed::compared::{
    CompareSide, CompareSubject, ComparedOf, ComparedPair, Comparison, compare_pair, compare_sides, compared_of,
    compared_pair, difference_item,
};
pub use stage::hidden::is_hidden;
pub use stage::opening::{Loading, Opening};
pub use stage::preferences::MemoryPreferences;
pub use stage::problem::Problem;
pub use stage::state::{ClipEntry, LevelPick, Matches, OpenFile, Stage};
pub use stage::{Lost, TextureMark, folder_told, put_by_view};
pub use view::action::{Half, ViewAction};
pub use view::away::Away;
pub use view::bones::display::{BONE_SIZES, BoneColoring, BoneDisplay, BonesShown};
pub use view::bones::picking::BoneLine;
pub use view::camera::mouse::{Gesture, Hold, MouseButton, MousePreset};
pub use view::camera::movement::{CameraMove, OrbitAbout};
pub use view::camera::viewpoint::{VIEWPOINTS, Viewpoint, Viewpoints};
pub use view::divided::{divide_at, divided_at};
pub use view::environment::{Backdrop, EXPOSURES, EnvironmentChoice, parse_color};
pub use view::handles::goal_handles::GoalHandle;
pub use view::handles::hand_handles::HandHandles;
pub use view::handles::move_handles::{MoveHandles, MovePart};
pub use view::handles::pulled_shape::PulledShape;
pub use view::measured::MeshFacts;
pub use view::preferences::bones::BonePreferences;
pub use view::preferences::camera::{Aperture, CameraPreferences};
pub use view::preferences::look::LookPreferences;
pub use view::saved_camera::SavedCamera;
pub use view::state::{CameraKey, Flight, Following, Front, LookThrough, PartShown, View};
pub use view::surfaces::fitting::fitting_stops;
pub use view::surfaces::lamp::{LampSeen, lamp_in_view};
pub use view::surfaces::section::section_words;
pub use view::surfaces::section_choice::{SectionAxis, SectionChoice};
pub use view::surfaces::tint::{hex, tint_words};
pub use window::action::WindowAction;
pub use window::binding::Binding;
pub use window::preferences::WindowPreferences;
pub use window::readout::{BoneSpace, Readout};
pub use window::state::{DockTab, FilePlace, LeftTab, LengthUnit, Motion, Page, Theme, WindowState};
pub use window::switches::Switches;
pub use window::timeline::TimelinePreferences;

/// The whole state of one window or one command.
#[derive(Debug, Default)]
pub struct Session {
    stage: Stage,
    opening: Opening,
    browser: Browser,
    playback: Playback,
    composition: Composition,
    /// Models as they were shown once, to hold those of now against.
    pinned: Option<PinnedB>,
    selection: SelectionState,
    /// Spots under the pointer.
    hovered: Hovered,
    listed: Option<ListedVertices>,
    comparison: Comparison,
    measured: MeasuredOverClip,
    view: View,
    aids: Aids,
    window: WindowState,
    export: Export,
    /// Choices and changes of the user that can be undone, whichever part they belong to.
    edits: edits::SharedEdits,
    history: undo::History,
    preferences: Preferences,
    changes: change::Changes,
}

impl Session {
    /// An empty session with the choices of an earlier run.
    pub fn with_preferences(preferences: Preferences) -> Self {
        let mut session = Self::default();
        let overlays = session.view.overlays_mut();
        overlays.grid = preferences.look.grid;
        overlays.axes = preferences.look.axes;
        overlays.bones = preferences.bones.shown;
        session.view.widen(preferences.camera.fov_y_rad);
        let playing = &preferences.playing;
        session.playback.loop_as(playing.looping(playing.loops, false));
        session.preferences = preferences;
        session
    }

    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    pub fn edits(&self) -> &Edits {
        &self.edits
    }

    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    pub fn browser(&self) -> &Browser {
        &self.browser
    }

    pub fn playback(&self) -> &Playback {
        &self.playback
    }

    pub fn composition(&self) -> &Composition {
        &self.composition
    }

    pub fn view(&self) -> &View {
        &self.view
    }

    pub fn selection(&self) -> &SelectionState {
        &self.selection
    }

    pub fn aids(&self) -> &Aids {
        &self.aids
    }

    pub fn window(&self) -> &WindowState {
        &self.window
    }

    pub fn export(&self) -> &Export {
        &self.export
    }

    pub fn preferences(&self) -> &Preferences {
        &self.preferences
    }

    /// Grows whenever anything a picture shows changed: an equal number means the last picture still holds.
    pub fn revision(&self) -> u64 {
        self.changes.picture()
    }

    fn note(&mut self, change: Change) {
        self.changes.note(change);
    }

    /// The clip that drives the stage.
    pub fn active_clip(&self) -> Option<&ClipEntry> {
        self.playback.active_clip().and_then(|key| self.stage.clip(key))
    }
}

#[cfg(test)]
mod tests;
