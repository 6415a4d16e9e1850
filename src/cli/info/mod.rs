//! `info`: what is inside each file.

mod report;
mod text;

use super::args::FilesArgs;
use super::input::each_file;
use super::output::{Failure, json_line};
use crate::files::TextureSearch;
use crate::{files, formats};

pub fn run(args: &FilesArgs) -> Result<u8, Failure> {
    each_file(&args.files, |input, out| {
        let imported = formats::import(input.bytes.clone(), &files::file_stem(input.path));
        let imported = imported.map_err(|error| input.failure(error))?;
        let mut search = TextureSearch::new(files::folder_of(input.path), &[]);
        let found: Vec<_> = imported
            .scene
            .textures
            .iter()
            .map(|stored| search.find(stored))
            .collect();
        let report = report::Report::new(input, &imported, &found);
        if args.json {
            json_line(out, &report)?;
        } else {
            text::write(out, &report, &imported.diagnostics)?;
        }
        Ok(0)
    })
}
