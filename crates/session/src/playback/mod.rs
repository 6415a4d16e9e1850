//! Time: what plays and how fast, its range, markers and events.

use crate::effect::quiet;
use crate::undo::Remembers;
use crate::{Effect, PlaybackAction, Session};

pub(crate) mod action;
pub(crate) mod between;
pub(crate) mod events;
pub(crate) mod lately;
pub(crate) mod listed;
pub(crate) mod looping;
pub(crate) mod mark;
pub(crate) mod marker;
pub(crate) mod own_clips;
pub(crate) mod play;
pub(crate) mod played;
pub(crate) mod preferences;
pub(crate) mod range;
pub(crate) mod seek;
pub(crate) mod state;

pub use between::{has_notifications, next_notification};
pub use events::{clip_of, event_tracks};
pub use looping::loops;
pub use mark::{markers, with_markers};
pub use played::{play_range, played};
pub use range::{keys_range, seam};
pub use seek::keys_to_step_through;

pub(crate) fn apply_playback(session: &mut Session, action: PlaybackAction) -> Vec<Effect> {
    match action {
        PlaybackAction::TogglePlay => quiet(|| play::set_playing(session, !session.playback.transport.playing)),
        PlaybackAction::Play => quiet(|| play::set_playing(session, true)),
        PlaybackAction::Pause => quiet(|| play::set_playing(session, false)),
        PlaybackAction::SetSpeed(speed) => quiet(|| session.playback.set_speed(speed)),
        PlaybackAction::Slower => quiet(|| session.playback.step_speed(false)),
        PlaybackAction::Faster => quiet(|| session.playback.step_speed(true)),
        PlaybackAction::Seek(seek) => seek::seek(session, seek),
        PlaybackAction::Range(edit) => quiet(|| range::edit_range(session, edit)),
        PlaybackAction::Marker(edit) => quiet(|| mark::edit_marker(session, edit)),
        // Choices about clips and models that come and go are no step.
        PlaybackAction::ChooseClip(clip) => {
            session.changes.remember_as(Remembers::Nothing);
            own_clips::choose(session, clip, clip.is_some());
            session.stand_in_for_missing_model();
            session.evaluate();
            session.matching_notice().into_iter().collect()
        }
        PlaybackAction::StepClip(step) => {
            session.changes.remember_as(Remembers::Nothing);
            play::step_clip(session, step)
        }
        PlaybackAction::ListClips(clips) => quiet(|| session.playback.listed = clips),
    }
}
