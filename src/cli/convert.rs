//! `convert`: models and clips of any format as one Cast or GLB file, or each file by itself as one.

use super::args::{BakeArg, ConvertArgs, FormatArg, ProgressArg, TexturesArg};
use super::diagnostics;
use super::input::{FileList, Finished, Listed, files_of};
use super::moving::{PictureCounter, StopSignal, exit_code};
use super::output::{Failure, Output, complain, output, shown, write_together};
use super::outside;
use super::view_file;
use crate::core::{Options, Severity, printed};
use crate::export;
use crate::files::{self, Allowance, is_folder};
use crate::offline::BakeWatch;
use crate::offline::{
    Arrangement, BakedPart, Baking, Conversion, ConversionTarget, Converted, PoseTime, TakenImage, Textures, convert,
};
use crate::session::SavedView;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Request that holds for every conversion of the command.
struct Asked<'a> {
    args: &'a ConvertArgs,
    target: ConversionTarget,
    options: Options,
    arrangement: Arrangement,
    view: Option<Box<SavedView>>,
    allowance: Allowance,
    /// Held while images are laid beside a file: two files that are converted at one time may name different images alike.
    laying: Mutex<()>,
}

pub fn run(args: &ConvertArgs) -> Result<u8, Failure> {
    let target = match args.to {
        Some(FormatArg::Cast) => ConversionTarget::Cast,
        Some(FormatArg::Glb) => ConversionTarget::Glb,
        Some(FormatArg::Semodel) => ConversionTarget::Semodel,
        Some(FormatArg::Seanim) => ConversionTarget::Seanim,
        Some(FormatArg::Obj) => ConversionTarget::Obj,
        None => target_of(args)?,
    };
    check_switches(args, target)?;
    let asked = Asked {
        args,
        target,
        options: args.import.options(),
        arrangement: args.stack.arrangement(args.clip.clone()),
        view: view_of(args)?,
        allowance: args.import.allowance(&args.files),
        laying: Mutex::new(()),
    };
    match args.to {
        Some(_) => asked.one_by_one(),
        None => asked.together(),
    }
}

impl Asked<'_> {
    fn fails_at(&self) -> Option<Severity> {
        self.args.bulk.strict.then_some(Severity::Warning)
    }

    /// All files as one.
    fn together(&self) -> Result<u8, Failure> {
        let mut out = output();
        let args = self.args;
        let stop = match args.stop_with_input || args.progress == ProgressArg::Json {
            true => Some(StopSignal::listen()),
            false => None,
        };
        if let Some(stop) = stop.as_ref().filter(|_| args.stop_with_input) {
            stop.stop_with_input()
                .map_err(|error| Failure::new(format!("standard input cannot be watched: {error}")))?;
        }
        let heard = || stop.as_ref().and_then(StopSignal::heard);
        let counter = RefCell::new(PictureCounter::begin(
            (args.progress, false),
            1000,
            (1000, 0.0),
            Vec::new(),
        ));
        let watch = |share: u32| {
            counter.borrow_mut().show(share as usize);
            heard().is_none()
        };
        let done = self.convert((&args.files, &args.output), Some(BakeWatch(&watch)), &mut out);
        counter.borrow_mut().clear();
        if let Some(signal) = heard() {
            return Ok(exit_code(signal));
        }
        let done = done?;
        if args.progress == ProgressArg::Json {
            for item in done.losses.items() {
                complain(with_place(&item.message, &item.place.node_path));
            }
            if !args.check {
                let copied = done.taken.iter().filter(|file| file.beside.is_some());
                copied.for_each(|file| complain(told_of(file)));
            }
        }
        let worst = match args.check {
            true => {
                tell(&mut out, &args.output, &done)?;
                diagnostics::worst(&done.losses)
            }
            false => self.write(&args.output, &done, &mut out)?,
        };
        out.flush()?;
        let is_enough = |least| worst.is_some_and(|worst| worst >= least);
        Ok(u8::from(self.fails_at().is_some_and(is_enough)))
    }

    /// Each file as one of its own, whole or not at all.
    fn one_by_one(&self) -> Result<u8, Failure> {
        let bulk = &self.args.bulk;
        let all = files_of(&self.args.files, bulk.recursive, &bulk.batch);
        let outputs = self.outputs(&all);
        let batch = FileList {
            files: &all,
            outputs: &outputs,
            how: &bulk.batch,
            is_verbose: self.args.verbose.verbose,
            sums_up: true,
            fails_at: self.fails_at(),
        };
        batch.run(|index, path, out| {
            let output = outputs[index].as_ref().map_err(Failure::new)?;
            let done = self.convert((&[path.to_path_buf()], output), None, out)?;
            if done.models + done.clips == 0 {
                return Err(Failure::new(format!(
                    "nothing of this file can be written by itself; its clips, if it has any, go with a model: {}",
                    path.display()
                )));
            }
            if let Some(folder) = output.parent() {
                std::fs::create_dir_all(folder)
                    .map_err(|error| Failure::new(format!("cannot make a folder ({error}): {}", folder.display())))?;
            }
            let worst = self.write(output, &done, out)?;
            let folder = output.parent().unwrap_or(Path::new(""));
            let images = done.images.iter().map(|(name, _)| folder.join(name));
            let written = std::iter::once(output.clone()).chain(images).collect();
            Ok(Finished { worst, written })
        })
    }

    /// Where each file is written, or why it is not.
    fn outputs(&self, all: &[Listed]) -> Vec<Result<PathBuf, String>> {
        let extension = match self.target {
            ConversionTarget::Cast => "cast",
            ConversionTarget::Glb => "glb",
            ConversionTarget::Semodel => "semodel",
            ConversionTarget::Seanim => "seanim",
            ConversionTarget::Obj => "obj",
        };
        let real = |path: &Path| path.canonicalize().ok();
        let paths = all.iter().filter_map(|entry| match entry {
            Listed::File { path, .. } => Some(path),
            Listed::Trouble(_) => None,
        });
        let sources: HashSet<PathBuf> = paths.filter_map(|path| real(path)).collect();
        let mut taken: HashMap<String, &Path> = HashMap::new();
        let mut outputs = Vec::with_capacity(all.len());
        for entry in all {
            let (path, below) = match entry {
                Listed::File { path, below, .. } => (path, below),
                Listed::Trouble(trouble) => {
                    outputs.push(Err(trouble.clone()));
                    continue;
                }
            };
            let place = below.with_file_name(format!("{}.{extension}", files::file_stem(below)));
            let output = self.args.output.join(&place);
            // Names that differ in case alone are one on some systems.
            let first = *taken.entry(place.to_string_lossy().to_lowercase()).or_insert(path);
            outputs.push(match first == path {
                _ if real(&output).is_some_and(|there| sources.contains(&there)) => {
                    Err(format!("this file would be overwritten: {}", output.display()))
                }
                true => Ok(output),
                false => {
                    let (output, first, path) = (output.display(), first.display(), path.display());
                    Err(format!("{output} is written from {first} already: {path}"))
                }
            });
        }
        outputs
    }

    fn convert(
        &self,
        (sources, path): (&[PathBuf], &Path),
        watch: Option<BakeWatch<'_>>,
        out: &mut Output<'_>,
    ) -> Result<Converted, Failure> {
        let textures = match self.args.textures {
            Some(TexturesArg::Embed) | None => Textures::Embedded,
            Some(TexturesArg::Copy) => Textures::Copied,
            Some(TexturesArg::Path) => Textures::Named,
        };
        let conversion = Conversion {
            options: &self.options,
            names: &self.arrangement.names,
            play_as: &self.arrangement.play_as,
            retarget: self.arrangement.retarget.unwrap_or_default(),
            allowance: &self.allowance,
            rate: self.args.fps.map(f64::from),
            textures,
            watch,
            bake: part_of(self.args, self.target).map(|part| Baking {
                arrangement: &self.arrangement,
                view: self.view.as_deref(),
                part: match part {
                    BakeArg::Clips => BakedPart::Clips,
                    BakeArg::Pose => BakedPart::Pose(self.args.frame.map(PoseTime::Frame)),
                },
            }),
            ..Conversion::new(sources, self.target, path)
        };
        let done = convert(&conversion).map_err(|error| {
            if let Some((path, outside)) = error.outside() {
                let name = path.file_name().unwrap_or(path.as_os_str());
                outside::tell_in(out, &name.to_string_lossy(), outside);
            }
            Failure::new(error)
        })?;
        for (name, outside) in &done.outside {
            outside::tell_in(out, name, outside);
        }
        let sentences = done.fitting.iter().chain(&done.relinked);
        sentences.for_each(|sentence| out.complain(sentence));
        Ok(done)
    }

    /// Writes the file with its images, and tells; returns the worst of its losses.
    fn write(&self, path: &Path, done: &Converted, out: &mut Output<'_>) -> Result<Option<Severity>, Failure> {
        let alone = self.laying.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = path.parent().unwrap_or(Path::new(""));
        write_together(&files_of_output((folder, path), done)?)?;
        drop(alone);
        let worst = diagnostics::worst(&done.losses);
        let takes_from_outside = done.taken.iter().any(|file| file.is_outside);
        if !self.args.bulk.quiet || worst.is_some() || takes_from_outside {
            tell(out, path, done)?;
        }
        Ok(worst)
    }
}

/// Part of what plays that is written; `None`: what is stored is. An OBJ file holds one pose, whatever is said.
fn part_of(args: &ConvertArgs, target: ConversionTarget) -> Option<BakeArg> {
    args.bake.or((target == ConversionTarget::Obj).then_some(BakeArg::Pose))
}

/// The view that is baked; what cannot be read of it is told.
fn view_of(args: &ConvertArgs) -> Result<Option<Box<SavedView>>, Failure> {
    args.view_file.as_deref().map(view_file::told).transpose()
}

/// The format to write, unless something speaks against writing it.
fn target_of(args: &ConvertArgs) -> Result<ConversionTarget, Failure> {
    if let Some(folder) = args.files.iter().find(|path| is_folder(path)) {
        return Err(Failure::new(format!(
            "this is a folder; with --to cast or --to glb each file in it is converted, into the folder that -o names: {}",
            folder.display()
        )));
    }
    let extension = args.output.extension().map(|extension| extension.to_ascii_lowercase());
    let target = match extension.as_ref().and_then(|extension| extension.to_str()) {
        Some("cast") => ConversionTarget::Cast,
        Some("glb") => ConversionTarget::Glb,
        Some("semodel") => ConversionTarget::Semodel,
        Some("seanim") => ConversionTarget::Seanim,
        Some("obj") => ConversionTarget::Obj,
        _ => {
            return Err(Failure::new(format!(
                "the file to write must end in .cast, .glb, .semodel, .seanim or .obj: {}",
                args.output.display()
            )));
        }
    };
    // Reading is done before writing, but a source that is overwritten is lost all the same.
    let is_output = |path: &Path| match (path.canonicalize(), args.output.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    };
    match args.files.iter().find(|path| is_output(path)) {
        Some(same) => Err(Failure::new(format!(
            "this file would be overwritten: {}",
            same.display()
        ))),
        None => Ok(target),
    }
}

/// Refuses switches that the format has no use for.
fn check_switches(args: &ConvertArgs, target: ConversionTarget) -> Result<(), Failure> {
    let part = part_of(args, target);
    let plays = args.stack.plays_more() || args.clip.is_some() || args.view_file.is_some();
    if part.is_none() && plays {
        return Err(Failure::new(
            "--clip, --view-file, --layer, --attach, --merge, --loop, --rig and --stepped are about what plays, which --bake writes",
        ));
    }
    if args.frame.is_some() && part != Some(BakeArg::Pose) {
        return Err(Failure::new(
            "--frame is for one pose, which --bake=pose and .obj files hold",
        ));
    }
    if part == Some(BakeArg::Clips) && matches!(target, ConversionTarget::Semodel | ConversionTarget::Obj) {
        return Err(Failure::new(
            ".semodel and .obj files hold no clips; --bake=pose writes one pose",
        ));
    }
    if part == Some(BakeArg::Pose) && target == ConversionTarget::Seanim {
        return Err(Failure::new("a .seanim file holds a clip, which --bake writes"));
    }
    if part.is_some() && args.files.iter().any(|path| path == Path::new("-")) {
        return Err(Failure::new(
            "standard input can be read once only, and what plays is read twice",
        ));
    }
    if args.fps.is_some() && part.is_none() && !matches!(target, ConversionTarget::Cast | ConversionTarget::Seanim) {
        return Err(Failure::new(
            "--fps is for .cast and .seanim files, and for --bake: glTF counts seconds",
        ));
    }
    if args.textures == Some(TexturesArg::Embed) && target != ConversionTarget::Glb {
        return Err(Failure::new(
            "--textures embed is for .glb files: a .cast file names its textures",
        ));
    }
    if args.bulk.recursive && args.to.is_none() {
        return Err(Failure::new(
            "--recursive is for folders, each file of which --to converts",
        ));
    }
    if args.bulk.batch.is_any() && args.to.is_none() {
        return Err(Failure::new(
            "--jobs, --resume, --timeout and --max-memory are for many files, each of which --to converts",
        ));
    }
    Ok(())
}

/// All files that are written, with their paths. Nobody typed the names of the images, so nothing of another content is overwritten under them.
fn files_of_output<'a>(
    (folder, path): (&Path, &Path),
    done: &'a Converted,
) -> Result<Vec<(PathBuf, &'a [u8])>, Failure> {
    let mut files = Vec::with_capacity(done.images.len() + 1);
    for (name, bytes) in &done.images {
        let path = folder.join(name);
        let is_same = export::holds(&path, bytes);
        if path.exists() && !is_same && !is_ours(&path) {
            return Err(Failure::new(format!(
                "an image that is laid beside the file would overwrite this one: {}",
                path.display()
            )));
        }
        if !is_same {
            files.push((path, bytes.as_slice()));
        }
    }
    // The materials last: nobody reads them before the file that names them.
    let is_materials = |(path, _): &(PathBuf, &[u8])| path.extension().is_some_and(|ending| ending == "mtl");
    let materials = files.iter().position(is_materials).unwrap_or(files.len());
    files.insert(materials, (path.to_path_buf(), done.bytes.as_slice()));
    Ok(files)
}

/// Prints the file written, the images in it, and the losses.
fn tell(out: &mut Output<'_>, path: &Path, done: &Converted) -> Result<(), Failure> {
    let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    writeln!(
        out,
        "{}: {}, {}, {} bytes",
        printed(&path.to_string_lossy()),
        count(done.models, "model"),
        count(done.clips, "clip"),
        done.bytes.len()
    )?;
    for file in &done.taken {
        let taken = told_of(file);
        match file.is_outside {
            false => writeln!(out, "  {taken}")?,
            true => writeln!(
                out,
                "  warning X-outside: {taken}, which lies outside the model's folder or is named by an absolute path"
            )?,
        }
    }
    let copied: HashSet<&str> = done.taken.iter().filter_map(|file| file.beside.as_deref()).collect();
    for (name, bytes) in done.images.iter().filter(|(name, _)| !copied.contains(name.as_str())) {
        writeln!(out, "  writes {} beside it ({} bytes)", shown(name), bytes.len())?;
    }
    for item in done.losses.items() {
        let told = with_place(&shown(&item.message), &shown(&item.place.node_path));
        writeln!(out, "  {} {}: {told}", item.rule.severity.word(), item.rule.id)?;
    }
    if done.losses.suppressed() > 0 {
        writeln!(out, "  and {} more of these kinds", done.losses.suppressed())?;
    }
    Ok(())
}

/// A loss, and where it lies, if it is not one of the whole file.
fn with_place(message: &str, place: &str) -> String {
    match place {
        "" => message.to_owned(),
        _ => format!("{message} ({place})"),
    }
}

/// An image that was put into the file, or copied beside it.
fn told_of(file: &TakenImage) -> String {
    let (path, bytes) = (file.path.to_string_lossy(), file.bytes);
    match &file.beside {
        None => format!("embeds {} ({bytes} bytes)", shown(&path)),
        Some(name) => format!("copies {} to {} ({bytes} bytes)", shown(&path), shown(name)),
    }
}

/// Whether castview wrote the MTL file at `path`: then it belongs to the OBJ file of its name.
fn is_ours(path: &Path) -> bool {
    const MOST_BYTES: u64 = 64 << 20;
    let is_mtl = path.extension().is_some_and(|ending| ending == "mtl");
    let is_file = std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    is_mtl && is_file && files::read_at_most(path, MOST_BYTES).is_ok_and(|bytes| bytes.starts_with(b"# castview "))
}
