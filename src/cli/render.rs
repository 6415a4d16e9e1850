//! `render`: one picture as a PNG.

use super::args::RenderArgs;
use super::headless::hide_display;
use super::output::{Failure, complain, output, write_file};
use super::outside;
use crate::export;
use crate::files;
use crate::offline::{self, Aim, Beside, FileSet, Moment, Shot, ViewWish};
use crate::picture::{ColorBy, Lights, Shading, Shadows};
use crate::session::{EnvironmentChoice, SavedView};
use std::io::Write;
use std::path::Path;

pub fn run(args: &RenderArgs, verbose: bool) -> Result<u8, Failure> {
    hide_display();
    let shading = args.shading.into();
    let aims = args.target.is_some() || args.distance.is_some() || args.fov.is_some() || args.orthographic;
    if aims && matches!(args.view, ViewWish::Camera(_)) {
        return Err(Failure::new(
            "the view of a camera of a file has its own target, distance and lens: leave out --target, --distance, --fov and --orthographic",
        ));
    }
    let saved = args.view_file.as_deref().map(view_file).transpose()?;
    let beside = Beside {
        textures: shading == Shading::Textured || saved.is_some() || args.mode.is_some_and(ColorBy::reads_materials),
        instances: true,
        full_size: args.no_budget,
    };
    let (options, allowance) = (args.import.options(), args.import.allowance(&args.files));
    let shot = Shot {
        saved,
        arrangement: args.stack.arrangement(args.clip.clone()),
        moment: args.frame.map(Moment::Frame).or(args.time.map(Moment::Seconds)),
        size: args.size,
        view: args.view.clone(),
        aim: Aim {
            target: args.target,
            distance: args.distance.map(|distance| distance as f32),
            fov_y_rad: args.fov.map(|degrees| degrees.to_radians() as f32),
            is_orthographic: args.orthographic,
        },
        hidden_meshes: args.hide.clone(),
        blends: args.blends.clone(),
        level: args.lod.unwrap_or_default(),
        shading,
        color_by: match args.weights.is_empty() && args.delta.is_none() {
            true => args.mode.unwrap_or_default(),
            false => ColorBy::Weights,
        },
        bones_selected: args.weights.clone(),
        shape_selected: args.delta.clone(),
        lights: match args.file_lights {
            true => Lights::Files,
            false => Lights::Environment,
        },
        environment: EnvironmentChoice {
            turn_rad: args.environment_turn.to_radians() as f32,
            exposure: args.exposure,
            tone: args.tone.into(),
            shadows: args.shadows.is_on(),
            occlusion: args.occlusion.is_on(),
            ground: args.ground.is_on(),
            ..EnvironmentChoice::default()
        }
        .checked(),
        surroundings: args.environment.clone(),
        bones: args.bones,
        names: args.names,
        xray: args.xray,
        marks_missing: args.mark_missing,
        fixtures: args.fixtures,
        bounds: args.bounds,
        grid: args.grid,
        background: args.background,
        samples: args.samples,
        whole: args.no_budget,
    };
    let read = || {
        let batch = FileSet::open_as(&args.files, beside, &options, &allowance);
        let batch = batch.map_err(|error| outside::failure(&error, error.outside()))?;
        outside::tell_all(&batch.files);
        let absent = offline::absent_textures(&batch, verbose);
        let prepared = offline::prepare(batch, &shot).map_err(Failure::new)?;
        Ok::<_, Failure>((prepared, absent))
    };
    let shadows = expected_shadows(args, shading);
    let (prepared, drawing) = offline::open_beside(&args.gpu.choice(), (args.samples, shadows), read);
    let (prepared, absent) = prepared?;
    let mut drawing = drawing.map_err(Failure::new)?;
    let taken = offline::take(prepared, &mut drawing, &shot).map_err(Failure::new)?;
    absent.iter().chain(&taken.problems).for_each(complain);
    if taken.is_reduced {
        complain("--no-budget draws all of it");
    }
    write(&args.output, &export::png(&taken.image))?;
    // The command ends here. The system takes back at once what would be freed piece by piece.
    std::mem::forget(drawing);
    Ok(0)
}

/// What the picture has of shadows, before its files are read. A guess: it costs or saves time alone.
fn expected_shadows(args: &RenderArgs, shading: Shading) -> Shadows {
    let shows_materials =
        args.mode.unwrap_or_default() == ColorBy::Material && args.weights.is_empty() && args.delta.is_none();
    let is_lit = shows_materials && shading != Shading::Wireframe && !args.xray && args.view_file.is_none();
    match is_lit {
        true => Shadows {
            key: args.shadows.is_on(),
            occlusion: args.occlusion.is_on(),
            ground: args.ground.is_on().then_some(0.0),
        },
        false => Shadows::default(),
    }
}

/// More than any view takes.
const MOST_VIEW_BYTES: u64 = 64 << 20;

fn view_file(path: &Path) -> Result<Box<SavedView>, Failure> {
    let bytes = files::read_at_most(path, MOST_VIEW_BYTES).map_err(Failure::new)?;
    let view = serde_json::from_slice(&bytes);
    view.map(Box::new)
        .map_err(|error| Failure::new(format!("this is no view file ({error}): {}", path.display())))
}

fn write(path: &Path, png: &[u8]) -> Result<(), Failure> {
    if path == Path::new("-") {
        let mut out = output();
        out.write_all(png)?;
        out.flush()?;
        return Ok(());
    }
    write_file(path, png)
}
