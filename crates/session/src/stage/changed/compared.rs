//! Two open files beside each other, or a file beside itself as it was before it was read again.
//!
//! In: the pair that the user chose, else the one that suggests itself. Out: differences by subject, and the thing that each is about.
//! Never here: files that are larger than the window compares in one turn; these are for `castview diff`.

use crate::{OpenFile, Selected, Session};
use castview_base::core::{BlendShapeIndex, ConstraintIndex, FixtureIndex, HairIndex, IkHandleIndex};
use castview_base::core::{MaterialIndex, MeshIndex, shortened};
use castview_base::scene::{Model, Scene};
use castview_picture::compare::{
    DifferenceKind, DifferencePart, FileContent, FileDifference, Tolerance, compare, summary,
};
use castview_picture::opened::{FileKey, TextureState, held_bytes};
use std::ops::Range;
use std::sync::{Arc, Weak};

/// Larger files are not compared in the window's turn: about a twentieth of a second at most.
pub(super) const MOST_BYTES: u64 = 64 << 20;
/// Letters of the names that differences tell of whatever their parts belong to.
const SHOWN: usize = 120;

/// One of the two that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareSide {
    /// The file as it is open.
    Now(FileKey),
    /// The same as it was before it was read again for the last time.
    Before(FileKey),
}

/// Subject of a difference: a section of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CompareSubject {
    Skeleton,
    Meshes,
    Materials,
    Textures,
    Clips,
    File,
}

/// The choice of what is compared, and the files as they were before they were read again.
#[derive(Debug, Default)]
pub struct Comparison {
    /// `None`: what suggests itself.
    pub(crate) pair: Option<[CompareSide; 2]>,
    /// The files that were read again last, without those too large to compare.
    pub(crate) former: Vec<OpenFile>,
}

/// All that differs, by subject.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ComparedPair {
    /// In the order of [`CompareSubject`].
    pub differences: Vec<FileDifference>,
    /// The differences of each subject, all subjects.
    pub subjects: Vec<(CompareSubject, Range<usize>)>,
    /// `3 bones moved, 1 texture new`; empty: nothing differs.
    pub summary: String,
    /// The files are too large: nothing was compared.
    pub is_too_large: bool,
    /// Images are still being read, and were not compared.
    pub waits_for_images: bool,
}

/// Content that was compared; equal ones have the same differences.
#[derive(Clone, Debug)]
pub struct ComparedOf([(Weak<Scene>, usize); 2]);

impl PartialEq for ComparedOf {
    fn eq(&self, other: &Self) -> bool {
        let mut both = self.0.iter().zip(&other.0);
        both.all(|((a, images), (b, others))| a.ptr_eq(b) && images == others)
    }
}

impl CompareSubject {
    /// All, with their titles, in the order of the page.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Skeleton, "Skeleton"),
        (Self::Meshes, "Meshes"),
        (Self::Materials, "Materials"),
        (Self::Textures, "Textures"),
        (Self::Clips, "Clips"),
        (Self::File, "File"),
    ];

    fn of(part: DifferencePart) -> Self {
        match part {
            DifferencePart::Bone | DifferencePart::Handle | DifferencePart::Constraint => Self::Skeleton,
            DifferencePart::Mesh | DifferencePart::Shape | DifferencePart::Hair => Self::Meshes,
            DifferencePart::Material | DifferencePart::Slot => Self::Materials,
            DifferencePart::Texture => Self::Textures,
            DifferencePart::Clip | DifferencePart::Track | DifferencePart::Override | DifferencePart::Notification => {
                Self::Clips
            }
            DifferencePart::File | DifferencePart::Model | DifferencePart::Fixture | DifferencePart::Instance => {
                Self::File
            }
        }
    }
}

/// All that can be compared, with names for people.
pub fn compare_sides(session: &Session) -> Vec<(CompareSide, String)> {
    let files = session.stage.files.iter();
    let sides = files.flat_map(|file| {
        let before = session.comparison.former.iter().any(|former| former.key == file.key);
        let before = before.then(|| {
            (
                CompareSide::Before(file.key),
                format!("{} before it was reloaded", file.name),
            )
        });
        before
            .into_iter()
            .chain([(CompareSide::Now(file.key), file.name.clone())])
    });
    sides.collect()
}

/// The pair that is compared: the chosen one, else a file that was read again and itself, else the first two files.
pub fn compared_pair(session: &Session) -> Option<[CompareSide; 2]> {
    let is_there = |pair: &[CompareSide; 2]| pair.iter().all(|side| file_of(session, *side).is_some());
    let former = session.comparison.former.first();
    let read_again = former.map(|file| [CompareSide::Before(file.key), CompareSide::Now(file.key)]);
    let first_two = || match &session.stage.files[..] {
        [a, b, ..] => Some([a, b].map(|file| CompareSide::Now(file.key))),
        _ => None,
    };
    let chosen = session.comparison.pair.filter(is_there);
    chosen.or(read_again.filter(is_there)).or_else(first_two)
}

/// The content of a pair that is there; else `None`.
pub fn compared_of(session: &Session, pair: [CompareSide; 2]) -> Option<ComparedOf> {
    let of = |file: &OpenFile| {
        let ready = file.textures.iter();
        let ready = ready
            .filter(|entry| !matches!(entry.state, TextureState::Loading))
            .count();
        (Arc::downgrade(&file.scene), ready)
    };
    let [a, b] = pair.map(|side| file_of(session, side));
    Some(ComparedOf([of(a?), of(b?)]))
}

/// The differences of a pair. Nothing is kept: [`compared_of`] says whether they are still the same.
pub fn compare_pair(session: &Session, pair: [CompareSide; 2]) -> ComparedPair {
    let [Some(a), Some(b)] = pair.map(|side| file_of(session, side)) else {
        return ComparedPair::default();
    };
    let is_loading = |file: &OpenFile| {
        file.textures
            .iter()
            .any(|entry| matches!(entry.state, TextureState::Loading))
    };
    let is_too_large = held_bytes(&a.scene).saturating_add(held_bytes(&b.scene)) > MOST_BYTES;
    let mut differences = match is_too_large {
        true => Vec::new(),
        false => compare(a, b, &Tolerance::default()),
    };
    let summary = summary(&differences);
    differences.sort_by_key(|difference| CompareSubject::of(difference.part));
    let mut begin = 0;
    let subjects = CompareSubject::ALL.map(|(subject, _)| {
        let end = differences.partition_point(|difference| CompareSubject::of(difference.part) <= subject);
        (subject, std::mem::replace(&mut begin, end)..end)
    });
    ComparedPair {
        differences,
        subjects: subjects.to_vec(),
        summary,
        is_too_large,
        waits_for_images: is_loading(a) || is_loading(b),
    }
}

/// The thing that a difference is about: in the second file if that is open and has it, else in the first.
pub fn difference_item(session: &Session, pair: [CompareSide; 2], difference: &FileDifference) -> Option<Selected> {
    let [before, after] = pair;
    let renamed = match difference.change {
        DifferenceKind::Renamed => &difference.after,
        _ => &difference.name,
    };
    [(after, renamed), (before, &difference.name)]
        .into_iter()
        .find_map(|(side, name)| match side {
            CompareSide::Now(file) => item_in(session, file, difference, name),
            CompareSide::Before(_) => None,
        })
}

/// Notes files that are about to be read again, as they are now.
pub(crate) fn keep_former(session: &mut Session, keys: &[FileKey]) {
    let mut room = MOST_BYTES;
    let files = session.stage.files.iter().filter(|file| keys.contains(&file.key));
    let small = files.filter(|file| match room.checked_sub(held_bytes(&file.scene)) {
        Some(left) => {
            room = left;
            true
        }
        None => false,
    });
    let former = small.cloned().collect();
    session.comparison = Comparison { pair: None, former };
}

/// Drops what is about files that are no longer open.
pub(crate) fn forget_compared(session: &mut Session) {
    let stage = &session.stage;
    session.comparison.former.retain(|file| stage.file(file.key).is_some());
    if let Some(pair) = session.comparison.pair
        && pair.iter().any(|side| file_of(session, *side).is_none())
    {
        session.comparison.pair = None;
    }
}

/// Chooses a pair; one that is not there changes nothing.
pub(crate) fn choose_compared(session: &mut Session, pair: [CompareSide; 2]) {
    if pair.iter().all(|side| file_of(session, *side).is_some()) {
        session.comparison.pair = Some(pair);
    }
}

fn file_of(session: &Session, side: CompareSide) -> Option<&OpenFile> {
    match side {
        CompareSide::Now(key) => session.stage.file(key),
        CompareSide::Before(key) => {
            let mut former = session.comparison.former.iter();
            former.find(|file| file.key == key && session.stage.file(key).is_some())
        }
    }
}

fn item_in(session: &Session, file: FileKey, difference: &FileDifference, name: &str) -> Option<Selected> {
    let stage = &session.stage;
    let clip = |name: &str| {
        let mut clips = stage.clips.iter().filter(|entry| entry.key.file == file);
        let found = clips.find(|entry| shortened(&entry.name, SHOWN) == shortened(name, SHOWN));
        found.map(|entry| Selected::Clip(entry.key))
    };
    match difference.part {
        DifferencePart::File | DifferencePart::Texture | DifferencePart::Instance => Some(Selected::File(file)),
        DifferencePart::Clip => clip(name),
        DifferencePart::Track | DifferencePart::Override | DifferencePart::Notification => clip(&difference.of),
        _ => {
            let models = || {
                stage
                    .models
                    .iter()
                    .filter(|placed| placed.file == file && !placed.is_stand_in)
            };
            let is_owner = |model: &Model| shortened(&model.name, SHOWN) == *difference.of;
            let owner = models().filter(|placed| is_owner(placed.model()));
            // A part may belong to a mesh or a material, whose model is not told.
            let all = owner.chain(models());
            all.into_iter()
                .find_map(|placed| part_of(placed.model(), placed.key, difference, name))
        }
    }
}

fn part_of(
    model: &Model,
    key: castview_picture::PlacedKey,
    difference: &FileDifference,
    name: &str,
) -> Option<Selected> {
    fn named<'a>(mut names: impl Iterator<Item = &'a str>, name: &str) -> Option<usize> {
        names.position(|other| other == name)
    }
    let rig = &model.rig;
    Some(match difference.part {
        DifferencePart::Model => (model.name == name).then_some(Selected::Model(key))?,
        DifferencePart::Bone => Selected::Bone(key, model.skeleton.find(name)?),
        DifferencePart::Mesh => {
            let at = named(model.meshes.iter().map(|mesh| &*mesh.name), name)?;
            Selected::Mesh(key, MeshIndex::new(at))
        }
        DifferencePart::Shape => {
            let at = named(model.blend_shapes.iter().map(|shape| &*shape.name), name)?;
            Selected::BlendShape(key, BlendShapeIndex::new(at))
        }
        DifferencePart::Hair => {
            let at = named(model.hairs.iter().map(|hair| &*hair.name), name)?;
            Selected::Hair(key, HairIndex::new(at))
        }
        DifferencePart::Handle => {
            let at = named(rig.handles.iter().map(|handle| &*handle.name), name)?;
            Selected::Handle(key, IkHandleIndex::new(at))
        }
        DifferencePart::Constraint => {
            let at = named(rig.constraints.iter().map(|constraint| &*constraint.name), name)?;
            Selected::Constraint(key, ConstraintIndex::new(at))
        }
        DifferencePart::Fixture => {
            let at = named(model.fixtures.iter().map(|fixture| &*fixture.name), name)?;
            Selected::Fixture(key, FixtureIndex::new(at))
        }
        DifferencePart::Material | DifferencePart::Slot => {
            let name = match difference.part {
                DifferencePart::Slot => &*difference.of,
                _ => name,
            };
            let mut names = model.materials.iter().map(|material| &*material.name);
            let at = names.position(|other| other == name || shortened(other, SHOWN) == name)?;
            Selected::Material(key, MaterialIndex::new(at))
        }
        _ => return None,
    })
}

impl<'a> From<&'a OpenFile> for FileContent<'a> {
    fn from(file: &'a OpenFile) -> Self {
        Self {
            name: &file.name,
            scene: &file.scene,
            textures: &file.textures,
        }
    }
}
