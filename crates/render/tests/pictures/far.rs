//! A model far from the origin of its file is the same picture as at the origin, with the same triangles under the pointer.

use castview_base::core::{BoneIndex, MaterialIndex, ModelIndex, Transform};
use castview_base::scene::{Clip, Copies, CurveMode, Mesh, Model, Property, Scene, Skeleton, Skinning, Track};
use castview_images::Image;
use castview_picture::opened::{FileKey, InstancedFile, Instances, OpenedFile, Placement, Standing, StandsFor};
use castview_picture::{Picture, Places};
use castview_render::{Picked, Renderer};
use castview_session::saved;
use castview_session::{
    Action, Attachment, BoneSpace, CameraMove, CompositionAction, Message, PlaybackAction, Seek, Session, ViewAction,
    view,
};
use castview_testkit::gpu;
use castview_testkit::rigs::{clip, rotation_track, scalar_track};
use castview_testkit::shapes;
use glam::{Quat, Vec2, Vec3, Vec4};
use std::sync::Arc;

/// Single precision counts in whole units there.
const FAR: Vec3 = Vec3::new(1e7, -3e6, 2e6);
/// Here in sixteenths.
const LESS_FAR: Vec3 = Vec3::new(1e6, -3e5, 2e5);
/// Mean difference of a channel, of 255: less than one pixel of 76 800 that turns from black to white. Sums of other numbers may round the
/// corner of an edge otherwise, and give it another shade; the pictures of torn models differ by several.
const MOST_MEAN: f64 = 0.002;

/// `model` with its topmost bones moved `by`; bind matrices stay.
fn moved(mut model: Model, by: Vec3) -> Model {
    let mut bones = model.skeleton.to_bones();
    for bone in bones.iter_mut().filter(|bone| bone.parent.is_none()) {
        bone.rest.translation += by;
    }
    model.skeleton = Skeleton::new(bones).expect("as before");
    model
}

/// `mesh` with its vertices on the grid that single precision has at `by`, and moved there.
fn vertices_at(mesh: Mesh, by: Vec3, stays: bool) -> Mesh {
    let back = if stays { by } else { Vec3::ZERO };
    let positions = mesh.positions.iter().map(|at| (Vec3::from(at) + by - back).to_array());
    Mesh {
        positions: positions.collect::<Vec<_>>().into(),
        ..mesh
    }
}

/// Bends the tube, with its root where it is.
fn bending() -> Vec<Track> {
    let turn = Quat::from_rotation_z(-0.6) * Quat::from_rotation_y(0.8);
    let keys = [(0, Quat::IDENTITY), (10, turn)];
    let track = |bone| rotation_track(bone, CurveMode::Absolute, 1.0, &keys);
    vec![track("mid"), track("tip")]
}

fn sent_to(by: Vec3) -> Vec<Track> {
    let axes = [Property::TranslationX, Property::TranslationY, Property::TranslationZ];
    let tracks = axes.into_iter().zip(by.to_array());
    tracks
        .map(|(axis, at)| scalar_track("root", axis, CurveMode::Absolute, 1.0, &[(0, at), (10, at)]))
        .collect()
}

fn session_of(model: Model, clip: Option<Clip>, counts_as_filed: bool) -> Session {
    let scene = Scene {
        models: vec![model],
        clips: clip.into_iter().collect(),
        ..Scene::default()
    };
    session_with(OpenedFile::of(FileKey(1), "far.cast", scene), counts_as_filed)
}

fn session_with(file: OpenedFile, counts_as_filed: bool) -> Session {
    let mut session = Session::default();
    if counts_as_filed {
        view::count_as_filed(&mut session);
    }
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![file],
        placement: Placement::Replace,
    });
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(8.0))));
    session
}

struct Seen {
    image: Image,
    picked: Vec<Option<Picked>>,
}

fn seen(renderer: &mut Renderer, session: &Session) -> Seen {
    let picture: Picture = session.picture([320, 240], 1);
    assert!(picture.overlays.grid && picture.shadows.ground.is_some() && picture.shadows.key);
    let drawn = renderer.draw(&picture).expect("draws");
    assert_eq!(drawn.problems, []);
    let spots = (0..12).flat_map(|y| (0..16).map(move |x| (20 * x + 10, 20 * y + 10)));
    Seen {
        image: renderer.read_pixels().expect("reads back"),
        picked: spots.map(|(x, y)| renderer.pick(x, y).expect("picks")).collect(),
    }
}

fn mean_difference(one: &Image, other: &Image) -> f64 {
    let pairs = one.rgba.iter().zip(&other.rgba);
    let all: u64 = pairs.map(|(one, other)| u64::from(one.abs_diff(*other))).sum();
    all as f64 / one.rgba.len() as f64
}

fn ball(by: Vec3, stays: bool) -> Model {
    Model {
        meshes: vec![Mesh {
            material: Some(MaterialIndex::new(0)),
            ..vertices_at(shapes::sphere(), by, stays)
        }],
        materials: vec![shapes::color_material(Vec4::new(0.3, 0.5, 0.7, 1.0))],
        ..Model::default()
    }
}

/// The tube bound where its bones rest, which is far away.
fn bound_at(by: Vec3, skinning: Skinning, stays: bool) -> Model {
    let mut model = shapes::tube(skinning);
    model.meshes[0] = vertices_at(model.meshes[0].clone(), by, stays);
    if !stays {
        model = moved(model, by);
        model.skins[0] = shapes::skin_of(&model.skeleton);
    }
    model
}

#[test]
fn what_is_far_away_is_the_same_picture_as_at_the_origin() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let (linear, dual) = (Skinning::Linear, Skinning::DualQuaternion);
    let bent = || Some(clip(bending()));
    let sent = || Some(clip([bending(), sent_to(FAR)].concat()));
    let placed = |by: Vec3| {
        let mut model = shapes::tube(linear);
        model.placement.translation = by;
        model.placement.rotation = Quat::from_rotation_x(0.7);
        model
    };
    for (what, near, far, clips) in [
        (
            "a root",
            shapes::tube(linear),
            moved(shapes::tube(linear), FAR),
            [bent(), bent()],
        ),
        (
            "a root, dual quaternions",
            shapes::tube(dual),
            moved(shapes::tube(dual), FAR),
            [bent(), bent()],
        ),
        ("a clip", shapes::tube(linear), shapes::tube(linear), [bent(), sent()]),
        (
            "a clip, dual quaternions",
            shapes::tube(dual),
            shapes::tube(dual),
            [bent(), sent()],
        ),
        ("a placement", placed(Vec3::ZERO), placed(FAR), [bent(), bent()]),
        ("vertices", ball(LESS_FAR, true), ball(LESS_FAR, false), [None, None]),
        (
            "vertices and bones",
            bound_at(LESS_FAR, linear, true),
            bound_at(LESS_FAR, linear, false),
            [None, None],
        ),
    ] {
        let [of_near, of_far] = clips;
        let is_torn_without = what != "vertices";
        let torn = session_of(far.clone(), of_far.clone(), true);
        let [near, far] = [session_of(near, of_near, false), session_of(far, of_far, false)];
        assert_eq!(view::stage_origin(&near), None, "{what}");
        let origin = view::stage_origin(&far).expect(what);
        assert!([FAR, LESS_FAR].contains(&origin), "{what}: {origin}");
        let [near, far, torn] = [&near, &far, &torn].map(|session| seen(&mut renderer, session));
        let (mean, without) = (
            mean_difference(&near.image, &far.image),
            mean_difference(&near.image, &torn.image),
        );
        println!("{what}: {mean}, as filed {without}");
        assert!(mean <= MOST_MEAN, "{what}: {mean}");
        assert!(near.picked == far.picked, "{what}");
        assert!(near.picked.iter().flatten().count() > 10, "{what}");
        if is_torn_without {
            assert!(without > 1000.0 * MOST_MEAN, "{what}: {without}");
        }
    }
}

fn turned(at: Vec3, angle: f32) -> Transform {
    Transform {
        translation: at,
        rotation: Quat::from_rotation_y(angle),
        ..Transform::IDENTITY
    }
}

/// A file that places the tube of another file three times around `by`.
fn instances(by: Vec3) -> OpenedFile {
    let places = [(-3.0, 0.0), (0.0, 0.5), (3.0, 2.0)].map(|(x, angle)| turned(by + Vec3::X * x, angle));
    let scene = Arc::new(Scene {
        models: vec![shapes::tube(Skinning::Linear)],
        ..Scene::default()
    });
    let standing = Standing {
        sources: Arc::new(vec![0, 1, 2]),
        places: Places::of(places.map(|place| place.affine()).to_vec()).expect("three"),
    };
    let file = InstancedFile {
        key: FileKey(2),
        name: "tube.cast".into(),
        location: String::new(),
        textures: Vec::new(),
        reach: OpenedFile::reach_of(&scene),
        scene,
        standing,
        stands_for: StandsFor::Itself,
    };
    let instances = Instances {
        files: vec![file],
        ..Instances::default()
    };
    OpenedFile {
        instances,
        ..OpenedFile::of(FileKey(1), "map.cast", Scene::default())
    }
}

/// A ball at three places about the tip of a tube whose root stands at `by`, which a clip bends.
fn copies(by: Vec3) -> OpenedFile {
    let tube = moved(shapes::tube(Skinning::Linear), by);
    let places = [(-1.0, 0.0), (0.0, 0.5), (1.0, 2.0)].map(|(x, angle)| turned(Vec3::X * x, angle));
    let ball = Model {
        copies: Some(Box::new(Copies {
            leader: ModelIndex::new(0),
            bone: BoneIndex::new(2),
            places: Arc::new(places.to_vec()),
        })),
        ..ball(Vec3::ZERO, false)
    };
    let scene = Scene {
        models: vec![tube, ball],
        clips: vec![clip(bending())],
        ..Scene::default()
    };
    OpenedFile::of(FileKey(1), "copies.glb", scene)
}

/// A tube with its root at `by`, and on its tip a ball; if one `follows`, a second tube moved by the bones of the first instead.
fn hung(by: Vec3, follows: bool, counts_as_filed: bool) -> Session {
    let second = match follows {
        true => moved(shapes::tube(Skinning::DualQuaternion), by + Vec3::X),
        false => ball(Vec3::ZERO, false),
    };
    let scene = Scene {
        models: vec![moved(shapes::tube(Skinning::Linear), by), second],
        clips: vec![clip(bending())],
        ..Scene::default()
    };
    let mut session = session_with(OpenedFile::of(FileKey(1), "hung.cast", scene), counts_as_filed);
    let [leader, model] = [0, 1].map(|at| session.stage().models()[at].key);
    let to = match follows {
        true => Attachment::Follow { leader },
        false => Attachment::Bone {
            leader,
            bone: BoneIndex::new(2),
        },
    };
    session.apply(Action::Composition(CompositionAction::Attach(model, Some(to))));
    session.apply(Action::View(ViewAction::Camera(CameraMove::FrameAll)));
    session
}

#[test]
fn instances_copies_and_what_hangs_on_others_are_the_same_pictures_far_away() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    type Make = fn(Vec3, bool) -> Session;
    let all: [(&str, Make); 4] = [
        ("instances", |by, as_filed| session_with(instances(by), as_filed)),
        ("copies", |by, as_filed| session_with(copies(by), as_filed)),
        ("on a bone", |by, as_filed| hung(by, false, as_filed)),
        ("with the bones", |by, as_filed| hung(by, true, as_filed)),
    ];
    for (what, make) in all {
        let sessions = [make(Vec3::ZERO, false), make(FAR, false), make(FAR, true)];
        assert_eq!(view::stage_origin(&sessions[1]), Some(FAR), "{what}");
        let [near, far, torn] = sessions.each_ref().map(|session| seen(&mut renderer, session));
        let [mean, without] = [&far, &torn].map(|other| mean_difference(&near.image, &other.image));
        println!("{what}: {mean}, as filed {without}");
        assert!(
            mean <= MOST_MEAN && without > 100.0 * MOST_MEAN,
            "{what}: {mean} {without}"
        );
        // Two tubes that stand in one place are equally near: either may be hit.
        assert!(near.picked == far.picked || what == "with the bones", "{what}");
    }
}

#[test]
fn a_stage_that_comes_near_and_goes_away_again_is_the_same_each_time() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let far = || moved(shapes::tube(Skinning::Linear), FAR);
    let mut session = session_of(far(), None, false);
    let first = seen(&mut renderer, &session).image;
    let near = Scene {
        models: vec![shapes::tube(Skinning::Linear)],
        ..Scene::default()
    };
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![OpenedFile::of(FileKey(2), "near.cast", near)],
        placement: Placement::Replace,
    });
    assert_eq!(
        view::stage_origin(&session),
        None,
        "the file that is near has taken its place"
    );
    let near = seen(&mut renderer, &session).image;
    assert!(mean_difference(&first, &near) <= MOST_MEAN);
    session.apply(Action::Undo);
    assert_eq!(view::stage_origin(&session), Some(FAR));
    let again = seen(&mut renderer, &session).image;
    let mean = mean_difference(&first, &again);
    assert!(mean <= MOST_MEAN, "{mean}");
}

#[test]
fn a_view_of_what_is_far_away_comes_back() {
    let opened = || session_of(moved(shapes::tube(Skinning::Linear), FAR), Some(clip(bending())), false);
    let mut session = opened();
    session.apply(Action::View(ViewAction::Camera(CameraMove::Pan(Vec2::new(0.01, 0.02)))));
    session.apply(Action::View(ViewAction::SaveViewpoint(0)));
    let saved = serde_json::to_string(&saved::saved_view(&session)).expect("it is text");
    let mut again = opened();
    drop(saved::show_saved(
        &mut again,
        &serde_json::from_str(&saved).expect("it is a view"),
    ));
    let [one, other] = [&session, &again].map(|session| session.picture([320, 240], 1));
    assert_eq!(one.camera, other.camera);
    assert_eq!((one.bounds, one.shadows), (other.bounds, other.shadows));
    // Counted from the origin of the file, the camera stands where it was, short of some digits.
    let mut filed = session_of(moved(shapes::tube(Skinning::Linear), FAR), Some(clip(bending())), true);
    drop(saved::show_saved(
        &mut filed,
        &serde_json::from_str(&saved).expect("it is a view"),
    ));
    let (target, origin) = (filed.view().camera().target, view::world_origin(&session));
    assert!(
        target.abs_diff_eq(session.view().camera().target + origin, 1.0),
        "{target}"
    );
    let viewpoint = session.preferences().camera.viewpoints.get(0).expect("it was saved");
    assert_eq!(Vec3::from(viewpoint.counts_from), origin);
    session.apply(Action::View(ViewAction::Camera(CameraMove::FrameAll)));
    session.apply(Action::View(ViewAction::GoToViewpoint(0)));
    assert_eq!(session.view().camera().target, one.camera.target);
}

#[test]
fn numbers_stay_those_of_the_file() {
    let session = session_of(moved(shapes::tube(Skinning::Linear), FAR), Some(clip(bending())), false);
    let filed = session_of(moved(shapes::tube(Skinning::Linear), FAR), Some(clip(bending())), true);
    assert!(view::stage_origin(&session).is_some() && view::stage_origin(&filed).is_none());
    for bone in [0, 2].map(BoneIndex::new) {
        for space in [BoneSpace::Local, BoneSpace::Model, BoneSpace::World, BoneSpace::Rest] {
            let [told, wanted] = [&session, &filed].map(|session| {
                let placed = &session.stage().models()[0];
                placed.bone_transform(bone, space)
            });
            // The file's own grid is one unit.
            assert!(
                told.translation.abs_diff_eq(wanted.translation, 1.0),
                "{space:?}: {told:?} {wanted:?}"
            );
            assert!(told.rotation.abs_diff_eq(wanted.rotation, 1e-6), "{space:?}");
        }
    }
}
