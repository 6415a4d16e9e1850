//! `render`: one picture of all files, or of each file by itself (`many`); pictures that move are made by `moving`.

mod many;

use super::args::{OnOff, RenderArgs, ShadingArg};
use super::input::refuse_words_of_switches;
use super::moving::{self, Ended, PictureOutlet, ReadShot, StopSignal, Written};
use super::output::{Failure, complain, raw_output, write_file};
use super::outside;
use super::restart;
use super::view_file::{self, ViewFile};
use crate::core::{Options, StandardView};
use crate::files::{self, Allowance};
use crate::offline::{
    self, Aim, BackgroundWish, Beside, Drawing, FileSet, LightWish, Maps, PoseTime, PreparedShot, Shot, ViewWish,
};
use crate::picture::{ColorBy, Shading, Shadows, Tone};
use crate::session::{Backdrop, Switch};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Behind the models of a thumbnail.
const TRANSPARENT: BackgroundWish = BackgroundWish {
    backdrop: Backdrop::Transparent,
    flat_color: None,
};

/// Request that holds for every picture of the command.
struct Asked<'a> {
    args: &'a RenderArgs,
    shot: Shot,
    target: Written,
    beside: Beside,
    options: Options,
    allowance: Allowance,
    is_verbose: bool,
}

/// Files laid out for a picture, with sentences about what they lack and what lies outside their folders.
struct Laid {
    prepared: PreparedShot,
    outside: Vec<String>,
    absent: Vec<String>,
}

pub fn run(args: &RenderArgs, verbose: bool) -> Result<u8, Failure> {
    refuse_words_of_switches(&args.files)?;
    restart::for_drawing();
    let target = Written::of(&args.output, &args.moving)?;
    if args.moving.stop_with_input && args.files.iter().any(|file| file.as_os_str() == files::STDIN) {
        return Err(Failure::new(
            "standard input is one of the files, and ends: leave out --stop-with-input",
        ));
    }
    if args.thumbnail.is_some() && matches!(target, Written::Several(_)) {
        return Err(Failure::new(
            "a thumbnail is one picture: write it as PNG, or leave out --thumbnail",
        ));
    }
    let aims = args.target.is_some() || args.distance.is_some() || args.fov.is_some() || args.orthographic.is_some();
    if aims && matches!(args.view, Some(ViewWish::Camera(_))) {
        return Err(Failure::new(
            "the view of a camera of a file has its own target, distance and lens: leave out --target, --distance, --fov and --orthographic",
        ));
    }
    let is_alone = moving::has_name(&args.output);
    if !is_alone && (args.recursive || args.batch.is_any()) {
        return Err(Failure::new(
            "--recursive, --jobs, --resume, --timeout and --max-memory are for many files, each drawn by itself: write {name} in the name of the output, as in -o out/{name}.png",
        ));
    }
    let view_file = args.view_file.as_deref().map(view_file::read).transpose()?;
    view_file
        .iter()
        .filter_map(|file| file.told.as_ref())
        .for_each(complain);
    let asked = Asked {
        beside: Beside {
            maps: maps(args, view_file.is_some()),
            instances: true,
            full_size: args.no_budget,
        },
        shot: shot(args, view_file),
        target,
        options: args.import.options(),
        allowance: args.import.allowance(&args.files),
        args,
        is_verbose: verbose,
    };
    match is_alone {
        true => many::run(&asked),
        false => asked.together(),
    }
}

impl Asked<'_> {
    /// All files on one stage.
    fn together(&self) -> Result<u8, Failure> {
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
        // The command ends here. The system takes back at once what would be freed piece by piece.
        std::mem::forget(drawing);
        Ok(match ended {
            Ended::Wrote(_) => 0,
            Ended::Stopped(signal) => moving::exit_code(signal),
        })
    }

    /// Ends pictures that move where somebody asks for that.
    fn stop(&self) -> Result<Option<StopSignal>, Failure> {
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

    fn laid(&self, paths: &[PathBuf]) -> Result<Laid, Failure> {
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
    fn write(
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
        let taken = offline::take(laid.prepared, drawing, &self.shot).map_err(Failure::new)?;
        laid.absent.iter().chain(&taken.problems).for_each(|line| say(line));
        if taken.is_reduced {
            say("--no-budget draws all of it");
        }
        if taken.is_empty && !args.allow_empty {
            return Err(Failure::new(
                "nothing is drawn, so no picture is written; --allow-empty writes it all the same",
            ));
        }
        let bytes = format.bytes(&taken.image);
        let bytes = bytes.map_err(|error| Failure::new(format!("{error}: {}", path.display())))?;
        write(path, &bytes)?;
        Ok(Ended::Wrote(vec![path.to_path_buf()]))
    }
}

fn shot(args: &RenderArgs, view_file: Option<ViewFile>) -> Shot {
    let lacks = |what: fn(&ViewFile) -> bool| view_file.as_ref().is_some_and(what);
    let usual_view = lacks(|file| file.lacks_camera).then_some(ViewWish::Standard(StandardView::Iso));
    let usual_size = lacks(|file| file.lacks_size).then_some(Shot::FIRST_SIZE);
    let is_on = |switch: Option<OnOff>| switch.map(OnOff::is_on);
    let colors_by_selection = !args.weights.is_empty() || args.delta.is_some();
    let mut switches = args.switches.turned.clone();
    if args.thumbnail.is_some() && args.switches.wish(Switch::GROUND).is_none() {
        switches.push((Switch::GROUND, false));
    }
    Shot {
        saved: view_file.map(|file| file.view),
        arrangement: args.stack.arrangement(args.clip.clone()),
        time: args.frame.map(PoseTime::Frame).or(args.time.map(PoseTime::Seconds)),
        size: args.size.or(args.thumbnail.map(|side| [side; 2])).or(usual_size),
        pixels_per_point: args.pixels_per_point.map(|pixels| pixels as f32),
        view: args.view.clone().or(usual_view),
        aim: Aim {
            target: args.target,
            distance: args.distance.map(|distance| distance as f32),
            fov_y_rad: args.fov.map(|degrees| degrees.to_radians() as f32),
            is_orthographic: is_on(args.orthographic),
            frames_clip: is_on(args.frame_clip) == Some(true),
        },
        hidden_meshes: args.hide.clone(),
        blends: args.blends.clone(),
        level: args.lod,
        shading: args.shading.map(Shading::from),
        color_by: if colors_by_selection {
            Some(ColorBy::Weights)
        } else {
            args.mode
        },
        bones_selected: args.weights.clone(),
        shape_selected: args.delta.clone(),
        light: LightWish {
            environment: args.environment.clone(),
            turn_rad: args.environment_turn.map(|degrees| degrees.to_radians() as f32),
            exposure: args.exposure,
            tone: args.tone.map(Tone::from),
        },
        switches,
        background: args.background.or(args.thumbnail.map(|_| TRANSPARENT)),
        is_thumbnail: args.thumbnail.is_some(),
        samples: args.samples,
        whole: args.no_budget,
    }
}

/// Which maps the picture reads. A view file may say anything about surfaces.
fn maps(args: &RenderArgs, has_view_file: bool) -> Maps {
    let colors_by_selection = !args.weights.is_empty() || args.delta.is_some();
    let shows_materials = match args.mode.unwrap_or_default() {
        _ if colors_by_selection => false,
        ColorBy::Material => args.shading.map(Shading::from).unwrap_or_default() == Shading::Textured,
        by => by.reads_materials(),
    };
    match has_view_file || shows_materials {
        true => Maps::All,
        false => Maps::Holes,
    }
}

/// Shadows that the picture is expected to have, before its files are read. A guess: it costs or saves time alone.
fn expected_shadows(args: &RenderArgs) -> Shadows {
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
