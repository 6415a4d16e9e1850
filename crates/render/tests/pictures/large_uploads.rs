//! Uploads that are too large for one step: another thread packs a mesh and finds its edges, or makes an image smaller; bytes are sent in
//! slices.

use castview_base::core::{MaterialIndex, MeshIndex, SkinIndex};
use castview_base::scene::{Hair, Influences, Mesh, Model, Skinning};
use castview_images::Image;
use castview_picture::{Picture, PlacedKey, PlacedModel, Places, Texture};
use castview_render::{Counts, RenderError, Renderer, Step, Work};
use castview_testkit::gpu::{self, draw_in_steps, empty_picture};
use castview_testkit::shapes::{self, cube_bounds, framed};
use glam::{Affine3A, Vec3};
use std::sync::{Arc, Mutex};

/// Jobs that nobody has run yet.
type Jobs = Arc<Mutex<Vec<Box<dyn FnOnce() + Send>>>>;

/// A renderer whose other thread does nothing before the test runs its jobs.
fn renderer(context: &castview_render::Context) -> (Renderer, Jobs) {
    let (mut renderer, jobs) = (Renderer::new(context), Jobs::default());
    let queue = jobs.clone();
    renderer.pack_elsewhere(Arc::new(move |job| {
        queue.lock().expect("nobody panics").push(job);
        true
    }));
    (renderer, jobs)
}

/// An adapter whose buffers the other thread writes, if this is one, and one that is sent slices.
fn contexts() -> Vec<castview_render::Context> {
    let (whole, limited) = (gpu::context(), gpu::limited_context());
    assert!(limited.iter().all(|context| !context.abilities().writable_buffers));
    whole.into_iter().chain(limited).collect()
}

/// A bent sheet of 90 by 90 quads with a wireframe, rigid or on a skin.
fn sheet(is_skinned: bool) -> Picture {
    let mut model = shapes::tube(Skinning::Linear);
    let sheet = shapes::sheet(90, 90, |u, v| Vec3::new(2.0 * u - 1.0, 4.0 * v, (9.0 * u * v).sin()));
    let count = sheet.positions.len() as u32;
    model.meshes[0] = match is_skinned {
        false => sheet,
        true => Mesh {
            skin: Some(SkinIndex::new(0)),
            influences: Influences {
                stride: 1,
                slots: (0..count).map(|at| at % 3).collect::<Vec<_>>().into(),
                weights: vec![1.0; count as usize].into(),
                ..Default::default()
            },
            ..sheet
        },
    };
    let mut picture = framed(empty_picture(), vec![shapes::placed(model)], cube_bounds(4.0));
    picture.overlays.wireframe = true;
    picture
}

const LIMIT: Work = Work {
    bytes: 20_000.0,
    ..Work::WHOLE
};

/// Runs the one job that waits.
fn run(jobs: &Jobs) {
    let mut jobs: Vec<_> = std::mem::take(&mut *jobs.lock().expect("nobody panics"));
    assert_eq!(jobs.len(), 1);
    jobs.remove(0)();
}

#[test]
fn a_large_mesh_is_packed_elsewhere_and_sent_in_slices() {
    for (context, is_skinned) in contexts()
        .into_iter()
        .flat_map(|context| [(context.clone(), false), (context, true)])
    {
        let picture = sheet(is_skinned);
        let (whole, _) = draw_in_steps(&mut Renderer::new(&context), &picture, &Work::WHOLE);
        let (mut renderer, jobs) = renderer(&context);
        renderer.begin(picture.clone()).expect("begins");
        let (mut waited, mut sent) = (0, Vec::new());
        loop {
            let before = renderer.counts();
            let step = renderer.step(&LIMIT).expect("goes on").expect("is begun");
            sent.push(renderer.counts().mesh_bytes - before.mesh_bytes);
            match step {
                Step::Done(_, drawn) => {
                    assert_eq!(drawn.problems, []);
                    break;
                }
                Step::Some(_) => {}
                Step::Waits => {
                    let before = renderer.counts();
                    for _ in 0..5 {
                        assert_eq!(
                            renderer.step(&LIMIT),
                            Ok(Some(Step::Waits)),
                            "the caller gets its turns"
                        );
                    }
                    assert_eq!(renderer.counts(), before, "and nothing is done in them");
                    waited += 1;
                    run(&jobs);
                }
            }
        }
        assert_eq!(waited, 2, "for the mesh and for its edges");
        let limit = LIMIT.bytes as u64;
        assert!(sent.iter().all(|bytes| *bytes <= limit), "{sent:?}");
        let all: u64 = sent.iter().sum();
        // Three corners of a triangle take two bytes each; an edge, of which a quad has three, takes four numbers of four bytes.
        let vertices = picture.models[0].model().meshes[0].vertex_count() as u64;
        let least = 20 * vertices + (2 * 3 * 2 + 3 * 4 * 4) * 90 * 90;
        if context.abilities().writable_buffers {
            assert_eq!(all, 0, "the other thread wrote everything");
        } else {
            assert!(all > least, "{all} of {least}");
            assert!(sent.iter().filter(|bytes| **bytes > 0).count() as u64 > least / limit);
        }
        assert!(
            renderer.read_pixels().expect("reads back") == whole,
            "skinned: {is_skinned}"
        );
        // All of it is there from now on.
        let before = renderer.counts();
        let (again, _) = draw_in_steps(&mut renderer, &picture, &LIMIT);
        assert!(again == whole);
        let Counts { meshes, mesh_bytes, .. } = renderer.counts();
        assert_eq!((meshes, mesh_bytes), (before.meshes, before.mesh_bytes));
    }
}

/// A small mesh, or a cloud of three points, at four thousand places.
fn crowd(is_cloud: bool) -> Picture {
    let mut mesh = shapes::mesh(vec![[0.0; 3], [0.03, 0.0, 0.0], [0.0, 0.03, 0.0]], vec![0, 1, 2]);
    if is_cloud {
        mesh.triangles = Vec::new().into();
    }
    let model = Model {
        meshes: vec![mesh],
        ..Model::default()
    };
    let place = |at: u16| Affine3A::from_translation(Vec3::new(f32::from(at % 64), f32::from(at / 64), 0.0) / 32.0);
    let placed = PlacedModel {
        places: Places::of((0..4000).map(place).collect()).expect("many"),
        ..shapes::placed(model)
    };
    framed(empty_picture(), vec![placed], cube_bounds(2.0))
}

/// Where a model stands is written over as many steps as its places take; a picture that is dropped meanwhile takes nothing away.
#[test]
fn many_places_are_written_in_slices() {
    let Some(context) = gpu::context() else { return };
    for is_cloud in [false, true] {
        let picture = crowd(is_cloud);
        let (whole, _) = draw_in_steps(&mut Renderer::new(&context), &picture, &Work::WHOLE);
        let mut renderer = Renderer::new(&context);
        let all_steps = |renderer: &mut Renderer| {
            let mut writing = 0;
            loop {
                match renderer.step(&LIMIT).expect("goes on").expect("is begun") {
                    Step::Done(_, drawn) => {
                        assert_eq!(drawn.problems, []);
                        return writing;
                    }
                    // Drawing comes after all of it is written.
                    Step::Some(work) if work.draws == 0.0 => {
                        // A pipeline counts as four million.
                        assert!(work.bytes < 2.0 * LIMIT.bytes || work.bytes >= 4e6, "{work:?}");
                        writing += 1;
                    }
                    Step::Some(_) | Step::Waits => {}
                }
            }
        };
        // 84 bytes a place, and for clouds 48 for each of six corners.
        let bytes = 4000.0 * if is_cloud { 84.0 + 6.0 * 48.0 } else { 84.0 };
        renderer.begin(picture.clone()).expect("begins");
        let writing = all_steps(&mut renderer);
        assert!(f64::from(writing) > bytes / LIMIT.bytes, "{writing} steps");
        assert!(
            renderer.read_pixels().expect("reads back") == whole,
            "cloud: {is_cloud}"
        );
        renderer.begin(picture.clone()).expect("begins");
        assert!(all_steps(&mut renderer) < 5, "all of it is there");
        // All of them move a little, and the picture of that is dropped half-way.
        let mut moved = picture.clone();
        moved.models[0].stage_from_model = Affine3A::from_translation(Vec3::X * 0.01);
        renderer.begin(moved).expect("begins");
        for _ in 0..3 {
            renderer.step(&LIMIT).expect("goes on");
        }
        renderer.stop();
        let (again, _) = draw_in_steps(&mut renderer, &picture, &LIMIT);
        assert!(again == whole, "cloud: {is_cloud}");
    }
}

/// Strands that take more than a step does are packed elsewhere, and sent in slices.
#[test]
fn much_hair_is_packed_elsewhere_and_sent_in_slices() {
    contexts().iter().for_each(much_hair_is_sent);
}

fn much_hair_is_sent(context: &castview_render::Context) {
    let fringe = shapes::hair();
    let points: Vec<[f32; 3]> = fringe.points.iter().collect();
    let again = |times: u32| Hair {
        strands: (0..times).flat_map(|_| fringe.strands.iter().cloned()).collect(),
        points: points.clone().into(),
        ..fringe.clone()
    };
    let model = Model {
        hairs: vec![
            again(1),
            again(30),
            Hair {
                strands: Vec::new(),
                ..again(1)
            },
        ],
        ..Model::default()
    };
    let picture = framed(empty_picture(), vec![shapes::placed(model)], cube_bounds(2.0));
    let (whole, _) = draw_in_steps(&mut Renderer::new(context), &picture, &Work::WHOLE);
    let (mut renderer, jobs) = renderer(context);
    renderer.begin(picture.clone()).expect("begins");
    let (mut waited, mut sent) = (0, Vec::new());
    let limit = Work {
        bytes: 200_000.0,
        ..Work::WHOLE
    };
    loop {
        let before = renderer.counts().mesh_bytes;
        let step = renderer.step(&limit).expect("goes on").expect("is begun");
        sent.push(renderer.counts().mesh_bytes - before);
        match step {
            Step::Done(_, drawn) => {
                assert_eq!(drawn.problems, []);
                break;
            }
            Step::Some(_) => {}
            Step::Waits => {
                waited += 1;
                run(&jobs);
            }
        }
    }
    assert_eq!(waited, 1, "the few strands fit into a step");
    // Two vertices of 32 bytes a point, and six indices for each of the eight parts of nine points.
    let least = 30 * 160 * (9 * 2 * 32 + 8 * 6 * 4);
    let is_written = context.abilities().writable_buffers;
    assert_eq!(sent.iter().sum::<u64>(), if is_written { 0 } else { least });
    assert!(sent.iter().all(|bytes| *bytes <= limit.bytes as u64), "{sent:?}");
    assert!(renderer.read_pixels().expect("reads back") == whole);
    let (again, _) = draw_in_steps(&mut renderer, &picture, &limit);
    assert!(again == whole);
    assert!(jobs.lock().expect("nobody panics").is_empty(), "all of it is there");
}

/// Whatever fits into a step is packed in it.
#[test]
fn small_meshes_need_no_other_thread() {
    let Some(context) = gpu::context() else { return };
    let (mut renderer, jobs) = renderer(&context);
    let limit = Work {
        bytes: 4e6,
        ..Work::WHOLE
    };
    draw_in_steps(&mut renderer, &sheet(true), &limit);
    assert!(jobs.lock().expect("nobody panics").is_empty());
}

#[test]
fn without_another_thread_a_large_mesh_is_packed_in_one_step() {
    let Some(context) = gpu::context() else { return };
    let picture = sheet(true);
    let (whole, _) = draw_in_steps(&mut Renderer::new(&context), &picture, &Work::WHOLE);
    let mut renderer = Renderer::new(&context);
    renderer.pack_elsewhere(Arc::new(|_| false));
    let (image, _) = draw_in_steps(&mut renderer, &picture, &LIMIT);
    assert!(image == whole);
}

/// A job that ends without an answer costs its mesh, not the picture.
#[test]
fn a_mesh_whose_packing_fails_is_left_out() {
    let Some(context) = gpu::context() else { return };
    let (mut renderer, jobs) = renderer(&context);
    renderer.begin(sheet(false)).expect("begins");
    assert_eq!(renderer.step(&LIMIT), Ok(Some(Step::Waits)));
    jobs.lock().expect("nobody panics").clear();
    let drawn = loop {
        if let Some(Step::Done(_, drawn)) = renderer.step(&LIMIT).expect("goes on") {
            break drawn;
        }
    };
    let [RenderError::MeshTooLarge { mesh, reason }] = &drawn.problems[..] else {
        panic!("{:?}", drawn.problems);
    };
    assert_eq!(
        (mesh.as_str(), reason.as_str()),
        ("body", "the program failed while it was prepared")
    );
}

/// A picture that is dropped while another thread is at its mesh leaves nothing behind.
#[test]
fn a_picture_may_be_dropped_while_its_mesh_is_packed() {
    let Some(context) = gpu::context() else { return };
    let picture = sheet(true);
    let (whole, _) = draw_in_steps(&mut Renderer::new(&context), &picture, &Work::WHOLE);
    let (mut renderer, jobs) = renderer(&context);
    renderer.begin(picture.clone()).expect("begins");
    assert_eq!(renderer.step(&LIMIT), Ok(Some(Step::Waits)));
    renderer.stop();
    run(&jobs);
    assert_eq!(renderer.step(&LIMIT), Ok(None));
    let drawn = renderer.draw(&picture).expect("draws");
    assert_eq!(drawn.problems, []);
    assert!(renderer.read_pixels().expect("reads back") == whole);
    assert_eq!(renderer.chunk_count(PlacedKey(1), MeshIndex::new(0)), 1);
}

/// A sphere under an image of noise.
fn painted(side: u32) -> Picture {
    let model = Model {
        meshes: vec![Mesh {
            material: Some(MaterialIndex::new(0)),
            ..shapes::sphere()
        }],
        materials: vec![shapes::texture_material()],
        ..Model::default()
    };
    let mut picture = framed(empty_picture(), vec![shapes::placed(model)], cube_bounds(1.0));
    picture.models[0].textures = noise(side);
    picture
}

/// One square image of it.
fn noise(side: u32) -> Arc<Vec<Texture>> {
    let noise = (0..side * side * 4).map(|at| match at % 4 {
        3 => 255,
        _ => (at.wrapping_mul(2_654_435_761) >> 24) as u8,
    });
    let image = Image {
        width: side,
        height: side,
        rgba: noise.collect(),
    };
    Arc::new(vec![Texture::Ready(Arc::new(image.into()))])
}

/// Draws the picture with another image: all but its own is there then.
fn draw_but_for_the_image(renderer: &mut Renderer, picture: &Picture) {
    let mut other = picture.clone();
    other.models[0].textures = noise(4);
    renderer.draw(&other).expect("draws");
}

/// Steps until the picture is done: the largest of each kind of work, and how many there were.
fn steps(renderer: &mut Renderer, picture: &Picture, limit: &Work, mut wait: impl FnMut()) -> ([f64; 2], usize) {
    renderer.begin(picture.clone()).expect("begins");
    let (mut most, mut count) = ([0.0f64; 2], 0);
    loop {
        let step = renderer.step(limit).expect("goes on").expect("is begun");
        let (Step::Some(work) | Step::Done(work, _)) = &step else {
            wait();
            continue;
        };
        (most, count) = ([most[0].max(work.bytes), most[1].max(work.pixels)], count + 1);
        if matches!(step, Step::Done(..)) {
            return (most, count);
        }
    }
}

#[test]
fn a_large_image_is_sent_in_rows_and_so_are_its_mips() {
    let Some(context) = gpu::context() else { return };
    for side in [300, 256] {
        let picture = painted(side);
        let (whole, _) = draw_in_steps(&mut Renderer::new(&context), &picture, &Work::WHOLE);
        let mut renderer = Renderer::new(&context);
        draw_but_for_the_image(&mut renderer, &picture);
        let before = renderer.counts().texture_bytes;
        let limit = Work {
            bytes: 30_000.0,
            pixels: 2_000.0,
            ..Work::WHOLE
        };
        let never = || panic!("it fits as it is");
        let ([bytes, pixels], count) = steps(&mut renderer, &picture, &limit, never);
        assert!(bytes <= limit.bytes + 1000.0 && pixels <= 7000.0, "{bytes} {pixels}");
        let least = f64::from(side * side) * (4.0 / limit.bytes + 0.25 / 3.0 / limit.pixels);
        assert!(count as f64 > least, "{count} of {least}");
        assert!(renderer.read_pixels().expect("reads back") == whole, "{side}");
        assert_eq!(renderer.counts().texture_bytes - before, u64::from(side * side * 4));
    }
}

#[test]
fn an_image_beyond_the_budget_is_made_smaller_on_another_thread() {
    let Some(context) = gpu::context() else { return };
    let picture = Picture {
        most_texels: 100 * 100,
        ..painted(300)
    };
    let (whole, _) = draw_in_steps(&mut Renderer::new(&context), &picture, &Work::WHOLE);
    let (mut renderer, jobs) = renderer(&context);
    draw_but_for_the_image(&mut renderer, &picture);
    let mut waited = 0;
    steps(&mut renderer, &picture, &LIMIT, || {
        waited += 1;
        run(&jobs);
    });
    assert!(waited == 1 && renderer.read_pixels().expect("reads back") == whole);
    // A picture that is dropped meanwhile leaves nothing behind, and one that fails costs the image alone.
    let other = Picture {
        most_texels: 50 * 50,
        ..picture.clone()
    };
    let (smaller, _) = draw_in_steps(&mut Renderer::new(&context), &other, &Work::WHOLE);
    renderer.begin(other.clone()).expect("begins");
    while renderer.step(&LIMIT) != Ok(Some(Step::Waits)) {}
    let (again, _) = draw_in_steps(&mut renderer, &picture, &Work::WHOLE);
    assert!(again == whole);
    steps(&mut renderer, &other, &LIMIT, || {
        let mut jobs: Vec<_> = std::mem::take(&mut *jobs.lock().expect("nobody panics"));
        jobs.drain(..).for_each(|job| job());
    });
    assert!(renderer.read_pixels().expect("reads back") == smaller);
}
