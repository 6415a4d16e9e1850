//! `sheet`: small pictures of many models (`models`), or of the frames of one clip (`frames`), on one picture or page.

mod frames;
mod models;
mod page;

use super::args::SheetArgs;
use super::input::refuse_words_of_switches;
use super::output::Failure;
use super::restart;
use crate::files::Allowance;
use crate::offline::{Arrangement, BackgroundWish, Beside, Drawing, FileSet, Maps, MovingWish, Shot, open_beside};
use crate::picture::Shadows;
use crate::session::{Backdrop, Switch};
use std::path::PathBuf;

/// Pixels along each side of a small picture.
const SIDE: u32 = 160;
/// Behind models.
const TRANSPARENT: BackgroundWish = BackgroundWish {
    backdrop: Backdrop::Transparent,
    flat_color: None,
};

/// File that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    Picture,
    Page,
}

pub fn run(args: &SheetArgs) -> Result<u8, Failure> {
    refuse_words_of_switches(&args.files)?;
    let ending = args
        .output
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default();
    let written = match ending.to_ascii_lowercase().as_str() {
        "png" => Written::Picture,
        "html" | "htm" => Written::Page,
        _ => {
            return Err(Failure::new(format!(
                "a sheet is written as .png or .html: {}",
                args.output.display()
            )));
        }
    };
    let shows_frames = args.sprites || args.frames.is_some();
    if shows_frames && written == Written::Page {
        return Err(Failure::new(
            "frames of a clip are written as .png; castview render draws them as pictures that move",
        ));
    }
    if args.clip.is_some() && !shows_frames {
        return Err(Failure::new(
            "--clip is for --frames and --sprites: of many models each shows its first clip",
        ));
    }
    if written == Written::Page && args.columns.is_some() {
        return Err(Failure::new("--columns is for .png: a page is as wide as its window"));
    }
    restart::for_drawing();
    match shows_frames {
        true => frames::run(args),
        false => models::run(args, written),
    }
}

/// Files opened as each picture of a sheet needs them.
fn opened(args: &SheetArgs, paths: &[PathBuf], allowance: &Allowance) -> Result<FileSet, Failure> {
    let beside = Beside {
        maps: Maps::All,
        instances: true,
        full_size: false,
    };
    let set = FileSet::open_as(paths, beside, &args.import.options(), allowance);
    set.map_err(Failure::new)
}

fn shot(args: &SheetArgs) -> Shot {
    Shot {
        arrangement: Arrangement {
            clip: args.clip.clone(),
            names: args.names.renames(),
            ..Arrangement::default()
        },
        size: Some([args.size.unwrap_or(SIDE); 2]),
        view: args.view.clone(),
        switches: vec![(Switch::GROUND, false)],
        background: Some(TRANSPARENT),
        ..Shot::default()
    }
}

/// The whole clip, in a frame that holds all its poses, at most so many pictures a second.
fn wish(most_per_sec: f64) -> MovingWish {
    MovingWish {
        frames: None,
        per_sec: None,
        most_per_sec,
        turns: 0,
        closes: false,
        stands_still: false,
        frames_clip: true,
    }
}

fn adapter(args: &SheetArgs) -> Result<Drawing, Failure> {
    let shadows = Shadows {
        key: true,
        occlusion: true,
        ground: None,
    };
    let ((), drawing) = open_beside(&args.gpu.choice(), (Shot::default().samples, shadows), 0, || ());
    drawing.map_err(Failure::new)
}
