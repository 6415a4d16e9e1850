//! A divided picture is the left columns of one picture and the right columns of another.

use castview_base::core::MaterialIndex;
use castview_base::scene::{Mesh, Model};
use castview_images::Image;
use castview_picture::{ColorBy, Divided, Legend, LegendEntry, Picture, Shading, Way};
use castview_render::{Renderer, Work};
use castview_testkit::gpu::{self, empty_picture};
use castview_testkit::shapes::{self, cube_bounds, framed};

fn ball() -> Picture {
    let mesh = Mesh {
        material: Some(MaterialIndex::new(0)),
        ..shapes::sphere()
    };
    let model = shapes::placed(Model {
        meshes: vec![mesh],
        materials: vec![shapes::texture_material()],
        ..Model::default()
    });
    let mut picture = framed(empty_picture(), vec![model], cube_bounds(0.8));
    picture.size = [96, 64];
    picture
}

fn columns(image: &Image, columns: std::ops::Range<usize>) -> Vec<&[u8]> {
    let rows = image.rgba.chunks_exact(image.width as usize * 4);
    rows.map(|row| &row[columns.start * 4..columns.end * 4]).collect()
}

#[test]
fn each_half_is_that_of_its_own_picture_at_once_and_in_steps() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let right = Way {
        shading: Shading::Untextured,
        color_by: ColorBy::Material,
        wireframe: true,
        xray: false,
    };
    let normals = Way {
        color_by: ColorBy::Normals,
        ..Way::default()
    };
    for samples in [1, 4] {
        for (way, at, column) in [
            (right, 0.25, 24),
            (normals, 0.5, 48),
            (right, 0.0, 0),
            (normals, 1.0, 96),
        ] {
            let whole = Picture { samples, ..ball() };
            let divided = Picture {
                divided: Some(Divided {
                    at,
                    right: way,
                    longest: 1.0,
                }),
                ..whole.clone()
            };
            let (other, first) = divided.right_half().expect("it is divided");
            assert_eq!(first, column as u32);
            let mut draw = |picture: &Picture| {
                let drawn = renderer.draw(picture).expect("draws");
                assert_eq!(drawn.problems, []);
                renderer.read_pixels().expect("reads")
            };
            let (both, left, other) = (draw(&divided), draw(&whole), draw(&other));
            assert!(left.rgba != other.rgba, "they differ");
            assert!(columns(&both, 0..column) == columns(&left, 0..column), "left of {at}");
            assert!(
                columns(&both, column..96) == columns(&other, column..96),
                "right of {at}"
            );
            let limit = Work {
                corners: 97.0,
                draws: 3.0,
                ..Work::WHOLE
            };
            let mut in_steps = Renderer::new(&context);
            let (sliced, submissions) = gpu::draw_in_steps(&mut in_steps, &divided, &limit);
            assert!(submissions > 4 && sliced == both, "{submissions} submissions");
        }
    }
}

/// Both halves have the same words at the same places: a legend of one is not cut off by the other, and one of both goes on across the line.
#[test]
fn legends_of_the_halves_are_whole_and_each_on_its_side() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let colors = [[201, 41, 91], [41, 201, 91], [91, 41, 201]];
    let legend = |across, color| Legend {
        across,
        title: "Colors",
        entries: (0..4).map(|_| LegendEntry::square(color, "some words")).collect(),
    };
    for at in [0.4, 0.5] {
        let picture = Picture {
            size: [900, 400],
            divided: Some(Divided {
                at,
                right: Way {
                    color_by: ColorBy::Normals,
                    ..Way::default()
                },
                longest: 1.0,
            }),
            legends: vec![
                legend([0.0, at], colors[0]),
                legend([at, 1.0], colors[1]),
                legend(Legend::WHOLE, colors[2]),
            ],
            ..ball()
        };
        renderer.draw(&picture).expect("draws");
        let image = renderer.read_pixels().expect("reads");
        let column = (900.0 * at) as usize;
        let counts = [0..column, column..900].map(|side| {
            let rows = columns(&image, side).into_iter();
            let texels: Vec<&[u8]> = rows.flat_map(|row| row.chunks_exact(4)).collect();
            colors.map(|color| texels.iter().filter(|texel| texel[..3] == color).count())
        });
        let [[left, over, some], [under, right, others]] = counts;
        // Four squares of nine pixels each.
        assert_eq!([left, right, some + others], [4 * 81; 3], "{at}: {counts:?}");
        assert_eq!([over, under], [0; 2], "{at}: {counts:?}");
        assert!(some > 0 && others > 0, "{at}: {counts:?}");
    }
}

/// Two poses in one picture: each half is that of a picture with its models alone, and what is asked afterwards is about the right one.
#[test]
fn the_line_wipes_between_two_poses_of_one_model() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let right = ball();
    let mut models = right.models.clone();
    models[0].stage_from_model = glam::Affine3A::from_scale(glam::Vec3::splat(0.5));
    let left = Picture {
        models: models.clone(),
        ..right.clone()
    };
    let wiped = Picture {
        divided: Some(Divided {
            at: 0.5,
            right: Way::default(),
            longest: 1.0,
        }),
        left_models: Some(models),
        ..right.clone()
    };
    let [of_left, of_right, both] = [left, right, wiped].map(|picture| {
        renderer.draw(&picture).expect("it draws");
        renderer.read_pixels().expect("it is read")
    });
    assert!(
        columns(&of_left, 0..48) != columns(&of_right, 0..48),
        "the poses differ"
    );
    assert!(columns(&both, 0..48) == columns(&of_left, 0..48), "left of the line");
    assert!(
        columns(&both, 48..96) == columns(&of_right, 48..96),
        "right of the line"
    );
}
