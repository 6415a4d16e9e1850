//! Plan of the drawing for a picture that would cost too much.
//!
//! In: the models of a picture as they stand, and a budget. Out: a [`Plan`], empty for most pictures: the number of copies of
//! each model, boxes for the others, the size of textures, and the meshes left out.

use super::Places;
use super::budget::{BOX, Cost, PLACEMENT, POSED_VERTEX, of_content, of_copy, of_draw, of_palette, of_pose};
use super::{Alike, PlacedKey, PlacedModel, Texels, shapes_by_mesh};
use castview_base::core::{Bounds, ModelIndex, grouped};
use castview_base::scene::{Alpha, Scene};
use glam::{Affine3A, Quat};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// Reduced drawing of models that cost too much together.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// By model; those that are drawn whole are not there.
    pub reduced: BTreeMap<PlacedKey, Reduced>,
    /// `stage_from_box`, of boxes of edge 1 around the origin.
    pub boxes: Arc<Vec<Affine3A>>,
    /// The most texels a texture is sent with; `None`: all it has.
    pub most_texels: Option<u64>,
    /// Parts that are shown, and why not all of them, in words; empty when nothing is reduced.
    pub shown: String,
    /// Which costs are above the budget, in words; empty when nothing is reduced.
    pub reason: String,
    /// Both.
    pub sentence: String,
}

impl Plan {
    /// Nothing is reduced.
    pub fn is_empty(&self) -> bool {
        self.sentence.is_empty()
    }

    /// Nothing but textures is.
    pub fn draws_all(&self) -> bool {
        self.reduced.is_empty()
    }

    /// Makes the sentence begin with `first`, which is shown instead of what `reason` tells of.
    pub fn say_first(&mut self, first: &str, reason: &str) {
        self.shown = match self.shown.is_empty() {
            true => first.to_owned(),
            false => format!("{first}, {}", self.shown),
        };
        self.reason = reason.to_owned();
        self.sentence = format!("Shows {}: {}.", self.shown, self.reason);
    }
}

/// Changes that a plan makes to one model.
#[derive(Clone, Debug, Default)]
pub struct Reduced {
    /// In place of [`PlacedModel::hidden_meshes`]; `None`: those stay.
    pub hidden_meshes: Option<Arc<Vec<bool>>>,
    /// In place of [`PlacedModel::places`]; `None`: those stay.
    pub places: Option<Places>,
}

/// A drawn model's costs.
struct Counted {
    /// The meshes with a cost: position in the model, cost once, cost for each place.
    meshes: Vec<(usize, Cost, Cost)>,
    once: Cost,
    each: Cost,
    places: u64,
}

impl Counted {
    fn whole(&self) -> Cost {
        self.once.plus(self.each.times(self.places))
    }
}

/// Finds the part of `models` that fits into `budget`, by this order: all of it; boxes in place of some instances, those of all models in
/// the same measure; no boxes where these do not fit either; textures at the size of a smaller mip; meshes in their order, each model once.
/// `moves`: whether poses may become others than they are; `reads_blocks`: whether the adapter takes blocks of texels as they are.
/// `bounds`: around each model, in its own space.
pub fn plan(
    models: &[PlacedModel],
    budget: &Cost,
    (moves, reads_blocks): (bool, bool),
    bounds: impl Fn(usize) -> Bounds,
) -> Plan {
    let mut sent = HashSet::new();
    let counted: Vec<Counted> = models.iter().map(|placed| count(placed, moves, &mut sent)).collect();
    let texels = Texels::of(models, reads_blocks);
    let of_textures = texels.cost(u64::MAX);
    let whole = counted.iter().fold(of_textures, |all, one| all.plus(one.whole()));
    if whole.fits(budget) {
        return Plan::default();
    }
    let standing = |one: &&Counted| one.places > 0;
    let alone = counted
        .iter()
        .filter(standing)
        .fold(Cost::NONE, |all, one| all.plus(one.once).plus(one.each));
    let mut plan = Plan::default();
    let mut shown = Vec::new();
    let mut spent = of_textures;
    if !alone.plus(of_textures).fits(budget) {
        let room = budget.texels_beside(&alone);
        let left = Cost {
            // Decoded images are there anyway.
            bytes: Cost::of_decoded(room).plus(Cost::of_sent(room)).bytes,
            ..*budget
        };
        let most = texels.most_within(&left);
        let reduced = texels.reduced(most);
        if reduced > 0 {
            plan.most_texels = Some(most);
            let plural = if reduced == 1 { "" } else { "s" };
            shown.push(format!(
                "{} texture{plural} at a smaller size",
                grouped(reduced as u64, ' ')
            ));
            spent = texels.cost(most);
        }
    }
    let left = budget.less(spent);
    if !alone.fits(&left) {
        shown.push(keep_meshes(models, &counted, &left, &mut plan));
    } else if !counted
        .iter()
        .fold(Cost::NONE, |all, one| all.plus(one.whole()))
        .fits(&left)
    {
        shown.push(keep_places(models, &counted, left.less(alone), bounds, &mut plan));
    }
    plan.say_first(&shown.join(", "), &whole.reason(budget));
    plan
}

fn count(placed: &PlacedModel, moves: bool, sent: &mut HashSet<(*const Scene, ModelIndex, usize)>) -> Counted {
    let model = placed.model();
    let shapes = shapes_by_mesh(model);
    let alike = Alike::of(model, &shapes);
    let is_drawn = |at: usize| {
        let flag = |flags: &[bool], otherwise| flags.get(at).copied().unwrap_or(otherwise);
        flag(&placed.pose.mesh_visible, true) && !flag(&placed.hidden_meshes, false)
    };
    let drawn: Vec<bool> = (0..model.meshes.len()).map(is_drawn).collect();
    let pose = (!moves).then_some(&*placed.pose);
    let leaders = alike.leaders(model, pose, &drawn);
    let mut out = Counted {
        meshes: Vec::new(),
        once: Cost::NONE,
        each: Cost {
            bytes: PLACEMENT,
            ..Cost::NONE
        },
        places: placed.places.len() as u64,
    };
    let mut posed: HashSet<u32> = HashSet::new();
    let mut palettes = HashSet::new();
    // By the mesh whose vertices they share, and the material: what comes later covers it.
    let mut repeated: HashSet<(u32, Option<usize>)> = HashSet::new();
    for (at, mesh) in model.meshes.iter().enumerate() {
        if mesh.vertex_count() == 0 {
            continue;
        }
        let mut once = Cost::NONE;
        // A mesh that is not drawn is not sent.
        if !drawn[at] {
            continue;
        }
        if sent.insert((Arc::as_ptr(&placed.scene), placed.model, alike.first(at))) {
            once = once.plus(of_content(mesh));
        }
        if mesh.skin.is_some_and(|skin| palettes.insert(skin)) {
            once = once.plus(of_palette(model, mesh));
        }
        if posed.insert(leaders[at]) {
            let morphed = match shapes[at].is_empty() || mesh.skin.is_some() {
                true => Cost::NONE,
                false => Cost {
                    bytes: mesh.vertex_count() as u64 * POSED_VERTEX,
                    vertices: mesh.vertex_count() as u64,
                    ..Cost::NONE
                },
            };
            once = once.plus(of_pose(mesh)).plus(morphed);
        }
        let material = mesh.material.map(|material| material.get());
        let blends = material.and_then(|material| model.materials.get(material));
        let blends = blends.is_some_and(|material| material.surface.alpha == Alpha::Blend);
        let mut each = Cost::NONE;
        if blends || repeated.insert((leaders[at], material)) {
            once = once.plus(of_draw());
            each = of_copy(mesh);
        }
        if once != Cost::NONE || each != Cost::NONE {
            out.once = out.once.plus(once);
            out.each = out.each.plus(each);
            out.meshes.push((at, once, each));
        }
    }
    out
}

/// Every model once, and as many more of each as fit into `left`, the others as boxes while these fit; in words.
fn keep_places(
    models: &[PlacedModel],
    counted: &[Counted],
    left: Cost,
    bounds: impl Fn(usize) -> Bounds,
    plan: &mut Plan,
) -> String {
    let extra = counted.iter().fold(Cost::NONE, |all, one| {
        all.plus(one.each.times(one.places.saturating_sub(1)))
    });
    // A quarter is for boxes.
    let for_copies = left.zip(left, |number, _| number / 4 * 3);
    let share = extra.share_of(&for_copies).min(1.0);
    let kept = |one: &Counted| one.places.min(1 + (one.places.saturating_sub(1) as f64 * share) as u64);
    let spent = counted.iter().fold(Cost::NONE, |all, one| {
        all.plus(one.each.times(kept(one).saturating_sub(1)))
    });
    let all: u64 = counted.iter().map(|one| one.places).sum();
    let shown: u64 = counted.iter().map(kept).sum();
    let box_share = BOX.times(all - shown).share_of(&left.less(spent)).min(1.0);
    let mut boxes = Vec::new();
    for (index, (placed, one)) in models.iter().zip(counted).enumerate() {
        let kept = (kept(one) as usize).max(1);
        if kept >= placed.places.len() {
            continue;
        }
        let around = bounds(index);
        let size = around.max - around.min;
        let model_from_box = Affine3A::from_scale_rotation_translation(size, Quat::IDENTITY, around.center());
        let count = ((placed.places.len() - kept) as f64 * box_share) as usize;
        if !around.is_empty() && size.is_finite() {
            let rest = placed.places[kept..].iter().take(count);
            boxes.extend(rest.map(|stage_from_place| *stage_from_place * placed.stage_from_model * model_from_box));
        }
        let reduced = Reduced {
            places: Some(placed.places.first_few(kept)),
            hidden_meshes: None,
        };
        plan.reduced.insert(placed.key, reduced);
    }
    let missing = all - shown - boxes.len() as u64;
    let rest = match (boxes.len(), missing) {
        (0, _) => "the rest are left out".to_owned(),
        (_, 0) => "the rest are boxes".to_owned(),
        (boxes, _) => format!("{} are boxes, the rest are left out", grouped(boxes as u64, ' ')),
    };
    plan.boxes = Arc::new(boxes);
    format!("{} of {} instances; {rest}", grouped(shown, ' '), grouped(all, ' '))
}

/// Each model once, and of all meshes the first that fit; in words.
fn keep_meshes(models: &[PlacedModel], counted: &[Counted], budget: &Cost, plan: &mut Plan) -> String {
    let mut spent = Cost::NONE;
    let (mut all, mut shown, mut is_full) = (0, 0, false);
    for (placed, one) in models.iter().zip(counted) {
        let mut hidden = placed.hidden_meshes.to_vec();
        hidden.resize(placed.model().meshes.len(), false);
        let mut costs: HashMap<usize, Cost> = HashMap::new();
        for (at, once, each) in &one.meshes {
            costs.insert(*at, once.plus(*each));
        }
        let was_hidden = hidden.clone();
        for (at, hides) in hidden.iter_mut().enumerate() {
            if *hides
                || placed.pose.mesh_visible.get(at) == Some(&false)
                || placed.model().meshes[at].vertex_count() == 0
            {
                continue;
            }
            all += 1;
            let cost = costs.get(&at).copied().unwrap_or(Cost::NONE);
            let next = spent.plus(cost);
            is_full |= !next.fits(budget);
            if is_full {
                *hides = true;
            } else {
                (spent, shown) = (next, shown + 1);
            }
        }
        let stands_often = placed.places.len() > 1;
        if hidden != was_hidden || stands_often {
            let reduced = Reduced {
                hidden_meshes: (hidden != was_hidden).then(|| Arc::new(hidden)),
                places: stands_often.then(|| placed.places.first_few(1)),
            };
            plan.reduced.insert(placed.key, reduced);
        }
    }
    format!("{} of {} meshes", grouped(shown, ' '), grouped(all, ' '))
}

impl Reduced {
    /// `placed`, as far as it is drawn.
    pub fn apply(&self, placed: PlacedModel) -> PlacedModel {
        PlacedModel {
            hidden_meshes: self.hidden_meshes.clone().unwrap_or(placed.hidden_meshes),
            places: self.places.clone().unwrap_or(placed.places),
            ..placed
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BoneMarks, Marked, Texture};
    use castview_base::core::{SkinIndex, TextureIndex};
    use castview_base::scene::{Bone, Influences, Material, Mesh, Model, Skeleton, Skin, Slot, SlotSource};
    use castview_images::Image;
    use castview_motion::animation;
    use glam::Vec3;

    /// `meshes` meshes of 3 vertices and `triangles` triangles that stand at `places` places; rigid, or each on a bone of its own.
    fn placed(key: u64, meshes: usize, triangles: usize, places: usize, skinned: bool) -> PlacedModel {
        let mesh = |at: usize| Mesh {
            positions: vec![[at as f32, 0.0, 0.0]; 3].into(),
            triangles: [0, 1, 2].repeat(triangles).into(),
            skin: skinned.then(|| SkinIndex::new(at)),
            influences: if skinned {
                Influences::rigid(3)
            } else {
                Influences::default()
            },
            ..Mesh::default()
        };
        let bones = (0..if skinned { meshes } else { 0 }).map(|_| Bone::default()).collect();
        let skeleton = Skeleton::new(bones).expect("roots");
        let skin = |bone| Skin {
            bones: vec![bone],
            bone_from_mesh: vec![Some(Affine3A::IDENTITY)],
        };
        let model = Model {
            skins: skeleton.bones().map(skin).collect(),
            skeleton,
            meshes: (0..meshes).map(mesh).collect(),
            ..Model::default()
        };
        let pose = Arc::new(animation::rest_pose(&model));
        let instances = (0..places).map(|at| Affine3A::from_translation(Vec3::X * at as f32));
        PlacedModel {
            key: PlacedKey(key),
            scene: Arc::new(Scene {
                models: vec![model],
                ..Scene::default()
            }),
            model: ModelIndex::new(0),
            textures: Arc::default(),
            pose,
            stage_from_model: Affine3A::IDENTITY,
            places: Places::of(instances.collect()).expect("at least one"),
            hidden_meshes: Arc::default(),
            selection: None,
            also_selected_meshes: Vec::new(),
            tints: Vec::new(),
            bones: BoneMarks::default(),
            marked: Marked::default(),
        }
    }

    const PLENTY: Cost = Cost {
        bytes: u64::MAX,
        vertices: u64::MAX,
        triangles: u64::MAX,
        draws: u64::MAX,
        copies: u64::MAX,
        texels: u64::MAX,
    };

    fn whole(models: &[PlacedModel]) -> Cost {
        let mut sent = HashSet::new();
        let all = models.iter().map(|placed| count(placed, false, &mut sent).whole());
        all.fold(Cost::NONE, Cost::plus)
    }

    fn planned(models: &[PlacedModel], budget: &Cost) -> (Plan, Vec<PlacedModel>) {
        let unit = Bounds {
            min: Vec3::ZERO,
            max: Vec3::ONE,
        };
        let plan = plan(models, budget, (false, true), |_| unit);
        let reduced = models.iter().map(|placed| match plan.reduced.get(&placed.key) {
            Some(reduced) => reduced.apply(placed.clone()),
            None => placed.clone(),
        });
        let reduced = reduced.collect();
        (plan, reduced)
    }

    #[test]
    fn what_fits_is_drawn_whole() {
        let models = [placed(1, 3, 10, 100, false), placed(2, 2, 5, 1, true)];
        let cost = whole(&models);
        assert_eq!(
            (cost.triangles, cost.draws, cost.copies, cost.vertices),
            (3010, 5, 302, 6)
        );
        assert!(planned(&models, &cost).0.is_empty());
        let (plan, _) = planned(
            &models,
            &Cost {
                triangles: 3009,
                ..cost
            },
        );
        assert!(!plan.is_empty(), "one triangle less");
    }

    #[test]
    fn places_are_drawn_in_the_same_measure_and_boxes_stand_at_the_rest() {
        let models = [
            placed(1, 1, 1000, 101, false),
            placed(2, 1, 1000, 201, false),
            placed(3, 1, 7, 1, false),
        ];
        let budget = Cost {
            triangles: 2007 + 200_000,
            ..PLENTY
        };
        let (plan, reduced) = planned(&models, &budget);
        let counts: Vec<usize> = reduced.iter().map(|placed| placed.places.len()).collect();
        // 300 more places of 1 000 triangles for three quarters of 200 000: every second one.
        assert_eq!(counts, [51, 101, 1]);
        assert_eq!(plan.boxes.len(), 150);
        assert_eq!(
            plan.sentence,
            "Shows 153 of 303 instances; the rest are boxes: all of it is 302 007 triangles, and at most 202 007 are drawn."
        );
        // A box is where the instance would be.
        assert_eq!(plan.boxes[0].transform_point3(Vec3::ZERO), Vec3::new(51.5, 0.5, 0.5));
        let with_boxes = whole(&reduced).plus(BOX.times(plan.boxes.len() as u64));
        assert!(with_boxes.fits(&budget), "{with_boxes:?}");
        // No room for all boxes, and none for any.
        for (room, words) in [
            (2400, "are boxes, the rest are left out"),
            (3, "instances; the rest are left out"),
        ] {
            let budget = Cost {
                triangles: 2007 + room,
                ..PLENTY
            };
            let (plan, reduced) = planned(&models, &budget);
            assert!(plan.shown.ends_with(words), "{}", plan.shown);
            let with_boxes = whole(&reduced).plus(BOX.times(plan.boxes.len() as u64));
            assert!(with_boxes.fits(&budget), "{with_boxes:?}");
        }
    }

    #[test]
    fn meshes_beyond_the_budget_are_left_out_in_their_order() {
        let models = [placed(1, 30, 10, 1, true), placed(2, 30, 10, 5, true)];
        for (budget, shown) in [
            (Cost { draws: 40, ..PLENTY }, 40),
            (Cost { vertices: 50, ..PLENTY }, 16),
            (
                Cost {
                    triangles: 95,
                    ..PLENTY
                },
                9,
            ),
            (Cost { triangles: 0, ..PLENTY }, 0),
        ] {
            let (plan, reduced) = planned(&models, &budget);
            assert!(whole(&reduced).fits(&budget), "{budget:?}");
            assert!(
                plan.sentence.starts_with(&format!("Shows {shown} of 60 meshes: ")),
                "{}",
                plan.sentence
            );
            assert!(reduced.iter().all(|placed| placed.places.len() == 1));
        }
    }

    /// Many skins of many bones on little meshes: what is left out has no palette either.
    #[test]
    fn palettes_are_counted() {
        let mut one = placed(1, 10, 1, 1, true);
        let scene = Arc::get_mut(&mut one.scene).expect("alone");
        let bone = scene.models[0].skins[0].bones[0];
        for skin in &mut scene.models[0].skins {
            skin.bones = vec![bone; 1000];
            skin.bone_from_mesh = vec![Some(Affine3A::IDENTITY); 1000];
        }
        let few = whole(&[placed(1, 10, 1, 1, true)]);
        let all = whole(std::slice::from_ref(&one));
        let each = (all.bytes - few.bytes) / 10;
        assert_eq!(each, 999 * (64 + 48), "a matrix on each side");
        let budget = Cost {
            bytes: all.bytes / 2 + PLACEMENT,
            ..PLENTY
        };
        let (plan, reduced) = planned(&[one], &budget);
        assert!(plan.shown.starts_with("5 of 10 meshes"), "{}", plan.shown);
        assert!(whole(&reduced).fits(&budget));
    }

    #[test]
    fn what_is_shared_counts_once() {
        let mut one = placed(1, 100, 10, 1, true);
        let scene = Arc::get_mut(&mut one.scene).expect("alone");
        let first = scene.models[0].meshes[0].clone();
        for (at, mesh) in scene.models[0].meshes.iter_mut().enumerate() {
            *mesh = Mesh {
                skin: Some(SkinIndex::new(at)),
                ..first.clone()
            };
        }
        let cost = whole(std::slice::from_ref(&one));
        assert_eq!((cost.vertices, cost.draws, cost.triangles), (3, 1, 10), "in one pose");
        let mut sent = HashSet::new();
        let moving = count(&one, true, &mut sent).whole();
        assert_eq!(
            (moving.vertices, moving.draws),
            (300, 100),
            "a clip may move each by itself"
        );
    }

    /// `placed`, with `count` textures of `side` texels on a side.
    fn textured(mut placed: PlacedModel, count: usize, side: u32) -> PlacedModel {
        let slot = |at: usize| Slot {
            name: "albedo".into(),
            source: SlotSource::Texture(TextureIndex::new(at)),
            lookup: Default::default(),
        };
        let material = |at: usize| Material {
            slots: vec![slot(at)],
            ..Material::default()
        };
        let scene = Arc::get_mut(&mut placed.scene).expect("alone");
        scene.models[0].materials = (0..count).map(material).collect();
        let image = || Image {
            width: side,
            height: side,
            rgba: vec![9; (side * side * 4) as usize],
        };
        placed.textures = Arc::new((0..count).map(|_| Texture::Ready(Arc::new(image().into()))).collect());
        placed
    }

    /// Meshes and textures share one count of bytes, and smaller mips come after boxes and before fewer meshes.
    #[test]
    fn textures_are_sent_smaller_after_instances_are_boxes_and_before_meshes_go() {
        let models = || [textured(placed(1, 2, 10, 100, false), 3, 64)];
        let texels = Texels::of(&models(), true);
        let (all, decoded) = (texels.cost(u64::MAX), texels.cost(0));
        assert_eq!(all.texels, 3 * 64 * 64);
        let meshes = whole(&models());
        let both = meshes.plus(all);
        assert!(planned(&models(), &both).0.is_empty(), "it fits exactly");
        // One byte less than meshes and textures take together, each of which would fit alone.
        let (plan, reduced) = planned(
            &models(),
            &Cost {
                bytes: both.bytes - 1,
                ..PLENTY
            },
        );
        assert_eq!(plan.most_texels, None, "boxes come first: {}", plan.sentence);
        assert!(reduced[0].places.len() < 100);
        // No room for textures of that size even where the model stands once.
        let once = counted_once(&models()[0]);
        for (bytes, most) in [
            (once.plus(all).bytes - 1, 32 * 32),
            (once.plus(decoded).plus(Cost::of_sent(3 * 16 * 16)).bytes, 16 * 16),
        ] {
            let budget = Cost { bytes, ..PLENTY };
            let (plan, reduced) = planned(&models(), &budget);
            assert_eq!(plan.most_texels, Some(most), "{}", plan.sentence);
            assert!(plan.shown.starts_with("3 textures at a smaller size"), "{}", plan.shown);
            assert!(reduced[0].hidden_meshes.is_empty(), "all meshes are there");
            let with_boxes = whole(&reduced).plus(BOX.times(plan.boxes.len() as u64));
            assert!(with_boxes.plus(texels.cost(most)).fits(&budget), "{}", plan.sentence);
        }
        // The row of texels holds by itself.
        let budget = Cost {
            texels: 3 * 64 * 64 - 1,
            ..PLENTY
        };
        let (plan, reduced) = planned(&models(), &budget);
        assert_eq!(plan.most_texels, Some(32 * 32));
        assert_eq!(reduced[0].places.len(), 100, "{}", plan.sentence);
        assert_eq!(
            plan.sentence,
            "Shows 3 textures at a smaller size: all of it is 12 288 texels of textures, and at most 12 287 are drawn."
        );
    }

    fn counted_once(placed: &PlacedModel) -> Cost {
        let counted = count(placed, false, &mut HashSet::new());
        counted.once.plus(counted.each)
    }
}
