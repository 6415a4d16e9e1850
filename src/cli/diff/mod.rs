//! `diff`: the differences of two files.

use super::args::DiffArgs;
use super::output::{Failure, complain, json_line, output, write_file};
use super::{outside, restart};
use crate::compare::{FileDifference, Tolerance, compare, summary};
use crate::core::printed;
use crate::export::StillFormat;
use crate::offline::{self, Arrangement, Beside, FileSet, Maps, Shot};
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// Exit code 1 if the files differ.
pub fn run(args: &DiffArgs, verbose: bool) -> Result<u8, Failure> {
    let format = args.output.as_deref().map(StillFormat::of);
    if format.is_some() {
        restart::for_drawing();
    }
    let beside = Beside {
        maps: Maps::All,
        full_size: true,
        instances: false,
    };
    let (options, allowance) = (args.import.options(), args.import.allowance(&args.files));
    let batch = FileSet::open_as(&args.files, beside, &options, &allowance)
        .map_err(|error| outside::failure(&error, error.outside()))?;
    outside::tell_all(&batch.files);
    // Images that are not there, or not as they are, are not compared as they are.
    offline::absent_textures(&batch, verbose).iter().for_each(complain);
    batch.stay_smaller.iter().for_each(complain);
    let tolerance = Tolerance {
        number: args.tolerance,
        degrees: args.degrees,
        texel: args.texels,
    };
    let [before, after] = &batch.files[..] else {
        return Err(Failure::new("two files are compared"));
    };
    let found = compare(before, after, &tolerance);
    let mut out = output();
    for difference in &found {
        match args.json {
            true => json_line(&mut out, &Line::from(difference))?,
            false => writeln!(out, "{}", printed(&difference.told()))?,
        }
    }
    if !args.json {
        match found.is_empty() {
            true => writeln!(out, "no differences")?,
            false => {
                let ending = if found.len() == 1 { "" } else { "s" };
                writeln!(out, "{} difference{ending}: {}", found.len(), summary(&found))?;
            }
        }
    }
    out.flush()?;
    if let (Some(output), Some(format)) = (&args.output, format) {
        draw(args, batch, format, output)?;
    }
    Ok(u8::from(!found.is_empty()))
}

/// Both files on one stage, at rest.
fn draw(args: &DiffArgs, batch: FileSet, format: StillFormat, output: &Path) -> Result<(), Failure> {
    let shot = Shot {
        arrangement: Arrangement {
            clip: Some("rest".into()),
            ..Arrangement::default()
        },
        size: args.size,
        ..Shot::default()
    };
    let bytes = crate::files::bytes_of(&args.files);
    let (prepared, drawing) = offline::open_beside(
        &args.gpu.choice(),
        (shot.samples, crate::picture::Shadows::default()),
        bytes,
        || offline::prepare(batch, &shot),
    );
    let prepared = prepared.map_err(Failure::new)?;
    let mut drawing = drawing.map_err(Failure::new)?;
    let taken = offline::take(prepared, &mut drawing, &shot).map_err(Failure::new)?;
    taken.problems.iter().for_each(complain);
    if taken.is_empty {
        return Err(Failure::new("nothing is drawn, so no picture is written"));
    }
    let bytes = format.bytes(&taken.image);
    let bytes = bytes.map_err(|error| Failure::new(format!("{error}: {}", output.display())))?;
    write_file(output, &bytes)?;
    // The command ends here. The system takes back at once what would be freed piece by piece.
    std::mem::forget(drawing);
    Ok(())
}

#[derive(Serialize)]
struct Line<'a> {
    part: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    of: &'a str,
    name: &'a str,
    change: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    property: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    before: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    after: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    greatest: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<f64>,
}

impl<'a> From<&'a FileDifference> for Line<'a> {
    fn from(difference: &'a FileDifference) -> Self {
        Self {
            part: difference.part.word(),
            of: &difference.of,
            name: &difference.name,
            change: difference.change.key(),
            property: difference.property,
            before: &difference.before,
            after: &difference.after,
            count: difference.count,
            greatest: difference.greatest,
            at: difference.at,
        }
    }
}
