//! `explain-rule`: what a report means, and what is done about it. Also the explanations below `validate --explain`.

use super::args::ExplainRuleArgs;
use super::output::{Failure, json_line, output};
use crate::core::{Diagnostics, Rule};
use crate::formats::rules::{CHAPTERS, Chapter, find};
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::Write;

#[derive(Serialize)]
struct Entry {
    id: &'static str,
    /// `note`, `warning`, `error` or `refused`.
    severity: &'static str,
    finding: &'static str,
    treatment: &'static str,
    /// The page of the repository that gives the reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'static str>,
}

/// The rules of the ids that were asked for, else all rules. Fails on the first id that does not exist.
pub fn run(args: &ExplainRuleArgs) -> Result<u8, Failure> {
    let mut wanted = Vec::new();
    for id in &args.ids {
        let found = find(id);
        wanted.push(found.ok_or_else(|| Failure::new(format!("there is no rule {}", id.escape_debug())))?);
    }
    if args.ids.is_empty() {
        wanted.extend(CHAPTERS.map(|chapter| (chapter, chapter.rules.to_vec())));
    }
    let mut out = output();
    for (chapter, rules) in wanted {
        for rule in rules {
            if args.json {
                json_line(
                    &mut out,
                    &Entry {
                        id: rule.id,
                        severity: rule.word(),
                        finding: rule.finding,
                        treatment: rule.treatment,
                        page: chapter.page,
                    },
                )?;
            } else {
                write_rule(&mut out, chapter, rule)?;
            }
        }
    }
    out.flush()?;
    Ok(0)
}

fn write_rule(out: &mut impl Write, chapter: Chapter, rule: &Rule) -> Result<(), Failure> {
    writeln!(out, "{} ({}, {})", rule.id, chapter.title, rule.word())?;
    writeln!(out, "  found: {}", rule.finding)?;
    writeln!(out, "  done:  {}", rule.treatment)?;
    if let Some(page) = chapter.page {
        writeln!(out, "  more:  {page}")?;
    }
    Ok(())
}

/// Each rule that `found` reports by, once.
pub fn write_rules_of(out: &mut impl Write, found: &Diagnostics) -> Result<(), Failure> {
    let mut told = BTreeSet::new();
    for item in found.items() {
        if told.insert((item.rule.id, item.rule.severity))
            && let Some((chapter, _)) = find(item.rule.id)
        {
            write_rule(out, chapter, item.rule)?;
        }
    }
    Ok(())
}
