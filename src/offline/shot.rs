//! One picture: files → stage → camera → pixels.

use super::batch::{Batch, OfflineError};
use crate::core::StandardView;
use crate::images::Image;
use crate::picture::{Background, Picture, Shading};
use crate::render::{Context, Renderer};
use crate::session::{Action, CameraMove, Placement, Seek, Session};

/// What the picture shows and how. The rest is as the window begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// By name, by number or `rest`; `None`: the first clip of the last file that has one.
    pub clip: Option<String>,
    pub time: Time,
    /// Pixels.
    pub size: [u32; 2],
    pub view: StandardView,
    pub shading: Shading,
    pub bones: bool,
    /// Ground grid and axes.
    pub grid: bool,
    /// `None`: the theme's own.
    pub background: Option<Background>,
    /// 1 or 4.
    pub samples: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Time {
    /// The clip's first frame.
    #[default]
    Start,
    /// The clip's own frame number.
    Frame(f64),
    /// Frame 0 is at 0.
    Seconds(f64),
}

/// A finished picture.
#[derive(Clone, Debug)]
pub struct Taken {
    /// Straight alpha.
    pub image: Image,
    /// Samples per pixel it has.
    pub samples: u32,
    /// What had to be left out of it, one sentence each.
    pub problems: Vec<String>,
}

/// Draws `batch` as `shot` says, on the best adapter there is.
pub fn take(batch: Batch, shot: &Shot) -> Result<Taken, OfflineError> {
    let picture = compose(batch, shot)?;
    let mut renderer = Renderer::new(&Context::headless()?);
    let drawn = renderer.draw(&picture)?;
    Ok(Taken {
        image: renderer.read_pixels()?,
        samples: drawn.samples,
        problems: drawn.problems.iter().map(ToString::to_string).collect(),
    })
}

/// The same steps a user takes in the window, so that both show the same picture.
fn compose(batch: Batch, shot: &Shot) -> Result<Picture, OfflineError> {
    let clip = batch.choose_clip(shot.clip.as_deref())?;
    let rate = clip.and_then(|key| batch.clip(key)).map(|clip| clip.frames_per_second);
    let mut session = Session::default();
    // Notices of a session are for people at a window; what they say is in `info`.
    let mut does = |action| drop(session.apply(action));
    does(Action::Loaded {
        generation: 0,
        files: batch.files,
        placement: Placement::Replace,
    });
    does(Action::ChooseClip(clip));
    does(Action::Pause);
    match (shot.time, rate) {
        (Time::Frame(frame), _) => does(Action::Seek(Seek::Frame(frame))),
        (Time::Seconds(seconds), Some(rate)) => does(Action::Seek(Seek::Frame(seconds * rate))),
        (Time::Seconds(_), None) | (Time::Start, _) => {}
    }
    does(Action::SetShading(shot.shading));
    does(Action::ResizeViewport(shot.size));
    does(Action::Camera(CameraMove::View(shot.view)));
    does(Action::Camera(CameraMove::FrameAll));
    let mut picture = session.picture(shot.size, shot.samples);
    picture.overlays.grid = shot.grid;
    picture.overlays.axes = shot.grid;
    // A clip on its own skeleton has nothing else to show.
    picture.overlays.bones = shot.bones || !session.stage().has_model();
    picture.background = shot.background.unwrap_or(picture.background);
    Ok(picture)
}
