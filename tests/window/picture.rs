//! What the window does about its picture: what it paints again, and images dropped on a surface.

use crate::window_support::fixture::save;
use crate::window_support::{Castview, State};
use castview::formats::cast::{NodeDraft, NodeKind, write};
use std::path::{Path, PathBuf};

fn number(state: &State, key: &str) -> u64 {
    state[key].as_u64().unwrap_or_default()
}

/// Panels that did not change are not painted at each picture of a playing clip; counted in pixels.
#[test]
fn while_a_clip_plays_only_what_changes_is_painted() {
    const SIZE: [u16; 2] = [1280, 720];
    let Some(mut app) = Castview::start(SIZE, &[]) else {
        return;
    };
    app.wait_until("the demo plays", |state| {
        state["playing"] == true && number(state, "pictures") > 5
    });
    let first = app.state();
    let last = app.wait_until("more images", |state| {
        number(state, "presented") >= number(&first, "presented") + 20
            && number(state, "pictures") >= number(&first, "pictures") + 5
    });
    let counted = |key| number(&last, key) - number(&first, key);
    let all = counted("presented") * u64::from(SIZE[0]) * u64::from(SIZE[1]);
    let painted = counted("painted_pixels");
    assert!(painted > 0 && painted < all * 8 / 10, "{painted} of {all}");
    assert!(app.close().success());
}

/// A square that faces the first view of the camera, with `skin.png` for its base color, unlit.
fn square(folder: &Path) -> PathBuf {
    let corner = |x: f32, z: f32| [x, 0.0, z];
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .vec3s(
            "vp",
            &[corner(-1.0, 0.0), corner(1.0, 0.0), corner(1.0, 2.0), corner(-1.0, 2.0)],
        )
        .vec2s("u0", &[[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]])
        .u8s("ul", &[1])
        .uints("f", &[0, 1, 2, 0, 2, 3])
        .u64s("m", &[7]);
    let material = NodeDraft::new(NodeKind::Material)
        .hash(7)
        .string("n", "skin")
        .string("t", "pbr")
        .u64s("albedo", &[8])
        .child(NodeDraft::new(NodeKind::File).hash(8).string("p", "skin.png"));
    let model = NodeDraft::new(NodeKind::Model)
        .string("n", "square")
        .child(mesh)
        .child(material);
    save(
        folder,
        "square.cast",
        &write(&[NodeDraft::new(NodeKind::Root).child(model)]),
    )
}

fn image(folder: &Path, name: &str, rgb: [u8; 3]) -> PathBuf {
    let path = folder.join(name);
    image::RgbImage::from_pixel(8, 8, image::Rgb(rgb))
        .save(&path)
        .expect("written");
    path
}

#[test]
fn an_image_dropped_on_a_surface_takes_its_textures_place_and_is_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = square(folder.path());
    image(folder.path(), "skin.png", [20, 20, 200]);
    let red = image(folder.path(), "drawn.png", [200, 20, 20]);
    let Some(mut app) = Castview::start([1000, 700], &[&model]) else {
        return;
    };
    app.wait_until("the square stands", |state| {
        state["models"].as_array().is_some_and(|models| models.len() == 1) && state["loading"] == false
    });
    app.wait_until_still();
    let view = app.control("Viewport");
    let (middle, corner) = (view.middle(), [view.rect[0] + 12, view.rect[1] + view.rect[3] - 12]);
    let says = |state: &State, hint: &str| state["drop_hint"].as_str() == Some(hint);

    app.display.move_mouse(middle);
    drop(app.hover(&[&red]));
    app.wait_until("the hint", |state| says(state, "Put drawn.png on the surface below"));
    app.hover(&[&red]).leave();
    app.wait_until("the hint goes", |state| state["drop_hint"].is_null());
    app.drop_files(&[&red]);
    let stored = app.folder().join("textures.json");
    app.wait_until("it is remembered", |_| {
        std::fs::read_to_string(&stored).is_ok_and(|text| text.contains("skin.png") && text.contains("drawn.png"))
    });
    let is_red = |shot: &crate::window_support::Shot| {
        let [r, _, b] = shot.pixel(middle);
        r > b.saturating_add(60)
    };
    app.shoot_when(is_red);

    // Beside every surface it is an image as any other.
    app.display.move_mouse(corner);
    app.drop_files(&[&red]);
    app.wait_until_still();
    // Undo shows the file's own.
    app.display.tap(u32::from(b'z'), &[crate::window_support::CONTROL_KEY]);
    app.shoot_when(|shot| !is_red(shot));
    assert!(app.close().success());
}
