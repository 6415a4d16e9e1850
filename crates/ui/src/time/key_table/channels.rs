//! The channels whose keys can be looked at: the tracks of what is selected.
//!
//! In: bindings, the selection. Out: a list, and the one that is chosen. Never here: painting, keys.

use crate::kit::made_for::{MadeFor, OfModels};
use crate::time::dope_sheet::selects;
use castview_base::scene::{CurveMode, Property};
use castview_motion::animation::{Binding, Driven};
use castview_picture::PlacedKey;
use castview_session::{ClipKey, Selected, Session};
use std::collections::BTreeSet;
use std::sync::Arc;

/// One track on one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Channel {
    pub model: PlacedKey,
    pub target: Driven,
    pub track: usize,
    pub property: Property,
    /// After overrides.
    pub mode: CurveMode,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelRow {
    Target(Selected),
    Channel(Channel),
}

/// The list, rebuilt only when what it follows from changed.
#[derive(Default)]
pub struct KeyChannels {
    made_for: MadeFor<Inputs>,
    rows: Vec<ChannelRow>,
    chosen: Option<Channel>,
    /// The property the user chose last: the next bone shows its channel of that property.
    wanted: Option<Property>,
}

#[derive(PartialEq)]
struct Inputs {
    clip: ClipKey,
    driven: OfModels<Binding>,
    selected: Option<Selected>,
    also_selected: Arc<BTreeSet<Selected>>,
}

impl KeyChannels {
    /// Brings the list up to date. Targets are named where there are several.
    pub fn update(&mut self, session: &Session) {
        let Some(keyed) = session.keyed() else {
            *self = Self {
                wanted: self.wanted,
                ..Self::default()
            };
            return;
        };
        let models = session.stage().models();
        let inputs = Inputs {
            clip: keyed.entry.key,
            driven: OfModels::driven(session),
            selected: session.edits().selected,
            also_selected: session.edits().also_selected.clone(),
        };
        if self.made_for.stays(inputs) {
            return;
        }
        self.rows.clear();
        let tracks = &keyed.entry.clip().tracks;
        for placed in models {
            let channels = keyed
                .binding(placed)
                .map(|binding| binding.channels())
                .unwrap_or_default();
            for of_target in channels.chunk_by(|a, b| a.target == b.target) {
                let target = of_target[0].target;
                let selected = selects(placed.key, target);
                if !session.edits().is_selected(selected) {
                    continue;
                }
                self.rows.push(ChannelRow::Target(selected));
                let channel = |bound: &castview_motion::animation::Channel| {
                    Some(ChannelRow::Channel(Channel {
                        model: placed.key,
                        target,
                        track: bound.track,
                        property: tracks.get(bound.track)?.property,
                        mode: bound.mode,
                    }))
                };
                self.rows.extend(of_target.iter().filter_map(channel));
            }
        }
        let active = session.edits().selected;
        let of_active = |channel: &&Channel| Some(selects(channel.model, channel.target)) == active;
        let found = {
            let all = || self.channels();
            let wanted = |channel: &&Channel| Some(channel.property) == self.wanted;
            let same = all().find(|channel| self.chosen.is_some_and(|chosen| is_same(&chosen, channel)));
            same.or_else(|| all().filter(of_active).find(wanted))
                .or_else(|| all().find(of_active))
                .or_else(|| all().next())
                .copied()
        };
        self.chosen = found;
    }

    pub fn rows(&self) -> &[ChannelRow] {
        &self.rows
    }

    fn channels(&self) -> impl Iterator<Item = &Channel> {
        self.rows.iter().filter_map(|row| match row {
            ChannelRow::Channel(channel) => Some(channel),
            ChannelRow::Target(_) => None,
        })
    }

    /// The one whose keys are shown.
    pub fn chosen(&self) -> Option<Channel> {
        self.chosen
    }

    pub fn choose(&mut self, channel: Channel) {
        self.chosen = Some(channel);
        self.wanted = Some(channel.property);
    }

    /// The channel before or after the chosen one.
    pub fn step(&mut self, forward: bool) {
        let all: Vec<Channel> = self.channels().copied().collect();
        let at = all.iter().position(|channel| Some(*channel) == self.chosen);
        let to = at.and_then(|at| match forward {
            true => all.get(at + 1),
            false => all.get(at.checked_sub(1)?),
        });
        if let Some(to) = to {
            self.choose(*to);
        }
    }
}

/// Modes may change without its being another channel.
fn is_same(a: &Channel, b: &Channel) -> bool {
    (a.model, a.target, a.track, a.property) == (b.model, b.target, b.track, b.property)
}
