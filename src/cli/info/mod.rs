//! `info`: what is inside each file.

mod report;
mod text;

use super::args::FilesArgs;
use super::input::each_file;
use super::output::{Failure, json_line};
use crate::core::TextureIndex;
use crate::files;
use crate::files::{InstanceSearch, TextureSearch};
use crate::formats::{self, Request};

pub fn run(args: &FilesArgs) -> Result<u8, Failure> {
    let options = args.import.options();
    each_file(&args.files, |input, out| {
        let request = Request {
            name: &files::file_stem(input.path),
            options: &options,
            side_files: &files::Beside::new(files::folder_of(input.path)),
        };
        let imported = formats::import(input.bytes.clone(), &request);
        let imported = imported.map_err(|error| input.failure(error))?;
        let mut search = TextureSearch::new(files::folder_of(input.path), &[]).for_scene(&imported.scene);
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
                    search.find(stored)
                }
            })
            .collect();
        let mut instances = InstanceSearch::new(files::folder_of(input.path), &imported.scene, &[]);
        let leads: Vec<_> = imported
            .scene
            .instances
            .iter()
            .map(|one| instances.find(&one.path))
            .collect();
        let report = report::Report::new(input, &imported, (&found, &leads));
        if args.json {
            json_line(out, &report)?;
        } else {
            text::write(out, &report, &imported.diagnostics)?;
        }
        Ok(0)
    })
}
