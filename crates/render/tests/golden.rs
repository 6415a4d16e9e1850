//! Golden pictures: small, one feature each, drawn on software Vulkan.
//!
//! `UPDATE_GOLDEN=1` writes them; a mismatch leaves `NAME.new.png` and `NAME.diff.png` beside the golden one.

use castview_picture::{Picture, PlacedModel};
use castview_render::{Renderer, Work};
use castview_testkit::gpu::golden::pictures;
use castview_testkit::gpu::{self, Stage};

/// Every picture by its name. One test, so that they share one renderer.
#[test]
fn golden_pictures() {
    let Some(mut stage) = Stage::new() else { return };
    let wrong = pictures()
        .into_iter()
        .filter_map(|(name, picture)| stage.check(name, &picture).err());
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// However little one submission may hold, the pixels are those of a picture drawn at once.
#[test]
fn pictures_in_many_submissions_have_the_same_pixels() {
    let Some(context) = gpu::context() else { return };
    let mut at_once = Renderer::new(&context);
    let mut in_steps = Renderer::new(&context);
    for (name, picture) in pictures() {
        for samples in [1, 4] {
            let picture = Picture {
                samples,
                ..picture.clone()
            };
            let (whole, submissions) = gpu::draw_in_steps(&mut at_once, &picture, &Work::WHOLE);
            // Pipelines of surfaces are made while the GPU is at what comes before them.
            assert!(submissions <= 2, "{name}: {submissions}");
            for corners in [97.0, 1e4] {
                // Fewer than some triangles cover: those are drawn in tiles.
                let limit = Work {
                    corners,
                    draws: 3.0,
                    pixels: corners * 50.0,
                    depths: corners * 50.0,
                    ..Work::WHOLE
                };
                let (sliced, submissions) = gpu::draw_in_steps(&mut in_steps, &picture, &limit);
                let drawn: usize = picture.models.iter().map(corners_of).sum();
                assert!(submissions as f64 >= drawn as f64 / corners, "{name}: {submissions}");
                assert!(
                    sliced == whole,
                    "{name}, {samples} samples, {corners} corners a submission"
                );
            }
        }
    }
}

/// Indices of its triangles, wherever it stands.
fn corners_of(placed: &PlacedModel) -> usize {
    let triangles: usize = placed.model().meshes.iter().map(|mesh| mesh.triangles.len()).sum();
    triangles * placed.places.len()
}
