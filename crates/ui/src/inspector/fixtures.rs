//! Cameras, lights and what else stands in a model without a surface: which there are, and their numbers as the pose has them.

use super::decisions;
use super::rows::link;
use crate::kit::control::{fact, section};
use crate::kit::theme::space;
use crate::kit::words;
use crate::tree::node;
use castview_base::core::{BoneIndex, FixtureIndex};
use castview_base::scene::{Fixture, FixtureKind, Lens, LightShape};
use castview_picture::Lights;
use castview_session::view;
use castview_session::{Action, Placed, Selected, Session, Switch};
use egui::Ui;
use std::f32::consts::PI;

/// Fixtures listed at most; the rest is a count.
const MOST_ROWS: usize = 40;

/// All of a model, each a way to its bone; and whose lights it is seen by.
pub fn of_model(ui: &mut Ui, session: &Session, placed: &Placed, actions: &mut Vec<Action>) {
    let fixtures = &placed.model().fixtures;
    if fixtures.is_empty() {
        return;
    }
    section(ui, "Fixtures", Some(fixtures.len()), |ui| {
        for (at, fixture) in fixtures.iter().enumerate().take(MOST_ROWS) {
            let to = Selected::Fixture(placed.key, FixtureIndex::new(at));
            link(ui, node::fixture_word(&fixture.kind), &fixture.name, to, actions);
        }
        if fixtures.len() > MOST_ROWS {
            fact(
                ui,
                "and",
                format!("{} more", words::grouped((fixtures.len() - MOST_ROWS) as u64)),
            );
        }
        if fixtures.iter().any(Fixture::is_light) {
            let mut by_files = session.view().lights() == Lights::Files;
            ui.horizontal(|ui| {
                ui.add_space(space::L);
                let switch = ui.checkbox(&mut by_files, "Lights of the files");
                if switch
                    .on_hover_text("Light surfaces by these instead of the viewer's own (Alt+L)")
                    .changed()
                {
                    actions.push(Switch::FILE_LIGHTS.toggle());
                }
            });
        }
    });
}

/// One of them: its numbers, where it stands, and what else the file says.
pub fn one(ui: &mut Ui, session: &Session, placed: &Placed, index: FixtureIndex, actions: &mut Vec<Action>) {
    let model = placed.model();
    let unit = view::unit_of(session, placed.file);
    let Some(fixture) = model.fixtures.get(index.get()) else {
        return;
    };
    let kind = placed.pose().fixture(model, index);
    section(ui, title(&kind), None, |ui| {
        for (label, value) in numbers(&kind, unit) {
            fact(ui, label, value);
        }
    });
    section(ui, "Place", None, |ui| {
        let bone = fixture
            .bone
            .and_then(|bone| Some((bone, placed.pose().model_from_bone.get(bone.get())?)));
        let stage_from_model = placed.first_stage_from_model();
        let stage_from_bone = bone.map_or(stage_from_model, |(_, model_from_bone)| {
            stage_from_model * *model_from_bone
        });
        let there = placed.filed_on_stage(stage_from_bone * fixture.placement.affine());
        let three = |v: glam::Vec3| v.to_array().map(words::measure).join(" ");
        fact(ui, "position", format!("{} {unit}", three(there.translation.into())));
        fact(
            ui,
            "looks along",
            three(there.transform_vector3(glam::Vec3::NEG_Z).normalize_or_zero()),
        );
        if let Some((bone, _)) = bone {
            link(
                ui,
                "hangs on",
                model.skeleton.name(bone),
                Selected::Bone(placed.key, bone),
                actions,
            );
        }
    });
    decisions::facts(ui, "The file says", &fixture.facts);
}

/// Those that hang on `bone`, in numbers.
pub fn of_bone(ui: &mut Ui, session: &Session, placed: &Placed, bone: BoneIndex) {
    let unit = view::unit_of(session, placed.file);
    let model = placed.model();
    let fixtures = model.fixtures.iter().enumerate();
    let on_it = fixtures.filter(|(_, fixture)| fixture.bone == Some(bone));
    for (at, fixture) in on_it.take(MOST_ROWS) {
        let kind = placed.pose().fixture(model, FixtureIndex::new(at));
        section(ui, title(&kind), None, |ui| {
            fact(ui, "name", &*fixture.name);
            for (label, value) in numbers(&kind, unit) {
                fact(ui, label, value);
            }
        });
    }
}

fn title(kind: &FixtureKind) -> &'static str {
    match kind {
        FixtureKind::Camera(_) => "Camera",
        FixtureKind::Light(_) => "Light",
        FixtureKind::Anchor => "Anchor",
        FixtureKind::Sound { .. } => "Sound",
        FixtureKind::Ray => "Line of sight",
    }
}

/// Labels and values.
fn numbers(kind: &FixtureKind, unit: &str) -> Vec<(&'static str, String)> {
    let degrees = |rad: f32| format!("{}°", words::measure(rad * 180.0 / PI));
    let length = |length: f32| format!("{} {unit}", words::measure(length));
    let mut out = Vec::new();
    match kind {
        FixtureKind::Camera(camera) => {
            match camera.lens {
                Lens::Perspective { fov_y } => out.push(("field of view", degrees(fov_y))),
                Lens::Orthographic { half } => {
                    out.push(("parallel", words::extent((half * 2.0).to_array(), unit)));
                }
            }
            let far = camera.far.map_or("no end".into(), words::measure);
            out.push(("sees", format!("{} … {far} {unit}", words::measure(camera.near))));
            out.extend(camera.aspect.map(|aspect| ("aspect", words::measure(aspect))));
        }
        FixtureKind::Light(light) => {
            let (shape, strength) = match light.shape {
                LightShape::Directional => ("directional", "lx"),
                LightShape::Point => ("point", "cd"),
                LightShape::Spot { .. } => ("spot", "cd"),
                LightShape::Line { .. } => ("line", "cd"),
                LightShape::Disc { .. } => ("disc", "cd"),
                LightShape::Rectangle { .. } => ("rectangle", "cd"),
            };
            out.push(("shape", shape.into()));
            out.push(("intensity", format!("{} {strength}", words::measure(light.intensity))));
            out.push(("colour", light.color.to_array().map(words::measure).join(" ")));
            out.extend(light.range.map(|range| ("range", length(range))));
            if let LightShape::Spot { inner, outer } = light.shape {
                out.push(("cone", format!("{} … {}", degrees(inner), degrees(outer))));
            }
        }
        FixtureKind::Sound { radius } => out.push(("heard within", length(*radius))),
        FixtureKind::Anchor | FixtureKind::Ray => {}
    }
    out
}
