//! Recordings on the stage: the view through the head, hands that come and go, glyphs of what is no surface.

use super::gpu;
use super::recording::{Curve, Recording, pose, wave};
use castview_base::core::{Camera, FixtureIndex};
use castview_base::scene::Scene;
use castview_formats::{Request, import};
use castview_picture::Colors;
use castview_picture::opened::{FileKey, OpenedFile, Placement};
use castview_render::{Picked, PickedPart, Renderer};
use castview_session::view;
use castview_session::{
    Action, CameraMove, Message, PlaybackAction, Seek, Selected, SelectionAction, Session, Switch, ViewAction,
};
use glam::{EulerRot, Quat, Vec3};

const SIZE: [u32; 2] = [320, 240];

fn staged(file: &Recording) -> Session {
    staged_scene(
        import(file.bytes().into(), &Request::alone("take"))
            .expect("a good file")
            .scene,
    )
}

fn staged_scene(scene: Scene) -> Session {
    let mut session = Session::default();
    session.apply(Action::View(ViewAction::ResizeViewport(SIZE)));
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![OpenedFile::of(FileKey(1), "take.bin", scene)],
        placement: Placement::Replace,
    });
    session.apply(Action::Playback(PlaybackAction::Pause));
    session
}

fn shown(session: &Session) -> Camera {
    session.picture(SIZE, 1).camera
}

fn head_at(secs: f32) -> (Vec3, Quat) {
    let turn = Quat::from_euler(EulerRot::YXZ, 0.5 - secs, 0.3 * secs, 0.2 + secs * 0.4);
    (Vec3::new(secs, 1.6, -0.5), turn)
}

#[test]
fn the_view_follows_the_head_until_it_is_moved() {
    let keys: Vec<_> = (0..=20)
        .map(|i| i as f32 / 10.0)
        .map(|t| (t, head_at(t).0, head_at(t).1))
        .collect();
    let mut session = staged(&Recording {
        camera: Some(pose(&keys)),
        ..Recording::bare()
    });
    let before = shown(&session);
    session.apply(Action::View(ViewAction::LookThroughNext));
    for secs in [0.0, 0.7, 2.0] {
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(
            f64::from(secs) * 60.0,
        ))));
        let (camera, (place, turn)) = (shown(&session), head_at(secs));
        let mirrored = |v: Vec3| Vec3::new(v.x, v.y, -v.z);
        for (what, got, wanted) in [
            ("eye", camera.eye(), mirrored(place)),
            ("forward", camera.forward(), mirrored(turn * Vec3::Z)),
            ("up", camera.up(), mirrored(turn * Vec3::Y)),
            ("right", camera.right(), mirrored(turn * Vec3::X)),
        ] {
            assert!(got.abs_diff_eq(wanted, 1e-3), "{what} at {secs}: {got}, not {wanted}");
        }
        assert!((camera.fov_y_rad - 60f32.to_radians()).abs() < 1e-6);
    }
    // Moving the view leaves the head, upright, from where it was.
    let through = shown(&session);
    session.apply(Action::View(ViewAction::Camera(CameraMove::Orbit {
        yaw: 0.0,
        pitch: 0.0,
    })));
    let after = shown(&session);
    assert!(view::looked_through(&session).is_none());
    assert!(after.eye().abs_diff_eq(through.eye(), 1e-4) && after.roll_rad == 0.0);
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(0.0))));
    assert_eq!(shown(&session).target, after.target);
    assert_eq!(after.fov_y_rad, before.fov_y_rad);
}

#[test]
fn behind_the_last_camera_the_view_comes_back() {
    for leave in [
        Action::View(ViewAction::LookThroughNext),
        Action::View(ViewAction::LookThrough(None)),
        Action::Escape,
    ] {
        let mut session = staged(&wave());
        let before = shown(&session);
        assert_eq!(session.stage().cameras().len(), 1);
        session.apply(Action::View(ViewAction::LookThroughNext));
        assert_eq!(view::looked_through(&session).map(|(_, name)| name), Some("Camera"));
        assert_ne!(shown(&session).eye(), before.eye());
        session.apply(leave);
        assert!(view::looked_through(&session).is_none());
        assert_eq!(shown(&session), before);
    }
    // Without a camera there is nothing to look through.
    let mut session = staged(&Recording {
        gaze: Some(vec![Curve::of(&[(0.0, 1.0)]); 6]),
        ..Recording::bare()
    });
    session.apply(Action::View(ViewAction::LookThroughNext));
    assert!(view::looked_through(&session).is_none());
}

/// Returns the part that is hit where a joint stands.
fn hit(session: &Session, renderer: &mut Renderer, name: &str) -> Option<PickedPart> {
    let picture = session.picture(SIZE, 1);
    renderer.draw(&picture).expect("draws");
    let placed = &session.stage().models()[0];
    let bone = placed.model().skeleton.find(name).expect("a joint");
    let at = placed.pose().model_from_bone[bone.get()].translation.into();
    let ndc = picture.camera.clip_from_world(picture.aspect()).project_point3(at);
    let pixel = |ndc: f32, size: u32| ((ndc * 0.5 + 0.5) * size as f32) as u32;
    let picked = renderer
        .pick(pixel(ndc.x, SIZE[0]), pixel(-ndc.y, SIZE[1]))
        .expect("picks");
    picked.map(|picked: Picked| picked.what)
}

#[test]
fn a_hand_is_there_while_it_is_tracked() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut session = staged(&wave());
    for (frame, seen) in [(0.0, false), (60.0, true), (215.0, false)] {
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
        let left = hit(&session, &mut renderer, "Left Wrist");
        assert_eq!(
            matches!(left, Some(PickedPart::Bone(_))),
            seen,
            "frame {frame}: {left:?}"
        );
        let right = hit(&session, &mut renderer, "Right Wrist");
        assert!(matches!(right, Some(PickedPart::Bone(_))), "frame {frame}: {right:?}");
    }
}

/// Frustum and ray are drawn where nothing has a surface; through the head its own frustum is not in the way.
#[test]
fn fixtures_are_drawn_where_they_stand() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut pixels = |fixtures: &[&str], through: bool| {
        let mut import = import(wave().bytes().into(), &Request::alone("take")).expect("a good file");
        let all = &mut import.scene.models[0].fixtures;
        all.retain(|fixture| fixtures.contains(&fixture.name.as_str()));
        let mut session = staged_scene(import.scene);
        if through {
            session.apply(Action::View(ViewAction::LookThroughNext));
        }
        renderer.draw(&session.picture(SIZE, 1)).expect("draws");
        renderer.read_pixels().expect("reads")
    };
    let none = pixels(&[], false);
    assert!(pixels(&["Camera"], false) != none);
    assert!(pixels(&["Gaze"], false) != none);
    let through = pixels(&["Camera"], true);
    assert!(through != pixels(&["Camera", "Gaze"], true));
    assert!(through != none);
}

/// The toolkit stops at the end (docs/formats/mrtk.md §5.6); frames are sixtieths of a second.
#[test]
fn a_recording_plays_once_and_steps_by_its_own_rate() {
    let mut session = staged(&wave());
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Step(1.0))));
    assert_eq!(
        (session.frame(), session.playback().transport().playhead_secs()),
        (Some(1.0), 1.0 / 60.0)
    );
    session.apply(Action::Playback(PlaybackAction::Play));
    for _ in 0..50 {
        session.advance(0.1);
    }
    assert!(!session.is_playing());
    assert_eq!(session.frame(), Some(240.0));
}

/// mrtk.md row 26.
#[test]
fn a_recording_of_no_length_is_one_frame() {
    let mut session = staged(&Recording {
        camera: Some(pose(&[(0.0, Vec3::Y, Quat::IDENTITY)])),
        ..Recording::bare()
    });
    let timeline = session.timeline().expect("a clip");
    assert_eq!((timeline.range.start, timeline.range.end), (0.0, 0.0));
    session.apply(Action::Playback(PlaybackAction::Play));
    session.advance(0.5);
    assert_eq!((session.frame(), session.is_playing()), (Some(0.0), false));
    assert!(shown(&session).eye().is_finite());
}

/// docs/formats/mrtk.md §9: where the head was and will be, a second either way.
#[test]
fn the_head_draws_a_wake_of_a_second_either_way() {
    let keys: Vec<_> = (0..=40)
        .map(|i| i as f32 / 10.0)
        .map(|t| (t, head_at(t).0, head_at(t).1))
        .collect();
    let mut session = staged(&Recording {
        camera: Some(pose(&keys)),
        ..Recording::bare()
    });
    for (now, from, to) in [
        (0.0f32, 0.0, 1.0),
        (2.0, 1.0, 3.0),
        (2.5, 1.5, 3.5),
        (4.0, 3.0, 4.0),
        (0.5, 0.0, 1.5),
    ] {
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(
            f64::from(now) * 60.0,
        ))));
        let camera_paths = session.picture(SIZE, 1).camera_paths;
        assert_eq!(camera_paths.len(), 1);
        let points = &camera_paths[0].points;
        let ends = [points[0].when + now, points[points.len() - 1].when + now];
        assert!(
            (ends[0] - from).abs() < 0.04 && (ends[1] - to).abs() < 0.04,
            "{now}: {ends:?}"
        );
        assert!(points.windows(2).all(|pair| pair[0].when <= pair[1].when));
        assert!(points.iter().any(|point| point.when == 0.0));
        for point in points {
            let wanted = head_at(now + point.when).0 * Vec3::new(1.0, 1.0, -1.0);
            assert!(
                point.position.abs_diff_eq(wanted, 1e-3),
                "{now} {point:?}, not {wanted}"
            );
        }
    }
    // Nothing moves the cameras of a stage without a clip.
    session.apply(Action::Playback(PlaybackAction::ChooseClip(None)));
    assert!(session.picture(SIZE, 1).camera_paths.is_empty());
}

/// How many pixels are nearly of that colour.
fn pixels_of(session: &Session, renderer: &mut Renderer, [r, g, b]: [u8; 3]) -> usize {
    let mut picture = session.picture([640, 480], 1);
    (picture.overlays.grid, picture.overlays.axes, picture.camera_paths) = (false, false, Vec::new());
    renderer.draw(&picture).expect("draws");
    let image = renderer.read_pixels().expect("reads");
    let wanted = Vec3::from([r, g, b].map(f32::from));
    let near = |pixel: &&[u8]| {
        let found = Vec3::from([pixel[0], pixel[1], pixel[2]].map(f32::from));
        // The pixel has that hue, and in full: shaded, but no ghost.
        found.normalize().dot(wanted.normalize()) > 0.995 && found.length() > 0.8 * wanted.length()
    };
    image.rgba.chunks_exact(4).filter(near).count()
}

/// docs/formats/mrtk.md §9: a colour for each hand, tips that pinch stand out, and a hand that is not tracked is at
/// most a ghost.
#[test]
fn hands_have_their_colours_and_ghosts() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut import = import(wave().bytes().into(), &Request::alone("take")).expect("a good file");
    import.scene.models[0].fixtures.clear();
    let mut session = staged_scene(import.scene);
    session.apply(Action::View(ViewAction::Camera(CameraMove::FrameAll)));
    let colors = Colors::DARK;
    let mut count = |session: &Session, color| pixels_of(session, &mut renderer, color);
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(0.0))));
    assert!(count(&session, colors.hands[0]) < 20, "the left is not tracked");
    let right = count(&session, colors.hands[1]);
    assert!(right > 100, "{right}");
    let resting = count(&session, colors.pinch);
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(90.0))));
    assert!(count(&session, colors.hands[0]) > 100, "the left is tracked");
    let pinching = count(&session, colors.pinch);
    assert!(pinching > resting + 10, "{pinching} after {resting}");
    // Faint: the picture changes, but not to the full colour.
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(0.0))));
    let picture = |session: &Session, renderer: &mut Renderer| {
        renderer.draw(&session.picture(SIZE, 1)).expect("draws");
        renderer.read_pixels().expect("reads")
    };
    let mut other = Renderer::new(&context);
    let before = picture(&session, &mut other);
    session.apply(Switch::GHOST_HANDS.toggle());
    assert!(picture(&session, &mut other) != before);
    assert!(count(&session, colors.hands[0]) < 20);
}

#[test]
fn the_gaze_is_as_long_as_the_user_likes() {
    let mut session = staged(&wave());
    assert_eq!(session.picture(SIZE, 1).ray_length, 2.0);
    for (asked, wanted) in [(5.0, 5.0), (f32::NAN, 5.0), (1e9, 20.0), (-1.0, 0.1)] {
        session.apply(Action::View(ViewAction::SetRayLength(asked)));
        assert_eq!(session.picture(SIZE, 1).ray_length, wanted);
    }
}

/// docs/formats/mrtk.md §9: framed is the whole of the recording, wherever heads and hands go.
#[test]
fn all_of_a_recording_is_in_view() {
    let far = Vec3::new(6.0, 1.0, -3.0);
    let mut session = staged(&Recording {
        camera: Some(pose(&[(0.0, Vec3::ZERO, Quat::IDENTITY), (2.0, far, Quat::IDENTITY)])),
        ..Recording::bare()
    });
    for move_to in [0.0, 120.0, 60.0] {
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(move_to))));
        session.apply(Action::View(ViewAction::Camera(CameraMove::FrameAll)));
        for frame in [0.0, 60.0, 120.0] {
            session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
            let head = session.stage().models()[0].pose().model_from_bone[0].translation;
            let camera = shown(&session);
            let ndc = camera
                .clip_from_world(SIZE[0] as f32 / SIZE[1] as f32)
                .project_point3(head.into());
            assert!(
                ndc.abs().max_element() < 1.0,
                "framed at {move_to}, {frame} is at {ndc}"
            );
        }
    }
}

/// A name may be as long as the file; what is laid out at every turn of the window may not.
#[test]
fn names_of_markers_are_cut() {
    let session = staged(&Recording {
        markers: Some(vec![(1.0, "é".repeat(100_000).into_bytes()), (2.0, Vec::new())]),
        ..Recording::bare()
    });
    let clip = session.active_clip().expect("a clip").clip();
    let lengths: Vec<usize> = clip.notifications.iter().map(|marker| marker.name.len()).collect();
    assert_eq!(lengths, [512, "marker".len()]);
}

#[test]
fn what_is_selected_of_the_fixtures_is_drawn_as_such() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let import = import(wave().bytes().into(), &Request::alone("take")).expect("a good file");
    let gaze = import.scene.models[0]
        .fixtures
        .iter()
        .position(|fixture| fixture.name == "Gaze");
    let gaze = FixtureIndex::new(gaze.expect("a gaze"));
    let mut session = staged_scene(import.scene);
    session.apply(Action::View(ViewAction::Camera(CameraMove::FrameAll)));
    let before = pixels_of(&session, &mut renderer, Colors::DARK.selected);
    let key = session.stage().models()[0].key;
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::Fixture(
        key, gaze,
    )))));
    let after = pixels_of(&session, &mut renderer, Colors::DARK.selected);
    assert!(after > before + 10, "{after} after {before}");
}
