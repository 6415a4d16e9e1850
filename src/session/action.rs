//! Everything the user, the loader or a test can ask of a session.

use super::{
    Attachment, CameraKey, ClipKey, Consent, FileKey, GhostChoice, LayerChange, LayerKey, LayerStep, LevelPick,
    OpenedFile, Page, RootMotion, Selected, TextureState, Theme, Treated, Wish,
};
use crate::animation::Renames;
use crate::core::{BlendShapeIndex, BoneIndex, FrameRange, Options, StandardView, TextureIndex, UpAxis};
use crate::picture::{PlacedKey, Shading};
use crate::scene::CurveMode;
use glam::Vec2;

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    // Files.
    ChooseFiles,
    /// Locations as `files` understands them; one batch.
    Open {
        locations: Vec<String>,
        placement: Placement,
    },
    LoadProgress {
        generation: u64,
        name: String,
        progress: f32,
    },
    /// A batch has been read: everything of it that could be.
    Loaded {
        generation: u64,
        files: Vec<OpenedFile>,
        placement: Placement,
    },
    /// One file of a batch could not be read; the stage is untouched.
    LoadFailed {
        generation: u64,
        name: String,
        message: String,
        retry: Option<Retry>,
    },
    /// Opens a file that was refused, with another decision about it.
    OpenAs(Retry),
    TextureLoaded {
        file: FileKey,
        texture: TextureIndex,
        location: Option<String>,
        /// Of the image file.
        file_bytes: u64,
        state: TextureState,
    },
    /// Lets the files of some folders read others, and reads `files` again.
    Allow {
        wishes: Vec<Wish>,
        files: Vec<FileKey>,
    },
    /// What was allowed, and is to be remembered.
    Allowed(Vec<Consent>),
    /// Takes leave back that was given.
    Revoke(Consent),
    CancelLoad,
    /// How much of a picture that takes its time is there, 0…1.
    Drawing(Option<f32>),
    /// What is on the screen stays until something moves.
    StopDrawing,
    DrawAgain,
    /// The last open replaced what was there: bring that back beside it.
    AddInstead,
    /// Draw all of the files that are open, whatever it costs.
    LiftBudget,
    /// How many bytes the graphics adapter has, where that is known: of software adapters.
    LimitMemory(Option<u64>),
    Reload,
    /// Reads a file again, with another of the values of one of its choices.
    Decide {
        file: FileKey,
        key: String,
        value: String,
    },
    CloseAll,
    CloseFile(FileKey),
    SavePicture,
    Copy(String),
    DropHint(Option<String>),
    Notify(super::Notice),
    Quit,

    // Playback.
    TogglePlay,
    Play,
    Pause,
    ToggleLoop,
    /// Loop as the file says, or whatever it says.
    ToggleFileLoop,
    /// To and fro.
    TogglePingPong,
    /// The other way round.
    ToggleReverse,
    /// Times the clip's own pace; below 0 backwards.
    SetSpeed(f64),
    Slower,
    Faster,
    Seek(Seek),
    ChooseClip(Option<ClipKey>),
    StepClip(ClipStep),
    /// One clip after another.
    TogglePlayAll,
    /// The part of the active clip that is played.
    Range(RangeEdit),
    /// Scrub to whole frames, or to any time.
    ToggleSnap,
    /// Put the keyboard into the frame number.
    FocusFrame,
    Marker(MarkerEdit),
    /// One row for each notification, or one for all.
    ToggleNotificationRows,
    /// The list of all clips in place of the node tree.
    ToggleLibrary,

    // Layers.
    /// Lays a clip over what plays, on one model or on all.
    AddLayer {
        clip: ClipKey,
        model: Option<PlacedKey>,
    },
    ChangeLayer(LayerKey, LayerChange),
    /// The active clip, the bottom of the stack: weight, mute, solo, mask.
    ChangeBase(LayerChange),
    /// The active clip gives way to `to` during its last `frames` frames.
    CrossFade {
        to: ClipKey,
        frames: f64,
    },
    ClearLayers,
    /// What keys do to the chosen layer.
    StepLayer(LayerStep),
    /// Looks at the keys of that layer's clip; of the active one with `None`.
    ShowKeys(Option<LayerKey>),
    /// Plays curves in another mode than the file says, for a look; `None` as the file says.
    TreatAs(Treated, Option<CurveMode>),
    ResetTreatments,
    /// By what the translations of the file's clips are multiplied on models of other files; `None`: as the file says.
    ScaleClips(FileKey, Option<f32>),

    // Several models.
    /// Hangs a model on another, or takes it off.
    Attach(PlacedKey, Option<Attachment>),
    /// Takes the selected model up; [`Action::HangCarried`] hangs it on what is selected then.
    CarryModel,
    HangCarried,
    TakeSelectedOff,
    SetRootMotion(RootMotion),
    /// How names of curves are changed before they are looked for.
    SetRenames(Renames),

    // The rig.
    /// IK handles and constraints on or off, for every model.
    ToggleRig,

    // What is looked at.
    Select(Option<Selected>),
    /// Hides all that is drawn at it and below it, or shows all of that again if nothing of it is shown.
    ToggleShown(Selected),
    /// All that is drawn at what is selected and below it.
    HideSelected,
    ShowAll,
    SetShapeWeight {
        model: PlacedKey,
        shape: BlendShapeIndex,
        weight: Option<f32>,
    },
    /// The pointer let go of what it dragged: the next drag of the same slider is an undo of its own.
    EndDrag,
    ResetShapeWeights,

    // The view.
    Camera(CameraMove),
    /// See what a camera of a model sees; `None`: what the user saw before.
    LookThrough(Option<CameraKey>),
    /// Through one camera after another, then back.
    LookThroughNext,
    /// Pixels.
    ResizeViewport([u32; 2]),
    SetShading(Shading),
    CycleShading,
    ToggleTextures,
    /// Lit by the lights of the files, or by the viewer's own.
    ToggleFileLights,
    ToggleWireframe,
    ToggleBones,
    /// Cameras, lights and what else is no surface.
    ToggleFixtures,
    /// Boxes and spheres that files state.
    ToggleVolumes,
    SetLevel(LevelPick),
    /// Hands that are not tracked, faintly.
    ToggleGhostHands,
    SetRayLength(f32),
    /// The way of the selected bone through the clip, or no longer.
    ToggleTrail,
    ClearTrails,
    ToggleGhosts,
    SetGhosts(GhostChoice),
    ToggleGrid,
    ToggleAxes,
    ToggleStats,
    SetUpAxis(Option<UpAxis>),
    TogglePanels,
    ToggleTree,
    ToggleInspector,
    /// Points.
    SetTreeWidth(f32),
    /// Points.
    SetInspectorWidth(f32),
    ToggleDopeSheet,
    ToggleCurveView,
    /// All frames and values of the curve view; or the values of the frames that are shown.
    FitCurves {
        all: bool,
    },
    /// Put the keyboard into the list of curves.
    FocusCurves,
    ToggleFilmstrip,
    /// Points.
    SetDopeSheetHeight(f32),
    /// Points.
    SetCurveViewHeight(f32),
    SetTheme(Theme),
    SystemTheme {
        is_light: bool,
    },
    SetUiScale(f32),
    /// Name the graphics adapter to try first from the next start on; `None`: the best that works.
    PreferAdapter(Option<String>),
    ToggleFullScreen,

    // Everything else.
    Undo,
    Redo,
    /// Back out one step: cancel a load, then drop the selection, then leave full screen.
    Escape,
    /// Opens the page, or closes it if it is the open one.
    TogglePage(Page),
    FocusSearch,
}

/// How a file that was refused may be opened all the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Retry {
    /// For the button that offers it.
    pub label: &'static str,
    /// The key it will have.
    pub file: FileKey,
    pub location: String,
    pub options: Options,
    /// What the file is to be allowed to read.
    pub wishes: Vec<Wish>,
    pub placement: Placement,
}

/// What happens to what is on the stage when a batch brings a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Placement {
    /// Models replace the stage; a batch of clips alone joins it.
    Replace,
    Add,
    /// Joins the stage, and every model it brings hangs on that bone.
    On {
        leader: PlacedKey,
        bone: BoneIndex,
    },
    /// The same files again: camera, clip and playhead stay.
    Reload,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Seek {
    /// To a frame of the active clip.
    Frame(f64),
    /// By frames; lands on whole frames.
    Step(f64),
    Start,
    End,
    PreviousKey,
    NextKey,
    PreviousNotification,
    NextNotification,
    PreviousMarker,
    NextMarker,
}

/// A change of the in and out points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RangeEdit {
    /// The playhead is where it begins.
    In,
    /// The playhead is where it ends.
    Out,
    /// In frames of the active clip, held inside it.
    Set(FrameRange),
    Clear,
}

/// A change of the active clip's markers; they are named by their frame.
#[derive(Clone, Debug, PartialEq)]
pub enum MarkerEdit {
    /// Sets one at the playhead, or takes away the one that is there.
    ToggleHere,
    Rename {
        frame: f64,
        name: String,
    },
    Move {
        from: f64,
        to: f64,
    },
    Remove {
        frame: f64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClipStep {
    Previous,
    Next,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CameraMove {
    /// Turn around the target, radians.
    Orbit {
        yaw: f32,
        pitch: f32,
    },
    /// By a share of the viewport's height, x right, y up, as the picture moves.
    Pan(Vec2),
    /// Distance times `factor`, keeping what lies under `ndc` (−1…1, y up) in place.
    Zoom {
        factor: f32,
        ndc: Vec2,
    },
    View(StandardView),
    FrameAll,
    FrameSelection,
    ToggleProjection,
}
