//! Colours that multiply the base colours of materials while the user tries them: never written into a file, and never silent.

use crate::undo::{Dragged, Remembers};
use crate::view::surfaces::marked::color_by;
use crate::{Effect, Placed, Session};
use castview_base::core::MaterialIndex;
use castview_picture::{ColorBy, Legend, LegendEntry, PlacedKey, Shading};

/// Changes nothing.
const WHITE: [u8; 3] = [255; 3];
/// Names of materials in a sentence.
const NAMED: usize = 3;

/// Tints a material, all moves of a drag in one step of undo; `None` or white: as its file has it.
pub(crate) fn tint(session: &mut Session, of: (PlacedKey, MaterialIndex), color: Option<[u8; 3]>) -> Vec<Effect> {
    let placed = session.stage.placed(of.0);
    if placed.is_none_or(|placed| of.1.get() >= placed.model().materials.len()) {
        return Vec::new();
    }
    match color.filter(|color| *color != WHITE) {
        Some(color) => {
            session.changes.remember_as(Remembers::Drag(Dragged::Tint(of.0, of.1)));
            session.edits.tints.insert(of, color);
        }
        None => _ = session.edits.tints.remove(&of),
    }
    Vec::new()
}

/// The tints of that model, as a picture takes them.
pub(crate) fn tints_of(session: &Session, key: PlacedKey) -> Vec<(MaterialIndex, [u8; 3])> {
    let all = (key, MaterialIndex::new(0))..=(key, MaterialIndex::new(u32::MAX as usize - 1));
    let of_model = session.edits.tints.range(all);
    of_model.map(|((_, material), color)| (*material, *color)).collect()
}

/// `Tinted: paint #ff8000`, with the number of further materials; `None`: none is tinted.
pub fn tint_words(session: &Session) -> Option<String> {
    let tints = &session.edits.tints;
    let name = |placed: &Placed, material: MaterialIndex| match placed.model().materials.get(material.get()) {
        Some(material) if !material.name.trim().is_empty() => material.name.clone(),
        _ => format!("material {}", material.get()),
    };
    let told = |((key, material), color): (&(PlacedKey, MaterialIndex), &[u8; 3])| {
        Some(format!(
            "{} {}",
            name(session.stage.placed(*key)?, *material),
            hex(*color)
        ))
    };
    let first: Vec<String> = tints.iter().take(NAMED).filter_map(told).collect();
    let more = match tints.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!first.is_empty()).then(|| format!("Tinted: {}{more}", first.join(", ")))
}

/// `#ff8000`.
pub fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The line of a picture that shows tinted materials, so that a saved one says it, too.
pub(crate) fn tint_legend(session: &Session) -> Option<Legend> {
    let way = (session.view.shading(), color_by(session));
    let right = session.view.divided().map(|_| {
        let right = session.view.right();
        (right.shading, right.color_by)
    });
    let shows = |(shading, by): (Shading, ColorBy)| {
        shading == Shading::Textured && matches!(by, ColorBy::Material | ColorBy::Unlit)
    };
    if !shows(way) && !right.is_some_and(shows) {
        return None;
    }
    Some(Legend {
        across: Legend::WHOLE,
        title: "Materials that do not have the colors of their files",
        entries: vec![LegendEntry::words(tint_words(session)?)],
    })
}
