//! Actions on playback.

use crate::ClipKey;
use castview_base::core::FrameRange;

/// Actions on time: the clip, its speed, and its range.
#[derive(Clone, Debug, PartialEq)]
pub enum PlaybackAction {
    TogglePlay,
    Play,
    Pause,
    /// Times the clip's own pace; below 0 backwards.
    SetSpeed(f64),
    Slower,
    Faster,
    Seek(Seek),
    ChooseClip(Option<ClipKey>),
    StepClip(ClipStep),
    /// In what order clips are listed; empty: in that of the stage.
    ListClips(Vec<ClipKey>),
    /// The part of the active clip that is played.
    Range(RangeEdit),
    Marker(MarkerEdit),
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
    /// To a finding of trouble, whose bone or mesh is selected.
    PreviousTrouble,
    NextTrouble,
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
    /// From this frame, or where nothing is said from the last notification up to the playhead, to the next notification; it loops.
    ToNextNotification(Option<f64>),
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
