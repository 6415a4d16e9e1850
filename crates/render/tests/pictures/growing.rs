//! Large models are seen before all of them is there: the largest meshes first, and coarse forms of meshes that take long by themselves.

use castview_base::core::{MeshIndex, SkinIndex};
use castview_base::scene::{BlendShape, Influences, Mesh, Model, Skinning};
use castview_images::Image;
use castview_picture::{ColorBy, Picture};
use castview_render::{Context, Growing, Less, NextPicture, Renderer, Step, Work};
use castview_testkit::gpu::{self, draw_in_steps, empty_picture};
use castview_testkit::shapes::{self, cube_bounds, framed};
use glam::{Quat, Vec3};
use std::sync::Arc;

/// Small steps, so that small models take many.
const LIMIT: Work = Work {
    bytes: 25_000.0,
    corners: 15_000.0,
    ..Work::WHOLE
};

/// A renderer that has a thread for large meshes, if `has_thread`.
fn renderer(context: &Context, has_thread: bool) -> Renderer {
    let mut renderer = Renderer::new(context);
    renderer.pack_elsewhere(Arc::new(move |job| {
        if has_thread {
            std::thread::spawn(job);
        }
        has_thread
    }));
    renderer
}

/// One picture of those that lead to the whole one.
struct Seen {
    image: Image,
    /// Picture from which the image was drawn.
    picture: Picture,
    /// `None`: all is seen.
    less: Option<Less>,
    /// Meshes that were packed and sent so far, coarse forms included.
    sent: u64,
}

/// All pictures that a window would draw of `picture`.
fn grow(renderer: &mut Renderer, picture: &Picture) -> Vec<Seen> {
    let (mut growing, mut seen) = (Growing::default(), Vec::new());
    loop {
        let (part, less) = match growing.next(renderer, picture.clone(), &LIMIT) {
            NextPicture::Whole(whole) => (whole, None),
            NextPicture::Less(part, less) => (part, Some(less)),
            NextPicture::NotYet => {
                std::thread::yield_now();
                continue;
            }
        };
        let (image, _) = draw_in_steps(renderer, &part, &LIMIT);
        let sent = renderer.counts().meshes;
        seen.push(Seen {
            image,
            picture: part,
            less,
            sent,
        });
        if less.is_none() {
            growing.finish();
            return seen;
        }
    }
}

fn whole(context: &Context, picture: &Picture) -> Image {
    draw_in_steps(&mut Renderer::new(context), picture, &Work::WHOLE).0
}

/// Forty sheets in rows of eight. Those of the last row are ten times as large as the others.
fn sheets() -> Picture {
    let sheet = |at: u16| {
        let (column, row) = (f32::from(at % 8), f32::from(at / 8));
        let size = if row == 4.0 { 0.4 } else { 0.04 };
        let corner = Vec3::new(column - 4.0, row - 2.0, 0.0) * 0.45;
        shapes::sheet(20, 20, move |u, v| {
            corner + size * Vec3::new(u, v, 0.1 * (9.0 * u).sin())
        })
    };
    let model = Model {
        meshes: (0..40).map(sheet).collect(),
        ..Model::default()
    };
    framed(empty_picture(), vec![shapes::placed(model)], cube_bounds(2.0))
}

#[test]
fn the_largest_meshes_are_seen_first_and_none_is_sent_twice() {
    let Some(context) = gpu::context() else { return };
    let picture = sheets();
    let mut renderer = renderer(&context, true);
    let seen = grow(&mut renderer, &picture);
    let counts: Vec<_> = seen
        .iter()
        .map(|seen| seen.less.map_or(40, |less| less.meshes))
        .collect();
    assert!(counts.len() > 2 && counts.is_sorted_by(|a, b| a < b), "{counts:?}");
    let first = seen[0].less.expect("not all");
    assert!(first.meshes <= 8 && first.of == 40 && first.coarse == 0, "{first:?}");
    let hidden = &seen[0].picture.models[0].hidden_meshes;
    assert!(
        hidden[..32].iter().all(|hidden| *hidden),
        "those of the last row: {hidden:?}"
    );
    assert!(
        seen[0].image == whole(&context, &seen[0].picture),
        "seen as they will be"
    );
    let shares: Vec<f32> = seen.iter().filter_map(|seen| Some(seen.less?.share)).collect();
    assert!(
        shares.is_sorted() && shares.iter().all(|share| (0.0..1.0).contains(share)),
        "{shares:?}"
    );
    assert!(seen.last().expect("some").image == whole(&context, &picture));
    assert_eq!(
        seen.iter().map(|seen| seen.sent as usize).collect::<Vec<_>>(),
        counts,
        "sent once each"
    );
    assert_eq!(renderer.counts().uploads, 1, "into one model");
    // From now on all of it is there at once.
    let again = grow(&mut renderer, &picture);
    assert!(again.len() == 1 && again[0].sent == 40);
}

/// A bent tube of 25 921 vertices on three bones, that a blend shape makes wider.
fn tube() -> Picture {
    let mut model = shapes::tube(Skinning::Linear);
    let round = |u: f32, v: f32| {
        let turn = u * std::f32::consts::TAU;
        Vec3::new(0.5 * turn.sin(), 4.0 * v, 0.5 * turn.cos())
    };
    let sheet = shapes::sheet(160, 160, round);
    let weights = sheet.positions.iter().flat_map(|[_, y, _]| {
        let tip = ((y - 1.1) / 0.8).clamp(0.0, 1.0);
        [1.0 - tip, tip]
    });
    let weights: Vec<f32> = weights.collect();
    let count = sheet.vertex_count() as u32;
    model.blend_shapes.push(BlendShape {
        name: "wide".into(),
        mesh: MeshIndex::new(0),
        max_weight: 1.0,
        rest_weight: 0.0,
        vertices: (0..count).collect(),
        deltas: sheet.positions.iter().map(|[x, _, z]| [x, 0.0, z]).collect(),
        normal_deltas: Vec::new(),
        tangent_deltas: Vec::new(),
        source: None,
    });
    model.meshes[0] = Mesh {
        skin: Some(SkinIndex::new(0)),
        influences: Influences {
            stride: 2,
            slots: (0..2 * count).map(|at| at % 2).collect::<Vec<_>>().into(),
            weights: weights.into(),
            ..Influences::default()
        },
        material: model.meshes[0].material,
        ..sheet
    };
    let mut pose = shapes::posed(&model, |bone, local| {
        if bone == 1 {
            local.rotation = Quat::from_rotation_z(1.2);
        }
    });
    pose.shape_weights = vec![0.6];
    let placed = shapes::place(&shapes::scene(model, 0), pose);
    framed(empty_picture(), vec![placed], cube_bounds(4.0))
}

/// The share of pixels that both show, of those that one shows.
fn overlap(a: &Image, b: &Image) -> f64 {
    let background = [a.rgba[0], a.rgba[1], a.rgba[2]];
    let texels = a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4));
    let shows = texels.map(|(a, b)| [a, b].map(|texel| texel[..3] != background));
    let (both, either) = shows.fold((0, 0), |(both, either), [a, b]| {
        (both + u32::from(a && b), either + u32::from(a || b))
    });
    assert!(either > 500, "{either} pixels");
    f64::from(both) / f64::from(either)
}

#[test]
fn a_large_mesh_is_seen_in_a_coarse_form_first_that_is_posed_as_it_is() {
    let Some(context) = gpu::context() else { return };
    let picture = tube();
    let mut renderer = renderer(&context, true);
    let seen = grow(&mut renderer, &picture);
    let [first, last] = &seen[..] else {
        panic!("{} pictures", seen.len())
    };
    let less = first.less.expect("not all");
    assert_eq!((less.meshes, less.of, less.coarse), (0, 1, 1));
    let whole_image = whole(&context, &picture);
    assert!(last.image == whole_image, "the last picture is the whole one");
    assert!(first.image != whole_image, "the first is not");
    let overlap_posed = overlap(&first.image, &whole_image);
    assert!(overlap_posed > 0.95, "{overlap_posed}");
    let mut at_rest = picture.clone();
    at_rest.models[0].pose = Arc::new(castview_motion::animation::rest_pose(picture.models[0].model()));
    let overlap_unposed = overlap(&first.image, &whole(&context, &at_rest));
    assert!(overlap_unposed < 0.7, "the pose matters: {overlap_unposed}");
    assert_eq!((first.sent, last.sent), (1, 2), "the form, and the mesh");
}

#[test]
fn a_coarse_form_has_few_vertices_and_goes_with_its_mesh() {
    let Some(context) = gpu::context() else { return };
    let picture = tube();
    let mut renderer = renderer(&context, true);
    let mut growing = Growing::default();
    let part = loop {
        match growing.next(&renderer, picture.clone(), &LIMIT) {
            NextPicture::Less(part, _) => break part,
            NextPicture::NotYet => std::thread::yield_now(),
            NextPicture::Whole(_) => panic!("it takes many steps"),
        }
    };
    let [hidden, form] = &part.models[..] else {
        panic!("{} models", part.models.len())
    };
    assert!(hidden.hidden_meshes[0] && !form.hidden_meshes[0] && hidden.key != form.key);
    let vertices = form.model().meshes[0].vertex_count();
    assert!((500..=4096).contains(&vertices), "{vertices}");
    draw_in_steps(&mut renderer, &part, &LIMIT);
    draw_in_steps(&mut renderer, &picture, &LIMIT);
    let form = Arc::downgrade(&form.scene);
    drop((part, growing));
    assert!(form.upgrade().is_none(), "nobody keeps the form");
}

/// The whole picture is stopped: the same is whole again when it is wanted, and another one begins with the coarse form that is there.
#[test]
fn what_is_begun_again_needs_no_new_forms() {
    let Some(context) = gpu::context() else { return };
    let picture = tube();
    let mut renderer = renderer(&context, true);
    let mut growing = Growing::default();
    let mut next = |growing: &mut Growing| loop {
        match growing.next(&renderer, picture.clone(), &LIMIT) {
            NextPicture::NotYet => std::thread::yield_now(),
            part => {
                let (NextPicture::Less(picture, _) | NextPicture::Whole(picture)) = &part else {
                    unreachable!("that is NotYet")
                };
                renderer.begin(picture.clone()).expect("begins");
                renderer.stop();
                return part;
            }
        }
    };
    let NextPicture::Less(first, _) = next(&mut growing) else {
        panic!("it takes many steps")
    };
    for _ in 0..2 {
        assert!(matches!(next(&mut growing), NextPicture::Whole(_)));
    }
    growing.begin_again();
    let NextPicture::Less(again, _) = next(&mut growing) else {
        panic!("a quick one was asked for")
    };
    assert!(
        Arc::ptr_eq(&first.models[1].scene, &again.models[1].scene),
        "the same form"
    );
}

/// A picture that is stopped after every mesh, and whenever one is being packed, comes to its end all the same: what was sent stays, and so does
/// a mesh that takes many steps.
#[test]
fn what_was_sent_for_a_stopped_picture_stays() {
    let Some(context) = gpu::context() else { return };
    for picture in [sheets(), tube()] {
        let mut steady = renderer(&context, true);
        let seen = grow(&mut steady, &picture);
        let mut stopped = renderer(&context, true);
        let mut growing = Growing::default();
        let first = loop {
            match growing.next(&stopped, picture.clone(), &LIMIT) {
                NextPicture::Less(first, _) => break first,
                NextPicture::NotYet => std::thread::yield_now(),
                NextPicture::Whole(_) => panic!("it takes many steps"),
            }
        };
        draw_in_steps(&mut stopped, &first, &LIMIT);
        let mut stops = 0;
        loop {
            stopped.begin(picture.clone()).expect("begins");
            let meshes = stopped.counts().meshes;
            while stopped.is_sending() && stopped.counts().meshes == meshes {
                match stopped.step(&LIMIT).expect("goes on").expect("is begun") {
                    Step::Some(_) => {}
                    // Packing goes on without the picture.
                    Step::Waits => break,
                    Step::Done(..) => panic!("meshes are still to be sent"),
                }
            }
            if !stopped.is_sending() {
                break;
            }
            stopped.stop();
            stops += 1;
            std::thread::sleep(std::time::Duration::from_millis(1));
            assert!(stops < 10_000, "it begins anew each time");
        }
        assert!(stops > 0, "it was never stopped");
        let sent = [&steady, &stopped].map(|renderer| (renderer.counts().meshes, renderer.counts().mesh_bytes));
        assert_eq!(sent[0], sent[1], "meshes and bytes, once each");
        let (image, _) = draw_in_steps(&mut stopped, &picture, &LIMIT);
        assert!(image == seen.last().expect("some").image);
    }
}

#[test]
fn views_of_vertices_and_machines_without_a_thread_show_no_coarse_forms() {
    let Some(context) = gpu::context() else { return };
    let mut wired = tube();
    wired.overlays.wireframe = true;
    let colored = Picture {
        color_by: ColorBy::DominantBone,
        ..tube()
    };
    for (picture, has_thread) in [(wired, true), (colored, true), (tube(), false)] {
        let part = Growing::default().next(&renderer(&context, has_thread), picture, &LIMIT);
        assert!(matches!(part, NextPicture::Whole(_)), "{part:?}");
    }
}

#[test]
fn what_takes_few_steps_is_whole_at_once() {
    let Some(context) = gpu::context() else { return };
    let part = Growing::default().next(&renderer(&context, true), sheets(), &Work::each(1e7));
    assert!(matches!(part, NextPicture::Whole(_)), "{part:?}");
}
