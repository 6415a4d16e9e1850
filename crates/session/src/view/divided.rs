//! Two halves of the picture that are seen in different ways.

use crate::composition::pinned::wiped::wiped_at;
use crate::view::action::Half;
use crate::view::surfaces::marked::longest_of;
use crate::{Action, CompositionAction, PinnedAction, Session, View, ViewAction};
use castview_picture::{Divided, Shading, Way};

/// Where the picture is divided, as a share of its width: two ways to see surfaces, B left of A, or both by one line.
pub fn divided_at(session: &Session) -> Option<f32> {
    session.view.divided.or(wiped_at(session))
}

/// Moves the line that divides the picture.
pub fn divide_at(session: &Session, at: f32) -> Action {
    match session.view.divided {
        Some(_) => Action::View(ViewAction::DivideAt(at)),
        None => Action::Composition(CompositionAction::Pinned(PinnedAction::WipeAt(at))),
    }
}

pub(crate) fn divided(session: &Session) -> Option<Divided> {
    let view = &session.view;
    let right = match view.divided {
        Some(_) => view.right,
        None => view.way(),
    };
    let color_by = session.edits.color_by_or_shape(right.color_by);
    Some(Divided {
        at: divided_at(session)?,
        right: Way { color_by, ..right },
        longest: longest_of(session, color_by),
    })
}

impl View {
    /// Divides the picture, or makes it whole as its left half is.
    pub(crate) fn divide_in_two(&mut self, on: bool) {
        let left = self.way();
        if self.right == left {
            self.right = beside(left);
        }
        self.divided = on.then_some(0.5);
    }

    pub(crate) fn divide(&mut self, action: &ViewAction) {
        match *action {
            ViewAction::DivideAt(at) if self.divided.is_some() && at.is_finite() => {
                self.divided = Some(at.clamp(0.0, 1.0));
            }
            ViewAction::SwapHalves if self.divided.is_some() => {
                let left = self.way();
                let right = std::mem::replace(&mut self.right, left);
                self.see_left(right);
            }
            ViewAction::SeeHalf(Half::Left, way) if self.divided.is_some() => self.see_left(way),
            ViewAction::SeeHalf(Half::Right, way) if self.divided.is_some() => self.right = way,
            _ => {}
        }
    }

    fn see_left(&mut self, way: Way) {
        let view = self;
        (view.shading, view.color_by) = (way.shading, way.color_by);
        (view.overlays.wireframe, view.overlays.xray) = (way.wireframe, way.xray);
    }

    /// How surfaces are seen: in all of the picture, or in its left half while it is divided.
    fn way(&self) -> Way {
        let view = self;
        Way {
            shading: view.shading,
            color_by: view.color_by,
            wireframe: view.overlays.wireframe,
            xray: view.overlays.xray,
        }
    }
}

/// Look of the right half where it would show the same as the left one: two equal halves look as if nothing had happened.
///
/// Beside any other look stands the finished one, which the other explains. Beside the finished one stands the bare shape with its
/// edges, as on a breakdown sheet: it differs for every mesh, with textures or without.
fn beside(left: Way) -> Way {
    let finished = Way::default();
    match left == finished {
        true => Way {
            shading: Shading::Untextured,
            wireframe: true,
            ..finished
        },
        false => finished,
    }
}
