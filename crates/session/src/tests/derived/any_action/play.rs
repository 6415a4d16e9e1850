//! Any action on time, and on what is drawn from other times.

use super::{clip, long_number, maybe};
use crate::*;
use castview_base::core::FrameRange;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;

pub(super) fn any_of_playback() -> BoxedStrategy<PlaybackAction> {
    any_of!(PlaybackAction:
        TogglePlay,
        Play,
        Pause,
        SetSpeed(speed: long_number()),
        Slower,
        Faster,
        Seek(seek: any_seek()),
        ChooseClip(clip: maybe(clip())),
        StepClip(step: any_of!(ClipStep: Previous, Next,)),
        ListClips(clips: prop::collection::vec(clip(), 0..3)),
        Range(edit: any_range_edit()),
        Marker(edit: any_marker_edit()),
    )
}

pub(super) fn any_of_aids() -> BoxedStrategy<AidsAction> {
    any_of!(AidsAction:
        ClearTrails,
        SetGhosts(choice: any_ghosts()),
    )
}

fn any_seek() -> BoxedStrategy<Seek> {
    any_of!(Seek:
        Frame(frame: long_number()),
        Step(frames: long_number()),
        Start,
        End,
        PreviousKey,
        NextKey,
        PreviousNotification,
        NextNotification,
        PreviousMarker,
        NextMarker,
        PreviousTrouble,
        NextTrouble,
    )
}

fn any_range_edit() -> BoxedStrategy<RangeEdit> {
    let range = (long_number(), long_number()).prop_map(|(start, end)| FrameRange { start, end });
    any_of!(RangeEdit: In, Out, Set(range: range), Clear, ToNextNotification(from: maybe(long_number())),)
}

fn any_marker_edit() -> BoxedStrategy<MarkerEdit> {
    any_of!(MarkerEdit:
        ToggleHere,
        Rename { frame: long_number(), name: select(vec!["", "step"]).prop_map(str::to_owned) },
        Move { from: long_number(), to: long_number() },
        Remove { frame: long_number() },
    )
}

fn any_ghost_step() -> BoxedStrategy<GhostStep> {
    any_of!(GhostStep: Frames(frames: prop_oneof![0_u32..5, any::<u32>()]), Keys,)
}

fn any_ghosts() -> BoxedStrategy<GhostChoice> {
    (any::<bool>(), any::<u8>(), any_ghost_step(), any::<bool>(), any::<u8>())
        .prop_map(|(shown, count, step, outlines, percent)| GhostChoice {
            shown,
            count,
            step,
            outlines,
            percent,
        })
        .boxed()
}
