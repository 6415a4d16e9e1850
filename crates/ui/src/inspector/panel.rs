//! The right panel: what is selected, in numbers.

use super::bone_shown::BoneShown;
use super::motion::{blend_shapes, by_hand, layers, pinned, rig};
use super::probe::{measures, pins};
use super::{bone, clip, curve_rows, file, fixtures, instances, materials, mesh, model};
use crate::clips::Library;
use crate::kit::control;
use crate::kit::small_image::SmallImages;
use crate::kit::theme::{self, size, space};
use crate::kit::words;
use crate::tree::node::{self, Node};
use castview_motion::animation::Driven;
use castview_session::is_hidden;
use castview_session::{Action, Selected, Session, WindowAction, selection};
use egui::accesskit::Role;
use egui::{Label, RichText, ScrollArea, Sense, TextStyle, Ui};

pub fn show(
    ui: &mut Ui,
    session: &Session,
    (shown, library, small): (&mut BoneShown, &mut Library, &mut SmallImages),
    actions: &mut Vec<Action>,
) {
    let selected = session.edits().selected;
    let mut area = ScrollArea::vertical().id_salt("inspector").auto_shrink([false, false]);
    let pins_lead = castview_session::probe::pins_lead(session);
    if is_another_page(ui, (selected, pins_lead)) {
        area = area.vertical_scroll_offset(0.0);
    }
    area.show(ui, |ui| {
        control::named(ui, Role::ScrollView, "Inspector", |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.add_space(space::S);
            by_hand::mark(ui, session, actions);
            if pins_lead {
                pins::show(ui, session, actions);
            }
            match selected {
                None => nothing(ui, session, (library, small), actions),
                Some(selected) => {
                    header(ui, session, selected, actions);
                    body(ui, session, selected, (shown, small), actions);
                }
            }
            if !pins_lead {
                pins::show(ui, session, actions);
            }
            measures::show(ui, session, actions);
            pinned::show(ui, session, actions);
            ui.add_space(space::L);
        });
    });
}

/// Whether something else was selected in the last pass: its page is read from the top. An area of its own for each would keep
/// the sections' folds apart, too.
fn is_another_page(ui: &Ui, shown: (Option<Selected>, bool)) -> bool {
    let id = control::stable_id("inspected");
    ui.data_mut(|data| {
        let before = data.get_temp::<(Option<Selected>, bool)>(id);
        data.insert_temp(id, shown);
        before.is_some_and(|before| before != shown)
    })
}

/// Without a selection: what is open, and what can be moved anyway. Nothing while nothing is open: the card in the view says how to begin.
fn nothing(
    ui: &mut Ui,
    session: &Session,
    (library, small): (&mut Library, &mut SmallImages),
    actions: &mut Vec<Action>,
) {
    if session.stage().is_empty() {
        return;
    }
    file::summary(ui, session, (library, small), actions);
    layers::show(ui, session, actions);
    if let Some(placed) = session
        .stage()
        .models()
        .iter()
        .find(|placed| !placed.model().blend_shapes.is_empty())
    {
        blend_shapes::show(ui, session, placed, actions);
    }
}

/// Shows the kind of the selected thing, and its whole name.
fn header(ui: &mut Ui, session: &Session, selected: Selected, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let node = Node::Item(selected);
    let name = node::label(session.stage(), node);
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        ui.label(control::icon(node::glyph_of(node)).color(theme.selected));
        ui.add_space(-space::XS);
        let text = RichText::new(name)
            .text_style(TextStyle::Body)
            .size(size::BODY)
            .color(theme.text);
        let response = ui.add(Label::new(text).truncate().sense(Sense::click()));
        if response.on_hover_text(format!("{name}\nClick to copy")).clicked() {
            actions.push(Action::Window(WindowAction::Copy(name.to_owned())));
        }
    });
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        let text = RichText::new(subtitle(session, selected))
            .color(theme.dim)
            .text_style(theme::dense());
        ui.add(Label::new(text).truncate());
    });
    let count = session.edits().selected_count();
    if count > 1 {
        ui.horizontal(|ui| {
            ui.add_space(space::M);
            let said = format!("{} are selected. This is the active one.", words::grouped(count as u64));
            let text = RichText::new(said).color(theme.dim).text_style(theme::dense());
            ui.add(Label::new(text).truncate());
        });
    }
}

/// The kind, and for what moves, what moves it now.
fn subtitle(session: &Session, selected: Selected) -> String {
    let frame = || {
        session
            .frame()
            .map(|frame| format!(" · frame {}", words::fixed(frame, 2)))
            .unwrap_or_default()
    };
    match selected {
        Selected::File(_) => "file".to_owned(),
        Selected::Instance(..) => "instance of another file".to_owned(),
        Selected::Model(_) => "model".to_owned(),
        Selected::Mesh(key, mesh) if is_hidden(session, key, mesh) => {
            let by_you = session.edits().hidden_meshes.contains_key(&key);
            format!("mesh · hidden by {}", if by_you { "you" } else { "the file" })
        }
        Selected::Mesh(key, mesh) if session.view().is_left_out(key, mesh) => {
            "mesh · on another level of detail".to_owned()
        }
        Selected::Mesh(..) => "mesh".to_owned(),
        Selected::Handle(..) => "IK handle".to_owned(),
        Selected::Constraint(..) => "constraint".to_owned(),
        Selected::Hair(..) => "hair".to_owned(),
        Selected::BlendShape(..) => "blend shape".to_owned(),
        Selected::Material(..) => "material".to_owned(),
        Selected::Fixture(key, fixture) => {
            let placed = session.stage().placed(key);
            let fixture = placed.and_then(|placed| placed.model().fixtures.get(fixture.get()));
            fixture
                .map_or("", |fixture| node::fixture_word(&fixture.kind))
                .to_owned()
        }
        Selected::Clip(key) if session.playback().active_clip() == Some(key) => format!("clip{}", frame()),
        Selected::Clip(_) => "clip".to_owned(),
        Selected::Bone(key, bone) => {
            let placed = session
                .stage()
                .placed(key)
                .filter(|placed| bone.get() < placed.model().skeleton.len());
            let word = placed.map_or("at rest", |placed| selection::posed_by(session, placed, bone).word);
            format!("bone{} · {word}", frame())
        }
    }
}

fn body(
    ui: &mut Ui,
    session: &Session,
    selected: Selected,
    (shown, small): (&mut BoneShown, &mut SmallImages),
    actions: &mut Vec<Action>,
) {
    let stage = session.stage();
    let placed = selected.placed().and_then(|key| stage.placed(key));
    match (selected, placed) {
        (Selected::File(key), _) => file::show(ui, session, key, small, actions),
        (Selected::Clip(key), _) => clip::show(ui, session, key, actions),
        (Selected::Instance(file, index), _) => instances::show(ui, session, file, index, actions),
        (Selected::Model(_), Some(placed)) => model::show(ui, session, placed, actions),
        (Selected::Bone(_, index), Some(placed)) => bone::show(ui, session, placed, index, shown, actions),
        (Selected::Handle(_, index), Some(placed)) => rig::handle(ui, session, placed, index, actions),
        (Selected::Constraint(_, index), Some(placed)) => rig::constraint(ui, session, placed, index, actions),
        (Selected::Mesh(_, index), Some(placed)) => mesh::show(ui, session, placed, index, actions),
        (Selected::Hair(_, index), Some(placed)) => mesh::hair(ui, placed, index),
        (Selected::BlendShape(_, index), Some(placed)) => blend_shapes::one(ui, session, placed, index, actions),
        (Selected::Material(_, index), Some(placed)) => materials::show(ui, session, placed, index, actions),
        (Selected::Fixture(_, index), Some(placed)) => fixtures::one(ui, session, placed, index, actions),
        // The selected thing is gone; the session drops the selection with it.
        _ => {}
    }
    if let (Some(target), Some(placed)) = (driven(selected), placed) {
        curve_rows::section(ui, session, placed, target, &mut shown.rows, actions);
    }
}

/// Returns the part of the selected thing that curves may drive. A bone's page has its curves among its numbers.
fn driven(selected: Selected) -> Option<Driven> {
    match selected {
        Selected::Model(_) => Some(Driven::Model),
        Selected::Mesh(_, mesh) => Some(Driven::Mesh(mesh)),
        Selected::BlendShape(_, shape) => Some(Driven::Shape(shape)),
        Selected::Material(_, material) => Some(Driven::Material(material)),
        Selected::Fixture(_, fixture) => Some(Driven::Fixture(fixture)),
        _ => None,
    }
}
