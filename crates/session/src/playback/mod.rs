//! Time: what plays and how fast, its range, markers and events.

use crate::effect::quiet;
use crate::undo::Remembers;
use crate::{Effect, PlaybackAction, Session};

pub(crate) mod action;
pub(crate) mod between;
pub(crate) mod events;
pub(crate) mod lately;
pub(crate) mod listed;
pub(crate) mod mark;
pub(crate) mod marker;
pub(crate) mod own_clips;
pub(crate) mod play;
pub(crate) mod preferences;
pub(crate) mod range;
pub(crate) mod seek;
pub(crate) mod state;

pub use between::{has_notifications, next_notification};
pub use events::{clip_of, event_tracks};
pub use range::{keys_range, play_range, seam};
pub use seek::keys_to_step_through;

impl Session {
    pub(crate) fn apply_playback(&mut self, action: PlaybackAction) -> Vec<Effect> {
        match action {
            PlaybackAction::TogglePlay => quiet(|| play::set_playing(self, !self.playback.transport.playing)),
            PlaybackAction::Play => quiet(|| play::set_playing(self, true)),
            PlaybackAction::Pause => quiet(|| play::set_playing(self, false)),
            PlaybackAction::SetSpeed(speed) => quiet(|| self.playback.set_speed(speed)),
            PlaybackAction::Slower => quiet(|| self.playback.step_speed(false)),
            PlaybackAction::Faster => quiet(|| self.playback.step_speed(true)),
            PlaybackAction::Seek(seek) => self.seek(seek),
            PlaybackAction::Range(edit) => quiet(|| range::edit_range(self, edit)),
            PlaybackAction::Marker(edit) => quiet(|| mark::edit_marker(self, edit)),
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
                play::step_clip(self, step)
            }
            PlaybackAction::ListClips(clips) => quiet(|| self.playback.listed = clips),
        }
    }
}
