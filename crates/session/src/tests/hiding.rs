//! Hiding meshes and bones, and showing some alone.

use super::*;
use crate::saved::saved_view;
use crate::saved::show_saved;
use crate::stage::hidden;
use crate::stage::hidden::hides_anything;
use crate::stage::hidden::is_hidden;
use crate::view;
use crate::view::bones::picking::drawn_at;
use castview_base::core::{BoneIndex, Bounds, SkinIndex, UintStream};
use castview_base::scene::{Influences, Skin};
use castview_picture::{PlacedKey, Places};
use glam::Affine3A;

/// A chain of hip, spine, head and hand, and meshes: a body that the hip moves most of, a hat that hangs on the head alone.
fn two_meshes() -> (Session, PlacedKey) {
    let mut pilot = model("pilot");
    pilot.blend_shapes = Vec::new().into();
    pilot.skeleton = bones(&["hip", "spine", "head", "hand"]);
    pilot.skins = vec![Skin {
        bones: (0..4).map(BoneIndex::new).collect(),
        bone_from_mesh: vec![Some(glam::Affine3A::IDENTITY); 4],
    }];
    let skinned = |name: &str, slots: [u8; 3]| Mesh {
        name: name.into(),
        skin: Some(SkinIndex::new(0)),
        influences: Influences {
            stride: 1,
            slots: UintStream::U8(slots.to_vec().into()),
            weights: vec![1.0; 3].into(),
            ..Default::default()
        },
        ..pilot.meshes[0].clone()
    };
    pilot.meshes = vec![skinned("body", [0, 0, 3]), skinned("hat", [2, 2, 2])];
    let mut session = Session::default();
    open(&mut session, vec![file(1, vec![pilot], Vec::new())], Placement::Replace);
    session.apply(Switch::BONES.toggle());
    let key = session.stage().models()[0].key;
    (session, key)
}

/// The meshes and the bones that a picture shows.
fn seen(session: &Session) -> (Vec<usize>, Vec<usize>) {
    let shown = &session.picture([64, 64], 1).models[0];
    let meshes = (0..2).filter(|mesh| !shown.hidden_meshes[*mesh]).collect();
    let is_seen = |bone: &usize| shown.bones.shown.as_ref().is_none_or(|shown| shown[*bone]);
    (meshes, (0..4).filter(is_seen).collect())
}

fn select(session: &mut Session, item: Selected) {
    session.apply(Action::Selection(SelectionAction::Select(Some(item))));
}

#[test]
fn a_hidden_bone_takes_along_what_is_below_it_and_what_that_moves() {
    let (mut session, key) = two_meshes();
    let bone = |bone| Selected::Bone(key, BoneIndex::new(bone));
    let hat = Selected::Mesh(key, MeshIndex::new(1));
    assert_eq!(seen(&session), (vec![0, 1], vec![0, 1, 2, 3]));
    select(&mut session, bone(2));
    session.apply(Action::Selection(SelectionAction::HideSelected));
    assert_eq!(seen(&session), (vec![0], vec![0, 1]));
    let eyes = [0, 1, 2, 3].map(|at| hidden::is_shown(&session, bone(at)));
    assert_eq!(eyes, [true, false, false, false], "all that the spine holds is hidden");
    assert!(!hidden::is_shown(&session, hat) && hides_anything(&session));

    // One bone of it comes back, with what it holds: nothing.
    session.apply(Action::Selection(SelectionAction::ToggleShown(bone(3))));
    assert_eq!(seen(&session), (vec![0], vec![0, 1, 3]));
    session.apply(Action::Undo);
    session.apply(Action::Undo);
    assert_eq!(seen(&session), (vec![0, 1], vec![0, 1, 2, 3]));
    session.apply(Action::Redo);
    assert_eq!(seen(&session), (vec![0], vec![0, 1]));
    session.apply(Action::Selection(SelectionAction::ShowAll));
    assert_eq!(seen(&session), (vec![0, 1], vec![0, 1, 2, 3]));
    assert!(!hides_anything(&session));
}

#[test]
fn hidden_bones_are_neither_named_nor_hit() {
    let (mut session, key) = two_meshes();
    session.apply(Switch::NAMES.toggle());
    let names = |session: &Session| session.picture([64, 64], 1).labels.len();
    assert_eq!(names(&session), 4);
    let spine = Selected::Bone(key, BoneIndex::new(1));
    let at = {
        let size = session.view().viewport().map(|side| side as f32);
        let camera = session.view().camera();
        let labels = session.picture([64, 64], 1).labels;
        let head = labels.iter().find(|label| label.text == "spine").expect("named").anchor;
        let ndc = camera.clip_from_world(size[0] / size[1]).project_point3(head);
        glam::vec2((ndc.x + 1.0) * 0.5 * size[0], (1.0 - ndc.y) * 0.5 * size[1])
    };
    let hit = |session: &Session| drawn_at(session, at, 6.0).contains(&spine);
    assert!(hit(&session));
    session.apply(Action::Selection(SelectionAction::ToggleShown(spine)));
    assert_eq!(names(&session), 1);
    assert!(!hit(&session));
}

#[test]
fn what_is_selected_is_shown_alone_and_then_all_as_it_was() {
    let (mut session, key) = two_meshes();
    let solo = Switch::SOLO.toggle();
    session.apply(solo.clone());
    assert!(!session.edits.is_solo(), "nothing is selected");
    session.apply(Action::Selection(SelectionAction::ToggleShown(Selected::Bone(
        key,
        BoneIndex::new(3),
    ))));
    let before = seen(&session);
    assert_eq!(before, (vec![0, 1], vec![0, 1, 2]));
    for (item, alone) in [
        (Selected::Mesh(key, MeshIndex::new(1)), (vec![1], vec![])),
        (Selected::Bone(key, BoneIndex::new(2)), (vec![1], vec![2, 3])),
        // The hand holds no mesh, but it moves the body.
        (Selected::Bone(key, BoneIndex::new(3)), (vec![0], vec![3])),
        (Selected::Model(key), (vec![0, 1], vec![0, 1, 2, 3])),
    ] {
        select(&mut session, item);
        session.apply(solo.clone());
        assert_eq!(seen(&session), alone, "{item:?}");
        assert!(session.edits.is_solo());
        session.apply(solo.clone());
        assert_eq!(seen(&session), before, "{item:?}");
    }
    session.apply(solo.clone());
    session.apply(Action::Undo);
    assert!(!session.edits.is_solo());
    assert_eq!(seen(&session), before);
}

/// Thousands of copies that show nothing are one draw, unless their edges are drawn; whatever has an area is drawn wherever it stands.
#[test]
fn copies_without_area_are_drawn_once_and_that_is_told() {
    let opened = |last: [f32; 3]| {
        let mesh = Mesh {
            positions: vec![[0.0; 3], [1.0, 1.0, 1.0], last].into(),
            triangles: vec![0, 1, 2].into(),
            bounds: Bounds {
                min: Vec3::ZERO,
                max: Vec3::splat(2.0),
            },
            ..Mesh::default()
        };
        let model = Model {
            name: "blade".into(),
            meshes: vec![mesh],
            ..Model::default()
        };
        let inside = file(2, vec![model], Vec::new());
        let places = (0..2000).map(|at| Affine3A::from_translation(Vec3::X * at as f32));
        let mut level = file(1, Vec::new(), Vec::new());
        level.instances.files.push(InstancedFile {
            key: FileKey(2),
            name: inside.name.clone(),
            location: inside.location.clone(),
            reach: OpenedFile::reach_of(&inside.scene),
            scene: inside.scene,
            textures: Vec::new(),
            standing: Standing {
                places: Places::of(places.collect()).expect("several"),
                sources: Arc::new(vec![0; 2000]),
            },
            stands_for: StandsFor::Itself,
        });
        let mut session = Session::default();
        open(&mut session, vec![level], Placement::Replace);
        session
    };
    let drawn = |session: &Session| session.picture([64, 64], 1).models[0].places.len();
    let told = "1999 placements of models of which no triangle has an area, such as blade, are not drawn: they would show nothing";
    let mut flat = opened([2.0; 3]);
    assert_eq!((drawn(&flat), view::flat_copies(&flat).as_deref()), (1, Some(told)));
    flat.apply(Switch::WIREFRAME.toggle());
    assert_eq!((drawn(&flat), view::flat_copies(&flat)), (2000, None));
    let solid = opened([2.0, 0.0, 0.0]);
    assert_eq!((drawn(&solid), view::flat_copies(&solid)), (2000, None));
}

/// Two bodies, two heads, a hat; a second model of the same file.
fn grouped() -> (Session, PlacedKey) {
    let mut pilot = model("pilot");
    let named = |name: &str| Mesh {
        name: name.into(),
        ..pilot.meshes[0].clone()
    };
    let names = ["body_lod0", "head_a", "body_lod1", "head_b", "hat"];
    pilot.meshes = names.map(named).into();
    pilot.blend_shapes = Vec::new().into();
    let mut session = Session::default();
    let models = vec![pilot, model("dog")];
    open(&mut session, vec![file(1, models, Vec::new())], Placement::Replace);
    let key = session.stage().models()[0].key;
    (session, key)
}

fn shown(session: &Session) -> [Vec<usize>; 2] {
    [0, 1].map(|at| {
        let placed = &session.stage().models()[at];
        let is_shown = |mesh: &usize| !is_hidden(session, placed.key, MeshIndex::new(*mesh));
        (0..placed.model().meshes.len()).filter(is_shown).collect()
    })
}

#[test]
fn a_group_of_meshes_is_hidden_and_shown_as_one() {
    let (mut session, key) = grouped();
    let placed = &session.stage().models()[0];
    let names: Vec<&str> = placed.geosets().iter().map(|geoset| geoset.name.as_str()).collect();
    assert_eq!(names, ["body", "head"]);
    let heads = placed.meshes_of(&placed.geosets()[1]);
    let toggle = |session: &mut Session| {
        session.apply(Action::Selection(SelectionAction::ToggleAllShown(heads.clone())));
    };
    toggle(&mut session);
    assert_eq!(shown(&session), [vec![0, 2, 4], vec![0]]);
    toggle(&mut session);
    assert_eq!(shown(&session), [vec![0, 1, 2, 3, 4], vec![0]]);
    session.apply(Action::Undo);
    assert_eq!(shown(&session), [vec![0, 2, 4], vec![0]], "one step");
    session.apply(Action::Undo);

    // The command is about the groups of selected meshes; a mesh of none has nothing to hide with it.
    let hide = command("hide_geoset");
    select(&mut session, Selected::Mesh(key, MeshIndex::new(4)));
    assert!(!hide.is_enabled(&session));
    select(&mut session, Selected::Mesh(key, MeshIndex::new(2)));
    assert!(hide.is_enabled(&session));
    session.apply(hide.action());
    assert_eq!(shown(&session), [vec![1, 3, 4], vec![0]]);
    // Where some are shown, all are hidden first.
    session.apply(Action::Selection(SelectionAction::ToggleShown(Selected::Mesh(
        key,
        MeshIndex::new(0),
    ))));
    session.apply(hide.action());
    assert_eq!(shown(&session), [vec![1, 3, 4], vec![0]]);

    // A view file says which meshes these are.
    let keys = saved_view(&session);
    let (mut other, _) = grouped();
    show_saved(&mut other, &keys).expect("the same files");
    assert_eq!(shown(&other), shown(&session));
}

#[test]
fn all_models_of_a_file_are_hidden_as_one() {
    let (mut session, _) = grouped();
    let of_file = Selected::File(session.stage().models()[0].file);
    let toggle = Action::Selection(SelectionAction::ToggleShown(of_file));
    assert!(hidden::is_shown(&session, of_file) && session.stage().is_drawable(of_file));
    session.apply(toggle.clone());
    assert!(shown(&session).iter().all(Vec::is_empty));
    assert!(!hidden::is_shown(&session, of_file));
    session.apply(toggle);
    assert_eq!(shown(&session), [vec![0, 1, 2, 3, 4], vec![0]]);
    // Shown alone, it is all there is.
    select(&mut session, of_file);
    session.apply(Switch::SOLO.toggle());
    assert_eq!(shown(&session), [vec![0, 1, 2, 3, 4], vec![0]]);
}
