//! Completions and manual pages, which follow the table of commands.

use castview_testkit::program::Folder;

/// Commands that help lists.
fn commands(folder: &Folder) -> Vec<String> {
    let help = folder.run("--help").fine().text();
    let (_, list) = help.split_once("Commands:\n").expect("help lists the commands");
    let rows = list.lines().take_while(|line| !line.is_empty());
    // Rows that only go on with a text are indented more.
    let names = rows.filter_map(|row| {
        row.strip_prefix("  ")
            .filter(|row| !row.starts_with(' '))?
            .split_whitespace()
            .next()
    });
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn each_shell_gets_every_command_and_its_options() {
    let folder = Folder::new();
    let commands = commands(&folder);
    assert!(commands.len() > 10, "{commands:?}");
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let text = folder.run(&format!("completions {shell}")).fine().text();
        for word in commands
            .iter()
            .map(String::as_str)
            .chain(["pixels-per-point", "frame-clip"])
        {
            assert!(text.contains(word), "{shell} lacks {word}");
        }
        // The command that makes packages is for nobody's fingers.
        assert!(
            !text.contains("castview-man") && !text.contains("castview__man)"),
            "{shell}"
        );
    }
    folder.run("completions tcsh").refused("tcsh");
}

/// Bash reads its own, and offers what fits.
#[cfg(target_os = "linux")]
#[test]
fn bash_completes_a_command() {
    let folder = Folder::new();
    folder.put("castview.bash", &folder.run("completions bash").fine().stdout);
    let script = "set -e; . ./castview.bash; COMP_WORDS=(castview rend); COMP_CWORD=1; _castview castview rend castview; echo ${COMPREPLY[*]}";
    let ran = std::process::Command::new("bash")
        .args(["-c", script])
        .current_dir(folder.at(""))
        .output()
        .expect("bash is there");
    assert_eq!(
        String::from_utf8_lossy(&ran.stdout),
        "render\n",
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
}

#[test]
fn every_command_has_its_manual_page() {
    let folder = Folder::new();
    folder.run("man -o share/man1").fine();
    let page = |name: &str| {
        let path = folder.at("share/man1").join(format!("{name}.1"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    assert!(
        page("castview").contains("castview\\-render(1)"),
        "the first page names the others"
    );
    let commands = commands(&folder);
    for command in &commands {
        let text = page(&format!("castview-{command}"));
        assert!(text.contains(".SH SYNOPSIS") && text.contains("castview"), "{text}");
    }
    let pages = std::fs::read_dir(folder.at("share/man1")).expect("the folder").count();
    assert_eq!(pages, commands.len() + 1);
    folder.put("taken", b"");
    folder.run("man -o taken/below").refused("cannot make the folder");
}
