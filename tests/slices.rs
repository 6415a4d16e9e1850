//! Pictures drawn in steps: what each step may do, what is shown meanwhile, and that the end is the same.

mod common;

use castview::core::MeshIndex;
use castview::files::open_demo;
use castview::picture::{PlacedKey, PlacedModel};
use castview::render::{ChunkLimits, Renderer, Sheet, Step, Work};
use castview::session::{
    Action, AidsAction, Message, Placement, PlaybackAction, Seek, Selected, SelectionAction, Session, ViewAction,
};
use common::gpu::{self, draw_in_steps, empty_picture};
use common::shapes::{self, cube_bounds, framed};

/// The demo with everything over it that can be drawn.
fn demo() -> Session {
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: open_demo(),
        placement: Placement::Replace,
    });
    let placed = &session.stage().models[0];
    let (key, last) = (placed.key, placed.model().skeleton.len() - 1);
    for action in [
        Action::Playback(PlaybackAction::Pause),
        Action::Playback(PlaybackAction::Seek(Seek::Frame(41.0))),
        Action::Selection(SelectionAction::Select(Some(Selected::Bone(
            key,
            castview::core::BoneIndex::new(last),
        )))),
        Action::Aids(AidsAction::ToggleTrail),
        Action::Selection(SelectionAction::Select(Some(Selected::Mesh(key, MeshIndex::new(0))))),
        Action::View(ViewAction::ToggleBones),
        Action::View(ViewAction::ToggleWireframe),
        Action::Aids(AidsAction::ToggleGhosts),
    ] {
        session.apply(action);
    }
    session
}

const FEW: Work = Work {
    bytes: 1000.0,
    vertices: 500.0,
    corners: 5000.0,
    draws: 4.0,
    pixels: 1e6,
};

#[test]
fn everything_over_a_model_is_the_same_in_many_submissions() {
    let Some(context) = gpu::context() else { return };
    let session = demo();
    for samples in [1, 4] {
        let picture = session.picture([320, 240], samples);
        assert!(!picture.ghosts.is_empty() && !picture.trails.is_empty());
        let (whole, one) = draw_in_steps(&mut Renderer::new(&context), &picture, &Work::WHOLE);
        let chunks = ChunkLimits {
            vertices: 300,
            ..ChunkLimits::default()
        };
        let mut renderer = Renderer::with_chunks(&context, chunks);
        let (sliced, many) = draw_in_steps(&mut renderer, &picture, &FEW);
        assert_eq!(one, 1);
        assert!(many > 100, "{many}");
        assert!(sliced == whole, "{samples} samples");
        let (again, fewer) = draw_in_steps(&mut renderer, &picture, &FEW);
        assert!(fewer < many, "nothing is deformed again: {fewer} of {many}");
        assert!(again == whole);
    }
}

/// While a picture is on its way, and when it is dropped, the one before it is there, whole.
#[test]
fn the_picture_before_stays_until_the_next_is_done() {
    let Some(context) = gpu::context() else { return };
    let session = demo();
    for samples in [1, 4] {
        let mut renderer = Renderer::new(&context);
        let first = framed(empty_picture(), vec![], cube_bounds(1.0));
        let (before, _) = draw_in_steps(&mut renderer, &first, &Work::WHOLE);
        let second = session.picture(first.size, samples);
        renderer.begin(second.clone()).expect("begins");
        let mut progress = 0.0;
        for _ in 0..60 {
            let step = renderer.step(&FEW).expect("goes on");
            assert!(matches!(step, Some(Step::Some(_))));
            let now = renderer.progress().expect("in progress");
            assert!(now >= progress, "{now} after {progress}");
            progress = now;
        }
        assert!(progress > 0.6, "it draws by now: {progress}");
        assert!(renderer.read_pixels().expect("reads back") == before);
        renderer.stop();
        assert!(!renderer.is_drawing() && renderer.progress().is_none());
        assert_eq!(renderer.step(&FEW), Ok(None));
        assert!(renderer.read_pixels().expect("reads back") == before);
        let uploads = renderer.counts().uploads;
        let (after, _) = draw_in_steps(&mut renderer, &second, &Work::WHOLE);
        assert_eq!(renderer.counts().uploads, uploads, "what was sent stays");
        let (whole, _) = draw_in_steps(&mut Renderer::new(&context), &second, &Work::WHOLE);
        assert!(after == whole, "{samples} samples");
    }
}

/// A picture that takes the place of another one finds its uploads, in whichever stage that was.
#[test]
fn a_picture_in_place_of_another_keeps_what_was_sent() {
    let Some(context) = gpu::context() else { return };
    let models: Vec<PlacedModel> = (0..12)
        .map(|at| PlacedModel {
            key: PlacedKey(at + 1),
            ..shapes::placed(shapes::tube(castview::scene::Skinning::Linear))
        })
        .collect();
    let picture = framed(empty_picture(), models, cube_bounds(4.0));
    let (whole, _) = draw_in_steps(&mut Renderer::new(&context), &picture, &Work::WHOLE);
    for steps in [1, 5, 12, 13, 14, 20] {
        let mut renderer = Renderer::new(&context);
        renderer.begin(picture.clone()).expect("begins");
        for _ in 0..steps {
            renderer.step(&FEW).expect("goes on");
        }
        let (image, _) = draw_in_steps(&mut renderer, &picture, &FEW);
        assert!(image == whole, "{steps}");
        assert_eq!(renderer.counts().uploads, 12, "{steps}: each once");
    }
}

/// Each step sends no more than one model beyond its limit.
#[test]
fn models_are_sent_one_after_the_other() {
    let Some(context) = gpu::context() else { return };
    let models: Vec<PlacedModel> = (0..9)
        .map(|at| PlacedModel {
            key: PlacedKey(at + 1),
            ..shapes::placed(shapes::tube(castview::scene::Skinning::Linear))
        })
        .collect();
    let picture = framed(empty_picture(), models, cube_bounds(4.0));
    let mut renderer = Renderer::new(&context);
    renderer.begin(picture).expect("begins");
    for sent in 1..=9 {
        assert!(matches!(renderer.step(&FEW), Ok(Some(Step::Some(_)))));
        assert_eq!(renderer.counts().uploads, sent);
        assert_eq!(renderer.counts().submissions, 0, "nothing is drawn yet");
    }
}

/// Nor more than one mesh of it.
#[test]
fn meshes_are_sent_one_after_the_other() {
    let Some(context) = gpu::context() else { return };
    // No two are alike, or they would be sent once.
    let mesh = |missing: usize| {
        let mut mesh = shapes::sphere();
        mesh.triangles = mesh.triangles.iter().skip(3 * missing).collect::<Vec<u32>>().into();
        mesh
    };
    let model = castview::scene::Model {
        meshes: (0..7).map(mesh).collect(),
        ..castview::scene::Model::default()
    };
    let picture = framed(empty_picture(), vec![shapes::placed(model)], cube_bounds(1.0));
    let mut renderer = Renderer::new(&context);
    renderer.begin(picture.clone()).expect("begins");
    let mut steps = 0;
    while renderer.counts().uploads == 0 {
        assert!(matches!(renderer.step(&FEW), Ok(Some(Step::Some(_)))));
        steps += 1;
    }
    assert_eq!(steps, 7);
    while !matches!(renderer.step(&FEW).expect("goes on"), Some(Step::Done(..))) {}
    let (whole, _) = draw_in_steps(&mut Renderer::new(&context), &picture, &Work::WHOLE);
    assert!(renderer.read_pixels().expect("reads back") == whole);
}

#[test]
fn small_pictures_in_steps_leave_the_main_one_alone() {
    let Some(context) = gpu::context() else { return };
    let session = demo();
    let main = session.picture([320, 240], 4);
    let mut renderer = Renderer::new(&context);
    let (before, _) = draw_in_steps(&mut renderer, &main, &Work::WHOLE);
    let hits: Vec<_> = (0..8).map(|at| renderer.pick(100 + 15 * at, 120)).collect();
    let sheet = Sheet::new(&context, [80, 60], 2, 1).expect("a sheet");
    let small = session.film_picture(10.0, [80, 60]).expect("a clip plays");
    renderer.draw_aside(&small, &sheet, 0).expect("draws");
    renderer.begin_aside(small, &sheet, 1).expect("begins");
    while !matches!(renderer.step(&FEW).expect("goes on"), Some(Step::Done(..))) {}
    let cell = |at| renderer.read_cell(&sheet, at).expect("reads back");
    assert!(cell(0) == cell(1));
    assert!(cell(0).rgba.iter().any(|byte| *byte != cell(0).rgba[0]));
    assert!(renderer.read_pixels().expect("reads back") == before);
    assert_eq!((renderer.counts().pictures, renderer.counts().asides), (1, 2));
    let again: Vec<_> = (0..8).map(|at| renderer.pick(100 + 15 * at, 120)).collect();
    assert_eq!(again, hits);
    assert!(hits.iter().any(|hit| matches!(hit, Ok(Some(_)))));
    // A main picture takes the place of a small one, and the other way round.
    let small = session.film_picture(20.0, [80, 60]).expect("a clip plays");
    renderer.begin_aside(small, &sheet, 0).expect("begins");
    renderer.step(&FEW).expect("goes on");
    let (after, _) = draw_in_steps(&mut renderer, &main, &FEW);
    assert!(after == before);
}
