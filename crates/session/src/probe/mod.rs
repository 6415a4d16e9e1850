//! Points that the user pinned to surfaces, and everything about the vertices beside them.
//!
//! In: a picked point of a triangle. Out: pins that stay on the posed surface, their marks in the picture, and for each pinned vertex its
//! numbers, influences, blend shapes and byte offsets. Beside that what the pointer is over, here and in the UV layout.

use crate::{Edits, Effect, Session};
use state::Pin;
use std::sync::Arc;

pub(crate) mod action;
pub(crate) mod hover;
pub(crate) mod listed;
pub(crate) mod marks;
pub(crate) mod measure;
mod pinning;
pub(crate) mod state;
pub(crate) mod stored;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod vertex;
pub(crate) mod way;

pub use hover::{hovered_spots, uv_mesh};
pub use listed::listed_vertices;
pub use marks::color_of_pin;
pub use measure::over_clip::measure_curve;
pub use measure::points::measured_now;
pub use measure::told::{measure_title, measure_value, measured_length};
pub use way::vertex_way;

use crate::stop_words;
use action::ProbeAction;
use vertex::{VertexFacts, VertexOf};

/// Everything about the vertex of a pin as it is posed now; `None` if it is not open any more.
pub fn pin_facts<'a>(session: &'a Session, pin: &Pin) -> Option<VertexFacts<'a>> {
    let placed = session.stage.placed(pin.spot.model)?;
    let of = VertexOf {
        triangle: Some(pin.spot.triangle),
        placement: pin.spot.placement as usize,
        ..VertexOf::first(pin.spot.mesh, pin.spot.vertex as usize, pin.rest_normal)
    };
    let facts = VertexFacts::of(placed, of)?;
    Some(VertexFacts {
        stopped: stop_words(session, placed),
        ..facts
    })
}

pub(crate) fn apply_probe(session: &mut Session, action: ProbeAction) -> Vec<Effect> {
    match action {
        ProbeAction::Pin(spot) => pinning::pin(session, spot),
        ProbeAction::Remove(number) => session.edits.edit_pins(|pins| pins.retain(|pin| pin.number != number)),
        ProbeAction::Clear => session.edits.edit_pins(Vec::clear),
        ProbeAction::ListInfluences(model, mesh, influences) => {
            listed::list_influences(session, model, mesh, influences)
        }
        ProbeAction::PinVertex(model, mesh, vertex) => return listed::pin_vertex(session, model, mesh, vertex),
        ProbeAction::Measure(measure) => measure::add(session, measure),
        ProbeAction::MeasureSelected => measure::add_of_selection(session),
        ProbeAction::RemoveMeasure(at) => session.edits.edit_measures(|measures| {
            if at < measures.len() {
                measures.remove(at);
            }
        }),
        ProbeAction::ClearMeasures => session.edits.edit_measures(Vec::clear),
        ProbeAction::SaveVertices(model, mesh) => return vec![Effect::SaveVertices(model, mesh)],
        ProbeAction::HoverLayout(spots) => hover::hover_layout(session, spots),
        ProbeAction::HoverSurface(spot) => hover::hover_surface(session, spot),
    }
    Vec::new()
}

/// Whether pins are what was asked for last, and come before what is selected.
pub fn pins_lead(session: &Session) -> bool {
    session.edits.selected.is_none() || session.selection.pins_came_last()
}

/// After files were closed or read anew: pins stay on triangles that are as they were, wherever their vertices went.
pub(crate) fn forget_pins(session: &mut Session) {
    hover::forget_hovered(session);
    listed::unlist_vertices(session);
    if session.edits.pins.is_empty() {
        return;
    }
    let stage = &session.stage;
    let kept = session.edits.pins.iter().filter_map(|pin| {
        let rest_normal = pinning::rest_normal_at(stage.placed(pin.spot.model)?, &pin.spot)?;
        Some(Pin { rest_normal, ..*pin })
    });
    let kept: Vec<Pin> = kept.collect();
    if kept != *session.edits.pins {
        session.edits.pins = Arc::new(kept);
    }
}

impl Edits {
    /// In the order in which they were pinned.
    pub fn pins(&self) -> &[Pin] {
        &self.pins
    }

    fn edit_pins(&mut self, edit: impl FnOnce(&mut Vec<Pin>)) {
        edit(Arc::make_mut(&mut self.pins));
    }

    /// Drops the newest pin; whether there was one.
    pub(crate) fn unpin_last(&mut self) -> bool {
        let is_any = !self.pins.is_empty();
        if is_any {
            self.edit_pins(|pins| pins.truncate(pins.len() - 1));
        }
        is_any
    }
}
