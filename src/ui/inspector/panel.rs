//! The right panel: what is selected, in numbers.

use super::{blend_shapes, clip_scale, decisions, fixtures, instances, layers, materials, rig_inspector, treat};
use crate::core::{BoneIndex, HairIndex, MeshIndex, Transform};
use crate::scene::{Clip, Property, Skinning, Track};
use crate::session::{
    Action, Attachment, ClipKey, CompositionAction, FileKey, Placed, PlaybackAction, Selected, SelectionAction,
    Session, StageAction, WindowAction,
};
use crate::ui::kit::control::{self, fact, section};
use crate::ui::kit::theme::{self, size, space};
use crate::ui::kit::words::{self, counted};
use crate::ui::tree::node_tree;
use crate::ui::tree::tree_rows::{self, Node};
use egui::accesskit::Role;
use egui::{Align2, FontId, Label, RichText, ScrollArea, Sense, TextStyle, Ui, pos2, vec2};
use glam::{EulerRot, Vec3};
use std::borrow::Cow;

/// Names of unmatched curves listed at most; the rest is a count.
const MOST_NAMES: usize = 200;

pub fn show(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let selected = session.edits().selected;
    let mut area = ScrollArea::vertical().id_salt("inspector").auto_shrink([false, false]);
    if is_another_page(ui, selected) {
        area = area.vertical_scroll_offset(0.0);
    }
    area.show(ui, |ui| {
        control::named(ui, Role::ScrollView, "Inspector", |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.add_space(space::S);
            match selected {
                None => nothing(ui, session, actions),
                Some(selected) => {
                    header(ui, session, selected, actions);
                    body(ui, session, selected, actions);
                }
            }
            ui.add_space(space::L);
        });
    });
}

/// Whether something else was selected in the last pass: its page is read from the top. An area of its own for each would keep
/// the sections' folds apart, too.
fn is_another_page(ui: &Ui, selected: Option<Selected>) -> bool {
    let id = control::stable_id("inspected");
    ui.data_mut(|data| {
        let before = data.get_temp::<Option<Selected>>(id);
        data.insert_temp(id, selected);
        before.is_some_and(|before| before != selected)
    })
}

/// Without a selection: how to get one, and what can be moved anyway.
fn nothing(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    if session.stage().is_empty() {
        control::empty(ui, "What is selected is described here.");
        return;
    }
    control::empty(ui, "Nothing is selected. Click the model, or a name on the left.");
    ui.add_space(space::L);
    layers::show(ui, session, actions);
    if let Some(placed) = session
        .stage()
        .models
        .iter()
        .find(|placed| !placed.model().blend_shapes.is_empty())
    {
        blend_shapes::show(ui, session, placed, actions);
    }
}

/// What it is, and its name, whole.
fn header(ui: &mut Ui, session: &Session, selected: Selected, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let node = Node::Item(selected);
    let name = tree_rows::label(session.stage(), node);
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        ui.label(control::icon(node_tree::glyph_of(node)).color(theme.selected));
        ui.add_space(-space::XS);
        let text = RichText::new(name)
            .text_style(TextStyle::Monospace)
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
        Selected::Mesh(key, mesh) if session.is_hidden(key, mesh) => {
            let by_you = session.edits().hidden_meshes.contains_key(&key);
            format!("mesh · hidden by {}", if by_you { "you" } else { "the file" })
        }
        Selected::Mesh(key, mesh) if session.is_left_out(key, mesh) => "mesh · on another level of detail".to_owned(),
        Selected::Mesh(..) => "mesh".to_owned(),
        Selected::Handle(..) => "IK handle".to_owned(),
        Selected::Constraint(..) => "constraint".to_owned(),
        Selected::Hair(..) => "hair".to_owned(),
        Selected::BlendShape(..) => "blend shape".to_owned(),
        Selected::Material(..) => "material".to_owned(),
        Selected::Fixture(key, fixture) => {
            let placed = session.stage().placed(key);
            let fixture = placed.and_then(|placed| placed.model().fixtures.get(fixture.get()));
            fixture.map_or("", |fixture| fixtures::word(&fixture.kind)).to_owned()
        }
        Selected::Clip(key) if session.playback().active_clip == Some(key) => format!("clip{}", frame()),
        Selected::Clip(_) => "clip".to_owned(),
        Selected::Bone(key, bone) => {
            let binding = session.stage().placed(key).and_then(|placed| placed.binding.as_ref());
            let driven = binding.is_some_and(|binding| binding.bone_tracks(bone).next().is_some());
            format!("bone{} · {}", frame(), if driven { "driven" } else { "at rest" })
        }
    }
}

fn body(ui: &mut Ui, session: &Session, selected: Selected, actions: &mut Vec<Action>) {
    let stage = session.stage();
    let placed = selected.placed().and_then(|key| stage.placed(key));
    match (selected, placed) {
        (Selected::File(key), _) => file(ui, session, key, actions),
        (Selected::Clip(key), _) => clip(ui, session, key, actions),
        (Selected::Instance(file, index), _) => instances::show(ui, session, file, index, actions),
        (Selected::Model(_), Some(placed)) => model(ui, session, placed, actions),
        (Selected::Bone(_, index), Some(placed)) => bone(ui, session, placed, index, actions),
        (Selected::Handle(_, index), Some(placed)) => rig_inspector::handle(ui, session, placed, index, actions),
        (Selected::Constraint(_, index), Some(placed)) => {
            rig_inspector::constraint(ui, session, placed, index, actions)
        }
        (Selected::Mesh(_, index), Some(placed)) => mesh(ui, session, placed, index, actions),
        (Selected::Hair(_, index), Some(placed)) => hair(ui, placed, index),
        (Selected::BlendShape(_, index), Some(placed)) => blend_shapes::one(ui, session, placed, index, actions),
        (Selected::Material(_, index), Some(placed)) => materials::show(ui, session, placed, index, actions),
        (Selected::Fixture(_, index), Some(placed)) => fixtures::one(ui, placed, index, actions),
        // What was selected is gone; the session drops the selection with it.
        _ => {}
    }
}

fn bone(ui: &mut Ui, session: &Session, placed: &Placed, bone: BoneIndex, actions: &mut Vec<Action>) {
    let skeleton = &placed.model().skeleton;
    if bone.get() >= skeleton.len() {
        return;
    }
    let local = placed.pose.local.get(bone.get()).copied();
    let model = placed.pose.model_from_bone.get(bone.get()).map(|matrix| {
        let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
        Transform {
            translation,
            rotation,
            scale,
        }
    });
    for (title, transform) in [
        ("Local", local),
        ("Model", model),
        ("Rest", skeleton.rest().get(bone.get()).copied()),
    ] {
        if let Some(transform) = transform {
            section(ui, title, None, |ui| transform_table(ui, &transform));
        }
    }
    fixtures::of_bone(ui, placed, bone);
    curves_of(ui, session, placed, bone, actions);
    rig_inspector::of_bone(ui, session, placed, bone, actions);
    // Their masks begin at the bone that is selected.
    if !session.layers().is_empty() {
        layers::show(ui, session, actions);
    }
    section(ui, "Place", None, |ui| {
        if let Some(parent) = skeleton.parent(bone) {
            link(
                ui,
                "parent",
                skeleton.name(parent),
                Selected::Bone(placed.key, parent),
                actions,
            );
        } else {
            fact(ui, "parent", "none: a root");
        }
        let children = skeleton
            .parents()
            .iter()
            .filter(|parent| **parent == Some(bone))
            .count();
        fact(ui, "children", words::grouped(children as u64));
        fact(ui, "in the file", format!("bone {}", skeleton.file_index(bone)));
        if skeleton.compensates_scale()[bone.get()] {
            fact(ui, "scale", "compensates its parent's");
        }
    });
}

/// Translation, rotation (as a quaternion and as degrees) and scale, one line each, columns aligned.
pub fn transform_table(ui: &mut Ui, transform: &Transform) {
    let (x, y, z) = transform.rotation.to_euler(EulerRot::ZYX);
    let degrees = Vec3::new(z, y, x).to_array().map(f32::to_degrees);
    table_head(ui);
    table_row(
        ui,
        "T",
        "Translation, in the file's units",
        &transform.translation.to_array(),
    );
    table_row(ui, "R", "Rotation as a quaternion", &transform.rotation.to_array());
    table_row(ui, "deg", "Rotation in degrees, around x, then y, then z", &degrees);
    table_row(ui, "S", "Scale", &transform.scale.to_array());
}

fn column_right(rect: egui::Rect, column: usize) -> f32 {
    let left = rect.left() + space::XL + space::XS;
    let width = (rect.right() - space::S - left) / 4.0;
    left + width * (column + 1) as f32
}

fn table_head(ui: &mut Ui) {
    let theme = theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW - space::S), Sense::hover());
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    for (column, letter) in ["x", "y", "z", "w"].into_iter().enumerate() {
        let at = pos2(column_right(rect, column), rect.center().y);
        ui.painter()
            .text(at, Align2::RIGHT_CENTER, letter, font.clone(), theme.axes[column]);
    }
}

fn table_row(ui: &mut Ui, letter: &str, what: &str, values: &[f32]) {
    let theme = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW - space::XS), Sense::hover());
    let number = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let label = theme::dense().resolve(ui.style());
    let painter = ui.painter();
    painter.text(
        pos2(rect.left() + space::L, rect.center().y),
        Align2::LEFT_CENTER,
        letter,
        label,
        theme.dim,
    );
    let words = words::row(values);
    for (column, word) in words.iter().enumerate() {
        let at = pos2(column_right(rect, column), rect.center().y);
        painter.text(at, Align2::RIGHT_CENTER, word, number.clone(), theme.text);
    }
    let spoken = words.join(", ");
    response.widget_info(|| egui::WidgetInfo::labeled(Role::Cell, true, format!("{what}: {spoken}")));
    response.on_hover_text(what);
}

/// The curves of the active clip that drive this bone.
fn curves_of(ui: &mut Ui, session: &Session, placed: &Placed, bone: BoneIndex, actions: &mut Vec<Action>) {
    let (Some(entry), Some(binding)) = (session.active_clip(), &placed.binding) else {
        return;
    };
    let tracks: Vec<_> = binding.bone_tracks(bone).collect();
    let driven = !tracks.is_empty();
    section(ui, "Curves", Some(tracks.len()), |ui| {
        if tracks.is_empty() {
            dim_line(ui, &format!("{} does not drive this bone.", entry.name));
        }
        for (index, mode) in tracks {
            let Some(track) = entry.clip().tracks.get(index) else {
                continue;
            };
            let keys = counted(track.keys.len() as u64, "key", "keys");
            let changed = session
                .treatment(entry.key, placed.key, bone)
                .is_some_and(|_| track.mode != mode);
            let changed = if changed { " · changed" } else { "" };
            fact(
                ui,
                &property_word(track.property),
                format!("{} · {keys}{changed}", mode.word()),
            );
        }
        if driven {
            treat::line(ui, session, placed, bone, actions);
        }
    });
}

fn property_word(property: Property) -> Cow<'static, str> {
    Cow::Borrowed(match property {
        Property::TranslationX => "translation x",
        Property::TranslationY => "translation y",
        Property::TranslationZ => "translation z",
        Property::Rotation => "rotation",
        Property::ScaleX => "scale x",
        Property::ScaleY => "scale y",
        Property::ScaleZ => "scale z",
        Property::BlendWeight => "blend weight",
        Property::Visibility => "visibility",
        Property::Parameter(parameter) => return parameter.words(),
    })
}

fn mesh(ui: &mut Ui, session: &Session, placed: &Placed, index: MeshIndex, actions: &mut Vec<Action>) {
    let model = placed.model();
    let Some(mesh) = model.meshes.get(index.get()) else {
        return;
    };
    section(ui, "Shown", None, |ui| {
        let mut shown = !session.is_hidden(placed.key, index);
        ui.horizontal(|ui| {
            ui.add_space(space::L);
            if ui
                .checkbox(&mut shown, "Show this mesh")
                .on_hover_text("Hide or show (H)")
                .clicked()
            {
                actions.push(Action::Selection(SelectionAction::ToggleShown(Selected::Mesh(
                    placed.key, index,
                ))));
            }
        });
        if placed.pose.mesh_visible.get(index.get()) == Some(&false) {
            dim_line(
                ui,
                match mesh.absent_at_rest {
                    true => "Only a clip shows it, and none does now.",
                    false => "The clip hides it at this frame.",
                },
            );
        }
    });
    section(ui, "Geometry", None, |ui| {
        fact(ui, "vertices", words::grouped(mesh.vertex_count() as u64));
        fact(ui, "triangles", words::grouped(mesh.triangle_count() as u64));
        fact(
            ui,
            "normals",
            if mesh.normals.is_empty() {
                "computed"
            } else {
                "from the file"
            },
        );
        if !mesh.tangents.is_empty() {
            fact(ui, "tangents", "from the file");
        }
        fact(ui, "uv layers", mesh.uvs.len().to_string());
        fact(ui, "colour layers", mesh.colors.len().to_string());
        if !mesh.bounds.is_empty() {
            let size = (mesh.bounds.max - mesh.bounds.min).to_array().map(words::measure);
            fact(ui, "size", size.join(" × "));
        }
    });
    section(ui, "Skinning", None, |ui| {
        match mesh.skin.and_then(|skin| model.skins.get(skin.get())) {
            None => {
                fact(ui, "method", "rigid: only the model moves it");
            }
            Some(skin) => {
                let method = match mesh.skinning {
                    Skinning::Linear => "linear",
                    Skinning::DualQuaternion => "dual quaternion",
                };
                fact(ui, "method", method);
                fact(ui, "influences", format!("{} per vertex", mesh.influences.stride));
                fact(ui, "bones", words::grouped(skin.bones.len() as u64));
                let fixed = skin.bone_from_mesh.iter().filter(|matrix| matrix.is_none()).count();
                if fixed > 0 {
                    fact(ui, "singular binds", words::grouped(fixed as u64));
                }
            }
        }
    });
    section(ui, "Material", None, |ui| match mesh.material {
        None => {
            fact(ui, "material", "none");
        }
        Some(material) => {
            let item = Selected::Material(placed.key, material);
            link(
                ui,
                "material",
                tree_rows::label(session.stage(), Node::Item(item)),
                item,
                actions,
            );
        }
    });
    let shapes = model.blend_shapes.of(index).count();
    if shapes > 0 {
        blend_shapes::of_mesh(ui, session, placed, index, actions);
    }
}

fn hair(ui: &mut Ui, placed: &Placed, index: HairIndex) {
    if let Some(hair) = placed.model().hairs.get(index.get()) {
        section(ui, "Strands", None, |ui| {
            fact(ui, "strands", words::grouped(hair.strands.len() as u64));
            fact(ui, "points", words::grouped(hair.points.len() as u64));
        });
    }
}

fn model(ui: &mut Ui, session: &Session, placed: &Placed, actions: &mut Vec<Action>) {
    let model = placed.model();
    section(ui, "Content", None, |ui| {
        fact(ui, "bones", words::grouped(model.skeleton.len() as u64));
        fact(ui, "meshes", words::grouped(model.meshes.len() as u64));
        let vertices: usize = model.meshes.iter().map(|mesh| mesh.vertex_count()).sum();
        let triangles: usize = model.meshes.iter().map(|mesh| mesh.triangle_count()).sum();
        fact(ui, "vertices", words::grouped(vertices as u64));
        fact(ui, "triangles", words::grouped(triangles as u64));
        for (label, count) in [
            ("blend shapes", model.blend_shapes.len()),
            ("materials", model.materials.len()),
            ("hair", model.hairs.len()),
            ("IK handles", model.rig.handles.len()),
            ("constraints", model.rig.constraints.len()),
        ] {
            if count > 0 {
                fact(ui, label, words::grouped(count as u64));
            }
        }
        if !placed.bounds.is_empty() {
            let size = (placed.bounds.max - placed.bounds.min).to_array().map(words::measure);
            fact(ui, "size now", size.join(" × "));
        }
        if let Some(stands) = &placed.stands {
            let count = stands.placements.len() as u64;
            fact(ui, "instances", words::grouped(count));
        }
        if let Some(Selected::Bone(leader, bone)) = placed.carried_by()
            && let Some(leading) = session.stage().placed(leader)
        {
            let name = leading.model().skeleton.name(bone);
            link(ui, "carried by", name, Selected::Bone(leader, bone), actions);
        }
        if let Some(file) = session.stage().file(placed.file) {
            link(ui, "file", &file.name, Selected::File(file.key), actions);
        }
    });
    attached(ui, session, placed, actions);
    fixtures::of_model(ui, session, placed, actions);
    layers::show(ui, session, actions);
    section(ui, "Placement", None, |ui| transform_table(ui, &model.placement));
    if !model.blend_shapes.is_empty() {
        blend_shapes::show(ui, session, placed, actions);
    }
}

/// What the model hangs on.
fn attached(ui: &mut Ui, session: &Session, placed: &Placed, actions: &mut Vec<Action>) {
    let Some(attachment) = session.edits().attachments.get(&placed.key) else {
        return;
    };
    section(ui, "Attached", None, |ui| {
        let (label, to) = match *attachment {
            Attachment::Bone { leader, bone } => ("to bone", Selected::Bone(leader, bone)),
            Attachment::Follow { leader } => ("follows", Selected::Model(leader)),
        };
        let name = tree_rows::label(session.stage(), Node::Item(to));
        link(ui, label, name, to, actions);
        control::fact_with(ui, "", |ui| {
            if ui.button("Detach").clicked() {
                actions.push(Action::Composition(CompositionAction::Attach(placed.key, None)));
            }
        });
    });
}

fn clip(ui: &mut Ui, session: &Session, key: ClipKey, actions: &mut Vec<Action>) {
    let Some(entry) = session.stage().clip(key) else {
        return;
    };
    let clip = entry.clip();
    let is_active = session.playback().active_clip == Some(key);
    ui.add_space(space::S);
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        let word = if is_active { "Plays now" } else { "Play this clip" };
        if ui.add_enabled(!is_active, egui::Button::new(word)).clicked() {
            actions.extend([
                Action::Playback(PlaybackAction::ChooseClip(Some(key))),
                Action::Playback(PlaybackAction::Play),
            ]);
        }
        if session.active_clip().is_some() {
            let over = ui.button("Add layer").on_hover_text("Lay this clip over what plays");
            if over.clicked() {
                actions.push(Action::Composition(CompositionAction::AddLayer {
                    clip: key,
                    model: None,
                }));
            }
        }
    });
    layers::show(ui, session, actions);
    section(ui, "Time", None, |ui| {
        fact(
            ui,
            "frames",
            format!("{} to {}", words::frame(clip.range.start), words::frame(clip.range.end)),
        );
        fact(ui, "rate", words::frames_per_second(clip.frames_per_second));
        fact(
            ui,
            "length",
            format!("{} s", words::fixed(clip.range.length() / clip.frames_per_second, 2)),
        );
        let says = match clip.mode {
            Some(mode) => format!("{}: {}", mode.word(), mode.meaning()),
            None if clip.looping => "loop".into(),
            None => "play once".into(),
        };
        fact(ui, "the file says", says);
    });
    section(ui, "Curves", Some(clip.tracks.len()), |ui| {
        curve_counts(ui, clip);
        clip_scale::line(ui, session, key, actions);
    });
    if !clip.notifications.is_empty() {
        section(ui, "Notifications", Some(clip.notifications.len()), |ui| {
            for notification in clip.notifications.iter().take(MOST_NAMES) {
                let frames = notification
                    .frames
                    .iter()
                    .take(8)
                    .map(|f| words::frame(*f))
                    .collect::<Vec<_>>()
                    .join(" ");
                fact(ui, &notification.name, frames);
            }
        });
    }
    if is_active {
        unmatched(ui, session);
    }
    if let Some(file) = session.stage().file(key.file) {
        section(ui, "Place", None, |ui| {
            link(ui, "file", &file.name, Selected::File(file.key), actions)
        });
    }
}

fn curve_counts(ui: &mut Ui, clip: &Clip) {
    let kind = |track: &Track| match track.property {
        Property::TranslationX | Property::TranslationY | Property::TranslationZ => "translation",
        Property::Rotation => "rotation",
        Property::ScaleX | Property::ScaleY | Property::ScaleZ => "scale",
        Property::BlendWeight => "blend weight",
        Property::Visibility => "visibility",
        Property::Parameter(_) => "material, camera, light",
    };
    for word in [
        "translation",
        "rotation",
        "scale",
        "blend weight",
        "visibility",
        "material, camera, light",
    ] {
        let tracks = || clip.tracks.iter().filter(|track| kind(track) == word);
        let count = tracks().count();
        if count > 0 {
            let keys: usize = tracks().map(|track| track.keys.len()).sum();
            fact(
                ui,
                word,
                format!(
                    "{} · {}",
                    words::grouped(count as u64),
                    counted(keys as u64, "key", "keys")
                ),
            );
        }
    }
    if !clip.overrides.is_empty() {
        fact(ui, "overrides", words::grouped(clip.overrides.len() as u64));
    }
}

/// Names that no model on the stage has.
fn unmatched(ui: &mut Ui, session: &Session) {
    let stage = session.stage();
    let Some(binding) = stage
        .models
        .iter()
        .filter_map(|placed| placed.binding.as_ref())
        .min_by_key(|b| b.unmatched.len())
    else {
        return;
    };
    if binding.unmatched.is_empty() {
        return;
    }
    section(ui, "Without a target", Some(binding.unmatched.len()), |ui| {
        for name in binding.unmatched.iter().take(MOST_NAMES) {
            dim_line(ui, name);
        }
        if let Some(more) = binding.unmatched.len().checked_sub(MOST_NAMES).filter(|more| *more > 0) {
            dim_line(ui, &format!("and {} more", words::grouped(more as u64)));
        }
    });
}

fn file(ui: &mut Ui, session: &Session, key: FileKey, actions: &mut Vec<Action>) {
    let Some(file) = session.stage().file(key) else {
        return;
    };
    section(ui, "File", None, |ui| {
        if !file.location.is_empty() {
            fact(ui, "where", &file.location);
        }
        let metadata = &file.scene.metadata;
        for (label, value) in [("author", &metadata.author), ("software", &metadata.software)] {
            if let Some(value) = value {
                fact(ui, label, value);
            }
        }
        let up = metadata.up_axis_words();
        fact(ui, "up axis", up.unwrap_or_else(|| "not stated".into()));
        for (label, count) in [
            ("models", file.scene.models.len()),
            ("clips", file.scene.clips.len()),
            ("instances", file.scene.instances.len()),
        ] {
            if count > 0 {
                fact(ui, label, words::grouped(count as u64));
            }
        }
        let missing = file.instances.missing_count();
        if missing > 0 {
            fact(ui, "missing", words::counted(missing as u64, "instance", "instances"));
        }
    });
    materials::textures_of(ui, file, actions);
    decisions::show(ui, file, actions);
    ui.add_space(space::S);
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        if ui.button("Close this file").clicked() {
            actions.push(Action::Stage(StageAction::CloseFile(key)));
        }
    });
}

/// A fact that leads to another thing.
pub fn link(ui: &mut Ui, label: &str, name: &str, to: Selected, actions: &mut Vec<Action>) {
    control::fact_with(ui, label, |ui| {
        let text = RichText::new(name)
            .text_style(TextStyle::Monospace)
            .color(theme::of(ui).accent);
        let response = ui.add(egui::Button::new(text).frame(false).truncate());
        if response.on_hover_text(format!("Go to {name}")).clicked() {
            actions.push(Action::Selection(SelectionAction::Select(Some(to))));
        }
    });
}

pub fn dim_line(ui: &mut Ui, text: &str) {
    let theme = theme::of(ui);
    ui.horizontal(|ui| {
        ui.add_space(space::L);
        let text = RichText::new(text).color(theme.dim).text_style(theme::dense());
        ui.add(Label::new(text).wrap());
    });
}
