//! The file that the program for Windows takes for a texture's stored path, the leave it asks for, and the paths it never
//! touches.
//!
//! A Cast file names one texture a row; `info --json` says which file was found for each, and Wine's log of files says
//! what was touched. With leave for the folder that was asked for, the same rows are read again.

use crate::program::Folder;
use crate::{assert_windows, watched};
use castview::formats::cast::{NodeDraft, NodeKind};
use serde_json::Value;

/// Part of the name of every file that must not be touched.
const SECRET: &str = "secret";

/// Files of reserved names that lie in the model's folder, as they can on a disk of another system.
const RESERVED: [&str; 4] = ["tex/aux.png", "nul.png", "com1.png", "con/inside.png"];

/// Outcome for a stored path.
#[derive(Clone, Copy, Debug)]
enum Wanted<'a> {
    /// This file below `models/` is found.
    Found(&'a str),
    /// Nothing is touched, and its folder is asked for; with leave for `else/` this file in there is found, or nothing where it
    /// lies in another folder.
    Asked(Option<&'a str>),
    /// Nothing is found or touched or asked for, with leave or without.
    Left,
}
use Wanted::{Asked, Found, Left};

/// Names that make a path of more than 300 characters.
fn long_folders() -> String {
    ["a", "b", "c", "d"].map(|letter| letter.repeat(80)).join("/")
}

/// Stored paths. `@` stands for the drive path of the folder of all of it, with backslashes; `LONG` for [`long_folders`].
const ROWS: &[(&str, Wanted)] = &[
    // Either slash, and any letter case.
    (r"tex\body.png", Found("tex/body.png")),
    (r".\tex\..\tex\body.png", Found("tex/body.png")),
    ("TEX/Body.PNG", Found("tex/body.png")),
    (r"tex\Räder.png", Found("tex/räder.png")),
    (r"TEX\RÄDER.PNG", Found("tex/räder.png")),
    ("日本語/肌.png", Found("日本語/肌.png")),
    // Longer than the 260 characters of old Windows.
    ("LONG/deep.png", Found("LONG/deep.png")),
    (r"LONG\deep.png", Found("LONG/deep.png")),
    (r"@\models\LONG\deep.png", Found("LONG/deep.png")),
    ("secretsecretLONGLONG.png", Left),
    // Up and back into the model's folder, and the same from the root of the drive.
    (r"..\models\tex\body.png", Found("tex/body.png")),
    ("tex/../../MODELS/tex/body.png", Found("tex/body.png")),
    (r"@\models\tex\body.png", Found("tex/body.png")),
    (r"@/else/../models/TEX\body.png", Found("tex/body.png")),
    // Up and out of it, and from the root of the drive.
    ("../else/secret.png", Asked(Some("secret.png"))),
    (r"..\else\secret.png", Asked(Some("secret.png"))),
    (r"tex\..\..\else\secret.png", Asked(Some("secret.png"))),
    ("no/such/../../../else/./secret.png", Asked(Some("secret.png"))),
    (r"..\ELSE\Secret.PNG", Asked(Some("secret.png"))),
    (r"..\else\deeper\secret.png", Asked(Some("deeper/secret.png"))),
    (r"@\else\secret.png", Asked(Some("secret.png"))),
    ("@/else/secret.png", Asked(Some("secret.png"))),
    (r"@\models\..\else\secret.png", Asked(Some("secret.png"))),
    (r"..\secret.png", Asked(None)),
    (r"C:\users\secret.png", Asked(None)),
    (r"Q:\no such drive\secret.png", Asked(None)),
    // The path leads outside, but a file of that name lies inside, too.
    (r"..\else\bare.png", Found("bare.png")),
    // A whole disk is not asked for.
    (r"C:\secret.png", Left),
    (r"..\..\..\..\..\..\..\..\..\..\..\..\secret.png", Left),
    // Network shares, and the system's own spellings.
    (r"\\server\share\secret.png", Left),
    ("//server/share/secret.png", Left),
    (r"\\server\share\..\..\secret.png", Left),
    (r"/\server\share\secret.png", Left),
    (r"..\\\server\share\secret.png", Asked(None)),
    (r"\\127.0.0.1\c$\secret.png", Left),
    (r"\\server@80\DavWWWRoot\secret.png", Left),
    (r"\\?\UNC\server\share\secret.png", Left),
    (r"\\?\@\else\secret.png", Left),
    (r"\\.\@\else\secret.png", Left),
    (r"\??\@\else\secret.png", Left),
    (r"\\.\UNC\server\share\secret.png", Left),
    (r"\\.\pipe\secret.png", Left),
    (r"\\.\PhysicalDrive0\secret.png", Left),
    (r"\\?\unix\etc\secret.png", Left),
    (r"\\?\GLOBALROOT\Device\secret.png", Left),
    (r"\\?\Volume{00000000-0000-0000-0000-000000000000}\secret.png", Left),
    ("https://example.org/secret.png", Left),
    ("file:///Z:/secret.png", Left),
    ("file://server/share/secret.png", Left),
    // A drive without a root, and a root without a drive.
    ("Z:secret.png", Left),
    (r"Z:..\else\secret.png", Left),
    (r"\secret.png", Left),
    ("/else/secret.png", Left),
    // For all these the bare name is looked for beside the model.
    (r"\\server\share\bare.png", Found("bare.png")),
    (r"\\?\Z:\nowhere\bare.png", Found("bare.png")),
    ("Z:bare.png", Found("bare.png")),
    (r"C:\Users\me\bare.png", Found("bare.png")),
    // Devices, in any folder and with any extension, also where a file of that name lies.
    ("NUL", Left),
    ("nul.png", Left),
    ("CON", Left),
    ("CONIN$", Left),
    (r"tex\aux.png", Left),
    ("TEX/Aux.Png", Left),
    ("aux .png", Left),
    ("aux.tar.png", Left),
    ("com1.png", Left),
    ("COM¹.png", Left),
    ("com1:", Left),
    ("lpt1", Left),
    (r"con\inside.png", Left),
    (r"C:\con\con", Left),
    // Windows drops dots and blanks at the end of a name, we do not.
    ("tex/body.png.", Left),
    ("tex./body.png", Left),
    ("tex /body.png", Left),
    ("tex/body.png. .", Left),
    ("... /secret.png", Left),
    (".. /else/secret.png", Left),
    (" tex/body.png ", Found("tex/body.png")),
    // Short names, which the system makes for long ones.
    ("DEEP~1.PNG", Left),
    ("SECRET~1.PNG", Left),
    // A stream is no known extension: the stem is looked for with the known ones, and the stream is left alone.
    ("tex/body.png:stream", Found("tex/body.png")),
    ("tex/body.png::$DATA", Found("tex/body.png")),
    ("else/secret.png:stream", Left),
];

/// The model's folder with its textures, and a secret beside it.
fn lay_out() -> (Folder, Vec<(String, Wanted<'static>)>) {
    let folder = Folder::new();
    let here = format!("Z:{}", folder.at("").display()).replace('/', "\\");
    let here = here.trim_end_matches('\\');
    for name in ["tex/body.png", "tex/räder.png", "日本語/肌.png", "bare.png"]
        .iter()
        .chain(&RESERVED)
    {
        folder.put(format!("models/{name}"), b"not looked into");
    }
    folder
        .put(format!("models/{}/deep.png", long_folders()), b"not looked into")
        .put("else/secret.png", b"not looked into")
        .put("else/deeper/secret.png", b"not looked into")
        .put("secret.png", b"not looked into");
    let spelled = |stored: &str| stored.replace('@', here).replace("LONG", &long_folders());
    let rows: Vec<_> = ROWS
        .iter()
        .map(|(stored, wanted)| match stored.contains("server@") {
            true => ((*stored).to_owned(), *wanted),
            false => (spelled(stored), *wanted),
        })
        .collect();
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
    (folder, rows)
}

/// Asserts of every row what was found, `allowed`: with leave for `else/`.
#[track_caller]
fn assert_found(info: &Value, rows: &[(String, Wanted)], allowed: bool) {
    let listed = info["models"][0]["materials"].as_array().expect("a list");
    assert_eq!(listed.len(), rows.len());
    let mut wrong = Vec::new();
    for (material, (stored, wanted)) in listed.iter().zip(rows) {
        let slot = &material["slots"][0];
        assert_eq!(slot["path"], stored.as_str());
        let found = slot["found"].as_str().map(|path| path.replace('\\', "/"));
        let wanted = match wanted {
            Found(name) => Some(format!("/models/{}", name.replace("LONG", &long_folders()))),
            Asked(Some(name)) if allowed => Some(format!("/else/{name}")),
            Asked(_) | Left => None,
        };
        let is_right = match (&found, &wanted) {
            (None, None) => true,
            (Some(found), Some(wanted)) => found.ends_with(wanted),
            _ => false,
        };
        if !is_right {
            wrong.push(format!("{stored:?}: found {found:?}, wanted {wanted:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "needs the program for Windows: cargo xtask test-windows"]
fn stored_paths_lead_where_the_table_says() {
    assert_windows();
    let (folder, rows) = lay_out();
    let (ran, log) = watched::run(&folder, &["info", "--json", "models/model.cast"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_found(&ran.json()[0], &rows, false);
    let asked = rows.iter().filter(|(_, wanted)| matches!(wanted, Asked(_))).count();
    let told = format!("castview: models/model.cast: {asked} textures lie outside its folder and were not opened: ");
    assert!(ran.stderr.starts_with(&told), "{told}: {}", ran.stderr);
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("../else, ../ELSE, ../else/deeper and 4 more; --allow "),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr.contains(r" --allow Z:\") && !ran.stderr.contains(r"\\?\"),
        "{}",
        ran.stderr
    );
    // That the log tells of files at all is shown by the model's own.
    assert!(!log.about("model.cast").is_empty(), "Wine's log is empty");
    let reserved = RESERVED.map(|name| name.rsplit('/').next().expect("a name"));
    for part in reserved.iter().chain(&[SECRET, r"\\else", "server", "pipe", "Volume{"]) {
        assert_eq!(log.about(part), Vec::<&str>::new(), "these were touched");
    }

    // With leave the rows that asked are found, and no other.
    let (ran, log) = watched::run(&folder, &["info", "--json", "models/model.cast", "--allow", "else"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_found(&ran.json()[0], &rows, true);
    let elsewhere = rows.iter().filter(|(_, wanted)| matches!(wanted, Asked(None))).count();
    assert!(
        ran.stderr.contains(&format!("{elsewhere} textures lie outside")),
        "{}",
        ran.stderr
    );
    assert!(
        !log.about(r"else\\secret.png").is_empty(),
        "the log shows what is touched with leave"
    );
    for part in reserved.iter().chain(&["server", "pipe", "Volume{"]) {
        assert_eq!(log.about(part), Vec::<&str>::new(), "these were touched");
    }
}
