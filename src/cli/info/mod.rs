//! `info`: what is inside each file.

mod report;
mod text;

use super::args::FilesArgs;
use super::input::each_file;
use super::output::{Failure, json_line};
use super::outside;
use crate::core::TextureIndex;
use crate::files;
use crate::files::{Found, InstanceSearch, Reach, TextureSearch};
use crate::formats::{self, Request};
use std::path::PathBuf;

pub fn run(args: &FilesArgs, verbose: bool) -> Result<u8, Failure> {
    let options = args.import.options();
    let allowance = args.import.allowance(&args.files);
    each_file(&args.files, verbose, |input, out| {
        let reach = Reach::of(input.path, &allowance);
        let request = Request {
            name: &files::file_stem(input.path),
            options: &options,
            side_files: &files::Beside::new(&reach),
        };
        let imported = formats::import(input.bytes.clone(), &request);
        let imported = imported.map_err(|error| {
            outside::tell(&input.shown_path, &reach.outside());
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
                // What lies in the file itself is found there.
                if is_inside {
                    Some(input.path.to_owned())
                } else {
                    path_of(search.find(stored))
                }
            })
            .collect();
        let mut instances = InstanceSearch::new(&reach, &imported.scene);
        let leads: Vec<_> = imported
            .scene
            .instances
            .iter()
            .map(|one| path_of(instances.find(&one.path)))
            .collect();
        let report = report::Report::new(input, &imported, (&found, &leads));
        if args.json {
            json_line(out, &report)?;
        } else {
            text::write(out, &report, &imported.diagnostics)?;
        }
        outside::tell(&input.shown_path, &reach.outside());
        Ok(0)
    })
}

fn path_of(found: Result<Found, String>) -> Option<PathBuf> {
    found.ok().map(|found| found.path().to_owned())
}
