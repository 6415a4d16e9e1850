//! Questions about the pixel under a click or the pointer, asked of the picture on the screen.

use super::state::{Flight, News, Question, View};
use crate::render::{Picked, PickedPart, RenderError};
use crate::session::{Action, ProbeAction, Selected, SelectionAction, Session, Spot, StageAction};
use crate::ui::{Pick, Purpose};
use std::time::Instant;

/// Where the adapter does not number triangles, all of a mesh are searched on the processor: while the pointer moves over a mesh of more,
/// nothing is said of it.
const MOST_HOVERED: usize = 200_000;

/// Whether it would take too long to find a triangle of it at each move of the pointer.
fn is_large(session: &Session, picked: &Picked) -> bool {
    let PickedPart::Mesh(mesh) = picked.what else {
        return false;
    };
    let placed = session.stage().placed(picked.key);
    let mesh = placed.and_then(|placed| placed.model().meshes.get(mesh.get()));
    mesh.is_some_and(|mesh| mesh.triangle_count().max(mesh.vertex_count()) > MOST_HOVERED)
}

impl View {
    /// Takes up the question about the pointer if there is no other, and no picture is waited for.
    pub(super) fn ask_hover(&mut self) {
        if self.question.is_none() && !self.is_behind && self.less.is_none() {
            self.question = self.hover.take().map(Question::new);
        }
    }

    /// Asks for the thing at a pixel of the last picture; of an instanced model, for the instance. The answer is among the news
    /// of [`Self::go_on`], at once where the GPU has little to do for it.
    pub fn ask(&mut self, session: &Session, pick: Pick) -> Result<News, RenderError> {
        match pick.purpose {
            Purpose::Hover => {
                self.hover = Some(pick);
                self.ask_hover();
            }
            _ => self.question = Some(Question::new(pick)),
        }
        if self.question.is_some() && self.less.is_some() {
            self.wait_for_all();
            return Ok(News::default());
        }
        if self.question.is_none() || self.is_busy() || self.renderer.is_drawing() {
            return Ok(News::default());
        }
        self.answer(session)
    }

    /// Goes on with the question, if there is one.
    pub(super) fn answer(&mut self, session: &Session) -> Result<News, RenderError> {
        let Some(question) = &mut self.question else {
            return Ok(News::default());
        };
        let began = Instant::now();
        let Pick { pixel, purpose } = question.pick;
        let [x, y] = self.shown.pixel(pixel);
        if !std::mem::replace(&mut question.is_begun, true) {
            match purpose.is_of_surfaces() {
                true => self.renderer.begin_pick_surface(x, y)?,
                false => self.renderer.begin_pick(x, y)?,
            }
        }
        if !question.is_drawn {
            let (work, is_done) = self.renderer.step_pick(self.pace.limit());
            question.is_drawn = is_done;
            if !is_done {
                self.flight = Some(Flight::begin(self.renderer.context(), began, work));
                return Ok(News::default());
            }
        }
        let Some(picked) = self.renderer.take_pick()? else {
            return Ok(News::default());
        };
        self.question = None;
        let spot = |picked: Option<Picked>| picked.and_then(|picked| self.spot(picked, [x, y]));
        let of_surface = match purpose {
            Purpose::Pin => Some(spot(picked).map(ProbeAction::Pin)),
            Purpose::Hover => {
                let is_found = |picked: &Picked| picked.triangle.is_some() || !is_large(session, picked);
                Some(Some(ProbeAction::HoverSurface(spot(picked.filter(is_found)))))
            }
            Purpose::Select | Purpose::Add | Purpose::Menu | Purpose::Put => None,
        };
        if let Some(action) = of_surface {
            return Ok(News {
                answer: action.map(Action::Probe),
                is_new: true,
                ..News::default()
            });
        }
        let adds = purpose == Purpose::Add;
        let part = |Picked { key, what, .. }: Picked| match what {
            PickedPart::Bone(bone) => Selected::Bone(key, bone),
            PickedPart::Mesh(mesh) => Selected::Mesh(key, mesh),
        };
        if purpose == Purpose::Put {
            return Ok(News {
                answer: Some(Action::Stage(StageAction::PutImage(picked.map(part)))),
                is_new: true,
                ..News::default()
            });
        }
        let selected = picked.map(|hit| {
            session
                .stage()
                .instance_at(hit.key, hit.placement)
                .unwrap_or_else(|| part(hit))
        });
        Ok(News {
            answer: match selected {
                // A click beside everything adds nothing, and keeps what is selected.
                Some(item) if adds => Some(SelectionAction::Toggle(item)),
                None if adds => None,
                Some(item) if purpose == Purpose::Menu && session.edits().all_selected().any(|own| own == item) => None,
                selected => Some(SelectionAction::Select(selected)),
            }
            .map(Action::Selection),
            is_new: true,
            ..News::default()
        })
    }

    /// The point of a surface at a pixel.
    fn spot(&self, picked: Picked, [x, y]: [u32; 2]) -> Option<Spot> {
        let PickedPart::Mesh(mesh) = picked.what else {
            return None;
        };
        let point = self.renderer.surface_point(&picked, x, y)?;
        Some(Spot {
            model: picked.key,
            mesh,
            placement: picked.placement,
            triangle: point.triangle,
            corners: point.corners,
            shares: point.shares,
            vertex: point.nearest,
        })
    }
}
