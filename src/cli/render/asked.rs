//! Request for pictures, as the words of the command give it: files laid out, drawn and written.

use crate::cli::args::{RenderArgs, ShadingArg};
use crate::cli::moving::{self, Ended, PictureCounter, PictureOutlet, ReadShot, StopSignal, Written};
use crate::cli::output::{Failure, complain, raw_output, write_file};
use crate::cli::outside;
use crate::core::Options;
use crate::files::{self, Allowance};
use crate::offline::{self, Beside, Drawing, FileSet, PreparedShot, Shot};
use crate::picture::{ColorBy, Shadows};
use crate::session::Switch;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Request that holds for every picture of the command.
pub struct PictureRequest<'a> {
    pub args: &'a RenderArgs,
    pub shot: Shot,
    pub target: Written,
    pub beside: Beside,
    pub options: Options,
    pub allowance: Allowance,
    pub is_verbose: bool,
}

/// Files laid out for a picture, with sentences about what they lack and what lies outside their folders.
pub struct Laid {
    pub prepared: PreparedShot,
    pub outside: Vec<String>,
    pub absent: Vec<String>,
}

impl PictureRequest<'_> {
    /// All files on one stage.
    pub fn together(&self) -> Result<u8, Failure> {
        let args = self.args;
        let shadows = expected_shadows(args);
        let bytes = files::bytes_of(&args.files);
        let read = || self.laid(&args.files);
        let (laid, drawing) = offline::open_beside(&args.gpu.choice(), (args.samples, shadows), bytes, read);
        let laid = laid?;
        let mut drawing = drawing.map_err(Failure::new)?;
        let stop = self.stop()?;
        let mut say = |line: &str| complain(line);
        let ended = self.write(
            laid,
            &mut drawing,
            (&args.output, &self.target),
            stop.as_ref(),
            &mut say,
        )?;
        Ok(match ended {
            Ended::Wrote(_) => {
                // The command ends here. The system takes back at once what would be freed piece by piece.
                std::mem::forget(drawing);
                0
            }
            // A software adapter may still be drawing: its threads must not outlive what the end of the program takes from them.
            Ended::Stopped(signal) => {
                drop(drawing);
                moving::exit_code(signal)
            }
        })
    }

    /// Ends pictures that move where somebody asks for that.
    pub fn stop(&self) -> Result<Option<StopSignal>, Failure> {
        let Written::Several(_) = self.target else {
            return Ok(None);
        };
        let stop = StopSignal::listen();
        if self.args.moving.stop_with_input {
            stop.stop_with_input()
                .map_err(|error| Failure::new(format!("standard input cannot be watched: {error}")))?;
        }
        Ok(Some(stop))
    }

    pub fn laid(&self, paths: &[PathBuf]) -> Result<Laid, Failure> {
        let batch = FileSet::open_for(
            paths,
            self.beside,
            (&self.options, &self.allowance),
            self.shot.saved.as_deref(),
        );
        let batch = batch.map_err(|error| outside::failure(&error, error.outside()))?;
        let mut absent = offline::absent_textures(&batch, self.is_verbose);
        absent.extend(offline::absent_instances(&batch, self.is_verbose));
        Ok(Laid {
            outside: outside::lines(&batch.files),
            prepared: offline::prepare(batch, &self.shot).map_err(Failure::new)?,
            absent,
        })
    }

    /// Draws what is laid out and writes it.
    pub fn write(
        &self,
        laid: Laid,
        drawing: &mut Drawing,
        (path, target): (&Path, &Written),
        stop: Option<&StopSignal>,
        say: &mut dyn FnMut(&str),
    ) -> Result<Ended, Failure> {
        let args = self.args;
        laid.outside.iter().for_each(|line| say(line));
        let format = match (target, stop) {
            (Written::Several(several), Some(stop)) => {
                let work = ReadShot {
                    prepared: laid.prepared,
                    shot: &self.shot,
                    absent: &laid.absent,
                };
                let outlet = PictureOutlet {
                    path,
                    say,
                    stop,
                    counts: path == args.output,
                };
                return moving::run(args, several.clone(), work, drawing, outlet);
            }
            (Written::Still(format), _) => *format,
            (Written::Several(_), None) => return Err(Failure::new("nobody listens for the end")),
        };
        // One picture is nothing to wait for: a program is told of it, people are not.
        let mut progress = PictureCounter::begin((args.moving.progress, false), 1, (1, 0.0), Vec::new());
        let taken = offline::take(laid.prepared, drawing, &self.shot).map_err(Failure::new)?;
        let mut notes = laid.absent;
        notes.extend(taken.problems);
        if taken.is_reduced {
            notes.push("--no-budget draws all of it".into());
        }
        for line in &notes {
            say(line);
            progress.note(line);
        }
        if taken.is_empty && !args.allow_empty {
            return Err(Failure::new(
                "nothing is drawn, so no picture is written; --allow-empty writes it all the same",
            ));
        }
        let bytes = format.bytes(&taken.image);
        let bytes = bytes.map_err(|error| Failure::new(format!("{error}: {}", path.display())))?;
        write(path, &bytes)?;
        progress.show(1);
        Ok(Ended::Wrote(vec![path.to_path_buf()]))
    }
}

/// Shadows that the picture is expected to have, before its files are read. A guess: it costs or saves time alone.
pub fn expected_shadows(args: &RenderArgs) -> Shadows {
    let wish = |switch| args.switches.wish(switch);
    let is_on = |switch| wish(switch) != Some(false);
    let shows_materials =
        args.mode.unwrap_or_default() == ColorBy::Material && args.weights.is_empty() && args.delta.is_none();
    let is_xray = wish(Switch::XRAY) == Some(true);
    let is_lit = shows_materials && args.shading != Some(ShadingArg::Wireframe) && !is_xray && args.view_file.is_none();
    match is_lit {
        true => Shadows {
            key: is_on(Switch::SHADOWS),
            occlusion: is_on(Switch::OCCLUSION),
            ground: (is_on(Switch::GROUND) && args.thumbnail.is_none()).then_some(0.0),
        },
        false => Shadows::default(),
    }
}

fn write(path: &Path, png: &[u8]) -> Result<(), Failure> {
    if path == Path::new("-") {
        let mut out = raw_output();
        out.write_all(png)?;
        out.flush()?;
        return Ok(());
    }
    write_file(path, png)
}
