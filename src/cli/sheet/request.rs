//! Parts of a request that both kinds of sheets share: what is opened, how it is drawn, and by which adapter.

use crate::cli::args::SheetArgs;
use crate::cli::output::Failure;
use crate::files::Allowance;
use crate::offline::{Arrangement, BackgroundWish, Beside, Drawing, FileSet, Maps, MovingWish, Shot, open_beside};
use crate::picture::Shadows;
use crate::session::{Backdrop, Switch};
use std::path::PathBuf;

/// Pixels along each side of a small picture.
pub const SIDE: u32 = 160;
/// Behind models.
const TRANSPARENT: BackgroundWish = BackgroundWish {
    backdrop: Backdrop::Transparent,
    flat_color: None,
};

/// File that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetKind {
    Picture,
    Page,
}

/// Files opened as each picture of a sheet needs them.
pub fn opened(args: &SheetArgs, paths: &[PathBuf], allowance: &Allowance) -> Result<FileSet, Failure> {
    let beside = Beside {
        maps: Maps::All,
        instances: true,
        full_size: false,
    };
    let set = FileSet::open_as(paths, beside, &args.import.options(), allowance);
    set.map_err(Failure::new)
}

pub fn shot(args: &SheetArgs) -> Shot {
    let mut switches = vec![(Switch::GROUND, false)];
    switches.extend(args.bloom.map(|wish| (Switch::BLOOM, wish.is_on())));
    Shot {
        arrangement: Arrangement {
            clip: args.clip.clone(),
            names: args.names.renames(),
            ..Arrangement::default()
        },
        size: Some([args.size.unwrap_or(SIDE); 2]),
        view: args.view.clone(),
        switches,
        background: Some(TRANSPARENT),
        ..Shot::default()
    }
}

/// The whole clip, in a frame that holds all its poses, at most so many pictures a second.
pub fn wish(most_per_sec: f64) -> MovingWish {
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

pub fn adapter(args: &SheetArgs) -> Result<Drawing, Failure> {
    let shadows = Shadows {
        key: true,
        occlusion: true,
        ground: None,
    };
    let ((), drawing) = open_beside(&args.gpu.choice(), (Shot::default().samples, shadows), 0, || ());
    drawing.map_err(Failure::new)
}
