//! `render` and `pose --deform gpu`, run as a user runs them. Without an adapter they skip, or fail if `REQUIRE_GPU=1`.

use castview::formats::cast::{NodeDraft, NodeKind};
use castview::images::{self, Image};
use castview_testkit::program::{Folder, Ran, bone, clip, model};
use std::io::Write;

/// `flag.cast`, with a red texture and a map of flat normals for its quad, and `wave.cast`.
pub fn folder() -> Folder {
    let texel = |rgba: [u8; 4]| {
        castview::export::png(&Image {
            width: 1,
            height: 1,
            rgba: rgba.to_vec(),
        })
    };
    let folder = Folder::new();
    folder
        .cast(
            "flag.cast",
            [NodeDraft::new(NodeKind::Metadata).string("up", "y"), model()],
        )
        .cast("wave.cast", [clip("wave")])
        .put("tex/skin.png", &texel([255, 0, 0, 255]))
        .put("gone.png", &texel([128, 128, 255, 255]));
    folder
}

/// Runs `words`; `None` if there is no adapter on this machine.
pub fn drawn(folder: &Folder, words: &str) -> Option<Ran> {
    let ran = folder.run(words);
    if ran.code == 2 && ran.stderr.contains("No graphics adapter") {
        assert!(
            !std::env::var("REQUIRE_GPU").is_ok_and(|value| value == "1"),
            "REQUIRE_GPU=1, but: {}",
            ran.stderr
        );
        eprintln!("skipped: {}", ran.stderr);
        return None;
    }
    Some(ran.fine())
}

fn picture(folder: &Folder, name: &str) -> Image {
    let bytes = std::fs::read(folder.at(name)).expect("it was written");
    images::decode(&bytes, name).expect("a PNG")
}

/// In a small picture a legend is as high as feet: the model ends above it, in every kind of picture that has one.
#[test]
fn models_end_above_the_legend_of_a_small_picture() {
    const BEHIND: [u8; 3] = [255, 0, 255];
    let folder = folder();
    for (mode, size) in [("normals", "320x200"), ("influences", "320x240"), ("sums", "240x160")] {
        let small = format!("render flag.cast --size {size} --view front --ground off --background ff00ff -o a.png");
        if drawn(&folder, &small).is_none() {
            return;
        }
        let plain = picture(&folder, "a.png");
        drawn(&folder, &format!("{small} --mode {mode}"));
        let image = picture(&folder, "a.png");
        let is_behind = |image: &Image, row: usize| {
            let at = 4 * (row * image.width as usize + image.width as usize / 2);
            let texel = &image.rgba[at..at + 3];
            texel.iter().zip(BEHIND).all(|(is, wanted)| is.abs_diff(wanted) < 8)
        };
        let rows = 0..image.height as usize;
        // From the top: nothing, the model, nothing, the legend.
        let parts = |image: &Image| {
            let seen: Vec<bool> = rows.clone().map(|row| is_behind(image, row)).collect();
            seen.chunk_by(|a, b| a == b).map(|part| part[0]).collect::<Vec<_>>()
        };
        assert_eq!(parts(&plain), [true, false, true], "{mode}");
        assert_eq!(parts(&image), [true, false, true, false, true], "{mode}");
    }
}

#[test]
fn a_picture_has_the_size_and_look_that_were_asked_for() {
    let folder = folder();
    let small = "render flag.cast --size 96x64 --view front -o";
    if drawn(&folder, &format!("{small} a.png")).is_none() {
        return;
    }
    let textured = picture(&folder, "a.png");
    assert_eq!((textured.width, textured.height), (96, 64));
    assert!(
        textured.rgba.chunks_exact(4).all(|texel| texel[3] == 255),
        "the window's background is opaque"
    );
    let reds = |image: &Image| {
        image
            .rgba
            .chunks_exact(4)
            .filter(|t| t[0] > 90 && t[1] < 60 && t[2] < 60)
            .count()
    };
    assert!(reds(&textured) > 200, "{} red pixels", reds(&textured));

    for (words, other) in [
        ("--shading untextured", "u.png"),
        ("--shading wireframe", "w.png"),
        ("--bones", "b.png"),
        ("--names", "n.png"),
        ("--xray", "x.png"),
        ("--section x --section-at 30", "s.png"),
        ("--section x --section-at 30 --section-flip", "t.png"),
        ("--mode normals", "o.png"),
        ("--mode uv", "v.png"),
        ("--mode faces", "f.png"),
        ("--mode unlit", "7.png"),
        ("--mode base-color", "8.png"),
        ("--mode normal-map", "9.png"),
        ("--mode roughness", "10.png"),
        ("--mode depth", "11.png"),
        ("--mode overdraw", "12.png"),
        ("--mode density", "13.png"),
        ("--mode matcap", "14.png"),
        ("--mode matcap:metal", "15.png"),
        ("--mode degenerate", "d.png"),
        ("--bounds", "e.png"),
        ("--mode colors:0:alpha", "c.png"),
        ("--grid", "g.png"),
        ("--wireframe", "i.png"),
        ("--background ff00ff", "m.png"),
        ("--samples 1", "s.png"),
        ("--environment sunset", "1.png"),
        ("--environment-turn -90", "2.png"),
        ("--exposure -1.5", "3.png"),
        ("--tone aces", "4.png"),
        ("--reflections 60", "r.png"),
        ("--background environment", "5.png"),
        ("--background blurred", "6.png"),
    ] {
        // Some modes tell of what the file lacks.
        let ran = folder.run(&format!("{small} {other} {words}"));
        assert_eq!(ran.code, 0, "{words}: {}", ran.stderr);
        assert!(picture(&folder, other).rgba != textured.rgba, "{words}");
    }
    assert_eq!(reds(&picture(&folder, "u.png")), 0);
    assert!(
        picture(&folder, "n.png").rgba != picture(&folder, "b.png").rgba,
        "names stand beside bones"
    );
    assert_eq!(picture(&folder, "m.png").rgba[..4], [255, 0, 255, 255]);

    drawn(&folder, &format!("{small} t.png --background none")).expect("there is an adapter");
    let clear = picture(&folder, "t.png");
    assert_eq!(clear.rgba[..4], [0; 4]);
    assert!(reds(&clear) > 200);
}

/// Clay without a texture's image; a pattern on demand.
#[test]
fn a_missing_base_color_is_clay_unless_it_is_asked_for() {
    let folder = folder();
    std::fs::remove_file(folder.at("tex/skin.png")).expect("it was put there");
    let small = "render flag.cast --size 96x64 --view front -o";
    for words in ["clay.png", "marked.png --mark-missing"] {
        let ran = folder.run(&format!("{small} {words}"));
        if ran.stderr.contains("No graphics adapter") {
            return;
        }
        assert!(
            ran.code == 0 && ran.stderr.contains("skin.png is missing"),
            "{}",
            ran.stderr
        );
    }
    let pinks = |name| {
        let is_pink = |texel: &&[u8]| texel[0] > texel[1].saturating_add(60) && texel[2] > texel[1].saturating_add(30);
        picture(&folder, name).rgba.chunks_exact(4).filter(is_pink).count()
    };
    assert_eq!(pinks("clay.png"), 0);
    assert!(pinks("marked.png") > 100, "{}", pinks("marked.png"));
}

#[test]
fn the_same_words_give_the_same_bytes_and_time_moves_the_model() {
    let folder = folder();
    let shot = |name: &str, words: &str| {
        let words = format!("render flag.cast wave.cast --size 64x64 --view front {words} -o {name}");
        drawn(&folder, &words).map(|_| std::fs::read(folder.at(name)).expect("it was written"))
    };
    let Some(first) = shot("a.png", "") else {
        return;
    };
    assert_eq!(shot("b.png", "").as_ref(), Some(&first), "the same bytes again");
    assert_eq!(
        shot("c.png", "--frame 0").as_ref(),
        Some(&first),
        "the first frame is where it starts"
    );
    let last = shot("d.png", "--frame 10");
    assert_ne!(last.as_ref(), Some(&first));
    assert_eq!(shot("e.png", "--time 0.5"), last, "frame 10 at 20 frames a second");
    assert_ne!(shot("f.png", "--clip rest"), last);
    assert_ne!(shot("g.png", "--frame 10 --rest-pose"), last);
    assert_ne!(shot("h.png", "--frame 10 --ghosts"), last);
    assert_ne!(
        shot("i.png", "--frame 10 --ghosts"),
        shot("j.png", "--frame 10 --ghosts --ghost-outlines")
    );

    // To standard output, and from standard input.
    let flag = std::fs::read(folder.at("flag.cast")).expect("it exists");
    let words = "render - wave.cast --size 64x64 --view front -o -";
    let piped = folder.run_with(words.split(' '), &flag).fine();
    assert!(images::decode(&piped.stdout, "").is_ok());
}

#[test]
fn a_texture_that_is_not_there_is_told() {
    let folder = folder();
    let small = "render flag.cast --size 8x8 -o a.png";
    let Some(ran) = drawn(&folder, small) else { return };
    assert_eq!(ran.stderr, "");
    std::fs::remove_file(folder.at("tex/skin.png")).expect("it is there");
    let ran = folder.run(small);
    assert_eq!(
        (ran.code, ran.stderr.matches("texture tex\\skin.png is missing").count()),
        (0, 1),
        "{}",
        ran.stderr
    );
    let named = folder.run(&format!("{small} --verbose"));
    assert_eq!((named.code, named.stderr), (0, ran.stderr));
}

#[test]
fn a_picture_that_cannot_be_written_is_an_error() {
    let folder = folder();
    let ran = folder.run("render flag.cast --size 8x8 -o nowhere/a.png");
    if !ran.stderr.contains("No graphics adapter") {
        ran.refused("cannot write");
    }
}

#[test]
fn both_deformers_pose_alike() {
    let folder = folder();
    let words = "pose flag.cast wave.cast --frame 0,5 --vertices --json";
    let Some(gpu) = drawn(&folder, &format!("{words} --deform gpu")) else {
        return;
    };
    assert_eq!(gpu.json(), folder.run(words).fine().json());
    // Bones alone need no adapter.
    let bones = "pose flag.cast --frame 0 --deform gpu";
    folder
        .command()
        .args(bones.split(' '))
        .env("WGPU_BACKEND", "noop")
        .output()
        .expect("it ends");
}

/// Machines without Vulkan draw by OpenGL, whose shaders can do less: the same picture, with all its shadows.
#[cfg(target_os = "linux")]
#[test]
fn opengl_draws_shadows_as_vulkan_does() {
    let folder = folder();
    let by = |api: &str| {
        let name = format!("{api}.png");
        let words = format!("render flag.cast --size 96x64 -o {name}");
        let ran = folder
            .command()
            .args(words.split(' '))
            .env("WGPU_BACKEND", api)
            .output()
            .expect("it ends");
        let told = String::from_utf8_lossy(&ran.stderr).into_owned();
        if told.contains("No graphics adapter") {
            eprintln!("SKIPPED: {told}");
            return None;
        }
        assert_eq!((ran.status.code(), told.as_str()), (Some(0), ""), "{api}");
        Some(picture(&folder, &name))
    };
    let (Some(one), Some(other)) = (by("gl"), by("vulkan")) else {
        return;
    };
    let apart = |(a, b): (&u8, &u8)| a.abs_diff(*b) > 3;
    let count = one.rgba.iter().zip(&other.rgba).filter(|pair| apart(*pair)).count();
    assert!(count < one.rgba.len() / 100, "{count} of {} bytes", one.rgba.len());
}

/// Drivers look for displays by themselves; ours must not find one.
#[cfg(target_os = "linux")]
#[test]
fn drawing_never_touches_a_display() {
    use std::net::TcpListener;
    use std::os::unix::net::UnixListener;
    if castview_testkit::program::is_for_windows() {
        // There displays are the system's own; under Wine they stand for it.
        return;
    }
    let folder = folder();
    // An X server at 127.0.0.1:N listens on port 6000 + N; a Wayland one on a socket in the runtime folder.
    let x_server = (1000..2000).find_map(|n| Some((n, TcpListener::bind(("127.0.0.1", 6000 + n)).ok()?)));
    let (number, x_server) = x_server.expect("a free port");
    let wayland = UnixListener::bind(folder.at("wayland-0")).expect("a socket");
    x_server.set_nonblocking(true).expect("a socket option");
    wayland.set_nonblocking(true).expect("a socket option");
    for words in [
        "render flag.cast --size 8x8 -o a.png",
        "pose flag.cast --frame 0 --vertices --deform gpu",
    ] {
        let output = folder
            .command()
            .args(words.split(' '))
            .env("DISPLAY", format!("127.0.0.1:{number}"))
            .env("WAYLAND_DISPLAY", "wayland-0")
            .env("XDG_RUNTIME_DIR", folder.at(""))
            .output()
            .expect("it ends");
        if String::from_utf8_lossy(&output.stderr).contains("No graphics adapter") {
            eprintln!("skipped: no adapter");
            return;
        }
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(x_server.accept().is_err(), "{words} knocked at the X server");
        assert!(wayland.accept().is_err(), "{words} knocked at the Wayland compositor");
    }
}

#[test]
fn a_clip_alone_shows_its_own_bones() {
    let folder = Folder::new();
    let skeleton = NodeDraft::new(NodeKind::Skeleton)
        .child(bone("hip", -1, [0.0; 3]))
        .child(bone("tip", 0, [2.0, 0.0, 0.0]));
    folder
        .cast("own.cast", [clip("own").child(skeleton)])
        .cast("none.cast", [clip("none")]);
    if drawn(&folder, "render own.cast --size 64x64 -o own.png").is_none() {
        return;
    }
    let none = folder.run("render none.cast --size 64x64 -o none.png");
    assert_eq!(
        (none.code, none.stderr.contains("stand in")),
        (0, true),
        "{}",
        none.stderr
    );
    assert!(picture(&folder, "own.png") != picture(&folder, "none.png"));
}

/// An interlaced picture of one bit for each texel, of which a reader that leaves out the last two passes sees black texels alone; all
/// others are white.
fn black_in_white([width, height]: [usize; 2]) -> Vec<u8> {
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    // The first column and row of each pass, and the steps to the next.
    let passes = [
        [0, 0, 8, 8],
        [4, 0, 8, 8],
        [0, 4, 4, 8],
        [2, 0, 4, 4],
        [0, 2, 2, 4],
        [1, 0, 2, 2],
        [0, 1, 1, 2],
    ];
    for (pass, [first_x, first_y, step_x, step_y]) in passes.into_iter().enumerate() {
        let columns = (width - first_x).div_ceil(step_x);
        let mut row = vec![if pass < 5 { 0 } else { 0xff }; 1 + columns.div_ceil(8)];
        // No filter.
        row[0] = 0;
        for _ in (first_y..height).step_by(step_y) {
            packed.write_all(&row).expect("to memory");
        }
    }
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |kind: &[u8; 4], data: &[u8]| {
        out.extend((data.len() as u32).to_be_bytes());
        let named = [kind, data].concat();
        out.extend(&named);
        out.extend(crc32fast::hash(&named).to_be_bytes());
    };
    let size = [width as u32, height as u32].map(u32::to_be_bytes).concat();
    chunk(b"IHDR", &[&size[..], &[1, 0, 0, 0, 1]].concat());
    chunk(b"IDAT", &packed.finish().expect("to memory"));
    chunk(b"IEND", &[]);
    out
}

/// A picture a little larger than what all textures together may have, in a file of some kilobytes.
#[test]
fn no_budget_decodes_textures_at_full_size() {
    let folder = folder();
    folder.put("tex/skin.png", &black_in_white([16_384, 12_288]));
    let small = "render flag.cast --size 64x64 --view front --samples 1";
    let ran = folder.run(&format!("{small} -o smaller.png"));
    if ran.stderr.contains("No graphics adapter") {
        drawn(&folder, &format!("{small} -o smaller.png"));
        return;
    }
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (
            0,
            "castview: 1 texture shown at a smaller size: its file is very small for so many pixels.\n\
             castview: --no-budget draws all of it\n"
        )
    );
    drawn(&folder, &format!("{small} --no-budget -o full.png"));
    // Black texels leave three of four pixels white.
    let light = |name: &str| {
        let is_light = |texel: &&[u8]| texel[..3].iter().all(|value| *value > 100);
        picture(&folder, name).rgba.chunks_exact(4).filter(is_light).count()
    };
    let [smaller, full] = ["smaller.png", "full.png"].map(light);
    assert!(smaller < 50 && full > 200, "{smaller} and {full} light pixels");
}

#[test]
fn the_camera_stands_where_it_is_told() {
    let folder = folder();
    let small = "render flag.cast --size 64x48";
    if drawn(&folder, &format!("{small} --view front -o front.png")).is_none() {
        return;
    }
    let bytes = |words: &str| {
        folder.run(&format!("{small} --allow-empty {words} -o it.png")).fine();
        std::fs::read(folder.at("it.png")).expect("written")
    };
    assert_eq!(bytes("--view 0,0"), bytes("--view front"));
    assert_eq!(bytes("--view 90,0"), bytes("--view right"));
    let usual = bytes("--view 20,10");
    for words in [
        "--distance 9",
        "--target 0,4,0",
        "--fov 20",
        "--orthographic",
        "--hide quad",
        "--blend puff=1",
    ] {
        assert_ne!(bytes(&format!("--view 20,10 {words}")), usual, "{words}");
    }
    folder
        .run(&format!("{small} --hide curtain -o it.png"))
        .refused("no mesh named curtain");
    folder
        .run(&format!("{small} --view camera:left -o it.png"))
        .refused("hold no cameras");
    folder
        .run(&format!("{small} --view camera:left --fov 60 -o it.png"))
        .refused("leave out --target");
    folder
        .run(&format!("{small} --environment gone.hdr -o it.png"))
        .refused("gone.hdr");
}

/// An image of all directions of one colour.
pub fn even_hdr([red, green, blue]: [u8; 3]) -> Vec<u8> {
    let pixels = [red, green, blue, 129].repeat(64 * 32);
    [b"#?RADIANCE\n\n-Y 32 +X 64\n".to_vec(), pixels].concat()
}

#[test]
fn an_image_of_light_lights_the_model_and_stands_behind_it() {
    let folder = folder();
    folder.put("blue.hdr", &even_hdr([0, 0, 128])).put("text.hdr", b"hello");
    let small = "render flag.cast --size 64x48 --view front --shading untextured --tone none";
    if drawn(
        &folder,
        &format!("{small} --environment blue.hdr --background environment -o b.png"),
    )
    .is_none()
    {
        return;
    }
    let image = picture(&folder, "b.png");
    let texels: Vec<&[u8]> = image.rgba.chunks_exact(4).collect();
    assert!(
        texels.iter().all(|texel| texel[0] < 3 && texel[1] < 3),
        "all light is blue"
    );
    assert!(texels[0][2] > 250, "the sky: {:?}", texels[0]);
    let middle = texels[24 * 64 + 32];
    assert!(
        (60..250).contains(&middle[2]),
        "the model reflects a part of it: {middle:?}"
    );
    folder
        .run(&format!("{small} --environment text.hdr -o b.png"))
        .refused("not an image of light");
}

/// A switch that needs a selection says so instead of drawing as if it were off.
#[test]
fn a_switch_that_cannot_be_turned_on_is_told() {
    let folder = folder();
    let small = "render flag.cast wave.cast --size 64x64 -o a.png";
    if drawn(&folder, small).is_none() {
        return;
    }
    for (words, told) in [
        (
            "--solo",
            "all is drawn: --solo needs something that --weights or --delta selects",
        ),
        (
            "--trail",
            "no trail is drawn: --trail needs a bone that --weights names",
        ),
        ("--volumes", "no bounding volumes are drawn: the files have none"),
        ("--ghost-hands", "no hands that are not tracked are drawn"),
        (
            "--orthographic --depth-of-field medium",
            "all is sharp: an orthographic camera has no depth of field",
        ),
    ] {
        let ran = folder.run(&format!("{small} {words}"));
        assert!(ran.code == 0 && ran.stderr.contains(told), "{words}: {}", ran.stderr);
    }
}

#[test]
fn a_group_of_meshes_is_left_out_by_its_name() {
    let mesh = |name: &str, x: f32| {
        NodeDraft::new(NodeKind::Mesh)
            .string("n", name)
            .vec3s("vp", &[[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x, 2.0, 0.0]])
            .uints("f", &[0, 1, 2])
    };
    let meshes = [mesh("head_a", 0.0), mesh("hat", 2.0), mesh("Head_b", 4.0)];
    let folder = Folder::new();
    let up = NodeDraft::new(NodeKind::Metadata).string("up", "y");
    folder.cast("kit.cast", [up, NodeDraft::new(NodeKind::Model).children(meshes)]);
    let small = "render kit.cast --size 64x48 --view front";
    if drawn(&folder, &format!("{small} --hide-group head -o group.png")).is_none() {
        return;
    }
    folder
        .run(&format!("{small} --hide head_a --hide Head_b -o each.png"))
        .fine();
    folder.run(&format!("{small} -o all.png")).fine();
    let bytes = |name: &str| std::fs::read(folder.at(name)).expect("written");
    assert!(bytes("group.png") == bytes("each.png"));
    assert!(bytes("group.png") != bytes("all.png"));
    folder
        .run(&format!("{small} --hide-group arm -o it.png"))
        .refused("no group of meshes and no file with models named arm; there are the groups: head");
    // Meshes without a name belong together, and so do those of a file.
    folder.cast(
        "hat.cast",
        [NodeDraft::new(NodeKind::Model).children([mesh("", 6.0), mesh("brim", 8.0), mesh("", 10.0)])],
    );
    let both = "render kit.cast hat.cast --size 64x48 --view front";
    let bytes_of = |words: &str| {
        folder.run(&format!("{both} {words} -o some.png")).fine();
        bytes("some.png")
    };
    let without_hat = bytes_of("--hide-group HAT.cast");
    assert!(without_hat == bytes_of("--hide-group hat --hide-group hat.cast"));
    assert!(without_hat == bytes_of("--hide-group unnamed --hide brim"));
    assert!(without_hat != bytes_of(""));
}

#[test]
fn a_tint_changes_the_picture_and_is_told() {
    let folder = folder();
    let small = "render flag.cast --size 64x48";
    if drawn(&folder, &format!("{small} -o plain.png")).is_none() {
        return;
    }
    let ran = folder.run(&format!("{small} --tint skin=#00ff00 -o green.png"));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("Tinted: skin #00ff00"), "{}", ran.stderr);
    // Programs that read objects alone are told, too, of one picture as of several.
    for words in ["-o one.png", "--turntable 2 -o some_{index}.png"] {
        let ran = folder.run(&format!("{small} --tint skin=00ff00 --progress json {words}"));
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let objects = ran
            .stderr
            .lines()
            .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
        let notes: Vec<String> = objects
            .flat_map(|object| object["notes"].as_array().cloned())
            .flatten()
            .map(|note| note.to_string())
            .collect();
        let tinted = notes.iter().filter(|note| note.contains("Tinted: skin #00ff00"));
        assert_eq!(tinted.count(), 1, "{words}: {}", ran.stderr);
    }
    let bytes = |name: &str| std::fs::read(folder.at(name)).expect("written");
    assert!(bytes("green.png") != bytes("plain.png"));
    folder
        .run(&format!("{small} --tint skim=00ff00 -o it.png"))
        .refused("no material named skim; near to it are: skin");
    folder
        .run(&format!("{small} --tint skin=green -o it.png"))
        .refused("MATERIAL=RRGGBB");
}
