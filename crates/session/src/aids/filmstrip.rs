//! Small pictures of the stage at any frame of the clip, for the strip above the ruler.
//!
//! In: a frame and a size. Out: a picture of everything at that time. Its camera does not follow the user's, so the picture holds
//! as long as the clip is the same. Never here: which frames are wanted, pixels.

use crate::composition::attach;
use crate::composition::stopped::pose_at;
use crate::picture::plain_picture;
use crate::placed::timed_pose::{MotionKey, TimedSteps};
use crate::playback::played::motion_key;
use crate::stage::up_axis;
use crate::view::shown::drawn::drawn_model;
use crate::window::colors::is_light;
use crate::{ClipKey, RootMotion, Session, Tints};
use castview_base::core::{Bounds, Camera, StandardView};
use castview_picture::{Background, Lights, Picture, PlacedModel, Shading};
use std::sync::Arc;

/// Equal for as long as a frame looks the same.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmKey {
    moves: MotionKey,
    /// Counts changes of textures and of what is hidden.
    looks: u64,
    tints: Tints,
    shading: Shading,
    lights: Lights,
    light: bool,
}

impl FilmKey {
    /// Whether frames are those of the same clip: pictures of an older key are better than none.
    pub fn is_same_clip(&self, other: &Self) -> bool {
        self.clip() == other.clip()
    }

    fn clip(&self) -> Option<ClipKey> {
        self.moves.active_clip()
    }
}

/// `None` while there is no clip or nothing to see.
pub fn film_key(session: &Session) -> Option<FilmKey> {
    session.timeline()?;
    let any = session.stage.models().iter().any(|placed| placed.has_content());
    any.then(|| FilmKey {
        moves: motion_key(session),
        looks: session.changes.looks(),
        tints: session.edits.tints.clone(),
        shading: session.view.shading(),
        lights: session.view.lights(),
        light: is_light(session),
    })
}

/// Everything as it stands at `frame`, on nothing; `None` without a clip.
pub fn film_picture(session: &Session, frame: f64, size: [u32; 2]) -> Option<Picture> {
    let timeline = session.timeline()?;
    let secs = timeline.secs(timeline.range.hold(frame));
    let steady = session.view.steady_bounds();
    let world_from_stage = up_axis::world_from_stage(session);
    let mut around = Bounds::EMPTY;
    let mut way = None;
    let mut models = Vec::with_capacity(session.stage.models().len());
    for placed in session.stage.models().iter().filter(|placed| placed.has_content()) {
        let posed = pose_at::timed_pose(session, placed, secs, TimedSteps::Shown);
        if placed.clips.carrier.is_some() && way.is_none() && session.composition.root_motion() != RootMotion::InPlace {
            way = Some(attach::carried(session, placed, &posed.pose));
        }
        if !posed.pose.model_visible {
            continue;
        }
        let bounds = placed.reach().bounds(placed.model(), &posed.pose);
        let bounds = bounds.transformed(posed.stage_from_model);
        around = around.union(posed.standing.places.around(bounds));
        models.push(PlacedModel {
            places: session.view.places_within_budget(placed.key, posed.standing.places),
            pose: Arc::new(posed.pose),
            stage_from_model: posed.stage_from_model,
            selection: None,
            also_selected_meshes: Vec::new(),
            ..drawn_model(session, placed)
        });
    }
    models.extend(session.view.boxes_of_budget());
    let mut camera = Camera::default();
    camera.set_view(StandardView::Iso);
    camera.frame(&steady, size[0] as f32 / size[1].max(1) as f32);
    // A walk is seen from beside it, all the way.
    camera.target += world_from_stage.transform_vector3(way.unwrap_or_default());
    camera.fit_depth(&around.transformed(world_from_stage).union(steady));
    Some(Picture {
        samples: 4,
        camera,
        background: Background::Transparent,
        shading: match session.view.shading() {
            // Edges alone are a fog at this size.
            Shading::Wireframe => Shading::Untextured,
            other => other,
        },
        ..plain_picture(session, size, models)
    })
}
