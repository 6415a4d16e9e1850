//! Two halves of the picture that are seen in different ways.

use crate::picture::{Divided, Way};
use crate::session::{Session, ViewAction};

impl Session {
    pub(in crate::session) fn divide(&mut self, action: &ViewAction) {
        match action {
            ViewAction::ToggleDivided => {
                self.view.right = self.way();
                self.view.divided = match self.view.divided {
                    None => Some(0.5),
                    Some(_) => None,
                };
            }
            ViewAction::DivideAt(at) if self.view.divided.is_some() && at.is_finite() => {
                self.view.divided = Some(at.clamp(0.0, 1.0));
            }
            ViewAction::SwapHalves if self.view.divided.is_some() => {
                let left = self.way();
                let right = std::mem::replace(&mut self.view.right, left);
                let view = &mut self.view;
                (view.shading, view.color_by) = (right.shading, right.color_by);
                (view.overlays.wireframe, view.overlays.xray) = (right.wireframe, right.xray);
            }
            _ => {}
        }
    }

    /// How surfaces are seen, where the picture is divided left of that.
    fn way(&self) -> Way {
        let view = &self.view;
        Way {
            shading: view.shading,
            color_by: view.color_by,
            wireframe: view.overlays.wireframe,
            xray: view.overlays.xray,
        }
    }

    pub(in crate::session) fn divided(&self) -> Option<Divided> {
        let at = self.view.divided?;
        let color_by = self.color_by_or_shape(self.view.right.color_by);
        Some(Divided {
            at,
            right: Way {
                color_by,
                ..self.view.right
            },
            longest: self.longest_of(color_by),
        })
    }
}
