//! How much of the stage is drawn where all of it would cost too much.
//!
//! In: the models as they stand, and for which files the user wants to see all whatever it costs. Out: a [`Plan`] that pictures obey
//! and one sentence about it; made again only when the stage has changed. All but very few stages are drawn whole, which the most
//! that their models can cost tells without looking further.

use crate::view::shown::drawn::whole_model;
use crate::{Action, Change, Effect, Notice, Placed, Problem, Session, StageAction, View};
use castview_base::core::{Bounds, ModelIndex};
use castview_base::scene::Scene;
use castview_picture::Places;
use castview_picture::opened::FileKey;
use castview_picture::{Cost, PlacedKey, PlacedModel, Plan, Texture, held_bytes, most_of_image, plan, unit_box};
use glam::Vec4;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Linear light: the grey of surfaces without a material, a little darker.
const BOX_COLOR: Vec4 = Vec4::new(0.30, 0.30, 0.32, 1.0);
/// Bytes of textures by which the plan is looked at anew while they arrive.
const TEXTURES_STEP: u64 = 64 << 20;
/// The most samples of each pixel of a picture.
const MOST_SAMPLES: u32 = 4;
/// No model of the stage has it: those count from 1.
const BOX_KEY: PlacedKey = PlacedKey(u64::MAX);

impl Session {
    /// Looks anew how much is drawn, if what that follows from has changed.
    pub(crate) fn follow_budget(&mut self) {
        let most = counted_models(self).fold(Cost::NONE, |all, placed| {
            let (once, each) = placed.facts.most();
            all.plus(once).plus(each.times(placed.standing().places.len() as u64))
        });
        let most_of_textures = self::most_of_textures(self);
        let fits = most.plus(most_of_textures).plus(sums(self)).fits(&budget(self, 0));
        let made_for = (!fits).then(|| budget_key(self, most_of_textures.bytes / TEXTURES_STEP));
        if made_for == self.view.budgeted.made_for {
            return;
        }
        let next = match fits {
            true => Plan::default(),
            false => plan_within_budget(self),
        };
        if !next.boxes.is_empty() {
            let of_boxes = self.view.budgeted.of_boxes.take();
            let of_boxes = of_boxes.unwrap_or_else(|| boxes(Arc::new(unit_box("boxes", BOX_COLOR))));
            self.view.budgeted.of_boxes = Some(PlacedModel {
                places: Places::of(next.boxes.to_vec()).unwrap_or_default(),
                ..of_boxes
            });
        }
        self.view.budgeted.plan = next;
        self.view.budgeted.made_for = made_for;
        self.note(Change::LOOKS);
        self.note(Change::PICTURE);
    }
}

pub(crate) fn limit_memory(session: &mut Session, bytes: Option<u64>, reads_blocks: bool) {
    session.view.budgeted.memory = bytes;
    session.view.budgeted.reads_blocks = reads_blocks;
    session.note(Change::PICTURE);
}

/// Those whose costs are held against the budget.
fn counted_models(session: &Session) -> impl Iterator<Item = &Placed> {
    let models = session.stage.models().iter();
    models.filter(|placed| placed.has_content() && !session.view.budgeted.lifted.contains(&placed.file))
}

/// The most that the textures of the counted models can cost.
fn most_of_textures(session: &Session) -> Cost {
    let mut last = std::ptr::null();
    let mut all = Cost::NONE;
    for placed in counted_models(session) {
        // The models of a file share their set.
        if std::mem::replace(&mut last, Arc::as_ptr(&placed.textures)) == Arc::as_ptr(&placed.textures) {
            continue;
        }
        for image in placed.textures.iter().filter_map(Texture::image) {
            all = all.plus(most_of_image(image, session.view.budgeted.reads_blocks));
        }
    }
    all
}

/// Cost of blending in any order, if the picture may have to: two meshes that blend may interleave.
fn sums(session: &Session) -> Cost {
    let is_xray = session.view.overlays.xray || (session.view.divided.is_some() && session.view.right.xray);
    let blended = counted_models(session).map(|placed| {
        let meshes = match is_xray {
            true => placed.model().meshes.len() as u64,
            false => placed.facts.blended(),
        };
        meshes.saturating_mul(placed.standing().places.len() as u64)
    });
    match blended.fold(0, u64::saturating_add) {
        0 | 1 => Cost::NONE,
        _ => Cost::of_sums(session.view.viewport, MOST_SAMPLES),
    }
}

/// Bytes of the counted models' files, as far as something of them is still held, and of their images.
fn bytes_read(session: &Session) -> u64 {
    let of_scenes = held_bytes(counted_models(session).map(|placed| &placed.scene));
    let open = session.stage.files().iter();
    let open = open.filter(|file| !session.view.budgeted.lifted.contains(&file.key));
    // An image that several textures name is one file.
    let mut images: HashMap<&str, u64> = HashMap::new();
    for file in open {
        let inside = file.instances.files.iter().flat_map(|inside| &inside.textures);
        for entry in file.textures.iter().chain(inside) {
            if let Some(location) = &entry.location {
                images.insert(location, entry.file_bytes);
            }
        }
    }
    images.values().fold(of_scenes, |all, bytes| all.saturating_add(*bytes))
}

/// `textures`: how much they take, in steps coarse enough that a file of many textures is not planned for each that arrives.
fn budget_key(session: &Session, textures: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    let memory = (
        session.view.budgeted.memory,
        session.preferences.memory.picture_memory_mb,
    );
    (session.view.budgeted.reads_blocks, sums(session).bytes).hash(&mut hasher);
    (session.view.level, memory, textures, &session.edits.hidden_meshes).hash(&mut hasher);
    for placed in counted_models(session) {
        let places = placed.standing().places.identity();
        let left_out = session.view.left_out_of(placed.key);
        (
            placed.key,
            places,
            placed.is_moved(),
            placed.pose().model_visible,
            left_out,
        )
            .hash(&mut hasher);
    }
    hasher.finish()
}

/// Budget for drawing files of `read` bytes: within the adapter's memory and the user's setting.
fn budget(session: &Session, read: u64) -> Cost {
    let wished = session.preferences.memory.picture_memory_mb;
    let wished = (wished > 0).then(|| u64::from(wished) << 20);
    Cost::budget(read, session.view.budgeted.memory).held_to(wished)
}

fn plan_within_budget(session: &Session) -> Plan {
    let budget = self::budget(session, bytes_read(session));
    // However large the picture is, there is something in it.
    let sums = self::sums(session).held_to(Some(budget.bytes / 2));
    let budget = budget.less(sums);
    let stage: HashMap<PlacedKey, &Placed> = counted_models(session).map(|placed| (placed.key, placed)).collect();
    let models = |coarse: bool| -> Vec<PlacedModel> {
        let visible = counted_models(session).filter(|placed| placed.pose().model_visible);
        let whole = visible.map(|placed| {
            let mut model = whole_model(session, placed);
            if let (true, Some(levels)) = (coarse, &placed.model().levels) {
                let coarsest = levels.numbers.last().copied().unwrap_or_default();
                let mut hidden = session.edits.hidden_meshes(placed);
                let left_out = levels.left_out(|node| node.level == coarsest);
                let flags = Arc::make_mut(&mut hidden).iter_mut().zip(left_out);
                flags.for_each(|(hidden, left_out)| *hidden |= left_out);
                model.hidden_meshes = hidden;
            }
            model
        });
        whole.collect()
    };
    let moves = counted_models(session).any(Placed::is_moved);
    let reads_blocks = session.view.budgeted.reads_blocks;
    let reduce = |models: &[PlacedModel]| {
        let around = |at: usize| {
            let placed = stage.get(&models[at].key);
            placed.map_or(Bounds::EMPTY, |placed| {
                placed.reach().bounds(placed.model(), placed.pose())
            })
        };
        plan(models, &budget, (moves, reads_blocks), around)
    };
    let as_picked = reduce(&models(false));
    let has_levels = counted_models(session).any(|placed| placed.model().levels.is_some());
    if as_picked.draws_all() || !has_levels {
        return as_picked;
    }
    let coarse = models(true);
    let mut next = reduce(&coarse);
    for model in coarse.iter().filter(|model| stage[&model.key].model().levels.is_some()) {
        let reduced = next.reduced.entry(model.key).or_default();
        reduced.hidden_meshes.get_or_insert_with(|| model.hidden_meshes.clone());
    }
    next.say_first("the coarsest level of detail", &as_picked.reason);
    next
}

impl View {
    /// Files of which the user wants to see all.
    pub(crate) fn lifted(&self) -> Vec<FileKey> {
        self.budgeted.lifted.iter().copied().collect()
    }

    /// Shows all of these files, whatever it costs.
    pub(crate) fn lift(&mut self, files: impl Iterator<Item = FileKey>) {
        self.budgeted.lifted = files.collect();
    }

    /// Bytes that a software adapter has.
    #[cfg(test)]
    pub(crate) fn memory_of_budget(&self) -> Option<u64> {
        self.budgeted.memory
    }

    /// Forgets how much is drawn; what the user and the adapter have said stays.
    pub(crate) fn forget_budget(&mut self) {
        self.budgeted.forget();
    }

    /// One sentence about what is not drawn; `None`: all is.
    pub fn budget_sentence(&self) -> Option<&str> {
        Some(self.budgeted.plan.sentence.as_str()).filter(|sentence| !sentence.is_empty())
    }

    pub(crate) fn budget_notice(&self) -> Option<Effect> {
        Some(lifting_notice(self.budget_sentence()?).about(Problem::OverBudget))
    }

    /// The most texels a texture is sent with.
    pub(crate) fn most_texels(&self) -> u64 {
        self.budgeted.plan.most_texels.unwrap_or(u64::MAX)
    }

    /// Reduces `places` to those that the budget leaves for pictures.
    pub(crate) fn places_within_budget(&self, key: PlacedKey, places: Places) -> Places {
        let reduced = self
            .budgeted
            .plan
            .reduced
            .get(&key)
            .and_then(|reduced| reduced.places.as_ref());
        match reduced {
            Some(reduced) if places.starts_with(reduced) => reduced.clone(),
            // They have moved since.
            Some(reduced) => places.first_few(reduced.len()),
            None => places,
        }
    }

    /// The flags of meshes that the budget leaves out beside those that are hidden.
    pub(crate) fn left_out_by_budget(&self, key: PlacedKey) -> Option<&Arc<Vec<bool>>> {
        self.budgeted.plan.reduced.get(&key)?.hidden_meshes.as_ref()
    }

    pub(crate) fn count_of_boxes(&self) -> usize {
        self.budgeted.plan.boxes.len()
    }

    /// Models that boxes stand for at some of their places, or that are left out there.
    pub(crate) fn models_with_boxes(&self) -> impl Iterator<Item = PlacedKey> + '_ {
        let reduced = self.budgeted.plan.reduced.iter();
        reduced
            .filter(|(_, reduced)| reduced.places.is_some())
            .map(|(key, _)| *key)
    }

    /// Boxes in place of what is not drawn.
    pub(crate) fn boxes_of_budget(&self) -> Option<PlacedModel> {
        let boxes = self.budgeted.of_boxes.as_ref();
        boxes.filter(|_| !self.budgeted.plan.boxes.is_empty()).cloned()
    }
}

impl Placed {
    /// Whether its pose may become another one by itself.
    fn is_moved(&self) -> bool {
        self.binding().is_some() || !self.layers().is_empty() || self.staging.leading.is_some()
    }
}

/// Title of the command that lifts the budget.
pub const SHOW_WHOLE: &str = "Show all of it";

/// A notice with the button that lifts the budget.
pub(crate) fn lifting_notice(sentence: &str) -> Effect {
    let notice = Notice::warning(sentence);
    let lift = Action::Stage(StageAction::LiftBudget);
    Effect::Notify(notice.with_action(SHOW_WHOLE, lift))
}

fn boxes(scene: Arc<Scene>) -> PlacedModel {
    PlacedModel::at_rest(BOX_KEY, scene, ModelIndex::new(0))
}
