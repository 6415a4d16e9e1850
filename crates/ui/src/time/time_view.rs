//! Which part of the clip the time axis shows: one for the ruler and every panel above it.
//!
//! In: wheel, drags and buttons of those panels. Out: the [`TimeAxis`] of a rectangle as wide as the window. Everything below
//! one axis stands at the same pixel because all of it asks here.
//! Never here: painting, the playhead.

use super::time_axis::TimeAxis;
use crate::kit::theme::size;
use castview_base::core::FrameRange;
use castview_session::playback;
use castview_session::{ClipKey, Session};
use egui::{CursorIcon, PointerButton, Rect, Response, Ui};

/// Logarithm of the shown length's change over a point of scrolling.
const ZOOM: f64 = 0.004;
/// Fewest frames the axis zooms in to.
const LEAST_FRAMES: f64 = 2.0;

/// The zoomed part, if any; it belongs to one clip and is forgotten with it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TimeView {
    part: Option<(Option<ClipKey>, FrameRange)>,
}

impl TimeView {
    /// The frames between the two ends of the axis; `None` without a clip.
    pub fn shown(&self, session: &Session) -> Option<FrameRange> {
        let whole = session.timeline()?.range;
        let zoomed = self.part.filter(|(clip, _)| session.playback().active_clip() == *clip);
        let part = match zoomed {
            Some((_, part)) => part,
            None => playback::keys_range(session).unwrap_or(whole),
        };
        Some(inside(part, whole))
    }

    /// The shared axis over `rect`, which spans the window's width.
    pub fn axis(&self, session: &Session, rect: Rect) -> Option<TimeAxis> {
        let left = rect.left() + left_inset(session, rect.width());
        Some(TimeAxis {
            range: self.shown(session)?,
            left,
            right: (rect.right() - size::AXIS_INSET).max(left),
        })
    }

    /// Shows `range`, held inside the clip; with `None` what is shown at first: the clip, but where a stray notification
    /// stretches it, the part with keys.
    pub fn show(&mut self, session: &Session, range: Option<FrameRange>) {
        self.part = range.zip(session.timeline()).map(|(range, timeline)| {
            let part = inside(range, timeline.range);
            (session.playback().active_clip(), part)
        });
    }

    /// Shows the clip with everything in it, however far out.
    pub fn show_all(&mut self, session: &Session) {
        self.show(session, session.timeline().map(|timeline| timeline.range));
    }

    /// The shown length times `factor`, keeping what stands at `x` in place.
    pub fn zoom(&mut self, session: &Session, axis: &TimeAxis, x: f32, factor: f64) {
        let Some(whole) = session.timeline().map(|timeline| timeline.range) else {
            return;
        };
        let width = f64::from(axis.right - axis.left);
        if width <= 0.0 || !factor.is_finite() || whole.length() <= 0.0 {
            return;
        }
        let share = (f64::from(x - axis.left) / width).clamp(0.0, 1.0);
        let still = axis.range.start + share * axis.range.length();
        let least = LEAST_FRAMES.min(whole.length());
        let length = (axis.range.length() * factor).clamp(least, whole.length());
        let start = still - share * length;
        let end = start + length;
        self.show(session, Some(FrameRange { start, end }));
    }

    /// Moves what is shown by `points` to the left.
    pub fn pan(&mut self, session: &Session, axis: &TimeAxis, points: f32) {
        let width = f64::from(axis.right - axis.left);
        if width > 0.0 && points != 0.0 {
            let by = f64::from(points) / width * axis.range.length();
            let FrameRange { start, end } = axis.range;
            let moved = FrameRange {
                start: start + by,
                end: end + by,
            };
            self.show(session, Some(moved));
        }
    }

    /// While it plays, turns the page when the playhead has left what is shown.
    pub fn follow(&mut self, session: &Session) {
        let (Some(shown), Some(frame)) = (self.shown(session), session.frame()) else {
            return;
        };
        if session.is_playing() && (frame < shown.start || frame > shown.end) {
            let end = frame + shown.length();
            self.show(session, Some(FrameRange { start: frame, end }));
        }
    }

    /// The wheel and the middle button over `response`: Ctrl+wheel and pinching zoom around the pointer, the wheel sideways and the
    /// middle button pan. With `plain_wheel` the bare wheel zooms too.
    pub fn steer(&mut self, ui: &Ui, session: &Session, axis: &TimeAxis, response: &Response, plain_wheel: bool) {
        if response.dragged_by(PointerButton::Middle) {
            ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
            self.pan(session, axis, -response.drag_delta().x);
        }
        let Some(pointer) = response.hover_pos() else {
            return;
        };
        let (scrolled, pinched) = ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
        if pinched != 1.0 {
            self.zoom(session, axis, pointer.x, 1.0 / f64::from(pinched));
        } else if plain_wheel && scrolled.y != 0.0 {
            self.zoom(session, axis, pointer.x, (-f64::from(scrolled.y) * ZOOM).exp());
        } else if scrolled.x != 0.0 {
            self.pan(session, axis, -scrolled.x);
        }
    }
}

/// Where the axis begins: beside the names, while there are some.
pub fn left_inset(session: &Session, width: f32) -> f32 {
    if names_shown(session) {
        (width * size::NAMES_SHARE).clamp(size::NAMES_MIN, size::NAMES)
    } else {
        size::AXIS_INSET
    }
}

/// Whether names stand left of the axis: those of a panel above the ruler, or of the rows under it.
fn names_shown(session: &Session) -> bool {
    panels_shown(session) || super::event_rows::has_names(session)
}

/// Whether a panel stands above the ruler.
pub fn panels_shown(session: &Session) -> bool {
    let preferences = session.preferences();
    !session.window().panels_hidden()
        && (preferences.timeline.dope_sheet || preferences.timeline.curve_view || preferences.timeline.dock_layers)
}

/// `part` moved, and cut where it is too long, until it lies inside `whole`.
fn inside(part: FrameRange, whole: FrameRange) -> FrameRange {
    let usable = part.start.is_finite() && part.end.is_finite() && part.end > part.start;
    if !usable || part.length() >= whole.length() {
        return whole;
    }
    let start = part.start.clamp(whole.start, whole.end - part.length());
    FrameRange {
        start,
        end: (start + part.length()).min(whole.end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_stays_inside_the_clip() {
        let range = |start, end| FrameRange { start, end };
        let whole = range(0.0, 100.0);
        for (part, wanted) in [
            (range(10.0, 20.0), range(10.0, 20.0)),
            (range(-10.0, 20.0), range(0.0, 30.0)),
            (range(95.0, 115.0), range(80.0, 100.0)),
            (range(-10.0, 200.0), whole),
            (range(20.0, 10.0), whole),
            (range(f64::NAN, 10.0), whole),
        ] {
            assert_eq!(inside(part, whole), wanted, "{part:?}");
        }
        assert_eq!(inside(range(1.0, 2.0), range(7.0, 7.0)), range(7.0, 7.0));
    }
}
