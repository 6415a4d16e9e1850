//! Which curves there are to choose from, as rows: targets, and the numbers of their tracks.
//!
//! In: bindings, the selection, what was ticked. Out: rows, and which of them are drawn as lines.
//! Never here: painting, values.

use crate::kit::made_for::{MadeFor, OfModels};
use crate::time::dope_sheet::selects;
use castview_base::scene::{Clip, CurveMode, Property};
use castview_motion::animation::curves::{Component, Representation};
use castview_motion::animation::{Binding, Channel, Driven};
use castview_picture::PlacedKey;
use castview_session::{Selected, Session};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// One number of one track on one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CurveKey {
    pub model: PlacedKey,
    pub target: Driven,
    pub track: usize,
    pub part: Component,
}

/// A track on its target: all numbers of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub model: PlacedKey,
    pub target: Driven,
    pub track: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CurveListRow {
    Target(PlacedKey, Driven),
    Curve(CurveRow),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveRow {
    pub key: CurveKey,
    pub property: Property,
    pub mode: CurveMode,
    /// Drawn as a line.
    pub shown: bool,
}

impl CurveListRow {
    fn shown(&self) -> Option<&CurveRow> {
        match self {
            Self::Curve(curve) if curve.shown => Some(curve),
            _ => None,
        }
    }
}

/// Ticks, and the rows that follow; rebuilt only when an input changed.
#[derive(Default)]
pub struct Channels {
    /// Drawn although their target is not selected.
    ticked: HashSet<CurveKey>,
    /// Not drawn although it is.
    hidden: HashSet<CurveKey>,
    rows: Vec<CurveListRow>,
    shown: Vec<CurveRow>,
    shown_count: usize,
    made_for: MadeFor<Inputs>,
    /// Counts changes of the ticks.
    generation: u64,
}

#[derive(PartialEq)]
struct Inputs {
    driven: OfModels<Binding>,
    selected: Option<Selected>,
    also_selected: Arc<BTreeSet<Selected>>,
    all: bool,
    representation: Representation,
    generation: u64,
}

impl Channels {
    /// Brings the rows up to date: of what is selected or ticked, or of `all` that is driven; at most `most` are drawn. True if they
    /// are other rows than before.
    pub fn update(
        &mut self,
        session: &Session,
        clip: &Clip,
        (all, most): (bool, usize),
        representation: Representation,
    ) -> bool {
        let (models, keyed) = (session.stage().models(), session.keyed());
        let bound = |placed| keyed.and_then(|keyed| keyed.binding(placed));
        let inputs = Inputs {
            driven: OfModels::driven(session),
            selected: session.edits().selected,
            also_selected: session.edits().also_selected.clone(),
            all,
            representation,
            generation: self.generation,
        };
        if self.made_for.stays(inputs) {
            return false;
        }
        self.rows.clear();
        for placed in models {
            let channels = bound(placed).map(|binding| binding.channels()).unwrap_or_default();
            for of_target in channels.chunk_by(|a, b| a.target == b.target) {
                let target = of_target[0].target;
                let is_selected = session.edits().is_selected(selects(placed.key, target));
                self.add(placed.key, target, of_target, clip, (is_selected, all), representation);
            }
        }
        self.list_shown(session.edits().selected, most);
        true
    }

    fn add(
        &mut self,
        model: PlacedKey,
        target: Driven,
        channels: &[Channel],
        clip: &Clip,
        (is_selected, all): (bool, bool),
        representation: Representation,
    ) {
        let first = self.rows.len();
        self.rows.push(CurveListRow::Target(model, target));
        for channel in channels {
            let Some(property) = clip.tracks.get(channel.track).map(|track| track.property) else {
                continue;
            };
            for part in parts(property, representation) {
                let key = CurveKey {
                    model,
                    target,
                    track: channel.track,
                    part: *part,
                };
                let shown = if is_selected {
                    !self.hidden.contains(&key)
                } else {
                    self.ticked.contains(&key)
                };
                if shown || is_selected || all {
                    self.rows.push(CurveListRow::Curve(CurveRow {
                        key,
                        property,
                        mode: channel.mode,
                        shown,
                    }));
                }
            }
        }
        if self.rows.len() == first + 1 {
            self.rows.pop();
        }
    }

    pub fn rows(&self) -> &[CurveListRow] {
        &self.rows
    }

    /// The curves drawn as lines: those of the active thing first, and no more than `most` that [`Self::update`] was given.
    pub fn shown(&self) -> &[CurveRow] {
        &self.shown
    }

    /// How many curves are ticked, drawn or not.
    pub fn shown_count(&self) -> usize {
        self.shown_count
    }

    fn list_shown(&mut self, active: Option<Selected>, most: usize) {
        let is_active = |curve: &CurveRow| Some(selects(curve.key.model, curve.key.target)) == active;
        let shown = || self.rows.iter().filter_map(CurveListRow::shown);
        let first = shown().filter(|curve| is_active(curve));
        let others = shown().filter(|curve| !is_active(curve));
        let listed = first.chain(others).take(most).copied().collect();
        self.shown_count = shown().count();
        self.shown = listed;
    }

    pub fn tick(&mut self, key: CurveKey, shown: bool) {
        if shown {
            self.hidden.remove(&key);
            self.ticked.insert(key);
        } else {
            self.ticked.remove(&key);
            self.hidden.insert(key);
        }
        self.generation += 1;
    }

    /// Shows the numbers of this track and no others of its target; ticks of other targets stay.
    pub fn show_only(&mut self, session: &Session, wanted: Wanted) {
        let Wanted { model, target, track } = wanted;
        let is_of_target = |key: &CurveKey| (key.model, key.target) == (model, target);
        self.ticked.retain(|key| !is_of_target(key));
        self.hidden.retain(|key| !is_of_target(key));
        let placed = session.stage().placed(model);
        let binding = placed.and_then(|placed| session.keyed()?.binding(placed));
        let channels = binding.map(|binding| binding.channels()).unwrap_or_default();
        for channel in channels.iter().filter(|channel| channel.target == target) {
            let side = if channel.track == track {
                &mut self.ticked
            } else {
                &mut self.hidden
            };
            side.extend(Component::ALL.map(|part| CurveKey {
                model,
                target,
                track: channel.track,
                part,
            }));
        }
        self.generation += 1;
    }

    /// Nothing is ticked but what is selected.
    pub fn clear(&mut self) {
        self.ticked.clear();
        self.hidden.clear();
        self.generation += 1;
    }

    pub fn has_ticks(&self) -> bool {
        !(self.ticked.is_empty() && self.hidden.is_empty())
    }
}

fn parts(property: Property, representation: Representation) -> &'static [Component] {
    match property {
        Property::TranslationX | Property::ScaleX => &[Component::X],
        Property::TranslationY | Property::ScaleY => &[Component::Y],
        Property::TranslationZ | Property::ScaleZ => &[Component::Z],
        Property::Rotation => representation.parts(),
        Property::BlendWeight | Property::Visibility | Property::Parameter(_) => &[Component::Single],
    }
}

/// `tx`, `rq.w`, `r.x °`, `angle °`: what the number is, and its unit where it is not the file's.
pub fn word(property: Property, part: Component, representation: Representation) -> Cow<'static, str> {
    Cow::Borrowed(match (property, representation, part) {
        (Property::Rotation, Representation::Quaternion, Component::X) => "rq.x",
        (Property::Rotation, Representation::Quaternion, Component::Y) => "rq.y",
        (Property::Rotation, Representation::Quaternion, Component::Z) => "rq.z",
        (Property::Rotation, Representation::Quaternion, _) => "rq.w",
        (Property::Rotation, Representation::Euler, Component::X) => "r.x °",
        (Property::Rotation, Representation::Euler, Component::Y) => "r.y °",
        (Property::Rotation, Representation::Euler, _) => "r.z °",
        (Property::Rotation, Representation::Angle, _) => "angle °",
        (Property::Rotation, Representation::Speed, _) => "° / frame",
        (property, ..) => return property.short_name(),
    })
}
