//! Pictures drawn in steps: the bounds of each step, the picture shown meanwhile, and the same pixels at the end.

use castview_base::core::{MeshIndex, SkinIndex};
use castview_base::scene::{Mesh, Skinning};
use castview_files::open_demo;
use castview_picture::opened::Placement;
use castview_picture::{Ghost, Picture, PlacedKey, PlacedModel};
use castview_render::{ChunkLimits, Context, Counts, Renderer, Sheet, Step, Timed, Work};
use castview_session::aids;
use castview_session::{Action, Message, PlaybackAction, Seek, Selected, SelectionAction, Session, Switch};
use castview_testkit::gpu::{self, draw_in_steps, empty_picture};
use castview_testkit::shapes::{self, cube_bounds, framed};
use std::time::Duration;

/// The demo with everything over it that can be drawn.
fn demo() -> Session {
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: open_demo(),
        placement: Placement::Replace,
    });
    let placed = &session.stage().models()[0];
    let (key, last) = (placed.key, placed.model().skeleton.len() - 1);
    for action in [
        Action::Playback(PlaybackAction::Pause),
        Action::Playback(PlaybackAction::Seek(Seek::Frame(41.0))),
        Action::Selection(SelectionAction::Select(Some(Selected::Bone(
            key,
            castview_base::core::BoneIndex::new(last),
        )))),
        Switch::TRAIL.toggle(),
        Action::Selection(SelectionAction::Select(Some(Selected::Mesh(key, MeshIndex::new(0))))),
        Switch::BONES.toggle(),
        Switch::WIREFRAME.toggle(),
        Switch::GHOSTS.toggle(),
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
    depths: 1e6,
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
        assert!(one <= 2, "{one}");
        assert!(many > 100, "{many}");
        assert!(sliced == whole, "{samples} samples");
        let (again, fewer) = draw_in_steps(&mut renderer, &picture, &FEW);
        assert!(fewer < many, "nothing is deformed again: {fewer} of {many}");
        assert!(again == whole);
    }
}

/// Times from which quality learns: the GPU's own time of each picture, all submissions together, told once.
#[test]
fn the_gpu_tells_how_long_it_was_at_a_picture() {
    let Some(context) = gpu::context() else { return };
    if !context.tells_times() {
        return;
    }
    let picture = demo().picture([320, 240], 4);
    let mut renderer = Renderer::new(&context);
    renderer.time(Timed::Pictures);
    assert_eq!(renderer.take_picture_time(), None);
    for limit in [&Work::WHOLE, &FEW] {
        draw_in_steps(&mut renderer, &picture, limit);
        assert!(renderer.times_picture() && !renderer.awaits_times());
        let told = renderer
            .take_picture_time()
            .expect("its pixels were read, so it is done");
        assert!(told > Duration::ZERO, "{told:?}");
        assert_eq!(renderer.take_picture_time(), None, "once");
        assert!(renderer.pass_times().is_empty(), "nobody has asked for passes");
    }
    renderer.time(Timed::Passes);
    draw_in_steps(&mut renderer, &picture, &Work::WHOLE);
    let passes: Duration = renderer.pass_times().iter().filter_map(|pass| pass.gpu).sum();
    assert_eq!(renderer.take_picture_time(), Some(passes));
    renderer.time(Timed::Nothing);
    draw_in_steps(&mut renderer, &picture, &Work::WHOLE);
    assert!(!renderer.times_picture());
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
        // Until it draws, and somewhat further.
        while progress < 0.7 {
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
            ..shapes::placed(shapes::tube(castview_base::scene::Skinning::Linear))
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
            ..shapes::placed(shapes::tube(castview_base::scene::Skinning::Linear))
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
    let model = castview_base::scene::Model {
        meshes: (0..7).map(mesh).collect(),
        ..castview_base::scene::Model::default()
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

/// A question about a pixel is asked and answered in steps, none of which waits for the GPU.
#[test]
fn what_a_pixel_shows_is_read_without_waiting() {
    let Some(context) = gpu::context() else { return };
    let picture = framed(empty_picture(), vec![shapes::placed(tubes(1))], cube_bounds(4.0));
    let mut renderer = Renderer::new(&context);
    draw_in_steps(&mut renderer, &picture, &Work::WHOLE);
    let [x, y] = picture.size.map(|side| side / 2);
    let waits = context.waits();
    renderer.begin_pick(x, y - 20).expect("begins");
    while !renderer.step_pick(&FEW).1 {}
    assert_eq!(renderer.take_pick(), Ok(None), "it is asked for, and not here yet");
    let answer = loop {
        if let Some(answer) = renderer.take_pick().expect("reads back") {
            break answer;
        }
    };
    assert_eq!(context.waits(), waits);
    assert_eq!(answer, renderer.pick(x, y - 20).expect("reads back"));
    assert!(answer.is_some(), "the tube is there");
    assert_eq!(context.waits(), waits + 1, "only this one waited");
}

/// Draws in steps and returns the counts of each. Checks that the picture is that of a single step.
fn steps(context: &Context, renderer: &mut Renderer, picture: &Picture, limit: &Work) -> Vec<Counts> {
    let mut before = renderer.counts();
    let mut all = Vec::new();
    renderer.begin(picture.clone()).expect("begins");
    loop {
        let step = renderer.step(limit).expect("goes on").expect("is begun");
        let now = renderer.counts();
        all.push(Counts {
            meshes: now.meshes - before.meshes,
            posed_bytes: now.posed_bytes - before.posed_bytes,
            deformed_vertices: now.deformed_vertices - before.deformed_vertices,
            deformed_chunks: now.deform_dispatches - before.deform_dispatches,
            ..Counts::default()
        });
        before = now;
        if matches!(step, Step::Done(..)) {
            break;
        }
    }
    let (whole, _) = draw_in_steps(&mut Renderer::new(context), picture, &Work::WHOLE);
    assert!(renderer.read_pixels().expect("reads back") == whole);
    all
}

/// A model of so many tubes, each of other triangles, so that no two are alike.
fn tubes(count: usize) -> castview_base::scene::Model {
    let mut model = shapes::tube(Skinning::Linear);
    let (mesh, skin) = (model.meshes[0].clone(), model.skins[0].clone());
    let tube = |missing: usize| Mesh {
        triangles: mesh.triangles.iter().skip(3 * missing).collect::<Vec<u32>>().into(),
        skin: Some(SkinIndex::new(missing)),
        ..mesh.clone()
    };
    model.skins = vec![skin; count];
    model.meshes = (0..count).map(tube).collect();
    model
}

/// A deformed vertex is 20 bytes, and a tube has 33 rings of 33.
const TUBE: u64 = 33 * 33;
const ROOM: u64 = 20 * TUBE;

/// Room for deformed vertices is made mesh by mesh.
#[test]
fn posed_buffers_are_made_one_after_the_other() {
    let Some(context) = gpu::context() else { return };
    let picture = framed(empty_picture(), vec![shapes::placed(tubes(7))], cube_bounds(4.0));
    let steps = steps(&context, &mut Renderer::new(&context), &picture, &FEW);
    let room: Vec<u64> = steps.iter().map(|step| step.posed_bytes).collect();
    assert!(room.iter().all(|bytes| *bytes <= ROOM), "{room:?}");
    assert_eq!(room.iter().sum::<u64>(), 7 * ROOM);
}

/// Thousands of small meshes, models and poses share few buffers, which are written once a step.
#[test]
fn many_small_things_share_few_buffers() {
    let Some(context) = gpu::context() else { return };
    let small = |at: usize| Mesh {
        skin: Some(SkinIndex::new(at)),
        influences: castview_base::scene::Influences {
            stride: 1,
            slots: vec![0u32; 4].into(),
            weights: vec![1.0; 4].into(),
            ..Default::default()
        },
        ..shapes::sheet(1, 1, |u, v| glam::Vec3::new(u + at as f32 * 1e-3, v, 0.0))
    };
    let one_model = |count: usize| {
        let mut model = shapes::tube(Skinning::Linear);
        model.skins = vec![model.skins[0].clone(); count];
        model.meshes = (0..count).map(small).collect();
        vec![shapes::placed(model)]
    };
    let many_models = |count: usize| {
        let model = |at: usize| {
            let mut model = shapes::tube(Skinning::Linear);
            model.meshes = vec![Mesh {
                skin: Some(SkinIndex::new(0)),
                ..small(at)
            }];
            PlacedModel {
                key: PlacedKey(at as u64 + 1),
                ..shapes::placed(model)
            }
        };
        (0..count).map(model).collect()
    };
    let limit = Work {
        bytes: 1e6,
        ..Work::WHOLE
    };
    // Sixteen meshes of one model are deformed at once, fewer where a buffer ends or a step does.
    for (models, dispatches) in [(one_model(1200), 75..=120), (many_models(1200), 1200..=1200)] {
        let picture = framed(empty_picture(), models, cube_bounds(2.0));
        let mut renderer = Renderer::new(&context);
        let steps = steps(&context, &mut renderer, &picture, &limit).len() as u64;
        let counts = renderer.counts();
        assert_eq!((counts.meshes, counts.deformed_chunks), (1200, 1200));
        assert!(dispatches.contains(&counts.deform_dispatches), "{counts:?}");
        assert!(counts.buffers <= 40, "{counts:?}");
        assert!(
            counts.writes <= 20 * steps + counts.buffers,
            "{steps} steps: {counts:?}"
        );
    }
}

/// Meshes that only ghosts show are sent one by one, and the room for their vertices is made one by one, too; another ghost finds it.
#[test]
fn ghosts_are_prepared_one_mesh_after_the_other() {
    let Some(context) = gpu::context() else { return };
    let model = shapes::placed(tubes(5));
    let mut picture = framed(empty_picture(), vec![model.clone()], cube_bounds(4.0));
    let ghost = |at: f32| Ghost {
        model: PlacedModel {
            key: PlacedKey(0),
            pose: std::sync::Arc::new(shapes::posed(model.model(), |bone, local| {
                local.rotation = glam::Quat::from_rotation_z(at * bone as f32);
            })),
            ..model.clone()
        },
        color: [200, 100, 50],
        opacity: 0.5,
        is_outline: at > 0.0,
    };
    picture.ghosts = vec![ghost(0.2), ghost(0.4), ghost(0.6)];
    // All but the first are hidden in the model itself, and seen in its ghosts.
    picture.models[0].hidden_meshes = std::sync::Arc::new(vec![false, true, true, true, true]);
    let mut renderer = Renderer::new(&context);
    let all = steps(&context, &mut renderer, &picture, &FEW);
    assert!(all.iter().all(|step| step.meshes <= 1 && step.posed_bytes <= ROOM));
    let sum = |all: &[Counts], what: fn(&Counts) -> u64| all.iter().map(what).sum::<u64>();
    assert_eq!(sum(&all, |step| step.meshes), 5, "three ghosts share them");
    assert_eq!(sum(&all, |step| step.posed_bytes), (1 + 3 * 5) * ROOM);
    // The next picture has all of it, and one ghost in another pose.
    picture.ghosts[1] = ghost(0.5);
    let all = steps(&context, &mut renderer, &picture, &FEW);
    assert_eq!(sum(&all, |step| step.meshes), 0);
    assert_eq!(sum(&all, |step| step.posed_bytes), 0);
    assert_eq!(sum(&all, |step| step.deformed_vertices), 5 * TUBE);
    // A picture that is dropped on its way takes nothing away.
    renderer.begin(picture.clone()).expect("begins");
    renderer.step(&FEW).expect("goes on");
    renderer.stop();
    let all = steps(&context, &mut renderer, &picture, &FEW);
    assert_eq!(sum(&all, |step| step.posed_bytes + step.deformed_vertices), 0);
}

/// One run of the deform pass takes as many vertices of a chunk as the limit allows, fewer of those with many influences.
#[test]
fn one_large_mesh_is_deformed_in_runs() {
    let Some(context) = gpu::context() else { return };
    let mut model = shapes::tube(Skinning::Linear);
    let wide = shapes::sheet(99, 99, |u, v| glam::Vec3::new(2.0 * u - 1.0, 4.0 * v, 0.0));
    let count = wide.positions.len();
    let most = |stride: u32, model: &mut castview_base::scene::Model| {
        model.meshes[0] = Mesh {
            skin: Some(SkinIndex::new(0)),
            influences: castview_base::scene::Influences {
                stride,
                slots: (0..count * stride as usize)
                    .map(|at| at as u32 % 3)
                    .collect::<Vec<_>>()
                    .into(),
                weights: vec![1.0 / stride as f32; count * stride as usize].into(),
                ..Default::default()
            },
            ..wide.clone()
        };
        let picture = framed(empty_picture(), vec![shapes::placed(model.clone())], cube_bounds(4.0));
        let limit = Work {
            vertices: 4096.0,
            ..Work::WHOLE
        };
        let mut renderer = Renderer::new(&context);
        let steps = steps(&context, &mut renderer, &picture, &limit);
        let vertices: Vec<u64> = steps.iter().map(|step| step.deformed_vertices).collect();
        assert_eq!(vertices.iter().sum::<u64>(), count as u64, "each once");
        let deformed = renderer.read_deformed(PlacedKey(1), MeshIndex::new(0));
        let deformed = deformed.expect("reads back").expect("is there");
        assert_eq!(deformed.positions, model.meshes[0].positions.to_vec(), "at rest");
        *vertices.iter().max().expect("steps")
    };
    assert_eq!(most(2, &mut model), 4096);
    assert_eq!(
        most(32, &mut model),
        1024,
        "a quarter, as each takes four times as long"
    );
}

/// Buffers of hidden things are let go when new ones would exceed the room for what is kept.
#[test]
fn hidden_meshes_are_freed_when_others_need_room() {
    let Some(context) = gpu::context() else { return };
    let mut picture = framed(empty_picture(), vec![shapes::placed(tubes(3))], cube_bounds(4.0));
    // Two tubes, about: 96 bytes a vertex and 8 an index.
    let two = 2 * (4096 + 96 * TUBE + 8 * 6 * 32 * 32);
    for (idle, wanted) in [(two, [true, true, true]), (two / 2, [false, false, true])] {
        let mut renderer = Renderer::new(&context);
        renderer.keep_idle(idle);
        let mut show = |shown: usize| {
            let hidden = (0..3).map(|mesh| mesh != shown).collect();
            picture.models[0].hidden_meshes = std::sync::Arc::new(hidden);
            let before = renderer.counts().meshes;
            assert_eq!(renderer.draw(&picture).expect("draws").problems, []);
            let is_there = [0, 1, 2].map(|mesh| renderer.chunk_count(PlacedKey(1), MeshIndex::new(mesh)) > 0);
            (is_there, renderer.counts().meshes - before)
        };
        assert_eq!(show(0), ([true, false, false], 1));
        assert_eq!(show(1), ([true, true, false], 1), "one is not too many");
        assert_eq!(show(2), (wanted, 1));
        assert_eq!(show(0).1, u64::from(!wanted[0]), "sent again if it was freed");
    }
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
    let small = aids::film_picture(&session, 10.0, [80, 60]).expect("a clip plays");
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
    let small = aids::film_picture(&session, 20.0, [80, 60]).expect("a clip plays");
    renderer.begin_aside(small, &sheet, 0).expect("begins");
    renderer.step(&FEW).expect("goes on");
    let (after, _) = draw_in_steps(&mut renderer, &main, &FEW);
    assert!(after == before);
}

/// Nothing has to be sent for the second picture: its draws are listed in one step, and planned in another, before any of them is drawn.
#[test]
fn long_lists_of_draws_take_steps_of_their_own() {
    let Some(context) = gpu::context() else { return };
    let mut picture = framed(empty_picture(), vec![shapes::placed(tubes(20))], cube_bounds(4.0));
    let mut renderer = Renderer::new(&context);
    draw_in_steps(&mut renderer, &picture, &Work::WHOLE);
    picture.camera.yaw_rad += 0.3;
    let before_drawing = |renderer: &mut Renderer, bytes: f64| {
        let limit = Work { bytes, ..Work::WHOLE };
        renderer.begin(picture.clone()).expect("begins");
        let mut steps = 0;
        loop {
            match renderer.step(&limit).expect("goes on").expect("is begun") {
                Step::Some(work) if work.draws == 0.0 => steps += 1,
                Step::Some(_) | Step::Waits => {}
                Step::Done(..) => return steps,
            }
        }
    };
    assert_eq!(before_drawing(&mut renderer, 1e6), 0, "a few are no matter");
    assert!(before_drawing(&mut renderer, 5000.0) >= 2);
    let (whole, _) = draw_in_steps(&mut Renderer::new(&context), &picture, &Work::WHOLE);
    assert!(renderer.read_pixels().expect("reads back") == whole);
}
