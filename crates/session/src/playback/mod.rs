//! Time: what plays and how fast, its range, markers and events.

use crate::apply::quiet;
use crate::undo::Remembers;
use crate::{Effect, PlaybackAction, Session};

pub mod action;
pub mod events;
pub mod mark;
pub mod marker;
pub mod own_clips;
pub mod play;
pub mod range;
pub mod seek;
pub mod state;
pub mod timed_pose;

impl Session {
    pub(crate) fn apply_playback(&mut self, action: PlaybackAction) -> Vec<Effect> {
        match action {
            PlaybackAction::TogglePlay => quiet(|| self.set_playing(!self.playback.transport.playing)),
            PlaybackAction::Play => quiet(|| self.set_playing(true)),
            PlaybackAction::Pause => quiet(|| self.set_playing(false)),
            PlaybackAction::SetSpeed(speed) => quiet(|| self.playback.set_speed(speed)),
            PlaybackAction::Slower => quiet(|| self.playback.step_speed(false)),
            PlaybackAction::Faster => quiet(|| self.playback.step_speed(true)),
            PlaybackAction::Seek(seek) => self.seek(seek),
            PlaybackAction::Range(edit) => quiet(|| self.edit_range(edit)),
            PlaybackAction::Marker(edit) => quiet(|| self.edit_marker(edit)),
            // Choices about clips and models that come and go are no step.
            PlaybackAction::ChooseClip(clip) => {
                self.changes.remember_as(Remembers::Nothing);
                self.choose(clip, clip.is_some());
                self.stand_in_for_missing_model();
                self.evaluate();
                self.matching_notice().into_iter().collect()
            }
            PlaybackAction::StepClip(step) => {
                self.changes.remember_as(Remembers::Nothing);
                self.step_clip(step)
            }
            PlaybackAction::ListClips(clips) => quiet(|| self.playback.listed = clips),
        }
    }
}
