//! `info`: what is inside each file.

mod lead;
mod report;
mod text;

use super::args::InfoArgs;
use super::diagnostics;
use super::input::{Together, each_file};
use super::output::{Failure, complain, json_line};
use super::outside;
use crate::core::{Severity, TextureIndex};
use crate::files;
use crate::files::{InstanceSearch, Reach, TextureSearch};
use crate::formats::{self, Request};
use lead::Lead;
use std::collections::HashMap;

pub fn run(args: &InfoArgs) -> Result<u8, Failure> {
    let (args, names) = (&args.files, args.names.renames());
    let together = Together::of(args);
    let options = args.import.options();
    let allowance = args.import.allowance(&args.files);
    let fails_at = args.bulk.strict.then_some(Severity::Warning);
    let code = each_file(args, fails_at, |input, out| {
        let reach = Reach::of(input.path, &allowance);
        let request = Request {
            name: &files::file_stem(input.path),
            options: &options,
            side_files: &files::Beside::new(&reach),
        };
        let imported = formats::import(input.bytes.clone(), &request);
        let mut imported = imported.map_err(|error| {
            outside::tell_in(out, &input.shown_path, &reach.outside());
            input.refused(&error)
        })?;
        let mut search = TextureSearch::new(&reach).for_scene(&imported.scene);
        let found: Vec<_> = imported
            .scene
            .textures
            .iter()
            .enumerate()
            .map(|(index, stored)| {
                let is_inside = imported.scene.embedded.contains_key(&TextureIndex::new(index));
                // An image that lies in the file itself is found there.
                if is_inside {
                    Lead::inside(input.path)
                } else {
                    Lead::image(search.find(stored))
                }
            })
            .collect();
        let mut instances = InstanceSearch::new(&reach, &imported.scene);
        let leads: Vec<_> = imported
            .scene
            .instances
            .iter()
            .map(|one| &*one.path)
            .collect::<Vec<_>>();
        let mut known: HashMap<&str, Lead> = HashMap::new();
        let leads: Vec<Lead> = leads
            .into_iter()
            .map(|path| {
                let lead = || Lead::model(instances.find(path));
                known.entry(path).or_insert_with(lead).clone()
            })
            .collect();
        reach.report_several(&mut imported.diagnostics);
        let worst = diagnostics::worst(&imported.diagnostics);
        let report = report::FileReport::new(input, &imported, (&found, &leads));
        let is_told = !args.bulk.quiet || worst.is_some();
        if is_told && args.json {
            json_line(out, &report)?;
        } else if is_told {
            text::write(out, &report, &imported.diagnostics)?;
        }
        outside::tell_in(out, &input.shown_path, &reach.outside());
        if let Some(together) = &together {
            together.add(input.index, imported.scene);
        }
        Ok(worst)
    })?;
    if let Some(together) = together {
        together.told(&names).iter().for_each(complain);
    }
    Ok(code)
}
