//! Which file the program for Windows takes for a texture's stored path, and what it leaves alone.
//!
//! A Cast file names one texture a row; `info --json` says which file was found for each, and Wine's log of files says
//! what was touched.

use crate::assert_windows;
use crate::program::Folder;
use castview::formats::cast::{NodeDraft, NodeKind};
use serde_json::Value;

/// Part of the name of every file that must not be touched.
const SECRET: &str = "secret";

/// Names that make a path of more than 300 characters.
fn long_folders() -> String {
    ["a", "b", "c", "d"].map(|letter| letter.repeat(80)).join("/")
}

/// Stored paths, and the file below `models/` that each leads to; `None`: nothing is found, and nothing touched.
fn rows(folder: &Folder) -> Vec<(String, Option<String>)> {
    let drive_path = |name: &str| format!("Z:{}", folder.at(name).display());
    let outside = drive_path("else/secret.png").replace('/', "\\");
    let deep = format!("{}/deep.png", long_folders());
    let found = |stored: &str, wanted: &str| (stored.to_owned(), Some(wanted.to_owned()));
    let left = |stored: &str| (stored.to_owned(), None);
    vec![
        // Either slash, and any letter case.
        found(r"tex\body.png", "tex/body.png"),
        found(r".\tex\..\tex\body.png", "tex/body.png"),
        found("TEX/Body.PNG", "tex/body.png"),
        found(r"tex\Räder.png", "tex/räder.png"),
        found(r"TEX\RÄDER.PNG", "tex/räder.png"),
        found("日本語/肌.png", "日本語/肌.png"),
        // Longer than the 260 characters of old Windows.
        found(&deep, &deep),
        found(&deep.replace('/', "\\"), &deep),
        left(&format!("{}.png", "secret".repeat(60))),
        // Network shares, and the system's own spellings.
        left(r"\\server\share\secret.png"),
        left("//server/share/secret.png"),
        left(r"\\?\UNC\server\share\secret.png"),
        left(&format!(r"\\?\{outside}")),
        left(&format!(r"\\.\{outside}")),
        left(&format!(r"\??\{outside}")),
        left(r"\\.\pipe\secret.png"),
        left(r"\\?\GLOBALROOT\Device\secret.png"),
        left("https://example.org/secret.png"),
        left("file:///Z:/secret.png"),
        // A drive without a root, and a root without a drive.
        left("Z:secret.png"),
        left(&outside[2..]),
        // Of all these the bare name is looked for beside the model.
        found(r"\\server\share\bare.png", "bare.png"),
        found(r"\\?\Z:\nowhere\bare.png", "bare.png"),
        found("Z:bare.png", "bare.png"),
        found(r"C:\Users\me\bare.png", "bare.png"),
        // Devices, in any folder and with any extension.
        left("NUL"),
        left("nul.png"),
        left("CON"),
        left(r"tex\aux.png"),
        left("COM1.png"),
        left("lpt1"),
        left(r"C:\con\con"),
        // Windows drops dots and blanks at the end of a name, we do not.
        left("tex/body.png."),
        left("tex./body.png"),
        left("tex /body.png"),
        left("tex/body.png. ."),
        found(" tex/body.png ", "tex/body.png"),
        // A stream is no known extension: the stem is looked for with the known ones, and the stream is left alone.
        found("tex/body.png:stream", "tex/body.png"),
        found("tex/body.png::$DATA", "tex/body.png"),
        left("else/secret.png:stream"),
    ]
}

#[test]
#[ignore = "needs the program for Windows: cargo xtask test-windows"]
fn stored_paths_lead_where_the_table_says() {
    assert_windows();
    let folder = Folder::new();
    for name in ["tex/body.png", "tex/räder.png", "日本語/肌.png", "bare.png"] {
        folder.put(format!("models/{name}"), b"not looked into");
    }
    folder
        .put(format!("models/{}/deep.png", long_folders()), b"not looked into")
        .put("else/secret.png", b"not looked into");
    let rows = rows(&folder);
    let materials = rows.iter().enumerate().map(|(index, (stored, _))| {
        let file = NodeDraft::new(NodeKind::File)
            .hash(1000 + index as u64)
            .string("p", stored);
        NodeDraft::new(NodeKind::Material)
            .hash(1 + index as u64)
            .string("n", &format!("row {index}"))
            .u64s("albedo", &[1000 + index as u64])
            .child(file)
    });
    folder.cast(
        "models/model.cast",
        [NodeDraft::new(NodeKind::Model).children(materials)],
    );

    let output = folder
        .command()
        .args(["info", "--json", "models/model.cast"])
        .env("WINEDEBUG", "-all,+file")
        .output()
        .expect("it ends");
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{log}");
    let info: Value = serde_json::from_slice(&output.stdout).expect("one line of JSON");
    let listed = info["models"][0]["materials"].as_array().expect("a list");
    assert_eq!(listed.len(), rows.len());
    let mut wrong = Vec::new();
    for (material, (stored, wanted)) in listed.iter().zip(&rows) {
        let slot = &material["slots"][0];
        assert_eq!(slot["path"], stored.as_str());
        let found = slot["found"].as_str().map(|path| path.replace('\\', "/"));
        let is_right = match (&found, wanted) {
            (None, None) => true,
            (Some(found), Some(wanted)) => found.ends_with(&format!("/models/{wanted}")),
            _ => false,
        };
        if !is_right {
            wrong.push(format!("{stored:?}: found {found:?}, wanted {wanted:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    // That the log tells of files at all is shown by the model's own.
    let opened = |name: &str| log.lines().filter(|line| line.contains(name)).collect::<Vec<_>>();
    assert!(!opened("model.cast").is_empty(), "Wine's log is empty");
    assert_eq!(opened(SECRET), Vec::<&str>::new(), "these were touched");
}
