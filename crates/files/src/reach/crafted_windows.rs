//! Spellings of Windows on Windows: opened, asked for, or refused.

use super::{Allowance, Listings, Look, Reach, StoredPath};
use castview_picture::opened::OutsideKind;

/// Outcome of `stored`: the name of the file that is opened, `asks`, or `refused`.
fn outcome(reach: &Reach, stored: &str) -> String {
    let Some(wanted) = StoredPath::parse(stored) else {
        return "refused".into();
    };
    let place = (&wanted.start, reach.folder(), &*wanted.folders);
    let look = reach.look(&mut Listings::default(), place, [wanted.name.clone()].into_iter());
    match look {
        Look::Found(found) => {
            assert_eq!(*found.read(100).expect("readable"), *b"bytes", "{stored}");
            let name = found.path().file_name().expect("a file");
            name.to_string_lossy().into_owned()
        }
        Look::Nothing => "refused".into(),
        Look::Outside(folder) => match reach.note_outside(OutsideKind::Texture, stored, &folder) {
            Some(_) => "asks".into(),
            None => "refused".into(),
        },
    }
}

#[test]
fn spellings_of_windows_are_judged_by_their_text() {
    let root = tempfile::tempdir().expect("a temporary folder");
    for folder in ["model/sub", "secret"] {
        std::fs::create_dir_all(root.path().join(folder)).expect("a folder");
    }
    for file in ["model/inside.png", "model/sub/deep.png", "secret/key.png"] {
        std::fs::write(root.path().join(file), b"bytes").expect("writable");
    }
    let reach = Reach::of(&root.path().join("model").join("m.cast"), &Allowance::default());
    let here = root.path().to_string_lossy().into_owned();
    for (stored, wanted) in [
        ("inside.png", "inside.png"),
        (r"SUB\Deep.png", "deep.png"),
        (r"..\model\sub\deep.png", "deep.png"),
        (&*format!(r"{here}\model\sub\deep.png"), "deep.png"),
        (&*format!(r"{}\model\sub\deep.png", here.to_uppercase()), "deep.png"),
        (r"..\secret\key.png", "asks"),
        (&*format!(r"{here}\secret\key.png"), "asks"),
        (r"D:\x\key.png", "asks"),
        (&*format!(r"\\?\{here}\secret\key.png"), "refused"),
        (r"C:\key.png", "refused"),
        (r"\\server\share\key.png", "refused"),
        ("//server/share/key.png", "refused"),
        (r"\\.\nul\key.png", "refused"),
        ("C:key.png", "refused"),
        (r"\key.png", "refused"),
        ("nul.png", "refused"),
        ("inside.png.", "refused"),
        (r"sub.\deep.png", "refused"),
        ("inside.png::$DATA", "refused"),
    ] {
        assert_eq!(outcome(&reach, stored), wanted, "{stored}");
    }
}
