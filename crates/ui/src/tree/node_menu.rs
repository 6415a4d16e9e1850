//! Commands for a thing in the tree: the menu behind its row.

use super::{attaching, play_as_menu};
use crate::kit::control;
use castview_base::core::{BoneIndex, MeshIndex};
use castview_base::scene::Geoset;
use castview_picture::PlacedKey;
use castview_session::composition;
use castview_session::stage;
use castview_session::view;
use castview_session::{
    Action, Attachment, CameraMove, ClipKey, CompositionAction, DockTab, FilePlace, ModeScope, Placed, PlaybackAction,
    Refusal, Selected, SelectionAction, Session, StageAction, Switch, ViewAction, WindowAction, command,
};
use egui::Ui;

/// Frames a new cross-fade takes.
pub const USUAL_FADE: f64 = 10.0;

pub fn show(ui: &mut Ui, session: &Session, item: Selected, name: &str, actions: &mut Vec<Action>) {
    let mut menu = Menu { ui, actions };
    match item {
        Selected::Clip(key) => clip(&mut menu, session, key),
        Selected::Bone(key, bone) => {
            of_bone(&mut menu, session, key, bone);
            menu.ui.separator();
            for name in ["select_children", "select_chain", "select_mirror", "select_same_name"] {
                let chosen = control::menu_entry(menu.ui, session, command(name));
                menu.actions.extend(chosen);
            }
            menu.ui.separator();
            attach_here(&mut menu, session, key, bone);
        }
        Selected::BlendShape(model, shape) => {
            for (title, weight) in [("Set to full", Some(1.0)), ("Reset", None)] {
                menu.entry(
                    title,
                    "",
                    &[Action::Composition(CompositionAction::SetShapeWeight {
                        model,
                        shape,
                        weight,
                    })],
                );
            }
            let solo = CompositionAction::SoloShape(model, shape);
            menu.entry("Only this shape", "", &[Action::Composition(solo)]);
        }
        Selected::Model(key) => model(&mut menu, session, key),
        Selected::Mesh(key, mesh) => of_mesh(&mut menu, session, key, mesh),
        _ => {}
    }
    let key_of = |name: &str| session.preferences().key_label(command(name));
    if session.stage().is_drawable(item) {
        let (title, keys) = match stage::is_shown(session, item) {
            true => ("Hide", key_of("hide")),
            false => ("Show", String::new()),
        };
        menu.entry(title, &keys, &[Action::Selection(SelectionAction::ToggleShown(item))]);
        menu.entry(
            command("show_all").title,
            &key_of("show_all"),
            &[Action::Selection(SelectionAction::ShowAll)],
        );
    }
    if matches!(
        item,
        Selected::Model(_)
            | Selected::Bone(..)
            | Selected::Handle(..)
            | Selected::Constraint(..)
            | Selected::Mesh(..)
            | Selected::Instance(..)
    ) {
        let frame = [
            Action::Selection(SelectionAction::Select(Some(item))),
            Action::View(ViewAction::Camera(CameraMove::FrameSelection)),
        ];
        menu.entry("Frame", &key_of("frame_selection"), &frame);
    }
    menu.entry(
        "Show in the file",
        &key_of("document_page"),
        &[Action::Window(WindowAction::ShowInFile(FilePlace::Item(item)))],
    );
    menu.entry("Copy name", "", &[Action::Window(WindowAction::Copy(name.to_owned()))]);
}

/// Commands for a group of meshes. They are selected by then.
pub fn geoset(ui: &mut Ui, session: &Session, (placed, geoset): (&Placed, &Geoset), actions: &mut Vec<Action>) {
    let mut menu = Menu { ui, actions };
    menu.entry(
        geoset_verb(session, (placed, geoset)),
        "",
        &[hide_geoset((placed, geoset))],
    );
    let key_of = |name: &str| session.preferences().key_label(command(name));
    let solo = match session.edits().is_solo() {
        true => "Show the others again",
        false => "Only this group",
    };
    for (title, name) in [
        (solo, "solo"),
        (command("show_all").title, "show_all"),
        ("Frame", "frame_selection"),
    ] {
        menu.entry(title, &key_of(name), &[command(name).action()]);
    }
    let copy = WindowAction::Copy(geoset.name.clone());
    menu.entry("Copy name", "", &[Action::Window(copy)]);
}

fn geoset_verb(session: &Session, (placed, geoset): (&Placed, &Geoset)) -> &'static str {
    let is_shown = placed
        .meshes_of(geoset)
        .iter()
        .any(|mesh| stage::is_shown(session, *mesh));
    if is_shown { "Hide its group" } else { "Show its group" }
}

fn hide_geoset((placed, geoset): (&Placed, &Geoset)) -> Action {
    Action::Selection(SelectionAction::ToggleAllShown(placed.meshes_of(geoset)))
}

/// Entries for a row with others below it; `chosen`: what they all become.
pub fn folds(ui: &mut Ui, chosen: &mut Option<bool>) {
    ui.separator();
    for (title, open) in [("Unfold all below", true), ("Fold all below", false)] {
        if control::entry(ui, title, "", true, None) {
            *chosen = Some(open);
            ui.close();
        }
    }
}

struct Menu<'a> {
    ui: &'a mut Ui,
    actions: &'a mut Vec<Action>,
}

impl Menu<'_> {
    fn entry(&mut self, title: &str, keys: &str, chosen: &[Action]) {
        if control::entry(self.ui, title, keys, true, None) {
            self.actions.extend_from_slice(chosen);
            self.ui.close();
        }
    }
}

fn clip(menu: &mut Menu<'_>, session: &Session, key: ClipKey) {
    menu.entry(
        "Play this clip",
        "",
        &[
            Action::Playback(PlaybackAction::ChooseClip(Some(key))),
            Action::Playback(PlaybackAction::Play),
        ],
    );
    if session.active_clip().is_some() {
        menu.entry(
            "Add as layer",
            "",
            &[Action::Composition(CompositionAction::AddLayer {
                clip: key,
                model: None,
            })],
        );
        if session.playback().active_clip() != Some(key) {
            let fade = Action::Composition(CompositionAction::CrossFade {
                to: key,
                frames: USUAL_FADE,
            });
            menu.entry(&format!("Cross-fade into it over {USUAL_FADE} frames"), "", &[fade]);
        }
    }
    control::submenu(menu.ui, "Play as", |ui| {
        play_as_menu::menu(ui, session, (ModeScope::Clip(key), Some(key)), menu.actions)
    });
    menu.entry("Close its file", "", &[Action::Stage(StageAction::CloseFile(key.file))]);
}

/// Questions about a bone. It is selected by then, as a click of the second button selects.
fn of_bone(menu: &mut Menu<'_>, session: &Session, key: PlacedKey, bone: BoneIndex) {
    let own = Action::Selection(SelectionAction::Select(Some(Selected::Bone(key, bone))));
    let solo = match session.edits().is_solo() {
        true => "Show the others again",
        false => "Only this",
    };
    let is_followed = view::followed(session).is_some_and(|(followed, _)| followed == Selected::Bone(key, bone));
    let has_trail = session.aids().trail_bones().contains(&(key, bone));
    for (title, name) in [
        (solo, "solo"),
        (if is_followed { "Stop following" } else { "Follow" }, "follow"),
        (if has_trail { "Remove the trail" } else { "Trail" }, "trail"),
    ] {
        let command = command(name);
        menu.entry(
            title,
            &session.preferences().key_label(command),
            &[own.clone(), command.action()],
        );
    }
    for (title, name, tab) in [
        ("Curves", "curve_view", DockTab::Curves),
        ("Keys", "key_table", DockTab::Keys),
    ] {
        let show = Action::Window(WindowAction::ShowTab(tab));
        menu.entry(
            title,
            &session.preferences().key_label(command(name)),
            &[own.clone(), show],
        );
    }
    let copy = command("copy_transform");
    menu.entry(
        "Copy transform",
        &session.preferences().key_label(copy),
        &[own, copy.action()],
    );
}

fn of_mesh(menu: &mut Menu<'_>, session: &Session, key: PlacedKey, index: MeshIndex) {
    let own = Action::Selection(SelectionAction::Select(Some(Selected::Mesh(key, index))));
    let title = match session.edits().is_solo() {
        true => "Show the others again",
        false => "Only this mesh",
    };
    let solo = Switch::SOLO.toggle();
    menu.entry(
        title,
        &session.preferences().key_label(command("solo")),
        &[own.clone(), solo],
    );
    let placed = session.stage().placed(key);
    if let Some((placed, geoset)) = placed.and_then(|placed| Some((placed, placed.geoset_of(index)?))) {
        menu.entry(
            geoset_verb(session, (placed, geoset)),
            "",
            &[hide_geoset((placed, geoset))],
        );
    }
    let mesh = placed.and_then(|placed| placed.model().meshes.get(index.get()));
    if let Some(material) = mesh.and_then(|mesh| mesh.material) {
        let material = SelectionAction::Select(Some(Selected::Material(key, material)));
        menu.entry("Show its material", "", &[Action::Selection(material)]);
    }
    if !session.window().uv_layout() {
        let layout = command("uv_layout");
        menu.entry(
            layout.title,
            &session.preferences().key_label(layout),
            &[own, layout.action()],
        );
    }
}

fn model(menu: &mut Menu<'_>, session: &Session, key: PlacedKey) {
    let Some(placed) = session.stage().placed(key) else {
        return;
    };
    if session.edits().attachments.contains_key(&key) {
        menu.entry(
            "Detach",
            "",
            &[Action::Composition(CompositionAction::Attach(key, None))],
        );
    }
    for leader in session.stage().models().iter().map(|placed| placed.key) {
        let follow = Attachment::Follow { leader };
        if leader != key
            && composition::may_attach(session, key, follow)
            && session.edits().attachments.get(&key) != Some(&follow)
        {
            let title = format!("Move with the bones of {}", attaching::name(session, leader));
            menu.entry(
                &title,
                "",
                &[Action::Composition(CompositionAction::Attach(key, Some(follow)))],
            );
        }
    }
    if session.stage().is_missing(placed) {
        let why = attaching::reason(session, Refusal::MissingFile, key, Attachment::Follow { leader: key });
        control::entry(menu.ui, &why, "", false, None);
    }
    menu.entry(
        "Show its file",
        "",
        &[Action::Selection(SelectionAction::Select(Some(Selected::File(
            placed.file,
        ))))],
    );
    let file = Selected::File(placed.file);
    if session
        .stage()
        .models()
        .iter()
        .filter(|other| other.file == placed.file)
        .count()
        > 1
    {
        let title = match stage::is_shown(session, file) {
            true => "Hide all models of its file",
            false => "Show all models of its file",
        };
        menu.entry(title, "", &[Action::Selection(SelectionAction::ToggleShown(file))]);
    }
    menu.entry(
        "Close its file",
        "",
        &[Action::Stage(StageAction::CloseFile(placed.file))],
    );
}

/// One entry for every other model.
fn attach_here(menu: &mut Menu<'_>, session: &Session, leader: PlacedKey, bone: BoneIndex) {
    for key in session.stage().models().iter().map(|placed| placed.key) {
        let here = Attachment::Bone { leader, bone };
        if key != leader && composition::may_attach(session, key, here) {
            menu.entry(
                &format!("Hang {} on this bone", attaching::name(session, key)),
                "",
                &[Action::Composition(CompositionAction::Attach(key, Some(here)))],
            );
        }
    }
}
