//! Motion trails and ghosts: what they are made from, when they are made anew, and what they do to a picture.

use castview_base::core::{BoneIndex, MaterialIndex, MeshIndex};
use castview_base::scene::{Alpha, CurveMode, Mesh, Model, Property, Skinning};
use castview_images::Image;
use castview_motion::animation::rest_pose;
use castview_picture::opened::Placement;
use castview_picture::{Background, Ghost, Picture, PlacedKey, PlacedModel, Selection, Trail, TrailPoint};
use castview_render::Renderer;
use castview_session::{
    Action, AidsAction, Attachment, CameraMove, ClipKey, CompositionAction, DialValue, GhostChoice, GhostStep,
    LayerChange, Message, PlaybackAction, RootMotion, Seek, Selected, SelectionAction, Session, StageAction, Switch,
    ViewAction,
};
use castview_testkit::gpu::{self, empty_picture};
use castview_testkit::rigs::{bone, clip, model, scalar_track};
use castview_testkit::sessions::ui_session as fixture;
use castview_testkit::shapes::{self, framed, place, posed, scene};
use glam::{Affine3A, Quat, Vec3, Vec4};
use std::sync::Arc;

fn paused() -> Session {
    let mut session = fixture::session();
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Start)));
    session
}

fn key(session: &Session, model: usize) -> PlacedKey {
    session.stage().models()[model].key
}

fn find(session: &Session, model: usize, name: &str) -> BoneIndex {
    let skeleton = &session.stage().models()[model].model().skeleton;
    skeleton.find(name).expect("the model has it")
}

fn trail(session: &mut Session, model: usize, name: &str) {
    let selected = Selected::Bone(key(session, model), find(session, model, name));
    session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
    session.apply(Switch::TRAIL.toggle());
}

/// Where a bone stands on the stage.
fn stands(session: &Session, model: usize, bone: BoneIndex) -> Vec3 {
    let placed = &session.stage().models()[model];
    let head: Vec3 = placed.pose().model_from_bone[bone.get()].translation.into();
    placed.stage_from_model().transform_point3(head)
}

/// Every point of the first trail is, to the bit, where the playhead's pose has the bone.
fn check_points(session: &mut Session, model: usize, name: &str, what: &str) {
    let bone = find(session, model, name);
    let points = session.aids().trail_points()[0].clone();
    assert!(points.len() > 10, "{what}: {}", points.len());
    for point in points.iter() {
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(point.frame))));
        let wanted = stands(session, model, bone);
        assert_eq!(point.position, wanted, "{what}: frame {}", point.frame);
    }
    assert!(
        points.iter().any(|point| point.position != points[0].position),
        "{what}: it moves"
    );
    assert!(points.iter().all(|point| (0.0..=1.0).contains(&point.pace)));
    assert!(
        points.iter().any(|point| point.pace == 1.0),
        "{what}: the fastest is the scale"
    );
}

#[test]
fn a_trail_is_where_the_poses_have_the_bone() {
    let mut session = paused();
    trail(&mut session, 0, "j_wrist_le");
    check_points(&mut session, 0, "j_wrist_le", "the clip alone");
    let frames: Vec<f64> = session.aids().trail_points()[0]
        .iter()
        .map(|point| point.frame)
        .collect();
    assert_eq!(frames, (0..=118).map(f64::from).collect::<Vec<_>>(), "every frame once");

    let wave = session.stage().clips()[1].key;
    session.apply(Action::Composition(CompositionAction::AddLayer {
        clip: wave,
        model: None,
    }));
    let layer = session.edits().layers()[0].key;
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::Weight(0.4),
    )));
    session.apply(Action::Composition(CompositionAction::ChangeLayer(
        layer,
        LayerChange::OffsetSecs(0.31),
    )));
    check_points(&mut session, 0, "j_wrist_le", "with a layer");

    session.apply(DialValue::root_motion(RootMotion::InPlace).choose());
    check_points(&mut session, 0, "j_wrist_le", "in place");
}

/// A man whose hip walks, and a sword in his hand.
fn man_and_sword() -> Session {
    let at = |x: f32, y: f32, z: f32| castview_base::core::Transform {
        translation: Vec3::new(x, y, z),
        rotation: Quat::from_rotation_z(x * 0.7),
        ..castview_base::core::Transform::IDENTITY
    };
    let man = model(vec![
        bone("hip", None, at(0.0, 0.0, 5.0)),
        bone("hand", Some(0), at(2.0, 0.0, 0.0)),
    ]);
    let sword = model(vec![
        bone("hilt", None, at(0.3, 0.0, 0.0)),
        bone("tip", Some(0), at(1.0, 0.0, 0.0)),
    ]);
    let walk = |target| {
        scalar_track(
            target,
            Property::TranslationX,
            CurveMode::Absolute,
            1.0,
            &[(0, 0.0), (40, 10.0)],
        )
    };
    let turn = scalar_track(
        "tip",
        Property::TranslationY,
        CurveMode::Absolute,
        1.0,
        &[(0, 0.0), (7, 3.0), (40, 1.0)],
    );
    let scene = castview_base::scene::Scene {
        models: vec![man, sword],
        clips: vec![clip(vec![walk("hip"), turn])],
        ..Default::default()
    };
    let file = castview_picture::opened::OpenedFile::of(castview_picture::opened::FileKey(1), "armed.cast", scene);
    let mut session = fixture::opened(vec![file]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session
}

#[test]
fn a_trail_of_what_hangs_on_another_goes_along() {
    let mut session = man_and_sword();
    let (leader, bone) = (key(&session, 0), find(&session, 0, "hand"));
    let sword = key(&session, 1);
    session.apply(Action::Composition(CompositionAction::Attach(
        sword,
        Some(Attachment::Bone { leader, bone }),
    )));
    trail(&mut session, 1, "tip");
    check_points(&mut session, 1, "tip", "on a bone");
    let keys: Vec<f64> = session.aids().trail_points()[0]
        .iter()
        .filter(|p| p.is_key)
        .map(|p| p.frame)
        .collect();
    assert_eq!(keys, [0.0, 7.0, 40.0], "its own keys, not the leader's");
    session.apply(Action::Composition(CompositionAction::Attach(sword, None)));
    assert!(
        session.aids().trail_points()[0]
            .iter()
            .all(|point| point.position.z < 1.0),
        "off the hand"
    );
}

#[test]
fn a_trail_is_made_once_and_again_when_what_moves_the_bone_changes() {
    let mut session = paused();
    trail(&mut session, 0, "j_wrist_le");
    let made = |session: &Session| session.aids().trail_points()[0].clone();
    let first = made(&session);
    for action in [
        Action::Playback(PlaybackAction::Seek(Seek::Frame(33.0))),
        Action::View(ViewAction::Camera(CameraMove::FrameAll)),
        Action::Selection(SelectionAction::Select(None)),
        Switch::BONES.toggle(),
        Action::Playback(PlaybackAction::Play),
    ] {
        session.apply(action.clone());
        session.advance(0.1);
        assert!(Arc::ptr_eq(&first, &made(&session)), "{action:?} makes nothing anew");
    }
    let drawn = session.picture([64, 64], 1);
    assert!(Arc::ptr_eq(&drawn.trails[0].points, &first), "pictures share it");

    let (walk, wave) = (session.stage().clips()[0].key, session.stage().clips()[1].key);
    let mut before = first;
    for action in [
        Action::Playback(PlaybackAction::ChooseClip(Some(wave))),
        Action::Playback(PlaybackAction::ChooseClip(Some(walk))),
        Action::Composition(CompositionAction::ChangeBase(LayerChange::Weight(0.5))),
        Action::Undo,
        Action::Composition(CompositionAction::AddLayer {
            clip: wave,
            model: None,
        }),
        DialValue::root_motion(RootMotion::InPlace).choose(),
    ] {
        let revision = session.revision();
        session.apply(action.clone());
        let after = made(&session);
        assert!(!Arc::ptr_eq(&before, &after), "{action:?} makes it anew");
        assert!(session.revision() > revision, "{action:?} is drawn");
        before = after;
    }
    session.apply(Action::Playback(PlaybackAction::ChooseClip(None)));
    session.apply(Action::Composition(CompositionAction::ClearLayers));
    assert!(
        session.aids().trail_points().iter().all(|points| points.is_empty()),
        "no clip, no way"
    );
    assert_eq!(session.aids().trail_top_speed(), None);
    session.apply(Action::Stage(StageAction::CloseAll));
    assert_eq!(session.aids().trail_bones(), []);
}

#[test]
fn trails_come_and_go_by_bone() {
    let mut session = paused();
    session.apply(Switch::TRAIL.toggle());
    assert_eq!(session.aids().trail_bones(), [], "no bone is selected");
    trail(&mut session, 0, "j_wrist_le");
    trail(&mut session, 0, "j_head");
    assert_eq!(session.picture([64, 64], 1).trails.len(), 2);
    trail(&mut session, 0, "j_wrist_le");
    assert_eq!(
        session.aids().trail_bones(),
        [(key(&session, 0), find(&session, 0, "j_head"))]
    );
    session.apply(Action::Aids(AidsAction::ClearTrails));
    assert_eq!(session.picture([64, 64], 1).trails.len(), 0);
}

fn ghosts(count: u8, step: GhostStep) -> Action {
    Action::Aids(AidsAction::SetGhosts(GhostChoice {
        shown: true,
        count,
        step,
        ..GhostChoice::default()
    }))
}

#[test]
fn ghosts_are_the_poses_of_their_frames() {
    let mut session = paused();
    for (now, choice, wanted) in [
        (
            50.0,
            ghosts(2, GhostStep::Frames(5)),
            vec![(40.0, -2), (60.0, 2), (45.0, -1), (55.0, 1)],
        ),
        (50.3, ghosts(1, GhostStep::Frames(1)), vec![(49.0, -1), (51.0, 1)]),
        (
            3.0,
            ghosts(2, GhostStep::Frames(3)),
            vec![(9.0, 2), (0.0, -1), (6.0, 1)],
        ),
        // The walk has keys at even frames.
        (
            50.0,
            ghosts(2, GhostStep::Keys),
            vec![(46.0, -2), (54.0, 2), (48.0, -1), (52.0, 1)],
        ),
        (117.0, ghosts(1, GhostStep::Keys), vec![(116.0, -1), (118.0, 1)]),
    ] {
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(now))));
        session.apply(choice.clone());
        assert_eq!(session.aids().ghost_frames(), wanted, "{choice:?} at {now}");
        let drawn = session.picture([64, 64], 1);
        assert_eq!(drawn.ghosts.len(), wanted.len());
        for (frame, steps) in wanted {
            session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
            let placed = &session.stage().models()[0];
            let color = if steps < 0 {
                drawn.colors.before
            } else {
                drawn.colors.after
            };
            let found = drawn.ghosts.iter().any(|ghost| {
                *ghost.model.pose == **placed.pose()
                    && ghost.model.stage_from_model == placed.stage_from_model()
                    && ghost.color == color
            });
            assert!(found, "{frame}");
        }
    }
    session.apply(Switch::GHOSTS.toggle());
    assert_eq!(session.picture([64, 64], 1).ghosts.len(), 0);
}

/// A ghost stands behind surfaces that blend, too: they write no depth by which it could be told.
#[test]
fn a_ghost_does_not_hide_a_model_that_blends() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut draw = |picture: &Picture| {
        renderer.draw(picture).expect("draws");
        renderer.read_pixels().expect("reads back")
    };
    for (alpha, xray) in [(Alpha::Blend, false), (Alpha::Opaque, true)] {
        let mut material = shapes::color_material(Vec4::ONE);
        material.surface.alpha = alpha;
        let ball = Mesh {
            material: Some(MaterialIndex::new(0)),
            ..shapes::sphere()
        };
        let placed = shapes::placed(Model {
            meshes: vec![ball],
            materials: vec![material],
            ..Model::default()
        });
        let mut picture = framed(empty_picture(), vec![placed.clone()], shapes::cube_bounds(1.0));
        picture.overlays.xray = xray;
        let alone = draw(&picture);
        picture.ghosts = vec![Ghost {
            model: placed,
            color: [255, 0, 0],
            opacity: 0.85,
            is_outline: false,
        }];
        let beside = draw(&picture);
        let middle = |image: &Image| {
            let at = (image.height / 2 * image.width + image.width / 2) as usize * 4;
            [0, 1, 2].map(|channel| i32::from(image.rgba[at + channel]))
        };
        let ([red, green, _], [_, before, _]) = (middle(&beside), middle(&alone));
        // All of a surface that covers everything is seen, and most of one that lets some light through.
        let lost = before - green;
        assert!(
            lost <= if xray { before * 3 / 4 } else { 0 },
            "{alpha:?}: {before} before, {green} with {red}"
        );
    }
}

#[test]
fn poses_of_ghosts_are_kept_until_something_else_moves_the_models() {
    let mut session = paused();
    session.apply(ghosts(1, GhostStep::Frames(10)));
    let pose = |session: &mut Session, now: f64, frame: f64| {
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(now))));
        let at = session
            .aids()
            .ghost_frames()
            .iter()
            .position(|(f, _)| *f == frame)
            .expect("it is shown");
        let drawn = session.picture([64, 64], 1);
        let color = if session.aids().ghost_frames()[at].1 < 0 {
            drawn.colors.before
        } else {
            drawn.colors.after
        };
        let ghost = drawn.ghosts.into_iter().find(|ghost| ghost.color == color);
        ghost.expect("it is drawn").model.pose
    };
    let first = pose(&mut session, 40.0, 50.0);
    let again = pose(&mut session, 60.0, 50.0);
    assert!(Arc::ptr_eq(&first, &again), "after, then before");
    session.apply(Action::Composition(CompositionAction::ChangeBase(LayerChange::Weight(
        0.5,
    ))));
    let lighter = pose(&mut session, 40.0, 50.0);
    assert!(!Arc::ptr_eq(&first, &lighter) && *first != *lighter);
}

#[test]
fn a_file_that_replaces_the_stage_takes_the_trails_along() {
    let mut session = paused();
    trail(&mut session, 0, "j_head");
    session.apply(ghosts(2, GhostStep::Frames(5)));
    session.apply(Action::Stage(StageAction::Open {
        locations: vec!["other.cast".into()],
        placement: Placement::Replace,
    }));
    let other = castview_picture::opened::OpenedFile {
        key: castview_picture::opened::FileKey(9),
        ..fixture::walker()
    };
    session.receive(Message::Loaded {
        generation: 2,
        files: vec![other],
        placement: Placement::Replace,
    });
    assert_eq!(session.aids().trail_bones(), []);
    let drawn = session.picture([64, 64], 1);
    assert!(
        drawn
            .ghosts
            .iter()
            .all(|ghost| ghost.model.key == session.stage().models()[0].key)
    );
    let _: ClipKey = session.stage().clips()[0].key;
}

fn tube() -> PlacedModel {
    let model = shapes::tube(Skinning::Linear);
    let pose = rest_pose(&model);
    PlacedModel {
        selection: Some(Selection::Mesh(MeshIndex::new(0))),
        ..place(&scene(model, 0), pose)
    }
}

fn tube_picture() -> Picture {
    let bounds = castview_base::core::Bounds {
        min: Vec3::new(-3.0, -0.5, -1.0),
        max: Vec3::new(3.0, 4.5, 1.0),
    };
    framed(empty_picture(), vec![tube()], bounds)
}

/// Bent, and a little aside of the tube itself.
fn ghost_of(picture: &Picture, aside: f32) -> Ghost {
    let real = &picture.models[0];
    Ghost {
        model: PlacedModel {
            pose: Arc::new(posed(real.model(), |at, local| {
                if at > 0 {
                    local.rotation = Quat::from_rotation_z(0.3);
                }
            })),
            stage_from_model: Affine3A::from_translation(Vec3::X * aside),
            selection: None,
            ..real.clone()
        },
        color: picture.colors.before,
        opacity: 0.6,
        is_outline: false,
    }
}

fn way(points: &[Vec3]) -> Trail {
    let last = points.len() - 1;
    let point = |(at, position): (usize, &Vec3)| TrailPoint {
        position: *position,
        pace: at as f32 / last as f32,
        frame: at as f64,
        is_key: at % 4 == 0,
    };
    Trail {
        points: Arc::new(points.iter().enumerate().map(point).collect()),
        now: points[last],
    }
}

#[test]
fn ghosts_and_trails_are_seen_and_change_neither_picks_nor_outlines() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let plain = tube_picture();
    let side: Vec<Vec3> = (0..=16).map(|at| Vec3::new(2.0, at as f32 * 0.25, 0.0)).collect();
    let aided = Picture {
        // Left of the tube and bent further left; the way goes up at the right.
        ghosts: vec![ghost_of(&plain, -1.3)],
        trails: vec![way(&side)],
        ..plain.clone()
    };
    let [width, height] = plain.size;
    let mut look = |picture: &Picture| {
        assert_eq!(renderer.draw(picture).expect("draws").problems, []);
        let pixels = renderer.read_pixels().expect("reads back");
        let spots = (0..height)
            .step_by(16)
            .flat_map(|y| (0..width).step_by(16).map(move |x| (x, y)));
        let picks: Vec<_> = spots.map(|(x, y)| renderer.pick(x, y).expect("picks")).collect();
        (pixels, picks)
    };
    let (bare, bare_picks) = look(&plain);
    let (seen, seen_picks) = look(&aided);
    assert!(bare_picks.iter().any(Option::is_some));
    assert_eq!(bare_picks, seen_picks);
    let texel = |image: &castview_images::Image, x: u32, y: u32| {
        let at = ((y * width + x) * 4) as usize;
        [image.rgba[at], image.rgba[at + 1], image.rgba[at + 2]]
    };
    let changed = |from: u32, to: u32| {
        let columns = (0..height).flat_map(|y| (from..to).map(move |x| (x, y)));
        columns
            .filter(|(x, y)| texel(&bare, *x, *y) != texel(&seen, *x, *y))
            .count()
    };
    let column = |x: f32| {
        let ndc = plain
            .camera
            .clip_from_world(plain.aspect())
            .project_point3(Vec3::new(x, 2.0, 0.0));
        ((ndc.x + 1.0) * 0.5 * width as f32) as u32
    };
    assert!(changed(0, column(-0.7)) > 500, "the ghost");
    assert!(changed(column(1.5), width) > 100, "the way");
    assert_eq!(changed(column(-0.62), column(1.5)), 0, "the model and its outline stay");
    let (again, _) = look(&plain);
    assert_eq!(bare.rgba, again.rgba, "gone without a trace");
}

/// However its faces are turned: the line goes all around the ghost, and covers none of it.
#[test]
fn the_outline_of_a_ghost_is_one_closed_line_around_it() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut plain = tube_picture();
    plain.background = Background::Solid([0x20; 3]);
    plain.models[0].selection = None;
    let ghost = ghost_of(&plain, -1.3);
    let [width, height] = plain.size;
    let mut drawn = |picture: &Picture| {
        assert_eq!(renderer.draw(picture).expect("draws").problems, []);
        let texels = renderer.read_pixels().expect("reads back").rgba;
        texels
            .chunks_exact(4)
            .map(|texel| [texel[0], texel[1], texel[2]])
            .collect::<Vec<_>>()
    };
    let bare = drawn(&plain);
    let alone = drawn(&Picture {
        models: vec![ghost.model.clone()],
        ..plain.clone()
    });
    let lined = drawn(&Picture {
        ghosts: vec![Ghost {
            is_outline: true,
            ..ghost
        }],
        ..plain.clone()
    });
    let at = |x: u32, y: u32| (y * width + x) as usize;
    let around = |x: u32, y: u32| (y - 2..=y + 2).flat_map(move |y| (x - 2..=x + 2).map(move |x| (x, y)));
    let inner = (2..height - 2).flat_map(|y| (2..width - 2).map(move |x| (x, y)));
    let is_ghost = |(x, y)| alone[at(x, y)] != [0x20; 3];
    let within: Vec<(u32, u32)> = inner.filter(|(x, y)| around(*x, *y).all(is_ghost)).collect();
    assert!(within.len() > 500, "{} pixels of the ghost", within.len());
    for (x, y) in &within {
        assert_eq!(lined[at(*x, *y)], bare[at(*x, *y)], "within, at {x}, {y}");
    }
    // From the corner over everything that has no line.
    let mut reached = vec![false; bare.len()];
    let mut next = vec![(0, 0)];
    while let Some((x, y)) = next.pop() {
        if x >= width || y >= height || reached[at(x, y)] || lined[at(x, y)] != bare[at(x, y)] {
            continue;
        }
        reached[at(x, y)] = true;
        next.extend([(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))]);
    }
    let open = within.iter().find(|(x, y)| reached[at(*x, *y)]);
    assert_eq!(open, None, "the line has a gap");
}

#[test]
fn a_ghost_shares_the_upload_and_is_deformed_once_per_pose() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut picture = tube_picture();
    picture.ghosts = vec![ghost_of(&picture, -1.3), ghost_of(&picture, 1.3)];
    let mut draw = |picture: &Picture| {
        renderer.draw(picture).expect("draws");
        let counts = renderer.counts();
        (counts.deformed_chunks, counts.uploads)
    };
    assert_eq!(draw(&picture), (3, 1));
    assert_eq!(draw(&picture), (3, 1), "nothing moved");
    picture.ghosts.swap(0, 1);
    assert_eq!(draw(&picture), (3, 1), "another order");
    picture.ghosts[0] = ghost_of(&picture, 0.5);
    assert_eq!(draw(&picture), (3, 1), "the same pose elsewhere");
    let bent = posed(picture.models[0].model(), |at, local| {
        if at > 0 {
            local.rotation = Quat::from_rotation_z(0.6);
        }
    });
    picture.ghosts[0].model.pose = Arc::new(bent);
    assert_eq!(draw(&picture), (4, 1), "one other pose");
    picture.models.clear();
    assert_eq!(draw(&picture), (4, 1), "ghosts of nothing are not there");
}

/// One ray of a way inside the model and of the same way beside it: both are read equally well, with X-ray and without.
#[test]
fn a_way_inside_the_model_is_as_strong_as_one_beside_it() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut picture = tube_picture();
    picture.models[0].selection = None;
    let inside: Vec<Vec3> = (0..=8).map(|at| Vec3::new(0.0, at as f32 * 0.5, 0.0)).collect();
    let beside: Vec<Vec3> = inside.iter().map(|at| *at + Vec3::X * 2.0).collect();
    // A line across is seen as the line's color in the row of its middle, whatever lies behind.
    let [width, height] = picture.size;
    let projection = picture.camera.clip_from_world(picture.aspect());
    for is_key in [false, true] {
        let mut color = |points: &[Vec3]| {
            let mut trail = way(points);
            trail.now = Vec3::splat(f32::NAN);
            let keyed = |point: &TrailPoint| TrailPoint { is_key, ..*point };
            trail.points = Arc::new(trail.points.iter().map(keyed).collect());
            let aided = Picture {
                trails: vec![trail],
                ..picture.clone()
            };
            renderer.draw(&aided).expect("draws");
            let texels = renderer.read_pixels().expect("reads back").rgba;
            let ndc = projection.project_point3(points[4]);
            let (x, y) = (
                ((ndc.x + 1.0) * 0.5 * width as f32) as u32,
                ((1.0 - ndc.y) * 0.5 * height as f32) as u32,
            );
            let at = ((y * width + x) * 4) as usize;
            [texels[at], texels[at + 1], texels[at + 2]]
        };
        let (hidden, open) = (color(&inside), color(&beside));
        let apart = hidden.iter().zip(open).map(|(a, b)| a.abs_diff(b)).max();
        assert!(apart <= Some(12), "{hidden:?} inside, {open:?} beside, keys: {is_key}");
    }
}
