//! The crates that a program is made of: a bill of materials (CycloneDX) and their licences.
//!
//! Taken from `cargo tree` and the lockfile, so that exactly those of one target are listed, without a tool that takes minutes to build and
//! with the same bytes in every run.

use super::archive::{Time, date};
use super::build::System;
use crate::step::{cargo, root};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// One crate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Crate {
    pub name: String,
    pub version: String,
    /// An SPDX expression.
    pub license: String,
    /// Empty if its manifest names none.
    pub repository: String,
    /// Whether it is a member of this workspace.
    pub is_own: bool,
}

/// The crates in the program for `system`, by name. Macros that only run during the build are left out.
pub fn of(system: System) -> Result<Vec<Crate>, String> {
    let mut tree = cargo("tree");
    tree.args([
        "--locked",
        "--package",
        "castview",
        "--edges",
        "normal",
        "--target",
        system.target(),
    ]);
    tree.args(["--prefix", "none", "--no-dedupe", "--format", "{p}\t{l}\t{r}"]);
    let output = tree.output().map_err(|error| format!("cargo tree: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "cargo tree: {}",
            String::from_utf8_lossy(&output.stderr).trim_end()
        ));
    }
    Ok(listed(&String::from_utf8_lossy(&output.stdout)))
}

/// Rows as `cargo tree` prints them: `name v1.2.3 (proc-macro)`, licence, repository.
pub fn listed(rows: &str) -> Vec<Crate> {
    let mut crates: Vec<Crate> = rows
        .lines()
        .filter_map(|row| {
            let mut fields = row.split('\t');
            let package = fields.next()?;
            let (name, rest) = package.split_once(" v")?;
            let version = rest.split_whitespace().next()?;
            (!rest.contains("(proc-macro)")).then(|| Crate {
                name: name.to_owned(),
                version: version.to_owned(),
                license: fields.next().unwrap_or_default().to_owned(),
                repository: fields.next().unwrap_or_default().to_owned(),
                is_own: name == "castview" || name.starts_with("castview-"),
            })
        })
        .collect();
    crates.sort();
    crates.dedup();
    crates
}

/// Sums of the lockfile: name and version → SHA-256.
pub fn sums_of(lockfile: &str) -> BTreeMap<(String, String), String> {
    let field = |block: &str, name: &str| {
        let value = block
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{name} = \"")))?;
        Some(value.trim_end_matches('"').to_owned())
    };
    let blocks = lockfile.split("[[package]]").skip(1);
    let sums = blocks.filter_map(|block| {
        Some((
            (field(block, "name")?, field(block, "version")?),
            field(block, "checksum")?,
        ))
    });
    sums.collect()
}

/// CycloneDX 1.5 as JSON. It has no number of its own and the time of the sources, so that the same program has the same bill.
pub fn bill(crates: &[Crate], system: System, lockfile: &str, time: Time) -> String {
    let [year, month, day] = date(time / 86_400);
    let second = time % 86_400;
    let clock = format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60);
    let program = crates.iter().find(|one| one.name == "castview");
    let version = program.map_or("", |program| &program.version);
    let sums = sums_of(lockfile);
    let component = |one: &Crate| {
        let Crate {
            name, version, license, ..
        } = one;
        let mut text = format!(
            "    {{\"type\": \"library\", \"name\": {}, \"version\": {}",
            quoted(name),
            quoted(version)
        );
        if !one.is_own {
            _ = write!(text, ", \"purl\": {}", quoted(&format!("pkg:cargo/{name}@{version}")));
        }
        if let Some(sum) = sums.get(&(name.clone(), version.clone())) {
            _ = write!(
                text,
                ", \"hashes\": [{{\"alg\": \"SHA-256\", \"content\": {}}}]",
                quoted(sum)
            );
        }
        // Older manifests write a slash for OR.
        let license = license.replace('/', " OR ").replace("  ", " ");
        _ = write!(text, ", \"licenses\": [{{\"expression\": {}}}]", quoted(&license));
        if !one.repository.is_empty() {
            _ = write!(
                text,
                ", \"externalReferences\": [{{\"type\": \"vcs\", \"url\": {}}}]",
                quoted(&one.repository)
            );
        }
        text + "}"
    };
    let components: Vec<String> = crates
        .iter()
        .filter(|one| one.name != "castview")
        .map(component)
        .collect();
    format!(
        "{{\n  \"bomFormat\": \"CycloneDX\",\n  \"specVersion\": \"1.5\",\n  \"version\": 1,\n  \"metadata\": {{\n    \"timestamp\": \
         \"{year:04}-{month:02}-{day:02}T{clock}Z\",\n    \"component\": {{\"type\": \"application\", \"name\": \"castview\", \"version\": {}, \
         \"licenses\": [{{\"expression\": \"MIT OR Apache-2.0\"}}]}},\n    \"properties\": [{{\"name\": \"target\", \"value\": {}}}]\n  }},\n  \
         \"components\": [\n{}\n  ]\n}}\n",
        quoted(version),
        quoted(system.target()),
        components.join(",\n")
    )
}

/// As JSON.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => _ = write!(out, "\\u{:04x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out + "\""
}

/// The licences of all of `crates` as one text: ours, then each text once with the crates that bring it.
pub fn licenses(crates: &[Crate]) -> Result<String, String> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut without = Vec::new();
    for one in crates.iter().filter(|one| !one.is_own) {
        let title = format!("{} {} ({})", one.name, one.version, one.license);
        let found = texts_in(&folder_of(one)?)?;
        if found.is_empty() {
            without.push(title);
            continue;
        }
        for text in found {
            texts.entry(text).or_default().push(title.clone());
        }
    }
    let own = |name: &str| {
        let text = std::fs::read_to_string(root().join(name));
        text.map_err(|error| format!("{name}: {error}"))
    };
    let mut out = String::from(
        "castview is licensed under MIT or Apache-2.0, as you like. It is made of the crates below, under their licences.\n",
    );
    let line = "=".repeat(78);
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        _ = write!(
            out,
            "\n{line}\ncastview ({name})\n{line}\n\n{}\n",
            own(name)?.trim_end()
        );
    }
    for (text, titles) in texts {
        _ = write!(out, "\n{line}\n{}\n{line}\n\n{}\n", titles.join("\n"), text.trim_end());
    }
    if !without.is_empty() {
        _ = write!(
            out,
            "\n{line}\nThese bring no text of their licence, only its name; the texts are above.\n{line}\n\n{}\n",
            without.join("\n")
        );
    }
    Ok(out)
}

/// Folder of the sources that cargo has unpacked.
fn folder_of(one: &Crate) -> Result<PathBuf, String> {
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo_home = cargo_home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let sources = cargo_home.ok_or("no folder of cargo's")?.join("registry").join("src");
    let registries = std::fs::read_dir(&sources).map_err(|error| format!("{}: {error}", sources.display()))?;
    let name = format!("{}-{}", one.name, one.version);
    let mut folders = registries.flatten().map(|registry| registry.path().join(&name));
    folders
        .find(|folder| folder.is_dir())
        .ok_or_else(|| format!("no sources of {name} in {}", sources.display()))
}

/// Texts of licences in a crate's folder and in the folders right in it, fonts' among them.
fn texts_in(folder: &Path) -> Result<Vec<String>, String> {
    const BEGINNINGS: [&str; 7] = [
        "LICENSE",
        "LICENCE",
        "COPYING",
        "COPYRIGHT",
        "UNLICENSE",
        "NOTICE",
        "OFL",
    ];
    let list = |folder: &Path| -> Result<Vec<PathBuf>, String> {
        let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        Ok(paths)
    };
    let mut paths = list(folder)?;
    let below: Vec<PathBuf> = paths.iter().filter(|path| path.is_dir()).cloned().collect();
    for folder in below {
        paths.extend(list(&folder)?);
    }
    let is_license = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let is_text = !matches!(
            path.extension().and_then(|ending| ending.to_str()),
            Some("rs" | "ttf" | "otf" | "html")
        );
        let is_of_font = name == "UFL.TXT"
            || name.ends_with("-LICENSE.TXT")
            || path.extension().is_some_and(|ending| ending == "txt") && path.with_extension("ttf").is_file();
        path.is_file() && is_text && (is_of_font || BEGINNINGS.iter().any(|word| name.starts_with(word)))
    };
    let mut texts: Vec<String> = Vec::new();
    for path in paths.iter().filter(is_license) {
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        texts.push(String::from_utf8_lossy(&bytes).replace("\r\n", "\n"));
    }
    Ok(texts)
}
