//! The one table that feeds menus, keys, help and tests: every named thing a user can ask for.

use super::{Action, CameraMove, ClipStep, MarkerEdit, Page, RangeEdit, RootMotion, Seek, Session};
use crate::core::StandardView;

/// One named command. Names are stable; titles are what people read.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    pub name: &'static str,
    /// Sentence case, as in menus.
    pub title: &'static str,
    pub menu: Menu,
    /// Any of these.
    pub keys: &'static [Chord],
    action: fn() -> Action,
    enabled: fn(&Session) -> bool,
    checked: Option<fn(&Session) -> bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Menu {
    File,
    View,
    Play,
    Skeleton,
    Help,
}

/// A key with its modifiers; `key` is spelled as egui names it (`Space`, `ArrowLeft`, `F5`, `A`, `Num1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chord {
    /// Command on a Mac.
    pub ctrl: bool,
    pub shift: bool,
    pub alt: bool,
    pub key: &'static str,
}

impl Command {
    pub fn action(&self) -> Action {
        (self.action)()
    }

    pub fn is_enabled(&self, session: &Session) -> bool {
        (self.enabled)(session)
    }

    /// For commands that switch something: whether it is on.
    pub fn is_checked(&self, session: &Session) -> Option<bool> {
        self.checked.map(|checked| checked(session))
    }
}

/// The command of that name. Panics on a name that is not in the table: names are ours.
pub fn command(name: &str) -> &'static Command {
    COMMANDS
        .iter()
        .find(|command| command.name == name)
        .unwrap_or_else(|| panic!("no command is named {name}"))
}

impl Chord {
    /// As people read it: `Ctrl+Shift+Z`.
    pub fn label(&self) -> String {
        let mut out = String::new();
        for (held, word) in [(self.ctrl, "Ctrl+"), (self.alt, "Alt+"), (self.shift, "Shift+")] {
            if held {
                out.push_str(word);
            }
        }
        out.push_str(match self.key {
            "ArrowLeft" => "←",
            "ArrowRight" => "→",
            "ArrowUp" => "↑",
            "ArrowDown" => "↓",
            "PageUp" => "Page Up",
            "PageDown" => "Page Down",
            "Escape" => "Esc",
            "OpenBracket" => "[",
            "CloseBracket" => "]",
            "Backslash" => "\\",
            "Minus" => "-",
            "Equals" => "=",
            "Slash" => "/",
            "Period" => ".",
            other => other.strip_prefix("Num").unwrap_or(other),
        });
        out
    }
}

const fn key(key: &'static str) -> Chord {
    Chord {
        ctrl: false,
        shift: false,
        alt: false,
        key,
    }
}

const fn ctrl(name: &'static str) -> Chord {
    Chord {
        ctrl: true,
        ..key(name)
    }
}

const fn shift(name: &'static str) -> Chord {
    Chord {
        shift: true,
        ..key(name)
    }
}

const fn alt(name: &'static str) -> Chord {
    Chord { alt: true, ..key(name) }
}

fn always(_: &Session) -> bool {
    true
}

fn has_files(session: &Session) -> bool {
    !session.stage.is_empty()
}

fn has_clip(session: &Session) -> bool {
    session.live.active_clip.is_some()
}

fn has_markers(session: &Session) -> bool {
    !session.markers().is_empty()
}

fn has_clips(session: &Session) -> bool {
    !session.stage.clips.is_empty()
}

fn has_bone(session: &Session) -> bool {
    matches!(session.edits.selected, Some(super::Selected::Bone(..)))
}

fn has_selection(session: &Session) -> bool {
    session.edits.selected.is_some()
}

const fn entry(
    name: &'static str,
    title: &'static str,
    menu: Menu,
    keys: &'static [Chord],
    action: fn() -> Action,
    enabled: fn(&Session) -> bool,
) -> Command {
    Command {
        name,
        title,
        menu,
        keys,
        action,
        enabled,
        checked: None,
    }
}

const fn switch(
    name: &'static str,
    title: &'static str,
    menu: Menu,
    keys: &'static [Chord],
    action: fn() -> Action,
    checked: fn(&Session) -> bool,
) -> Command {
    Command {
        name,
        title,
        menu,
        keys,
        action,
        enabled: always,
        checked: Some(checked),
    }
}

use Menu::{File, Help, Play, Skeleton, View};

/// In menu order.
pub const COMMANDS: &[Command] = &[
    entry("open", "Open…", File, &[ctrl("O")], || Action::ChooseFiles, always),
    entry("reload", "Reload", File, &[key("F5")], || Action::Reload, has_files),
    entry("close", "Close all", File, &[ctrl("W")], || Action::CloseAll, has_files),
    entry(
        "save_picture",
        "Save picture…",
        File,
        &[ctrl("S")],
        || Action::SavePicture,
        always,
    ),
    entry("quit", "Quit", File, &[ctrl("Q")], || Action::Quit, always),
    entry("undo", "Undo", View, &[ctrl("Z")], || Action::Undo, Session::can_undo),
    entry(
        "redo",
        "Redo",
        View,
        &[
            Chord {
                ctrl: true,
                shift: true,
                alt: false,
                key: "Z",
            },
            ctrl("Y"),
        ],
        || Action::Redo,
        Session::can_redo,
    ),
    entry(
        "frame_all",
        "Frame all",
        View,
        &[key("Home")],
        || Action::Camera(CameraMove::FrameAll),
        always,
    ),
    entry(
        "frame_selection",
        "Frame selection",
        View,
        &[key("F"), key("Period")],
        || Action::Camera(CameraMove::FrameSelection),
        has_selection,
    ),
    entry(
        "view_front",
        "Front view",
        View,
        &[key("Num1")],
        || view(StandardView::Front),
        always,
    ),
    entry(
        "view_back",
        "Back view",
        View,
        &[ctrl("Num1")],
        || view(StandardView::Back),
        always,
    ),
    entry(
        "view_right",
        "Right view",
        View,
        &[key("Num3")],
        || view(StandardView::Right),
        always,
    ),
    entry(
        "view_left",
        "Left view",
        View,
        &[ctrl("Num3")],
        || view(StandardView::Left),
        always,
    ),
    entry(
        "view_top",
        "Top view",
        View,
        &[key("Num7")],
        || view(StandardView::Top),
        always,
    ),
    entry(
        "view_bottom",
        "Bottom view",
        View,
        &[ctrl("Num7")],
        || view(StandardView::Bottom),
        always,
    ),
    entry(
        "view_iso",
        "Three-quarter view",
        View,
        &[key("Num0")],
        || view(StandardView::Iso),
        always,
    ),
    switch(
        "orthographic",
        "Orthographic",
        View,
        &[key("Num5")],
        || Action::Camera(CameraMove::ToggleProjection),
        |s| s.live.camera.projection == crate::core::Projection::Orthographic,
    ),
    entry(
        "shading",
        "Next shading",
        View,
        &[key("Z")],
        || Action::CycleShading,
        always,
    ),
    switch(
        "textures",
        "Textures",
        View,
        &[key("T")],
        || Action::ToggleTextures,
        |s| s.live.shading == crate::picture::Shading::Textured,
    ),
    switch(
        "wireframe",
        "Wireframe over the surface",
        View,
        &[key("W")],
        || Action::ToggleWireframe,
        |s| s.live.overlays.wireframe,
    ),
    switch(
        "grid",
        "Grid",
        View,
        &[key("G")],
        || Action::ToggleGrid,
        |s| s.live.overlays.grid,
    ),
    switch(
        "axes",
        "Axes",
        View,
        &[],
        || Action::ToggleAxes,
        |s| s.live.overlays.axes,
    ),
    switch(
        "stats",
        "Statistics",
        View,
        &[],
        || Action::ToggleStats,
        |s| s.preferences.stats,
    ),
    entry(
        "hide",
        "Hide selected mesh",
        View,
        &[key("H")],
        || Action::HideSelected,
        |s| matches!(s.edits.selected, Some(super::Selected::Mesh(..))),
    ),
    entry(
        "show_all",
        "Show all meshes",
        View,
        &[alt("H")],
        || Action::ShowAll,
        |s| !s.edits.hidden_meshes.is_empty(),
    ),
    switch(
        "panels",
        "Panels",
        View,
        &[key("Tab")],
        || Action::TogglePanels,
        |s| !s.live.panels_hidden,
    ),
    switch(
        "tree",
        "Node tree",
        View,
        &[],
        || Action::ToggleTree,
        |s| s.preferences.tree_open,
    ),
    switch(
        "library",
        "Clip library",
        View,
        &[ctrl("L")],
        || Action::ToggleLibrary,
        |s| s.preferences.library,
    ),
    switch(
        "inspector",
        "Inspector",
        View,
        &[],
        || Action::ToggleInspector,
        |s| s.preferences.inspector_open,
    ),
    switch(
        "dope_sheet",
        "Dope sheet",
        View,
        &[key("D")],
        || Action::ToggleDopeSheet,
        |s| s.preferences.dope_sheet,
    ),
    switch(
        "curve_view",
        "Curve view",
        View,
        &[key("V")],
        || Action::ToggleCurveView,
        |s| s.preferences.curve_view,
    ),
    switch(
        "filmstrip",
        "Filmstrip",
        View,
        &[shift("F")],
        || Action::ToggleFilmstrip,
        |s| s.preferences.filmstrip,
    ),
    switch(
        "full_screen",
        "Full screen",
        View,
        &[key("F11")],
        || Action::ToggleFullScreen,
        |s| s.live.full_screen,
    ),
    switch(
        "play",
        "Play",
        Play,
        &[key("Space")],
        || Action::TogglePlay,
        |s| s.live.transport.playing,
    ),
    switch(
        "loop",
        "Loop",
        Play,
        &[key("L")],
        || Action::ToggleLoop,
        |s| s.preferences.loops && !s.preferences.ping_pong,
    ),
    switch(
        "ping_pong",
        "To and fro",
        Play,
        &[shift("L")],
        || Action::TogglePingPong,
        |s| s.preferences.ping_pong,
    ),
    switch(
        "file_loop",
        "Loop as the file says",
        Play,
        &[],
        || Action::ToggleFileLoop,
        |s| s.preferences.follows_file_loop,
    ),
    switch(
        "reverse",
        "Backwards",
        Play,
        &[key("R")],
        || Action::ToggleReverse,
        |s| s.live.transport.speed < 0.0,
    ),
    switch(
        "play_all",
        "All clips one after another",
        Play,
        &[],
        || Action::TogglePlayAll,
        |s| s.live.plays_all,
    ),
    entry("slower", "Slower", Play, &[key("Minus")], || Action::Slower, has_clip),
    entry("faster", "Faster", Play, &[key("Equals")], || Action::Faster, has_clip),
    entry(
        "step_back",
        "One frame back",
        Play,
        &[key("ArrowLeft")],
        || Action::Seek(Seek::Step(-1.0)),
        has_clip,
    ),
    entry(
        "step_forward",
        "One frame forward",
        Play,
        &[key("ArrowRight")],
        || Action::Seek(Seek::Step(1.0)),
        has_clip,
    ),
    entry(
        "first_frame",
        "First frame",
        Play,
        &[shift("ArrowLeft"), shift("Home")],
        || Action::Seek(Seek::Start),
        has_clip,
    ),
    entry(
        "last_frame",
        "Last frame",
        Play,
        &[shift("ArrowRight"), key("End")],
        || Action::Seek(Seek::End),
        has_clip,
    ),
    entry(
        "previous_key",
        "Previous key",
        Play,
        &[key("ArrowDown")],
        || Action::Seek(Seek::PreviousKey),
        has_clip,
    ),
    entry(
        "next_key",
        "Next key",
        Play,
        &[key("ArrowUp")],
        || Action::Seek(Seek::NextKey),
        has_clip,
    ),
    entry(
        "previous_notification",
        "Previous notification",
        Play,
        &[ctrl("ArrowDown")],
        || Action::Seek(Seek::PreviousNotification),
        has_clip,
    ),
    entry(
        "next_notification",
        "Next notification",
        Play,
        &[ctrl("ArrowUp")],
        || Action::Seek(Seek::NextNotification),
        has_clip,
    ),
    entry(
        "previous_marker",
        "Previous marker",
        Play,
        &[shift("ArrowDown")],
        || Action::Seek(Seek::PreviousMarker),
        has_markers,
    ),
    entry(
        "next_marker",
        "Next marker",
        Play,
        &[shift("ArrowUp")],
        || Action::Seek(Seek::NextMarker),
        has_markers,
    ),
    entry(
        "marker",
        "Set or clear marker",
        Play,
        &[key("M")],
        || Action::Marker(MarkerEdit::ToggleHere),
        has_clip,
    ),
    entry(
        "go_to_frame",
        "Go to frame…",
        Play,
        &[ctrl("G")],
        || Action::FocusFrame,
        has_clip,
    ),
    switch(
        "snap",
        "Scrub to whole frames",
        Play,
        &[shift("S")],
        || Action::ToggleSnap,
        |s| s.preferences.snaps,
    ),
    entry(
        "range_in",
        "Play from here",
        Play,
        &[key("OpenBracket")],
        || Action::Range(RangeEdit::In),
        has_clip,
    ),
    entry(
        "range_out",
        "Play to here",
        Play,
        &[key("CloseBracket")],
        || Action::Range(RangeEdit::Out),
        has_clip,
    ),
    entry(
        "range_clear",
        "Play the whole clip",
        Play,
        &[key("Backslash")],
        || Action::Range(RangeEdit::Clear),
        |s| s.play_range().is_some(),
    ),
    switch(
        "notification_rows",
        "A row for each notification",
        Play,
        &[],
        || Action::ToggleNotificationRows,
        |s| s.preferences.notification_rows,
    ),
    entry(
        "notifications",
        "Notifications and markers",
        Play,
        &[shift("N")],
        || Action::TogglePage(Page::Notifications),
        has_clip,
    ),
    entry(
        "previous_clip",
        "Previous clip",
        Play,
        &[key("PageUp")],
        || Action::StepClip(ClipStep::Previous),
        has_clips,
    ),
    entry(
        "next_clip",
        "Next clip",
        Play,
        &[key("PageDown")],
        || Action::StepClip(ClipStep::Next),
        has_clips,
    ),
    switch(
        "root_as_authored",
        "Travel as authored",
        Play,
        &[],
        || Action::SetRootMotion(RootMotion::AsAuthored),
        |s| s.live.root_motion == RootMotion::AsAuthored,
    ),
    switch(
        "root_in_place",
        "Stay in place",
        Play,
        &[],
        || Action::SetRootMotion(RootMotion::InPlace),
        |s| s.live.root_motion == RootMotion::InPlace,
    ),
    switch(
        "root_with_camera",
        "Travel with the camera",
        Play,
        &[],
        || Action::SetRootMotion(RootMotion::FollowWithCamera),
        |s| s.live.root_motion == RootMotion::FollowWithCamera,
    ),
    entry(
        "clear_layers",
        "Take all layers off",
        Play,
        &[],
        || Action::ClearLayers,
        |s| !s.edits.layers.is_empty(),
    ),
    entry(
        "rest_pose",
        "Rest pose",
        Play,
        &[],
        || Action::ChooseClip(None),
        has_clip,
    ),
    switch(
        "bones",
        "Bones",
        Skeleton,
        &[key("B")],
        || Action::ToggleBones,
        |s| s.live.overlays.bones,
    ),
    Command {
        enabled: Session::has_rig,
        ..switch(
            "rig",
            "IK handles and constraints",
            Skeleton,
            &[key("I")],
            || Action::ToggleRig,
            |s| s.live.rig,
        )
    },
    Command {
        enabled: has_bone,
        ..switch(
            "trail",
            "Motion trail of the selected bone",
            Skeleton,
            &[shift("T")],
            || Action::ToggleTrail,
            Session::selected_has_trail,
        )
    },
    entry(
        "clear_trails",
        "Clear motion trails",
        Skeleton,
        &[],
        || Action::ClearTrails,
        |s| !s.trail_bones().is_empty(),
    ),
    switch(
        "ghosts",
        "Ghosts before and after",
        Skeleton,
        &[key("O")],
        || Action::ToggleGhosts,
        |s| s.preferences.ghosts.shown,
    ),
    entry(
        "find",
        "Find by name",
        Skeleton,
        &[ctrl("F")],
        || Action::FocusSearch,
        has_files,
    ),
    switch(
        "matching",
        "Match names",
        Skeleton,
        &[],
        || Action::TogglePage(Page::Matching),
        |s| s.live.page == Some(Page::Matching),
    ),
    entry(
        "reset_shapes",
        "Reset blend shapes",
        Skeleton,
        &[],
        || Action::ResetShapeWeights,
        |s| !s.edits.shape_weights.is_empty(),
    ),
    entry(
        "reset_modes",
        "Curve modes as the files say",
        Skeleton,
        &[],
        || Action::ResetTreatments,
        |s| !s.edits.treated.is_empty(),
    ),
    switch(
        "shortcuts",
        "Keyboard shortcuts",
        Help,
        &[key("F1")],
        || Action::TogglePage(Page::Shortcuts),
        |s| s.live.page == Some(Page::Shortcuts),
    ),
    switch(
        "diagnostics",
        "Notes and warnings",
        Help,
        &[],
        || Action::TogglePage(Page::Diagnostics),
        |s| s.live.page == Some(Page::Diagnostics),
    ),
    switch(
        "about",
        "About castview",
        Help,
        &[],
        || Action::TogglePage(Page::About),
        |s| s.live.page == Some(Page::About),
    ),
    entry(
        "escape",
        "Back out one step",
        Help,
        &[key("Escape")],
        || Action::Escape,
        always,
    ),
];

fn view(view: StandardView) -> Action {
    Action::Camera(CameraMove::View(view))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_and_keys_are_unique() {
        let mut names = HashSet::new();
        let mut keys = HashSet::new();
        for command in COMMANDS {
            assert!(names.insert(command.name), "{} twice", command.name);
            for chord in command.keys {
                assert!(keys.insert(chord), "{} twice", chord.label());
            }
        }
    }

    #[test]
    fn chords_read_like_on_a_keyboard() {
        for (chord, wanted) in [
            (ctrl("O"), "Ctrl+O"),
            (shift("ArrowLeft"), "Shift+←"),
            (key("Num7"), "7"),
        ] {
            assert_eq!(chord.label(), wanted);
        }
    }
}
