//! Pictures that move: each is the still of its frame, a loop is as long as its clip, and what is stopped leaves nothing behind.

pub mod frames;

use crate::render::{drawn, folder};
use crate::writing::run_on_a_full_disk;
use castview::images::{self, Image};
use castview_testkit::program::{Folder, is_for_windows};
use frames::{Shown, frames};
use std::ffi::OsString;
use std::process::{Command, Stdio};

/// Small, as every picture costs.
const WAVE: &str = "render flag.cast wave.cast --view front --size 32x24";

fn read(folder: &Folder, name: &str) -> Vec<u8> {
    std::fs::read(folder.at(name)).expect("it was written")
}

fn still(folder: &Folder, words: &str) -> Image {
    drawn(folder, &format!("{words} -o still.png")).expect("there is an adapter");
    images::decode(&read(folder, "still.png"), "still.png").expect("a PNG")
}

fn names(folder: &Folder) -> Vec<OsString> {
    let entries = std::fs::read_dir(folder.at("")).expect("a folder");
    let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
    names.sort();
    names
}

/// The mean difference of two pictures, in shades of a channel; where only one of them shows something it is the greatest.
fn difference(a: &Image, b: &Image) -> f64 {
    let texels = a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4));
    let apart = texels.map(|(a, b)| match (a[3] < 128, b[3] < 128) {
        (true, true) => 0.0,
        (false, false) => (0..3)
            .map(|channel| f64::from(a[channel].abs_diff(b[channel])) / 3.0)
            .sum(),
        _ => 255.0,
    });
    apart.sum::<f64>() / (a.rgba.len() / 4) as f64
}

#[test]
fn every_picture_is_the_still_of_its_frame() {
    let folder = folder();
    for background in ["gradient", "none"] {
        let words = format!("{WAVE} --background {background} --frame-clip");
        if drawn(&folder, &format!("{words} --frames 0..9:3 -o a.apng")).is_none() {
            return;
        }
        let stills: Vec<Image> = [0, 3, 6, 9]
            .iter()
            .map(|frame| still(&folder, &format!("{words} --frame {frame}")))
            .collect();
        for ending in ["apng", "png", "webp", "gif"] {
            let told = folder.run(&format!("{words} --frames 0..9:3 -o a.{ending}"));
            assert_eq!((told.code, told.stderr.as_str()), (0, ""), "{ending}");
            let shown = frames(&read(&folder, &format!("a.{ending}")), ending);
            assert_eq!(shown.len(), stills.len(), "{ending}");
            for (index, (shown, still)) in shown.iter().zip(&stills).enumerate() {
                assert!((shown.secs - 0.15).abs() < 1e-9, "{ending}: {}", shown.secs);
                match ending {
                    "gif" => assert!(
                        difference(&shown.image, still) < 2.0,
                        "{}",
                        difference(&shown.image, still)
                    ),
                    _ => assert!(shown.image == *still, "{ending}: picture {index} is another"),
                }
            }
        }
    }
}

#[test]
fn a_loop_is_as_long_as_its_clip_and_shows_no_picture_twice() {
    let folder = folder();
    for (words, count, ending) in [
        ("", 10, "apng"),
        ("--fps 12", 6, "gif"),
        ("--fps 50", 25, "webp"),
        ("--frames 2..8", 6, "gif"),
    ] {
        if folder_lacks_adapter(&folder, &format!("{WAVE} --loop {words} -o a.{ending}")) {
            return;
        }
        let shown: Vec<Shown> = frames(&read(&folder, &format!("a.{ending}")), ending);
        assert_eq!(shown.len(), count, "{words} {ending}");
        let secs: f64 = shown.iter().map(|shown| shown.secs).sum();
        let wanted = if words.contains("2..8") { 0.3 } else { 0.5 };
        assert!((secs - wanted).abs() < 1e-9, "{words} {ending}: {secs} s");
        for (index, now) in shown.iter().enumerate() {
            let next = &shown[(index + 1) % count];
            assert!(
                now.image != next.image,
                "{words} {ending}: picture {index} is there twice"
            );
        }
    }
}

/// Draws; says that there is no adapter for it. A line about rounded durations is welcome.
fn folder_lacks_adapter(folder: &Folder, words: &str) -> bool {
    let ran = folder.run(words);
    if ran.code != 0 {
        return drawn(folder, words).is_none();
    }
    let is_told = ran.stderr.is_empty() || ran.stderr.contains("hundredths of a second");
    assert!(is_told, "{}", ran.stderr);
    false
}

#[test]
fn a_turntable_goes_round_and_stands_still_in_time() {
    let folder = folder();
    let words = "render flag.cast wave.cast --frame 5 --turntable 1 --fps 2 --size 32x24 --view 0,10 -o a.webp";
    if drawn(&folder, words).is_none() {
        return;
    }
    let shown = frames(&read(&folder, "a.webp"), "webp");
    assert_eq!(shown.len(), 8, "a turn takes four seconds");
    let seen = |image: &Image| {
        image
            .rgba
            .chunks_exact(4)
            .filter(|texel| texel[0] > 90 && texel[2] < 60)
            .count()
    };
    // The flag is flat: it is seen whole from before and behind, and by its edge from the sides.
    let red: Vec<usize> = shown.iter().map(|shown| seen(&shown.image)).collect();
    assert!(red[0] > 20 && red[2] * 4 < red[0] && red[6] * 4 < red[0], "{red:?}");
    let edges = |image: &Image| {
        let row = image.width as usize * 4;
        let rows = image.rgba.chunks_exact(row);
        rows.filter(|row| row[0] > 90 && row[2] < 60).count()
    };
    assert!(shown.iter().all(|shown| edges(&shown.image) == 0), "nothing is cut off");
}

#[test]
fn numbered_pictures_are_stills_with_the_same_bytes() {
    let folder = folder();
    let words = format!("{WAVE} --frame-clip");
    if drawn(&folder, &format!("{words} --frames 8..10 -o f_{{frame:03}}.png")).is_none() {
        return;
    }
    for frame in 8..=10 {
        drawn(&folder, &format!("{words} --frame {frame} -o still.png"));
        assert!(
            read(&folder, "still.png") == read(&folder, &format!("f_{frame:03}.png")),
            "frame {frame}"
        );
    }
    drawn(&folder, &format!("{words} --loop --fps 6 -o n_{{index}}.jpg"));
    for index in 0..3 {
        let name = format!("n_{index}.jpg");
        let image = images::decode(&read(&folder, &name), &name).expect("a JPEG");
        assert_eq!((image.width, image.height), (32, 24));
    }
    assert!(!folder.at("n_3.jpg").exists());
    drawn(&folder, &format!("{words} --frame 4 -o a.jpg"));
    let jpeg = images::decode(&read(&folder, "a.jpg"), "a.jpg").expect("a JPEG");
    assert!(difference(&jpeg, &still(&folder, &format!("{words} --frame 4"))) < 6.0);
}

/// Nobody types the names of numbered pictures: how many files go for them is said.
#[test]
fn numbered_pictures_say_how_many_files_they_replace() {
    let folder = folder();
    let words = format!("{WAVE} --frames 0..3 -o f_{{frame:04}}.png");
    if drawn(&folder, &words).is_none() {
        return;
    }
    let said = |words: &str| {
        let ran = folder.run(words);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.stderr
    };
    assert_eq!(
        said(&words),
        "castview: 4 of 4 pictures replaced files that were there\n"
    );
    let fewer = words.replace("0..3", "3..5");
    assert_eq!(
        said(&fewer),
        "castview: 1 of 3 pictures replaced a file that was there\n"
    );
    assert_eq!(said(&words.replace("f_", "g_")), "");
}

/// Machines that share an animation write the very pictures that one of them alone would, and programs read how far they are.
#[test]
fn some_of_the_pictures_are_those_of_all() {
    let folder = folder();
    let words = format!("{WAVE} --loop --frame-clip");
    if drawn(&folder, &format!("{words} -o all_{{index}}.png")).is_none() {
        return;
    }
    let told = folder.run(&format!(
        "{words} --pictures 3..5 --progress json -o some_{{index}}.png"
    ));
    assert_eq!(told.code, 0, "{}", told.stderr);
    let lines: Vec<serde_json::Value> = (told.stderr.lines())
        .map(|line| serde_json::from_str(line).expect("an object a line"))
        .collect();
    let (first, last) = (&lines[0], &lines[lines.len() - 1]);
    assert_eq!((lines.len(), &last["all"]), (4, &10.into()), "a line for each picture");
    assert_eq!((&first["pictures"], &first["of"]), (&0.into(), &3.into()));
    assert_eq!((&last["pictures"], &last["seconds_left"]), (&3.into(), &0.0.into()));
    assert!((last["seconds"].as_f64().expect("a number") - 0.5).abs() < 1e-9);
    for index in 0..10 {
        let some = folder.at(format!("some_{index}.png"));
        assert_eq!(some.exists(), (3..=5).contains(&index), "{index}");
        if some.exists() {
            assert!(read(&folder, &format!("some_{index}.png")) == read(&folder, &format!("all_{index}.png")));
        }
    }
    folder
        .run(&format!("{words} --pictures 10..12 -o no_{{index}}.png"))
        .refused("there are 10 pictures");
    folder
        .run(&format!("{words} --pictures 1..2 -o no.gif"))
        .refused("{index:04}");
    drawn(&folder, &format!("{WAVE} --frame-clip --frames 7,2 -o f_{{frame}}.png"));
    for frame in [2, 7] {
        drawn(&folder, &format!("{WAVE} --frame-clip --frame {frame} -o still.png"));
        assert!(
            read(&folder, "still.png") == read(&folder, &format!("f_{frame}.png")),
            "frame {frame}"
        );
    }
}

#[test]
fn wishes_that_make_no_sense_are_refused_before_anything_is_drawn() {
    let folder = folder();
    if drawn(&folder, &format!("{WAVE} -o a.png")).is_none() {
        return;
    }
    let before = names(&folder);
    for (words, why) in [
        ("--frames 9..0 -o a.gif", "the first is not above the last"),
        ("--frames 0..9:0 -o a.gif", "above 0"),
        ("--frames 0..9 --frame 3 -o a.gif", "cannot be used with"),
        ("--turntable 0.5 -o a.gif", "a whole number of turns"),
        ("--fps 0 -o a.gif", "from 0.1 to 240"),
        ("--fps 60 -o a.gif", "60 pictures a second"),
        ("--frames 0..1e9 -o a.gif", "at most 100000"),
        ("--frames 0..90000 --size 8192x8192 -o a.gif", "thousand million"),
        ("--frames 0..9 -o a.jpg", "JPEG holds one picture"),
        ("--thumbnail 64 -o a.gif", "a thumbnail is one picture"),
        ("--frames 0..9 -o -", "a file of their own"),
        ("--loop --fps 6 -o f_{frame:03}.png", "{index:04}"),
        ("--frame 3 --background none -o a.jpg", "transparent"),
        ("--frames 0..9 -o nowhere/a.gif", "cannot write"),
        ("--clip rest --frames 0..9 --fps 9 -o a.tga", "written as PNG"),
    ] {
        let wave = if words.contains("--size") || words.contains("--thumbnail") {
            WAVE.replace(" --size 32x24", "")
        } else {
            WAVE.to_owned()
        };
        folder.run(&format!("{wave} {words}")).refused(why);
        assert_eq!(names(&folder), before, "{words}");
    }
    folder
        .run("render flag.cast --frames 0..9 -o a.gif")
        .refused("no clip plays");
}

/// Stopped in the middle, by Ctrl+C or by whoever ends programs: the old file is as it was, and nothing else is there.
#[cfg(unix)]
#[test]
fn a_signal_in_the_middle_keeps_the_old_file_and_leaves_no_parts() {
    if is_for_windows() {
        eprintln!("skipped: Windows has no such signals");
        return;
    }
    let folder = folder();
    if drawn(&folder, &format!("{WAVE} -o a.png")).is_none() {
        return;
    }
    for (ending, signal, code) in [("gif", "INT", 130), ("apng", "TERM", 143), ("webp", "TERM", 143)] {
        // Shells have their programs in the background ignore it, and castview leaves it at that.
        if castview::files::ignored_signals() >> (code - 128 - 1) & 1 != 0 {
            eprintln!("skipped: SIG{signal} is ignored where the tests run");
            continue;
        }
        let name = format!("old.{ending}");
        folder.put(&name, b"what was there");
        let before = names(&folder);
        let mut command = folder.command();
        command
            .args(WAVE.split(' '))
            // More pictures than are drawn before the signal comes, whenever that is.
            .args(["--samples", "1", "--frames", "0..90000", "-o", &name])
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program is built");
        while names(&folder) == before {
            assert!(
                child.try_wait().expect("ours").is_none(),
                "it ended before it began to write"
            );
            std::thread::yield_now();
        }
        let sent = Command::new("kill")
            .args([&format!("-{signal}"), &child.id().to_string()])
            .status();
        assert!(sent.expect("every Unix has it").success());
        let ended = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(code), "{said}");
        assert!(said.contains("nothing was written"), "{said}");
        assert_eq!(names(&folder), before);
        assert_eq!(read(&folder, &name), b"what was there");
    }
}

/// The program that began it lets go of its input: the same on every system, without a signal.
#[test]
fn the_end_of_its_input_stops_it_and_leaves_no_parts() {
    let folder = folder();
    if drawn(&folder, &format!("{WAVE} -o a.png")).is_none() {
        return;
    }
    folder.put("old.gif", b"what was there");
    let before = names(&folder);
    let mut child = folder
        .command()
        .args(WAVE.split(' '))
        .args([
            "--samples",
            "1",
            "--frames",
            "0..90000",
            "--stop-with-input",
            "-o",
            "old.gif",
        ])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program is built");
    while names(&folder) == before {
        assert!(
            child.try_wait().expect("ours").is_none(),
            "it ended before it began to write"
        );
        std::thread::yield_now();
    }
    drop(child.stdin.take());
    let ended = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(143), "{said}");
    assert!(said.contains("nothing was written"), "{said}");
    assert_eq!(names(&folder), before);
    assert_eq!(read(&folder, "old.gif"), b"what was there");
}

#[cfg(unix)]
#[test]
fn a_full_disk_keeps_the_old_file_and_leaves_no_parts() {
    if is_for_windows() {
        eprintln!("skipped: the limit on the size of files is one of Unix");
        return;
    }
    let folder = folder();
    if drawn(&folder, &format!("{WAVE} -o a.png")).is_none() {
        return;
    }
    for ending in ["gif", "apng", "webp"] {
        let name = format!("old.{ending}");
        folder.put(&name, b"what was there");
        let before = names(&folder);
        let full = run_on_a_full_disk(&folder, &format!("{WAVE} --frames 0..9 -o {name}"), true);
        let said = String::from_utf8_lossy(&full.stderr);
        assert!(
            full.status.code() == Some(2) && said.contains("cannot write"),
            "{ending}: {said}"
        );
        assert_eq!(names(&folder), before);
        assert_eq!(read(&folder, &name), b"what was there");
    }
}

#[test]
fn films_are_written_by_ffmpeg_or_refused() {
    let folder = folder();
    if drawn(&folder, &format!("{WAVE} -o a.png")).is_none() {
        return;
    }
    let mut without = folder.command();
    let refused = without
        .env("PATH", "")
        .args(WAVE.split(' '))
        .args(["-o", "a.mp4"])
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("the program ffmpeg, which is not found here"), "{said}");
    let has_ffmpeg = Command::new("ffmpeg")
        .arg("-version")
        .stdout(Stdio::null())
        .status()
        .is_ok();
    if !has_ffmpeg || is_for_windows() {
        eprintln!("SKIPPED: there is no ffmpeg here, so no MP4 and no WebM was looked at");
        return;
    }
    folder
        .run(&format!("{} --frames 0..3 -o a.mp4", WAVE.replace("32x24", "33x24")))
        .refused("34x24");
    folder
        .run(&format!("{WAVE} --background none --frames 0..3 -o a.mp4"))
        .refused("transparent");
    let stills: Vec<Image> = (0..4)
        .map(|frame| still(&folder, &format!("{WAVE} --frame-clip --frame {frame}")))
        .collect();
    for ending in ["mp4", "webm"] {
        folder.run(&format!("{WAVE} --frames 0..3 -o a.{ending}")).fine();
        let mut decode = Command::new("ffmpeg");
        decode
            .args(["-loglevel", "error", "-i"])
            .arg(folder.at(format!("a.{ending}")))
            .args(["-f", "rawvideo", "-pix_fmt", "rgba", "-"]);
        let pixels = decode.output().expect("it is there").stdout;
        let shown: Vec<Image> = pixels
            .chunks(32 * 24 * 4)
            .map(|rgba| Image {
                width: 32,
                height: 24,
                rgba: rgba.to_vec(),
            })
            .collect();
        assert_eq!(shown.len(), 4, "{ending}");
        for (shown, still) in shown.iter().zip(&stills) {
            assert!(difference(shown, still) < 8.0, "{ending}: {}", difference(shown, still));
        }
    }
}
