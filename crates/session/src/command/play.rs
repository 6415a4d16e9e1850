//! Time, clips and layers.

use super::dial::rows as dials;
use super::entry::Menu::Play;
use super::entry::{Command, alt, ctrl, entry, has_clip, has_clips, has_markers, key, shift, switch};
use super::switch::rows;
use crate::playback::played;
use crate::playback::{self};
use crate::{Action, ClipStep, CompositionAction, MarkerEdit, Page, PlaybackAction, RangeEdit, Seek, WindowAction};

pub(super) const COMMANDS: &[&[Command]] = &[
    PLAY,
    rows::LOOPS,
    TIME,
    rows::PLAYING,
    RANGE,
    rows::ROWS_OF_EVENTS,
    CLIPS,
    dials::ROOT_MOTION,
    rows::STEPPING,
    LAYERS,
];

const PLAY: &[Command] = &[switch(
    "play",
    "Play",
    Play,
    &[key("Space")],
    || Action::Playback(PlaybackAction::TogglePlay),
    |s| s.playback.transport().playing,
)];

const TIME: &[Command] = &[
    entry(
        "slower",
        "Slower",
        Play,
        &[key("Minus")],
        || Action::Playback(PlaybackAction::Slower),
        has_clip,
    ),
    entry(
        "faster",
        "Faster",
        Play,
        &[key("Equals")],
        || Action::Playback(PlaybackAction::Faster),
        has_clip,
    ),
    entry(
        "step_back",
        "One frame back",
        Play,
        &[key("ArrowLeft")],
        || Action::Playback(PlaybackAction::Seek(Seek::Step(-1.0))),
        has_clip,
    ),
    entry(
        "step_forward",
        "One frame forward",
        Play,
        &[key("ArrowRight")],
        || Action::Playback(PlaybackAction::Seek(Seek::Step(1.0))),
        has_clip,
    ),
    entry(
        "first_frame",
        "First frame",
        Play,
        &[shift("ArrowLeft"), shift("Home")],
        || Action::Playback(PlaybackAction::Seek(Seek::Start)),
        has_clip,
    ),
    entry(
        "last_frame",
        "Last frame",
        Play,
        &[shift("ArrowRight"), key("End")],
        || Action::Playback(PlaybackAction::Seek(Seek::End)),
        has_clip,
    ),
    entry(
        "previous_key",
        "Previous key",
        Play,
        &[key("ArrowDown")],
        || Action::Playback(PlaybackAction::Seek(Seek::PreviousKey)),
        has_clip,
    ),
    entry(
        "next_key",
        "Next key",
        Play,
        &[key("ArrowUp")],
        || Action::Playback(PlaybackAction::Seek(Seek::NextKey)),
        has_clip,
    ),
    entry(
        "previous_notification",
        "Previous notification",
        Play,
        &[ctrl("ArrowDown")],
        || Action::Playback(PlaybackAction::Seek(Seek::PreviousNotification)),
        playback::has_notifications,
    ),
    entry(
        "next_notification",
        "Next notification",
        Play,
        &[ctrl("ArrowUp")],
        || Action::Playback(PlaybackAction::Seek(Seek::NextNotification)),
        playback::has_notifications,
    ),
    entry(
        "previous_marker",
        "Previous marker",
        Play,
        &[shift("ArrowDown")],
        || Action::Playback(PlaybackAction::Seek(Seek::PreviousMarker)),
        has_markers,
    ),
    entry(
        "next_marker",
        "Next marker",
        Play,
        &[shift("ArrowUp")],
        || Action::Playback(PlaybackAction::Seek(Seek::NextMarker)),
        has_markers,
    ),
    entry(
        "marker",
        "Set or clear marker",
        Play,
        &[key("M")],
        || Action::Playback(PlaybackAction::Marker(MarkerEdit::ToggleHere)),
        has_clip,
    ),
    entry(
        "go_to_frame",
        "Go to frame…",
        Play,
        &[ctrl("G")],
        || Action::Window(WindowAction::FocusFrame),
        has_clip,
    ),
];

const RANGE: &[Command] = &[
    entry(
        "range_in",
        "Play from here",
        Play,
        &[key("OpenBracket")],
        || Action::Playback(PlaybackAction::Range(RangeEdit::In)),
        has_clip,
    ),
    entry(
        "range_out",
        "Play to here",
        Play,
        &[key("CloseBracket")],
        || Action::Playback(PlaybackAction::Range(RangeEdit::Out)),
        has_clip,
    ),
    entry(
        "range_clear",
        "Play the whole clip",
        Play,
        &[key("Backslash")],
        || Action::Playback(PlaybackAction::Range(RangeEdit::Clear)),
        |s| played::play_range(s).is_some(),
    ),
    entry(
        "loop_notification",
        "Loop to the next notification",
        Play,
        &[alt("N")],
        || Action::Playback(PlaybackAction::Range(RangeEdit::ToNextNotification(None))),
        playback::has_notifications,
    ),
];

const CLIPS: &[Command] = &[
    entry(
        "notifications",
        "Notifications and markers",
        Play,
        &[shift("N")],
        || Action::Window(WindowAction::TogglePage(Page::Notifications)),
        has_clip,
    ),
    switch(
        "all_notifications",
        "All notifications",
        Play,
        &[ctrl("N")],
        || Action::Window(WindowAction::TogglePage(Page::AllNotifications)),
        |s| s.window.page() == Some(Page::AllNotifications),
    ),
    entry(
        "previous_clip",
        "Previous clip",
        Play,
        &[key("PageUp")],
        || Action::Playback(PlaybackAction::StepClip(ClipStep::Previous)),
        has_clips,
    ),
    entry(
        "next_clip",
        "Next clip",
        Play,
        &[key("PageDown")],
        || Action::Playback(PlaybackAction::StepClip(ClipStep::Next)),
        has_clips,
    ),
];

const LAYERS: &[Command] = &[
    entry(
        "clear_layers",
        "Take all layers off",
        Play,
        &[],
        || Action::Composition(CompositionAction::ClearLayers),
        |s| !s.edits.layers.is_empty(),
    ),
    entry(
        "rest_pose",
        "Rest pose",
        Play,
        &[],
        || Action::Playback(PlaybackAction::ChooseClip(None)),
        has_clip,
    ),
];
