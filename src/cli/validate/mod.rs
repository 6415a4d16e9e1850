//! `validate`: faults of each file, and other files named in it that are missing or cannot be read; on request also mistakes of the work
//! in it.

mod trouble;

use super::args::ValidateArgs;
use super::diagnostics::{self, List};
use super::explain_rule;
use super::input::{Together, each_file};
use super::output::{Failure, complain, json_line};
use super::outside;
use crate::animation::Renames;
use crate::core::{Severity, printed};
use crate::files::{self, Reach};
use crate::formats::{self, Request};
use crate::offline::{check_content, check_rotations, file_trouble};
use crate::trouble::TroubleKinds;
use serde::Serialize;
use std::io::Write;
use trouble::TroubleList;

#[derive(Serialize)]
struct Report<'a> {
    path: &'a str,
    errors: usize,
    warnings: usize,
    notes: usize,
    /// Diagnostics that were counted and not listed.
    unlisted: u64,
    diagnostics: List<'a>,
    #[serde(flatten)]
    trouble: Option<TroubleList<'a>>,
}

/// Exit code 1 if any file has warnings or errors.
pub fn run(args: &ValidateArgs) -> Result<u8, Failure> {
    let (kinds, explains, on) = (args.trouble(), args.explain, args.on.as_deref());
    let args = &args.files;
    let options = args.import.options();
    let allowance = args.import.allowance(&args.files);
    let fails_at = if args.bulk.strict {
        Severity::Note
    } else {
        Severity::Warning
    };
    let on = on
        .map(|path| trouble::scene_of(path, &options, &allowance))
        .transpose()?;
    let together = Together::of(args);
    let code = each_file(args, Some(fails_at), |input, out| {
        let reach = Reach::of(input.path, &allowance);
        let request = Request {
            name: &files::file_stem(input.path),
            options: &options,
            side_files: &files::Beside::new(&reach),
        };
        let imported = formats::import(input.bytes.clone(), &request);
        let imported = imported.map_err(|error| {
            outside::tell_in(out, &input.shown_path, &reach.outside());
            input.refused(&error)
        })?;
        let mut found = imported.diagnostics;
        if !imported.scene.instances.is_empty() {
            found.append(files::check_instances(&imported.scene, &reach, &options));
        }
        let trouble = kinds.map(|kinds| file_trouble(&imported.scene, on.as_deref(), kinds));
        found.append(check_rotations(&imported.scene, kinds.unwrap_or(TroubleKinds::NONE)));
        found.append(check_content(&imported.scene));
        if !imported.scene.textures.is_empty() {
            found.append(files::check_textures(&imported.scene, &reach));
        }
        reach.report_several(&mut found);
        let troubled = trouble
            .as_ref()
            .filter(|trouble| trouble.total() > 0)
            .map(|_| Severity::Note);
        let worst = diagnostics::worst(&found).max(troubled);
        let is_told = !args.bulk.quiet || worst.is_some();
        if is_told && args.json {
            json_line(
                out,
                &Report {
                    path: &input.shown_path,
                    errors: diagnostics::count(&found, Severity::Error),
                    warnings: diagnostics::count(&found, Severity::Warning),
                    notes: diagnostics::count(&found, Severity::Note),
                    unlisted: found.suppressed(),
                    diagnostics: List(&found),
                    trouble: trouble.as_ref().map(TroubleList::of),
                },
            )?;
        } else if is_told {
            let summary = diagnostics::summary(&found);
            let also = trouble.as_ref().map(trouble::summary).unwrap_or_default();
            writeln!(out, "{}: {summary}{also}", printed(&input.shown_path))?;
            diagnostics::write_lines(out, &found)?;
            if let Some(trouble) = &trouble {
                trouble::write_lines(out, trouble)?;
            }
            if explains {
                explain_rule::write_rules_of(out, &found)?;
            }
        }
        outside::tell_in(out, &input.shown_path, &reach.outside());
        if let Some(together) = &together {
            together.add(input.index, imported.scene);
        }
        Ok(worst)
    })?;
    if let Some(together) = together {
        together.told(&Renames::default()).iter().for_each(complain);
    }
    Ok(code)
}
