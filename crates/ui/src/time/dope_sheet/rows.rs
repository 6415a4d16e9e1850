//! Driven targets, as a flat list of rows: folds applied, search and selection applied.
//!
//! In: the bindings of the clip whose keys are shown, what is folded, what is searched. Out: [`DopeRow`]s in reading order. Names are looked up
//! only for rows on screen.
//! Never here: painting, keys.

use crate::kit::made_for::{MadeFor, OfModels};
use crate::tree::node::{self, Group, Node};
use crate::tree::search::found::Wording;
use crate::tree::tree_rows;
use castview_base::scene::{CurveMode, Property, Skeleton, Track};
use castview_motion::animation::{Binding, Channel, Driven};
use castview_picture::PlacedKey;
use castview_session::{Keyed, LayerKey, Placed, PlayAs, Selected, Session};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

/// Subject of a row; folds are remembered by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DopeItem {
    /// The bar of the active clip.
    Clip,
    /// The bar of a clip over it.
    Layer(LayerKey),
    Group(PlacedKey, Group),
    /// A bone, mesh, shape or model: all its keys in one row.
    Target(PlacedKey, Driven),
    /// One track of a target.
    Track(PlacedKey, Driven, usize),
}

#[derive(Clone, Debug, PartialEq)]
pub struct DopeRow {
    pub item: DopeItem,
    pub depth: u16,
    /// `None`: no rows below it in the hierarchy. Otherwise whether they are shown.
    pub open: Option<bool>,
    /// Whether the rows of its tracks are shown; `None` without tracks.
    pub unfolded: Option<bool>,
    /// Its channels, in [`Rows::channels`].
    pub channels: Range<usize>,
}

/// Folds, and the list that follows; rebuilt only when one of its inputs changed.
#[derive(Default)]
pub struct Rows {
    rows: Vec<DopeRow>,
    channels: Vec<Channel>,
    made_for: MadeFor<Inputs>,
    /// The query; `asks`: it is not empty.
    wording: Wording,
    asks: bool,
    /// Nothing but what is selected.
    filtered: bool,
    folds: HashMap<DopeItem, bool>,
    tracks_shown: HashMap<DopeItem, bool>,
    /// Counts changes of the two above.
    generation: u64,
}

#[derive(PartialEq)]
struct Inputs {
    driven: OfModels<Binding>,
    keyed: Option<LayerKey>,
    layers: Vec<LayerKey>,
    query: String,
    only: Option<Selected>,
    also: Arc<BTreeSet<Selected>>,
    filtered: bool,
    generation: u64,
}

impl Rows {
    /// Brings the rows up to date. `only_selected`: nothing but what is selected. True if they are other rows than before.
    pub fn update(&mut self, session: &Session, query: &str, only_selected: bool) -> bool {
        let models = session.stage().models();
        let keyed = session.keyed();
        let query = query.trim();
        let inputs = Inputs {
            driven: OfModels::driven(session),
            keyed: keyed.and_then(|keyed| keyed.layer),
            layers: session.edits().layers().iter().map(|layer| layer.key).collect(),
            query: query.to_owned(),
            only: session.edits().selected.filter(|_| only_selected),
            also: match only_selected {
                true => session.edits().also_selected.clone(),
                false => Arc::default(),
            },
            filtered: only_selected,
            generation: self.generation,
        };
        if self.made_for.stays(inputs) {
            return false;
        }
        self.wording.set(query);
        (self.asks, self.filtered) = (!query.is_empty(), only_selected);
        self.rows.clear();
        self.channels.clear();
        // The top of the stack first, as people read it.
        for layer in session.edits().layers().iter().rev() {
            self.push(DopeItem::Layer(layer.key), 0, None, None, 0..0);
        }
        if session.active_clip().is_some() {
            self.push(DopeItem::Clip, 0, None, None, 0..0);
        }
        for placed in models {
            self.add_model(session, keyed, placed);
        }
        true
    }

    pub fn rows(&self) -> &[DopeRow] {
        &self.rows
    }

    /// The channels of one row.
    pub fn channels(&self, row: &DopeRow) -> &[Channel] {
        &self.channels[row.channels.clone()]
    }

    pub fn fold(&mut self, item: DopeItem, open: bool) {
        self.folds.insert(item, open);
        self.generation += 1;
    }

    pub fn show_tracks(&mut self, item: DopeItem, shown: bool) {
        self.tracks_shown.insert(item, shown);
        self.generation += 1;
    }

    fn push(&mut self, item: DopeItem, depth: u16, open: Option<bool>, unfolded: Option<bool>, channels: Range<usize>) {
        self.rows.push(DopeRow {
            item,
            depth,
            open,
            unfolded,
            channels,
        });
    }

    fn add_model(&mut self, session: &Session, keyed: Option<Keyed<'_>>, placed: &Placed) {
        let Some(binding) = keyed.and_then(|keyed| keyed.binding(placed)) else {
            return;
        };
        let first = self.channels.len();
        self.channels.extend(binding.channels());
        let spans = spans(&self.channels, first);
        self.add_bones(session, placed, &spans);
        let rest = |target: &Driven| !matches!(target, Driven::Bone(_));
        let mut group = None;
        for (target, span) in spans.iter().filter(|(target, _)| rest(target)) {
            let kind = match target {
                Driven::Shape(_) => Some(Group::BlendShapes),
                Driven::Mesh(_) => Some(Group::Meshes),
                Driven::Material(_) => Some(Group::Materials),
                Driven::Model | Driven::Fixture(_) | Driven::Bone(_) => None,
            };
            if !self.wants(session, placed, *target) {
                continue;
            }
            if group != kind
                && let Some(kind) = kind
            {
                let item = DopeItem::Group(placed.key, kind);
                self.push(item, 0, Some(self.is_open(item)), None, 0..0);
            }
            group = kind;
            if kind.is_none_or(|kind| self.is_open(DopeItem::Group(placed.key, kind))) {
                let depth = u16::from(kind.is_some());
                self.add_target(session, placed, *target, depth, None, span.clone());
            }
        }
    }

    /// The driven bones depth first, each below the nearest driven one above it; with a search or filter a flat list of what it
    /// asks for.
    fn add_bones(&mut self, session: &Session, placed: &Placed, spans: &[(Driven, Range<usize>)]) {
        let skeleton = &placed.model().skeleton;
        let mut own: Vec<Option<Range<usize>>> = vec![None; skeleton.len()];
        for (target, span) in spans {
            if let Driven::Bone(bone) = target {
                own[bone.get()] = Some(span.clone());
            }
        }
        let filtered = self.filtered || self.asks;
        let leads = leads_to_driven(skeleton, &own);
        let fold_of = |bone| self.is_open(DopeItem::Target(placed.key, Driven::Bone(bone)));
        let mut order = Vec::new();
        tree_rows::push_bones(&mut order, placed.key, skeleton, &|node, _| match node {
            Node::Item(Selected::Bone(_, bone)) => filtered || fold_of(bone),
            _ => true,
        });
        // Depths in the tree of the rows above the next one.
        let mut above: Vec<u16> = Vec::new();
        for row in order {
            let Node::Item(Selected::Bone(_, bone)) = row.node else {
                continue;
            };
            let Some(span) = own[bone.get()].clone() else { continue };
            while above.last().is_some_and(|depth| *depth >= row.depth) {
                above.pop();
            }
            let depth = if filtered {
                0
            } else {
                above.len().min(usize::from(u16::MAX)) as u16
            };
            above.push(row.depth);
            let target = Driven::Bone(bone);
            if self.wants(session, placed, target) {
                let open = row.open.filter(|_| leads[bone.get()] && !filtered);
                self.add_target(session, placed, target, depth, open, span);
            }
        }
    }

    fn add_target(
        &mut self,
        session: &Session,
        placed: &Placed,
        target: Driven,
        depth: u16,
        open: Option<bool>,
        span: Range<usize>,
    ) {
        let item = DopeItem::Target(placed.key, target);
        let by_itself = self.filtered && session.edits().is_selected(selects(placed.key, target));
        let shown = self.tracks_shown.get(&item).copied().unwrap_or(by_itself);
        let unfolded = (!span.is_empty()).then_some(shown);
        self.push(item, depth, open, unfolded, span.clone());
        if unfolded == Some(true) {
            for at in span {
                let item = DopeItem::Track(placed.key, target, self.channels[at].track);
                self.push(item, depth.saturating_add(1), None, None, at..at + 1);
            }
        }
    }

    fn is_open(&self, item: DopeItem) -> bool {
        self.folds.get(&item).copied().unwrap_or(true)
    }

    /// Whether search and filter leave `target`.
    fn wants(&mut self, session: &Session, placed: &Placed, target: Driven) -> bool {
        let selected = selects(placed.key, target);
        let is_selected = !self.filtered || session.edits().is_selected(selected);
        let name = || node::label(session.stage(), Node::Item(selected));
        is_selected && (!self.asks || self.wording.fits(name()))
    }
}

/// Returns the selection that a target's row makes.
pub fn selects(key: PlacedKey, target: Driven) -> Selected {
    match target {
        Driven::Bone(bone) => Selected::Bone(key, bone),
        Driven::Model => Selected::Model(key),
        Driven::Mesh(mesh) => Selected::Mesh(key, mesh),
        Driven::Shape(shape) => Selected::BlendShape(key, shape),
        Driven::Material(material) => Selected::Material(key, material),
        Driven::Fixture(_) => Selected::Model(key),
    }
}

/// The neighbours of one target, each with its range of `channels`, from `first` on.
fn spans(channels: &[Channel], first: usize) -> Vec<(Driven, Range<usize>)> {
    let mut out: Vec<(Driven, Range<usize>)> = Vec::new();
    for (at, channel) in channels.iter().enumerate().skip(first) {
        match out.last_mut() {
            Some((target, span)) if *target == channel.target => span.end = at + 1,
            _ => out.push((channel.target, at..at + 1)),
        }
    }
    out
}

/// Per bone: whether one below it is driven.
fn leads_to_driven(skeleton: &Skeleton, own: &[Option<Range<usize>>]) -> Vec<bool> {
    let mut leads = vec![false; own.len()];
    // Children come after their parents.
    for bone in (0..own.len()).rev() {
        if (own[bone].is_some() || leads[bone])
            && let Some(parent) = skeleton.parents()[bone]
        {
            leads[parent.get()] = true;
        }
    }
    leads
}

/// The mode of a row, and whether that is not what its curves say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Badge {
    /// `None`: its channels differ.
    pub mode: Option<CurveMode>,
    /// An override of the file replaced the curves' own mode.
    pub overridden: bool,
    /// The user did.
    pub changed: bool,
}

/// The badge of `channels`, `chosen`: how the user has them play; `None` where modes mean nothing.
pub fn badge(channels: &[Channel], tracks: &[Track], chosen: Option<PlayAs>) -> Option<Badge> {
    let with_mode = |channel: &&Channel| {
        let track = tracks.get(channel.track);
        track.is_some_and(|track| !matches!(track.property, Property::Visibility | Property::Parameter(_)))
    };
    let mut modes = channels.iter().filter(with_mode);
    let first = modes.next()?.mode;
    let same = modes.all(|channel| channel.mode == first);
    let changed = |channel: &Channel| {
        tracks
            .get(channel.track)
            .is_some_and(|track| track.mode != channel.mode)
    };
    let differs = channels.iter().filter(with_mode).any(changed);
    Some(Badge {
        mode: same.then_some(first),
        overridden: differs && chosen.is_none(),
        changed: chosen.is_some_and(|how| differs || how.stored_mode().is_none()),
    })
}
