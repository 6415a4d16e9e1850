//! Undo and redo: the differences between states of the edits, nothing of what stayed as it was; and of what was opened the stage before it.

use super::{
    Attachment, ClipKey, ClipLayer, Edits, Marker, MarkerPlace, Measure, Mix, ModeScope, Moved, OpenFile, Pin, PlayAs,
    SectionChoice, Selected, Stopped,
};
use crate::Flags;
use crate::composition::by_hand::action::HandPart;
use crate::composition::by_hand::poses::{HandEntries, HandPoses};
use crate::snapshot::OpenStep;
use castview_base::core::{BlendShapeIndex, FrameRange, MaterialIndex, MeshIndex, UpAxis};
use castview_base::scene::Skinning;
use castview_motion::animation::Retarget;
use castview_picture::PlacedKey;
use castview_picture::opened::FileKey;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// Steps that can be undone.
pub(super) const DEPTH: usize = 1000;
/// Things that all steps together remember as selected or not, or as posed by hand: each may be about every bone of a stage. The last step
/// is kept however many those are.
const MOST_THINGS: usize = 1 << 20;
/// Bytes of files that are not open and are held for steps to come back to. The last open can be taken back whatever it holds.
const MOST_HELD: u64 = 1 << 30;

/// Target of a drag: all steps until the pointer lets go are one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Dragged {
    /// The slider of a blend shape.
    Shape(PlacedKey, BlendShapeIndex),
    /// A number of a model's move.
    Moved(PlacedKey),
    /// The in or out point of a clip.
    Range(ClipKey),
    /// The clipping plane.
    Section,
    /// The tint of a material.
    Tint(PlacedKey, MaterialIndex),
    /// A part of the changes of bones that are posed by hand.
    ByHand(PlacedKey, HandPart),
}

/// The step that an action or a message makes of its changes of the edits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Remembers {
    #[default]
    Step,
    /// A part of the step that the drag makes.
    Drag(Dragged),
    /// None: the changes have a step of another kind, or belong to no wish of the user.
    Nothing,
}

/// Entries of a map that differ, as they were; `None` for one that was not there.
type Entries<K, V> = Vec<(K, Option<V>)>;

/// Where two states of the edits differ, as it was in one of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Difference {
    selected: Option<Option<Selected>>,
    /// Selected beside the active thing in one of the states only.
    also_selected: Vec<Selected>,
    pins: Option<Arc<Vec<Pin>>>,
    measures: Option<Arc<Vec<Measure>>>,
    up: Option<Option<UpAxis>>,
    base: Option<Mix>,
    layers: Option<Vec<ClipLayer>>,
    ups: Entries<String, UpAxis>,
    relinks: Entries<String, BTreeMap<String, String>>,
    markers: Entries<MarkerPlace, Vec<Marker>>,
    hidden_meshes: Entries<PlacedKey, Arc<Vec<bool>>>,
    hidden_bones: Entries<PlacedKey, Arc<Vec<bool>>>,
    before_solo: Option<Option<Arc<[Flags; 2]>>>,
    section: Option<SectionChoice>,
    shape_weights: Entries<(PlacedKey, BlendShapeIndex), f32>,
    hand_poses: HandEntries,
    methods: Entries<(PlacedKey, MeshIndex), Skinning>,
    tints: Entries<(PlacedKey, MaterialIndex), [u8; 3]>,
    attachments: Entries<PlacedKey, Attachment>,
    moved: Entries<PlacedKey, Moved>,
    mode_overrides: Entries<ModeScope, PlayAs>,
    scales: Entries<FileKey, f32>,
    retargets: Entries<(ClipKey, PlacedKey), Retarget>,
    ranges: Entries<ClipKey, FrameRange>,
    stopped: Option<Option<Stopped>>,
}

impl Difference {
    /// The difference that brings `to` back to `from`.
    fn of(from: &Edits, to: &Edits) -> Self {
        Self {
            selected: (from.selected != to.selected).then_some(from.selected),
            also_selected: in_one_only(&from.also_selected, &to.also_selected),
            pins: (from.pins != to.pins).then(|| from.pins.clone()),
            measures: (from.measures != to.measures).then(|| from.measures.clone()),
            up: (from.up != to.up).then_some(from.up),
            base: (from.base != to.base).then(|| from.base.clone()),
            layers: (from.layers != to.layers).then(|| from.layers.clone()),
            ups: shared_entries(&from.ups, &to.ups, |ups| ups),
            relinks: shared_entries(&from.relinks, &to.relinks, |relinks| relinks),
            markers: shared_entries(&from.markers, &to.markers, |markers| &markers.by_clip),
            hidden_meshes: entries(&from.hidden_meshes, &to.hidden_meshes),
            hidden_bones: entries(&from.hidden_bones, &to.hidden_bones),
            before_solo: (from.before_solo != to.before_solo).then(|| from.before_solo.clone()),
            section: (from.section != to.section).then_some(from.section),
            shape_weights: entries(&from.shape_weights, &to.shape_weights),
            hand_poses: hand_entries(&from.hand_poses, &to.hand_poses),
            methods: entries(&from.methods, &to.methods),
            tints: entries(&from.tints, &to.tints),
            attachments: entries(&from.attachments, &to.attachments),
            moved: entries(&from.moved, &to.moved),
            mode_overrides: entries(&from.mode_overrides, &to.mode_overrides),
            scales: entries(&from.scales, &to.scales),
            retargets: entries(&from.retargets, &to.retargets),
            ranges: entries(&from.ranges, &to.ranges),
            stopped: (from.stopped != to.stopped).then_some(from.stopped),
        }
    }

    /// Brings `edits` back; returns what does the opposite.
    pub fn bring_back(self, edits: &mut Edits) -> Self {
        Self {
            selected: self.selected.map(|was| std::mem::replace(&mut edits.selected, was)),
            also_selected: exchanged(self.also_selected, &mut edits.also_selected),
            pins: self.pins.map(|was| std::mem::replace(&mut edits.pins, was)),
            measures: self.measures.map(|was| std::mem::replace(&mut edits.measures, was)),
            up: self.up.map(|was| std::mem::replace(&mut edits.up, was)),
            base: self.base.map(|was| std::mem::replace(&mut edits.base, was)),
            layers: self.layers.map(|was| std::mem::replace(&mut edits.layers, was)),
            ups: shared_back(self.ups, &mut edits.ups, |ups| ups),
            relinks: shared_back(self.relinks, &mut edits.relinks, |relinks| relinks),
            markers: shared_back(self.markers, &mut edits.markers, |markers| &mut markers.by_clip),
            hidden_meshes: back(self.hidden_meshes, &mut edits.hidden_meshes),
            hidden_bones: back(self.hidden_bones, &mut edits.hidden_bones),
            before_solo: self
                .before_solo
                .map(|was| std::mem::replace(&mut edits.before_solo, was)),
            section: self.section.map(|was| std::mem::replace(&mut edits.section, was)),
            shape_weights: back(self.shape_weights, &mut edits.shape_weights),
            hand_poses: hand_back(self.hand_poses, &mut edits.hand_poses),
            methods: back(self.methods, &mut edits.methods),
            tints: back(self.tints, &mut edits.tints),
            attachments: back(self.attachments, &mut edits.attachments),
            moved: back(self.moved, &mut edits.moved),
            mode_overrides: back(self.mode_overrides, &mut edits.mode_overrides),
            scales: back(self.scales, &mut edits.scales),
            retargets: back(self.retargets, &mut edits.retargets),
            ranges: back(self.ranges, &mut edits.ranges),
            stopped: self.stopped.map(|was| std::mem::replace(&mut edits.stopped, was)),
        }
    }
}

fn in_one_only(from: &Arc<BTreeSet<Selected>>, to: &Arc<BTreeSet<Selected>>) -> Vec<Selected> {
    if Arc::ptr_eq(from, to) {
        return Vec::new();
    }
    from.symmetric_difference(to).copied().collect()
}

/// Removes the `items` that the set holds from it, and adds the rest; the same items do the opposite.
fn exchanged(items: Vec<Selected>, set: &mut Arc<BTreeSet<Selected>>) -> Vec<Selected> {
    if !items.is_empty() {
        let set = Arc::make_mut(set);
        for item in &items {
            if !set.remove(item) {
                set.insert(*item);
            }
        }
    }
    items
}

fn entries<K: Ord + Clone, V: Clone + PartialEq>(from: &BTreeMap<K, V>, to: &BTreeMap<K, V>) -> Entries<K, V> {
    let gone_or_other = from.iter().filter(|(key, value)| to.get(key) != Some(value));
    let new = to.keys().filter(|key| !from.contains_key(key));
    gone_or_other
        .map(|(key, value)| (key.clone(), Some(value.clone())))
        .chain(new.map(|key| (key.clone(), None)))
        .collect()
}

fn back<K: Ord + Clone, V>(entries: Entries<K, V>, map: &mut BTreeMap<K, V>) -> Entries<K, V> {
    let one = |(key, was): (K, Option<V>)| {
        let is = match was {
            Some(was) => map.insert(key.clone(), was),
            None => map.remove(&key),
        };
        (key, is)
    };
    entries.into_iter().map(one).collect()
}

/// Differing entries of maps that states share: two that are the same allocation are not compared.
fn shared_entries<T, K: Ord + Clone, V: Clone + PartialEq>(
    from: &Arc<T>,
    to: &Arc<T>,
    map: impl Fn(&T) -> &BTreeMap<K, V>,
) -> Entries<K, V> {
    if Arc::ptr_eq(from, to) {
        return Vec::new();
    }
    entries(map(from), map(to))
}

/// A map that other states share is copied only where something of it comes back.
fn shared_back<T: Clone, K: Ord + Clone, V>(
    entries: Entries<K, V>,
    shared: &mut Arc<T>,
    map: impl Fn(&mut T) -> &mut BTreeMap<K, V>,
) -> Entries<K, V> {
    if entries.is_empty() {
        return entries;
    }
    back(entries, map(Arc::make_mut(shared)))
}

/// One thing that the user did.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Edited(Box<Difference>),
    Opened(Box<OpenStep>),
    Switched(SwitchStep),
}

fn hand_entries(from: &Arc<HandPoses>, to: &Arc<HandPoses>) -> HandEntries {
    match Arc::ptr_eq(from, to) {
        true => Vec::new(),
        false => HandPoses::entries(from, to),
    }
}

fn hand_back(entries: HandEntries, poses: &mut Arc<HandPoses>) -> HandEntries {
    match entries.is_empty() {
        true => entries,
        false => Arc::make_mut(poses).back(entries),
    }
}

/// A kept setting that a command switched, which told so with an Undo: the next Undo is about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SwitchStep {
    /// The command that switched.
    pub name: &'static str,
    /// The command that switches back.
    pub back: &'static str,
    /// Whether the first is on once it has switched.
    pub is_on: bool,
    /// It has been taken back.
    pub is_undone: bool,
}

impl Step {
    fn things(&self) -> usize {
        match self {
            Self::Edited(step) => step.also_selected.len() + step.hand_poses.len(),
            Self::Opened(_) | Self::Switched(_) => 0,
        }
    }

    fn opened(&self) -> Option<&OpenStep> {
        match self {
            Self::Edited(_) | Self::Switched(_) => None,
            Self::Opened(step) => Some(step),
        }
    }
}

/// Steps that can be undone and done again.
#[derive(Debug, Default)]
pub(super) struct History {
    undo: VecDeque<Step>,
    redo: Vec<Step>,
    /// Drag of the last step; the next part of that drag joins the step.
    dragged: Option<Dragged>,
}

impl History {
    /// A step from `before` to `now`, if they differ. Steps of one drag are one: what came first holds what was before all.
    pub fn remember(&mut self, before: &Edits, now: &Edits, as_what: Remembers) {
        let dragged = match as_what {
            Remembers::Step => None,
            Remembers::Drag(dragged) => Some(dragged),
            Remembers::Nothing => return,
        };
        if before == now {
            return;
        }
        if dragged.is_none() || dragged != self.dragged {
            self.undo.push_back(Step::Edited(Box::new(Difference::of(before, now))));
            let mut things: usize = self.undo.iter().map(Step::things).sum();
            while self.undo.len() > DEPTH || things > MOST_THINGS && self.undo.len() > 1 {
                let dropped = self.undo.pop_front();
                things -= dropped.map_or(0, |step| step.things());
            }
        }
        self.dragged = dragged;
        self.redo.clear();
    }

    /// A kept setting was switched.
    pub fn remember_switch(&mut self, step: SwitchStep) {
        self.dragged = None;
        self.redo.clear();
        self.undo.push_back(Step::Switched(step));
        if self.undo.len() > DEPTH {
            self.undo.pop_front();
        }
    }

    /// Forgets the next step in that direction as long as it switches what `is_over` says is another way by now.
    pub fn drop_switches(&mut self, back: bool, is_over: impl Fn(SwitchStep) -> bool) {
        while let Some(Step::Switched(step)) = if back { self.undo.back() } else { self.redo.last() }
            && is_over(*step)
        {
            _ = if back { self.undo.pop_back() } else { self.redo.pop() };
        }
    }

    /// Forgets what the steps have done to the step after which a model is shown: another clip has another ladder. Steps that did nothing else
    /// are gone.
    pub fn forget_stops(&mut self) {
        let has_more = |step: &mut Step| match step {
            Step::Edited(difference) => difference.stopped.take().is_none() || **difference != Difference::default(),
            _ => true,
        };
        self.undo.retain_mut(has_more);
        self.redo.retain_mut(has_more);
    }

    /// Files were opened onto the stage that is there now: `open` holds `scenes`, by their addresses.
    pub fn remember_open(&mut self, step: OpenStep, mut scenes: BTreeSet<usize>) {
        self.dragged = None;
        self.redo.clear();
        self.undo.push_back(Step::Opened(Box::new(step)));
        let last = self.undo.len() - 1;
        let mut held = 0_u64;
        let mut is_beyond = |at: usize, step: &Step| {
            let bytes = step.opened().map_or(0, |step| step.held_bytes(&mut scenes));
            held = held.saturating_add(bytes);
            held > MOST_HELD && at < last
        };
        let beyond = (0..=last).rev().find(|at| is_beyond(*at, &self.undo[*at]));
        // Whoever comes to a step has gone through all that are newer.
        let gone = beyond.map_or(0, |at| at + 1).max((last + 1).saturating_sub(DEPTH));
        self.undo.drain(..gone);
    }

    /// The files of all steps that bring files back; some are open.
    pub fn held_files(&self) -> impl Iterator<Item = &OpenFile> + Clone {
        let steps = self.undo.iter().chain(&self.redo).filter_map(Step::opened);
        steps.flat_map(|step| step.there.stage.files())
    }

    /// The last open that can be taken back.
    pub fn last_open(&self) -> Option<&OpenStep> {
        self.undo.iter().rev().find_map(Step::opened)
    }

    /// The files that the last open replaced stay where they are from here on.
    pub fn forget_replaced(&mut self) {
        for step in &mut self.undo {
            if let Step::Opened(step) = step {
                step.replaced = false;
                step.over = None;
                step.hung = false;
            }
        }
    }

    /// Ends a drag: the next change of the same kind is a new step. Without any change the drag leaves no step.
    pub fn end_drag(&mut self, now: &Edits) {
        if self.dragged.take().is_some() {
            self.drop_idle_step(now);
        }
    }

    /// Forgets the last step if taking it back would change nothing.
    pub fn drop_idle_step(&mut self, now: &Edits) {
        let mut before = now.clone();
        if let Some(Step::Edited(step)) = self.undo.back().cloned() {
            step.bring_back(&mut before);
            if before == *now {
                self.undo.pop_back();
            }
        }
    }

    /// Takes the last step back, or the last that was taken back again: `bring_back` carries it out and returns what does the opposite.
    /// Whether there was one.
    pub fn go(&mut self, back: bool, bring_back: impl FnOnce(Step) -> Step) -> bool {
        self.dragged = None;
        let step = if back { self.undo.pop_back() } else { self.redo.pop() };
        let Some(step) = step else {
            return false;
        };
        let opposite = bring_back(step);
        match back {
            true => self.redo.push(opposite),
            false => self.undo.push_back(opposite),
        }
        true
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether the last open replaced something that can be brought back.
    pub fn can_keep_both(&self) -> bool {
        self.last_open().is_some_and(|step| step.replaced)
    }

    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Edits that differ in what `seed` says.
    fn edits(seed: &[(u8, u8)]) -> Edits {
        let mut edits = Edits::default();
        for &(key, value) in seed {
            let model = PlacedKey(u64::from(key));
            match value % 8 {
                0 => {
                    _ = edits
                        .shape_weights
                        .insert((model, BlendShapeIndex::new(0)), f32::from(value))
                }
                1 if value > 128 => _ = edits.hidden_bones.insert(model, Arc::new(vec![value > 200])),
                1 => _ = edits.hidden_meshes.insert(model, Arc::new(vec![value > 100])),
                7 => edits.before_solo = Some(Arc::new(edits.hidden())),
                2 => edits.selected = Some(Selected::Model(model)),
                6 => edits.toggle(Selected::Model(model)),
                3 => _ = Arc::make_mut(&mut edits.ups).insert(key.to_string(), UpAxis::Y),
                5 => {
                    let clip = ClipKey {
                        file: FileKey(u64::from(key)),
                        clip: castview_base::core::ClipIndex::new(0),
                    };
                    let range = FrameRange {
                        start: 0.0,
                        end: f64::from(value),
                    };
                    _ = edits.ranges.insert(clip, range);
                }
                4 => _ = edits.scales.insert(FileKey(u64::from(key)), f32::from(value)),
                _ => edits.base.weight = f64::from(value) as _,
            }
        }
        edits
    }

    fn go(history: &mut History, back: bool, edits: &mut Edits) -> bool {
        history.go(back, |step| match step {
            Step::Edited(step) => Step::Edited(Box::new(step.bring_back(edits))),
            Step::Opened(_) | Step::Switched(_) => step,
        })
    }

    proptest! {
        /// Undoing all steps leads through the same states backwards, doing them again forwards.
        #[test]
        fn undo_and_redo_lead_through_the_same_states(seeds in prop::collection::vec(prop::collection::vec((0_u8..5, any::<u8>()), 0..6), 2..8)) {
            let mut states: Vec<Edits> = seeds.iter().map(|seed| edits(seed)).collect();
            // Nothing is remembered where nothing changes.
            states.dedup();
            let mut history = History::default();
            for pair in states.windows(2) {
                history.remember(&pair[0], &pair[1], Remembers::Step);
            }
            let mut now = states[states.len() - 1].clone();
            for was in states.iter().rev().skip(1) {
                prop_assert!(go(&mut history, true, &mut now));
                prop_assert_eq!(&now, was);
            }
            prop_assert!(!go(&mut history, true, &mut now));
            for next in &states[1..] {
                prop_assert!(go(&mut history, false, &mut now));
                prop_assert_eq!(&now, next);
            }
            prop_assert!(!history.can_redo());
        }
    }

    #[test]
    fn what_says_that_it_is_no_step_leaves_none() {
        let (before, after) = (edits(&[]), edits(&[(1, 0)]));
        let mut history = History::default();
        history.remember(&before, &after, Remembers::Nothing);
        history.remember(&after, &after, Remembers::Step);
        assert!(!history.can_undo());
        let drag = Remembers::Drag(Dragged::Moved(PlacedKey(1)));
        history.remember(&before, &after, drag);
        history.remember(&after, &edits(&[(2, 0)]), drag);
        assert_eq!(history.undo.len(), 1, "a drag is one step");
    }

    #[test]
    fn a_step_holds_only_what_differs() {
        let many: Vec<(u8, u8)> = (0..200).map(|key| (key, 0)).collect();
        let before = edits(&many);
        let mut now = before.clone();
        now.shape_weights.insert((PlacedKey(7), BlendShapeIndex::new(0)), 0.5);
        let difference = Difference::of(&before, &now);
        assert_eq!(difference.shape_weights.len(), 1);
        assert_eq!(
            difference,
            Difference {
                shape_weights: difference.shape_weights.clone(),
                ..Difference::default()
            }
        );
    }

    /// Selecting all bones of a large stage and none of them, again and again.
    #[test]
    fn what_steps_remember_of_large_selections_is_bounded() {
        let bone = |bone| Selected::Bone(PlacedKey(0), castview_base::core::BoneIndex::new(bone));
        let mut history = History::default();
        let (none, mut all) = (Edits::default(), Edits::default());
        all.select_all(bone(0), (0..65_535).map(bone));
        for _ in 0..50 {
            history.remember(&none, &all, Remembers::Step);
            history.remember(&all, &none, Remembers::Step);
        }
        let held: usize = history.undo.iter().map(Step::things).sum();
        assert!(held <= MOST_THINGS && held > MOST_THINGS / 2, "{held}");
        let mut now = none.clone();
        assert!(go(&mut history, true, &mut now));
        assert_eq!(now, all);
    }

    #[test]
    fn a_thousand_steps_are_kept_and_no_more() {
        let mut history = History::default();
        let mut now = Edits::default();
        for step in 0..DEPTH + 10 {
            let before = now.clone();
            now.up = Some([UpAxis::Y, UpAxis::Z][step % 2]);
            history.remember(&before, &now, Remembers::Step);
        }
        let steps = std::iter::from_fn(|| go(&mut history, true, &mut now).then_some(())).count();
        assert_eq!(steps, DEPTH);
    }
}
