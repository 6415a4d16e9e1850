//! Distances and angles between bones, pinned vertices and the ground.
//!
//! In: points that the user chose. Out: numbers now and over the clip, lines and labels of the picture, words. Lengths are those of the
//! stage, in the file's own axes; which unit they are told in is the user's choice.

pub(crate) mod marks;
pub(crate) mod over_clip;
pub(crate) mod points;
pub(crate) mod state;
pub(crate) mod told;

use crate::{Edits, Selected, Session};
use state::{MOST_MEASURES, Measure, MeasurePoint};
use std::sync::Arc;

/// Adds a measure, unless it is there or is of points that are not; the oldest makes room.
pub(crate) fn add(session: &mut Session, measure: Measure) {
    let is_there = measure.points().all(|point| points::is_there(session, point));
    if measure.is_of_several_points() && is_there && !session.edits.measures.contains(&measure) {
        session.edits.edit_measures(|measures| {
            if measures.len() >= MOST_MEASURES {
                measures.remove(0);
            }
            measures.push(measure);
        });
    }
}

/// Measures between what is selected: the angle at the active one of three bones, else the active bone and another one or the ground, else
/// the newest two pins, else the newest pin and the ground.
pub(crate) fn add_of_selection(session: &mut Session) {
    if let Some(measure) = of_selection(session) {
        add(session, measure);
    }
}

/// Whether anything is selected or pinned that can be measured.
pub(crate) fn can_measure(session: &Session) -> bool {
    of_selection(session).is_some()
}

fn of_selection(session: &Session) -> Option<Measure> {
    let bones: Vec<MeasurePoint> = session
        .edits
        .all_selected()
        .filter_map(MeasurePoint::of)
        .take(4)
        .collect();
    let active = session.edits.selected.and_then(MeasurePoint::of);
    if let Some(active) = active {
        let others: Vec<MeasurePoint> = bones.into_iter().filter(|bone| *bone != active).collect();
        return match others[..] {
            [] => Some(Measure::Distance([active, MeasurePoint::Ground])),
            [other] => Some(Measure::Distance([active, other])),
            [a, b] => Some(Measure::Angle {
                corner: active,
                arms: [a, b],
            }),
            _ => None,
        };
    }
    let mut pins = session
        .edits
        .pins()
        .iter()
        .rev()
        .map(|pin| MeasurePoint::Pin(pin.number));
    let newest = pins.next()?;
    Some(Measure::Distance([newest, pins.next().unwrap_or(MeasurePoint::Ground)]))
}

/// After files were closed and pins were taken away: measures of points that are no longer there end.
pub(crate) fn forget_measures(session: &mut Session) {
    let is_there = |measure: &Measure| measure.points().all(|point| points::is_there(session, point));
    if !session.edits.measures.iter().all(is_there) {
        let kept: Vec<Measure> = session.edits.measures.iter().copied().filter(is_there).collect();
        session.edits.measures = Arc::new(kept);
    }
}

impl MeasurePoint {
    /// The point of a selected thing; `None`: it is none.
    pub fn of(selected: Selected) -> Option<Self> {
        match selected {
            Selected::Bone(model, bone) => Some(Self::Bone(model, bone)),
            _ => None,
        }
    }
}

impl Edits {
    /// In the order in which they were made.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    pub(crate) fn edit_measures(&mut self, edit: impl FnOnce(&mut Vec<Measure>)) {
        edit(Arc::make_mut(&mut self.measures));
    }
}
