//! `render`: one picture of all files, or of each file by itself (`many`); pictures that move are made by `moving`.

mod asked;
mod many;

use super::args::{OnOff, RenderArgs};
use super::input::refuse_words_of_switches;
use super::moving::{self, Written};
use super::output::{Failure, complain};
use super::restart;
use super::view_file::{self, ViewFile};
use crate::core::StandardView;
use crate::files;
use crate::offline::{Aim, BackgroundWish, Beside, LightWish, Maps, PoseTime, Shot, ViewWish};
use crate::picture::{ColorBy, Shading, Tone};
use crate::session::{Aperture, Backdrop, SectionAxis, Switch};
use asked::PictureRequest;

/// Behind the models of a thumbnail.
const TRANSPARENT: BackgroundWish = BackgroundWish {
    backdrop: Backdrop::Transparent,
    flat_color: None,
};

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
    let asked = PictureRequest {
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
        arrangement: args.stop.of(args.stack.arrangement(args.clip.clone())),
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
            aperture: args.depth_of_field.map(Aperture::from),
            section: args.section.map(Option::<SectionAxis>::from),
            section_at: args.section_at.map(|percent| percent / 100.0),
        },
        hidden_meshes: args.hide.clone(),
        hidden_groups: args.hide_group.clone(),
        tints: args.tints.clone(),
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
            reflection: args.reflections.map(|percent| percent / 100.0),
            reflection_roughness: args.reflection_roughness.map(|percent| percent / 100.0),
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
