//! Sheets: every file has its place, whatever it is called and whatever is in it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use castview::images::{Image, decode};
use castview_testkit::program::{Folder, clip, is_for_windows, model};

fn image(folder: &Folder, name: &str) -> Image {
    decode(&std::fs::read(folder.at(name)).expect("written"), "").expect("our own PNG")
}

fn pixel(image: &Image, x: u32, y: u32) -> [u8; 4] {
    let at = 4 * (y * image.width + x) as usize;
    std::array::from_fn(|channel| image.rgba[at + channel])
}

/// Whether anything but one colour is in a square of `side` pixels.
fn shows(image: &Image, [left, top]: [u32; 2], side: u32) -> bool {
    let all = (top..top + side).flat_map(|y| (left..left + side).map(move |x| pixel(image, x, y)));
    all.collect::<std::collections::BTreeSet<_>>().len() > 2
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder
        .cast("in/1 flag.cast", [model()])
        .put("in/2 broken.cast", b"hello, I am a text file")
        .cast("in/3 wave.cast", [model(), clip("wave")])
        .cast("in/deep/4.cast", [model()]);
    folder
}

#[test]
fn models_of_a_folder_stand_on_one_picture() {
    let folder = folder();
    let ran = folder.run("sheet in -r -o sheet.png --size 48 --columns 2");
    assert!(ran.code == 2 && ran.stderr.contains("2 broken.cast"), "{}", ran.stderr);
    assert!(ran.text().ends_with("4 files: 1 not read\n"), "{}", ran.text());
    let sheet = image(&folder, "sheet.png");
    // Two pictures and three gaps wide; each row has two lines below its pictures.
    let row = 48 + 8 + 34;
    assert_eq!([sheet.width, sheet.height], [2 * 56 + 8, 2 * row + 8]);
    let places = [[8, 8], [64, 8], [8, 8 + row], [64, 8 + row]];
    let drawn = places.map(|place| shows(&sheet, place, 48));
    assert_eq!(drawn, [true, false, true, true], "the broken file has an empty place");
    // Its words are there.
    assert!(shows(&sheet, [64, 8 + 50], 30));
    let again = folder.run("sheet in -r -o again.png --size 48 --columns 2 --jobs 1");
    assert_eq!(again.code, 2);
    assert!(sheet == image(&folder, "again.png"));
    folder.run("sheet in -o sheet.jpg").refused("written as .png or .html");
    folder
        .run("sheet in -o sheet.html --columns 3")
        .refused("--columns is for .png");
    folder
        .run("sheet in -o sheet.png --clip wave")
        .refused("--clip is for --frames");
}

/// Emitters have a halo on request.
#[test]
fn emission_has_a_halo_on_request() {
    let folder = Folder::new();
    let corners: [f32; 9] = [-1.0, -1.0, 0.0, 1.0, -1.0, 0.0, 0.0, 1.0, 0.0];
    let bytes: Vec<u8> = corners.iter().flat_map(|number| number.to_le_bytes()).collect();
    let lamp = serde_json::json!({
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 36, "uri": format!("data:application/octet-stream;base64,{}", STANDARD.encode(bytes))}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [-1, -1, 0], "max": [1, 1, 0]}],
        "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [0, 0, 0, 1]}, "emissiveFactor": [1, 0.9, 0.2]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
        "nodes": [{"mesh": 0}],
        "scenes": [{"nodes": [0]}]
    });
    folder.put("lamp.gltf", lamp.to_string().as_bytes());
    for (bloom, name) in [("", "plain"), ("--bloom off", "off"), ("--bloom on", "on")] {
        let ran = folder.run(&format!("sheet lamp.gltf {bloom} --size 64 --view front -o {name}.png"));
        assert_eq!(ran.code, 0, "{bloom}: {}", ran.stderr);
    }
    let [plain, off, on] = ["plain.png", "off.png", "on.png"].map(|name| image(&folder, name));
    assert!(plain == off, "none is drawn unasked");
    let brighter = on.rgba.iter().zip(&off.rgba).filter(|(on, off)| *on > *off).count();
    assert!(brighter > 100, "{brighter} bytes are brighter");
}

/// A page is whole by itself, and nothing in a name is markup.
#[test]
fn a_page_holds_all_it_shows_and_runs_nothing() {
    let folder = folder();
    let evil = match is_for_windows() {
        true => "&lt;b&gt; 'x'.cast",
        false => "<script>alert(\"x\")<!-- 'x' &.cast",
    };
    folder.cast(format!("evil/{evil}"), [model(), clip("wave")]);
    let ran = folder.run("sheet evil in -o page.html --size 32");
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    let page = std::fs::read_to_string(folder.at("page.html")).expect("a page");
    assert_eq!(page.matches("<figure").count(), 4);
    assert_eq!(
        page.matches("data:image/webp;base64,").count(),
        3,
        "each readable model moves"
    );
    assert_eq!(page.matches("data:image/png;base64,").count(), 3);
    for moving in page.split("data:image/webp;base64,").skip(1) {
        let encoded = moving.split('"').next().expect("the end of an attribute");
        let bytes = STANDARD.decode(encoded).expect("base64");
        let pictures = bytes.windows(4).filter(|id| id == b"ANMF").count();
        assert!((2..=12).contains(&pictures), "{pictures} pictures");
    }
    assert!(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"));
    let shown = evil
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
        .replace('.', "<wbr>.")
        .replace('-', "-<wbr>");
    assert!(page.contains(&format!("<b>{shown}</b><span>4 vertices, 2 bones, 1 clip</span>")));
    assert!(page.contains("cannot be read"));
}

#[test]
fn frames_of_a_clip_stand_side_by_side() {
    let folder = folder();
    folder.cast("in/wave.cast", [clip("wave")]);
    let ran = folder.run_with(
        [
            "sheet",
            "in/1 flag.cast",
            "in/wave.cast",
            "--frames",
            "0..10:5",
            "--sprites",
            "--size",
            "32",
            "-o",
            "s.png",
        ],
        &[],
    );
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let sheet = image(&folder, "s.png");
    assert_eq!([sheet.width, sheet.height], [64, 64]);
    let json = std::fs::read(folder.at("s.json")).expect("a JSON beside it");
    let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    assert_eq!(
        (&json["image"], &json["size"]),
        (&"s.png".into(), &serde_json::json!([32, 32]))
    );
    let frames = json["frames"].as_array().expect("a list");
    let at: Vec<[f64; 4]> = frames
        .iter()
        .map(|frame| ["frame", "x", "y", "duration_secs"].map(|key| frame[key].as_f64().expect("a number")))
        .collect();
    // The clip has 20 frames a second.
    assert_eq!(
        at,
        [[0.0, 0.0, 0.0, 0.25], [5.0, 32.0, 0.0, 0.25], [10.0, 0.0, 32.0, 0.25]]
    );
    assert_eq!(json["duration_secs"], 0.75);
    let pivot = json["pivot"].as_array().expect("in sight of the eye");
    assert_eq!(pivot.len(), 2);
    assert_eq!(pixel(&sheet, 0, 0), [0; 4], "nothing behind it");
    let cell =
        |x: u32, y: u32| -> Vec<[u8; 4]> { (0..32 * 32).map(|at| pixel(&sheet, x + at % 32, y + at / 32)).collect() };
    assert!(cell(0, 0) != cell(32, 0) && cell(32, 0) != cell(0, 32), "it moves");
    assert!(
        cell(32, 32).iter().all(|pixel| *pixel == [0; 4]),
        "the last place is empty"
    );
    let with = |words: &str| {
        let words = [&["sheet", "in/1 flag.cast"][..], &words.split(' ').collect::<Vec<_>>()].concat();
        folder.run_with(words, &[])
    };
    let without = with("--frames 0..10:5 -o s.png");
    assert!(
        without.code == 2
            && without
                .stderr
                .ends_with("no clip plays, so there are no frames to draw\n")
    );
    with("--sprites -o s.html").refused("frames of a clip are written as .png");
    let captions = folder.run_with(
        [
            "sheet",
            "in/1 flag.cast",
            "in/wave.cast",
            "--frames",
            "0..10:5",
            "--size",
            "32",
            "-o",
            "n.png",
            "--columns",
            "3",
        ],
        &[],
    );
    assert_eq!(captions.code, 0, "{}", captions.stderr);
    let sheet = image(&folder, "n.png");
    assert_eq!(sheet.width, 3 * 40 + 8);
    assert!(shows(&sheet, [8, 42], 12), "the number of the frame");
}
