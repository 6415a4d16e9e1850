//! Models of new files are set side by side instead of inside each other.
//!
//! In: files that have just joined the stage, placed as they say. Out: moves of models that overlap others, the largest first, in rows
//! across the front view; turns of models whose file states another up axis than the stage has. Parts of one character (a head and a
//! body on the same bones) stay together. Models that their files place away from the origin stay there.

use crate::composition::moved::move_model;
use crate::stage::up_axis;
use crate::view::bones::picking::pixel_of;
use crate::view::camera::front::find_front;
use crate::{Change, Moved, OpenFile, Session};
use castview_base::core::{Bounds, UpAxis, shortened};
use castview_picture::opened::FileKey;
use glam::{Affine3A, Quat, Vec2, Vec3};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// With more files than this no parts are looked for: every pair would have to be compared.
const MOST_RELATED: usize = 64;
/// Bone names that are compared for one file.
const MOST_BONES: usize = 4096;
/// Two boxes overlap if they share this part of the smaller side along every axis.
const TOUCH: f32 = 0.05;
/// Two boxes are alike if their intersection is this part of their union. Two characters on the same bones have such boxes; parts of
/// one character have not.
const ALIKE: f32 = 0.6;
/// Free space between two neighbours, as a part of the widest box.
const GAP: f32 = 0.25;
/// So many boxes stand in a single row.
const ROW: usize = 6;
/// A box is enlarged by this part of its size on each side before it is asked whether it contains the origin.
const NEAR_ORIGIN: f32 = 0.25;

/// Changes that [`arrange`] made.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Arranged {
    /// Some models were moved aside.
    pub side_by_side: bool,
    /// Files whose models were turned, and the up axis they state.
    pub turned: Vec<(String, UpAxis)>,
}

impl Arranged {
    /// A sentence about the turned files with a space before it; empty without such files.
    pub(super) fn turned_told(&self) -> String {
        let up = |axis: UpAxis| match axis {
            UpAxis::X => "x",
            UpAxis::Y => "y",
            UpAxis::Z => "z",
        };
        match &self.turned[..] {
            [] => String::new(),
            [(name, axis)] => format!(
                " {} has {} up and was turned to stand with the others.",
                in_notice(name),
                up(*axis)
            ),
            many => {
                let names: Vec<String> = many.iter().map(|(name, _)| name.clone()).collect();
                format!(" {} have another axis up and were turned.", several(&names))
            }
        }
    }
}

/// The files of one character, or a single file.
struct Group {
    files: Vec<FileKey>,
    /// Around all of its models, in world space.
    bounds: Bounds,
    /// All of its files are new.
    is_new: bool,
}

/// Moves the models of `new` files aside where they overlap others. Their poses are rest poses at this time.
pub(super) fn arrange(session: &mut Session, new: &[FileKey]) -> Arranged {
    let new: BTreeSet<FileKey> = new.iter().copied().collect();
    let turned = turn_upright(session, &new);
    let mut groups = self::groups(session, &new);
    join_moved(session, &groups, &new);
    // Exporters put models at the origin. Somebody has placed the others.
    groups.retain(|group| !group.is_new || is_at_origin(&group.bounds));
    let bounds: Vec<Bounds> = groups.iter().map(|group| group.bounds).collect();
    let overlaps = overlapping(&bounds);
    let moves: Vec<bool> = (groups.iter().zip(overlaps))
        .map(|(group, overlaps)| group.is_new && overlaps)
        .collect();
    let side_by_side = moves.contains(&true);
    if side_by_side {
        set_side_by_side(session, groups, &moves);
    }
    Arranged { side_by_side, turned }
}

/// All models of `files` stand where their files place them, as if nothing had been arranged.
pub(super) fn put_files_back(session: &mut Session, files: &[FileKey]) {
    for placed in session
        .stage
        .models()
        .iter()
        .filter(|placed| files.contains(&placed.file))
    {
        session.edits.moved.remove(&placed.key);
    }
    session.note(Change::POSES);
}

/// The `files` that make up one character, as one list for each character.
pub(crate) fn parts_of_characters(session: &Session, files: &[FileKey]) -> Vec<Vec<FileKey>> {
    let groups = self::groups(session, &files.iter().copied().collect());
    groups.into_iter().map(|group| group.files).collect()
}

/// Where the name of each file is shown while models are moved: below the middle of its models, in pixels of the viewport.
pub fn file_marks(session: &Session) -> Vec<(&str, Vec2)> {
    if session.edits.moved.is_empty() || session.stage.files().len() < 2 {
        return Vec::new();
    }
    let world_from_stage = up_axis::world_from_stage(session);
    let mark = |file: &OpenFile| {
        let models = session.stage.models().iter().filter(|placed| placed.file == file.key);
        let room = models.fold(Bounds::EMPTY, |all, placed| all.union(placed.bounds()));
        let room = room.transformed(world_from_stage);
        let below = room.center().with_y(room.min.y);
        let on_stage = world_from_stage.inverse().transform_point3(below);
        pixel_of(session, on_stage).filter(|_| !room.is_empty())
    };
    let files = session.stage.files().iter().take(MOST_RELATED);
    files.filter_map(|file| Some((&file.name[..], mark(file)?))).collect()
}

/// Turns the models of `new` files that state another up axis than the first file on the stage.
fn turn_upright(session: &mut Session, new: &BTreeSet<FileKey>) -> Vec<(String, UpAxis)> {
    let stated = |file: &OpenFile| file.scene.metadata.up_axis();
    let stands = |file: &&OpenFile| !file.scene.models.is_empty();
    let Some(of_stage) = session.stage.files().iter().filter(stands).find_map(stated) else {
        return Vec::new();
    };
    let files = session.stage.files().iter().filter(|file| new.contains(&file.key));
    let other = files
        .filter(stands)
        .filter_map(|file| Some((file.key, file.name.clone(), stated(file)?)));
    let other: Vec<_> = other.filter(|(.., up)| *up != of_stage).collect();
    let turn = |up: UpAxis| {
        let turn = of_stage.world_from_stage().inverse() * up.world_from_stage();
        Moved::turned(Quat::from_mat3a(&turn.matrix3))
    };
    let turns: BTreeMap<FileKey, Moved> = other.iter().map(|(key, _, up)| (*key, turn(*up))).collect();
    move_files(session, |file, _| turns.get(&file).copied());
    other.into_iter().map(|(_, name, up)| (name, up)).collect()
}

/// All files with visible content. Files that are parts of one character share a group.
fn groups(session: &Session, new: &BTreeSet<FileKey>) -> Vec<Group> {
    let bounds = bounds_by_file(session);
    let files = session
        .stage
        .files()
        .iter()
        .filter_map(|file| Some((file, *bounds.get(&file.key)?)));
    let seen: Vec<_> = files.filter(|(_, [home, _])| !home.is_empty()).collect();
    let few = seen.len() <= MOST_RELATED;
    let mut groups: Vec<Group> = Vec::new();
    let mut members: Vec<Vec<(Bounds, HashSet<String>)>> = Vec::new();
    for (file, [home, now]) in seen {
        let is_new = new.contains(&file.key);
        let names = if few { bone_names(file) } else { HashSet::new() };
        let is_part =
            |(its, its_names): &(Bounds, HashSet<String>)| share_half(its_names, &names) && !alike(its, &home);
        let character = || members.iter().position(|group| group.iter().any(is_part));
        match few.then(character).flatten() {
            Some(at) => {
                groups[at].files.push(file.key);
                groups[at].bounds = groups[at].bounds.union(now);
                groups[at].is_new &= is_new;
                members[at].push((home, names));
            }
            None => {
                groups.push(Group {
                    files: vec![file.key],
                    bounds: now,
                    is_new,
                });
                members.push(vec![(home, names)]);
            }
        }
    }
    groups
}

/// Around the models of each file, in world space: as the file places them, and as they are moved.
fn bounds_by_file(session: &Session) -> BTreeMap<FileKey, [Bounds; 2]> {
    let world_from_stage = up_axis::world_from_stage(session);
    let mut all = BTreeMap::new();
    for placed in session.stage.models() {
        let around = placed.reach().bounds(placed.model(), placed.pose());
        let own = placed.model().placement.affine();
        let in_place = |own: Affine3A| around.transformed(placed.staging.own_place(own, placed.pose().origin));
        let places = session.edits.home_and_move(placed).places;
        let moved = places.around(in_place(session.edits.move_of_single(placed) * own));
        let around = in_place(own);
        let [home, now] = all.entry(placed.file).or_insert([Bounds::EMPTY; 2]);
        *home = home.union(
            placed
                .staging
                .home()
                .places
                .around(around)
                .transformed(world_from_stage),
        );
        *now = now.union(moved.transformed(world_from_stage));
    }
    // Whether files place models at the origin is a question about the numbers of the files.
    let origin = session.stage.origin().in_world(world_from_stage);
    for bounds in all.values_mut().flatten() {
        (bounds.min, bounds.max) = (bounds.min + origin, bounds.max + origin);
    }
    all
}

/// Gives a new part of a character the move that the character has.
fn join_moved(session: &mut Session, groups: &[Group], new: &BTreeSet<FileKey>) {
    for group in groups.iter().filter(|group| !group.is_new) {
        let was_there = group.files.iter().filter(|key| !new.contains(key));
        let mut models = was_there.flat_map(|key| session.stage.models().iter().filter(|placed| placed.file == *key));
        let moved = models.find_map(|placed| session.edits.moved.get(&placed.key).copied());
        if let Some(moved) = moved {
            let joining = group.files.iter().filter(|key| new.contains(key));
            let joining: BTreeSet<FileKey> = joining.copied().collect();
            move_files(session, |file, _| joining.contains(&file).then_some(moved));
        }
    }
}

/// Sets the groups with `moves` in rows, the largest first. The row begins beside the other groups; without others the largest
/// group stays in its place.
fn set_side_by_side(session: &mut Session, groups: Vec<Group>, moves: &[bool]) {
    let across = self::across(session);
    let behind = Vec3::Y.cross(across);
    let along = |bounds: &Bounds, axis: Vec3| {
        let ends = [bounds.min.dot(axis), bounds.max.dot(axis)];
        [ends[0].min(ends[1]), ends[0].max(ends[1])]
    };
    let size = |bounds: &Bounds| bounds.max - bounds.min;
    let (mut moved, stays): (Vec<_>, Vec<_>) = (groups.into_iter().zip(moves)).partition(|(_, moves)| **moves);
    moved.sort_by(|(a, _), (b, _)| size(&b.bounds).max_element().total_cmp(&size(&a.bounds).max_element()));
    let fixed = (stays.iter().map(|(group, _)| group.bounds)).fold(Bounds::EMPTY, Bounds::union);
    let rooms: Vec<Bounds> = moved.iter().map(|(group, _)| group.bounds).collect();
    // Many rows make a square.
    let area: f32 = (rooms.iter().map(|room| size(room).x * size(room).z)).sum();
    let mut widest = area.sqrt() * 2.0;
    if rooms.len() <= ROW {
        widest = f32::INFINITY;
    }
    let widths = rooms.iter().map(|room| size(room).dot(across.abs()));
    // Thin models need a gap too, so height counts.
    let gap = GAP * widths.fold(0.4 * size(&rooms[0]).max_element(), f32::max);
    let (mut right, mut back) = match fixed.is_empty() {
        true => (along(&rooms[0], across)[0], rooms[0].center().dot(behind)),
        false => (along(&fixed, across)[1] + gap, fixed.center().dot(behind)),
    };
    let (left, mut deepest) = (right, 0.0_f32);
    let mut ways = BTreeMap::new();
    for ((group, _), room) in moved.iter().zip(&rooms) {
        let [from, to] = along(room, across);
        let depth = size(room).dot(behind.abs());
        if right - left + (to - from) > widest && right > left {
            back += deepest + gap;
            (right, deepest) = (left, 0.0);
        }
        let way = across * (right - from) + behind * (back - room.center().dot(behind));
        let way = up_axis::world_from_stage(session).inverse().transform_vector3(way);
        if way.is_finite() {
            ways.extend(group.files.iter().map(|file| (*file, way)));
        }
        right += to - from + gap;
        deepest = deepest.max(depth);
    }
    move_files(session, |file, moved| {
        let way = *ways.get(&file)?;
        Some(Moved {
            offset: moved.offset + way,
            ..moved
        })
    });
}

/// The horizontal world axis that points right in the front view.
fn across(session: &Session) -> Vec3 {
    let yaw = find_front(session).yaw_rad;
    let right = Vec3::new(yaw.cos(), 0.0, -yaw.sin());
    right.round().try_normalize().unwrap_or(Vec3::X)
}

/// Gives models another move, by their file and the move they have; `None`: they keep it.
fn move_files(session: &mut Session, change: impl Fn(FileKey, Moved) -> Option<Moved>) {
    let moved = |key| session.edits.moved.get(key).copied().unwrap_or_default();
    let models = session.stage.models().iter();
    let changes = models.filter_map(|placed| Some((placed, change(placed.file, moved(&placed.key))?)));
    let changes: Vec<_> = changes
        .filter(|(placed, _)| session.edits.can_move(placed))
        .map(|(placed, moved)| (placed.key, moved))
        .collect();
    for (key, moved) in changes {
        move_model(session, key, Some(moved));
    }
}

/// Names of files for a sentence. More than three become a count.
pub(crate) fn several(names: &[String]) -> String {
    match names {
        [] | [_] | [_, _] | [_, _, _] => names.iter().map(|name| in_notice(name)).collect::<Vec<_>>().join(", "),
        [first, more @ ..] => format!("{} and {} more", in_notice(first), more.len()),
    }
}

/// A name as notices tell it: a line has room for two of them and a sentence around them.
pub(crate) fn in_notice(name: &str) -> String {
    const LONGEST: usize = 18;
    shortened(name, LONGEST)
}

/// Whether a box, a little enlarged, stands over the origin.
fn is_at_origin(bounds: &Bounds) -> bool {
    let reach = (bounds.max - bounds.min) * NEAR_ORIGIN;
    let level = Vec3::new(1.0, 0.0, 1.0);
    let (min, max) = ((bounds.min - reach) * level, (bounds.max + reach) * level);
    min.cmple(Vec3::ZERO).all() && max.cmpge(Vec3::ZERO).all()
}

/// Which of the boxes overlap another one. Boxes far apart along one axis are not compared.
fn overlapping(boxes: &[Bounds]) -> Vec<bool> {
    let mut overlaps = vec![false; boxes.len()];
    let all = boxes.iter().copied().fold(Bounds::EMPTY, Bounds::union);
    let sizes: Vec3 = boxes.iter().map(|one| one.max - one.min).sum();
    // Along that axis the fewest share a place.
    let share = sizes / (all.max - all.min).max(Vec3::splat(f32::MIN_POSITIVE));
    let axis = (0..3).min_by(|a, b| share[*a].total_cmp(&share[*b])).unwrap_or(0);
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_by(|a, b| boxes[*a].min[axis].total_cmp(&boxes[*b].min[axis]));
    let mut left = boxes.len();
    for (place, at) in order.iter().enumerate() {
        let near = order[place + 1..].iter();
        for other in near.take_while(|other| boxes[**other].min[axis] <= boxes[*at].max[axis]) {
            if left == 0 {
                return overlaps;
            }
            if !(overlaps[*at] && overlaps[*other]) && overlap(&boxes[*at], &boxes[*other]) {
                left -= [*at, *other].iter().filter(|one| !overlaps[**one]).count();
                (overlaps[*at], overlaps[*other]) = (true, true);
            }
        }
    }
    overlaps
}

/// Whether two boxes share more than a touch.
fn overlap(a: &Bounds, b: &Bounds) -> bool {
    let shared = a.max.min(b.max) - a.min.max(b.min);
    let least = (a.max - a.min).min(b.max - b.min);
    shared.cmpge(least * TOUCH).all()
}

/// Whether two boxes have about the same place and size.
fn alike(a: &Bounds, b: &Bounds) -> bool {
    let volume = |size: Vec3| size.max(Vec3::ZERO).element_product();
    let shared = volume(a.max.min(b.max) - a.min.max(b.min));
    let both = volume(a.max - a.min) + volume(b.max - b.min) - shared;
    shared >= ALIKE * both
}

/// Names of a file's bones in lower case, the first [`MOST_BONES`] of them.
fn bone_names(file: &OpenFile) -> HashSet<String> {
    let skeletons = file.scene.models.iter().map(|model| &model.skeleton);
    let names = skeletons.flat_map(|skeleton| skeleton.bones().map(|bone| skeleton.name(bone).to_lowercase()));
    names.take(MOST_BONES).collect()
}

/// Whether half of the smaller set is in the other.
fn share_half(a: &HashSet<String>, b: &HashSet<String>) -> bool {
    let least = a.len().min(b.len());
    least > 0 && 2 * a.intersection(b).count() >= least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_are_those_of_all_pairs() {
        // Boxes of many sizes at many places: numbers that look random and are the same each time.
        let mut state = 7_u32;
        let mut number = |most: f32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32 * most
        };
        for spread in [0.0, 2.0, 20.0, 200.0] {
            let boxes: Vec<Bounds> = (0..60)
                .map(|_| {
                    let min = Vec3::new(number(spread), number(spread), number(spread * 3.0));
                    let max = min + Vec3::new(number(2.0), number(2.0), number(2.0)) + Vec3::splat(0.1);
                    Bounds { min, max }
                })
                .collect();
            let pairs = |at: usize| (0..boxes.len()).any(|other| other != at && overlap(&boxes[at], &boxes[other]));
            let wanted: Vec<bool> = (0..boxes.len()).map(pairs).collect();
            assert_eq!(overlapping(&boxes), wanted, "{spread}");
        }
        assert_eq!(overlapping(&[]), Vec::<bool>::new());
    }
}
