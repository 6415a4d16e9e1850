//! `cargo xtask dist`: packages for Linux and Windows in `target/dist`, the same bytes in every run.
//!
//! In: the program, built for both systems, and the files of `assets` and `packaging`. Out: an archive and a package for Linux, an archive and
//! an installer for Windows, a bill of materials for each, and the sums of all. docs/releasing.md says how they are checked.

mod archive;
mod build;
mod crates;
mod files;
mod packages;
mod pe;
#[cfg(test)]
mod tests;

use crate::machine::{self, Purpose};
use crate::step::{root, silent};
use archive::Time;
use build::System;
use files::Files;
use packages::Content;
use std::path::Path;
use std::process::{Command, ExitCode};

pub fn run(as_is: bool) -> ExitCode {
    match make(as_is) {
        Ok(names) => {
            names.iter().for_each(|name| println!("target/dist/{name}"));
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("cargo xtask dist: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn make(as_is: bool) -> Result<Vec<String>, String> {
    if !cfg!(target_os = "linux") {
        return Err("packages are made on Linux".into());
    }
    if !as_is {
        machine::provide(Purpose::Packages)?;
    }
    let (commit, time) = (commit()?, time()?);
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let linux = build::build(System::Linux, &commit)?;
    let windows = build::build(System::Windows, &commit)?;
    let lockfile =
        std::fs::read_to_string(root().join("Cargo.lock")).map_err(|error| format!("Cargo.lock: {error}"))?;
    let generated = generated(&linux)?;
    let content = |system, path: &Path| {
        let crates = crates::of(system)?;
        Ok::<_, String>(Content {
            version: version.clone(),
            program: build::checked(path)?,
            generated: generated.clone(),
            licenses: crates::licenses(&crates)?,
            bill: crates::bill(&crates, system, &lockfile, time),
        })
    };
    let (linux, windows) = (content(System::Linux, &linux)?, content(System::Windows, &windows)?);
    let folder = root().join("target").join("dist");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let made = packed(&linux, &windows, time, &root().join("target").join("dist-build"))?;
    made.write(&folder)?;
    Ok(made.0.into_keys().collect())
}

/// All packages, and their sums. `scratch`: a folder for what is made on the way.
fn packed(linux: &Content, windows: &Content, time: Time, scratch: &Path) -> Result<Files, String> {
    let version = &linux.version;
    let mut made = Files::default();
    made.put(
        format!("castview-{version}-linux-x86_64.tar.gz"),
        packages::archive(linux, time)?,
    );
    let glibc = packages::oldest_glibc(&linux.program)?;
    made.put(
        format!("castview_{version}_amd64.deb"),
        packages::deb(linux, &glibc, time)?,
    );
    made.put(
        format!("castview-{version}-windows-x86_64.zip"),
        packages::windows_archive(windows, time)?,
    );
    made.put(
        format!("castview-{version}-windows-x86_64-setup.exe"),
        packages::installer(windows, scratch)?,
    );
    made.put(format!("castview-{version}-linux-x86_64.cdx.json"), linux.bill.clone());
    made.put(
        format!("castview-{version}-windows-x86_64.cdx.json"),
        windows.bill.clone(),
    );
    let sums = archive::sums(&made)?;
    made.put("SHA256SUMS", sums);
    Ok(made)
}

/// Completions and manual pages at their places below `share`, and PowerShell's, which has no place there.
fn generated(program: &Path) -> Result<Files, String> {
    let mut files = Files::default();
    for (shell, place) in [
        ("bash", "bash-completion/completions/castview"),
        ("zsh", "zsh/site-functions/_castview"),
        ("fish", "fish/vendor_completions.d/castview.fish"),
        ("powershell", "powershell/castview.ps1"),
    ] {
        let output = Command::new(program).args(["completions", shell]).output();
        let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
        if !output.status.success() {
            return Err(format!("castview completions {shell}: {}", output.status));
        }
        files.put(place, output.stdout);
    }
    let pages = root().join("target").join("dist-build").join("man");
    silent(Command::new(program).args(["man", "-o"]).arg(&pages))?;
    let listed = std::fs::read_dir(&pages).map_err(|error| format!("{}: {error}", pages.display()))?;
    for page in listed.flatten() {
        let name = page.file_name().to_string_lossy().into_owned();
        files.put(format!("man/man1/{name}"), files::read(&page.path())?);
    }
    Ok(files)
}

/// The commit of these sources, with a word about changes.
fn commit() -> Result<String, String> {
    if let Ok(given) = std::env::var("CASTVIEW_COMMIT") {
        return Ok(given);
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    match git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty() {
        true => Ok(commit),
        false => Ok(format!("{commit}, with changes")),
    }
}

/// `SOURCE_DATE_EPOCH`, else the time of the commit.
fn time() -> Result<Time, String> {
    let given = std::env::var("SOURCE_DATE_EPOCH").or_else(|_| git(&["log", "-1", "--format=%ct"]))?;
    given
        .parse()
        .map_err(|_| format!("SOURCE_DATE_EPOCH is no number of seconds: {given}"))
}

fn git(words: &[&str]) -> Result<String, String> {
    let output = Command::new("git").args(words).current_dir(root()).output();
    let output = output.map_err(|error| format!("git: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned()),
        false => Err(format!(
            "git {}: {}",
            words.join(" "),
            String::from_utf8_lossy(&output.stderr).trim()
        )),
    }
}
