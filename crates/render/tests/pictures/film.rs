//! The filmstrip's small pictures: when they hold, what they show, and that the main picture never notices them.

use castview_files::open_demo;
use castview_picture::opened::Placement;
use castview_render::{Renderer, Sheet};
use castview_session::aids;
use castview_session::{
    Action, CameraMove, CompositionAction, LayerChange, Message, PlaybackAction, Seek, Selected, SelectionAction,
    Session, Switch, ViewAction,
};
use castview_testkit::gpu;

const CELL: [u32; 2] = [160, 120];

fn demo() -> Session {
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: open_demo(),
        placement: Placement::Replace,
    });
    session.apply(Action::Playback(PlaybackAction::Pause));
    session
}

#[test]
fn pictures_hold_until_a_frame_looks_different() {
    let mut session = demo();
    let key = aids::film_key(&session).expect("a clip plays");
    for action in [
        Action::Playback(PlaybackAction::Seek(Seek::Frame(33.0))),
        Action::View(ViewAction::Camera(CameraMove::Orbit { yaw: 1.0, pitch: 0.1 })),
        Switch::BONES.toggle(),
        Action::Selection(SelectionAction::Select(None)),
        Action::Playback(PlaybackAction::Play),
    ] {
        session.apply(action.clone());
        session.advance(0.1);
        assert_eq!(aids::film_key(&session).as_ref(), Some(&key), "{action:?}");
    }
    let model = session.stage().models()[0].key;
    for action in [
        Action::Composition(CompositionAction::ChangeBase(LayerChange::Weight(0.5))),
        Action::Selection(SelectionAction::ToggleShown(Selected::Mesh(
            model,
            castview_base::core::MeshIndex::new(0),
        ))),
        Switch::TEXTURES.toggle(),
    ] {
        let before = aids::film_key(&session).expect("a clip plays");
        session.apply(action.clone());
        let after = aids::film_key(&session).expect("a clip plays");
        assert!(after != before && after.is_same_clip(&before), "{action:?}");
    }
    session.apply(Action::Playback(PlaybackAction::ChooseClip(None)));
    assert_eq!(aids::film_key(&session), None, "the rest pose has no frames");
    assert!(aids::film_picture(&session, 0.0, CELL).is_none());
}

#[test]
fn a_picture_shows_the_poses_of_its_frame_from_a_steady_side() {
    let mut session = demo();
    let first = aids::film_picture(&session, 0.0, CELL).expect("a clip plays");
    for frame in [0.0, 41.0, 75.0, 150.0] {
        let small = aids::film_picture(&session, frame, CELL).expect("a clip plays");
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
        assert_eq!(*small.models[0].pose, **session.stage().models()[0].pose(), "{frame}");
        assert_eq!(small.camera.distance, first.camera.distance);
        assert_eq!(small.camera.yaw_rad, first.camera.yaw_rad);
    }
}

#[test]
fn small_pictures_are_those_of_a_renderer_of_their_own_and_leave_the_main_one_alone() {
    let Some(context) = gpu::context() else { return };
    let session = demo();
    let main = session.picture([720, 524], 4);
    let mut renderer = Renderer::new(&context);
    renderer.draw(&main).expect("draws");
    let pixels = renderer.read_pixels().expect("reads back");
    let spots: Vec<(u32, u32)> = (0..8).map(|at| (300 + 15 * at, 150 + 30 * at)).collect();
    let picks = |renderer: &mut Renderer| -> Vec<_> {
        let pick = |&(x, y): &(u32, u32)| renderer.pick(x, y).expect("picks");
        spots.iter().map(pick).collect()
    };
    let hits = picks(&mut renderer);
    assert!(hits.iter().any(Option::is_some));
    let counts = renderer.counts();

    let sheet = Sheet::new(&context, CELL, 3, 2).expect("there is room");
    assert_eq!(sheet.cells(), 6);
    let mut alone = Renderer::new(&context);
    for (cell, frame) in [0.0, 42.0, 75.0, 112.0, 150.0].into_iter().enumerate() {
        let small = aids::film_picture(&session, frame, CELL).expect("a clip plays");
        assert_eq!(renderer.draw_aside(&small, &sheet, cell).expect("draws").problems, []);
        alone.draw(&small).expect("draws");
        let wanted = alone.read_pixels().expect("reads back");
        let found = renderer.read_cell(&sheet, cell).expect("reads back");
        assert!(
            wanted.rgba.chunks(4).filter(|texel| texel[3] > 0).count() > 1000,
            "something is there"
        );
        assert!(found == wanted, "frame {frame}");
    }
    assert_eq!(picks(&mut renderer), hits, "clicks are about the main picture");
    assert!(renderer.read_pixels().expect("reads back") == pixels);
    let after = renderer.counts();
    assert_eq!(
        (after.pictures, after.uploads),
        (counts.pictures, counts.uploads),
        "sent once"
    );
    assert_eq!(after.asides, 5);
    renderer.draw(&main).expect("draws");
    let again = renderer.counts().deformed_chunks;
    assert_eq!(again, after.deformed_chunks, "its poses are its own");
    let inside =
        |[left, top, right, bottom]: [f32; 4]| 0.0 < left && left < right && right < 1.0 && 0.0 < top && top < bottom;
    assert!((0..sheet.cells()).all(|cell| inside(sheet.uv(cell))));
}
