//! Tools, drawers and legends over the picture, and the room beside them for framing.
//!
//! In: covered parts of the viewport, and the height of what stands at its foot. Out: cameras that show a framed model beside them.

use crate::{Change, Session, View};
use castview_base::core::Camera;
use glam::Vec2;

/// How much of a side of the viewport a part must reach along to count: what stands in a corner is looked past.
const ALONG: f32 = 0.75;
/// The share of the picture's height that framing of points, of bounds, and of all that a clip moves, leaves free above what is framed
/// anyway.
pub(crate) const ABOVE_POINTS: f32 = 0.075;
pub(crate) const ABOVE_BOUNDS: f32 = 0.05;
pub(crate) const ABOVE_CLIP: f32 = 0.025;
/// Between tools and what is framed below them, as a share of the height.
const GAP: f32 = 0.02;
/// The share of the height that is kept free at the lower edge, at most.
const MOST_FOOT: f32 = 0.25;
/// Drawers that leave less than this share of the width are lain under: what is framed would be too small to see.
const LEAST: f32 = 0.25;

/// The part of the picture in which framing centres, as shares of width and height from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Room {
    min: Vec2,
    max: Vec2,
}

/// Takes in how many pixels are a point of the window.
pub(crate) fn scale_viewport(session: &mut Session, pixels_per_point: Option<f32>) {
    let pixels = pixels_per_point.filter(|pixels| pixels.is_finite() && *pixels > 0.0);
    if session.view.pixels_per_point != pixels {
        session.view.pixels_per_point = pixels;
        session.note(Change::PICTURE);
    }
}

impl View {
    /// Changes what covers the picture. Returns whether a camera that frames all has other room now.
    pub(super) fn cover_otherwise(&mut self, change: impl FnOnce(&mut Self)) -> bool {
        let before = self.room(ABOVE_POINTS);
        change(self);
        self.camera_is_framed && self.room(ABOVE_POINTS) != before
    }

    /// `slack`: the share of the room's height that is left free above what is framed.
    fn room(&self, slack: f32) -> Room {
        let viewport = Vec2::from(self.viewport.map(|side| side.max(1) as f32));
        let (mut left, mut right, mut tools) = (0.0_f32, 1.0_f32, 0.0_f32);
        for part in &self.covered {
            let [x, y, to_x, to_y] = part.map(|side| side as f32);
            let (min, max) = (Vec2::new(x, y) / viewport, Vec2::new(to_x, to_y) / viewport);
            let size = max - min;
            let is_high = size.y >= ALONG;
            if is_high && min.x <= 0.0 {
                left = left.max(max.x);
            } else if is_high && max.x >= 1.0 {
                right = right.min(min.x);
            } else if min.y <= 0.0 && size.x >= ALONG {
                tools = tools.max(max.y);
            }
        }
        if right - left < LEAST {
            (left, right) = (0.0, 1.0);
        }
        // Only what tools and foot need beyond the slack is taken away.
        let beyond = |part: f32, most: f32| match part > 0.0 {
            true => ((part + GAP - slack) / (1.0 - slack)).clamp(0.0, most),
            false => 0.0,
        };
        let foot = self.foot as f32 / viewport.y;
        Room {
            min: Vec2::new(left, beyond(tools, 0.5)),
            max: Vec2::new(right, 1.0 - beyond(foot, MOST_FOOT)),
        }
    }

    /// Calls `frame` with the width of the room over its height: the model fills the room then, but in the middle of the picture.
    /// [`Self::move_into_room`] has to follow, with the same `slack`.
    pub(crate) fn frame_for_room(&self, camera: &mut Camera, slack: f32, frame: impl FnOnce(&mut Camera, f32)) {
        let room = self.room(slack);
        let size = room.max - room.min;
        let lens = camera.fov_y_rad;
        if size.y < 1.0 {
            // The room is a part of the picture: a narrower lens sees just that.
            camera.fov_y_rad = 2.0 * ((lens * 0.5).tan() * size.y).atan();
        }
        frame(camera, self.viewport_aspect() * size.x / size.y);
        camera.fov_y_rad = lens;
    }

    /// Moves the camera aside so that what is in the middle of the picture is in the middle of the room.
    pub(crate) fn move_into_room(&self, camera: &mut Camera, slack: f32) {
        let room = self.room(slack);
        let aside = (room.min + room.max - 1.0) * camera.half_height();
        camera.target += camera.up() * aside.y - camera.right() * (aside.x * self.viewport_aspect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, ViewAction};

    fn room(viewport: [u32; 2], covered: &[[u32; 4]]) -> [f32; 4] {
        let mut session = Session::default();
        session.apply(Action::View(ViewAction::ResizeViewport(viewport)));
        session.apply(Action::View(ViewAction::Cover(covered.to_vec())));
        let Room { min, max } = session.view.room(ABOVE_POINTS);
        [min.x, min.y, max.x, max.y]
    }

    #[test]
    fn legends_and_a_notice_take_room_where_framing_would_reach_under_them() {
        let lowest = |foot: u32, height: u32| {
            let mut session = Session::default();
            session.apply(Action::View(ViewAction::ResizeViewport([1000, height])));
            session.apply(Action::View(ViewAction::KeepFoot(foot)));
            let Room { max, .. } = session.view.room(ABOVE_POINTS);
            // The framed box ends so far above the lower edge.
            (1.0 - max.y * (1.0 - ABOVE_POINTS)) * height as f32
        };
        let usual = lowest(0, 1000);
        assert!((usual - ABOVE_POINTS * 1000.0).abs() < 0.1, "{usual}");
        assert_eq!(lowest(30, 1000), usual, "there is room below the model anyway");
        for (foot, height) in [(90, 400), (180, 1000), (90, 560)] {
            let free = lowest(foot, height);
            assert!(
                free > foot as f32 && free < foot as f32 + 0.1 * height as f32,
                "{foot} of {height}: {free}"
            );
        }
        assert!(lowest(390, 400) < 200.0, "most of a low picture stays");
    }

    #[test]
    fn tools_and_drawers_take_room_where_framing_would_reach_under_them() {
        let strip = [0, 0, 1000, 50];
        let whole = [0.0, 0.0, 1.0, 1.0];
        assert_eq!(room([1000, 1000], &[]), whole);
        assert_eq!(
            room([1000, 1000], &[strip]),
            whole,
            "there is room above the model anyway"
        );
        assert_eq!(room([1000, 1000], &[strip, [850, 80, 950, 180]]), whole, "a corner");
        let strip = [0, 0, 1000, 76];
        let low = room([1000, 346], &[strip]);
        assert!(low[1] > 0.15 && low[1] < 0.2, "{low:?}");
        assert!(
            low[1] + ABOVE_POINTS * (1.0 - low[1]) > 76.0 / 346.0,
            "the model begins below the tools: {low:?}"
        );
        let strip = [0, 0, 1000, 50];
        let drawers = [strip, [0, 0, 260, 1000], [900, 0, 1000, 1000]];
        assert_eq!(room([1000, 1000], &drawers), [0.26, 0.0, 0.9, 1.0]);
        assert_eq!(
            room([1000, 1000], &[strip, [0, 0, 800, 1000]]),
            whole,
            "nothing is left"
        );
    }
}
