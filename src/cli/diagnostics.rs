//! Diagnostics as JSON and as lines of text.

use super::output::{Failure, shown};
use crate::core::{Diagnostic, Diagnostics, Severity, printed};
use serde::{Serialize, Serializer};
use std::io::Write;

#[derive(Serialize)]
struct Entry<'a> {
    severity: &'static str,
    id: &'static str,
    node_path: &'a str,
    offset: u64,
    message: &'a str,
}

/// `[{"severity","id","node_path","offset","message"}]`, in the order they were found.
pub struct List<'a>(pub &'a Diagnostics);

impl Serialize for List<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.items().iter().map(|item| Entry {
            severity: item.rule.severity.word(),
            id: item.rule.id,
            node_path: &item.place.node_path,
            offset: item.place.offset,
            message: &item.message,
        }))
    }
}

/// The worst that was found.
pub fn worst(diagnostics: &Diagnostics) -> Option<Severity> {
    diagnostics.items().iter().map(|item| item.rule.severity).max()
}

pub fn count(diagnostics: &Diagnostics, severity: Severity) -> usize {
    diagnostics
        .items()
        .iter()
        .filter(|item| item.rule.severity == severity)
        .count()
}

/// One line each, indented, then how many more of the same kinds there were.
pub fn write_lines(out: &mut impl Write, diagnostics: &Diagnostics) -> Result<(), Failure> {
    for Diagnostic { rule, place, message } in diagnostics.items() {
        writeln!(
            out,
            "  {} {}: {} ({})",
            rule.word(),
            rule.id,
            printed(message),
            shown(&place.to_string())
        )?;
    }
    if diagnostics.suppressed() > 0 {
        writeln!(out, "  … and {} more of these kinds", diagnostics.suppressed())?;
    }
    Ok(())
}

/// `3 warnings and 1 note`, `no problems`.
pub fn summary(diagnostics: &Diagnostics) -> String {
    let words = |severity: Severity| match count(diagnostics, severity) {
        0 => None,
        1 => Some(format!("1 {}", severity.word())),
        n => Some(format!("{n} {}s", severity.word())),
    };
    let all: Vec<String> = [Severity::Error, Severity::Warning, Severity::Note]
        .into_iter()
        .filter_map(words)
        .collect();
    match all.split_last() {
        None => "no problems".into(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}
