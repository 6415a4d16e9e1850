//! The pointer over the model while the UV layout is open: which pixel has to be looked up.

use crate::view::over_b::shows_b;
use castview_session::probe;
use castview_session::{Action, ProbeAction, Session};
use egui::{Pos2, Rect, Response, Ui};

/// Between two questions about one pixel while a clip plays, seconds.
const PAUSE_S: f64 = 0.25;

/// Question that was asked last.
#[derive(Debug, Default)]
pub struct UvSurface {
    /// The pixel, and the picture it belongs to.
    asked: Option<([u32; 2], u64)>,
    /// When, in seconds of the window.
    at: f64,
}

impl UvSurface {
    /// The pixel under the pointer, once for each pixel and each picture. While a clip plays under a pointer at rest it is asked four
    /// times a second at most, as each question takes time from the pictures. `(rect, pixels)`: the viewport in points and pixels.
    pub fn pixel(
        &mut self,
        ui: &Ui,
        session: &Session,
        response: &Response,
        (rect, pixels): (Rect, [u32; 2]),
        actions: &mut Vec<Action>,
    ) -> Option<[u32; 2]> {
        let is_free = is_open(session) && !ui.input(|input| input.pointer.any_down());
        let pointer = response
            .hover_pos()
            .filter(|at| is_free && !shows_b(session, rect, *at));
        let Some(pointer) = pointer else {
            self.asked = None;
            if probe::hovered_spots(session).surface().is_some() {
                actions.push(Action::Probe(ProbeAction::HoverSurface(None)));
            }
            return None;
        };
        let now = (pixel_at(pointer, rect, pixels), session.revision());
        let time = ui.input(|input| input.time);
        let same = self.asked.filter(|(pixel, _)| *pixel == now.0);
        let is_soon = session.is_playing() && time - self.at < PAUSE_S;
        if same.is_some_and(|asked| asked == now || is_soon) {
            return None;
        }
        (self.asked, self.at) = (Some(now), time);
        Some(now.0)
    }
}

/// Whether the window is seen.
pub fn is_open(session: &Session) -> bool {
    session.window().uv_layout() && !session.window().panels_hidden()
}

/// The pixel of the viewport at `at`.
pub fn pixel_at(at: Pos2, rect: Rect, pixels: [u32; 2]) -> [u32; 2] {
    let share = (at - rect.min) / rect.size();
    let pixel = |share: f32, count: u32| ((share * count as f32) as u32).min(count - 1);
    [pixel(share.x, pixels[0]), pixel(share.y, pixels[1])]
}
