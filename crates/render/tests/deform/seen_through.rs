//! A heat map inside other meshes: what has no part of it is see-through, what has stays as it is.

use castview_base::core::{BoneIndex, SkinIndex};
use castview_base::scene::{Influences, Mesh, Model, Skeleton};
use castview_picture::ColorBy;
use castview_render::Renderer;
use castview_session::view;
use castview_session::{Action, Effect, Selected, SelectionAction, Session, ViewAction};
use castview_testkit::gpu;
use castview_testkit::sessions::staged;
use castview_testkit::shapes::{bone, skin_of, sphere};
use glam::Vec3;

/// A ball that is moved by the bone `slot` alone.
fn ball(radius: f32, slot: u32) -> Mesh {
    let sphere = sphere();
    let count = sphere.vertex_count();
    let positions: Vec<[f32; 3]> = sphere.positions.iter().map(|at| at.map(|axis| axis * radius)).collect();
    Mesh {
        bounds: positions.iter().map(|at| Vec3::from(*at)).collect(),
        positions: positions.into(),
        skin: Some(SkinIndex::new(0)),
        influences: Influences {
            slots: vec![slot; count].into(),
            weights: vec![1.0; count].into(),
            stride: 1,
            ..Influences::default()
        },
        ..sphere
    }
}

/// A small ball that `inner` moves inside a large one that `outer` moves; `idle` moves nothing.
fn nested() -> Session {
    let bones = vec![
        bone("inner", None, Vec3::ZERO),
        bone("outer", None, Vec3::ZERO),
        bone("idle", None, Vec3::ZERO),
    ];
    let skeleton = Skeleton::new(bones).expect("roots");
    staged::opened(
        vec![Model {
            skins: vec![skin_of(&skeleton)],
            skeleton,
            meshes: vec![ball(0.5, 0), ball(1.0, 1)],
            ..Model::default()
        }],
        Vec::new(),
    )
}

fn select(session: &mut Session, bone: usize) {
    let key = session.stage().models()[0].key;
    let selected = Selected::Bone(key, BoneIndex::new(bone));
    let outcome = session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
    for effect in outcome.effects {
        if let Effect::MeasureMeshes { question } = effect {
            let measured = session.view().measure_meshes(question).expect("somebody wants to know")();
            session.receive(measured);
        }
    }
}

fn seen_through(session: &Session) -> Vec<bool> {
    session.picture([64, 64], 1).models[0].marked.seen_through.clone()
}

fn says(session: &Session) -> bool {
    let legends = view::legends(session).into_iter().flat_map(|legend| legend.entries);
    legends.into_iter().any(|entry| entry.words.contains("see-through"))
}

#[test]
fn meshes_without_a_part_of_the_heat_map_are_seen_through_and_told() {
    let mut session = nested();
    select(&mut session, 0);
    assert!(seen_through(&session).is_empty() && !says(&session), "no heat map");
    session.apply(Action::View(ViewAction::ToggleColorBy(ColorBy::Weights)));
    assert_eq!(seen_through(&session), [false, true]);
    assert!(says(&session));
    select(&mut session, 1);
    assert_eq!(seen_through(&session), [true, false]);
    select(&mut session, 2);
    assert!(seen_through(&session).is_empty() && !says(&session), "it moves nothing");
}

#[test]
fn a_heat_map_shows_through_the_mesh_around_it() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut session = nested();
    session.apply(Action::View(ViewAction::ToggleColorBy(ColorBy::Weights)));
    let mut middle = |session: &Session| {
        let mut picture = session.picture([64, 64], 1);
        picture.legends.clear();
        picture.labels.clear();
        picture.overlays.bones = false;
        picture.models[0].selection = None;
        assert_eq!(renderer.draw(&picture).expect("draws").problems, []);
        let texels = renderer.read_pixels().expect("reads back").rgba;
        let at = (32 * 64 + 40) * 4;
        [texels[at], texels[at + 1], texels[at + 2]]
    };
    select(&mut session, 0);
    let inner = middle(&session);
    // The last color of the ramp is bright and yellow, the neutral one is grey.
    let is_heat = |[r, _, b]: [u8; 3]| r > 120 && r > b + 60;
    assert!(is_heat(inner), "{inner:?}");
    select(&mut session, 1);
    let outer = middle(&session);
    assert!(is_heat(outer), "{outer:?}");
    select(&mut session, 2);
    let idle = middle(&session);
    assert!(
        !is_heat(idle),
        "{idle:?}: nothing is moved, and nothing is seen through"
    );
}
