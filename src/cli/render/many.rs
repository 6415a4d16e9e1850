//! Each file of a list drawn by itself, by one graphics adapter.
//!
//! In: files and folders, and a name with `{name}` in it. Out: a picture of each, whole or absent, told in order. Files are read several at a
//! time and drawn one after the other: a picture takes the whole adapter. It is opened anew after a failure that may be its own.

use super::asked::{PictureRequest, expected_shadows};
use crate::cli::input::{FileList, Finished, Listed, files_of};
use crate::cli::moving::{self, Ended};
use crate::cli::output::{Failure, complain};
use crate::cli::pen::with_pen;
use crate::core::printed;
use crate::files;
use crate::offline;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

pub fn run(asked: &PictureRequest<'_>) -> Result<u8, Failure> {
    let args = asked.args;
    let all = files_of(&args.files, args.recursive, &args.batch);
    let names: Vec<PathBuf> = all.iter().map(name_of).collect();
    let outputs = outputs(asked, &all, &names);
    let stop = asked.stop()?;
    let batch = FileList {
        files: &all,
        outputs: &outputs,
        how: &args.batch,
        is_verbose: asked.is_verbose,
        sums_up: true,
        fails_at: None,
    };
    let open = || {
        let shadows = expected_shadows(args);
        let ((), drawing) = offline::open_beside(&args.gpu.choice(), (args.samples, shadows), 0, || ());
        drawing.map_err(Failure::new)
    };
    let (names, outputs, stop) = (&names, &outputs, stop.as_ref());
    with_pen(&open, |pen| {
        batch.run(|index, path, out| {
            let output = outputs[index].as_ref().map_err(Failure::new)?;
            let laid = asked.laid(&[path.to_path_buf()])?;
            make_folder(output)?;
            let drawn = pen.draw(move |drawing| {
                let target = asked.target.named(&names[index]);
                let mut said = Vec::new();
                let mut say = |line: &str| said.push(line.to_owned());
                let ended = asked.write(laid, drawing, (output, &target), stop, &mut say);
                let is_in_order = ended.is_ok();
                ((ended, said), is_in_order)
            });
            let (ended, said) = drawn.map_err(|failure| failure.at(path))?;
            said.iter().for_each(|line| out.complain(line));
            let written = match ended.map_err(|failure| failure.at(path))? {
                Ended::Wrote(written) => written,
                Ended::Stopped(signal) => {
                    complain("stopped; what was written before is whole");
                    // Files that wait for their turn are not begun.
                    std::process::exit(moving::exit_code(signal).into());
                }
            };
            writeln!(out, "{}", printed(&output.to_string_lossy()))?;
            Ok(Finished { worst: None, written })
        })
    })
}

/// The name that stands in that of the output: the path in the folder that was named, without its ending.
fn name_of(entry: &Listed) -> PathBuf {
    match entry {
        Listed::File { below, .. } => below.with_file_name(files::file_stem(below)),
        Listed::Trouble(_) => PathBuf::new(),
    }
}

/// Where each picture is written, or why it is not.
fn outputs(asked: &PictureRequest<'_>, all: &[Listed], names: &[PathBuf]) -> Vec<Result<PathBuf, String>> {
    let mut taken: HashMap<String, &Path> = HashMap::new();
    let mut outputs = Vec::with_capacity(all.len());
    for (entry, name) in all.iter().zip(names) {
        let path = match entry {
            Listed::File { path, .. } => path,
            Listed::Trouble(trouble) => {
                outputs.push(Err(trouble.clone()));
                continue;
            }
        };
        let output = moving::named(&asked.args.output, name);
        // Names that differ in case alone are one on some systems.
        let first = *taken.entry(output.to_string_lossy().to_lowercase()).or_insert(path);
        outputs.push(match first == path {
            true => Ok(output),
            false => Err(format!(
                "{} is drawn from {} already: {}",
                output.display(),
                first.display(),
                path.display()
            )),
        });
    }
    outputs
}

fn make_folder(output: &Path) -> Result<(), Failure> {
    let folder = output.parent().unwrap_or(Path::new(""));
    let made = std::fs::create_dir_all(folder);
    made.map_err(|error| Failure::new(format!("cannot make a folder ({error}): {}", folder.display())))
}
