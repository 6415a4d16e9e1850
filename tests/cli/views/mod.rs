//! A view of the window as a command: the same picture, byte for byte, and arguments beside the view file that change it.

mod copied;
mod elsewhere;
mod window;

pub use copied::eye;

use super::moving::frames::frames;
use super::render::{even_hdr, folder};
use castview::core::{BoneIndex, MeshIndex, UpAxis};
use castview::session::{
    Action, CameraMove, CompositionAction, DialValue, HandPart, HandPoseAction, Message, PlaybackAction, Seek,
    StopAfter, Stopped, Switch, ViewAction,
};
use castview_testkit::program::Ran;
use glam::{Mat4, Vec3};
use serde_json::{Value, json};
use window::{COMMAND, SIZE, Window, assert_same, command, draws, is_of_another_system, texel};

/// Frames 0 to 10 at 20 a second, as the window plays them.
#[test]
fn pictures_that_move_keep_the_pace_and_the_way_of_a_view() {
    let folder = folder();
    let Some(mut window) = Window::open(&folder) else {
        return;
    };
    let mut moving = |actions: Vec<Action>, words: &str| {
        window.does(actions);
        window.copies(&folder);
        draws(&folder, &format!("{COMMAND} {words} -o moving.apng"));
        let shown = frames(&std::fs::read(folder.at("moving.apng")).expect("written"), "apng");
        let secs: f64 = shown.iter().map(|shown| shown.secs).sum();
        (shown, secs)
    };
    let (plain, secs) = moving(Vec::new(), "");
    assert_eq!((plain.len(), (secs * 1000.0).round()), (10, 500.0));
    let halved = Action::Playback(PlaybackAction::SetSpeed(0.5));
    let (slow, secs) = moving(vec![halved], "");
    assert_eq!((slow.len(), (secs * 1000.0).round()), (20, 1000.0));
    assert!(
        slow[2].image == plain[1].image,
        "every second one is a frame of the clip"
    );
    let back = Action::Playback(PlaybackAction::SetSpeed(-1.0));
    let (back, _) = moving(vec![back], "--frames 2..5");
    assert!(back[0].image == plain[5].image && back[3].image == plain[2].image);
    let forth = Action::Playback(PlaybackAction::SetSpeed(1.0));
    let (swinging, secs) = moving(vec![forth, Switch::PING_PONG.toggle()], "");
    assert_eq!((swinging.len(), (secs * 1000.0).round()), (20, 1000.0));
    assert!(swinging[19].image == plain[1].image && swinging[9].image == plain[9].image);
    let (round, _) = moving(Vec::new(), "--loop");
    assert_eq!(round.len(), 10, "what is said counts more than the view");
}

/// Picture of the window → the command that it copies → the same bytes.
#[test]
fn the_command_of_a_view_draws_the_picture_of_the_window() {
    let folder = folder();
    folder.put("blue.hdr", &even_hdr([40, 60, 128]));
    let Some(mut window) = Window::open(&folder) else {
        return;
    };
    let image = castview::files::open_environment(&folder.at("blue.hdr")).expect("an image of light");
    window.session.receive(Message::EnvironmentLoaded(image));
    window.does([
        Action::View(ViewAction::Cover(vec![[0, 0, 60, 20]])),
        Action::View(ViewAction::ScaleViewport(Some(1.5))),
        Action::View(ViewAction::Camera(CameraMove::Orbit { yaw: 0.4, pitch: 0.1 })),
        Switch::BONES.toggle(),
        Switch::NAMES.toggle(),
        Action::View(ViewAction::SetExposure(0.4)),
        Switch::GHOSTS.toggle(),
    ]);
    let wanted = window.copies(&folder);
    assert_same(&command(&folder, ""), &wanted);
    assert!(command(&folder, "--samples 1") != wanted);
    assert_same(&command(&folder, "--pixels-per-point 1.5"), &wanted);
    assert!(command(&folder, "--pixels-per-point 1") != wanted, "thinner lines");
    folder
        .run("render flag.cast --view-file view.json -o it.png")
        .refused("2 files");
    folder.put("view.json", b"{}");
    folder.run(&format!("{COMMAND} -o it.png")).refused("no view file");
}

/// Each value of a view file counts by itself: what cannot be read is told, and the usual stands in its place.
#[test]
fn a_broken_view_file_is_read_as_far_as_it_can_be() {
    if is_of_another_system() {
        return;
    }
    let folder = folder();
    let Some(mut window) = Window::open(&folder) else {
        return;
    };
    window.does([Switch::BONES.toggle()]);
    let whole = window.copies(&folder);
    let text = std::fs::read_to_string(folder.at("view.json")).expect("it is written");
    let view: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let draws = |text: &str| {
        folder.put("view.json", text.as_bytes());
        let ran = folder.run(&format!("{COMMAND} -o broken.png"));
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        (std::fs::read(folder.at("broken.png")).expect("a picture"), ran.stderr)
    };
    let broken = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut view = view.clone();
        change(&mut view);
        draws(&view.to_string())
    };
    // Nothing was pinned, and textured is the usual: the picture is the same.
    let (drawn, told) = broken(&|view| {
        view["shading"] = json!("shiny");
        view["edits"]["pins"] = json!([7]);
        view["later"] = json!(1);
    });
    assert_same(&drawn, &whole);
    assert!(
        told.contains("the usual stands in place of edits.pins[0], later, shading: "),
        "{told}"
    );
    // A comma too many loses nothing.
    let (drawn, told) = draws(&text.replacen('{', "{ , // mine\n", 1));
    assert_same(&drawn, &whole);
    assert!(
        told.contains("it is no JSON any more; all that a view says could be read"),
        "{told}"
    );
    // Where nobody knows where the eye was, all is framed.
    let (drawn, told) = broken(&|view| view["camera"]["distance"] = json!("far"));
    assert!(
        drawn != whole && told.contains("in place of camera.distance: "),
        "{told}"
    );
    let (_, told) = draws(&text[..text.len() - 10]);
    assert_eq!(
        (told.matches("it is no JSON any more").count(), told.lines().count()),
        (1, 1),
        "{told}"
    );
    // The files and models of a view cannot be guessed.
    for needed in ["castview_view", "files", "file_keys", "models"] {
        let mut view = view.clone();
        view[needed] = json!({"a": 1});
        folder.put("view.json", view.to_string().as_bytes());
        folder.run(&format!("{COMMAND} -o it.png")).refused("no view file");
    }
}

/// An image that was dropped on a surface is part of the view; where it is no image any more the file's own is shown.
#[test]
fn the_command_of_a_view_shows_the_images_that_were_put_on_surfaces() {
    let folder = folder();
    folder
        .put("elsewhere/green.png", &texel([0, 255, 0, 255]))
        .put("elsewhere/no.png", b"hello");
    let Some(mut window) = Window::open(&folder) else {
        return;
    };
    let own = window.copies(&folder);
    assert_same(&command(&folder, ""), &own);
    window.puts(&folder, "elsewhere/no.png");
    assert!(window.copies(&folder) == own, "the window keeps what it shows");
    window.puts(&folder, "elsewhere/green.png");
    let wanted = window.copies(&folder);
    assert!(wanted != own, "the image is seen");
    let ran = folder.run(&format!("{COMMAND} -o drawn.png"));
    let sentence = "texture tex\\skin.png of flag.cast is shown by ";
    assert!(
        ran.stderr.contains(sentence) && ran.stderr.contains("as the view file says"),
        "{}",
        ran.stderr
    );
    let drawn = std::fs::read(folder.at("drawn.png")).expect("written");
    assert_same(&drawn, &wanted);
    folder.put("elsewhere/green.png", b"no image any more");
    let ran = folder.run(&format!("{COMMAND} -o drawn.png"));
    assert_eq!(ran.code, 0);
    assert!(
        ran.stderr.contains("does not stand for tex\\skin.png"),
        "{}",
        ran.stderr
    );
    let drawn = std::fs::read(folder.at("drawn.png")).expect("written");
    assert_same(&drawn, &own);
}

/// Exported models have the images that are shown; where one is no image any more, the file's own is written.
#[test]
fn models_are_exported_with_the_images_that_were_put_on_surfaces() {
    let folder = folder();
    let green = texel([0, 255, 0, 255]);
    folder.put("elsewhere/green.png", &green);
    let Some(mut window) = Window::open(&folder) else {
        return;
    };
    window.puts(&folder, "elsewhere/green.png");
    window.copies(&folder);
    let convert = "convert flag.cast wave.cast --bake=pose --view-file view.json --textures";
    let convert = |words: &str| {
        let ran = folder.run(&format!("{convert} {words}"));
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran
    };
    let ran = convert("embed -o out.glb");
    let embeds = |ran: &Ran, name: &str| {
        ran.text()
            .lines()
            .any(|line| line.contains("embeds") && line.contains(name))
    };
    if is_of_another_system() {
        return;
    }
    assert!(embeds(&ran, "green.png") && !embeds(&ran, "skin.png"), "{}", ran.text());
    let told = "is taken from ";
    assert_eq!(ran.stderr.matches(told).count(), 1, "{}", ran.stderr);
    let glb = std::fs::read(folder.at("out.glb")).expect("written");
    assert!(glb.windows(green.len()).any(|bytes| bytes == green));
    convert("copy -o out.cast");
    assert_eq!(std::fs::read(folder.at("out_green.png")).expect("copied"), green);
    folder.put("elsewhere/green.png", b"no image any more");
    let ran = convert("embed -o own.glb");
    assert!(embeds(&ran, "skin.png"), "{}", ran.text());
    assert!(
        ran.stderr.contains("does not stand for tex\\skin.png"),
        "{}",
        ran.stderr
    );
}

/// Numbers of a window: `pose` and `explain` have what the hand has done there, and options beside the view count more.
#[test]
fn pose_and_explain_tell_the_numbers_of_a_view() {
    let folder = folder();
    let Some(mut window) = Window::open(&folder) else {
        return;
    };
    let model = window.session.stage().models()[0].key;
    let hand = HandPoseAction::Set {
        model,
        bone: BoneIndex::new(0),
        part: HandPart::Turn,
        value: Vec3::new(0.0, 40.0, 20.0),
    };
    window.does([
        Action::Composition(CompositionAction::PoseByHand(hand)),
        Action::Playback(PlaybackAction::Seek(Seek::Frame(4.0))),
    ]);
    window.copies(&folder);
    let placed = &window.session.stage().models()[0];
    let wanted = Mat4::from(placed.first_stage_from_model() * placed.pose().model_from_bone[0]);
    let run = |words: &str| draws(&folder, words).json().remove(0);
    let matrix = |value: &Value| -> Mat4 {
        let numbers = value.as_array().expect("a list").iter();
        let numbers: Vec<f32> = numbers
            .map(|number| number.as_f64().expect("a number") as f32)
            .collect();
        Mat4::from_cols_slice(&numbers)
    };
    let posed = |words: &str| {
        let pose = run(&format!("pose flag.cast wave.cast --frame 4 {words}"));
        matrix(&pose["frames"][0]["models"][0]["bones"][0]["world"])
    };
    let of_view = posed("--view-file view.json");
    assert!(of_view.abs_diff_eq(wanted, 1e-5), "{of_view} instead of {wanted}");
    let plain = posed("");
    assert!(!plain.abs_diff_eq(wanted, 1e-2), "the hand turned it");
    assert!(posed("--view-file view.json --stop clip").abs_diff_eq(plain, 1e-5));
    assert!(!posed("--view-file view.json --clip rest").abs_diff_eq(plain, 1e-2));
    let name = placed.model().skeleton.name(BoneIndex::new(0)).to_owned();
    let explain = format!("explain flag.cast wave.cast --frame 4 --bone {name} --json");
    let steps = |words: &str| -> Vec<Value> {
        let way = run(&format!("{explain} {words}"));
        let steps = way["steps"].as_array().expect("a list").iter();
        steps.map(|step| step["step"].clone()).collect()
    };
    // No curve moves this bone.
    assert_eq!(steps("--view-file view.json"), ["rest", "by_hand"]);
    assert_eq!(steps(""), ["rest"]);
    folder.put("broken.json", b"[1]");
    for words in [&explain, "pose flag.cast wave.cast --frame 4"] {
        folder
            .run(&format!("{words} --view-file broken.json"))
            .refused("this is no view file");
    }
}

/// The axis that was chosen in the window stands upright in every format that can say it; the others tell that they cannot.
#[test]
fn the_chosen_axis_is_up_in_what_is_exported() {
    let folder = folder();
    let Some(mut window) = Window::open(&folder) else {
        return;
    };
    window.does([DialValue::up_axis(Some(UpAxis::X)).choose()]);
    window.copies(&folder);
    let convert = |ending: &str, part: &str| {
        let words = format!("convert flag.cast wave.cast {part} --view-file view.json -o out.{ending}");
        draws(&folder, &words).text()
    };
    let read = |ending: &str| {
        let bytes = std::fs::read(folder.at(format!("out.{ending}"))).expect("written");
        castview::formats::import(bytes.into(), &castview::formats::Request::alone("out"))
            .expect("a file of ours")
            .scene
    };
    convert("obj", "--bake=pose");
    let obj = std::fs::read_to_string(folder.at("out.obj")).expect("written");
    let wanted: Vec<Vec3> = (obj.lines())
        .filter_map(|line| line.strip_prefix("v "))
        .map(|line| {
            let numbers: Vec<f32> = line.split(' ').map(|word| word.parse().expect("a number")).collect();
            Vec3::new(numbers[0], numbers[1], numbers[2])
        })
        .collect();
    assert_eq!(wanted.len(), 4);
    convert("glb", "--bake=pose");
    let scene = read("glb");
    let model = &scene.models[0];
    let mut pose = castview::animation::Pose::default();
    castview::animation::evaluate(
        model,
        castview::animation::Motion {
            layers: &[],
            rig: None,
            ..castview::animation::Motion::default()
        },
        &mut pose,
    );
    let mut deformed = castview::deform::Deformed::default();
    castview::deform::deform(
        model,
        MeshIndex::new(0),
        &pose,
        castview::deform::Rest::default(),
        &mut deformed,
    );
    let up = scene.metadata.up_axis().expect("glTF says it").world_from_stage();
    for (found, wanted) in deformed.positions.iter().zip(&wanted) {
        let found = (up * model.placement.affine()).transform_point3(*found);
        assert!(found.distance(*wanted) < 1e-4, "{found}, not {wanted}");
    }
    convert("cast", "--bake=pose");
    assert_eq!(read("cast").metadata.up_axis(), Some(UpAxis::X));
    for (ending, part) in [("semodel", "--bake=pose"), ("seanim", "--bake")] {
        let told = convert(ending, part);
        assert!(told.contains("says nothing about which axis is up"), "{ending}: {told}");
    }
}

/// Every option that says something of the picture counts beside a view file, and can be taken back to what the view has by saying that.
#[test]
fn what_the_arguments_say_counts_more_than_the_view_file() {
    let folder = folder();
    folder.put("blue.hdr", &even_hdr([40, 60, 128]));
    let Some(mut window) = Window::open(&folder) else {
        return;
    };
    window.does([
        Action::View(ViewAction::Camera(CameraMove::Orbit { yaw: 0.4, pitch: 0.1 })),
        Switch::BONES.toggle(),
        Action::View(ViewAction::SetExposure(0.4)),
    ]);
    let view = window.copies(&folder);
    // These options say what the view has already, so the picture stays the same.
    for same in [
        "--bones",
        "--bones=on",
        "--names=off",
        "--exposure 0.4",
        "--environment studio",
        "--environment-turn 0",
        "--tone neutral",
        "--shadows on",
        "--occlusion on",
        "--ground on",
        "--reflections 0",
        "--shading textured",
        "--mode materials",
        "--frame 2.3",
        "--clip wave --frame 2.3",
        "--orthographic=off",
        "--file-lights=off",
        "--xray=off",
        "--background gradient",
        "--lod 0",
        "--grid",
    ] {
        assert_same(&command(&folder, same), &view);
    }
    for other in [
        "--bones=off",
        "--names",
        "--exposure 0",
        "--reflections 100 --reflection-roughness 0",
        "--environment sunset",
        "--environment blue.hdr",
        "--environment-turn 90",
        "--tone none",
        "--shadows off --occlusion off --ground off",
        "--shading untextured",
        "--mode normals",
        "--weights tip",
        "--delta puff",
        "--frame 5",
        "--time 0.3",
        "--clip rest",
        "--orthographic",
        "--xray",
        "--grid=off",
        "--bounds",
        "--hide quad",
        "--blend puff=1",
        "--view front",
        "--view 20,30",
        "--target 9,0,0",
        "--distance 9",
        "--fov 20",
        "--background ff00ff",
        "--background none",
        "--background environment",
        "--background blurred",
    ] {
        assert!(command(&folder, other) != view, "{other}");
    }
    // Without a size it is that of the view.
    draws(&folder, "render flag.cast wave.cast --view-file view.json -o own.png");
    assert_same(&std::fs::read(folder.at("own.png")).expect("written"), &view);
    folder
        .run(&format!("{COMMAND} -o it.png --clip walk"))
        .refused("there are: wave");
}

/// Where a bone's glyph lies over a surface, a dropped image goes to the surface.
#[test]
fn a_surface_is_found_below_a_bone() {
    use castview::render::PickedPart;
    let folder = folder();
    let Some(mut window) = Window::open(&folder) else {
        return;
    };
    window.does([Switch::BONES.toggle()]);
    window.copies(&folder);
    let renderer = &mut window.renderer;
    let (mut bones, mut below) = (0, 0);
    for (x, y) in (0..SIZE[1]).flat_map(|y| (0..SIZE[0]).map(move |x| (x, y))).step_by(7) {
        let hit = renderer.pick(x, y).expect("picks");
        if !hit.is_some_and(|hit| matches!(hit.what, PickedPart::Bone(_))) {
            continue;
        }
        bones += 1;
        let surface = renderer.pick_surface(x, y).expect("picks");
        below += usize::from(surface.is_some_and(|hit| matches!(hit.what, PickedPart::Mesh(_))));
        let is_bone = surface.is_some_and(|hit| matches!(hit.what, PickedPart::Bone(_)));
        assert!(!is_bone, "at {x}, {y}");
    }
    assert!(bones > 0 && below > 0, "{bones} bones, {below} surfaces below");
}

/// The step by hand is one to stop after, where a view file has one.
#[test]
fn a_model_is_stopped_after_the_hand_of_a_view() {
    let folder = folder();
    let Some(mut window) = Window::open(&folder) else {
        return;
    };
    window.copies(&folder);
    let stopped = format!("{COMMAND} -o it.png --stop by_hand");
    folder.run(&stopped).refused("no model has the step by_hand");
    let model = window.session.stage().models()[0].key;
    let hand = HandPoseAction::Set {
        model,
        bone: BoneIndex::new(0),
        part: HandPart::Turn,
        value: Vec3::new(0.0, 40.0, 20.0),
    };
    window.does([Action::Composition(CompositionAction::PoseByHand(hand))]);
    window.copies(&folder);
    let (drawn, clip) = (command(&folder, "--stop by_hand"), command(&folder, "--stop clip"));
    assert!(drawn != clip, "the hand is left out after the clip");
    let after = StopAfter::ByHand;
    window.does([Action::Composition(CompositionAction::Stop(Some(Stopped {
        model,
        after,
    })))]);
    assert_same(&drawn, &window.copies(&folder));
}
