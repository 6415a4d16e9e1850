//! The session driven by actions alone, over scenes built in code.

mod allowing;
mod bones;
mod browsing;
mod camera;
mod derived;
mod halves;
mod hiding;
mod odd;
mod opening;
mod pins;
mod playing;
mod posed;
mod rig_lines;
mod saved;
mod scale;
mod section;
mod several;
mod trouble;
mod undo;
mod up_axis;
mod uv_mesh;

use super::*;
use castview_base::core::{BlendShapeIndex, FrameRange, MeshIndex, ModelIndex, Options, Transform};
use castview_base::scene::{
    BlendShape, Bone, Clip, CurveMode, Keys, Mesh, Model, Property, Scene, Skeleton, Track, Values,
};
use castview_picture::opened::*;
use glam::Vec3;
use std::sync::Arc;

fn bones(names: &[&str]) -> Skeleton {
    let bone = |(index, name): (usize, &&str)| Bone {
        name: (*name).into(),
        parent: index.checked_sub(1),
        rest: Transform {
            translation: Vec3::Y,
            ..Transform::IDENTITY
        },
        compensates_scale: true,
        ..Bone::default()
    };
    Skeleton::new(names.iter().enumerate().map(bone).collect()).expect("a chain")
}

pub(super) fn model(name: &str) -> Model {
    let mesh = Mesh {
        name: "body".into(),
        positions: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].into(),
        triangles: vec![0, 1, 2].into(),
        bounds: castview_base::core::Bounds {
            min: Vec3::ZERO,
            max: Vec3::new(1.0, 1.0, 0.0),
        },
        ..Mesh::default()
    };
    let smile = BlendShape {
        name: "smile".into(),
        mesh: MeshIndex::new(0),
        max_weight: 1.0,
        vertices: vec![1],
        deltas: vec![[0.0, 0.0, 1.0]],
        rest_weight: 0.0,
        normal_deltas: Vec::new(),
        tangent_deltas: Vec::new(),
        source: None,
    };
    Model {
        name: name.into(),
        skeleton: bones(&["hip", "spine"]),
        meshes: vec![mesh],
        blend_shapes: vec![smile].into(),
        ..Model::default()
    }
}

pub(super) fn clip(name: &str, target: &str, skeleton: Option<Skeleton>) -> Clip {
    let track = Track {
        target: target.into(),
        property: Property::TranslationX,
        mode: CurveMode::Absolute,
        additive_weight: 1.0,
        keys: Keys::Whole(vec![0, 10].into()),
        values: Values::Scalar(vec![0.0, 10.0].into()),
        interpolation: Default::default(),
        beyond: Default::default(),
    };
    Clip {
        root: None,
        name: name.into(),
        frames_per_second: 10.0,
        looping: false,
        mode: None,
        tracks: vec![track],
        overrides: Vec::new(),
        notifications: Vec::new(),
        range: FrameRange { start: 0.0, end: 10.0 },
        skeleton,
    }
}

pub(super) fn file(key: u64, models: Vec<Model>, clips: Vec<Clip>) -> OpenedFile {
    let scene = Scene {
        models,
        clips,
        ..Scene::default()
    };
    OpenedFile {
        location: format!("/tmp/file{key}.cast"),
        ..OpenedFile::of(FileKey(key), format!("file{key}.cast"), scene)
    }
}

/// Opens as the app does: ask, get the generation back, answer.
fn open(session: &mut Session, files: Vec<OpenedFile>, placement: Placement) -> Vec<Effect> {
    let locations = files.iter().map(|file| file.location.clone()).collect();
    let effects = session.apply(Action::Stage(StageAction::Open { locations, placement }));
    let Some(Effect::Load { generation, .. }) = effects.first() else {
        panic!("no load asked for: {effects:?}");
    };
    let outcome = session.receive(Message::Loaded {
        generation: *generation,
        files,
        placement,
    });
    outcome.effects
}

pub(super) fn with_pilot(clips: Vec<Clip>) -> Session {
    let mut session = Session::default();
    open(
        &mut session,
        vec![file(1, vec![model("pilot")], clips)],
        Placement::Replace,
    );
    session
}

fn notices(effects: &[Effect]) -> Vec<&str> {
    let mut texts = Vec::new();
    for effect in effects {
        if let Effect::Notify(notice) = effect {
            texts.push(notice.text.as_str());
        }
    }
    texts
}

fn model_names(session: &Session) -> Vec<&str> {
    session
        .stage()
        .models()
        .iter()
        .map(|placed| placed.model().name.as_str())
        .collect()
}

fn hip_x(session: &Session) -> f32 {
    session.stage().models()[0].pose().local[0].translation.x
}

#[test]
fn the_picture_shows_the_stage_framed() {
    let session = with_pilot(vec![]);
    let picture = session.picture([320, 200], 4);
    assert_eq!(picture.models.len(), 1);
    assert_eq!(picture.models[0].model, ModelIndex::new(0));
    let corner = picture
        .camera
        .clip_from_world(picture.aspect())
        .project_point3(picture.bounds.max);
    assert!(corner.truncate().abs().max_element() <= 1.0, "{corner}");
}

/// A picture that takes its time is given up before anything else is; what plays would begin the next one at once, so it stops.
#[test]
fn escape_stops_a_slow_picture_and_what_plays() {
    let mut session = with_pilot(vec![clip("walk", "hip", None)]);
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::Model(
        session.stage().models()[0].key,
    )))));
    assert!(session.is_playing());
    session.receive(Message::Drawing(Some(0.3)));
    let effects = session.apply(Action::Escape);
    assert!(effects.contains(&Effect::StopDrawing), "{effects:?}");
    assert_eq!(notices(&effects), ["Drawing was stopped."]);
    assert!(!session.is_playing() && session.view().drawing().is_none());
    assert!(session.edits().selected.is_some(), "one step at a time");
    // The notice draws it again, which needs another revision.
    let revision = session.revision();
    session.apply(Action::View(ViewAction::DrawAgain));
    assert_ne!(session.revision(), revision);
    let effects = session.apply(Action::Escape);
    assert!(
        effects.is_empty() && session.edits().selected.is_none(),
        "nothing is drawn"
    );
    assert_eq!(
        session.apply(Action::View(ViewAction::StopDrawing)),
        [],
        "nor is there anything to stop"
    );
}

#[test]
fn escape_backs_out_one_step_at_a_time() {
    let mut session = with_pilot(vec![]);
    session.apply(Switch::FULL_SCREEN.toggle());
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::Model(
        session.stage().models()[0].key,
    )))));
    session.apply(Action::Window(WindowAction::TogglePage(Page::Shortcuts)));
    session.apply(Action::Escape);
    assert_eq!(session.window().page(), None);
    session.apply(Action::Escape);
    assert_eq!(session.edits().selected, None);
    assert_eq!(session.apply(Action::Escape), [Effect::SetFullScreen(false)]);
}
