//! Models hung on others: dragged onto bones in the tree and in the 3D view, said what it will do, taken off.

use crate::panels::*;
use castview_base::scene::{Bone, Model, Skeleton};
use castview_picture::opened::{InstancedFile, Instances, Standing, StandsFor};
use castview_picture::{PlacedKey, Places};
use castview_session::view;
use castview_session::{Attachment, CompositionAction, SelectionAction};

/// The walker, and a sword beside it.
pub fn armed() -> Session {
    let mut session = fixture::opened(vec![fixture::walker(), sword()]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Start)));
    session
}

fn sword() -> OpenedFile {
    let hilt = Bone {
        name: "hilt".into(),
        parent: None,
        rest: castview_base::core::Transform::IDENTITY,
        compensates_scale: false,
        ..Bone::default()
    };
    let model = Model {
        name: "sword".into(),
        skeleton: Skeleton::new(vec![hilt]).expect("one bone"),
        ..Model::default()
    };
    let scene = Scene {
        models: vec![model],
        ..Scene::default()
    };
    OpenedFile {
        key: FileKey(2),
        name: "sword.cast".into(),
        reach: OpenedFile::reach_of(&scene),
        scene: Arc::new(scene),
        diagnostics: Arc::default(),
        textures: Vec::new(),
        ..fixture::walker()
    }
}

pub fn key(session: &Session, model: usize) -> PlacedKey {
    session.stage().models()[model].key
}

pub fn on(session: &Session, name: &str) -> Attachment {
    let Selected::Bone(leader, bone) = bone(session, name) else {
        unreachable!("a bone was asked for");
    };
    Attachment::Bone { leader, bone }
}

/// Where the view shows the joint of that bone.
fn in_view(harness: &Panels, name: &str) -> Pos2 {
    let session = session_of(harness);
    let Selected::Bone(model, bone) = bone(session, name) else {
        unreachable!("a bone was asked for");
    };
    let lines = view::bone_lines(session);
    let line = lines.iter().find(|line| (line.model, line.bone) == (model, bone));
    let at = line.expect("it is in view").from;
    let rect = harness.state().shown().viewport;
    let pixels = session.view().viewport().map(|side| side as f32);
    rect.min + vec2(at.x, at.y) * rect.size() / vec2(pixels[0], pixels[1])
}

fn row_of(harness: &Panels, name: &str) -> Pos2 {
    harness.get_by_role_and_label(Role::TreeItem, name).rect().center()
}

#[test]
fn a_row_dropped_on_a_bone_of_the_view_hangs_its_model_there() {
    // Tall enough for the row below the walker's.
    let mut harness = build(builder(vec2(1280.0, 1200.0)), armed());
    // The wrist reaches beyond the mesh, which is what is framed.
    let farther = CameraMove::Zoom {
        factor: 1.5,
        ndc: glam::Vec2::ZERO,
    };
    act(&mut harness, Action::View(ViewAction::Camera(farther)));
    let (from, to) = (row_of(&harness, "sword"), in_view(&harness, "j_wrist_ri"));
    let pose = session_of(&harness).view().camera();
    press(&mut harness, from);
    harness.hover_at(to);
    harness.run_steps(2);
    assert!(
        harness.query_by_label("Hang sword on j_wrist_ri").is_some(),
        "it says so"
    );
    let is_hover = |action: &Action| matches!(action, Action::Selection(SelectionAction::Hover(_)));
    assert!(actions(&mut harness).iter().all(is_hover), "and waits");
    // A clip that plays may take the bone away before the next picture: what was said holds.
    harness
        .state_mut()
        .session
        .apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(50.0))));
    harness.drop_at(to);
    harness.run_steps(2);
    let session = session_of(&harness);
    let wanted = on(session, "j_wrist_ri");
    assert_eq!(session.edits().attachments.get(&key(session, 1)), Some(&wanted));
    assert_eq!(session.view().camera(), pose, "the view does not turn under the drag");
    assert!(harness.query_by_label("Hang sword on j_wrist_ri").is_none());
    harness
        .state_mut()
        .session
        .apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(0.0))));
    harness.run_steps(2);
    // In the view the walker can be looked through, but not hung on what hangs on it.
    let (from, to) = (row_of(&harness, "walker"), in_view(&harness, "j_wrist_ri"));
    press(&mut harness, from);
    harness.hover_at(to);
    harness.run_steps(2);
    assert!(harness.query_by_label("sword already hangs on walker").is_some());
    harness.drop_at(to);
    harness.run_steps(2);
    assert_eq!(session_of(&harness).edits().attachments.len(), 1);
}

#[test]
fn a_drop_beside_every_bone_and_a_drag_that_is_given_up_change_nothing() {
    let mut harness = build(builder(vec2(1280.0, 1200.0)), armed());
    let from = row_of(&harness, "sword");
    let corner = harness.state().shown().viewport.right_bottom() - vec2(40.0, 40.0);
    press(&mut harness, from);
    harness.hover_at(corner);
    harness.run_steps(2);
    assert!(harness.query_by_label("Let go on a bone").is_some());
    harness.drop_at(corner);
    harness.run_steps(2);
    assert!(session_of(&harness).edits().attachments.is_empty());
    let to = in_view(&harness, "j_head");
    press(&mut harness, from);
    harness.hover_at(to);
    harness.run_steps(2);
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    harness.drop_at(to);
    harness.run_steps(2);
    assert!(session_of(&harness).edits().attachments.is_empty(), "Escape gives up");
}

#[test]
fn rows_of_the_tree_say_what_a_drop_does_and_the_inspector_takes_it_off() {
    let mut harness = build(builder(vec2(1280.0, 1200.0)), armed());
    let (from, bone, model) = (
        row_of(&harness, "sword"),
        row_of(&harness, "j_neck"),
        row_of(&harness, "walker"),
    );
    press(&mut harness, from);
    for (at, words) in [
        (bone, "Hang sword on j_neck"),
        (model, "Move sword with the bones of walker"),
    ] {
        harness.hover_at(at);
        harness.run_steps(3);
        assert!(harness.query_by_label(words).is_some(), "{words}");
    }
    harness.drop_at(model);
    harness.run_steps(2);
    let session = session_of(&harness);
    let follows = Attachment::Follow {
        leader: key(session, 0),
    };
    assert_eq!(session.edits().attachments.get(&key(session, 1)), Some(&follows));
    let select = Action::Selection(SelectionAction::Select(Some(Selected::Model(key(session, 1)))));
    act(&mut harness, select);
    harness.get_by_label("Detach").click();
    harness.run_steps(2);
    assert!(session_of(&harness).edits().attachments.is_empty());
}

/// The sword's file, which places the walker's twice and names one that is missing.
fn crowd() -> Session {
    let walker = fixture::walker();
    let place = |x: f32| glam::Affine3A::from_translation(glam::Vec3::X * x);
    let inside = |key, scene: &Arc<Scene>, places: Vec<glam::Affine3A>, stands_for| InstancedFile {
        key: FileKey(key),
        name: "other.cast".into(),
        location: String::new(),
        scene: scene.clone(),
        textures: Vec::new(),
        reach: OpenedFile::reach_of(scene),
        standing: Standing {
            sources: Arc::new((0..places.len() as u32).collect()),
            places: Places::of(places).expect("a place"),
        },
        stands_for,
    };
    let boxes = Model {
        name: "box".into(),
        ..Model::default()
    };
    let boxes = Arc::new(Scene {
        models: vec![boxes],
        ..Scene::default()
    });
    let instances = Instances {
        files: vec![
            inside(8, &walker.scene, vec![place(-40.0), place(40.0)], StandsFor::Itself),
            inside(9, &boxes, vec![place(0.0)], StandsFor::Missing),
        ],
        ..Instances::default()
    };
    let mut session = fixture::opened(vec![OpenedFile { instances, ..sword() }]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session
}

#[test]
fn bones_of_every_instance_can_be_dropped_on_and_boxes_say_why_not() {
    let mut harness = build(builder(vec2(1280.0, 1200.0)), crowd());
    let session = session_of(&harness);
    let walker = &session.stage().models()[1];
    let head = walker.model().skeleton.find("j_head").expect("the walker has it");
    let lines = view::bone_lines(session);
    let heads = lines
        .iter()
        .filter(|line| (line.model, line.bone) == (walker.key, head));
    let heads: Vec<glam::Vec2> = heads
        .filter(|line| line.from == line.to)
        .map(|line| line.from)
        .collect();
    assert_eq!(heads.len(), 2, "one a place");
    let wanted = Attachment::Bone {
        leader: walker.key,
        bone: head,
    };
    let rect = harness.state().shown().viewport;
    let from = row_of(&harness, "sword");
    for head in heads {
        let off = Action::Composition(CompositionAction::Attach(key(session_of(&harness), 0), None));
        act(&mut harness, off);
        drag(&mut harness, from, rect.min + vec2(head.x, head.y));
        let session = session_of(&harness);
        assert_eq!(session.edits().attachments.get(&key(session, 0)), Some(&wanted));
        assert_eq!(session.picture([64, 64], 1).models[0].places.len(), 2);
    }
    let (from, to) = (row_of(&harness, "box"), row_of(&harness, "hilt"));
    press(&mut harness, from);
    harness.hover_at(to);
    harness.run_steps(2);
    let why = harness.query_by_label_contains("A box stands for a missing file");
    assert!(why.is_some());
}
