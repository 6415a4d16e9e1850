//! Every dependency's licence, held against a list of those that castview may be distributed with.
//!
//! In: what `cargo metadata` says of every package in the lockfile. An SPDX expression is acceptable when the choices
//! it offers include one whose every part is on the list.

use serde_json::Value;
use std::process::Command;

/// Permissive licences that ask for no more than their own text to travel along.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Licences that are fine for one package, with the reason.
const ALLOWED_FOR: &[(&str, &str)] = &[
    // egui's default fonts: the fonts themselves stay under their font licences.
    ("epaint_default_fonts", "OFL-1.1"),
    ("epaint_default_fonts", "Ubuntu-font-1.0"),
    // Weak copyleft by file; used unchanged.
    ("option-ext", "MPL-2.0"),
    // The same; only the tests' picture comparison uses it.
    ("colored", "MPL-2.0"),
];

/// Whether `expression` leaves a choice that may be used for `package`.
///
/// Grammar (SPDX 2.3, annex D, and the old slash for OR): `or := and ((OR | /) and)*`, `and := atom (AND atom)*`,
/// `atom := '(' or ')' | licence [WITH exception]`.
fn is_acceptable(package: &str, expression: &str) -> Result<bool, String> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words = Words {
        package,
        rest: spaced.split_whitespace().collect(),
    };
    words.rest.reverse();
    let verdict = words.any_of(0)?;
    match words.rest.last() {
        None => Ok(verdict),
        Some(word) => Err(format!("unexpected {word:?} in {expression:?}")),
    }
}

/// The words that are left, last first.
struct Words<'a> {
    package: &'a str,
    rest: Vec<&'a str>,
}

impl Words<'_> {
    fn take(&mut self, word: &str) -> bool {
        let found = self.rest.last() == Some(&word);
        if found {
            self.rest.pop();
        }
        found
    }

    fn any_of(&mut self, depth: u32) -> Result<bool, String> {
        let mut verdict = self.all_of(depth)?;
        while self.take("OR") {
            verdict |= self.all_of(depth)?;
        }
        Ok(verdict)
    }

    fn all_of(&mut self, depth: u32) -> Result<bool, String> {
        let mut verdict = self.atom(depth)?;
        while self.take("AND") {
            verdict &= self.atom(depth)?;
        }
        Ok(verdict)
    }

    fn atom(&mut self, depth: u32) -> Result<bool, String> {
        if self.take("(") {
            if depth == 8 {
                return Err("parentheses nested too deep".into());
            }
            let verdict = self.any_of(depth + 1)?;
            return if self.take(")") {
                Ok(verdict)
            } else {
                Err("a parenthesis is not closed".into())
            };
        }
        let mut licence = match self.rest.pop() {
            Some(word) if !["AND", "OR", "WITH", ")"].contains(&word) => word.to_owned(),
            other => return Err(format!("a licence was expected instead of {other:?}")),
        };
        if self.take("WITH") {
            licence = format!(
                "{licence} WITH {}",
                self.rest.pop().ok_or("an exception was expected after WITH")?
            );
        }
        Ok(ALLOWED.contains(&licence.as_str()) || ALLOWED_FOR.contains(&(self.package, licence.as_str())))
    }
}

#[test]
fn expressions_are_judged_by_the_choices_they_leave() {
    let cases = [
        ("MIT", Ok(true)),
        ("GPL-3.0-only", Ok(false)),
        ("MIT OR GPL-3.0-only", Ok(true)),
        ("GPL-3.0-only/MIT", Ok(true)),
        ("MIT AND GPL-3.0-only", Ok(false)),
        ("GPL-2.0-only OR MIT AND Apache-2.0", Ok(true)),
        ("(GPL-2.0-only OR MIT) AND Unicode-3.0", Ok(true)),
        ("Apache-2.0 WITH LLVM-exception", Ok(true)),
        ("GPL-2.0-only WITH Classpath-exception-2.0", Ok(false)),
        ("MPL-2.0", Ok(false)),
        ("", Err(())),
        ("MIT OR", Err(())),
        ("(MIT", Err(())),
        ("MIT Apache-2.0", Err(())),
    ];
    for (expression, expected) in cases {
        assert_eq!(
            is_acceptable("some-package", expression).map_err(|_| ()),
            expected,
            "{expression:?}"
        );
    }
    assert_eq!(is_acceptable("option-ext", "MPL-2.0"), Ok(true));
}

#[test]
fn every_dependency_may_be_distributed() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("cargo lists packages");
    assert!(packages.len() > 100, "cargo listed only {} packages", packages.len());
    let mut problems = Vec::new();
    for package in packages {
        let name = package["name"].as_str().expect("packages have names");
        let problem = match package["license"]
            .as_str()
            .map(|expression| (expression, is_acceptable(name, expression)))
        {
            None => "states no licence".to_owned(),
            Some((_, Ok(true))) => continue,
            Some((expression, Ok(false))) => format!("{expression:?} is not on the list"),
            Some((_, Err(error))) => error,
        };
        problems.push(format!(
            "{name} {}: {problem}",
            package["version"].as_str().unwrap_or_default()
        ));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Of all platforms' packages; without a network, of those that this platform's build has fetched.
fn metadata() -> Value {
    let all = cargo_metadata(&[]);
    let text = all.unwrap_or_else(|error| {
        let host = if cfg!(target_os = "windows") {
            "x86_64-pc-windows-msvc"
        } else if cfg!(target_os = "macos") {
            "aarch64-apple-darwin"
        } else {
            "x86_64-unknown-linux-gnu"
        };
        println!("LOOKED AT {host} ONLY: not all platforms' packages are here and fetching them failed: {error}");
        cargo_metadata(&["--offline", "--filter-platform", host])
            .expect("cargo metadata of this platform works offline")
    });
    serde_json::from_str(&text).expect("cargo prints JSON")
}

fn cargo_metadata(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--format-version", "1"])
        .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")])
        .args(arguments)
        .output()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
