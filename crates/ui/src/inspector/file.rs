//! The inspector of a file: its format, its size and the choices made for it. Without a selection: all files, in numbers.

use super::rows::{dim_line, link, size_label};
use super::{decisions, materials};
use crate::clips::Library;
use crate::kit::control::{fact, section};
use crate::kit::small_image::SmallImages;
use crate::kit::theme::space;
use crate::kit::words;
use castview_base::core::Bounds;
use castview_picture::opened::{FileKey, TextureState};
use castview_session::{Action, OpenFile, Selected, Session, StageAction, view};
use egui::Ui;

const FAR: &str = "Everything stands so far from the origin of its file that single precision would tear it. Grid and axes are drawn at \
                   this point. All numbers are those of the file.";

/// Files that have a section of their own.
const MOST_FILES: usize = 4;
/// Characters of the name of one.
const LONGEST_TITLE: usize = 32;

pub fn show(ui: &mut Ui, session: &Session, key: FileKey, small: &mut SmallImages, actions: &mut Vec<Action>) {
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
        let unreadable = file.instances.unreadable_count();
        if unreadable > 0 {
            fact(
                ui,
                "cannot be read",
                words::counted(unreadable as u64, "instance", "instances"),
            );
        }
    });
    materials::textures_of(ui, session, file, small, actions);
    decisions::show(ui, file, actions);
    ui.add_space(space::S);
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        if ui.button("Close this file").clicked() {
            actions.push(Action::Stage(StageAction::CloseFile(key)));
        }
    });
}

/// Shows the open files in numbers, while nothing is selected.
pub fn summary(
    ui: &mut Ui,
    session: &Session,
    (library, small): (&mut Library, &mut SmallImages),
    actions: &mut Vec<Action>,
) {
    drawn_from(ui, session);
    let files = session.stage().files();
    for file in files.iter().take(MOST_FILES) {
        section(ui, &words::shortened(&file.name, LONGEST_TITLE), None, |ui| {
            of_file(ui, session, file, actions)
        });
    }
    if files.len() > MOST_FILES {
        let rest = (files.len() - MOST_FILES) as u64;
        dim_line(
            ui,
            &format!("and {} more in the node tree", words::counted(rest, "file", "files")),
        );
    }
    if !session.stage().clips().is_empty() {
        section(ui, "Clips", Some(session.stage().clips().len()), |ui| {
            let words = match library.count_fitting(ui.ctx(), session) {
                Some((fitting, all)) => format!("{fitting} of {all}"),
                None => "counting…".to_owned(),
            };
            fact(ui, "fit the models", words);
        });
    }
    // Where there are several models, each lists its own textures under the name of its file.
    let textured = files.iter().take(MOST_FILES).filter(|file| !file.textures.is_empty());
    for file in textured.collect::<Vec<_>>() {
        ui.push_id(file.key, |ui| {
            materials::textures_of(ui, session, file, small, actions);
        });
    }
    ui.add_space(space::S);
}

/// Tells from where the stage is drawn, if it stands far from the origin of its files.
pub fn drawn_from(ui: &mut Ui, session: &Session) {
    if let Some(origin) = view::stage_origin(session) {
        let [x, y, z] = origin.to_array().map(|number| words::fixed(number.into(), 0));
        let line = ui.scope(|ui| dim_line(ui, &format!("Drawn relative to ({x}, {y}, {z})")));
        line.response.on_hover_text(FAR);
    }
}

fn of_file(ui: &mut Ui, session: &Session, file: &OpenFile, actions: &mut Vec<Action>) {
    let placed: Vec<_> = session
        .stage()
        .models()
        .iter()
        .filter(|placed| placed.file == file.key)
        .collect();
    let mut bounds = Bounds::EMPTY;
    for placed in &placed {
        bounds = bounds.union(placed.bounds());
    }
    if !bounds.is_empty() {
        let size = (bounds.max - bounds.min).to_array();
        let label = size_label(placed.iter().all(|placed| placed.bounds_are_tight()));
        fact(ui, label, words::extent(size, view::unit_of(session, file.key)));
    }
    let models = || file.scene.models.iter();
    let meshes = || models().flat_map(|model| &model.meshes);
    for (label, count) in [
        ("models", if models().count() > 1 { models().count() } else { 0 }),
        ("bones", models().map(|model| model.skeleton.len()).sum()),
        ("meshes", meshes().count()),
        ("triangles", meshes().map(|mesh| mesh.triangle_count()).sum()),
        ("vertices", meshes().map(|mesh| mesh.vertex_count()).sum()),
        ("blend shapes", models().map(|model| model.blend_shapes.len()).sum()),
        ("materials", models().map(|model| model.materials.len()).sum()),
        ("instances", file.scene.instances.len()),
        ("clips", file.scene.clips.len()),
    ] {
        if count > 0 {
            fact(ui, label, words::grouped(count as u64));
        }
    }
    if !file.textures.is_empty() {
        let lost = file.lost_textures();
        let loading = file
            .textures
            .iter()
            .filter(|entry| entry.state == TextureState::Loading)
            .count();
        let mut told = words::grouped(file.textures.len() as u64);
        for (count, word) in [
            (lost.missing, "missing"),
            (lost.unreadable, "cannot be read"),
            (loading, "loading"),
        ] {
            if count > 0 {
                told.push_str(&format!(", {count} {word}"));
            }
        }
        fact(ui, "textures", told);
    }
    link(ui, "file", "Show all of it", Selected::File(file.key), actions);
}
