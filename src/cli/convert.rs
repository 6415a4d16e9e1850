//! `convert`: models and clips of any format as one Cast or GLB file.

use super::args::{ConvertArgs, TexturesArg};
use super::output::{Failure, complain, output, shown, write_file};
use super::outside;
use crate::core::printed;
use crate::offline::{Conversion, Converted, Target, Textures, convert};
use std::io::Write;
use std::path::{Path, PathBuf};

pub fn run(args: &ConvertArgs) -> Result<u8, Failure> {
    let target = target_of(args)?;
    let textures = match args.textures {
        Some(TexturesArg::Embed) | None => Textures::Embedded,
        Some(TexturesArg::Beside) => Textures::Beside,
    };
    let conversion = Conversion {
        options: &args.import.options(),
        names: &args.names.renames(),
        allowance: &args.import.allowance(&args.files),
        rate: args.fps.map(f64::from),
        textures,
        ..Conversion::new(&args.files, target, &args.output)
    };
    let done = convert(&conversion).map_err(|error| outside::failure(&error, error.outside()))?;
    done.outside
        .iter()
        .for_each(|(name, outside)| outside::tell(name, outside));
    done.fitting.iter().for_each(complain);
    write_images(args.output.parent().unwrap_or(Path::new("")), &done.images)?;
    write_file(&args.output, &done.bytes)?;
    tell(&args.output, &done)?;
    Ok(0)
}

/// The format to write, unless something speaks against writing it.
fn target_of(args: &ConvertArgs) -> Result<Target, Failure> {
    let extension = args.output.extension().map(|extension| extension.to_ascii_lowercase());
    let target = match extension.as_ref().and_then(|extension| extension.to_str()) {
        Some("cast") => Target::Cast,
        Some("glb") => Target::Glb,
        _ => {
            return Err(Failure::new(format!(
                "the file to write must end in .cast or .glb: {}",
                args.output.display()
            )));
        }
    };
    // Reading is done before writing, but a source that is overwritten is lost all the same.
    let is_output = |path: &Path| match (path.canonicalize(), args.output.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    };
    if let Some(same) = args.files.iter().find(|path| is_output(path)) {
        return Err(Failure::new(format!(
            "this file would be overwritten: {}",
            same.display()
        )));
    }
    if args.fps.is_some() && target != Target::Cast {
        return Err(Failure::new("--fps is for .cast files: glTF counts seconds"));
    }
    if args.textures == Some(TexturesArg::Embed) && target != Target::Glb {
        return Err(Failure::new(
            "--textures embed is for .glb files: a .cast file names its textures",
        ));
    }
    Ok(target)
}

/// Nobody typed the names of these images, so nothing of another content is overwritten under them.
fn write_images(folder: &Path, images: &[(String, Vec<u8>)]) -> Result<(), Failure> {
    let images: Vec<_> = images.iter().map(|(name, bytes)| (folder.join(name), bytes)).collect();
    let other = |(path, bytes): &&(PathBuf, &Vec<u8>)| path.exists() && !holds(path, bytes);
    if let Some((path, _)) = images.iter().find(other) {
        return Err(Failure::new(format!(
            "an image that is laid beside the file would overwrite this one: {}",
            path.display()
        )));
    }
    for (path, bytes) in images {
        write_file(&path, bytes)?;
    }
    Ok(())
}

/// Prints the file written, the images in it, and the losses.
fn tell(path: &Path, done: &Converted) -> Result<(), Failure> {
    let mut out = output();
    let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    writeln!(
        out,
        "{}: {}, {}, {} bytes",
        printed(&path.to_string_lossy()),
        count(done.models, "model"),
        count(done.clips, "clip"),
        done.bytes.len()
    )?;
    for file in &done.embedded {
        let (path, bytes) = (file.path.to_string_lossy(), file.bytes);
        match file.is_outside {
            false => writeln!(out, "  embeds {} ({bytes} bytes)", shown(&path))?,
            true => writeln!(
                out,
                "  warning X-outside: embeds {} ({bytes} bytes), which lies outside the model's folder or is named by an \
                 absolute path",
                shown(&path)
            )?,
        }
    }
    for item in done.losses.items() {
        let (word, place) = (item.rule.severity.word(), shown(&item.place.node_path));
        writeln!(out, "  {word} {}: {} ({place})", item.rule.id, shown(&item.message))?;
    }
    if done.losses.suppressed() > 0 {
        writeln!(out, "  and {} more of these kinds", done.losses.suppressed())?;
    }
    out.flush()?;
    Ok(())
}

/// Whether `path` is a file of just these bytes. Others are not read: a pipe would wait for ever.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    let size = std::fs::metadata(path).ok().filter(|metadata| metadata.is_file());
    size.is_some_and(|metadata| metadata.len() == bytes.len() as u64)
        && std::fs::read(path).is_ok_and(|there| there == bytes)
}
