//! The window's picture: repainting, coarse forms of large models, and dropped images.

use crate::window_support::fixture::save;
use crate::window_support::{CONTROL_KEY, Castview, Shot, State};
use castview::formats::cast::{NodeDraft, NodeKind, write};
use std::path::{Path, PathBuf};
use std::time::Duration;

const ENTER: u32 = 0xff0d;
const ESCAPE: u32 = 0xff1b;

fn number(state: &State, key: &str) -> u64 {
    state[key].as_u64().unwrap_or_default()
}

/// Panels that did not change are not painted at each picture of a playing clip, and the picture is painted by a shader of its own, as
/// egui's takes a software adapter longer than drawing it; counted in pixels that egui paints.
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
    assert!(painted > 0 && painted < all * 3 / 10, "{painted} of {all}");
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
    let red = image(folder.path(), "drawn.png", [200, 20, 20]);
    let Some(mut app) = start_with_square(folder.path(), [20, 20, 200]) else {
        return;
    };
    let view = app.control("Viewport");
    let (middle, corner) = (view.middle(), [view.rect[0] + 12, view.rect[1] + view.rect[3] - 12]);
    let says = |state: &State, hint: &str| state["drop_hint"].as_str() == Some(hint);

    app.display.move_mouse(middle);
    drop(app.hover(&[&red]));
    app.wait_until("the hint", |state| {
        says(state, "Put drawn.png in place of the texture below")
    });
    app.hover(&[&red]).leave();
    app.wait_until("the hint goes", |state| state["drop_hint"].is_null());
    app.drop_files(&[&red]);
    let stored = app.folder().join("textures.json");
    app.wait_until("it is remembered", |_| {
        std::fs::read_to_string(&stored).is_ok_and(|text| text.contains("skin.png") && text.contains("drawn.png"))
    });
    app.shoot_when(|shot| is_red(shot, middle));

    // Beside every surface it is an image as any other.
    app.display.move_mouse(corner);
    app.drop_files(&[&red]);
    app.wait_until_still();
    // Undo shows the file's own.
    app.display.tap(u32::from(b'z'), &[CONTROL_KEY]);
    app.shoot_when(|shot| !is_red(shot, middle));
    assert!(app.close().success());
}

/// Opens a window with the square, whose texture is of that colour.
fn start_with_square(folder: &Path, rgb: [u8; 3]) -> Option<Castview> {
    let model = square(folder);
    image(folder, "skin.png", rgb);
    let mut app = Castview::start([1000, 700], &[&model])?;
    app.wait_until("the square stands", |state| {
        state["models"].as_array().is_some_and(|models| models.len() == 1)
            && state["loading"] == false
            && number(state, "textures_loading") == 0
    });
    app.wait_until_still();
    Some(app)
}

/// Much more red than blue.
fn is_red(shot: &Shot, at: [i32; 2]) -> bool {
    let [r, _, b] = shot.pixel(at);
    r > b.saturating_add(60)
}

#[test]
fn an_image_dropped_on_a_row_of_the_texture_page_takes_that_textures_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let red = image(folder.path(), "drawn.png", [200, 20, 20]);
    let Some(mut app) = start_with_square(folder.path(), [20, 20, 200]) else {
        return;
    };
    let middle = app.control("Viewport").middle();
    assert!(!is_red(&app.shoot(), middle));
    app.display.tap(u32::from(b'p'), &[CONTROL_KEY]);
    app.wait_until("the palette", |state| state["page"] == "Palette");
    app.display.type_text("Textures of all files");
    app.display.tap(ENTER, &[]);
    app.wait_until("the page", |state| state["page"] == "Textures");
    let row = app.control("Picture of skin.png");
    app.display.move_mouse(row.middle());
    drop(app.hover(&[&red]));
    app.wait_until("the hint", |state| {
        state["drop_hint"] == "Put drawn.png in place of skin.png"
    });
    app.drop_files(&[&red]);
    let stored = app.folder().join("textures.json");
    app.wait_until("it is remembered", |_| {
        std::fs::read_to_string(&stored).is_ok_and(|text| text.contains("skin.png") && text.contains("drawn.png"))
    });
    app.display.tap(ESCAPE, &[]);
    let state = app.wait_until("no page", |state| state["page"].is_null());
    assert_eq!(
        state["files"],
        serde_json::json!(["square.cast"]),
        "it is no file of its own"
    );
    app.shoot_when(|shot| is_red(shot, middle));
    assert!(app.close().success());
}

/// The copied line, pasted into a shell, draws what the window shows, pixel by pixel.
#[test]
fn the_copied_command_draws_what_the_window_shows() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(mut app) = start_with_square(folder.path(), [200, 60, 20]) else {
        return;
    };
    let [x, y] = app.control("Viewport").middle();
    app.display.move_mouse([x, y]);
    app.display.press_mouse();
    app.display.move_mouse([x + 90, y + 30]);
    app.display.release_mouse();
    app.display.tap(u32::from(b'p'), &[CONTROL_KEY]);
    app.wait_until("the palette", |state| state["page"] == "Palette");
    app.display.type_text("Copy view as command");
    app.display.tap(ENTER, &[]);
    let is_told = |state: &State| state["notices"].to_string().contains("Copied");
    app.wait_until("it is copied", is_told);
    app.wait_until_still();
    let line = app.display.clipboard().expect("a line");
    let words = line.strip_prefix("castview ").expect("it begins with the program");
    let drawn = std::process::Command::new("sh")
        .args(["-c", &format!("\"$PROGRAM\" {words}")])
        .env("PROGRAM", env!("CARGO_BIN_EXE_castview"))
        .current_dir(folder.path())
        .status();
    assert!(drawn.expect("a shell").success(), "{line}");
    let drawn = image::open(folder.path().join("square.png"))
        .expect("it was drawn")
        .to_rgb8();
    let view = app.control("Viewport").rect;
    assert_eq!(
        [view[2], view[3]].map(|side| side as u32),
        [drawn.width(), drawn.height()]
    );
    // Beside the words and menus that lie over the picture.
    const HALF: i32 = 120;
    let shot = app.shoot();
    let differs = |[dx, dy]: [i32; 2]| {
        let at = [view[2] / 2 + dx, view[3] / 2 + dy];
        let image::Rgb(pixel) = *drawn.get_pixel(at[0] as u32, at[1] as u32);
        shot.pixel([view[0] + at[0], view[1] + at[1]]) != pixel
    };
    let around = (-HALF..HALF).flat_map(|dy| (-HALF..HALF).map(move |dx| [dx, dy]));
    assert_eq!(around.filter(|at| differs(*at)).count(), 0);
    assert!(is_red(&shot, [x, y]), "the square is seen");
    assert!(app.close().success());
}

/// Red light on a white square.
#[test]
fn an_image_of_light_dropped_on_the_window_lights_the_models() {
    let folder = tempfile::tempdir().expect("a folder");
    let pixels = [128, 0, 0, 129].repeat(64 * 32);
    let sky = [b"#?RADIANCE\n\n-Y 32 +X 64\n".to_vec(), pixels].concat();
    let sky = save(folder.path(), "sky.hdr", &sky);
    let Some(mut app) = start_with_square(folder.path(), [230; 3]) else {
        return;
    };
    let middle = app.control("Viewport").middle();
    assert!(!is_red(&app.shoot(), middle));
    app.display.move_mouse(middle);
    drop(app.hover(&[&sky]));
    app.wait_until("the hint", |state| state["drop_hint"] == "Light by sky.hdr");
    app.drop_files(&[&sky]);
    app.shoot_when(|shot| is_red(shot, middle));
    let state = app.wait_until_still();
    assert_eq!(
        state["files"],
        serde_json::json!(["square.cast"]),
        "it lights what is there"
    );
    assert!(app.close().success());
}

/// A square that faces the first view of the camera, of 250 000 vertices, with each triangle six times.
fn large_square(folder: &Path) -> PathBuf {
    const SIDE: u32 = 500;
    let at = |vertex: u32| [vertex % SIDE, vertex / SIDE].map(|at| at as f32 / (SIDE - 1) as f32);
    let positions: Vec<[f32; 3]> = (0..SIDE * SIDE)
        .map(at)
        .map(|[u, v]| [2.0 * u - 1.0, 0.0, 2.0 * v])
        .collect();
    let quads = (0..SIDE - 1).flat_map(|row| (0..SIDE - 1).map(move |column| row * SIDE + column));
    let corners: Vec<u32> = quads
        .flat_map(|a| [a, a + 1, a + SIDE, a + 1, a + SIDE + 1, a + SIDE].repeat(6))
        .collect();
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .string("n", "large")
        .vec3s("vp", &positions)
        .u32s("f", &corners);
    let model = NodeDraft::new(NodeKind::Model).string("n", "square").child(mesh);
    save(
        folder,
        "large.cast",
        &write(&[NodeDraft::new(NodeKind::Root).child(model)]),
    )
}

/// A mesh that would take many steps is seen in a coarse form first. Meanwhile a click is looked up in the whole picture, which follows by
/// itself.
#[test]
fn a_large_mesh_is_seen_in_a_coarse_form_until_it_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = large_square(folder.path());
    let Some(mut app) = Castview::start([1000, 700], &[&model]) else {
        return;
    };
    let coarse = app.wait_until("a coarse form", |state| {
        state["part_shown"] == serde_json::json!([0, 1, 1])
    });
    assert!(coarse["drawing"].is_number(), "the rest is on its way");
    let view = app.control("Viewport");
    app.display.click(view.middle());
    let clicked = app.wait_until("the mesh is selected", |state| state["selected"].is_string());
    assert!(clicked["part_shown"].is_null(), "all of it is there by then");
    assert!(
        clicked["selected"]
            .as_str()
            .is_some_and(|selected| selected.starts_with("Mesh"))
    );
    let whole = app.wait_until("nothing is on its way", |state| state["drawing"].is_null());
    assert!(number(&whole, "pictures") > number(&coarse, "pictures"));
    assert!(app.close().success());
}

/// The part of a large model that is there follows a drag while the rest is on its way. How long that takes is nobody's promise: one of the
/// starts is seen to be followed. A program that has drawn the model once knows how fast the adapter is, and may draw all of it at once
/// when it is read again: each try is a start.
#[test]
fn a_large_mesh_follows_a_drag_before_all_of_it_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = large_square(folder.path());
    let coarse_form = |state: &State| state["part_shown"] == serde_json::json!([0, 1, 1]);
    let is_whole = |state: &State| state["part_shown"].is_null() && state["drawing"].is_null();
    let start = || Castview::start([1000, 700], &[&model]);
    let Some(mut app) = start() else { return };
    // Asking for a control takes long: all starts have it at the same place.
    let [x, y] = app.control("Viewport").middle();
    let mut follows = false;
    for _ in 0..10 {
        drop(app);
        app = start().expect("it has started before");
        let coarse = app.wait_until("a coarse form", coarse_form);
        app.display.move_mouse([x, y]);
        app.display.press_mouse();
        let mut step = 0;
        loop {
            step = (step + 3) % 200;
            app.display.move_mouse([x + step, y]);
            let state = app.state();
            follows = coarse_form(&state) && number(&state, "pictures") > number(&coarse, "pictures") + 1;
            if follows || state["part_shown"].is_null() {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        app.display.release_mouse();
        if follows {
            break;
        }
    }
    assert!(follows, "the view stood still each time");
    app.wait_until("all of it is there in the end", is_whole);
    assert!(app.close().success());
}

/// A picture that stands still gets finer by three shifted ones, after which nothing is drawn any more. Looked at from elsewhere it does so
/// again, also after two looks in one moment, which are a movement.
#[test]
fn a_picture_at_rest_gets_finer_and_then_nothing_is_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(mut app) = start_with_square(folder.path(), [20, 20, 200]) else {
        return;
    };
    for views in [&['3'][..], &['1'], &['3', '1']] {
        for view in views {
            app.display.tap(u32::from(*view), &[]);
        }
        let coarse = app.wait_until("a picture that is to be averaged", |state| state["gets_finer"] == true);
        let fine = app.wait_until_still();
        assert_eq!(fine["gets_finer"], false);
        assert!(number(&fine, "pictures") >= number(&coarse, "pictures") + 3);
        std::thread::sleep(Duration::from_secs(2));
        let later = app.state();
        for key in ["turn", "pictures", "submissions", "presented"] {
            assert_eq!(later[key], fine[key], "{key} without a reason");
        }
    }
    assert!(app.close().success());
}
