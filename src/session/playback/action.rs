//! What can be asked of time.

use crate::core::FrameRange;
use crate::session::apply::quiet;
use crate::session::{ClipKey, Effect, Session};

/// What plays, how fast, from where to where.
#[derive(Clone, Debug, PartialEq)]
pub enum PlaybackAction {
    TogglePlay,
    Play,
    Pause,
    ToggleLoop,
    /// Loop as the file says, or whatever it says.
    ToggleFileLoop,
    /// Ping-pong: forwards, then backwards.
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

impl Session {
    pub(in crate::session) fn apply_playback(&mut self, action: PlaybackAction) -> Vec<Effect> {
        match action {
            PlaybackAction::TogglePlay => quiet(|| self.set_playing(!self.playback.transport.playing)),
            PlaybackAction::Play => quiet(|| self.set_playing(true)),
            PlaybackAction::Pause => quiet(|| self.set_playing(false)),
            PlaybackAction::ToggleLoop => quiet(|| self.toggle_loop()),
            PlaybackAction::SetSpeed(speed) => quiet(|| self.set_speed(speed)),
            PlaybackAction::ToggleFileLoop => quiet(|| self.toggle_file_loop()),
            PlaybackAction::TogglePingPong => quiet(|| self.toggle_ping_pong()),
            PlaybackAction::ToggleReverse => quiet(|| self.playback.transport.reverse()),
            PlaybackAction::Slower => quiet(|| self.step_speed(false)),
            PlaybackAction::Faster => quiet(|| self.step_speed(true)),
            PlaybackAction::Seek(seek) => self.seek(seek),
            PlaybackAction::Range(edit) => quiet(|| self.edit_range(edit)),
            PlaybackAction::ToggleSnap => quiet(|| self.preferences.snaps ^= true),
            PlaybackAction::Marker(edit) => quiet(|| self.edit_marker(edit)),
            PlaybackAction::TogglePlayAll => self.toggle_play_all(),
            PlaybackAction::ChooseClip(clip) => {
                self.activate(clip, clip.is_some());
                self.stand_in_for_missing_model();
                self.evaluate();
                self.matching_notice().into_iter().collect()
            }
            PlaybackAction::StepClip(step) => self.step_clip(step),
        }
    }
}
