//! Archives on the command line: all files in one, or one of them.

use crate::folder;
use castview_testkit::program::Folder;
use castview_testkit::zip::{archive, entry, stored};

/// A model with its textures, a clip, and files to leave alone.
fn packed() -> Folder {
    let folder = folder();
    let bytes = |name: &str| std::fs::read(folder.at(name)).expect("a file of the test");
    let png = crate::holes::png(&[[255; 4]; 4]);
    let entries = [
        stored("pack/models/", b""),
        entry("pack/models/flag.cast", &bytes("flag.cast")),
        entry("pack/models/tex/skin.png", &png),
        entry("pack/wave.cast", &bytes("wave.cast")),
        entry("pack/models/textures/gone.png", &png),
        stored("../up.cast", &bytes("wave.cast")),
        stored("readme.txt", b"text"),
    ];
    folder.put("pack.zip", &archive(&entries, false));
    folder
}

#[test]
fn an_archive_stands_for_the_files_in_it() {
    let folder = packed();
    let report = folder.run("info pack.zip --json").json();
    let paths: Vec<String> = report
        .iter()
        .map(|one| one["path"].as_str().expect("a path").replace('\\', "/"))
        .collect();
    assert_eq!(paths, ["pack.zip/pack/wave.cast", "pack.zip/pack/models/flag.cast"]);
    // A broken one says so.
    folder.put("broken.zip", b"PK\x05\x06");
    folder.run("info broken.zip").refused("broken.zip");
}

#[test]
fn one_file_of_an_archive_opens_with_its_textures() {
    let folder = packed();
    let text = folder.run("info pack.zip/pack/models/flag.cast").fine().text();
    assert!(text.contains("skin.png") && !text.contains("CANNOT BE READ"), "{text}");
    let report = folder
        .run("validate pack.zip/pack/models/flag.cast --json")
        .json()
        .remove(0);
    let told = report["diagnostics"].as_array().expect("a list").iter();
    let of_textures = told.filter(|one| one["id"].as_str().is_some_and(|id| id.starts_with('T')));
    assert_eq!(of_textures.count(), 0, "{report}");
    let copy = folder.run("convert pack.zip/pack/models/flag.cast -o copy.cast");
    assert_eq!(copy.code, 0, "{}", copy.text());
    for gone in ["pack.zip/pack/none.cast", "pack.zip/up.cast", "none.zip/a.cast"] {
        folder.run(&format!("info {gone}")).refused("no such file");
    }
}

/// Names in the code page of a country are read by a guess, which is told wherever a file of the archive is.
#[test]
fn guessed_names_are_told() {
    let folder = folder();
    let bytes = std::fs::read(folder.at("wave.cast")).expect("a file of the test");
    let mut named = entry("", &bytes);
    named.name = b"\x83L\x83\x83\x83\x89/\x89\x89.cast".to_vec();
    named.flags = 0;
    folder.put("old.zip", &archive(&[named], false));
    for command in ["validate", "info"] {
        let ran = folder.run(&format!("{command} old.zip"));
        let text = ran.text();
        assert!(text.contains("Z1") && text.contains("Shift_JIS"), "{command}: {text}");
    }
    let plain = [stored("plain.cast", &bytes)];
    folder.put("new.zip", &archive(&plain, false));
    assert!(!folder.run("validate new.zip").text().contains("Z1"));
}

/// Each command takes an archive as it takes a folder.
#[test]
fn an_archive_is_an_input_of_every_command() {
    let folder = packed();
    std::fs::rename(folder.at("pack.zip"), folder.at("bundle.zip")).expect("ours");
    let unpacked = packed();
    let bytes = |name: &str| std::fs::read(folder.at(name)).expect("a file of the test");
    unpacked
        .put("bundle/pack/models/flag.cast", &bytes("flag.cast"))
        .put("bundle/pack/models/tex/skin.png", &crate::holes::png(&[[255; 4]; 4]))
        .put(
            "bundle/pack/models/textures/gone.png",
            &crate::holes::png(&[[255; 4]; 4]),
        )
        .put("bundle/pack/wave.cast", &bytes("wave.cast"));
    let alike = |words: &str| {
        let [of_archive, of_folder] = [(&folder, "bundle.zip"), (&unpacked, "bundle")].map(|(folder, name)| {
            let ran = folder.run(&words.replace("PACK", name));
            let home = folder.at("").to_string_lossy().into_owned();
            let plain = |text: String| text.replace('\\', "/").replace(&home, "").replace(name, "PACK");
            (ran.code, plain(ran.text()), plain(ran.stderr))
        });
        assert_eq!(of_archive, of_folder, "{words}");
        of_archive
    };
    for words in ["info PACK -r", "validate PACK -r", "validate PACK -r --json"] {
        let (_, out, _) = alike(words);
        assert!(out.contains("flag.cast") && out.contains("wave.cast"), "{words}: {out}");
    }
    let (code, out, _) = alike("dump PACK -r");
    assert!(code == 0 && out.contains("skin.png"), "{out}");
    let (code, _, told) = alike("convert PACK -r -o out --to glb --quiet");
    assert_eq!(code, 0, "{told}");
    for name in ["out/pack/wave.glb", "out/pack/models/flag.glb"] {
        let [of_archive, of_folder] = [&folder, &unpacked].map(|folder| std::fs::read(folder.at(name)).expect(name));
        assert!(of_archive == of_folder, "{name}");
    }
    let (code, _, told) = alike("render PACK/pack/models/flag.cast -o one.png --size 64x64");
    assert_eq!(code, 0, "{told}");
    let (_, _, told) = alike("render PACK -r -o each/{name}.png --size 64x64");
    for name in ["one.png", "each/pack/models/flag.png"] {
        let [of_archive, of_folder] = [&folder, &unpacked].map(|folder| std::fs::read(folder.at(name)).expect(name));
        assert!(of_archive == of_folder, "{name}: {told}");
    }
}
