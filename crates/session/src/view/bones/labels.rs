//! Which names stand in the view: that of the selected bone always, those of all drawn bones when names are shown. Names that bones of
//! several models share say whose they are.

use crate::stage::up_axis::world_from_stage;
use crate::view::bones::display::bone_marks;
use crate::window::colors;
use crate::{Placed, Selected, Session, Stage};
use castview_base::core::BoneIndex;
use castview_base::scene::{BoneKind, Skeleton};
use castview_picture::{Label, PlacedKey};
use glam::Vec3;
use std::collections::{HashMap, HashSet};

/// Bytes of a name, which a file may make as long as it likes.
const LONGEST: usize = 1024;
/// Names of bones that are selected beside the active one, per model.
const MOST_SELECTED: usize = 500;
/// Names that are handed to a picture: many more than find a place in it.
const MOST: usize = 4000;

/// Bones next to the active one and to the one under the pointer that are named before all others.
const NEAREST: usize = 16;

/// Which names come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Active,
    Hovered,
    AlsoSelected,
    /// Next to one of these, and lines of a rig.
    Near,
    Other,
    /// Others of a row of numbered names.
    Numbered,
}

struct Ranked {
    rank: Rank,
    /// The distance to what it is near to, in world space, which orders labels of one rank.
    near: f32,
    /// `None`: it is no bone's name.
    of: Option<PlacedKey>,
    label: Label,
}

impl Ranked {
    fn of_bone(rank: Rank, of: &Placed, label: Label) -> Self {
        Self {
            rank,
            near: 0.0,
            of: Some(of.key),
            label,
        }
    }
}

/// The first matter most: the active bone, the one under the pointer, the others that are selected, those nearest to these, and then
/// all in the order of their files, so that the pointer moves no names but those around it.
/// `of_rig` come with their places: 0 is the active bone's, 1 that of the one under the pointer, 3 that of those nearby.
pub(crate) fn labels(session: &Session, of_rig: Vec<(usize, Label)>) -> Vec<Label> {
    let focus = [session.edits.selected, session.selection.hovered()];
    let mut found: Vec<Ranked> = Vec::new();
    let mut named: HashSet<Selected> = HashSet::new();
    let shows_names = session.preferences.bones.names;
    let mut middles: Vec<Vec3> = Vec::new();
    for placed in session.stage.models() {
        if !placed.pose().model_visible || session.stage.is_missing(placed) {
            continue;
        }
        for (rank, selected) in [Rank::Active, Rank::Hovered].into_iter().zip(focus) {
            let shown = selected.map(|selected| placed.shown_as(selected));
            let Some(item @ Selected::Bone(key, bone)) = shown else {
                continue;
            };
            if key == placed.key
                && (rank == Rank::Active || shows_names)
                && let Some(head) = self::head(session, placed, bone)
                && named.insert(item)
            {
                middles.push(head);
                let colors = colors::colors(session);
                let color = if rank == Rank::Active {
                    colors.selected
                } else {
                    colors.hovered
                };
                found.push(Ranked::of_bone(rank, placed, label(placed, bone, head, color)));
            }
        }
        let also = session.edits.also_selected_bones(placed.key);
        let also = also.filter(|bone| bone.get() < placed.model().skeleton.len());
        for bone in also.take(MOST_SELECTED) {
            if let Some(head) = self::head(session, placed, bone)
                && named.insert(Selected::Bone(placed.key, bone))
            {
                let label = label(placed, bone, head, colors::colors(session).selected);
                found.push(Ranked::of_bone(Rank::AlsoSelected, placed, label));
            }
        }
    }
    let of_rig = of_rig.into_iter().filter(|(rank, _)| *rank < 3 || shows_names);
    found.extend(of_rig.map(|(rank, label)| Ranked {
        rank: match rank {
            0 => Rank::Active,
            1 => Rank::Hovered,
            _ => Rank::Near,
        },
        near: 0.0,
        of: None,
        label,
    }));
    if shows_names {
        let from = found.len();
        all_labels(session, &named, &mut found);
        lift_nearest(&mut found[from..], &middles);
    }
    found.sort_by(|a, b| a.rank.cmp(&b.rank).then(a.near.total_cmp(&b.near)));
    found.truncate(MOST);
    session.stage.say_whose(&mut found);
    found.into_iter().map(|ranked| ranked.label).collect()
}

/// Names of all drawn bones but those that are `named`.
fn all_labels(session: &Session, named: &HashSet<Selected>, found: &mut Vec<Ranked>) {
    let shows_bones = session.view.overlays.bones;
    let color = colors::colors(session).bone;
    for placed in session.stage.models() {
        let is_drawn = shows_bones || !placed.model().has_surface();
        if !is_drawn || !placed.pose().model_visible || session.stage.is_missing(placed) {
            continue;
        }
        let skeleton = &placed.model().skeleton;
        let marks = bone_marks(session, placed);
        let visible = skeleton.shown(&placed.pose().bone_visible);
        let mut series = Series::of(skeleton);
        for bone in skeleton.bones() {
            let goes_on = series.goes_on(bone);
            let is_marked = marks.shown.as_ref().is_none_or(|shown| shown[bone.get()]);
            let is_joint = skeleton.kind(bone) == BoneKind::Joint;
            if is_marked
                && is_joint
                && visible[bone.get()]
                && !named.contains(&Selected::Bone(placed.key, bone))
                && let Some(head) = self::head(session, placed, bone)
            {
                let rank = if goes_on { Rank::Numbered } else { Rank::Other };
                let label = Label {
                    is_minor: goes_on,
                    ..label(placed, bone, head, color)
                };
                found.push(Ranked::of_bone(rank, placed, label));
            }
        }
    }
}

/// Where a bone begins, in world space, the first time if its model stands at many places.
pub(crate) fn head(session: &Session, placed: &Placed, bone: BoneIndex) -> Option<Vec3> {
    let model_from_bone = placed.pose().model_from_bone.get(bone.get())?;
    let world_from_model = world_from_stage(session) * placed.first_stage_from_model();
    let head = Vec3::from((world_from_model * *model_from_bone).translation);
    head.is_finite().then_some(head)
}

impl Stage {
    /// Adds the owner to each name that bones of several models have.
    fn say_whose(&self, found: &mut [Ranked]) {
        let mut owner: HashMap<&str, Option<PlacedKey>> = HashMap::new();
        for Ranked { of, label, .. } in found.iter().filter(|ranked| ranked.of.is_some()) {
            let known = owner.entry(&label.text).or_insert(*of);
            if *known != *of {
                *known = None;
            }
        }
        let is_shared = |ranked: &Ranked| ranked.of.is_some() && owner.get(&ranked.label.text[..]) == Some(&None);
        let shared: Vec<bool> = found.iter().map(is_shared).collect();
        if !shared.contains(&true) {
            return;
        }
        let owners = self.owners();
        for (ranked, _) in found.iter_mut().zip(shared).filter(|(_, is_shared)| *is_shared) {
            if let Some(owner) = ranked.of.and_then(|of| owners.get(&of)) {
                ranked.label.text += &format!(" · {owner}");
            }
        }
    }

    /// Names that tell models apart: the file's name, or the model's own in a file of several; numbered where both are shared.
    fn owners(&self) -> HashMap<PlacedKey, String> {
        let mut files: HashMap<_, usize> = HashMap::new();
        for placed in self.models() {
            *files.entry(placed.file).or_default() += 1;
        }
        let name = |placed: &Placed| -> String {
            let own = placed.model().name.trim();
            let file = self.file(placed.file).map_or("", |file| &file.name);
            let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
            let name = if files[&placed.file] > 1 && !own.is_empty() {
                own
            } else {
                stem
            };
            name[..name.floor_char_boundary(LONGEST)].to_owned()
        };
        let mut taken: HashMap<String, usize> = HashMap::new();
        let numbered = |placed: &Placed| {
            let name = name(placed);
            let count = taken.entry(name.clone()).or_default();
            *count += 1;
            let name = if *count > 1 { format!("{name} {count}") } else { name };
            (placed.key, name)
        };
        self.models().iter().map(numbered).collect()
    }
}

fn label(placed: &Placed, bone: BoneIndex, anchor: Vec3, color: [u8; 3]) -> Label {
    let name = placed.model().skeleton.name(bone);
    Label {
        anchor,
        text: name[..name.floor_char_boundary(LONGEST)].to_owned(),
        color,
        is_minor: false,
    }
}

/// The labels nearest to any of the `middles` come before the others, the nearest first.
fn lift_nearest(labels: &mut [Ranked], middles: &[Vec3]) {
    if middles.is_empty() {
        return;
    }
    let far = |label: &Label| {
        let each = middles.iter().map(|middle| middle.distance(label.anchor));
        each.fold(f32::INFINITY, f32::min)
    };
    let mut order: Vec<(f32, usize)> = labels
        .iter()
        .enumerate()
        .map(|(at, ranked)| (far(&ranked.label), at))
        .collect();
    if order.len() > NEAREST {
        order.select_nth_unstable_by(NEAREST, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        order.truncate(NEAREST);
    }
    for (far, at) in order {
        (labels[at].rank, labels[at].near) = (Rank::Near, far);
    }
}

/// Rows of bones whose names differ in their numbers alone, as joints of a strand do: one below the other, or side by side.
struct Series<'a> {
    skeleton: &'a Skeleton,
    /// Last child so far of each bone.
    last_child: Vec<Option<BoneIndex>>,
}

impl<'a> Series<'a> {
    fn of(skeleton: &'a Skeleton) -> Self {
        Self {
            skeleton,
            last_child: vec![None; skeleton.len()],
        }
    }

    /// Whether `bone` is not the first of its row. Asked of every bone, in their order.
    fn goes_on(&mut self, bone: BoneIndex) -> bool {
        let Some(parent) = self.skeleton.parent(bone) else {
            return false;
        };
        let beside = self.last_child[parent.get()].replace(bone);
        let mut before = [Some(parent), beside].into_iter().flatten();
        let name = self.skeleton.name(bone);
        before.any(|other| differ_in_numbers_alone(name, self.skeleton.name(other)))
    }
}

fn differ_in_numbers_alone(a: &str, b: &str) -> bool {
    let is_letter = |byte: &u8| !byte.is_ascii_digit();
    a != b && a.bytes().filter(is_letter).eq(b.bytes().filter(is_letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_row_differ_in_their_numbers() {
        let pairs = [
            ("strand_03_joint_09", "strand_03_joint_10", true),
            ("strand_03_joint_10", "strand_04_joint_1", true),
            ("face_01_01", "face_01_02", true),
            ("thumb_01_l", "thumb_01_r", false),
            ("hand", "hand", false),
            ("spine", "spine_01", false),
        ];
        for (a, b, wanted) in pairs {
            assert_eq!(differ_in_numbers_alone(a, b), wanted, "{a} {b}");
        }
    }
}
