//! Ways from things of the window to the lines and bytes of their file, and back.
//!
//! In: a place that was asked for, or a line and a byte. Out: the line with the value at the byte; or actions that select the thing.
//! Things are found by their names in the file, vertices and keys by the bytes of their arrays.

use castview_base::core::{BlendShapeIndex, BoneIndex, ConstraintIndex, FixtureIndex, HairIndex, IkHandleIndex};
use castview_base::core::{Element, MaterialIndex, MeshIndex, Stored, Stream};
use castview_base::scene::{Mesh, Model, Values};
use castview_formats::{DescribedThing, OutlineId, OutlineThing, Outlined};
use castview_picture::opened::FileKey;
use castview_session::{
    Action, CameraMove, ClipKey, FilePlace, OpenFile, Placed, PlaybackAction, ProbeAction, Seek, Selected, Session,
    ViewAction,
};
use std::sync::Arc;

/// Where to go in a document.
#[derive(Clone, Debug, PartialEq)]
pub enum FileTarget {
    /// To the line of a thing by name; if the name is not found, to the line around the byte.
    Thing(DescribedThing, Option<usize>),
    /// To the line that has the byte.
    Byte(usize),
    /// To the beginning.
    Start,
}

impl FileTarget {
    /// Why the document has no such line.
    pub fn missed(&self) -> String {
        match self {
            Self::Thing(thing, _) if !thing.name.is_empty() => {
                format!("\"{}\" is not in the document under this name.", thing.name)
            }
            Self::Thing(..) => "The document has no line of its own for what is selected.".to_owned(),
            Self::Byte(byte) => format!("No line of the document has byte {byte:#x}."),
            Self::Start => "The document is empty.".to_owned(),
        }
    }
}

/// The file and the target that a place stands for.
pub fn target(session: &Session, place: &FilePlace) -> Option<(FileKey, FileTarget)> {
    let stage = session.stage();
    let thing = |kind, name: &str, nth| DescribedThing {
        kind,
        name: name.to_owned(),
        nth,
    };
    match place {
        FilePlace::Bytes(file, first, _) => stage.file(*file).map(|_| (*file, FileTarget::Byte(*first))),
        FilePlace::Note(clip, index) => {
            let entry = stage.clip(*clip)?;
            let name = &entry.clip().notifications.get(*index)?.name;
            // The document counts those of one name through all clips of the file.
            let before = entry.scene.clips[..clip.clip.get()].iter();
            let before = before.flat_map(|clip| &clip.notifications);
            let before = before.chain(&entry.clip().notifications[..*index]);
            let nth = before.filter(|other| other.name == *name).count();
            Some((clip.file, FileTarget::Thing(thing(OutlineThing::Note, name, nth), None)))
        }
        FilePlace::Item(Selected::File(key)) => stage.file(*key).map(|_| (*key, FileTarget::Start)),
        FilePlace::Item(Selected::Instance(key, instance)) => {
            let one = stage.file(*key)?.instance(*instance)?;
            Some((
                *key,
                FileTarget::Thing(thing(OutlineThing::Instance, &one.name, 0), None),
            ))
        }
        FilePlace::Item(Selected::Clip(key)) => {
            let entry = stage.clip(*key)?;
            let byte = entry
                .clip()
                .tracks
                .iter()
                .find_map(|track| byte_of_values(&track.values));
            let thing = thing(OutlineThing::Clip, &entry.clip().name, 0);
            Some((key.file, FileTarget::Thing(thing, byte)))
        }
        FilePlace::Item(item) => {
            let placed = stage.placed(item.placed()?)?;
            let is_its = |file: &&OpenFile| Arc::ptr_eq(&file.scene, &placed.scene);
            let stands_in = || stage.file(placed.file).filter(|_| placed.is_stand_in);
            let file = stage.files().iter().find(is_its).or_else(stands_in)?;
            let (kind, name, nth, byte) = described(placed.model(), *item)?;
            Some((file.key, FileTarget::Thing(thing(kind, &name, nth), byte)))
        }
    }
}

/// Kind and name of a thing of a model, how many of the name come before it, and a byte of it.
fn described(model: &Model, item: Selected) -> Option<(OutlineThing, String, usize, Option<usize>)> {
    fn nth<'a>(names: impl Iterator<Item = &'a str>, at: usize) -> Option<(String, usize)> {
        let names: Vec<&str> = names.take(at + 1).collect();
        let name = *names.get(at)?;
        Some((
            name.to_owned(),
            names[..at].iter().filter(|other| **other == name).count(),
        ))
    }
    let (kind, (name, nth), byte) = match item {
        Selected::Model(_) => (OutlineThing::Model, (model.name.clone(), 0), None),
        Selected::Bone(_, bone) => {
            let skeleton = &model.skeleton;
            if bone.get() >= skeleton.len() {
                return None;
            }
            let name = skeleton.stored_name(bone);
            let before = skeleton.bones().filter(|other| skeleton.stored_name(*other) == name);
            let before = before.filter(|other| skeleton.file_index(*other) < skeleton.file_index(bone));
            (OutlineThing::Bone, (name.to_owned(), before.count()), None)
        }
        Selected::Mesh(_, mesh) => {
            let names = model.meshes.iter().map(|mesh| mesh.name.as_str());
            let of_mesh = model.meshes.get(mesh.get())?;
            let byte = own_byte(&of_mesh.positions, 0);
            (OutlineThing::Mesh, nth(names, mesh.get())?, byte)
        }
        Selected::Hair(_, hair) => {
            let names = model.hairs.iter().map(|hair| hair.name.as_str());
            let byte = own_byte(&model.hairs.get(hair.get())?.points, 0);
            (OutlineThing::Hair, nth(names, hair.get())?, byte)
        }
        Selected::BlendShape(_, shape) => {
            let name = &model.blend_shapes.get(shape.get())?.name;
            (OutlineThing::BlendShape, (name.clone(), 0), None)
        }
        Selected::Material(_, material) => {
            let names = model.materials.iter().map(|material| material.name.as_str());
            (OutlineThing::Material, nth(names, material.get())?, None)
        }
        Selected::Handle(_, handle) => {
            let names = model.rig.handles.iter().map(|handle| handle.name.as_str());
            (OutlineThing::Handle, nth(names, handle.get())?, None)
        }
        Selected::Constraint(_, constraint) => {
            let names = model.rig.constraints.iter().map(|constraint| constraint.name.as_str());
            (OutlineThing::Constraint, nth(names, constraint.get())?, None)
        }
        Selected::Fixture(_, fixture) => {
            let names = model.fixtures.iter().map(|fixture| fixture.name.as_str());
            (OutlineThing::Fixture, nth(names, fixture.get())?, None)
        }
        Selected::File(_) | Selected::Clip(_) | Selected::Instance(..) => return None,
    };
    Some((kind, name, nth, byte))
}

/// The byte of the opened file where an element begins.
fn own_byte<T: Element>(stream: &Stream<T>, index: usize) -> Option<usize> {
    match stream.stored(index..index + 1) {
        Stored::At { file: None, offset, .. } if index < stream.len() => Some(offset),
        _ => None,
    }
}

fn byte_of_values(values: &Values) -> Option<usize> {
    match values {
        Values::Scalar(values) => own_byte(values, 0),
        Values::Rotation(values) => own_byte(values, 0),
        Values::Switch(_) => None,
    }
}

/// The innermost line that has the byte, and the value there.
pub fn at_byte(outlined: &Outlined, byte: usize) -> Option<(OutlineId, Option<usize>)> {
    let id = outlined.at_byte(byte)?;
    Some((id, outlined.values(id).and_then(|values| values.index_at(byte))))
}

/// The line of a target, and the value there.
pub fn find(outlined: &Outlined, target: &FileTarget) -> Option<(OutlineId, Option<usize>)> {
    match target {
        FileTarget::Start => outlined.roots().first().map(|id| (*id, None)),
        FileTarget::Byte(byte) => at_byte(outlined, *byte),
        FileTarget::Thing(thing, byte) => {
            let named = outlined.thing(thing.kind, &thing.name, thing.nth);
            let by_byte = || {
                let (id, _) = at_byte(outlined, (*byte)?)?;
                // The array is a part of the thing: the line above is the thing itself, or nearer to it.
                Some(outlined.parent(id).unwrap_or(id))
            };
            named.or_else(by_byte).map(|id| (id, None))
        }
    }
}

/// The ways from a line: to the line that it names, and to things of the window, each by name.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    pub linked: Option<(OutlineId, String)>,
    pub back: Vec<(String, Vec<Action>)>,
}

/// Subject of ways: while it is the same, they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WaysOf {
    pub line: OutlineId,
    pub value: Option<usize>,
    models: usize,
    clip: Option<ClipKey>,
}

impl WaysOf {
    pub fn now(session: &Session, line: OutlineId, value: Option<usize>) -> Self {
        Self {
            line,
            value,
            models: session.stage().models().len(),
            clip: session.playback().active_clip(),
        }
    }
}

/// Names and actions of the ways from a line, and from the byte that is chosen, to what they describe in the window.
pub fn back(
    session: &Session,
    file: &OpenFile,
    outlined: &Outlined,
    id: OutlineId,
    byte: Option<usize>,
) -> Vec<(String, Vec<Action>)> {
    let mut ways = Vec::new();
    let models = || {
        let stage = session.stage();
        stage.models().iter().filter(|placed| placed.file == file.key)
    };
    if let Some(byte) = byte {
        let vertex = models().find_map(|placed| vertex_at(placed, byte));
        if let Some((placed, mesh, vertex)) = vertex {
            let pin = Action::Probe(ProbeAction::PinVertex(placed, mesh, vertex));
            let select = Action::select(Selected::Mesh(placed, mesh));
            ways.push((format!("Pin vertex {vertex}"), vec![select, pin]));
        }
        if let Some(frame) = key_at(session, file, byte) {
            let seek = Action::Playback(PlaybackAction::Seek(Seek::Frame(frame)));
            let pause = Action::Playback(PlaybackAction::Pause);
            ways.push((format!("Go to frame {frame}"), vec![pause, seek]));
        }
    }
    if let Some(thing) = outlined.described(id)
        && let Some(item) = models()
            .find_map(|placed| item_of(placed, &thing))
            .or_else(|| clip_of(session, file, &thing))
    {
        let word = match thing.name.is_empty() {
            true => "it".to_owned(),
            false => castview_base::core::shortened(&thing.name, 32),
        };
        let frame = Action::View(ViewAction::Camera(CameraMove::FrameSelection));
        ways.push((format!("Select {word}"), vec![Action::select(item), frame]));
    }
    ways
}

fn item_of(placed: &Placed, thing: &DescribedThing) -> Option<Selected> {
    fn nth<'a>(mut names: impl Iterator<Item = &'a str>, thing: &DescribedThing) -> Option<usize> {
        let mut left = thing.nth;
        names.position(|name| {
            let is_it = name == thing.name && left == 0;
            left -= usize::from(name == thing.name && left > 0);
            is_it
        })
    }
    let (key, model) = (placed.key, placed.model());
    Some(match thing.kind {
        OutlineThing::Model => Selected::Model(key),
        OutlineThing::Bone => {
            let skeleton = &model.skeleton;
            let mut bones: Vec<BoneIndex> = skeleton.bones().collect();
            bones.sort_by_key(|bone| skeleton.file_index(*bone));
            let at = nth(bones.iter().map(|bone| skeleton.stored_name(*bone)), thing)?;
            Selected::Bone(key, bones[at])
        }
        OutlineThing::Mesh => {
            let at = nth(model.meshes.iter().map(|mesh| mesh.name.as_str()), thing)?;
            Selected::Mesh(key, MeshIndex::new(at))
        }
        OutlineThing::Hair => {
            let at = nth(model.hairs.iter().map(|hair| hair.name.as_str()), thing)?;
            Selected::Hair(key, HairIndex::new(at))
        }
        OutlineThing::BlendShape => {
            let mut shapes = (0..model.blend_shapes.len()).filter_map(|at| Some((at, model.blend_shapes.get(at)?)));
            let (at, _) = shapes.find(|(_, shape)| shape.name == thing.name)?;
            Selected::BlendShape(key, BlendShapeIndex::new(at))
        }
        OutlineThing::Material => {
            let at = nth(model.materials.iter().map(|material| material.name.as_str()), thing)?;
            Selected::Material(key, MaterialIndex::new(at))
        }
        OutlineThing::Handle => {
            let at = nth(model.rig.handles.iter().map(|handle| handle.name.as_str()), thing)?;
            Selected::Handle(key, IkHandleIndex::new(at))
        }
        OutlineThing::Constraint => {
            let at = nth(model.rig.constraints.iter().map(|one| one.name.as_str()), thing)?;
            Selected::Constraint(key, ConstraintIndex::new(at))
        }
        OutlineThing::Fixture => {
            let at = nth(model.fixtures.iter().map(|fixture| fixture.name.as_str()), thing)?;
            Selected::Fixture(key, FixtureIndex::new(at))
        }
        OutlineThing::Clip | OutlineThing::Instance | OutlineThing::Note => return None,
    })
}

fn clip_of(session: &Session, file: &OpenFile, thing: &DescribedThing) -> Option<Selected> {
    let is_clip = matches!(thing.kind, OutlineThing::Clip | OutlineThing::Note);
    let mut clips = session
        .stage()
        .clips()
        .iter()
        .filter(|entry| entry.key.file == file.key && is_clip);
    let found = clips.find(|entry| match thing.kind {
        OutlineThing::Clip => thing.name.is_empty() || entry.clip().name == thing.name,
        _ => entry.clip().notifications.iter().any(|note| note.name == thing.name),
    });
    found.map(|entry| Selected::Clip(entry.key))
}

/// The vertex whose numbers have the byte.
fn vertex_at(placed: &Placed, byte: usize) -> Option<(castview_picture::PlacedKey, MeshIndex, u32)> {
    let meshes = placed.model().meshes.iter().enumerate();
    meshes.into_iter().find_map(|(at, mesh)| {
        let vertex = u32::try_from(vertex_of(mesh, byte)?).ok()?;
        Some((placed.key, MeshIndex::new(at), vertex))
    })
}

fn vertex_of(mesh: &Mesh, byte: usize) -> Option<usize> {
    let weight = || {
        let stride = mesh.influences.stride as usize;
        index_at(&mesh.influences.weights, byte)?.checked_div(stride)
    };
    index_at(&mesh.positions, byte)
        .or_else(|| index_at(&mesh.normals, byte))
        .or_else(|| index_at(&mesh.tangents, byte))
        .or_else(|| mesh.uvs.iter().find_map(|uvs| index_at(uvs, byte)))
        .or_else(weight)
        .filter(|vertex| *vertex < mesh.vertex_count())
}

/// The element that has the byte. Elements lie in order, so a few are looked at.
fn index_at<T: Element>(stream: &Stream<T>, byte: usize) -> Option<usize> {
    let first = own_byte(stream, 0).filter(|first| *first <= byte)?;
    let stride = match stream.len() {
        1 => T::SIZE,
        _ => own_byte(stream, 1)?.checked_sub(first)?.max(1),
    };
    let index = (byte - first) / stride;
    let start = own_byte(stream, index)?;
    (start..start + T::SIZE).contains(&byte).then_some(index)
}

/// The frame of the key of the active clip whose value has the byte.
fn key_at(session: &Session, file: &OpenFile, byte: usize) -> Option<f64> {
    let keyed = session.keyed().filter(|keyed| keyed.entry.key.file == file.key)?;
    let mut tracks = keyed.entry.clip().tracks.iter();
    tracks.find_map(|track| {
        let index = match &track.values {
            Values::Scalar(values) => index_at(values, byte),
            Values::Rotation(values) => index_at(values, byte),
            Values::Switch(_) => None,
        };
        let key = index.filter(|key| *key < track.keys.len())?;
        Some(keyed.clock_frame(track.keys.frame(key)))
    })
}
